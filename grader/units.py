"""Which names a module binds, and which binding of each wins: a walk over the syntax tree of code that may be hostile.

A unit is any binding of its dotted name: a def, a class, an assignment, an import, one inside `if` or `try`, one
patched in later (`Stack.push = push`, `setattr(Stack, "push", push)`). The last in the text wins. A second statement
`class Stack` replaces all of the first. What is inherited is not a binding, but `Bindings.inherited` finds it; what a
star import brings is none either.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

import msgspec

__all__ = ["Bindings", "Unit", "read_bindings"]

Kind = Literal["def", "class", "assignment", "import", "deleted"]
Function = ast.FunctionDef | ast.AsyncFunctionDef

MAX_BASES = 100  # classes searched for what one class inherits
MAX_PARTS = 32  # of a dotted name; class statements nest up to 100 deep, so recursion over names stays shallow


class Unit(msgspec.Struct, frozen=True, eq=False):
    """One binding of a dotted name. `first` and `last` are its lines, decorators included.

    `node` is the statement and `outer` the one it stands in when that is a block (`if`, `try`, …) of the same scope,
    otherwise `node` itself. `target` is the expression assigned to, where there is one. `is_patch` tells that it binds
    a member of a class from outside the class.
    """

    name: str
    kind: Kind
    first: int
    last: int
    is_stub: bool
    is_patch: bool
    node: ast.stmt
    outer: ast.stmt
    target: ast.expr | None

    @property
    def runs(self) -> bool:
        """Whether a call runs lines of it: a def, or an assigned lambda."""
        if isinstance(self.node, ast.Assign | ast.AnnAssign | ast.Expr):
            return any(isinstance(node, ast.Lambda) for node in ast.walk(self.node))
        return self.kind == "def"

    @property
    def is_plain(self) -> bool:
        """Whether the statement binds this one name and nothing else, so that another can stand in its place."""
        match self.node:
            case ast.Assign(targets=targets):
                return targets == [self.target]
            case ast.Import(names=names) | ast.ImportFrom(names=names):
                return len(names) == 1
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef() | ast.AnnAssign():
                return True
        return False


class Bindings(msgspec.Struct, frozen=True, eq=False):
    """All that a module binds; see `Module` for what the first three fields hold. `bases` is for `inherited`."""

    units: Mapping[str, Unit]
    classes: Mapping[str, ast.ClassDef]
    history: tuple[Unit, ...]
    bases: Mapping[str, tuple[_Entry, ...]]

    def inherited(self, name: str) -> Unit | None:
        """Return the binding that a class inherits a member by: the member of a base class in the same module.

        Where a base comes from elsewhere, by an assignment or an import, the binding of the base stands for all that
        it may hold; the standard library holds no units.
        """
        path, _, member = name.rpartition(".")
        waiting = list(self.bases.get(path, ()))
        for _ in range(MAX_BASES):
            if not waiting:
                return None
            base = waiting.pop(0)
            found = base.members.get(member)
            if found and found.unit:
                return found.unit if found.unit.kind != "deleted" else None
            if base.unit and _is_foreign(base.unit):
                return base.unit
            waiting[:0] = base.bases
        return None


def read_bindings(tree: ast.Module) -> Bindings:
    """Return the bindings of a module's names and of its classes' members."""
    reader = _Reader()
    reader.read(tree.body, "", reader.module)
    units: dict[str, Unit] = {}
    classes: dict[str, ast.ClassDef] = {}
    bases: dict[str, tuple[_Entry, ...]] = {}
    _flatten(reader.module, "", units, classes, bases)
    return Bindings(units, classes, tuple(reader.history), bases)


class _Entry(msgspec.Struct, eq=False):
    """What a name stands for at this point of the text. Members hang below it, so that rebinding drops them.

    `bases` are what the base classes' names stood for at the class statement: in `class Stack(Stack)` the one before.
    """

    unit: Unit | None = None
    members: dict[str, _Entry] = msgspec.field(default_factory=dict)
    bases: tuple[_Entry, ...] = ()


_Names = dict[str, _Entry]


def _flatten(
    names: _Names,
    path: str,
    units: dict[str, Unit],
    classes: dict[str, ast.ClassDef],
    bases: dict[str, tuple[_Entry, ...]],
) -> None:
    for name, entry in names.items():
        if entry.unit and entry.unit.kind != "deleted":
            units[path + name] = entry.unit
            if isinstance(entry.unit.node, ast.ClassDef):
                classes[path + name] = entry.unit.node
                bases[path + name] = entry.bases
        _flatten(entry.members, f"{path}{name}.", units, classes, bases)


def _is_foreign(unit: Unit) -> bool:
    """Return whether a class was made elsewhere: assigned, or imported from what is not the standard library."""
    if isinstance(unit.node, ast.ImportFrom) and unit.node.level == 0:
        return (unit.node.module or "").partition(".")[0] not in sys.stdlib_module_names
    return unit.kind == "assignment" or (unit.kind == "import" and unit.name not in sys.stdlib_module_names)


class _Bound(msgspec.Struct, frozen=True, eq=False):
    """One name that one statement binds: `Stack.push` is ("Stack", "push")."""

    parts: tuple[str, ...]
    kind: Kind
    target: ast.expr | None = None
    value: ast.expr | None = None


class _Reader:
    def __init__(self) -> None:
        self.module: _Names = {}
        self.history: list[Unit] = []

    def read(self, body: Sequence[ast.stmt], path: str, names: _Names) -> None:
        """Read one scope, the module or a class body, in the order of the text."""
        for outer in body:
            for node in _run_by(outer):
                for bound in _bound_by(node):
                    self._bind(bound, node, outer, path, names)
                if isinstance(node, ast.ClassDef):
                    self.read(node.body, f"{path}{node.name}.", names[node.name].members)

    def _bind(self, bound: _Bound, node: ast.stmt, outer: ast.stmt, path: str, names: _Names) -> None:
        *parents, leaf = bound.parts
        if parents and parents[0] not in names:
            path, names = "", self.module
        home = names
        for parent in parents:
            home = home.setdefault(parent, _Entry()).members
        before = home.get(leaf)
        if before and not parents and _wraps_class(before, bound):
            return
        stub = self._is_stub(bound, node, names)
        name, (first, last) = path + ".".join(bound.parts), _extent(node, bound)
        unit = Unit(name, bound.kind, first, last, stub, bool(parents), node, outer, bound.target)
        home[leaf] = _Entry(unit, bases=self._bases(node, names) if isinstance(node, ast.ClassDef) else ())
        self.history.append(unit)

    def _bases(self, node: ast.ClassDef, names: _Names) -> tuple[_Entry, ...]:
        plain = (base.value if isinstance(base, ast.Subscript) else base for base in node.bases)  # Base[int]
        paths = [parts for base in plain if (parts := _parts(base))]
        found = (_find(names, path) or _find(self.module, path) or _find(self.module, path[:1]) for path in paths)
        return tuple(entry for entry in found if entry)

    def _is_stub(self, bound: _Bound, node: ast.stmt, names: _Names) -> bool:
        """A stub, another name for one, or one wrapped: `push = traced(push)`."""
        if isinstance(node, Function | ast.ClassDef):
            return _is_stub_body(node.body)
        if isinstance(bound.value, ast.Call):
            return any(_parts(a) == bound.parts and self._names_stub(a, names) for a in bound.value.args)
        return bound.value is not None and self._names_stub(bound.value, names)

    def _names_stub(self, value: ast.expr, names: _Names) -> bool:
        parts = _parts(value)
        entry = _find(names, parts) or _find(self.module, parts)
        return bool(entry and entry.unit and entry.unit.is_stub)


def _find(names: _Names, parts: tuple[str, ...]) -> _Entry | None:
    entry: _Entry | None = None
    for part in parts:
        entry = names.get(part)
        if entry is None:
            return None
        names = entry.members
    return entry


def _wraps_class(before: _Entry, bound: _Bound) -> bool:
    """Return whether a class is only wrapped, as in `Stack = total_ordering(Stack)`; its members stay."""
    if not (before.unit and before.unit.kind == "class" and bound.value):
        return False
    return any(isinstance(n, ast.Name) and n.id == bound.parts[-1] for n in ast.walk(bound.value))


def _extent(node: ast.stmt, bound: _Bound) -> tuple[int, int]:
    if bound.target and isinstance(node, ast.For | ast.AsyncFor | ast.With | ast.AsyncWith):
        return bound.target.lineno, bound.target.end_lineno or bound.target.lineno
    decorators = node.decorator_list if isinstance(node, Function | ast.ClassDef) else []
    return min([node.lineno, *(d.lineno for d in decorators)]), node.end_lineno or node.lineno


def _is_stub_body(body: list[ast.stmt]) -> bool:
    """Return whether a body, after its docstring, is `raise NotImplementedError`, `pass`, `...` or nothing."""
    match body[1:] if docstring(body) else body:
        case [] | [ast.Pass()]:
            return True
        case [ast.Expr(value=ast.Constant(value=value))]:
            return value is ...
        case [ast.Raise(exc=ast.Name(id=name) | ast.Call(func=ast.Name(id=name)))]:
            return name == "NotImplementedError"
    return False


def docstring(body: list[ast.stmt]) -> ast.Expr | None:
    """Return the statement that is a body's docstring."""
    match body:
        case [ast.Expr(value=ast.Constant(value=str())) as statement, *_]:
            return statement
    return None


def _run_by(outer: ast.stmt) -> Iterator[ast.stmt]:
    """Yield a statement and those in its blocks, in order, without recursion: `elif` nests as deep as it is long."""
    waiting = [outer]
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(reversed(_blocks(node)))


def _blocks(node: ast.stmt) -> list[ast.stmt]:
    match node:
        case ast.If(test=test, orelse=orelse) if _is_never(test):
            return orelse
        case ast.If() | ast.For() | ast.AsyncFor() | ast.While():
            return node.body + node.orelse
        case ast.With() | ast.AsyncWith():
            return node.body
        case ast.Try() | ast.TryStar():
            handlers = [statement for handler in node.handlers for statement in handler.body]
            return node.body + handlers + node.orelse + node.finalbody
        case ast.Match(cases=cases):
            return [statement for case in cases for statement in case.body]
    return []


def _is_never(test: ast.expr) -> bool:
    """Return whether a condition is false when a module is imported: the main guard, TYPE_CHECKING, False."""
    match test:
        case ast.Compare(left=ast.Name(id="__name__"), ops=[ast.Eq()], comparators=[ast.Constant(value="__main__")]):
            return True
        case ast.Name(id="TYPE_CHECKING") | ast.Attribute(attr="TYPE_CHECKING") | ast.Constant(value=False):
            return True
    return False


def _bound_by(node: ast.stmt) -> Iterator[_Bound]:
    match node:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
            yield _Bound((name,), "def")
        case ast.ClassDef(name=name):
            yield _Bound((name,), "class")
        case ast.Import(names=names) | ast.ImportFrom(names=names):
            for alias in names:
                yield _Bound(((alias.asname or alias.name).partition(".")[0],), "import")
        case ast.Expr(value=ast.Call(func=ast.Name(id="setattr" | "delattr" as does), args=[owner, name, *values])):
            yield from _patched(owner, name, values, "assignment" if does == "setattr" else "deleted")
        case _:
            for target, value in _targets(node):
                yield from _assigned(target, value, "deleted" if isinstance(node, ast.Delete) else "assignment")


def _targets(node: ast.stmt) -> Iterator[tuple[ast.expr, ast.expr | None]]:
    """Yield what a statement assigns to, or deletes, and the value."""
    match node:
        case ast.Assign(targets=targets, value=value):
            yield from ((target, value) for target in targets)
        case ast.AnnAssign(target=target, value=ast.expr() as value):
            yield target, value
        case ast.AugAssign(target=target) | ast.For(target=target) | ast.AsyncFor(target=target):
            yield target, None
        case ast.With(items=items) | ast.AsyncWith(items=items):
            yield from ((item.optional_vars, None) for item in items if item.optional_vars)
        case ast.Delete(targets=targets):
            yield from ((target, None) for target in targets)


def _assigned(target: ast.expr, value: ast.expr | None, kind: Kind) -> Iterator[_Bound]:
    """Yield the names in a target; only a target that is one name gets the whole value."""
    if isinstance(target, ast.Tuple | ast.List):
        for element in target.elts:
            yield from _assigned(element, None, kind)
    elif isinstance(target, ast.Starred):
        yield from _assigned(target.value, None, kind)
    elif parts := _parts(target):
        yield _Bound(parts, kind, target, value)


def _patched(owner: ast.expr, name: ast.expr, values: list[ast.expr], kind: Kind) -> Iterator[_Bound]:
    """Yield the member that `setattr` sets or `delattr` deletes, where both class and member are plain to see."""
    match _parts(owner), name, values:
        case [_, *_] as parts, ast.Constant(value=str(member)), [] | [_] if member.isidentifier():
            yield _Bound((*parts, member), kind, None, values[0] if values else None)


def _parts(node: ast.expr) -> tuple[str, ...]:
    """Return ("Stack", "push") for `Stack.push`, and nothing for what is not a dotted name."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute) and len(parts) < MAX_PARTS:
        parts.append(node.attr)
        node = node.value
    return (node.id, *reversed(parts)) if isinstance(node, ast.Name) else ()
