"""Which binding of a name wins, what is a stub, and whose a line is."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from source_pieces import NEVER, UNITS, answers, modules

from grader.source import Module, parse
from grader.spans import source_of

CLASS = "class A:\n    def f(self):\n        return 1\n"


def winner(text: str, name: str) -> tuple[str, int] | None:
    """Return the kind and the first line of what binds a name last."""
    unit = parse(text).units.get(name)
    return (unit.kind, unit.first) if unit else None


# -- bindings -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("def f(): ...", "def"),
        ("async def f(): ...", "def"),
        ("@x\ndef f(): ...", "def"),
        ("class f: ...", "class"),
        ("f = g", "assignment"),
        ("f: int = g", "assignment"),
        ("f += 1", "assignment"),
        ("f = g = 1", "assignment"),
        ("g = f = 1", "assignment"),
        ("g, (h, *f) = x", "assignment"),
        ("[f] = x", "assignment"),
        ("for f in x: ...", "assignment"),
        ("async for f in x: ...", "assignment"),
        ("with x as (g, f): ...", "assignment"),
        ("with y, x as f: ...", "assignment"),
        ("async with x as f: ...", "assignment"),
        ("import f", "import"),
        ("import f.g", "import"),
        ("import x as f", "import"),
        ("from x import g, f", "import"),
        ("from x import y as f", "import"),
        ("if x: f = 1", "assignment"),
        ("if x: ...\nelif y: ...\nelse:\n def f(): ...", "def"),
        ("for x in y: f = 1", "assignment"),
        ("for x in y: ...\nelse: f = 1", "assignment"),
        ("while x: f = 1", "assignment"),
        ("async for x in y: f = 1", "assignment"),
        ("async with x: f = 1", "assignment"),
        ("if x:\n f = 1\n def f(): ...", "def"),
        ("try: f = 1\nexcept x:\n def f(): ...\nfinally: y", "def"),
        ("with x: f = 1", "assignment"),
        ("try: f = 1\nfinally: ...", "assignment"),
        ("try: ...\nexcept x: f = 1", "assignment"),
        ("try: ...\nexcept* x: f = 1", "assignment"),
        ("try: ...\nexcept x: ...\nelse: f = 1", "assignment"),
        ("try: ...\nfinally: f = 1", "assignment"),
        ("match x:\n case 1: f = 1", "assignment"),
        ("if x:\n if y:\n  while z: f = 1", "assignment"),
        ("if __name__ == '__main__': ...\nelse: f = 1", "assignment"),
    ],
)
def test_anything_that_binds_a_name_is_a_unit(text: str, kind: str) -> None:
    found = winner(text, "f")
    assert found
    assert found[0] == kind
    indented = "class A:\n" + "\n".join(f" {line}" for line in text.split("\n"))
    found = winner(indented, "A.f")
    assert found
    assert found[0] == kind


@pytest.mark.parametrize(
    "text",
    [
        "",
        "f: int",
        "f",
        "f()",
        "x.f = 1",
        "f[0] = 1",
        "f().g = 1",
        "from f import *",
        "from x import *",
        "def g():\n f = 1\n def f(): ...",
        "lambda: (f := 1)",
        "[f for f in x]",
        "import x.f",
        "import f as x",
        "setattr(x, 'f', 1)",
        "f = 1\ndel f",
        "def f(): ...\nif x: del g, f",
        "if __name__ == '__main__': f = 1",
        "if TYPE_CHECKING: from x import f",
        "if typing.TYPE_CHECKING: from x import f",
        "if False: f = 1",
        "try: ...\nexcept x as f: ...",
    ],
)
def test_what_binds_nothing_is_no_unit(text: str) -> None:
    assert winner(text, "f") is None


@pytest.mark.parametrize(
    ("patch", "kind"),
    [
        ("A.f = g", "assignment"),
        ("A.f: int = g", "assignment"),
        ("A.f, x = g", "assignment"),
        ("A.f = A.g = g", "assignment"),
        ("A.f += 1", "assignment"),
        ("setattr(A, 'f', g)", "assignment"),
        ("if x: setattr(A, 'f', g)", "assignment"),
        ("for A.f in x: ...", "assignment"),
        ("del A.f", None),
        ("delattr(A, 'f')", None),
        ("A.f = 1\ndel x, A.f", None),
    ],
)
def test_a_patch_from_outside_the_class_wins(patch: str, kind: str | None) -> None:
    line = CLASS.count("\n") + 1
    assert winner(CLASS + patch, "A.f") == ((kind, line) if kind else None)
    assert winner(patch + "\n" + CLASS, "A.f") == ("def", patch.count("\n") + 3)


@pytest.mark.parametrize("patch", ["setattr(A, name, g)", "setattr(A, 'a b', g)", "setattr(x(), 'f', g)", "A().f = g"])
def test_a_patch_of_something_unknown_is_left_alone(patch: str) -> None:
    assert winner(CLASS + patch, "A.f") == ("def", 2)


def test_nested_classes_have_dotted_names() -> None:
    text = "class A:\n class B:\n  class C:\n   f = 1\n  C.g = 2\n B.C.h = 3\nA.B.C.i = 4\nclass D:\n A.j = 5\n"
    units = parse(text).units
    names = ["A.B.C.f", "A.B.C.g", "A.B.C.h", "A.B.C.i", "A.j"]
    assert [units[name].first for name in names] == [4, 5, 6, 7, 9]
    assert [units[name].is_patch for name in names] == [False, True, True, True, True]
    assert [n for n in units if n.startswith("D.")] == []


@pytest.mark.parametrize("second", ["class A: x = 1", "A = 1", "import A", "del A"])
def test_a_later_binding_of_the_class_takes_its_members_along(second: str) -> None:
    module = parse(f"{CLASS}{second}\n")
    assert "A.f" not in module.units
    assert ("A" in module.classes) == second.startswith("class")


@pytest.mark.parametrize("wrapped", ["A = deco(A)", "A = A", "A: type = x.deco(1, cls=A)"])
def test_wrapping_a_class_keeps_its_members(wrapped: str) -> None:
    module = parse(f"{CLASS}{wrapped}\n")
    assert module.units["A.f"].kind == "def"
    assert module.units["A"].kind == "class"


def test_inherited_is_not_bound() -> None:
    module = parse("class A:\n def f(self): return 1\nclass B(A): x = 1\n")
    assert "B.f" not in module.units


def test_units_know_their_lines_and_their_place() -> None:
    text = "x = 1\n\n@a\n@b(\n 1)\ndef f():\n  return (\n   1)\nif x:\n  for g in [\n    1]:\n    h = 2\n"
    units = parse(text).units
    assert [(units[n].first, units[n].last) for n in "fgh"] == [(3, 8), (10, 10), (12, 12)]
    assert [units[n].node is units[n].outer for n in "xfgh"] == [True, True, False, False]


def test_the_history_keeps_what_was_overwritten() -> None:
    module = parse("f = 1\nclass A:\n f = 2\nf = 3\nA.f = 4\nclass A: g = 5\n")
    assert [(u.name, u.first) for u in module.history] == [
        ("f", 1), ("A", 2), ("A.f", 3), ("f", 4), ("A.f", 5), ("A", 6), ("A.g", 6),
    ]  # fmt: skip


@settings(deadline=None, database=None, max_examples=100)
@given(modules())
def test_the_winner_is_the_one_that_runs(text: str) -> None:
    module, found = parse(text), answers(text)
    assert {name for name in module.units if name in (*UNITS, *NEVER)} == set(found)
    for name, answer in found.items():
        assert answer[answer.index("#") :].split()[0] in source_of(module, name)


# -- stubs ----------------------------------------------------------------------------------------------------------


STUBS = (
    "raise NotImplementedError",
    "raise NotImplementedError()",
    "raise NotImplementedError('to do', 1) from None",
    "pass",
    "...",
    "'''Only a docstring.'''",
    "'''Doc.'''; pass",
    "'Doc.'\n        raise NotImplementedError  # here",
    "# comment\n        ...",
)
WRITTEN = (
    "return 1",
    "raise ValueError",
    "raise",
    "raise x.NotImplementedError",
    "raise x(NotImplementedError)",
    "return NotImplementedError",
    "return NotImplemented",
    "return ...",
    "1",
    "b'bytes'",
    "f'{x}'",
    "pass; pass",
    "'Doc.'\n        'not a docstring'\n        return 1",
    "x = 1\n        raise NotImplementedError",
    "if x: raise NotImplementedError",
    "def g(): raise NotImplementedError",
)


def method(body: str) -> Module:
    """Return a class whose method has this body."""
    return parse(f"class A:\n    def f(self):\n        {body}\n")


@pytest.mark.parametrize("body", STUBS)
def test_a_stub_is_todo(body: str) -> None:
    module = method(body)
    assert module.units["A.f"].is_stub
    assert module.is_todo("A.f")
    assert parse(f"@x\nasync def f() -> int:\n        {body}").is_todo("f")
    assert parse(f"class A(x):\n        {body}").is_todo("A")


@pytest.mark.parametrize("body", WRITTEN)
def test_anything_else_is_not_todo(body: str) -> None:
    module = method(body)
    assert not module.units["A.f"].is_stub
    assert not module.is_todo("A.f")


@pytest.mark.parametrize(
    ("text", "todo"),
    [
        ("f = stub", True),
        ("f: int = stub", True),
        ("f = A.stub", True),
        ("f = g = stub", True),
        ("f = done", False),
        ("f = stub\ndef f(): return 1", False),
        ("def f(): pass\nf = traced(f)", True),
        ("def f(): return 1\nf = traced(f)", False),
        ("f = traced(stub)", False),
        ("f, g = stub, stub", False),
        ("f = lambda: ...", False),
        ("f = unknown", False),
        ("f = A.unknown", False),
        ("f = done\nstub = done", False),
        ("f = stub\ndef stub(): return 1", True),
        ("class A:\n g = stub\nf = A.g", True),
        ("class A:\n stub = done\n g = stub\nf = A.g", False),
        ("setattr(A, 'x', stub)\nf = A.x", True),
    ],
)
def test_another_name_for_a_stub_is_one(text: str, todo: bool) -> None:
    before = "def stub(): raise NotImplementedError\ndef done(): return 1\nclass A:\n def stub(self): ...\n"
    assert parse(before + text).is_todo("f") is todo


def test_what_is_missing_is_todo() -> None:
    module = parse(f"{CLASS}def g(): return 1\n")
    assert [module.is_todo(name) for name in ("A.f", "g", "A", "h", "A.h", "B.f", "A.B.f")] == [False] * 3 + [True] * 4


@pytest.mark.parametrize(
    ("text", "todo"),
    [
        ("from mine import A", False),
        ("import A", False),
        ("A = make()", False),
        ("if x: from mine import A", False),
        ("from mine import *", True),
        (f"from mine import A\n{CLASS}", True),
        ("def A(): ...", False),
    ],
)
def test_what_is_brought_in_cannot_be_judged(text: str, todo: bool) -> None:
    assert parse(text).is_todo("A.g") is todo
    assert parse(text).is_todo("A.B.g") is todo


# -- lines ----------------------------------------------------------------------------------------------------------


def test_a_line_belongs_to_the_function_around_it() -> None:
    text = (
        "import x\n\ndef f():\n  def inner():\n    return 1\n  class C:\n    def g(self): ...\n\nclass A:\n"
        "  y = 1\n  @a\n  def f(self):\n    return 2\n  class B:\n    h = lambda: (\n      3)\n  k = f\n"
        "A.g = lambda s: 4\nf()\n"
    )
    module = parse(text)
    found = [module.unit_at(line) for line in range(20)]
    assert found == [None] * 3 + ["f"] * 5 + [None] * 3 + ["A.f"] * 3 + [None] + ["A.B.h"] * 2 + [None, "A.g", None]
    assert [module.line_of(name) for name in ("A.f", "A.B.h", "nothing")] == [11, 15, None]


def test_a_line_of_an_assigned_lambda_belongs_to_its_name() -> None:
    module = parse("f = x(lambda: 1)\ng: y = lambda: (\n  1)\nsetattr(A, 'h', lambda: 1)\ni = 1\nx(lambda: 1)\n")
    assert [module.unit_at(line) for line in range(1, 7)] == ["f", "g", "g", "A.h", None, None]


def test_an_overwritten_function_still_has_its_lines() -> None:
    assert parse("def f():\n return 1\ndef f():\n return 2\n").unit_at(2) == "f"


def test_a_loop_binds_its_name_in_its_first_line() -> None:
    text = "for f in x:\n y\nasync for g in x:\n y\nwith x as h:\n y\nasync with x as i:\n y\n"
    units = parse(text).units
    assert [(units[name].first, units[name].last) for name in "fghi"] == [(1, 1), (3, 3), (5, 5), (7, 7)]


def test_a_block_is_not_the_function_that_it_binds() -> None:
    assert parse("for f in x:\n  y = 1\n  z = lambda: 1\n").unit_at(2) is None


# -- hostile --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "class A: x = 1\n" * 5000,
        "".join(f"class A{n}: x = 1\n" for n in range(5000)) + "class A1: y = 1\n" * 2000,
        "".join(" " * n + "class A:\n" for n in range(99)) + " " * 99 + "x = 1",
        "A" + ".a" * 150 + " = 1\n",
        "if x: f = 1\n" + "elif x: f = 1\n" * 800,
        "(" * 190 + "f" + ",)" * 190 + " = 1",
        "f = f\n" * 5000,
    ],
)
def test_hostile_modules_are_read(text: str) -> None:
    assert parse(text).is_todo("missing")
