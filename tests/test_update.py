"""`grade update`: a course of two versions, and learners who are somewhere in it."""

from __future__ import annotations

from pathlib import Path

import pytest
from kit import copy_course, edit, grade, solution

from grader.learner.given import FILE
from grader.learner.update import is_older

SCALE = '''

def scale(points, factor):
    """Return the outline made larger by a factor, seen from (0, 0)."""
    return [(factor * x, factor * y) for x, y in points]
'''
CHECK = '''

@check(units=["area"], points=1)
def test_area_of_nothing(plane):
    """An outline without points has no area."""
    assert plane.area([]) == 0
'''


@pytest.fixture
def kata(shapes: Path, tmp_path: Path) -> Path:
    """A workspace of version 1.0 of the small course, whose learner has passed the first two stages."""
    assert grade("--course", shapes, "init", "kata", cwd=tmp_path).code == 0
    plane = (shapes / "exercises" / "plane.py").read_text(encoding="utf-8")
    assert plane.count("raise NotImplementedError") == 4
    (tmp_path / "kata" / "plane.py").write_text(solution("plane") + "\n\n# mine\n", encoding="utf-8")
    return tmp_path / "kata"


@pytest.fixture
def newer(shapes: Path) -> Path:
    """The same course as version 1.1: a new unit and check; a stub, given code and a lesson read otherwise."""
    edit(
        shapes / "course.toml",
        ('version = "1.0"', 'version = "1.1"'),
        ('units = ["perimeter", "area"]', 'units = ["perimeter", "area", "scale"]'),
        ("points = 7", "points = 8"),
    )
    with (shapes / "solutions" / "plane.py").open("a", encoding="utf-8") as stream:
        stream.write(SCALE)
    edit(shapes / "solutions" / "plane.py", ("    return list(zip(", "    points = list(points)\n    return list(zip("))
    edit(shapes / "solutions" / "pen.py", ('"""Turn', '"""(Degrees, not radians.) Turn'))
    with (shapes / "checkpoints" / "test_outlines.py").open("a", encoding="utf-8") as stream:
        stream.write(CHECK)
    lesson = shapes / "checkpoints" / "lessons" / "outlines.md"
    edit(lesson, ("## Hints\n", "## Hints\n\n### `scale`\n\n1. One.\n2. Two.\n3. Three.\n"))
    assert grade("course", "build", cwd=shapes).code == 0
    return shapes


def said(run_out: str) -> str:
    return " ".join(run_out.split())


def test_what_they_wrote_stays_and_the_rest_is_renewed(kata: Path, newer: Path) -> None:
    run = grade("update", cwd=kata)
    assert run.code == 0, run.err
    plane = (kata / "plane.py").read_text(encoding="utf-8")
    mine = solution("plane", ("    return list(zip(", "    points = list(points)\n    return list(zip("))
    assert plane.startswith(mine.rstrip())
    assert "# mine" in plane
    assert plane.rstrip().endswith('factor, seen from (0, 0)."""\n    raise NotImplementedError')
    assert "(Degrees, not radians.)" in (kata / "pen.py").read_text(encoding="utf-8")
    assert (kata / "lessons" / "outlines.md").read_bytes() == (newer / "checkpoints/lessons/outlines.md").read_bytes()
    assert 'version = "1.1"' in (kata / "kata.toml").read_text(encoding="utf-8")
    for sentence in (
        "shapes 1.0 → 1.1",
        "`scale` in plane.py is new",
        "`sides` in plane.py is renewed",
        "`Pen.turn` in pen.py is renewed",
        "1 lesson renewed in lessons/.",
        "outlines, a new check: An outline without points has no area. Your code passes it",
    ):
        assert sentence in said(run.out)


def test_an_update_can_be_undone_and_done_again(kata: Path, newer: Path) -> None:
    def files() -> dict[str, bytes]:
        found = (path for path in kata.rglob("*") if path.is_file() and "backups" not in path.parts)
        return {path.relative_to(kata).as_posix(): path.read_bytes() for path in found}

    before = files()
    first = grade("update", cwd=kata)
    after = files()
    assert grade("undo", cwd=kata).code == 0
    assert files() == before
    assert grade("update", cwd=kata).out.split("\n\nAs it was")[0] == first.out.split("\n\nAs it was")[0]
    assert files() == after
    again = grade("update", cwd=kata)
    assert "Everything here is of shapes 1.1" in again.out
    assert files() == after


def test_given_code_that_they_changed_stays_and_is_named(kata: Path, newer: Path) -> None:
    edit(kata / "plane.py", ("    return list(zip(", "    # I see\n    return list(zip("))
    run = grade("update", cwd=kata)
    assert "# I see" in (kata / "plane.py").read_text(encoding="utf-8")
    assert "`sides` in plane.py, which came written, is another one now; you changed yours" in said(run.out)


def test_a_check_that_their_code_does_not_pass_says_where_to_go(kata: Path, newer: Path) -> None:
    edit(newer / "checkpoints" / "test_outlines.py", ("plane.area([]) == 0", "plane.area([(0, 0)]) == 1"))
    run = grade("update", cwd=kata)
    assert "Your code does not pass it yet: `grade outlines`" in said(run.out)


def test_a_unit_that_is_no_longer_asked_for_stays(kata: Path, newer: Path) -> None:
    edit(newer / "exercises" / "plane.py", ("def midpoint(", "def middle("))
    edit(newer / "course.toml", ('"distance", "midpoint"', '"distance", "middle"'))
    edit(newer / "checkpoints" / "test_points.py", ('units=["midpoint"', 'units=["middle"'))
    run = grade("update", cwd=kata)
    assert "`midpoint` is no longer asked for; yours stays" in said(run.out)
    assert "def midpoint" in (kata / "plane.py").read_text(encoding="utf-8")


def test_a_new_module_arrives_and_a_missing_one_comes_back(kata: Path, newer: Path) -> None:
    (kata / "pen.py").unlink()
    run = grade("update", cwd=kata)
    assert "pen.py is new" in said(run.out)
    assert (kata / "pen.py").read_bytes().startswith((newer / "exercises" / "pen.py").read_bytes())


@pytest.mark.parametrize("record", [None, b"{", b"[]"], ids=["none", "cut off", "something else"])
def test_without_a_record_it_changes_less_and_says_so(kata: Path, newer: Path, record: bytes | None) -> None:
    (kata / FILE).unlink()
    if record is not None:
        (kata / FILE).write_bytes(record)
    run = grade("update", cwd=kata)
    assert run.code == 0, run.err
    plane = (kata / "plane.py").read_text(encoding="utf-8")
    assert "def scale" in plane
    assert "points = list(points)" not in plane, "who knows whether they changed it"
    assert "Which checks are new cannot be told" in said(run.out)


def test_an_older_course_changes_nothing(kata: Path) -> None:
    edit(kata / "kata.toml", ('version = "1.0"', 'version = "1.10"'))
    before = {path: path.read_bytes() for path in kata.rglob("*") if path.is_file()}
    run = grade("update", cwd=kata)
    assert (run.code, run.out) == (2, "")
    assert "was made with 1.10, a newer one" in run.err
    assert {path: path.read_bytes() for path in kata.rglob("*") if path.is_file()} == before


def test_a_file_that_is_not_python_is_named_and_nothing_is_written(kata: Path, newer: Path) -> None:
    (kata / "plane.py").write_text("def distance(:\n", encoding="utf-8")
    before = {path: path.read_bytes() for path in kata.rglob("*") if path.is_file()}
    run = grade("update", cwd=kata)
    assert (run.code, run.out) == (2, "")
    assert "plane.py:1" in run.err
    assert {path: path.read_bytes() for path in kata.rglob("*") if path.is_file()} == before


def test_the_board_says_that_there_is_an_update(kata: Path, newer: Path) -> None:
    assert "This folder is of shapes 1.0, and 1.1 is installed: `grade update`" in said(grade(cwd=kata).out)
    grade("update", cwd=kata)
    assert "grade update" not in grade(cwd=kata).out


def test_kata_of_a_newer_format_asks_for_a_newer_grader(kata: Path) -> None:
    edit(kata / "kata.toml", ("format = 1", "format = 2"))
    run = grade(cwd=kata)
    assert (run.code, run.out) == (2, "")
    assert "is of format 2" in run.err
    assert "pip install --upgrade gradkata" in run.err


def test_kata_of_before_the_format_was_named_is_read(kata: Path) -> None:
    edit(kata / "kata.toml", ("format = 1\n", ""))
    assert grade(cwd=kata).code == 0


def test_outside_of_a_workspace_there_is_nothing_to_update(tmp_path: Path) -> None:
    course = copy_course(tmp_path / "course")
    run = grade("update", cwd=course)
    assert (run.code, run.out) == (2, "")
    assert "grade init" in run.err


def test_versions_are_compared_by_their_numbers() -> None:
    assert is_older("1.9", "1.10")
    assert is_older("1", "1.0.1")
    assert not is_older("2.0", "1.99")
    assert not is_older("spring", "autumn")
