"""A student's notebook with our cells as they were handed out, whatever became of them; what is theirs stays.

Cells are known by nbgrader's mark. Those that students may not edit get their text and their mark back, and their
place, if they are gone. Cells to write in keep what the student wrote, also where they were made text, or were split in
two: then the last part bears the mark. All other cells are the student's own. Nothing that was shown is kept.

Cells are plain dicts, as in the file, and are never changed: many notebooks share ours.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from grader.errors import UsageError
from grader.notebook import Cell, read_cells, text_of
from grader.report import Problem

__all__ = ["Handout", "code_of", "is_answered", "is_test", "name_of", "read_handout", "restored"]

Json = dict[str, Any]

_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")


class Handout(msgspec.Struct, frozen=True):
    """A notebook as students get it: its cells, each with nbgrader's mark, and what it says of its kernel."""

    cells: tuple[Json, ...]
    metadata: Json

    @property
    def names(self) -> list[str]:
        """The names of the marked cells."""
        return [name for cell in self.cells if (name := name_of(cell))]


def read_handout(file: Path) -> Handout:
    """Read a notebook of nbgrader's `release` folder; UsageError when there is none, or when it is damaged."""
    advice = f"Make it again: nbgrader generate_assignment {file.stem} --force"
    try:
        document = json.loads(file.read_bytes())
        cells = tuple(_whole(cell) for cell in document["cells"])
        return Handout(cells, {"kernelspec": document["metadata"]["kernelspec"]})
    except FileNotFoundError:
        raise UsageError(f"there is no {file}, which is what students were given", advice) from None
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        raise UsageError(f"{file} is not a notebook as nbgrader makes it", advice) from None


def _whole(cell: Json) -> Json:
    source = cell["source"]
    text = source if isinstance(source, str) else "".join(source)
    return _cell(cell["cell_type"], text, str(cell["id"]), cell["metadata"], cell.get("attachments"))


def _cell(kind: str, text: str, identity: str, metadata: Json, attachments: object = None) -> Json:
    cell = {"cell_type": kind, "id": identity, "metadata": metadata, "source": text}
    if kind == "code":
        return cell | {"execution_count": None, "outputs": []}
    return cell | ({"attachments": attachments} if _are_attachments(attachments) else {})


def _are_attachments(found: object) -> bool:
    """Whether these are pictures as the notebook format has them: by name, and by kind."""
    try:
        json.dumps(found, ensure_ascii=False).encode()
    except (ValueError, TypeError):
        return False
    return isinstance(found, dict) and all(
        isinstance(kinds, dict) and all(isinstance(data, str) for data in kinds.values()) for kinds in found.values()
    )


def name_of(cell: Json) -> str:
    """Return the name that nbgrader knows a cell by; "" for one that it doesn't know."""
    mark = cell["metadata"].get("nbgrader")
    name = mark.get("grade_id") if isinstance(mark, dict) else None
    return name if isinstance(name, str) else ""


def is_test(cell: Json) -> bool:
    """Return whether a cell, marked by us, is one of the tests."""
    mark = cell["metadata"].get("nbgrader") or {}
    return bool(mark.get("grade")) and not mark.get("solution") and cell["cell_type"] == "code"


def is_answered(handout: Handout, cell: Json) -> bool:
    """Return whether something else stands in a cell than what was handed out there."""
    return any(cell["source"] != given["source"] for given in handout.cells if name_of(given) == name_of(cell))


def code_of(cells: Sequence[Json]) -> list[tuple[int, str]]:
    """Return the student's code, cell by cell, each with its number among the code cells; tests are left out."""
    code = [cell for cell in cells if cell["cell_type"] == "code"]
    return [(number, cell["source"]) for number, cell in enumerate(code, 1) if not is_test(cell)]


def restored(handout: Handout, data: bytes | Problem | None) -> list[Json]:
    """Return the cells of a student's notebook with ours in order; of no notebook, those that were handed out.

    `grader.notebook.Unreadable` when it is no notebook.
    """
    if not isinstance(data, bytes):
        return list(handout.cells)
    given = {name: cell for cell in handout.cells if (name := name_of(cell))}
    cells = list(_placed(given, read_cells(data)))
    _put_back(handout, cells)
    _name_apart(cells)
    return cells


def _placed(given: dict[str, Json], cells: Sequence[Cell]) -> Iterator[Json]:
    """Yield the student's cells, ours among them as they ought to be."""
    names = [_mark(cell) for cell in cells]
    last = {name: index for index, name in enumerate(names)}
    for index, (cell, name) in enumerate(zip(cells, names, strict=True)):
        if name not in given or last[name] != index:
            yield _own(cell)
        elif _is_locked(given[name]):
            yield given[name]
        else:
            ours = given[name]
            yield _cell(ours["cell_type"], _text(cell), ours["id"], ours["metadata"], cell.attachments)


def _mark(cell: Cell) -> str:
    mark = cell.metadata.get("nbgrader") if isinstance(cell.metadata, dict) else None
    name = mark.get("grade_id") if isinstance(mark, dict) else None
    return name if isinstance(name, str) else ""


def _own(cell: Cell) -> Json:
    kind = cell.cell_type if cell.cell_type in ("code", "markdown") else "raw"
    if cell.cell_type == "heading":  # before version 4
        return _cell("markdown", f"## {_text(cell)}", "", {})
    return _cell(kind, _text(cell), "", {}, cell.attachments)


def _text(cell: Cell) -> str:
    """Return a cell's text in characters that can be written: half of a surrogate pair cannot."""
    return text_of(cell).encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _is_locked(cell: Json) -> bool:
    mark = cell["metadata"].get("nbgrader") or {}
    return not mark.get("solution") and bool(mark.get("grade") or mark.get("locked"))


def _put_back(handout: Handout, cells: list[Json]) -> None:
    """Insert those of our cells that are gone, each behind the one that it followed.

    A cell for code that the student took away stays away: their code may be in another one, and the stub would hide it.
    """
    behind = 0
    for ours in handout.cells:
        name = name_of(ours)
        there = next((index for index, cell in enumerate(cells) if name and name_of(cell) == name), None)
        if there is None and (_is_locked(ours) or ours["metadata"].get("nbgrader", {}).get("grade")):
            cells.insert(behind, ours)
            there = behind
        if there is not None:
            behind = there + 1


def _name_apart(cells: Sequence[Json]) -> None:
    """Give the student's own cells names that none of ours has."""
    taken = {cell["id"] for cell in cells}
    number = 0
    for cell in cells:
        while not cell["id"]:
            number += 1
            cell["id"] = "" if f"own-{number}" in taken else f"own-{number}"
