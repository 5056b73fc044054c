"""Where a unit stands in the text, to the character, and its source as a text of its own.

A unit's span reaches from its first decorator to the end of its last line: a comment there belongs to it, and so do
comment lines that follow and are indented more deeply. (What explains a solution must not stay behind in its stub.)
"""

from __future__ import annotations

import ast
import re
import tokenize
from bisect import bisect_right

from grader.indentation import leading, moved, width
from grader.source import NEWLINE, Module
from grader.units import Function, Unit, docstring

__all__ = ["UnitError", "source_of", "stub_of"]

MAX_LINE = 20_000  # characters: Python 3.12.1 needs the square of it to take a line apart

_NL = r"(?>\r\n|\r|\n)"
_GAP = rf"(?:[ \t\f]|\\{_NL})*+"  # what may stand between two tokens of one line
_TAIL = re.compile(rf"((?:{_GAP};)?(?:{_GAP}\#[^\r\n]*)?){_GAP}(?={_NL}|\Z)")
_BLANKS = re.compile(_GAP)
_TO_COLON = re.compile(r"(?:[\s\\,()\[\]/*]|#[^\r\n]*)*:")  # from the last name of a signature
_CONTINUED = ("\\\n", "\\\r\n", "\\\r")


class UnitError(ValueError):
    """A unit that isn't there, or isn't of the kind that is needed: `name`, and `problem` in words."""

    def __init__(self, name: str, problem: str) -> None:
        super().__init__(f"{name} {problem}")
        self.name = name
        self.problem = problem


def source_of(module: Module, name: str) -> str:
    """Return the exact source of a unit's last binding: dedented, with decorators, LF line ends and no last one."""
    node = unit_of(module, name).node
    start, end = span(module, node)
    return _lifted(module, node, module.text[start:end])


def stub_of(module: Module, name: str) -> str:
    """Return a def's decorators, signature and docstring, byte for byte, over `raise NotImplementedError`.

    Comments between signature and body are left out: they may tell the solution. UnitError when it is not a def.
    """
    node = unit_of(module, name).node
    if not isinstance(node, Function):
        raise UnitError(name, "has no stub: it is not a def")
    body = node.body[0]
    inner = prefix(module, body if starts_line(module, body) else node)
    if not starts_line(module, body):
        inner += "    "
    parts = [module.text[start_of(module, node) : _colon(module, node)]]
    if doc := docstring(node.body):
        parts.append(inner + module.text[start_of(module, doc) : _code_end(module, doc)])
    return _lifted(module, node, "\n".join([*parts, f"{inner}raise NotImplementedError"]))


def unit_of(module: Module, name: str) -> Unit:
    """Return what binds a name last; UnitError when nothing does."""
    if unit := module.units.get(name):
        return unit
    raise UnitError(name, f"is not in {module.filename}")


def span(module: Module, node: ast.stmt) -> tuple[int, int]:
    """Return where a statement begins and ends in the text of its module, as told at the top of this file."""
    start, end = start_of(module, node), _code_end(module, node)
    if starts_line(module, node):
        return start, end_of(module, node)
    tail = _TAIL.match(module.text, end)
    return start, tail.end(1) if tail else end


def end_of(module: Module, node: ast.stmt, indentation: str | None = None) -> int:
    """Return the end of a statement and of the comments below it that are indented more deeply than it is."""
    end = _code_end(module, node)
    tail = _TAIL.match(module.text, end)
    if tail is None:  # another statement follows on its line
        return end
    indentation = prefix(module, node) if indentation is None else indentation
    return _deeper_comments(module, tail.end(), indentation) or tail.end(1)


def line_end(module: Module, end: int) -> int:
    """Return the end of the blanks, and of the backslashes with a line end, that follow the end of a span."""
    blanks = _BLANKS.match(module.text, end)
    return blanks.end() if blanks else end


def start_of(module: Module, node: ast.stmt) -> int:
    """Return where a statement begins, the sign @ of its first decorator included."""
    if not getattr(node, "decorator_list", None):
        return module.offset(node.lineno, node.col_offset)
    line = _first_line(module, node)
    return module.starts[line - 1] + len(leading(module.lines[line - 1]))


def is_alone(module: Module, node: ast.stmt) -> bool:
    """Return whether a statement shares its lines with no other and with no class header."""
    return starts_line(module, node) and bool(_TAIL.match(module.text, _code_end(module, node)))


def starts_line(module: Module, node: ast.stmt) -> bool:
    """Return whether nothing but indentation comes before a statement on its (logical) line."""
    line = _first_line(module, node)
    before = module.text[module.starts[line - 1] : start_of(module, node)]
    above = module.lines[line - 2].lstrip() if line > 1 else ""
    return not before.strip(" \t\f") and (above.startswith("#") or not above.endswith("\\"))


def prefix(module: Module, node: ast.stmt) -> str:
    """Return the indentation of the line on which a statement begins. A form feed starts it afresh."""
    return leading(module.lines[_first_line(module, node) - 1]).rpartition("\f")[2]


def step(module: Module, node: ast.AST | None) -> str | None:
    """Return by how much the body of a compound statement is indented; None when it has none on lines of its own."""
    body = getattr(node, "body", None)
    if not isinstance(node, ast.stmt) or not body or not starts_line(module, body[0]):
        return None
    outer, inner = prefix(module, node), prefix(module, body[0])
    return inner[len(outer) :] if inner != outer and inner.startswith(outer) else None


def before_body(module: Module, node: ast.ClassDef) -> int:
    """Return the place behind what comes before a class's body: its colon, when the body is on the same line."""
    text = module.text[: start_of(module, node.body[0])].rstrip(" \t\f")
    while text.endswith(_CONTINUED):
        text = text.rstrip("\r\n")[:-1].rstrip(" \t\f")
    return len(text)


def _first_line(module: Module, node: ast.stmt) -> int:
    """Return a statement's first line. A decorator's expression may begin below its sign: `@(` and a line end."""
    decorators = getattr(node, "decorator_list", None)
    line: int = decorators[0].lineno if decorators else node.lineno
    while decorators and line > 1 and not module.lines[line - 1].lstrip(" \t\f").startswith("@"):
        line -= 1
    return line


def _code_end(module: Module, node: ast.stmt) -> int:
    return module.offset(node.end_lineno or node.lineno, node.end_col_offset or 0)


def _deeper_comments(module: Module, end: int, indentation: str) -> int | None:
    """Return the end of the comment lines below a statement that ends at `end`, if some are indented more deeply."""
    last = None
    for line in range(bisect_right(module.starts, end), len(module.lines)):
        text = module.lines[line]
        space = leading(text)
        if text[len(space) :].startswith("#") and width(space) > width(indentation):
            last = module.starts[line] + len(text)
        elif text != space:
            break
    return last


def _colon(module: Module, node: Function) -> int:
    """Return the place behind the colon that ends a signature."""
    types: list[ast.AST] = getattr(node, "type_params", [])
    parts = [*types, *ast.iter_child_nodes(node.args), *([node.returns] if node.returns else [])]
    ends = [(part.end_lineno, part.end_col_offset) for part in parts]  # type: ignore[attr-defined]
    name = module.offset(node.lineno, node.col_offset)
    behind = module.offset(*max(ends)) if ends else module.text.index("(", name)
    colon = _TO_COLON.match(module.text, behind)
    assert colon, "a signature ends with a colon"
    return colon.end()


def _lifted(module: Module, node: ast.stmt, source: str) -> str:
    """Return a statement's source without the indentation of the scope it stands in."""
    base = prefix(module, node)
    text = base + NEWLINE.sub("\n", source)
    if len(max(text.split("\n"), key=len)) > MAX_LINE:
        raise UnitError(module.filename, f"has a line of more than {MAX_LINE:,} characters")
    odd = "\t" if "\t" in base else "    "  # for a block that mixes tabs and spaces in another way
    try:
        return moved(text, lambda depth, old: old[len(base) :] if old.startswith(base) else odd * depth)
    except (tokenize.TokenError, SyntaxError):  # lines made of a backslash: here Python's two tokenizers disagree
        raise UnitError(module.filename, "is laid out in a way that can't be taken apart") from None
