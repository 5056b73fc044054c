"""Building a course's exercises and students' form, and checking that a course keeps its promises."""

from __future__ import annotations

import json
from pathlib import Path

import kit
import pytest

from grader.authoring import Finding, build_exercises, build_museum, build_students, check_course
from grader.course import load_course
from grader.errors import CourseError, UsageError

PIECE = '''"""Divides by 3.

The middle of two things is not a third of them.
Look at what you divide by.
"""

unit = "midpoint"


def midpoint(p, q):
    return ((p[0] + q[0]) / 3, (p[1] + q[1]) / 3)
'''


def faults(course: Path) -> dict[str, tuple[str, ...]]:
    return {finding.promise: finding.faults for finding in check_course(load_course(course)) if finding.faults}


def the_only(found: dict[str, tuple[str, ...]]) -> tuple[str, tuple[str, ...]]:
    ((promise, messages),) = found.items()
    return promise, messages


def add_piece(course: Path, name: str = "divides_by_three", text: str = PIECE) -> Path:
    folder = course / "checkpoints" / "misconceptions" / "points"
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{name}.py"
    file.write_text(text, encoding="utf-8")
    return file


# -- exercises


def test_exercises_are_the_solutions_with_stubs(shapes: Path) -> None:
    for file in (shapes / "exercises").iterdir():
        file.unlink()
    changed = build_exercises(load_course(shapes))
    assert sorted(file.name for file in changed) == ["pen.py", "plane.py"]
    text = (shapes / "exercises" / "plane.py").read_text(encoding="utf-8")
    assert "math.hypot" not in text
    assert 'Return how far the point `q` is from the point `p`."""\n    raise NotImplementedError\n' in text
    assert "zip(points, points[1:]" in text, "what is not a unit stays"


def test_building_twice_changes_nothing(shapes: Path) -> None:
    build_exercises(load_course(shapes))
    assert build_exercises(load_course(shapes)) == []


def test_an_edited_exercise_is_not_overwritten(shapes: Path) -> None:
    mine = shapes / "exercises" / "plane.py"
    mine.write_text("my own work = 1\n", encoding="utf-8")
    with pytest.raises(UsageError, match=r"plane\.py changed since it was generated; nothing was written"):
        build_exercises(load_course(shapes))
    assert mine.read_text(encoding="utf-8") == "my own work = 1\n"


def test_force_overwrites_and_keeps_a_backup(shapes: Path) -> None:
    mine = shapes / "exercises" / "plane.py"
    mine.write_text("my own work = 1\n", encoding="utf-8")
    build_exercises(load_course(shapes), force=True)
    (backup,) = mine.parent.glob("plane.py.*.bak")
    assert backup.read_text(encoding="utf-8") == "my own work = 1\n"
    assert "raise NotImplementedError" in mine.read_text(encoding="utf-8")


def test_a_changed_solution_regenerates_untouched_exercises(shapes: Path) -> None:
    build_exercises(load_course(shapes))
    kit.edit(shapes / "solutions" / "plane.py", ("halfway between", "in the middle of"))
    assert [file.name for file in build_exercises(load_course(shapes))] == ["plane.py"]


def test_a_unit_that_the_solution_lacks(shapes: Path) -> None:
    kit.edit(shapes / "course.toml", ('units = ["distance", "midpoint"]', 'units = ["distance", "middlepoint"]'))
    with pytest.raises(CourseError, match=r"no middlepoint in solutions/plane\.py") as caught:
        build_exercises(load_course(shapes))
    assert caught.value.advice == "Did you mean 'midpoint'?"


# -- the students' form


def test_the_students_form_holds_no_solution_and_no_hidden_check(shapes: Path, tmp_path: Path) -> None:
    students = tmp_path / "students"
    hidden = build_students(load_course(shapes), students)
    assert hidden == ["test_area_in_either_direction"]
    assert not (students / "solutions").exists()
    texts = [file.read_text(encoding="utf-8") for file in students.rglob("*") if file.is_file()]
    assert not any("test_area_in_either_direction" in text or "box[::-1]" in text for text in texts)
    assert any("test_area_of_a_dented_outline" in text for text in texts)


def test_the_students_form_grades_and_counts_its_own_points(shapes: Path, solved: Path, tmp_path: Path) -> None:
    students = tmp_path / "students"
    build_students(load_course(shapes), students)
    whole = kit.grade("--course", shapes, "outlines", "--json", cwd=solved).report
    lean = kit.grade("--course", students, "outlines", "--json", cwd=solved).report
    assert (whole["max_points"], lean["max_points"]) == (7.0, 5.0)
    assert lean["outcome"] == "passed"
    assert load_course(students).stage("outlines").points == 5


def test_the_students_form_goes_into_a_new_folder_only(shapes: Path, tmp_path: Path) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "mine.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(UsageError, match="not an empty folder"):
        build_students(load_course(shapes), tmp_path / "full")
    assert [file.name for file in (tmp_path / "full").iterdir()] == ["mine.txt"]


# -- the promises


def test_a_good_course_has_no_faults(shapes: Path) -> None:
    findings = list(check_course(load_course(shapes)))
    assert len(findings) == 8
    assert [finding for finding in findings if finding.faults] == []


def test_a_check_that_a_null_student_passes_is_found(shapes: Path) -> None:
    kit.edit(
        shapes / "checkpoints" / "test_outlines.py",
        ("assert plane.area(SQUARE) == pytest.approx(4)", "plane.area(SQUARE)"),
    )
    found = faults(shapes)
    assert (
        "outlines, test_area_of_a_square: passes with plane:area: constant"
        in found["no check passes without the units it lists"]
    )
    assert any("test_area_of_a_square: passes with every unit" in f for f in found["null modules pass no check"])


def test_a_check_that_always_agrees_is_found(shapes: Path) -> None:
    """Arithmetic on a student's value before comparing it trusts the student's object."""
    kit.edit(
        shapes / "checkpoints" / "test_outlines.py",
        ("assert plane.area(SQUARE) == pytest.approx(4)", "assert abs(plane.area(SQUARE) - 4) <= 1e-9"),
    )
    promise, messages = the_only(faults(shapes))
    assert promise == "null modules pass no check"
    assert messages == ("outlines, test_area_of_a_square: passes with every unit: agreeable",)


def test_wrong_points_are_found(shapes: Path) -> None:
    kit.edit(shapes / "course.toml", ("points = 8", "points = 9"))
    _, messages = the_only(faults(shapes))
    assert messages == ("points: course.toml says 9 points, its checks are worth 8",)


def test_a_solution_that_fails_is_found(shapes: Path) -> None:
    kit.edit(shapes / "solutions" / "plane.py", ("return math.hypot", "return -math.hypot"))
    assert any("test_distance" in message for message in faults(shapes)["the solutions pass"])


def test_drift_is_found(shapes: Path) -> None:
    kit.edit(shapes / "solutions" / "plane.py", ("halfway between", "in the middle of"))
    promise, messages = the_only(faults(shapes))
    assert promise == "the exercises are generated from the solutions"
    assert "run `grade course build`" in messages[0]


def test_a_lesson_without_hints_is_found(shapes: Path) -> None:
    lesson = shapes / "checkpoints" / "lessons" / "points.md"
    text = lesson.read_text(encoding="utf-8")
    lesson.write_text(text.replace("### `midpoint`", "### `centre`"), encoding="utf-8")
    _, messages = the_only(faults(shapes))
    assert "fewer than 3 hints for midpoint" in messages[0]


def test_checks_that_differ_from_collection_to_collection_are_found(shapes: Path) -> None:
    checkpoint = shapes / "checkpoints" / "test_pen.py"
    checkpoint.write_text(
        checkpoint.read_text(encoding="utf-8").replace(
            "[(365, 5), (-90, 270), (1085, 5)]",
            "[(365, 5), (-90, 270), (1085 + 360 * __import__('random').randrange(10**6), 5)]",
        ),
        encoding="utf-8",
    )
    assert "the checks are the same each time they are collected" in faults(shapes)


def test_a_tool_that_cannot_be_loaded_is_found(shapes: Path) -> None:
    kit.edit(shapes / "course.toml", ("[limits]", 'explain = "checkpoints/compass.py:needle"\n\n[limits]'))
    promise, messages = the_only(faults(shapes))
    assert promise == "the tools of the course can be loaded"
    assert "there is no function 'needle' in checkpoints/compass.py" in messages[0]


# -- the museum


def test_a_piece_is_recorded_by_what_its_checks_observe(shapes: Path) -> None:
    add_piece(shapes)
    (record,) = build_museum(load_course(shapes))
    assert (record.name, record.unit, record.title) == ("divides-by-three", "plane:midpoint", "Divides by 3")
    assert record.observations, "at least one check about the unit fails"
    stored = json.loads((shapes / "checkpoints" / "misconceptions" / "fingerprints.json").read_text(encoding="utf-8"))
    assert [entry["name"] for entry in stored] == ["divides-by-three"]
    assert faults(shapes) == {}


def test_a_piece_that_passes_everything_is_refused(shapes: Path) -> None:
    add_piece(shapes, text=PIECE.replace("/ 3", "/ 2"))
    with pytest.raises(CourseError, match="passes every check about plane:midpoint"):
        build_museum(load_course(shapes))


def test_two_pieces_that_look_alike_are_found(shapes: Path) -> None:
    add_piece(shapes)
    add_piece(shapes, "a_third", PIECE.replace("/ 3", "/ 3.0"))
    build_museum(load_course(shapes))
    _, messages = the_only(faults(shapes))
    assert messages == ("no check tells a-third and divides-by-three apart: add one, or merge the two",)


def test_a_piece_that_changed_since_it_was_recorded_is_found(shapes: Path) -> None:
    file = add_piece(shapes)
    build_museum(load_course(shapes))
    kit.edit(file, ("/ 3,", "/ 5,"))
    _, messages = the_only(faults(shapes))
    assert messages == ("divides-by-three does not look as recorded; run `grade course build`",)


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('unit = "midpoint"\n', "", "unit: is missing"),
        ('unit = "midpoint"', 'unit = "area"', "'plane:area' is not a unit of points"),
        ("def midpoint", "def middle", "there is no def midpoint in it"),
        ("\nThe middle of two things is not a third of them.\nLook at what you divide by.\n", "", "needs a title"),
        ("return ((", "return (((", "never closed"),
    ],
)
def test_a_piece_that_is_not_one(shapes: Path, old: str, new: str, problem: str) -> None:
    add_piece(shapes, text=PIECE.replace(old, new))
    with pytest.raises(CourseError, match=problem) as caught:
        build_museum(load_course(shapes))
    assert "divides_by_three.py" in str(caught.value)


# -- the commands


def test_course_check_says_what_it_looked_at(shapes: Path) -> None:
    run = kit.grade("course", "check", cwd=shapes)
    assert run.code == 0
    assert "the solutions pass  (22 checks)" in run.out
    assert "ok" not in run.err


def test_course_check_fails_with_the_fault(shapes: Path) -> None:
    kit.edit(shapes / "course.toml", ("points = 8", "points = 9"))
    run = kit.grade("course", "check", cwd=shapes)
    assert run.code == 1
    assert "course.toml says 9 points" in run.out


def test_course_build_refuses_a_form_without_solutions(shapes: Path, tmp_path: Path) -> None:
    students = tmp_path / "students"
    assert kit.grade("course", "build", "--students", students, cwd=shapes).code == 0
    run = kit.grade("course", "build", cwd=students)
    assert run.code == 2
    assert "there is no solutions/" in run.err


def test_a_finding_without_faults_is_kept() -> None:
    assert Finding("promise", "3 things").faults == ()
