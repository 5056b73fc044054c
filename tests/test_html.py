"""Pages: they say what there is to say, and nothing that anybody writes becomes anything else than text."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kit import SHAPES, examine, shown, solution, workspace
from reports import AWKWARD, DIAGNOSIS, SECRET, SYNTAX, a_check, a_class, a_report, full_failure, hidden_failure
from rich.cells import cell_len

from grader.classroom.graded import Graded
from grader.classroom.summary import summarize, with_names
from grader.course import load_course
from grader.exhibit import Curve, Graph, Table, node
from grader.render.classroom import class_page, render_class
from grader.render.html import feedback_page, feedback_text
from grader.render.markup import Html, document, tag
from grader.render.svg import curve_svg, graph_svg
from grader.report import Diagnosis, Outcome, Problem
from grader.text import clean

STAGE = load_course(SHAPES).stages[0]
TAGS = set(
    "html head meta title style body h1 h2 h3 p b bdi code pre div span ul li dl dt dd table thead tbody tr th td "
    "details summary svg path rect text line polyline".split()
)
ATTRIBUTES = set(
    "lang charset http-equiv content name class title open style viewbox width height role aria-label d x y rx "
    "x1 y1 x2 y2 points stroke-width stroke-dasharray text-anchor".split()
)
VOID = {"meta"}


class Page(HTMLParser):
    """A page taken apart; anything that does not belong into one of ours is an error."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.words: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, name: str, attributes: list[tuple[str, str | None]]) -> None:
        self.handle_startendtag(name, attributes)
        if name not in VOID:
            self.open.append(name)

    def handle_startendtag(self, name: str, attributes: list[tuple[str, str | None]]) -> None:
        assert name in TAGS, name
        for key, value in attributes:
            assert key in ATTRIBUTES, key
            assert key != "style" or re.fullmatch(r"width:[0-9.]+%", value or ""), value

    def handle_endtag(self, name: str) -> None:
        assert self.open.pop() == name

    def handle_data(self, data: str) -> None:
        if self.open[-1:] != ["style"]:
            self.words.append(data)

    def handle_comment(self, data: str) -> None:
        pytest.fail(f"a comment: {data}")

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())


def page(text: str) -> Page:
    """Return a page taken apart, after looking for what must not be in it in any form."""
    text.encode("utf-8")
    assert text.startswith("<!DOCTYPE html>\n")
    assert "default-src &#x27;none&#x27;" in text
    assert "@import" not in text
    assert "url(" not in text
    assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", text)
    return Page(text)


def feedback(graded: Graded, next_step: str = "") -> str:
    return page(feedback_page(graded, STAGE, next_step)).text


def pictures(text: str) -> tuple[Graph, Curve, Table]:
    graph = Graph((node(1, text, data=text), node(2, "b", (1, 1), wrong=text), node(3, text, (1, 2, 9))), clean(text))
    curve = Curve({clean(text): (1.0, 0.5), "other": (2.0,), "none": ()}, clean(text), clean(text), clean(text))
    return graph, curve, Table((clean(text), "b"), ((clean(text), "d"),), clean(text))


@pytest.mark.parametrize("name", AWKWARD)
def test_nothing_that_anybody_writes_becomes_markup(name: str) -> None:
    text = clean(name)
    checks = (
        msgspec.structs.replace(full_failure(text), exhibits=pictures(text)),
        a_check(id=text, title=text, message=text),
        hidden_failure(),
    )
    diagnosis = Diagnosis(text, text, f"plane:{text}", text, text)
    report = a_report(
        *checks, diagnosis=diagnosis, example=text, problems=(Problem(text, text, text, checks[0].place),)
    )
    graded = Graded(name, report, name, True, name)
    assert " ".join(text.split()) in feedback(graded, text)
    summary = summarize([graded, *a_class()])
    assert " ".join(text.split()) in page(class_page(summary, STAGE)).text
    for encoding in ("utf-8", "ascii"):
        assert "\x1b" not in shown(render_class(summary, STAGE), 80, encoding)
    assert "\x1b" not in feedback_text(graded, STAGE, text)


@settings(max_examples=200, deadline=None, database=None)
@given(st.text(), st.text())
def test_any_text_is_text(one: str, two: str) -> None:
    text = document(one, tag("p", one, tag("code", two, title=one)), two)
    text.encode("utf-8")
    assert Page(text).text.split()[-1:] == clean(two).split()[-1:] or not clean(two).split()
    assert isinstance(tag("p", one), Html)


def test_feedback_shows_a_failure_in_full() -> None:
    words = feedback(Graded("Jane", a_report(full_failure("the text"), diagnosis=DIAGNOSIS), "1 October"), "Go on.")
    for part in (
        "points · Two points",
        "Jane",
        "handed in 1 October",
        "failed · 0 of 2 points",
        "The points are swapped",
    ):
        assert part in words
    for part in ("expected the text", "got the text", "plane.py:8 in the text", "Hint: Look again.", "Next: Go on."):
        assert part in words
    for part in ("What the check did: a = plane.distance(p, q)", "Your code printed: the text"):
        assert part in words


def test_feedback_says_the_fault_of_a_file_once() -> None:
    checks = [a_check(id=f"test_{number}", message=SYNTAX.message) for number in range(5)]
    words = feedback(Graded("a", a_report(*checks, problems=(SYNTAX, SYNTAX))))
    assert words.count("SyntaxError") == 1
    assert "plane.py:6" in words
    assert "Mend this line." in words
    assert "What went wrong" not in words


def test_feedback_shows_of_hidden_checks_what_a_student_may_see() -> None:
    graded = Graded("a", a_report(hidden_failure(), a_check(Outcome.PASSED)))
    for words in (feedback(graded), feedback_text(graded, STAGE)):
        assert SECRET not in words
        assert "More of the same." in words
        assert "Mind the signs." in words


def test_feedback_of_every_outcome() -> None:
    words = feedback(Graded("a", a_report(*map(a_check, Outcome))))
    for said in ("error of the check", "crashed", "out of time", "failed", "to do", "skipped"):
        assert said in words
    assert "passed · 2 of 2 points" in feedback(Graded("a", a_report()))


def test_feedback_names_the_blamed_units() -> None:
    words = feedback(Graded("a", a_report(a_check(), blame=("plane:f", "plane:g"))))
    assert "The fault is in f and g : with a right one" in words.replace("f  and", "f and")


def test_feedback_text_is_plain() -> None:
    text = feedback_text(Graded("a", a_report(full_failure())), STAGE, "Go on.")
    assert "Go on." in text
    assert max(map(cell_len, text.splitlines())) <= 90
    assert all(line == line.rstrip() for line in text.splitlines())
    assert "Next" not in feedback_text(Graded("a", a_report()), STAGE)


def test_feedback_of_a_real_failure(tmp_path: Path) -> None:
    wrong = solution("plane", ("    return math.hypot", "    print('<b>')\n    return 1 + math.hypot"))
    (report,) = examine(workspace(tmp_path / "kata", plane=wrong), "points")
    words = feedback(Graded("a", report))
    assert "failed" in words
    assert "<b>" in words


def test_graph() -> None:
    nodes = (node("a", "a", data=1), node("b", "b", data=2), node("c", "+", ("a", "b")), node("d", "*", ("c", "a")))
    picture = graph_svg(Graph((*nodes, node("e", "-", ("d", "d", "b")))))
    Page(picture)
    assert picture.count("<rect") == 5
    assert picture.count("<path") == 6, "a line for each pair of an operand and its result"
    assert not re.search(r"nan|inf|e[+-]?\d\d", picture)
    Page(graph_svg(Graph(())))


def test_no_two_nodes_overlap() -> None:
    nodes = [node(0, "start", data=1)]
    for number in range(1, 40):
        nodes.append(
            node(number, f"node {number}", {number - 1, number // 2, number // 3}, "x" * (number % 9), grad=number)
        )
    picture = graph_svg(Graph(tuple(nodes)))
    fields = r'x="([-0-9.]+)" y="([-0-9.]+)" width="([0-9.]+)" height="([0-9.]+)"'
    boxes = [tuple(map(float, found)) for found in re.findall(fields, picture)]
    assert len(boxes) == 40
    for index, (x, y, width, height) in enumerate(boxes):
        for x2, y2, _, _ in boxes[:index]:
            assert not (x2 <= x < x2 + width and y2 <= y < y2 + 1)
            assert not (x == x2 and y < y2 < y + height)


@pytest.mark.parametrize("values", [(1.0,), (1.0, 1.0), (-1.7e308, 1.7e308), tuple(float(i) for i in range(400)), ()])
def test_curve(values: tuple[float, ...]) -> None:
    picture = curve_svg(Curve({"mine": values}, "The loss"))
    if values:
        Page(picture)
        assert picture.count(",") >= len(values)
    assert "nan" not in picture
    assert "…" not in picture


def test_class_page_says_what_to_teach_again() -> None:
    words = page(class_page(summarize(a_class(3)), STAGE)).text
    for part in (
        "15 submissions",
        "mean 1.6, median 2 of 4 points",
        "3 ✓ passed",
        "6 ✗ failed",
        "3 ○ to do",
        "3 ✗ crashed",
    ):
        assert part in words
    assert "To teach again tomorrow The points are swapped 3 of 15 (20%) · distance It is q minus p ." in words
    assert words.count("The points are swapped") == 4
    assert "plane.py:6: SyntaxError: expected ':'" in words
    assert "broken 0 late" in words


def test_class_page_with_other_names_holds_no_name() -> None:
    graded = list(a_class(3))
    names = {one.student: f"student {number:03}" for number, one in enumerate(reversed(graded))}
    text = class_page(with_names(summarize(graded), names), STAGE)
    assert not any(one.student in text for one in graded)
    assert "student 007" in text


@pytest.mark.parametrize("width", [40, 60, 80, 120])
@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
def test_class_in_a_terminal(width: int, encoding: str) -> None:
    text = shown(render_class(summarize(a_class(3)), STAGE), width, encoding)
    assert max(cell_len(line) for line in text.splitlines()) <= width
    for part in ("15 submissions", "What most got wrong", "To teach again", "The points are"):
        assert part in text


def test_large_class_in_a_terminal_lists_nobody() -> None:
    assert "passing" not in shown(render_class(summarize(a_class(20)), STAGE))


def test_nobody_at_all() -> None:
    assert "0 submissions" in page(class_page(summarize([]), STAGE)).text
    assert "0 submissions" in shown(render_class(summarize([]), STAGE))


def test_code_in_the_name_of_a_mistake_is_set_as_code() -> None:
    named = msgspec.structs.replace(DIAGNOSIS, title="`p` and `q` are swapped")
    page = feedback_page(Graded("Jane", a_report(full_failure("the text"), diagnosis=named)), STAGE)
    assert "<h3><code>p</code> and <code>q</code> are swapped" in page
    page = class_page(summarize([Graded("Jane", a_report(full_failure("the text"), diagnosis=named))]), STAGE)
    assert "<h3><code>p</code> and <code>q</code> are swapped" in page
