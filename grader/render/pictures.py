"""Exhibits in the terminal: graphs as lanes, curves as plots, tables as tables, maps as characters."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from rich import box
from rich.console import Console, ConsoleOptions, Group, RenderableType
from rich.padding import Padding
from rich.table import Table as RichTable
from rich.text import Text

from grader.exhibit import Curve, Exhibit, Graph, GraphNode, Map, Table
from grader.render.lanes import ASCII, BOXES, lanes
from grader.render.parts import Either, is_plain

__all__ = ["render_exhibit"]

PLOT_HEIGHT = 14  # rows of text
_MARKERS = "*o+x"  # one for each series: colour alone would not tell them apart
_COLOURS = ("green", "red", "cyan", "orange")  # as what is expected and what came are elsewhere
_TICKS = 5


def render_exhibit(exhibit: Exhibit) -> RenderableType:
    """Return an exhibit with its title above it."""
    if isinstance(exhibit, Graph):
        picture: RenderableType = GraphPicture(exhibit)
    elif isinstance(exhibit, Curve):
        picture = CurvePicture(exhibit)
    elif isinstance(exhibit, Map):
        picture = MapPicture(exhibit)
    else:
        picture = _table(exhibit)
    title = [Text(exhibit.title, style="dim")] if exhibit.title else []
    return Group(*title, Padding(picture, (0, 0, 0, 2)))


class GraphPicture(msgspec.Struct, frozen=True):
    """A graph, a row for each node; what is wrong is marked with a sign and said in words."""

    graph: Graph

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[RenderableType]:
        nodes = self.graph.nodes
        if is_plain(console):
            yield from _sentences(nodes)
            return
        names = list(dict.fromkeys(name for node in nodes for name, _ in node.facts))
        table = RichTable.grid(padding=(0, 1))
        table.add_column(no_wrap=True)
        table.add_column(no_wrap=True)
        for _ in names:
            table.add_column(no_wrap=True)
        table.add_column(ratio=1)
        for lane, node in zip(lanes(nodes, ASCII if options.ascii_only else BOXES), nodes, strict=True):
            table.add_row(Text(lane, "dim"), *_cells(node, names))
        yield table


def _sentences(nodes: tuple[GraphNode, ...]) -> Iterator[Text]:
    """Say each node in a line: its label, what it holds, and of which nodes it is made."""
    labels = {node.key: node.label.partition(" = ")[0] for node in nodes}
    for node in nodes:
        facts = "".join(f", {name} {value}" for name, value in node.facts)
        parts = [labels[key] for key in dict.fromkeys(node.operands) if key in labels]
        made = f", made of {' and '.join(parts)}" if parts else ""
        yield Text(f"{node.label}{facts}{made}{f': {node.wrong}' if node.wrong else ''}.")


def _cells(node: GraphNode, names: list[str]) -> list[Text]:
    facts = dict(node.facts)
    shown = [Text.assemble((f"{name} ", "dim"), facts[name]) if name in facts else Text() for name in names]
    style = "bold red" if node.wrong else "bold"
    return [Text(node.label, style), *shown, Text(f"<- {node.wrong}" if node.wrong else "", style)]


class CurvePicture(msgspec.Struct, frozen=True):
    """Curves as wide as there is room for."""

    curve: Curve

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[RenderableType]:
        if is_plain(console):
            yield from (_told(name, values) for name, values in self.curve.series.items())
            return
        import plotext

        plotext.clear_figure()
        plotext.theme("clear")
        plotext.plot_size(options.max_width, PLOT_HEIGHT)
        for (name, values), marker, colour in zip(self.curve.series.items(), _MARKERS, _COLOURS, strict=False):
            plotext.plot(list(range(len(values))), list(values), label=name, marker=marker, color=colour)
        last = max(map(len, self.curve.series.values()), default=1) - 1
        plotext.xticks(sorted({round(last * k / (_TICKS - 1)) for k in range(_TICKS)}))  # no half steps
        plotext.xlabel(self.curve.x)
        plotext.ylabel(self.curve.y)
        text = Text.from_ansi(plotext.build().rstrip())
        yield Text(_plain_boxes(text.plain)) if options.ascii_only else text


def _told(name: str, values: tuple[float, ...]) -> Text:
    """Say a curve in some of its numbers."""
    steps = sorted({round((len(values) - 1) * k / (_TICKS - 1)) for k in range(_TICKS)}) if values else []
    return Text(f"{name}: {', '.join(f'{values[step]:.4g} at {step}' for step in steps)}.")


class MapPicture(msgspec.Struct, frozen=True):
    """A map, a character for each cell; a point on its wrong side is a capital letter."""

    map: Map

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[RenderableType]:
        sides = self.map.sides
        wrong = sum(self.map.is_above(x, y) != (kind > 0) for x, y, kind in self.map.points)
        told = f"{len(self.map.points)} points, {wrong} of them on the wrong side"
        if is_plain(console):
            yield Text(f"{told}. The sides are {sides[0]} and {sides[1]}.")
            return
        ground = "." if options.ascii_only else "░"
        columns = min(len(self.map.heights[0]), options.max_width)
        lines = [[(ground, "cyan") if height > 0 else (" ", "") for height in row] for row in self.map.heights]
        lines = [[row[k * len(row) // columns] for k in range(columns)] for row in lines]
        for x, y, kind in self.map.points:
            column, row = self.map.cell(x, y, columns, len(lines))
            letter, colour = ("o", "green") if kind > 0 else ("x", "magenta")
            is_wrong = self.map.is_above(x, y) != (kind > 0)
            lines[row][column] = (letter.upper(), "bold red") if is_wrong else (letter, f"bold {colour}")
        yield Group(*(Text.assemble(*line) for line in lines))
        yield Text(f"o {sides[0]}   x {sides[1]}   {ground} decided as {sides[0]}   (O, X: wrong side)", "dim")
        yield Text(told, "dim")


def _plain_boxes(text: str) -> str:
    return text.translate(str.maketrans("┌┐└┘┤├┬┴┼│─", "+++++++++|-"))


def _table(exhibit: Table) -> RenderableType:
    table = RichTable(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in exhibit.header:
        table.add_column(heading)
    for row in exhibit.rows:
        table.add_row(*row)
    sentences = (
        ", ".join(f"{name} {cell}" for name, cell in zip(exhibit.header, row, strict=False)) for row in exhibit.rows
    )
    return Either(table, Group(*(Text(f"{sentence}.") for sentence in sentences)))
