"""What a class inherits, and what a star import brings, is written: no learner is told to write it again."""

from __future__ import annotations

from pathlib import Path

import kit
import pytest

from grader.course import load_course
from grader.source import parse
from grader.submission import read_submission

WRITTEN = {
    "a base class": "class Ops:\n    def push(self): return 1\nclass Stack(Ops): pass",
    "the base of a base": "class A:\n    def push(self): return 1\nclass B(A): pass\nclass Stack(B): pass",
    "patched into the base later": "class A: pass\nclass Stack(A): pass\nA.push = lambda self: 1",
    "the class of the same name before it": "class Stack:\n    def push(self): return 1\nclass Stack(Stack): pass",
    "a base with type arguments": "class A:\n    def push(self): return 1\nclass Stack(A[int]): pass",
    "a base imported from another file": "from mine import Ops\nclass Stack(Ops): pass",
    "a base in an imported module": "import mine\nclass Stack(mine.Ops): pass",
    "a base that was assigned": "Ops = make()\nclass Stack(Ops): pass",
    "the second base": "class A: pass\nclass B:\n    def push(self): return 1\nclass Stack(A, B): pass",
}
TODO = {
    "a stub in the base": "class A:\n    def push(self): raise NotImplementedError\nclass Stack(A): pass",
    "a stub that overrides": "class A:\n    def push(self): return 1\nclass Stack(A):\n    def push(self): ...",
    "nothing in the base": "class A:\n    def pop(self): return 1\nclass Stack(A): pass",
    "a base from the standard library": "from abc import ABC\nclass Stack(ABC): pass",
    "a base in a module of the standard library": "import abc\nclass Stack(abc.ABC): pass",
    "a built-in base": "class Stack(object): pass",
    "an abstract method": (
        "from abc import ABC, abstractmethod\nclass A(ABC):\n    @abstractmethod\n    def push(self): ...\n"
        "class Stack(A): pass"
    ),
    "a class of the same name, replaced": "class Stack:\n    def push(self): return 1\nclass Stack: pass",
    "deleted from the base": "class A:\n    def push(self): return 1\ndel A.push\nclass Stack(A): pass",
    "a circle": "class A: pass\nclass Stack(A): pass\nclass A(Stack): pass\nclass Stack(A): pass",
}


@pytest.mark.parametrize("text", WRITTEN.values(), ids=WRITTEN)
def test_inherited_is_written(text: str) -> None:
    assert not parse(text).is_todo("Stack.push")


@pytest.mark.parametrize("text", TODO.values(), ids=TODO)
def test_not_inherited_is_todo(text: str) -> None:
    assert parse(text).is_todo("Stack.push")


def test_a_long_chain_of_classes_ends_soon() -> None:
    """A thousand classes, each with all that came before it as its bases, take no time."""
    lines = ["class C0: pass", *(f"class C{k}(C{k - 1}, C{k // 2}): pass" for k in range(1, 1000))]
    assert parse("\n".join(lines)).is_todo("C999.push")


def test_star_import_of_ones_own_module(tmp_path: Path) -> None:
    """`from mine import *` brings what mine.py defines, also at second hand, and not what mine.py lacks."""
    course = load_course(kit.ROOT)
    (tmp_path / "engine.py").write_text("from first import *\n", encoding="utf-8")
    (tmp_path / "first.py").write_text("from second import *\n", encoding="utf-8")
    (tmp_path / "second.py").write_text(
        "from first import *\nclass Value:\n    def tanh(self): return 1\n", encoding="utf-8"
    )
    (tmp_path / "nn.py").write_text("from engine import *\n", encoding="utf-8")
    submission = read_submission(course, tmp_path)
    assert not submission.todo("engine:Value.tanh")
    assert submission.todo("engine:Value.__add__")
    assert submission.todo("nn:train")
