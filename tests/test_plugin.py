"""The checkpoints under plain pytest, as in an editor: a worker by default, `--in-process` for breakpoints."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import kit
import pytest
from kit import SHAPES, examine, solution, workspace

WRONG = ("q[1] - p[1])", "q[1] + p[1])")


@dataclass(frozen=True)
class Pytest:
    """One finished run of pytest."""

    code: int
    out: str

    @property
    def counts(self) -> dict[str, int]:
        """What the last line counts: {"passed": 6, …}."""
        return {
            word: int(number)
            for number, word in re.findall(r"(\d+) (passed|failed|skipped|errors?)", self.out.splitlines()[-1])
        }

    @property
    def outcomes(self) -> dict[str, str]:
        """What `-rA` says of each test, by its name."""
        found = re.findall(r"^(PASSED|FAILED|SKIPPED|ERROR) (?:\[1\] )?(\S+?\.py)(?:::(\S+))?", self.out, re.MULTILINE)
        return {name: word.lower() for word, _, name in found if name}


def run_pytest(*arguments: str | Path, cwd: Path, autoload: bool = False) -> Pytest:
    """Run pytest with our plugin; with `autoload` as users do, with all that are installed, which takes longer."""
    env = kit.environment(PYTEST_DISABLE_PLUGIN_AUTOLOAD=None if autoload else "1")
    ours = [] if autoload else ["-p", "grader.plugin"]
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *ours, *map(str, arguments)]
    finished = subprocess.run(command, cwd=cwd, env=env, capture_output=True, encoding="utf-8", timeout=60)
    return Pytest(finished.returncode, finished.stdout + finished.stderr)


@pytest.fixture
def mistaken(tmp_path: Path) -> Path:
    """A folder of modules with one mistake and one unit still to be written."""
    stub = ("return abs(sum(p[0] * q[1] - q[0] * p[1] for p, q in sides(points))) / 2", "raise NotImplementedError")
    return workspace(tmp_path / "mine", plane=solution("plane", WRONG, stub))


@pytest.mark.parametrize("more", [[], ["--in-process"]], ids=["worker", "in process"])
def test_solutions_pass(more: list[str]) -> None:
    run = run_pytest("checkpoints", "--submission", "solutions", "-q", *more, cwd=SHAPES, autoload=True)
    assert run.code == 0
    assert run.counts == {"passed": 22}


@pytest.mark.parametrize("more", [[], ["--in-process"]], ids=["worker", "in process"])
def test_what_is_to_do_is_skipped_and_no_success(more: list[str]) -> None:
    run = run_pytest("checkpoints", "-q", "-rs", *more, cwd=SHAPES)
    assert run.code == 1, "no verdict is not a pass"
    assert run.counts == {"skipped": 22}
    assert "to do: plane:distance" in run.out


def test_worker_and_in_process_and_grade_agree(mistaken: Path) -> None:
    expected = {"passed": "passed", "failed": "failed", "todo": "skipped"}
    graded = {
        check.id: expected[check.outcome.value] for report in examine(mistaken, *kit.STAGES) for check in report.checks
    }
    assert set(graded.values()) == {"passed", "failed", "skipped"}
    for more in ([], ["--in-process"]):
        run = run_pytest("checkpoints", "--submission", mistaken, "-rA", "-v", *more, cwd=SHAPES)
        assert run.code == 1
        words = re.findall(r"^checkpoints/\w+\.py::(.+?) (PASSED|FAILED|SKIPPED|ERROR)", run.out, re.MULTILINE)
        assert {name: word.lower() for name, word in words} == graded


def test_failure_shows_values_as_pytest_does(mistaken: Path) -> None:
    run = run_pytest("checkpoints/test_points.py", "--submission", mistaken, cwd=SHAPES)
    assert run.code == 1
    assert "assert 9.0 == 7 ± 7.0e-06" in run.out
    assert "plane.distance" in run.out


def test_students_exception_is_shown_with_its_message(tmp_path: Path) -> None:
    raising = solution("plane", ("    return math.hypot", "    raise ValueError('too far')\n    return math.hypot"))
    run = run_pytest(
        "checkpoints/test_points.py", "--submission", workspace(tmp_path / "mine", plane=raising), cwd=SHAPES
    )
    assert "ValueError: too far" in run.out
    assert run.counts == {"failed": 5, "passed": 1}


def test_random_inputs_are_those_of_grade(tmp_path: Path) -> None:
    talking = workspace(tmp_path / "mine", plane=solution("plane", ("/ 2, (p[1]", "/ 3, (p[1]")))
    name = "test_midpoint_is_as_far_from_both"
    (report,) = examine(talking, "points", only=[name])
    (other,) = examine(talking, "points", only=[name], seed=99)
    expected, differently = report.checks[0].expected, other.checks[0].expected
    assert expected != differently
    run = run_pytest("checkpoints", "-k", name, "--submission", talking, cwd=SHAPES)
    assert str(expected).strip("[]").split(",")[0][:6] in run.out
    run = run_pytest("checkpoints", "-k", name, "--submission", talking, "--grade-seed", "99", cwd=SHAPES)
    assert str(differently).strip("[]").split(",")[0][:6] in run.out


def test_one_check_by_its_node_id(mistaken: Path) -> None:
    node = "checkpoints/test_points.py::test_midpoint_is_a_pair"
    assert run_pytest(node, "--submission", mistaken, "-q", cwd=SHAPES).counts == {"passed": 1}


def test_run_from_another_folder(tmp_path: Path) -> None:
    run = run_pytest(SHAPES / "checkpoints", "--submission", SHAPES / "solutions", "-q", cwd=tmp_path)
    assert (run.code, run.counts) == (0, {"passed": 22})


def test_submission_is_relative_to_the_current_folder(tmp_path: Path) -> None:
    workspace(tmp_path / "mine")
    run = run_pytest(SHAPES / "checkpoints", "--submission", "mine", "-q", cwd=tmp_path)
    assert (run.code, run.counts) == (0, {"passed": 22})


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["checkpoints", "--submission", "nowhere"], "there is no submission at"),
        (["checkpoints", "--submission", "course.toml"], "is not a module of this course"),
    ],
)
def test_submission_that_is_not_there_is_a_usage_error(arguments: list[str], said: str) -> None:
    run = run_pytest(*arguments, cwd=SHAPES)
    assert run.code == pytest.ExitCode.USAGE_ERROR
    assert said in run.out
    assert "Traceback" not in run.out


def test_broken_course_is_a_usage_error(shapes: Path) -> None:
    kit.edit(shapes / "course.toml", ("points = 8", "points = 0"))
    run = run_pytest("checkpoints", cwd=shapes)
    assert run.code == pytest.ExitCode.USAGE_ERROR
    assert "stage points, points" in run.out


def test_broken_check_names_itself(shapes: Path) -> None:
    kit.edit(shapes / "checkpoints" / "test_points.py", ('units=["midpoint", "distance"]', 'units=["midpiont"]'))
    run = run_pytest("checkpoints", cwd=shapes)
    assert run.code != 0
    assert "there is no unit 'plane:midpiont'" in run.out
    assert "INTERNALERROR" not in run.out


def test_syntax_error_fails_each_check_with_one_line(tmp_path: Path) -> None:
    run = run_pytest(
        "checkpoints/test_points.py",
        "--submission",
        workspace(tmp_path / "mine", plane="def broken(:"),
        "-q",
        cwd=SHAPES,
    )
    assert run.code == 1
    assert run.counts == {"errors": 6}
    assert "SyntaxError" in run.out
    assert "grader/" not in run.out, "no traceback of ours"


def test_loop_costs_its_checks_only(tmp_path: Path) -> None:
    looping = solution("plane", ("    return math.hypot", "    while p[0] == 0: pass\n    return math.hypot"))
    run = run_pytest(
        "checkpoints/test_points.py", "--submission", workspace(tmp_path / "mine", plane=looping), "-q", cwd=SHAPES
    )
    assert run.code == 1
    assert run.counts == {"failed": 1, "passed": 5}
    assert "is there an endless loop?" in run.out


def test_loop_at_import_costs_one_deadline(tmp_path: Path) -> None:
    kata = workspace(tmp_path / "mine", plane=solution("plane") + "\nwhile True: pass\n")
    run = run_pytest("checkpoints", "--submission", kata, "-q", "--durations=3", "--durations-min=0.3", cwd=SHAPES)
    assert run.code == 1
    assert "passed" not in run.counts
    assert len(re.findall(r"s setup ", run.out)) + len(re.findall(r"s call ", run.out)) <= 2


def test_print_of_the_student_is_shown_in_process(tmp_path: Path) -> None:
    talking = solution("plane", ("    return math.hypot", "    print('I am here')\n    return math.hypot"), WRONG)
    kata = workspace(tmp_path / "mine", plane=talking)
    run = run_pytest("checkpoints/test_points.py", "--submission", kata, "--in-process", cwd=SHAPES)
    assert "I am here" in run.out


def test_breakpoint_stops_in_the_students_code(tmp_path: Path) -> None:
    pexpect = pytest.importorskip("pexpect")
    stopping = solution("plane", ("    return math.hypot", "    breakpoint()\n    return math.hypot"))
    kata = workspace(tmp_path / "mine", plane=stopping)
    arguments = [
        "-m",
        "pytest",
        "-p",
        "no:cacheprovider",
        "--in-process",
        "--submission",
        str(kata),
        "-k",
        "3-4-5",
        "checkpoints",
    ]
    child = pexpect.spawn(
        sys.executable, arguments, cwd=str(SHAPES), env=kit.environment(TERM="dumb"), encoding="utf-8", timeout=30
    )
    child.expect(r"\(Pdb\) ")
    child.sendline("(p, q)")
    child.expect(r"\(\(0, 0\), \(3, 4\)\)")
    child.sendline("where")
    child.expect(r"plane\.py\(\d+\)distance")
    child.sendline("continue")
    child.expect("1 passed")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0


@pytest.mark.parametrize("command", ["pytest", "grade"])
def test_quitting_the_debugger_ends_the_run(tmp_path: Path, command: str) -> None:
    pexpect = pytest.importorskip("pexpect")
    stopping = solution("plane", ("    return math.hypot", "    breakpoint()\n    return math.hypot"))
    options = ["--in-process", "--submission", str(workspace(tmp_path / "mine", plane=stopping))]
    arguments = {"pytest": ["pytest", "-p", "no:cacheprovider", "checkpoints"], "grade": ["grader", "points"]}[command]
    child = pexpect.spawn(
        sys.executable,
        ["-m", *arguments, *options],
        cwd=str(SHAPES),
        env=kit.environment(TERM="dumb"),
        encoding="utf-8",
        timeout=30,
    )
    child.expect(r"\(Pdb\) ")
    child.sendline("quit")
    assert child.expect([pexpect.EOF, r"\(Pdb\) "]) == 0, "the next check stopped again"
    child.close()
    if command == "grade":
        assert child.exitstatus == 130
    else:
        assert child.exitstatus == pytest.ExitCode.INTERRUPTED or child.signalstatus == signal.SIGINT


def test_reports_of_pytest_work_as_usual(tmp_path: Path) -> None:
    run = run_pytest(
        "checkpoints", "--submission", "solutions", f"--junitxml={tmp_path / 'x.xml'}", "-x", "--co", cwd=SHAPES
    )
    assert run.code == 0
    run = run_pytest("checkpoints", "--markers", cwd=SHAPES)
    assert "@pytest.mark.check(units, points, hidden, hint)" in run.out


def test_plugin_is_inert_in_other_projects(tmp_path: Path) -> None:
    (tmp_path / "test_other.py").write_text(
        "import sys\n\n"
        "def test_rng_is_nobodys(request):\n"
        "    import pytest\n"
        "    with pytest.raises(pytest.FixtureLookupError):\n        request.getfixturevalue('rng')\n\n"
        "def test_nothing_heavy_is_loaded():\n"
        "    assert 'rich' not in sys.modules\n",
        encoding="utf-8",
    )
    run = run_pytest("-q", "-W", "error", "--strict-markers", cwd=tmp_path, autoload=True)
    assert (run.code, run.counts) == (0, {"passed": 2})
    assert "gradkata" not in run_pytest("-q", "--fixtures", cwd=tmp_path).out


def test_plugin_is_inert_beside_a_course(shapes: Path) -> None:
    """A course's own tests of something else are not checkpoints, and work also while the course is broken."""
    kit.edit(shapes / "course.toml", ("points = 8", "points = 0"))
    (shapes / "tests").mkdir()
    (shapes / "tests" / "test_own.py").write_text("def test_own():\n    pass\n", encoding="utf-8")
    run = run_pytest("tests", "-q", cwd=shapes)
    assert (run.code, run.counts) == (0, {"passed": 1})


def test_helpers_beside_the_checkpoints_are_no_checkpoints(shapes: Path) -> None:
    (shapes / "checkpoints" / "test_helpers_of_the_author.py").write_text(
        "from compass import walk\n\ndef test_walk():\n    assert walk([]) == [(0.0, 0.0)]\n", encoding="utf-8"
    )
    run = run_pytest("checkpoints", "--submission", "solutions", "-q", cwd=shapes)
    assert (run.code, run.counts) == (0, {"passed": 23})
