"""A pen that walks over the plane and leaves a trail."""

import math

from plane import area


class Pen:
    """Angles are in degrees, counterclockwise; 0 looks along the x axis."""

    def __init__(self, x=0.0, y=0.0):
        """Start at (x, y), looking along the x axis. (Given.)"""
        self.position = (x, y)
        self.heading = 0.0
        self.trail = [self.position]

    def turn(self, degrees):
        """Turn on the spot; `heading` stays at least 0 and below 360."""
        self.heading = (self.heading + degrees) % 360

    def forward(self, length):
        """Walk `length` straight ahead and add the new position to `trail`."""
        angle = math.radians(self.heading)
        x, y = self.position
        self.position = (x + length * math.cos(angle), y + length * math.sin(angle))
        self.trail.append(self.position)


def draw_polygon(pen, corners, side):
    """Walk once around a polygon of equal sides and angles, turning left, back to the start."""
    for _ in range(corners):
        pen.forward(side)
        pen.turn(360 / corners)


def enclosed_area(pen):
    """Return the area inside the pen's trail."""
    return area(pen.trail)
