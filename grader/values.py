"""Plain values in words: floats with as many digits as a reader needs, no addresses, nothing long."""

from __future__ import annotations

import re
from typing import Any

from grader.text import clean

__all__ = ["is_short", "readable", "shown"]

MAX_VALUE = 300  # characters of a value
MAX_LENGTH = 6  # single values in one that is told in passing
DIGITS = 7  # significant digits of a float that is shown


def readable(value: Any) -> str:
    """Return a value's repr with its floats rounded to DIGITS significant digits."""
    if isinstance(value, float):
        rounded = float(f"{value:.{DIGITS}g}")
        return repr(rounded)
    if type(value) is list:
        return clean(f"[{', '.join(map(readable, value))}]", MAX_VALUE)
    if type(value) is tuple and len(value) > 1:
        return clean(f"({', '.join(map(readable, value))})", MAX_VALUE)
    return shown(value)


def shown(value: Any) -> str:
    """Return a value's repr, exactly."""
    return clean(_ADDRESS.sub("", repr(value)), MAX_VALUE)


_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")  # in the usual repr of an object: different in each run


def is_short(value: object) -> bool:
    """Whether a value is plain and short enough to be told in passing."""
    return _is_plain(value) and _size(value) <= MAX_LENGTH


def _size(value: object) -> int:
    """Return how many single values there are in a value."""
    return sum(map(_size, value)) if isinstance(value, list | tuple) else 1


def _is_plain(value: object) -> bool:
    if isinstance(value, list | tuple):
        return all(map(_is_plain, value))
    return isinstance(value, int | float | str)
