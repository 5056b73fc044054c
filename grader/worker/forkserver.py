"""A warm Python that has loaded what students import and nothing that tests them; each worker is a fork of it.

Started by the grader as `python -P -s -S -c BOOTSTRAP FOLDER forkserver MEMORY_MIB CPU_SECONDS ROOTS`, with a Unix
socket of packets as its stdin. It says `ready`, or `unavailable` and why; then it answers

    fork      with three descriptors: questions to read, answers to write, what is printed   → the worker's pid
    wait PID  for one that the grader has killed or seen end                                 → its exit code

A worker is waited for only then: until the grader asks, nobody else can get its number. When the socket or the grader
ends, so does this process, and its workers with it.
"""

from __future__ import annotations

import contextlib
import fcntl
import gc
import importlib
import json
import os
import pkgutil
import platform
import select
import signal
import socket
import sys
import time
from collections.abc import Mapping, Sequence
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from types import ModuleType
from typing import NoReturn

from .codec import Pipe
from .confine import Confinement, die_with_parent, give_up_privileges, readable_paths
from .landlock import Unavailable
from .main import UNCONFINED, replace_builtins, replace_streams, serve
from .server import SubmissionFinder
from .syscalls import close_from, open_process, system

__all__ = ["main"]

# What students of such a course import, and what these import in turn: loaded once, here.
PRELOADED = (
    "abc array bisect cmath collections collections.abc contextlib copy dataclasses decimal enum fractions functools "
    "heapq inspect itertools json math numbers operator os pathlib pprint random re statistics string struct textwrap "
    "threading time traceback types typing warnings weakref"
).split()

_QUESTIONS, _ANSWERS, _FIRST_FREE = 3, 4, 5  # a worker's own descriptors: 0 to 2, and its channel
_LONGEST = 4096  # bytes of a request
_PERSONALITY = {"x86_64": 135, "aarch64": 92}  # the number of the system call
_ADDR_NO_RANDOMIZE = 0x0040000  # include/uapi/linux/personality.h


def main(arguments: list[str]) -> None:
    _fix_addresses()
    memory_mib, cpu_seconds, roots = int(arguments[0]), int(arguments[1]), json.loads(arguments[2])
    grader = _high(open_process(os.getppid()))  # readable once the grader has ended, however it ended
    channel = socket.socket(fileno=_high(os.dup(0)))
    try:
        worker = _prepare(memory_mib, cpu_seconds, roots)
    except (Unavailable, OSError) as error:
        channel.send(f"unavailable {error}".encode())
        return
    channel.send(b"ready")
    _Parent(channel, grader, worker).serve()


def _fix_addresses() -> None:
    """Begin again with the same addresses in each run, where that is allowed.

    They decide the order of a set of objects, and a wrong program may add numbers up in that order. It should get the
    same report whenever it is graded.
    """
    try:
        before = system(_PERSONALITY[platform.machine()], 0xFFFFFFFF)  # asks only
        if not before & _ADDR_NO_RANDOMIZE:
            system(_PERSONALITY[platform.machine()], before | _ADDR_NO_RANDOMIZE)
            os.execv(sys.executable, sys.orig_argv)
    except (KeyError, OSError):  # a container's filter, mostly
        return


def _high(descriptor: int) -> int:
    """Move a descriptor out of the way of those that a worker will have."""
    moved = fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, _FIRST_FREE)
    os.close(descriptor)
    return moved


def _prepare(memory_mib: int, cpu_seconds: int, roots: Mapping[str, str]) -> _Worker:
    """Do everything that does not depend on whose code is to run."""
    _go_first()
    readable = readable_paths(roots)
    worker = _Worker(Confinement(readable, memory_mib, cpu_seconds), _high(os.open(os.devnull, os.O_RDONLY)))
    give_up_privileges(readable)
    _preload(roots)
    replace_streams()
    replace_builtins()
    sys.dont_write_bytecode = True
    os.environ.clear()
    time.tzset()  # reads /etc/localtime, which a worker may not
    os.chdir("/")
    gc.collect()
    gc.freeze()  # what is here stays: collecting it would copy its pages into every worker
    return worker


def _go_first() -> None:
    """When memory runs out, have the kernel end a worker, which inherits this, and not the grader."""
    with contextlib.suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text("500", encoding="ascii")


def _preload(roots: Mapping[str, str]) -> None:
    """Import what workers will have; a worker runs no hooks of these modules, which cost it as much as all the rest.

    They would draw a new seed for `random`, and renew locks that nobody holds here.
    """
    register, os.register_at_fork = os.register_at_fork, lambda **hooks: None
    sys.meta_path.append(_StandardLibrary())
    for name in PRELOADED:
        importlib.import_module(name)
    finder = SubmissionFinder({}, dict(roots))
    finder.install(())
    finder.preload()
    finder.remove()
    os.register_at_fork = register
    sys.modules["random"].seed(0)  # whatever a student's code draws, it draws in each run


class _StandardLibrary:
    """Finds the modules of the standard library without listing its folder, which a worker may not do.

    That folder may hold another, of all that is installed. Python asks this finder last.
    """

    def __init__(self) -> None:
        specs = {module.name: PathFinder.find_spec(module.name) for module in pkgutil.iter_modules()}
        self._specs = {name: spec for name, spec in specs.items() if spec is not None}

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        return self._specs.get(fullname)


class _Worker:
    """What becomes of the child of a fork."""

    def __init__(self, confinement: Confinement, nowhere: int) -> None:
        self._confinement = confinement
        self._nowhere = nowhere
        self._parent = os.getpid()

    def run(self, questions: int, answers: int, errors: int) -> NoReturn:
        """Leave the parent behind, step by step, and serve; never returns."""
        try:
            die_with_parent(self._parent)
            os.setsid()
            self._confinement.apply()
            for place, descriptor in enumerate((self._nowhere, errors, errors, questions, answers)):
                os.dup2(descriptor, place, inheritable=False)
            close_from(_FIRST_FREE)  # the way to the parent above all
            serve(Pipe(_QUESTIONS, _ANSWERS))
        except BaseException as error:
            os.write(errors, str(error).encode())
        finally:
            os._exit(UNCONFINED)


class _Parent:
    """Forks a worker for each request, until the grader is gone."""

    def __init__(self, channel: socket.socket, grader: int, worker: _Worker) -> None:
        self._channel = channel
        self._grader = grader
        self._worker = worker
        self._children: set[int] = set()

    def serve(self) -> None:
        poll = select.poll()
        poll.register(self._channel, select.POLLIN)
        poll.register(self._grader, select.POLLIN)
        try:
            while self._grader not in (ready for ready, _ in poll.poll()):
                request, descriptors, _, _ = socket.recv_fds(self._channel, _LONGEST, 3, socket.MSG_CMSG_CLOEXEC)
                if not request:
                    break
                self._channel.send(self._answer(request.decode().split(), descriptors).encode())
        except OSError:  # nobody is left to answer to
            return
        finally:
            for child in self._children:
                os.kill(child, signal.SIGKILL)

    def _answer(self, words: Sequence[str], descriptors: Sequence[int]) -> str:
        try:
            code = self._wait_for(int(words[1])) if words[0] == "wait" else self._fork(descriptors)
        except OSError as error:
            return f"error {error}"
        return str(code)

    def _wait_for(self, pid: int) -> int:
        _, status = os.waitpid(pid, 0)
        self._children.discard(pid)
        return os.waitstatus_to_exitcode(status)

    def _fork(self, descriptors: Sequence[int]) -> int:
        questions, answers, errors = (_high(descriptor) for descriptor in descriptors)
        try:
            pid = os.fork()
            if pid == 0:
                self._worker.run(questions, answers, errors)
        finally:
            for descriptor in (questions, answers, errors):
                os.close(descriptor)
        self._children.add(pid)
        return pid
