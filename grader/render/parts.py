"""What a terminal shows in one way and a screen reader in another: boxes, Markdown, anything drawn."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from rich.console import Console, RenderableType
from rich.panel import Panel
from rich.text import Text

__all__ = ["Box", "Either", "is_plain", "markdown"]


def is_plain(console: Console) -> bool:
    """Return whether the console was made for a screen reader: `grade --plain`."""
    return bool(getattr(console, "plain", False))


class Either(msgspec.Struct, frozen=True):
    """One thing drawn, or the same thing in sentences where the console is plain."""

    drawn: RenderableType
    plain: RenderableType

    def __rich_console__(self, console: Console, options: object) -> Iterable[RenderableType]:
        yield self.plain if is_plain(console) else self.drawn


class Box(msgspec.Struct, frozen=True):
    """A body in a box with a title; plain, the title is a line above it."""

    title: str
    body: RenderableType
    border: str

    def __rich_console__(self, console: Console, options: object) -> Iterable[RenderableType]:
        if is_plain(console):
            yield Text(f"{self.title[:1].upper()}{self.title[1:]}:")
            yield self.body
        else:
            title = Text(self.title, "bold")
            yield Panel(self.body, title=title, title_align="left", border_style=self.border, padding=(0, 1))


def markdown(text: str) -> RenderableType:
    """Return Markdown laid out; plain, it is read as it is written."""
    from rich.markdown import Markdown

    return Either(Markdown(text), Text(text))
