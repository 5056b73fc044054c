"""What keeps a worker process within its bounds: its deadlines, its output, its end, and what it leaves behind."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import threading
from pathlib import Path
from shutil import rmtree
from time import monotonic, sleep

from grader.course import Limits

__all__ = ["Drain", "Watchdog", "ends_within", "has_ended", "kill_tree", "remove_tree"]

MAX_OUTPUT = 64 * 1024  # bytes of the student's output that are kept for one check
CHUNK = 64 * 1024
MAX_PIPE = 1024 * 1024  # bytes that a pipe may hold, at most
LOOK = 0.1  # seconds between two looks whether the drain is to stop
TICK = 0.02  # seconds between two looks of the watchdog


class Drain:
    """Reads a worker's output for as long as it lives, so that a flood never blocks it, and keeps the beginning.

    What the student's code wrote before an answer, by whatever means, is in the pipe when the answer arrives: `take`
    reads it from there. Nothing reads from the descriptor after `stop`, even if a grandchild still holds its other end.
    """

    def __init__(self, fd: int) -> None:
        self._fd = fd
        self._kept = bytearray()
        self._dropped = 0
        self._ended = False
        self._lock = threading.Lock()
        self._thread = threading.Thread(target=self._run, name="drain", daemon=True)
        self._thread.start()

    def take(self) -> str:
        """Return the text that came since the last call."""
        for _ in range(MAX_PIPE // CHUNK):  # what comes after that is of a thread that goes on writing
            if not self._read():
                break
        with self._lock:
            text = self._kept.decode("utf-8", "replace")
            if self._dropped:
                text += f"\n… and {self._dropped:,} bytes more"
            self._kept.clear()
            self._dropped = 0
        return text

    def stop(self) -> None:
        """End the reading; the descriptor may be closed afterwards."""
        self._ended = True
        self._thread.join()

    def _run(self) -> None:
        while not self._ended:
            if _readable(self._fd, LOOK):
                self._read()

    def _read(self) -> bool:
        """Take in one piece, if there is one; never blocks."""
        with self._lock:
            if self._ended or not _readable(self._fd, 0):
                return False
            try:
                data = os.read(self._fd, CHUNK)
            except OSError:
                data = b""
            room = max(0, MAX_OUTPUT - len(self._kept))
            self._kept += data[:room]
            self._dropped += len(data[room:])
            self._ended = not data
            return bool(data)


if sys.platform == "win32":

    def _readable(fd: int, seconds: float) -> bool:
        """Wait until there is something to read from a pipe, or its end."""
        import _winapi
        import msvcrt

        deadline = monotonic() + seconds
        while True:
            try:
                if _winapi.PeekNamedPipe(msvcrt.get_osfhandle(fd), 0)[0]:
                    return True
            except OSError:  # the other end is closed: reading will say so
                return True
            if monotonic() >= deadline:
                return False
            sleep(TICK)

else:

    def _readable(fd: int, seconds: float) -> bool:
        """Wait until there is something to read from a pipe, or its end."""
        poll = select.poll()
        poll.register(fd, select.POLLIN)
        return bool(poll.poll(seconds * 1000))


class Watchdog:
    """Kills the worker when a question, a check or the submission has used up its time; the blocked read then ends.

    The checker's thread only notes when things begin; one thread looks every TICK seconds. `seconds` is what is left
    of the time for all checks together.
    """

    def __init__(self, process: subprocess.Popen[bytes], limits: Limits, seconds: float) -> None:
        self.reason = ""
        self._process = process
        call, check, all_checks = limits.question_seconds, limits.check_seconds, limits.submission_seconds
        self._question = Clock(call, f"one call took more than {call:g} s; is there an endless loop?")
        self._check = Clock(check, f"this check took more than {check:g} s in all")
        self._submission = Clock(seconds, f"all checks together took more than {all_checks:g} s")
        self._asking = False
        self._begun: set[Clock] = {self._question, self._check, self._submission}
        self._cpu, self._waited, self._looked = 0.0, 0.0, monotonic()
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
        self._thread.join()

    def _run(self) -> None:
        while not self._stopped.wait(TICK):
            if not self._asking:
                self._looked = monotonic()
                continue
            if has_ended(self._process):  # it left children that hold its channel open: the read ends when they do
                kill_tree(self._process)
                return
            spent = self._spent()
            while self._begun:
                self._begun.pop().begin(spent)
            for clock in (self._question, self._check, self._submission):
                if clock.is_over(spent) and self._asking:
                    self.reason = clock.reason
                    kill_tree(self._process)
                    return

    def _spent(self) -> float:
        """Return the seconds that the worker has used: computing, or waiting for nothing (sleep, a lock, a socket).

        Time in which it would compute if the machine let it is not its own, so a busy machine costs nobody a verdict.
        Where the system does not tell, all time counts.
        """
        now, usage = monotonic(), _usage(self._process.pid)
        if usage is None:
            return now
        cpu, is_ready = usage
        if cpu == self._cpu and not is_ready:
            self._waited += now - self._looked
        self._cpu, self._looked = cpu, now
        return cpu + self._waited


class Clock:
    """One deadline, in seconds that the worker spends."""

    def __init__(self, limit: float, reason: str) -> None:
        self.reason = reason
        self._limit = limit
        self._begun = 0.0

    def begin(self, spent: float) -> None:
        self._begun = spent

    def is_over(self, spent: float) -> bool:
        return spent - self._begun > self._limit


def _usage(pid: int) -> tuple[float, bool] | None:
    """Return the computing time of a process in seconds, and whether it is ready to compute; None without /proc."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()
    except OSError:
        return None
    return (int(fields[11]) + int(fields[12])) / _TICKS_PER_SECOND, fields[0] == b"R"


_TICKS_PER_SECOND = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100


def has_ended(process: subprocess.Popen[bytes]) -> bool:
    """Return whether a process has ended, as far as that can be known without waiting for it.

    As long as nobody has waited for it, its number is its own, and its group can be killed safely.
    """
    if sys.platform == "win32" or process.returncode is not None:
        return process.poll() is not None
    if not hasattr(os, "waitid"):  # macOS before Python 3.13
        return False
    try:
        return os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
    except ChildProcessError:  # another thread waits for it at this very moment
        return True


def ends_within(process: subprocess.Popen[bytes], seconds: float) -> bool:
    """Return whether a process ends by itself within so many seconds; where that cannot be known, it is given them."""
    deadline = monotonic() + seconds
    while not has_ended(process):
        if monotonic() > deadline:
            return sys.platform != "win32" and not hasattr(os, "waitid")
        sleep(0.002)
    return True


def kill_tree(process: subprocess.Popen[bytes]) -> None:
    """End a worker that this program started, and the processes of its group, unless it has been waited for."""
    if sys.platform == "win32":
        process.kill()
    elif process.returncode is None:
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            process.kill()


def remove_tree(folder: Path) -> None:
    """Remove a folder whose owner may have made it deeper than a path can say, or taken away its permissions."""
    try:
        rmtree(folder)
    except (OSError, RecursionError):
        try:
            _remove_step_by_step(folder)
        except OSError:  # something still writes there; what is left is in the system's folder for temporary files
            return


def _remove_step_by_step(folder: Path) -> None:
    """Remove a folder by going down and up in it, holding one folder open at a time."""
    if folder.is_symlink() or not folder.is_dir():
        folder.unlink(missing_ok=True)
        return
    folder.chmod(0o700)
    way: list[str] = []
    here = os.open(folder, os.O_RDONLY)
    try:
        while True:
            inner = _clear(here)
            if inner is not None:
                os.chmod(inner, 0o700, dir_fd=here)
                here = _move(here, inner)
                way.append(inner)
            elif way:
                here = _move(here, "..")
                os.rmdir(way.pop(), dir_fd=here)
            else:
                break
    finally:
        os.close(here)
    folder.rmdir()


def _clear(here: int) -> str | None:
    """Remove what is not a folder from an open folder; return the name of the first folder in it."""
    with os.scandir(here) as entries:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                return entry.name
            os.unlink(entry.name, dir_fd=here)
    return None


def _move(here: int, name: str) -> int:
    there = os.open(name, os.O_RDONLY, dir_fd=here)
    os.close(here)
    return there
