"""One stage as a source notebook of nbgrader: lesson, code, and a graded cell for each check.

The notebook is written as the JSON that it is, always the same bytes for the same course: nbformat takes half a second
to import, and would draw the cells' ids by lot.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from grader.course import Course, Stage
from grader.lesson import SECTIONS, read_lesson
from grader.nbgrader.code import Carry, CodeCell, code_cells
from grader.verdict import Check

__all__ = ["Cell", "cells_of", "earlier_stages", "grade_id", "notebook"]

SCHEMA = 3  # of nbgrader's metadata
MAX_ID = 64  # characters of a cell's id, by the notebook format
_UNSAFE = re.compile(r"[^A-Za-z0-9_-]")


class Cell(msgspec.Struct, frozen=True):
    """A cell with its name, unique in the notebook; `points` are those of a graded cell."""

    name: str
    text: str
    is_code: bool = False
    is_solution: bool = False
    points: float | None = None


def notebook(cells: Iterable[Cell]) -> str:
    """Return the notebook that these cells are."""
    document = {
        "cells": [_document(cell) for cell in cells],
        "metadata": {
            "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
            "language_info": {"name": "python"},
        },
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    return json.dumps(document, indent=1, sort_keys=True, ensure_ascii=False) + "\n"


def _document(cell: Cell) -> dict[str, Any]:
    mark: dict[str, Any] = {
        "grade": cell.points is not None,
        "grade_id": cell.name,
        "locked": not cell.is_solution,
        "schema_version": SCHEMA,
        "solution": cell.is_solution,
        "task": False,
    }
    if cell.points is not None:
        mark["points"] = int(cell.points) if cell.points == int(cell.points) else cell.points
    document = {
        "cell_type": "code" if cell.is_code else "markdown",
        "id": cell.name,
        "metadata": {"nbgrader": mark},
        "source": cell.text.splitlines(keepends=True),
    }
    return document | ({"execution_count": None, "outputs": []} if cell.is_code else {})


def cells_of(course: Course, stage: Stage, checks: Sequence[Check], carry: Carry) -> list[Cell]:
    """Return the cells of a stage's notebook; `checks` are those of the stage."""
    needed = {unit for check in checks for unit in check.units}
    code = code_cells(course, stage, needed, carry)
    return [*_lesson(course, stage, code, carry), *map(_code_cell, code), _before_tests(), *map(_test, checks)]


def _lesson(course: Course, stage: Stage, code: Sequence[CodeCell], carry: Carry) -> Iterator[Cell]:
    """Yield the lesson section by section, with what is different in a notebook behind the title."""
    title, *sections = re.split(r"(?m)^(?=## )", read_lesson(stage).text)
    yield Cell("title", f"{title.strip()}\n\n{_note(course, stage, code, carry)}")
    yield Cell("setup", _SETUP.format(course=course.name, stage=stage.name), is_code=True)
    for name, section in zip(SECTIONS, sections, strict=False):
        yield Cell(f"lesson-{name.lower().replace(' ', '-')}", section.strip())


_SETUP = """\
from grader.kernel import checks

check = checks("{course}", "{stage}")"""


def _note(course: Course, stage: Stage, code: Sequence[CodeCell], carry: Carry) -> str:
    names = [f"`{cell.name}`" for cell in code if cell.is_solution]
    where = " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))
    cells = "cell" if len(names) == 1 else "cells"
    parts = [
        f"*In this notebook you write your code into the {cells} of {where}, below the lesson. Where the lesson "
        f"says `grade {stage.name}`, run the cells behind your code: each is one check, and shows what it "
        "found, with a hint. After you run the cell of a class again, run the cells that use it again, too. This needs "
        "`pip install gradkata` where your notebooks run.*"
    ]
    if (earlier := earlier_stages(course, stage)) and carry == "own":
        parts.append(f"*Put in your own code of {_listed(earlier)} as well: what is graded here builds on it.*")
    return "\n\n".join(parts)


def earlier_stages(course: Course, stage: Stage) -> list[str]:
    """Return the names of the stages before one: what they write is in its notebook, where it is needed."""
    return [other.name for other in course.stages[: course.stages.index(stage)]]


def _listed(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _code_cell(cell: CodeCell) -> Cell:
    return Cell(cell.name, cell.text, is_code=not cell.is_text, is_solution=cell.is_solution)


def _before_tests() -> Cell:
    return Cell("checks", "## The checks\n\nRun these cells whenever you like, and in any order.")


def _test(check: Check) -> Cell:
    call = f"# {check.title}\ncheck({json.dumps(check.id, ensure_ascii=False)})"
    return Cell(grade_id(check.id), call, is_code=True, points=check.points)


def grade_id(check: str) -> str:
    """Return a check's name as nbgrader and the notebook format take it; what had to be changed gets a hash."""
    name = _UNSAFE.sub("-", check)[:MAX_ID]
    if name == check:
        return name
    return f"{name[: MAX_ID - 9]}-{hashlib.sha256(check.encode()).hexdigest()[:8]}"
