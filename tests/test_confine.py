"""Confinement: what a worker cannot do on the official rung, tried from inside, by root and by an ordinary user."""

from __future__ import annotations

import json
import os
import platform
import re
import shutil
import struct
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sides import outcome_of, student_side

import grader
from grader.confinement import offered
from grader.course import Limits

if sys.platform != "linux":
    pytest.skip("confinement needs Linux", allow_module_level=True)

from probes import OFFERED, PROBES, ROOT, TRACE, Probe

from grader.forkserver import ForkServer
from grader.worker import seccomp
from grader.worker.confine import NOBODY, Confinement
from grader.worker.landlock import Unavailable

LIMITS = Limits(question_seconds=5, check_seconds=20, submission_seconds=60, memory_mib=512)
HERE = Path(__file__).parent

OFFER = offered()
confined = pytest.mark.skipif(not OFFER.official, reason=OFFER.reason)


@pytest.fixture(scope="module")
def source() -> Iterator[ForkServer]:
    server = ForkServer(LIMITS)
    yield server
    server.close()


# -- probes ------------------------------------------------------------------------------------------------------------

Found = dict[str, dict[str, list[str]]]

WHO = ("us", "root whose Python all may read", "ordinary user")


@pytest.fixture(scope="module")
def open_place() -> Iterator[Path]:
    """What the probes need, where everybody may read it."""
    folder = Path(tempfile.mkdtemp(prefix="gradkata-open-"))
    for package in (grader, msgspec):
        origin = Path(str(package.__file__)).parent
        shutil.copytree(origin, folder / origin.name, ignore=shutil.ignore_patterns("courses", "__pycache__"))
    for file in ("probes.py", "sides.py"):
        shutil.copy(HERE / file, folder)
    for path in (folder, *folder.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)
    yield folder
    shutil.rmtree(folder)


def open_python(place: Path) -> str | None:
    """Return an interpreter of this version that everybody may run; the one of these tests may be in root's home."""
    version = f"python{sys.version_info[0]}.{sys.version_info[1]}"
    for command in (sys.executable, f"/usr/bin/{version}", f"/usr/local/bin/{version}"):
        try:
            subprocess.run([command, "-c", "import msgspec, ctypes"], check=True, **as_user(place, NOBODY))
        except (OSError, subprocess.SubprocessError):
            continue
        return command
    return None


def as_user(place: Path, user: int) -> dict[str, Any]:
    alone = {"user": user, "group": user, "extra_groups": []} if user != os.getuid() else {}
    environment = {"PYTHONPATH": str(place), "PYTHONDONTWRITEBYTECODE": "1"}
    return {"cwd": "/", "env": environment, "capture_output": True, "timeout": 120, **alone}


@pytest.fixture(scope="module", params=WHO)
def found(request: pytest.FixtureRequest, open_place: Path) -> tuple[str, Found]:
    """Who tried, and what came of each probe."""
    who, command, user, options = request.param, sys.executable, os.getuid(), []
    if who != "us":
        if user != 0:
            pytest.skip("only root may become somebody else")
        command = open_python(open_place) or pytest.skip("no Python of this version is readable by everybody")
        user = NOBODY if who == "ordinary user" else 0
        options = [] if user else ["--only-confined"]  # root without confinement is the same in both cases
    finished = subprocess.run([command, str(open_place / "probes.py"), *options], **as_user(open_place, user))
    assert finished.returncode == 0, finished.stderr.decode()
    return who, json.loads(finished.stdout)


@confined
@pytest.mark.parametrize("name", PROBES)
def test_a_probe_is_denied_and_succeeds_without_confinement(name: str, found: tuple[str, Found]) -> None:
    who, came = found
    kind, text = came["official"][name]
    assert kind in ("raised", "crashed"), text
    denied = r"Operation not permitted|Permission denied|not implemented|can't start new thread|No usable temporary"
    denied += r"|not allowed to raise|may not make"
    assert re.search(denied, text), text
    if "practice" in came:
        probe, (kind, text) = PROBES[name], came["practice"][name]
        assert (kind == probe.succeeds[0] and probe.succeeds[1] in text) or may_fail(probe, who), text


def may_fail(probe: Probe, who: str) -> bool:
    """Whether the system itself may deny a probe to whoever tries it without confinement."""
    if probe.needs == ROOT:
        return who == "ordinary user" or os.getuid() != 0
    return probe.needs == OFFERED or (probe.needs == TRACE and _ptrace_is_restricted())


def _ptrace_is_restricted() -> bool:
    try:
        return Path("/proc/sys/kernel/yama/ptrace_scope").read_text(encoding="ascii").strip() != "0"
    except OSError:
        return False


# -- what a worker is --------------------------------------------------------------------------------------------------

ABOUT_ITSELF = """
import os, sys

def is_open(fd):
    try:
        os.fstat(fd)
    except OSError:
        return False
    return True

def about():
    return {
        "descriptors": [fd for fd in range(2000) if is_open(fd)],
        "environment": {**os.environ},
        "folder": os.getcwd(),
        "arguments": sys.argv,
        "users": set(os.getresuid()),
        "groups": set(os.getresgid()) | set(os.getgroups()),
        "input": sys.stdin.read(),
        "session": os.getsid(0) == os.getpid(),
    }
"""


@confined
def test_a_worker_has_a_channel_and_nothing_else(source: ForkServer) -> None:
    with student_side(ABOUT_ITSELF, workers=source) as side:
        about = side.ask("import", "mine").about()
    assert about["descriptors"] == [0, 1, 2, 3, 4]
    assert about["environment"] == {}
    assert about["folder"] == "/"
    assert about["arguments"] == [""]
    assert about["input"] == ""
    assert about["session"] is True


@confined
def test_a_worker_has_no_privileges_left_to_use(source: ForkServer) -> None:
    with student_side(ABOUT_ITSELF, workers=source) as side:
        users = side.ask("import", "mine").about()["users"]
        pid = side.worker._process.pid  # type: ignore[attr-defined]
        status = Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    fields = dict(line.split(":\t", 1) for line in status.splitlines() if ":\t" in line)
    assert {fields[name] for name in ("CapInh", "CapPrm", "CapEff", "CapAmb")} == {"0" * 16}
    assert fields["NoNewPrivs"] == "1"
    assert fields["Seccomp"] == "2"  # a filter
    if os.getuid() == 0:
        assert fields["CapBnd"] == "0" * 16
        assert fields["Groups"].strip() == ""
    assert len(users) == 1


@confined
def test_root_becomes_nobody_where_python_can_be_read_by_nobody(open_place: Path) -> None:
    if os.getuid() != 0:
        pytest.skip("only root may become somebody else")
    command = open_python(open_place) or pytest.skip("no Python of this version is readable by everybody")
    script = f"""
from sides import student_side
from grader.course import Limits
from grader.forkserver import ForkServer
source = ForkServer(Limits())
with student_side({ABOUT_ITSELF!r}, workers=source) as side:
    about = side.ask("import", "mine").about()
    print(about["users"], about["groups"])
source.close()
"""
    finished = subprocess.run([command, "-c", script], **as_user(open_place, 0))
    assert finished.stdout.decode().strip() == f"{{{NOBODY}}} {{{NOBODY}}}", finished.stderr.decode()


@confined
def test_dev_null_may_be_written(source: ForkServer) -> None:
    body = "import os; return open(os.devnull, 'w').write('gone') + os.write(os.open(os.devnull, os.O_RDWR), b'gone')"
    with student_side(f"def attack():\n    {body}\n", workers=source) as side:
        assert outcome_of(side) == ("value", "8")


@confined
def test_memory_is_limited_for_each_worker(source: ForkServer) -> None:
    bomb = "def attack():\n    kept = []\n    while True: kept.append(bytearray(2**22))\n"
    honest = "def attack(): return len(bytearray(300 * 2**20))\n"
    with student_side(bomb, workers=source) as one, student_side(honest, workers=source) as other:
        assert outcome_of(one)[1].startswith("MemoryError")
        assert outcome_of(other) == ("value", str(300 * 2**20))


# -- libraries ---------------------------------------------------------------------------------------------------------

IMPORTS = """
import importlib, sys

def importable(names):
    found = []
    for name in names:
        try:
            importlib.import_module(name)
        except ImportError:
            continue
        found.append(name)
    return found

def forget():
    importlib.invalidate_caches()
    sys.path_importer_cache.clear()
"""
# These open a browser, print, want a screen, or another system.
UNASKED = {"antigravity", "this", "idlelib", "turtledemo", "turtle", "_ios_support"}


@confined
def test_the_standard_library_is_there_as_without_confinement(source: ForkServer) -> None:
    names = sorted(set(sys.stdlib_module_names) - UNASKED)
    names += ["os.path", "email.mime.text", "xml.etree.ElementTree", "concurrent.futures", "json.tool", "ctypes.util"]
    with student_side(IMPORTS, limits=LIMITS) as side:
        expected = side.ask("import", "mine").importable(names)
    with student_side(IMPORTS, workers=source) as side:
        mine = side.ask("import", "mine")
        mine.forget()
        assert mine.importable(names) == expected
    assert len(expected) > 200


@confined
def test_of_what_is_installed_only_the_libraries_of_the_course_are_there() -> None:
    numpy = pytest.importorskip("numpy")
    folder = str(Path(numpy.__file__).parent.parent)
    code = """
    def total():
        import numpy
        return float(numpy.arange(4.0).sum()), numpy.linalg.det(numpy.eye(2))
    def version():
        import numpy.polynomial
        return numpy.polynomial.Polynomial([1, 2])(2.0)
    def other():
        import msgspec
    def listed(folder):
        import os
        return os.listdir(folder)
    """
    source = ForkServer(LIMITS, {"numpy": folder})
    try:
        with student_side(code, workers=source, roots={"numpy": folder}) as side:
            assert outcome_of(side, function="total") == ("value", "(6.0, 1.0)")
            assert outcome_of(side, function="version") == ("value", "5.0")
            assert outcome_of(side, function="other")[1].startswith("ModuleNotFoundError")
            assert outcome_of(side, folder, function="listed")[1].startswith("PermissionError")
            assert outcome_of(side, f"{folder}/numpy", function="listed")[0] == "value"
    finally:
        source.close()


# -- the filter, on both architectures ---------------------------------------------------------------------------------

ALLOW, EPERM, ENOSYS, KILL = 0x7FFF0000, 0x00050001, 0x00050026, 0x80000000


def verdict(machine: str, number: int, *arguments: int, architecture: int | None = None) -> int:
    """Run the filter of a machine on a system call, as the kernel would (its instructions that the filter uses)."""
    code = list(struct.iter_unpack("=HBBI", seccomp.program(machine)))
    architecture = seccomp.MACHINES[machine][1] if architecture is None else architecture
    data = struct.pack("=IIQ6Q", number, architecture, 0, *(*arguments, 0, 0, 0, 0, 0, 0)[:6])
    place = loaded = 0
    while True:
        operation, yes, no, operand = code[place]
        place += 1
        if operation == 0x20:
            (loaded,) = struct.unpack_from("=I", data, operand)
        elif operation == 0x54:
            loaded &= operand
        elif operation == 0x06:
            return operand
        else:
            test = {0x15: loaded == operand, 0x35: loaded >= operand, 0x45: bool(loaded & operand)}[operation]
            place += yes if test else no


MACHINES = list(seccomp.MACHINES)
SPECIAL = {"clone3", "prlimit64", "fcntl", "ioctl", "open", "openat"}


@pytest.mark.parametrize("machine", MACHINES)
def test_the_filter_allows_what_is_in_the_table_and_nothing_else(machine: str) -> None:
    column, _ = seccomp.MACHINES[machine]
    names = {row[column]: name for name, row in seccomp.CALLS.items() if row[column] is not None}
    for number in range(1024):
        name = names.get(number)
        if name not in SPECIAL:
            assert verdict(machine, number) == (ALLOW if name else EPERM), (number, name)
        assert verdict(machine, number, architecture=0x40000003) == KILL  # i386
        assert verdict(machine, 0x40000000 + number) == EPERM  # x32


@pytest.mark.parametrize("machine", MACHINES)
def test_the_filter_looks_at_some_arguments(machine: str) -> None:
    column, _ = seccomp.MACHINES[machine]

    def of(name: str, *arguments: int) -> int:
        number = seccomp.CALLS[name][column]
        assert number is not None
        return verdict(machine, number, *arguments)

    assert of("clone3") == ENOSYS
    assert of("prlimit64", 0, 7) == ALLOW
    assert of("prlimit64", 1, 7) == EPERM
    assert [of("fcntl", 3, command) == ALLOW for command in (0, 1, 2, 3, 4, 5, 6, 8, 10, 1024, 1030, 1031)] == [
        *[True] * 5,
        *[False] * 5,
        True,
        False,
    ]
    assert of("ioctl", 0, 0x5401) == ALLOW
    assert of("ioctl", 0, 0x5412) == EPERM  # TIOCSTI: type into the terminal
    for flags, expected in ((0, ALLOW), (0o1000, EPERM), (0o1001, ALLOW), (0o1002, ALLOW), (0o1003, EPERM)):
        assert of("openat", 0, 0, flags | 0o2000000) == expected
        if column == 0:
            assert of("open", 0, flags) == expected


@pytest.mark.parametrize(
    ("column", "header"), [(0, "asm/unistd_64.h"), (1, "asm-generic/unistd.h")], ids=["x86-64", "arm64"]
)
def test_the_numbers_are_the_kernels(column: int, header: str) -> None:
    places = [Path("/usr/include", middle, header) for middle in ("x86_64-linux-gnu", "aarch64-linux-gnu", "")]
    place = next((place for place in places if place.is_file()), None)
    if place is None:
        pytest.skip(f"the kernel's {header} is not installed")
    text = place.read_text(encoding="utf-8")
    known = {name: int(number) for name, number in re.findall(r"#define __NR(?:3264)?_(\w+) (\d+)", text)}
    known |= {"newfstatat": known["fstatat"]} if column == 1 else {}
    for name, row in seccomp.CALLS.items():
        assert row[column] == known.get(name) or (row[column] is None and column == 1), name


def test_the_page_about_trust_names_tests_that_exist() -> None:
    page = (HERE.parent / "docs" / "trust.md").read_text(encoding="utf-8")
    code = "".join(file.read_text(encoding="utf-8") for file in HERE.glob("*.py"))
    named = set(re.findall(r"`(test_\w+)`", page))
    assert {name for name in named if f"def {name}(" not in code} == set()
    assert set(re.findall(r"`([A-Z]+)`", page)) == {
        "FILES", "NETWORK", "PROCESSES", "MEMORY", "SIGNALS", "IPC", "KERNEL", "PRIVILEGES",
    }  # fmt: skip
    assert f"{len(PROBES)} probes" in page


def test_a_machine_without_a_filter_is_refused_with_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(platform, "machine", lambda: "riscv64")
    with pytest.raises(Unavailable, match="no filter of system calls for riscv64"):
        Confinement([], 64, 1)
