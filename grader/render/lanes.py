"""A graph as lines of text: a row for each node, lanes on the left that lead from operands to results.

Each node is drawn once, however often it is used; its lane runs down to its last use. In the row of a result, a
horizontal line joins it to the lanes of its operands:

    ●      a
    │ ●    b
    ├─●    *      a goes on, b ends here
    ●─╯    +
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from grader.exhibit import GraphNode

__all__ = ["ASCII", "BOXES", "Signs", "lanes"]


class Signs(msgspec.Struct, frozen=True):
    """The characters to draw with; a lane that is used goes on or ends, on the left or the right of the node."""

    node: str
    down: str
    across: str
    cross: str
    on_right: str
    on_left: str
    end_right: str
    end_left: str
    end_inside: str


BOXES = Signs("●", "│", "─", "┼", "├", "┤", "╰", "╯", "┴")
ASCII = Signs("o", "|", "-", "+", "+", "+", "`", "'", "'")


def lanes(nodes: Sequence[GraphNode], signs: Signs = BOXES) -> list[str]:
    """Return the text to the left of each node, all of the same width."""
    last_use = {operand: row for row, node in enumerate(nodes) for operand in node.operands}
    held: list[str | None] = []  # the key of the node whose lane this is
    rows = []
    for row, node in enumerate(nodes):
        used = {held.index(operand) for operand in node.operands if operand in held}
        ending = {lane for lane in used if last_use.get(held[lane] or "", row) <= row}
        own = min(ending) if ending else _free_lane(held)
        rows.append(_draw(held, own, used, ending, signs))
        for lane in ending:
            held[lane] = None
        if own == len(held):
            held.append(None)
        held[own] = node.key if node.key in last_use else None
        while held and held[-1] is None:
            held.pop()
    width = max(map(len, rows), default=0)
    return [text.ljust(width) for text in rows]


def _free_lane(held: Sequence[str | None]) -> int:
    return next((lane for lane, key in enumerate(held) if key is None), len(held))


def _draw(held: Sequence[str | None], own: int, used: set[int], ending: set[int], signs: Signs) -> str:
    """Draw one row: the node in its own lane, joined to the lanes of its operands."""
    reach = used | {own}
    left, right = min(reach), max(reach)
    text = ""
    for lane in range(max(len(held), own + 1)):
        inside = left < lane < right
        running = lane < len(held) and held[lane] is not None
        if lane == own:
            text += signs.node
        elif lane in used:
            text += _joint(lane, own, lane in ending, inside, signs)
        elif inside:
            text += signs.cross if running else signs.across
        else:
            text += signs.down if running else " "
        text += signs.across if left <= lane < right else " "
    return text


def _joint(lane: int, own: int, ends: bool, inside: bool, signs: Signs) -> str:
    if inside:
        return signs.end_inside if ends else signs.cross
    if lane < own:
        return signs.end_right if ends else signs.on_right
    return signs.end_left if ends else signs.on_left
