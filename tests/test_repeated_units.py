"""A unit that two stages ask for, the later one asking more of it."""

from __future__ import annotations

from pathlib import Path

import kit
import pytest
from shapes_museum import PIECES, add_piece, explained, named

from grader.advice import after_board, after_stage
from grader.authoring import build_exercises, build_museum, check_course
from grader.course import load_course
from grader.nbgrader.code import code_cells
from grader.report import Outcome
from grader.submission import read_submission
from grader.transplant import transplant
from grader.workspace import Place

STAGE = """
[[stage]]
name = "coasts"
title = "Outlines of many corners"
module = "plane"
units = ["corner_count", "area"]
checkpoint = "checkpoints/test_coasts.py"
lesson = "checkpoints/lessons/coasts.md"
points = 3
requires = ["outlines"]

[[stage]]
name = "figures"
"""
CHECKPOINT = '''
"""Checkpoint of the stage `coasts`."""

import math

import pytest

from grader import check


def coast(count):
    return [(math.cos(2 * math.pi * k / count), math.sin(2 * math.pi * k / count)) for k in range(count)]


@check(units=["corner_count"], points=1)
def test_corners_are_counted(plane, rng):
    """corner_count(points) is their number."""
    count = rng.randrange(3, 9)
    assert plane.corner_count([(k, k * k) for k in range(count)]) == count


@check(units=["area"], points=2)
def test_area_of_a_coast(plane):
    """area takes an outline of 5,000 corners."""
    assert plane.area(coast(5000)) == pytest.approx(math.pi, rel=1e-5)
'''
LESSON = """# Coasts

## Predict first

How many?

## The idea

Loops.

## Your task

Write both.

## What is tested

Both.

## Hints

### `corner_count`

1. one
2. two
3. three

### `area`

1. one
2. two
3. three
"""
COUNT = '''

def corner_count(points):
    """Return the number of points."""
    return len(points)
'''
RECURSIVE = """\
def area(points):
    def twice(pairs):
        if not pairs:
            return 0
        (p, q), *rest = pairs
        return p[0] * q[1] - q[0] * p[1] + twice(rest)

    return abs(twice(sides(points))) / 2
"""
BODY = "\n".join(line.removeprefix("    ") for line in RECURSIVE.splitlines()[1:])
HALF_FORGOTTEN = f"def area(points):\n    {PIECES['outlines/half_forgotten'][1]}\n"
LOOP = """\
def area(points):
    total = 0
    for p, q in sides(points):
        total += p[0] * q[1] - q[0] * p[1]
    return abs(total) / 2
"""
CORNERS_LOST = "def enclosed_area(pen):\n    return area(pen.trail[2:])\n"


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small course with a stage `coasts`, which asks for `area` again."""
    folder = kit.copy_course(tmp_path_factory.mktemp("repeated") / "course")
    kit.edit(folder / "course.toml", ('\n[[stage]]\nname = "figures"\n', STAGE))
    (folder / "checkpoints" / "test_coasts.py").write_text(CHECKPOINT, encoding="utf-8")
    (folder / "checkpoints" / "lessons" / "coasts.md").write_text(LESSON, encoding="utf-8")
    (folder / "solutions" / "plane.py").write_text(kit.solution("plane") + COUNT, encoding="utf-8")
    add_piece(folder, "outlines/half_forgotten", *PIECES["outlines/half_forgotten"])
    add_piece(folder, "coasts/one_call_for_each_corner", "area", BODY)
    add_piece(folder, "figures/corners_lost", "enclosed_area", "return area(pen.trail[2:])")
    loaded = load_course(folder)
    build_exercises(loaded)
    build_museum(loaded, runs=1)
    return folder


@pytest.fixture
def kata(course: Path, tmp_path: Path) -> tuple[Path, Path]:
    """A course and a workspace of its solutions, with the recursive area, which was enough for `outlines`."""
    plane = transplant(kit.solution("plane") + COUNT, "area", RECURSIVE)
    return course, kit.workspace(tmp_path / "kata", course, plane=plane)


def rewrite(folder: Path, unit: str, code: str, module: str = "plane") -> None:
    file = folder / f"{module}.py"
    file.write_text(transplant(file.read_text(encoding="utf-8"), unit, code), encoding="utf-8")


def unbegun(folder: Path) -> None:
    rewrite(folder, "corner_count", "def corner_count(points):\n    raise NotImplementedError\n")


def test_the_course_keeps_its_promises(course: Path) -> None:
    assert [fault for finding in check_course(load_course(course)) for fault in finding.faults] == []


def test_its_stub_stands_in_the_exercise_once(course: Path) -> None:
    exercise = (course / "exercises" / "plane.py").read_text(encoding="utf-8")
    assert exercise.count("def area(points):") == 1
    assert load_course(course).units["plane:area"] == "outlines"
    assert load_course(course).own_units(load_course(course).stage("coasts")) == ("plane:corner_count",)


def test_what_was_enough_is_no_failure_before_the_later_stage_is_begun(kata: tuple[Path, Path]) -> None:
    course, folder = kata
    unbegun(folder)
    outlines, coasts = kit.examine(folder, "outlines", "coasts", course=course)
    assert outlines.passed
    assert [check.outcome for check in coasts.checks] == [Outcome.TODO, Outcome.TODO]
    assert coasts.checks[1].message == "coasts asks more of `area` than outlines did"
    loaded = load_course(course)
    place = Place(loaded, folder, folder / "kata.toml")
    board = after_board([outlines, coasts], read_submission(loaded, folder), place)
    assert board.startswith("You are at coasts. Read ")


def test_what_is_enough_already_counts_before_the_later_stage_is_begun(kata: tuple[Path, Path]) -> None:
    course, folder = kata
    unbegun(folder)
    rewrite(folder, "area", LOOP)
    (coasts,) = kit.examine(folder, "coasts", course=course)
    assert [check.outcome for check in coasts.checks] == [Outcome.TODO, Outcome.PASSED]


def test_what_is_not_enough_fails_and_is_named_in_the_later_stage(kata: tuple[Path, Path]) -> None:
    course, folder = kata
    report = explained(course, folder, "coasts")
    assert [check.outcome for check in report.checks] == [Outcome.PASSED, Outcome.FAILED]
    assert named(report) == ["one-call-for-each-corner"]
    assert report.diagnosis is not None
    assert report.diagnosis.stage == "coasts"
    assert report.blame == ("plane:area",)


def test_the_next_step_stays_in_the_later_stage(kata: tuple[Path, Path]) -> None:
    course, folder = kata
    loaded = load_course(course)
    place, submission = Place(loaded, folder, folder / "kata.toml"), read_submission(loaded, folder)
    step = after_stage(explained(course, folder, "coasts"), submission, place)
    assert step.startswith("Look at `area` in plane.py:")
    assert step.endswith("Then run `grade coasts` again.")


@pytest.mark.parametrize("stage", ["outlines", "coasts"])
def test_an_earlier_mistake_keeps_its_name_in_both(kata: tuple[Path, Path], stage: str) -> None:
    course, folder = kata
    rewrite(folder, "area", HALF_FORGOTTEN)
    report = explained(course, folder, stage)
    assert named(report) == ["half-forgotten"]
    assert report.diagnosis is not None
    assert report.diagnosis.stage == "outlines"


def test_a_stage_that_does_not_build_on_the_later_one_takes_what_was_enough(kata: tuple[Path, Path]) -> None:
    course, folder = kata
    rewrite(folder, "enclosed_area", CORNERS_LOST, module="pen")
    assert named(explained(course, folder, "figures")) == ["corners-lost"]


def test_both_notebooks_have_it_to_write(course: Path) -> None:
    loaded = load_course(course)
    for name in ("outlines", "coasts"):
        cells = code_cells(loaded, loaded.stage(name), ["plane:area"], "reference")
        (cell,) = (cell for cell in cells if "def area(" in cell.text)
        assert cell.is_solution
        assert "### BEGIN SOLUTION" in cell.text
