"""What `grade doctor` found, as a person reads it in a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from grader.doctor import OK, PROBLEM, Sign
from grader.render.parts import Either

__all__ = ["render_signs"]


def render_signs(signs: Sequence[Sign]) -> RenderableType:
    """Return a line for each, with what to do beneath it."""
    table = Table.grid(padding=(0, 2))
    table.add_column()
    table.add_column(overflow="fold")  # a long path is all there
    for sign in signs:
        style = {OK: "green", PROBLEM: "bold red"}.get(sign.state, "yellow")
        table.add_row(Text(sign.state, style), Text(sign.text))
        if sign.advice:
            table.add_row("", Text(sign.advice))
    sentences = (Text(f"{sign.state.capitalize()}: {sign.text}. {sign.advice}".rstrip()) for sign in signs)
    return Either(table, Group(*sentences))
