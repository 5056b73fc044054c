"""Is a mistake called by its name, and is the right unit blamed? Tables over pieces of the museum and hosts.

    python tests/diagnosis/study.py                     everything: half an hour
    python tests/diagnosis/study.py names --host video  one host; --stage, --piece and --json FILE choose further
    python tests/diagnosis/study.py blame | pairs | unknown

`names` grafts every piece on the reference in other words, and on every fairness variant, and counts what diagnosis
makes of it. On a variant a piece counts only if the reference's own version of the unit works there: a wrong `__add__`
that builds its node by another constructor is another mistake. `blame` grafts the pieces of stages 1 to 5 on the
reference and grades stages 5 to 7; `pairs` does so with two of them; `unknown` has faults that the museum lacks.
Exit code 1 when a promise is broken: a wrong name, a wrong unit blamed, too many without a name.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from time import monotonic
from typing import TypeVar

import msgspec
from rewording import STYLES, reworded

from grader.blame import find_blame
from grader.course import Course, Limits, Stage, load_course
from grader.diagnosis import diagnose, name_behind
from grader.evidence import WRONG, Evidence, asking, concerned, gather
from grader.museum import Piece, Record, load_pieces, read_records
from grader.report import CheckResult, Report, worst
from grader.seed import PRACTICE_SEED
from grader.session import Session, Trial, run_session
from grader.source import SourceProblem, parse
from grader.spans import source_of
from grader.submission import Submission, read_submission, solution_text
from grader.swap import grafted
from grader.transplant import UnitError
from grader.verdict import Check
from grader.workers import Spawner

T = TypeVar("T")
ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).parent
NEVER = float("inf")
NEEDED = 0.8  # of the pieces that fit a fairness variant must be named
MADE_OF_TWO = 20
PATIENCE = 10.0  # seconds that blame may use on a slow machine


def course() -> Course:
    """The course, with deadlines that a study of endless loops can afford; they count computing time."""
    return msgspec.structs.replace(load_course(ROOT), limits=Limits(question_seconds=1.0, submission_seconds=600.0))


# -- one examination ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Bench:
    """A worker for many variants of one host's code."""

    course: Course
    trial: Trial
    records: Sequence[Record]
    checks: Sequence[Check]
    blame_seconds: float = PATIENCE
    known: dict[str, tuple[CheckResult, ...]] = field(default_factory=dict)  # of the host itself, by stage

    def report(self, submission: Submission, stage: Stage) -> Report:
        """Grade one stage."""
        self.trial.load(submission)
        checks = tuple(self.trial.run(lambda check: check.stage == stage.name))
        return _report(self.course, stage, checks)

    def evidence(self, submission: Submission, report: Report, changed: str = "") -> Evidence:
        """Return what speaks against the units; earlier stages are taken as known, except those of what changed."""
        units = concerned(self.course, self.checks, report)
        if not self.known:
            return gather(self.trial, units, submission, NEVER, report.stage, known=report)
        stages = asking(self.course, units, report.stage)
        results = {
            stage.name: self.known[stage.name]
            if stage.name in self.known and changed not in stage.units
            else self.report(submission, stage).checks
            for stage in stages
        }
        results[report.stage] = report.checks
        return Evidence(tuple(dict.fromkeys(u for s in stages for u in s.units)), results, units, report.stage)

    def names(self, submission: Submission, evidence: Evidence) -> list[str]:
        return [d.misconception for d in diagnose(self.trial, submission, evidence, self.records)]


def _report(course: Course, stage: Stage, checks: tuple[CheckResult, ...]) -> Report:
    outcome = worst(check.outcome for check in checks)
    points = sum(check.points for check in checks)
    return Report(course.name, stage.name, outcome, points, stage.points, PRACTICE_SEED, "practice", 0.0, checks)


def graft(submission: Submission, unit: str, source: str) -> Submission | None:
    """Return the submission with a unit that was written for the reference; None where there is no place for it."""
    module = unit.partition(":")[0]
    try:
        return grafted(submission, unit, source, parse(solution_text(submission.course, module), module))
    except (UnitError, SourceProblem):
        return None


def reference(course: Course) -> Submission:
    return read_submission(course, course.solutions)


def right_source(course: Course, unit: str) -> str:
    module, _, name = unit.partition(":")
    return source_of(parse(solution_text(course, module), module), name)


# -- names ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Found:
    """One piece on one host: what became of it, and the names given."""

    piece: str
    stage: str
    host: str
    end: str  # right, unnamed, wrong; no place, not seen
    names: tuple[str, ...] = ()
    fits: bool = True  # the reference's own version of the unit works on this host


# What a piece becomes on a host. The layers of this one give tuples: code that takes the only output out of a list
# leaves it in a tuple there, and "a single output comes in a list" is what is to be said of it.
OTHERS = {
    ("always-the-first-output-mlp", "stored_slopes"): "list-of-one-mlp",
    ("numbers-between-layers-mlp", "stored_slopes"): "list-of-one-mlp",
}

Host = tuple[str, Submission, Callable[[Piece], Iterable[str]]]  # name, code, the sources of a piece to graft on it


def hosts(course: Course) -> Iterator[Host]:
    """Yield the reference for the pieces in other words, the reference in other words, and every fairness variant."""
    plain = reference(course)
    yield "reference", plain, lambda piece: (reworded(piece.source, style) for style in STYLES)
    yield "by hand", plain, lambda piece: by_hand(piece.name)
    yield "reworded", in_other_words(plain, "helpful"), lambda piece: [reworded(piece.source, "short")]
    for folder in sorted((ROOT / "tests" / "golden").glob("fair_*")):
        yield folder.name.removeprefix("fair_"), read_submission(course, folder), lambda piece: [piece.source]


def by_hand(name: str) -> list[str]:
    """Return what somebody else would write who makes the mistake of this piece."""
    file = HERE / "reworded" / f"{name.replace('-', '_')}.py"
    return [file.read_bytes().decode("utf-8")] if file.is_file() else []


def in_other_words(submission: Submission, style: str) -> Submission:
    """Return a submission with every unit reworded."""
    for unit in submission.course.units:
        changed = graft(submission, unit, reworded(right_source(submission.course, unit), style))
        assert changed is not None
        submission = changed
    return submission


def names_on(bench: Bench, host: Host, pieces: Sequence[Piece], thorough: bool) -> Iterator[Found]:
    """Graft pieces on a host, one by one, and see what each is called."""
    label, code, sources = host
    yield _unharmed(bench, label, code, thorough)
    fits: dict[str, bool] = {}
    for piece in pieces:
        stage = bench.course.stage(piece.stage)
        for source in sources(piece):
            submission = graft(code, piece.unit, source)
            if submission is None:
                yield Found(piece.name, piece.stage, label, "no place", fits=False)
                continue
            if piece.unit not in fits:
                right = graft(code, piece.unit, right_source(bench.course, piece.unit))
                fits[piece.unit] = right is not None and bench.report(right, stage).passed
            yield _named(bench, label, submission, piece, fits[piece.unit])


def _unharmed(bench: Bench, label: str, host: Submission, thorough: bool) -> Found:
    """Grade a correct engine as far as it goes: nothing fails, nothing is named.

    What is found of a stage is taken as known when a later stage is graded with a piece in it, unless thorough.
    """
    stages = [s for s in bench.course.stages if not any(map(host.todo, bench.course.own_units(s)))]
    units = tuple(dict.fromkeys(unit for stage in stages for unit in stage.units))
    results = {stage.name: bench.report(host, stage).checks for stage in stages}
    evidence = Evidence(units, results, frozenset(units), stages[-1].name)
    called = tuple(bench.names(host, evidence))
    end = "wrong" if called or evidence.right != set(units) else "right"
    if end == "right" and not thorough:
        for stage in stages:
            bench.known[stage.name] = tuple(r for r in results[stage.name] if r.units[0] in stage.units)
    return Found("(none)", stages[-1].name, label, end, called)


def _named(bench: Bench, label: str, submission: Submission, piece: Piece, fits: bool) -> Found:
    report = bench.report(submission, bench.course.stage(piece.stage))
    if not any(check.outcome in WRONG for check in report.checks):
        return Found(piece.name, piece.stage, label, "not seen", fits=fits)
    called = tuple(bench.names(submission, bench.evidence(submission, report, piece.unit)))
    end = "unnamed" if not called else "right" if called == (OTHERS.get((piece.name, label), piece.name),) else "wrong"
    return Found(piece.name, piece.stage, label, end, called, fits)


# -- blame ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Blamed:
    """One wrong submission, graded at one stage: whom blame points at, and whom it should; what diagnosis said."""

    code: str
    stage: str
    wanted: tuple[str, ...]
    blamed: tuple[str, ...]
    names: tuple[str, ...]
    outcome: str

    @property
    def right(self) -> bool:
        return set(self.blamed) == set(self.wanted)


LATER = ("stage5", "stage6", "stage7")
BEFORE = ("stage1", "stage2", "stage3", "stage4", "stage5")


def blames(bench: Bench, pieces: Sequence[Piece]) -> Iterator[Blamed]:
    """Grade the later stages of the reference with each piece of the earlier ones."""
    host = reference(bench.course)
    for piece in pieces:
        submission = graft(host, piece.unit, piece.source)
        assert submission is not None
        for stage in LATER if piece.stage in BEFORE else ():
            yield blamed(bench, piece.name, submission, stage, (piece.unit,))


def blamed(bench: Bench, name: str, submission: Submission, stage: str, wanted: Sequence[str]) -> Blamed:
    """Grade one stage of a submission; nobody is wanted where nothing fails."""
    report = bench.report(submission, bench.course.stage(stage))
    if not any(check.outcome in WRONG for check in report.checks):
        return Blamed(name, stage, (), (), (), report.outcome.value)
    evidence = bench.evidence(submission, report)
    named = diagnose(bench.trial, submission, evidence, bench.records)
    found = find_blame(bench.trial, submission, report, evidence, bench.blame_seconds)
    named += name_behind(bench.trial, submission, evidence, found, named, bench.records)
    called = [diagnosis.misconception for diagnosis in named]
    return Blamed(name, stage, tuple(wanted), found, tuple(called), report.outcome.value)


def pairs(bench: Bench, pieces: Sequence[Piece], count: int = MADE_OF_TWO) -> Iterator[Blamed]:
    """Grade stage 5 of the reference with two pieces, drawn such that each alone fails it."""
    host, draw = reference(bench.course), random.Random(count)
    early = [piece for piece in pieces if piece.stage in BEFORE and "calls-itself" not in piece.name]
    while count:
        one, other = sorted(draw.sample(early, 2), key=pieces.index)
        if one.unit == other.unit or not all(_fails(bench, host, [piece]) for piece in (one, other)):
            continue
        yield blamed(bench, f"{one.name} + {other.name}", _with(host, [one, other]), "stage5", [one.unit, other.unit])
        count -= 1


def _with(host: Submission, pieces: Sequence[Piece]) -> Submission:
    for piece in pieces:
        changed = graft(host, piece.unit, piece.source)
        assert changed is not None
        host = changed
    return host


def _fails(bench: Bench, host: Submission, pieces: Sequence[Piece]) -> bool:
    report = bench.report(_with(host, pieces), bench.course.stage("stage5"))
    outcomes = {check.outcome.value for check in report.checks}
    return "failed" in outcomes and "timeout" not in outcomes


def unknown(course: Course) -> Iterator[tuple[str, Submission, str, tuple[str, ...]]]:
    """Yield the faults that the museum lacks: name, code, the stage in which they show first, the unit at fault."""
    for file in sorted((HERE / "unknown").glob("*.py")):
        module = parse(file.read_bytes().decode("utf-8"), file.name)
        said = {name: module.units[name].node for name in ("unit", "stage")}
        unit, stage = (node.value.value for node in said.values())  # type: ignore[attr-defined]
        unit = unit if ":" in unit else f"engine:{unit}"
        leaf = unit.partition(":")[2].rpartition(".")[2]
        submission = graft(reference(course), unit, source_of(module, leaf))
        assert submission is not None, file
        yield file.stem, submission, stage, (unit,)


def strangers(bench: Bench) -> Iterator[tuple[Blamed, str]]:
    """Grade each unknown fault in its own stage and in stage 7; with the facts of the first failure."""
    for name, submission, first, units in unknown(bench.course):
        for stage in dict.fromkeys((first, "stage7")):
            found = blamed(bench, name, submission, stage, units)
            report = bench.report(submission, bench.course.stage(stage))
            check = next((check for check in report.checks if check.outcome in WRONG), None)
            yield found, _facts(check) if check else ""


def _facts(check: CheckResult) -> str:
    compared = f"expected {check.expected}, got {check.actual}" if check.expected is not None else check.message
    return f"{check.id}: {compared}"


# -- tables ---------------------------------------------------------------------------------------------------------


def table_of_names(found: Sequence[Found]) -> str:
    """Return counts for each host and each stage, and the list of what is not right."""
    lines = [_row("", "pairs", "fit", "right", "unnamed", "wrong", "no place", "not seen")]
    for title, key in (("host", "host"), ("stage", "stage")):
        groups = dict.fromkeys(getattr(one, key) for one in found)
        lines += [f"by {title}", *(_counts(name, [f for f in found if getattr(f, key) == name]) for name in groups)]
    lines += ["all", _counts("", found), ""]
    odd = [f for f in found if f.end == "wrong" or (f.fits and f.end != "right")]
    return "\n".join([*lines, *(f"{f.end:9} {f.host:20} {f.piece:40} {' '.join(f.names)}" for f in odd)])


def _counts(name: str, found: Sequence[Found]) -> str:
    fit = [f for f in found if f.fits]
    ends = Counter(f.end for f in fit)
    wrong = sum(f.end == "wrong" for f in found)
    nowhere = sum(f.end == "no place" for f in found)
    return _row(name, len(found), len(fit), ends["right"], ends["unnamed"], wrong, nowhere, ends["not seen"])


def _row(name: str, *cells: object) -> str:
    return f"  {name:22}" + "".join(f"{cell!s:>10}" for cell in cells)


def broken_names(found: Sequence[Found]) -> list[str]:
    """Return which promises about names are broken."""
    ours = ("reference", "by hand", "reworded")
    broken = [f"wrong name: {f.piece} on {f.host}: {', '.join(f.names)}" for f in found if f.end == "wrong"]
    broken += [f"no name: {f.piece} on {f.host}" for f in found if f.host in ours and f.end != "right"]
    others = [f for f in found if f.host not in ours and f.fits]
    if others and (share := sum(f.end == "right" for f in others) / len(others)) < NEEDED:
        broken.append(f"only {share:.0%} are named on the fairness variants")
    return broken


def table_of_blame(found: Sequence[Blamed]) -> str:
    lines = [_row("stage", "graded", "failing", "right", "nobody", "other")]
    for stage in dict.fromkeys(one.stage for one in found):
        here = [f for f in found if f.stage == stage]
        failing = [f for f in here if f.wanted]
        none = sum(not f.blamed for f in failing)
        right = sum(f.right for f in failing)
        lines.append(_row(stage, len(here), len(failing), right, none, len(failing) - right - none))
    return "\n".join([*lines, *(_said(f) for f in found if not f.right)])


def _said(found: Blamed) -> str:
    units = " ".join(unit.partition(":")[2] for unit in found.blamed) or "nobody"
    return f"{found.stage} {found.code}: blamed {units}; named {' '.join(found.names) or 'nothing'}"


# -- running it -----------------------------------------------------------------------------------------------------


def in_session(
    course: Course, records: Sequence[Record], drive: Callable[[Bench], Iterable[T]], blame_seconds: float = PATIENCE
) -> list[T]:
    """Return what `drive` yields, in a session of its own with one worker for all."""

    def driven(session: Session) -> list[T]:
        with session.variants() as trial:
            return list(drive(Bench(course, trial, records, session.checks, blame_seconds)))

    spawner = Spawner(course.limits)
    try:
        return run_session(course, course.stages, spawner, driven)
    finally:
        spawner.close()


def main() -> int:
    """Run the studies that are asked for, print their tables, and return 1 when a promise is broken."""
    asked = _arguments()
    made = course()
    pieces = [p for p in load_pieces(made) if _chosen(p.stage, asked.stage) and _chosen(p.name, asked.piece)]
    records = (
        msgspec.json.decode(asked.records.read_bytes(), type=list[Record]) if asked.records else read_records(made)
    )
    result: dict[str, object] = {}
    broken: list[str] = []
    if asked.study in ("all", "names"):
        named: list[Found] = []
        for host in hosts(made):
            if _chosen(host[0], asked.host):
                began = monotonic()
                named += in_session(
                    made, records, lambda bench, host=host: names_on(bench, host, pieces, asked.thorough)
                )
                print(f"{host[0]}: {monotonic() - began:.0f} s", file=sys.stderr, flush=True)
        print(table_of_names(named))
        broken += broken_names(named)
        result["names"] = [asdict(f) for f in named]
    for study, title, drive in STUDIES:
        if asked.study in ("all", study):
            found = in_session(made, records, lambda bench, drive=drive: drive(bench, pieces), asked.blame_seconds)
            print(f"\n{title}\n{table_of_blame(found)}")
            broken += [f"{study}: {_said(f)}" for f in found if not f.right]
            broken += [f"{study}: {f.code} is called {', '.join(f.names)}" for f in found if _misnamed(study, f)]
            result[study] = [asdict(f) for f in found]
    if asked.json:
        asked.json.write_text(json.dumps(result, indent=1), encoding="utf-8")
    print("", *broken or ["every promise is kept"], sep="\n")
    return 1 if broken else 0


def _misnamed(study: str, found: Blamed) -> bool:
    known = set() if study == "unknown" else set(found.code.split(" + "))
    return not known.issuperset(found.names)


STUDIES: Sequence[tuple[str, str, Callable[[Bench, Sequence[Piece]], Iterable[Blamed]]]] = (
    ("blame", "blame, one wrong unit on the reference", blames),
    ("pairs", "blame, two wrong units on the reference", pairs),
    ("unknown", "faults that the museum lacks", lambda bench, pieces: (found for found, _ in strangers(bench))),
)


def _chosen(name: str, wanted: Sequence[str]) -> bool:
    return not wanted or name in wanted


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("study", nargs="?", default="all", choices=["all", "names", "blame", "pairs", "unknown"])
    parser.add_argument("--host", action="append", default=[], help="only this host; may be repeated")
    parser.add_argument("--stage", action="append", default=[], help="only pieces of this stage; may be repeated")
    parser.add_argument("--piece", action="append", default=[], help="only this piece; may be repeated")
    parser.add_argument("--blame-seconds", type=float, default=PATIENCE, help="what blame may use on a slow machine")
    parser.add_argument("--thorough", action="store_true", help="also grade all earlier stages with each piece")
    parser.add_argument("--records", type=Path, metavar="FILE", help="use these fingerprints")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write everything that was found")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
