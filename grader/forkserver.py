"""Confined workers: each is a fork of a warm process that has loaded Python and nothing that tests anybody.

`ForkServer` is a source of workers whose isolation is called official (Linux). What runs on the other side is
`worker/forkserver.py`; what confines it, `worker/confine.py`.
"""

from __future__ import annotations

import contextlib
import json
import os
import platform
import select
import signal
import socket
import subprocess
import threading
from collections.abc import Mapping, Sequence

from grader.course import Limits
from grader.guards import Keeper
from grader.worker.codec import Pipe
from grader.workers import GraderFault, Worker, WorkerProcess, worker_command, worker_environment

__all__ = ["ForkServer"]

_LONGEST = 4096  # bytes of an answer
_PATIENCE = 5.0  # seconds for a server that was told to end


class ForkServer:
    """A WorkerSource of confined workers; `roots` is what `worker_roots` says of the course.

    One server at a time, started when it is first needed, or ahead by `prepare`; should it die, the next `take` starts
    another. May be used by several threads.
    """

    def __init__(self, limits: Limits, roots: Mapping[str, str] | None = None) -> None:
        self._limits = limits
        self._roots = dict(roots or {})
        self._lock = threading.Lock()
        self._server: _Server | None = None
        self._keeper: Keeper | None = None

    def prepare(self) -> None:
        """Start the server now; it comes up while the caller does something else."""
        with self._lock:
            self._living()

    def take(self, seconds: float) -> Worker:
        """Return a fresh confined worker; GraderFault when there can be none."""
        with self._lock:
            try:
                process, ends = self._living().fork()
            except _ServerGone:  # it died since the last time
                self._end_server()
                process, ends = self._living().fork()
            keeper = self._living_keeper()
        questions, answers, errors = ends

        def release() -> None:
            process.close()
            for descriptor in ends:
                os.close(descriptor)

        return WorkerProcess(
            process,
            Pipe(answers, questions),
            errors,
            self._limits,
            seconds,
            isolation="official",
            keeper=keeper,
            release=release,
        )

    def close(self) -> None:
        with self._lock:
            self._end_server()
            self._end_keeper()

    def _living_keeper(self) -> Keeper:
        if self._keeper is not None and self._keeper.failed:
            self._end_keeper()
        self._keeper = self._keeper or Keeper()
        return self._keeper

    def _end_keeper(self) -> None:
        if self._keeper is not None:
            self._keeper.stop()
            self._keeper = None

    def _living(self) -> _Server:
        if self._server is not None and not self._server.is_alive():
            self._end_server()
        if self._server is None:
            self._server = _Server(self._limits, self._roots)
        return self._server

    def _end_server(self) -> None:
        if self._server is not None:
            self._server.close()
            self._server = None


class _ServerGone(GraderFault):
    """The fork server has ended."""


class _Server:
    """One running fork server; each request waits for its answer."""

    def __init__(self, limits: Limits, roots: Mapping[str, str]) -> None:
        if platform.system() != "Linux":
            raise GraderFault("workers can be confined on Linux only")
        words = (str(limits.memory_mib), str(int(limits.submission_seconds) + 10), json.dumps(roots))
        self._channel, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            self._process = subprocess.Popen(
                worker_command("forkserver", *words),
                stdin=theirs.fileno(),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,  # where its traceback goes, should it have one
                cwd="/",
                env=worker_environment(),
                start_new_session=True,  # no Ctrl-C of ours reaches it
            )
        self._lock = threading.Lock()
        self._is_ready = False
        self._ended = ""  # why

    def is_alive(self) -> bool:
        return self._process.poll() is None

    def fork(self) -> tuple[_ForkedProcess, tuple[int, int, int]]:
        """Return a new worker and our ends of its pipes: questions to write, answers and prints to read."""
        pairs = [os.pipe() for _ in range(3)]
        (question_out, question_in), (answer_out, answer_in), (error_out, error_in) = pairs
        try:
            pid = int(self._ask("fork", (question_out, answer_in, error_in)))
            process = _ForkedProcess(pid, self)
        except BaseException:
            for descriptor in (question_in, answer_out, error_out):
                os.close(descriptor)
            raise
        finally:
            for descriptor in (question_out, answer_in, error_in):
                os.close(descriptor)
        return process, (question_in, answer_out, error_out)

    def wait(self, pid: int) -> int:
        """Return how a worker ended; from then on its number may be another process's."""
        return int(self._ask(f"wait {pid}"))

    def close(self) -> None:
        self._ended = self._ended or "the process that confines the students' code was told to end"
        self._channel.close()  # it kills its workers and ends
        try:
            self._process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        assert self._process.stderr is not None
        self._process.stderr.close()

    def _ask(self, request: str, descriptors: Sequence[int] = ()) -> str:
        if self._ended:
            raise _ServerGone(self._ended)
        try:
            with self._lock:
                self._become_ready()
                socket.send_fds(self._channel, [request.encode()], descriptors)
                reply = self._receive()
        except OSError as error:
            raise self._gone(str(error)) from None
        except KeyboardInterrupt:  # its answer would be taken for that to the next request
            self._process.kill()
            raise
        if reply.startswith("error"):
            raise GraderFault(f"a worker could not be had: {reply[6:]}")
        return reply

    def _become_ready(self) -> None:
        if not self._is_ready:
            reply = self._receive()
            if reply != "ready":
                raise GraderFault(f"workers cannot be confined here: {reply.partition(' ')[2]}")
            self._is_ready = True

    def _receive(self) -> str:
        reply = self._channel.recv(_LONGEST)
        if not reply:
            raise self._gone("it closed its channel")
        return reply.decode()

    def _gone(self, problem: str) -> _ServerGone:
        self._process.kill()
        self._process.wait()
        assert self._process.stderr is not None
        said = self._process.stderr.read().decode("utf-8", "replace").strip().rpartition("\n")[2]
        self._ended = f"the process that confines the students' code has ended ({said or problem})"
        return _ServerGone(self._ended)


class _ForkedProcess:
    """A worker that the fork server started; the descriptor of a process names it without any doubt."""

    def __init__(self, pid: int, server: _Server) -> None:
        from grader.worker.syscalls import open_process, signal_process  # not for other systems

        self.pid = pid
        self._server = server
        self._code: int | None = None
        self._descriptor = open_process(pid)
        self._signal = signal_process

    def has_ended(self) -> bool:
        poll = select.poll()  # one of its own: the keeper may ask at the same time
        poll.register(self._descriptor, select.POLLIN)
        return self._code is not None or bool(poll.poll(0))

    def ask_where(self) -> bool:
        return False  # a class gets the same report each time, and in which line of a loop one is, is chance

    def kill(self) -> None:
        if self._code is None:
            with contextlib.suppress(ProcessLookupError):
                self._signal(self._descriptor, signal.SIGKILL)

    def wait(self) -> int:
        if self._code is None:
            self._code = self._server.wait(self.pid)
        return self._code

    def close(self) -> None:
        os.close(self._descriptor)
