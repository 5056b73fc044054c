"""Imports what will be needed later, in the time in which the checker waits for answers."""

from __future__ import annotations

import contextlib
import sys
import threading
from collections.abc import Sequence
from importlib import import_module

__all__ = ["import_ahead"]

SWITCH = (
    0.0002  # seconds that an import may go on when an answer has come; Python's own 5 ms would hold up each of them
)


def import_ahead(*modules: str) -> None:
    """Begin to import these modules beside the work of this thread; whoever imports one of them waits for it only.

    For short-lived commands: it makes Python switch between threads more often, and leaves it so.
    """
    sys.setswitchinterval(SWITCH)
    threading.Thread(target=_import, args=(modules,), name="import ahead", daemon=True).start()


def _import(modules: Sequence[str]) -> None:
    for name in modules:
        with contextlib.suppress(Exception):  # it will be raised again where the module is used
            import_module(name)
