"""What students have handed in of a stage, and whether a new notebook still fits to it.

nbgrader refuses to make a notebook with other cells once there are submissions of it, and does not say which cells.
Other points it takes, and grades that were given change with them; so we refuse these, too.
"""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from grader.nbgrader.book import Cell

__all__ = ["conflicts"]

Points = dict[str, float | None]  # of each cell that nbgrader keeps account of; None where it isn't graded


def conflicts(folder: Path, stage: str, cells: Sequence[Cell]) -> list[str]:
    """Return in words what would no longer fit, if students have handed in this stage."""
    before = _recorded(folder, stage)
    if before is None:
        handed_in = any((folder / "submitted").glob(f"*/{stage}/*.ipynb"))
        before = _last_made(folder, stage) if handed_in else None
    return list(_differences(stage, before, {cell.name: cell.points for cell in cells})) if before else []


def _differences(stage: str, before: Points, after: Points) -> Iterator[str]:
    for name in sorted(before.keys() - after.keys()):
        yield f"{stage}: the cell {name} is no longer there, or has another name (nbgrader refuses this)"
    for name in sorted(after.keys() - before.keys()):
        yield f"{stage}: the cell {name} is new (nbgrader refuses this)"
    for name in sorted(before.keys() & after.keys()):
        if before[name] != after[name]:
            yield f"{stage}: {name} is worth {_worth(after[name])}, and was worth {_worth(before[name])}"


def _worth(points: float | None) -> str:
    return "no points" if points is None else f"{points:g} points"


def _recorded(folder: Path, stage: str) -> Points | None:
    """Return the cells in the gradebook, if there are submissions of the stage in it.

    None when there are none, or nobody to ask: nbgrader takes two seconds to import, so only for a gradebook.
    """
    file = folder / "gradebook.db"
    if not file.is_file() or importlib.util.find_spec("nbgrader") is None:
        return None
    from nbgrader.api import Gradebook, MissingEntry

    with Gradebook(f"sqlite:///{file.resolve()}") as gradebook:
        try:
            notebook = gradebook.find_notebook(stage, stage)
        except MissingEntry:
            return None
        if not notebook.submissions:
            return None
        points: Points = {cell.name: None for cell in notebook.source_cells}
        return points | {cell.name: float(cell.max_score) for cell in notebook.grade_cells}


def _last_made(folder: Path, stage: str) -> Points | None:
    """Return the cells of the notebook that was released; of the source when there is no release any more."""
    for step in ("release", "source"):
        try:
            document = json.loads((folder / step / stage / f"{stage}.ipynb").read_bytes())
            return {mark["grade_id"]: mark.get("points") if mark["grade"] else None for mark in _marks(document)}
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            continue
    return None


def _marks(document: Any) -> Iterator[dict[str, Any]]:
    return (cell["metadata"]["nbgrader"] for cell in document["cells"] if "nbgrader" in cell["metadata"])
