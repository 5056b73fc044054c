"""A line of code with a caret under one place, cut at its ends so that both fit on one line each."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from rich.cells import cell_len, set_cell_size
from rich.console import Console, ConsoleOptions
from rich.padding import Padding
from rich.text import Text

__all__ = ["CodeLine"]

INDENT = 4
TAB = "    "


class CodeLine(msgspec.Struct, frozen=True):
    """`column` counts the characters of `text` from 1; with 0, or beyond the text, there is no caret."""

    text: str
    column: int = 0

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterable[Padding]:
        if not 0 < self.column <= len(self.text) + 1:
            yield _indented(Text(self.text.strip().replace("\t", TAB), overflow="fold"))
            return
        before = self.text[: self.column - 1].lstrip().replace("\t", TAB)
        after = self.text[self.column - 1 :].rstrip().replace("\t", TAB)
        if not before:
            after = after.lstrip()
        code, caret = _around(before, after, max(8, options.max_width - INDENT), _ellipsis(options))
        yield _indented(Text(code, no_wrap=True, overflow="crop"))
        yield _indented(Text(f"{' ' * caret}^", style="bold red", no_wrap=True, overflow="crop"))


def _around(before: str, after: str, room: int, ellipsis: str) -> tuple[str, int]:
    """Return the part of a line around a place that fits into `room` cells, and the cells before the place."""
    longest = room - min(cell_len(after), room // 3) - 1
    if cell_len(before) > longest:
        while cell_len(ellipsis + before) > longest:
            before = before[1:]
        before = ellipsis + before
    caret = cell_len(before)
    if caret + cell_len(after) > room:
        after = set_cell_size(after, room - caret - len(ellipsis)).rstrip() + ellipsis
    return before + after, caret


def _ellipsis(options: ConsoleOptions) -> str:
    return "..." if options.ascii_only else "…"


def _indented(line: Text) -> Padding:
    return Padding(line, (0, 0, 0, INDENT))
