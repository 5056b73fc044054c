"""Mutants of the reference: each unit changed in one small way, systematically.

The operators of mutation are the usual ones (Jia and Harman, An Analysis and Survey of the Development of Mutation
Testing, IEEE TSE 37(5), 2011, section 2), with those added that learners' mistakes look like: `+=` to `=`, a term left
out, the other variable, `grad` for `data`.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from grader.course import Course
from grader.source import parse
from grader.spans import source_of
from grader.submission import solution_text

__all__ = ["Mutant", "mutants"]


@dataclass(frozen=True)
class Mutant:
    """A changed unit. `name` says where and what: it is stable while the reference stays as it is."""

    unit: str
    name: str
    source: str


def mutants(course: Course) -> Iterator[Mutant]:
    """Yield every mutant of every unit once."""
    for unit in course.units:
        module, _, name = unit.partition(":")
        source = source_of(parse(solution_text(course, module), module), name)
        function = ast.parse(source).body[0]
        seen = {ast.unparse(function)}
        for what, changed in _changes(function):
            text = ast.unparse(changed)
            if text not in seen:
                seen.add(text)
                yield Mutant(unit, f"{unit}: {what}", text)


def _changes(function: ast.stmt) -> Iterator[tuple[str, ast.stmt]]:
    """Yield (description, changed copy) for each place where the function can be changed."""
    for path, node in _nodes(function):
        for what, new_node in _replacements(node, _names(function)):
            replacement = ast.fix_missing_locations(ast.copy_location(copy.deepcopy(new_node), node))
            shown, new = (ast.unparse(n).splitlines()[0][:60] for n in (node, replacement))
            place = f"line {node.lineno}, column {node.col_offset}"  # type: ignore[attr-defined]
            yield f"{place}: {what}, `{new}` for `{shown}`", _with(function, path, replacement)
    for path, body in _bodies(function):
        yield from _statement_changes(function, path, body)


Path = tuple[tuple[str, int | None], ...]  # from a node down: field, and index where the field is a list


def _nodes(root: ast.AST, path: Path = ()) -> Iterator[tuple[Path, ast.AST]]:
    yield path, root
    for field, value in ast.iter_fields(root):
        if isinstance(value, ast.AST):
            yield from _nodes(value, (*path, (field, None)))
        elif isinstance(value, list):
            for index, child in enumerate(value):
                if isinstance(child, ast.AST):
                    yield from _nodes(child, (*path, (field, index)))


def _bodies(function: ast.AST) -> Iterator[tuple[Path, list[ast.stmt]]]:
    for path, node in _nodes(function):
        body = getattr(node, "body", None)
        if isinstance(body, list):
            yield path, body


def _with(function: ast.stmt, path: Path, replacement: ast.AST) -> ast.stmt:
    changed = copy.deepcopy(function)
    node: ast.AST = changed
    *way, (field, index) = path
    for step, position in way:
        node = getattr(node, step) if position is None else getattr(node, step)[position]
    if index is None:
        setattr(node, field, replacement)
    else:
        getattr(node, field)[index] = replacement
    return ast.fix_missing_locations(changed)


def _names(function: ast.AST) -> list[str]:
    """Return the names that could be meant instead of one another: parameters and local variables."""
    arguments = [node.arg for node in ast.walk(function) if isinstance(node, ast.arg)]
    stored = [n.id for n in ast.walk(function) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)]
    return list(dict.fromkeys([*arguments, *stored]))


_OPERATORS: dict[type[ast.operator], list[type[ast.operator]]] = {
    ast.Add: [ast.Sub, ast.Mult],
    ast.Sub: [ast.Add, ast.Mult],
    ast.Mult: [ast.Add, ast.Div],
    ast.Div: [ast.Mult],
    ast.Pow: [ast.Mult],
}
_ATTRIBUTES = {"data": "grad", "grad": "data", "w": "b", "neurons": "layers"}


def _replacements(node: ast.AST, names: list[str]) -> Iterator[tuple[str, ast.AST]]:
    """Yield what may stand in a node's place."""
    for kinds, rule in _RULES:
        if isinstance(node, kinds):
            yield from rule(node)
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in names:
        for other in names:
            if other != node.id:
                yield "another name", ast.Name(other, ast.Load())


def _operators(node: Any) -> Iterator[tuple[str, ast.AST]]:
    for operator in _OPERATORS.get(type(node.op), []):
        yield "another operator", ast.BinOp(node.left, operator(), node.right)
    yield "a term dropped", node.left
    yield "a term dropped", node.right


def _assignments(node: Any) -> Iterator[tuple[str, ast.AST]]:
    yield "assigned", ast.Assign([node.target], node.value)
    for operator in _OPERATORS.get(type(node.op), [])[:1]:
        yield "another operator", ast.AugAssign(node.target, operator(), node.value)


def _numbers(node: Any) -> Iterator[tuple[str, ast.AST]]:
    if isinstance(node.value, int | float) and not isinstance(node.value, bool):
        for value in (node.value + 1, -node.value, 0):
            yield "another number", ast.Constant(value)


def _choices(node: Any) -> Iterator[tuple[str, ast.AST]]:
    yield "one branch only", node.body
    yield "one branch only", node.orelse
    yield "the branches exchanged", ast.IfExp(node.test, node.orelse, node.body)


_OPPOSITE = {ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.Eq: ast.NotEq}


def _comparisons(node: Any) -> Iterator[tuple[str, ast.AST]]:
    if type(node.ops[0]) in _OPPOSITE:
        yield "the condition negated", ast.Compare(node.left, [_OPPOSITE[type(node.ops[0])]()], node.comparators)


def _conditions(node: Any) -> Iterator[tuple[str, ast.AST]]:
    changed = copy.deepcopy(node)
    changed.test = ast.UnaryOp(ast.Not(), changed.test)
    yield "the condition negated", changed


def _attributes(node: Any) -> Iterator[tuple[str, ast.AST]]:
    if node.attr in _ATTRIBUTES:
        yield "another attribute", ast.Attribute(node.value, _ATTRIBUTES[node.attr], node.ctx)


def _elements(node: Any) -> Iterator[tuple[str, ast.AST]]:
    if isinstance(node.ctx, ast.Load):
        for index in range(len(node.elts)):
            kept = [element for i, element in enumerate(node.elts) if i != index]
            yield "an element dropped", type(node)(kept, node.ctx)


_RULES: list[tuple[Any, Callable[[Any], Iterator[tuple[str, ast.AST]]]]] = [
    (ast.BinOp, _operators),
    (ast.UnaryOp, lambda node: iter([("the sign dropped", node.operand)])),
    (ast.AugAssign, _assignments),
    (ast.Constant, _numbers),
    (ast.IfExp, _choices),
    (ast.Compare, _comparisons),
    (ast.BoolOp, lambda node: iter([("one condition only", value) for value in node.values])),
    (ast.If | ast.Assert, _conditions),
    (ast.Attribute, _attributes),
    (ast.Tuple | ast.List, _elements),
]


def _statement_changes(function: ast.stmt, path: Path, body: list[ast.stmt]) -> Iterator[tuple[str, ast.stmt]]:
    """Yield the function with a statement of a body deleted, or two neighbours swapped."""
    first = 1 if isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant) else 0
    for index in range(first, len(body)):
        shown = ast.unparse(body[index]).splitlines()[0][:60]
        yield (
            f"line {body[index].lineno}: deleted `{shown}`",
            _with_body(function, path, body[:index] + body[index + 1 :]),
        )
        if index + 1 < len(body):
            swapped = [*body[:index], body[index + 1], body[index], *body[index + 2 :]]
            yield f"line {body[index].lineno}: swapped `{shown}` with the next", _with_body(function, path, swapped)


def _with_body(function: ast.stmt, path: Path, body: list[ast.stmt]) -> ast.stmt:
    changed = copy.deepcopy(function)
    node: ast.AST = changed
    for step, position in path:
        node = getattr(node, step) if position is None else getattr(node, step)[position]
    node.body = copy.deepcopy(body) or [ast.Pass()]  # type: ignore[attr-defined]
    return ast.fix_missing_locations(changed)
