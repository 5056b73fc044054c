"""A learner's code and the reference: side by side where there is room, else one below the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

import msgspec
from rich.console import Console, ConsoleOptions, Group, RenderableType
from rich.table import Table
from rich.text import Text

from grader.course import Stage
from grader.learner.solution import Comparison, Row
from grader.render.parts import is_plain

__all__ = ["render_comparison"]

SIDE_BY_SIDE = 110  # columns: two functions of usual width

_STYLES = {"|": "yellow", "<": "red", ">": "green", " ": ""}


def render_comparison(stage: Stage, units: Iterable[Comparison]) -> RenderableType:
    """Return every unit of a stage with what differs; signs say how, colour repeats it."""
    parts: list[RenderableType] = [Text.assemble((stage.name, "bold"), " · ", stage.title)]
    for unit in units:
        parts += [Text(""), _heading(unit), _Rows(unit)]
    return Group(*parts)


def _heading(unit: Comparison) -> Text:
    told = "the same as the reference" if unit.is_same else "yours and the reference"
    if not unit.is_written:
        told = "the reference; yours is still to be written"
    return Text.assemble((unit.unit, "bold"), f": {told}")


class _Rows(msgspec.Struct, frozen=True):
    unit: Comparison

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[RenderableType]:
        if self.unit.is_same or not self.unit.is_written:
            yield from (Text(f"    {row.theirs}") for row in self.unit.rows)
        elif is_plain(console):
            yield from _one_below_the_other(self.unit, "yours: ", "the reference: ", "both: ")
        elif options.max_width < SIDE_BY_SIDE:
            yield from _one_below_the_other(self.unit, "  - ", "  + ", "    ")
        else:
            yield _side_by_side(self.unit)


def _one_below_the_other(unit: Comparison, yours: str, theirs: str, both: str) -> Iterator[Text]:
    for is_same, rows in groupby(unit.rows, key=lambda row: row.sign == " "):
        block = list(rows)
        if is_same:
            yield from (Text(f"{both}{row.theirs}") for row in block)
            continue
        yield from (Text(f"{yours}{row.yours}", "red") for row in block if row.sign != ">")
        yield from (Text(f"{theirs}{row.theirs}", "green") for row in block if row.sign != "<")


def _side_by_side(unit: Comparison) -> Table:
    table = Table.grid(padding=(0, 1), expand=True)
    table.add_column(ratio=1, overflow="fold")
    table.add_column(no_wrap=True)
    table.add_column(ratio=1, overflow="fold")
    table.add_row(Text("yours", "dim"), "", Text("the reference", "dim"))
    for row in unit.rows:
        table.add_row(*_cells(row))
    return table


def _cells(row: Row) -> tuple[Text, Text, Text]:
    style = _STYLES[row.sign]
    return Text(row.yours, style if row.sign != ">" else ""), Text(row.sign, style), Text(row.theirs, style)
