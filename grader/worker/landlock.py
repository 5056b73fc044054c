"""A Landlock ruleset: which files may be read; no TCP, no signals to processes outside, no abstract sockets.

Landlock lets a process without any privilege give up rights for good. Numbers are from the kernel's
include/uapi/linux/landlock.h and include/uapi/asm-generic/unistd.h; see landlock(7) for what each version brought.
"""

from __future__ import annotations

import os
import stat
import struct
from collections.abc import Iterable

from .syscalls import system

__all__ = ["Ruleset", "Unavailable", "abi"]

# The same numbers on every architecture.
_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_VERSION = 1  # LANDLOCK_CREATE_RULESET_VERSION
_PATH_BENEATH = 1  # LANDLOCK_RULE_PATH_BENEATH

# LANDLOCK_ACCESS_FS_*
_WRITE_FILE, _READ_FILE, _READ_DIR = 1 << 1, 1 << 2, 1 << 3
# Rights on files that each version can take away: bits 0 to 12 with the first, then REFER, TRUNCATE, IOCTL_DEV.
_FS_BITS = {1: 13, 2: 14, 3: 15, 4: 15, 5: 16}
_NET = 3  # LANDLOCK_ACCESS_NET_BIND_TCP, _CONNECT_TCP; from version 4
_SCOPES = 3  # LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET, _SIGNAL; from version 6
_QUIET = 1  # LANDLOCK_RESTRICT_SELF_LOG_SAME_EXEC_OFF: no line in the system's log per refusal; from version 7


class Unavailable(Exception):
    """What confinement needs is not offered by this machine; the text says what."""


def abi() -> int:
    """Return the version of Landlock that the kernel offers; Unavailable when there is none."""
    try:
        return system(_CREATE_RULESET, None, 0, _VERSION)
    except OSError as error:
        raise Unavailable(f"the kernel does not offer Landlock here ({error.strerror})") from None


class Ruleset:
    """What may be opened, prepared once; `restrict_self` binds the calling thread, and all that it starts, for good."""

    def __init__(self, readable: Iterable[str], writable: Iterable[str] = ()) -> None:
        version = abi()
        handled = (1 << _FS_BITS[min(version, 5)]) - 1
        attributes = struct.pack("=QQQ", handled, _NET if version >= 4 else 0, _SCOPES if version >= 6 else 0)
        size = 24 if version >= 6 else 16 if version >= 4 else 8  # what the kernel knows of the structure
        self._flags = _QUIET if version >= 7 else 0
        self._descriptor = system(_CREATE_RULESET, attributes, size, 0)
        for path in readable:
            self._allow(path, _READ_FILE | _READ_DIR)
        for path in writable:
            self._allow(path, _READ_FILE | _WRITE_FILE)

    def _allow(self, path: str, rights: int) -> None:
        try:
            beneath = os.open(path, os.O_PATH | os.O_CLOEXEC)
        except OSError:  # it is not there: there is nothing to allow
            return
        try:
            rights &= ~0 if stat.S_ISDIR(os.fstat(beneath).st_mode) else ~_READ_DIR
            system(_ADD_RULE, self._descriptor, _PATH_BENEATH, struct.pack("=Qi", rights, beneath), 0)
        finally:
            os.close(beneath)

    def restrict_self(self) -> None:
        """Give up everything else; no_new_privs must be set."""
        system(_RESTRICT_SELF, self._descriptor, self._flags)
