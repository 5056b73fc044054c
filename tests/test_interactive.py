"""The command at a terminal and in a pipeline: Ctrl-C, closed pipes, colour, width, old encodings."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import kit
import pytest
from kit import SHAPES, grade, solution, workspace
from rich.cells import cell_len

if sys.platform == "win32":
    pytest.skip("needs a terminal of POSIX", allow_module_level=True)

import pexpect
from terminals import until, workers_in

COLOUR = re.compile(r"\x1b\[[0-9;]*[34][0-9]m")
ESCAPE = re.compile(r"\x1b(?:\[[0-9;?]*[A-Za-z]|\]8;[^\x1b]*\x1b\\)")  # colours, moves, links
WRONG = solution("plane", ("q[1] - p[1])", "q[1] + p[1])"))
LOOP = solution("plane", ("    return math.hypot", "    while True: pass\n    return math.hypot"))
GRADE = [sys.executable, "-m", "grader"]


@pytest.fixture
def patient(shapes: Path) -> Path:
    """The small course with an hour for every question: what ends in time was ended."""
    kit.edit(shapes / "course.toml", ("question_seconds = 0.5", "question_seconds = 3600"))
    return shapes


@pytest.fixture
def scratch(tmp_path: Path) -> Path:
    """The folder for temporary files: it must be empty in the end, and workers live below it."""
    folder = tmp_path / "scratch"
    folder.mkdir()
    return folder


def terminal(*arguments: str, cwd: Path, width: int = 80, **variables: str | None) -> pexpect.spawn[str]:
    env = kit.environment(**({"TERM": "xterm-256color"} | variables))
    return pexpect.spawn(
        GRADE[0], [*GRADE[1:], *arguments], cwd=str(cwd), env=env, dimensions=(40, width), encoding="utf-8", timeout=30
    )


def end_of(child: pexpect.spawn[str]) -> str:
    """Wait for the end of a command and return what it wrote."""
    child.expect(pexpect.EOF)
    child.close()
    return child.before or ""


needs_proc = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc to see processes")


# -- Ctrl-C ---------------------------------------------------------------------------------------------------------


@needs_proc
@pytest.mark.parametrize("where", ["in a method", "at import", "while it sleeps"])
def test_ctrl_c_ends_everything_at_once(patient: Path, tmp_path: Path, scratch: Path, where: str) -> None:
    plane = {
        "in a method": LOOP,
        "at import": solution("plane") + "\nwhile True: pass\n",
        "while it sleeps": "import time\ntime.sleep(3600)\n" + solution("plane"),
    }
    kata = workspace(tmp_path / "kata", patient, plane=plane[where])
    child = terminal("points", cwd=kata, TMPDIR=str(scratch))
    assert until(lambda: workers_in(scratch))
    time.sleep(0.7)  # so that the worker is at it
    child.sendintr()
    began = time.monotonic()
    output = end_of(child)
    assert time.monotonic() - began < 5
    assert child.exitstatus == 130
    assert "interrupted" in output
    assert "Traceback" not in output
    assert until(lambda: not workers_in(scratch))
    assert list(scratch.iterdir()) == []


@needs_proc
@pytest.mark.parametrize("delay", [0.06, 0.12, 0.18, 0.24, 0.3])
def test_ctrl_c_while_starting_leaves_nothing(patient: Path, tmp_path: Path, scratch: Path, delay: float) -> None:
    kata = workspace(tmp_path / "kata", patient, plane=LOOP)
    child = terminal("points", cwd=kata, TMPDIR=str(scratch))
    time.sleep(delay)
    child.sendintr()
    output = end_of(child)
    began = "in main" in output  # before that, Ctrl-C is Python's to answer
    assert child.exitstatus == 130 or not began, output
    assert until(lambda: not workers_in(scratch))


def test_ctrl_c_in_process(patient: Path, tmp_path: Path) -> None:
    kata = workspace(tmp_path / "kata", patient, plane=LOOP)
    child = terminal("points", "--in-process", cwd=kata)
    time.sleep(1.0)
    child.sendintr()
    output = end_of(child)
    assert child.exitstatus == 130
    assert "Traceback" not in output


@needs_proc
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL, signal.SIGHUP])
def test_worker_does_not_outlive_a_killed_grader(
    patient: Path, tmp_path: Path, scratch: Path, number: signal.Signals
) -> None:
    kata = workspace(tmp_path / "kata", patient, plane=LOOP)
    env = kit.environment(TMPDIR=str(scratch))
    with subprocess.Popen([*GRADE, "points"], cwd=kata, env=env, stdout=subprocess.DEVNULL) as process:
        assert until(lambda: workers_in(scratch))
        time.sleep(0.5)
        process.send_signal(number)
        process.wait(10)
    assert until(lambda: not workers_in(scratch))


@needs_proc
def test_nothing_is_left_behind_by_an_ordinary_run(tmp_path: Path, scratch: Path) -> None:
    leaving = solution(
        "plane", ("import math\n", "import math\nimport os\nif os.fork() == 0: os.execlp('sleep', 'sleep', '60')\n")
    )
    kata = workspace(tmp_path / "kata", plane=leaving)
    grade("points", cwd=kata, env={"TMPDIR": str(scratch)})
    assert list(scratch.iterdir()) == []
    assert until(lambda: not workers_in(scratch))


# -- pipes ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "arguments", ["", "points", "points --json", "--help", "points --help", "lesson points", "hint points"]
)
def test_closed_pipe_is_quiet(arguments: str) -> None:
    script = f'"{sys.executable}" -m grader {arguments} | true; exit "${{PIPESTATUS[0]}}"'
    run = subprocess.run(
        ["bash", "-c", script], cwd=SHAPES, env=kit.environment(), capture_output=True, encoding="utf-8"
    )
    assert run.stderr == ""
    assert run.returncode in (0, 1)


def test_head_gets_its_line(tmp_path: Path) -> None:
    kata = workspace(tmp_path / "kata", plane=WRONG)
    script = f'"{sys.executable}" -m grader points | head -1'
    run = subprocess.run(["bash", "-c", script], cwd=kata, env=kit.environment(), capture_output=True, encoding="utf-8")
    assert run.stdout.startswith("points · Two points")
    assert run.stderr == ""


@pytest.mark.parametrize("closing", [">&-", "2>&-", "<&-", ">&- 2>&-", ">/dev/full"])
def test_closed_streams_change_no_exit_code(closing: str) -> None:
    if closing == ">/dev/full" and not Path("/dev/full").exists():
        pytest.skip("no /dev/full here")
    script = f'"{sys.executable}" -m grader points {closing}'
    run = subprocess.run(
        ["bash", "-c", script], cwd=SHAPES, env=kit.environment(), capture_output=True, encoding="utf-8"
    )
    assert run.returncode == (2 if "full" in closing else 1)
    assert "Traceback" not in run.stderr


# -- colour, width, encoding ----------------------------------------------------------------------------------------


def test_colour_at_a_terminal_and_none_in_a_pipe(tmp_path: Path) -> None:
    kata = workspace(tmp_path / "kata", plane=WRONG)
    assert COLOUR.search(end_of(terminal("points", cwd=kata)))
    assert "\x1b" not in grade("points", cwd=kata, env={"TERM": "xterm-256color"}).out


@pytest.mark.parametrize("arguments", [["points"], [], ["--help"], ["nosuch"]])
def test_no_colour_where_it_is_not_wanted(tmp_path: Path, arguments: list[str]) -> None:
    kata = workspace(tmp_path / "kata", plane=WRONG)
    assert not COLOUR.search(end_of(terminal(*arguments, cwd=kata, NO_COLOR="1")))
    assert "\x1b" not in end_of(terminal(*arguments, cwd=kata, TERM="dumb"))


@pytest.mark.parametrize("arguments", [["points"], [], ["lesson", "points"], ["hint", "points"]])
@pytest.mark.parametrize("width", [60, 80])
def test_no_line_is_wider_than_the_terminal(tmp_path: Path, arguments: list[str], width: int) -> None:
    kata = workspace(tmp_path / "kata", plane=WRONG)
    output = ESCAPE.sub("", end_of(terminal(*arguments, cwd=kata, width=width)))
    assert output.strip()
    assert max(cell_len(line) for line in output.splitlines()) <= width


def test_places_can_be_clicked_where_the_terminal_knows_how(tmp_path: Path) -> None:
    kata = workspace(
        tmp_path / "kata ü", plane=solution("plane", ("    return math.hypot", "    return x + math.hypot"))
    )
    link = f"\x1b]8;;{(kata / 'plane.py').as_uri()}#8\x1b\\"
    output = re.sub(r"8;id=\d+;", "8;;", end_of(terminal("points", cwd=kata)))
    assert link in output
    assert "plane.py:8" in output, "and editors find them in the text"
    for variables in ({"TERM": "dumb"}, {"GRADE_PLAIN": "1"}):
        assert "\x1b" not in end_of(terminal("points", cwd=kata, **variables))
    (kata / "notes").mkdir()
    assert "../plane.py:8 in distance" in grade("points", cwd=kata / "notes").out


def test_plain_is_sentences_without_anything_drawn(tmp_path: Path) -> None:
    kata = workspace(tmp_path / "kata", plane=WRONG)
    for arguments in (["points"], [], ["doctor"], ["hint", "points"], ["lesson", "points"], ["solution", "pen"]):
        output = end_of(terminal("--plain", *arguments, cwd=kata))
        assert not re.search("[\x1b\u2500-\u257f✓✗○●]", output), output
    run = " ".join(grade("--plain", "points", cwd=kata).out.split())
    for sentence in (
        "points, Two points: failed, 3 of 8 points.",
        "Passed: midpoint(",
        "First failing check:",
        "Got: ",
    ):
        assert sentence in run
    board = " ".join(grade(cwd=kata, env={"GRADE_PLAIN": "1"}).out.split())
    assert "points, failed, 3 of 6 checks: Two points. Next: `distance`" in board


@pytest.mark.parametrize(("width", "sign"), [(80, "  +     return"), (120, "|     return")])
def test_reference_stands_beside_one_s_own_code_where_there_is_room(tmp_path: Path, width: int, sign: str) -> None:
    mine = solution("plane", ("math.hypot(q[0] - p[0], q[1] - p[1])", "math.dist(p, q)"))
    kata = workspace(tmp_path / "kata", plane=mine)
    output = ESCAPE.sub("", end_of(terminal("solution", "points", cwd=kata, width=width)))
    assert sign in output
    assert max(cell_len(line) for line in output.splitlines()) <= width


@pytest.mark.parametrize(
    "arguments", [[], ["points"], ["lesson", "points"], ["hint", "points"], ["course", "check"], ["nosuch"]]
)
def test_no_blanks_at_the_ends_of_lines_in_a_pipe(tmp_path: Path, arguments: list[str]) -> None:
    kata = workspace(tmp_path / "kata", plane=WRONG)
    run = grade(*arguments, cwd=kata)
    assert run.out + run.err
    assert [line for line in (run.out + run.err).splitlines() if line != line.rstrip()] == []


@pytest.mark.parametrize(
    "variables",
    [{"PYTHONIOENCODING": "ascii"}, {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}],
    ids=["PYTHONIOENCODING", "LC_ALL"],
)
def test_terminal_without_unicode_gets_words_for_signs(tmp_path: Path, variables: dict[str, str | None]) -> None:
    kata = workspace(tmp_path / "kata", plane=WRONG)
    run = grade("points", cwd=kata, env=variables)
    assert run.code == 1
    assert run.out.isascii()
    assert "?" not in run.out.replace("which two numbers are the short sides?", "")
    assert run.out.count("FAIL") == 3
    assert run.out.count(" ok ") == 3
    board = grade(cwd=kata, env=variables)
    assert board.out.isascii()
    assert "FAIL" in board.out
    broken = grade("points", cwd=workspace(tmp_path / "broken", plane=b"def caf\xe9(:\n"), env=variables)
    assert broken.out.isascii()
    lesson, with_signs = (grade("lesson", "points", cwd=kata, env=env) for env in (variables, {}))
    assert lesson.out.isascii()
    assert (" • " in with_signs.out, " * " in lesson.out) == (True, True)
    refused = grade("ponts", cwd=kata, env=variables)
    assert "Did you mean 'points'?" in refused.err


def test_student_s_own_characters_break_no_terminal(tmp_path: Path) -> None:
    body = "print('π ≈ 3, \\ud800, \\U0001f600'); raise ValueError('größer als ∞')"
    kata = workspace(
        tmp_path / "kata", plane=solution("plane", ("    return math.hypot", f"    {body}\n    return math.hypot"))
    )
    for encoding in ("utf-8", "ascii", "cp437"):
        run = grade("points", cwd=kata, env={"PYTHONIOENCODING": encoding})
        assert run.code == 1
        assert run.err == ""
