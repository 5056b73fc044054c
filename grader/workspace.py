"""Where the user is: a workspace with their own files, or a course folder.

A workspace is a folder with the exercise's modules and a small `kata.toml` that says which course they belong to:
configuration, not progress.
"""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import msgspec

from grader.course import COURSE_FILE, Course, installed_courses, load_course
from grader.errors import CourseError, UsageError, did_you_mean
from grader.files import write_atomically

__all__ = [
    "Kata",
    "NoCourseHere",
    "Place",
    "create_workspace",
    "default_course",
    "find_place",
    "is_installed",
    "kata_text",
    "named_course",
    "quoted",
    "starter",
    "whereabouts",
]

KATA_FILE = "kata.toml"
MOST_ENTRIES = 500  # of a folder that are looked at
KATA_FORMAT = 1  # the newest that this grader reads


class NoCourseHere(UsageError):
    """No course was named, and there is none from here upward."""


class Kata(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What kata.toml says."""

    course: str  # the name of an installed course, or the path of a course folder
    version: str  # of the course when the workspace was made, or updated
    format: int = KATA_FORMAT


class Place(msgspec.Struct, frozen=True):
    """The course that is meant here, and the folder of the student's modules."""

    course: Course
    submission: Path
    workspace: Path | None
    kata: Kata | None = None

    def lesson(self, stage: str) -> Path:
        """Return where the student reads a stage's lesson."""
        lesson = self.course.stage(stage).lesson
        copy = self.workspace / "lessons" / lesson.name if self.workspace else None
        return copy if copy is not None and copy.is_file() else lesson


def find_place(start: Path, course: str | None = None) -> Place:
    """Look from `start` upward for a kata.toml or a course.toml; `course` names another course.

    NoCourseHere when there is none.
    """
    for folder in (start, *start.parents):
        if (folder / KATA_FILE).is_file():
            kata = _read_kata(folder / KATA_FILE)
            return Place(_resolve(course or kata.course, start if course else folder), folder, folder, kata)
        if (folder / COURSE_FILE).is_file() and course is None:
            found = load_course(folder)
            return Place(found, found.exercises, None)
    if course is not None:
        found = _resolve(course, start)
        return Place(found, found.exercises, None)
    below = _workspaces_in(start)
    if below:
        advice = f"{'One is' if len(below) == 1 else 'Some are'} just below. Go there: {' or '.join(below)}"
    else:
        advice = "Make a folder to work in with: grade init my-kata && cd my-kata"
    raise NoCourseHere(f"there is no course here: no {KATA_FILE} or {COURSE_FILE} in {start} or above", advice)


def _workspaces_in(folder: Path) -> list[str]:
    """Return how to go to the workspaces that lie right in a folder, for whoever started one level too high."""
    try:
        names = [entry.name for entry in islice(folder.iterdir(), MOST_ENTRIES) if (entry / KATA_FILE).is_file()]
    except OSError:
        return []
    return [f"cd {quoted(name)}" for name in sorted(names)[:3]]


def quoted(path: Path | str) -> str:
    """Return a path as shells want it typed."""
    return f'"{path}"' if " " in str(path) else str(path)


def whereabouts(place: Place) -> str:
    """Say where the user is if they may think otherwise: in a course itself, or in a workspace within another one."""
    folder = place.workspace
    if folder is None:
        own = "For work of your own: grade init my-kata && cd my-kata"
        return f"You are in the folder of the course; what was checked is {place.submission}. {own}"
    outer = next((above for above in folder.parents if (above / KATA_FILE).is_file()), None)
    if outer is None:
        return ""
    return (
        f"What was checked is {folder}. It lies in another folder to work in; if you meant that one: cd {quoted(outer)}"
    )


def create_workspace(course: Course, course_name: str, folder: Path) -> list[Path]:
    """Make `folder` a workspace of the course and return the files written. An existing folder must be empty."""
    from grader.learner.given import FILE, given_by, given_text

    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        advice = "Choose a new name; nothing was written."
        raise UsageError(f"{folder} exists already and is not an empty folder", advice)
    copies = {folder / f"{module}.py": starter(course, module) for module in course.modules}
    copies |= {folder / "lessons" / stage.lesson.name: _read_source(stage.lesson) for stage in course.stages}
    given = given_text(given_by(course))
    try:
        (folder / "lessons").mkdir(parents=True)
    except OSError as error:
        raise UsageError(f"cannot make the folder {folder}: {error.strerror}", "Choose another place.") from None
    for target, data in copies.items():
        write_atomically(target, data)
    kata = folder / KATA_FILE
    write_atomically(folder / FILE, given)
    write_atomically(kata, kata_text(course_name, course.version))
    return [*copies, folder / FILE, kata]


# At the end of each module, for whoever runs it as they run other programs, and would see nothing.
_GUARD = """

if __name__ == "__main__":
    print("This file only defines things; nothing runs here. To check your work, type: grade")
"""


def starter(course: Course, module: str) -> bytes:
    """Return a module as learners get it: the exercise, and words for who runs it as a program."""
    data = _read_source(course.exercises / f"{module}.py")
    return data if b"__main__" in data else data.rstrip() + b"\n" + _GUARD.encode()


def _read_source(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        advice = "The course is not complete; its author makes the exercises with: grade course build"
        raise CourseError(file, "", f"cannot be read: {error.strerror}", advice) from None


def kata_text(course: str, version: str) -> str:
    """Return the content of a kata.toml."""
    name, number = (msgspec.json.encode(text).decode("utf-8") for text in (course, version))  # quoted as in TOML
    return (
        "# The course that `grade` checks this folder against. Your progress is not stored: it is measured.\n"
        f"format = {KATA_FORMAT}\ncourse = {name}\nversion = {number}\n"
    )


def _read_kata(file: Path) -> Kata:
    try:
        kata = msgspec.toml.decode(file.read_bytes(), type=Kata)
    except (msgspec.MsgspecError, ValueError, OSError) as error:
        advice = 'It holds two lines: course = "NAME" and version = "…"; `grade init DIR` shows one.'
        raise UsageError(f"{file} cannot be used: {error}", advice) from None
    if not 1 <= kata.format <= KATA_FORMAT:
        problem = f"{file} is of format {kata.format}, and this grader reads formats 1 to {KATA_FORMAT}"
        raise UsageError(problem, "Install a newer one: pip install --upgrade gradkata")
    return kata


def _resolve(course: str, base: Path) -> Course:
    """Return the course of that name, or in the folder of that path."""
    path = base / course
    if (path / COURSE_FILE).is_file():
        return load_course(path)
    known = installed_courses()
    if course not in known:
        advice = did_you_mean(course, known) or f"Give the path of a course folder, or one of: {', '.join(known)}."
        raise UsageError(f"there is no course '{course}'", advice)
    return load_course(known[course])


def default_course(name: str | None, base: Path) -> tuple[Course, str]:
    """Return the course that `grade init` should use, and what kata.toml calls it.

    Without a name it is the course in whose folder the user is, otherwise the one that comes with the installation.
    """
    if name is None:
        installed = installed_courses()
        here = next((folder for folder in (base, *base.parents) if (folder / COURSE_FILE).is_file()), None)
        if here is not None and here.resolve() not in installed.values():
            return load_course(here), str(here.resolve())
        name = next(iter(installed), None)
        if name is None:
            raise UsageError("no course comes with this installation", "Give the folder of one with --course PATH.")
    course = _resolve(name, base)
    is_folder = (base / name / COURSE_FILE).is_file()
    return course, str((base / name).resolve()) if is_folder else name


def named_course(name: str, base: Path) -> Course:
    """Return the course of that name, or in the folder of that path, as seen from `base`."""
    return _resolve(name, base)


def is_installed(course: Course) -> bool:
    """Return whether a course is the one that its name means on this installation."""
    return course.folder in installed_courses().values()
