"""The same code in other words: rewrites of a def that keep what it does and change how it is spelt.

`reworded(source, style)` applies several of them to the one def in `source`. They are what two people who make the same
mistake differ in: names, the order of lines that don't depend on each other, helpers, one way or another to choose, to
loop, and to add to something.
"""

from __future__ import annotations

import ast
import builtins
import copy
from collections.abc import Callable, Iterable, Sequence
from typing import Any

STYLES = ("short", "wordy", "helpful")

_NAMES = {
    "short": [*"abcdefghijklmnopqrstuvwxyz"],
    "wordy": ["me", "you", "new", "push", "first_thing", "second_thing", "third_thing", "fourth_thing"],
    "helpful": ["this", "that", "made", "give", "alpha", "beta", "gamma", "delta"],
}
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_SCOPES = (*_FUNCTIONS, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def reworded(source: str, style: str) -> str:
    """Return the def in other words, without comments and docstrings."""
    tree = ast.parse(source)
    (function,) = tree.body
    assert isinstance(function, ast.FunctionDef)
    _drop_docstrings(function)
    for rewrite in _REWRITES[style]:
        rewrite(function)
    _rename(function, style)
    text = ast.unparse(ast.fix_missing_locations(tree))
    ast.parse(text)
    return text


def _drop_docstrings(function: ast.FunctionDef) -> None:
    for node in ast.walk(function):
        if isinstance(node, ast.FunctionDef) and ast.get_docstring(node) is not None:
            node.body = node.body[1:] or [ast.Pass()]


# -- blocks ---------------------------------------------------------------------------------------------------------


def _blocks(function: ast.FunctionDef) -> Iterable[list[ast.stmt]]:
    """Yield every list of statements in a def."""
    for node in ast.walk(function):
        for name in ("body", "orelse", "finalbody"):
            block = getattr(node, name, None)
            if isinstance(block, list) and block and isinstance(block[0], ast.stmt):
                yield block


def _each(function: ast.FunctionDef, change: Callable[[ast.stmt], Sequence[ast.stmt]]) -> None:
    """Replace each statement by what `change` makes of it."""
    for block in list(_blocks(function)):
        block[:] = [new for statement in block for new in change(statement)]


def _choose_by_if(function: ast.FunctionDef) -> None:
    """`x = a if c else b` becomes an `if` statement; `return` likewise."""

    def change(statement: ast.stmt) -> list[ast.stmt]:
        value = getattr(statement, "value", None)
        if not isinstance(statement, ast.Assign | ast.Return) or not isinstance(value, ast.IfExp):
            return [statement]
        branches = []
        for branch in (value.body, value.orelse):
            one = copy.deepcopy(statement)
            one.value = branch
            branches.append([one])
        return [ast.If(value.test, *branches)]

    _each(function, change)


def _choose_the_other_way(function: ast.FunctionDef) -> None:
    """`a if c else b` becomes `b if not c else a`, and so does an `if` with an `else`."""
    for node in ast.walk(function):
        if isinstance(node, ast.IfExp | ast.If) and node.orelse:
            node.test = ast.UnaryOp(ast.Not(), node.test)
            node.body, node.orelse = node.orelse, node.body


def _spell_out_adding(function: ast.FunctionDef) -> None:
    """`a.grad += x` becomes `a.grad = a.grad + x`."""

    def change(statement: ast.stmt) -> list[ast.stmt]:
        if not isinstance(statement, ast.AugAssign) or not isinstance(statement.target, ast.Attribute):
            return [statement]
        now = copy.deepcopy(statement.target)
        now.ctx = ast.Load()
        return [ast.Assign([statement.target], ast.BinOp(now, statement.op, statement.value))]

    _each(function, change)


def _turn_factors_round(function: ast.FunctionDef) -> None:
    """`a.data * out.grad` becomes `out.grad * a.data`."""
    for node in ast.walk(function):
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
            sides = (node.left, node.right)
            if all(isinstance(side, ast.Attribute) and side.attr in ("data", "grad") for side in sides):
                node.right, node.left = sides


def _map_for_comprehensions(function: ast.FunctionDef) -> None:
    """`[f(x) for x in xs]` becomes `list(map(lambda x: f(x), xs))`, and a generator a `map`."""

    class Mapping(ast.NodeTransformer):
        def visit_ListComp(self, node: ast.ListComp) -> ast.expr:
            self.generic_visit(node)
            mapped = _mapped(node)
            return ast.Call(_name("list"), [mapped], []) if mapped else node

        def visit_GeneratorExp(self, node: ast.GeneratorExp) -> ast.expr:
            self.generic_visit(node)
            return _mapped(node) or node

    Mapping().visit(function)


def _mapped(node: ast.ListComp | ast.GeneratorExp) -> ast.expr | None:
    if len(node.generators) != 1 or node.generators[0].ifs:
        return None
    (loop,) = node.generators
    if isinstance(loop.target, ast.Name):
        return ast.Call(_name("map"), [_lambda([loop.target.id], node.elt), loop.iter], [])
    if isinstance(loop.target, ast.Tuple) and all(isinstance(e, ast.Name) for e in loop.target.elts):
        names = [e.id for e in loop.target.elts if isinstance(e, ast.Name)]
        star = _name("starmap")
        return ast.Call(star, [_lambda(names, node.elt), loop.iter], [])
    return None


def _lambda(names: Sequence[str], body: ast.expr) -> ast.Lambda:
    arguments = ast.arguments([], [ast.arg(name) for name in names], None, [], [], None, [])
    return ast.Lambda(arguments, body)


def _name(name: str) -> ast.Name:
    return ast.Name(name, ast.Load())


def _bring_imports(function: ast.FunctionDef) -> None:
    if any(isinstance(node, ast.Name) and node.id == "starmap" for node in ast.walk(function)):
        function.body.insert(0, ast.ImportFrom("itertools", [ast.alias("starmap")], 0))


def _define_first(function: ast.FunctionDef) -> None:
    """Inner defs come before everything else: they are not run before they are called."""
    inner = [s for s in function.body if isinstance(s, ast.FunctionDef) and not s.decorator_list and not _defaults(s)]
    once = [s for s in inner if [t.name for t in inner].count(s.name) == 1 and not _assigned(function, s.name)]
    function.body = [*once, *(s for s in function.body if s not in once)]


def _defaults(function: ast.FunctionDef) -> list[Any]:
    return [*function.args.defaults, *(d for d in function.args.kw_defaults if d)]


def _assigned(function: ast.FunctionDef, name: str) -> bool:
    names = (node for node in ast.walk(function) if isinstance(node, ast.Name) and node.id == name)
    return any(isinstance(node.ctx, ast.Store | ast.Del) for node in names)


def _swap_additions(function: ast.FunctionDef) -> None:
    """Two lines that add to attributes change places where neither reads what the other writes."""
    for block in _blocks(function):
        for k in range(len(block) - 1):
            if _are_independent(block[k], block[k + 1]):
                block[k], block[k + 1] = block[k + 1], block[k]
                break


def _are_independent(one: ast.stmt, other: ast.stmt) -> bool:
    targets = []
    for statement in (one, other):
        if not isinstance(statement, ast.AugAssign) or not isinstance(statement.op, ast.Add | ast.Sub):
            return False
        target = statement.target
        if not isinstance(target, ast.Attribute) or not isinstance(target.value, ast.Name):
            return False
        if any(isinstance(node, ast.Call) for node in ast.walk(statement)):
            return False
        targets.append(target)
    written = {(t.value.id, t.attr) for t in targets if isinstance(t.value, ast.Name)}
    read = [n for s in (one, other) if isinstance(s, ast.AugAssign) for n in ast.walk(s.value)]
    touched = {(n.value.id, n.attr) for n in read if isinstance(n, ast.Attribute) and isinstance(n.value, ast.Name)}
    return not written & touched


# -- helpers --------------------------------------------------------------------------------------------------------


def _compute_in_a_helper(function: ast.FunctionDef) -> None:
    """The first result that is assigned or returned comes from an inner function of its own."""
    for k, statement in enumerate(function.body):
        value = getattr(statement, "value", None)
        if not isinstance(statement, ast.Assign | ast.Return) or not isinstance(value, ast.Call | ast.BinOp):
            continue
        if any(isinstance(node, ast.NamedExpr | ast.Yield | ast.YieldFrom) for node in ast.walk(value)):
            continue
        statement.value = ast.Call(_name("helper_function"), [], [])
        function.body.insert(k, _function("helper_function", [], [ast.Return(value)]))
        return


def _loop_over_a_helper(function: ast.FunctionDef) -> None:
    """`for x in xs: …` becomes `for x in xs: turn(x)`, where the body binds nothing and never leaves."""

    def change(statement: ast.stmt) -> list[ast.stmt]:
        if not isinstance(statement, ast.For) or statement.orelse or not isinstance(statement.target, ast.Name):
            return [statement]
        leaves = (ast.Return, ast.Break, ast.Continue, ast.Yield, ast.YieldFrom, ast.NamedExpr, ast.FunctionDef)
        inside = [node for part in statement.body for node in ast.walk(part)]
        if any(isinstance(node, (*leaves, ast.Nonlocal, ast.For, ast.While)) for node in inside):
            return [statement]
        if any(isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) for node in inside):
            return [statement]
        target = statement.target.id
        turn = _function("one_turn", [target], statement.body)
        statement.body = [ast.Expr(ast.Call(_name("one_turn"), [_name(target)], []))]
        return [turn, statement]

    if sum(isinstance(node, ast.For) for node in ast.walk(function)) == 1:
        _each(function, change)


def _function(name: str, arguments: Sequence[str], body: list[ast.stmt]) -> ast.FunctionDef:
    listed = ast.arguments([], [ast.arg(argument) for argument in arguments], None, [], [], None, [])
    made = ast.FunctionDef(name, listed, body, [], None)
    if "type_params" in ast.FunctionDef._fields:
        made.type_params = []
    return made


# -- names ----------------------------------------------------------------------------------------------------------


def _rename(function: ast.FunctionDef, style: str) -> None:
    """Give every parameter, local variable and inner function another name."""
    bound = _bound(function)
    taken = {node.id for node in ast.walk(function) if isinstance(node, ast.Name)} - bound
    taken |= set(dir(builtins)) | {"math", "random", "starmap", "Value", "zero_grad", "Neuron", "Layer", "MLP"}
    free = (name for name in _endless(_NAMES[style]) if name not in taken)
    names = {old: next(free) for old in sorted(bound - {"starmap"})}
    for node in ast.walk(function):
        if isinstance(node, ast.Name):
            node.id = names.get(node.id, node.id)
        elif isinstance(node, ast.arg):
            node.arg = names.get(node.arg, node.arg)
        elif isinstance(node, ast.FunctionDef) and node is not function:
            node.name = names.get(node.name, node.name)
        elif isinstance(node, ast.Nonlocal):
            node.names = [names.get(name, name) for name in node.names]


def _bound(function: ast.FunctionDef) -> set[str]:
    """Return the names that are bound somewhere in a def; none that also stands for something outside of it."""
    found = {node.arg for node in ast.walk(function) if isinstance(node, ast.arg)}
    for node in ast.walk(function):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
        elif isinstance(node, ast.FunctionDef) and node is not function:
            found.add(node.name)
    keywords = {k.arg for node in ast.walk(function) if isinstance(node, ast.Call) for k in node.keywords}
    return found - _used_outside(function, found) - {name for name in keywords if name}


def _used_outside(function: ast.FunctionDef, names: set[str]) -> set[str]:
    """Return those of the names that are read in a scope where nothing binds them, and so are global there."""
    outside: set[str] = set()

    def visit(node: ast.AST, known: frozenset[str]) -> None:
        if isinstance(node, _SCOPES):
            known |= _bound_in(node)
        if isinstance(node, ast.Name) and node.id in names and node.id not in known:
            outside.add(node.id)
        for child in ast.iter_child_nodes(node):
            visit(child, known)

    visit(function, frozenset())
    return outside


def _bound_in(scope: ast.AST) -> frozenset[str]:
    """Return what a scope binds; what its inner scopes bind is not looked at too closely."""
    found = set()
    waiting = [scope]
    while waiting:
        node = waiting.pop()
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.arg):
                found.add(child.arg)
            elif isinstance(child, ast.Name) and isinstance(child.ctx, ast.Store):
                found.add(child.id)
            elif isinstance(child, ast.FunctionDef):
                found.add(child.name)
            if not isinstance(child, _SCOPES) or child is scope:
                waiting.append(child)
    return frozenset(found)


def _endless(names: Sequence[str]) -> Iterable[str]:
    yield from names
    number = 1
    while True:
        yield from (f"{name}{number}" for name in names)
        number += 1


_REWRITES: dict[str, list[Callable[[ast.FunctionDef], None]]] = {
    "short": [_choose_by_if, _turn_factors_round],
    "wordy": [_choose_the_other_way, _spell_out_adding, _map_for_comprehensions, _define_first, _bring_imports],
    "helpful": [_swap_additions, _define_first, _loop_over_a_helper, _compute_in_a_helper],
}
