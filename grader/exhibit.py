"""Pictures that a check attaches to its result: a graph, a curve, a table. Data only; renderers make them visible.

In a check, the fixture `exhibit` takes functions, and calls them only when the check has failed:

    exhibit.graph(lambda: [node(…), …])
    exhibit.curve(lambda: {"expected": […], "yours": […]}, x="step", y="loss")
    exhibit.table(lambda: [("step", "loss"), (1, 6.36), …])

With `always=True` one is also made when the check has passed, for whoever grades that one stage: something to look at.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from itertools import takewhile
from typing import Any

import msgspec

from grader.text import clean

__all__ = ["Curve", "Exhibit", "Exhibits", "Graph", "GraphNode", "Table", "node"]

MAX_NODES = 40  # a larger graph explains nothing
MAX_POINTS = 400
MAX_ROWS = 40


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


Exhibit = Graph | Curve | Table


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
