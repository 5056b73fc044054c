"""A course's own code beside its checks: commands that only it has, and a search for small examples of a failure.

`course.toml` names a function as `FILE:FUNCTION`. It runs in the grader's process and asks the student's code through a
`Visit`, like a check.
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from grader.course import Course
from grader.errors import CourseError, UsageError
from grader.examination import Examination, NotWritten, Unusable
from grader.libraries import worker_roots
from grader.proxy import Handle
from grader.seed import PRACTICE_SEED
from grader.submission import Submission
from grader.workers import Spawner, WorkerLost

__all__ = ["Visit", "load_function", "visiting"]


class Visit:
    """A student's code, open for questions: what a tool of a course is given."""

    def __init__(self, course: Course, submission: Submission, exam: Examination, seed: int) -> None:
        self.course = course
        self.submission = submission
        self.seed = seed
        self._exam = exam

    def begin(self, *units: str) -> None:
        """Start afresh, with a clock and a count of questions of its own; NotWritten when a unit is still a stub."""
        self._exam.begin_check(units)

    def module(self, name: str) -> Handle:
        """Return a module of the student's."""
        return self._exam.module(name)

    def in_student(self, helper: Callable[..., Any], *arguments: Any) -> Any:
        """Run a self-contained helper on the student's side."""
        return self._exam.side.run_helper(helper, *arguments)


@contextmanager
def visiting(course: Course, submission: Submission, seed: int | None = None) -> Iterator[Visit]:
    """Open a student's code for questions, in a worker of its own.

    What stops the tool is told as a UsageError: a unit that is still to be written, a file that cannot be read, code
    that never ends.
    """
    spawner = Spawner(course.limits)
    try:
        with Examination(course, spawner, worker_roots(course)) as exam:
            exam.load(submission)
            yield Visit(course, submission, exam, PRACTICE_SEED if seed is None else seed)
    except NotWritten as todo:
        name = todo.unit.partition(":")[2]
        raise UsageError(f"`{name}` is still to be written", _way_to(todo.unit, course, submission)) from None
    except Unusable as unusable:
        raise UsageError(unusable.problem.message, unusable.problem.advice) from None
    except WorkerLost as lost:
        raise UsageError(lost.message) from None
    finally:
        spawner.close()


def _way_to(unit: str, course: Course, submission: Submission) -> str:
    """Say where a unit that is still to be written belongs, and where to begin if that is earlier."""
    home = course.stage(course.units[unit])
    unfinished = (s for s in course.up_to(home) if any(submission.todo(u) for u in course.own_units(s)))
    first = next(unfinished, home)
    if first is home:
        return f"It belongs to {home.name}: grade {home.name}"
    return f"It belongs to {home.name}, and {first.name} comes first: grade {first.name}"


def load_function(course: Course, reference: str, field: str) -> Callable[..., Any]:
    """Return the function that `FILE:FUNCTION` names; CourseError when it is not there.

    The file may import its neighbours in checkpoints/, as a checkpoint may.
    """
    file, _, name = reference.partition(":")
    path = (course.folder / file).resolve()
    if not path.is_file() or not path.is_relative_to(course.folder):
        raise CourseError(course.file, field, f"there is no file '{file}' in the course", "Write FILE:FUNCTION.")
    if str(course.checkpoints) not in sys.path:
        sys.path.append(str(course.checkpoints))
    function = getattr(_loaded(path), name, None)
    if not callable(function):
        raise CourseError(course.file, field, f"there is no function '{name}' in {file}", "Write FILE:FUNCTION.")
    return function  # type: ignore[no-any-return]


def _loaded(path: Path) -> Any:
    spec = importlib.util.spec_from_file_location(f"course_tool_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
