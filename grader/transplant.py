"""Transplant: give a module another version of one unit, and keep every other byte.

The graft is one statement that binds the unit's name, as `source_of` and `stub_of` return it. It takes on the host's
line ends and indentation and becomes the last binding of its name:

- a plain statement of its own (a def, a class, an assignment of one name) is replaced;
- what can't be replaced alone (one of several targets, in a block, sharing its line) stays, and the graft follows it;
- patches from outside the class (`Stack.push = push`) are taken back, and the graft goes into the class;
- where nothing binds the name, the graft goes to the end of its class, or of the module before its main guard.
  A missing class is made there.

Replacing a property's setter leaves its getter: they are two bindings of a name, and the last one is the unit.
"""

from __future__ import annotations

import ast
import re
from bisect import bisect_right
from collections.abc import Collection, Iterable, Mapping, Sequence

import msgspec

from grader.indentation import indented
from grader.source import BOM, NEWLINE, Module, SourceProblem, parse
from grader.spans import (
    UnitError,
    before_body,
    end_of,
    is_alone,
    line_end,
    prefix,
    source_of,
    span,
    start_of,
    starts_line,
    step,
    stub_of,
)
from grader.units import Function, Unit

__all__ = ["UnitError", "source_of", "stub_of", "transplant", "transplant_all", "without"]


def transplant(host_text: str, name: str, graft_text: str, *, filename: str = "<host>") -> str:
    """Return the host's text with the graft as the winning binding of the unit.

    SourceProblem when one of the texts doesn't parse. UnitError when the graft is not one statement that binds the
    name, or when the host offers no place for it: its class is imported, or made by a call.
    """
    return _transplanted(parse(host_text, filename), name, graft_text).text


def transplant_all(host_text: str, grafts: Mapping[str, str], *, filename: str = "<host>") -> str:
    """Return the host's text with several grafts, by unit, as `transplant` places them."""
    host = parse(host_text, filename)
    for name, graft in grafts.items():
        host = _transplanted(host, name, graft)
    return host.text


def _transplanted(host: Module, name: str, graft_text: str) -> Module:
    parent = name.rpartition(".")[0]
    graft = _read_graft(name, graft_text)
    if _has_already(host, name, graft.source):
        return host
    if parent and parent not in host.classes:
        return _transplanted(host, parent, _new_class(host, parent, graft.source))
    host = _with_open_body(_without_patches(host, name), parent)
    unit = host.units.get(name)
    place = _replacing(host, unit) if unit and _is_replaceable(host, unit) else _following(host, parent, unit, graft)
    by = _step(host, parent, unit)
    text = indented(graft.source, place.base, None if by == graft.step else by)[len(place.base) :]
    text = text.replace("\n", _newline(host, place.start))
    result = _edited(host, [Edit(place.start, place.end, place.before + text + place.after)])
    won = result.units.get(name)
    if won is None or start_of(result, won.node) != place.start + len(place.before):
        raise UnitError(name, f"finds no place in {host.filename}")
    return result


class Graft(msgspec.Struct, frozen=True):
    """A graft's source, dedented; its own step of indentation; whether it is a def or a class."""

    source: str
    step: str | None
    is_block: bool


def _read_graft(name: str, text: str) -> Graft:
    leaf = name.rpartition(".")[2]
    graft = parse(text, f"<graft of {name}>")
    unit = graft.units.get(leaf)
    if unit is None or not unit.is_plain or graft.tree.body != [unit.node]:
        raise UnitError(name, f"needs a graft that is one statement and binds only {leaf}")
    return Graft(source_of(graft, leaf), step(graft, unit.node), unit.kind in ("def", "class"))


def _has_already(host: Module, name: str, graft: str) -> bool:
    """Return whether the graft is the unit as it is. A branch that has it doesn't count: another may be the one run."""
    unit = host.units.get(name)
    if unit is None or (unit.node is not unit.outer and [u.name for u in host.history].count(name) > 1):
        return False
    try:
        return source_of(host, name) == graft
    except UnitError:
        return False


def _new_class(host: Module, parent: str, graft: str) -> str:
    """Return a class with nothing but the graft; UnitError when the host has a class there that can't be seen."""
    if parent in host.units or any(unit.startswith(f"{parent}.") for unit in host.units):
        raise UnitError(parent, f"is not a class statement in {host.filename}")
    return f"class {parent.rpartition('.')[2]}:\n{indented(graft, '    ', None)}"


class Edit(msgspec.Struct, frozen=True):
    """Put `text` in place of what stands between two places of a text."""

    start: int
    end: int
    text: str


def _edited(host: Module, edits: Iterable[Edit]) -> Module:
    text = host.text
    for edit in sorted(edits, key=lambda edit: edit.start, reverse=True):
        text = text[: edit.start] + edit.text + text[edit.end :]
    try:
        return parse(text, host.filename)
    except SourceProblem as problem:  # only layouts that nobody writes, such as a line made of a backslash
        raise UnitError(host.filename, f"is laid out in a way that can't be edited: {problem.message}") from None


def _newline(host: Module, place: int) -> str:
    """Return the line end that the host uses from a place on."""
    found = NEWLINE.search(host.text, place) or NEWLINE.search(host.text)
    return found[0] if found else "\n"


class Place(msgspec.Struct, frozen=True):
    """Where a graft goes: what it replaces, its indentation, and what separates it from its neighbours."""

    start: int
    end: int
    base: str
    before: str = ""
    after: str = ""


def _is_replaceable(host: Module, unit: Unit) -> bool:
    return unit.is_plain and unit.node is unit.outer and is_alone(host, unit.node)


def _replacing(host: Module, unit: Unit) -> Place:
    start, end = span(host, unit.node)
    return Place(start, line_end(host, end), prefix(host, unit.node))


def _following(host: Module, parent: str, unit: Unit | None, graft: Graft) -> Place:
    """Return the place behind the binding that the graft must beat, or behind all that its scope holds."""
    scope = host.classes[parent] if parent else host.tree
    base = prefix(host, scope.body[0]) if isinstance(scope, ast.ClassDef) else ""
    if unit:
        end = end_of(host, _last_on_line(host, scope.body, unit.outer), base)
    elif isinstance(scope, ast.ClassDef):
        end = end_of(host, scope)
    else:
        end = _end_of_module(host)
    if not host.text[:end].removeprefix(BOM):  # nothing but blanks in the whole module
        last = line_end(host, end)
        return Place(end, last, base, after="" if host.text[last:] else "\n")
    end = line_end(host, end)
    blank = 0 if not graft.is_block else 1 if parent else 2
    return Place(end, end, base, before=_newline(host, end) * (blank + 1) + base)


def _last_on_line(host: Module, body: Sequence[ast.stmt], node: ast.stmt) -> ast.stmt:
    """Return the last of the statements that share a line with one: `push = put; pop = take`."""
    for later in body[body.index(node) + 1 :]:
        if starts_line(host, later):
            break
        node = later
    return node


def _end_of_module(host: Module) -> int:
    """Return the place behind all statements and comments, or before the main guard."""
    end = len(host.text.rstrip(" \t\f\r\n"))
    match host.tree.body:
        case [*_, last, ast.If(test=ast.Compare(left=ast.Name(id="__name__")))]:
            return end_of(host, last)
        case [*_, last]:
            return max(end, line_end(host, end_of(host, last)))
    return end


def _step(host: Module, parent: str, unit: Unit | None) -> str | None:
    """Return by how much the host indents a block: the replaced one, its class, or any."""
    nodes = [unit.node if unit else None, host.classes.get(parent), *host.tree.body]
    return next((by for node in nodes if (by := step(host, node))), None)


def _with_open_body(host: Module, parent: str) -> Module:
    """Break the line of `class Empty: pass`, so that a def can follow."""
    if not parent:
        return host
    node = host.classes[parent]
    start, end = before_body(host, node), start_of(host, node.body[0])
    if host.text[start - 1] != ":" or starts_line(host, node.body[0]):
        return host
    by = next((by for node in host.tree.body if (by := step(host, node))), "    ")
    return _edited(host, [Edit(start, end, _newline(host, end) + prefix(host, node) + by)])


def _without_patches(host: Module, name: str) -> Module:
    """Take back what binds, or deletes, a class's member from outside the class, after its last class statement."""
    parent = host.classes.get(name.rpartition(".")[0])
    if parent is None:
        return host
    late = [u for u in host.history if u.name == name and u.is_patch and u.node.lineno > parent.lineno]
    return _edited(host, {_taken_back(host, unit) for unit in late}) if late else host


def _taken_back(host: Module, unit: Unit) -> Edit:
    node, target = unit.node, unit.target
    if target and not _is_only_target(node, target):
        return Edit(*_extent(host, target), "()" if unit.kind == "deleted" else "_")
    if node in host.tree.body and is_alone(host, node):
        start, end = span(host, node)
        line_end = NEWLINE.match(host.text, end)
        return Edit(start, line_end.end() if line_end else end, "")
    return Edit(*_extent(host, node), "pass")


def _is_only_target(node: ast.stmt, target: ast.expr) -> bool:
    if isinstance(node, ast.Assign | ast.Delete):
        return node.targets == [target]
    return isinstance(node, ast.AnnAssign | ast.AugAssign)


def _extent(host: Module, node: ast.stmt | ast.expr) -> tuple[int, int]:
    end = host.offset(node.end_lineno or node.lineno, node.end_col_offset or 0)
    return host.offset(node.lineno, node.col_offset), end


def without(host_text: str, names: Collection[str], *, filename: str = "<host>") -> str:
    """Return a module's text without some of its functions, methods and classes: every statement of these names.

    Their decorators go with them, comments that no blank line separates from them, and the blank lines that follow.
    A class keeps its docstring. UnitError when a name is not that of a def, or of a class, with lines of its own.
    """
    host = parse(host_text, filename)
    plain = [u for u in host.history if isinstance(u.node, _Definition) and u.node is u.outer and not u.is_patch]
    for name in sorted(set(names) - {unit.name for unit in plain}):
        raise UnitError(name, f"is not a function of {filename}")
    gone: set[int] = set()
    for unit in plain:
        if unit.name in names:
            gone |= _rows(host, unit.node)
    starts = [0, *host.starts[1:], len(host.text)]
    kept = [row for row in range(len(host.lines)) if row not in gone]
    if not any(host.lines[row].strip() for row in range(max(gone, default=-1) + 1, len(host.lines))):
        while gone and kept and not host.lines[kept[-1]].strip():
            kept.pop()
    return "".join(host.text[starts[row] : starts[row + 1]] for row in kept)


_Definition = Function | ast.ClassDef


def _rows(host: Module, node: ast.stmt) -> set[int]:
    """Return the rows of a definition, of the comments that touch it, and of the blank lines up to what comes next."""
    lines = [line.strip() for line in host.lines]
    first, last = (bisect_right(host.starts, place) - 1 for place in span(host, node))
    while first and lines[first - 1].startswith("#") and not _is_about_file(first - 1, lines[first - 1]):
        first -= 1
    after = end = last + 1
    while end < len(lines) and lines[end].startswith("#"):
        end += 1
    if not any(lines[end : end + 1]):  # else the comments belong to what they touch below
        after = end
    while after < len(lines) and not lines[after]:
        after += 1
    return set(range(first, after))


def _is_about_file(row: int, comment: str) -> bool:
    return row < 2 and bool(re.match(r"#!|#.*coding[:=]", comment))
