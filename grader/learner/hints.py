"""Help in steps for one unit: what was recognised in the learner's own code first, then the levels of the lesson.

Nothing is remembered from call to call: the steps follow from the code as it is.
"""

from __future__ import annotations

import msgspec

from grader.course import Course, Stage
from grader.errors import UsageError, did_you_mean
from grader.lesson import read_lesson
from grader.report import Diagnosis, Outcome, Report

__all__ = ["Steps", "steps_for"]

_LOOK = "What to look at:"


class Steps(msgspec.Struct, frozen=True):
    """The steps of help for a unit, as Markdown, gentlest first. `stage` is where the unit's lesson is."""

    stage: str
    unit: str
    levels: tuple[str, ...]
    before: str = ""  # a sentence that matters more than any of them


def steps_for(course: Course, stage: Stage, report: Report | None, unit: str | None = None) -> Steps:
    """Return the steps for a unit of a stage, or for the one in need by the stage's report.

    `report` should have been explained (`grader.diagnosis`). UsageError when the stage has no such unit.
    """
    if unit is not None and unit not in (names := [_name(full) for full in stage.units]):
        raise UsageError(
            f"{stage.name} has no unit '{unit}'", did_you_mean(unit, names) or f"Its units are {', '.join(names)}."
        )
    diagnosis = next((d for d in _named(report) if unit in (None, _name(d.unit))), None)
    full = diagnosis.unit if diagnosis else _in_need(course, stage, report)
    if unit is not None:
        full = next(known for known in stage.units if _name(known) == unit)
    home = stage if full in stage.units else course.stage(course.units[full])
    levels = (*([_observed(diagnosis)] if diagnosis else []), *read_lesson(home).hints[_name(full)])
    return Steps(home.name, _name(full), levels, _before(stage, home, report))


def _named(report: Report | None) -> list[Diagnosis]:
    found = [report.diagnosis, *report.also] if report is not None else []
    return [diagnosis for diagnosis in found if diagnosis is not None]


def _in_need(course: Course, stage: Stage, report: Report | None) -> str:
    """Return the unit to blame, or what the first check not passed is about, or the first unit of the stage."""
    if report is None:
        return stage.units[0]
    blamed = [unit for unit in report.blame if unit in course.units]
    about = [unit for check in report.checks if check.outcome is not Outcome.PASSED for unit in check.units]
    return next(iter([*blamed, *(unit for unit in about if unit in stage.units)]), stage.units[0])


def _observed(diagnosis: Diagnosis) -> str:
    """Return the first step where a mistake was recognised: its name, and where to look, not yet all of the reason."""
    _, found, look = diagnosis.explanation.partition(_LOOK)
    text = f"{_LOOK} {look.strip()}" if found else diagnosis.explanation
    return f"**{diagnosis.title}.** That is what your code does.\n\n{text}"


def _before(stage: Stage, home: Stage, report: Report | None) -> str:
    if report is None:
        return ""
    if report.problems:
        problem = report.problems[0]
        return f"First of all: {problem.message}. {problem.advice}"
    if report.passed:
        return f"{stage.name} passes. Here is its help all the same."
    if home is not stage:
        return f"What goes wrong in {stage.name} comes from {home.name}."
    return ""


def _name(unit: str) -> str:
    return unit.partition(":")[2]
