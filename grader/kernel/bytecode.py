"""Checkpoints are compiled once for a kernel, also where nothing may be written beside them.

pytest rewrites a checkpoint's asserts and keeps what it made in `__pycache__`. On a shared machine a student may not
write there, and every single check would wait for it again.
"""

from __future__ import annotations

import contextlib
import os
import sys
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path

__all__ = ["bytecode_kept"]


@contextlib.contextmanager
def bytecode_kept(folder: Path) -> Iterator[None]:
    """Keep compiled modules in a folder of this kernel's for a while, if they cannot be kept where they belong."""
    if not sys.dont_write_bytecode and os.access(folder, os.W_OK):
        yield
        return
    before = sys.dont_write_bytecode, sys.pycache_prefix
    sys.dont_write_bytecode, sys.pycache_prefix = False, _own_folder().name
    try:
        yield
    finally:
        sys.dont_write_bytecode, sys.pycache_prefix = before


@cache
def _own_folder() -> tempfile.TemporaryDirectory[str]:
    """Return the folder, which is removed when the kernel ends."""
    return tempfile.TemporaryDirectory(prefix="gradkata-")
