"""Kill a command at each step at which it writes, and look at what is left.

    python tests/killing.py TEMPLATE WORK COMMAND…

The command runs in a copy of TEMPLATE, again and again: in WORK/1 it is killed before its first step (a file opened for
writing, renamed, given its mode, removed, a folder made, what was written being flushed to the disk), in WORK/2 before
its second, and so on until one gets through. Then by the kernel in the middle of writing: in WORK/after-BYTES, when a
file grows beyond so many. Each is a process of its own, forked from this one, and ends by SIGKILL or SIGXFSZ.
"""

from __future__ import annotations

import os
import resource
import shutil
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from grader.cli import run

STEPS = ("os.rename", "os.chmod", "os.mkdir", "os.remove", "os.rmdir", "os.truncate", "os.link", "os.symlink")
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC
MOST_STEPS = 500
SIZES = (0, 1, 40, 300)  # bytes


def main(template: Path, work: Path, command: list[str]) -> None:
    """Fill WORK as told above; exit code 1 when something else happened than a kill."""
    for step in range(1, MOST_STEPS):
        ended = in_copy(template, work / str(step), command, lambda folder, step=step: kill_before(step, folder))
        if ended != signal.SIGKILL:
            break
    sizes = (
        in_copy(template, work / f"after-{size}", command, lambda _, size=size: kill_beyond(size)) for size in SIZES
    )
    sys.exit(ended != 0 or any(ended != signal.SIGXFSZ for ended in sizes))


def in_copy(template: Path, folder: Path, command: list[str], prepare: Callable[[Path], None]) -> int:
    """Run the command in a copy of the template, in a process of its own, and return what ended it: a signal, or 0."""
    shutil.copytree(template, folder)
    child = os.fork()
    if child == 0:
        code = 70
        try:
            os.chdir(folder)
            prepare(folder)
            code = run(command)
        finally:
            os._exit(code)
    _, status = os.waitpid(child, 0)
    return os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)


def kill_before(step: int, folder: Path) -> None:
    """Have this process killed at its step of that number below a folder."""
    count = 0

    def note() -> None:
        nonlocal count
        count += 1
        if count == step:
            os.kill(os.getpid(), signal.SIGKILL)

    def hook(event: str, arguments: tuple[Any, ...]) -> None:
        path = str(arguments[0]) if arguments else ""
        is_step = event in STEPS or (event == "open" and isinstance(arguments[2], int) and arguments[2] & WRITING)
        if is_step and path.startswith(str(folder)):
            note()

    flush = os.fsync

    def flushing(file: int) -> None:
        note()
        flush(file)

    os.fsync = flushing
    sys.addaudithook(hook)


def kill_beyond(size: int) -> None:
    """Have this process killed by the kernel when it makes a file larger than so many bytes."""
    signal.signal(signal.SIGXFSZ, signal.SIG_DFL)  # Python ignores it
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.getrlimit(resource.RLIMIT_FSIZE)[1]))


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3:])
