"""`grade watch` on the whole screen: the stages on one side, what there is to say about one of them on the other.

It only shows states and passes keys on; what is checked, and where the learner is, is decided without it.
"""

from __future__ import annotations

import asyncio
import select
import sys
from pathlib import Path
from time import monotonic, strftime
from typing import ClassVar

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text
from textual.app import App, ComposeResult, SuspendNotSupported
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.events import Resize
from textual.message import Message
from textual.widgets import Footer, Static

from grader.render.parts import markdown
from grader.render.terminal import Sign, prose, render_next
from grader.watch.desk import KEYS, Desk
from grader.watch.editor import editor_command, open_editor
from grader.watch.state import Progress, State

__all__ = ["Screen"]

NARROW, WIDE = 72, 110  # columns: below, the stages get a line only; from here on, they get their titles
GONE = 129  # the exit code when the terminal is, as after SIGHUP
SETTLING = 0.3  # seconds in which a new page is laid out, on a slow machine
LASTING = 4.0  # seconds for which something said stays
SLOW = 0.5  # seconds of checking after which it is said that it goes on

_HELP = """\
# Keys

| key | does |
|---|---|
{keys}
| ? | this page |
| Esc | back to the feedback |
| ↑ ↓ PgUp PgDn Home End | scroll |

Every save of a file in `{folder}` is checked by itself. When a stage passes you are taken to the next one that
does not.

Text can be selected and copied with the mouse as always in your terminal.
"""


class Told(Message):
    """There is a new state."""


class Screen(App[int]):
    """`begin(tell)` starts what is watched and returns the desk; the app's result is the exit code."""

    ENABLE_COMMAND_PALETTE = False
    TITLE = "grade watch"
    CSS = """
    #stages { width: 20; height: 100%; padding: 0 1; border-right: solid ansi_bright_black; }
    #stages.wide { width: 38; }
    #top { height: auto; padding: 0 1; display: none; }
    #top.shown { display: block; }
    #pane { padding: 0 1; scrollbar-size-vertical: 1; scrollbar-gutter: stable; }
    #pane:focus { border: none; }
    #text, #details, #news, #next { width: 100%; max-width: 100; height: auto; }
    #details { margin: 1 0 0 0; }
    #news { padding: 0 1 1 1; }
    #next { padding: 1 1 0 1; max-height: 6; }
    #status { height: 1; padding: 0 1; color: ansi_bright_black; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("h", "hint", "Hint"),
        Binding("l", "lesson", "Lesson"),
        Binding("n", "step(1)", "Next"),
        Binding("p", "step(-1)", "Back"),
        Binding("e", "edit", "Edit"),
        Binding("r", "run_again", "Run"),
        Binding("question_mark", "keys", "Help", key_display="?"),
        Binding("q", "leave(0)", "Quit"),
        Binding("escape", "feedback", "Back", show=False),
        Binding("ctrl+c", "leave(130)", "Quit", show=False, priority=True),
        Binding("ctrl+q", "leave(0)", "Quit", show=False, priority=True),
        Binding("ctrl+z", "suspend_process", "Suspend", show=False),
        Binding("j", "scroll_by(1)", "Down", show=False),
        Binding("k", "scroll_by(-1)", "Up", show=False),
        Binding("space", "scroll_page", "Page down", show=False),
    ]

    def __init__(self, desk: Desk, folder: Path, ending: list[int]) -> None:
        super().__init__(ansi_color=True)
        self.theme = "ansi-dark"
        self._desk = desk
        self._folder = folder
        self._ending = ending  # signals that end us
        self._newest: State | None = None
        self._page = "feedback"
        self._home_until = 0.0  # until when what is laid out anew moves the view
        self._checked = ""  # when the last verdict came, by the clock on the wall
        self._said, self._said_at = "", -LASTING

    def compose(self) -> ComposeResult:
        yield Static(id="top")
        with Horizontal():
            yield Static(id="stages")
            with Vertical():
                yield Static(id="news")
                with VerticalScroll(id="pane"):
                    yield Static(id="text")
                    yield Static(id="details")
                yield Static(id="next")
        yield Static(id="status")
        yield Footer()

    def on_mount(self) -> None:
        if sys.platform != "win32":
            loop = asyncio.get_running_loop()
            for number in self._ending:
                loop.add_signal_handler(number, self.exit, 128 + number)
        self.query_one("#pane").focus()
        self.watch(self.query_one("#pane"), "virtual_size", self._on_laid_out, init=False)
        self._show()
        self.on_told()  # what came before there was a screen
        self.set_interval(SLOW, self._look_around)

    def _look_around(self) -> None:
        if _terminal_is_gone():  # without a signal; textual would go on reading nothing, as fast as it can
            self.exit(GONE)
        self._show_status()

    def tell(self, state: State) -> None:
        """Take a state, from any thread; of several only the newest is shown."""
        self._newest = state
        if self.is_running:
            self.post_message(Told())

    def on_told(self) -> None:
        state = self._newest
        if state is None or state is self._desk.state:
            return
        before = self._desk.state
        self._desk.turn_to(state)
        if before is None or state.number != before.number or state.trouble != before.trouble:
            self._checked, self._said_at = strftime("%H:%M:%S"), -LASTING
            self._page = "feedback"  # a verdict is news, whatever was open
            self._show(home=True)
        else:
            self._show()
        if not self._desk.is_alive:
            self.exit(2)

    # -- keys ----------------------------------------------------------------------------------------------------

    def action_feedback(self) -> None:
        self._turn("feedback")

    def action_hint(self) -> None:
        self._desk.deeper()
        self._turn("hint")

    def action_lesson(self) -> None:
        self._turn("lesson")

    def action_keys(self) -> None:
        self._turn("keys")

    def action_step(self, by: int) -> None:
        if not self._desk.step(by):
            self._say("There is no stage after this one." if by > 0 else "This is the first stage.")

    def action_run_again(self) -> None:
        self._desk.run_again()
        self._say("Running the checks again…")

    def action_leave(self, code: int) -> None:
        self.exit(code)

    def action_scroll_by(self, lines: int) -> None:
        self.query_one("#pane").scroll_relative(y=lines, animate=False)

    def action_scroll_page(self) -> None:
        self.query_one("#pane").scroll_page_down(animate=False)

    def action_edit(self) -> None:
        file, line = self._desk.spot()
        if not editor_command(file, line):
            self._say(open_editor(file, line))
            return
        try:
            with self.suspend():
                problem = open_editor(file, line)
        except SuspendNotSupported:
            problem = "An editor cannot be opened from here: open the file in a window of its own."
        self.refresh(layout=True)
        self._say(problem)

    # -- showing -------------------------------------------------------------------------------------------------

    def on_resize(self, event: Resize) -> None:
        self.call_after_refresh(self._show)

    def _turn(self, page: str) -> None:
        self._page = page
        if page != "hint":
            self._desk.close_hint()
        self._show(home=True)

    def _show(self, *, home: bool = False) -> None:
        """Draw everything anew; `home` shows the beginning of a page, or what of a report should be looked at first."""
        self._show_stages()
        state, is_feedback = self._desk.state, self._page == "feedback"
        text, details = self._desk.feedback() if is_feedback else (self._other_page(), None)
        self._put("#text", text)
        self._put("#details", details)
        self._put("#news", prose(state.news) if state and state.news and is_feedback else None)
        advice = state.advice if state and state.report and is_feedback and not state.finished else ""
        self._put("#next", render_next(advice) if advice else None)
        if home:
            self._home_until = monotonic() + SETTLING
            self.call_after_refresh(self._scroll_home)
        self._show_status()

    def _put(self, selector: str, content: RenderableType | None) -> None:
        widget = self.query_one(selector, Static)
        widget.display = content is not None
        if content is not None:
            widget.update(content)

    def _scroll_home(self) -> None:
        """Scroll to what should be looked at first; again whenever a part of a new page has been laid out."""
        pane, details = self.query_one("#pane", VerticalScroll), self.query_one("#details")
        if details.display:
            pane.scroll_to_widget(details, animate=False, top=True, force=True)
        else:
            pane.scroll_home(animate=False)

    def _on_laid_out(self) -> None:
        if monotonic() < self._home_until:
            self.call_after_refresh(self._scroll_home)
        self._show_status()

    def _show_stages(self) -> None:
        width, state = self.screen.size.width, self._desk.state
        stages, top = self.query_one("#stages", Static), self.query_one("#top", Static)
        stages.display = width >= NARROW
        stages.set_class(width >= WIDE, "wide")
        top.set_class(width < NARROW, "shown")
        if state is not None:
            stages.update(_board(state, titles=width >= WIDE))
            top.update(_line(state))

    def _other_page(self) -> RenderableType:
        if self._page == "keys":
            keys = "\n".join(f"| {key} | {what} |" for key, what in KEYS.items())
            return markdown(_HELP.format(keys=keys, folder=self._folder))
        back = Text("Esc: back to the feedback", style="bright_black")
        page = self._desk.hint() if self._page == "hint" else self._desk.lesson()
        return Group(page, Text(""), back)

    def _say(self, text: str) -> None:
        self._said, self._said_at = text, monotonic()
        self._show_status()

    def _show_status(self) -> None:
        """Say what goes on, if it takes long; else what was last said, or what the verdict is on."""
        state, busy, now = self._desk.state, self._desk.busy_since, monotonic()
        text = ""
        if now - self._said_at < LASTING:
            text = self._said
        elif busy is not None and now - busy > SLOW and not (state and state.explained):
            text = f"checking for {now - busy:.0f} s…"
        elif state is not None and state.number:
            took = f" in {max(1, round(1000 * state.seconds))} ms" if state.number > 1 else ""
            pane = self.query_one("#pane", VerticalScroll)
            below = "; more below (space)" if pane.max_scroll_y > pane.scroll_y else ""
            text = f"checked at {self._checked}{took}; waiting for a save{below}"
        self.query_one("#status", Static).update(prose(text))


def _terminal_is_gone() -> bool:
    if sys.platform == "win32":
        return False
    terminal = select.poll()
    terminal.register(0, select.POLLIN)
    return any(event & select.POLLHUP for _, event in terminal.poll(0))


def _board(state: State, *, titles: bool) -> RenderableType:
    """All stages and how far they are, the current one marked."""
    table = Table.grid(padding=(0, 1), expand=True)
    table.add_column(no_wrap=True)
    table.add_column(no_wrap=True)
    table.add_column(ratio=1, no_wrap=True, overflow="ellipsis")
    table.add_column(no_wrap=True, justify="right")
    for progress in state.stages:
        style = "reverse" if progress.name == state.stage else ""
        title = Text(progress.title if titles else "", "bright_black")
        table.add_row(_sign(progress), Text(progress.name, style), title, _count(progress))
    return table


def _line(state: State) -> RenderableType:
    """The current stage in a line, where there is no room for all."""
    progress = state.progress
    line = Table.grid(padding=(0, 1), expand=True)
    line.add_column()
    line.add_column(ratio=1, no_wrap=True, overflow="ellipsis")
    line.add_column(justify="right")
    line.add_row(_sign(progress), Text(f"{progress.name} · {progress.title}", "bold"), _count(progress))
    return line


def _sign(progress: Progress) -> RenderableType:
    return Sign(progress.outcome) if progress.outcome is not None else Text("·", "bright_black")


def _count(progress: Progress) -> str:
    return f"{progress.passed}/{progress.checks}" if progress.checks else ""
