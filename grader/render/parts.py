"""What a terminal shows in one way and a screen reader in another: boxes, Markdown, places in files, anything drawn."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

import msgspec
from rich.console import Console, RenderableType
from rich.panel import Panel
from rich.style import Style
from rich.text import Text

from grader.report import Place

__all__ = ["Box", "Either", "Spot", "is_plain", "markdown"]


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


class Spot(msgspec.Struct, frozen=True):
    """A place in the student's code as `plane.py:12 in area`: editors catch it, and terminals that can make it a link.

    The path is as seen from the current folder, if the console knows where the student's files are.
    """

    place: Place

    def __rich_console__(self, console: Console, options: object) -> Iterable[RenderableType]:
        place, folder = self.place, getattr(console, "folder", None)
        file = folder / place.file if folder is not None and not place.cell else None
        shown = place.spot
        if file is not None and file.is_file():
            shown = f"{_from_here(file)}:{place.line}"
        text = Text(shown, _linked(file, place.line))
        if place.function and place.function != "<module>":
            text = Text.assemble(text, f" in {place.function}")
        yield text


def _from_here(file: Path) -> str:
    try:
        relative = os.path.relpath(file)
    except (ValueError, OSError):  # another drive, or a current folder that is gone
        return str(file)
    return relative if len(relative) < len(str(file)) else str(file)


def _linked(file: Path | None, line: int) -> Style:
    """Return the style of a place; rich writes a link as OSC 8, and only to a terminal that shows colours."""
    style = Style(color="cyan")
    return style + Style(link=f"{file.resolve().as_uri()}#{line}") if file is not None and file.is_file() else style


def markdown(text: str) -> RenderableType:
    """Return Markdown laid out; plain, it is read as it is written, but for the stars of what is bold."""
    from rich.markdown import Markdown

    return Either(Markdown(text), Text(text.replace("**", "")))
