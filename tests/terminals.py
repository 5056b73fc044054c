"""Programs at a real terminal, and what it shows; processes that may be left behind."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pexpect
import pyte

__all__ = ["Terminal", "until", "workers_in"]

# What a terminal may be asked or told that pyte takes for text: modes of keys, questions about modes, links.
_UNKNOWN = re.compile(r"\x1b\[\?\d+\$p|\x1b\[[<>=?][0-9;]*u|\x1b\]8;[^\x1b\x07]*(?:\x1b\\\\|\x07)")


class Terminal:
    """A command in a terminal of so many columns and lines; `screen` is what is to be seen."""

    def __init__(
        self,
        command: Sequence[str],
        cwd: Path,
        env: Mapping[str, str],
        size: tuple[int, int] = (80, 24),
        patience: float = 30.0,
    ) -> None:
        columns, lines = size
        self.screen = pyte.Screen(columns, lines)
        self.written = ""
        self._stream = pyte.Stream(self.screen)
        self._patience = patience
        self.child = pexpect.spawn(
            command[0], list(command[1:]), cwd=str(cwd), env=dict(env), dimensions=(lines, columns), encoding="utf-8"
        )

    @property
    def text(self) -> str:
        """The lines of the screen, without blanks at their ends."""
        return "\n".join(line.rstrip() for line in self.screen.display)

    def press(self, keys: str) -> None:
        self.child.send(keys)

    def resize(self, columns: int, lines: int) -> None:
        self.screen.resize(lines, columns)
        self.child.setwinsize(lines, columns)

    def look(self, seconds: float) -> bool:
        """Take in what is written within so many seconds; False when the command has ended."""
        try:
            data = self.child.read_nonblocking(65536, timeout=seconds)
        except pexpect.TIMEOUT:
            return True
        except pexpect.EOF:
            return False
        self.written += data
        self._stream.feed(_UNKNOWN.sub("", data))
        return True

    def wait_for(self, *words: str, without: str = "") -> None:
        """Wait until all these words are on the screen, and another one is not."""
        end = time.monotonic() + self._patience
        while not all(word in self.text for word in words) or (without and without in self.text):
            assert time.monotonic() < end, f"{words} did not come, or {without!r} did not go:\n{self.text}"
            assert self.look(0.05), f"the command ended:\n{self.text}"

    def end(self) -> int:
        """Wait for the end of the command and return its exit code, or minus the signal that ended it."""
        limit = time.monotonic() + self._patience
        while self.look(0.1):
            assert time.monotonic() < limit, f"the command did not end:\n{self.text}"
        self.child.close()
        signal = self.child.signalstatus
        return -signal if signal else self.child.exitstatus


def workers_in(scratch: Path) -> list[int]:
    """Return the running processes whose working folder is below `scratch`, as a worker's is."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            place = str((folder / "cwd").readlink())
            state = (folder / "stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            continue
        if place.startswith(f"{scratch}{os.sep}") and state != "Z":
            found.append(int(folder.name))
    return found


def until(condition: Callable[[], object], seconds: float = 10.0) -> bool:
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        time.sleep(0.02)
    return bool(condition())
