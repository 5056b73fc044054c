"""From what happened in one check to its result: the outcome, and the words for it.

The order matters. An exception is the student's when their code raised it, or when the check could not use what their
code gave; it is the course's or ours when it could not have come from a value.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from grader.examination import Examination, NotWritten, Unusable
from grader.exceptions import what_was_raised
from grader.libraries import LibraryMissing
from grader.proxy import Handle, StudentError, WrongKind
from grader.report import CheckResult, Outcome, Place
from grader.submission import Submission
from grader.text import clean
from grader.values import readable, shown
from grader.workers import WorkerLost

__all__ = ["Check", "Comparison", "author_message", "judge"]

# What a check raises when a student's value is not what it should be: a float without `.grad`, None times 2.
_VALUE_ERRORS = (AttributeError, TypeError, ValueError, LookupError, ArithmeticError, RecursionError)


class Check(msgspec.Struct, frozen=True):
    """One test of a checkpoint; `units` are full names, the one it is about first."""

    id: str
    stage: str
    title: str
    units: tuple[str, ...]
    points: float
    hidden: bool
    hint: str
    function: Callable[..., Any]
    file: Path

    def result(self, outcome: Outcome, **details: Any) -> CheckResult:
        """Return a result of this check; points are for a pass only."""
        return CheckResult(
            id=self.id,
            title=self.title,
            outcome=outcome,
            points=self.points if outcome is Outcome.PASSED else 0.0,
            max_points=self.points,
            units=self.units,
            hidden=self.hidden,
            hint=self.hint if outcome is Outcome.FAILED else "",  # a crash or a loop needs other help
            **details,
        )


class Comparison(msgspec.Struct, frozen=True):
    """The last comparison of an assert that failed."""

    operator: str
    left: Any
    right: Any

    def texts(self) -> tuple[str, str]:
        """Return (expected, actual), with as many digits as it takes to see that they differ."""
        right = self.right
        if not isinstance(right, Handle):  # whose `expected` would be the student's word
            right = getattr(right, "expected", right)  # of pytest.approx: the value without its tolerance
        expected, actual = readable(right), readable(self.left)
        if expected == actual:
            expected, actual = shown(right), shown(self.left)
        return self._in_words(expected), actual

    def _in_words(self, expected: str) -> str:
        single = self.right is None or isinstance(self.right, bool)  # there is only one of each
        if self.operator == "==" or (self.operator == "is" and single):
            return expected
        if self.operator == "is not" and single:
            return f"anything but {expected}"
        return f"{_WORDS.get(self.operator, self.operator)} {expected}"


_WORDS = {
    "!=": "anything but",
    "is": "the very same object as",
    "is not": "another object than",
    "in": "one of",
    "not in": "none of",
}


def judge(check: Check, error: BaseException | None, comparison: Comparison | None, exam: Examination) -> CheckResult:
    """Return the result of a check that ended with `error`, or without one."""
    if error is None:
        return check.result(Outcome.PASSED)
    if not isinstance(error, NotWritten | Unusable) and _asks_more_later(check, exam.submission):
        unit, home = check.units[0], exam.submission.course.units[check.units[0]]
        message = f"{check.stage} asks more of {_unit_name(unit)} than {home} did"
        return check.result(Outcome.TODO, needs=unit, message=message)
    if isinstance(error, NotWritten):
        message = f"{_unit_name(error.unit)} is still to be written"
        if meant := exam.submission.lookalike(error.unit):
            message += f". Is `{meant}` meant to be it?"
        return check.result(Outcome.TODO, needs=error.unit, message=message)
    if isinstance(error, Unusable):
        place = error.problem.place
        return check.result(Outcome(error.outcome), message=error.problem.message, place=place)
    if isinstance(error, WorkerLost):
        return check.result(Outcome(error.outcome), message=error.message, place=exam.place_in(error.stack))
    if isinstance(error, StudentError):
        return _raised(check, error, exam)
    if isinstance(error, LibraryMissing):
        return check.result(Outcome.SKIPPED, message=f"{error.problem}. {error.advice}")
    if isinstance(error, pytest.skip.Exception):
        return check.result(Outcome.SKIPPED, message=clean(str(error)))
    return _not_met(check, error, comparison)


def _asks_more_later(check: Check, submission: Submission) -> bool:
    """Whether a check asks more of an earlier stage's unit, and its stage is not begun: nothing of its own is written.

    What was right until then is not wrong because a later stage exists.
    """
    course = submission.course
    stage = course.stage(check.stage)
    own = course.own_units(stage)
    again = check.units[0] in stage.units and check.units[0] not in own
    return again and bool(own) and all(map(submission.todo, own))


def _raised(check: Check, error: StudentError, exam: Examination) -> CheckResult:
    """The student's code raised; from inside a unit that is still a stub, that only means: to do."""
    place = exam.place_of(error)
    if error.kind == "NotImplementedError" and error.frames:
        module, line, _ = error.frames[-1]
        unit = exam.submission.unit_at(module, line)
        if unit is not None and exam.submission.todo(unit):
            if _is_reflected(unit) and (way := _way_into(check, error, exam)):
                return check.result(Outcome.FAILED, message=_fell_into(unit), place=way)
            return check.result(
                Outcome.TODO, needs=unit, message=f"needs {_unit_name(unit)}, which is still to be written"
            )
    said = what_was_raised(error, exam.submission)
    result = check.result(Outcome.FAILED, message=f"your code {said.message}", place=said.place or place)
    return msgspec.structs.replace(result, hint="") if said.is_clear else result


def _is_reflected(unit: str) -> bool:
    """Whether Python calls it when the left operand cannot: `__radd__`."""
    name = unit.rpartition(".")[2]
    return name.startswith("__r") and hasattr(int, name) and hasattr(int, f"__{name[3:]}")


def _way_into(check: Check, error: StudentError, exam: Examination) -> Place | None:
    """Return the line of a written unit, one that the check is about, from which an operator led to another unit."""
    if len(error.frames) < 2:
        return None
    module, line, function = error.frames[-2]
    unit = exam.submission.unit_at(module, line)
    if unit not in check.units or error.frames[-1][2] in exam.submission.place(module, line).text:
        return None
    return exam.submission.place(module, line, function)


def _fell_into(unit: str) -> str:
    kind = unit.partition(":")[2].rpartition(".")[0]
    return (
        f"your code came to {_unit_name(unit)}, which is still to be written: Python calls that when a {kind} stands "
        "to the right of something else, such as a number. Is it meant to, in this line?"
    )


def _not_met(check: Check, error: BaseException, comparison: Comparison | None) -> CheckResult:
    """The check itself ended with an exception: an assert, or a value that it could not use."""
    if isinstance(error, AssertionError):
        message = author_message(error)
        if comparison is None:
            return check.result(Outcome.FAILED, message=message or f"not so: {_asserted(error)}")
        expected, actual = comparison.texts()
        return check.result(Outcome.FAILED, expected=expected, actual=actual, message=message)
    if isinstance(error, (WrongKind, pytest.fail.Exception)):
        message = _NOT_RAISED.sub(r"\1 was expected, and nothing was raised", str(error))
        return check.result(Outcome.FAILED, message=clean(message))
    if isinstance(error, _VALUE_ERRORS) and _in_checkpoint(error, check):
        return check.result(Outcome.FAILED, message=_unusable_value(error))
    if isinstance(error, pytest.FixtureLookupError):
        return check.result(Outcome.ERROR, message=f"there is no fixture '{error.argname}' ({check.file.name})")
    where = _last_frame(error)
    return check.result(Outcome.ERROR, message=f"{type(error).__name__}: {clean(str(error))} ({where})")


_NOT_RAISED = re.compile(r"^DID NOT RAISE (?:<class ')?(?:\w+\.)*(\w+)(?:'>)?$")  # pytest.raises says it so
_NOT_SETTABLE = re.compile(r"^'(\w+)' object has no attribute '(\w+)'")


def _unusable_value(error: Exception) -> str:
    if isinstance(error, AttributeError) and error.name and error.obj is not None:
        kind = type(error.obj).__name__
        return f"your code gave {shown(error.obj)}, {_article(kind)}, which has no `.{error.name}`"
    if isinstance(error, AttributeError) and error.name:
        return f"your code gave None, which has no `.{error.name}`; is a `return` missing?"
    if missing := _NOT_SETTABLE.match(str(error)):  # on `out.grad = 1.0`, which leaves name and obj empty
        kind, name = missing.groups()
        given = f"{_article(kind)}, which has no `.{name}`"
        return f"your code gave {given}" if kind != "NoneType" else _unusable_value(AttributeError(name=name))
    if str(error) == "'NoneType' object is not callable":
        return "your code has None where the check calls a function"
    return f"the check cannot work with what your code gave ({type(error).__name__}: {clean(str(error))})"


def _article(kind: str) -> str:
    return f"{'an' if kind[:1] in 'aeiou' else 'a'} {kind}"


def _in_checkpoint(error: BaseException, check: Check) -> bool:
    """Whether the exception arose in the course's files or beneath them, and not in the grader's."""
    trace = error.__traceback__
    files = []
    while trace is not None:
        files.append(trace.tb_frame.f_code.co_filename)
        trace = trace.tb_next
    folder, package = str(check.file.parent), str(Path(__file__).parent)
    inner = files[max((i for i, file in enumerate(files) if file.startswith(folder)), default=len(files)) :]
    return bool(inner) and not any(file.startswith(package) and not file.startswith(folder) for file in inner)


def _last_frame(error: BaseException) -> str:
    trace = error.__traceback__
    if trace is None:
        return "nowhere"
    while trace.tb_next is not None:
        trace = trace.tb_next
    return f"{Path(trace.tb_frame.f_code.co_filename).name}, line {trace.tb_lineno}"


def author_message(error: AssertionError) -> str:
    """Return the message that the author wrote after the comma of an assert.

    pytest joins it with its own explanation, which begins on the next line with "assert", and indents its lines.
    """
    text = str(error)
    message, explained, _ = text.rpartition("\nassert ")
    if explained:
        return clean(message.replace("\n  ", "\n"))
    return "" if text.startswith("assert ") else clean(text)


def _asserted(error: AssertionError) -> str:
    """Return what was not so: the condition, or for a mere `False` where it came from."""
    condition, _, rest = str(error).removeprefix("assert ").partition("\n")
    source = re.match(r" \+  where \w+ = (.+)", rest)
    return clean(source[1] if source and condition in ("False", "None", "0") else condition)


def _unit_name(unit: str) -> str:
    return f"`{unit.partition(':')[2]}`"
