"""System calls of Linux for which a Python may have no function: not every build was made with new enough headers.

Numbers above 423 are the same on every architecture: include/uapi/asm-generic/unistd.h.
"""

from __future__ import annotations

import ctypes
import os

__all__ = ["close_from", "library", "open_process", "signal_process", "system"]

_PIDFD_SEND_SIGNAL, _PIDFD_OPEN, _CLOSE_RANGE = 424, 434, 436

library = ctypes.CDLL(None, use_errno=True)
_syscall = library.syscall
_syscall.restype = ctypes.c_long


def system(number: int, *arguments: int | bytes | None) -> int:
    """Make a system call; OSError when it fails."""
    words = [ctypes.c_long(word) if isinstance(word, int) else word for word in arguments]
    result: int = _syscall(ctypes.c_long(number), *words)
    if result < 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))
    return result


def open_process(pid: int) -> int:
    """Return a descriptor of a process; it can be read from once the process has ended, and means no other one."""
    return system(_PIDFD_OPEN, pid, 0)


def signal_process(descriptor: int, number: int) -> None:
    """Send a signal to the process of a descriptor."""
    system(_PIDFD_SEND_SIGNAL, descriptor, number, None, 0)


def close_from(descriptor: int) -> None:
    """Close this descriptor and all with higher numbers."""
    system(_CLOSE_RANGE, descriptor, 0xFFFFFFFF, 0)
