"""What keeps a worker process within its bounds: its deadlines, its output, its end, and what it leaves behind."""

from __future__ import annotations

import os
import select
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from shutil import rmtree
from time import monotonic, sleep

from grader.course import Limits
from grader.processes import Process

__all__ = ["Drain", "Keeper", "Watchdog", "remove_tree"]

MAX_OUTPUT = 64 * 1024  # bytes of the student's output that are kept for one check
MAX_STACK = 8 * 1024  # bytes of a stack
STACK = b"Stack (most recent call first):\n"  # as faulthandler begins one
CHUNK = 64 * 1024
MAX_PIPE = 1024 * 1024  # bytes that a pipe may hold, at most
TICK = 0.02  # seconds between two looks of the watchdog
MOMENT = 0.5  # seconds that a worker is given to say where it is, at most
PATIENCE = 15  # times a limit by the clock on the wall: what a busy machine needs, and what nobody may go beyond


class Drain:
    """Takes in what a worker prints, so that a flood never blocks it; keeps the beginning, and a stack if one comes.

    What the student's code wrote before an answer, by whatever means, is in the pipe when the answer arrives: `take`
    reads it from there. Nothing reads from the descriptor after `stop`, even if a grandchild still holds its other end.
    """

    def __init__(self, fd: int) -> None:
        self.fd = fd
        self.ended = False
        self._kept = bytearray()
        self._listens = self._heard = False  # for a stack: looking for it all the time would hold up a flood
        self._stack = b""  # the last one that was printed; until there is one, the end of the output
        self._dropped = 0
        self._lock = threading.Lock()

    def take(self) -> str:
        """Return the text that came since the last call."""
        for _ in range(MAX_PIPE // CHUNK):  # what comes after that is of a thread that goes on writing
            if not self.read():
                break
        with self._lock:
            text = self._kept.decode("utf-8", "replace")
            if self._dropped:
                text += f"\n… and {self._dropped:,} bytes more"
            self._kept.clear()
            self._stack, self._dropped = b"", 0
        return text

    def listen(self) -> None:
        """Look out for a stack from now on."""
        self._listens = True

    def has_heard(self) -> bool:
        """Return whether there was a stack already when this was asked before: by now all of it has come."""
        heard, self._heard = self._heard, self._stack.startswith(STACK)
        return heard and self._heard

    def stack(self) -> str:
        """Return the stack that was printed last, as faulthandler prints one, or "". It is what `listen` is for."""
        with self._lock:
            return self._stack.decode("utf-8", "replace") if self._stack.startswith(STACK) else ""

    def read(self) -> bool:
        """Take in one piece, if there is one; never blocks."""
        with self._lock:
            if self.ended or not _readable([self.fd], 0):
                return False
            try:
                data = os.read(self.fd, CHUNK)
            except OSError:
                data = b""
            room = max(0, MAX_OUTPUT - len(self._kept))
            self._kept += data[:room]
            if self._listens:
                joined = self._stack + data
                start = joined.rfind(STACK)
                self._stack = joined[start : start + MAX_STACK] if start >= 0 else joined[-len(STACK) :]
            self._dropped += len(data[room:])
            self.ended = not data
            return bool(data)

    def stop(self) -> None:
        """End the reading; the descriptor may be closed afterwards."""
        with self._lock:
            self.ended = True


if sys.platform == "win32":

    def _readable(fds: Sequence[int], seconds: float) -> list[int]:
        """Wait until there is something to read from one of these pipes, or its end; return those."""
        deadline = monotonic() + seconds
        while not (ready := [fd for fd in fds if _is_readable(fd)]) and monotonic() < deadline:
            sleep(min(seconds, TICK))
        return ready

    def _is_readable(fd: int) -> bool:
        import _winapi
        import msvcrt

        try:
            return bool(_winapi.PeekNamedPipe(msvcrt.get_osfhandle(fd), 0)[0])
        except OSError:  # the other end is closed: reading will say so
            return True

else:

    def _readable(fds: Sequence[int], seconds: float) -> list[int]:
        """Wait until there is something to read from one of these pipes, or its end; return those."""
        poll = select.poll()
        for fd in fds:
            poll.register(fd, select.POLLIN)
        return [fd for fd, _ in poll.poll(seconds * 1000)]


class Watchdog:
    """Kills the worker when a question, a check or the submission has used up its time; the blocked read then ends.

    The checker's thread only notes when things begin; the keeper's has it `look` every TICK seconds. `seconds` is what
    is left of the time for all checks together. Before it kills, it asks the worker where it is, and gives it a moment
    to print that into its drain.
    """

    def __init__(self, process: Process, limits: Limits, seconds: float, drain: Drain) -> None:
        self.reason = ""
        self._drain = drain
        self._is_due = False  # it was asked where it is, and will be killed when that is told, or its moment is over
        self._moment = 0.0
        self._process = process
        call, check, all_checks = limits.question_seconds, limits.check_seconds, limits.submission_seconds
        self._question = Clock(call, f"one call took more than {call:g} s; is there an endless loop?")
        self._check = Clock(check, f"this check took more than {check:g} s in all")
        self._submission = Clock(seconds, f"all checks together took more than {all_checks:g} s")
        self._asking = False
        self._begun: set[Clock] = {self._question, self._check, self._submission}
        self._cpu, self._waited, self._looked = 0.0, 0.0, monotonic()
        self._done = False
        self._lock = threading.Lock()

    def question_begins(self) -> None:
        self._begun.add(self._question)
        self._asking = True

    def question_ends(self) -> None:
        self._asking = False
        if self._is_due:
            with self._lock:
                if not self._done:  # it answered at the last moment
                    self._is_due, self.reason = False, ""

    def check_begins(self) -> None:
        self._begun.add(self._check)

    def stop(self) -> None:
        """Kill no more; the process may be waited for afterwards, and its number become another's."""
        with self._lock:
            self._done = True

    def look(self) -> None:
        """Kill the worker if its time is up."""
        with self._lock:
            if self._done or not self._asking:
                self._looked = monotonic()
            elif self._is_due:
                if self._drain.has_heard() or monotonic() > self._moment:
                    self._kill(self.reason)
            elif self._process.has_ended():  # it left children that hold its channel open: the read ends when they do
                self._kill("")
            elif late := self._late():
                self.reason = late.reason  # now: the question may be what ends it
                self._drain.listen()
                self._moment = monotonic() + MOMENT
                self._is_due = self._process.ask_where()
                if not self._is_due:
                    self._kill(late.reason)

    def _late(self) -> Clock | None:
        spent = self._spent()
        while self._begun:
            self._begun.pop().begin(spent)
        clocks = (self._question, self._check, self._submission)
        return next((clock for clock in clocks if clock.is_over(spent) and self._asking), None)

    def give_up(self) -> None:
        """Kill the worker, since nobody will look again."""
        with self._lock:
            if not self._done:
                self._kill("")

    def _kill(self, reason: str) -> None:
        self.reason = reason
        self._process.kill()
        self._done = True

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


class Keeper:
    """One thread for any number of workers: it takes in what they print, and has their watchdogs look."""

    def __init__(self) -> None:
        self.failed = False  # a fault of ours; without deadlines nothing may run
        self._kept: dict[Drain, Watchdog] = {}
        self._lock = threading.Lock()
        self._stopped = False
        self._woken, self._wake = os.pipe()
        self._thread = threading.Thread(target=self._run, name="keeper", daemon=True)
        self._thread.start()

    def keep(self, drain: Drain, watchdog: Watchdog) -> None:
        """Look after a worker from now on."""
        with self._lock:
            if self.failed:
                raise RuntimeError("the thread that looks after workers has failed")
            self._kept[drain] = watchdog

    def leave(self, drain: Drain) -> None:
        """Have nothing more to do with a worker: its descriptor may be closed, its process waited for."""
        with self._lock:
            watchdog = self._kept.pop(drain)
        watchdog.stop()
        drain.stop()

    def stop(self) -> None:
        self._stopped = True
        os.write(self._wake, b".")
        self._thread.join()
        os.close(self._wake)
        os.close(self._woken)

    def _run(self) -> None:
        try:
            self._keep_all()
        except BaseException:
            with self._lock:
                self.failed = True
            for watchdog in self._kept.values():
                watchdog.give_up()
            raise

    def _keep_all(self) -> None:
        next_look = 0.0
        while not self._stopped:
            with self._lock:
                kept = dict(self._kept)
            drains = {drain.fd: drain for drain in kept if not drain.ended}
            for fd in _readable([self._woken, *drains], TICK):
                if fd in drains:
                    drains[fd].read()
            if monotonic() < next_look:  # something was printed; there is no need to look each time
                continue
            for watchdog in kept.values():
                watchdog.look()
            next_look = monotonic() + TICK / 2


class Clock:
    """One deadline, in seconds that the worker spends; and, PATIENCE times as long, by the clock on the wall.

    Whoever computes whenever nobody looks spends less than passes, but not for ever.
    """

    def __init__(self, limit: float, reason: str) -> None:
        self.reason = reason
        self._limit = limit
        self._begun = self._at = 0.0

    def begin(self, spent: float) -> None:
        self._begun, self._at = spent, monotonic()

    def is_over(self, spent: float) -> bool:
        return spent - self._begun > self._limit or monotonic() - self._at > PATIENCE * self._limit


def _usage(pid: int) -> tuple[float, bool] | None:
    """Return the computing time of a process in seconds, and whether it is ready to compute; None without /proc."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()
    except OSError:
        return None
    return (int(fields[11]) + int(fields[12])) / _TICKS_PER_SECOND, fields[0] == b"R"


_TICKS_PER_SECOND = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100


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
