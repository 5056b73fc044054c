"""What the learner sees and can ask for, whatever it is shown on: feedback, hints that go deeper, the lesson, a way."""

from __future__ import annotations

from pathlib import Path

from rich.console import RenderableType
from rich.text import Text

from grader.learner.hints import Steps, steps_for
from grader.lesson import read_lesson
from grader.render.parts import markdown
from grader.render.terminal import prose, render_details, render_finale, render_hint, render_overview
from grader.report import Outcome
from grader.submission import read_submission
from grader.swap import home_of
from grader.watch.engine import Engine
from grader.watch.state import State
from grader.workspace import Place

__all__ = ["KEYS", "Desk"]

KEYS = {
    "h": "hint; again: a deeper one",
    "l": "lesson",
    "n": "next stage",
    "p": "previous stage",
    "e": "open your editor ($VISUAL or $EDITOR) at the place",
    "r": "run the checks again",
    "q": "quit",
}


class Desk:
    """Answers what the keys ask, from the state that was told last."""

    def __init__(self, place: Place, engine: Engine) -> None:
        self.place = place
        self.state: State | None = None
        self._engine = engine
        self._hinted = ("", 0)  # the unit and the level of the last hint
        self._is_open = False

    def turn_to(self, state: State) -> None:
        """Take a new state; a hint that was open is not, when there is a new verdict."""
        if self.state is None or state.number != self.state.number:
            self._is_open = False
        self.state = state

    # -- to read -------------------------------------------------------------------------------------------------

    @property
    def busy_since(self) -> float | None:
        return self._engine.busy_since

    @property
    def is_alive(self) -> bool:
        """Whether anything is examined any more; the engine's fault says why not."""
        return self._engine.fault is None

    def feedback(self) -> tuple[RenderableType, RenderableType | None]:
        """What there is to say about the current stage, and in full what of it should be looked at first."""
        state = self.state
        if state is None or (state.report is None and not state.trouble):
            return Text("Checking your files for the first time…"), None
        if state.report is None:
            return prose(state.trouble), None
        if state.finished:
            return render_finale(self.place.course), None
        return render_overview(state.report, self.place.course.stage(state.stage)), render_details(state.report)

    def deeper(self) -> None:
        """Turn to the next level of help, if one is open; otherwise to where they were, or the first."""
        steps = self._steps()
        unit, level = self._hinted
        if steps is None:
            return
        if unit != steps.unit:
            level = 1
        elif self._is_open:
            level = min(level + 1, len(steps.levels))
        self._hinted, self._is_open = (steps.unit, level), True

    def hint(self) -> RenderableType:
        """The hint that was turned to."""
        steps = self._steps()
        if steps is None or self.state is None:
            return Text("Nothing has been checked yet.")
        return render_hint(steps, self.state.stage, max(1, self._hinted[1]), named=False, by_key=True)

    def _steps(self) -> Steps | None:
        if self.state is None:
            return None
        course = self.place.course
        return steps_for(course, course.stage(self.state.stage), self.state.report)

    def lesson(self) -> RenderableType:
        """The lesson of the current stage."""
        stage = self.place.course.stage(self.state.stage) if self.state else self.place.course.stages[0]
        return markdown(read_lesson(stage).text)

    def close_hint(self) -> None:
        """Note that the hint is not looked at any more: the key opens the same one again."""
        self._is_open = False

    # -- to do ---------------------------------------------------------------------------------------------------

    def step(self, by: int) -> bool:
        """Go so many stages on (or back); False when there is none."""
        names = [stage.name for stage in self.place.course.stages]
        at = names.index(self.state.stage) + by if self.state else -1
        if not 0 <= at < len(names):
            return False
        self._engine.go_to(names[at])
        return True

    def run_again(self) -> None:
        self._engine.again()

    def spot(self) -> tuple[Path, int]:
        """Return the file and the line where there is something to do, as far as that is known."""
        report = self.state.report if self.state else None
        folder = self.place.submission
        if report is None:
            return folder / f"{self.place.course.modules[0]}.py", 1
        check = next((c for c in report.checks if c.outcome not in (Outcome.PASSED, Outcome.TODO)), report.next_check)
        if check is not None and check.place is not None and (folder / check.place.file).is_file():
            return folder / check.place.file, check.place.line
        named = [report.diagnosis.unit] if report.diagnosis else [*report.blame]
        unit = [*named, *(check.units if check else self.place.course.stage(report.stage).units)][0]
        submission = read_submission(self.place.course, folder)
        home, name = home_of(submission, unit)
        module = submission.module(home)
        return folder / f"{home}.py", (module and module.line_of(name)) or 1
