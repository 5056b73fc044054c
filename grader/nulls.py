"""Null students: code that has done none of the work, in every way that a weak check might mistake for it.

Whole modules say the same thing everywhere; and in the reference, one unit at a time is replaced by something that is
not it. A check that passes against any of these proves nothing.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

import msgspec

from grader.course import Course
from grader.source import parse
from grader.submission import Submission, read_submission, solution_text
from grader.transplant import stub_of, transplant, transplant_all
from grader.verdict import Check

__all__ = ["NullStudent", "null_modules", "null_units"]


class NullStudent(msgspec.Struct, frozen=True):
    """A submission that may pass no check, or, where `unit` is named, no check that lists this unit."""

    name: str
    submission: Submission
    unit: str | None = None

    def concerns(self, check: Check) -> bool:
        """Whether this student must fail a check."""
        return self.unit is None or self.unit in check.units


# What a unit is replaced by; {argument} is the first argument after self, or self.
_BODIES = {
    "no-op": "return None",
    "constant": "return 0.0",
    "echo": "return {argument}",
    "NaN": 'return float("nan")',
    "AssertionError": 'raise AssertionError("no")',
}
_EVERYWHERE = {name: body for name, body in _BODIES.items() if name in ("constant", "echo", "NaN")} | {
    "always-True": "return True"
}

# An object that agrees with everything: any attribute is there, every comparison is true, arithmetic gives 0.0.
_AGREEABLE = """
class Agreeable:
    def __init__(self, *arguments, **keywords): pass
    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return Agreeable()
    def __call__(self, *arguments, **keywords): return Agreeable()
    def __iter__(self): return iter(())
    def __len__(self): return 0
    def __bool__(self): return True
    def __hash__(self): return 0
    def __repr__(self): return "0.0"
    def __float__(self): return 0.0
    def __eq__(self, other): return True
    def __neg__(self): return 0.0
    __ne__ = __lt__ = __le__ = __gt__ = __ge__ = __contains__ = __eq__
    def __add__(self, other): return 0.0
    __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = __pow__ = __rpow__ = __add__
    __abs__ = __pos__ = __invert__ = __neg__
"""


def null_modules(course: Course) -> Iterator[NullStudent]:
    """Whole submissions that do nothing of their own."""
    for name, body in _EVERYWHERE.items():
        texts = {module: _all_replaced(course, module, body) for module in course.modules}
        yield NullStudent(f"every unit: {name}", Submission.of_texts(course, texts))
    for name, text in {"exit on import": "import os\nos._exit(0)\n", "empty": ""}.items():
        yield NullStudent(f"every module: {name}", Submission.of_texts(course, dict.fromkeys(course.modules, text)))
    agreeable = {module: _agreeable(course, module) for module in course.modules}
    yield NullStudent("every unit: agreeable", Submission.of_texts(course, agreeable))
    yield NullStudent("the bare stubs", read_submission(course, course.exercises))


def null_units(course: Course) -> Iterator[NullStudent]:
    """The reference with one unit replaced, for each unit and each replacement."""
    texts = {module: solution_text(course, module) for module in course.modules}
    for unit in course.units:
        module, _, name = unit.partition(":")
        for label, body in _BODIES.items():
            graft = _replaced(texts[module], name, body)
            changed = texts | {module: transplant(texts[module], name, graft)}
            yield NullStudent(f"{unit}: {label}", Submission.of_texts(course, changed), unit)


def _all_replaced(course: Course, module: str, body: str) -> str:
    text = solution_text(course, module)
    names = [unit.partition(":")[2] for unit in course.units if unit.startswith(f"{module}:")]
    return transplant_all(text, {name: _replaced(text, name, body) for name in names})


def _agreeable(course: Course, module: str) -> str:
    """Return a module in which every unit, and every class around one, is an object that agrees with everything."""
    members: dict[str, list[str]] = {}
    for unit in course.units:
        home, _, name = unit.partition(":")
        if home == module:
            outer, _, inner = name.partition(".")
            members.setdefault(outer, []).extend([inner] if inner else [])
    lines = [_AGREEABLE]
    for outer, names in members.items():
        body = [f"    {name} = Agreeable()" for name in names if "." not in name]
        lines += [f"class {outer}(Agreeable):", *body] if names else [f"{outer} = Agreeable()"]
    return "\n".join([*lines, ""])


def _replaced(text: str, name: str, body: str) -> str:
    """Return the unit with its signature and another body."""
    stub = stub_of(parse(text, "solution"), name)
    function = ast.parse(stub).body[0]
    assert isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
    names = [argument.arg for argument in (*function.args.posonlyargs, *function.args.args)]
    argument = names[1] if len(names) > 1 else next(iter(names), "None")
    head, _, _ = stub.rpartition("raise NotImplementedError")
    return head + body.format(argument=argument)
