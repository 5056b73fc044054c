"""A student's code out of a notebook, whatever state the notebook is in. Nothing is executed.

A notebook has one namespace and a course has modules. So the code becomes the first of the course's modules that it
writes units of, and each other one that it writes units of is `from THAT import *`; a later cell's
`from plane import area` has nothing left to do.

Notebooks are read as the JSON that they are: nbformat takes half a second to import and refuses what a grader has to
put up with.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

import msgspec

from grader.cells import script_of
from grader.course import Course
from grader.report import Problem
from grader.source import SourceProblem, parse
from grader.submission import MAX_FILE, Submission, too_large

__all__ = [
    "MAX_NOTEBOOK",
    "NAME",
    "SAVE_AGAIN",
    "Cell",
    "Unreadable",
    "read_cells",
    "submission_of",
    "submission_of_cells",
    "text_of",
]

MAX_NOTEBOOK = 50 * 1024 * 1024  # bytes; pictures that were shown are part of it
MAX_CELLS = 10_000
NAME = "notebook.ipynb"

SAVE_AGAIN = "Save the notebook once more in Jupyter, and hand in the .ipynb file that it writes."


class _Book(msgspec.Struct):
    cells: list[msgspec.Raw] = []
    worksheets: list[msgspec.Raw] = []  # before version 4 the cells were in sheets


class Cell(msgspec.Struct):
    """The fields that matter; of any kind, because anybody can edit a notebook by hand."""

    cell_type: Any = ""
    source: Any = ""
    input: Any = ""  # the source, before version 4
    metadata: Any = None
    attachments: Any = None  # pictures in a text cell


def submission_of(course: Course, data: bytes, name: str = NAME) -> Submission:
    """Return the submission that a notebook is. One that cannot be read is a submission with that Problem."""
    if len(data) > MAX_NOTEBOOK:
        too_much = f"is larger than {MAX_NOTEBOOK >> 20} MiB"
        return Submission.unusable(course, Problem(name, f"{name} {too_much}", "Clear its outputs, and save it again."))
    try:
        cells = list(_code_cells(data))
    except Unreadable as error:
        return Submission.unusable(course, Problem(name, f"{name} {error}", SAVE_AGAIN))
    return submission_of_cells(course, cells, name)


def submission_of_cells(
    course: Course,
    cells: Iterable[tuple[int, str]],
    name: str = NAME,
    beside: Mapping[str, bytes] = MappingProxyType({}),
) -> Submission:
    """Return the submission that code cells are, each given with its number.

    `beside` are modules that lie beside the notebook. One of the course's counts if the notebook itself writes none of
    its units.
    """
    cells = list(cells)
    script = script_of(course, cells)
    home, *others = _modules_in(course, script.text)
    brought = {module: data for module, data in beside.items() if module not in (home, *others)}
    if not brought.keys().isdisjoint(course.modules):
        script = script_of(course, cells, outside=brought)
    code = script.text.encode("utf-8", "surrogatepass")
    if len(code) + sum(map(len, brought.values())) > MAX_FILE:
        return Submission.unusable(course, too_large(name))
    if not script.text.strip():
        return Submission.unusable(course, Problem(name, f"{name} holds no code", "Write your code into code cells."))
    files = {home: (name, code)} | {other: (f"{other}.py", f"from {home} import *\n".encode()) for other in others}
    files |= {module: (f"{module}.py", data) for module, data in brought.items()}
    return Submission(course, files, {}, cells={home: tuple(script.cells)})


class Unreadable(Exception):
    """Why a notebook cannot be read, behind its name."""


def _code_cells(data: bytes) -> Iterator[tuple[int, str]]:
    """Yield the number and the source of each code cell; tests that nbgrader put there are left out."""
    number = 0
    for cell in read_cells(data):
        if cell.cell_type != "code":
            continue
        number += 1
        if not _is_test(cell.metadata):
            yield number, text_of(cell)


def read_cells(data: bytes) -> list[Cell]:
    """Return the cells of a notebook of any version; what is no cell is left out. Unreadable when it is no notebook."""
    book = _decoded(data.removeprefix(b"\xef\xbb\xbf"), _Book)
    if book is None:
        raise Unreadable("is not a notebook: it is not the JSON that Jupyter writes")
    raw = list(book.cells)
    for sheet in book.worksheets:
        inner = _decoded(bytes(sheet), _Book)
        raw += inner.cells if inner else []
    if len(raw) > MAX_CELLS:
        raise Unreadable(f"holds more than {MAX_CELLS:,} cells")
    return [cell for part in raw if (cell := _decoded(bytes(part), Cell)) is not None]


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


def text_of(cell: Cell) -> str:
    """Return a cell's source, which is a text or a list of lines."""
    return _text(cell.source) or _text(cell.input)


def _text(source: Any) -> str:
    if isinstance(source, list):
        source = "".join(line for line in source if isinstance(line, str))
    if not isinstance(source, str):
        return ""
    return source.replace("\r\n", "\n").replace("\r", "\n").rstrip("\n")


def _modules_in(course: Course, text: str) -> list[str]:
    """Return the course's modules whose units the code writes, in order; the first of all when it writes none."""
    try:
        bound = {name for name, unit in parse(text).units.items() if unit.kind != "import"}
    except SourceProblem:
        return list(course.modules)  # each of them cannot be read, then
    written = {module for module, _, name in (unit.partition(":") for unit in course.units) if name in bound}
    return [module for module in course.modules if module in written] or [course.modules[0]]
