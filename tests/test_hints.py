"""Help in steps, and the reference beside one's own code."""

from __future__ import annotations

from pathlib import Path

import pytest
from kit import ROOT, SHAPES, grade, shown, solution, workspace

from grader.course import load_course
from grader.learner.hints import steps_for
from grader.learner.solution import compared
from grader.lesson import read_lesson
from grader.render.difference import render_comparison
from grader.report import Diagnosis, Report
from grader.submission import Submission, read_submission

COURSE = load_course(SHAPES)
WRONG = ("q[1] - p[1])", "q[1] + p[1])")  # in distance


def report(**fields: object) -> Report:
    base = {"course": "shapes", "stage": "outlines", "outcome": "failed", "points": 0.0, "max_points": 1.0}
    return Report(**{**base, "seed": 1, "isolation": "practice", "seconds": 0.0, "checks": (), **fields})  # type: ignore[arg-type]


def found_in(unit: str) -> Diagnosis:
    explanation = "What happens: x. Why it seems right: y. What to look at: nudge it."
    return Diagnosis("a-name", "It is upside down", unit, "points", explanation)


def test_what_was_recognised_is_the_first_step_and_does_not_tell_all() -> None:
    steps = steps_for(COURSE, COURSE.stage("outlines"), report(diagnosis=found_in("plane:area")))
    lesson = read_lesson(COURSE.stage("outlines")).hints["area"]
    assert steps.levels[1:] == lesson
    assert "It is upside down" in steps.levels[0]
    assert "nudge it" in steps.levels[0]
    assert "Why it seems right" not in steps.levels[0]


def test_help_is_for_the_unit_at_fault_where_that_is_of_another_stage() -> None:
    for given in (report(diagnosis=found_in("plane:distance")), report(blame=("plane:distance",))):
        steps = steps_for(COURSE, COURSE.stage("outlines"), given)
        assert (steps.stage, steps.unit) == ("points", "distance")
        assert steps.levels[-1] == read_lesson(COURSE.stage("points")).hints["distance"][-1]
        assert steps.before == "What goes wrong in outlines comes from points."


def test_a_named_unit_gets_its_own_help() -> None:
    steps = steps_for(COURSE, COURSE.stage("outlines"), report(diagnosis=found_in("plane:area")), "perimeter")
    assert steps.levels == read_lesson(COURSE.stage("outlines")).hints["perimeter"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["points", "9"], "There is no hint 9: `distance` has 4. Here is the last."),
        (["points"], "More help: `grade hint points 2`"),
        (["2"], "Hint 2 of 4 for `distance`"),
        (["points", "4"], "That was the last hint."),
    ],
)
def test_levels_say_how_many_there_are(tmp_path: Path, arguments: list[str], said: str) -> None:
    run = grade("hint", *arguments, cwd=workspace(tmp_path / "kata", plane=solution("plane", WRONG)))
    assert run.code == 0
    assert said in " ".join(run.out.split())


def test_a_file_that_cannot_be_read_comes_before_any_hint(tmp_path: Path) -> None:
    run = grade("hint", "points", cwd=workspace(tmp_path / "kata", plane="def distance(p, q:\n"))
    assert "First of all: SyntaxError" in run.out


def test_diagnosis_comes_first_in_the_course_itself(tmp_path: Path) -> None:
    engine = (ROOT / "tests/golden/wrong_mul_own_factor/engine.py").read_bytes()
    grade("--course", ROOT, "init", "kata", cwd=tmp_path)
    (tmp_path / "kata" / "engine.py").write_bytes(engine)
    run = grade("hint", "stage5", cwd=tmp_path / "kata")
    said = " ".join(run.out.split())
    assert "What goes wrong in stage5 comes from stage2." in said
    assert "Hint 1 of 5 for `Value.__mul__`" in said
    assert "Each factor is given its own number as derivative." in said


# -- the reference --------------------------------------------------------------------------------------------------


def test_reference_waits_for_the_stage(tmp_path: Path) -> None:
    kata = workspace(tmp_path / "kata", plane=solution("plane", WRONG))
    run = grade("solution", "points", cwd=kata)
    assert (run.code, run.out) == (2, "")
    assert "grade solution points --spoil" in run.err
    assert "math.hypot(q[0] - p[0], q[1] - p[1])" in grade("solution", "points", "--spoil", cwd=kata).out


def test_reference_is_shown_beside_what_passes(tmp_path: Path) -> None:
    mine = solution("plane", ("math.hypot(q[0] - p[0], q[1] - p[1])", "math.dist(p, q)"))
    run = grade("solution", "points", cwd=workspace(tmp_path / "kata", plane=mine))
    assert run.code == 0
    assert "  -     return math.dist(p, q)\n  +     return math.hypot(" in run.out
    assert "midpoint: the same as the reference" in run.out


def test_form_without_solutions_says_so(shapes: Path, tmp_path: Path) -> None:
    assert grade("course", "build", "--students", tmp_path / "handout", cwd=shapes).code == 0
    run = grade("solution", "points", "--spoil", cwd=tmp_path / "handout")
    assert (run.code, run.out) == (2, "")
    assert "without solutions" in run.err


def comparison(plane: str, width: int) -> str:
    submission = Submission.of_texts(COURSE, {"plane": plane, "pen": solution("pen")})
    stage = COURSE.stage("points")
    return shown(render_comparison(stage, compared(COURSE, stage, submission)), width)


def test_both_sides_stand_beside_each_other_where_there_is_room() -> None:
    mine = solution("plane", ("math.hypot(q[0] - p[0], q[1] - p[1])", "math.dist(p, q)"))
    wide = comparison(mine, 120)
    (line,) = (line for line in wide.splitlines() if "math.dist" in line)
    assert line.split() == "return math.dist(p, q) | return math.hypot(q[0] - p[0], q[1] - p[1])".split()
    assert max(map(len, wide.splitlines())) <= 120


def test_a_function_patched_in_is_shown_and_not_only_its_name(tmp_path: Path) -> None:
    pen = (
        solution("pen").replace("    def turn(", "    def _unused(")
        + "\ndef go(self, angle):\n    self.a = 1\n\nPen.turn = go\n"
    )
    submission = read_submission(COURSE, workspace(tmp_path / "kata", pen=pen))
    (turn, _) = compared(COURSE, COURSE.stage("pen"), submission)
    yours = [row.yours for row in turn.rows]
    assert "    self.a = 1" in yours
    assert "Pen.turn = go" in yours


def test_escape_sequences_in_a_learner_s_text_do_nothing() -> None:
    mine = solution("plane", ("    return math.hypot", "    x = '\x1b[31m'\n    return math.hypot"))
    assert "\x1b" not in comparison(mine, 120)
