"""A class in one record: how the scores lie, what most got wrong, and which mistakes have a name.

Reports are taken one after the other and let go; what is kept of each is a line.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from statistics import fmean, median

import msgspec

from grader.classroom.graded import Graded, reason
from grader.classroom.similarity import Group
from grader.report import CheckResult, Diagnosis, Outcome, Report
from grader.text import clean

__all__ = ["BINS", "CheckTally", "ClassSummary", "Mistake", "Row", "summarize", "with_names"]

BINS = 11  # of scores: ten tenths, and all points


class Row(msgspec.Struct, frozen=True):
    """One student's line."""

    student: str
    points: float
    outcome: Outcome
    reason: str = ""
    misconception: str = ""  # its title
    submitted: str = ""
    late: bool = False


class CheckTally(msgspec.Struct, frozen=True):
    """How a check went for the class: a number of students for each outcome that occurred."""

    id: str
    title: str
    hidden: bool
    outcomes: dict[Outcome, int]

    @property
    def wrong(self) -> int:
        """How many tried and did not pass; what is still to do was not tried."""
        calm = (Outcome.PASSED, Outcome.TODO, Outcome.SKIPPED)
        return sum(count for outcome, count in self.outcomes.items() if outcome not in calm)


class Mistake(msgspec.Struct, frozen=True):
    """A misconception that was recognised, and how many have it."""

    misconception: str
    title: str
    unit: str
    explanation: str
    students: int


class ClassSummary(msgspec.Struct, frozen=True):
    """What there is to say about a class.

    `scores` counts the students in each tenth of the points, and those with all of them last. `blamed` counts how
    often each unit was found to be at fault, with a name for the mistake or without.
    """

    course: str
    stage: str
    max_points: float
    mean: float
    median: float
    outcomes: dict[Outcome, int]
    scores: tuple[int, ...]
    checks: tuple[CheckTally, ...]
    mistakes: tuple[Mistake, ...]
    blamed: tuple[tuple[str, int], ...]
    rows: tuple[Row, ...]
    isolation: tuple[str, ...]
    alike: tuple[Group, ...] = ()  # whose code is alike, if anybody looked

    @property
    def students(self) -> int:
        return len(self.rows)

    @property
    def hardest(self) -> list[CheckTally]:
        """The checks that most got wrong, the worst first."""
        return sorted((check for check in self.checks if check.wrong), key=lambda check: -check.wrong)


def summarize(graded: Iterable[Graded], alike: Iterable[Group] = ()) -> ClassSummary:
    """Return the summary of a class on one stage, in the order given; of nobody, one that says nothing.

    `alike` are groups of students as `grader.classroom.similarity` finds them.
    """
    tally = _Tally()
    for one in graded:
        tally.add(one)
    groups = (msgspec.structs.replace(group, students=tuple(map(clean, group.students))) for group in alike)
    return msgspec.structs.replace(tally.summary(), alike=tuple(groups))


class _Tally:
    def __init__(self) -> None:
        self._course, self._stage, self._max_points = "", "", 0.0
        self._rows: list[Row] = []
        self._scores = [0] * BINS
        self._checks: dict[str, tuple[CheckResult, Counter[Outcome]]] = {}
        self._mistakes: dict[str, tuple[Diagnosis, int]] = {}
        self._blamed: Counter[str] = Counter()
        self._isolation: Counter[str] = Counter()

    def add(self, graded: Graded) -> None:
        report = graded.report
        self._course, self._stage = report.course, report.stage
        self._max_points = max(self._max_points, report.max_points)
        self._rows.append(_row(graded))
        self._scores[_bin(report)] += 1
        self._isolation[report.isolation] += 1
        for check in report.checks:
            self._count(check)
        named = {d.misconception: d for d in (report.diagnosis, *report.also) if d is not None}
        for name, diagnosis in named.items():
            self._mistakes[name] = diagnosis, self._mistakes.get(name, (diagnosis, 0))[1] + 1
        self._blamed.update({d.unit for d in named.values()} or set(report.blame[:1]))

    def _count(self, check: CheckResult) -> None:
        if check.id not in self._checks:  # only what is said of it: the rest would keep the report alive
            bare = CheckResult(check.id, check.title, check.outcome, 0.0, 0.0, (), hidden=check.hidden)
            self._checks[check.id] = bare, Counter()
        self._checks[check.id][1][check.outcome] += 1

    def summary(self) -> ClassSummary:
        points = [row.points for row in self._rows] or [0.0]
        outcomes = Counter(row.outcome for row in self._rows)
        mistakes = (
            Mistake(d.misconception, d.title, d.unit, d.explanation, count) for d, count in self._mistakes.values()
        )
        return ClassSummary(
            course=self._course,
            stage=self._stage,
            max_points=self._max_points,
            mean=fmean(points),
            median=median(points),
            outcomes={outcome: outcomes[outcome] for outcome in reversed(Outcome) if outcomes[outcome]},
            scores=tuple(self._scores),
            checks=tuple(_tallied(check, counted) for check, counted in self._checks.values()),
            mistakes=tuple(sorted(mistakes, key=lambda mistake: (-mistake.students, mistake.misconception))),
            blamed=tuple(sorted(self._blamed.items(), key=lambda item: (-item[1], item[0]))),
            rows=tuple(self._rows),
            isolation=tuple(sorted(self._isolation)),
        )


def _row(graded: Graded) -> Row:
    report = graded.report
    return Row(
        student=clean(graded.student),
        points=report.points,
        outcome=report.outcome,
        reason=reason(report),
        misconception=report.diagnosis.title if report.diagnosis else "",
        submitted=clean(graded.submitted),
        late=graded.late,
    )


def _tallied(check: CheckResult, counted: Counter[Outcome]) -> CheckTally:
    outcomes = {outcome: counted[outcome] for outcome in reversed(Outcome) if counted[outcome]}
    return CheckTally(check.id, check.title, check.hidden, outcomes)


def _bin(report: Report) -> int:
    """Return which tenth of the points a report has; points that add up by tenths may miss the sum by a hair."""
    share = report.points / report.max_points if report.max_points > 0 else 0.0
    return min(int(share * (BINS - 1) + 1e-9), BINS - 1)


def with_names(summary: ClassSummary, names: Mapping[str, str]) -> ClassSummary:
    """Return the summary with other names for the students, sorted by these: the old order would tell who is who.

    KeyError when somebody has none.
    """
    known = {clean(student): name for student, name in names.items()}
    rows = (msgspec.structs.replace(row, student=known[row.student]) for row in summary.rows)
    groups = (
        msgspec.structs.replace(group, students=tuple(sorted(known[student] for student in group.students)))
        for group in summary.alike
    )
    in_order = tuple(sorted(rows, key=lambda row: row.student))
    return msgspec.structs.replace(summary, rows=in_order, alike=tuple(groups))
