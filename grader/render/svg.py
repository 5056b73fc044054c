"""Graphs, curves, maps and bars as SVG for a page: no program draws it, and the page's colours are its own."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import msgspec
from rich.cells import cell_len

from grader.exhibit import Curve, Graph, GraphNode, Map
from grader.render.markup import Html, tag

__all__ = ["bars_svg", "curve_svg", "graph_svg", "map_svg"]

_LETTER = 7.4  # width of a character of the monospaced font, a little generous
_LINE = 17.0  # height of a line of text
_GAP_X, _GAP_Y = 46.0, 16.0  # between nodes
_PAD = 9.0
_MAX_SERIES = 4


def graph_svg(graph: Graph) -> Html:
    """Return a graph from left to right, each node a column behind its last operand."""
    columns = _columns(graph.nodes)
    spots: dict[tuple[str, int], _Spot] = {}
    left = 1.0
    for number, column in enumerate(columns):
        width = max((_width(cell.node) for cell in column if not cell.passing), default=0.0)
        _stack(column, number, left, width, spots)
        left += width + _GAP_X
    drawn = [_edge(node, operand, spots) for node in graph.nodes for operand in dict.fromkeys(node.operands)]
    drawn += [part for column in columns for cell in column if not cell.passing for part in _box(cell, spots)]
    top = min((spot.top for spot in spots.values()), default=0.0) - 1
    bottom = max((spot.top + spot.height for spot in spots.values()), default=0.0) + 1
    width = max(left - _GAP_X, 0.0) + 1
    box = f"0 {top:.0f} {width:.0f} {bottom - top:.0f}"
    # A front end that does not trust the page leaves the texts only: a line between them keeps them apart.
    apart = (piece for part in drawn if part for piece in (part, "\n"))
    return tag("svg", *apart, viewBox=box, width=width, role="img", aria_label=graph.title)


class _Cell(msgspec.Struct, frozen=True):
    """A node in a column, or room for its edge that passes through."""

    node: GraphNode
    column: int
    passing: bool = False


class _Spot(msgspec.Struct, frozen=True):
    left: float
    top: float
    width: float
    height: float

    @property
    def middle(self) -> float:
        return self.top + self.height / 2


def _columns(nodes: Sequence[GraphNode]) -> list[list[_Cell]]:
    """Return the columns; in those between a node and its last use there is room for the edge."""
    depth: dict[str, int] = {}
    reach: dict[str, int] = {}
    for node in nodes:
        operands = [operand for operand in node.operands if operand in depth]
        depth[node.key] = max((depth[operand] + 1 for operand in operands), default=0)
        for operand in operands:
            reach[operand] = max(reach.get(operand, 0), depth[node.key])
    columns: list[list[_Cell]] = [[] for _ in range(max(depth.values(), default=-1) + 1)]
    for node in {node.key: node for node in nodes}.values():
        first = depth[node.key]
        columns[first].append(_Cell(node, first))
        for number in range(first + 1, reach.get(node.key, 0)):
            columns[number].append(_Cell(node, first, passing=True))
    return columns


def _stack(column: list[_Cell], number: int, left: float, width: float, spots: dict[tuple[str, int], _Spot]) -> None:
    """Place a column: each cell as near as it can be to what leads to it, one below the other."""

    def wish(cell: _Cell) -> float:
        before = [cell.node.key] if cell.passing else cell.node.operands
        middles = [spots[key, at].middle for key in before for at in range(number - 1, -1, -1) if (key, at) in spots][
            :8
        ]
        return sum(middles) / len(middles) if middles else 0.0

    free = -1e9
    wishes = {id(cell): wish(cell) for cell in column}
    for cell in sorted(column, key=lambda cell: wishes[id(cell)]) if number else column:
        height = _LINE if cell.passing else _LINE * len(_texts(cell.node)) + _PAD
        top = max(free, wishes[id(cell)] - height / 2)
        spots[cell.node.key, number] = _Spot(left, top, width, height)
        free = top + height + _GAP_Y


def _texts(node: GraphNode) -> list[tuple[str, str]]:
    """Return the lines of a node: its label, its facts, what is wrong with it, each with its class."""
    facts = [(f"{name} {value}", "mono wrong" if node.wrong else "mono soft") for name, value in node.facts]
    return [(node.label, "mono"), *facts, *([(node.wrong, "mono wrong")] if node.wrong else [])]


def _width(node: GraphNode) -> float:
    return max(cell_len(text) for text, _ in _texts(node)) * _LETTER + 2 * _PAD


def _edge(node: GraphNode, operand: str, spots: dict[tuple[str, int], _Spot]) -> Html:
    """Return the line from an operand to its result, through the room that is kept for it on the way."""
    end = min((at for key, at in spots if key == node.key), default=0)
    way = [spots[operand, at] for at in range(end) if (operand, at) in spots]
    if not way:
        return Html("")
    way.append(spots[node.key, end])
    path = f"M{way[0].left + way[0].width:.1f} {way[0].middle:.1f}"
    for before, spot in pairwise(way):
        x0, x1 = before.left + before.width, spot.left
        bend = (x1 - x0) / 2
        path += f"C{x0 + bend:.1f} {before.middle:.1f} {x1 - bend:.1f} {spot.middle:.1f} {x1:.1f} {spot.middle:.1f}"
        if spot is not way[-1]:
            path += f"H{spot.left + spot.width:.1f}"
    return tag("path", class_="edge", d=path)


def _box(cell: _Cell, spots: dict[tuple[str, int], _Spot]) -> list[Html]:
    node, spot = cell.node, spots[cell.node.key, cell.column]
    style = "box wrong" if node.wrong else "box"
    parts = [tag("rect", class_=style, x=spot.left, y=spot.top, width=spot.width, height=spot.height, rx=6.0)]
    for index, (text, kind) in enumerate(_texts(node)):
        y = spot.top + _PAD / 2 + _LINE * (index + 0.75)
        parts.append(tag("text", text, class_=kind, x=spot.left + _PAD, y=y))
    return parts


def curve_svg(curve: Curve) -> Html:
    """Return curves over 0, 1, 2, … with their names, and the ends of both axes."""
    series = [(name, values) for name, values in curve.series.items() if values][:_MAX_SERIES]
    if not series:
        return Html("")
    width, height, left, top = 560.0, 220.0, 64.0, 24.0
    low = min(min(values) for _, values in series)
    high = max(max(values) for _, values in series)
    steps = max(len(values) for _, values in series) - 1
    span = (high / 2 - low / 2) or 1.0  # halves, because the whole may be more than a float can hold

    def point(step: int, value: float) -> str:
        x = left + (width - left - 10) * (step / steps if steps else 0.5)
        return f"{x:.1f},{top + (height - top - 30) * (1 - (value / 2 - low / 2) / span):.1f}"

    base = height - 30
    parts = [
        tag("line", class_="axis", x1=left, y1=base, x2=width - 10, y2=base),
        tag("line", class_="axis", x1=left, y1=top, x2=left, y2=base),
        tag("text", f"{high:.4g}", class_="mono soft", x=left - 8, y=top + 8, text_anchor="end"),
        tag("text", f"{low:.4g}", class_="mono soft", x=left - 8, y=base, text_anchor="end"),
        tag("text", "0", class_="mono soft", x=left, y=base + 18),
        tag("text", f"{curve.x} {steps}".strip(), class_="mono soft", x=width - 10, y=base + 18, text_anchor="end"),
        tag("text", curve.y, class_="soft", x=4.0, y=14.0),
    ]
    for index, (name, values) in enumerate(series):
        points = " ".join(point(step, value) for step, value in enumerate(values))
        dashes = "" if index == 0 else f"{2 + 4 * index} 4"  # colour alone would not tell them apart
        parts.append(tag("polyline", class_=f"s{index}", points=points, stroke_width=2.2, stroke_dasharray=dashes))
        parts.append(tag("text", f"{'– ' * (index > 0)}{name}", class_=f"s{index}", x=left + 90 + 130 * index, y=14.0))
    return tag("svg", *parts, viewBox=f"0 0 {width:.0f} {height:.0f}", width=width, role="img", aria_label=curve.title)


def map_svg(map_: Map) -> Html:
    """Return a map: its two sides as areas, its points as circles and crosses, those on the wrong side in red.

    Its colours are its own, so that it can also stand alone in a file.
    """
    rows, columns = len(map_.heights), len(map_.heights[0])
    width, height, legend = 600.0, 400.0, 26.0
    wide, tall = width / columns, height / rows
    parts = [tag("rect", x=0.0, y=0.0, width=width, height=height, fill="#f3e2f0")]
    for row, heights in enumerate(map_.heights):
        for first, last in _runs(heights):
            x, length = first * wide, (last - first) * wide
            parts.append(tag("rect", x=x, y=row * tall, width=length, height=tall + 0.5, fill="#cdeae3"))
    for x, y, kind in map_.points:
        across = (x - map_.x[0]) / (map_.x[1] - map_.x[0]) * width
        down = (map_.y[1] - y) / (map_.y[1] - map_.y[0]) * height
        colour = ("#08715c" if kind > 0 else "#8e2c86") if map_.is_above(x, y) == (kind > 0) else "#d00000"
        parts.append(_mark(across, down, kind, colour))
    for side, kind, colour, left in ((0, 1, "#08715c", 12.0), (1, -1, "#8e2c86", width / 2)):
        parts.append(_mark(left, height + legend / 2, kind, colour))
        parts.append(tag("text", map_.sides[side], x=left + 12, y=height + legend / 2 + 5, fill="#777777"))
    box = f"0 0 {width:.0f} {height + legend:.0f}"
    return tag("svg", *parts, xmlns=_SVG, viewBox=box, width=width, role="img", aria_label=map_.title)


_SVG = "http://www.w3.org/2000/svg"


def _runs(heights: Sequence[float]) -> list[tuple[int, int]]:
    """Return the first column and the one after the last of each stretch above 0."""
    edges = [k for k in range(len(heights) + 1) if _above(heights, k - 1) != _above(heights, k)]
    return list(zip(edges[::2], edges[1::2], strict=True))


def _above(heights: Sequence[float], column: int) -> bool:
    return 0 <= column < len(heights) and heights[column] > 0


def _mark(x: float, y: float, kind: int, colour: str) -> Html:
    if kind > 0:
        return tag("circle", cx=x, cy=y, r=5.0, fill="none", stroke=colour, stroke_width=2.5)
    cross = f"M{x - 5:.1f} {y - 5:.1f}l10 10m0 -10l-10 10"
    return tag("path", d=cross, fill="none", stroke=colour, stroke_width=2.5)


def bars_svg(counts: Sequence[int], labels: Sequence[str], title: str) -> Html:
    """Return one bar for each count, the number above it and the label below; the last one stands out."""
    width, height, base = 620.0, 190.0, 160.0
    room = width / len(counts)
    most = max(*counts, 1)
    parts = [tag("line", class_="axis", x1=0.0, y1=base, x2=width, y2=base)]
    for index, (count, label) in enumerate(zip(counts, labels, strict=True)):
        tall = 130.0 * count / most
        middle = room * (index + 0.5)
        kind = "bar all" if index == len(counts) - 1 else "bar"
        if count:
            parts.append(
                tag("rect", class_=kind, x=middle - room * 0.38, y=base - tall, width=room * 0.76, height=tall, rx=2.0)
            )
            parts.append(tag("text", str(count), x=middle, y=base - tall - 6, text_anchor="middle"))
        parts.append(tag("text", label, class_="soft", x=middle, y=base + 19, text_anchor="middle"))
    return tag("svg", *parts, viewBox=f"0 0 {width:.0f} {height:.0f}", width=width, role="img", aria_label=title)
