"""The cells that this kernel has run: what they hold, what number each had, and what all of them come to as a text."""

from __future__ import annotations

import ast
import linecache
from collections.abc import Iterator, Sequence
from typing import Any

from grader.kernel.origin import is_library, is_ours
from grader.source import Module, SourceProblem, parse

__all__ = ["Cells"]

MAX_CELLS = 400  # the last ones


class Cells:
    """What a shell (IPython's, or None) knows of the cells that were run, at the time when it is asked."""

    def __init__(self, shell: Any) -> None:
        self._shell = shell
        self._parsed: dict[str, Module | None] = {}

    def number(self, file: str) -> int | None:
        """Return the number In[…] under which a cell was run last; `file` is the name that its code has."""
        numbers = getattr(getattr(self._shell, "compile", None), "_filename_map", {})
        return numbers.get(file)

    def files(self) -> list[str]:
        """Return the names that the code of cells, and of the student's own files, has, where their source is known."""
        return [file for file in list(linecache.cache) if not is_ours(file) and not is_library(file)]

    def source(self, file: str) -> Module | None:
        """Return the parsed source of a cell, or of another file; None when it is not to be had."""
        if file not in self._parsed:
            try:
                self._parsed[file] = parse("".join(linecache.getlines(file)), file)
            except SourceProblem:
                self._parsed[file] = None
        found = self._parsed[file]
        return found if found and found.lines != ("",) else None

    def run(self) -> list[tuple[int, str]]:
        """Return number and source of the cells that made what there is now, in the order in which they were run.

        A cell that was run again, as it was or edited, stands there once, where it was run last.
        """
        history = getattr(getattr(self._shell, "history_manager", None), "input_hist_raw", ["", ""])
        numbered = list(enumerate(history))[-MAX_CELLS:]
        return list(_without_the_replaced([(number, text) for number, text in numbered if text.strip()]))


def _without_the_replaced(cells: Sequence[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """Yield the cells without those of which all that they bind is bound anew later."""
    kept, texts, bound = [], set[str](), set[str]()
    for number, text in reversed(cells):
        names = _bound(text)
        if text in texts or (names and names <= bound):
            continue
        kept.append((number, text))
        texts.add(text)
        bound |= names or set()
    yield from reversed(kept)


def _bound(text: str) -> set[str] | None:
    """Return the names that a cell binds; None when it does something else as well, or is not plain Python."""
    try:
        body = ast.parse(text).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    names: set[str] = set()
    for node in body:
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                names.add(name)
            case ast.Import(names=aliases) | ast.ImportFrom(names=aliases):
                names |= {(alias.asname or alias.name).partition(".")[0] for alias in aliases}
            case ast.Assign(targets=[ast.Name(id=name)]):
                names.add(name)
            case ast.Expr():
                continue
            case _:
                return None
    return names
