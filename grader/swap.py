"""A unit from elsewhere in a module of somebody's: a transplant that also brings the imports the unit leans on."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from grader.source import Module, parse
from grader.transplant import transplant

__all__ = ["swap"]


def swap(host: str, name: str, graft: str, origin: Module) -> str:
    """Return the host with the graft in place of the unit, and those imports of `origin` that only the graft needs.

    They are added at the end, where they move nothing: a function looks its globals up when it runs.
    """
    changed = transplant(host, name, graft)
    bound = {name for node in parse(host).tree.body for name in _bound_by(node)}
    used = {node.id for node in ast.walk(ast.parse(graft)) if isinstance(node, ast.Name)}
    missing = [
        ast.unparse(node)
        for node in origin.tree.body
        if isinstance(node, ast.Import | ast.ImportFrom) and set(_bound_by(node)) & used - bound
    ]
    return "\n".join([changed.rstrip("\n"), *missing, ""]) if missing else changed


def _bound_by(node: ast.stmt) -> Iterator[str]:
    """Yield the names that a statement at the top of a module binds."""
    if isinstance(node, ast.Import | ast.ImportFrom):
        yield from ((alias.asname or alias.name).partition(".")[0] for alias in node.names)
    elif isinstance(node, ast.FunctionDef | ast.ClassDef):
        yield node.name
    elif isinstance(node, ast.Assign):
        yield from (target.id for target in node.targets if isinstance(target, ast.Name))
