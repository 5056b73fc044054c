"""A course as data: `course.toml`, read strictly, with its stages in order.

A course folder holds `course.toml`, `exercises/` (what students start from), `checkpoints/`, and, where it is whole,
`solutions/`. Whatever is wrong with it is a CourseError that names the file, the field, and what to do.
"""

from __future__ import annotations

import math
import re
import sys
from functools import cached_property
from pathlib import Path

import msgspec

from grader.errors import CourseError, UsageError, did_you_mean

__all__ = ["FORMAT", "Course", "Limits", "Stage", "installed_courses", "load_course"]

FORMAT = 1  # the newest format of course.toml that this grader reads
COURSE_FILE = "course.toml"

_NAME = re.compile(r"[a-z][a-z0-9_-]*")
_UNIT = re.compile(r"(?:(?P<module>[A-Za-z_]\w*):)?(?P<name>[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)")
# Words that `grade` itself answers to, now or in a coming version; a stage may not take them.
RESERVED = frozenset(
    "batch board completion course doctor hint init lesson nbgrader reset solution undo update watch".split()
)


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a submission may use: seconds of computing for one question, one check, all checks; MiB of memory."""

    question_seconds: float = 2.0
    check_seconds: float = 10.0
    submission_seconds: float = 60.0
    memory_mib: int = 1024
    questions: int = 200_000

    def with_time(self, factor: float) -> Limits:
        """Return the same limits with so many times the seconds."""
        return msgspec.structs.replace(
            self,
            question_seconds=factor * self.question_seconds,
            check_seconds=factor * self.check_seconds,
            submission_seconds=factor * self.submission_seconds,
        )


class _StageTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    title: str
    module: str
    units: list[str]
    checkpoint: str
    lesson: str
    points: float
    requires: list[str] = []
    worker_imports: list[str] = []


class _CourseTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    format: int
    name: str
    title: str
    version: str
    stage: list[_StageTable]
    limits: Limits = Limits()
    worker_imports: list[str] = []
    commands: dict[str, str] = {}
    explain: str = ""


class Stage(msgspec.Struct, frozen=True):
    """One step of a course. `units` are the units to write, in order, as `module:dotted.name`."""

    name: str
    title: str
    module: str
    units: tuple[str, ...]
    checkpoint: Path
    lesson: Path
    points: float
    requires: tuple[str, ...]
    worker_imports: tuple[str, ...] = ()


class Course(msgspec.Struct, frozen=True, dict=True):
    """A loaded course; its paths are absolute."""

    folder: Path
    name: str
    title: str
    version: str
    stages: tuple[Stage, ...]
    limits: Limits
    worker_imports: tuple[str, ...]
    commands: dict[str, str]  # what only this course offers: a command's name and its FILE:FUNCTION
    explain: str  # FILE:FUNCTION that looks for a small example of a failure, if the course has one

    @property
    def file(self) -> Path:
        return self.folder / COURSE_FILE

    @property
    def exercises(self) -> Path:
        return self.folder / "exercises"

    @property
    def solutions(self) -> Path:
        return self.folder / "solutions"

    @property
    def checkpoints(self) -> Path:
        return self.folder / "checkpoints"

    @cached_property
    def modules(self) -> tuple[str, ...]:
        """The names of the modules that students write, in the order in which the stages need them."""
        return tuple(dict.fromkeys(unit.partition(":")[0] for stage in self.stages for unit in stage.units))

    @cached_property
    def units(self) -> dict[str, str]:
        """Each unit of the course and the stage that asks for it first."""
        found: dict[str, str] = {}
        for stage in self.stages:
            for unit in stage.units:
                found.setdefault(unit, stage.name)
        return found

    def own_units(self, stage: Stage) -> tuple[str, ...]:
        """Return the units that this stage is the first to ask for; of the others it asks more than an earlier one."""
        return tuple(unit for unit in stage.units if self.units[unit] == stage.name)

    def up_to(self, stage: Stage) -> list[Stage]:
        """Return the stages that a stage builds on, directly or not, and itself, in the order of the course."""
        needed = {stage.name}
        for other in reversed(self.stages):
            if other.name in needed:
                needed.update(other.requires)
        return [other for other in self.stages if other.name in needed]

    def up_to_here(self, stage: Stage) -> tuple[Stage, ...]:
        """Return a stage and all that come before it: where to look for what is behind its failure."""
        return self.stages[: self.stages.index(stage) + 1]

    def stage(self, name: str) -> Stage:
        """Return the stage of that name; UsageError, with a suggestion, when there is none."""
        for stage in self.stages:
            if stage.name == name:
                return stage
        names = [stage.name for stage in self.stages]
        raise UsageError(
            f"the course {self.name} has no stage '{name}'",
            did_you_mean(name, names) or f"Its stages are {', '.join(names)}.",
        )


def load_course(folder: Path) -> Course:
    """Read the course in `folder`; CourseError when any part of it is missing or wrong."""
    file = folder / COURSE_FILE
    table = _read(file)
    if table.format > FORMAT or table.format < 1:
        raise CourseError(
            file, "format", f"this grader reads formats 1 to {FORMAT}, not {table.format}", "Install a newer gradkata."
        )
    if not _NAME.fullmatch(table.name):
        raise CourseError(file, "name", f"'{table.name}' is not a name", "Use small letters, digits, - and _.")
    if not table.stage:
        raise CourseError(file, "stage", "the course has no stages", "Add a [[stage]] table.")
    course = Course(
        folder=folder.resolve(),
        name=table.name,
        title=table.title,
        version=table.version,
        stages=tuple(_stage(file, folder.resolve(), stage) for stage in table.stage),
        limits=table.limits,
        worker_imports=tuple(table.worker_imports),
        commands=table.commands,
        explain=table.explain,
    )
    _check_limits(course)
    _check_names(course)
    _check_requirements(course)
    return course


def _read(file: Path) -> _CourseTable:
    try:
        data = file.read_bytes()
    except FileNotFoundError:
        raise CourseError(file, "", "there is no such file", "A course is a folder with a course.toml.") from None
    except OSError as error:
        raise CourseError(file, "", f"cannot be read: {error.strerror}", "Check its permissions.") from None
    try:
        return msgspec.toml.decode(data, type=_CourseTable)
    except msgspec.ValidationError as error:
        problem, _, path = str(error).partition(" - at `$")
        raise CourseError(file, _field(path, problem), problem, "See docs/course-format.md for the fields.") from None
    except (msgspec.DecodeError, ValueError) as error:  # not TOML, or not UTF-8
        raise CourseError(file, "", f"is not TOML: {error}", "Mend the line; texts stand in quotes.") from None


def _field(path: str, problem: str) -> str:
    """Turn msgspec's `.stage[0].units`` and its sentence into the name of the field that is wrong."""
    named = re.search(r"field `(.+?)`", problem)
    return f"{path.strip('`.')}.{named[1]}".strip(".") if named else path.strip("`.")


def _stage(file: Path, folder: Path, table: _StageTable) -> Stage:
    field = f"stage {table.name}"
    _check_stage(table, file, field)
    units = tuple(full_unit(unit, table.module, file, f"{field}, units") for unit in table.units)
    for unit in units:
        if units.count(unit) > 1:
            raise CourseError(file, f"{field}, units", f"'{unit}' stands there twice", "Name each unit once.")
    return Stage(
        name=table.name,
        title=table.title,
        module=table.module,
        units=units,
        checkpoint=_existing(file, folder, f"{field}, checkpoint", table.checkpoint),
        lesson=_existing(file, folder, f"{field}, lesson", table.lesson),
        points=table.points,
        requires=tuple(table.requires),
        worker_imports=tuple(table.worker_imports),
    )


def _check_stage(table: _StageTable, file: Path, field: str) -> None:
    if not _NAME.fullmatch(table.name):
        raise CourseError(file, field, f"'{table.name}' is not a name", "Use small letters, digits, - and _.")
    if table.name in RESERVED:
        raise CourseError(file, field, "is the name of a command of `grade`", "Choose another name for the stage.")
    if not table.module.isidentifier():
        problem, advice = f"'{table.module}' is not a module", "Write the name of a file without its .py."
        raise CourseError(file, f"{field}, module", problem, advice)
    if not table.units:
        problem, advice = "a stage needs at least one unit to write", 'Write units = ["name"].'
        raise CourseError(file, f"{field}, units", problem, advice)
    if not 0 < table.points < math.inf:
        problem, advice = f"{table.points:g} is not more than 0", "Write the sum of its checks' points."
        raise CourseError(file, f"{field}, points", problem, advice)


def full_unit(unit: str, module: str, file: Path | str, field: str) -> str:
    """Return a unit's full name, `plane:Line.length`, from that or from `Line.length` in a stage of `plane`."""
    match = _UNIT.fullmatch(unit)
    if match is None:
        raise CourseError(file, field, f"'{unit}' is not a unit", 'Write "function", "Class.method" or "module:name".')
    return f"{match['module'] or module}:{match['name']}"


def _existing(file: Path, folder: Path, field: str, name: str) -> Path:
    path = (folder / name).resolve()
    if not path.is_relative_to(folder):
        raise CourseError(file, field, f"'{name}' is outside the course folder", "Keep the course in one folder.")
    if not path.is_file():
        raise CourseError(file, field, f"there is no file '{name}'", "Create it, or correct the path.")
    return path


def _check_limits(course: Course) -> None:
    for name in Limits.__struct_fields__:
        limit = getattr(course.limits, name)
        if not 0 < limit < math.inf:
            problem = f"{limit:g} is not more than 0"
            raise CourseError(course.file, f"limits.{name}", problem, "Leave it out to get what is usual.")


def _check_names(course: Course) -> None:
    seen: set[str] = set()
    for stage in course.stages:
        if stage.name in seen:
            raise CourseError(course.file, f"stage {stage.name}", "there are two stages of this name", "Rename one.")
        seen.add(stage.name)
    for name in course.commands:
        if not _NAME.fullmatch(name) or name in RESERVED or name in seen:
            raise CourseError(course.file, f"commands.{name}", "is not a free name", "Choose another name.")
    for module in course.modules:
        if module in sys.stdlib_module_names:
            raise CourseError(
                course.file, "module", f"'{module}' is a module of Python's standard library", "Rename the module."
            )


def _check_requirements(course: Course) -> None:
    """Every requirement is a stage that exists, and following requirements never comes back to where it started."""
    requires = {stage.name: stage.requires for stage in course.stages}
    for stage in course.stages:
        for name in stage.requires:
            if name not in requires:
                advice = did_you_mean(name, requires) or f"The stages are {', '.join(requires)}."
                raise CourseError(course.file, f"stage {stage.name}, requires", f"there is no stage '{name}'", advice)
    for start in requires:
        trail = _cycle_from(start, requires)
        if trail:
            raise CourseError(
                course.file,
                f"stage {start}, requires",
                f"the requirements go round in a circle: {' → '.join(trail)}",
                "Remove one of them.",
            )


def _cycle_from(start: str, requires: dict[str, tuple[str, ...]]) -> list[str]:
    trails, seen = [[start]], {start}
    while trails:
        trail = trails.pop()
        for name in requires[trail[-1]]:
            if name == start:
                return [*trail, name]
            if name not in seen:
                seen.add(name)
                trails.append([*trail, name])
    return []


def installed_courses() -> dict[str, Path]:
    """Return the courses that come with this installation, by name.

    A wheel carries them inside the package; a checkout is a course itself.
    """
    package = Path(__file__).resolve().parent
    folders = sorted(package.glob(f"courses/*/{COURSE_FILE}")) or [package.parent / COURSE_FILE]
    return {load_course(file.parent).name: file.parent for file in folders if file.is_file()}
