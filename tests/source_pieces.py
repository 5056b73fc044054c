"""Hypothesis strategies for modules of every layout that Python accepts, made of pieces that answer when called.

Each binding returns a text of its own, so that running a module tells which binding wins: an oracle that knows nothing
of syntax trees. In a piece, » is one level of the module's indentation, {n} the name to bind and {s} what to answer.
"""

from __future__ import annotations

import inspect
import io
import tokenize
from dataclasses import dataclass
from itertools import count
from typing import Any

from hypothesis import strategies as st

NAMES = ("f", "g", "h")
OWNERS = ("", "A.", "B.", "A.In.")
UNITS = [owner + name for owner in OWNERS for name in NAMES]
NEVER = ("C.f", "A.No.g")  # no piece binds these

DEFS = (
    'def {n}(*a):\n»"""Doc é.\n\n»»def {n}(): pass\n»odd\n»"""\n»return "{s}"',
    'def {n}(*a):  # né: ü\n»x = """\nraw {s}\n   {n}\n"""  # é\n»if a:\n»»# é\n»»return x\n»return x  # c\n»»# after',
    'def {n}(*a): return "{s}"',
    'def {n}(*a): x = 1; return "{s}";  # one line',
    '@keep\n@(  # @ é:\n»keep)\ndef {n}(\n»»*a,  # c: d\n») -> "x:y":\n»return ("{s}"\n»»»"")',
    'async def {n}(*a: int) -> None:\n»return "{s}"',
    'def {n}(*a):\n»def inner():\n»»return "{s}"\n\n»# é\n»return inner()',
    'def {n}(*a):\n»b = f"""{len(a)}\n  {n} {[\n1]}\n"""\n»return b + "{s}"',
    "def {n}(*a, b='''\n é''', c=lambda: 1):\n»x = 1 + \\\n  2\n»return '{s}' + b",
    'def {n}(*a):\n»return "{s}" \\\n\n# below',
    'def {n}(*a):\n»"One.";\n»if a:\n»»for b in a:\n»»»return b\n  # shallow\n»else:\n»»return "{s}"',
    "@keep\n# between\n\n@keep\ndef {n}(*a):\n»'''\n»Doc\n  x'''\n»return '{s}'",
)
PLAIN = (
    '{n} = lambda *a: "{s}"  # é',
    '{n}: object = lambda *a: (\n»"{s}")',
    '{n} = (lambda *a:\n   "{s}");',
)
SHARED = (
    'é = "日本"; {n} = lambda *a: "{s}"; zz = 2',
    '{n}, zz = (lambda *a: "{s}"), 2',
    'zz, [*yy, {n}] = 1, [2, lambda *a: "{s}"]',
    '{n} = zz = lambda *a: "{s}"',
    'if True:\n»def {n}(*a):\n»»return "{s}"\n»»# deep',
    'try:\n»def {n}(*a): return "{s}"\nexcept Exception:\n»pass\n»# é',
    'for {n} in [lambda *a: "{s}"]: pass',
    'if 1: {n} = lambda *a: "{s}"',
    'with keep_open(lambda *a: "{s}") as {n}:\n»zz = 1',
    'zz = 1; \\\n  {n} = lambda *a: "{s}"',
    "def {n}(*a): pass\ndel {n}",
)
FILLERS = (
    "# comment é: x",
    "# art \\",
    '"""a string\nclass A: x\n»"""',
    "",
    "\f",
    'zz = "日本"; yy = (1,\n 2)',
    "class Sub:\n»pass",
    "»# deep comment",
)
PATCHES = (
    'A.{n} = lambda *a: "{s}"  # é',
    'setattr(A, "{n}", lambda *a: "{s}")',
    'A.{n}, zz = (lambda *a: "{s}"), 1',
    'A.{n} = A.yy = lambda *a: "{s}"',
    'if True:\n»A.{n} = lambda *a: "{s}"',
    'for A.{n} in [lambda *a: "{s}"]: pass',
    'zz = 1; A.{n} = lambda *a: "{s}"; yy = 2',
    "A.{n} = 1\ndel A.{n}",
    'A.{n}: object = 1\ndelattr(A, "{n}")',
    "A.{n} = A.yy = 1\ndel A.yy, A.{n}",
)
ONE_LINE_CLASSES = ("class {n}: pass", "class {n}(object): zz = 1; yy = 2  # é", "class {n}: \\\n  zz = 1")
PRELUDE = "import contextlib\ndef keep(f): return f\nkeep_open = contextlib.nullcontext\n"

_serial = count(1)


def _piece(templates: tuple[str, ...]) -> st.SearchStrategy[str]:
    named = st.tuples(st.sampled_from(templates), st.sampled_from(NAMES))
    return named.map(lambda drawn: _filled(drawn[0], drawn[1], f"#{next(_serial)}"))


def _filled(template: str, name: str, answer: str) -> str:
    return template.replace("{n}", name).replace("{s}", answer)


def _deeper(text: str) -> str:
    """Indent the lines of a piece by one level, as long as they don't begin inside a string."""
    inside = {row for row in _string_rows(text) if not text.split("\n")[row].startswith("»")}
    return "\n".join(f"»{line}" if line and row not in inside else line for row, line in enumerate(text.split("\n")))


def _string_rows(text: str) -> set[int]:
    rows: set[int] = set()
    opened: list[int] = []
    for token in tokenize.generate_tokens(io.StringIO(text.replace("»", " ")).readline):
        kind = tokenize.tok_name[token.type]
        if kind == "STRING":
            rows.update(range(token.start[0], token.end[0]))
        elif kind == "FSTRING_START":
            opened.append(token.start[0])
        elif kind == "FSTRING_END":
            rows.update(range(opened.pop(), token.end[0]))
    return rows


_members = st.lists(_piece(DEFS) | _piece(PLAIN) | _piece(SHARED) | _piece(FILLERS), min_size=1, max_size=4)


def _class(name: str, members: st.SearchStrategy[list[str]]) -> st.SearchStrategy[str]:
    body = members.map(lambda pieces: f"class {name}:\n" + _deeper("\n".join(["zz = 0", *pieces])))
    return body | st.sampled_from([line.format(n=name) for line in ONE_LINE_CLASSES])


_nested = st.tuples(_members, _class("In", _members), _members).map(lambda parts: [*parts[0], parts[1], *parts[2]])
_classes = _class("A", _members | _nested) | _class("B", _members) | _class("A", _members).map("@keep\n{}".format)
_scope = st.lists(_members.map("\n".join) | _classes, max_size=3)
_patched = st.tuples(_class("A", _nested), st.lists(_piece(PATCHES) | _piece(DEFS), min_size=1, max_size=3))
_end = st.sampled_from(["", "# end", 'if __name__ == "__main__":\n»f = None\n', "\n\n"])


@dataclass(frozen=True)
class Layout:
    """How a module is written: line ends, indentation, byte order mark, whether its last line has an end."""

    newline: str
    indent: str
    mark: str
    end: str

    def of(self, pieces: list[str]) -> str:
        text = "\n".join(pieces).rstrip("\n") + self.end
        return self.mark + text.replace("»", self.indent).replace("\n", self.newline)


layouts = st.builds(
    Layout,
    newline=st.sampled_from(["\n", "\r\n", "\r"]),
    indent=st.sampled_from(["    ", "\t", "  ", " "]),
    mark=st.sampled_from(["", "\ufeff"]),
    end=st.sampled_from(["\n", ""]),
)


@st.composite
def modules(draw: st.DrawFn) -> str:
    """A module's text."""
    pieces = [PRELUDE, *draw(_scope)]
    if draw(st.booleans()):
        owner, patches = draw(_patched)
        pieces += [owner, *patches]
    return draw(layouts).of([*pieces, draw(_end)])


@st.composite
def grafts(draw: st.DrawFn, name: str) -> str:
    """A statement that binds a name and answers with its own text, in a layout of its own."""
    template = draw(st.sampled_from(DEFS + PLAIN))
    before, after = draw(st.sampled_from(["", "\n", "# about\n"])), draw(st.sampled_from(["", "\n", "\n\n# end\n"]))
    text = _filled(template, name.rpartition(".")[2], "graft").replace("»", draw(layouts).indent)
    return before + text.replace("\n", draw(layouts).newline) + after


def answers(text: str) -> dict[str, str]:
    """Run a module and call every unit that it has."""
    space: dict[str, Any] = {"__name__": "module"}
    exec(compile(text.removeprefix("\ufeff"), "module.py", "exec"), space)
    found = {name: _resolved(space, name) for name in (*UNITS, *NEVER)}
    return {name: _answer(function) for name, function in found.items() if callable(function)}


def _resolved(space: dict[str, Any], name: str) -> Any:
    first, *rest = name.split(".")
    value = space.get(first)
    for part in rest:
        value = vars(value).get(part) if value is not None else None
    return value


def _answer(function: Any) -> str:
    result = function()
    if not inspect.iscoroutine(result):
        return str(result)
    try:
        result.send(None)
    except StopIteration as stop:
        return str(stop.value)
    raise AssertionError("a coroutine that waits")


def tokens(source: str) -> list[tuple[str, str]]:
    """What a statement is made of, whatever its indentation: a docstring counts without its own."""
    found = [("NEWLINE", "")]
    for token in tokenize.generate_tokens(io.StringIO(source.replace("\r\n", "\n").replace("\r", "\n")).readline):
        kind = tokenize.tok_name[token.type]
        if kind == "NEWLINE" and found[-1][0] == "STRING" and found[-2][0] in ("NEWLINE", "INDENT", "DEDENT"):
            found[-1] = ("DOC", "\n".join(line.strip() for line in found[-1][1].split("\n")))
        if kind not in ("NL", "ENDMARKER"):
            found.append((kind, "" if kind in ("NEWLINE", "INDENT") else token.string))
    return found
