"""Everything the grader refuses, in one tree.

    GraderError            shown as a message on stderr, exit code 2, never a traceback
    ├── UsageError         the command line, the workspace or the submission's path is not usable
    └── CourseError        the course is at fault: the file, the field, and what its author can do

A student's failing code is not an error: it is data in the report. Anything else that escapes is a bug of ours and
shows its traceback.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

__all__ = ["CourseError", "GraderError", "UsageError", "did_you_mean", "nearest"]


class GraderError(Exception):
    """What went wrong, and in `advice` what to do about it."""

    def __init__(self, problem: str, advice: str = "") -> None:
        super().__init__(problem)
        self.problem = problem
        self.advice = advice


class UsageError(GraderError):
    """The user can mend this: a path, a name, an option."""


class CourseError(GraderError):
    """The author of the course can mend this."""

    def __init__(self, file: Path | str, field: str, problem: str, advice: str = "") -> None:
        where = f"{file}: {field}" if field else str(file)
        super().__init__(f"{where}: {problem}", advice)
        self.file = file
        self.field = field


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return `Did you mean 'outlines'?`, or an empty string when nothing is near.

    Another number is no slip of the finger: for stage9 nobody means stage7.
    """
    near = nearest(word, [name for name in known if _without_digits(name) != _without_digits(word)], 0.5)
    return f"Did you mean '{near}'?" if near else ""


def nearest(word: str, known: Sequence[str], likeness: float = 0.75) -> str:
    """Return the known word that is most like another one, or an empty string when none is."""
    import difflib

    return next(iter(difflib.get_close_matches(word, known, n=1, cutoff=likeness)), "")


def _without_digits(word: str) -> str:
    return "".join(letter for letter in word if not letter.isdigit())
