"""Code that is alike: found whatever was renamed, and not where everybody writes the same."""

from __future__ import annotations

import random
from time import perf_counter

import pytest
from kit import SHAPES, shown
from reports import a_report

from grader.classroom.graded import Graded
from grader.classroom.similarity import Form, Group, alike, forms
from grader.classroom.summary import summarize, with_names
from grader.course import load_course
from grader.render.classroom import class_page, render_class
from grader.submission import Submission

COURSE = load_course(SHAPES)
UNITS = ("plane:distance", "plane:midpoint", "plane:perimeter", "plane:area")

ORIGINAL = '''
import math

def distance(p, q):
    """Return how far it is."""
    dx = q[0] - p[0]
    dy = q[1] - p[1]
    squares = [d * d for d in (dx, dy)]
    return math.sqrt(sum(squares))

def midpoint(p, q):
    return tuple((a + b) / 2 for a, b in zip(p, q))

def area(corners):
    total = 0.0
    for index, corner in enumerate(corners):
        following = corners[(index + 1) % len(corners)]
        total += corner[0] * following[1] - following[0] * corner[1]
    return abs(total) / 2
'''
DISGUISED = '''
import math

def area(punkte: list) -> float:
    """Something else."""

    summe: float = 0.0  # added up
    for i, punkt in enumerate(punkte):
        pass
        naechster = punkte[(i + 1) % len(punkte)]
        summe += (punkt[0] * naechster[1]
                  - naechster[0] * punkt[1])
    return abs(summe) / 2


def distance(start, end):
    breite = end[0] - start[0]
    hoehe = end[1] - start[1]
    quadrate = [x * x for x in (breite, hoehe)]
    return math.sqrt(sum(quadrate))
'''.replace(": float = 0.0", " = 0.0")
OTHER = """
def distance(p, q):
    return ((p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2) ** 0.5

def area(corners):
    n = len(corners)
    s = sum(corners[i][0] * corners[(i + 1) % n][1] - corners[(i + 1) % n][0] * corners[i][1] for i in range(n))
    return abs(s / 2)
"""


def written(text: str, **more: str) -> dict[str, Form]:
    return forms(Submission.of_texts(COURSE, {"plane": text, **more}), UNITS)


def test_names_docstrings_annotations_and_layout_do_not_count() -> None:
    one, two = written(ORIGINAL), written(DISGUISED)
    assert one["plane:distance"] == two["plane:distance"]
    assert one["plane:area"] == two["plane:area"]
    assert set(two) == {"plane:distance", "plane:area"}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("q[0] - p[0]", "p[0] - q[0]"),
        ("math.sqrt(sum", "math.sqrt(max"),
        ("d * d", "d * dx"),
        ("q[1]", "q[2]"),
        ("(dx, dy)", "(dy, dx)"),
    ],
)
def test_what_the_code_does_counts(old: str, new: str) -> None:
    assert old in ORIGINAL
    assert written(ORIGINAL)["plane:distance"] != written(ORIGINAL.replace(old, new, 1))["plane:distance"]


def test_text_that_looks_like_a_name_is_none() -> None:
    numbers = ", ".join(map(str, range(30)))
    long = f"def distance(p, q):\n    x = [p, q, {numbers}]\n    y = x\n    return {{}}\n"
    assert written(long.format("'x'")) != written(long.format("'y'"))
    assert written(long.format("x")) != written(long.format("'x'"))


def test_stubs_short_units_and_what_is_not_written_are_left_out() -> None:
    stub = (SHAPES / "exercises" / "plane.py").read_text(encoding="utf-8")
    assert written(stub) == {}
    assert written("def distance(p, q):\n    return 1\n\nmidpoint = perimeter = distance\n") == {}
    assert written("def distance(:\n") == {}
    deep = "def distance(p, q):\n    return " + "-" * 60 + "1\n"
    assert set(written(deep)) <= {"plane:distance"}
    assert written(f"def distance(p, q):\n    return [{', '.join('p' * 40)}, 0x{'f' * 9999}]\n") == {}


def test_unit_that_lives_in_a_module_of_the_students_own() -> None:
    assert written("from mine import *\n", mine=ORIGINAL) == written(ORIGINAL)


def test_pair_is_found() -> None:
    (group,) = alike({"a": written(ORIGINAL), "b": written(DISGUISED), "c": written(OTHER)}.items())
    assert group == Group(("a", "b"), ("plane:distance", "plane:area"), 1.0)


def test_nobody_is_alike_in_what_everybody_wrote() -> None:
    everybody = {f"s{number}": written(ORIGINAL) for number in range(5)}
    assert alike(everybody.items()) == ()
    assert alike({}.items()) == ()
    assert alike({"a": {}, "b": {}}.items()) == ()


def made(*shapes: int, nodes: int = 50) -> dict[str, Form]:
    return {f"m:u{number}": Form(shape, nodes) for number, shape in enumerate(shapes)}


def test_little_in_common_is_no_hint() -> None:
    assert alike({"a": made(1, 2, 3, 4), "b": made(1, 2, 7, 8)}.items()) == ()
    assert alike({"a": made(1), "b": made(1)}.items()) == ()
    (group,) = alike({"a": made(1, 2, 3, 4), "b": made(1, 2, 3, 8)}.items())
    assert group.share == 0.75
    assert group.units == ("m:u0", "m:u1", "m:u2")


def test_in_a_group_every_two_are_alike() -> None:
    three = {"a": made(1, 2, 3, 4), "b": made(1, 2, 3, 5), "c": made(1, 2, 3, 6), "d": made(5, 6, 7)}
    (group,) = alike(three.items())
    assert group == Group(("a", "b", "c"), ("m:u0", "m:u1", "m:u2"), 0.75)


def test_chain_is_no_group_but_nobody_in_it_is_lost() -> None:
    chain = {"a": made(1, 2, 3), "b": made(1, 2, 9), "c": made(8, 2, 9), "d": made(8, 5, 9), "e": made(8, 5, 4)}
    groups = alike(chain.items())
    assert [group.students for group in groups] == [("a", "b"), ("c", "d"), ("d", "e")]


def test_common_units_of_a_large_class_say_nothing() -> None:
    classmates = {f"s{number:03}": made(1, 2, 100 + number, nodes=60) for number in range(100)}
    classmates["s007"] = made(1, 2, 7, nodes=60) | {"m:u3": Form(77, 60)}
    classmates["s042"] = made(1, 2, 7, nodes=60) | {"m:u3": Form(77, 60)}
    (group,) = alike(classmates.items())
    assert group.students == ("s007", "s042")


def test_five_thousand_take_seconds() -> None:
    rng = random.Random(1)
    classmates = {f"s{n:04}": made(*(rng.choice((0, n, rng.randrange(100))) for _ in range(20))) for n in range(5000)}
    began = perf_counter()
    groups = alike(classmates.items())
    assert perf_counter() - began < 20
    assert groups is not None


def test_groups_are_shown_as_a_hint_and_under_other_names() -> None:
    graded = [Graded(name, a_report()) for name in ("alice", "bob<b>")]
    summary = summarize(graded, [Group(("alice", "bob<b>"), ("plane:area",), 0.8)])
    page = class_page(summary, COURSE.stages[0])
    assert "no verdict" in page
    assert "bob&lt;b&gt;" in page
    text = shown(render_class(summary, COURSE.stages[0]))
    assert "80%  alice, bob<b> (area)" in text
    renamed = class_page(with_names(summary, {"alice": "student 2", "bob<b>": "student 1"}), COURSE.stages[0])
    assert "alice" not in renamed
    assert "student 1" in renamed
