"""The pytest side: gives checks their fixtures, stops them at the gate when they cannot run, notes what they compare.

`CheckpointPlugin` serves one course. `grade` registers it in a session of its own (`grader.session`). The hooks at the
end of this module make it work under plain `pytest checkpoints/` as well, where pytest itself reports.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from grader.course import COURSE_FILE, Course, Stage, full_unit, load_course
from grader.errors import CourseError, GraderError, did_you_mean
from grader.examination import Examination, NotWritten, Unusable
from grader.exhibit import Exhibits
from grader.libraries import LibraryMissing, worker_roots
from grader.seed import PRACTICE_SEED, generator
from grader.submission import read_submission
from grader.verdict import Check, Comparison
from grader.workers import InProcessSource, Spawner, WorkerLost, WorkerSource

__all__ = ["CheckpointPlugin", "check_of"]

_CHECK = pytest.StashKey[Check]()


class CheckpointPlugin:
    """Fixtures and hooks for the checks of one course; `exam` is the submission under examination now."""

    def __init__(self, course: Course) -> None:
        self.course = course
        self.exam: Examination | None = None
        self.seed = PRACTICE_SEED
        self.comparison: Comparison | None = None
        self.exhibits = Exhibits()

    @pytest.fixture
    def rng(self, request: pytest.FixtureRequest) -> random.Random:
        """Random inputs, the same for the same seed and check, whatever else runs."""
        return generator(self.seed, request.node.name)

    @pytest.fixture
    def in_student(self) -> Callable[..., Any]:
        """A function that runs a self-contained helper, with arguments, on the student's side."""
        return lambda helper, *arguments: self.examination.side.run_helper(helper, *arguments)

    @pytest.fixture
    def exhibit(self) -> Exhibits:
        """Pictures for the case that the check fails."""
        self.exhibits = Exhibits()
        return self.exhibits

    @property
    def examination(self) -> Examination:
        if self.exam is None:
            raise RuntimeError("no submission is under examination")
        return self.exam

    def pytest_configure(self, config: pytest.Config) -> None:
        config.addinivalue_line("markers", "check(units, points, hidden, hint): a check of a checkpoint")
        config.pluginmanager.register(_module_fixtures(self))

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        for item in items:
            stage = self._stage_of(item)
            if stage is not None and isinstance(item, pytest.Function):
                item.stash[_CHECK] = _read_check(self.course, stage, item)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        check = item.stash.get(_CHECK, None)
        self.comparison, self.exhibits = None, Exhibits()
        if check is not None:
            self.examination.begin_check(check.units)

    def pytest_assertrepr_compare(self, op: str, left: object, right: object) -> None:
        self.comparison = Comparison(op, left, right)

    def _stage_of(self, item: pytest.Item) -> Stage | None:
        return next((stage for stage in self.course.stages if stage.checkpoint == item.path), None)


def _module_fixtures(plugin: CheckpointPlugin) -> object:
    """Return a plugin with a fixture for each module of the course; pytest looks for fixtures in classes only."""
    return type(
        "ModuleFixtures", (), {f"module_{name}": _module_fixture(plugin, name) for name in plugin.course.modules}
    )()


def _module_fixture(plugin: CheckpointPlugin, module: str) -> Any:
    @pytest.fixture(name=module)
    def student_module(self: object) -> Any:
        return plugin.examination.module(module)

    return student_module


def check_of(item: pytest.Item) -> Check:
    """Return the check that a collected test is."""
    return item.stash[_CHECK]


def _read_check(course: Course, stage: Stage, item: pytest.Function) -> Check:
    """Return the check in a test; CourseError when its mark or its docstring is missing or wrong."""
    name = item.nodeid.partition("::")[2]
    mark = item.get_closest_marker("check")
    if mark is None:
        raise CourseError(item.path, name, "a test without @check", "Mark it @check(units=[…]), or move it elsewhere.")
    title = (item.function.__doc__ or "").strip().partition("\n")[0]
    if not title:
        raise CourseError(item.path, name, "a check without a docstring", "Its first line is what the student reads.")
    _check_mark(mark, item.path, name)
    case = name.removeprefix(item.originalname)  # of a parametrized test: [3-4-5]
    return Check(
        id=name,
        stage=stage.name,
        title=f"{title} {case}".rstrip(),
        units=_units(course, stage, mark.kwargs["units"], item.path, name),
        points=float(mark.kwargs["points"]),
        hidden=mark.kwargs["hidden"],
        hint=mark.kwargs["hint"],
        function=item.function,
        file=item.path,
    )


def _check_mark(mark: pytest.Mark, file: Path, name: str) -> None:
    """CourseError when an argument of a check's mark is missing or of another kind than `grader.check` says."""
    units, points, hidden, hint = (mark.kwargs.get(word) for word in ("units", "points", "hidden", "hint"))
    if not isinstance(units, list | tuple) or not all(isinstance(unit, str) for unit in units):
        raise CourseError(file, name, f"units is {units!r}", 'Write units=["name", …].')
    if not isinstance(points, int | float) or not 0 <= points < math.inf:
        raise CourseError(file, name, f"points is {points!r}", "Write what the check is worth as a number, such as 1.")
    if not isinstance(hidden, bool) or not isinstance(hint, str):
        problem = f"hidden is {hidden!r} and hint is {hint!r}"
        raise CourseError(file, name, problem, "Write hidden as True or False and the hint as a text.")


def _units(course: Course, stage: Stage, names: Sequence[str], file: Path, check: str) -> tuple[str, ...]:
    """Return the full names of a check's units; CourseError when there are none, or one that the course lacks."""
    units = tuple(full_unit(name, stage.module, file, check) for name in names)
    if not units:
        raise CourseError(file, check, "a check that needs no unit", "Name the units it needs in units=[…].")
    for unit in units:
        if unit not in course.units:
            advice = did_you_mean(unit, course.units) or f"The course has {', '.join(course.units)}."
            raise CourseError(file, check, f"there is no unit '{unit}'", advice)
    return units


# -- plain pytest ---------------------------------------------------------------------------------------------------


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("gradkata", "checkpoints of a course")
    group.addoption("--submission", metavar="PATH", help="folder of the modules to check (default: the exercises)")
    group.addoption("--in-process", action="store_true", help="run the code in pytest's own process: breakpoints work")
    group.addoption("--grade-seed", type=int, default=PRACTICE_SEED, metavar="N", help="seed of the random inputs")


def pytest_configure(config: pytest.Config) -> None:
    """Serve the course whose checkpoints are being run; for every other run of pytest this plugin does nothing."""
    folder = _course_folder(config)
    if folder is None:
        return
    try:
        course = load_course(folder)
        path = config.getoption("--submission")
        submission = read_submission(course, config.invocation_params.dir / path if path else course.exercises)
    except GraderError as error:
        raise pytest.UsageError(f"{error.problem}. {error.advice}") from None
    in_process = config.getoption("--in-process")
    source: WorkerSource = InProcessSource() if in_process else Spawner(course.limits)
    exam = Examination(course, source, worker_roots(course))
    exam.load(submission)
    plugin = PlainPytestPlugin(course, exam)
    plugin.seed = config.getoption("--grade-seed")
    config.pluginmanager.register(plugin, "gradkata-course")


def _course_folder(config: pytest.Config) -> Path | None:
    """Return the course one of whose checkpoints is asked for; the configured testpaths don't count."""
    for argument in config.args:
        path = Path(config.invocation_params.dir, argument.partition("::")[0]).resolve()
        for folder in (path, *path.parents):
            if (folder / COURSE_FILE).is_file() and path.is_relative_to(folder / "checkpoints"):
                return folder
    return None


class PlainPytestPlugin(CheckpointPlugin):
    """The same checks where pytest reports: what is to do is skipped, and the run is then not a success."""

    def __init__(self, course: Course, exam: Examination) -> None:
        super().__init__(course)
        self.exam = exam
        self._todo = 0

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        try:
            super().pytest_collection_modifyitems(items)
        except CourseError as error:
            raise pytest.UsageError(f"{error.problem}. {error.advice}") from None

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        try:
            super().pytest_runtest_setup(item)
        except NotWritten as todo:
            self._todo += 1
            pytest.skip(str(todo))
        except LibraryMissing as missing:
            self._todo += 1
            pytest.skip(f"{missing.problem}. {missing.advice}")
        except Unusable as unusable:
            pytest.fail(unusable.problem.message, pytrace=False)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[None]) -> Any:
        report = yield
        if call.excinfo is not None and call.excinfo.errisinstance(WorkerLost):
            self.examination.lose_worker()
        return report

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        self.examination.lose_worker()
        if self._todo and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED  # no verdict is not a pass
