"""Notebooks for nbgrader, made of a course: what they hold, what they hide, and that nothing of anybody's is lost."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path
from typing import Any

import pytest
from kit import ROOT, SHAPES, edit

from grader.course import Course, load_course
from grader.errors import UsageError
from grader.nbgrader.build import build_course

REGION = re.compile(r"^( *)### BEGIN SOLUTION\n.*?^ *### END SOLUTION\n?", re.DOTALL | re.MULTILINE)


def autograd() -> Course:
    return load_course(ROOT)


def book(folder: Path, stage: str) -> list[dict[str, Any]]:
    """Return the cells of a stage's source notebook."""
    text = (folder / "source" / stage / f"{stage}.ipynb").read_text(encoding="utf-8")
    cells: list[dict[str, Any]] = json.loads(text)["cells"]
    return cells


def source(cell: dict[str, Any]) -> str:
    return "".join(cell["source"])


def about(cell: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = cell["metadata"].get("nbgrader", {})
    return found


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("nbgrader")
    course = autograd()
    build_course(course, folder, course.stages, "reference")
    return folder


def test_there_is_a_notebook_for_each_stage_and_it_is_the_same_each_time(built: Path, tmp_path: Path) -> None:
    course = autograd()
    build_course(course, tmp_path, course.stages, "reference")
    for stage in course.stages:
        path = Path("source") / stage.name / f"{stage.name}.ipynb"
        assert (tmp_path / path).read_bytes() == (built / path).read_bytes()
    assert build_course(course, tmp_path, course.stages, "reference").written == ()


@pytest.mark.parametrize("stage", [stage.name for stage in autograd().stages])
def test_points_and_checks_are_those_of_the_stage(built: Path, stage: str) -> None:
    graded = [cell for cell in book(built, stage) if about(cell).get("grade")]
    assert sum(about(cell)["points"] for cell in graded) == autograd().stage(stage).points
    for cell in graded:
        assert re.search(r'^check\("test_\w+(\[.*\])?"\)$', source(cell), re.MULTILINE), source(cell)
        assert about(cell)["locked"] is True
        assert about(cell)["solution"] is False
    ids = [about(cell)["grade_id"] for cell in book(built, stage) if about(cell)]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("stage", [stage.name for stage in autograd().stages])
def test_without_the_regions_the_units_are_as_in_the_exercises(built: Path, stage: str) -> None:
    """What nbgrader puts in the place of a region is set by the configuration; here it is done by hand."""
    stub = re.search(
        r"code_stub.*?[\"'](raise NotImplementedError.*?)[\"']", (built / "nbgrader_config.py").read_text()
    )
    assert stub, "the configuration says what stands in the place of a solution"
    code = "".join(source(cell) + "\n" for cell in book(built, stage) if about(cell).get("solution"))
    released = REGION.sub(lambda region: f"{region[1]}{stub[1]}\n", code)
    assert "BEGIN SOLUTION" in code
    assert "SOLUTION" not in released
    for unit in autograd().stage(stage).units:
        module, _, name = unit.partition(":")
        exercise = (ROOT / "exercises" / f"{module}.py").read_text(encoding="utf-8")
        assert _function(released, name) == _function(exercise, name)


def _function(text: str, name: str) -> str:
    """Return a function of a text, by its dotted name, in a form that does not depend on layout."""
    body: Any = ast.parse(text).body
    for part in name.split("."):
        (found,) = [node for node in body if getattr(node, "name", None) == part][-1:]
        body = found.body
    return ast.dump(found)


def test_later_units_are_not_there_and_earlier_ones_are_given(built: Path) -> None:
    code = "".join(source(cell) for cell in book(built, "stage2") if cell["cell_type"] == "code")
    assert "def tanh" not in code
    assert "def backward" not in code
    given = REGION.sub("", code)
    assert "def __add__" in given
    assert "def __mul__" in given
    assert "out.grad" in given, "addition is given in full"
    assert "other.data * " not in given


def test_a_hidden_check_is_only_called(tmp_path: Path) -> None:
    course = load_course(SHAPES)
    build_course(course, tmp_path, course.stages, "own")
    (hidden,) = [cell for cell in book(tmp_path, "outlines") if "test_area_in_either_direction" in source(cell)]
    assert [line for line in source(hidden).splitlines() if not line.startswith("#")] == [
        'check("test_area_in_either_direction")'
    ]
    whole = json.dumps(book(tmp_path, "outlines"))
    assert "reversed" not in whole
    assert "[::-1]" not in whole


def test_what_an_instructor_changed_is_kept(shapes: Path, tmp_path: Path) -> None:
    course = load_course(shapes)
    folder = tmp_path / "nbgrader"
    build_course(course, folder, course.stages, "own")
    notebook = folder / "source" / "points" / "points.ipynb"
    made = notebook.read_text(encoding="utf-8")
    mine = made.replace("halfway", "in the middle")
    assert mine != made
    notebook.write_text(mine, encoding="utf-8")
    config = folder / "nbgrader_config.py"
    config.write_text(config.read_text(encoding="utf-8") + "\nc.Exchange.root = '/srv/exchange'\n", encoding="utf-8")
    edit(shapes / "checkpoints" / "lessons" / "points.md", ("Two points", "Two points, once more"))
    built = build_course(course, folder, course.stages, "own")
    assert "c.Exchange.root = '/srv/exchange'" in config.read_text(encoding="utf-8")
    assert built.backups
    assert any(mine == (folder / path).read_text(encoding="utf-8") for path in built.backups)
    assert not list((folder / "source").rglob("*.bak")), "nbgrader would hand it out"


def test_a_course_without_solutions_makes_no_notebooks(shapes: Path, tmp_path: Path) -> None:
    (shapes / "solutions").rename(shapes / "elsewhere")
    course = load_course(shapes)
    with pytest.raises(UsageError, match="no solutions"):
        build_course(course, tmp_path / "nbgrader", course.stages, "reference")
    assert not (tmp_path / "nbgrader").exists()


def test_the_configuration_names_a_course_that_is_not_installed(shapes: Path, tmp_path: Path) -> None:
    build_course(load_course(shapes), tmp_path / "mine", load_course(shapes).stages, "own")
    config = (tmp_path / "mine" / "nbgrader_config.py").read_text(encoding="utf-8")
    assert f"os.environ.setdefault('GRADKATA_COURSE', {str(shapes)!r})" in config
    build_course(autograd(), tmp_path / "ours", autograd().stages[:1], "own")
    assert "GRADKATA_COURSE" not in (tmp_path / "ours" / "nbgrader_config.py").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("test_midpoint_is_a_pair", "test_midpoint_is_two"), "the cell test_midpoint_is_a_pair is no longer there"),
        (("points=2, hint", "points=3, hint"), "is worth 3 points, and was worth 2 points"),
        (("a point is a pair: `(x, y)`", "a point is a pair"), ""),
    ],
    ids=["renamed", "other points", "nothing that matters"],
)
def test_what_students_have_handed_in_is_not_built_over(
    shapes: Path, tmp_path: Path, change: tuple[str, str], said: str
) -> None:
    course = load_course(shapes)
    build_course(course, tmp_path, course.stages, "own")
    notebook = tmp_path / "source" / "points" / "points.ipynb"
    handed_in = tmp_path / "submitted" / "ada" / "points" / "points.ipynb"
    handed_in.parent.mkdir(parents=True)
    handed_in.write_bytes(notebook.read_bytes())
    before = notebook.read_bytes()
    edit(shapes / "checkpoints" / "test_points.py", change)
    changed = load_course(shapes)
    if not said:
        build_course(changed, tmp_path, changed.stages, "own")
        return
    with pytest.raises(UsageError, match="students have handed in") as refused:
        build_course(changed, tmp_path, changed.stages, "own")
    assert said in refused.value.problem
    assert notebook.read_bytes() == before
    others = [stage for stage in changed.stages if stage.name != "points"]
    assert build_course(changed, tmp_path, others, "own").written == ()
