"""From a folder, or the zip that a learning platform gives, to one submission for each student.

    find_entries(course, path) -> Intake        whose they are; nothing is read yet
    entry.read() -> Submission                  reads the files

What is wrong with one student's files is a Problem in their own submission. Only what makes it impossible to tell
whose anything is ends in a UsageError.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from grader.classroom.entry import STAMP, Entry
from grader.classroom.platforms import (
    Submitted,
    natural,
    one_spelling,
    original,
    read_gradescope,
    read_name,
    read_platform,
)
from grader.classroom.stores import MAX_CLASS, FolderStore, Store, ZipProblem, ZipStore
from grader.course import Course, Stage
from grader.errors import UsageError
from grader.report import Problem

__all__ = ["Entry", "Ignored", "Intake", "find_entries"]

MAX_METADATA = 64 * 1024 * 1024  # bytes of Gradescope's list of a class
MAXSTAMP = 200  # bytes of a timestamp.txt

_HANDED_IN = (".py", ".ipynb", ".zip")
_GRADESCOPE = "submission_metadata.yml"
_NBGRADER = "submitted"
# What nbgrader has beside it; among other folders it is the folder of somebody of that name.
_BESIDE = set("submitted source release autograded feedback gradebook.db nbgrader_config.py .nbgrader.log".split())
_LAYOUTS = (
    "Give a folder (or a platform's zip) with a folder, a file STUDENT_{module}.py or a notebook for each student."
)


class Ignored(msgspec.Struct, frozen=True):
    """Something among the submissions that is nobody's submission, and why."""

    path: str
    reason: str


class Intake(msgspec.Struct, frozen=True):
    """All submissions of a class: one for each student, in the order of their names, and what was set aside."""

    entries: tuple[Entry, ...]
    superseded: tuple[Entry, ...] = ()  # earlier ones of the same students
    ignored: tuple[Ignored, ...] = ()


def find_entries(course: Course, path: Path, pattern: str | None = None, *, stage: Stage | None = None) -> Intake:
    """Find the submissions at `path`, a folder or a zip; of several by one student, the last counts.

    Understood are: a folder for each student; files named by student and module, or by the student alone where the
    stage needs one module only; notebooks and zips named by the student; nbgrader's tree; what Moodle, Canvas and
    Gradescope give. For everything else there is `pattern`, a regular expression for whole paths with a group
    `student`, and `submitted` and `module` if the paths tell.

    UsageError when there is nothing at the path, when the zip is damaged, or when no submission is recognised.
    """
    store = _open(path)
    paths = store.paths()
    stages = course.up_to(stage) if stage else course.stages
    modules = tuple(dict.fromkeys(unit.partition(":")[0] for one in stages for unit in one.units))
    finder = _Finder(course, store, modules, stage)
    if pattern is not None:
        finder.find_by_pattern(paths, _compiled(pattern))
    else:
        finder.find_by_layout(paths, unwrap=not isinstance(store, FolderStore))
    finder.ignored += [Ignored(name, reason) for name, reason in store.refused.items()]
    if not finder.found:
        raise UsageError(f"no submissions were found in {path}", _advice(pattern, paths, modules))
    return finder.intake()


def _open(path: Path) -> Store:
    if path.is_dir():
        return FolderStore(path)
    if not path.is_file():
        raise UsageError(f"there is nothing at {path}", "Give the folder or the zip that holds the submissions.")
    try:
        return ZipStore(path, MAX_CLASS)
    except ZipProblem as problem:
        advice = "Download it again, or give the folder that holds the submissions."
        raise UsageError(f"{path.name} cannot be opened as a zip: {problem}", advice) from None


def _advice(pattern: str | None, paths: Sequence[str], modules: Sequence[str]) -> str:
    if pattern is None:
        return f"{_LAYOUTS.format(module=modules[0])} For other names there is --pattern."
    example = f" The first path is: {paths[0]}" if paths else ""
    return f"The pattern has to match whole paths, from the first letter to the last.{example}"


def _compiled(pattern: str) -> re.Pattern[str]:
    advice = "An example: --pattern '(?P<student>[^/]+)/attempt(?P<submitted>[0-9]+)/(?P<module>[a-z]+)[.]py'"
    try:
        compiled = re.compile(pattern)
    except re.error as error:
        raise UsageError(f"the pattern is no regular expression: {error}", advice) from None
    if "student" not in compiled.groupindex:
        raise UsageError("the pattern does not say who the student is: it has no group `student`", advice)
    if unknown := set(compiled.groupindex) - {"student", "submitted", "module"}:
        raise UsageError(f"the pattern has a group that means nothing here: {', '.join(sorted(unknown))}", advice)
    return compiled


class _Finder:
    """Collects entries while it goes through the paths."""

    def __init__(self, course: Course, store: Store, modules: tuple[str, ...], stage: Stage | None) -> None:
        self._course = course
        self._store = store
        self._modules = modules
        self._stage = stage.name if stage else ""
        self._units = stage.units if stage else tuple(course.units)
        self.found: list[Entry] = []
        self.ignored: list[Ignored] = []
        self._typed: list[tuple[str, str]] = []

    def intake(self) -> Intake:
        """Return what was found, the last of each student's apart from the earlier ones."""
        latest: dict[str, Entry] = {}
        superseded = []
        for entry in sorted(self.found, key=lambda e: (natural(e.submitted), e.order, natural(e.where))):
            if entry.student in latest:
                superseded.append(latest[entry.student])
            latest[entry.student] = entry
        by_student = sorted(latest.values(), key=lambda entry: entry.student)
        superseded.sort(key=lambda entry: (entry.student, natural(entry.where)))
        return Intake(tuple(by_student), tuple(superseded), tuple(sorted(self.ignored, key=lambda i: i.path)))

    def find_by_pattern(self, paths: Sequence[str], pattern: re.Pattern[str]) -> None:
        kept: dict[tuple[str, str], dict[str, str]] = {}
        for path in paths:
            if path.endswith("/"):
                continue
            match = pattern.fullmatch(path)
            if match is None or not match["student"]:
                self.ignored.append(Ignored(path, "the pattern does not match it"))
                continue
            groups = match.groupdict()
            file = original(path.rpartition("/")[2])[0]
            if module := groups.get("module"):
                file = f"{module}.{file.rpartition('.')[2]}"
            kept.setdefault((groups["student"], groups.get("submitted") or ""), {})[file] = path
        for (student, submitted), files in kept.items():
            self._add(student, ", ".join(files.values()), files, submitted=submitted)

    def find_by_layout(self, paths: Sequence[str], *, unwrap: bool) -> None:
        top, items = _below(paths, "")
        if items.get(_NBGRADER) and items.keys() <= _BESIDE:
            top, items = _below(paths, f"{_NBGRADER}/")
        elif unwrap and len(items) == 1 and not self._is_one_submission(items):
            top, items = _below(paths, f"{next(iter(items))}/")
        if own := sorted(f"{module}.py" for module in self._course.modules if items.get(f"{module}.py", "") is None):
            advice = "For one submission there is: grade STAGE --submission PATH"
            raise UsageError(f"this looks like the submission of one student: {own[0]} lies directly in it", advice)
        people = self._gradescope(top) if items.get(_GRADESCOPE, "") is None else {}
        flat: dict[str, list[_Piece]] = {}
        for name, below in items.items():
            if below is not None:
                self._add_folder(name, top, below, people.get(name))
            elif name != _GRADESCOPE:
                self._add_file(name, top + name, flat)
        for student, pieces in flat.items():
            self._add_pieces(student, pieces)
        self._settle_typed()

    def _settle_typed(self) -> None:
        """What was typed into a platform's page holds no modules; who did nothing else gets the verdict on that."""
        known = {entry.student for entry in self.found}
        for student, where in self._typed:
            if one_spelling(student) in known:
                self.ignored.append(Ignored(where, "typed into the platform's page; the same student's files count"))
            else:
                self._add(student, where, {})

    def _is_one_submission(self, items: Mapping[str, Sequence[str] | None]) -> bool:
        """Whether a zip's only folder is a student's, and not one around all of them."""
        ((name, below),) = items.items()
        if below is None or read_platform(name, folder=True):
            return True
        return any("/" not in path and path.removesuffix(".py") in self._course.modules for path in below)

    def _gradescope(self, top: str) -> dict[str, Submitted]:
        data = self._store.read(f"{top}{_GRADESCOPE}", MAX_METADATA, _GRADESCOPE)
        if isinstance(data, Problem):
            raise UsageError(data.message, "Download the submissions from Gradescope again.")
        return read_gradescope(data.decode("utf-8", "replace"))

    def _add_folder(self, name: str, top: str, below: Sequence[str], people: Submitted | None) -> None:
        where, files = top + name, {path: f"{top}{name}/{path}" for path in below if not path.endswith("/")}
        assignment = f"{self._stage}/"
        if self._stage and any(path.startswith(assignment) for path in below):  # nbgrader: one of several assignments
            where = f"{where}/{self._stage}"
            files = {path.removeprefix(assignment): full for path, full in files.items() if path.startswith(assignment)}
        if people is not None:
            for student in people.students or (name,):  # a group's members have the same files, and one verdict each
                self._add(student, where, files, submitted=people.when)
            return
        platform = read_platform(name, folder=True)
        if platform is not None and platform.typed:
            self._typed.append((platform.student, where))
            return
        self._add(platform.student if platform else name, where, files, submitted=self._stamp(files))

    def _stamp(self, files: Mapping[str, str]) -> str:
        """Return the time that nbgrader noted, if it did."""
        stamps = [path for path in files if path == STAMP or path.endswith(f"/{STAMP}")]
        if not stamps:
            return ""
        path = min(stamps, key=lambda path: (path.count("/"), path))
        data = self._store.read(files[path], MAXSTAMP, STAMP)
        return "" if isinstance(data, Problem) else data.decode("utf-8", "replace").strip()

    def _add_file(self, name: str, path: str, flat: dict[str, list[_Piece]]) -> None:
        platform = read_platform(name, folder=False)
        if platform is not None and platform.typed:
            self._typed.append((platform.student, path))
            return
        if platform is not None:
            piece = _Piece(platform.file or name, path, platform.order, platform.late)
            flat.setdefault(platform.student, []).append(piece)
            return
        stem, dot, ending = name.rpartition(".")
        if dot + ending not in _HANDED_IN or not stem:
            self.ignored.append(Ignored(path, f"not a submission: no {', '.join(_HANDED_IN)}"))
            return
        counted, counter = original(name)
        student, word = read_name(counted.rpartition(".")[0], self._words())
        if not word:  # without the module's name before it, `-2` may well belong to the student's
            student, counter = stem, 0
        if word not in self._course.modules:
            word = self._modules[0] if len(self._modules) == 1 else ""
        if ending == "py" and not word:
            wanted = " or ".join(f"{stem}_{module}.py" for module in self._modules)
            self.ignored.append(Ignored(path, f"its name does not say which module it is; {wanted} would"))
            return
        file = f"{word}.py" if ending == "py" else f"{student}.{ending}"
        flat.setdefault(student, []).append(_Piece(file, path, (counter, 0), False))

    def _words(self) -> list[str]:
        return [*self._course.modules, *([self._stage] if self._stage else [])]

    def _add_pieces(self, student: str, pieces: Sequence[_Piece]) -> None:
        """Add a student's files; of two with the same name, the one that came later counts."""
        last: dict[str, _Piece] = {}
        for piece in sorted(pieces, key=lambda piece: piece.order):
            if earlier := last.get(piece.file):
                self._add(
                    student, earlier.path, {earlier.file: earlier.path}, late=earlier.late, order=(-1, *earlier.order)
                )
            last[piece.file] = piece
        files = {file: piece.path for file, piece in last.items()}
        late = any(piece.late for piece in last.values())
        self._add(student, ", ".join(sorted(files.values())), files, late=late)

    def _add(
        self,
        student: str,
        where: str,
        files: Mapping[str, str],
        *,
        submitted: str = "",
        late: bool = False,
        order: tuple[int, ...] = (0,),
    ) -> None:
        self.found.append(
            Entry(
                course=self._course,
                student=one_spelling(student),
                where=where,
                files=files,
                store=self._store,
                needed=self._modules,
                units=self._units,
                stage=self._stage,
                submitted=submitted,
                late=late,
                order=order,
            )
        )


class _Piece(msgspec.Struct, frozen=True):
    """A file that lies among those of other students."""

    file: str
    path: str
    order: tuple[int, ...]
    late: bool


def _below(paths: Sequence[str], top: str) -> tuple[str, dict[str, list[str] | None]]:
    """Return what lies directly below a folder: for a folder the paths in it, None for a file.

    In a zip a file and a folder may have the same name; the folder is more likely to be somebody's.
    """
    items: dict[str, list[str] | None] = {}
    for path in paths:
        if not path.startswith(top) or path == top:
            continue
        name, slash, rest = path.removeprefix(top).partition("/")
        below = items.setdefault(name, None)
        if slash and below is None:
            below = items[name] = []
        if rest and below is not None:
            below.append(rest)
    return top, items
