"""What one student handed in at one time, and how a submission is made of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from grader.classroom.platforms import natural, original
from grader.classroom.stores import Store, opened_zip
from grader.course import Course
from grader.report import Problem
from grader.submission import MAX_FILE, Submission, assemble

__all__ = ["STAMP", "Entry"]

MAX_ENDING = 6  # letters of what tells the kind of a file
STAMP = "timestamp.txt"  # of nbgrader
SUBMISSION = "the submission"  # not its folder's name, which may be a student's


class Entry(msgspec.Struct, frozen=True):
    """What one student handed in at one time. `where` is a text to find it by, relative to SUBMISSIONS."""

    course: Course
    student: str
    where: str
    files: Mapping[str, str]  # the path within the submission, and within the store
    store: Store
    needed: tuple[str, ...]  # modules that the stage needs
    units: tuple[str, ...]  # units that it asks for
    stage: str = ""
    submitted: str = ""
    late: bool = False
    order: tuple[int, ...] = (0,)  # among several that came at the same time, or that say no time

    def read(self) -> Submission:
        """Read the files: the folder that holds the course's modules, a notebook, or a zip of either."""
        return _read(self, self.store, self.files, may_unpack=True)


def _read(entry: Entry, store: Store, files: Mapping[str, str], *, may_unpack: bool) -> Submission:
    """Make a submission of those among a student's files that are meant: see `Entry.read`."""
    course = entry.course
    notebook = _last(files, ".ipynb", entry.stage)
    chosen = _modules_among(entry, files) or _modules_among(entry, _without_counters(files))
    if chosen:
        modules = assemble(course, _Chosen(store, chosen))
        if notebook is None or not all(map(modules.todo, entry.units)):
            return modules  # else they are the exercise as it came, and the work is in the notebook
    if notebook is not None:
        from grader.notebook import MAX_NOTEBOOK, NAME, submission_of

        data = store.read(files[notebook], MAX_NOTEBOOK, NAME)
        return Submission.unusable(course, data) if isinstance(data, Problem) else submission_of(course, data)
    code = [path for path in files if path.endswith(".py")]
    if len(code) == len(entry.needed) == 1:  # whatever it is called
        return assemble(course, _Chosen(store, {f"{entry.needed[0]}.py": files[code[0]]}))
    if may_unpack and (packed := _last(files, ".zip", entry.stage)):
        inner = opened_zip(store, files[packed], "submission.zip")
        if isinstance(inner, Problem):
            return Submission.unusable(course, inner)
        return _read(entry, inner, {path: path for path in inner.paths() if not path.endswith("/")}, may_unpack=False)
    if hindrance := _refusal(entry, store) or _folder_for_a_file(entry, files):
        return Submission.unusable(course, hindrance)
    wanted = " and ".join(f"{module}.py" for module in entry.needed)
    kinds = sorted({_kind(path) for path in files if not path.endswith(STAMP)})
    return Submission.foreign(course, wanted, ", ".join(kinds)) if kinds else Submission.absent(course, wanted)


def _kind(path: str) -> str:
    """Return what kind of file it is; its name may tell whose it is."""
    ending = path.rpartition("/")[2].rpartition(".")[2].lower()
    if ending == "py":
        return "Python files of other names"
    known = "." in path and ending.isascii() and ending.isalnum() and len(ending) <= MAX_ENDING
    return f"a .{ending} file" if known else "a file of no known kind"


def _folder_for_a_file(entry: Entry, files: Iterable[str]) -> Problem | None:
    """Return what is wrong when a folder bears the name of a module."""
    parts = {part for path in files for part in path.split("/")[:-1]}
    file = next((f"{module}.py" for module in entry.course.modules if f"{module}.py" in parts), None)
    return Problem(file, f"{file} is not a file", f"Put your code into a file named {file}.") if file else None


def _refusal(entry: Entry, store: Store) -> Problem | None:
    """Return why files of this student are not there to be read, if that is why."""
    inside = store is not entry.store  # then all in it is the student's
    reasons = (why for path, why in store.refused.items() if inside or f"{path}/".startswith(f"{entry.where}/"))
    why = next(reasons, None)
    return Problem(SUBMISSION, f"{SUBMISSION} cannot be read: {why}", "Hand in the files themselves.") if why else None


def _modules_among(entry: Entry, files: Mapping[str, str]) -> dict[str, str]:
    """Return the modules in the folder that holds most of those needed; the uppermost one, where several do."""
    folders: dict[str, dict[str, str]] = {}
    for path, full in files.items():
        folder, _, name = path.rpartition("/")
        if name.endswith(".py"):
            folders.setdefault(folder, {})[name] = full

    def rank(folder: str) -> tuple[int, int, int, str]:
        needed = sum(f"{module}.py" in folders[folder] for module in entry.needed)
        known = sum(f"{module}.py" in folders[folder] for module in entry.course.modules)
        return -needed, -known, folder.count("/") + bool(folder), folder

    best = min(folders, key=rank, default=None)
    if best is None or rank(best)[1] == 0:
        return {}
    return folders[best]


def _without_counters(files: Mapping[str, str]) -> dict[str, str]:
    """Return the files without the counters that were added to their names; the highest of each name is last."""
    plain: dict[str, str] = {}
    for path in sorted(files, key=natural):
        folder, slash, name = path.rpartition("/")
        plain[folder + slash + original(name)[0]] = files[path]
    return plain


def _last(files: Iterable[str], ending: str, stage: str) -> str | None:
    """Return the last of the files with that ending: uppermost first, those named like the stage before others."""

    def rank(path: str) -> tuple[bool, int, tuple[tuple[int, int, str], ...]]:
        return bool(stage) and stage in path.rpartition("/")[2], -path.count("/"), natural(path)

    return max((path for path in files if path.lower().endswith(ending)), key=rank, default=None)


class _Chosen:
    """The source that a student's chosen files are: each under the name it ought to have."""

    def __init__(self, store: Store, files: Mapping[str, str]) -> None:
        self._store = store
        self._files = files

    def names(self) -> list[str]:
        return list(self._files)

    def read(self, file: str) -> bytes | Problem:
        return self._store.read(self._files[file], MAX_FILE, file)

    def location(self, file: str) -> str:
        return file  # and no more: a path would tell machines apart, and students by their names
