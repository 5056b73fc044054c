"""A newer version of a course, without loss: everything is renewed but what the learner wrote.

New stubs come into their files by transplant, and so does what came written with the exercises, as long as they have
not changed it. What they wrote stays to the byte.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from grader.course import Course
from grader.errors import UsageError
from grader.learner import given as given_file
from grader.learner.given import Given, defs_of, digest, given_by, given_text, titles_of
from grader.learner.reset import as_it_came, exercise_of
from grader.report import Outcome, Report
from grader.source import Module, SourceProblem
from grader.spans import UnitError, source_of
from grader.submission import Submission, read_submission
from grader.swap import home_of
from grader.workspace import KATA_FILE, Kata, kata_text

__all__ = ["Changed", "Update", "changed_checks", "is_older", "plan_update"]


class Update(msgspec.Struct, frozen=True):
    """What an update does: new contents of files, in the order to write them, and sentences about the learner's code.

    `news` are what came into their files; `left` what would have come, but they have made it their own.
    """

    contents: dict[Path, bytes]
    news: tuple[str, ...]
    left: tuple[str, ...]


class Changed(msgspec.Struct, frozen=True):
    """A check that is new or another one than before, in a stage that they had passed, and how it ends now."""

    stage: str
    title: str
    is_new: bool
    passes: bool


def is_older(version: str, other: str) -> bool:
    """Return whether a version comes before another one; versions without numbers are only the same or not."""
    one, two = ([int(number) for number in re.findall(r"\d+", text)] for text in (version, other))
    return one < two


def plan_update(course: Course, kata: Kata, folder: Path, known: Given | None) -> Update:
    """Return what bringing a workspace to this version of the course means.

    UsageError when the course is older than the workspace, or a file of the learner's leaves no place for a stub.
    """
    if is_older(course.version, kata.version):
        problem = f"the course here is {course.version}, and this folder was made with {kata.version}, a newer one"
        advice = "Install the newer one again: pip install --upgrade gradkata. Nothing was changed."
        raise UsageError(problem, advice)
    submission, news, left = read_submission(course, folder), list[str](), list[str]()
    before = dict(submission.files)
    for module in course.modules:
        submission, told, kept = _merged(submission, module, known)
        news += told
        left += kept
    changed = {name: file for name, file in submission.files.items() if before.get(name) != file}
    contents = {folder / Path(file).name: data for file, data in changed.values()}
    contents |= {folder / "lessons" / stage.lesson.name: stage.lesson.read_bytes() for stage in course.stages}
    contents[folder / given_file.FILE] = given_text(given_by(course))
    contents[folder / KATA_FILE] = kata_text(kata.course, course.version).encode("utf-8")  # last: then all is there
    return Update(contents, tuple(news), tuple(left))


def _merged(submission: Submission, module: str, known: Given | None) -> tuple[Submission, list[str], list[str]]:
    """Return the submission with what is new in a module of the course, and what there is to say of it."""
    course, exercise = submission.course, exercise_of(submission.course, module)
    file, news, left = f"{module}.py", list[str](), list[str]()
    first = f"{module}:{defs_of(exercise)[0]}"
    if submission.module(module) is None or submission.problem(module) is not None:
        is_there = module in submission.files
        submission = as_it_came(submission, first)  # refuses what is there and cannot be read
        return submission, [f"{file} {'was empty and is filled again' if is_there else 'is new'}"], left
    for name in defs_of(exercise):
        unit, source = f"{module}:{name}", source_of(exercise, name)
        before = known.sources.get(unit) if known is not None else None
        if unit in course.units and not submission.todo(unit):
            if before not in (None, digest(source)):
                left.append(f"what is asked of `{name}` reads otherwise now; yours stays")
            continue
        own = _own(submission, unit)
        if own == source:
            continue
        if unit in course.units or _is_as_it_came(own, before):
            submission = as_it_came(submission, unit)
            came = "renewed" if own is not None else "new" if before is None else "back"
            news.append(f"`{name}` in {file} is {came}")
        elif before != digest(source):
            left.append(f"`{name}` in {file}, which came written, is another one now; you changed yours, and it stays")
    left += _no_longer_asked(exercise, module, known)
    return submission, news, left


def _is_as_it_came(own: str | None, before: str | None) -> bool:
    """Whether the learner has not touched a def that came written: theirs is the old one, or there was none."""
    return before is None if own is None else before == digest(own)


def _own(submission: Submission, unit: str) -> str | None:
    home, name = home_of(submission, unit)
    module = submission.module(home)
    try:
        return source_of(module, name) if module is not None else None
    except (UnitError, SourceProblem):
        return None


def _no_longer_asked(exercise: Module, module: str, known: Given | None) -> Iterator[str]:
    there = set(defs_of(exercise))
    for unit in known.sources if known is not None else ():
        home, _, name = unit.partition(":")
        if home == module and name not in there:
            yield f"`{name}` is no longer asked for; yours stays"


def changed_checks(course: Course, reports: Sequence[Report], known: Given, now: Given) -> list[Changed]:
    """Return the new and changed checks of those stages that the code passes as far as their old checks go."""
    found = []
    for report in reports:
        before, after = known.checks.get(report.stage, {}), now.checks[report.stage]
        same = {name for name, value in after.items() if before.get(name) == value}
        ends = [(check.id.partition("[")[0], check.outcome is Outcome.PASSED) for check in report.checks]
        if not same or not all(passes for name, passes in ends if name in same):
            continue
        titles = titles_of(course.stage(report.stage))
        for name in [name for name in after if name not in same]:
            passes = all(good for other, good in ends if other == name)
            found.append(Changed(report.stage, titles[name], name not in before, passes))
    return found
