"""A unit from elsewhere in somebody's modules: a transplant that finds its place, and brings its imports along."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from grader.source import Module, SourceProblem, encode, parse
from grader.spans import source_of
from grader.submission import Submission, solution_text
from grader.transplant import UnitError, transplant

__all__ = ["grafted", "home_of", "swap", "with_reference"]

MAX_HOPS = 10  # from module to module, after what is imported


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


def grafted(submission: Submission, unit: str, graft: str, origin: Module) -> Submission:
    """Return the submission with the graft as its unit, in whichever of its modules the unit lives.

    UnitError when there is no place for it.
    """
    home, name = home_of(submission, unit)
    host = submission.module(home)
    if host is None:
        raise UnitError(unit, "has no module that can be read")
    file, _ = submission.files[home]
    leaf = name.rpartition(".")[2]
    if leaf != unit.partition(":")[2].rpartition(".")[2]:
        raise UnitError(unit, f"is called {name} in {file}")
    data = encode(swap(host.text, name, graft, origin), file)
    return Submission(submission.course, {**submission.files, home: (file, data)}, {})


def home_of(submission: Submission, unit: str) -> tuple[str, str]:
    """Return the module that a unit is written in, and its name there: `from mine import Stack` leads to mine."""
    module, _, name = unit.partition(":")
    for _ in range(MAX_HOPS):
        parsed = submission.module(module)
        if parsed is None:
            break
        first, dot, rest = name.partition(".")
        source, original = _imported_from(submission, parsed, first) or ("", "")
        if not source:
            break
        module, name = source, original + dot + rest
    return module, name


def _imported_from(submission: Submission, module: Module, name: str) -> tuple[str, str] | None:
    """Return the other module of the submission that a name at the top of a module comes from, and its name there."""
    unit = module.units.get(name)
    if unit is None:
        found = (star for star in module.stars if (other := submission.module(star)) and name in other.units)
        return next(((star, name) for star in found), None)
    if isinstance(unit.node, ast.ImportFrom) and unit.node.module in submission.files:
        originals = [alias.name for alias in unit.node.names if (alias.asname or alias.name) == name]
        return (unit.node.module, originals[-1]) if originals and originals[-1] != "*" else None
    return None


def with_reference(submission: Submission, units: Iterable[str]) -> Submission | None:
    """Return the submission with the reference's version of these units; None where there is no place for one."""
    for unit in units:
        module, _, name = unit.partition(":")
        reference = parse(solution_text(submission.course, module), module)
        try:
            submission = grafted(submission, unit, source_of(reference, name), reference)
        except (UnitError, SourceProblem):
            return None
    return submission
