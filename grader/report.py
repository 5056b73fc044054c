"""Everything that one run found: frozen records, one JSON schema, a full view and a student view.

Nothing here prints and nothing here runs code. Text that comes from a student's code has been cleaned (`grader.text`)
before it gets here.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable

import msgspec

from grader.exhibit import Exhibit

__all__ = ["SCHEMA", "WRONG", "CheckResult", "Diagnosis", "Outcome", "Place", "Problem", "Report", "worst"]

SCHEMA = 1  # of the JSON document; later versions may add fields, never change these


class Outcome(enum.StrEnum):
    """What became of a check, the worst first; a stage's outcome is the worst of its checks'."""

    ERROR = "error"  # the fault is ours or the course author's
    CRASHED = "crashed"
    TIMEOUT = "timeout"
    FAILED = "failed"
    TODO = "todo"
    SKIPPED = "skipped"
    PASSED = "passed"


WRONG = (Outcome.FAILED, Outcome.CRASHED, Outcome.TIMEOUT)  # the fault is in the code

_ORDER = list(Outcome)


def worst(outcomes: Iterable[Outcome]) -> Outcome:
    """Return the worst outcome; nothing at all is an error, because no verdict is not a pass."""
    return min(outcomes, key=_ORDER.index, default=Outcome.ERROR)


class Place(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of the student's code; `column` counts characters from 1, 0 where it is not known.

    In a notebook `cell` is the number of the code cell, from 1, and `line` the line in it.
    """

    file: str
    line: int
    function: str = ""
    text: str = ""
    column: int = 0
    cell: int = 0

    @property
    def spot(self) -> str:
        """The place in words: `plane.py:12`, or `kata.ipynb, code cell 4, line 3`."""
        return f"{self.file}, code cell {self.cell}, line {self.line}" if self.cell else f"{self.file}:{self.line}"


class Problem(msgspec.Struct, frozen=True):
    """One fault that keeps a whole file from being checked: it does not parse, is missing, loops on import."""

    file: str
    message: str
    advice: str = ""
    place: Place | None = None


class CheckResult(msgspec.Struct, frozen=True):
    """What one check found. `expected` and `actual` are texts, or None where nothing was compared."""

    id: str
    title: str
    outcome: Outcome
    points: float
    max_points: float
    units: tuple[str, ...]
    hidden: bool = False
    expected: str | None = None
    actual: str | None = None
    message: str = ""
    hint: str = ""
    place: Place | None = None
    needs: str | None = None  # the unit still to be written, for todo
    output: str = ""  # what the student's code printed meanwhile
    code: str = ""  # the lines of the check up to the one that failed
    values: str = ""  # the numbers that these lines worked with
    observed: str = ""  # how it ended, in the terms of fingerprints
    exhibits: tuple[Exhibit, ...] = ()  # pictures that the check attached


class Diagnosis(msgspec.Struct, frozen=True):
    """A recognised misconception: its name, its title, the unit that holds it, and what the student should know."""

    misconception: str
    title: str
    unit: str
    stage: str = ""
    explanation: str = ""


class Report(msgspec.Struct, frozen=True):
    """One stage of one submission, examined once."""

    course: str
    stage: str
    outcome: Outcome
    points: float
    max_points: float
    seed: int
    isolation: str
    seconds: float
    checks: tuple[CheckResult, ...]
    schema: int = SCHEMA
    problems: tuple[Problem, ...] = ()
    diagnosis: Diagnosis | None = None
    also: tuple[Diagnosis, ...] = ()  # further misconceptions, of other units
    example: str = ""  # a small example of the failure, found by the course's own search
    blame: tuple[str, ...] = ()  # the units whose replacement by the reference makes the failing checks pass

    @property
    def passed(self) -> bool:
        return self.outcome is Outcome.PASSED

    @property
    def next_check(self) -> CheckResult | None:
        """The first check that is not passed."""
        return next((check for check in self.checks if check.outcome is not Outcome.PASSED), None)

    def student_view(self) -> Report:
        """Return the report as its student may see it: of a hidden check the title, outcome, points and hint only.

        Nor how long it all took, if there are hidden checks: code that sleeps can say much in that way.
        """
        hidden = any(check.hidden for check in self.checks)
        checks = tuple(_student_view(check) for check in self.checks)
        return msgspec.structs.replace(self, checks=checks, seconds=0.0 if hidden else self.seconds)


def _student_view(check: CheckResult) -> CheckResult:
    if not check.hidden:
        return check
    return CheckResult(
        id=check.id,
        title=check.title,
        outcome=check.outcome,
        points=check.points,
        max_points=check.max_points,
        units=check.units,
        hidden=True,
        hint=check.hint,
        needs=check.needs,
    )
