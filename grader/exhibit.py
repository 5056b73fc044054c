"""Pictures that a check attaches to its result: a graph, a curve, a table. Data only; renderers make them visible.

In a check, the fixture `exhibit` takes functions, and calls them only when the check has failed:

    exhibit.graph(lambda: [node(…), …])
    exhibit.curve(lambda: {"expected": […], "yours": […]}, x="step", y="loss")
    exhibit.table(lambda: [("step", "loss"), (1, 6.36), …])
    exhibit.map(lambda: Map(grid(height, x, y), x, y, points, ("inside", "outside")))

With `always=True` one is also made when the check has passed, for whoever grades that one stage: something to look at.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from itertools import takewhile
from typing import Any

import msgspec

from grader.text import clean

__all__ = ["Curve", "Exhibit", "Exhibits", "Graph", "GraphNode", "Map", "Table", "grid", "node"]

MAX_NODES = 40  # a larger graph explains nothing
MAX_POINTS = 400
MAX_ROWS = 40
GRID = (60, 20)  # columns and rows of a map: about a square in a terminal's characters


class GraphNode(msgspec.Struct, frozen=True):
    """A node of a graph. `operands` are keys of nodes before it; `wrong` says what was expected, if not this."""

    key: str
    label: str
    facts: tuple[tuple[str, str], ...] = ()
    operands: tuple[str, ...] = ()
    wrong: str = ""


class Graph(msgspec.Struct, frozen=True, tag="graph"):
    """Nodes in an order in which operands come first."""

    nodes: tuple[GraphNode, ...]
    title: str = ""


class Curve(msgspec.Struct, frozen=True, tag="curve"):
    """Named series of numbers over 0, 1, 2, …"""

    series: dict[str, tuple[float, ...]]
    title: str = ""
    x: str = ""
    y: str = ""


class Table(msgspec.Struct, frozen=True, tag="table"):
    """A heading row and rows of cells."""

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    title: str = ""


class Map(msgspec.Struct, frozen=True, tag="map"):
    """A part of the plane, parted by where a height is above 0, with points of two kinds on it.

    `heights` are rows of a grid, the top one first; `x` and `y` the ends of the axes. A point is (x, y, kind), its kind
    1 or -1: the side on which it belongs. `sides` are the names of both, that of what is above 0 first.
    """

    heights: tuple[tuple[float, ...], ...]
    x: tuple[float, float]
    y: tuple[float, float]
    points: tuple[tuple[float, float, int], ...] = ()
    sides: tuple[str, str] = ("above 0", "below 0")
    title: str = ""

    def cell(self, x: float, y: float, columns: int, rows: int) -> tuple[int, int]:
        """Return the column and the row of a place in a grid of so many; outside of the map, those at its edge."""
        column = (x - self.x[0]) / (self.x[1] - self.x[0]) * columns
        row = (self.y[1] - y) / (self.y[1] - self.y[0]) * rows
        return min(max(int(column), 0), columns - 1), min(max(int(row), 0), rows - 1)

    def is_above(self, x: float, y: float) -> bool:
        """Whether the height at a place is above 0."""
        column, row = self.cell(x, y, len(self.heights[0]), len(self.heights))
        return self.heights[row][column] > 0


def grid(
    height: Callable[[float, float], float], x: tuple[float, float], y: tuple[float, float]
) -> tuple[tuple[float, ...], ...]:
    """Return the heights in the middle of each cell of a map's grid."""
    columns, rows = GRID
    xs = [x[0] + (x[1] - x[0]) * (k + 0.5) / columns for k in range(columns)]
    ys = [y[1] - (y[1] - y[0]) * (k + 0.5) / rows for k in range(rows)]
    return tuple(tuple(float(height(px, py)) for px in xs) for py in ys)


Exhibit = Graph | Curve | Table | Map


def node(key: object, label: str, operands: Sequence[object] = (), wrong: str = "", **facts: object) -> GraphNode:
    """Return a node; keys may be any objects, facts are shown as `name value`."""
    shown = tuple((name, clean(str(value), 40)) for name, value in facts.items())
    return GraphNode(str(key), clean(label, 40), shown, tuple(str(operand) for operand in operands), clean(wrong, 80))


class Exhibits:
    """What one check would show: the fixture `exhibit`."""

    def __init__(self) -> None:
        self._makers: list[tuple[Callable[[], Exhibit], bool]] = []

    def graph(self, nodes: Callable[[], Sequence[GraphNode]], title: str = "", *, always: bool = False) -> None:
        """Show a graph, its nodes made by `nodes` with `node(…)`, operands first."""
        self._makers.append((lambda: Graph(tuple(nodes())[:MAX_NODES], title), always))

    def curve(
        self,
        series: Callable[[], Mapping[str, Sequence[float]]],
        title: str = "",
        x: str = "",
        y: str = "",
        *,
        always: bool = False,
    ) -> None:
        """Show curves, one for each named series."""

        def make() -> Exhibit:
            return Curve({name: _numbers(values) for name, values in series().items()}, title, x, y)

        self._makers.append((make, always))

    def table(self, rows: Callable[[], Sequence[Sequence[object]]], title: str = "", *, always: bool = False) -> None:
        """Show a table; the first row is its heading."""

        def make() -> Exhibit:
            header, *body = ([clean(str(cell), 40) for cell in row] for row in rows())
            return Table(tuple(header), tuple(tuple(row) for row in body[:MAX_ROWS]), title)

        self._makers.append((make, always))

    def map(self, make: Callable[[], Map], *, always: bool = False) -> None:
        """Show a map."""
        self._makers.append((make, always))

    def made(self, *, passed: bool = False) -> tuple[Exhibit, ...]:
        """Make the exhibits of a check now; one that the student's values don't allow is left out.

        A picture that breaks by its author's mistake says so in its place: the verdict is worth more.
        """
        from grader.proxy import StudentError, WrongKind

        found: list[Exhibit] = []
        for make, always in self._makers:
            if passed and not always:
                continue
            try:
                found.append(make())
            except (StudentError, WrongKind, AttributeError, TypeError, ValueError, LookupError):
                continue
            except Exception as error:
                told = f"{type(error).__name__}: {clean(str(error))}"
                found.append(Table(("This picture broke; tell the author of the course:",), ((told,),)))
        return tuple(found)


def _numbers(values: Sequence[Any]) -> tuple[float, ...]:
    """Return the numbers of a curve up to the first that is not finite: JSON and plots have no place for those."""
    numbers = (float(value) for value in values[:MAX_POINTS] if isinstance(value, int | float))
    return tuple(takewhile(math.isfinite, numbers))
