"""Pictures: graphs as lanes, curves, tables, DOT and SVG."""

from __future__ import annotations

import re
import shutil
from xml.etree import ElementTree

import kit
import pytest

from grader.exhibit import Curve, Exhibits, Graph, GraphNode, Map, Table, grid, node
from grader.proxy import WrongKind
from grader.render.dot import to_dot, to_svg
from grader.render.lanes import ASCII, BOXES, lanes
from grader.render.pictures import render_exhibit
from grader.render.svg import map_svg

DIAMOND = (
    node("a", "a", data=2.0, grad=6.0, wrong="grad 5 expected"),
    node("b", "b", data=-3.0, grad=2.0),
    node("e", "e = *", ["a", "b"], data=-6.0, grad=1.0),
    node("L", "L = +", ["e", "a"], data=-4.0, grad=1.0),
)


def drawn(nodes: tuple[GraphNode, ...]) -> list[str]:
    return [line.rstrip() for line in lanes(nodes)]


def test_a_node_that_is_used_again_keeps_its_lane() -> None:
    assert drawn(DIAMOND) == [
        "●",
        "│ ●",
        "├─●",
        "●─╯",
    ]


def test_a_lane_between_is_crossed_and_one_that_ends_there_says_so() -> None:
    a, b, c = node("a", "a"), node("b", "b"), node("c", "c")
    assert drawn((a, b, c, node("d", "d", ["a", "c"]), node("e", "e", ["d", "b"])))[3] == "●─┼─╯"
    assert drawn((a, b, c, node("d", "d", ["a", "b", "c"])))[3] == "●─┴─╯"


def test_a_lane_that_is_free_is_used_again() -> None:
    chain = [node("x", "x")]
    for step in range(4):
        chain.append(node(step, "+", [chain[-1].key]))
    assert drawn(tuple(chain)) == ["●"] * 5


def test_an_operand_used_twice_by_one_node_is_joined_once() -> None:
    assert drawn((node("a", "a"), node("out", "a * a", ["a", "a"]))) == ["●", "●"]


def test_an_operand_that_is_not_in_the_picture_is_left_out() -> None:
    assert drawn((node("out", "+", ["elsewhere"]),)) == ["●"]


def test_plain_characters_draw_the_same_graph() -> None:
    table = str.maketrans("●│─┼├┤╰╯┴", "o|-+++`''")
    assert lanes(DIAMOND, ASCII) == [line.translate(table) for line in lanes(DIAMOND, BOXES)]


def test_pictures_are_sentences_for_a_screen_reader() -> None:
    text = kit.shown(render_exhibit(Graph(DIAMOND, "the graph")), plain=True)
    assert "a, data 2.0, grad 6.0: grad 5 expected.\n" in text
    assert "L = +, data -4.0, grad 1.0, made of e and a.\n" in text
    curve = kit.shown(render_exhibit(Curve({"yours": (6.0, 4.0, 2.0)})), plain=True)
    assert curve.strip() == "yours: 6 at 0, 4 at 1, 2 at 2."
    table = kit.shown(render_exhibit(Table(("step", "loss"), (("1", "6.4"),))), plain=True)
    assert table.strip() == "step 1, loss 6.4."


@pytest.mark.parametrize("width", [60, 80, 120])
def test_a_graph_shows_facts_and_the_wrong_node_in_words(width: int) -> None:
    text = kit.shown(render_exhibit(Graph(DIAMOND, "the graph")), width)
    assert "the graph" in text
    (line,) = (line for line in text.splitlines() if "expected" in line)
    assert re.search(r"a +data 2\.0 +grad 6\.0 +<- grad 5 expected", line)
    assert max(map(len, text.splitlines())) <= width


def test_a_curve_tells_its_series_apart_without_colour() -> None:
    curve = Curve({"expected": (6.0, 4.0, 2.0), "yours": (6.0, 5.0, 4.0)}, x="step", y="loss")
    text = kit.shown(render_exhibit(curve), 60)
    assert "** expected" in text
    assert "oo yours" in text
    assert {"step", "loss"} <= set(text.split())
    assert not text.endswith("\n\n")


def test_pictures_need_nothing_but_ascii() -> None:
    for exhibit in (Graph(DIAMOND), Curve({"yours": (1.0, 2.0)}), Table(("step",), (("1",),))):
        assert kit.shown(render_exhibit(exhibit), 60, encoding="ascii").isascii()


def test_a_table_has_its_heading() -> None:
    lines = kit.shown(render_exhibit(Table(("step", "loss"), (("1", "6.36"),))), 60).split("\n")
    assert [line.split() for line in lines if "loss" in line or "6.36" in line] == [["step", "loss"], ["1", "6.36"]]


def hill(x: float, y: float) -> float:
    return 1 - x * x - y * y


AROUND = Map(grid(hill, (-2, 2), (-2, 2)), (-2, 2), (-2, 2), ((0, 0, 1), (1.5, 1.5, 1), (-1.5, 0, -1)), ("in", "out"))


def test_a_map_shows_its_sides_and_marks_points_on_the_wrong_one() -> None:
    lines = kit.shown(render_exhibit(AROUND), 80).splitlines()
    middle, corner = lines[10], lines[2]
    assert middle.count("░") == 29
    assert middle.index("x") < middle.index("░") < middle.index("o") < middle.rindex("░")
    assert "O" in corner
    assert "░" not in corner
    assert "3 points, 1 of them on the wrong side" in lines[-1]


def test_a_map_needs_no_more_than_the_width_and_ascii() -> None:
    lines = kit.shown(render_exhibit(AROUND), 30, "ascii").splitlines()
    assert max(map(len, lines)) <= 30
    assert "." in lines[10]
    assert lines[10].index("x") < lines[10].index("o")


def test_a_map_as_svg_stands_alone() -> None:
    drawing = ElementTree.fromstring(map_svg(AROUND))
    parts = [part.tag.rpartition("}")[2] for part in drawing]
    assert parts.count("circle") == 3  # two points and the legend's
    assert parts.count("path") == 2
    assert [part.get("stroke") for part in drawing if part.get("stroke") == "#d00000"] == ["#d00000"]
    (inside,) = {part.get("width") for part in drawing if part.get("y") == "200"}
    assert float(inside or 0) == 300


def test_dot_names_every_node_edge_and_fault() -> None:
    text = to_dot(Graph((node('q"', "x | {y}", data=1), node("r", "r", ['q"'], wrong="2 expected"))))
    assert '"q\\"" [label="{ x\\ \\|\\ \\{y\\} | data\\ 1 }"];' in text
    assert '"q\\"" -> "r";' in text
    assert 'color=red, xlabel="2 expected"' in text


@pytest.mark.parametrize("graphviz", [True, False])
def test_svg_with_and_without_graphviz(graphviz: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if graphviz and shutil.which("dot") is None:
        pytest.skip("Graphviz is not installed")
    if not graphviz:
        monkeypatch.setattr(shutil, "which", lambda name: None)
    drawing = to_svg(Graph(DIAMOND))
    ElementTree.fromstring(drawing[drawing.index("<svg") :])
    assert "expected" in drawing
    assert "@font-face" not in drawing


def test_exhibits_are_made_only_when_asked_for() -> None:
    asked = []
    exhibits = Exhibits()
    exhibits.graph(lambda: asked.append("graph") or DIAMOND)  # type: ignore[func-returns-value]
    assert asked == []
    assert exhibits.made() == (Graph(DIAMOND),)


def test_of_a_check_that_passed_only_what_is_always_to_be_seen_is_made() -> None:
    exhibits = Exhibits()
    exhibits.graph(lambda: DIAMOND)
    exhibits.table(lambda: [("step",), (1,)], always=True)
    assert exhibits.made(passed=True) == (Table(("step",), (("1",),)),)
    assert len(exhibits.made()) == 2


def test_a_picture_that_its_author_broke_says_so() -> None:
    exhibits = Exhibits()
    exhibits.graph(lambda: undefined)  # type: ignore[name-defined]  # noqa: F821
    (table,) = exhibits.made()
    assert isinstance(table, Table)
    assert table.rows == (("NameError: name 'undefined' is not defined",),)


def test_an_exhibit_that_the_students_values_do_not_allow_is_left_out() -> None:
    def impossible() -> list[GraphNode]:
        raise WrongKind("`.data` is a list")

    exhibits = Exhibits()
    exhibits.graph(impossible)
    exhibits.curve(lambda: {"yours": [1, None, 2.5, "x", float("nan"), 3.0]})  # type: ignore[list-item]
    assert exhibits.made() == (Curve({"yours": (1.0, 2.5)}),)
