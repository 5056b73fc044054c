"""`grade watch` on the whole screen of a real terminal: what is to be seen, which keys do what, how it ends."""

from __future__ import annotations

import os
import shutil
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import kit
import pytest
from kit import SHAPES, solution, workspace

if sys.platform == "win32":
    pytest.skip("needs a terminal of POSIX", allow_module_level=True)

from terminals import Terminal, until, workers_in

WRONG = solution("plane", ("q[1] - p[1])", "q[1] + p[1])"))
LOOP = solution("plane", ("    return math.hypot", "    while True: pass\n    return math.hypot"))
CTRL_C, CTRL_Z, ESC, END = "\x03", "\x1a", "\x1b", "\x1b[F"

Opener = Callable[..., Terminal]


@pytest.fixture
def watch(tmp_path: Path) -> Iterator[Opener]:
    """A function that runs `grade watch` in a folder; what it started and made for itself must be gone in the end."""
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    opened: list[Terminal] = []

    def begin(kata: Path, *arguments: str, size: tuple[int, int] = (80, 24), **variables: str) -> Terminal:
        env = kit.environment(**{"TERM": "xterm-256color", "TMPDIR": str(scratch), **variables})
        opened.append(Terminal([sys.executable, "-m", "grader", "watch", *arguments], kata, env, size))
        return opened[-1]

    yield begin
    for terminal in opened:
        terminal.child.close(force=True)
    assert until(lambda: not workers_in(scratch))
    assert list(scratch.iterdir()) == []


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (60, 20)])
def test_verdict_hints_and_the_way_on(tmp_path: Path, watch: Opener, size: tuple[int, int]) -> None:
    kata = workspace(tmp_path / "kata", plane=WRONG, pen=(SHAPES / "exercises" / "pen.py").read_text("utf-8"))
    terminal = watch(kata, size=size)
    terminal.wait_for("first failing check", "Next: Look at `distance`", "points", "h Hint")
    assert "Traceback" not in terminal.text
    terminal.press("h")
    terminal.wait_for("Hint 1 of", "More help: key h once more", without="first failing check")
    terminal.press("h")
    terminal.wait_for("Hint 2 of")
    terminal.press("l")
    terminal.wait_for("Predict first", without="Hint 2 of")
    terminal.press("h")
    terminal.wait_for("Hint 2 of")
    (kata / "plane.py").write_text(solution("plane"), encoding="utf-8")
    terminal.wait_for("points passes. Well done! Now pen", without="Hint 2 of")
    terminal.press("q")
    assert terminal.end() == 0
    assert "pen: 0/" in terminal.text
    assert "grade watch goes on from here" in " ".join(terminal.text.split())


def test_keys_go_to_other_stages_and_back(tmp_path: Path, watch: Opener) -> None:
    terminal = watch(workspace(tmp_path / "kata", plane=WRONG))
    terminal.wait_for("points · Two points", "first failing check")
    terminal.press("p")
    terminal.wait_for("This is the first stage.")
    terminal.press("n")
    terminal.wait_for("Go back to points")
    terminal.press("p")
    terminal.wait_for("Next: Look at `distance`")
    terminal.press("?")
    terminal.wait_for("scroll", "open your editor")
    terminal.press(ESC)
    terminal.wait_for("first failing check", without="open your editor")
    terminal.press("r")
    terminal.wait_for("first failing check", "waiting for a save")
    terminal.press(CTRL_C)
    assert terminal.end() == 130


def test_long_feedback_scrolls_and_the_window_may_change(tmp_path: Path, watch: Opener) -> None:
    terminal = watch(workspace(tmp_path / "kata", plane=WRONG), size=(80, 16))
    terminal.wait_for("first failing check", "Next:")
    first = terminal.text
    terminal.press(END)
    until(lambda: terminal.look(0.05) and terminal.text != first)
    assert terminal.text != first, "there is more than fits"
    terminal.resize(50, 30)
    terminal.wait_for("points · Two points", "Next:")
    terminal.resize(120, 40)
    terminal.wait_for("Once around", "Next:")
    terminal.press("q")
    assert terminal.end() == 0


def test_everything_done_is_said(tmp_path: Path, watch: Opener) -> None:
    kata = workspace(tmp_path / "kata", pen=solution("pen", ("pen.turn(360 / corners)", "pen.turn(0)")))
    terminal = watch(kata)
    terminal.wait_for("figures ·", "first failing check")
    (kata / "pen.py").write_text(solution("pen"), encoding="utf-8")
    terminal.wait_for("figures passes. Well done!", "All 4 stages pass", "You have written all of it")
    terminal.press("q")
    assert terminal.end() == 0


def test_editor_opens_at_the_place_and_its_save_is_checked(tmp_path: Path, watch: Opener) -> None:
    editor = tmp_path / "nano"
    editor.write_text(f'#!/bin/sh\necho "$@" > {tmp_path}/asked\ncp {tmp_path}/right.py "$2"\n', encoding="utf-8")
    editor.chmod(0o755)
    (tmp_path / "right.py").write_text(solution("plane"), encoding="utf-8")
    kata = workspace(tmp_path / "kata", plane=WRONG, pen="def")
    terminal = watch(kata, EDITOR=str(editor))
    terminal.wait_for("Next: Look at `distance` in plane.py:6")
    terminal.press("e")
    terminal.wait_for("points passes. Well done!")
    assert (tmp_path / "asked").read_text() == f"+6 {kata / 'plane.py'}\n"
    terminal.press("q")
    assert terminal.end() == 0


def test_no_editor_is_said(tmp_path: Path, watch: Opener) -> None:
    terminal = watch(workspace(tmp_path / "kata", plane=WRONG), EDITOR="", VISUAL="")
    terminal.wait_for("Next:")
    terminal.press("e")
    terminal.wait_for("No editor is named")
    terminal.press("q")
    assert terminal.end() == 0


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_signal_during_a_loop_restores_the_terminal(
    shapes: Path, tmp_path: Path, watch: Opener, number: signal.Signals
) -> None:
    kit.edit(shapes / "course.toml", ("question_seconds = 0.5", "question_seconds = 3600"))
    terminal = watch(workspace(tmp_path / "kata", shapes, plane=LOOP), "points")
    terminal.wait_for("checking for")
    os.kill(terminal.child.pid, number)
    assert terminal.end() == 128 + number
    assert "\x1b[?1049l" in terminal.written, "the screen is as it was before"
    assert "Traceback" not in terminal.written


def test_terminal_that_is_closed_ends_it(tmp_path: Path, watch: Opener) -> None:
    terminal = watch(workspace(tmp_path / "kata", plane=WRONG))
    terminal.wait_for("Next:")
    terminal.child.ptyproc.fileobj.close()
    assert until(lambda: not terminal.child.isalive(), 15), "it goes on without anybody"
    terminal.child.ptyproc.closed = True


def test_stopped_and_continued_it_examines_anew(tmp_path: Path, watch: Opener) -> None:
    kata = workspace(tmp_path / "kata", plane=WRONG, pen="def")
    terminal = watch(kata)
    terminal.wait_for("first failing check")
    os.kill(terminal.child.pid, signal.SIGSTOP)
    (kata / "plane.py").write_text(solution("plane"), encoding="utf-8")
    time.sleep(0.5)
    os.kill(terminal.child.pid, signal.SIGCONT)
    terminal.wait_for("points passes. Well done!")
    terminal.press("q")
    assert terminal.end() == 0


def test_ctrl_z_and_fg(tmp_path: Path) -> None:
    """As in a shell: the screen goes, comes back, and shows what was saved in the meantime."""
    if shutil.which("bash") is None:
        pytest.skip("needs bash")
    kata = workspace(tmp_path / "kata", plane=WRONG, pen="def")
    shell = Terminal(["bash", "--norc", "-i"], kata, kit.environment(TERM="xterm-256color", PS1="$ "))
    shell.press(f"{sys.executable} -m grader watch\n")
    shell.wait_for("first failing check", "waiting for a save")
    shell.press(CTRL_Z)
    shell.wait_for("Stopped")
    (kata / "plane.py").write_text(solution("plane"), encoding="utf-8")
    shell.press("fg\n")
    shell.wait_for("points passes. Well done!", "Next: Fix pen.py. Then save.")
    shell.press("q")
    shell.wait_for("goes on from here")
    shell.press("exit\n")
    assert shell.end() == 0


def test_no_colour_where_it_is_not_wanted(tmp_path: Path, watch: Opener) -> None:
    terminal = watch(workspace(tmp_path / "kata", plane=WRONG), NO_COLOR="1")
    terminal.wait_for("✗ points", "first failing check")
    terminal.press("q")
    terminal.end()
    assert not any(f"\x1b[{code}m" in terminal.written for code in (31, 32, 33, 36, 91))


@pytest.mark.parametrize("how", [{"TERM": "dumb"}, {"LC_ALL": "C", "PYTHONUTF8": "0"}, {"GRADE_PLAIN": "1"}])
def test_lines_and_typed_keys_where_there_is_no_full_screen(tmp_path: Path, watch: Opener, how: dict[str, str]) -> None:
    kata = workspace(tmp_path / "kata", plane=WRONG)
    terminal = watch(kata, size=(100, 80), **how)
    terminal.wait_for("Type a letter and Enter", "points: failed", "Next: Look at `distance`")
    assert "\x1b[?1049h" not in terminal.written
    terminal.press("h\n")
    terminal.wait_for("Hint 1 of")
    terminal.press("h\n")
    terminal.wait_for("Hint 2 of")
    terminal.press("n\n")
    terminal.wait_for("outlines: failed")
    terminal.press("q\n")
    assert terminal.end() == 0
