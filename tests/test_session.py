"""One session: what a submission does costs its own check at most, and what an author broke is said to the author."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from pathlib import Path

import kit
import pytest
from kit import SHAPES, STAGES, examine, grade, screen, solution, workspace

from grader.course import load_course
from grader.errors import CourseError, UsageError
from grader.report import CheckResult, Outcome, Report
from grader.session import Session, run_session
from grader.submission import read_submission
from grader.workers import Spawner

BODY = ("return ((p[0] + q[0]) / 2, (p[1] + q[1]) / 2)", "{}")  # of midpoint
FOUR = {"test_distance_of_known_points", "test_distance_does_not_care_which_comes_first"}


def outcomes(report: Report) -> dict[str, str]:
    return {check.id: check.outcome.value for check in report.checks}


def midpoint(body: str) -> str:
    """Return plane.py with another body for midpoint; two checks of `points` need it, four don't."""
    return solution("plane", (BODY[0], body))


# -- where a loop is ------------------------------------------------------------------------------------------------

on_posix = pytest.mark.skipif(os.name == "nt", reason="needs SIGUSR1")
FOREVER = """total = 0
    for k in range(3):
        while total < 10:
            total = helped(total)
    return p


def helped(total):
    for k in range(100):
        total = max(0, total - 1)
    return total"""


@on_posix
@pytest.mark.parametrize("printing", ["", "print('round'); "], ids=["silent", "in a flood of output"])
def test_an_endless_loop_is_named_by_its_first_line(tmp_path: Path, printing: str) -> None:
    body = FOREVER.replace("total = helped", f"{printing}total = helped")
    (report,) = examine(workspace(tmp_path / "kä ta", plane=midpoint(body)), "points")
    slow = [check for check in report.checks if check.outcome is Outcome.TIMEOUT]
    assert {(check.place.file, check.place.text) for check in slow if check.place} == {
        ("plane.py", "while total < 10:")
    }
    assert all(check.place and check.place.function == "midpoint" for check in slow)
    assert not any("most recent call" in check.output for check in report.checks)
    assert "plane.py:" in screen(report)


@on_posix
def test_a_loop_at_import_is_named_too(tmp_path: Path) -> None:
    (report,) = examine(workspace(tmp_path / "kata", plane=solution("plane") + "\nwhile True:\n    pass\n"), "points")
    (problem,) = report.problems
    assert problem.place
    assert problem.place.text == "while True:"


@on_posix
@pytest.mark.parametrize(
    "body",
    [
        "import signal; signal.signal(signal.SIGUSR1, signal.SIG_DFL)\n    while True: pass",
        "import signal; signal.signal(signal.SIGUSR1, signal.SIG_IGN)\n    while True: pass",
        "import faulthandler; faulthandler.unregister(10)\n    while True: pass",
        "import os; os.close(2)\n    while True: pass",
        "print('Stack (most recent call first):\\n  File \"/etc/passwd\", line 1 in x' * 2000)\n    while True: pass",
        "print('Stack (most recent call first):\\n  File \"plane.py\", line 99 in \\x1b[31m')\n    while True: pass",
    ],
)
def test_whoever_will_not_say_where_is_out_of_time_all_the_same(tmp_path: Path, body: str) -> None:
    (report,) = examine(workspace(tmp_path / "kata", plane=midpoint(body)), "points")
    slow = [check for check in report.checks if check.units[0] == "plane:midpoint"]
    assert {check.outcome for check in slow} == {Outcome.TIMEOUT}
    assert {check.place.file for check in slow if check.place} <= {"plane.py"}
    assert "\x1b" not in screen(report)


# -- a submission costs only itself ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "outcome", "said"),
    [
        ("while True: pass", "timeout", "more than 0.5 s; is there an endless loop?"),
        ("import time; time.sleep(30)", "timeout", "more than 0.5 s"),
        ("import os; os._exit(0)", "crashed", "your code ended the Python process (exit code 0)"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGKILL)", "crashed", "ended the Python process"),
        ("import ctypes; ctypes.string_at(0)", "crashed", "segmentation fault"),
        ("raise SystemExit(0)", "failed", "your code called exit() or sys.exit(), which ends the whole program"),
        ("import sys; sys.exit('bye')", "failed", "which ends the whole program (with bye)"),
        ("raise KeyboardInterrupt", "failed", "your code raised KeyboardInterrupt"),
        ("raise GeneratorExit", "failed", "your code raised GeneratorExit"),
        ("return input('name? ')", "failed", "input() has nobody to ask"),
        ("import sys; return sys.stdin.read()", "failed", "a point is a pair"),
        ("return midpoint(p, q)", "failed", "your code raised RecursionError"),
        ("return bytearray(10 ** 10)", "failed", "your code raised MemoryError"),
        ("import pytest", "failed", "ModuleNotFoundError: No module named 'pytest'"),
        ("return 10 ** 10 ** 5", "failed", "too large to be an answer"),
        ("x = []; x.append(x); return x", "failed", "nested more than 40 deep"),
        ("import sys; sys.modules.clear(); sys.path.clear(); return (0, 0)", "failed", ""),
        ("import os; os.closerange(3, 300)", "crashed", ""),
        ("import threading; threading.Thread(target=lambda: __import__('time').sleep(60)).start()", "failed", ""),
        ("import os; os.chdir('/'); return None", "failed", "a point is a pair"),
    ],
)  # fmt: skip
def test_what_a_unit_does_costs_only_its_own_checks(tmp_path: Path, body: str, outcome: str, said: str) -> None:
    began = time.monotonic()
    (report,) = examine(workspace(tmp_path / "kata", plane=midpoint(body)), "points")
    assert time.monotonic() - began < 15
    for name, found in outcomes(report).items():
        assert found == (outcome if name.startswith("test_midpoint") else "passed"), name
    assert said in next(check.message for check in report.checks if check.id == "test_midpoint_is_a_pair")
    assert "expected" not in screen(report) or "pair" in screen(report)


def test_loop_in_a_method_names_the_deadline_and_the_check(tmp_path: Path) -> None:
    looping = solution("pen", ("self.trail.append(self.position)", "while True: pass"))
    began = time.monotonic()
    run = grade("pen", cwd=workspace(tmp_path / "kata", pen=looping))
    assert time.monotonic() - began < 15
    assert run.code == 1
    assert "out of time" in run.out
    assert "one call took more than 0.5 s; is there an endless loop?" in run.out
    assert run.out.count("✓") == 4, "what doesn't walk is not affected"


def test_loop_at_import_is_one_verdict_within_one_deadline(tmp_path: Path) -> None:
    kata = workspace(tmp_path / "kata", plane=solution("plane") + "\nwhile True: pass\n")
    began = time.monotonic()
    points, outlines, pen = examine(kata, "points", "outlines", "pen")
    assert time.monotonic() - began < 10, "twenty checks, and not twenty deadlines"
    for report in (points, outlines, pen):
        assert report.outcome is Outcome.TIMEOUT
        assert set(outcomes(report).values()) == {"timeout"}
    (problem,) = points.problems
    assert problem.message.startswith("importing plane.py: one call took more than 0.5 s")
    assert screen(points).count("endless loop") == 1
    assert "importing pen.py" in pen.problems[0].message


@pytest.mark.parametrize("line", ["raise SystemExit", "import os; os._exit(0)", "exit()"])
def test_end_of_the_process_at_import_is_no_pass(tmp_path: Path, line: str) -> None:
    kata = workspace(tmp_path / "kata", plane=solution("plane") + f"\n{line}\n")
    (report,) = examine(kata, "points")
    assert report.outcome in (Outcome.FAILED, Outcome.CRASHED)
    assert report.points == 0
    assert len(report.problems) == 1
    assert screen(report).count("importing plane.py") == 1


def test_all_checks_together_have_a_deadline(shapes: Path, tmp_path: Path) -> None:
    kit.edit(shapes / "course.toml", ("submission_seconds = 20.0", "submission_seconds = 1.0"))
    slow = solution(
        "plane", ("import math\n", "import math\nimport time\n"), ("    return", "    time.sleep(0.3)\n    return")
    )
    began = time.monotonic()
    (report,) = examine(workspace(tmp_path / "kata", plane=slow), "points", course=shapes)
    assert time.monotonic() - began < 10
    assert report.outcome is Outcome.TIMEOUT
    assert "all checks together" in report.checks[-1].message


def test_one_check_has_a_deadline(shapes: Path, tmp_path: Path) -> None:
    kit.edit(shapes / "course.toml", ("check_seconds = 2.0", "check_seconds = 0.3"))
    slow = solution("pen", ("        angle = ", "        sum(range(1_000_000))\n        angle = "))
    (report,) = examine(workspace(tmp_path / "kata", pen=slow), "figures", course=shapes)
    late = report.checks[-1]
    assert (late.outcome, late.message) == (Outcome.TIMEOUT, "this check took more than 0.3 s in all")


def test_number_of_questions_of_a_check_is_limited(shapes: Path, tmp_path: Path) -> None:
    kit.edit(shapes / "course.toml", ("memory_mib = 512", "memory_mib = 512\nquestions = 50"))
    (report,) = examine(workspace(tmp_path / "kata"), "figures", course=shapes)
    assert report.checks[-1].outcome is Outcome.FAILED or report.checks[-1].outcome is Outcome.PASSED
    kit.edit(
        shapes / "checkpoints" / "test_figures.py",
        ("    pen.draw_polygon(p, 100,", "    for _ in range(60):\n        p.turn(0)\n    pen.draw_polygon(p, 100,"),
    )
    (report,) = examine(workspace(tmp_path / "kata"), "figures", course=shapes)
    assert report.checks[-1].outcome is Outcome.FAILED
    assert "asked 50 questions and was not done" in report.checks[-1].message


def test_flood_of_prints_is_kept_short_and_under_its_check(tmp_path: Path) -> None:
    flood = midpoint(f"print('o' * 50_000_000); {BODY[0]}")
    (report,) = examine(workspace(tmp_path / "kata", plane=flood), "points")
    assert report.passed, "printing is allowed"
    printed = {check.id: len(check.output) for check in report.checks}
    assert all((0 < length <= 2000) == name.startswith("test_midpoint") for name, length in printed.items())
    endless = midpoint("while True: print('flood', file=__import__('sys').stderr)")
    (report,) = examine(workspace(tmp_path / "endless", plane=endless), "points")
    assert outcomes(report)["test_midpoint_is_a_pair"] == "timeout"
    assert outcomes(report)["test_distance_of_known_points[3-4-5]"] == "passed"
    assert len(screen(report).splitlines()) < 60


def test_output_belongs_to_the_check_that_caused_it(tmp_path: Path) -> None:
    talking = midpoint(f"print('halfway', p)\n    {BODY[0]}")
    (report,) = examine(workspace(tmp_path / "kata", plane=talking), "points")
    outputs = [check.output for check in report.checks]
    assert outputs[:4] == ["", "", "", ""]
    assert outputs[4] == "halfway (0, 0)\n"
    assert outputs[5].startswith("halfway (")


def test_control_characters_of_a_print_never_reach_the_terminal(tmp_path: Path) -> None:
    body = "print('\\x1b[2J\\x1b]0;title\\x07red\\x9b31m\\u202e'); raise ValueError('\\x1b[31mred')"
    run = grade("points", cwd=workspace(tmp_path / "kata", plane=midpoint(body)))
    assert not set(run.out) & {"\x1b", "\x07", "\x9b", "\u202e"}
    assert "red" in run.out


def test_submission_cannot_reach_the_course(tmp_path: Path) -> None:
    body = "import compass, test_points; return compass"
    (report,) = examine(workspace(tmp_path / "kata", plane=midpoint(body)), "points")
    assert "No module named 'compass'" in report.checks[-1].message


# -- one session, many submissions ----------------------------------------------------------------------------------


def test_session_collects_once_and_examines_many(tmp_path: Path) -> None:
    course = load_course(SHAPES)
    kinds = {
        "right": workspace(tmp_path / "right"),
        "looping": workspace(tmp_path / "looping", plane=midpoint("while True: pass")),
        "wrong": workspace(tmp_path / "wrong", plane=midpoint("return (0, 0)")),
        "broken": workspace(tmp_path / "broken", plane="def"),
        "stubs": SHAPES / "exercises",
    }
    submissions = {name: read_submission(course, folder) for name, folder in kinds.items()}

    def drive(session: Session) -> dict[str, list[Outcome]]:
        order = [*submissions, *reversed(submissions)]
        found: dict[str, list[Outcome]] = {name: [] for name in submissions}
        for name in order:
            (report,) = session.examine(submissions[name])
            found[name].append(report.outcome)
        return found

    source = Spawner(course.limits)
    try:
        found = run_session(course, [course.stage("points")], source, drive)
    finally:
        source.close()
    assert found == {
        "right": [Outcome.PASSED] * 2,
        "looping": [Outcome.TIMEOUT] * 2,
        "wrong": [Outcome.FAILED] * 2,
        "broken": [Outcome.FAILED] * 2,
        "stubs": [Outcome.TODO] * 2,
    }


def test_each_submission_starts_with_fresh_modules(tmp_path: Path) -> None:
    """What one submission leaves in its process (a patched library, a global) is gone for the next."""
    course = load_course(SHAPES)
    patching = workspace(tmp_path / "patching", plane="import math\nmath.hypot = lambda *a: 5.0\n" + solution("plane"))
    both = [read_submission(course, folder) for folder in (patching, workspace(tmp_path / "right"))]

    def drive(session: Session) -> list[Outcome]:
        return [session.examine(submission)[0].outcome for submission in both]

    source = Spawner(course.limits)
    try:
        assert run_session(course, [course.stage("points")], source, drive) == [Outcome.FAILED, Outcome.PASSED]
    finally:
        source.close()


def test_two_courses_with_files_of_the_same_names(shapes: Path, tmp_path: Path) -> None:
    kit.edit(shapes / "checkpoints" / "test_points.py", ("is the pair (2, 1).", "is another text."))
    kata = workspace(tmp_path / "kata")
    titles = [examine(kata, "points", course=course)[0].checks[4].title for course in (SHAPES, shapes, SHAPES)]
    assert titles == [
        "midpoint((0, 0), (4, 2)) is the pair (2, 1).",
        "midpoint((0, 0), (4, 2)) is another text.",
        "midpoint((0, 0), (4, 2)) is the pair (2, 1).",
    ]


def test_driver_may_ask_for_some_checks_only(tmp_path: Path) -> None:
    course = load_course(SHAPES)
    submission = read_submission(course, workspace(tmp_path / "kata"))

    def drive(session: Session) -> list[Report]:
        return session.examine(submission, wanted=lambda check: "plane:area" in check.units)

    source = Spawner(course.limits)
    try:
        reports = run_session(course, course.stages, source, drive)
    finally:
        source.close()
    assert [(report.stage, len(report.checks)) for report in reports] == [("outlines", 3), ("figures", 2)]


def test_examination_may_be_left_in_the_middle(tmp_path: Path) -> None:
    """What pytest had set up for the stage that was left is not in the way of the next one."""
    course = load_course(SHAPES)
    submission = read_submission(course, workspace(tmp_path / "kata"))

    def drive(session: Session) -> list[Report]:
        def leave_after_two(results: Sequence[CheckResult]) -> None:
            if len(results) == 2:
                raise InterruptedError

        session.go_on = leave_after_two
        with pytest.raises(InterruptedError):
            session.examine(submission, stages=[course.stage("points")])
        session.go_on = lambda results: None
        return session.examine(submission, stages=[course.stage("pen"), course.stage("points")])

    source = Spawner(course.limits)
    try:
        reports = run_session(course, course.stages, source, drive)
    finally:
        source.close()
    assert [report.outcome for report in reports] == [Outcome.PASSED, Outcome.PASSED]


def test_exception_of_the_driver_comes_through() -> None:
    course = load_course(SHAPES)

    def drive(session: Session) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        run_session(course, course.stages, Spawner(course.limits), drive)


def test_surroundings_are_as_before() -> None:
    import sys

    os.environ["PYTEST_ADDOPTS"] = "--no-such-option"
    try:
        before = [list(sys.path), "test_points" in sys.modules, *_settings()]
        examine(SHAPES / "exercises", *STAGES)
        assert [list(sys.path), "test_points" in sys.modules, *_settings()] == before
    finally:
        del os.environ["PYTEST_ADDOPTS"]


def _settings() -> list[tuple[str, str]]:
    return sorted((name, value) for name, value in os.environ.items() if name != "PYTEST_CURRENT_TEST")


# -- what the author broke ------------------------------------------------------------------------------------------

FIRST = '@check(units=["distance"], points=1, hint="Pythagoras: which two numbers are the short sides?")\n'

BROKEN: dict[str, tuple[tuple[str, str], str]] = {
    "syntax error": (("import math\n", "import math math\n"), "invalid syntax"),
    "import error": (("import math\n", "import no_such_library\n"), "No module named 'no_such_library'"),
    "exception at the top": (("import math\n", "import math\n1 / 0\n"), "ZeroDivisionError"),
    "exit at the top": (("import math\n", "import math\nraise SystemExit(0)\n"), "it ends pytest (SystemExit)"),
    "no @check": ((FIRST, ""), "a test without @check"),
    "no docstring": (
        ('    """midpoint((0, 0), (4, 2)) is the pair (2, 1)."""\n', ""),
        "a check without a docstring",
    ),
    "empty docstring": (('"""midpoint((0, 0), (4, 2)) is the pair (2, 1)."""', '"""  """'), "without a docstring"),
    "unknown unit": (('units=["midpoint", "distance"]', 'units=["midpiont"]'), "there is no unit 'plane:midpiont'"),
    "unit of no module": (('units=["midpoint", "distance"]', 'units=["plan:midpoint"]'), "no unit 'plan:midpoint'"),
    "unit that is no name": (('units=["midpoint", "distance"]', 'units=["mid point"]'), "'mid point' is not a unit"),
    "no units": (('units=["midpoint", "distance"]', "units=[]"), "a check that needs no unit"),
    "units as a text": (('units=["midpoint", "distance"]', 'units="midpoint"'), "units"),
    "units as a number": (('units=["midpoint", "distance"]', "units=3"), "units"),
    "misspelt keyword": (('units=["midpoint", "distance"]', 'unit=["midpoint"]'), "unit"),
    "points as a text": (("points=2)\ndef test_midpoint_is_as", 'points="two")\ndef test_midpoint_is_as'), "points"),
    "negative points": (("points=2)\ndef test_midpoint_is_as", "points=-2)\ndef test_midpoint_is_as"), "points"),
    "points not a number": (
        ("points=2)\ndef test_midpoint_is_as", 'points=float("nan"))\ndef test_midpoint_is_as'),
        "points",
    ),
    "pytest.exit at the top": (("import math\n", "import math\nimport pytest\npytest.exit('bye')\n"), "Exit: bye"),
    "parametrize without its argument": (('("p", "q", "expected")', '("p", "q", "other")'), "uses no argument 'other'"),
}  # fmt: skip


@pytest.mark.parametrize("case", BROKEN)
def test_broken_checkpoint_names_the_file_and_what_is_wrong(shapes: Path, case: str) -> None:
    change, said = BROKEN[case]
    kit.edit(shapes / "checkpoints" / "test_points.py", change)
    with pytest.raises(CourseError) as caught:
        examine(SHAPES / "solutions", "points", course=shapes)
    error = caught.value
    assert Path(error.file).name == "test_points.py"
    assert said in error.problem
    assert error.advice


@pytest.mark.parametrize("case", ["syntax error", "no @check", "units as a text", "exit at the top", "unknown unit"])
def test_broken_checkpoint_on_the_command_line(shapes: Path, case: str) -> None:
    change, said = BROKEN[case]
    kit.edit(shapes / "checkpoints" / "test_points.py", change)
    run = grade("points", "--json", cwd=shapes)
    assert (run.code, run.out) == (2, "")
    assert "grade: " in run.err
    assert "test_points.py" in run.err
    assert said in run.err


def test_checkpoint_without_checks(shapes: Path) -> None:
    (shapes / "checkpoints" / "test_points.py").write_text('"""Nothing yet."""\n', encoding="utf-8")
    with pytest.raises(CourseError, match=r"the checkpoint of points holds no checks"):
        examine(SHAPES / "solutions", "points", course=shapes)


def test_fault_of_one_checkpoint_does_not_touch_the_others(shapes: Path) -> None:
    kit.edit(shapes / "checkpoints" / "test_points.py", BROKEN["syntax error"][0])
    (report,) = examine(SHAPES / "solutions", "outlines", course=shapes)
    assert report.passed


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("midle", "NameError: name 'midle' is not defined"),
        ("import no_such_library", "ModuleNotFoundError"),
        ("raise RuntimeError('of the author')", "RuntimeError: of the author"),
        ("open('/no/such/file')", "FileNotFoundError"),
        ("in_student(lambda: 0)", "in_student needs a function written with def"),
        ("plane.distance(object(), 1)", "cannot send an object"),
        ("raise SystemExit(0)", "SystemExit"),
    ],
)
def test_author_s_mistake_inside_a_check_is_an_error_and_not_the_student_s(shapes: Path, line: str, said: str) -> None:
    file = shapes / "checkpoints" / "test_points.py"
    kit.edit(
        file,
        ("test_midpoint_is_a_pair(plane)", "test_midpoint_is_a_pair(plane, in_student)"),
        ("    middle = plane.midpoint((0, 0), (4, 2))\n", f"    {line}\n"),
    )
    (report,) = examine(SHAPES / "solutions", "points", course=shapes)
    check = next(check for check in report.checks if check.id == "test_midpoint_is_a_pair")
    assert check.outcome is Outcome.ERROR
    assert said in check.message
    assert check.points == 0
    assert report.outcome is Outcome.ERROR
    assert outcomes(report)["test_midpoint_is_as_far_from_both"] == "passed"
    assert "the check itself is broken" in screen(report)


def test_fixture_that_is_not_there_is_an_error(shapes: Path) -> None:
    file = shapes / "checkpoints" / "test_points.py"
    kit.edit(file, ("test_midpoint_is_a_pair(plane)", "test_midpoint_is_a_pair(plain)"))
    (report,) = examine(SHAPES / "solutions", "points", course=shapes)
    check = next(check for check in report.checks if check.id == "test_midpoint_is_a_pair")
    assert (check.outcome, check.message) == (Outcome.ERROR, "there is no fixture 'plain' (test_points.py)")


def test_pytest_exit_inside_a_check_is_no_success(shapes: Path) -> None:
    file = shapes / "checkpoints" / "test_points.py"
    kit.edit(file, ("    middle = plane.midpoint((0, 0), (4, 2))\n", "    pytest.exit('bye', 0)\n"))
    run = grade("points", "--json", "--submission", "solutions", cwd=shapes)
    assert (run.code, run.out) == (2, "")
    assert "test_points.py: it ends pytest (Exit)" in run.err


def test_unknown_check_is_suggested() -> None:
    with pytest.raises(UsageError) as caught:
        examine(SHAPES / "solutions", "points", only=["test_midpoint_is_a_pear"])
    assert caught.value.advice == "Did you mean 'test_midpoint_is_a_pair'?"
