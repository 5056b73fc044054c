"""Whether this machine can confine students' code, found out by doing it."""

from __future__ import annotations

import platform
import sys

import msgspec

from grader.course import Limits

__all__ = ["Offer", "offered"]

# Asked of a worker: what it could do that no confined one can. Nothing here harms anybody.
_PROBE = b"""
import os, socket

def escapes(file):
    found = []
    for name, attempt in (
        ("reads files", lambda: open(file).close()),
        ("writes files", lambda: os.open(".", os.O_TMPFILE | os.O_RDWR)),
        ("opens sockets", socket.socket),
        ("signals others", lambda: os.kill(os.getppid(), 0)),
        ("starts processes", fork),
    ):
        try:
            attempt()
        except OSError:
            continue
        found.append(name)
    return found, os.getuid()

def fork():
    if os.fork() == 0:
        os._exit(0)
"""


class Offer(msgspec.Struct, frozen=True):
    """What a machine offers; `reason` says why the official isolation is not among it."""

    official: bool
    reason: str
    landlock: int  # the version of the kernel's interface; 0 without one
    kernel: str
    machine: str
    user: int | None = None  # whom confined workers run as


def offered() -> Offer:
    """Confine a throw-away worker and let it try; nothing less tells (containers refuse what their kernel has)."""
    version, user = _landlock(), None
    if version:
        reason, user = _tried()
    elif sys.platform != "linux":
        reason = f"confinement needs Linux, and this is {platform.system()}"
    else:
        reason = "the kernel offers no Landlock here: it is older than 5.13, was built without, or a container hides it"
    return Offer(not reason, reason, version, f"{platform.system()} {platform.release()}", platform.machine(), user)


def _landlock() -> int:
    if sys.platform != "linux":
        return 0
    from grader.worker.landlock import Unavailable, abi

    try:
        return abi()
    except Unavailable:
        return 0


def _tried() -> tuple[str, int | None]:
    """Return what keeps a worker from being confined, or from staying so (nothing: ""), and whom it runs as."""
    from grader.forkserver import ForkServer
    from grader.proxy import StudentSide
    from grader.workers import GraderFault, WorkerLost

    source = ForkServer(Limits())
    try:
        worker = source.take(10)
        try:
            side = StudentSide(worker, 100)
            side.load({"probe": ("probe.py", _PROBE)}, {})
            escapes, user = side.ask("import", "probe").escapes(__file__)
        finally:
            worker.close()
    except (GraderFault, WorkerLost) as error:
        return str(error), None
    finally:
        source.close()
    return f"a confined worker still {', '.join(escapes)}" if escapes else "", user
