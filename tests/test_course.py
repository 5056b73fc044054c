"""A course as data: whatever is wrong with it names the file, the field, and what to do."""

from __future__ import annotations

import re
from pathlib import Path

import kit
import pytest
from kit import ROOT, SHAPES, STAGES, grade

from grader.course import RESERVED, CourseError, installed_courses, load_course
from grader.errors import UsageError, did_you_mean


def test_course_is_read_as_it_is_written() -> None:
    course = load_course(SHAPES)
    assert (course.name, course.version) == ("shapes", "1.0")
    assert [stage.name for stage in course.stages] == list(STAGES)
    assert course.modules == ("plane", "pen")
    assert course.limits.question_seconds == 0.5
    assert course.limits.questions == 200_000, "what is not said has its default"
    assert course.units["plane:area"] == "outlines"
    figures = course.stage("figures")
    assert figures.units == ("pen:draw_polygon", "pen:enclosed_area")
    assert figures.requires == ("outlines", "pen")
    assert figures.checkpoint == SHAPES / "checkpoints" / "test_figures.py"
    assert figures.lesson.is_absolute()


def test_unit_of_another_module_is_named_with_it(shapes: Path) -> None:
    kit.edit(
        shapes / "course.toml", ('units = ["draw_polygon", "enclosed_area"]', 'units = ["plane:area", "draw_polygon"]')
    )
    assert load_course(shapes).stage("figures").units == ("plane:area", "pen:draw_polygon")


def test_unknown_stage_is_suggested() -> None:
    with pytest.raises(UsageError) as caught:
        load_course(SHAPES).stage("outlnes")
    assert caught.value.advice == "Did you mean 'outlines'?"
    with pytest.raises(UsageError) as caught:
        load_course(SHAPES).stage("xyz")
    assert caught.value.advice == "Its stages are points, outlines, pen, figures."


# What is replaced, by what, the field that must be named, what must be said.
# ruff: noqa: E501
FAULTS: dict[str, tuple[str, str, str, str]] = {
    "not TOML": ('name = "shapes"', "name = shapes", "", "is not TOML"),
    "newer format": ("format = 1", "format = 99", "format", "reads formats 1 to 1, not 99"),
    "format 0": ("format = 1", "format = 0", "format", "not 0"),
    "format as a text": ("format = 1", 'format = "1"', "format", "Expected `int`"),
    "missing format": ("format = 1\n", "", "format", "missing required field `format`"),
    "missing title": ('title = "Shapes: from a distance to a drawing"\n', "", "title", "missing required field `title`"),
    "name that is none": ('name = "shapes"', 'name = "My Shapes"', "name", "'My Shapes' is not a name"),
    "unknown key": ('version = "1.0"', 'version = "1.0"\nauthor = "me"', "author", "unknown field `author`"),
    "unknown limit": ("memory_mib = 512", "memory_mb = 512", "limits.memory_mb", "unknown field `memory_mb`"),
    "limit of 0": ("check_seconds = 2.0", "check_seconds = 0", "limits.check_seconds", "0 is not more than 0"),
    "limit that is negative": ("memory_mib = 512", "memory_mib = -1", "limits.memory_mib", "-1 is not more than 0"),
    "limit that is no number": ("check_seconds = 2.0", "check_seconds = nan", "limits.check_seconds", "nan is not"),
    "limit as a text": ("check_seconds = 2.0", 'check_seconds = "2"', "limits.check_seconds", "Expected `float`"),
    "unknown key in a stage": ("points = 8", "points = 8\nhint = 3", "stage[0].hint", "unknown field `hint`"),
    "missing key in a stage": ("points = 8\n", "", "stage[0].points", "missing required field `points`"),
    "points as a text": ("points = 8", 'points = "8"', "stage[0].points", "Expected `float`"),
    "points of 0": ("points = 8", "points = 0", "stage points, points", "0 is not more than 0"),
    "points without end": ("points = 8", "points = inf", "stage points, points", "inf is not"),
    "units as a text": ('units = ["distance", "midpoint"]', 'units = "distance"', "stage[0].units", "Expected `array`"),
    "no units": ('units = ["distance", "midpoint"]', "units = []", "stage points, units", "at least one unit"),
    "unit that is no name": ('"distance", "midpoint"', '"the distance"', "stage points, units", "'the distance'"),
    "unit named twice": ('"distance", "midpoint"', '"distance", "distance"', "stage points, units", "'plane:distance' stands there twice"),
    "module that is no name": ('module = "plane"', 'module = "../plane"', "stage points, module", "'../plane'"),
    "module of the library": ('module = "pen"', 'module = "random"', "module", "'random' is a module of Python's"),
    "missing checkpoint": ("test_points.py", "test_point.py", "stage points, checkpoint", "there is no file 'checkpoints/test_point.py'"),
    "missing lesson": ("lessons/pen.md", "lessons/pens.md", "stage pen, lesson", "there is no file"),
    "checkpoint that is a folder": ("checkpoints/test_points.py", "checkpoints", "stage points, checkpoint", "there is no file 'checkpoints'"),
    "path outside": ("checkpoints/test_points.py", "../plane.py", "stage points, checkpoint", "outside the course"),
    "absolute path": ("checkpoints/test_points.py", "/etc/passwd", "stage points, checkpoint", "outside the course"),
    "unknown requirement": ('requires = ["points"]', 'requires = ["point"]', "stage outlines, requires", "no stage 'point'"),
    "requires itself": ('requires = ["points"]', 'requires = ["outlines"]', "stage outlines, requires", "outlines → outlines"),
    "circle": ("points = 8", 'points = 8\nrequires = ["figures"]', "stage points, requires", "points → figures → outlines → points"),
    "two of a name": ('name = "pen"', 'name = "points"', "stage points", "two stages of this name"),
    "stage named like a command": ('name = "pen"', 'name = "init"', "stage init", "the name of a command"),
    "stage that is no name": ('name = "pen"', 'name = "Pen!"', "stage Pen!", "is not a name"),
    "command named like a stage": ("[limits]", '[commands]\npen = "checkpoints/compass.py:walk"\n[limits]', "commands.pen", "is not a free name"),
    "command named like one of ours": ("[limits]", '[commands]\ninit = "checkpoints/compass.py:walk"\n[limits]', "commands.init", "is not a free name"),
    "no stages": ("[[stage]]", "[[stages]]", "stages", "unknown field `stages`"),
    "stage that is no table": ("[limits]", "stage = 3\n[limits]", "", ""),
}  # fmt: skip


@pytest.mark.parametrize("case", FAULTS)
def test_fault_names_file_field_and_what_to_do(shapes: Path, case: str) -> None:
    old, new, field, said = FAULTS[case]
    kit.edit(shapes / "course.toml", (old, new))
    with pytest.raises(CourseError) as caught:
        load_course(shapes)
    error = caught.value
    assert Path(error.file) == shapes / "course.toml"
    assert error.field == field
    assert said in error.problem
    assert error.advice, "what can the author do?"


def test_link_out_of_the_course_is_outside(shapes: Path) -> None:
    file = shapes / "checkpoints" / "test_points.py"
    file.unlink()
    file.symlink_to(SHAPES / "checkpoints" / "test_points.py")
    with pytest.raises(CourseError, match="outside the course folder"):
        load_course(shapes)


@pytest.mark.parametrize("data", [b"\xff\xfe\x00", "name = 'ö'".encode("latin-1"), b"\x00", b""])
def test_file_that_is_not_text_is_a_course_error(shapes: Path, data: bytes) -> None:
    (shapes / "course.toml").write_bytes(data)
    with pytest.raises(CourseError):
        load_course(shapes)


def test_byte_order_mark_and_windows_line_ends_do_no_harm(shapes: Path) -> None:
    text = (SHAPES / "course.toml").read_bytes()
    (shapes / "course.toml").write_bytes(text.replace(b"\n", b"\r\n"))
    assert load_course(shapes).name == "shapes"


def test_folder_without_a_course(tmp_path: Path) -> None:
    with pytest.raises(CourseError, match=r"course\.toml: there is no such file"):
        load_course(tmp_path)


def test_requirements_may_branch_and_meet_again() -> None:
    load_course(SHAPES)  # figures requires outlines and pen, outlines requires points: no circle


@pytest.mark.parametrize("case", ["unknown key", "circle", "missing checkpoint", "not TOML", "newer format"])
def test_course_error_on_the_command_line(shapes: Path, case: str) -> None:
    old, new, field, said = FAULTS[case]
    kit.edit(shapes / "course.toml", (old, new))
    for arguments in ((), ("points", "--json"), ("course", "check"), ("points", "--help")):
        run = grade(*arguments, cwd=shapes)
        assert (run.code, run.out) == (2, "")
        assert run.err.startswith(f"grade: {shapes / 'course.toml'}: {field}")
        assert said in run.err
    assert grade("--help", cwd=shapes).code == 0, "help is there also in a broken course"


def test_unknown_unit_is_found_when_the_course_is_checked(shapes: Path) -> None:
    kit.edit(shapes / "course.toml", ('"distance", "midpoint"', '"distanse", "midpoint"'))
    run = grade("course", "check", cwd=shapes)
    assert run.code == 2
    assert "there is no distanse in solutions/plane.py" in run.err
    assert "Did you mean 'distance'?" in run.err


def test_broken_command_of_a_course_costs_nothing_else(shapes: Path) -> None:
    kit.edit(shapes / "course.toml", ("[limits]", '[commands]\ndraw = "checkpoints/no.py:walk"\n[limits]'))
    shown = grade("--help", cwd=shapes)
    assert shown.code == 0
    assert "draw" in shown.out
    assert grade("points", "--json", cwd=shapes).code == 1
    run = grade("draw", "--anything", cwd=shapes)
    assert (run.code, run.out) == (2, "")
    assert "commands.draw: there is no file 'checkpoints/no.py'" in run.err


def test_completion_in_a_broken_course_stays_quiet(shapes: Path) -> None:
    kit.edit(shapes / "course.toml", ("points = 8", "points = 0"))
    words = {"_GRADE_COMPLETE": "bash_complete", "COMP_WORDS": "grade points --js", "COMP_CWORD": "2"}
    assert grade(cwd=shapes, env=words).err == ""


def test_every_command_of_grade_is_a_reserved_name() -> None:
    from grader.cli import grade as group

    assert set(group.commands) <= RESERVED


def test_installed_courses_are_found_by_name() -> None:
    courses = installed_courses()
    assert load_course(next(iter(courses.values()))).name in courses


def test_suggestions_are_near_or_none() -> None:
    assert did_you_mean("stag3", ["stage1", "stage3"]) == "Did you mean 'stage3'?"
    assert did_you_mean("zzz", ["stage1", "stage3"]) == ""
    assert did_you_mean("", []) == ""
    assert did_you_mean("stage9", ["stage1", "stage7"]) == "", "another number is no slip of the finger"
    assert did_you_mean("stge7", ["stage1", "stage7"]) == "Did you mean 'stage7'?"


@pytest.mark.parametrize("word", ["value", "autograd"])
def test_grader_knows_nothing_about_the_first_course(word: str) -> None:
    """The word is the class's name or the course's; `value` in small letters is any value."""
    pattern = re.compile(rf"\b{'Value' if word == 'value' else '[Aa]utograd'}\b")
    files = sorted((ROOT / "grader").rglob("*.py"))
    assert len(files) > 20
    found = [
        f"{file.name}:{number}: {line.strip()}"
        for file in files
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1)
        if pattern.search(line)
    ]
    assert found == []


def test_second_course_has_nothing_of_the_first() -> None:
    for file in SHAPES.rglob("*"):
        if file.suffix in (".py", ".md", ".toml"):
            assert not re.search(r"\b(Value|autograd|gradient)\b", file.read_text(encoding="utf-8")), file
