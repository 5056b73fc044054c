"""Confined workers from the fork server: fresh each time, ended in every way, and gone with whoever started them."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from golden_cases import CASES, autograd
from sides import LIMITS, is_alive, outcome_of, processes_of, student_side

from grader import forkserver
from grader.confinement import offered
from grader.course import Limits
from grader.forkserver import ForkServer
from grader.guards import Watchdog
from grader.report import CheckResult, Outcome
from grader.session import Session, run_session
from grader.workers import GraderFault, Spawner, Worker, WorkerLost

OFFER = offered()
if not OFFER.official:
    pytest.skip(OFFER.reason, allow_module_level=True)

PATIENT = Limits(question_seconds=5, memory_mib=256)
CALL = f"one call took more than {LIMITS.question_seconds:g} s"


@pytest.fixture(autouse=True)
def nothing_is_left() -> Iterator[None]:
    """After each test: no thread, no descriptor and no child of this process more than before."""
    before = set(threading.enumerate()), _descriptors(), _children()
    yield
    assert (set(threading.enumerate()), _descriptors(), _children()) == before


def _descriptors() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


def _children() -> str:
    return Path(f"/proc/self/task/{threading.get_native_id()}/children").read_text(encoding="ascii")


@pytest.fixture
def source() -> Iterator[ForkServer]:
    server = ForkServer(LIMITS)
    yield server
    server.close()


def until(condition: Any, seconds: float = 10.0) -> bool:
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.01)
    return True


def attack(body: str) -> str:
    return f"def attack():\n{textwrap.indent(textwrap.dedent(body).strip(), '    ')}\n"


def pid_of(worker: Worker) -> int:
    return worker._process.pid  # type: ignore[attr-defined,no-any-return]


def server_of(source: ForkServer) -> int:
    assert source._server is not None
    return source._server._process.pid


# -- fresh each time ---------------------------------------------------------------------------------------------------

SPOIL = """
def spoil():
    import builtins, json, math, os, sys
    math.pi = 3
    json.dumps = builtins.len = None
    os.environ["SPOILT"] = "yes"
    sys.path.clear()
    sys.modules["left"] = sys

def look():
    import json, math, os, sys
    return [math.pi > 3.1, json.dumps([1]), len(os.environ), len(sys.path) > 1, "left" in sys.modules]
"""


def test_no_worker_finds_anything_of_the_one_before(source: ForkServer) -> None:
    for _ in range(3):
        with student_side(SPOIL, workers=source) as side:
            assert outcome_of(side, function="look") == ("value", "[True, '[1]', 0, True, False]")
            with contextlib.suppress(WorkerLost):
                side.ask("import", "mine").spoil()


def test_workers_say_that_they_are_confined(source: ForkServer) -> None:
    with student_side(workers=source) as side:
        assert side.worker.isolation == "official"


DRAWN = """
import random
def attack():
    return [random.random(), random.sample(range(100), 5), list({"a", "b", "c", "d", "e"}), hash("text")]
"""


def test_whatever_is_drawn_or_hashed_is_the_same_in_each_run(source: ForkServer) -> None:
    found = set()
    other = ForkServer(LIMITS)
    for workers in (source, source, other):
        with student_side(DRAWN, workers=workers) as side:
            found.add(outcome_of(side))
    other.close()
    assert len(found) == 1


def test_texts_are_hashed_alike_without_confinement(source: ForkServer) -> None:
    code = "def attack(): return hash('text'), list({'a', 'b', 'c', 'd', 'e'})"
    with student_side(code, workers=source) as one, student_side(code) as other:
        assert outcome_of(one) == outcome_of(other)


def test_what_is_printed_belongs_to_its_own_worker(source: ForkServer) -> None:
    sources = [attack(f"import sys; print('n{n}'); print('e{n}', file=sys.stderr)") for n in range(5)]
    with contextlib.ExitStack() as stack:
        sides = [stack.enter_context(student_side(text, workers=source)) for text in sources]
        for side in sides:
            outcome_of(side)
        for n, side in enumerate(sides):
            assert side.worker.output() == f"n{n}\ne{n}\n"


def test_a_flood_is_counted_and_does_not_block(source: ForkServer) -> None:
    with student_side(attack("for _ in range(5000):\n    print('x' * 999)"), workers=source, limits=PATIENT) as side:
        assert outcome_of(side) == ("value", "None")
        assert side.worker.output().endswith(f"… and {5_000_000 - 64 * 1024:,} bytes more")


# -- ends --------------------------------------------------------------------------------------------------------------

BROKE = "your code broke what Python itself needs"
FATAL = {
    "endless loop": ("while True: pass", "timeout", CALL),
    "loop in C": ("sum(range(10**12))", "timeout", CALL),
    "sleep": ("import time; time.sleep(60)", "timeout", CALL),
    "pause": ("import signal; signal.pause()", "timeout", CALL),
    "waiting for a lock": ("import _thread; x = _thread.allocate_lock(); x.acquire(); x.acquire()", "timeout", CALL),
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
    "os._exit(0)": ("import os; os._exit(0)", "crashed", "exit code 0"),
    "os._exit(98)": ("import os; os._exit(98)", "crashed", "exit code 98"),
    "abort": ("import os; os.abort()", "crashed", "SIGSEGV|SIGABRT|segmentation fault"),
    "segmentation fault": ("import ctypes; ctypes.string_at(0)", "crashed", "segmentation fault"),
    "alarm": ("import signal; signal.setitimer(signal.ITIMER_REAL, 0.01)\nwhile True: pass", "crashed", "SIGALRM"),
    "closes every descriptor": ("import os; os.closerange(0, 64)", "crashed", BROKE),
    "a built-in replaced": ("import builtins; builtins.len = builtins.type = builtins.str = None", "crashed", BROKE),
    "an answer of its own": (
        "import os; os.write(4, b'\\0\\0\\0\\x02{}')\nwhile True: pass",
        "crashed",
        "broke the channel",
    ),
}


@pytest.mark.parametrize("kind", FATAL)
def test_code_that_ends_its_worker_is_one_outcome_with_a_reason(kind: str, source: ForkServer) -> None:
    body, outcome, reason = FATAL[kind]
    with student_side(attack(body), workers=source) as side, student_side(attack("return 7"), workers=source) as other:
        found = outcome_of(side)
        assert found[0] == outcome
        assert any(word in found[1] for word in reason.split("|"))
        assert outcome_of(side)[0] == outcome  # whoever asks once more hears the same
        assert outcome_of(other) == ("value", "7")
        pid = pid_of(side.worker)
    assert not is_alive(pid)


SURVIVED = {
    "exit": ("exit(3)", "raised", "SystemExit: 3"),
    "deep recursion": ("attack()", "raised", "RecursionError"),
    "memory in one piece": ("return len(bytearray(10**11))", "raised", "MemoryError"),
    "memory bit by bit": ("kept = []\nwhile True: kept.append(bytearray(2**22))", "raised", "MemoryError"),
    "a process": ("import os; os.fork()", "raised", "PermissionError"),
    "many processes": (
        "import os\nwhile True:\n    try: os.fork()\n    except PermissionError: return 'none'",
        "value",
        "none",
    ),
    "a thread": ("import threading; threading.Thread(target=print).start()", "raised", "can't start new thread"),
    "kills itself": ("import os; os.kill(os.getpid(), 9)", "raised", "PermissionError"),
    "writes a file": ("open('x', 'w')", "raised", "PermissionError"),
    "sys.modules wiped": ("import sys; sys.modules.clear()", "value", "None"),
    "standard input": ("import sys; return sys.stdin.read() + open(0).read()", "value", "''"),
}


@pytest.mark.parametrize("kind", SURVIVED)
def test_code_that_only_harms_itself_is_answered(kind: str, source: ForkServer) -> None:
    body, outcome, details = SURVIVED[kind]
    with student_side(attack(body), workers=source) as side:
        found = outcome_of(side)
        assert found[0] == outcome, found
        assert details in found[1]


def test_the_number_of_a_worker_that_ended_is_its_own_until_it_is_closed(source: ForkServer) -> None:
    with student_side(attack("import os; os._exit(3)"), workers=source) as side:
        pid = pid_of(side.worker)
        with contextlib.suppress(WorkerLost):
            side.worker._pipe.send(b'[3,"import","mine"]')  # type: ignore[attr-defined]
            side.worker._pipe.receive()  # type: ignore[attr-defined]
            side.worker._pipe.send(b'[4,"call",["h",2],["l"],["d"]]')  # type: ignore[attr-defined]
        os.kill(pid, signal.SIGKILL)
        assert until(lambda: not is_alive(pid))
        assert Path(f"/proc/{pid}").exists()
    assert not Path(f"/proc/{pid}").exists()


def test_a_closed_worker_says_so_and_may_be_closed_again(source: ForkServer) -> None:
    worker = source.take(5)
    worker.close()
    worker.close()
    with pytest.raises(WorkerLost, match="has ended"):
        worker.exchange(b'[1,"forget"]')


def test_the_kernel_would_end_a_worker_before_the_grader(source: ForkServer) -> None:
    with student_side(workers=source) as side:
        score = Path(f"/proc/{pid_of(side.worker)}/oom_score_adj").read_text(encoding="ascii")
    assert int(score) > int(Path("/proc/self/oom_score_adj").read_text(encoding="ascii"))


def test_all_checks_together_have_a_limit(source: ForkServer) -> None:
    with student_side(attack("while True: pass"), workers=source) as side:
        side.worker.close()
        side.worker = source.take(0.2)
        side.load({"mine": ("mine.py", attack("while True: pass").encode())}, {})
        try:
            assert outcome_of(side)[0] == "timeout"
        finally:
            side.worker.close()


# -- the server's own end ----------------------------------------------------------------------------------------------


def test_a_server_that_dies_is_our_fault_and_replaced(source: ForkServer) -> None:
    with student_side(attack("import time; time.sleep(60)"), workers=source, limits=LIMITS) as side:
        pid, server = pid_of(side.worker), server_of(source)
        killer = threading.Timer(0.1, os.kill, (server, signal.SIGKILL))
        killer.start()
        with pytest.raises(GraderFault, match="the process that confines"):
            side.ask("import", "mine").attack()
        killer.join()
        with pytest.raises(GraderFault):  # whoever asks once more hears the same: never a verdict
            side.ask("forget")
    assert until(lambda: not is_alive(pid))
    with student_side(attack("return 7"), workers=source) as side:
        assert outcome_of(side) == ("value", "7")
        assert server_of(source) != server


def test_a_server_that_died_meanwhile_costs_nothing(source: ForkServer) -> None:
    for _ in range(2):
        with student_side(attack("return 7"), workers=source) as side:
            assert outcome_of(side) == ("value", "7")
        os.kill(server_of(source), signal.SIGKILL)


def test_a_server_that_cannot_start_says_why(source: ForkServer, monkeypatch: pytest.MonkeyPatch) -> None:
    command = forkserver.worker_command
    monkeypatch.setattr(forkserver, "worker_command", lambda module, *words: command("no_such_module", *words))
    for _ in range(2):
        with pytest.raises(GraderFault, match=r"No module named 'gradkata_worker\.no_such_module'"):
            source.take(5)
    monkeypatch.undo()
    source.take(5).close()


def test_a_system_without_confinement_says_so(source: ForkServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """As an old kernel would: the server finds no Landlock."""
    command = forkserver.worker_command

    def without_landlock(module: str, *words: str) -> list[str]:
        line = command(module, *words)
        refuse = "import ctypes; ctypes.CDLL = lambda *a, **k: (_ for _ in ()).throw(OSError('no C library'))\n"
        return [refuse + word if word.startswith("import sys\n") else word for word in line]

    monkeypatch.setattr(forkserver, "worker_command", without_landlock)
    with pytest.raises(GraderFault, match="no C library"):
        source.take(5)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_fault_in_keeping_the_deadlines_is_ours_and_over_with_the_next(
    source: ForkServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def look(watchdog: Watchdog) -> None:
        raise RuntimeError("broken")

    with student_side(attack("while True: pass"), workers=source) as side:
        monkeypatch.setattr(Watchdog, "look", look)
        with pytest.raises(GraderFault, match="deadlines"):
            side.ask("import", "mine").attack()
        monkeypatch.undo()
    with student_side(attack("while True: pass"), workers=source) as side:
        assert outcome_of(side) == ("timeout", f"{CALL}; is there an endless loop?")


class Faulty(ForkServer):
    """Its first server dies while a check is being run."""

    taken = 0

    def take(self, seconds: float) -> Worker:
        worker = super().take(seconds)
        self.taken += 1
        if self.taken == 1:
            exchange, asked = worker.exchange, 0

            def exchange_a_few(question: bytes) -> bytes:
                nonlocal asked
                asked += 1
                if asked == 6:
                    os.kill(server_of(self), signal.SIGKILL)
                    assert until(lambda: not is_alive(pid_of(worker)))
                return exchange(question)

            worker.exchange = exchange_a_few  # type: ignore[method-assign]
        return worker


def test_a_check_during_which_the_server_died_is_an_error_and_the_next_is_not() -> None:
    course = autograd()
    case = CASES["wrong_add_counts_once"]
    source = Faulty(course.limits)
    try:
        (report,) = run_session(
            course, [course.stage("stage1")], source, lambda session: session.examine(case.submission(course))
        )
    finally:
        source.close()
    first, *others = report.checks
    assert first.outcome is Outcome.ERROR
    assert "the process that confines" in first.message
    assert Outcome.ERROR not in {check.outcome for check in others}
    assert source.taken == 2


GRADER = """
import os, sys, time
from grader.course import Limits
from grader.forkserver import ForkServer
from grader.proxy import StudentSide

source = ForkServer(Limits(question_seconds=60, check_seconds=60, submission_seconds=60))
workers = [source.take(60) for _ in range(3)]
copy = os.fork() if sys.argv[2] == "forked" else None
if copy == 0:
    time.sleep(60)  # it holds a copy of the way to the server
    os._exit(0)
side = StudentSide(workers[0], 100)
side.load({"mine": ("mine.py", sys.argv[1].encode())}, {})
mine = side.ask("import", "mine")
print(source._server._process.pid, *(worker._process.pid for worker in workers), copy, flush=True)
mine.attack()
"""


@pytest.mark.parametrize("how", ["while True: pass", "import time; time.sleep(60)", "import signal; signal.pause()"])
@pytest.mark.parametrize("forked", ["alone", "forked"])
def test_server_and_workers_die_with_the_grader(tmp_path: Path, how: str, forked: str) -> None:
    script = tmp_path / "grading.py"
    script.write_text(GRADER, encoding="utf-8")
    command = [sys.executable, str(script), attack(how), forked]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        *words, copy = parent.stdout.readline().split()
        pids = [int(word) for word in words]
        assert len(pids) == 4
        assert all(map(is_alive, pids))
        parent.kill()
        gone = until(lambda: not any(map(is_alive, pids)))
        if copy != "None":
            os.kill(int(copy), signal.SIGKILL)
    assert gone
    assert processes_of(pids[0]) == []


def test_workers_die_with_the_server(source: ForkServer) -> None:
    workers = [source.take(60) for _ in range(3)]
    pids = [pid_of(worker) for worker in workers]
    os.kill(server_of(source), signal.SIGKILL)
    assert until(lambda: not any(map(is_alive, pids)))
    for worker in workers:
        worker.close()


def test_what_was_not_closed_ends_with_the_source() -> None:
    source = ForkServer(LIMITS)
    worker = source.take(60)
    source.close()
    assert until(lambda: not is_alive(pid_of(worker)))
    worker.close()
    source.close()


# -- many at once ------------------------------------------------------------------------------------------------------


def test_two_sources_and_many_workers_at_once() -> None:
    sources = [ForkServer(PATIENT), ForkServer(PATIENT)]
    ends = {0: "return {n}", 1: "raise ValueError({n})", 2: "import os; os._exit({n} % 90)"}

    def one(n: int) -> tuple[str, str]:
        body = ends[n % 3].replace("{n}", str(n))
        with student_side(attack(body), workers=sources[n % 2], limits=PATIENT) as side:
            return outcome_of(side)

    try:
        with ThreadPoolExecutor(8) as pool:
            found = list(pool.map(one, range(120)))
    finally:
        for source in sources:
            source.close()
    for n, (kind, text) in enumerate(found):
        assert kind == ("value", "raised", "crashed")[n % 3]
        assert str(n % 90 if n % 3 == 2 else n) in text


def test_a_hundred_workers_leave_as_many_descriptors_and_threads_as_one(source: ForkServer) -> None:
    with student_side(attack("return 7"), workers=source) as side:
        outcome_of(side)
    before = threading.active_count(), _descriptors()
    for n in range(100):
        with student_side(attack("return 7" if n % 3 else "import os; os._exit(1)"), workers=source) as side:
            outcome_of(side)
    assert (threading.active_count(), _descriptors()) == before
    theirs = Path(f"/proc/{server_of(source)}/fd")
    if os.access(theirs, os.R_OK):
        assert len(list(theirs.iterdir())) < 10


# -- the same verdicts -------------------------------------------------------------------------------------------------

SOME = ["fair_tape", "fair_helper_module", "fair_dataclass_partial", "half_done", "wrong_add_counts_once"]
SOME += ["wrong_train_never_zeroes", "wrong_rmul_recursion", "broken_syntax", "broken_exit_at_import", "broken_input"]


def examined(source: ForkServer | Spawner) -> dict[str, list[CheckResult]]:
    """What comes of some submissions, check by check."""
    course = autograd()

    def drive(session: Session) -> dict[str, list[CheckResult]]:
        reports = {name: session.examine(CASES[name].submission(course)) for name in SOME}
        return {name: [check for report in several for check in report.checks] for name, several in reports.items()}

    with contextlib.closing(source):
        return run_session(course, course.stages, source, drive)


def test_confined_submissions_get_the_same_verdicts_and_each_time_the_same_results() -> None:
    limits = autograd().limits
    first, second = (examined(ForkServer(limits)) for _ in range(2))
    spawned = examined(Spawner(limits))
    for name in SOME:
        assert first[name] == second[name]
        for one, other in zip(first[name], spawned[name], strict=True):  # whose numbers may depend on addresses
            assert (one.id, one.outcome, one.points, one.needs) == (other.id, other.outcome, other.points, other.needs)
