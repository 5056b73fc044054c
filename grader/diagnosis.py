"""Why it is wrong: the misconception behind a failing stage, and the unit whose fault it is.

Recognition is by behaviour: what the failing checks about a unit observed, compared with what the museum's pieces do.
A wrong name is worse than none, so only an exact and single match gets one. Blame is by experiment: which units,
replaced by the reference, make the failing checks pass?
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from time import monotonic

import msgspec

from grader.course import Course
from grader.examination import NotWritten, Unusable
from grader.fingerprint import Fingerprint, fingerprint_of
from grader.museum import Record, read_records
from grader.proxy import StudentError, WrongKind
from grader.report import CheckResult, Diagnosis, Outcome, Report
from grader.seed import PRACTICE_SEED
from grader.session import Session
from grader.source import parse
from grader.spans import source_of
from grader.submission import Submission, solution_text
from grader.swap import swap
from grader.text import clean
from grader.tools import load_function
from grader.verdict import Check
from grader.workers import WorkerLost

__all__ = ["explain"]

BLAME_SECONDS = 1.0  # for all swaps together; after that nobody is blamed
_WRONG = (Outcome.FAILED, Outcome.CRASHED, Outcome.TIMEOUT)


def explain(session: Session, submission: Submission, report: Report) -> Report:
    """Return the report of a failing stage with its diagnosis and blame, as far as the evidence goes."""
    if not any(check.outcome in _WRONG for check in report.checks) or report.problems:
        return report
    named = diagnose(session, submission, report)
    blame = find_blame(session, submission, report)
    first, *others = [*named, None]
    return msgspec.structs.replace(
        report,
        diagnosis=first,
        also=tuple(d for d in others if d),
        blame=blame,
        example=_small_example(session, submission, report),
    )


def _small_example(session: Session, submission: Submission, report: Report) -> str:
    """Return what the course's own search finds: a small example of the failure, in a sentence or two."""
    course = session.course
    if not course.explain:
        return ""
    function = load_function(course, course.explain, "explain")
    with session.visiting(submission, report.seed) as visit:
        try:
            return clean(function(visit, report) or "")
        except (StudentError, WrongKind, NotWritten, Unusable, WorkerLost):
            return ""  # the code is too broken to be asked about small things
        except Exception as error:  # the student's report is worth more than the search
            kind = type(error).__name__
            return clean(f"(The course's search for a small example broke: {kind}: {error}. Please tell its author.)")


def diagnose(session: Session, submission: Submission, report: Report) -> list[Diagnosis]:
    """Return the recognised misconceptions: those of the earliest failing stage, in the order of its units."""
    records = read_records(session.course)
    if not records:
        return []
    earliest = _earliest_failing(session, submission, report)
    stage = session.course.stage(earliest.stage)
    named: list[Diagnosis] = []
    for unit in stage.units:
        observed = fingerprint_of(unit, earliest.checks)
        if not observed or "todo" in observed.values():
            continue
        if named and _leans_on(unit, named, earliest.checks):
            continue
        found = _recognise([r for r in records if r.unit == unit and r.stage == stage.name], observed)
        if found is None:
            break
        named.append(found)
    return named


def _earliest_failing(session: Session, submission: Submission, report: Report) -> Report:
    """Return the report, at the museum's seed, of the first stage up to this one that is wrong."""
    for stage in session.stages:
        if stage.name == report.stage and report.seed == PRACTICE_SEED:
            return report
        found = session.examine(submission, PRACTICE_SEED, stages=[stage])
        if stage.name == report.stage or any(check.outcome in _WRONG for check in found[0].checks):
            return found[0]
    return report


def _leans_on(unit: str, named: Sequence[Diagnosis], checks: Sequence[CheckResult]) -> bool:
    """Whether the checks about a unit use one that is already known to be wrong: then they say nothing of their own."""
    wrong = {diagnosis.unit for diagnosis in named}
    return any(wrong & set(check.units) for check in checks if check.units[0] == unit)


def _recognise(records: Sequence[Record], observed: Fingerprint) -> Diagnosis | None:
    matching = [record for record in records if _fits(record, observed)]
    if len(matching) != 1:
        return None
    (record,) = matching
    return Diagnosis(record.name, record.title, record.unit, record.stage, record.explanation)


def _fits(record: Record, observed: Fingerprint) -> bool:
    passed = Outcome.PASSED.value
    checks = record.observations.keys() | observed.keys()
    return all(observed.get(check, passed) in record.observations.get(check, (passed,)) for check in checks)


# -- blame ----------------------------------------------------------------------------------------------------------


def find_blame(session: Session, submission: Submission, report: Report) -> tuple[str, ...]:
    """Return the smallest set of units, one or two, whose reference makes the failing checks pass; () when none does.

    The reference is swapped into the student's own file, so their helpers and their other units stay.
    """
    failing = {check.id for check in report.checks if check.outcome in _WRONG}
    units = _suspects(session.course, submission, report)
    if not session.course.solutions.is_dir() or any(c.outcome is Outcome.TIMEOUT for c in report.checks):
        return ()
    deadline = monotonic() + BLAME_SECONDS

    def wanted(check: Check) -> bool:
        return check.stage == report.stage and check.id in failing

    sets = [(unit,) for unit in units] + list(combinations(units, 2))
    swapped = _within(deadline, (_swapped(session.course, submission, units) for units in sets))
    for units_tried, turned_green in zip(sets, session.trials(swapped, wanted, report.seed), strict=False):
        if turned_green:
            return units_tried
    return ()


def _suspects(course: Course, submission: Submission, report: Report) -> list[str]:
    """Return the units that the failing checks use, those of the most checks first."""
    used = [unit for check in report.checks if check.outcome in _WRONG for unit in check.units]
    return sorted(dict.fromkeys(used), key=lambda unit: (-used.count(unit), list(course.units).index(unit)))


def _within(deadline: float, submissions: Iterator[Submission]) -> Iterator[Submission]:
    for submission in submissions:
        if monotonic() > deadline:
            return
        yield submission


def _swapped(course: Course, submission: Submission, units: Sequence[str]) -> Submission:
    texts = {name: parsed.text for name in submission.files if (parsed := submission.module(name)) is not None}
    for unit in units:
        module, _, name = unit.partition(":")
        reference = parse(solution_text(course, module), module)
        texts[module] = swap(texts[module], name, source_of(reference, name), reference)
    return Submission.of_texts(course, texts)
