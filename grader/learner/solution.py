"""The reference beside a learner's own code, unit by unit, as rows that a renderer can draw."""

from __future__ import annotations

import ast
import difflib
from collections.abc import Iterator

import msgspec

from grader.course import Course, Stage
from grader.errors import UsageError
from grader.source import Module, SourceProblem, parse
from grader.spans import UnitError, source_of
from grader.submission import Submission, solution_text
from grader.swap import home_of
from grader.text import clean

__all__ = ["Comparison", "Row", "compared", "need_solutions"]

MAX_LINE = 300  # characters of a line that are shown

SAME, OTHER, ONLY_YOURS, ONLY_THEIRS = " ", "|", "<", ">"


class Row(msgspec.Struct, frozen=True):
    """One line of each side; `sign` tells how they differ, so that no colour has to."""

    yours: str
    sign: str
    theirs: str


class Comparison(msgspec.Struct, frozen=True):
    """A unit in both versions; `rows` are those of the reference alone where the learner has not written it."""

    unit: str
    rows: tuple[Row, ...]
    is_written: bool = True

    @property
    def is_same(self) -> bool:
        return all(row.sign == SAME for row in self.rows)


def need_solutions(course: Course) -> None:
    """UsageError when this form of the course has no solutions."""
    if not course.solutions.is_dir():
        advice = "Your instructor has them. `grade hint` helps step by step."
        raise UsageError("this form of the course comes without solutions", advice)


def compared(course: Course, stage: Stage, submission: Submission) -> Iterator[Comparison]:
    """Yield each unit of a stage: the learner's lines and the reference's, beside each other."""
    for unit in stage.units:
        module, _, name = unit.partition(":")
        theirs = source_of(parse(solution_text(course, module), module), name)
        yours = _own(submission, unit)
        if yours is None:
            rows = tuple(Row("", ONLY_THEIRS, line) for line in theirs.splitlines())
            yield Comparison(name, rows, is_written=False)
        else:
            yield Comparison(name, tuple(_rows(_shown(yours), theirs.splitlines())))


def _own(submission: Submission, unit: str) -> str | None:
    """Return the source of the learner's unit, wherever it is written; None when it is not, or not plainly."""
    home, name = home_of(submission, unit)
    module = submission.module(home)
    if module is None or submission.todo(unit):
        return None
    try:
        return f"{_patched_in(module, name)}{source_of(module, name)}"
    except (UnitError, SourceProblem):
        return None


def _patched_in(module: Module, name: str) -> str:
    """Return the function that `Stack.push = push` puts into a class from outside, to be shown above that line."""
    unit = module.units[name]
    value = unit.node.value if isinstance(unit.node, ast.Assign) and unit.is_patch else None
    is_here = isinstance(value, ast.Name) and value.id in module.units
    return f"{source_of(module, value.id)}\n\n" if isinstance(value, ast.Name) and is_here else ""


def _shown(text: str) -> list[str]:
    return [clean(line.expandtabs(4), MAX_LINE) for line in text.split("\n")]


def _rows(yours: list[str], theirs: list[str]) -> Iterator[Row]:
    matcher = difflib.SequenceMatcher(None, yours, theirs, autojunk=False)
    for kind, first, last, start, end in matcher.get_opcodes():
        left, right = yours[first:last], theirs[start:end]
        both = min(len(left), len(right))
        sign = SAME if kind == "equal" else OTHER
        yield from (Row(one, sign, other) for one, other in zip(left[:both], right[:both], strict=True))
        yield from (Row(line, ONLY_YOURS, "") for line in left[both:])
        yield from (Row("", ONLY_THEIRS, line) for line in right[both:])
