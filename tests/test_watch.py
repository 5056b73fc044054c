"""`grade watch` without a screen: the last verdict belongs to the last content, and leads where it should."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import kit
import pytest
from kit import SHAPES, grade, solution, workspace
from storms import Storms
from watching import Evening

from grader.report import Outcome

WRONG = solution("plane", ("q[1] - p[1])", "q[1] + p[1])"))  # distance, which everything leans on
LOOP = solution("plane", ("    return math.hypot", "    while True: pass\n    return math.hypot"))
STUBS = (SHAPES / "exercises" / "plane.py").read_text(encoding="utf-8")


@pytest.fixture
def evening() -> Iterator[Callable[..., Evening]]:
    """A function that begins to watch a folder, and ends what it began before."""
    begun: list[Evening] = []

    def end() -> None:
        while begun:
            one = begun.pop()
            one.close()
            assert one.engine.fault is None

    def begin(*arguments: object, **options: object) -> Evening:
        end()
        begun.append(Evening(*arguments, **options))  # type: ignore[arg-type]
        return begun[-1]

    yield begin
    end()


@pytest.fixture
def patient(shapes: Path) -> Path:
    """The small course with an hour for every question: what ends in time was ended."""
    kit.edit(shapes / "course.toml", ("question_seconds = 0.5", "question_seconds = 3600"))
    return shapes


# -- where a verdict leads ------------------------------------------------------------------------------------------


def test_it_begins_at_the_first_stage_that_does_not_pass(tmp_path: Path, evening: Callable[..., Evening]) -> None:
    first = evening(workspace(tmp_path / "new", plane=STUBS, pen=None)).wait(lambda s: s.number)
    assert (first.stage, first.report.outcome) == ("points", Outcome.TODO)  # type: ignore[union-attr]
    later = evening(workspace(tmp_path / "later", pen=solution("pen", ("% 360", "% 361")))).wait(lambda s: s.number)
    assert later.stage == "pen"


def test_stage_that_passes_leads_to_the_next_with_a_word(tmp_path: Path, evening: Callable[..., Evening]) -> None:
    watched = evening(workspace(tmp_path / "kata", plane=WRONG, pen="def broken("))
    watched.wait(lambda s: s.stage == "points" and s.number)
    watched.save(plane=solution("plane"))
    passed = watched.outcome("passed")
    assert passed.stage == "points"
    moved = watched.wait(lambda s: s.stage == "pen")
    assert moved.news == "points passes. Well done! Now pen: A pen that leaves a trail."
    assert moved.report is not None
    assert moved.report.problems[0].file == "pen.py"


def test_after_the_last_stage_all_are_examined_again(tmp_path: Path, evening: Callable[..., Evening]) -> None:
    """What was broken on the way is found in the end, and mended it is the end."""
    unfinished = solution("pen", ("pen.turn(360 / corners)", "pen.turn(0)"))
    watched = evening(workspace(tmp_path / "kata", pen=unfinished), "figures")
    watched.wait(lambda s: s.number == 1 and s.stage == "figures")
    spoilt = solution("plane", ("(p[1] + q[1]) / 2", "q[1]"))  # of midpoint, which no later stage uses
    watched.save(plane=spoilt, pen=solution("pen"))
    back = watched.wait(lambda s: s.stage == "points")
    assert "figures passes. Well done! But points does not pass any more" in back.news
    assert back.report is not None
    assert back.report.outcome is Outcome.FAILED
    watched.save(plane=solution("plane"))
    end = watched.wait(lambda s: s.finished)
    assert [progress.outcome for progress in end.stages] == [Outcome.PASSED] * 4


def test_who_went_back_to_a_stage_that_passes_stays_there(tmp_path: Path, evening: Callable[..., Evening]) -> None:
    watched = evening(workspace(tmp_path / "kata", pen="def broken("))
    watched.wait(lambda s: s.stage == "pen" and s.number)
    watched.engine.go_to("points")
    watched.wait(lambda s: s.stage == "points")
    since = len(watched.states)
    watched.save(plane=solution("plane") + "\n# tidied\n")
    again = watched.wait(lambda s: s.number > watched.states[since - 1].number, since)
    assert again.stage == "points"
    watched.save(plane=WRONG)
    watched.outcome("failed", since)
    watched.save(plane=solution("plane"))
    watched.wait(lambda s: s.stage == "pen", since)


def test_lost_stage_is_told(tmp_path: Path, evening: Callable[..., Evening]) -> None:
    """Somebody at a stage whose own units are still to do hears that an earlier one went wrong."""
    stubs = (SHAPES / "exercises" / "pen.py").read_text(encoding="utf-8")
    watched = evening(workspace(tmp_path / "kata", pen=stubs))
    watched.wait(lambda s: s.stage == "pen" and s.stages[0].outcome is Outcome.PASSED)
    watched.wait(lambda s: s.stages[3].outcome is not None)
    watched.save(plane=WRONG)
    watched.wait(lambda s: s.news == "points does not pass any more.")


def test_verdict_comes_first_and_what_is_behind_it_later(tmp_path: Path, evening: Callable[..., Evening]) -> None:
    kata = workspace(tmp_path / "kata", plane=WRONG)
    watched = evening(kata)
    first = watched.outcome("failed")
    assert not first.explained
    explained = watched.wait(lambda s: s.explained)
    assert explained.number == first.number
    asked = grade("points", "--json", cwd=kata).report
    assert list(explained.report.blame) == asked["blame"] == ["plane:distance"]  # type: ignore[union-attr]
    assert explained.advice.endswith("Then save.")


# -- however it is saved --------------------------------------------------------------------------------------------


def test_save_by_renaming_and_a_file_that_goes_and_comes(tmp_path: Path, evening: Callable[..., Evening]) -> None:
    watched = evening(workspace(tmp_path / "kata"), "points")
    watched.outcome("passed")
    draft = tmp_path / "kata" / ".plane.py.swp"
    draft.write_text(WRONG, encoding="utf-8")
    draft.replace(tmp_path / "kata" / "plane.py")
    watched.outcome("failed")
    since = len(watched.states)
    (tmp_path / "kata" / "plane.py").unlink()
    gone = watched.outcome("todo", since)
    assert gone.report is not None
    assert gone.report.problems[0].message == "there is no plane.py"
    watched.save(plane=solution("plane"))
    watched.outcome("passed", since)


def test_folder_that_goes_and_comes(tmp_path: Path, evening: Callable[..., Evening]) -> None:
    kata = workspace(tmp_path / "kata")
    watched = evening(kata, "points")
    watched.outcome("passed")
    kata.rename(tmp_path / "away")
    assert "there is no submission" in watched.wait(lambda s: s.trouble).trouble
    since = len(watched.states)
    (tmp_path / "away").rename(kata)
    watched.outcome("passed", since)
    watched.save(plane=WRONG)
    watched.outcome("failed", since)


def test_polling_finds_saves_without_events(tmp_path: Path, evening: Callable[..., Evening]) -> None:
    watched = evening(workspace(tmp_path / "kata"), "points", polling=True)
    watched.outcome("passed")
    watched.save(plane=WRONG)
    watched.outcome("failed")


def test_save_of_the_same_content_is_no_news(tmp_path: Path, evening: Callable[..., Evening]) -> None:
    watched = evening(workspace(tmp_path / "kata", plane=WRONG))
    number = watched.wait(lambda s: s.explained).number
    watched.save(plane=WRONG)
    watched.save(plane=solution("plane", ("q[1] - p[1])", "p[1])")))
    watched.wait(lambda s: s.number == number + 1 and s.explained)
    assert max(s.number for s in watched.states) == number + 1


# -- code that does not end -----------------------------------------------------------------------------------------


def test_save_during_a_loop_does_not_wait_for_it(
    patient: Path, tmp_path: Path, evening: Callable[..., Evening]
) -> None:
    kata = workspace(tmp_path / "kata", patient)
    watched = evening(kata, "points")
    watched.outcome("passed")
    watched.save(plane=LOOP)
    time.sleep(0.5)  # so that it is at it, for an hour
    watched.save(plane=WRONG)
    assert watched.outcome("failed").digest
    watched.save(plane=solution("plane") + "\nwhile True: pass\n")
    time.sleep(0.5)
    since = len(watched.states)
    watched.engine.go_to("pen")
    watched.save(plane=solution("plane"))
    watched.wait(lambda s: s.stage == "pen" and s.report is not None, since)


def test_loop_is_ended_and_said(tmp_path: Path, evening: Callable[..., Evening]) -> None:
    watched = evening(workspace(tmp_path / "kata"), "points")
    watched.outcome("passed")
    watched.save(plane=LOOP)
    told = watched.wait(lambda s: "is there an endless loop?" in s.news)
    assert told.report is not None
    assert told.report.passed, "the verdict is not there yet"
    watched.outcome("timeout")
    watched.save(plane=solution("plane"))
    watched.wait(lambda s: s.report is not None and s.report.passed, len(watched.states))


def test_nothing_is_left_behind(patient: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(scratch))
    before = threading.active_count()
    watched = Evening(workspace(tmp_path / "kata", patient), "points")
    watched.outcome("passed")
    watched.save(plane=LOOP)
    time.sleep(0.3)
    assert list(scratch.iterdir())
    watched.close()
    assert threading.active_count() == before
    assert list(scratch.iterdir()) == []


# -- line by line ---------------------------------------------------------------------------------------------------


class Piped:
    """`grade watch` in a pipe."""

    def __init__(self, kata: Path, *arguments: str, **variables: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "grader", "watch", *arguments],
            cwd=kata,
            env=kit.environment(**variables),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
        )
        self.lines: list[str] = []

    def line_with(self, words: str) -> str:
        """Read on to the first line with these words."""
        assert self.process.stdout is not None
        while words not in (line := self.process.stdout.readline()):
            assert line, f"{words!r} did not come: {self.lines}"
            self.lines.append(line)
        self.lines.append(line)
        return line

    def end(self, number: signal.Signals) -> int:
        self.process.send_signal(number)
        _, errors = self.process.communicate(timeout=20)
        assert "Traceback" not in errors
        return self.process.returncode


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_lines_in_a_pipe(tmp_path: Path) -> None:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    kata = workspace(tmp_path / "kata", plane=WRONG)
    piped = Piped(kata, TMPDIR=str(scratch))
    piped.line_with("Watching plane.py, pen.py in")
    assert "points: failed" in piped.line_with("] points:")
    piped.line_with("first failing check")
    assert piped.line_with("Next:").rstrip().endswith("Then save.")
    (kata / "plane.py").write_text(solution("plane"), encoding="utf-8")
    assert "points: passed, 8/8 points" in piped.line_with("] points:")
    piped.line_with("All 4 stages pass")
    assert piped.end(signal.SIGTERM) == 128 + signal.SIGTERM
    assert "\x1b" not in "".join(piped.lines)
    assert list(scratch.iterdir()) == []


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGHUP])
def test_signal_during_a_loop_ends_it_at_once(patient: Path, tmp_path: Path, number: signal.Signals) -> None:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    piped = Piped(workspace(tmp_path / "kata", patient, plane=LOOP), "points", TMPDIR=str(scratch))
    piped.line_with("Watching")
    time.sleep(1.0)
    assert piped.end(number) == 128 + number
    assert list(scratch.iterdir()) == []


def test_reader_that_goes_away_ends_it(tmp_path: Path) -> None:
    if shutil.which("bash") is None:
        pytest.skip("needs bash")
    script = f'"{sys.executable}" -m grader watch | head -1'
    run = subprocess.run(
        ["bash", "-c", script],
        cwd=workspace(tmp_path / "kata", plane=WRONG),
        env=kit.environment(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
    )
    assert run.stdout.startswith("Watching plane.py, pen.py")
    assert run.stderr == ""


def test_unknown_stage_and_broken_course_are_told(shapes: Path, tmp_path: Path) -> None:
    run = grade("watch", "pionts", cwd=workspace(tmp_path / "kata"))
    assert run.code == 2
    assert "Did you mean 'points'?" in run.err
    kit.edit(shapes / "checkpoints" / "test_points.py", ("import math\n", "import math math\n"))
    run = grade("watch", cwd=workspace(tmp_path / "broken", shapes))
    assert run.code == 2
    assert "invalid syntax" in run.err


def test_environment_of_watchfiles_is_heard(tmp_path: Path) -> None:
    kata = workspace(tmp_path / "kata")
    piped = Piped(kata, "points", WATCHFILES_FORCE_POLLING="1")
    piped.line_with("points: passed")
    (kata / "plane.py").write_text(WRONG, encoding="utf-8")
    piped.line_with("points: failed")
    os.kill(piped.process.pid, signal.SIGTERM)
    piped.process.communicate(timeout=20)


# -- storms ---------------------------------------------------------------------------------------------------------


def test_after_a_storm_the_verdict_is_on_what_is_there(tmp_path: Path) -> None:
    """Truncations, renames, syntax errors, loops, faster than they can be examined; `tests/storms.py` runs 200."""
    storms = Storms(tmp_path, seed=1)
    storms.run(24)
    assert storms.wrong() == []
    assert storms.left_behind() == []
