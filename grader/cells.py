"""From the cells of a notebook to one module: the definitions, without what only a notebook understands.

Between their definitions people try things out: they plot, compare with a library, train for a minute, call what is
still a stub. None of that is asked for, and in a notebook none of it stops the cells after it. So what only does
something is left out, and an import or an assignment that fails is passed over, unless it binds a unit of the course.

Lines stay whole and in order, so that a place in the module is a place in a cell.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterable, Sequence
from typing import Literal

from grader.course import Course
from grader.source import SourceProblem, parse
from grader.units import Function

__all__ = ["Script", "script_of"]

MAX_MAGICS = 200  # lines of one cell

_RUN_HERE = ("time", "timeit", "capture", "prun")  # `%%time` and the like run the rest of the cell as Python
_MAGIC = re.compile(r"\s*(?:[%!?]|.*\?\s*$|[^=#'\"]+=\s*[%!])")
_CELL_MAGIC = re.compile(r"\s*%%(\w*)")
_FUTURE = re.compile(r"^from __future__ import ([\w ,]+)$", re.MULTILINE)
_DEFINES = re.compile(r"\b(?:def|class|lambda|import)\b")
_Use = Literal["keep", "try", "rename", "drop"]


class Script:
    """The lines of a module that is being made of cells, and where each run of lines comes from."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.cells: list[tuple[int, int, int]] = []  # a line here, the number of its cell, and its line there

    @property
    def text(self) -> str:
        return "\n".join([*self.lines, ""])

    def add(self, lines: Sequence[str], cell: int, first: int) -> None:
        """Add lines of a cell, of which the first is the line `first`."""
        self.cells.append((len(self.lines) + 1, cell, first))
        self.lines += lines


def script_of(course: Course, cells: Iterable[tuple[int, str]], outside: Collection[str] = ()) -> Script:
    """Return what code cells, with their numbers, become as a module; modules `outside` are files of their own."""
    cells = [(number, _python(source)) for number, source in cells]
    script = Script()
    futures = dict.fromkeys(name for _, source in cells for line in _FUTURE.findall(source) for name in line.split(","))
    if futures:  # in a file they have to come before all else
        script.lines.append(f"from __future__ import {', '.join(map(str.strip, futures))}")
    for number, source in cells:
        _add_cell(script, course, outside, number, _FUTURE.sub(r"pass  # \g<0>", source))
    return script


def _add_cell(script: Script, course: Course, outside: Collection[str], number: int, source: str) -> None:
    lines = source.split("\n")
    try:
        module = parse(source)
    except SourceProblem:
        if not _DEFINES.search(source):  # half a line that was tried out
            lines = [f"# {line}" for line in lines]
        script.add(lines, number, 1)
        return
    units = {unit.partition(":")[2] for unit in course.units}
    wanted = {id(unit.outer) for unit in module.history if unit.name in units and unit.kind != "import"}
    modules = set(course.modules) - set(outside)
    done = 0
    for nodes in _on_lines_of_their_own(module.tree):
        first, last = min(map(_first_line, nodes)), max(node.end_lineno or node.lineno for node in nodes)
        uses = {"keep" if id(node) in wanted else _use(node, modules) for node in nodes}
        script.add(lines[done : first - 1], number, done + 1)
        script.add(_used(lines[first - 1 : last], nodes, uses), number, first)
        if not uses.isdisjoint(("try", "rename")) and "keep" not in uses:
            script.lines.append("except Exception: pass")
        done = last
    script.add(lines[done:], number, done + 1)


def _used(lines: list[str], nodes: Sequence[ast.stmt], uses: Collection[_Use]) -> list[str]:
    """Return the lines of statements as they are to be in the module, as many as there were."""
    if "keep" in uses:
        return lines
    if "try" in uses:  # the rest of its lines may be inside brackets or a text, so they stay as they are
        return [f"try: {lines[0]}", *lines[1:]]
    commented = [f"# {line}" for line in lines]
    if "rename" in uses:  # what a notebook imports of the course is in it
        return [f"try: {'; '.join(_renamed(nodes))}  {commented[0]}", *commented[1:]]
    return commented


def _renamed(nodes: Sequence[ast.stmt]) -> list[str]:
    aliases = [alias for node in nodes if isinstance(node, ast.ImportFrom) for alias in node.names if alias.asname]
    return [f"{alias.asname} = {alias.name}" for alias in aliases] or ["pass"]


def _on_lines_of_their_own(tree: ast.Module) -> list[list[ast.stmt]]:
    """Return the statements of a cell; those that share a line go together."""
    groups: list[list[ast.stmt]] = []
    for node in tree.body:
        if groups and _first_line(node) <= (groups[-1][-1].end_lineno or 0):
            groups[-1].append(node)
        else:
            groups.append([node])
    return groups


def _first_line(node: ast.stmt) -> int:
    decorators = node.decorator_list if isinstance(node, Function | ast.ClassDef) else []
    return min([node.lineno, *(decorator.lineno for decorator in decorators)])


def _use(node: ast.stmt, modules: Collection[str]) -> _Use:
    match node:
        case ast.ImportFrom(module=module, level=0) if module in modules:
            return "rename"
        case ast.AsyncFor() | ast.AsyncWith() | ast.Return():
            return "drop"
        case ast.Assign(value=ast.Await() | ast.Yield()):  # outside of a function only a notebook takes it
            return "drop"
        case ast.Import() | ast.ImportFrom() | ast.Assign() | ast.AnnAssign() | ast.AugAssign() | ast.Delete():
            return "try"
        case ast.Expr() | ast.Assert() | ast.Raise() | ast.For() | ast.While() | ast.With():
            return "keep" if any(map(_defines, ast.walk(node))) else "drop"
    return "keep"


def _defines(node: ast.AST) -> bool:
    """Return whether a part of a statement gives a name, or a class a member, for later."""
    return isinstance(node, Function | ast.ClassDef) or (isinstance(node, ast.Name) and node.id == "setattr")


def _python(source: str) -> str:
    """Return a cell with what only a notebook understands put into comments, line by line.

    Where a cell is plain Python nothing is touched: `% b)` may go on from the line before, and text may hold anything.
    """
    lines = source.split("\n")
    first = next((line for line in lines if line.strip()), "")
    if magic := _CELL_MAGIC.match(first):
        lines[lines.index(first)] = f"pass  # {first.strip()}"
        if magic[1] not in _RUN_HERE:
            return "\n".join(f"# {line}" for line in lines)
    if not any(map(_MAGIC.match, lines)):
        return "\n".join(lines)
    for _ in range(MAX_MAGICS):
        at = _first_fault(lines)
        if at is None or not _MAGIC.match(lines[at]):
            break
        indent = len(lines[at]) - len(lines[at].lstrip())
        lines[at] = f"{lines[at][:indent]}pass  # {lines[at].strip()}"
    return "\n".join(lines)


def _first_fault(lines: Sequence[str]) -> int | None:
    """Return the index of the line that Python cannot read, if it stumbles over one."""
    try:
        parse("\n".join(lines))
    except SourceProblem as problem:
        return problem.line - 1 if problem.line and problem.line <= len(lines) else None
    return None
