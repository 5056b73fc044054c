"""A student's code out of a notebook, whatever state the notebook is in. Nothing is executed.

A notebook has one namespace and a course has modules. So the code becomes the first of the course's modules that it
writes units of, and each other one that it writes units of is `from THAT import *`. Then `from engine import Value` in
a later cell works as it does in a file.

Between their definitions people try things out: they plot, compare with torch, train for a minute, call what is still a
stub. None of that is asked for, and in a notebook none of it stops the cells after it. So what only does something is
left out, and an import or an assignment that fails is passed over.

Notebooks are read as the JSON that they are: nbformat takes half a second to import and refuses what a grader has to
put up with.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Collection, Iterator, Sequence
from typing import Any, Literal

import msgspec

from grader.course import Course
from grader.report import Problem
from grader.source import SourceProblem, parse
from grader.submission import MAX_FILE, Submission, too_large
from grader.units import Function

__all__ = ["MAX_NOTEBOOK", "NAME", "submission_of"]

MAX_NOTEBOOK = 50 * 1024 * 1024  # bytes; pictures that were shown are part of it
MAX_MAGICS = 200  # lines of one cell
NAME = "notebook.ipynb"

_RUN_HERE = ("time", "timeit", "capture", "prun")  # `%%time` and the like run the rest of the cell as Python
_MAGIC = re.compile(r"\s*(?:[%!?]|.*\?\s*$|[^=#'\"]+=\s*[%!])")
_CELL_MAGIC = re.compile(r"\s*%%(\w*)")
_NEW = "Save the notebook once more in Jupyter, and hand in the .ipynb file that it writes."


class _Book(msgspec.Struct):
    cells: list[msgspec.Raw] = []
    worksheets: list[msgspec.Raw] = []  # before version 4 the cells were in sheets


class _Cell(msgspec.Struct):
    """The fields that matter; of any kind, because anybody can edit a notebook by hand."""

    cell_type: Any = ""
    source: Any = ""
    input: Any = ""  # the source, before version 4
    metadata: Any = None


def submission_of(course: Course, data: bytes, name: str = NAME) -> Submission:
    """Return the submission that a notebook is. One that cannot be read is a submission with that Problem."""
    if len(data) > MAX_NOTEBOOK:
        too_much = f"is larger than {MAX_NOTEBOOK >> 20} MiB"
        return Submission.unusable(course, Problem(name, f"{name} {too_much}", "Clear its outputs, and save it again."))
    try:
        cells = list(_code_cells(data))
    except _Unreadable as error:
        return Submission.unusable(course, Problem(name, f"{name} {error}", _NEW))
    script = _script(course, cells)
    text = "\n".join([*script.lines, ""])
    code = text.encode("utf-8", "surrogatepass")
    if len(code) > MAX_FILE:
        return Submission.unusable(course, too_large(name))
    if not text.strip():
        return Submission.unusable(course, Problem(name, f"{name} holds no code", "Write your code into code cells."))
    home, *others = _modules_in(course, text)
    files = {home: (name, code)} | {other: (f"{other}.py", f"from {home} import *\n".encode()) for other in others}
    return Submission(course, files, {}, cells={home: tuple(script.cells)})


class _Unreadable(Exception):
    """Why a notebook cannot be read, behind its name."""


def _code_cells(data: bytes) -> Iterator[tuple[int, str]]:
    """Yield the number and the Python source of each code cell; tests that nbgrader put there are left out."""
    number = 0
    for cell in _cells(data):
        if cell.cell_type != "code":
            continue
        number += 1
        if not _is_test(cell.metadata):
            yield number, _python(_text(cell.source) or _text(cell.input))


def _cells(data: bytes) -> list[_Cell]:
    book = _decoded(data.removeprefix(b"\xef\xbb\xbf"), _Book)
    if book is None:
        raise _Unreadable("is not a notebook: it is not the JSON that Jupyter writes")
    raw = list(book.cells)
    for sheet in book.worksheets:
        inner = _decoded(bytes(sheet), _Book)
        raw += inner.cells if inner else []
    return [cell for part in raw if (cell := _decoded(bytes(part), _Cell)) is not None]


def _decoded(data: bytes, kind: type[Any]) -> Any:
    """Return JSON as a record, or None. What only Python's reader takes, as NaN in an output, is taken as well."""
    try:
        return msgspec.json.decode(data, type=kind)
    except msgspec.ValidationError:
        return None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        pass
    try:
        return msgspec.convert(_with_raw(json.loads(data), kind), kind)
    except (msgspec.ValidationError, ValueError, RecursionError, TypeError):
        return None


def _with_raw(document: Any, kind: type[Any]) -> Any:
    """Return a document with the parts that are kept raw written as JSON again."""
    if kind is not _Book or not isinstance(document, dict):
        return document
    return {
        key: [msgspec.Raw(json.dumps(part).encode()) for part in parts]
        for key, parts in document.items()
        if key in ("cells", "worksheets") and isinstance(parts, list)
    }


def _is_test(metadata: Any) -> bool:
    """Return whether a cell is one of nbgrader's tests; a student may have written over what else it says."""
    mark = metadata.get("nbgrader") if isinstance(metadata, dict) else None
    return isinstance(mark, dict) and mark.get("grade") is True and mark.get("solution") is not True


def _text(source: Any) -> str:
    """Return a cell's source, which is a text or a list of lines."""
    if isinstance(source, list):
        source = "".join(line for line in source if isinstance(line, str))
    if not isinstance(source, str):
        return ""
    return source.replace("\r\n", "\n").replace("\r", "\n").rstrip("\n")


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


class _Script:
    """The lines of a module that is being made of cells, and where each run of lines comes from."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.cells: list[tuple[int, int, int]] = []  # a line here, the number of its cell, and its line there

    def add(self, lines: Sequence[str], cell: int, first: int) -> None:
        """Add lines of a cell, of which the first is the line `first`."""
        self.cells.append((len(self.lines) + 1, cell, first))
        self.lines += lines


def _script(course: Course, cells: Sequence[tuple[int, str]]) -> _Script:
    """Return what cells become as a module."""
    units = {unit.partition(":")[2] for unit in course.units}
    script = _Script()
    futures = dict.fromkeys(name for _, source in cells for line in _FUTURE.findall(source) for name in line.split(","))
    if futures:  # in a file they have to come before all else
        script.lines.append(f"from __future__ import {', '.join(map(str.strip, futures))}")
    for number, source in cells:
        _add_cell(script, units, number, _FUTURE.sub(r"pass  # \g<0>", source))
    return script


_FUTURE = re.compile(r"^from __future__ import ([\w ,]+)$", re.MULTILINE)


def _add_cell(script: _Script, units: Collection[str], number: int, source: str) -> None:
    lines = source.split("\n")
    try:
        module = parse(source)
    except SourceProblem:
        if not _DEFINES.search(source):  # half a line that was tried out
            lines = [f"# {line}" for line in lines]
        script.add(lines, number, 1)
        return
    wanted = {id(unit.outer) for unit in module.history if unit.name in units}
    done = 0
    for first, last, uses in _groups(module.tree, wanted):
        script.add(lines[done : first - 1], number, done + 1)
        own = lines[first - 1 : last]
        if uses == "try":  # the rest of its lines may be inside brackets or a text, so they stay as they are
            script.add([f"try: {own[0]}", *own[1:]], number, first)
            script.lines.append("except Exception: pass")
        else:
            script.add(own if uses == "keep" else [f"# {line}" for line in own], number, first)
        done = last
    script.add(lines[done:], number, done + 1)


_DEFINES = re.compile(r"\b(?:def|class|lambda|import)\b")
_Use = Literal["keep", "try", "drop"]


def _groups(tree: ast.Module, wanted: Collection[int]) -> Iterator[tuple[int, int, _Use]]:
    """Yield the first and last line of each statement, and what to do with it; those that share lines go together."""
    groups: list[tuple[int, int, set[_Use]]] = []
    for node in tree.body:
        decorators = node.decorator_list if isinstance(node, Function | ast.ClassDef) else []
        first = min([node.lineno, *(decorator.lineno for decorator in decorators)])
        last = node.end_lineno or node.lineno
        use = "keep" if id(node) in wanted else _use(node)
        if groups and first <= groups[-1][1]:
            before, _, uses = groups.pop()
            groups.append((before, last, uses | {use}))
        else:
            groups.append((first, last, {use}))
    for first, last, uses in groups:
        yield first, last, "keep" if "keep" in uses else "try" if "try" in uses else "drop"


def _use(node: ast.stmt) -> _Use:
    match node:
        case ast.Import() | ast.ImportFrom() | ast.Assign() | ast.AnnAssign() | ast.AugAssign() | ast.Delete():
            return "try"
        case ast.Expr() | ast.Assert() | ast.Raise() | ast.For() | ast.While() | ast.With():
            return "keep" if any(map(_defines, ast.walk(node))) else "drop"
    return "keep"


def _defines(node: ast.AST) -> bool:
    """Return whether a part of a statement gives a name, or a class a member, for later."""
    return isinstance(node, Function | ast.ClassDef) or (isinstance(node, ast.Name) and node.id == "setattr")


def _modules_in(course: Course, text: str) -> list[str]:
    """Return the course's modules whose units the code writes, in order; the first of all when it writes none."""
    try:
        bound = {name for name, unit in parse(text).units.items() if unit.kind != "import"}
    except SourceProblem:
        return list(course.modules)  # each of them cannot be read, then
    written = {module for module, _, name in (unit.partition(":") for unit in course.units) if name in bound}
    return [module for module in course.modules if module in written] or [course.modules[0]]
