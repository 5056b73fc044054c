"""What students handed in of an assignment of nbgrader: a notebook each, and what lies beside it."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

import msgspec

from grader.classroom.entry import Entry
from grader.classroom.intake import Intake
from grader.classroom.stores import FolderStore
from grader.course import Course, Stage
from grader.nbgrader.restored import Handout, Json, code_of, restored
from grader.nbgrader.stock import Stock
from grader.notebook import MAX_NOTEBOOK, SAVE_AGAIN, Unreadable, submission_of_cells
from grader.report import Problem
from grader.submission import MAX_FILE, MAX_FILES, Submission

__all__ = ["HandedIn", "find_handed_in"]

_STAMP = "timestamp.txt"
MAX_STAMP = 200  # bytes


class HandedIn(Entry, frozen=True, kw_only=True):
    """A student's folder. `notebook` is the file that counts; without one, `problem` says why there is none."""

    handout: Handout
    folder: Path
    notebook: str = ""
    problem: Problem | None = None
    note: str = ""  # what is unusual about the file that counts
    absent: bool = False  # there is no notebook at all
    given: Mapping[str, bytes] = {}  # modules that the instructor puts beside each notebook

    def cells(self) -> tuple[list[Json], Problem | None]:
        """Return the notebook with our cells in order; when it cannot be read, as it was given out, and why.

        `grader.classroom.stores.Unreadable` when the file is there and this machine cannot read it.
        """
        file = f"{self.stage}.ipynb"
        data: bytes | Problem = self.problem or self._read(self.notebook, MAX_NOTEBOOK, file)
        try:
            return restored(self.handout, data), data if isinstance(data, Problem) else None
        except Unreadable as error:
            return restored(self.handout, None), Problem(file, f"{file} {error}", SAVE_AGAIN)

    def read(self) -> Submission:
        """Return the code: that of the notebook, and the modules beside it."""
        cells, problem = self.cells()
        if problem is not None:
            return Submission.unusable(self.course, problem)
        beside = {name: self._read(f"{name}.py", MAX_FILE, f"{name}.py") for name in _modules(self.folder)}
        modules = {name: data for name, data in beside.items() if isinstance(data, bytes)} | dict(self.given)
        return submission_of_cells(self.course, code_of(cells), f"{self.stage}.ipynb", modules)

    def _read(self, file: str, limit: int, shown: str) -> bytes | Problem:
        return self.store.read(f"{self.folder.name}/{file}", limit, shown)


def _modules(folder: Path) -> list[str]:
    """Return the names of the modules beside a notebook; one named like a library of Python's shadows nothing."""
    return [file.removesuffix(".py") for file in _files(folder) if _is_module(file)][:MAX_FILES]


def _is_module(file: str) -> bool:
    name = file.removesuffix(".py")
    return name != file and name.isidentifier() and name not in sys.stdlib_module_names


def _files(folder: Path) -> list[str]:
    try:
        return sorted(entry.name for entry in os.scandir(folder))
    except OSError:
        return []


def find_handed_in(
    course: Course, stage: Stage, handout: Handout, stock: Stock, folders: Mapping[str, Path], others: Iterable[str]
) -> Intake:
    """Return what students handed in, by their folders; `others` are further notebooks of the same assignment."""
    apart = {f"{name}.ipynb" for name in others}
    modules = {path: file for path, file in stock.source_files().items() if _is_module(path)}
    given = {path.removesuffix(".py"): file.read_bytes() for path, file in modules.items()}
    found = (
        msgspec.structs.replace(_handed_in(course, stage, handout, student, folder, apart), given=given)
        for student, folder in folders.items()
    )
    return Intake(tuple(sorted(found, key=lambda entry: entry.student)))


def _handed_in(course: Course, stage: Stage, handout: Handout, student: str, folder: Path, apart: set[str]) -> HandedIn:
    file = f"{stage.name}.ipynb"
    names = [name for name in _files(folder) if name.endswith(".ipynb") and name not in apart]
    if file in names:
        names = [file]
    problem = note = ""
    if not names:
        problem = "no notebook was handed in"
    elif len(names) > 1:
        problem = f"there is no {file}, and several notebooks with other names"
    elif names != [file]:
        note = f"Graded is {names[0]}, as there is no {file}."
    return HandedIn(
        course=course,
        student=student,
        where=f"{student}/{stage.name}",
        files={},
        store=FolderStore(folder.parent),
        needed=(),
        units=stage.units,
        stage=stage.name,
        submitted=_stamp(folder),
        handout=handout,
        folder=folder,
        notebook="" if problem else names[0],
        problem=Problem(file, problem, f"Hand in one notebook, named {file}.") if problem else None,
        note=note,
        absent=not names,
    )


def _stamp(folder: Path) -> str:
    """Return the time that nbgrader noted; "" where it noted none, or nothing that can be read."""
    try:
        with (folder / _STAMP).open(encoding="utf-8") as stream:
            return stream.read(MAX_STAMP).strip()
    except (OSError, ValueError):
        return ""
