"""A learner's files being watched, without a screen, and everything that was told about them."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from pathlib import Path

from grader.watch.changes import Changes
from grader.watch.engine import Engine
from grader.watch.state import State
from grader.workspace import find_place

__all__ = ["Evening"]


class Evening:
    """Begins to watch a folder; `states` are all that were told, `close` ends it."""

    def __init__(self, kata: Path, stage: str | None = None, *, polling: bool = False) -> None:
        self.kata = kata
        self.states: list[State] = []
        self._came = threading.Condition()
        self.place = find_place(kata)
        start = self.place.course.stage(stage) if stage else None
        self.engine = Engine(self.place, self._take, start)
        self.changes = Changes(self.place.course, kata, self.engine.offer, self.engine.again, polling=polling)
        self.changes.start()

    def _take(self, state: State) -> None:
        with self._came:
            self.states.append(state)
            self._came.notify_all()

    def save(self, **modules: str) -> None:
        for name, text in modules.items():
            (self.kata / f"{name}.py").write_text(text, encoding="utf-8")

    def wait(self, condition: Callable[[State], object], since: int = 0, seconds: float = 30.0) -> State:
        """Return the first state from number `since` on that is as wanted."""
        with self._came:
            found = self._came.wait_for(lambda: any(condition(s) for s in self.states[since:]), seconds)
            assert found, f"it did not come; the last was {self.states[-1:]}"
            return next(s for s in self.states[since:] if condition(s))

    def outcome(self, outcome: str, since: int = 0) -> State:
        return self.wait(lambda s: s.report is not None and s.report.outcome.value == outcome, since)

    def close(self) -> None:
        self.changes.stop()
        self.engine.close()
        os.environ.setdefault("PYTEST_CURRENT_TEST", "")  # which the session inside took away from the one outside
