"""Points and outlines in the plane. A point is a pair `(x, y)`, an outline a list of points."""

import math


def distance(p, q):
    """Return how far the point `q` is from the point `p`."""
    raise NotImplementedError


def midpoint(p, q):
    """Return the point halfway between `p` and `q`, as a pair."""
    raise NotImplementedError


def sides(points):
    """Return the sides of a closed outline: pairs of neighbours, the last point with the first. (Given.)"""
    return list(zip(points, points[1:] + points[:1], strict=True))


def perimeter(points):
    """Return the length of the closed outline through `points`."""
    raise NotImplementedError


def area(points):
    """Return the area inside the closed outline through `points`, never negative."""
    raise NotImplementedError
