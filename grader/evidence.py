"""What the checks say about each unit of one submission that may have to do with a failure.

A check needs several units and is about the first. When it fails, that speaks against its first unit only if the
others are right: all checks about them pass. So a unit has *clean* results, of checks that lean on nothing doubtful,
and others, which say nothing yet.

A stage may ask more of a unit than the one that asked for it first. What it finds then counts only for stages that
build on it: elsewhere the unit is right if its own stage says so.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from functools import cached_property
from time import monotonic

import msgspec

from grader.course import Course, Stage
from grader.report import WRONG, CheckResult, Outcome, Report
from grader.seed import PRACTICE_SEED
from grader.session import Trial
from grader.source import Module, SourceProblem, encode, parse
from grader.spans import source_of
from grader.submission import Submission
from grader.swap import grafted, home_of
from grader.transplant import UnitError
from grader.units import Function, docstring
from grader.verdict import Check

__all__ = ["Evidence", "asking", "concerned", "gather", "gather_behind", "given_code", "stubbed"]


class Evidence(msgspec.Struct, frozen=True, dict=True):
    """The results of whole stages, by their names and in order, with the seed of fingerprints.

    `units` are those of the stages; the `concerned` ones among them may have to do with a failure in `stage`.
    """

    units: tuple[str, ...]
    results: Mapping[str, tuple[CheckResult, ...]]
    concerned: frozenset[str]
    stage: str

    @cached_property
    def right(self) -> frozenset[str]:
        """The units that no check about them speaks against."""
        every = (r for results in self.results.values() for r in results)
        doubtful = {r.units[0] for r in every if r.outcome not in (Outcome.PASSED, Outcome.SKIPPED)}
        return frozenset(self.units) - doubtful

    @cached_property
    def wrong(self) -> tuple[str, ...]:
        """The concerned units that a clean result speaks against, in order."""
        units = (unit for unit in self.units if unit in self.concerned)
        return tuple(unit for unit in units if self.against(unit))

    def against(self, unit: str) -> str:
        """Return the first stage in which a clean result speaks against a unit; "" when none does."""
        return next((s for s in self.results if any(r.outcome in WRONG for r in self._clean_in(s, unit))), "")

    def is_partial(self, unit: str) -> bool:
        """Whether a check about a unit was left out; what it would have shown is then not known."""
        every = (r for results in self.results.values() for r in results if r.units[0] == unit)
        return any(r.outcome is Outcome.SKIPPED for r in every)

    def clean(self, unit: str) -> list[CheckResult]:
        """Return the verdicts of the checks about a unit that lean on nothing but right ones.

        If several stages ask for the unit, those of the first that speaks against it, where one does.
        """
        stages = [self.against(unit)] if self.against(unit) else self.results
        return [result for stage in stages for result in self._clean_in(stage, unit)]

    def _clean_in(self, stage: str, unit: str) -> list[CheckResult]:
        about = (r for r in self.results[stage] if r.units[0] == unit and self.right.issuperset(r.units[1:]))
        return [r for r in about if r.outcome is Outcome.PASSED or r.outcome in WRONG]


def concerned(course: Course, checks: Iterable[Check], report: Report) -> frozenset[str]:
    """Return the units that may have to do with what fails in a report: those that its failing checks need.

    And those that the checks about these need, and so on: somebody's `a - b` may well be made of `-b`.
    """
    needed: dict[str, set[str]] = {}
    for check in checks:
        if _counts(course, check.stage, check.units[0], report.stage):
            needed.setdefault(check.units[0], set()).update(check.units)
    found = {unit for check in report.checks if check.outcome in WRONG for unit in check.units}
    while more := {other for unit in found for other in needed.get(unit, ())} - found:
        found |= more
    return frozenset(found)


def _counts(course: Course, stage: str, unit: str, failing: str) -> bool:
    """Whether what a stage finds of one of its units matters to another one that fails."""
    built_on = course.up_to(course.stage(failing))
    return course.units.get(unit) == stage or any(earlier.name == stage for earlier in built_on)


def asking(course: Course, units: frozenset[str], failing: str) -> list[Stage]:
    """Return the stages in which it shows whether these units are what the failing stage needs."""
    return [s for s in course.stages if any(u in units and _counts(course, s.name, u, failing) for u in s.units)]


def gather(
    trial: Trial, units: frozenset[str], submission: Submission, until: float, failing: str, known: Report | None = None
) -> Evidence:
    """Run the stages of these units; not that of the known report, if it has the seed of fingerprints.

    What is not done when the clock (`monotonic`) shows `until` is left out, stage by stage.
    """
    trial.load(submission)
    course, seen = submission.course, dict[str, None]()
    results: dict[str, tuple[CheckResult, ...]] = {}
    for stage in asking(course, units, failing):
        is_known = known is not None and known.stage == stage.name and known.seed == PRACTICE_SEED
        found = known.checks if known and is_known else _run(trial, _of(stage.name), until)
        if found is None:
            break
        seen |= dict.fromkeys(stage.units)
        elsewhere = {unit for unit in stage.units if not _counts(course, stage.name, unit, failing)}
        results[stage.name] = tuple(r for r in found if r.units[0] not in elsewhere)
    return Evidence(tuple(seen), results, units, failing)


def gather_behind(
    trial: Trial, evidence: Evidence, mended: Submission, by: Collection[str], about: Collection[str], until: float
) -> Evidence:
    """Return the evidence about some units when others, `by`, are mended.

    A check is run again if it is about one of these units, or one that they are tested with, and if that may end
    otherwise now: it did not pass, or uses what was mended.
    """
    about_these = [r for of_stage in evidence.results.values() for r in of_stage if r.units[0] in about]
    tested_with = {unit for result in about_these for unit in result.units}

    def may_change(result: CheckResult) -> bool:
        return result.outcome is not Outcome.PASSED or not set(by).isdisjoint(result.units)

    trial.load(mended)
    results = dict(evidence.results)
    for stage, before in evidence.results.items():
        again = {r.id for r in before if r.units[0] in tested_with and may_change(r)}
        found = _run(trial, _of(stage, again), until)
        if found is None:
            return msgspec.structs.replace(evidence, results={})
        now = {result.id: result for result in found}
        results[stage] = tuple(now.get(result.id, result) for result in before)
    return msgspec.structs.replace(evidence, results=results)


def _of(stage: str, ids: Collection[str] | None = None) -> Callable[[Check], bool]:
    return lambda check: check.stage == stage and (ids is None or check.id in ids)


def _run(trial: Trial, wanted: Callable[[Check], bool], until: float) -> list[CheckResult] | None:
    results = []
    for result in trial.run(wanted):
        results.append(result)
        if monotonic() > until:
            return None
    return results


def stubbed(submission: Submission, units: Collection[str], in_place: Collection[str] = ()) -> Submission:
    """Return the submission with stubs for these units: bound once more at the end of the module they live in.

    Those in `in_place` also where they are written: `__rsub__ = turned(__sub__)` keeps what it was given.
    """
    for unit in in_place:
        home, name = home_of(submission, unit)
        module = submission.module(home)
        with suppress(UnitError, SourceProblem):  # no place for it; then the end of the module must do
            stub = _STUB.replace("_to_do", name.rpartition(".")[2])
            submission = grafted(submission, unit, stub, parse("", home)) if module else submission
    lines: dict[str, list[str]] = {}
    for unit in units:
        home, name = home_of(submission, unit)
        lines.setdefault(home, ["", _STUB]).append(_BOUND.format(name))
    files = dict(submission.files)
    for home, added in lines.items():
        module = submission.module(home)
        if module is not None:
            file, _ = files[home]
            text = "\n".join([module.text, *added, ""])
            files[home] = (file, encode(text, file))
    return Submission(submission.course, files, {})


_STUB = "def _to_do(*arguments, **options):\n    raise NotImplementedError"
_BOUND = "try:\n    {} = _to_do\nexcept Exception:\n    pass"  # a class may not allow it, or not be there at all


def given_code(submission: Submission) -> dict[str, str]:
    """Return what came written with the exercises and was changed: each def's full name, and its source as it came."""
    course, changed = submission.course, {}
    for module in course.modules:
        file, theirs = course.exercises / f"{module}.py", submission.module(module)
        if theirs is None or not file.is_file():
            continue
        given = parse(file.read_bytes().decode("utf-8"), file.name)
        for name, unit in given.units.items():
            if unit.kind != "def" or f"{module}:{name}" in course.units:
                continue
            source = source_of(given, name)
            if _code(source) != _code_of(theirs, name):
                changed[f"{module}:{name}"] = source
    return changed


def _code_of(module: Module, name: str) -> str:
    try:
        return _code(source_of(module, name))
    except UnitError:
        return ""


def _code(source: str) -> str:
    """Return a def without its comments, its layout and its docstrings, to be compared."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, Function | ast.ClassDef) and docstring(node.body):
            node.body = node.body[1:] or [ast.Pass()]
    return ast.dump(tree)
