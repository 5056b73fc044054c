"""Points and outlines in the plane. A point is a pair `(x, y)`, an outline a list of points."""

import math


def distance(p, q):
    """Return how far the point `q` is from the point `p`."""
    return math.hypot(q[0] - p[0], q[1] - p[1])


def midpoint(p, q):
    """Return the point halfway between `p` and `q`, as a pair."""
    return ((p[0] + q[0]) / 2, (p[1] + q[1]) / 2)


def sides(points):
    """Return the sides of a closed outline: pairs of neighbours, the last point with the first. (Given.)"""
    return list(zip(points, points[1:] + points[:1], strict=True))


def perimeter(points):
    """Return the length of the closed outline through `points`."""
    return sum(distance(p, q) for p, q in sides(points))


def area(points):
    """Return the area inside the closed outline through `points`, never negative."""
    return abs(sum(p[0] * q[1] - q[0] * p[1] for p, q in sides(points))) / 2
