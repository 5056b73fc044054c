"""What one command line is about: the course and the files that are meant, its console, a session for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from grader.course import Stage
from grader.errors import GraderError, UsageError
from grader.workspace import Place, find_place

if TYPE_CHECKING:
    from rich.console import Console

    from grader.session import Session
    from grader.workers import WorkerSource

__all__ = ["console_of", "here", "in_session", "place_of", "stages_beginning"]

T = TypeVar("T")


def place_of(ctx: click.Context) -> Place:
    """Find the course and the student's files, once for a command line."""
    root = ctx.find_root()
    if root.obj is None:
        root.obj = find_place(here(), root.params.get("course"))
    place: Place = root.obj
    return place


def stages_beginning(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Return the stages whose names begin like what was typed: for shells that complete."""
    try:
        names = [stage.name for stage in place_of(ctx).course.stages]
    except GraderError:
        return []
    return [name for name in names if name.startswith(incomplete)]


def here() -> Path:
    """Return the current folder; UsageError when it is gone."""
    try:
        return Path.cwd()
    except FileNotFoundError:
        raise UsageError("the current folder no longer exists", "Change to your own folder first.") from None


def console_of(ctx: click.Context, submission: Path | None = None, *, wide: bool = False) -> Console:
    """Return the console for what a command says, about another submission than the one here if it is given.

    A `wide` one uses all of the terminal, for columns side by side.
    """
    from grader.render.terminal import make_console

    place = ctx.find_root().obj
    folder = submission or (place.submission if isinstance(place, Place) else None)
    if folder is not None and folder.is_file():
        folder = folder.parent
    return make_console(plain=bool(ctx.find_root().params.get("plain")), folder=folder, wide=wide)


def in_session(
    place: Place,
    stages: Sequence[Stage],
    drive: Callable[[Session], T],
    *,
    checks: Sequence[str] = (),
    in_process: bool = False,
    hasty: bool = True,
) -> T:
    """Return what `drive` makes of a session with the checks of these stages; `hasty` is as in Session.

    The worker comes up while pytest is being imported.
    """
    from grader.workers import InProcessSource, Spawner

    spawner = None if in_process else Spawner(place.course.limits)
    source: WorkerSource = spawner or InProcessSource()
    try:
        if spawner is not None:
            spawner.prepare()
        from grader.session import run_session

        isolation = "in-process" if in_process else "practice"

        def driven(session: Session) -> T:
            session.hasty = hasty
            return drive(session)

        return run_session(place.course, stages, source, driven, isolation=isolation, only=checks)
    finally:
        source.close()
