"""The worker process: takes its channel away from the student's code, limits itself, and answers until EOF.

Started as `python -P -s -S -c BOOTSTRAP FOLDER main MEMORY_MIB CPU_SECONDS` with an environment that is ours, and
without site-packages. Its stdin and stdout are the channel; they are moved to descriptors of their own before any
student code is loaded, and what the student prints goes to stderr, which the checker drains.

It ends with BROKEN when it cannot go on because of what the student's code did to it.
"""

from __future__ import annotations

import builtins
import io
import os
import sys
from typing import NoReturn

from .codec import Pipe
from .server import Server

__all__ = ["BROKEN", "UNCONFINED", "main", "replace_builtins", "replace_streams", "serve"]

_MIB = 1024 * 1024
MAX_FILE_MIB = 16  # what one file written by the student's code may hold
BROKEN = 97  # the exit code of a worker whose channel or whose Python was broken from inside
UNCONFINED = 98  # of one that could not be confined, and so has loaded no code
PR_SET_PDEATHSIG = 1  # linux/prctl.h
SIGKILL = 9


def main(arguments: list[str]) -> None:
    memory_mib, cpu_seconds = (int(word) for word in arguments)
    os.environ.pop("PYTHONHASHSEED", None)
    pipe = _take_channel()
    replace_streams()
    replace_builtins()
    _tell_where_when_asked()
    _limit(memory_mib, cpu_seconds)
    serve(pipe)


def serve(pipe: Pipe) -> NoReturn:
    """Answer questions until there are no more, and end."""
    end = os._exit  # taken before student code can replace it
    server = Server()
    while True:
        try:
            question = pipe.receive()
        except EOFError:
            end(0)  # the checker is gone
        except BaseException:
            end(BROKEN)
        try:
            pipe.send(server.answer(question))
        except BaseException:  # a closed descriptor, a replaced built-in: nothing is left to answer with
            end(BROKEN)


def _take_channel() -> Pipe:
    if sys.platform == "win32":
        import msvcrt

        msvcrt.setmode(0, os.O_BINARY)
        msvcrt.setmode(1, os.O_BINARY)
    channel = Pipe(os.dup(0), os.dup(1))  # dup: not inherited by processes that the student starts
    nowhere = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nowhere, 0)
    os.dup2(2, 1)
    os.close(nowhere)
    return channel


def replace_streams() -> None:
    """Let what is printed go to stderr, unbuffered, and let nothing be read from the terminal."""
    raw = io.FileIO(2, "w", closefd=False)
    stream = io.TextIOWrapper(raw, "utf-8", errors="backslashreplace", newline="\n", write_through=True)
    sys.stdout = sys.stderr = sys.__stdout__ = sys.__stderr__ = stream  # type: ignore[misc]
    sys.stdin = sys.__stdin__ = io.TextIOWrapper(io.BytesIO(), "utf-8")  # type: ignore[misc]


def replace_builtins() -> None:
    """Take away what would ask or tell of the grader, and add what Python has when it is started as usual."""
    builtins.input = _no_input
    builtins.exit = builtins.quit = sys.exit  # type: ignore[assignment]
    sys.argv[:] = [""]


def _tell_where_when_asked() -> None:
    """Let SIGUSR1 print the stack to stderr, in the midst of any loop: the checker asks before it kills."""
    if sys.platform != "win32":
        import _signal  # type: ignore[import-not-found]  # `signal` itself imports a dozen modules
        import faulthandler

        faulthandler.register(_signal.SIGUSR1, file=2, all_threads=False)


def _no_input(prompt: object = "") -> NoReturn:
    raise EOFError("input() has nobody to ask while your code is being checked; remove the call")


def _limit(memory_mib: int, cpu_seconds: int) -> None:
    """Bound memory, computing time, and files where the system offers it; die with the checker on Linux."""
    try:
        import resource
    except ImportError:  # Windows
        return
    for kind, soft in (
        (resource.RLIMIT_AS, memory_mib * _MIB),
        (resource.RLIMIT_CPU, cpu_seconds),
        (resource.RLIMIT_FSIZE, MAX_FILE_MIB * _MIB),
        (resource.RLIMIT_CORE, 0),
    ):
        try:
            resource.setrlimit(kind, (soft, soft))
        except (ValueError, OSError):  # a lower hard limit is in force, or the system has no such limit
            continue
    if sys.platform == "linux":
        _die_with_parent()


def _die_with_parent() -> None:
    try:
        import ctypes

        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0)
    except (ImportError, OSError, AttributeError):
        return  # EOF on the channel and the CPU limit remain
