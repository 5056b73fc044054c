"""The student's side as the checker reaches it: bytes out, bytes back, within deadlines.

`WorkerProcess` is the real thing: a process of its own, killed when its time is up. `InProcessWorker` answers the same
questions by a direct call, for breakpoints and notebooks: practice only, since nothing can stop it.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping
from pathlib import Path
from shutil import rmtree
from time import monotonic
from typing import Any, Protocol

import msgspec

from grader.course import Limits
from grader.worker.codec import Pipe, ProtocolError
from grader.worker.server import Server

__all__ = ["InProcessSource", "InProcessWorker", "Spawner", "Worker", "WorkerLost", "WorkerProcess", "WorkerSource"]

MAX_OUTPUT = 64 * 1024  # bytes of the student's output that are kept between two questions
OUTPUT_WAIT = 0.5  # seconds to wait for output that an answer announced
GRACE = 0.3  # seconds for a process whose channel has ended to end, too
TICK = 0.02  # seconds between two looks of the watchdog
# Where computing time can be read, it decides, so that a busy machine costs nobody a verdict; a worker that waits
# instead of computing (sleep, a lock) is given this many times the limit by the clock on the wall.
WALL_FACTOR = 2.0

_WORKER_FOLDER = Path(__file__).parent / "worker"
_BOOTSTRAP = """\
import sys
package = type(sys)("gradkata_worker")
package.__path__ = [sys.argv[1]]
sys.modules["gradkata_worker"] = package
from gradkata_worker.main import main
main(sys.argv[2:])
"""


class WorkerLost(BaseException):
    """The worker will not answer any more. Not an Exception, so that no check can swallow it.

    `outcome` is "timeout" or "crashed"; the text says what happened.
    """

    def __init__(self, outcome: str, message: str) -> None:
        super().__init__(message)
        self.outcome = outcome
        self.message = message


class Worker(Protocol):
    """What the proxies need of the student's side."""

    isolation: str

    def exchange(self, question: bytes) -> bytes:
        """Return the answer to one question, or raise WorkerLost."""

    def output(self, printed: int) -> str:
        """Return what the student's code has printed since the last call, once `printed` bytes in all have come."""

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

    def __init__(self) -> None:
        self._server = Server()

    def exchange(self, question: bytes) -> bytes:
        return self._server.answer(question)

    def output(self, printed: int) -> str:
        return ""

    def begin_check(self) -> None:
        return

    def close(self) -> None:
        self._server.close()


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
            self._ready = WorkerProcess(self._limits)

    def take(self, seconds: float) -> Worker:
        worker, self._ready = self._ready, None
        return worker or WorkerProcess(msgspec.structs.replace(self._limits, submission_seconds=seconds))

    def close(self) -> None:
        if self._ready is not None:
            self._ready.close()
            self._ready = None


class WorkerProcess:
    """A spawned worker; it starts at once and is ready by the time the first question is asked."""

    isolation = "practice"

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._folder = tempfile.mkdtemp(prefix="gradkata-")
        self._process = _spawn(self._folder, limits)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._pipe = Pipe(self._process.stdout.fileno(), self._process.stdin.fileno())
        self._drain = Drain(self._process)
        self._watchdog = Watchdog(self._process, limits)

    def exchange(self, question: bytes) -> bytes:
        watchdog = self._watchdog
        watchdog.question_begins()
        try:
            self._pipe.send(question)
            return self._pipe.receive()
        except ProtocolError as error:
            self._kill()
            raise WorkerLost("crashed", f"your code broke the channel to the grader ({error})") from None
        except (EOFError, OSError):
            raise self._lost() from None
        finally:
            watchdog.question_ends()

    def output(self, printed: int) -> str:
        return self._drain.take(printed)

    def begin_check(self) -> None:
        self._watchdog.check_begins()

    def close(self) -> None:
        self._watchdog.stop()
        self._kill()
        self._process.wait()
        self._drain.join()
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            if stream is not None:
                try:
                    stream.close()
                except OSError:  # unsent bytes for a worker that is gone
                    continue
        rmtree(self._folder, ignore_errors=True)

    def _lost(self) -> WorkerLost:
        try:
            code = self._process.wait(GRACE)
        except subprocess.TimeoutExpired:
            self._kill()
            code = None  # it lives, but does not answer
        self._drain.join()
        reason = self._watchdog.reason
        return WorkerLost("timeout", reason) if reason else WorkerLost("crashed", _obituary(code))

    def _kill(self) -> None:
        kill_tree(self._process)


def _spawn(folder: str, limits: Limits) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-I", "-S", "-X", "utf8", "-c", _BOOTSTRAP, str(_WORKER_FOLDER)]
    # A hard ceiling for a worker that outlives us; the watchdog is the one that keeps the deadlines.
    command += [str(limits.memory_mib), str(int(limits.submission_seconds) + 10)]
    pipe = subprocess.PIPE
    apart: dict[str, Any] = {"start_new_session": True}  # no Ctrl-C of ours reaches it, and it can be killed as a group
    if sys.platform == "win32":
        apart = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.CREATE_NO_WINDOW}
    return subprocess.Popen(
        command, stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0, cwd=folder, env=_environment(), **apart
    )


def _environment() -> Mapping[str, str]:
    """The worker inherits nothing that could change what code does, or tell it about the grader."""
    kept = ("SYSTEMROOT", "TEMP", "TMP") if sys.platform == "win32" else ()
    return {name: os.environ[name] for name in kept if name in os.environ}


def kill_tree(process: subprocess.Popen[bytes]) -> None:
    """End a worker that this program started, and the processes of its group."""
    if sys.platform == "win32":
        process.kill()
        return
    if process.returncode is None:  # not yet waited for, so its number still belongs to it
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            process.kill()


def _obituary(code: int | None) -> str:
    if code is None:
        return "your code closed the channel to the grader"
    if code < 0:
        try:
            name = signal.Signals(-code).name
        except ValueError:
            name = f"signal {-code}"
        known = {
            "SIGSEGV": "a segmentation fault: very deep recursion, or a C library misused",
            "SIGKILL": "killed: too much memory or computing time",
            "SIGXCPU": "its computing time was used up",
        }
        return f"your code ended the Python process ({known.get(name, name)})"
    return f"your code ended the Python process (exit code {code}); is there an exit() in it?"


class Drain:
    """Reads the worker's output for as long as it lives, so that a flood never blocks it, and keeps the beginning."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stderr
        self._fd = process.stderr.fileno()
        self._kept = bytearray()
        self._total = 0
        self._taken = 0
        self._ended = False
        self._changed = threading.Condition()
        self._thread = threading.Thread(target=self._run, name="drain", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        while True:
            try:
                data = os.read(self._fd, 65536)
            except OSError:
                data = b""
            with self._changed:
                self._kept += data[: max(0, MAX_OUTPUT - len(self._kept))]
                self._total += len(data)
                self._ended = not data
                self._changed.notify_all()
            if not data:
                return

    def take(self, printed: int) -> str:
        """Return the text that came since the last call; waits a moment until `printed` bytes in all have come."""
        with self._changed:
            self._changed.wait_for(lambda: self._ended or self._total >= printed, OUTPUT_WAIT)
            text = self._kept.decode("utf-8", "replace")
            if self._total - self._taken > len(self._kept):
                text += f"\n… and {self._total - self._taken - len(self._kept):,} bytes more"
            self._taken = self._total
            self._kept.clear()
        return text

    def join(self) -> None:
        self._thread.join(OUTPUT_WAIT)  # a grandchild that left the group may hold the pipe open: don't wait for it


class Watchdog:
    """Kills the worker when a question, a check or the submission has used up its time; the blocked read then ends.

    The checker's thread only notes when things begin; one thread looks every TICK seconds.
    """

    def __init__(self, process: subprocess.Popen[bytes], limits: Limits) -> None:
        self.reason = ""
        self._process = process
        self._question = Clock(limits.question_seconds, "one call took more than {} s; is there an endless loop?")
        self._check = Clock(limits.check_seconds, "this check took more than {} s in all")
        self._submission = Clock(limits.submission_seconds, "all checks together took more than {} s")
        self._asking = False
        self._begun: set[Clock] = {self._question, self._check, self._submission}
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="watchdog", daemon=True)
        self._thread.start()

    def question_begins(self) -> None:
        self._begun.add(self._question)
        self._asking = True

    def question_ends(self) -> None:
        self._asking = False

    def check_begins(self) -> None:
        self._begun.add(self._check)

    def stop(self) -> None:
        self._stopped.set()

    def _run(self) -> None:
        while not self._stopped.wait(TICK):
            if not self._asking:
                continue
            wall, cpu = monotonic(), _cpu_seconds(self._process.pid)
            while self._begun:
                self._begun.pop().begin(wall, cpu)
            for clock in (self._question, self._check, self._submission):
                if clock.is_over(wall, cpu) and self._asking:
                    self.reason = clock.reason
                    kill_tree(self._process)
                    return


class Clock:
    """One deadline, in seconds of computing where that can be read, otherwise by the wall."""

    def __init__(self, limit: float, text: str) -> None:
        self.reason = text.format(f"{limit:g}")
        self._limit = limit
        self._wall = 0.0
        self._cpu: float | None = None

    def begin(self, wall: float, cpu: float | None) -> None:
        self._wall, self._cpu = wall, cpu

    def is_over(self, wall: float, cpu: float | None) -> bool:
        if cpu is None or self._cpu is None:
            return wall - self._wall > self._limit
        return cpu - self._cpu > self._limit or wall - self._wall > self._limit * WALL_FACTOR


def _cpu_seconds(pid: int) -> float | None:
    """Return the computing time of a process so far, or None where the system has no /proc."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()
    except OSError:
        return None
    return (int(fields[11]) + int(fields[12])) / _TICKS_PER_SECOND


_TICKS_PER_SECOND = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
