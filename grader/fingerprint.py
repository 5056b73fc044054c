"""What a wrong unit does to its checks, in a form that does not depend on how its code is spelt.

An *observation* says how one check ended: at which of its statements, and with which value or exception. The
*fingerprint* of a unit is the observation of each failing check that is about it. Both are plain text, so that they can
be stored beside the course and compared without any solution at hand.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any

import pytest

from grader.examination import NotWritten, Unusable
from grader.proxy import Handle, StudentError, WrongKind
from grader.report import CheckResult, Outcome
from grader.steps import frame_of
from grader.verdict import Check, Comparison, author_message
from grader.workers import WorkerLost

__all__ = ["Fingerprint", "fingerprint_of", "observe"]

DIGITS = 6  # significant digits of an observed float; checks compare more exactly than this
NUDGE = 1e-9  # moves 2.5000005, which is likely, off the border between two roundings
NOTHING = 1e-9  # what is left of 0.1 + 0.2 - 0.3
MAX_ELEMENTS = 64
MAX_TEXT = 80  # of a message, which alone tells apart what asserts without a comparison found

Fingerprint = Mapping[str, str]  # the id of each failing check about a unit, and what was observed


def observe(check: Check, error: BaseException, comparison: Comparison | None) -> str:
    """Return what was observed in a check that ended with `error`."""
    if isinstance(error, NotWritten):
        return "todo"
    if isinstance(error, Unusable | WorkerLost):
        return error.outcome
    _, line = frame_of(check.function, error.__traceback__)
    reached = line - check.function.__code__.co_firstlineno if line else 0  # it may not have begun
    return f"+{reached}: {_seen(error, comparison)}"


def _seen(error: BaseException, comparison: Comparison | None) -> str:
    if isinstance(error, StudentError):
        return f"raises {type(error).__name__}"
    if isinstance(error, WrongKind):
        return "a value of another kind"
    if isinstance(error, pytest.fail.Exception):
        return "nothing raised"
    if isinstance(error, AssertionError):
        return value_text(comparison.left) if comparison is not None else f"not so: {author_message(error)[:MAX_TEXT]}"
    return f"unusable: {type(error).__name__}"


def value_text(value: Any) -> str:
    """Return a value so that equal behaviour gives equal text: floats rounded, ints as floats, sets in order."""
    if value is None or isinstance(value, bool | str | bytes):
        return repr(value)[:80]
    if isinstance(value, int | float):
        return _number_text(value)
    if isinstance(value, Handle):
        return "object"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(value_text, value[:MAX_ELEMENTS]))}]"
    if isinstance(value, set | frozenset):
        return f"{{{', '.join(sorted(map(value_text, value)))}}}"
    return type(value).__name__


def _number_text(number: float) -> str:
    """Return a number so that a rounding error changes nothing, beside zero or halfway between two roundings."""
    try:
        value = float(number) * (1 + NUDGE)
    except OverflowError:
        return "huge"
    if not math.isfinite(value):
        return repr(value)
    rounded = 0.0 if abs(value) < NOTHING else float(f"{value:.{DIGITS}g}")
    return repr(rounded + 0.0)  # + 0.0: no negative zero


def fingerprint_of(unit: str, results: Iterable[CheckResult]) -> Fingerprint:
    """Return the observations of the failing checks that are about a unit: that list it first."""
    return {r.id: r.observed for r in results if r.units[0] == unit and r.outcome is not Outcome.PASSED}
