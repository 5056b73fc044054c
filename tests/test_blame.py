"""Blame: the units, replaced by the reference's, with which the failing checks pass; nobody where nothing helps."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import kit
import pytest
from golden_cases import CASES, autograd
from shapes_museum import explain_one, explained, study

import grader.diagnosis
from grader.course import load_course
from grader.museum import load_pieces
from grader.report import Report
from grader.transplant import transplant

BREAKS = {
    "distance": "def distance(p, q):\n    return 3 * math.hypot(q[0] - p[0], q[1] - p[1])\n",
    "midpoint": "def midpoint(p, q):\n    return ((p[0] + q[0]) / 3, (p[1] + q[1]) / 3)\n",
    "perimeter": "def perimeter(points):\n    return sum(distance(p, q) for p, q in sides(points)) + 1\n",
    "area": "def area(points):\n    return abs(sum(p[0] * q[1] - q[0] * p[1] for p, q in sides(points))) / 3\n",
    "Pen.turn": "def turn(self, degrees):\n    self.heading = (self.heading + 2 * degrees) % 360\n",
    "Pen.forward": (
        "def forward(self, length):\n    x, y = self.position\n    self.position = (x + length, y + length)\n"
        "    self.trail.append(self.position)\n"
    ),
    "draw_polygon": "def draw_polygon(pen, corners, side):\n    for _ in range(corners):\n        pen.forward(side)\n",
}
LOOPS = "def turn(self, degrees):\n    while True:\n        pass\n"


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether somebody is blamed must not depend on how busy the machine is."""
    monkeypatch.setattr(grader.diagnosis, "BLAME_SECONDS", 20.0)


@pytest.fixture
def blamed(tmp_path: Path) -> Callable[..., list[str]]:
    """A function that grades a stage of the small course with some broken units, and says whom blame points at."""

    def blame(stage: str, *broken: str, course: Path = kit.SHAPES, seed: int = 7, **codes: str) -> list[str]:
        return names(explained(course, broken_workspace(tmp_path, course, *broken, **codes), stage, seed))

    return blame


def broken_workspace(folder: Path, course: Path, *broken: str, **codes: str) -> Path:
    texts = {name: kit.solution(name) for name in ("plane", "pen")}
    for unit, code in ({unit: BREAKS[unit] for unit in broken} | codes).items():
        module = "pen" if unit.startswith(("Pen", "draw", "enclosed")) else "plane"
        texts[module] = transplant(texts[module], unit.replace("__", "."), code)
    return kit.workspace(folder / "kata", course, **texts)


def names(report: Report) -> list[str]:
    return [unit.partition(":")[2] for unit in report.blame]


# -- the small course -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("unit", ["Pen.turn", "Pen.forward", "draw_polygon"])
def test_one_unit_of_an_earlier_stage(blamed: Callable[..., list[str]], unit: str) -> None:
    assert blamed("figures", unit) == [unit]


def test_a_unit_of_another_module(blamed: Callable[..., list[str]]) -> None:
    assert blamed("figures", "area") == ["area"]


def test_a_unit_of_the_stage_itself(blamed: Callable[..., list[str]]) -> None:
    assert blamed("points", "distance") == ["distance"]


def test_two_units_together_in_the_order_of_the_course(blamed: Callable[..., list[str]]) -> None:
    assert blamed("figures", "Pen.turn", "area") == ["area", "Pen.turn"]


def test_three_wrong_units_are_nobodys(blamed: Callable[..., list[str]]) -> None:
    assert blamed("figures", "Pen.turn", "area", "draw_polygon") == []


def test_a_wrong_unit_that_does_no_harm_here_is_not_blamed(blamed: Callable[..., list[str]]) -> None:
    assert blamed("figures", "distance", "Pen.turn") == ["Pen.turn"]


def test_a_passing_stage_blames_nobody(blamed: Callable[..., list[str]]) -> None:
    assert blamed("figures", "distance") == []


def test_what_came_with_the_exercise_and_is_gone(tmp_path: Path) -> None:
    plane = kit.solution("plane", ("def sides", "def pairs"))
    assert names(explained(kit.SHAPES, kit.workspace(tmp_path / "kata", plane=plane), "outlines")) == ["sides"]


def test_a_stage_that_is_still_to_do_blames_nobody(blamed: Callable[..., list[str]]) -> None:
    stub = "def forward(self, length):\n    raise NotImplementedError\n"
    assert blamed("figures", "Pen.turn", Pen__forward=stub) == []


def test_a_loop_in_an_earlier_unit(blamed: Callable[..., list[str]]) -> None:
    assert blamed("figures", Pen__turn=LOOPS) == ["Pen.turn"]


def test_a_helper_that_a_unit_leans_on_makes_the_unit_responsible(tmp_path: Path) -> None:
    """The reference needs no helper, so with it everything passes; the helper itself is no unit."""
    turn = "def turn(self, degrees):\n    self.heading = wrap(self.heading + degrees)\n"
    helper = "def wrap(angle):\n    return angle % 180\n"
    pen = transplant(kit.solution("pen"), "Pen.turn", turn) + helper
    folder = kit.workspace(tmp_path / "kata", pen=pen)
    assert names(explained(kit.SHAPES, folder, "figures")) == ["Pen.turn"]


def test_without_solutions_nobody_is_blamed(tmp_path: Path, blamed: Callable[..., list[str]], shapes: Path) -> None:
    assert blamed("figures", "Pen.turn", course=shapes) == ["Pen.turn"]
    for file in (shapes / "solutions").glob("*"):
        file.unlink()
    (shapes / "solutions").rmdir()
    assert blamed("figures", "Pen.turn", course=shapes) == []


def test_a_failure_that_does_not_come_again_is_nobodys(tmp_path: Path, blamed: Callable[..., list[str]]) -> None:
    """The first call of a file is wrong; whatever is swapped in, the second run passes."""
    mark = tmp_path / "been_here"
    turn = (
        "def turn(self, degrees):\n"
        "    import os\n"
        f"    first = not os.path.exists({str(mark)!r})\n"
        f"    open({str(mark)!r}, 'w').close()\n"
        "    self.heading = 0.0 if first else (self.heading + degrees) % 360\n"
    )
    assert blamed("pen", Pen__turn=turn) == []
    assert mark.exists()


def test_blame_gives_up_when_its_time_is_over(
    monkeypatch: pytest.MonkeyPatch, blamed: Callable[..., list[str]]
) -> None:
    monkeypatch.setattr(grader.diagnosis, "BLAME_SECONDS", 0.0)
    assert blamed("figures", "Pen.turn") == []


def test_a_unit_that_another_file_holds(tmp_path: Path) -> None:
    """engine.py imports everything, under other names too: the reference goes where the unit is written."""
    plane = transplant(kit.solution("plane"), "area", BREAKS["area"])
    folder = kit.workspace(tmp_path / "kata", plane="from mine import area, distance, midpoint, perimeter\n")
    (folder / "mine.py").write_text(plane, encoding="utf-8")
    assert names(explained(kit.SHAPES, folder, "outlines")) == ["area"]


def test_a_place_where_no_unit_can_be_put_is_left_alone(tmp_path: Path) -> None:
    """A class that a call makes takes no graft; that ends nothing."""
    made = "Pen = type('Pen', (), {'__init__': lambda self: None, 'turn': None, 'forward': None})\n"
    pen = f"{made}def draw_polygon(pen, corners, side): pass\ndef enclosed_area(pen): return 0\n"
    report = explained(kit.SHAPES, kit.workspace(tmp_path / "kata", pen=pen), "pen")
    assert not report.passed
    assert report.blame == ()


def test_what_is_said_of_two(tmp_path: Path) -> None:
    run = kit.grade("figures", cwd=broken_workspace(tmp_path, kit.SHAPES, "Pen.turn", "area"))
    assert "`area` and `Pen.turn`" in " ".join(run.out.split())


# -- the real course ------------------------------------------------------------------------------------------------

SAMPLE = [
    ("overwrites-gradient-add", "stage5"),
    ("returns-self-radd", "stage5"),
    ("own-factor-mul", "stage7"),
    ("leaves-graph-neg", "stage5"),
    ("input-for-result-tanh", "stage7"),
    ("factor-forgotten-pow", "stage5"),
    ("no-seed-backward", "stage6"),
    ("recursion-instead-of-order-backward", "stage7"),
]


@pytest.fixture(scope="module")
def bench() -> dict[str, study.Blamed]:
    """The sample, graded in one session with one worker."""
    course = study.course()
    pieces = {piece.name: piece for piece in load_pieces(course)}

    def drive(bench: study.Bench) -> Iterator[study.Blamed]:
        for name, stage in SAMPLE:
            submission = study.graft(study.reference(course), pieces[name].unit, pieces[name].source)
            assert submission is not None
            yield study.blamed(bench, name, submission, stage, [pieces[name].unit])

    records = study.read_records(course)
    return {found.code: found for found in study.in_session(course, records, drive, blame_seconds=60.0)}


@pytest.mark.parametrize("name", [name for name, _ in SAMPLE])
def test_one_wrong_unit_of_the_engine_is_found_from_later_stages(bench: dict[str, study.Blamed], name: str) -> None:
    assert bench[name].wanted, "the stage passes"
    assert bench[name].right


def test_two_wrong_units_of_a_learners_engine() -> None:
    case = CASES["wrong_add_mul_overwrite"]
    report = explain_one(study.ROOT, case.submission(autograd()), "stage5")
    assert names(report) == ["Value.__add__", "Value.__mul__"]


def test_a_correct_engine_is_not_blamed() -> None:
    report = explain_one(study.ROOT, study.reference(load_course(study.ROOT)), "stage5")
    assert report.passed
    assert report.blame == ()
