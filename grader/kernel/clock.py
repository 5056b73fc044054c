"""Deadlines without a process of its own: an exception that comes up in the middle of a student's endless loop.

In the main thread a timer signal raises it (POSIX); elsewhere a thread has Python raise it. Either way it must not hit
the grader's own code, so it comes only while a frame of the student's is running. A loop that swallows every exception
gets another and another, at intervals that vary, until one comes outside of its `try`; from another thread none comes
there since Python 3.13. What no exception reaches at all is a single long call into C, such as `10 ** 10 ** 10`: for
that there is a worker process, as in `grade`.
"""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from itertools import cycle
from time import monotonic, process_time, thread_time
from types import FrameType
from typing import Any

from grader.course import Limits
from grader.kernel.origin import is_library, is_ours

__all__ = ["Clock", "OutOfTime", "make_clock"]

TICK = 0.02  # seconds between two looks
PATIENCE = 5  # times a limit by the clock on the wall, for code that sleeps; a busy machine needs some
MAX_FRAMES = 40  # of a stack
_AGAIN = (2e-6, 5e-6, 1e-5, 3e-5, 1e-4, 1e-3)  # seconds until the next exception, once time is up


class OutOfTime(BaseException):
    """Raised in the student's code. Not an Exception, so that few `except` clauses take it."""


class Clock:
    """Counts the computing time of questions and checks; it interrupts nothing. The others do.

    `reason` says why the question that was asked last was interrupted, or is ""; `stack` where it was then, as
    faulthandler prints it in a worker.
    """

    def __init__(self, limits: Limits, spent: Callable[[], float] = thread_time) -> None:
        self.reason = self.stack = ""
        self._question, self._check = limits.question_seconds, limits.check_seconds
        self._spent = spent
        self._asking = False
        self._before = 0.0  # seconds that earlier questions of this check took
        self._began = self._began_on_the_wall = 0.0

    def check_begins(self) -> None:
        self._before = 0.0

    def question_begins(self) -> None:
        self.reason = self.stack = ""
        self._began, self._began_on_the_wall = self._spent(), monotonic()
        self._asking = True

    def question_ends(self) -> None:
        self._asking = False
        self._before += self._spent() - self._began

    def close(self) -> None:
        """Interrupt nothing any more."""
        self._asking = False

    def _is_over(self, frame: FrameType | None) -> bool:
        """Return whether the time is up and the frame is one that may be interrupted."""
        if not self._asking:
            return False
        seconds, waited = self._spent() - self._began, monotonic() - self._began_on_the_wall
        if seconds > self._question or waited > PATIENCE * self._question:
            self.reason = f"one call took more than {self._question:g} s; is there an endless loop?"
        elif self._before + seconds > self._check:
            self.reason = f"this check took more than {self._check:g} s in all"
        if not self.reason or not _is_students(frame):
            return False
        self.stack = self.stack or _stack(frame)
        return True


def _stack(frame: FrameType | None) -> str:
    """Return where a frame is, the innermost call first."""
    lines: list[str] = []
    while frame is not None and len(lines) < MAX_FRAMES:
        code = frame.f_code
        lines.append(f'  File "{ascii(code.co_filename)[1:-1]}", line {frame.f_lineno} in {code.co_name}\n')
        frame = frame.f_back
    return "".join(lines)


def _is_students(frame: FrameType | None) -> bool:
    """Return whether it is the student's code that runs, or a library on its behalf."""
    while frame is not None and is_library(frame.f_code.co_filename):
        frame = frame.f_back
    return frame is not None and not is_ours(frame.f_code.co_filename)


class _SignalClock(Clock):
    """Interrupts the main thread by SIGALRM; whose handler and timer were there before gets them back."""

    def __init__(self, limits: Limits) -> None:
        super().__init__(limits)
        self._intervals: Iterator[float] = cycle(_AGAIN)
        self._handler = signal.signal(signal.SIGALRM, self._tick)
        self._timer = signal.setitimer(signal.ITIMER_REAL, TICK, TICK)

    def close(self) -> None:
        super().close()
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        signal.signal(signal.SIGALRM, self._handler if callable(self._handler) else _pass)
        signal.setitimer(signal.ITIMER_REAL, *self._timer)

    def _tick(self, number: int, frame: FrameType | None) -> None:
        if self._is_over(frame):
            signal.setitimer(signal.ITIMER_REAL, next(self._intervals), TICK)
            raise OutOfTime


def _pass(number: int, frame: FrameType | None) -> None:
    """Let a signal pass that another thread may be about to receive: without a handler it would end the kernel."""


class _ThreadClock(Clock):
    """Interrupts the thread that made it from another one, where there is no signal to do it."""

    def __init__(self, limits: Limits) -> None:
        super().__init__(limits, process_time)
        self._ident = threading.get_ident()
        self._intervals: Iterator[float] = cycle((*_AGAIN, TICK))
        self._closed = threading.Event()
        self._lock = threading.Lock()
        self._thread = threading.Thread(target=self._run, name="gradkata clock", daemon=True)
        self._thread.start()

    def question_ends(self) -> None:
        with self._lock:
            super().question_ends()
            _raise_in(self._ident, None)  # one that is on its way

    def close(self) -> None:
        with self._lock:
            super().close()
            self._closed.set()
        self._thread.join()

    def _run(self) -> None:
        wait = TICK
        while not self._closed.wait(wait):
            with self._lock:
                over = self._is_over(sys._current_frames().get(self._ident))
                if over:
                    _raise_in(self._ident, OutOfTime)
            wait = next(self._intervals) if over else TICK


def _raise_in(ident: int, kind: type[BaseException] | None) -> None:
    """Have Python raise an exception in a thread, or no longer. (docs.python.org: PyThreadState_SetAsyncExc)"""
    import ctypes

    error: Any = None if kind is None else ctypes.py_object(kind)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(ident), error)


def make_clock(limits: Limits) -> Clock:
    """Return a clock that interrupts the calling thread; one that does nothing where there is no way to."""
    if hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread():
        return _SignalClock(limits)
    try:
        return _ThreadClock(limits)
    except (RuntimeError, ImportError):  # in a browser's Python there are no threads
        return Clock(limits)
