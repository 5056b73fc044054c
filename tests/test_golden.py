"""Golden submissions: fair variants pass, known mistakes are caught where they should be, and by nothing else."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import golden_cases
import msgspec
import pytest
from golden_cases import ALL, CASES, RUNS, Case, agreed, autograd, examine_all, measured, uncaught

from grader.report import CheckResult, Report
from grader.session import Session, run_session
from grader.submission import Submission, read_submission
from grader.workers import Spawner

FAIR = [name for name in CASES if name.startswith("fair_")]
WRONG = [name for name in CASES if name.startswith(("wrong_", "broken_"))]
MOST_SECONDS = 240  # to wait for the process without deadlines, once all others are done
STAGES = [f"stage{k}" for k in range(1, 8)]

Reports = Mapping[str, Sequence[Report]]


@dataclass(frozen=True)
class InProcess:
    """A process that examines the cases in itself, and the files for its reports and for all it prints."""

    process: subprocess.Popen[bytes]
    out: Path
    said: Path


def _cases_of(request: pytest.FixtureRequest) -> list[Case]:
    """Return the cases that the selected tests ask for, so that `-k` examines no others."""
    here = [item for item in request.session.items if item.path == request.path and isinstance(item, pytest.Function)]
    names = {item.callspec.params["name"] for item in here if hasattr(item, "callspec")}
    return [case for name, case in CASES.items() if name in names]


@pytest.fixture(scope="module")
def in_process_run(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[InProcess]:
    """The same without workers, in a process that may be spoilt, since it is not this one; it runs meanwhile."""
    folder = tmp_path_factory.mktemp("golden")
    out, said = folder / "reports", folder / "said.txt"
    command = [sys.executable, golden_cases.__file__, "--in-process", str(out), *(c.name for c in _cases_of(request))]
    with said.open("wb") as log:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT)
    yield InProcess(process, out, said)
    process.kill()
    process.wait()


@pytest.fixture(scope="module")
def reports(request: pytest.FixtureRequest, in_process_run: InProcess) -> Reports:
    """What one session with worker processes finds in all cases."""
    return examine_all(_cases_of(request))


@pytest.fixture(scope="module")
def in_process(in_process_run: InProcess) -> Reports:
    """What one session finds that runs the same code in its own process, without deadlines."""
    try:
        code = in_process_run.process.wait(timeout=MOST_SECONDS)
    except subprocess.TimeoutExpired:
        pytest.fail("a case loops in a stage whose expectations know no time-out: refresh them")
    assert code == 0, in_process_run.said.read_text(encoding="utf-8", errors="replace")[-3000:]
    return msgspec.msgpack.decode(in_process_run.out.read_bytes(), type=dict[str, list[Report]])


@pytest.mark.parametrize("name", CASES)
def test_reports_are_as_expected(name: str, reports: Reports) -> None:
    """Stage by stage: the outcome, the points, the checks that did not pass, and the first of them in words."""
    expected, actual = CASES[name].expected, agreed([reports[name]])
    course = autograd()
    borrowed = expected.get("borrows", [])
    assert list(actual) == [stage.name for stage in course.stages if stage.module not in borrowed]
    for report in reports[name]:
        stage, is_now = report.stage, actual[report.stage]
        if stage in expected.get("passed", []):
            assert (is_now["outcome"], is_now["points"]) == ("passed", report.max_points)
        elif stage in expected.get("todo", []):
            assert (is_now["todo"], is_now["points"]) == (ALL, 0)
        else:
            _compare(dict(expected[stage]), is_now)


def _compare(expected: dict[str, object], actual: dict[str, object]) -> None:
    """Compare the two; of the first check only what is the same in every run is expected."""
    first, shown = expected.pop("first", {}), actual.pop("first", {})
    assert actual == expected
    assert {key: shown.get(key) for key in first} == first


@pytest.mark.parametrize("name", CASES)
def test_in_process_outcomes_are_the_same(name: str, reports: Reports, in_process: Reports) -> None:
    """Check by check, apart from stages with time-outs and crashes, which only a process of its own survives."""
    here = {check.id: check for report in in_process[name] for check in report.checks}
    safe = [report for report in reports[name] if report.outcome not in ("timeout", "crashed")]
    there = {check.id: check for report in safe for check in report.checks}
    assert set(there) == set(here)
    for check in here:  # the numbers of a wrong engine may depend on the order of a set; the verdict may not
        assert (check, there[check].outcome, there[check].needs) == (check, here[check].outcome, here[check].needs)


@pytest.mark.parametrize("name", FAIR)
def test_fair_variants_pass_with_all_points(name: str, reports: Reports) -> None:
    course = autograd()
    assert [(r.outcome, r.points) for r in reports[name]] == [("passed", stage.points) for stage in course.stages]


@pytest.mark.parametrize("name", WRONG)
def test_mistakes_are_caught(name: str, reports: Reports) -> None:
    """The checks that are meant for a mistake don't pass; nothing that is to do, lost or failed has points."""
    assert uncaught(CASES[name], reports[name]) == []
    for report in reports[name]:
        for check in report.checks:
            assert check.points == (check.max_points if check.outcome == "passed" else 0)


def test_every_kind_of_mistake_has_a_case() -> None:
    """All of the table in the golden folder's README."""
    kinds = {case.expected.get("mistake", "") for case in CASES.values()}
    numbers = [*range(1, 23), 26, 27, *range(28, 32)]
    assert {int(kind[1:]) for kind in kinds if kind[1:]} == set(numbers)
    assert {kind[:1] for kind in kinds} >= set("ABCDEF")


# -- the course's own files, and a well-known engine -----------------------------------------------------------------


def _examine(submission: Submission) -> list[Report]:
    course = autograd()
    source = Spawner(course.limits)

    def drive(session: Session) -> list[Report]:
        return session.examine(submission)

    try:
        return run_session(course, course.stages, source, drive)
    finally:
        source.close()


def test_solutions_pass_with_all_points() -> None:
    course = autograd()
    result = _examine(read_submission(course, course.solutions))
    assert [(r.stage, r.outcome, r.points) for r in result] == [(s.name, "passed", s.points) for s in course.stages]


def test_exercises_are_all_to_do() -> None:
    """The stubs: never passed, never failed, never an error, and each check names a unit to write."""
    course = autograd()
    result = _examine(read_submission(course, course.exercises))
    assert [(r.stage, r.outcome, r.points) for r in result] == [(stage, "todo", 0) for stage in STAGES]
    for report in result:
        for check in report.checks:
            assert (check.outcome, check.message != "", check.needs in check.units) == ("todo", True, True)


@pytest.mark.parametrize("name", ["half_done"])
def test_half_done_is_passed_passed_todo(name: str, reports: Reports) -> None:
    assert [r.outcome for r in reports[name]] == ["passed", "passed", *["todo"] * 5]


def test_micrograd_passes_every_check_whose_units_it_has() -> None:
    """Its engine.py as PyPI has it: no tanh, no nn of this course, everything else."""
    spec = importlib.util.find_spec("micrograd")
    if spec is None or spec.origin is None:
        pytest.skip("the package micrograd is not installed")
    engine = Path(spec.origin).parent / "engine.py"
    course = autograd()
    submission = Submission(course, {"engine": (str(engine), engine.read_bytes())}, {})
    missing = {unit for unit in course.units if submission.todo(unit)}
    assert missing == {"engine:Value.tanh", *(unit for unit in course.units if unit.startswith("nn:"))}
    checks = [check for report in _examine(submission) for check in report.checks]
    for check in checks:
        assert (check.id, check.outcome) == (check.id, "todo" if missing & set(check.units) else "passed")
    assert sum(check.outcome == "passed" for check in checks) >= 45


# -- the headline facts of the course, read off the reports ----------------------------------------------------------

ADDED_TWICE = "stage1/test_shared_operand_gets_both_contributions"
REFUSED = "stage4/test_value_exponent_is_refused"
CUBED = "stage4/test_cube_of_a_negative_number"
CLEARED = "stage6/test_passes_add_up_unless_cleared"
TRAINED = "stage7/test_training_from_given_weights"
HEADLINES = (ADDED_TWICE, REFUSED, CUBED, CLEARED, TRAINED)


def _headlines(reports: Sequence[Report]) -> dict[str, CheckResult]:
    checks = {f"{report.stage}/{check.id}": check for report in reports for check in report.checks}
    return {name: checks[name] for name in HEADLINES}


def _only_broken(reports: Sequence[Report], headline: str) -> CheckResult:
    """Return the one headline check that failed; every other one must have passed."""
    checks = _headlines(reports)
    assert [name for name, check in checks.items() if check.outcome != "passed"] == [headline]
    assert checks[headline].outcome == "failed"
    return checks[headline]


def _numbers(text: str | None) -> list[float]:
    return [float(number) for number in re.findall(r"-?\d+\.?\d*(?:e[-+]\d+)?", text or "")]


@pytest.mark.parametrize("name", FAIR)
def test_headlines_hold_for_every_fair_variant(name: str, reports: Reports) -> None:
    assert {check.outcome.value for check in _headlines(reports[name]).values()} == {"passed"}


@pytest.mark.parametrize("name", ["wrong_add_counts_once"])
def test_headline_a_plus_a_gives_two(name: str, reports: Reports) -> None:
    check = _only_broken(reports[name], ADDED_TWICE)
    assert check.title.startswith("a + a gives a.grad == 2")
    assert (check.expected, check.actual) == ("2.0", "1.0")


@pytest.mark.parametrize("name", ["wrong_pow_no_guard", "wrong_pow_guard_always_true"])
def test_headline_value_exponent_is_refused(name: str, reports: Reports) -> None:
    check = _only_broken(reports[name], REFUSED)
    assert check.title.startswith("a ** Value(3) raises AssertionError with a message")
    assert "AssertionError" in check.message or "assert" in check.hint


@pytest.mark.parametrize("name", ["wrong_pow_guard_silent"])
def test_headline_refusal_has_a_message(name: str, reports: Reports) -> None:
    check = _only_broken(reports[name], REFUSED)
    assert "message" in check.message
    assert check.actual == "''"


@pytest.mark.parametrize("name", ["wrong_pow_squares_only"])
def test_headline_gradient_of_a_constant_power(name: str, reports: Reports) -> None:
    check = _only_broken(reports[name], CUBED)
    assert check.title == "At a = -2, a ** 3 is -8 and its gradient is 12."
    assert (check.expected, check.actual) == ("12.0", "-6.0")


@pytest.mark.parametrize("name", ["wrong_zero_grad_compares"])
def test_headline_passes_agree_after_zeroing(name: str, reports: Reports) -> None:
    """Uncleared, the third pass adds to the first two: three times what it should be."""
    check = _only_broken(reports[name], CLEARED)
    assert _numbers(check.actual) == pytest.approx([3 * number for number in _numbers(check.expected)])


@pytest.mark.parametrize(
    ("name", "entries"),
    [
        ("wrong_train_never_zeroes", [3.591, 0.690, 4.000]),
        ("wrong_train_uphill", [None, None, 7.979]),
    ],
)
def test_headline_loss_falls_from_6_36_to_0_04(name: str, entries: list[float | None], reports: Reports) -> None:
    """The report shows losses 2, 9 and 59 of the right curve, and those of the mistake."""
    check = _only_broken(reports[name], TRAINED)
    assert "60 steps at rate 0.05 bring the loss from 6.36 to 0.04" in check.title
    assert _numbers(check.expected)[1:] == pytest.approx([4.064, 1.080, 0.04425], rel=1e-3)
    for actual, entry in zip(_numbers(check.actual)[1:], entries, strict=True):
        assert entry is None or actual == pytest.approx(entry, abs=5e-4)


# -- the cases themselves --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["wrong_tanh_slope_of_x"])
def test_expectations_are_written_as_they_are_read(name: str, reports: Reports) -> None:
    """`python tests/golden_cases.py` writes a lower half that says what the file says."""
    text = (CASES[name].folder / "expected.toml").read_text(encoding="utf-8")
    assert text.endswith(measured(agreed([reports[name]] * RUNS)))


def test_variants_are_all_different() -> None:
    """No fair variant is the copy of another, and enough of each kind are here."""
    texts = {(CASES[name].folder / file).read_bytes() for name in FAIR for file in ("engine.py", "nn.py")}
    assert len(texts) == 2 * len(FAIR)
    assert len(FAIR) >= 18
    assert len(WRONG) >= 25
