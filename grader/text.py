"""Text that a student's code produced, made safe to show and to store.

No control characters, no escape sequences, nothing that cannot be encoded.
"""

from __future__ import annotations

import re
from functools import cache

__all__ = ["clean"]

MAX_TEXT = 2000  # characters kept of any one text


def clean(text: str, limit: int = MAX_TEXT) -> str:
    """Return text from a student's code in a form that is safe to show and to store, capped at `limit` characters."""
    if len(text) <= limit and text.isascii() and text.isprintable():
        return text
    escapes, unsafe = _patterns()
    text = text[: 4 * limit].replace("\r\n", "\n")
    text = unsafe.sub(lambda match: f"\\x{ord(match[0]):02x}", escapes.sub("", text))
    return text if len(text) <= limit else f"{text[: limit - 1]}…"


@cache
def _patterns() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return what is taken away and what is shown as a number; made when it is needed, for most text is harmless.

    Escape sequences as a whole; then every control character but tab and newline, bidirectional overrides, and halves
    of surrogate pairs: what could move a terminal's cursor, reorder a line, fail to encode, or be no XML.
    """
    escapes = r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|.)?"
    unsafe = "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]"
    return re.compile(escapes, re.DOTALL), re.compile(unsafe)
