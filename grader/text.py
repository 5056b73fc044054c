"""Text that a student's code produced, made safe to show and to store.

No control characters, no escape sequences, nothing that cannot be encoded.
"""

from __future__ import annotations

import re

__all__ = ["clean"]

MAX_TEXT = 2000  # characters kept of any one text

# Escape sequences as a whole; then every control character but tab and newline, bidirectional overrides, and halves
# of surrogate pairs: what could move a terminal's cursor, reorder a line, fail to encode, or be no XML.
_ESCAPES = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|.)?", re.DOTALL)
_UNSAFE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]"
)


def clean(text: str, limit: int = MAX_TEXT) -> str:
    """Return text from a student's code in a form that is safe to show and to store, capped at `limit` characters."""
    text = text[: 4 * limit].replace("\r\n", "\n")
    text = _UNSAFE.sub(lambda match: f"\\x{ord(match[0]):02x}", _ESCAPES.sub("", text))
    return text if len(text) <= limit else f"{text[: limit - 1]}…"
