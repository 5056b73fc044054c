"""What a failed check did, in its own lines, with the numbers that it drew: something to try by hand."""

from __future__ import annotations

import ast
import inspect
import textwrap
import tokenize
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import lru_cache
from types import FrameType, TracebackType
from typing import Any

import msgspec

from grader.text import clean
from grader.values import is_short, readable

__all__ = ["frame_of", "steps_to"]

MAX_VALUES = 8  # of a check's variables
MAX_LISTED = 80  # characters of each of them


class Step(msgspec.Struct, frozen=True):
    """A statement of a check: its text, the variables in it, and those that it draws and nothing changes later."""

    text: str
    names: tuple[str, ...]
    drawn: tuple[str, ...]


def frame_of(function: Callable[..., Any], trace: TracebackType | None) -> tuple[FrameType | None, int]:
    """Return a function's own frame in a traceback, and the line it had reached."""
    frame, line = None, 0
    while trace is not None:
        if trace.tb_frame.f_code is function.__code__:
            frame, line = trace.tb_frame, trace.tb_lineno
        trace = trace.tb_next
    return frame, line


def steps_to(function: Callable[..., Any], error: BaseException) -> tuple[str, str]:
    """Return the lines of a check up to the one that failed, and `x = 3.8, y = 2`: the values that they don't show.

    An assert that held is left out, and so is what only prepares a picture.
    """
    frame, line = frame_of(function, error.__traceback__)
    if frame is None:
        return "", ""
    known = frame.f_locals
    lines: list[str] = []
    used: list[str] = []
    told: set[str] = set()
    for step in _steps(function, line):
        if step.drawn and all(is_short(known.get(name)) for name in step.drawn):
            lines.append(_told(step.drawn, known))
            told.update(step.drawn)
        else:
            lines.append(step.text)
            used += step.names
    return "\n".join(lines), _values(known, used, told)


def _told(names: Sequence[str], known: Mapping[str, Any]) -> str:
    """Return a draw as what came of it, `x, y = 2.3, -1.5`: that can be typed, and the drawing of it cannot."""
    return f"{', '.join(names)} = {', '.join(readable(known[name]) for name in names)}"


def _values(known: Mapping[str, Any], used: Sequence[str], told: Collection[str]) -> str:
    """Return the plain values of the used variables; those already told are left out."""
    names = [name for name in dict.fromkeys(used) if name not in ("_", *told) and is_short(known.get(name))]
    return ", ".join(f"{name} = {clean(readable(known[name]), MAX_LISTED)}" for name in names[:MAX_VALUES])


@lru_cache(maxsize=1024)  # a class makes the same mistakes
def _steps(function: Callable[..., Any], line: int) -> tuple[Step, ...]:
    """Return what a check does up to a line of its file; () when its file has changed since it was loaded."""
    lines, first, statements = _body(function)
    reached = [s for s in statements if s.lineno + first - 1 <= line and not _is_exhibit(s)]
    reached = [s for s in reached[:-1] if not isinstance(s, ast.Assert)] + reached[-1:]  # what held tells nothing
    return tuple(Step(_text(s, lines), _names(s), _drawn(s, reached)) for s in reached)


def _body(function: Callable[..., Any]) -> tuple[list[str], int, list[ast.stmt]]:
    try:
        lines, first = inspect.getsourcelines(function)
        body = ast.parse(textwrap.dedent("".join(lines))).body
    except (OSError, SyntaxError, tokenize.TokenError):
        return [], 0, []
    definition = body[0] if body else None
    if not isinstance(definition, ast.FunctionDef) or definition.name != function.__name__:
        return [], 0, []
    has_docstring = ast.get_docstring(definition) is not None
    return lines, first, definition.body[1:] if has_docstring else definition.body


def _is_exhibit(statement: ast.stmt) -> bool:
    """Whether a statement only prepares a picture."""
    return isinstance(statement, ast.Expr) and ast.unparse(statement).startswith("exhibit.")


def _names(statement: ast.stmt) -> tuple[str, ...]:
    """Return the names that occur in a statement, in their order."""
    nodes = [node for node in ast.walk(statement) if isinstance(node, ast.Name)]
    return tuple(node.id for node in sorted(nodes, key=lambda node: (node.lineno, node.col_offset)))


def _drawn(statement: ast.stmt, all_statements: Sequence[ast.stmt]) -> tuple[str, ...]:
    """Return the names of inputs that a statement draws, `x, y = unequal(rng, 2)`, if they keep their values."""
    if "rng" not in _names(statement):
        return ()
    nodes = [node for s in all_statements for node in ast.walk(s) if isinstance(node, ast.Name)]
    given = [node.id for node in nodes if isinstance(node.ctx, ast.Store)]
    targets = _targets(statement)
    return targets if all(given.count(name) == 1 for name in targets) else ()


def _targets(statement: ast.stmt) -> tuple[str, ...]:
    """Return the names in `x = …` or `x, y = …`; nothing for any other statement."""
    match statement:
        case ast.Assign(targets=[ast.Name(id=name)]):
            return (name,)
        case ast.Assign(targets=[ast.Tuple(elts=elements)]):
            names = tuple(element.id for element in elements if isinstance(element, ast.Name))
            return names if len(names) == len(elements) else ()
    return ()


def _text(statement: ast.stmt, lines: Sequence[str]) -> str:
    """Return a statement as it is written, but an assert without its message, which is a sentence for elsewhere."""
    text = textwrap.dedent("".join(lines[statement.lineno - 1 : statement.end_lineno])).rstrip()
    asserts = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Assert) and node.msg is not None]
    for node in sorted(asserts, key=lambda node: node.lineno, reverse=True):
        whole, test = ast.get_source_segment(text, node), ast.get_source_segment(text, node.test)
        text = text.replace(f"{whole}", f"assert {test}")
    return text
