"""Workers: whatever the student's code does to its process, it ends as one outcome, and leaves nothing behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import textwrap
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sides import LIMITS, is_alive, outcome_of, processes_of, student_side

from grader.course import Limits
from grader.guards import Drain, Watchdog, remove_tree
from grader.processes import SpawnedProcess, ends_within
from grader.workers import GraderFault, Spawner, WorkerLost, spawn_worker

linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
posix = pytest.mark.skipif(os.name == "nt", reason="needs POSIX processes")

PATIENT = Limits(question_seconds=5, memory_mib=256)
CALL = f"one call took more than {LIMITS.question_seconds:g} s"
BROKE = "your code broke what Python itself needs"


def until(condition: Callable[[], bool], seconds: float = 10.0) -> bool:
    """Wait for something that must come about soon; a deadline, not a delay."""
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.01)
    return True


def pid_of(worker: object) -> int:
    return worker._process.pid  # type: ignore[attr-defined,no-any-return]


@pytest.fixture(autouse=True)
def nothing_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """After each test of this file: no thread, no descriptor and no folder more than before."""
    folders = tmp_path / "folders-of-workers"
    folders.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folders))
    threads, descriptors = set(threading.enumerate()), _descriptors()
    yield
    assert set(threading.enumerate()) <= threads
    assert _descriptors() <= descriptors
    assert list(folders.iterdir()) == []


def _descriptors() -> int:
    return len(list(Path("/proc/self/fd").iterdir())) if sys.platform.startswith("linux") else 0


# -- ends -----------------------------------------------------------------------------------------------------------

FATAL = {
    "endless loop": ("while True: pass", "timeout", CALL),
    "endless loop that catches everything": (
        """
        while True:
            try:
                while True: pass
            except BaseException: pass
        """,
        "timeout",
        CALL,
    ),
    "loop in C": ("sum(range(10**12))", "timeout", CALL),
    "huge power": ("10**10**9", "timeout", CALL),
    "sleep": ("import time; time.sleep(60)", "timeout", CALL),
    "waiting for a lock": (
        "import threading; lock = threading.Lock(); lock.acquire(); lock.acquire()",
        "timeout",
        CALL,
    ),
    "all signals ignored": (
        """
        import signal
        for number in signal.valid_signals():
            try: signal.signal(number, signal.SIG_IGN)
            except OSError: pass
        while True: pass
        """,
        "timeout",
        CALL,
    ),
    "stopped": ("import os, signal; os.kill(os.getpid(), signal.SIGSTOP)", "timeout", CALL),
    "loop in a destructor": (
        """
        class Sticky:
            def __del__(self):
                while True: pass
        Sticky()
        """,
        "timeout",
        CALL,
    ),
    "os._exit(0)": ("import os; os._exit(0)", "crashed", "exit code 0"),
    "os._exit(3)": ("import os; os._exit(3)", "crashed", "exit code 3"),
    "abort": ("import os; os.abort()", "crashed", "SIGABRT"),
    "segmentation fault": ("import ctypes; ctypes.string_at(0)", "crashed", "segmentation fault"),
    "kills itself": ("import os; os.kill(os.getpid(), 9)", "crashed", "ended the Python process"),
    "kills its group": ("import os; os.killpg(0, 9)", "crashed", "ended the Python process"),
    "terminates its group": ("import os; os.killpg(0, 15)", "crashed", "SIGTERM"),
    "alarm": (
        "import signal; signal.alarm(1); signal.setitimer(signal.ITIMER_REAL, 0.01)\nwhile True: pass",
        "crashed",
        "SIGALRM",
    ),
    "closes every descriptor": ("import os; os.closerange(0, 64)", "crashed", BROKE),
    "closes every descriptor and goes on": ("import os; os.closerange(0, 64)\nwhile True: pass", "crashed", BROKE),
    "becomes another program": ("import os; os.execv('/bin/true', ['true'])", "crashed", "exit code 0"),
    "becomes a program that stays": ("import os; os.execv('/bin/sleep', ['sleep', '60'])", "crashed", BROKE),
    "a built-in replaced": ("import builtins; builtins.len = builtins.type = builtins.str = None", "crashed", BROKE),
}


def test_the_channel_does_not_ask_isinstance() -> None:
    with student_side(attack("import builtins; builtins.isinstance = lambda *_: True")) as side:
        assert outcome_of(side)[0] == "value"


def attack(body: str) -> str:
    return f"def attack():\n{textwrap.indent(textwrap.dedent(body).strip(), '    ')}\n"


@posix
@pytest.mark.parametrize("kind", FATAL)
def test_code_that_ends_its_worker_is_one_outcome_with_a_reason(kind: str) -> None:
    body, outcome, reason = FATAL[kind]
    began = time.monotonic()
    with student_side(attack(body)) as side:
        pid = pid_of(side.worker)
        assert outcome_of(side)[0] == outcome
        again = outcome_of(side)  # whoever asks once more, of a `finally` say, hears the same
        assert again[0] == outcome
        assert reason in again[1]
    assert time.monotonic() - began < 5
    assert not is_alive(pid)
    assert processes_of(pid) == []


SURVIVED = {
    "sys.exit": ("import sys; sys.exit(0)", "raised", "SystemExit: 0"),
    "exit": ("exit(3)", "raised", "SystemExit: 3"),
    "interrupt": ("raise KeyboardInterrupt", "raised", "KeyboardInterrupt"),
    "input": ("input('name? ')", "raised", "nobody to ask"),
    "standard input": ("import sys; return sys.stdin.read() + open(0).read()", "value", "''"),
    "deep recursion": ("attack()", "raised", "RecursionError"),
    "memory in one piece": ("return len(bytearray(10**11))", "raised", "MemoryError"),
    "memory bit by bit": ("kept = []\nwhile True: kept.append(bytearray(2**22))", "raised", "MemoryError"),
    "a number of a gigabyte": ("return 1 << 10**10", "raised", "MemoryError"),
    "huge text": ("return 'x' * 50_000_000", "refused", "50,000,000 characters"),
    "patched json": (
        "import json; json.dumps = json.loads = json.JSONEncoder = json.JSONDecoder = None",
        "value",
        "None",
    ),
    "patched os": ("import os; os.read = os.write = os._exit = os.dup = None", "value", "None"),
    "patched importlib": ("import importlib; importlib.import_module = importlib.machinery = None", "value", "None"),
    "a trace function that raises": (
        """
        import sys
        def trace(*_): raise ValueError("traced")
        sys.settrace(trace)
        """,
        "raised",
        "traced",
    ),
    "sys.path wiped": ("import sys; sys.path.clear(); sys.path_hooks.clear()", "value", "None"),
    "sys.meta_path wiped": ("import sys; sys.meta_path.clear()", "value", "None"),
    "sys.modules wiped": ("import sys; sys.modules.clear()", "value", "None"),
    "gc disabled": ("import gc; gc.disable(); gc.set_threshold(1)", "value", "None"),
    "profiled": ("import sys; sys.setprofile(lambda *_: None)", "value", "None"),
    "stdout replaced": ("import sys; sys.stdout = sys.stderr = None; print('x')", "value", "None"),
    "stdout closed": ("import sys; sys.stdout.close(); sys.stderr.close()", "value", "None"),
    "descriptors 0 to 2 closed": ("import os; os.closerange(0, 3)", "value", "None"),
    "chdir": ("import os; os.chdir('/')", "value", "None"),
    "working folder removed": ("import os; os.rmdir(os.getcwd())", "value", "None"),
    "working folder is a link": (
        "import os; here = os.getcwd(); os.rmdir(here); os.symlink('/usr', here)",
        "value",
        "None",
    ),
    "threads": (
        """
        import threading, time
        for _ in range(2):
            threading.Thread(target=time.sleep, args=(60,)).start()
        """,
        "value",
        "None",
    ),
    "a thread that computes": (
        """
        import threading
        def loop():
            while True: pass
        threading.Thread(target=loop).start()
        """,
        "value",
        "None",
    ),
    "a file beyond the limit": ("open('big', 'wb').write(bytes(2**25))", "raised", "OSError"),
}


@posix
@pytest.mark.parametrize("kind", SURVIVED)
def test_code_that_only_harms_itself_is_answered(kind: str) -> None:
    body, outcome, details = SURVIVED[kind]
    with student_side(attack(body) + "def fine(): return 7.5\n", limits=PATIENT) as side:
        pid = pid_of(side.worker)
        found = outcome_of(side)
        assert found[0] == outcome, found
        assert details in found[1]
        if kind != "sys.modules wiped":
            assert outcome_of(side, function="fine") == ("value", "7.5")
    assert not is_alive(pid)


SOURCES = {
    "parentheses": "(" * 5000,
    "closed parentheses": "value = " + "(" * 5000 + ")" * 5000,
    "lists": "value = " + "[" * 90 + "]" * 90,
    "signs": "value = " + "-" * 200_000 + "1",
    "terms": "value = " + "+".join(["1"] * 200_000),
    "comparisons": "value = " + "<".join(["1"] * 100_000),
    "attributes": "value = x" + ".x" * 100_000,
    "loop": "while True: pass",
    "exit": "import os; os._exit(0)",
    "NUL": "value = 1\0",
    "memory": "value = 'x' * 10**11",
}


@pytest.mark.parametrize("kind", SOURCES)
def test_a_module_that_cannot_be_imported_ends_in_one_way_or_the_other(kind: str) -> None:
    with student_side(SOURCES[kind], limits=Limits(question_seconds=1.5, memory_mib=512)) as side:
        outcome, text = outcome_of(side)
        assert outcome in ("raised", "crashed", "timeout")
        assert text


def test_a_new_worker_after_the_worst_is_as_good_as_the_first() -> None:
    for body in ("import os; os._exit(0)", "while True: pass"):
        with student_side(attack(body)) as side:
            outcome_of(side)
        with student_side(attack("return 7.5")) as side:
            assert outcome_of(side) == ("value", "7.5")


# -- deadlines ------------------------------------------------------------------------------------------------------


def test_a_check_has_a_limit_of_its_own_that_starts_anew_with_each() -> None:
    limits = Limits(question_seconds=9, check_seconds=0.5, submission_seconds=60)
    source = """
    import time
    def compute(seconds):
        end = time.process_time() + seconds
        while time.process_time() < end: pass
    """

    def compute(times: int) -> None:
        for _ in range(times):
            side.ask("import", "mine").compute(0.05)

    with student_side(source, limits=limits) as side:
        for _ in range(4):
            side.begin_check()
            compute(3)
        side.begin_check()
        with pytest.raises(WorkerLost, match=r"this check took more than 0\.5 s in all") as lost:
            compute(100)
        assert lost.value.outcome == "timeout"


def test_all_checks_together_have_a_limit_that_names_the_courses_own() -> None:
    limits = Limits(question_seconds=5, check_seconds=5, submission_seconds=30)
    with student_side(attack("while True: pass"), limits=limits) as side:
        side.worker.close()
        side.worker = spawn_worker(limits, 0.3)  # what other checks have left of the 30 s
        side.load({"mine": ("mine.py", attack("while True: pass").encode())}, {})
        try:
            assert outcome_of(side) == ("timeout", "all checks together took more than 30 s")
        finally:
            side.worker.close()


def test_a_question_that_nobody_reads_ends_at_the_deadline_too() -> None:
    with student_side() as side:
        os.kill(pid_of(side.worker), signal.SIGSTOP)  # it lives, and its end of the pipe stays open
        with pytest.raises(WorkerLost, match=CALL):
            side.worker.exchange(b" " * 1_000_000)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_fault_of_ours_in_keeping_the_deadlines_is_no_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    def look(watchdog: Watchdog) -> None:
        raise RuntimeError("broken")

    with student_side(attack("while True: pass")) as side:
        monkeypatch.setattr(Watchdog, "look", look)
        with pytest.raises(GraderFault, match="deadlines"):
            side.ask("import", "mine").attack()


# -- what the student's code prints ---------------------------------------------------------------------------------

WAYS = {
    "print": "print('{}')",
    "stderr": "import sys; print('{}', file=sys.stderr)",
    "os.write to 1": "import os; os.write(1, b'{}\\n')",
    "os.write to 2": "import os; os.write(2, b'{}\\n')",
    "a program": "import subprocess; subprocess.run(['/bin/echo', '{}'])",
    "a thread": "import threading as t; thread = t.Thread(target=print, args=('{}',)); thread.start(); thread.join()",
    "C": "import ctypes; libc = ctypes.CDLL(None); libc.puts(b'{}'); libc.fflush(None)",
}


@posix
@pytest.mark.parametrize("way", WAYS)
def test_output_belongs_to_the_question_before(way: str) -> None:
    source = "".join(
        attack(WAYS[way].format(f"é{n}" if way == "print" else f"e{n}")).replace("attack", f"say{n}") for n in range(5)
    )
    letter = "é" if way == "print" else "e"
    with student_side(source + attack("import os; os.write(1, b'unannounced')")) as side:
        outcome_of(side)
        assert side.output() == "unannounced"
        for n in range(5):
            assert outcome_of(side, function=f"say{n}")[0] == "value"
            assert side.output() == f"{letter}{n}\n"
        assert side.output() == ""


FLOODS = {
    "stdout": "print('x' * 999)",
    "stderr": "import sys; print('x' * 999, file=sys.stderr)",
    "os.write": "import os; os.write(1, b'x' * 999 + b'\\n')",
}


@pytest.mark.parametrize("way", FLOODS)
def test_a_flood_is_counted_capped_and_does_not_block(way: str) -> None:
    source = f"def attack():\n    for _ in range(5000):\n        {FLOODS[way]}\n"
    with student_side(source, limits=Limits(question_seconds=5)) as side:
        assert outcome_of(side) == ("value", "None")
        kept, note = side.output().rsplit("\n", 1)
        assert len(kept.encode()) == 64 * 1024
        assert note == f"… and {5_000_000 - 64 * 1024:,} bytes more"
        assert side.output() == ""


def test_a_thread_that_prints_for_ever_does_not_hold_the_checker_up() -> None:
    source = """
    import threading, os
    def flood():
        while True: os.write(1, b'x' * 4096)
    def attack(): threading.Thread(target=flood).start()
    """
    with student_side(source) as side:
        assert outcome_of(side) == ("value", "None")
        assert until(lambda: "x" in side.output())
        began = time.monotonic()
        for _ in range(3):
            side.output()
        assert time.monotonic() - began < 2


@linux
def test_output_without_end_is_taken_in_pieces() -> None:
    with Path("/dev/zero").open("rb", buffering=0) as endless:
        drain = Drain(endless.fileno())
        assert drain.take().startswith("\0")
        drain.stop()


def test_what_is_in_the_pipe_is_taken_without_waiting_for_the_keeper() -> None:
    read_fd, write_fd = os.pipe()
    os.write(write_fd, b"here")
    drain = Drain(read_fd)
    assert drain.take() == "here"
    drain.stop()
    os.close(read_fd)
    os.close(write_fd)


@pytest.mark.parametrize(
    "end", ["os._exit(0)", "os.abort()", "os.kill(os.getpid(), 9)", "ctypes.string_at(0)", "time.sleep(60)"]
)
def test_output_before_the_end_is_kept(end: str) -> None:
    with student_side(attack(f"import os, ctypes, time; print('last words')\n{end}")) as side:
        assert outcome_of(side)[0] in ("crashed", "timeout")
        assert side.output() == "last words\n"


def test_output_that_is_not_text_is_shown_as_far_as_it_can_be() -> None:
    with student_side(attack("import os; os.write(1, b'a\\xffb'); print('\\udc80')")) as side:
        assert outcome_of(side)[0] == "value"
        assert side.output() == "a\ufffdb\\udc80\n"


# -- forged answers -------------------------------------------------------------------------------------------------

CHANNEL = """
import fcntl, os, stat, threading, time

def pipe(access):
    for fd in range(3, 64):
        try:
            mode = os.fstat(fd).st_mode
        except OSError:
            continue
        if stat.S_ISFIFO(mode) and fcntl.fcntl(fd, fcntl.F_GETFL) & os.O_ACCMODE == access:
            return fd
    raise LookupError("no channel")

def send(body):
    os.write(pipe(os.O_WRONLY), len(body).to_bytes(4, "big") + body)

def answers(first, count):
    return [f'[{number},"value",2.0]'.encode() for number in range(first, first + count)]

def instead(raw):
    os.write(pipe(os.O_WRONLY), raw)
    time.sleep(60)

def before():
    for body in answers(0, 50):
        send(body)
    return 1.0

def later():
    for body in answers(0, 50):
        send(body)

def after():
    if threading.active_count() == 1:
        threading.Timer(0.01, later).start()
    return 1.0

def twins():
    os.fork()
    return 1.0
"""


@linux
@pytest.mark.parametrize("kind", ["before", "after", "twins"])
def test_answers_beside_the_real_one_end_the_worker(kind: str) -> None:
    with student_side(CHANNEL) as side:
        pid = pid_of(side.worker)
        for _ in range(300):
            outcome, text = outcome_of(side, function=kind)
            if outcome != "value":
                break
            time.sleep(0.001)
        assert outcome == "crashed", text
    assert until(lambda: processes_of(pid) == [])


def frame(body: bytes) -> bytes:
    return len(body).to_bytes(4, "big") + body


FORGED = {
    "a huge length": b"\xff\xff\xff\xff",
    "a length beyond the cap": (4 * 1024 * 1024 + 1).to_bytes(4, "big"),
    "not UTF-8": frame(b'[4,"value","\xff"]'),
    "deep": frame(b"[" * 100_000),
    "a huge number": frame(b'[4,"value",' + b"9" * 100_000 + b"]"),
    "another number": frame(b'[999999,"value",2.0]'),
    "not a list": frame(b"2.0"),
    "nothing": frame(b""),
    "two frames": frame(b'[4,"value",2.0]') * 2,
    "half a frame and the end": b"\x00\x00\x00\x09abc",
}


@linux
@pytest.mark.parametrize("kind", FORGED)
def test_a_forged_frame_instead_of_the_answer_ends_the_worker(kind: str) -> None:
    with student_side(CHANNEL) as side:
        expected = "timeout" if kind == "half a frame and the end" else "crashed"
        assert outcome_of(side, FORGED[kind], function="instead")[0] == expected


# -- what is left behind --------------------------------------------------------------------------------------------


CHILDREN = {
    "forked": "for _ in range(3):\n    if os.fork() == 0:\n        while True: time.sleep(1)",
    "started": "subprocess.Popen(['/bin/sleep', '60'])",
}
ENDS = {
    "return 7.5": "value",
    "os._exit(0)": "crashed",
    "os.abort()": "crashed",
    "os.closerange(0, 64)": "crashed",
    "while True: pass": "timeout",
}


@linux
@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize("how", CHILDREN)
def test_children_end_with_the_worker_however_it_ends(how: str, end: str) -> None:
    with student_side(attack(f"import os, subprocess, time\n{CHILDREN[how]}\n{end}")) as side:
        pid = pid_of(side.worker)
        assert outcome_of(side)[0] == ENDS[end]
    assert until(lambda: processes_of(pid) == [], 2.0)


@linux
def test_a_child_that_left_the_group_and_holds_the_output_open_delays_nothing() -> None:
    source = """
    def attack():
        import os, time
        child = os.fork()
        if child == 0:
            os.setsid()
            time.sleep(30)
            os._exit(0)
        return child
    """
    with student_side(source) as side:
        child = side.ask("import", "mine").attack()
        began = time.monotonic()
    try:
        assert time.monotonic() - began < 1.0
    finally:
        os.kill(child, signal.SIGKILL)


@pytest.mark.parametrize("end", ["", "import os; os._exit(0)"])
def test_nothing_registered_for_the_end_runs(tmp_path: Path, end: str) -> None:
    marker = tmp_path / "marker"
    body = f"import atexit, pathlib; atexit.register(pathlib.Path({str(marker)!r}).touch)\n{end}"
    with student_side(attack(body)) as side:
        outcome_of(side)
    assert not marker.exists()


def test_thirty_workers_leave_as_many_descriptors_and_threads_as_none(tmp_path: Path) -> None:
    with student_side(attack("return 7.5")) as side:
        outcome_of(side)
    threads, descriptors = threading.active_count(), _descriptors()
    for number in range(30):
        with student_side(attack("return 7.5" if number % 3 else "import os; os._exit(1)")) as side:
            outcome_of(side)
    assert threading.active_count() == threads
    assert _descriptors() == descriptors


def test_a_closed_worker_says_so_and_may_be_closed_again() -> None:
    worker = spawn_worker(LIMITS)
    worker.close()
    worker.close()
    with pytest.raises(WorkerLost, match="has ended"):
        worker.exchange(b'[1,"forget"]')
    assert worker.output() == ""


@posix
@pytest.mark.parametrize(
    "mess",
    [
        "for _ in range(1200):\n    os.mkdir('deep'); os.chdir('deep')",
        "os.mkdir('shut'); open('shut/file', 'w').close(); os.chmod('shut', 0); os.chmod('.', 0o500)",
        "os.makedirs('a/b/c'); os.chmod('a/b', 0); os.chmod('a', 0)",
        "os.mkfifo('fifo'); os.symlink('/usr', 'usr'); os.symlink('nowhere', 'gone')",
    ],
)
def test_a_working_folder_is_removed_whatever_is_in_it(mess: str) -> None:
    with student_side(attack(f"import os\n{mess}")) as side:
        assert outcome_of(side) == ("value", "None")
    # nothing_is_left looks


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="root may become somebody else")
def test_remove_tree_works_for_somebody_without_roots_powers(tmp_path: Path) -> None:
    tmp_path.chmod(0o777)
    for parent in tmp_path.parents:
        if parent == Path(tempfile.gettempdir()) or parent == Path("/tmp"):
            break
        parent.chmod(parent.stat().st_mode | 0o055)
    folder = tmp_path / "folder"
    script = f"""
import os, sys
sys.path.insert(0, {str(Path(__file__).resolve().parent.parent)!r})
from grader.guards import remove_tree
from pathlib import Path
os.setuid(65534)
folder = Path({str(folder)!r})
(folder / "shut" / "inner").mkdir(parents=True)
(folder / "shut" / "inner" / "file").touch()
os.chmod(folder / "shut" / "inner", 0)
os.chmod(folder / "shut", 0)
os.chmod(folder, 0)
remove_tree(folder)
"""
    subprocess.run([sys.executable, "-c", script], check=True, timeout=30)
    assert not folder.exists()


def test_remove_tree_follows_no_link(tmp_path: Path) -> None:
    precious = tmp_path / "precious"
    precious.mkdir()
    (precious / "file").touch()
    link = tmp_path / "link"
    link.symlink_to(precious, target_is_directory=True)
    remove_tree(link)
    assert not link.is_symlink()
    folder = tmp_path / "folder"
    (folder / ("x" * 200)).mkdir(parents=True)
    (folder / "inside").symlink_to(precious, target_is_directory=True)
    remove_tree(folder)
    assert not folder.exists()
    assert (precious / "file").exists()


def test_a_process_that_somebody_waited_for_has_ended() -> None:
    with subprocess.Popen([sys.executable, "-c", ""]) as popen:
        process = SpawnedProcess(popen)
        assert ends_within(process, 10)
        if os.name != "nt":
            os.waitpid(popen.pid, 0)  # behind its back, as another thread of subprocess would for a moment
        assert process.has_ended()
    process.kill()  # its number may be another's by now


# -- where the student's code runs ----------------------------------------------------------------------------------


def test_a_worker_knows_nothing_of_where_it_came_from(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRADE_SECRET", "hidden")
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parent))
    source = """
    import os, sys
    def environment(): return {**os.environ}
    def folder(): return [os.getcwd(), os.listdir()]
    def arguments(): return sys.argv
    def path(): return sys.path
    def open_files(): return sorted(int(fd) for fd in os.listdir("/proc/self/fd"))[:-1]
    def can_import(name):
        try:
            __import__(name)
        except ImportError:
            return False
        return True
    """
    with student_side(source) as side:
        mine = side.ask("import", "mine")
        assert set(mine.environment()) <= {"LC_CTYPE"}  # Python's own, for UTF-8
        here, content = mine.folder()
        assert os.path.realpath(os.path.dirname(here)) == os.path.realpath(tempfile.gettempdir())  # noqa: PTH120
        assert content == []
        assert mine.arguments() == [""]
        assert not any("site-packages" in entry or entry in ("", ".") for entry in mine.path())
        for name in ("pytest", "msgspec", "grader", "sides", "hypothesis"):
            assert mine.can_import(name) is False, name
        assert mine.can_import("decimal") is True
        if sys.platform.startswith("linux"):
            assert mine.open_files() == [0, 1, 2, 3, 4]


def test_modules_named_like_pythons_own_shadow_nothing() -> None:
    names = "random, json, os, abc, gradkata_worker"
    source = f"import {names}\ndef attack(): return [hasattr(module, 'fake') for module in ({names})]"
    with student_side(source, **dict.fromkeys(names.split(", "), "fake = True\n")) as side:
        assert outcome_of(side) == ("value", str([False] * 5))


@linux
@pytest.mark.parametrize("how", ["while True: pass", "import time; time.sleep(60)", "import signal; signal.pause()"])
def test_a_worker_dies_with_its_parent(tmp_path: Path, how: str) -> None:
    script = tmp_path / "parent.py"
    script.write_text(
        textwrap.dedent(
            """
            import sys
            from grader.course import Limits
            from grader.proxy import StudentSide
            from grader.workers import spawn_worker

            worker = spawn_worker(Limits(question_seconds=60, check_seconds=60, submission_seconds=60))
            print(worker._process.pid, flush=True)
            side = StudentSide(worker, 100)
            side.load({"mine": ("mine.py", sys.argv[1].encode())}, {})
            side.ask("import", "mine").attack()
            """
        ),
        encoding="utf-8",
    )
    marker = tmp_path / "marker"
    command = [sys.executable, str(script), attack(f"open({str(marker)!r}, 'w').close()\n{how}")]
    environment = {**os.environ, "TMPDIR": str(tmp_path)}  # a parent that is killed leaves its worker's folder there
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as parent:
        assert parent.stdout is not None
        worker = int(parent.stdout.readline())
        assert until(marker.exists)  # the worker does not wait for a question any more, and so sees no end of them
        assert is_alive(worker)
        parent.kill()
    assert until(lambda: not is_alive(worker), 10.0)


# -- where workers come from ----------------------------------------------------------------------------------------


def test_a_spawner_starts_one_ahead_and_ends_it_when_nobody_takes_it() -> None:
    spawner = Spawner(LIMITS)
    spawner.prepare()
    spawner.prepare()
    first = spawner.take(5)
    second = spawner.take(5)
    try:
        assert pid_of(first) != pid_of(second)
        assert is_alive(pid_of(first)) or not sys.platform.startswith("linux")
    finally:
        first.close()
        second.close()
    spawner.prepare()
    spawner.close()
    spawner.close()
