"""`check("…")` and `%grade …`: run checks in a notebook, show what they found, and never raise past it.

nbgrader takes the last value of a test cell as its points only when that is a plain number, takes whatever else for all
of them, and gives none when anything was written to stderr. So a call ends with a float, whatever happened.
"""

from __future__ import annotations

import contextlib
import io
import math
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec

from grader.course import Course, Stage, load_course
from grader.errors import GraderError, UsageError
from grader.kernel.advice import in_notebook, next_step
from grader.kernel.bytecode import bytecode_kept
from grader.kernel.cells import Cells
from grader.kernel.explain import Explanations
from grader.kernel.leftovers import leftovers
from grader.kernel.live import Live
from grader.kernel.show import show, show_text
from grader.kernel.worker import KernelSource
from grader.report import Report
from grader.session import run_session
from grader.workspace import find_place, named_course

__all__ = ["COURSE_VARIABLE", "checks", "load_ipython_extension", "offer_magic"]

COURSE_VARIABLE = "GRADKATA_COURSE"  # the folder of an instructor's course, which may hold more than is installed


def checks(course: str, stage: str) -> Callable[[str], float]:
    """Return the function that runs a check of this stage by its name; what is wrong with the course it shows."""
    try:
        kata = _Kata(_find_course(course), stage)
    except GraderError as error:
        problem = f"{error.problem}\n{error.advice}"
        show_text(problem)
        return lambda name: _sorry(problem)
    _last.append(kata)
    del _last[:-1]
    return kata.check


def _sorry(problem: str) -> float:
    show_text(problem)
    return 0.0


def _find_course(name: str) -> Course:
    """Return the course: of the instructor's folder, of this folder or one above, or installed."""
    if folder := os.environ.get(COURSE_VARIABLE, ""):
        course = load_course(Path(folder))
        if course.name == name:
            return course
    with contextlib.suppress(UsageError):
        place = find_place(Path.cwd())
        if place.course.name == name:
            return place.course
    return named_course(name, Path(os.devnull))


class _Kata:
    """A stage of a course in this notebook."""

    def __init__(self, course: Course, stage: str) -> None:
        self.course = course
        self.stage = course.stage(stage)
        self._explanations = Explanations(course)

    def check(self, name: str) -> float:
        """Run one check, show what it found, and return its points."""
        return self._shown(self.stage, [name])

    def grade(self, stage: str) -> None:
        """Run all checks of a stage, and show what they found."""
        self._shown(self.course.stage(stage) if stage else self.stage, [])

    def _shown(self, stage: Stage, names: Sequence[str]) -> float:
        said = io.StringIO()  # what a checkpoint or a library writes: to nobody, but to stderr it would cost the points
        try:
            with contextlib.redirect_stderr(said), bytecode_kept(self.course.checkpoints):
                report, step = self._examine(stage, names)
        except GraderError as error:
            return _sorry(_explain_error(error, names))
        except Exception as error:
            return _sorry(_FAULT.format(f"{type(error).__name__}: {error}"))
        show(report, stage, step, one=bool(names))
        return _as_points(report)

    def _examine(self, stage: Stage, names: Sequence[str]) -> tuple[Report, str]:
        """Return what the checks found, with what is behind it, and what to do next."""
        shell = _shell()
        namespace = _namespace(shell)
        live = Live(self.course, vars(namespace), Cells(shell))
        source = KernelSource(namespace, self.course.limits)
        (report,) = run_session(
            self.course, [stage], source, lambda session: session.examine(live), isolation="in-process", only=names
        )
        report = msgspec.structs.replace(report, checks=tuple(in_notebook(check, live) for check in report.checks))
        report = self._explanations.explained(report, stage, live)
        old = "" if report.passed else leftovers(vars(namespace))
        return report, next_step(report, live, old, one=bool(names))


_FAULT = "The grader itself failed, which is not your fault: {}\nPlease tell your instructor."


def _explain_error(error: GraderError, names: Sequence[str]) -> str:
    if names and error.problem.startswith("there is no check"):
        return f"The check {names[0]} is not in the course that is installed here.\n{_ELSEWHERE}"
    return f"{error.problem}\n{error.advice}"


_ELSEWHERE = "If your instructor keeps it back, it runs when your work is graded; until then it shows 0 points."


def _as_points(report: Report) -> float:
    """Return the points as nbgrader takes them: a plain float between 0 and what there is to get."""
    points, most = float(report.points), float(report.max_points)
    return min(max(points, 0.0), most) if math.isfinite(points) else 0.0


def _shell() -> Any:
    """Return IPython's shell, or None where there is none."""
    ipython = sys.modules.get("IPython")
    return ipython.get_ipython() if ipython is not None else None


def _namespace(shell: Any) -> ModuleType:
    module: ModuleType = shell.user_module if shell is not None else sys.modules["__main__"]
    return module


# -- %grade ---------------------------------------------------------------------------------------------------------

_last: list[_Kata] = []  # of what `checks` was called for last


def load_ipython_extension(shell: Any) -> None:
    """Offer `%grade STAGE`, as IPython's `%load_ext grader.kernel` asks for."""
    shell.register_magic_function(_grade, "line", "grade")


def offer_magic() -> None:
    """Offer `%grade STAGE` if this is a notebook."""
    if (shell := _shell()) is not None:
        load_ipython_extension(shell)


def _grade(line: str) -> None:
    """Check a whole stage: `%grade stage3`; without a name, the stage of this notebook."""
    try:
        kata = _last[0] if _last else _Kata(*_course_of(line.strip()))
        kata.grade(line.strip())
    except GraderError as error:
        show_text(f"{error.problem}\n{error.advice}")


def _course_of(stage: str) -> tuple[Course, str]:
    """Return the course that is meant where nothing has said so, and the stage."""
    from grader.workspace import default_course

    folder = os.environ.get(COURSE_VARIABLE, "")
    course = load_course(Path(folder)) if folder else default_course(None, Path.cwd())[0]
    return course, stage or course.stages[0].name
