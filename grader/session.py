"""One pytest session that collects the checks once and examines submission after submission with them.

    run_session(course, stages, workers, drive)     collects, then calls drive(session)
    session.examine(submission)                     one Report for each stage
    OpenSession(course, stages, workers)            the same, kept open for whoever comes back with the next submission

`grade` drives it with one submission; a batch, a watcher or a search for the unit to blame are other drivers of the
same thing.
"""

from __future__ import annotations

import contextlib
import os
import queue
import sys
import threading
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from time import perf_counter
from typing import Generic, TypeVar

import msgspec
import pytest

from grader.course import Course, Stage
from grader.errors import CourseError, UsageError, did_you_mean
from grader.examination import Examination
from grader.exhibit import Exhibit
from grader.fingerprint import observe
from grader.libraries import worker_roots
from grader.plugin import CheckpointPlugin, check_of
from grader.report import WRONG, CheckResult, Outcome, Problem, Report, worst
from grader.seed import PRACTICE_SEED
from grader.steps import steps_to
from grader.submission import Submission
from grader.surroundings import environment
from grader.tools import Visit
from grader.verdict import Check, judge
from grader.workers import WorkerLost, WorkerSource

__all__ = ["OpenSession", "Session", "Trial", "run_session"]

T = TypeVar("T")

ENOUGH = 2  # checks in which the same unit runs out of time


# What grading has no use for. Each costs start-up time, and some would write files, print, or read a foreign setting.
_UNUSED_PLUGINS = (
    "cacheprovider debugging doctest faulthandler junitxml legacypath logging monkeypatch pastebin recwarn "
    "setuponly setupplan stepwise subtests terminal threadexception tmpdir unittest unraisableexception warnings "
    "capture"
).split()


class Session:
    """Collected checks, ready to examine submissions."""

    def __init__(
        self, course: Course, stages: Sequence[Stage], plugin: CheckpointPlugin, workers: WorkerSource, isolation: str
    ) -> None:
        self.course = course
        self.stages = tuple(stages)
        self._plugin = plugin
        self._workers = workers
        self._isolation = isolation
        self._roots = worker_roots(course)
        self._items: dict[str, list[pytest.Item]] = {stage.name: [] for stage in stages}
        self._results: dict[pytest.Item, CheckResult] = {}
        # Called before each check with what its stage has come to; what it raises ends the examination.
        self.go_on: Callable[[Sequence[CheckResult]], None] = lambda results: None
        self.hasty = False  # what ran out of time in two checks is not tried in others: somebody waits
        self._in_full = False  # failed checks are told, with their steps and pictures: somebody will see them
        self._even_passed = False  # and of those that passed, the pictures that have something to show

    @property
    def checks(self) -> list[Check]:
        """All checks, in the order of the stages and within them of the files."""
        return [check_of(item) for items in self._items.values() for item in items]

    def add(self, items: Sequence[pytest.Item]) -> None:
        """Take over what pytest collected."""
        for item in items:
            self._items[check_of(item).stage].append(item)
        for stage in self.stages:
            if not self._items[stage.name]:
                raise CourseError(stage.checkpoint, "", f"the checkpoint of {stage.name} holds no checks", "Write one.")

    def select(self, names: Sequence[str]) -> None:
        """Keep only the checks with these ids, or a parametrized one by the name of its function."""
        known = [check.id for check in self.checks]
        for name in names:
            if not any(_matches(check, name) for check in known):
                advice = did_you_mean(name, known) or "\n  ".join(["The checks are:", *known])
                raise UsageError(f"there is no check '{name}'", advice)
        for stage, items in self._items.items():
            self._items[stage] = [i for i in items if any(_matches(check_of(i).id, name) for name in names)]

    def examine(
        self,
        submission: Submission,
        seed: int | None = None,
        wanted: Callable[[Check], bool] = lambda check: True,
        stages: Sequence[Stage] | None = None,
        *,
        even_passed: bool = False,
    ) -> list[Report]:
        """Run the (wanted) checks on a submission and return one report for each stage that has any.

        With `even_passed`, pictures are also made of checks that passed, where they have something to show.
        """
        with self._examining(submission, seed, in_full=True) as exam:
            self._even_passed = even_passed
            return self._examine_stages(exam, wanted, stages or self.stages, apart=True)

    def series(
        self, submissions: Iterable[tuple[Submission, Callable[[Check], bool]]], stages: Sequence[Stage] | None = None
    ) -> Iterator[list[Report]]:
        """Yield the reports of each submission on the checks wanted of it.

        One worker serves them all until it dies, so they must be code of one author: variants, never two students.
        """
        with self._examining(None, None) as exam:
            for submission, wanted in submissions:
                exam.load(submission)
                yield self._examine_stages(exam, wanted, stages or self.stages)

    @contextlib.contextmanager
    def variants(self) -> Iterator[Trial]:
        """Open a worker for variants of one student's code."""
        with self._examining(None, None) as exam:
            yield Trial(self, exam)

    def run(self, wanted: Callable[[Check], bool], seed: int, order: Sequence[str]) -> Iterator[CheckResult]:
        """Yield the results of the wanted checks on what is under examination; see `Trial.run`."""
        items = [item for items in self._items.values() for item in items if wanted(check_of(item))]
        if order:
            items.sort(key=lambda item: order.index(check_of(item).id))
        for item in items:
            self.go_on(())
            self._plugin.seed = seed
            yield self._run(item, None)

    @contextlib.contextmanager
    def visiting(self, submission: Submission, seed: int) -> Iterator[Visit]:
        """Open a submission for questions that are not checks."""
        with self._examining(submission, seed) as exam:
            yield Visit(self.course, submission, exam, seed)

    @contextlib.contextmanager
    def _examining(
        self, submission: Submission | None, seed: int | None, *, in_full: bool = False
    ) -> Iterator[Examination]:
        self._in_full, self._even_passed = in_full, False
        with Examination(self.course, self._workers, self._roots) as exam:
            if submission is not None:
                exam.load(submission)
            self._plugin.exam, self._plugin.seed = exam, PRACTICE_SEED if seed is None else seed
            yield exam

    def _examine_stages(
        self, exam: Examination, wanted: Callable[[Check], bool], stages: Sequence[Stage], *, apart: bool = False
    ) -> list[Report]:
        reports = (self._examine_stage(stage, wanted, exam, apart) for stage in stages)
        return [report for report in reports if report is not None]

    def _examine_stage(
        self, stage: Stage, wanted: Callable[[Check], bool], exam: Examination, apart: bool
    ) -> Report | None:
        began = perf_counter()
        items = [item for item in self._items[stage.name] if wanted(check_of(item))]
        if not items:
            return None
        results: list[CheckResult] = []
        for item, following in zip(items, [*items[1:], None], strict=True):
            try:
                self.go_on(results)
            except BaseException:
                self._run(item, None)  # whatever comes of it: pytest must take down what it has set up
                raise
            check, late = check_of(item), [r.units[0] for r in results if r.outcome is Outcome.TIMEOUT]
            if self.hasty and late.count(check.units[0]) == ENOUGH:
                results.append(
                    check.result(Outcome.SKIPPED, message=f"not tried: {ENOUGH} checks before ran out of time")
                )
                continue
            results.append(self._run(item, None if late else following))  # the one that follows may not be tried
            if apart and check_of(item).hidden:
                exam.lose_worker()  # what it learnt there, a later check that is not hidden would show
        return Report(
            course=self.course.name,
            stage=stage.name,
            outcome=worst(result.outcome for result in results),
            points=sum(result.points for result in results),
            max_points=sum(result.max_points for result in results),
            seed=self._plugin.seed,
            isolation=self._isolation,
            seconds=round(perf_counter() - began, 6),
            checks=tuple(results),
            problems=_problems(results, exam),
        )

    def _run(self, item: pytest.Item, following: pytest.Item | None) -> CheckResult:
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        return self._results.pop(item)

    def note(self, item: pytest.Item, call: pytest.CallInfo[None]) -> None:
        """Turn one phase of a check into its result; a failed setup stands, a call decides."""
        error = call.excinfo.value if call.excinfo else None
        if call.when == "teardown" and (error is None or item in self._results):
            return
        if call.when == "setup" and error is None:
            return
        exam = self._plugin.examination
        check, comparison = check_of(item), self._plugin.comparison
        result = judge(check, error, comparison, exam)
        observed = "" if error is None else observe(check, error, comparison)
        told = error is not None and self._in_full and result.outcome in WRONG
        code, values = steps_to(check.function, error) if error is not None and told else ("", "")
        exhibits, lost = _exhibits(self._plugin, error, self._in_full if error is not None else self._even_passed)
        self._results[item] = msgspec.structs.replace(
            result, output=exam.output(), observed=observed, code=code, values=values, exhibits=exhibits
        )
        if lost:
            exam.lose_worker()


def _exhibits(plugin: CheckpointPlugin, error: BaseException | None, wanted: bool) -> tuple[tuple[Exhibit, ...], bool]:
    """Return the pictures of a check, and whether the worker is lost, be it only in making them."""
    if isinstance(error, WorkerLost):
        return (), True
    if not wanted:
        return (), False
    try:
        return plugin.exhibits.made(passed=error is None), False
    except WorkerLost:
        return (), True


class Trial:
    """Variants of one student's code, tried in one worker.

    Hidden checks are not among what is run: what is made of the results is told to the student.
    """

    def __init__(self, session: Session, exam: Examination) -> None:
        self._session = session
        self._exam = exam

    def load(self, submission: Submission) -> None:
        """Turn to a variant: its modules are imported afresh."""
        self._exam.load(submission)

    def run(
        self, wanted: Callable[[Check], bool], seed: int = PRACTICE_SEED, order: Sequence[str] = ()
    ) -> Iterator[CheckResult]:
        """Yield the results of the wanted checks on the variant, without pictures, so that one can stop at any.

        `order` holds the ids of all wanted checks as they are to be run; by default it is that of the course.
        """
        return self._session.run(lambda check: not check.hidden and wanted(check), seed, order)

    def visit(self, submission: Submission, seed: int) -> Visit:
        """Turn to a variant, and open it for questions that are not checks."""
        self.load(submission)
        return Visit(self._session.course, submission, self._exam, seed)


def _matches(check: str, name: str) -> bool:
    return check == name or check.partition("[")[0] == name


def _problems(results: Sequence[CheckResult], exam: Examination) -> tuple[Problem, ...]:
    """The faults of whole modules that these checks met."""
    modules = dict.fromkeys(unit.partition(":")[0] for result in results for unit in result.units)
    return tuple(problem for name in modules if (problem := exam.problem(name)) is not None)


def run_session(
    course: Course,
    stages: Sequence[Stage],
    workers: WorkerSource,
    drive: Callable[[Session], T],
    *,
    isolation: str = "practice",
    only: Sequence[str] = (),
) -> T:
    """Collect the checks of the stages and return what `drive` makes of the session.

    CourseError when a checkpoint cannot be collected; UsageError when `only` names a check that isn't there. pytest's
    surroundings (its ini files, options, environment, installed plugins) have no part in it.
    """
    plugin = CheckpointPlugin(course)
    runner = _Runner(Session(course, stages, plugin, workers, isolation), drive, only)
    with _undisturbed(course):
        pytest.main(_arguments(course), plugins=[plugin, runner])
    return runner.outcome()


class OpenSession:
    """A session that stays open between submissions, for a process that is asked again and again.

    pytest waits in a thread of its own; the submissions are examined in the caller's. CourseError as for `run_session`.
    """

    def __init__(
        self, course: Course, stages: Sequence[Stage], workers: WorkerSource, *, isolation: str = "practice"
    ) -> None:
        self._lent: queue.SimpleQueue[Session | BaseException] = queue.SimpleQueue()
        self._closed = threading.Event()
        arguments = (course, stages, workers, isolation)
        self._thread = threading.Thread(target=self._run, args=arguments, name="pytest", daemon=True)
        self._thread.start()
        lent = self._lent.get()
        if isinstance(lent, BaseException):
            raise lent
        self.session = lent

    def close(self) -> None:
        """Let pytest end; its workers are the business of their source."""
        self._closed.set()
        self._thread.join()

    def _run(self, course: Course, stages: Sequence[Stage], workers: WorkerSource, isolation: str) -> None:
        try:
            run_session(course, stages, workers, self._lend, isolation=isolation)
        except BaseException as error:  # of the collection: nobody has examined anything yet
            self._lent.put(error)

    def _lend(self, session: Session) -> None:
        self._lent.put(session)
        self._closed.wait()


def _arguments(course: Course) -> list[str]:
    folder = str(course.checkpoints)
    unused = [word for name in _UNUSED_PLUGINS for word in ("-p", f"no:{name}")]
    quiet = ["-c", os.devnull, "--rootdir", folder, "--confcutdir", folder]
    return [*unused, *quiet, course.folder.anchor]  # which checkpoints, the runner says


@contextlib.contextmanager
def _undisturbed(course: Course) -> Iterator[None]:
    """Keep pytest from settings meant for other runs, stdout for what we print, and the course's modules to one run."""
    ours = {"PYTEST_ADDOPTS": None, "PYTEST_PLUGINS": None, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    path, here = list(sys.path), Path.cwd()
    try:
        with environment(ours), contextlib.redirect_stdout(sys.stderr):  # what a checkpoint prints is for its author
            yield
    finally:
        os.chdir(here)  # pytest ends in the folder it believes it was started in: the course's
        sys.path[:] = path
        _forget_modules(course.checkpoints)


def _forget_modules(folder: Path) -> None:
    """Let the next session load the checkpoints anew; it may be of another course with files of the same names."""
    for name, module in list(sys.modules.items()):
        if str(getattr(module, "__file__", None) or "").startswith(f"{folder}{os.sep}"):
            del sys.modules[name]


class _Runner(Generic[T]):
    """The plugin that lends pytest's loop to the driver, and keeps what came of it."""

    def __init__(self, session: Session, drive: Callable[[Session], T], only: Sequence[str]) -> None:
        self._session = session
        self._drive = drive
        self._only = only
        self._result: list[T] = []
        self._error: BaseException | None = None

    def pytest_configure(self, config: pytest.Config) -> None:
        """Name the checkpoints from the course's folder on: the folder's own name may hold what pytest would split."""
        given, folder = config.invocation_params, self._session.course.folder
        config.invocation_params = pytest.Config.InvocationParams(args=given.args, plugins=given.plugins, dir=folder)
        files = (stage.checkpoint.relative_to(folder).as_posix() for stage in self._session.stages)
        config.args = list(dict.fromkeys(files))

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed and self._error is None:
            file = Path(str(report.nodeid)).name
            problem = f"pytest cannot collect it:\n{report.longrepr}"
            self._error = CourseError(file, "", problem, "Mend the checkpoint.")

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if self._error is not None:
            return True
        try:
            self._session.add(session.items)
            if self._only:
                self._session.select(self._only)
            self._result.append(self._drive(self._session))
        except BaseException as error:  # kept for the caller: pytest would print it
            self._note(error)
        return True

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[None]) -> pytest.TestReport:
        self._session.note(item, call)
        outcome = "failed" if call.excinfo else "passed"
        return pytest.TestReport(item.nodeid, item.location, {}, outcome, None, call.when)  # type: ignore[arg-type]

    def pytest_internalerror(self, excrepr: object, excinfo: pytest.ExceptionInfo[BaseException]) -> bool:
        self._note(excinfo.value)
        return True

    def pytest_keyboard_interrupt(self, excinfo: pytest.ExceptionInfo[BaseException]) -> None:
        self._note(excinfo.value)

    def _note(self, error: BaseException) -> None:
        """Keep what ended the session; that a checkpoint wanted to end it is its author's mistake, and no success."""
        if isinstance(error, SystemExit | pytest.exit.Exception):
            folder = self._session.course.checkpoints
            files = [frame.filename for frame in traceback.extract_tb(error.__traceback__)]
            file = next((file for file in reversed(files) if file.startswith(str(folder))), folder)
            error = CourseError(file, "", f"it ends pytest ({type(error).__name__})", "Remove the exit() from it.")
        self._error = self._error or error

    def outcome(self) -> T:
        """Return the driver's result, or raise what ended the session."""
        if self._error is not None:
            raise self._error
        if not self._result:
            raise CourseError(self._session.course.file, "", "pytest ended before any check ran")
        return self._result[0]
