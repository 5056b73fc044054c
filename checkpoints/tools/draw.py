"""`grade draw EXPRESSION [FILE]`: the graph that the student's own engine makes of an expression."""

import ast
import operator
import shutil
import subprocess
from pathlib import Path

from pictures import graph
from rich.text import Text

from grader.errors import UsageError
from grader.examination import what_it_did
from grader.exhibit import Graph
from grader.files import write_atomically
from grader.proxy import StudentError, WrongKind
from grader.render.pictures import render_exhibit

NUMBERS = {"a": 2.0, "b": -3.0, "c": 10.0, "d": 0.5, "e": -1.5, "f": 4.0}
BINARY = {
    ast.Add: ("__add__", operator.add),
    ast.Sub: ("__sub__", operator.sub),
    ast.Mult: ("__mul__", operator.mul),
    ast.Div: ("__truediv__", operator.truediv),
    ast.Pow: ("__pow__", operator.pow),
}
FUNCTIONS = ("tanh", "relu", "exp", "log")
KNOWN = "It knows a to f, numbers, + - * / **, and tanh, relu, exp, log."
DOT_SECONDS = 20


def draw(visit, console, arguments):
    """Draw the graph that your engine makes of an expression, with the gradients if `backward` is written.

    ARGUMENTS are an expression of a to f, such as "a*b + tanh(c)", and perhaps a file for the picture that your draw_dot
    makes of it: NAME.dot, or NAME.svg where Graphviz is installed.
    """
    if not 1 <= len(arguments) <= 2:
        raise UsageError("draw needs an expression, and perhaps a file", 'Try: grade draw "a*b + a" graph.svg')
    text, file = arguments[0], Path(arguments[1]) if len(arguments) == 2 else None
    if file is not None and file.suffix not in (".dot", ".svg"):
        raise UsageError(f"{file.name} is neither .dot nor .svg", "Name the file NAME.dot or NAME.svg.")
    tree = parsed(text)
    units = {f"engine:Value.{name}" for name in names_of_units(tree)}
    visit.begin(*sorted(units), *(["graph:draw_dot"] if file else []))
    try:
        root, leaves = grown(visit, tree)
        nodes = graph(root, **leaves)
        dot = visit.module("graph").draw_dot(root) if file else ""
    except StudentError as error:
        raise UsageError(
            f"your code {what_it_did(error)}", "Try other letters, or run the checks of the stage."
        ) from None
    except (WrongKind, AttributeError, TypeError, ValueError):
        raise UsageError(f"what your code makes of {text} is no graph of Values", "Run `grade` first.") from None
    console.print(Text(f"Your graph of {text}", style="bold"))
    console.print(render_exhibit(Graph(tuple(nodes))))
    return save(console, dot, file) if file else 0


def grown(visit, tree):
    """Return what the student's engine makes of an expression, gone backward if that is written, and its letters."""
    leaves = {}
    root = built(tree, visit.module("engine"), leaves)
    if not leaves:
        raise UsageError("that is a number and no graph", "Use one of the letters a to f.")
    if not visit.submission.todo("engine:Value.backward"):
        root.backward()
    return root, leaves


def parsed(text):
    try:
        tree = ast.parse(text, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise UsageError(f"'{text}' is not an expression", 'Write one like "a*b + tanh(c)**2".') from None
    for node in ast.walk(tree):
        if not is_known(node):
            raise UsageError(f"draw does not know '{ast.unparse(node) or text}'", KNOWN)
    return tree


def is_known(node):
    match node:
        case ast.Constant(value=int() | float()) | ast.UnaryOp(op=ast.USub()) | ast.USub() | ast.Load():
            return True
        case ast.Name(id=name):
            return name in NUMBERS or name in FUNCTIONS
        case ast.Call(func=ast.Name(id=name), args=[_], keywords=[]):
            return name in FUNCTIONS
        case ast.BinOp(op=op, right=right):
            return not isinstance(op, ast.Pow) or isinstance(right, ast.Constant | ast.UnaryOp)
    return isinstance(node, tuple(BINARY))


def names_of_units(tree):
    """Yield the names of the methods of Value that an expression asks for."""
    for node in ast.walk(tree):
        if isinstance(node, ast.BinOp):
            yield BINARY[type(node.op)][0]
        elif isinstance(node, ast.UnaryOp):
            yield "__neg__"
        elif isinstance(node, ast.Call):
            yield node.func.id


def built(node, engine, leaves):
    """Return what the student's engine makes of an expression; each letter is one leaf, with its label."""
    match node:
        case ast.Constant(value=number):
            return number
        case ast.Name(id=name):
            if name not in NUMBERS:
                raise UsageError(f"{name} needs something in parentheses", f"Write {name}(a).")
            if name not in leaves:
                leaves[name] = engine.Value(NUMBERS[name])
                leaves[name].label = name
            return leaves[name]
        case ast.UnaryOp(operand=operand):
            return -built(operand, engine, leaves)
        case ast.Call(func=ast.Name(id=name), args=[argument]):
            inner = built(argument, engine, leaves)
            return getattr(inner if hasattr(inner, "_prev") else engine.Value(float(inner)), name)()
        case ast.BinOp(left=left, op=op, right=right):
            first, second = built(left, engine, leaves), built(right, engine, leaves)
            return BINARY[type(op)][1](first, second)
    raise AssertionError(node)


def save(console, dot, file):
    """Write the picture that the student's draw_dot makes, as it is or laid out by Graphviz."""
    if not isinstance(dot, str):
        raise UsageError("your draw_dot returns something that is no text", "It belongs to stage10: grade stage10")
    write_atomically(file, dot if file.suffix == ".dot" else laid_out(dot, file))
    console.print(Text(f"{file} is written."))
    return 0


def laid_out(dot, file):
    command = shutil.which("dot")
    if command is None:
        advice = f"Write {file.with_suffix('.dot').name} instead, and open it in a viewer."
        raise UsageError("Graphviz is not installed here, which lays the picture out", advice)
    try:
        done = subprocess.run(
            [command, "-Tsvg"], input=dot, capture_output=True, encoding="utf-8", errors="replace", timeout=DOT_SECONDS
        )
    except subprocess.TimeoutExpired:
        raise UsageError("Graphviz takes too long over this graph", "Draw a smaller one.") from None
    if done.returncode:
        said = next(iter(done.stderr.splitlines()), "")
        raise UsageError(f"Graphviz cannot read what your draw_dot wrote: {said}", "grade stage10 may say why.")
    return done.stdout
