"""The code of one stage's notebook, cell by cell, out of the reference: what is given, and what is to be written.

A notebook has one namespace, so the modules that the stage builds on follow one another and imports among them go. Of
each module later units are absent, and the units to write stand in nbgrader's solution regions:

    def area(points):
        \"\"\"Return the area …\"\"\"
        ### BEGIN SOLUTION
        return …
        ### END SOLUTION

nbgrader puts `STUB` in place of a region; what it makes of a unit is then, to the byte, what is in exercises/.
"""

from __future__ import annotations

import ast
from bisect import bisect_right
from collections.abc import Collection, Sequence
from typing import Literal

import msgspec

from grader.course import Course, Stage
from grader.errors import CourseError
from grader.indentation import indented, leading
from grader.source import Module, SourceProblem, parse
from grader.spans import UnitError, source_of, span, stub_of
from grader.submission import solution_text
from grader.transplant import transplant_all, without
from grader.units import docstring

__all__ = ["STUB", "Carry", "CodeCell", "code_cells"]

STUB = "raise NotImplementedError"
BEGIN, END = "### BEGIN SOLUTION", "### END SOLUTION"

Carry = Literal["reference", "own"]


class CodeCell(msgspec.Struct, frozen=True):
    """A code cell: its name, and whether its text holds regions; or, with `is_text`, what a module says of itself."""

    name: str
    text: str
    is_solution: bool = False
    is_text: bool = False


def code_cells(course: Course, stage: Stage, needed: Collection[str], carry: Carry) -> list[CodeCell]:
    """Return the cells of a stage, whose checks need these units.

    Units of earlier stages are the reference's or, with `own`, in regions as well. CourseError when the solutions
    cannot be taken apart into cells.
    """
    names = [s.name for s in course.stages]
    now = names.index(stage.name)
    earlier = {unit for unit, home in course.units.items() if names.index(home) < now} - set(stage.units)
    regions = {*stage.units, *(earlier if carry == "own" else ())}
    kept = earlier | set(needed) | regions
    cells: list[CodeCell] = []
    for module in _modules(course, stage, needed):
        try:
            cells += _cells_of(course, module, kept, regions)
        except (SourceProblem, UnitError) as error:
            advice = "Write it as plain defs and classes, each with lines of its own."
            raise CourseError(course.solutions / f"{module}.py", "", str(error), advice) from None
    return cells


def _modules(course: Course, stage: Stage, needed: Collection[str]) -> list[str]:
    """Return the modules that a stage builds on, those first that others import."""
    units = [*needed, *(unit for earlier in course.up_to(stage) for unit in earlier.units)]
    wanted = {unit.partition(":")[0] for unit in units}
    waiting, imports = list(wanted), dict[str, set[str]]()
    for module in waiting:  # which grows meanwhile
        imports[module] = _imported(parse(solution_text(course, module), f"{module}.py")) & set(course.modules)
        waiting += [other for other in imports[module] if other not in waiting]
    ordered: list[str] = []
    while len(ordered) < len(waiting):
        rest = [module for module in course.modules if module in waiting and module not in ordered]
        ordered.append(next((module for module in rest if imports[module] <= set(ordered)), rest[0]))
    return ordered


def _imported(module: Module) -> set[str]:
    return {node.module for node in ast.walk(module.tree) if isinstance(node, ast.ImportFrom) and node.module}


def _cells_of(course: Course, name: str, kept: Collection[str], regions: Collection[str]) -> list[CodeCell]:
    file, text = f"{name}.py", solution_text(course, name)
    module = parse(text, file)
    units = [unit.partition(":")[2] for unit in course.units if unit.startswith(f"{name}:")]
    written = [unit for unit in units if f"{name}:{unit}" in regions]
    text = transplant_all(text, {unit: _with_region(module, unit) for unit in written}, filename=file)
    absent = [unit for unit in units if f"{name}:{unit}" not in kept]
    text = without(text, absent, filename=file)
    text = without(text, _empty_classes(parse(text, file), absent), filename=file)
    return _split(course, name, parse(text, file), {unit.partition(".")[0] for unit in written})


def _with_region(module: Module, name: str) -> str:
    """Return a unit with its body, but not its docstring, in a solution region."""
    stub = stub_of(module, name)
    head, _, last = stub.rpartition("\n")
    inner = leading(last)
    unit = parse(source_of(module, name), module.filename)
    node = unit.tree.body[0]
    assert isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    doc = docstring(node.body)
    done = (doc.end_lineno or 0) if doc else head.count("\n") + 1  # lines of the signature and the docstring
    statements = node.body[1:] if doc else node.body
    if statements and statements[0].lineno <= done:  # def area(side): return side * side
        body = indented(unit.text[unit.offset(statements[0].lineno, statements[0].col_offset) :], inner, None)
    else:
        body = "\n".join(unit.lines[done:])
    if "BEGIN SOLUTION" in unit.text or "END SOLUTION" in unit.text:
        raise UnitError(name, "holds one of nbgrader's own marks, BEGIN SOLUTION or END SOLUTION")
    return "\n".join(part for part in (head, inner + BEGIN, body, inner + END) if part)


def _empty_classes(module: Module, absent: Collection[str]) -> list[str]:
    """Return the top-level classes of which nothing but a docstring is left, all else being of later stages."""
    lost = {unit.partition(".")[0] for unit in absent if "." in unit}
    return [name for name in lost if name in module.classes and not _rest(module.classes[name])]


def _rest(node: ast.ClassDef) -> list[ast.stmt]:
    return node.body[1:] if docstring(node.body) else node.body


def _split(course: Course, name: str, module: Module, written: Collection[str]) -> list[CodeCell]:
    """Return a module as cells: one for each class or function that is written, and what is given between them."""
    cells: list[CodeCell] = []
    given: list[str] = []
    statements = module.tree.body
    if doc := docstring(statements):
        about = ast.literal_eval(doc.value) if isinstance(doc, ast.Expr) else ""
        cells.append(CodeCell(f"{name}-about", str(about).strip(), is_text=True))

    def close() -> None:
        if text := "".join(given).strip("\n"):
            count = sum(not cell.is_solution for cell in cells)
            cells.append(CodeCell(f"{name}-given-{count}", text))
        given.clear()

    for nodes, text in _pieces(module):
        named = next((n.name for n in nodes if getattr(n, "name", None) in written), None)  # type: ignore[attr-defined]
        if named is not None:
            close()
            cells.append(CodeCell(named, text.strip("\n"), is_solution=True))
        elif doc not in nodes:
            given.append(_given(course, name, nodes, text))
    close()
    return cells


def _pieces(module: Module) -> list[tuple[list[ast.stmt], str]]:
    """Return the top-level statements, those of one line together, each with the comments and blank lines before it."""
    ends: list[tuple[list[ast.stmt], int]] = []
    for node in module.tree.body:
        last = bisect_right(module.starts, span(module, node)[1])
        if ends and node.lineno <= ends[-1][1]:
            ends[-1] = ([*ends[-1][0], node], max(last, ends[-1][1]))
        else:
            ends.append(([node], last))
    pieces, done = [], 0
    for nodes, last in ends:
        pieces.append((nodes, "\n".join([*module.lines[done:last], ""])))
        done = last
    return pieces


def _given(course: Course, name: str, nodes: Sequence[ast.stmt], text: str) -> str:
    """Return given statements as they stand in a notebook: the course's modules are all in it, and nothing is run."""
    match nodes[0]:
        case ast.ImportFrom(module=module, names=aliases) if module in course.modules:
            renamed = [f"{alias.asname} = {alias.name}\n" for alias in aliases if alias.asname]
            return "".join(renamed)
        case ast.Import(names=aliases) if any(alias.name in course.modules for alias in aliases):
            problem = f"`import {aliases[0].name}` has no meaning in a notebook, where there is one namespace"
            raise CourseError(course.solutions / f"{name}.py", "", problem, "Write `from MODULE import NAME`.")
        case ast.If(test=ast.Compare(left=ast.Name(id="__name__"))):
            return ""
    return text
