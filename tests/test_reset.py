"""`grade reset`: the stubs of one stage and nothing else, in files as learners have them."""

from __future__ import annotations

from pathlib import Path

import pytest
from kit import SHAPES, edit, grade, solution, workspace

from grader.course import Course, load_course
from grader.errors import UsageError
from grader.learner.reset import fresh_stage
from grader.workspace import starter

COURSE = load_course(SHAPES)
STUB = "    raise NotImplementedError\n"


def reset(kata: Path, stage: str, unit: str | None = None, course: Course = COURSE) -> dict[str, str]:
    fresh = fresh_stage(course, course.stage(stage), kata, unit)
    return {file.name: data.decode("utf-8") for file, data in fresh.contents.items()}


def test_only_the_stage_s_stubs_come_back_and_every_other_byte_stays(tmp_path: Path) -> None:
    mine = "# my notes\n" + solution("plane") + "\n\nprint('trial')  # é\n"
    kata = workspace(tmp_path / "kata", plane=mine)
    changed = reset(kata, "outlines")["plane.py"]
    assert changed.count(STUB) == 2
    head, tail = mine[: mine.index("def perimeter")], mine[mine.index("\n\nprint('trial')") :]
    assert changed.startswith(head)
    assert changed.endswith(tail)
    assert "pen.py" not in reset(kata, "outlines")


def test_one_unit_alone(tmp_path: Path) -> None:
    changed = reset(workspace(tmp_path / "kata"), "outlines", "area")["plane.py"]
    assert changed.count(STUB) == 1
    assert changed.index(STUB) > changed.index("def area")
    with pytest.raises(UsageError, match="has no unit 'aera'"):
        reset(tmp_path / "kata", "outlines", "aera")


def test_a_deleted_unit_comes_back(tmp_path: Path) -> None:
    text = solution("plane")
    kata = workspace(tmp_path / "kata", plane=text[: text.index("def area")])
    assert reset(kata, "outlines", "area")["plane.py"].rstrip().endswith(STUB.rstrip())


def test_a_deleted_class_comes_back_with_what_was_given_in_it(tmp_path: Path) -> None:
    text = solution("pen")
    start, end = text.index("class Pen"), text.index("def draw_polygon")
    kata = workspace(tmp_path / "kata", pen=text[:start] + text[end:])
    changed = reset(kata, "pen")["pen.py"]
    exercise = (SHAPES / "exercises" / "pen.py").read_text(encoding="utf-8")
    given = exercise[exercise.index("    def __init__") :].split("\n\n")[0]
    assert given in changed


@pytest.mark.parametrize("content", [None, "", "\n\n# all gone\n"], ids=["missing", "empty", "a comment"])
def test_a_file_that_is_gone_or_empty_comes_back_whole(tmp_path: Path, content: str | None) -> None:
    kata = workspace(tmp_path / "kata", pen=content)
    assert reset(kata, "pen")["pen.py"] == starter(COURSE, "pen").decode("utf-8")


def test_a_unit_moved_to_another_file_gets_its_stub_there(tmp_path: Path) -> None:
    kata = workspace(tmp_path / "kata", plane="from mine import *\nfrom mine import distance\n")
    (kata / "mine.py").write_text(solution("plane"), encoding="utf-8")
    assert list(reset(kata, "points", "distance")) == ["mine.py"]


def test_a_unit_of_an_earlier_stage_stays_unless_it_is_named(tmp_path: Path, shapes: Path) -> None:
    edit(shapes / "course.toml", ('units = ["perimeter", "area"]', 'units = ["perimeter", "distance"]'))
    course = load_course(shapes)
    kata = workspace(tmp_path / "kata", shapes)
    fresh = fresh_stage(course, course.stage("outlines"), kata)
    assert (fresh.units, fresh.left) == (("plane:perimeter",), ("plane:distance",))
    assert fresh_stage(course, course.stage("outlines"), kata, "distance").units == ("plane:distance",)


def test_a_file_that_is_not_python_is_left_alone(tmp_path: Path) -> None:
    kata = workspace(tmp_path / "kata", plane="def distance(p, q:\n    return 1\n")
    run = grade("reset", "points", cwd=kata)
    assert (run.code, run.out) == (2, "")
    assert "plane.py:1" in run.err
    assert "grade reset --all" in run.err
    whole = grade("reset", "--all", cwd=kata)
    assert whole.code == 0
    assert (kata / "plane.py").read_bytes() == starter(COURSE, "plane")
    back = grade("undo", cwd=kata)
    assert back.code == 0
    assert (kata / "plane.py").read_text(encoding="utf-8").startswith("def distance(p, q:")


def test_reset_on_the_command_line_and_its_undo(tmp_path: Path) -> None:
    kata = workspace(tmp_path / "kata")
    before = (kata / "plane.py").read_bytes()
    run = grade("reset", "points", cwd=kata)
    assert run.code == 0, run.err
    assert "Put back: `distance`, `midpoint` in plane.py" in run.out
    assert grade("points", "--json", cwd=kata).report["outcome"] == "todo"
    again = grade("reset", "points", cwd=kata)
    assert "nothing to put back" in again.out
    listed = grade("undo", "--list", cwd=kata)
    assert "plane.py, before grade reset points" in listed.out
    undone = grade("undo", cwd=kata)
    assert "plane.py: as before `grade reset points`" in undone.out
    assert (kata / "plane.py").read_bytes() == before


@pytest.mark.parametrize("arguments", [["reset"], ["reset", "points", "--all"], ["reset", "nosuch"], ["undo"]])
def test_refused_and_nothing_changed(tmp_path: Path, arguments: list[str]) -> None:
    kata = workspace(tmp_path / "kata")
    before = {path: path.read_bytes() for path in kata.rglob("*") if path.is_file()}
    run = grade(*arguments, cwd=kata)
    assert (run.code, run.out) == (2, "")
    assert run.err
    assert {path: path.read_bytes() for path in kata.rglob("*") if path.is_file()} == before


@pytest.mark.parametrize("command", [("reset", "points"), ("reset", "--all"), ("undo",)])
def test_the_exercises_of_a_course_are_no_learner_s(shapes: Path, command: tuple[str, ...]) -> None:
    run = grade(*command, cwd=shapes)
    assert (run.code, run.out) == (2, "")
    assert "grade init" in run.err
