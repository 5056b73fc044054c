"""One unit replaced, every other byte kept, and the new one wins when the module runs."""

from __future__ import annotations

import contextlib
import re
from itertools import product, takewhile

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st
from source_pieces import NEVER, UNITS, answers, grafts, modules, tokens

from grader.source import Module, SourceProblem, parse
from grader.spans import is_alone, line_end, span, starts_line
from grader.transplant import UnitError, source_of, stub_of, transplant, transplant_all, without

GRAFT = 'def f(self):\n    """Doc.\n\n    More.\n    """\n    if self:\n        return """a\n    b"""\n    return 0'
PUT = "\n".join(
    ["»def f(self):", '»»"""Doc.', "", "»»More.", '»»"""', "»»if self:", '»»»return """a', '    b"""', "»»return 0"]
)  # GRAFT in a class
thorough = settings(deadline=None, database=None, max_examples=100)


# -- what is replaced, and what is followed -------------------------------------------------------------------------


METHODS = [
    ("class A:\n»def f(s): pass", f"class A:\n{PUT}"),
    ("# é\nclass A:\n»x\n»@a\n»def f(s):\n»»y\n»»# c\n\n»# g\n»g = 1", f"# é\nclass A:\n»x\n{PUT}\n\n»# g\n»g = 1"),
    ("class A:\n»f = x  # c\n»g = 1", f"class A:\n{PUT}\n»g = 1"),
    ("class A:\n»f: x = (1,\n» 2);\n\nB", f"class A:\n{PUT}\n\nB"),
    ("class A:\n»def f(s): 1\n»def f(s): 2\n»x", f"class A:\n»def f(s): 1\n{PUT}\n»x"),
    ("class A:\n»def f(s): 1\nclass A:\n»def f(s): 2", f"class A:\n»def f(s): 1\nclass A:\n{PUT}"),
    ("class A:\n»x\n\n\ny", f"class A:\n»x\n\n{PUT}\n\n\ny"),
    ("class A:\n»x  # c\n»# end\n# y\ny", f"class A:\n»x  # c\n»# end\n\n{PUT}\n# y\ny"),
    ("class A: pass\ny", f"class A:\n»pass\n\n{PUT}\ny"),
    ("class A(x): f = 1; g = 'é'  # c\ny", f"class A(x):\n»f = 1; g = 'é'  # c\n\n{PUT}\ny"),
    ("class A:\n»f, g = x\n»h", f"class A:\n»f, g = x\n\n{PUT}\n»h"),
    ("class A:\n»f = g = x\n»h", f"class A:\n»f = g = x\n\n{PUT}\n»h"),
    ("class A:\n»x; f = 1; y  # c\n»h", f"class A:\n»x; f = 1; y  # c\n\n{PUT}\n»h"),
    ("class A:\n»if x:\n»»def f(s): 1\n»»# c\n»h", f"class A:\n»if x:\n»»def f(s): 1\n»»# c\n\n{PUT}\n»h"),
    ("class A:\n»x; \\\n»»»f = 1\n»»# c\n»h", f"class A:\n»x; \\\n»»»f = 1\n»»# c\n\n{PUT}\n»h"),
    ("class A:\n»f = x\nif y:\n»A.f = (1,\n  2)\nz", f"class A:\n{PUT}\nif y:\n»pass\nz"),
    ("class A:\n»x\n»del f\n»h", f"class A:\n»x\n»del f\n»h\n\n{PUT}"),
    ("class A:\n»x\nA.f = 1\ny", f"class A:\n»x\n\n{PUT}\ny"),
    ("class A:\n»f = x\nA.f = 1  # c\nsetattr(A, 'f', 2)\ny", f"class A:\n{PUT}\ny"),
    ("class A:\n»f = x\nA.f, z = 1\ny", f"class A:\n{PUT}\n_, z = 1\ny"),
    ("class A:\n»f = x\nz = A.f = 1\ny", f"class A:\n{PUT}\nz = _ = 1\ny"),
    ("class A:\n»f = x\ndel A.g, A.f; del A.f", f"class A:\n{PUT}\ndel A.g, (); pass"),
    ("class A:\n»f = x\nif y:\n»delattr(A, 'f')\n»A.f += 1", f"class A:\n{PUT}\nif y:\n»pass\n»pass"),
    ("class A:\n»f = x\nfor A.f in y: z", f"class A:\n{PUT}\nfor _ in y: z"),
    ("class A:\n»f = x\nwith y as (A.f, z): z", f"class A:\n{PUT}\nwith y as (_, z): z"),
    ("A.f = 1\nclass A:\n»f = x", f"A.f = 1\nclass A:\n{PUT}"),
    ("if x:\n»class A:\n»»f = 1\n»»y", "if x:\n»class A:\n" + re.sub(r"(?m)^»", "»»", PUT) + "\n»»y"),
    ("def g():\n»x", f"def g():\n»x\n\n\nclass A:\n{PUT}"),
]  # fmt: skip
LAYOUTS = list(product(["    ", "  ", "\t", " "], ["\n", "\r\n", "\r"], ["", "\ufeff"], ["", "\n"]))


@pytest.mark.parametrize("case", range(len(METHODS)))
def test_a_method_takes_its_place_in_any_layout(case: int) -> None:
    for indent, newline, mark, end in LAYOUTS:
        if "»" not in METHODS[case][0]:
            indent = "    "  # nothing tells the indentation
        host, expected = (mark + (t + end).replace("»", indent).replace("\n", newline) for t in METHODS[case])
        assert transplant(host, "A.f", GRAFT) == expected
        assert transplant(expected, "A.f", GRAFT) == expected


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        ("", f"class A:\n{PUT}\n"),
        ("class A: f = 1", f"class A:\n{PUT}"),
        ("class A: f = 1\r\n", f"class A:\n{PUT}\n".replace("\n", "\r\n")),
        ("class A: \\\n   f = 1", f"class A:\n{PUT}"),
        ("class A:  # c\n\n f = 1", f"class A:  # c\n\n{PUT}".replace("»", " ")),
    ],
)
def test_where_the_host_has_no_style_pythons_usual_one_is_taken(host: str, expected: str) -> None:
    assert transplant(host, "A.f", GRAFT) == expected.replace("»", "    ")


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        ("", "def f(x): 1\n"),
        ("\ufeff", "\ufeffdef f(x): 1\n"),
        ("   ", "def f(x): 1\n"),
        ("\n\n", "def f(x): 1\n\n"),
        ("# c", "# c\n\n\ndef f(x): 1"),
        ("x = 1\n# end\n", "x = 1\n# end\n\n\ndef f(x): 1\n"),
        ("x = 1\n\f\n", "x = 1\n\n\ndef f(x): 1\n\f\n"),
        ("x = 1 \\\n\n", "x = 1 \\\n\n\n\ndef f(x): 1\n"),
        ("x\n\nif __name__ == '__main__':\n  y\n", "x\n\n\ndef f(x): 1\n\nif __name__ == '__main__':\n  y\n"),
        ("if __name__ == '__main__': f = 1\n", "if __name__ == '__main__': f = 1\n\n\ndef f(x): 1\n"),
        ("\fdef f():\n  2\f\n", "\fdef f(x): 1\n"),
        ("def f():\n  return 2 \\\n\n# g\n", "def f(x): 1\n# g\n"),
        ("x; f = 1\ny\n", "x; f = 1\n\n\ndef f(x): 1\ny\n"),
        ("x; \\\n f = 1\ny\n", "x; \\\n f = 1\n\n\ndef f(x): 1\ny\n"),
        ("import f\nimport g, f\n", "import f\nimport g, f\n\n\ndef f(x): 1\n"),
        ("from x import f\n", "def f(x): 1\n"),
        ("for f in x: y\n", "for f in x: y\n\n\ndef f(x): 1\n"),
        ("f += 1\n", "f += 1\n\n\ndef f(x): 1\n"),
        ("# art \\\ndef f(): 2\n", "# art \\\ndef f(x): 1\n"),
        ("'''\ndef f(): 2\n'''; f = 1", "'''\ndef f(): 2\n'''; f = 1\n\n\ndef f(x): 1"),
        ("class f:\n  x = 1\ny\n", "def f(x): 1\ny\n"),
        ("x\r\ny\n", "x\r\ny\n\n\ndef f(x): 1\n"),
        ("def f():\n 1\r\nx\ry", "def f(x): 1\r\nx\ry"),
    ],
)
def test_a_function_takes_its_place(host: str, expected: str) -> None:
    assert transplant(host, "f", "def f(x): 1") == expected.replace("\r\n\n\n", "\r\n\r\n\r\n")
    assert transplant(expected, "f", "def f(x): 1") == expected


def test_an_assignment_is_a_graft_too() -> None:
    host = "class A:\n  def f(s): 1\n  x = 1\n"
    assert transplant(host, "A.f", "f = x  # why\n") == "class A:\n  f = x  # why\n  x = 1\n"
    assert transplant(host, "A.g", "g: int = (1,\n    2)") == host + "  g: int = (1,\n      2)\n"
    assert transplant(host, "A", "class A:\n\tf = 1") == "class A:\n  f = 1\n"


def test_nested_classes_are_made_where_they_are_missing() -> None:
    assert transplant("class A: x", "A.B.C.f", "f = 1") == (
        "class A:\n    x\n\n    class B:\n        class C:\n            f = 1"
    )


def test_a_patch_of_a_nested_class_is_taken_back() -> None:
    host = "class A:\n  class B:\n    f = 1\n  B.f = 2\nA.B.f = 3\n"
    assert transplant(host, "A.B.f", "f = 4") == "class A:\n  class B:\n    f = 4\n  pass\n"


def test_the_indentation_of_the_old_unit_comes_first() -> None:
    host = "if x:\n y\nclass A:\n    def f(s):\n      1\n    def g(s): 1\n"
    graft = "def {}(s):\n\tif s:\n\t\t2"
    assert transplant(host, "A.f", graft.format("f")) == host.replace("      1", "      if s:\n        2")
    assert transplant(host, "A.g", graft.format("g")) == host.replace(": 1", ":\n        if s:\n            2")
    assert transplant(host, "f", graft.format("f")) == host + "\n\ndef f(s):\n if s:\n  2\n"


def test_comments_move_with_the_block_they_stand_in() -> None:
    graft = "def f(s):\n  # 1\n  if s:\n    # 2\n    x\n    # 3\n\n  # 4\n    # 5\n  y\n  # 6"
    expected = "\tdef f(s):\n\t\t# 1\n\t\tif s:\n\t\t\t# 2\n\t\t\tx\n\t\t\t# 3\n\n\t\t# 4\n\t\t\t# 5\n\t\ty\n\t\t# 6"
    assert transplant("class A:\n\tf = 1\n", "A.f", graft) == f"class A:\n{expected}\n"


def test_the_comments_and_blanks_around_a_graft_are_not_part_of_it() -> None:
    graft = "\ufeff\n# about it\ndef f(): 1  # in it\n    # and this\n\n# not this\n"
    assert transplant("x\n", "f", graft) == "x\n\n\ndef f(): 1  # in it\n    # and this\n"


def test_a_graft_with_the_hosts_indentation_is_kept_to_the_byte() -> None:
    graft = "def f():\n    if x:\n      y\n    else:\n            z"
    assert source_of(parse(transplant("def f():\n    1\n", "f", graft)), "f") == graft
    assert source_of(parse(transplant("def f():\n  1\n", "f", graft)), "f") == graft.replace(
        "    if x:\n      y\n    else:\n            z", "  if x:\n    y\n  else:\n    z"
    )


@pytest.mark.parametrize("string", ['"""\n»a\n"""', 'f"""\n»{\n»1\n}\n"""', "'''a\\\n»b''' 'c'", "rb'''\n»a''' + b'b'"])
def test_strings_keep_their_value(string: str) -> None:
    graft = f"def f():\n»'''Doc.\n»'''\n»x = {string}\n»return x"
    values = set()
    for indent in ("\t", "  ", "    "):
        text = (
            graft.replace("»\n", "\n")
            .replace("\n»x", "\n\tx")
            .replace("\n»return", "\n\treturn")
            .replace("\n»'", "\n\t'")
        )
        text = text.replace("»", "   ")
        result = transplant(f"class A:\r\n{indent}x = 1\r\n", "A.f", text)
        space: dict[str, type] = {}
        exec(result, space)
        values.add(space["A"].f())
    assert len(values) == 1


@pytest.mark.parametrize(
    "graft",
    ["", "# f", "g = 1", "def g(): pass", "f = 1\ng = 2", "import x\ndef f(): pass", "f = g = 1", "f, g = x",
     "if x: f = 1", "A.f = 1", "setattr(A, 'f', 1)", "'''Doc.'''\ndef f(): pass", "f: int", "del f", "f += 1"],
)  # fmt: skip
def test_a_graft_is_one_statement_that_binds_the_name(graft: str) -> None:
    with pytest.raises(UnitError, match="needs a graft that is one statement and binds only f"):
        transplant("class A: x\n", "A.f", graft)


@pytest.mark.parametrize(
    "host",
    ["from x import A", "A = make()", "def A(): pass", "import A.f", "from x import *\nA.g = 1", "class A: x\nA = 1"],
)
def test_a_class_that_cannot_be_seen_takes_no_graft(host: str) -> None:
    with pytest.raises(UnitError, match=r"A is not a class statement in host\.py"):
        transplant(host, "A.f", "f = 1", filename="host.py")


@pytest.mark.parametrize(
    "host", ["class A:\n\n\t\\\nx = 1\n", "class A:\n \\\n  x = 1\n", "class A: # c:\\\n  x = 1\n"]
)
def test_a_layout_that_nobody_writes_is_refused_or_edited(host: str) -> None:
    with contextlib.suppress(UnitError):
        assert source_of(parse(transplant(host, "A.f", "f = 1")), "A.f") == "f = 1"


def test_texts_that_do_not_parse_say_which() -> None:
    with pytest.raises(SourceProblem, match=r"^host\.py:1: "):
        transplant("(", "f", "f = 1", filename="host.py")
    with pytest.raises(SourceProblem, match=r"^<graft of f>:2: "):
        transplant("", "f", "def f():\n  (")


def test_a_branch_that_has_the_graft_is_not_enough() -> None:
    host = "if x:\n  def f(): 1\nelse:\n  def f(): 2\n"
    assert transplant(host, "f", "def f(): 2") == f"{host}\n\ndef f(): 2\n"
    assert transplant("if x:\n  def f(): 2\n", "f", "def f(): 2") == "if x:\n  def f(): 2\n"


def test_a_property_keeps_its_getter() -> None:
    host = "class A:\n  @property\n  def f(s): 1\n  @f.setter\n  def f(s, x): 2\n"
    assert transplant(host, "A.f", "@f.setter\ndef f(s, x): 3") == host.replace("2", "3")


def test_several_grafts_at_once() -> None:
    host = "class A:\n\tdef f(s): 1\n\n\tdef g(s): 2\nx = 1\n"
    stubs = {name: stub_of(parse(host), name) for name in ("A.f", "A.g")}
    result = transplant_all(host, stubs | {"h": "def h(): pass"})
    stub = "\n\t\traise NotImplementedError\n"
    assert result == f"class A:\n\tdef f(s):{stub}\n\tdef g(s):{stub}x = 1\n\n\ndef h(): pass\n"
    assert all(parse(result).is_todo(name) for name in ("A.f", "A.g", "h"))
    assert transplant_all(host, {}) == host


def test_a_unit_with_a_very_long_line_can_be_replaced() -> None:
    host = f"class A:\n  def f(s): return '{'x' * 30_000}'\n"
    assert transplant(host, "A.f", "f = 1") == "class A:\n  f = 1\n"


# -- for any module -------------------------------------------------------------------------------------------------


@thorough
@given(modules())
def test_a_def_for_itself_changes_nothing(text: str) -> None:
    module = parse(text)
    for name in UNITS:
        unit = module.units.get(name)
        others = [u for u in module.history if u.name == name]
        if unit and unit.kind == "def" and (unit.node is unit.outer or len(others) == 1):
            assert transplant(text, name, source_of(module, name)) == text


@thorough
@given(st.data())
def test_a_graft_wins_and_everything_else_stays(data: st.DataObject) -> None:
    text = data.draw(modules(), "host")
    host = parse(text)
    name = data.draw(st.sampled_from([u for u in UNITS if u in host.units] * 3 + [*UNITS, *NEVER]), "unit")
    graft = data.draw(grafts(name), "graft")
    text_after = transplant(text, name, graft)
    result = parse(text_after)
    before, after = answers(text), answers(text_after)

    leaf = name.rpartition(".")[2]
    assert tokens(source_of(result, name)) == tokens(source_of(parse(graft), leaf))
    assert after.pop(name) == answers(f"keep = lambda f: f\n{graft}")[leaf]
    before.pop(name, None)
    assert after == before
    assert transplant(text_after, name, graft) == text_after
    for other, unit in host.units.items():
        if not shares(host, name, other):
            assert source_of(result, other) == source_of(host, other)
            assert result.is_todo(other) == unit.is_stub
    assert_bytes_kept(host, name, text_after)


def shares(host: Module, name: str, other: str) -> bool:
    """Return whether a unit may change with another: it is around it, or bound by a statement that binds both."""
    node = host.units[other].node
    return name == other or name.startswith(f"{other}.") or any(u.name == name and u.node is node for u in host.history)


def assert_bytes_kept(host: Module, name: str, result: str) -> None:
    """Nothing is missing but the unit itself, where no patch is taken back and no one-line class opened."""
    opened = [n for c, n in host.classes.items() if name.startswith(f"{c}.") and not starts_line(host, n.body[0])]
    if opened or any(u.is_patch and u.name == name for u in host.history):
        event("class opened" if opened else "patch taken back")
        return
    unit, size = host.units.get(name), 0
    if unit and unit.is_plain and unit.node is unit.outer and is_alone(host, unit.node):
        start, end = span(host, unit.node)
        size = line_end(host, end) - start
    event("replaced" if size else "inserted")
    front = common(host.text, result)
    back = common(host.text[front:][::-1], result[front:][::-1])
    assert front + back >= len(host.text) - size
    ends = set(re.findall("\r\n|\r|\n", host.text))
    assert set(re.findall("\r\n|\r|\n", result)) <= ends
    assert result.endswith(("\r", "\n")) == host.text.endswith(("\r", "\n"))


def common(one: str, other: str) -> int:
    """Return how many characters two texts begin with alike."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


@thorough
@given(modules(), st.sampled_from(UNITS))
def test_a_stub_is_todo_and_the_original_comes_back(text: str, name: str) -> None:
    module = parse(text)
    unit = module.units.get(name)
    if unit is None or unit.kind != "def":
        return
    stubbed = transplant(text, name, stub_of(module, name))
    assert parse(stubbed).is_todo(name)
    assert tokens(source_of(parse(stubbed), name)) == tokens(stub_of(module, name))
    restored = transplant(stubbed, name, source_of(module, name))
    assert answers(restored) == answers(text)
    assert tokens(source_of(parse(restored), name)) == tokens(source_of(module, name))


# -- without --------------------------------------------------------------------------------------------------------

CHECKS = '''"""Checkpoint."""
import x


# about one
@check(1)
def one(a):
    """One."""
    assert a
    # in one


# a section

# about two
# more
def two(): pass  # two
# touches two

# about three
@check(hidden=True)
async def three():
    pass

# the end
y = 1
def four(): pass
def five(): pass


'''


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize(
    ("names", "old", "new"),
    [
        ("", "", ""),
        ("one", CHECKS[CHECKS.index("# about one") : CHECKS.index("# a section")], ""),
        ("two", CHECKS[CHECKS.index("# about two") : CHECKS.index("# about three")], ""),
        ("three", CHECKS[CHECKS.index("# about three") : CHECKS.index("# the end")], ""),
        ("two three", CHECKS[CHECKS.index("# about two") : CHECKS.index("# the end")], ""),
        ("four", "def four(): pass\n", ""),
        ("five", "def five(): pass\n\n\n", ""),
        ("four five", "def four(): pass\ndef five(): pass\n\n\n", ""),
    ],
)
def test_functions_are_left_out_with_what_belongs_to_them(names: str, old: str, new: str, newline: str) -> None:
    expected = CHECKS.replace(old, new) if old else CHECKS
    assert without(CHECKS.replace("\n", newline), names.split()) == expected.replace("\n", newline)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("def f(): pass", ""),
        ("\n\ndef f(): pass\n", ""),
        ("x\n\n\ndef f(): pass", "x\n"),
        ("x\n\n\ndef f(): pass\n# touching", "x\n"),
        ("x\n\n\ndef f(): pass\n\n# apart\n", "x\n\n\n# apart\n"),
        ("x\n\n\ndef f(): pass\n\n\ndef f(): pass\n\n\n", "x\n"),
        ("\ufeff# coding: utf-8\ndef f(): pass\ny\n", "\ufeff# coding: utf-8\ny\n"),
        ("#!/bin/x\n# coding: utf-8\n# f\ndef f(): pass\ny\n", "#!/bin/x\n# coding: utf-8\ny\n"),
        ("x\n\n# coding: f\ndef f(): pass\ny\n", "x\n\ny\n"),
        ("def f(): pass\n# about y\ny\n", "# about y\ny\n"),
        ("\ufeffdef f(): pass\ny\n", "y\n"),
        ("x\n\f\ndef f(): pass\n\f\ny\n", "x\n\f\ny\n"),
        ("def f():\n  x = '''\n\n# not a comment\n'''\n\ny", "y"),
    ],
)
def test_the_rest_looks_as_if_they_had_never_been_there(text: str, expected: str) -> None:
    assert without(text, ["f"]) == expected


@pytest.mark.parametrize("text", ["", "f = 1", "class A:\n def f(): pass", "if x:\n def f(): pass"])
def test_only_functions_of_the_module_can_be_left_out(text: str) -> None:
    with pytest.raises(UnitError, match=r"f is not a function of c\.py"):
        without(text, ["f"], filename="c.py")


@thorough
@given(modules(), st.sets(st.sampled_from("fgh")))
def test_what_is_left_still_parses_and_is_unchanged(text: str, names: set[str]) -> None:
    module = parse(text)
    defs = {node.name for node in module.tree.body if hasattr(node, "args")}
    result = without(text, names & defs)
    left = [node for node in module.tree.body if not (hasattr(node, "args") and node.name in names)]
    assert len(parse(result).tree.body) == len(left)
    kept = iter(text.removeprefix("\ufeff").splitlines(keepends=True))
    assert all(row in kept for row in result.removeprefix("\ufeff").splitlines(keepends=True))  # in this order
