"""Processes as the grader holds them: a number, whether it has ended, how to end it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from time import monotonic, sleep
from typing import Protocol

__all__ = ["Process", "SpawnedProcess", "ends_within"]


class Process(Protocol):
    """A worker's process. Until somebody has waited for it, its number is its own."""

    pid: int

    def has_ended(self) -> bool | None:
        """Return whether it has ended, without waiting for it; None where that cannot be known."""

    def ask_where(self) -> bool:
        """Have it print where it is, and return whether it was asked: not every kind of process can be."""

    def kill(self) -> None:
        """End it and the processes of its group, unless it has been waited for."""

    def wait(self) -> int:
        """Wait for its end and return its exit code, or minus the number of the signal that ended it."""


class SpawnedProcess:
    """A process that this one started."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self._process = process
        self.pid = process.pid

    def has_ended(self) -> bool | None:
        process = self._process
        if sys.platform == "win32" or process.returncode is not None:
            return process.poll() is not None
        if not hasattr(os, "waitid"):  # macOS before Python 3.13
            return None
        try:
            return os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
        except ChildProcessError:  # another thread waits for it at this very moment
            return True

    def ask_where(self) -> bool:
        if sys.platform == "win32" or self._process.returncode is not None:
            return False
        try:
            os.kill(self.pid, signal.SIGUSR1)
        except (ProcessLookupError, PermissionError):
            return False
        return True

    def kill(self) -> None:
        if sys.platform == "win32":
            self._process.kill()
        elif self._process.returncode is None:
            try:
                os.killpg(self.pid, signal.SIGKILL)
            except (ProcessLookupError, PermissionError):
                self._process.kill()

    def wait(self) -> int:
        return self._process.wait()


def ends_within(process: Process, seconds: float) -> bool:
    """Return whether a process ends by itself within so many seconds; where that cannot be known, it is given them."""
    deadline = monotonic() + seconds
    while not (ended := process.has_ended()):
        if monotonic() > deadline:
            return ended is None
        sleep(0.002)
    return True
