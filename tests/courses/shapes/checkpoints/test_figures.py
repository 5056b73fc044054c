"""Checkpoint of the stage `figures`: drawings, and the area that they enclose."""

import math

import pytest
from compass import flat, walk

from grader import check

TURN, FORWARD, AREA = "Pen.turn", "Pen.forward", "plane:area"


@check(units=["draw_polygon", TURN, FORWARD], points=1, hint="How many full turns does it take to walk once around?")
@pytest.mark.parametrize("corners", [3, 4, 7])
def test_polygon_comes_home(pen, corners):
    """A polygon has as many sides as corners and ends where it began."""
    p = pen.Pen()
    pen.draw_polygon(p, corners, 2)
    moves = [(0 if k == 0 else 360 / corners, 2.0) for k in range(corners)]
    assert flat(p.trail) == pytest.approx(flat(walk(moves)), abs=1e-9)


@check(units=["enclosed_area", TURN, FORWARD, AREA], points=1)
def test_area_of_a_walk(pen, rng):
    """Walking around a rectangle encloses its area."""
    width, height = rng.uniform(2, 9), rng.uniform(2, 9)
    p = pen.Pen()
    for length in (width, height, width, height):
        p.forward(length)
        p.turn(90)
    assert pen.enclosed_area(p) == pytest.approx(width * height)


@check(units=["enclosed_area", "draw_polygon", TURN, FORWARD, AREA], points=2)
def test_many_corners_are_nearly_a_circle(pen):
    """A polygon of 100 corners and perimeter 2π encloses nearly π."""
    p = pen.Pen()
    pen.draw_polygon(p, 100, 2 * math.pi / 100)
    assert pen.enclosed_area(p) == pytest.approx(math.pi, rel=1e-3)
