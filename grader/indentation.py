"""Moving a statement to another indentation without changing what it means."""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Callable, Iterator

__all__ = ["indented", "leading", "moved", "width"]

Level = tuple[str, str]  # the indentation of a block, and what it becomes
Token = tuple[int, int, int]  # type, first and last row
_LEADING = re.compile(r"[ \t\f]*")
_IGNORED = frozenset({tokenize.NL, tokenize.COMMENT, tokenize.ENDMARKER})
_OPENING = {getattr(tokenize, f"{kind}STRING_START", None) for kind in "FT"}  # Python 3.12 takes f-strings apart
_CLOSING = {getattr(tokenize, f"{kind}STRING_END", None) for kind in "FT"}


def leading(line: str) -> str:
    """Return the white space that a line begins with."""
    found = _LEADING.match(line)
    return found[0] if found else ""


def width(space: str) -> int:
    """Return how far an indentation reaches; a tab reaches to the next multiple of eight, as for Python."""
    return len(space.rpartition("\f")[2].expandtabs(8))


def indented(source: str, base: str, by: str | None) -> str:
    """Return a dedented statement at the indentation `base`, each level `by` deeper; None keeps its own levels."""
    return moved(source, lambda depth, old: base + (old if by is None else by * depth))


def moved(source: str, convert: Callable[[int, str], str]) -> str:
    """Return a statement (with LF line ends) at another indentation: `convert` gives a block's, by depth and old one.

    Continuation lines and comments move with their block. Lines that begin inside a string stay, for its value not to
    change, except in docstrings. Empty lines stay empty.
    """
    lines = source.split("\n")
    levels, fixed = _layout(source, lines, convert)
    return "\n".join(
        line if row in fixed or not line else _moved_line(line, around)
        for row, (line, around) in enumerate(zip(lines, levels, strict=True))
    )


def _moved_line(line: str, levels: list[Level]) -> str:
    """A line moves with the deepest of the blocks around it that it is indented by."""
    fitting = [level for level in levels if line.startswith(level[0])]
    if not fitting:
        return line
    old, new = max(fitting, key=lambda level: len(level[0]))
    return new + line[len(old) :]


def _layout(source: str, lines: list[str], convert: Callable[[int, str], str]) -> tuple[list[list[Level]], set[int]]:
    """Return for each line the blocks around it, outermost first, and which lines begin inside a string."""
    around: list[list[Level] | None] = [None] * len(lines)
    fixed: set[int] = set()
    stack: list[Level] = []
    for depth, first, last, inside in _logical_lines(source):
        old = leading(lines[first])
        stack = [*stack[:depth], (old, convert(depth, old))]
        around[first : last + 1] = [stack] * (last + 1 - first)
        fixed |= inside
    return _between(around), fixed


def _between(around: list[list[Level] | None]) -> list[list[Level]]:
    """A comment between two statements may belong to the block of either."""
    before = _carried(around)
    after = _carried(around[::-1])[::-1]
    return [b if b is a else [*b, *a] for b, a in zip(before, after, strict=True)]


def _carried(around: list[list[Level] | None]) -> list[list[Level]]:
    """Fill each gap with what stands before it."""
    last: list[Level] = []
    return [last := last if levels is None else levels for levels in around]


def _logical_lines(source: str) -> Iterator[tuple[int, int, int, set[int]]]:
    """Yield depth, first and last row of each logical line, and its rows that begin inside a string."""
    depth = 0
    base: int | None = None
    line: list[Token] = []
    for kind, _, (start, _), (end, _), _ in tokenize.generate_tokens(io.StringIO(source).readline):
        if kind == tokenize.INDENT:
            depth += 1
        elif kind == tokenize.DEDENT:
            depth -= 1
        elif kind not in _IGNORED:
            line.append((kind, start - 1, end - 1))  # whole tokens hold a copy of their line each, in Python 3.12.1
        if kind == tokenize.NEWLINE:
            base = depth if base is None else base
            yield depth - base, line[0][1], start - 1, _inside_strings(line)
            line = []


def _inside_strings(line: list[Token]) -> set[int]:
    if [kind for kind, _, _ in line] == [tokenize.STRING, tokenize.NEWLINE]:
        return set()  # a docstring
    rows: set[int] = set()
    opened: list[int] = []
    for kind, first, last in line:
        if kind == tokenize.STRING:
            rows.update(range(first + 1, last + 1))
        elif kind in _OPENING:
            opened.append(first)
        elif kind in _CLOSING:
            rows.update(range(opened.pop() + 1, last + 1))
    return rows
