"""Checkpoint of the stage `points`: distances and midpoints."""

import math

import pytest
from compass import point

from grader import check


@check(units=["distance"], points=1, hint="Pythagoras: which two numbers are the short sides?")
@pytest.mark.parametrize(
    ("p", "q", "expected"),
    [((0, 0), (3, 4), 5), ((1, 1), (1, 8), 7), ((-2, 0), (6, -6), 10)],
    ids=["3-4-5", "straight-up", "negative"],
)
def test_distance_of_known_points(plane, p, q, expected):
    """distance((0, 0), (3, 4)) is 5, and two more that can be checked in the head."""
    assert plane.distance(p, q) == pytest.approx(expected)


@check(units=["distance"], points=2, hint="Does a minus sign survive squaring?")
def test_distance_does_not_care_which_comes_first(plane, rng):
    """distance(p, q) and distance(q, p) are the same, and right."""
    p, q = point(rng), point(rng)
    there, back = plane.distance(p, q), plane.distance(q, p)
    assert there == pytest.approx(math.dist(p, q)), "the square root of the sum of both squares"
    assert back == pytest.approx(math.dist(p, q)), "on the way back it is as far"


@check(units=["midpoint"], points=1)
def test_midpoint_is_a_pair(plane):
    """midpoint((0, 0), (4, 2)) is the pair (2, 1)."""
    middle = plane.midpoint((0, 0), (4, 2))
    assert isinstance(middle, tuple), "a point is a pair: `(x, y)`"
    assert middle == pytest.approx((2, 1))


@check(units=["midpoint", "distance"], points=2)
def test_midpoint_is_as_far_from_both(plane, rng):
    """The midpoint lies halfway: as far from p as from q."""
    p, q = point(rng), point(rng)
    middle = plane.midpoint(p, q)
    half = math.dist(p, q) / 2
    assert [plane.distance(p, middle), plane.distance(middle, q)] == pytest.approx([half, half])
    assert middle == pytest.approx(((p[0] + q[0]) / 2, (p[1] + q[1]) / 2))
