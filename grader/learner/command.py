"""The commands of somebody who learns alone: `hint`, `lesson`, `solution`, `reset`, `undo`, `update`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.course import Stage
from grader.errors import UsageError
from grader.invocation import console_of, in_session, place_of, stages_beginning
from grader.workspace import Place

if TYPE_CHECKING:
    from grader.learner.backups import Backup
    from grader.report import Report
    from grader.session import Session
    from grader.submission import Submission

__all__ = ["hint", "lesson", "reset", "solution", "undo", "update"]


@click.command()
@click.argument("stage", required=False, shell_complete=stages_beginning)
@click.pass_context
def lesson(ctx: click.Context, stage: str | None) -> None:
    """Read the lesson of STAGE (default: the stage you are at)."""
    from grader.lesson import read_lesson
    from grader.render.parts import markdown

    place = place_of(ctx)
    found = place.course.stage(stage) if stage is not None else _current_stage(place) or place.course.stages[-1]
    console_of(ctx).print(markdown(read_lesson(found).text))


@click.command()
@click.argument("stage", required=False, shell_complete=stages_beginning)
@click.argument("level", type=click.IntRange(min=1), required=False)
@click.option("--unit", metavar="NAME", help="The unit to help with (default: the first not right yet).")
@click.pass_context
def hint(ctx: click.Context, stage: str | None, level: int | None, unit: str | None) -> None:
    """Give a hint for STAGE (default: the stage you are at); a higher LEVEL says more."""
    from grader.learner.hints import steps_for
    from grader.render.terminal import render_hint

    place = place_of(ctx)
    if stage is not None and level is None and re.fullmatch(r"[1-9]\d?", stage):
        level, stage = int(stage), None  # `grade hint 2`: of the stage that they are at
    found = place.course.stage(stage) if stage is not None else _current_stage(place)
    if found is None:
        last = place.course.stages[-1].name
        click.echo(f"Everything passes: no hint is needed. To read one all the same: grade hint {last}")
        return
    steps = steps_for(place.course, found, _explained(place, found), unit)
    console_of(ctx).print(render_hint(steps, found.name, level or 1, named=unit is not None))


def _explained(place: Place, stage: Stage) -> Report:
    """Return the report of a stage with what is behind a failure."""
    from grader.diagnosis import explain

    files = _submission(place)

    def examine(session: Session) -> Report:
        (report,) = session.examine(files, stages=[stage])
        return explain(session, files, report)

    return in_session(place, place.course.up_to_here(stage), examine)


def _submission(place: Place) -> Submission:
    from grader.submission import read_submission

    return read_submission(place.course, place.submission)


def _current_stage(place: Place) -> Stage | None:
    """Return the first stage that does not pass yet; None when all do."""
    files = _submission(place)
    reports = in_session(place, place.course.stages, lambda session: session.examine(files))
    current = next((report.stage for report in reports if not report.passed), None)
    return place.course.stage(current) if current else None


@click.command()
@click.argument("stage", shell_complete=stages_beginning)
@click.option("--spoil", is_flag=True, help="Show it although the stage does not pass yet.")
@click.pass_context
def solution(ctx: click.Context, stage: str, spoil: bool) -> None:
    """Show the reference of STAGE next to your own code, once the stage passes."""
    from grader.learner.solution import compared, need_solutions
    from grader.render.difference import render_comparison

    place = place_of(ctx)
    found = place.course.stage(stage)
    need_solutions(place.course)
    files = _submission(place)
    if not spoil:
        (report,) = in_session(place, [found], lambda session: session.examine(files))
        if not report.passed:
            advice = (
                f"`grade hint {stage}` helps step by step. To see the reference now: grade solution {stage} --spoil"
            )
            raise UsageError(f"{stage} does not pass yet, and the reference would take it from you", advice)
    console_of(ctx, wide=True).print(render_comparison(found, compared(place.course, found, files)))


@click.command()
@click.argument("stage", required=False, shell_complete=stages_beginning)
@click.option("--unit", metavar="NAME", help="Put back the stub of this unit only.")
@click.option("--all", "everything", is_flag=True, help="Put back all files of the course, whole, as they came.")
@click.pass_context
def reset(ctx: click.Context, stage: str | None, unit: str | None, everything: bool) -> None:
    """Put the stubs of STAGE back into your files, and touch nothing else. Your files are kept in backups/ first."""
    from grader.learner.backups import rewrite
    from grader.learner.reset import fresh_files, fresh_stage

    place = place_of(ctx)
    root = _workspace(place, "reset")
    if everything == (stage is not None):
        names = ", ".join(known.name for known in place.course.stages)
        raise UsageError("reset needs a stage, or --all for everything", f"The stages are {names}.")
    if stage is None:
        _tell_reset(root, "all files, as they came", rewrite(root, "reset-all", fresh_files(place.course, root)))
        return
    fresh = fresh_stage(place.course, place.course.stage(stage), root, unit)
    units = ", ".join(f"`{name.partition(':')[2]}`" for name in fresh.units)
    if not fresh.contents:
        click.echo(f"There is nothing to put back. Still to be written: {units}.")
        return
    backup = rewrite(root, f"reset-{stage}", fresh.contents)
    files = ", ".join(sorted(_shown(file, root) for file in fresh.contents))
    _tell_reset(root, f"{units} in {files}, to be written again", backup)
    for name in fresh.left:
        home, short = place.course.units[name], name.partition(":")[2]
        click.echo(f"`{short}` is from {home} and stays as you wrote it; grade reset {stage} --unit {short}")


def _tell_reset(root: Path, done: str, backup: Backup | None) -> None:
    click.echo(f"Put back: {done}.")
    if backup is not None:
        click.echo(f"As it was: {_shown(backup.folder, root)}. `grade undo` brings that back.")


def _listed(names: Sequence[str], most: int = 4) -> str:
    """Return the names of files, the modules first, and how many others there are."""
    names = sorted((name for name in names if not name.startswith(".")), key=lambda name: not name.endswith(".py"))
    more = len(names) - most
    return ", ".join(names) if more < 2 else f"{', '.join(names[:most])} and {more} others"


def _shown(path: Path, root: Path) -> str:
    return path.relative_to(root).as_posix()


@click.command()
@click.argument("backup", required=False)
@click.option("--list", "listing", is_flag=True, help="Only list the backups, the newest first.")
@click.pass_context
def undo(ctx: click.Context, backup: str | None, listing: bool) -> None:
    """Bring the last backup back (or BACKUP, a name from --list). What was there is kept, so undo can be undone."""
    from grader.learner.backups import all_backups, bring_back, newest_backup

    root = _workspace(place_of(ctx), "undo")
    if listing:
        for known in all_backups(root):
            click.echo(f"{known.folder.name}   {_listed(list(known.files))}, before {known.said}")
        return
    found = newest_backup(root, backup)
    kept = bring_back(root, found)
    click.echo(f"{_listed(list(found.files))}: as before `{found.said}` ({found.when}).")
    if kept is None:
        click.echo("That is how it was already. Older ones: grade undo --list")
    else:
        click.echo(f"What was there until now: {_shown(kept.folder, root)}. `grade undo` once more brings that back.")


@click.command()
@click.pass_context
def update(ctx: click.Context) -> None:
    """Bring this folder to the version of the course that is installed: lessons, new stubs; never what you wrote.

    Your files are kept in backups/ first.
    """
    from grader.learner.backups import rewrite
    from grader.learner.given import given_by, read_given
    from grader.learner.update import changed_checks, plan_update
    from grader.render.update import render_update

    place = place_of(ctx)
    root, course, kata = _workspace(place, "update"), place.course, place.kata
    assert kata is not None, "a workspace has one"
    known = read_given(root)
    plan = plan_update(course, kata, root, known)
    backup = rewrite(root, "update", plan.contents)
    if backup is None:
        click.echo(f"Everything here is of {course.name} {course.version}, the version that is installed.")
        return
    files = _submission(place)
    reports = in_session(place, course.stages, lambda session: session.examine(files))
    changed = None if known is None else changed_checks(course, reports, known, given_by(course))
    names = [name for name in backup.files if name.startswith("lessons/")]
    versions = dict.fromkeys((kata.version, course.version))
    console_of(ctx).print(render_update(f"{course.name} {' → '.join(versions)}", plan, changed, len(names)))
    click.echo(f"\nAs it was: {_shown(backup.folder, root)}. `grade undo` brings that back.\nNext: grade")


def _workspace(place: Place, command: str) -> Path:
    """Return the learner's folder; UsageError in the folder of a course, whose exercises are no learner's."""
    if place.workspace is None:
        advice = "Make one, and work there: grade init my-kata && cd my-kata"
        raise UsageError(f"{command} works in a folder made by `grade init`, and this is none", advice)
    return place.workspace
