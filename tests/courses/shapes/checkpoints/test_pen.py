"""Checkpoint of the stage `pen`: turning and walking."""

import pytest
from compass import flat, point, walk

from grader import check


@check(units=["Pen.turn"], points=1)
def test_turns_add_up(pen):
    """Two turns add up, to the left and to the right."""
    p = pen.Pen()
    p.turn(90)
    p.turn(-30)
    assert p.heading == pytest.approx(60)


@check(units=["Pen.turn"], points=1, hint="Python's `%` gives the remainder, never negative for a positive divisor.")
@pytest.mark.parametrize(("degrees", "expected"), [(365, 5), (-90, 270), (1085, 5)])
def test_heading_stays_below_a_full_turn(pen, degrees, expected):
    """The heading stays at least 0 and below 360."""
    p = pen.Pen()
    p.turn(degrees)
    assert p.heading == pytest.approx(expected)


@check(units=["Pen.forward"], points=1)
def test_forward_moves_and_is_remembered(pen, rng):
    """forward(5) moves the pen 5 along the x axis at first, and the trail remembers where it was."""
    x, y = point(rng)
    p = pen.Pen(x, y)
    assert p.forward(5) is None, "a pen that walks has nothing to return"
    assert p.position == pytest.approx((x + 5, y))
    assert flat(p.trail) == pytest.approx(flat([(x, y), (x + 5, y)]))


def follow(pen_class, moves):
    """Let a pen carry out (degrees, length) moves and return its trail."""
    pen = pen_class()
    for degrees, length in moves:
        pen.turn(degrees)
        pen.forward(length)
    return pen.trail


@check(units=["Pen.forward", "Pen.turn"], points=1)
def test_long_walk(pen, in_student, rng):
    """A walk of a hundred turns and steps ends where it should, and each corner is in the trail."""
    moves = [(rng.uniform(-180, 180), rng.uniform(0.5, 2)) for _ in range(100)]
    assert flat(in_student(follow, pen.Pen, moves)) == pytest.approx(flat(walk(moves)), abs=1e-9)
