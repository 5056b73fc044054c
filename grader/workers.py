"""The student's side as the checker reaches it: bytes out, bytes back, within deadlines.

`WorkerProcess` is the real thing: a process of its own, killed when its time is up. `Spawner` starts one anew for each
submission; `forkserver.ForkServer` forks a warm one and confines it. `InProcessWorker` answers the same questions by a
direct call, for breakpoints and notebooks: practice only, since nothing can stop it.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Protocol

from grader.course import Limits
from grader.guards import STACK, Drain, Keeper, Watchdog, remove_tree
from grader.processes import Process, SpawnedProcess, ends_within
from grader.worker.codec import Pipe, ProtocolError
from grader.worker.main import BROKEN, UNCONFINED
from grader.worker.server import Server

__all__ = [
    "GraderFault",
    "InProcessSource",
    "InProcessWorker",
    "LocalServer",
    "Spawner",
    "Worker",
    "WorkerLost",
    "WorkerProcess",
    "WorkerSource",
    "spawn_worker",
    "worker_command",
    "worker_environment",
]

GRACE = 0.3  # seconds for a process whose channel has ended to end, too

_WORKER_FOLDER = Path(__file__).parent / "worker"
_BOOTSTRAP = """\
import sys
package = type(sys)("gradkata_worker")
package.__path__ = [sys.argv[1]]
sys.modules["gradkata_worker"] = package
__import__("gradkata_worker." + sys.argv[2])
sys.modules["gradkata_worker." + sys.argv[2]].main(sys.argv[3:])
"""


class WorkerLost(BaseException):
    """The worker will not answer any more. Not an Exception, so that no check can swallow it.

    `outcome` is "timeout" or "crashed"; the text says what happened. `stack` is what the worker printed of where it was
    when its time was up: the student's code may have printed anything in its place, so it is only ever shown.
    """

    def __init__(self, outcome: str, message: str, stack: str = "") -> None:
        super().__init__(message)
        self.outcome = outcome
        self.message = message
        self.stack = stack


class GraderFault(BaseException):
    """A worker could not be had, or was lost, by no fault of the student's code: an error, never a verdict on it."""


class Worker(Protocol):
    """What the proxies need of the student's side."""

    isolation: str

    def exchange(self, question: bytes) -> bytes:
        """Return the answer to one question, or raise WorkerLost."""

    def output(self) -> str:
        """Return what the student's code has printed since the last call."""

    def begin_check(self) -> None:
        """Start the clock of a check."""

    def close(self) -> None:
        """End the worker and everything it started."""


class WorkerSource(Protocol):
    """Where workers come from: one for each submission, and another for each that dies."""

    def take(self, seconds: float) -> Worker:
        """Return a fresh worker that has so many seconds for all that it will be asked."""

    def close(self) -> None:
        """End what was started ahead and not taken."""


class InProcessWorker:
    """The student's code in this very process: breakpoints work, deadlines don't."""

    isolation = "in-process"

    def __init__(self, server: LocalServer | None = None) -> None:
        self._server = server or LocalServer()

    def exchange(self, question: bytes) -> bytes:
        with _noting_ctrl_c() as pressed:
            answer = self._server.answer(question)
        if pressed or self._server.debugger_quit:
            raise KeyboardInterrupt
        return answer

    def output(self) -> str:
        return ""

    def begin_check(self) -> None:
        return

    def close(self) -> None:
        self._server.close()


class LocalServer(Server):
    """Notes an exception that is not the student's: somebody told the debugger, pdb's or pytest's, to quit."""

    debugger_quit = False

    def _describe(self, error: BaseException) -> dict[str, Any]:
        quits = (("bdb", "BdbQuit"), ("_pytest.outcomes", "Exit"))
        kinds = [getattr(sys.modules.get(module), name, None) for module, name in quits]
        # By identity: a class of the student's may lie about its name, and about what it equals.
        self.debugger_quit |= any(type(error) is kind for kind in kinds)
        return super()._describe(error)


@contextlib.contextmanager
def _noting_ctrl_c() -> Iterator[list[int]]:
    """Yield a list that Ctrl-C makes non-empty: the server takes its exception for one of the student's."""
    pressed: list[int] = []
    before = signal.getsignal(signal.SIGINT)
    if before is None or threading.current_thread() is not threading.main_thread():
        yield pressed
        return

    def press(number: int, frame: object) -> None:
        pressed.append(number)
        raise KeyboardInterrupt

    signal.signal(signal.SIGINT, press)
    try:
        yield pressed
    finally:
        signal.signal(signal.SIGINT, before)


class InProcessSource:
    """Workers in this very process."""

    def take(self, seconds: float) -> Worker:
        return InProcessWorker()

    def close(self) -> None:
        return


class Spawner:
    """Spawned workers, one started ahead: it comes up while the checks are being loaded."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._ready: WorkerProcess | None = None

    def prepare(self) -> None:
        """Start the next worker now."""
        if self._ready is None:
            self._ready = spawn_worker(self._limits)

    def take(self, seconds: float) -> WorkerProcess:
        worker, self._ready = self._ready, None
        return worker or spawn_worker(self._limits, seconds)

    def close(self) -> None:
        if self._ready is not None:
            self._ready.close()
            self._ready = None


class WorkerProcess:
    """A worker in a process of its own; it is ready by the time the first question is asked.

    `errors` is the descriptor from which comes what the student's code prints; `seconds` is what is left of the limit
    for all checks together; `release` gives back what was made for the worker, once it has ended.
    """

    def __init__(
        self,
        process: Process,
        pipe: Pipe,
        errors: int,
        limits: Limits,
        seconds: float | None,
        *,
        isolation: str,
        keeper: Keeper | None = None,
        release: Callable[[], None],
    ) -> None:
        self.isolation = isolation
        self._process = process
        self._pipe = pipe
        self._drain = Drain(errors)
        seconds = limits.submission_seconds if seconds is None else seconds
        self._watchdog = Watchdog(process, limits, seconds, self._drain)
        self._keeper, self._owns_keeper = keeper or Keeper(), keeper is None
        self._keeper.keep(self._drain, self._watchdog)
        self._release = release
        self._closed = self._has_answered = False

    def exchange(self, question: bytes) -> bytes:
        if self._closed:  # its descriptors may be somebody else's by now
            raise WorkerLost("crashed", "the process with your code has ended")
        watchdog = self._watchdog
        watchdog.question_begins()
        try:
            self._pipe.send(question)
            answer = self._pipe.receive()
            self._has_answered = True
            return answer
        except ProtocolError as error:
            self._process.kill()
            raise WorkerLost("crashed", f"your code broke the channel to the grader ({error})") from None
        except (EOFError, OSError):
            raise self._lost() from None
        finally:
            watchdog.question_ends()

    def output(self) -> str:
        text = self._drain.take()
        marker = STACK.decode()
        return text.rpartition(marker)[0] if self._watchdog.reason and marker in text else text

    def begin_check(self) -> None:
        self._watchdog.check_begins()

    def give_up(self) -> None:
        """End the process, from any thread, since nobody waits for its answers; whoever asks it loses it."""
        self._watchdog.give_up()

    def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        self._keeper.leave(self._drain)
        self._process.kill()
        with contextlib.suppress(GraderFault):
            self._process.wait()
        self._release()
        if self._owns_keeper:
            self._keeper.stop()

    def _lost(self) -> WorkerLost:
        ended = ends_within(self._process, GRACE)
        self._process.kill()  # also what it left running
        code = self._process.wait() if ended else None  # None: it lived, but did not answer
        if code == UNCONFINED and not self._has_answered:
            raise GraderFault(f"the process for the student's code could not be confined: {self.output()}")
        if self._keeper.failed:
            raise GraderFault("the thread that keeps the deadlines has failed")
        reason = self._watchdog.reason
        if not reason:
            return WorkerLost("crashed", _obituary(code))
        return WorkerLost("timeout", reason, self._drain.stack())


def spawn_worker(limits: Limits, seconds: float | None = None) -> WorkerProcess:
    """Start a worker of the kind that every system offers. On Linux it dies with the thread that made it."""
    folder = tempfile.mkdtemp(prefix="gradkata-")
    process = _spawn(folder, limits)
    streams = (process.stdin, process.stdout, process.stderr)
    questions, answers, errors = (stream.fileno() for stream in streams if stream is not None)

    def release() -> None:
        for stream in streams:
            assert stream is not None
            stream.close()
        remove_tree(Path(folder))

    handle = SpawnedProcess(process)
    return WorkerProcess(
        handle, Pipe(answers, questions), errors, limits, seconds, isolation="practice", release=release
    )


def _spawn(folder: str, limits: Limits) -> subprocess.Popen[bytes]:
    # A hard ceiling for a worker that outlives us; the watchdog is the one that keeps the deadlines.
    command = worker_command("main", str(limits.memory_mib), str(int(limits.submission_seconds) + 10))
    pipe = subprocess.PIPE
    apart: dict[str, Any] = {"start_new_session": True}  # no Ctrl-C of ours reaches it, and it can be killed as a group
    if sys.platform == "win32":
        apart = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.CREATE_NO_WINDOW}
    return subprocess.Popen(
        command, stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0, cwd=folder, env=worker_environment(), **apart
    )


def worker_command(module: str, *arguments: str) -> list[str]:
    """Return the command that runs a module of the student's side, isolated from what is installed beside us."""
    return [sys.executable, "-P", "-s", "-S", "-X", "utf8", "-c", _BOOTSTRAP, str(_WORKER_FOLDER), module, *arguments]


def worker_environment() -> dict[str, str]:
    """The worker inherits nothing that could change what code does, or tell it about the grader.

    The hash of a text is the same in each run, and with it the order of a set of texts.
    """
    kept = ("SYSTEMROOT", "TEMP", "TMP") if sys.platform == "win32" else ()
    return {name: os.environ[name] for name in kept if name in os.environ} | {"PYTHONHASHSEED": "0"}


def _obituary(code: int | None) -> str:
    if code is None or code == BROKEN:
        return "your code broke what Python itself needs to go on: a closed descriptor, or a replaced built-in?"
    if code < 0:
        try:
            name = signal.Signals(-code).name
        except ValueError:
            name = f"signal {-code}"
        known = {
            "SIGSEGV": "a segmentation fault: very deep recursion, or a C library misused",
            "SIGKILL": "killed: too much memory or computing time",
            "SIGXCPU": "its computing time was used up",
            "SIGSYS": "a system call that a confined process may not make",
        }
        return f"your code ended the Python process ({known.get(name, name)})"
    return f"your code ended the Python process (exit code {code}); is there an exit() in it?"
