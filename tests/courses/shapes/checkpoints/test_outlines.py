"""Checkpoint of the stage `outlines`: perimeters and areas of closed outlines."""

import math

import pytest
from compass import point

from grader import check

SQUARE = [(0, 0), (2, 0), (2, 2), (0, 2)]


@check(units=["perimeter", "distance"], points=1, hint="The last point has a neighbour, too: the first.")
def test_perimeter_closes_the_outline(plane):
    """The perimeter of a square of side 2 is 8, the side back to the start included."""
    assert plane.perimeter(SQUARE) == pytest.approx(8)


@check(units=["perimeter", "distance"], points=1)
def test_perimeter_of_any_triangle(plane, rng):
    """The perimeter of a triangle is the sum of its three sides."""
    a, b, c = point(rng), point(rng), point(rng)
    assert plane.perimeter([a, b, c]) == pytest.approx(math.dist(a, b) + math.dist(b, c) + math.dist(c, a))


@check(units=["area"], points=1)
def test_area_of_a_square(plane):
    """The area of a square of side 2 is 4."""
    assert plane.area(SQUARE) == pytest.approx(4)


@check(units=["area"], points=2)
def test_area_of_a_dented_outline(plane):
    """An L has the area of its two rectangles: the corner that is cut out doesn't count."""
    assert plane.area([(0, 0), (3, 0), (3, 1), (1, 1), (1, 4), (0, 4)]) == pytest.approx(6)


@check(units=["area"], points=2, hidden=True, hint="Does it matter in which direction you walk around?")
def test_area_in_either_direction(plane, rng):
    """The area is the same whichever way round the points are listed."""
    width, height = 1 + abs(point(rng)[0]), 1 + abs(point(rng)[1])
    box = [(0, 0), (width, 0), (width, height), (0, height)]
    assert plane.area(box) == pytest.approx(width * height)
    assert plane.area(box[::-1]) == pytest.approx(width * height)
