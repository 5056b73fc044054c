"""A fresh start: the stubs of a stage put back into a learner's files, by transplant, or whole files as they came."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from grader.course import Course, Stage
from grader.errors import UsageError, did_you_mean
from grader.source import Module, SourceProblem, parse
from grader.spans import UnitError, source_of
from grader.submission import Submission, read_submission
from grader.swap import grafted, home_of
from grader.workspace import starter

__all__ = ["Fresh", "as_it_came", "exercise_of", "fresh_files", "fresh_stage"]


class Fresh(msgspec.Struct, frozen=True):
    """The files with stubs put back; `units` are these; `left` are those of the stage that an earlier one has, too."""

    contents: dict[Path, bytes]
    units: tuple[str, ...]
    left: tuple[str, ...] = ()


def fresh_files(course: Course, folder: Path) -> dict[Path, bytes]:
    """Return every module of the course as it came."""
    return {folder / f"{module}.py": starter(course, module) for module in course.modules}


def fresh_stage(course: Course, stage: Stage, folder: Path, unit: str | None = None) -> Fresh:
    """Return what a learner's files are with the stubs of a stage, or of one unit, put back.

    UsageError when a file cannot be read as Python, or holds a unit in a way that leaves no place for a stub.
    """
    units, left = _units(course, stage, unit)
    submission = read_submission(course, folder)
    for name in units:
        submission = as_it_came(submission, name)
    before = read_submission(course, folder)
    changed = [name for name, file in submission.files.items() if before.files.get(name) != file]
    contents = {folder / Path(submission.files[name][0]).name: submission.files[name][1] for name in changed}
    return Fresh(contents, tuple(units), tuple(left))


def _units(course: Course, stage: Stage, unit: str | None) -> tuple[Sequence[str], Sequence[str]]:
    """Return the units to put back, and those that stay, since the learner wrote them for an earlier stage."""
    if unit is not None:
        names = {full.partition(":")[2]: full for full in stage.units}
        if unit not in names:
            advice = did_you_mean(unit, names) or f"Its units are {', '.join(names)}."
            raise UsageError(f"{stage.name} has no unit '{unit}'", advice)
        return [names[unit]], []
    own = course.own_units(stage)
    return own or stage.units, [name for name in stage.units if own and name not in own]


def as_it_came(submission: Submission, unit: str) -> Submission:
    """Return the submission with a def as the exercise has it; with the whole file, or class, where that is missing.

    UsageError when a file cannot be read as Python, or leaves no place for it.
    """
    course = submission.course
    module, _, name = unit.partition(":")
    exercise = exercise_of(course, module)
    host = submission.module(module)
    if host is None or host.is_empty:
        return _with_file(submission, unit)
    home, known_as = home_of(submission, unit)
    found = submission.module(home)
    first = known_as.partition(".")[0]
    if found is not None and first not in found.units and home == module:
        name = name.partition(".")[0]  # a class that is gone comes back with all that was given in it
    try:
        return grafted(submission, f"{module}:{name}", source_of(exercise, name), exercise)
    except UnitError as error:
        problem = f"`{unit.partition(':')[2]}` as it came finds no place in your files: {error}"
        raise UsageError(problem, _WHOLE) from None
    except SourceProblem as error:
        raise UsageError(str(error), _WHOLE) from None


_WHOLE = "`grade reset --all` puts back whole files as they came; yours are kept in backups/, and `grade undo` returns."


def _with_file(submission: Submission, unit: str) -> Submission:
    """Return the submission with a whole module as it came; UsageError when something is there that cannot be read."""
    module = unit.partition(":")[0]
    problem, found = submission.problem(module), submission.module(module)
    is_bare = found is not None or (module not in submission.files and submission.todo(unit))
    if problem is not None and not is_bare:
        place = f" ({problem.place.spot})" if problem.place else ""
        raise UsageError(f"{problem.message}{place}", f"Fix that first. Or: {_WHOLE}")
    file = submission.files.get(module, (f"{module}.py", b""))[0]
    files = {**submission.files, module: (file, starter(submission.course, module))}
    return Submission(submission.course, files, {})


def exercise_of(course: Course, module: str) -> Module:
    """Return a module of the course as students get it."""
    file = course.exercises / f"{module}.py"
    try:
        return parse(file.read_bytes().decode("utf-8"), file.name)
    except (OSError, UnicodeDecodeError, SourceProblem) as error:
        raise UsageError(f"{file} of the course cannot be read: {error}", "Install the course again.") from None
