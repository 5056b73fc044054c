"""Whose code a file's name stands for: ours, a library's, or what somebody wrote into a notebook."""

from __future__ import annotations

import sysconfig
from functools import cache
from pathlib import Path

__all__ = ["is_library", "is_ours"]

_PACKAGE = str(Path(__file__).resolve().parents[1])
_LIBRARIES = tuple({sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")})


@cache
def is_ours(filename: str) -> bool:
    """Return whether a code object's file belongs to the grader; an installed course counts as well."""
    return filename.startswith(_PACKAGE)


@cache
def is_library(filename: str) -> bool:
    """Return whether a code object's file is of Python or of something installed."""
    return filename.startswith(("<frozen", *_LIBRARIES)) and not is_ours(filename)
