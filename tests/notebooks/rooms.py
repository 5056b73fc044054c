"""What tests with a real nbgrader and real kernels share: notebooks released and run, their outputs read."""

from __future__ import annotations

import copy
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import nbformat
from kit import ROOT
from nbclient import NotebookClient

__all__ = ["Ran", "code_cells", "is_test", "read", "released", "replaced", "run", "solved"]

REGION = re.compile(r"^( *)### BEGIN SOLUTION\n(.*?)^ *### END SOLUTION\n?", re.DOTALL | re.MULTILINE)
SECONDS = 120  # for one cell, on the busiest machine


def read(folder: Path, stage: str, step: str = "source") -> Any:
    """Return a stage's notebook."""
    return nbformat.read(folder / step / stage / f"{stage}.ipynb", nbformat.NO_CONVERT)


def is_test(cell: Any) -> bool:
    return bool(cell.metadata.get("nbgrader", {}).get("grade"))


def code_cells(book: Any) -> list[Any]:
    """Return the cells with code that are no tests."""
    return [cell for cell in book.cells if cell.cell_type == "code" and not is_test(cell)]


def replaced(book: Any, change: Callable[[str], str]) -> Any:
    """Return a notebook with its solution cells changed."""
    changed = copy.deepcopy(book)
    for cell in changed.cells:
        if cell.metadata.get("nbgrader", {}).get("solution"):
            cell.source = change(cell.source)
    return changed


def solved(book: Any, source: Any) -> Any:
    """Return a released notebook with the solution of its source typed in."""
    texts = {cell.id: REGION.sub(r"\2", cell.source) for cell in source.cells}
    done = copy.deepcopy(book)
    for cell in done.cells:
        if cell.metadata.get("nbgrader", {}).get("solution"):
            cell.source = texts[cell.id]
    return done


def released(book: Any) -> Any:
    """Return a source notebook as nbgrader releases it, by its own preprocessors."""
    from nbgrader import preprocessors
    from traitlets.config import Config

    config = Config()
    config.ClearSolutions.code_stub = {"python": "raise NotImplementedError"}
    book = copy.deepcopy(book)
    for name in _CHAIN:
        book, _ = getattr(preprocessors, name)(config=config).preprocess(book, {})
    return book


_CHAIN = (
    "LockCells ClearSolutions ClearOutput CheckCellMetadata ComputeChecksums ClearHiddenTests ComputeChecksums "
    "CheckCellMetadata"
).split()


class Ran:
    """A notebook that a kernel has run."""

    def __init__(self, book: Any) -> None:
        self.book = book

    def points(self) -> dict[str, float]:
        """Return the points of each test cell, as nbgrader itself reads them off the outputs."""
        from nbgrader.utils import determine_grade

        return {cell.metadata.nbgrader.grade_id: determine_grade(cell)[0] for cell in filter(is_test, self.book.cells)}

    def shown(self, name: str, kind: str = "text/plain") -> str:
        """Return what a cell shows, by the beginning of its id or its text."""
        cells = (c for c in self.book.cells if c.id.startswith(name) or c.source.startswith(name))
        return "".join(o.data[kind] for c in cells for o in c.outputs if o.output_type == "display_data")

    def prose(self, name: str) -> str:
        """Return what a cell shows as text on one line, without frames."""
        return " ".join(self.shown(name).replace("│", " ").split())

    def noise(self) -> list[Any]:
        """Return outputs that would cost points: errors, and what was written to stderr."""
        outputs = [output for cell in self.book.cells if cell.cell_type == "code" for output in cell.outputs]
        return [o for o in outputs if o.output_type == "error" or o.get("name") == "stderr"]


def run(book: Any, folder: Path, **variables: str) -> Ran:
    """Run a notebook in a kernel of its own."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "IPYTHONDIR": str(folder / "ipython"), **variables}
    client = NotebookClient(
        copy.deepcopy(book),
        timeout=SECONDS,
        allow_errors=True,
        kernel_name="python3",
        resources={"metadata": {"path": str(folder)}},
    )
    return Ran(client.execute(env=environment, cwd=str(folder)))


def cell(text: str) -> Any:
    """Return a code cell that a student adds."""
    return nbformat.v4.new_code_cell(text)
