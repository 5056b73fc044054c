"""The command `grade watch`: which front, which signals end it, and what is taken down in the end."""

from __future__ import annotations

import gc
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TYPE_CHECKING

import click

from grader.ahead import SWITCH
from grader.invocation import console_of, place_of
from grader.workspace import Place

if TYPE_CHECKING:
    from rich.console import Console

    from grader.course import Stage
    from grader.watch.desk import Desk
    from grader.watch.state import State

__all__ = ["watch"]

_SMALLEST = (40, 10)  # columns and lines below which a full screen shows too little
_ENDING = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]


class Ended(BaseException):
    """A signal told us to end."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.code = 128 + number


@click.command()
@click.argument("stage", required=False)
@click.option("--plain", is_flag=True, help="Print lines instead of using the whole screen.")
@click.option("--poll", is_flag=True, help="Look at your files four times a second: for a folder on another machine.")
@click.pass_context
def watch(ctx: click.Context, stage: str | None, plain: bool, poll: bool) -> int:
    """Check your files whenever you save, from STAGE on (default: the first that does not pass).

    Keys: h hint, l lesson, n next, p previous, e editor, r run again, q quit.
    """
    place = place_of(ctx)
    start = place.course.stage(stage) if stage is not None else None
    if plain:
        ctx.find_root().params["plain"] = True
    console = console_of(ctx)
    gc.enable()
    sys.setswitchinterval(SWITCH)  # what is drawn must not hold up the questions to the student's side
    front = _full_screen if _allows_full_screen(console) else _line_by_line
    try:
        with _ended_by_signals():
            return front(place, start, poll, console)
    except Ended as ended:
        return ended.code


def _allows_full_screen(console: Console) -> bool:
    if getattr(console, "plain", False) or not (sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    if sys.platform != "win32" and os.environ.get("TERM", "") in ("", "dumb", "unknown"):
        return False
    columns, lines = _SMALLEST
    return console.encoding.lower().startswith("utf") and console.width >= columns and console.height >= lines


def _line_by_line(place: Place, start: Stage | None, poll: bool, console: Console) -> int:
    from grader.watch.lines import Lines

    lines = Lines(console)
    with _watching(place, start, poll, lines.tell) as desk:
        lines.run(desk)
    return 0


def _full_screen(place: Place, start: Stage | None, poll: bool, console: Console) -> int:
    post = _Post()
    with _watching(place, start, poll, post.put) as desk:
        from grader.watch.screen import Screen  # which takes a while, in which the checks are loaded, too

        screen = Screen(desk, place.submission, [signal.SIGINT, *_ENDING])
        post.deliver(screen.tell)
        code = screen.run(mouse=False)  # so that the terminal's own selecting and clicking goes on to work
    if code == 0 and desk.state is not None:
        progress = desk.state.progress
        console.print(
            f"{progress.name}: {progress.passed}/{progress.checks} checks pass. grade watch goes on from here."
        )
    return 1 if code is None else code


class _Post:
    """Keeps the newest state until there is somebody to tell it to."""

    def __init__(self) -> None:
        self._kept: State | None = None
        self._tell: Callable[[State], None] | None = None
        self._lock = threading.Lock()

    def put(self, state: State) -> None:
        with self._lock:
            self._kept = state
            if self._tell is not None:
                self._tell(state)

    def deliver(self, tell: Callable[[State], None]) -> None:
        with self._lock:
            self._tell = tell
            if self._kept is not None:
                tell(self._kept)


@contextmanager
def _watching(place: Place, start: Stage | None, poll: bool, tell: Callable[[State], None]) -> Iterator[Desk]:
    """Begin to watch, and leave nothing behind; what ended the engine is raised."""
    from grader.watch.changes import Changes
    from grader.watch.desk import Desk
    from grader.watch.engine import Engine

    engine = Engine(place, tell, start)
    changes = Changes(place.course, place.submission, engine.offer, engine.again, polling=poll)
    changes.start()
    try:
        yield Desk(place, engine)
    finally:
        changes.stop()
        engine.close()
    if engine.fault is not None:
        raise engine.fault


@contextmanager
def _ended_by_signals() -> Iterator[None]:
    """Let the signals that end a process be raised here, so that what was begun is taken down."""

    def end(number: int, frame: FrameType | None) -> None:
        raise Ended(number)

    before = {number: signal.signal(number, end) for number in _ENDING}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
