"""nbgrader itself: its configuration, its folders and what is set for `nbgrader autograde`, as nbgrader reads them.

It takes a second or two to import, and is imported only when a course of it is opened.
"""

from __future__ import annotations

import contextlib
import glob
import importlib.util
import logging
import os
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from grader.errors import UsageError

__all__ = ["Stock", "open_stock"]

CONFIG = "nbgrader_config.py"
# jsonschema takes it along if it is there: a grammar, built anew at each import, for a kind of web address that no
# notebook has. That is 2.5 of the 3.5 seconds that nbgrader takes.
_SLOW = "rfc3987_syntax"


class Stock:
    """One course of nbgrader, and one assignment of it."""

    def __init__(self, assignment: str, converter: Any, late: Any) -> None:
        self.assignment = assignment
        self.converter = converter  # nbgrader's own Autograde, which is asked how it would do things
        self.folders = converter.coursedir
        self.late = late  # and its AssignLatePenalties, with the plugin of the configuration

    @property
    def root(self) -> Path:
        return Path(self.folders.root)

    @property
    def handout(self) -> Path:
        """The notebook that students were given."""
        folder = self.folders.format_path(self.folders.release_directory, ".", self.assignment)
        return Path(os.path.normpath(folder)) / f"{self.assignment}.ipynb"

    @property
    def source(self) -> Path:
        """The folder with the instructor's version."""
        return Path(os.path.normpath(self.folders.format_path(self.folders.source_directory, ".", self.assignment)))

    def submitted(self) -> dict[str, Path]:
        """Return the folder that each student handed in, as far as the configuration wants these students graded."""
        step, excluded = self.folders.submitted_directory, self.folders.student_id_exclude.split(",")
        found = glob.glob(self.folders.format_path(step, self.folders.student_id, self.assignment))  # noqa: PTH207
        pattern = self.folders.format_path(step, "(?P<student>.*)", self.assignment, escape=True)
        matches = ((re.fullmatch(pattern, folder), Path(folder)) for folder in sorted(found))
        students = {match["student"]: folder for match, folder in matches if match and folder.is_dir()}
        return {student: folder for student, folder in students.items() if student not in excluded}

    def source_files(self) -> dict[str, Path]:
        """Return the instructor's files that go beside each notebook, by their paths."""
        kept = {Path(path).as_posix() for path in self.converter.exclude_overwriting.get(self.assignment, [])}
        return {path: file for path, file in self._files(self.source).items() if path not in kept}

    def copy_files(self, submitted: Path, folder: Path) -> list[str]:
        """Copy what lies beside a student's notebooks, and the instructor's files, as nbgrader does.

        What cannot be read is left out; returned is which, and why.

        A student's file that one of the instructor's replaces is kept under another name. Links out of the
        submission are left out: what is copied here may be handed to students.
        """
        given, unreadable = self.source_files(), list[str]()
        for path, file in self._files(submitted).items():
            name = Path(path)
            if path in given:
                name = name.with_name(f"{name.stem}.submitted{name.suffix}")
            if not os.access(file, os.R_OK):
                unreadable.append(f"{path} may not be read")
            elif path not in given or file.read_bytes() != given[path].read_bytes():
                _copy(file, folder / name)
        for path, file in given.items():
            _copy(file, folder / path)
        return unreadable

    def _files(self, folder: Path) -> dict[str, Path]:
        from nbgrader.utils import find_all_files

        found = map(Path, find_all_files(str(folder), [*self.folders.ignore, "*.ipynb"]))
        inside = folder.resolve()
        files = (file for file in found if file.is_file() and file.resolve().is_relative_to(inside))
        return {file.relative_to(folder).as_posix(): file for file in files}

    def autograded(self, student: str) -> Path:
        """Return the folder of a student's graded submission."""
        step = self.folders.autograded_directory
        return Path(os.path.normpath(self.folders.format_path(step, student, self.assignment)))


def open_stock(root: Path, assignment: str) -> Stock:
    """Open the course in a folder. UsageError when nbgrader is not installed, or does not accept the configuration."""
    if importlib.util.find_spec("nbgrader") is None:
        raise UsageError("nbgrader is not installed here", "Run: pip install 'gradkata[nbgrader]'")
    if not root.is_dir():
        raise UsageError(f"there is no folder {root}", "Give the folder of your nbgrader course with --root.")
    with _their_way(root):
        return _open(root, assignment)


@contextlib.contextmanager
def _their_way(root: Path) -> Iterator[None]:
    """Import nbgrader without what nobody needs of it; a plugin may lie in the course's folder, meanwhile."""
    path, hidden = list(sys.path), _SLOW not in sys.modules
    sys.path.insert(0, str(root))
    if hidden:
        sys.modules[_SLOW] = None  # type: ignore[assignment]  # as if it were not installed
    try:
        yield
    finally:
        sys.path[:] = path
        if hidden:
            del sys.modules[_SLOW]


def _open(root: Path, assignment: str) -> Stock:
    from nbgrader.apps import AutogradeApp
    from nbgrader.converters import Autograde
    from nbgrader.preprocessors import AssignLatePenalties

    app = AutogradeApp(log_level=logging.ERROR)
    app.raise_config_file_errors = True
    try:
        app.initialize([], root=str(root))
        app.log_level = logging.WARNING
        app.coursedir.assignment_id = assignment
        converter = Autograde(coursedir=app.coursedir, parent=app)
        late = AssignLatePenalties(parent=app)
        late.init_plugin()
    except (Exception, SystemExit) as error:  # a configuration is a program, and may do anything
        raise UsageError(f"{root / CONFIG} cannot be used: {_said(error)}", "Mend it, then run this again.") from None
    return Stock(assignment, converter, late)


def _copy(file: Path, copy: Path) -> None:
    copy.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(file, copy)


def _said(error: BaseException) -> str:
    if isinstance(error, SystemExit):
        return "nbgrader stopped, and says why above"
    return f"{type(error).__name__}: {error}"
