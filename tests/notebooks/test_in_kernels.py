"""Notebooks run by real kernels: what students see, and the points that nbgrader reads off it."""

from __future__ import annotations

import copy
import json
import re
from pathlib import Path
from typing import Any

import nbformat
import pytest
from kit import ROOT, SHAPES, grade
from rooms import REGION, Ran, cell, is_test, read, replaced, run

from grader.course import load_course
from grader.nbgrader.build import build_course

OVERWRITES = ("self.grad += out.grad", "self.grad = out.grad"), ("other.grad += out.grad", "other.grad = out.grad")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("nbgrader")
    course = load_course(ROOT)
    build_course(course, folder, course.stages, "reference")
    return folder


def overwriting(source: str) -> str:
    for old, new in OVERWRITES:
        assert old in source
        source = source.replace(old, new)
    return source


def stub(source: str) -> str:
    return REGION.sub(r"\1raise NotImplementedError\n", source)


def in_terminal(book: Any, stage: str, folder: Path) -> dict[str, float]:
    """Return the points of each check that `grade` gives the same notebook."""
    file = folder / "same.ipynb"
    nbformat.write(book, file)
    report = grade("--course", ROOT, stage, "--submission", file, "--json", cwd=folder).report
    return {check["id"]: check["points"] for check in report["checks"]}


def by_check(ran: Ran) -> dict[str, float]:
    """Return the points by the checks that the test cells call."""
    names = {
        c.metadata.nbgrader.grade_id: json.loads(c.source[c.source.rindex("(") + 1 : -1]) for c in graded_cells(ran)
    }
    return {names[name]: points for name, points in ran.points().items()}


def graded_cells(ran: Ran) -> list[Any]:
    return [c for c in ran.book.cells if is_test(c)]


def test_right_code_gets_all_points_and_nothing_is_noisy(built: Path, tmp_path: Path) -> None:
    ran = run(read(built, "stage7"), tmp_path)
    assert ran.noise() == []
    course = load_course(ROOT)
    assert sum(ran.points().values()) == course.stage("stage7").points
    assert in_terminal(read(built, "stage7"), "stage7", tmp_path) == by_check(ran)


def test_wrong_code_is_explained_drawn_and_gets_part_of_the_points(built: Path, tmp_path: Path) -> None:
    book = replaced(read(built, "stage1"), overwriting)
    book.cells.append(cell("%grade stage1"))
    ran = run(book, tmp_path)
    assert ran.noise() == []
    assert in_terminal(book, "stage1", tmp_path) == by_check(ran)
    assert 0 < sum(ran.points().values()) < load_course(ROOT).stage("stage1").points
    shared = "test_shared_operand_gets_both_contributions"
    text, html = ran.prose(shared), ran.shown(shared, "text/html")
    assert "expected 2.0 got 1.0" in text
    assert "Addition overwrites the gradients that are already there" in text
    assert re.search(r"Next: Look at `Value.__add__` \(Cell In\[\d+\], line \d+\)", text)
    assert "<svg" in html
    assert "first wrong gradient" in html
    assert "Addition overwrites the gradients" in html
    assert "<script" not in html
    whole = ran.prose("%grade stage1")
    assert f"{sum(ran.points().values()):g}/11 points" in whole
    assert "then `%grade stage1` again" in whole


def test_half_of_it_gets_its_part_and_the_rest_is_to_do(built: Path, tmp_path: Path) -> None:
    book = replaced(read(built, "stage1"), lambda source: _only_the_first(source))
    ran = run(book, tmp_path)
    assert ran.noise() == []
    assert in_terminal(book, "stage1", tmp_path) == by_check(ran)
    assert set(ran.points().values()) > {0.0}
    assert "Next: Write `Value.__radd__`, run its cell" in " ".join(ran.prose(c.id) for c in graded_cells(ran))


def _only_the_first(source: str) -> str:
    _, second = REGION.finditer(source)
    return source[: second.start()] + second[1] + "raise NotImplementedError\n" + source[second.end() :]


def test_an_endless_loop_costs_its_own_checks(tmp_path: Path) -> None:
    course = load_course(SHAPES)
    build_course(course, tmp_path, course.stages, "reference")
    book = replaced(
        read(tmp_path, "points"), lambda source: source.replace("return math.hypot", "while True: pass\n    math.hypot")
    )
    assert "while True" in json.dumps(book)
    ran = run(book, tmp_path, GRADKATA_COURSE=str(SHAPES))
    assert ran.noise() == []
    points = ran.points()
    assert points.pop("test_midpoint_is_a_pair") == 1.0
    assert set(points.values()) == {0.0}
    assert "is there an endless loop?" in ran.prose("test_distance_does_not")


def test_cells_out_of_order_run_again_and_left_over(built: Path, tmp_path: Path) -> None:
    book = read(built, "stage1")
    setup = next(c for c in book.cells if c.cell_type == "code")
    value = next(c for c in book.cells if "class Value" in c.source)
    shared = next(c for c in book.cells if c.id.startswith("test_shared"))

    def again(text: str) -> Any:
        made = copy.deepcopy(shared)
        made.id, made.source = f"{text}-again", shared.source
        return made

    bare = value.source[: value.source.index("    def __add__")]
    added = cell("def add(self, other):\n    return other\nValue.__add__ = Value.__radd__ = add")
    book.cells = [
        *(setup, again("early"), cell(value.source), again("right"), cell("kept = Value(1.0)")),
        *(cell(overwriting(value.source)), again("wrong"), cell("%%time\n" + value.source), again("timed")),
        *(cell(stub(value.source)), again("stub"), cell(bare), added, cell(bare), again("lost")),
        cell("check('test_kept_back_by_the_instructor')"),
    ]
    ran = run(book, tmp_path)
    assert ran.noise() == []
    assert "Run the cells from the top" in ran.prose("early-again")
    assert "passed 2/2 points" in ran.prose("right-again")
    assert "`kept` still uses `Value` as it was before its cell was run again" in ran.prose("wrong-again")
    assert "Addition overwrites" in ran.prose("wrong-again")
    assert "passed 2/2 points" in ran.prose("timed-again")
    assert "Write `Value.__add__`" in ran.prose("stub-again")
    assert "Run the cell that defines `Value.__add__` once more" in ran.prose("lost-again")
    assert "is not in the course that is installed here" in ran.prose("check('test_kept")


def test_hidden_checks_run_where_the_instructors_course_is(tmp_path: Path) -> None:
    course = load_course(SHAPES)
    build_course(course, tmp_path, course.stages, "reference")
    wrong = replaced(read(tmp_path, "outlines"), lambda source: source.replace("return abs(", "return ("))
    ran = run(wrong, tmp_path, GRADKATA_COURSE=str(SHAPES))
    hidden = "test_area_in_either_direction"
    assert ran.points()[hidden] == 0.0
    assert ran.points()["test_area_of_a_square"] == 1.0
    assert "This check is not shown" in ran.shown(hidden, "text/html")
    assert "expected" not in ran.shown(hidden)
