"""Grading on all cores, or on many machines: one function, run wherever an Executor runs it.

`grade_task` is what a process of the pool does, again and again: it keeps a session open for each setting, with the
checks loaded once, and its own source of workers. The pool may be of this machine's processes or a dask cluster's;
both are `concurrent.futures.Executor`s. A process of the pool that dies costs nobody a verdict: what it was at is
graded again.
"""

from __future__ import annotations

import contextlib
import itertools
import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, ProcessPoolExecutor, wait
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from grader.errors import GraderError, UsageError
from grader.surroundings import environment

if TYPE_CHECKING:
    from grader.course import Stage
    from grader.report import Report
    from grader.session import OpenSession, Session

__all__ = ["LastingPool", "Lost", "Setting", "Task", "cluster_pool", "grade_all", "grade_task", "local_pool"]

T = TypeVar("T")

ATTEMPTS = 3  # at one submission, when the process of the pool that grades it dies
PATIENCE = 20  # times as long as at a terminal may explaining take, so that a busy machine changes no result
CONNECT = 10  # seconds


class Setting(msgspec.Struct, frozen=True):
    """Under which conditions submissions are graded; equal settings share a session."""

    course: str  # its folder, which every machine of a cluster must have
    stage: str
    isolation: str
    factor: float = 1.0  # of all limits of time
    explain: bool = True


class Task(msgspec.Struct, frozen=True):
    """One submission to grade."""

    setting: Setting
    seed: int
    files: Mapping[str, tuple[str, bytes]]
    problems: Mapping[str, Any]
    cells: Mapping[str, Any]


# -- in a process of the pool ---------------------------------------------------------------------------------------

_open: dict[Setting, OpenSession] = {}  # the sessions of this process
_one_at_a_time = threading.Lock()  # a cluster may run several threads in a process


def grade_task(task: Task) -> bytes:
    """Grade one submission and return its report as JSON, in full.

    A mistake of the grader's own is a report, too, with the outcome error; what is wrong with the course is a
    CourseError.
    """
    open_ahead(task.setting)
    with _one_at_a_time:
        return msgspec.json.encode(_examine(_open[task.setting].session, task))


def open_ahead(setting: Setting) -> None:
    """Open the session for a setting before there is anything to grade."""
    with _one_at_a_time:
        if setting not in _open:
            _open[setting] = _open_session(setting)


def _open_session(setting: Setting) -> OpenSession:
    from grader.course import load_course
    from grader.forkserver import ForkServer
    from grader.libraries import worker_roots
    from grader.session import OpenSession
    from grader.workers import Spawner

    course = load_course(Path(setting.course))
    course = msgspec.structs.replace(course, limits=course.limits.with_time(setting.factor))
    upto = course.up_to_here(course.stage(setting.stage))
    roots = worker_roots(course, upto)
    source = ForkServer(course.limits, roots) if setting.isolation == "official" else Spawner(course.limits)
    source.prepare()  # before any check is loaded: what is forked later would carry its text
    return OpenSession(course, upto, source, isolation=setting.isolation)


def _examine(session: Session, task: Task) -> Report:
    from grader.diagnosis import explain
    from grader.submission import Submission
    from grader.workers import GraderFault

    stage = session.course.stage(task.setting.stage)
    submission = Submission(session.course, task.files, task.problems, cells=task.cells)
    try:
        (report,) = session.examine(submission, task.seed, stages=[stage])
        if task.setting.explain and not report.passed:
            report = explain(session, submission, report, patience=PATIENCE)
    except GraderError:
        raise  # of the course: it concerns every submission
    except (Exception, GraderFault) as error:
        return _broken(session, stage, task, f"the grader itself failed: {type(error).__name__}: {error}")
    return report


def _broken(session: Session, stage: Stage, task: Task, message: str) -> Report:
    """Return the report of a submission on which there is no verdict, by no fault of its author's."""
    from grader.report import Outcome, Report

    checks = [check for check in session.checks if check.stage == stage.name]
    return Report(
        course=session.course.name,
        stage=stage.name,
        outcome=Outcome.ERROR,
        points=0.0,
        max_points=sum(check.points for check in checks),
        seed=task.seed,
        isolation=task.setting.isolation,
        seconds=0.0,
        checks=tuple(check.result(Outcome.ERROR, message=message) for check in checks),
    )


# -- in the process that hands out the work -------------------------------------------------------------------------


@contextlib.contextmanager
def local_pool(processes: int) -> Iterator[Executor]:
    """Yield a pool of this machine's processes; when it is left, nothing of it is left."""
    context = multiprocessing.get_context("spawn")  # a fork would carry our memory into what runs students' code
    pool = ProcessPoolExecutor(processes, mp_context=context, initializer=_begin_process)
    try:
        with environment(_PLAIN):
            yield pool
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


class LastingPool:
    """A pool of this machine's processes that is lent for one thing after another, and replaced when it broke."""

    def __init__(self, processes: int) -> None:
        self._processes = processes
        self._stack = contextlib.ExitStack()
        self._pool: Executor | None = None

    def __enter__(self) -> LastingPool:
        return self

    def __exit__(self, *error: object) -> None:
        self._stack.close()

    def warm(self, setting: Setting) -> None:
        """Let all its processes come up and load the checks, while the caller does something else."""
        pool = self._open()
        for _ in range(self._processes):
            pool.submit(open_ahead, setting)

    @contextlib.contextmanager
    def lend(self) -> Iterator[Executor]:
        """Yield the pool, which stays open."""
        pool = self._open()
        try:
            yield pool
        finally:
            if _is_broken(pool):
                self._stack.close()
                self._pool = None

    def _open(self) -> Executor:
        if self._pool is None:
            self._pool = self._stack.enter_context(local_pool(self._processes))
        return self._pool


def _is_broken(pool: Executor) -> bool:
    try:
        pool.submit(int)
    except BrokenExecutor:
        return True
    return False


@contextlib.contextmanager
def cluster_pool(address: str) -> Iterator[Executor]:
    """Yield the pool that a dask cluster is; UsageError when it can't be reached."""
    try:
        from distributed import Client
    except ImportError:
        raise UsageError("dask.distributed is not installed", "Run: pip install 'gradkata[cluster]'") from None
    try:
        client = Client(address, timeout=CONNECT)
    except (OSError, ValueError) as error:
        advice = "Give the address that `dask scheduler` printed, such as tcp://10.0.0.1:8786."
        raise UsageError(f"there is no cluster at {address}: {error}", advice) from None
    with client:
        yield client.get_executor(pure=False)


# For processes of ours: nothing that may lie in the current folder or on PYTHONPATH (a `random.py`, say), and UTF-8 for
# the names of files, whatever the locale.
_PLAIN = {"PYTHONSAFEPATH": "1", "PYTHONUTF8": "1", "PYTHONPATH": None}


def _begin_process() -> None:
    """Begin a process of the pool: Ctrl-C is the parent's business, and without a parent there is nothing to do."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, name="end with parent", daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)  # its workers see the end of their channels, and end as well


class Lost(msgspec.Struct, frozen=True):
    """There is no result: whoever was at it died, again and again."""

    reason: str


def grade_all(
    make_pool: Callable[[], contextlib.AbstractContextManager[Executor]],
    tasks: Iterable[tuple[T, Task]],
    window: int,
) -> Iterator[tuple[T, bytes | Lost]]:
    """Yield the result of each task as it comes, with what the caller tells it by; at most `window` are on their way.

    When a process of the pool dies, all that were on their way are done again, one by one, in a new pool.
    """
    source, suspects = iter(tasks), deque[tuple[T, Task, int]]()
    while True:
        with make_pool() as pool:
            broken = yield from _grade_until_broken(pool, source, suspects, window)
        if not broken:
            return


def _grade_until_broken(
    pool: Executor, source: Iterator[tuple[T, Task]], suspects: deque[tuple[T, Task, int]], window: int
) -> Generator[tuple[T, bytes | Lost], None, bool]:
    """Work through the tasks until all are done, or the pool is broken; then `suspects` holds what was on its way."""
    running: dict[Future[bytes], tuple[T, Task, int]] = {}
    while True:
        _hand_over(pool, source, suspects, running, window)
        if not running:
            return False
        done, _ = wait(running, return_when=FIRST_COMPLETED)
        alone = len(running) == 1
        for future in done:
            who, task, failures = running.pop(future)
            error = future.exception()
            if error is None:
                yield who, future.result()
            elif isinstance(error, GraderError):
                raise error
            elif failures + alone < ATTEMPTS:
                suspects.append((who, task, failures + alone))
            else:
                yield who, Lost(f"the process that graded it died {ATTEMPTS} times ({type(error).__name__})")
        if any(isinstance(future.exception(), BrokenExecutor) for future in done):
            suspects.extend(running.values())
            return True


def _hand_over(
    pool: Executor,
    source: Iterator[tuple[T, Task]],
    suspects: deque[tuple[T, Task, int]],
    running: dict[Future[bytes], tuple[T, Task, int]],
    window: int,
) -> None:
    """Keep the pool busy; a suspect goes alone."""
    if suspects:
        if not running:
            item = suspects.popleft()
            running[_submit(pool, item[1])] = item
        return
    for who, task in itertools.islice(source, window - len(running)):
        running[_submit(pool, task)] = (who, task, 0)


def _submit(pool: Executor, task: Task) -> Future[bytes]:
    try:
        return pool.submit(grade_task, task)
    except BrokenExecutor as error:  # since a moment ago: as if it had broken a moment later
        future: Future[bytes] = Future()
        future.set_exception(error)
        return future
