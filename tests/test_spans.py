"""A unit's source and its stub, cut out of a module to the character."""

from __future__ import annotations

import ast
import inspect
import random
import tokenize

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from source_pieces import UNITS, modules

from grader import indentation
from grader.source import parse
from grader.spans import MAX_LINE, UnitError, source_of, stub_of


def lines(*texts: str) -> str:
    """Join lines."""
    return "\n".join(texts)


def source(text: str, name: str = "f") -> str:
    """Return a unit's source."""
    return source_of(parse(text), name)


def stub(text: str, name: str = "f") -> str:
    """Return a unit's stub."""
    return stub_of(parse(text), name)


# -- source ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "unit", "after"),
    [
        ("", "def f(): pass", ""),
        ("x = 1\n", "def f():\n    return 1", "\n\n\ny = 1\n"),
        ("# about f\n", "def f(): pass", "\n# about y\ny = 1\n"),
        ("", "@a\n@b(\n  1)\n\n# between\n@c\ndef f(): pass", "\n"),
        ("", "@(  # @ this\n\n  a)\ndef f(): pass", "\n"),
        ("", "async def f(): pass", "\n"),
        ("", "class f:\n    x = 1", "\n"),
        ("", "def f(): pass; x = 1;", "  \n"),
        ("", "def f(): pass;  # end", "\n"),
        ("", "def f():\n    return 1  # end é", "\n# not f\n"),
        ("", "def f():\n    return 1\n    # inside\n\n  # still", "\n\n# not f\n    # nor this\n"),
        ("", "f = 1  # end", "\n"),
        ("", "f = 1  # art \\", ""),
        ("", "f: int = (1,\n  2)", "\n"),
        ("x = 'é'; ", "f = 1", "; y = 2\n"),
        ("x = 1; ", "f = 1  # end", "\n"),
        ("x = 1; \\\n ", "f = 1", " \\\n\n"),
        ("", "f, x = 1, 2", "\n"),
        ("\f\n\f", "def f():\n    return 1", "\f\n"),
        ("\f", "@a\ndef f(): pass", "\n"),
        ("if x: ", "f = 1", "\n"),
        ("'''\ndef f(): no\n'''\n", "def f(): pass", "\n'''\ndef f(): no\n'''\n"),
        ("A.x = 1; ", "setattr(A, 'f', 1)", "\n"),
    ],
)
@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_a_source_is_exactly_the_statement(before: str, unit: str, after: str, newline: str, mark: str) -> None:
    text = mark + (before + unit + after).replace("\n", newline)
    assert source(text, "A.f" if "setattr" in unit else "f") == unit


@pytest.mark.parametrize("indent", ["    ", "\t", " ", "  \t"])
def test_a_source_is_dedented_but_for_the_inside_of_strings(indent: str) -> None:
    text = lines(
        "class A:",
        "»class B:",
        "»»@a",
        "»»def f(self,",
        "»»      x=1):",
        '»»»"""Doc.',
        "",
        "»»»    more",
        "»odd",
        '»»»"""',
        "»»»y = '''",
        "»»»raw",
        "raw'''",
        "»»»z = f'''{",
        "»»»x}",
        "»»»'''",
        " ",
        "# far left",
        "»»»if x:",
        "»»»»# deep",
        "»»»»return 1",
        "»»»» # below",
        "»»»",
        "»»»return (1 +",
        "»»»        2)",
        "»»»# last",
        "»»x = 2",
    )
    expected = lines(
        "@a",
        "def f(self,",
        "      x=1):",
        '»"""Doc.',
        "",
        "»    more",
        "»odd",
        '»"""',
        "»y = '''",
        "»»»raw",
        "raw'''",
        "»z = f'''{",
        "»»»x}",
        "»»»'''",
        " ",
        "# far left",
        "»if x:",
        "»»# deep",
        "»»return 1",
        "»» # below",
        "»",
        "»return (1 +",
        "»        2)",
        "»# last",
    )
    assert source(text.replace("»", indent), "A.B.f") == expected.replace("»", indent)


def test_a_form_feed_is_no_indentation() -> None:
    assert source("class A:\n\f  def f(s):\n    return 1\n", "A.f") == "def f(s):\n  return 1"


def test_a_block_that_mixes_tabs_and_spaces_stays_valid() -> None:
    text = "class A:\n        def f(self):\n\t        return 1\nclass B:\n\tdef f(self):\n \t\treturn 1\n"
    assert source(text, "A.f") == "def f(self):\n    return 1"
    assert source(text, "B.f") == "def f(self):\n\treturn 1"


def test_what_is_not_there_has_no_source() -> None:
    with pytest.raises(UnitError, match=r"^A\.g is not in <text>$") as caught:
        source("class A: f = 1", "A.g")
    assert (caught.value.name, caught.value.problem) == ("A.g", "is not in <text>")
    with pytest.raises(ValueError, match="f is not in"):
        source("f = 1\ndel f")


@pytest.mark.parametrize("text", ["def f():\n\\\n\n    return 1\n", "def f():\n  if x:\n\\\n\n      y\n  return 1\n"])
def test_a_layout_that_cannot_be_taken_apart_is_refused_or_taken_apart(text: str) -> None:
    assert source_or_problem(text) in (text.strip(), "is laid out in a way that can't be taken apart")


def source_or_problem(text: str) -> str:
    """Return a unit's source, or why there is none."""
    try:
        return source(text)
    except UnitError as error:
        return error.problem


def test_where_pythons_tokenizer_fails_the_source_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(readline: object) -> None:
        raise tokenize.TokenError

    monkeypatch.setattr(indentation.tokenize, "generate_tokens", fails)
    with pytest.raises(UnitError, match="can't be taken apart"):
        source("def f(): pass")


def test_very_long_lines_are_refused() -> None:
    assert source(f"f = '{'x' * (MAX_LINE - 6)}'")
    with pytest.raises(UnitError, match="20,000 characters"):
        source(f"f = '{'x' * (MAX_LINE - 5)}'")


# -- stub -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "head"),
    [
        ("def f(): return 1", "def f():"),
        ("def f (  ) : return 1", "def f (  ) :"),
        ("def f(x): x = 1; return x", "def f(x):"),
        ("def f(self):  # tells: all\n    # more\n    return 1  # and more\n    # the end", "def f(self):"),
        ("async def f(*, x: 'a:b' = lambda: 1, **k) -> {1: 2}:\n    return 1", None),
        ("def f(x, /, *a: int) -> (  # why: so\n  int\n):\n    return 1", None),
        ("def f(x=(1), *, y=(lambda: 0),):\n    return 1", None),
        ("def f(  # first\n    x: int,  # its: x\n    *,\n    y: str = ':',  # é\n) -> lambda: 1:\n    return 1", None),
        ("@a(1)  # é: a\n\n@b\ndef f(\\\n  x\\\n):\n    return 1", None),
        ("def f(x='é', y='日:'):\n    return 1", None),
        ("def f():\\\n  return 1", "def f():"),
    ],
)
def test_a_stub_has_the_exact_signature(text: str, head: str | None) -> None:
    head = head or text.removesuffix("\n    return 1")
    assert stub(text) == f"{head}\n    raise NotImplementedError"
    assert parse(stub(text)).is_todo("f")


@pytest.mark.parametrize(
    "doc",
    [
        "'One.'",
        '"""Two.\n\n    Lines.\n    """',
        "r'''\n  odd \\d\n'''",
        "('In '\n     'parentheses.')",
        "'a' \\\n    'b'",
    ],
)
def test_a_stub_keeps_the_docstring_and_nothing_else(doc: str) -> None:
    text = f"def f():  # c\n    # c\n    {doc}  # c\n    # c\n    return 1\n"
    assert stub(text) == f"def f():\n    {doc}\n    raise NotImplementedError"


def test_a_docstring_behind_the_colon_gets_its_own_line() -> None:
    assert stub("class A:\n\tdef f(): 'Doc.'; return 1", "A.f") == "def f():\n    'Doc.'\n    raise NotImplementedError"


@pytest.mark.parametrize(
    "text", ["f = 1", "class f: pass", "import f", "from x import f", "f, g = x", "for f in x: pass"]
)
def test_only_a_def_has_a_stub(text: str) -> None:
    with pytest.raises(UnitError, match="f has no stub: it is not a def"):
        stub(text)


@pytest.mark.skipif(not hasattr(ast, "TypeAlias"), reason="Python 3.12")
def test_a_stub_keeps_type_parameters() -> None:
    assert stub("def f[T: (int, str), *U](): return 1") == "def f[T: (int, str), *U]():\n    raise NotImplementedError"


@settings(deadline=None, database=None, max_examples=100)
@given(modules(), st.randoms())
def test_a_stub_differs_in_nothing_but_the_body(text: str, chance: random.Random) -> None:
    module = parse(text)
    name = chance.choice(["keep", *(name for name in UNITS if name in module.units)])
    assume(module.units[name].kind == "def")
    node = module.units[name].node
    made = ast.parse(stub_of(module, name)).body[0]
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    assert isinstance(node, functions)
    assert isinstance(made, functions)
    assert (ast.get_docstring(made) or "").split() == (ast.get_docstring(node) or "").split()
    before, after = ([ast.dump(n) for n in (f.args, *f.decorator_list)] for f in (node, made))
    assert before == after
    assert parse(stub_of(module, name)).is_todo(name.rpartition(".")[2])
    assert inspect.cleandoc(stub_of(module, name)).endswith("raise NotImplementedError")
