"""From the newest content of the learner's files to a verdict, and to what is behind it; nothing here is a screen.

One thread examines. A new content, or a wish to be elsewhere, ends what it is doing at once: its worker is killed, what
it found is dropped. So the last state that is told belongs to the last content, however long a loop would have run.

    Engine(place, tell, start)     begins; `tell(state)` is called from its thread
    offer(content)                 there is a new content
    go_to(stage), again()          the learner wants another stage, or the same once more
    close()                        nothing is left behind
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable
from time import monotonic

import msgspec

from grader.course import Stage
from grader.session import OpenSession, Session
from grader.watch.changes import Content
from grader.watch.pupil import Pupil
from grader.watch.state import State
from grader.watch.workers import Abandoned, ReadyWorkers
from grader.workspace import Place

__all__ = ["Engine"]


class _Order(msgspec.Struct, frozen=True):
    """What to do next: examine this content, at another stage if one is named. `at` is when that became known."""

    content: Content
    stage: str
    at: float


class Engine:
    """Examines the learner's files whenever there is something new; `tell` hears of every state that results.

    Without `start` it begins at the first stage that does not pass.
    """

    def __init__(self, place: Place, tell: Callable[[State], None], start: Stage | None = None) -> None:
        self.fault: BaseException | None = None  # what ended the thread: the course's fault, or ours
        self._place = place
        self._workers = ReadyWorkers(place.course.limits)
        self._changed = threading.Condition()
        self._content: Content | None = None
        self._wish = start.name if start else ""
        self._since = monotonic()
        self._is_waiting = self._closed = False
        self._busy_since: float | None = None
        self._pupil = Pupil(place, tell)
        self._thread = threading.Thread(target=self._run, name="examine", daemon=True)
        self._thread.start()

    # -- for other threads ---------------------------------------------------------------------------------------

    def offer(self, content: Content) -> None:
        """Take a new content: whatever is being done for an older one ends."""
        with self._changed:
            self._content = content
            self._begin_anew(content.noticed)

    def go_to(self, stage: str) -> None:
        """Turn to another stage."""
        with self._changed:
            self._wish = stage
            self._begin_anew(monotonic())

    def again(self) -> None:
        """Examine the same content once more."""
        with self._changed:
            self._begin_anew(monotonic())

    def close(self) -> None:
        """End the thread and all workers."""
        with self._changed:
            self._closed = True
            self._begin_anew(monotonic())
        self._thread.join()

    @property
    def busy_since(self) -> float | None:
        """Since when something is being examined, by `monotonic`; None when all is done."""
        return self._busy_since

    def _begin_anew(self, at: float) -> None:
        self._is_waiting, self._since = True, at
        self._workers.abandon()
        self._changed.notify_all()

    # -- the thread ----------------------------------------------------------------------------------------------

    def _run(self) -> None:
        try:
            self._workers.prepare()
            session = OpenSession(self._place.course, self._place.course.stages, self._workers)
            try:
                self._examine_all(session.session)
            finally:
                self._workers.close()
                session.close()
        except BaseException as error:
            self.fault = error
            self._pupil.say(trouble=str(error))

    def _examine_all(self, session: Session) -> None:
        session.go_on = lambda results: self._workers.go_on()
        while (order := self._next_order()) is not None:
            self._busy_since = order.at
            with contextlib.suppress(Abandoned):
                self._pupil.examine(session, self._workers, order.content, order.stage, order.at)
            self._busy_since = None

    def _next_order(self) -> _Order | None:
        """Wait until there is something to do; None at the end."""
        with self._changed:
            self._changed.wait_for(lambda: self._closed or (self._is_waiting and self._content is not None))
            if self._closed or self._content is None:
                return None
            self._workers.renew()
            order = _Order(self._content, self._wish, self._since)
            self._is_waiting, self._wish = False, ""
            return order
