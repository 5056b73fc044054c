"""What the checks say about each unit of one submission, stage by stage up to the one that was graded.

A check needs several units and is about the first. When it fails, that speaks against its first unit only if the
others are right: all checks about them pass. So a unit has *clean* results, of checks that lean on nothing doubtful,
and others, which say nothing yet.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from time import monotonic

from grader.course import Stage
from grader.report import CheckResult, Outcome, Report
from grader.seed import PRACTICE_SEED
from grader.session import Trial
from grader.source import Module, encode, parse
from grader.spans import source_of
from grader.submission import Submission
from grader.swap import home_of
from grader.transplant import UnitError
from grader.units import Function, docstring

__all__ = ["WRONG", "Evidence", "gather", "given_code", "stubbed"]

WRONG = (Outcome.FAILED, Outcome.CRASHED, Outcome.TIMEOUT)


@dataclass(frozen=True)
class Evidence:
    """The results of whole stages, in order, with the seed of fingerprints."""

    stages: tuple[Stage, ...]
    results: tuple[CheckResult, ...]

    @property
    def units(self) -> Iterator[str]:
        return (unit for stage in self.stages for unit in stage.units)

    @cached_property
    def right(self) -> frozenset[str]:
        """The units of these stages that no check about them speaks against."""
        doubtful = {r.units[0] for r in self.results if r.outcome not in (Outcome.PASSED, Outcome.SKIPPED)}
        return frozenset(self.units) - doubtful

    @cached_property
    def wrong(self) -> tuple[str, ...]:
        """The units that a clean result speaks against, in order."""
        return tuple(unit for unit in self.units if any(r.outcome in WRONG for r in self.clean(unit)))

    def clean(self, unit: str) -> list[CheckResult]:
        """Return the verdicts of the checks about a unit that lean on nothing but right ones."""
        about = (r for r in self.results if r.units[0] == unit and self.right.issuperset(r.units[1:]))
        return [r for r in about if r.outcome is Outcome.PASSED or r.outcome in WRONG]


def gather(run: Trial, stages: Sequence[Stage], submission: Submission, report: Report, until: float) -> Evidence:
    """Run the stages that come before the report's, and that one too if its seed was another.

    What is not done when the clock (`monotonic`) shows `until` is left out, stage by stage.
    """
    seen: list[Stage] = []
    results: list[CheckResult] = []
    for stage in stages:
        known = stage.name == report.stage and report.seed == PRACTICE_SEED
        found = report.checks if known else _run_stage(run, stage, submission, until)
        if found is None:
            break
        seen.append(stage)
        results += found
        if stage.name == report.stage:
            break
    return Evidence(tuple(seen), tuple(results))


def _run_stage(run: Trial, stage: Stage, submission: Submission, until: float) -> Sequence[CheckResult] | None:
    results = []
    for result in run(submission, lambda check: check.stage == stage.name):
        results.append(result)
        if monotonic() > until:
            return None
    return results


def stubbed(submission: Submission, units: Collection[str]) -> Submission:
    """Return the submission with stubs for these units: bound once more at the end of the module they live in."""
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
