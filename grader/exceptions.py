"""An exception of a student's code in words, with what a beginner needs beyond Python's own sentence."""

from __future__ import annotations

import re

import msgspec

from grader.errors import nearest
from grader.examination import what_it_did
from grader.proxy import Frame, StudentError
from grader.report import Place
from grader.submission import Submission

__all__ = ["Said", "what_was_raised"]

MAX_NAMED = 3  # lines of a recursion
LIKENESS = 0.6  # of a name that may be meant: `uot` is `out`

_UNKNOWN_NAME = re.compile(r"^name '(\w+)' is not defined")
_NOT_CALLED = re.compile(r"^'(?:builtin_function_or_method|method|function)' object is not (?!callable)")


class Said(msgspec.Struct, frozen=True):
    """The end of a sentence that begins with "your code"; where to look, if that is known better than by the last line.

    `is_clear` when no hint is needed: it would be about something else.
    """

    message: str
    place: Place | None = None
    is_clear: bool = False


def what_was_raised(error: StudentError, submission: Submission) -> Said:
    """Return what to say of an exception."""
    if error.kind == "RecursionError" and (circle := _circle(error.frames)):
        return _told_circle(circle, submission)
    said = what_it_did(error)
    if unknown := _UNKNOWN_NAME.match(error.message):
        names = submission.names(error.frames[-1][0]) if error.frames else ()
        meant = nearest(unknown[1], sorted(names), LIKENESS)
        return Said(f"{said}. Is `{meant}` meant?" if meant else said, is_clear=True)
    if _NOT_CALLED.match(error.message):
        return Said(f"{said}. Are the () of a call missing?", is_clear=True)
    return Said(said)


def _circle(frames: tuple[Frame, ...]) -> list[Frame]:
    """Return the lines that call one another, in their order: those that a traceback holds more than once."""
    return [frame for frame in dict.fromkeys(frames) if frames.count(frame) > 1]


def _told_circle(circle: list[Frame], submission: Submission) -> Said:
    places = [submission.place(*frame) for frame in circle]
    named = [f"`{place.function}` ({place.spot})" for place in places[:MAX_NAMED]]
    if len(places) == 1:
        return Said(f"raised RecursionError: {named[0]} called itself until Python stopped it", places[0])
    rest = f" and {len(places) - MAX_NAMED} more lines" if len(places) > MAX_NAMED else ""
    lines = f"{', '.join(named)}{rest}" if rest else f"{', '.join(named[:-1])} and {named[-1]}"
    return Said(f"raised RecursionError: {lines} called each other until Python stopped them", places[0])
