"""Groups of students whose code is nearly the same: a hint for a human to look, never a verdict.

What is compared are the units that students write, as syntax trees without names, docstrings, annotations, comments
and layout. A unit that many wrote alike says nothing, nor does a short one: there are not many ways to write them.
"""

from __future__ import annotations

import ast
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import blake2b
from itertools import combinations
from typing import Any

import msgspec

from grader.submission import Submission
from grader.swap import home_of
from grader.units import docstring

__all__ = ["Form", "Group", "alike", "forms"]

MIN_NODES = 30  # of a unit's tree, so that two people do not write it alike by chance
MIN_SHARED = 80  # nodes that two submissions must have in common
MIN_SHARE = 0.6  # of the smaller one's unusual units
COMMON_SHARE = 0.1  # of a class: what more than these wrote alike is how one writes it
COMMON_AT_LEAST, COMMON_AT_MOST = 4, 50  # students, in small and in large classes

_LEFT_OUT = frozenset(("annotation", "returns", "type_comment", "type_params", "type_ignores", "kind", "ctx"))


class Form(msgspec.Struct, frozen=True):
    """A unit as it is compared: a number for its tree, and the tree's size in nodes."""

    shape: int
    nodes: int


class Group(msgspec.Struct, frozen=True):
    """Students of whom every two wrote much alike, the units that all of them did, and the lowest share of any two."""

    students: tuple[str, ...]
    units: tuple[str, ...]
    share: float


def forms(submission: Submission, units: Iterable[str]) -> dict[str, Form]:
    """Return the form of each unit that the student wrote as a function; stubs, aliases and imports are left out."""
    found = {}
    for unit in units:
        home, name = home_of(submission, unit)
        module = submission.module(home)
        bound = module.units.get(name) if module else None
        if bound is None or bound.is_stub or bound.kind != "def":
            continue
        try:
            form = _form(bound.node)
        except (RecursionError, ValueError):  # a tree too deep, a number too long: nobody's own work anyway
            continue
        if form.nodes >= MIN_NODES:
            found[unit] = form
    return found


def _form(function: ast.AST) -> Form:
    names = {name: number for number, name in enumerate(_bound_in(function))}
    parts = list(_shape(function, names))
    digest = blake2b("\n".join(parts).encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return Form(int.from_bytes(digest, "big"), sum(part.startswith("(") for part in parts))


def _bound_in(function: ast.AST) -> dict[str, None]:
    """Return the names that the code of a function gives itself, in order; all others are given by Python or others."""
    found: dict[str, None] = {}
    for node in ast.walk(function):
        match node:
            case ast.arg(arg=name) | ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                found[name] = None
            case ast.ClassDef(name=name) | ast.Name(id=name, ctx=ast.Store()) | ast.ExceptHandler(name=str(name)):
                found[name] = None
    return found


def _shape(value: Any, names: Mapping[str, int]) -> Iterator[str]:
    """Yield a tree as a list of words, with numbers for the names that the code gave itself."""
    if isinstance(value, ast.Constant):  # a text in it that looks like a name is none
        yield from ("(Constant", repr(value.value), ")")
    elif isinstance(value, ast.AST):
        yield f"({type(value).__name__}"
        for field in value._fields:
            if field not in _LEFT_OUT:
                yield from _shape(_field(value, field), names)
        yield ")"
    elif isinstance(value, list):
        yield "["
        for item in value:
            yield from _shape(item, names)
        yield "]"
    elif isinstance(value, str) and value in names:
        yield f"name {names[value]}"
    else:
        yield repr(value)


def _field(node: ast.AST, field: str) -> Any:
    """Return a field of a node, a body without what does nothing."""
    value = getattr(node, field, None)
    if field != "body" or not isinstance(value, list):
        return value
    body: list[Any] = value[1:] if docstring(value) else value
    return [statement for statement in body if not isinstance(statement, ast.Pass)]


def alike(classmates: Iterable[tuple[str, Mapping[str, Form]]]) -> tuple[Group, ...]:
    """Return the groups of students whose unusual units are mostly the same, the most alike first."""
    everybody = dict(classmates)
    holders: dict[tuple[str, int], list[str]] = defaultdict(list)
    for student, own in everybody.items():
        for unit, form in own.items():
            holders[unit, form.shape].append(student)
    common = max(COMMON_AT_LEAST, min(COMMON_SHARE * len(everybody), COMMON_AT_MOST))
    unusual = {key: students for key, students in holders.items() if len(students) <= common}
    links = _links(everybody, unusual)
    groups = [_group(students, links, everybody, unusual) for students in _joined(links)]
    return tuple(sorted(groups, key=lambda group: (-group.share, group.students)))


_Unusual = Mapping[tuple[str, int], Sequence[str]]


def _links(everybody: Mapping[str, Mapping[str, Form]], unusual: _Unusual) -> dict[tuple[str, str], float]:
    """Return the pairs that have enough in common, and how much of the smaller one's unusual code that is."""
    weight: Counter[str] = Counter()
    shared: Counter[tuple[str, str]] = Counter()
    for (unit, _), students in unusual.items():
        nodes = everybody[students[0]][unit].nodes
        weight.update(dict.fromkeys(students, nodes))
        for pair in combinations(sorted(students), 2):
            shared[pair] += nodes
    shares = ((pair, nodes, nodes / min(weight[pair[0]], weight[pair[1]])) for pair, nodes in shared.items())
    return {pair: share for pair, nodes, share in shares if nodes >= MIN_SHARED and share >= MIN_SHARE}


def _joined(links: Mapping[tuple[str, str], float]) -> list[list[str]]:
    """Return groups in which every two are alike; who fits into none, with the one they are most alike.

    Chains, in which the first and the last have nothing in common, would gather half a class.
    """
    by_share = sorted(links, key=lambda pair: (-links[pair], pair))
    group_of: dict[str, list[str]] = {}
    for one, other in by_share:
        left, right = group_of.setdefault(one, [one]), group_of.setdefault(other, [other])
        if left is not right and all((min(a, b), max(a, b)) in links for a in left for b in right):
            left += right
            group_of.update(dict.fromkeys(right, left))
    groups = list({id(group): group for group in group_of.values() if len(group) > 1}.values())
    for one, other in by_share:
        for single in (one, other):
            if len(group_of[single]) == 1:
                group_of[single] = [one, other]
                groups.append([one, other])
    return [sorted(group) for group in groups]


def _group(
    students: Sequence[str],
    links: Mapping[tuple[str, str], float],
    everybody: Mapping[str, Mapping[str, Form]],
    unusual: _Unusual,
) -> Group:
    first = everybody[students[0]]
    units = (
        unit
        for unit, form in first.items()
        if (unit, form.shape) in unusual and all(everybody[other].get(unit) == form for other in students)
    )
    return Group(tuple(students), tuple(units), min(links[pair] for pair in combinations(students, 2)))
