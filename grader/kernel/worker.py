"""The student's side in a notebook's own process: every module of the course is the notebook's one namespace."""

from __future__ import annotations

import builtins
import contextlib
import inspect
import io
import sys
from collections.abc import Iterator, Sequence
from types import ModuleType, TracebackType
from typing import Any, NoReturn

from grader.course import Limits
from grader.kernel.clock import OutOfTime, make_clock
from grader.kernel.origin import is_library, is_ours
from grader.worker.server import HELPER_FILE, MAX_NAME
from grader.workers import InProcessWorker, LocalServer, Worker, WorkerLost

__all__ = ["KernelSource"]

MAX_OUTPUT = 64 * 1024  # characters of the student's output that are kept for one check
MARGIN = 20  # calls between the making of a worker and a check's questions
_NOTHING = object()


class KernelSource:
    """Workers that answer with what `namespace`, a notebook's module, holds at the time of a question."""

    def __init__(self, namespace: ModuleType, limits: Limits) -> None:
        self._namespace = namespace
        self._limits = limits

    def take(self, seconds: float) -> Worker:
        return _KernelWorker(self._namespace, self._limits)

    def close(self) -> None:
        return


class _KernelWorker(InProcessWorker):
    """Answers by a direct call, interrupted when it takes too long; what is printed meanwhile is kept."""

    def __init__(self, namespace: ModuleType, limits: Limits) -> None:
        super().__init__(_KernelServer(namespace))
        self._namespace = vars(namespace)
        self._said = _Said()
        self._clock = make_clock(limits)
        self._limit = sys.getrecursionlimit()
        self._raised_limit = self._limit + _depth() + MARGIN  # a kernel stands on calls of its own, a worker doesn't
        sys.setrecursionlimit(self._raised_limit)

    def exchange(self, question: bytes) -> bytes:
        clock, answer = self._clock, b""
        with _surroundings(self._namespace, self._said):
            try:
                clock.question_begins()
                answer = super().exchange(question)
                clock.question_ends()
            except OutOfTime:  # one that came after another had been answered with
                clock.question_ends()
        if clock.reason:
            raise WorkerLost("timeout", clock.reason, clock.stack)
        return answer

    def output(self) -> str:
        return self._said.take()

    def begin_check(self) -> None:
        self._clock.check_begins()

    def close(self) -> None:
        self._clock.close()
        if sys.getrecursionlimit() == self._raised_limit:  # else the student's code has set one
            sys.setrecursionlimit(self._limit)
        super().close()


def _depth() -> int:
    """Return how many calls are under way."""
    frame, count = inspect.currentframe(), 0
    while frame is not None:
        frame, count = frame.f_back, count + 1
    return count


class _Said(io.TextIOBase):
    """A stream that keeps the beginning of what is written to it."""

    encoding = "utf-8"

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._left = MAX_OUTPUT

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        self._parts.append(text[: self._left])
        self._left = max(0, self._left - len(text))
        return len(text)

    def take(self) -> str:
        text = "".join(self._parts)
        self._parts, self._left = [], MAX_OUTPUT
        return text


@contextlib.contextmanager
def _surroundings(namespace: dict[str, Any], said: _Said) -> Iterator[None]:
    """Keep what the student's code prints, and what would ask somebody or end the kernel from doing so."""
    ask, ends = builtins.input, {name: namespace.get(name, _NOTHING) for name in ("exit", "quit")}
    ours = {name: _exit for name, kept in ends.items() if "IPython" in type(kept).__module__}
    builtins.input = _no_input
    namespace.update(ours)
    try:
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
            yield
    finally:
        builtins.input = ask
        namespace.update({name: ends[name] for name in ours})


def _no_input(prompt: object = "") -> NoReturn:
    raise EOFError("input() has nobody to ask while your code is being checked; remove the call")


def _exit(code: object = None) -> NoReturn:
    raise SystemExit(code)


class _KernelServer(LocalServer):
    """Serves the notebook's namespace for each module of the course, also to `from engine import …` in helpers."""

    def __init__(self, namespace: ModuleType) -> None:
        super().__init__()
        self._namespace = namespace
        self._displaced: dict[str, ModuleType | None] = {}

    def close(self) -> None:
        super().close()
        for name, module in self._displaced.items():
            if module is None:
                sys.modules.pop(name, None)
            else:
                sys.modules[name] = module
        self._displaced.clear()

    def _load(self, modules: dict[str, tuple[str, bytes]], roots: dict[str, str], course: Sequence[str] = ()) -> None:
        self.close()
        for name in course:
            self._displaced[name] = sys.modules.get(name)
            sys.modules[name] = self._namespace

    def _frames(self, trace: TracebackType | None) -> list[list[Any]]:
        """Return [file, line, function] for each frame of what the student wrote, the outermost first."""
        frames: list[list[Any]] = []
        while trace is not None:
            code = trace.tb_frame.f_code
            file = code.co_filename
            if file != HELPER_FILE and not is_ours(file) and not is_library(file):
                frames.append([file, trace.tb_lineno, code.co_name[:MAX_NAME]])
            trace = trace.tb_next
        return self._bounded_frames(frames)
