"""Workers whose answers somebody may stop waiting for."""

from __future__ import annotations

import threading

from grader.course import Limits
from grader.workers import Spawner, Worker, WorkerProcess

__all__ = ["Abandoned", "ReadyWorkers"]


class Abandoned(BaseException):
    """Nobody waits any more for what is being done."""


class ReadyWorkers:
    """Spawned workers, one kept ready; `abandon` ends the one at work, from any thread, and lets no other begin.

    All other methods are for the thread that examines: on Linux a worker ends with the thread that started it.
    """

    def __init__(self, limits: Limits) -> None:
        self._spawner = Spawner(limits)
        self._lock = threading.Lock()
        self._at_work: WorkerProcess | None = None
        self._abandoned = threading.Event()
        self.in_background = False  # what goes on may be ended by a save, which must find a worker ready

    def go_on(self) -> None:
        """Raise Abandoned when nobody waits any more."""
        if self._abandoned.is_set():
            raise Abandoned

    def pause(self, seconds: float) -> None:
        """Wait for so long, or raise Abandoned as soon as nobody waits any more."""
        self._abandoned.wait(seconds)
        self.go_on()

    def prepare(self) -> None:
        """Have a worker ready for the next save."""
        self._spawner.prepare()

    def take(self, seconds: float) -> Worker:
        self.go_on()
        worker = self._spawner.take(seconds)
        with self._lock:
            self._at_work = worker
            if self._abandoned.is_set():
                worker.give_up()
        if self.in_background:
            self.prepare()
        return worker

    def abandon(self) -> None:
        with self._lock:
            self._abandoned.set()
            if self._at_work is not None:
                self._at_work.give_up()

    def renew(self) -> None:
        """Begin with something that somebody waits for."""
        self._at_work, self.in_background = None, False
        self._abandoned.clear()

    def close(self) -> None:
        self._spawner.close()
