"""`grade watch` line by line, for pipes, screen readers and terminals that can do no more."""

from __future__ import annotations

import queue
import sys
import threading
from time import strftime

from rich.console import Console, RenderableType
from rich.text import Text

from grader.render.terminal import prose, render_next
from grader.watch.desk import KEYS, Desk
from grader.watch.editor import open_editor
from grader.watch.state import State

__all__ = ["Lines"]

PATIENCE = 1.0  # seconds between two looks whether the engine lives; on Windows, also for Ctrl-C to be noticed


class Lines:
    """Prints each verdict as it comes, then the feedback; reads keys as lines, if somebody can type them."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._heard: queue.SimpleQueue[State | str] = queue.SimpleQueue()
        self._shown = State((), "")
        self._said_in_full = 0  # the number of the last verdict whose feedback was printed

    def tell(self, state: State) -> None:
        """Take a state, from any thread."""
        self._heard.put(state)

    def run(self, desk: Desk) -> None:
        """Show what comes until somebody quits or nobody reads."""
        files = ", ".join(f"{name}.py" for name in desk.place.course.modules)
        self._print(prose(f"Watching {files} in {desk.place.submission}. Save, and it is checked; Ctrl-C ends."))
        if sys.stdin.isatty():
            self._print(prose("Type a letter and Enter: " + ", ".join(f"{k} {what}" for k, what in KEYS.items())))
            threading.Thread(target=self._read_keys, name="keys", daemon=True).start()
        while not self._console.quiet and desk.is_alive:
            try:
                heard = self._heard.get(timeout=PATIENCE)
            except queue.Empty:
                continue
            if isinstance(heard, State):
                desk.turn_to(heard)
                self._show(heard, desk)
            elif not self._obey(heard, desk):
                return

    def _read_keys(self) -> None:
        for line in sys.stdin:
            self._heard.put(line.strip().lower())

    def _show(self, state: State, desk: Desk) -> None:
        before, self._shown = self._shown, state
        if state.news and (state.news != before.news or state.number != before.number):
            self._print(Text(""), prose(state.news))
        if state.trouble and state.trouble != before.trouble:
            self._print(prose(f"[{strftime('%H:%M:%S')}] {state.trouble}"))
        if state.report is None:
            return
        if state.number != before.number:
            self._print(Text(""), prose(f"[{strftime('%H:%M:%S')}] {_verdict(state)}"))
        if state.explained and state.number != self._said_in_full and self._heard.empty():
            self._said_in_full = state.number
            overview, details = desk.feedback()
            parts = [
                overview,
                *([details] if details else []),
                *([] if state.finished else [render_next(state.advice)]),
            ]
            self._print(*(piece for part in parts for piece in (Text(""), part)))

    def _obey(self, key: str, desk: Desk) -> bool:
        """Do what a key asks for; False to quit."""
        if key == "q":
            return False
        if key == "h":
            desk.deeper()
            self._print(Text(""), desk.hint())
        elif key == "l":
            self._print(Text(""), desk.lesson())
        elif key in ("n", "p"):
            if not desk.step(1 if key == "n" else -1):
                self._print(prose("There is no stage after this one." if key == "n" else "This is the first stage."))
        elif key == "r":
            desk.run_again()
        elif key == "e":
            if problem := open_editor(*desk.spot()):
                self._print(prose(problem))
        elif key:
            self._print(prose(", ".join(f"{key} {what}" for key, what in KEYS.items())))
        return True

    def _print(self, *parts: RenderableType) -> None:
        for part in parts:
            self._console.print(part)
        self._console.file.flush()


def _verdict(state: State) -> str:
    """The verdict in a line, at once; the feedback follows when it is known what is behind it."""
    report = state.report
    assert report is not None
    check = report.next_check
    points = f"{report.points:g}/{report.max_points:g} points"
    return f"{report.stage}: {report.outcome.value}, {points}{f'. {check.title}' if check else ''}"
