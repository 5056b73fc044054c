"""What the checks compare with; none of it travels to the student's side."""

import cmath
import math
import random


def point(rng: random.Random) -> tuple[float, float]:
    """Return a point within 10 of the origin in both directions, its coordinates rounded so that they read well."""
    return (round(rng.uniform(-10, 10), 2), round(rng.uniform(-10, 10), 2))


def walk(moves: list[tuple[float, float]], start: tuple[float, float] = (0.0, 0.0)) -> list[tuple[float, float]]:
    """Return the trail of (degrees, length) moves, in complex numbers: another way than the one students take."""
    here, direction, trail = complex(*start), 1 + 0j, [start]
    for degrees, length in moves:
        direction *= cmath.exp(1j * math.radians(degrees))
        here += length * direction
        trail.append((here.real, here.imag))
    return trail


def flat(points: list[tuple[float, float]]) -> list[float]:
    """Return all coordinates in one list, which `pytest.approx` can compare; what is no pair stays as it is."""
    return [number for point in points for number in (point if isinstance(point, tuple) else [point])]
