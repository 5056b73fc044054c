"""A seccomp filter for code that may only compute: the system calls it may use, and the program that allows no other.

The filter is an allow-list. Whatever is not in it ends with EPERM: sockets, new processes and threads, signals to
others, other processes' memory, io_uring, bpf, and calls that the kernel has yet to get. Threads are not among what is
allowed, because a filter and Landlock bind a thread, and because one that computes can be watched better than many.

Numbers are from the kernel's arch/x86/entry/syscalls/syscall_64.tbl and include/uapi/asm-generic/unistd.h (arm64), the
program's form from seccomp(2), include/uapi/linux/{bpf_common,filter,seccomp,audit}.h.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence

__all__ = ["CALLS", "MACHINES", "program"]

# machine, as uname(2) says it: (its place in the table below, AUDIT_ARCH_*)
MACHINES = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}

# name: (number on x86-64, number on arm64); None where there is no such call
CALLS: dict[str, tuple[int | None, int | None]] = {
    # open descriptors: reading, writing, asking
    "read": (0, 63),
    "write": (1, 64),
    "close": (3, 57),
    "readv": (19, 65),
    "writev": (20, 66),
    "pread64": (17, 67),
    "lseek": (8, 62),
    "fstat": (5, 80),
    "dup": (32, 23),
    "dup2": (33, None),
    "dup3": (292, 24),
    "close_range": (436, 436),
    "poll": (7, None),
    "ppoll": (271, 73),
    "select": (23, None),
    "pselect6": (270, 72),
    "fcntl": (72, 25),  # some commands, below
    "ioctl": (16, 29),  # some commands, below
    # files: Landlock says which may be opened
    "open": (2, None),  # without truncating, below
    "openat": (257, 56),
    "stat": (4, None),
    "lstat": (6, None),
    "newfstatat": (262, 79),
    "statx": (332, 291),
    "access": (21, None),
    "faccessat": (269, 48),
    "faccessat2": (439, 439),
    "readlink": (89, None),
    "readlinkat": (267, 78),
    "getdents64": (217, 61),
    "getcwd": (79, 17),
    "chdir": (80, 49),
    # memory
    "brk": (12, 214),
    "mmap": (9, 222),
    "munmap": (11, 215),
    "mremap": (25, 216),
    "mprotect": (10, 226),
    "madvise": (28, 233),
    # clocks and timers of its own
    "clock_gettime": (228, 113),
    "clock_getres": (229, 114),
    "clock_nanosleep": (230, 115),
    "nanosleep": (35, 101),
    "gettimeofday": (96, 169),
    "time": (201, None),
    "times": (100, 153),
    "getrusage": (98, 165),
    "alarm": (37, None),
    "setitimer": (38, 103),
    "getitimer": (36, 102),
    # signals that it gets; sending any is not here
    "rt_sigaction": (13, 134),
    "rt_sigprocmask": (14, 135),
    "rt_sigreturn": (15, 139),
    "rt_sigpending": (127, 136),
    "rt_sigsuspend": (130, 133),
    "rt_sigtimedwait": (128, 137),
    "sigaltstack": (131, 132),
    "pause": (34, None),
    "restart_syscall": (219, 128),
    # what it is, and where
    "getpid": (39, 172),
    "gettid": (186, 178),
    "getppid": (110, 173),
    "getpgid": (121, 155),
    "getpgrp": (111, None),
    "getsid": (124, 156),
    "getuid": (102, 174),
    "geteuid": (107, 175),
    "getgid": (104, 176),
    "getegid": (108, 177),
    "getresuid": (118, 148),
    "getresgid": (120, 150),
    "getgroups": (115, 158),
    "uname": (63, 160),
    "sysinfo": (99, 179),
    "sched_getaffinity": (204, 123),
    "sched_yield": (24, 124),
    "getcpu": (309, 168),
    "getrandom": (318, 278),
    "getrlimit": (97, 163),
    "prlimit64": (302, 261),  # its own, below
    # locks within the process, and its end
    "futex": (202, 98),
    "set_robust_list": (273, 99),
    "rseq": (334, 293),
    "exit": (60, 93),
    "exit_group": (231, 94),
    # known, but not offered: the C library then asks for clone, which is not in this table
    "clone3": (435, 435),
}

# Which values of an argument are allowed: asm-generic/fcntl.h and ioctls.h, linux/fcntl.h. The others of fcntl would
# send signals (F_SETOWN), hold files of others (F_SETLEASE, F_SETLK), or take memory of the kernel's (F_SETPIPE_SZ).
_FCNTL = (0, 1, 2, 3, 4, 1030)  # F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_DUPFD_CLOEXEC
_IOCTL = (0x5401, 0x5450, 0x5451)  # TCGETS (is it a terminal?), FIONCLEX, FIOCLEX
_O_TRUNC, _O_ACCMODE, _WRITABLE = 0o1000, 3, (1, 2)  # O_WRONLY, O_RDWR

_LOOKED_AT = {"clone3", "prlimit64", "fcntl", "ioctl", "open", "openat"}  # what becomes of them, see _verdict
_ALLOWED = "allowed"

_EPERM, _ENOSYS = 1, 38
_ALLOW, _ERRNO, _KILL_PROCESS = 0x7FFF0000, 0x00050000, 0x80000000  # SECCOMP_RET_*

# BPF: code, jump if true, jump if false, operand
_Instruction = tuple[int, int, int, int]
_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _AND, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x54, 0x06
_NUMBER, _ARCHITECTURE, _ARGUMENTS = 0, 4, 16  # offsets in struct seccomp_data; an argument has eight bytes


def program(machine: str) -> bytes:
    """Return the filter for a machine, as an array of struct sock_filter; KeyError when it is not known here.

    Calls of another architecture (32 bits on x86-64) kill; those of x32 have numbers beyond all in the table.
    """
    column, architecture = MACHINES[machine]
    head: list[_Instruction] = [
        (_LOAD, 0, 0, _ARCHITECTURE),
        (_EQUAL, 1, 0, architecture),
        (_RETURN, 0, 0, _KILL_PROCESS),
        (_LOAD, 0, 0, _NUMBER),
    ]
    return b"".join(struct.pack("=HBBI", *instruction) for instruction in head + _search(_pieces(column)))


def _pieces(column: int) -> list[tuple[int, str]]:
    """Return the first number of each run of calls that are treated alike, in order, and how: "" is refused."""
    names = {number: name for name, row in CALLS.items() if (number := row[column]) is not None}
    pieces: list[tuple[int, str]] = []
    for number in range(max(names) + 2):
        name = names.get(number, "")
        treatment = name if name in _LOOKED_AT else name and _ALLOWED
        if not pieces or pieces[-1][1] != treatment:
            pieces.append((number, treatment))
    return pieces


def _search(pieces: Sequence[tuple[int, str]]) -> list[_Instruction]:
    """Return a binary search: when a filter is installed, the kernel runs it once for every number that there is."""
    if len(pieces) == 1:
        return _verdict(pieces[0][1])
    middle = len(pieces) // 2
    below, above = _search(pieces[:middle]), _search(pieces[middle:])
    return [(_AT_LEAST, len(below), 0, pieces[middle][0]), *below, *above]


def _verdict(treatment: str) -> list[_Instruction]:
    """Return what is done about a call once its number is known; each way through it ends with a return."""
    if treatment == "clone3":
        return [(_RETURN, 0, 0, _ERRNO | _ENOSYS)]
    if treatment == "prlimit64":
        return _only(0, (0,))  # its own process
    if treatment == "fcntl":
        return _only(1, _FCNTL)
    if treatment == "ioctl":
        return _only(1, _IOCTL)
    if treatment in ("open", "openat"):  # Landlock before Linux 6.2 lets a file be emptied that may only be read
        flags = _argument(1 if treatment == "open" else 2)
        truncating = [(_AND, 0, 0, _O_ACCMODE), *_one_of(_WRITABLE)]
        return [flags, (_ANY_BIT, 1, 0, _O_TRUNC), (_RETURN, 0, 0, _ALLOW), *truncating]
    return [(_RETURN, 0, 0, _ALLOW if treatment else _ERRNO | _EPERM)]


def _only(argument: int, values: Sequence[int]) -> list[_Instruction]:
    return [_argument(argument), *_one_of(values)]


def _argument(index: int) -> _Instruction:
    """Load the lower half of an argument; those above are ints to the kernel too, and it ignores the upper half."""
    return (_LOAD, 0, 0, _ARGUMENTS + 8 * index)


def _one_of(values: Sequence[int]) -> list[_Instruction]:
    tests = [(_EQUAL, len(values) - place, 0, value) for place, value in enumerate(values)]
    return [*tests, (_RETURN, 0, 0, _ERRNO | _EPERM), (_RETURN, 0, 0, _ALLOW)]
