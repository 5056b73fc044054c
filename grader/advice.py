"""The one next thing to do, in a sentence."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec

from grader.report import CheckResult, Outcome, Report
from grader.submission import Submission
from grader.swap import home_of
from grader.workspace import Place, quoted

__all__ = ["ASKING", "SAVING", "Manner", "after_board", "after_stage"]


class Manner(msgspec.Struct, frozen=True):
    """How somebody has a stage checked: the ends of the sentences that tell them to, `{}` being the stage."""

    check: str
    again: str
    go: str
    onward: str


ASKING = Manner(
    "run `grade {}`", "run `grade {}` again", "Start there: `grade {}`", "Read {lesson}, then run `grade {}`"
)
SAVING = Manner("save", "save", "The key p goes there", "The key n goes on to {}")


def after_stage(
    report: Report, submission: Submission, place: Place, *, partial: bool = False, manner: Manner = ASKING
) -> str:
    """Return what to do after one stage was checked, or only some of its checks."""
    course = place.course
    if report.passed and partial:
        return f"Right so far. `grade {report.stage}` runs all checks of the stage."
    if report.passed:
        return _after_passing(report.stage, place, manner)
    unfinished = _unfinished_requirement(report.stage, submission, place, manner)
    if unfinished:
        return unfinished
    check = _deciding_check(report)
    if check.outcome is Outcome.TODO and check.needs:
        return _write(check.needs, report.stage, submission, place, manner)
    if check.outcome is Outcome.ERROR:
        return "This is not your fault: tell the author of the course, with the message above."
    if check.outcome is Outcome.SKIPPED:
        return f"A check of {report.stage} was skipped: {check.message or 'no reason given'}."
    again = f"Then {manner.again.format(report.stage)}."
    fatal = next((p for p in report.problems if p.message == check.message), None)
    if fatal is not None:
        return f"Fix {fatal.file}. {again}"
    unit = _culprit(report) or check.units[0]
    if unit not in course.units:
        return f"Look at {_where(unit, submission, place)}: it came with the exercise and was changed. {again}"
    home = course.units[unit]
    if unit not in course.stage(report.stage).units:
        return f"Go back to {home}: look at {_where(unit, submission, place)}, and {manner.check.format(home)}."
    if check.place and unit == check.units[0] and report.diagnosis is None:  # the line is known
        return f"Look at `{_name(unit)}` in {check.place.spot}. {again}"
    return f"Look at {_where(unit, submission, place)}. {again}"


def _culprit(report: Report) -> str | None:
    """Return the unit that diagnosis or blame points at."""
    if report.diagnosis is not None:
        return report.diagnosis.unit
    return report.blame[0] if report.blame else None


def after_board(reports: Sequence[Report], submission: Submission, place: Place) -> str:
    """Return where to go on after all stages were measured."""
    for report in reports:
        if report.passed:
            continue
        check = _deciding_check(report)
        problem = next((p for p in report.problems if p.message == check.message), None)
        if problem is not None:
            return f"Fix {problem.file}; `grade {report.stage}` shows the line."
        if check.outcome is Outcome.TODO and check.needs and (gone := _what_is_gone(check.needs, submission, place)):
            return f"You are at {report.stage}. {gone}"
        if check.outcome is Outcome.TODO and report.points and check.needs:
            return f"You are at {report.stage}. Go on with {_where(check.needs, submission, place)}."
        if check.outcome is Outcome.TODO and not report.points:
            lesson = _path(place.lesson(report.stage))
            return f"You are at {report.stage}. Read {lesson}, write your code, run `grade {report.stage}`."
        return f"You are at {report.stage}. Run `grade {report.stage}` to see what is wrong and why."
    return f"Everything passes. You have written all of it: {place.course.title}."


def _deciding_check(report: Report) -> CheckResult:
    """The check that the student should look at: the first that went wrong, otherwise the first not passed."""
    calm = (Outcome.PASSED, Outcome.TODO, Outcome.SKIPPED)
    wrong = next((check for check in report.checks if check.outcome not in calm), None)
    check = wrong or report.next_check
    assert check is not None
    return check


def _after_passing(stage: str, place: Place, manner: Manner) -> str:
    names = [s.name for s in place.course.stages]
    following = names[names.index(stage) + 1 :]
    if not following:
        return "That was the last stage. `grade` measures all of them once more."
    onward = manner.onward.format(following[0], lesson=_path(place.lesson(following[0])))
    return f"Well done. {onward}."


def _unfinished_requirement(stage: str, submission: Submission, place: Place, manner: Manner) -> str:
    for earlier in place.course.up_to(place.course.stage(stage))[:-1]:
        todo = next((unit for unit in earlier.units if submission.todo(unit)), None)
        if todo:
            go = manner.go.format(earlier.name)
            return f"{earlier.name} is not finished (`{_name(todo)}` is still to be written). {go}."
    return ""


def _write(unit: str, stage: str, submission: Submission, place: Place, manner: Manner) -> str:
    asked_in = place.course.units.get(unit, stage)
    if unit not in place.course.stage(stage).units:
        return f"`{_name(unit)}` is from {asked_in} and still to be written. {manner.go.format(asked_in)}."
    check = manner.check.format(stage)
    if meant := submission.lookalike(unit):
        return f"There is no `{_name(unit)}`, but a `{meant}`. Give it the right name, then {check}."
    if gone := _what_is_gone(unit, submission, place):
        return f"{gone} Then {check}."
    problem = submission.problem(unit.partition(":")[0])
    if problem is not None:
        return f"Put your code into {problem.file}, then {check}."
    lesson = _path(place.lesson(stage))
    todo = "Write" if submission.todo(unit) else f"{stage} asks more of"
    return f"{todo} {_where(unit, submission, place)}; {lesson} explains it. Then {check}."


def _what_is_gone(unit: str, submission: Submission, place: Place) -> str:
    """Say how to get back a file that was renamed or is missing, or a stub that was deleted; "" when all is there."""
    if place.workspace is None or Path(place.submission) != place.workspace:
        return ""
    module, stage, name = unit.partition(":")[0], place.course.units[unit], _name(unit)
    file = f"{module}.py"
    if module not in submission.files:
        if twin := _renamed(submission, module):
            return f"{twin} holds what belongs into {file}. Give it its name back: {_rename(twin, file)}."
        return f"There is no {file}. `grade reset {stage}` puts a fresh one there."
    if submission.problem(module) is not None:
        return f"{file} is empty. `grade reset {stage}` fills it again."
    if not submission.lookalike(unit) and not _line_of(unit, submission):
        return f"`{name}` is missing in {file}. Write it, or begin with its stub: `grade reset {stage} --unit {name}`."
    return ""


def _renamed(submission: Submission, module: str) -> str:
    """Return the file that holds the units of a module that is missing, if one does."""
    units = [_name(unit) for unit in submission.course.units if unit.startswith(f"{module}:")]
    for other, (file, _) in submission.files.items():
        parsed = submission.module(other) if other not in submission.course.modules else None
        if parsed is not None and any(name in parsed.units for name in units):
            return Path(file).name
    return ""


def _rename(old: str, new: str) -> str:
    return f"`{'ren' if sys.platform == 'win32' else 'mv'} {quoted(old)} {quoted(new)}`"


def _line_of(unit: str, submission: Submission) -> int | None:
    home, known_as = home_of(submission, unit)
    parsed = submission.module(home)
    return parsed.line_of(known_as) if parsed else None


def _where(unit: str, submission: Submission, place: Place) -> str:
    module, _, name = unit.partition(":")
    home, _ = home_of(submission, unit)  # in a notebook all modules are written in one
    line = _line_of(unit, submission)
    if not line:
        return f"`{name}` in {module}.py"
    spot, file = submission.place(home, line), Path(submission.files[home][0])
    is_the_course_s = place.workspace is None and file.parent == place.submission and not spot.cell
    return f"`{name}` in {f'{_path(file)}:{line}' if is_the_course_s else spot.spot}"


def _name(unit: str) -> str:
    return unit.partition(":")[2]


def _path(path: Path) -> str:
    """Return a path as it is shortest to type from here."""
    try:
        relative = os.path.relpath(path)
    except (ValueError, OSError):  # another drive, or a current folder that is gone
        return str(path)
    return relative if len(relative) < len(str(path)) else str(path)
