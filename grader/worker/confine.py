"""Confines a worker on Linux: it may compute, read the standard library, and answer. Nothing else.

    give_up_privileges()   once, in the warm parent: neither it nor its children will need any
    Confinement(…)         once, in the warm parent: all that takes time
    confinement.apply()    in each child: a dozen system calls, after which there is no way back

Sources: landlock(7), seccomp(2), capabilities(7), prctl(2), getrlimit(2), and the kernel's include/uapi/linux/prctl.h
and capability.h.
"""

from __future__ import annotations

import ctypes
import errno
import os
import platform
import resource
import struct
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from . import seccomp
from .landlock import Ruleset, Unavailable
from .syscalls import library, system

__all__ = ["NOBODY", "Confinement", "die_with_parent", "give_up_privileges", "readable_paths"]

NOBODY = 65534  # the user and group that own nothing, everywhere
MAX_DESCRIPTORS = 64
_MIB = 1024 * 1024

# include/uapi/linux/prctl.h, and of seccomp.h the mode
_PR_SET_PDEATHSIG, _PR_SET_DUMPABLE, _PR_SET_SECCOMP, _PR_CAPBSET_DROP = 1, 4, 22, 24
_PR_SET_NO_NEW_PRIVS, _PR_CAP_AMBIENT, _PR_CAP_AMBIENT_CLEAR_ALL = 38, 47, 4
_SECCOMP_MODE_FILTER = 2
_SIGKILL = 9
_CAPABILITY_VERSION_3 = 0x20080522  # include/uapi/linux/capability.h
_CAPSET = {"x86_64": 126, "aarch64": 91}

# Where the dynamic loader looks for the libraries behind the standard library's own: libssl, libsqlite3, libffi, …
_LIBRARY_FOLDERS = ("/lib64", "/usr/lib64", "/lib", "/usr/lib", "/usr/local/lib", "/usr/local/lib64")
_INSTALLED = ("site-packages", "dist-packages")  # what others put beside the standard library: the course, maybe


def _prctl(option: int, *arguments: int) -> None:
    words = [ctypes.c_ulong(word) for word in (*arguments, 0, 0, 0, 0)[:4]]
    if library.prctl(option, *words) != 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))


# -- what may be read --------------------------------------------------------------------------------------------------


def readable_paths(roots: Mapping[str, str]) -> list[str]:
    """Return what a worker may read: the standard library, shared libraries, and the libraries of the course.

    Entry by entry, so that what is installed beside them is not among it, and cannot be listed either. `roots` maps the
    name of an allowed top-level package to the folder that holds it.
    """
    found = {*_standard_library(), *_shared_libraries(), Path("/etc/ld.so.cache")}
    for name, folder in roots.items():  # its module or package, and what belongs to it: numpy, numpy.libs
        found |= {path for path in _entries(folder) if path.name.partition(".")[0] == name}
    found = {path.resolve() for path in found if path.exists()}
    return sorted(str(path) for path in found if found.isdisjoint(path.parents))


def _standard_library() -> Iterator[Path]:
    """Yield what is in the import path's folders; in a Python without `site` these are the standard library's own."""
    for folder in sys.path:
        yield from (path for path in _entries(folder) if path.name not in _INSTALLED)
        if Path(folder).is_file():  # python311.zip
            yield Path(folder)


def _shared_libraries() -> Iterator[Path]:
    multiarch = getattr(sys.implementation, "_multiarch", "")
    own = str(Path(os.__file__).parent.parent)  # a Python that brings its own, as conda's does
    for folder in (*_LIBRARY_FOLDERS, own):
        if multiarch:
            yield Path(folder, multiarch)
        yield from (path for path in _entries(folder) if ".so" in path.name)


def _entries(folder: str) -> list[Path]:
    try:
        return list(Path(folder).iterdir())
    except OSError:
        return []


# -- privileges --------------------------------------------------------------------------------------------------------


def give_up_privileges(needed: Iterable[str]) -> None:
    """Keep no capability, write no file, and become nobody if `needed` can then still be read.

    A Python in root's home is closed to everybody else; then this stays the user root, but without root's powers.
    """
    if os.geteuid() == 0 and _nobody_reads(needed):
        os.setresgid(NOBODY, NOBODY, NOBODY)
        os.setresuid(NOBODY, NOBODY, NOBODY)
    _drop_capabilities()
    for kind in (resource.RLIMIT_FSIZE, resource.RLIMIT_CORE, resource.RLIMIT_MEMLOCK, resource.RLIMIT_MSGQUEUE):
        resource.setrlimit(kind, (0, 0))
    _prctl(_PR_SET_NO_NEW_PRIVS, 1)
    _prctl(_PR_SET_DUMPABLE, 0)  # other processes of this user may not look into it either


def _nobody_reads(needed: Iterable[str]) -> bool:
    """Whether a user without rights could read all this; gives up the groups of root, which it needs for none of it."""
    try:
        os.setgroups([])
        os.setegid(NOBODY)
        os.seteuid(NOBODY)
    except OSError:  # root in a container may lack the right to
        return False
    try:
        return all(os.access(path, os.R_OK, effective_ids=True) for path in needed)
    finally:
        os.seteuid(0)
        os.setegid(0)


def _drop_capabilities() -> None:
    """Leave no capability in any set; the bounding set can be emptied only by who has CAP_SETPCAP."""
    for capability in range(64):
        try:
            _prctl(_PR_CAPBSET_DROP, capability)
        except OSError as error:
            if error.errno == errno.EINVAL:  # that was the last one that the kernel knows
                break
    _prctl(_PR_CAP_AMBIENT, _PR_CAP_AMBIENT_CLEAR_ALL)
    header = struct.pack("=Ii", _CAPABILITY_VERSION_3, 0)
    system(_CAPSET[platform.machine()], header, bytes(24))


# -- in each child -----------------------------------------------------------------------------------------------------


def die_with_parent(parent: int) -> None:
    """Have the kernel kill this process when its parent ends; to change the user would undo it."""
    _prctl(_PR_SET_PDEATHSIG, _SIGKILL)
    if os.getppid() != parent:
        os._exit(0)


class Confinement:
    """What a worker is bound by, made once; Unavailable when this machine does not offer it."""

    def __init__(self, readable: Iterable[str], memory_mib: int, cpu_seconds: int) -> None:
        machine = platform.machine()
        if machine not in seccomp.MACHINES or sys.maxsize < 2**32:
            raise Unavailable(f"there is no filter of system calls for {machine or 'this machine'}")
        self._ruleset = Ruleset(readable, writable=["/dev/null"])
        code = seccomp.program(machine)
        self._program = ctypes.create_string_buffer(code, len(code))
        # struct sock_fprog: how many instructions, and where they are
        self._filter = struct.pack("HxxxxxxQ", len(code) // 8, ctypes.addressof(self._program))
        self._address = ctypes.create_string_buffer(self._filter, len(self._filter))
        self._limits = [
            (kind, _within(kind, most))
            for kind, most in (
                (resource.RLIMIT_AS, memory_mib * _MIB),
                (resource.RLIMIT_CPU, cpu_seconds),
                (resource.RLIMIT_NOFILE, MAX_DESCRIPTORS),
                (resource.RLIMIT_NPROC, 0),
            )
        ]

    def apply(self) -> None:
        """Confine this process, which must have one thread; nothing takes it back."""
        for kind, most in self._limits:
            resource.setrlimit(kind, (most, most))
        self._ruleset.restrict_self()
        _prctl(_PR_SET_SECCOMP, _SECCOMP_MODE_FILTER, ctypes.addressof(self._address))


def _within(kind: int, most: int) -> int:
    """Return a limit that is not above the hard one in force."""
    hard = resource.getrlimit(kind)[1]
    return most if hard == resource.RLIM_INFINITY else min(most, hard)
