"""Courses of the real nbgrader for tests: made, released, handed in, and what its gradebook then holds.

Whoever imports this needs nbgrader: `pytest.importorskip` comes first.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec
from kit import Run, environment, grade

from grader.course import Course
from grader.museum import Piece
from grader.nbgrader.build import build_course
from grader.source import parse
from grader.spans import source_of
from grader.transplant import transplant_all

Json = dict[str, Any]

SECONDS = 300  # for a command; nbgrader takes long to come up on a busy machine
ON_TIME = "2026-11-30 12:00:00 UTC"


def nbgrader(*commands: str, cwd: Path, code: int = 0, env: Mapping[str, str] | None = None) -> Run:
    """Run nbgrader's own commands, one after the other, in one process; the last one's exit code must be `code`.

    It takes seconds to start, so it is started once, and asked as its own tests ask it.
    """
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])  # it calls alembic by name
    run = subprocess.run(
        [sys.executable, "-c", _COMMANDS, *commands],
        cwd=cwd,
        env=environment(PATH=path, **(env or {})),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        errors="backslashreplace",
        timeout=SECONDS,
    )
    assert run.returncode == code, run.stderr
    return Run(run.returncode, run.stdout, run.stderr)


_COMMANDS = """
import shlex, sys
from jupyter_core.application import NoStart
from nbgrader.apps import NbGraderApp
for command in sys.argv[1:]:
    app, code = NbGraderApp.instance(), 0
    try:
        app.initialize(shlex.split(command))
        app.start()
    except NoStart:
        pass  # the command's own app has done it
    except SystemExit as stop:
        code = stop.code or 0
    finally:
        app.reset()
    if code:
        break
sys.exit(code)
"""


def make(folder: Path, course: Course, *stages: str) -> Path:
    """Make an nbgrader course of these stages, each generated, so that it is in the gradebook and in `release`."""
    build_course(course, folder, [course.stage(stage) for stage in stages], "reference")
    nbgrader(*(f"generate_assignment {stage}" for stage in stages), cwd=folder)
    return folder


class Classroom:
    """An nbgrader course, and what its students hand in of one stage."""

    def __init__(self, folder: Path, stage: str) -> None:
        self.folder = folder
        self.stage = stage
        self.release = self._read("release")
        self._source = self._read("source")

    def _read(self, step: str) -> Json:
        file = self.folder / step / self.stage / f"{self.stage}.ipynb"
        found: Json = json.loads(file.read_text(encoding="utf-8"))
        return found

    def untouched(self) -> Json:
        return msgspec.json.decode(msgspec.json.encode(self.release), type=dict)

    def solved(self, *changes: tuple[str, str]) -> Json:
        """Return the notebook with the reference written in, and text of it replaced."""
        solutions = {name(cell): source(cell) for cell in self._source["cells"]}
        book = self.untouched()
        found = set[str]()
        for cell in book["cells"]:
            if mark(cell).get("solution"):
                text = re.sub(r" *### (BEGIN|END) SOLUTION\n?", "", solutions[name(cell)])
                for old, new in changes:
                    found |= {old} if old in text else set()
                    text = text.replace(old, new)
                cell["source"] = text
        assert found == {old for old, _ in changes}, "each text that is replaced must be there"
        return book

    def half(self) -> Json:
        """Return the notebook with the first half of its solutions' units written, in the order in which they stand."""
        book, stubs = self.solved(), {name(cell): source(cell) for cell in self.release["cells"]}
        for cell in book["cells"]:
            if mark(cell).get("solution"):
                stub, text = parse(stubs[name(cell)]), cell["source"]
                units = [unit for unit in stub.units if stub.is_todo(unit)]
                grafts = {unit: source_of(stub, unit) for unit in units[(len(units) + 1) // 2 :]}
                cell["source"] = transplant_all(text, grafts)
        return book

    def with_piece(self, piece: Piece) -> Json | None:
        """Return the solved notebook with one of its units as in the museum; None where it holds no such unit."""
        book, unit = self.solved(), piece.unit.partition(":")[2]
        for cell in book["cells"]:
            if mark(cell).get("solution") and unit in parse(cell["source"]).units:
                cell["source"] = transplant_all(cell["source"], {unit: piece.source})
                return book
        return None

    def configure(self, *lines: str) -> None:
        """Add lines to nbgrader's configuration."""
        config = self.folder / "nbgrader_config.py"
        config.write_text("\n".join([config.read_text(encoding="utf-8"), "c = get_config()", *lines, ""]))

    def opened(self) -> Any:
        """Return nbgrader's gradebook, to be used in a `with`."""
        from nbgrader.api import Gradebook

        return Gradebook(f"sqlite:///{self.folder / 'gradebook.db'}")

    def edited(self, edit: Callable[[list[Json]], object], *changes: tuple[str, str]) -> Json:
        """Return the solved notebook after something was done to its list of cells."""
        book = self.solved(*changes)
        edit(book["cells"])
        return book

    def put(self, file: Path, book: Json) -> None:
        """Write a notebook, as Jupyter saves it."""
        file.write_text(json.dumps(book, indent=1), encoding="utf-8")

    def submit(self, student: str, book: Json | bytes | None, *, time: str = ON_TIME, **files: str) -> Path:
        """Put a submission where nbgrader's `collect` would; without a book there is none."""
        folder = self.folder / "submitted" / student / self.stage
        folder.mkdir(parents=True, exist_ok=True)
        if book is not None:
            data = book if isinstance(book, bytes) else json.dumps(book, indent=1).encode()
            (folder / f"{self.stage}.ipynb").write_bytes(data)
        for file, text in files.items():
            (folder / file.replace("_py", ".py")).write_text(text, encoding="utf-8")
        (folder / "timestamp.txt").write_text(time, encoding="utf-8")
        return folder

    def grade(self, *arguments: str, course: Path, code: int | None = 0) -> Run:
        """Run our autograde; its exit code must be `code`, if one is given."""
        command = ("--course", course, "nbgrader", "autograde", self.stage, *arguments)
        run = grade(*command, cwd=self.folder, seconds=SECONDS)
        assert code is None or run.code == code, run.err
        return run

    def graded(self, student: str) -> list[Json]:
        """Return the cells of a student's notebook in `autograded`, which nbformat must find valid."""
        import nbformat

        file = self.folder / "autograded" / student / self.stage / f"{self.stage}.ipynb"
        book = nbformat.read(file, as_version=4)
        nbformat.validate(book)
        cells: list[Json] = book["cells"]
        return cells

    def shown(self, student: str) -> str:
        """Return all HTML that stands below the cells of a student's graded notebook."""
        outputs = (output for cell in self.graded(student) for output in cell.get("outputs", ()))
        return "".join(output["data"].get("text/html", "") for output in outputs)

    def gradebook(self) -> dict[str, Submission]:
        """Return what nbgrader's gradebook holds of each student."""
        with self.opened() as book:
            return {one.student.id: Submission.of(one) for one in book.assignment_submissions(self.stage)}


class Submission(msgspec.Struct, frozen=True):
    """A student's line in the gradebook."""

    score: float
    points: float
    penalty: float
    time: str
    needs_person: bool
    scores: dict[str, float | None]
    comments: dict[str, str | None]

    @classmethod
    def of(cls, found: Any) -> Submission:
        (book,) = found.notebooks
        return cls(
            found.score,
            found.max_score,
            found.late_submission_penalty,
            str(found.timestamp),
            found.needs_manual_grade,
            {grade.name: grade.auto_score for grade in book.grades},
            {comment.name: comment.comment for comment in book.comments},
        )


def mark(cell: Json) -> Json:
    found: Json = cell["metadata"].get("nbgrader", {})
    return found


def name(cell: Json) -> str:
    return str(mark(cell).get("grade_id", ""))


def source(cell: Json) -> str:
    return "".join(cell["source"])


def code(text: str) -> Json:
    """Return a student's own code cell."""
    return {"cell_type": "code", "execution_count": None, "id": "mine", "metadata": {}, "outputs": [], "source": text}


def copied(folder: Path, made: Path) -> Path:
    """Return a copy of an nbgrader course that a test may change."""
    shutil.copytree(made, folder)
    return folder
