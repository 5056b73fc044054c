"""The server on the student's side: its verbs, what it keeps, and which module an import finds."""

from __future__ import annotations

import sys
import weakref
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from grader.worker import server as server_module
from grader.worker.codec import Decoder, Encoder, dumps, loads
from grader.worker.server import OPERATORS, Server


class Client:
    """Asks a server in this process; an object that stays there is ("h", number, kind)."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self._number = 0
        self._encode = Encoder(lambda value: ["h", value])
        self._decode = Decoder(lambda rest: ("h", *rest))

    def ask(self, verb: str, *arguments: Any) -> tuple[str, Any]:
        """Return the kind of an answer and its payload."""
        self._number += 1
        encoded = [["h", a[1]] if type(a) is tuple and a[:1] == ("h",) else self._encode(a) for a in arguments]
        number, kind, payload = loads(self.server.answer(dumps([self._number, verb, *encoded])))
        assert number == self._number
        return kind, self._decode(payload) if kind == "value" else payload

    def get(self, verb: str, *arguments: Any) -> Any:
        kind, payload = self.ask(verb, *arguments)
        assert kind == "value", payload
        return payload

    def load(
        self, *, roots: dict[str, str] | None = None, course: tuple[str, ...] = (), **modules: str | bytes
    ) -> None:
        sources = {name: text.encode() if isinstance(text, str) else text for name, text in modules.items()}
        files = {name: (f"/somewhere/{name}.py", source) for name, source in sources.items()}
        assert self.get("load", files, roots or {}, course) is None


@pytest.fixture
def client() -> Iterator[Client]:
    before, path = dict(sys.modules), list(sys.meta_path)
    server = Server()
    yield Client(server)
    server.close()
    assert sys.meta_path == path
    for name in sys.modules.keys() - before.keys():
        assert not str(getattr(sys.modules[name], "__file__", "")).startswith("/somewhere"), name
    assert all(sys.modules.get(name) is module for name, module in before.items())


MINE = """
class Box:
    def __init__(self, content): self.content = content
    def __len__(self): return 3
    def __repr__(self): return "Box!"
def call(*arguments, **keywords): return [arguments, keywords]
"""


def test_each_verb_answers(client: Client) -> None:
    client.load(mine=MINE)
    mine = client.get("import", "mine")
    assert mine == ("h", 1, "module")
    box_class = client.get("get", mine, "Box")
    box = client.get("call", box_class, (2.5,), {})
    assert client.get("get", box, "content") == 2.5
    assert client.get("set", box, "content", [1]) is None
    assert client.get("get", box, "content") == [1]
    assert client.get("del", box, "content") is None
    assert client.ask("get", box, "content")[0] == "raised"
    assert client.get("len", box) == 3
    assert client.get("repr", box) == client.get("str", box) == "Box!"
    assert client.get("isinstance", box, box_class) is True
    assert client.get("issubclass", box_class, box_class) is True
    assert "__len__" in client.get("dir", box)
    assert client.get("call", client.get("get", mine, "call"), (1, 2), {"k": 3}) == [(1, 2), {"k": 3}]
    assert client.get("op", "add", 1, 2) == 3
    iterator = client.get("iter", [5])
    assert client.get("next", iterator) == [5]
    assert client.get("next", iterator) == []
    assert client.get("run", "def f(x):\n    return x + 1", "f", (1,)) == 2
    assert client.get("forget") is None


def test_what_is_no_question_is_answered_too(client: Client) -> None:
    for verb, arguments in [
        ("eval", ("1",)),
        ("get", ()),
        ("get", (("h", 99), "x")),
        ("op", ("system", 1)),
        ("call", (1, 2, 3)),
    ]:
        kind, described = client.ask(verb, *arguments)
        assert kind == "raised"
        assert described["frames"] == []


def test_operators_of_both_sides_are_the_same_names() -> None:
    from grader.proxy import Handle

    names = {name.rstrip("_") for name in OPERATORS}
    assert {f"__{name}__" for name in names} <= set(vars(Handle))


def test_a_number_is_given_once_and_the_object_lives_until_it_is_forgotten(client: Client) -> None:
    client.load(mine=MINE)
    mine = client.get("import", "mine")
    box = client.get("call", client.get("get", mine, "Box"), (0,), {})
    alive = weakref.ref(client.server._objects[box[1]])
    assert client.get("call", client.get("get", mine, "call"), (box,), {}) == [(box,), {}]
    client.get("forget")
    assert alive() is None
    assert client.ask("get", box, "content")[0] == "raised"
    assert client.get("import", "mine")[1] > box[1]


def test_handles_are_limited(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_module, "MAX_HANDLES", 5)
    client.load(mine="values = [object() for _ in range(6)]")
    mine = client.get("import", "mine")
    kind, reason = client.ask("get", mine, "values")
    assert (kind, "too many for one check" in reason) == ("refused", True)
    client.get("forget")
    assert client.get("import", "mine")[2] == "module"


# -- which module an import finds -----------------------------------------------------------------------------------


def value(client: Client, module: str, name: str = "value") -> Any:
    return client.get("get", client.get("import", module), name)


def test_a_submissions_modules_import_each_other_also_in_a_circle(client: Client) -> None:
    client.load(
        mine="import other\nvalue = 1\nimport other as again\nsame = other is again", other="import mine\nvalue = 2"
    )
    assert value(client, "mine") == 1
    assert value(client, "other") == 2
    assert value(client, "mine", "same") is True


def test_a_module_is_not_run_as_a_program_and_knows_its_file(client: Client) -> None:
    client.load(mine="value = [__name__, __file__]\nif __name__ == '__main__': value = None")
    assert value(client, "mine") == ["mine", "/somewhere/mine.py"]


def test_a_module_of_the_course_comes_from_the_submission_not_from_the_path(
    client: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mine.py").write_text("value = 'stranger'", encoding="utf-8")
    (tmp_path / "helper.py").write_text("value = 'stranger'", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    client.load(mine="import helper\nvalue = helper.value", helper="value = 'own'")
    assert value(client, "mine") == "own"


def test_a_module_that_is_there_already_steps_aside_and_comes_back(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    stranger = type(sys)("mine")
    monkeypatch.setitem(sys.modules, "mine", stranger)
    client.load(mine="value = 'own'", course=("mine",))
    assert value(client, "mine") == "own"
    client.server.close()
    assert sys.modules["mine"] is stranger


def test_a_helper_named_like_a_library_in_use_replaces_nothing(client: Client) -> None:
    client.load(mine="import pytest\nvalue = pytest.__name__ + str(hasattr(pytest, 'fake'))", pytest="fake = True")
    assert value(client, "mine") == "pytestFalse"
    client.server.close()
    assert sys.modules["pytest"] is pytest


@pytest.mark.parametrize("name", ["this", "antigravity", "turtledemo", "nturl2path"])
def test_the_standard_library_comes_first(client: Client, name: str) -> None:
    sys.modules.pop(name, None)
    client.load(**{name: "fake = True"})
    finder = next(f for f in sys.meta_path if type(f).__name__ == "SubmissionFinder")
    assert finder.find_spec(name) is None  # type: ignore[attr-defined]


def test_allowed_libraries_are_found_at_their_root_and_not_shadowed(client: Client, tmp_path: Path) -> None:
    package = tmp_path / "site" / "allowed"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("from allowed import part\nvalue = part.value", encoding="utf-8")
    (package / "part.py").write_text("value = 'library'", encoding="utf-8")
    (tmp_path / "site" / "forbidden.py").write_text("", encoding="utf-8")
    source = (
        "import allowed\nvalue = allowed.value\ntry:\n    import forbidden\nexcept ImportError:\n    value += ' only'"
    )
    client.load(mine=source, allowed="value = 'fake'", roots={"allowed": str(tmp_path / "site")})
    assert value(client, "mine") == "library only"
    for name in ("allowed", "allowed.part"):
        del sys.modules[name]


def test_another_load_starts_afresh(client: Client) -> None:
    client.load(mine="import sys, helper\nvalue = 1", helper="sys = 1")
    assert value(client, "mine") == 1
    client.load(mine="value = 2\ntry:\n    import helper\nexcept ImportError:\n    value = 3")
    assert value(client, "mine") == 3


def test_a_module_that_puts_something_else_in_its_place_is_taken_at_its_word_and_gone_afterwards(
    client: Client,
) -> None:
    lazy = "import sys\nclass Lazy:\n    value = 'lazy'\n    __spec__ = None\nsys.modules[__name__] = Lazy()"
    client.load(mine=lazy, other="import mine\nvalue = mine.value", course=("mine", "other"))
    assert value(client, "mine") == "lazy"
    assert value(client, "other") == "lazy"
    client.load(mine="value = 'new'", course=("mine", "other"))
    assert value(client, "mine") == "new"


def test_a_module_that_failed_is_tried_again_from_the_start(client: Client) -> None:
    client.load(
        mine="import helper\nhelper.count += 1\nif helper.count < 2: raise ValueError('first')\nvalue = helper.count",
        helper="count = 0",
    )
    assert client.ask("import", "mine")[1]["message"] == "first"
    assert value(client, "mine") == 2


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("value = 'é'".encode("utf-8-sig"), "é"),
        ("# -*- coding: latin-1 -*-\nvalue = 'é'".encode("latin-1"), "é"),
        (b"def f():\r\n\treturn 1\r\nvalue = f()\r\n", 1),
        (b"value = 1", 1),
    ],
)
def test_sources_are_read_as_python_reads_them(client: Client, source: bytes, expected: Any) -> None:
    client.load(mine=source)
    assert value(client, "mine") == expected


@pytest.mark.parametrize(
    ("source", "kinds"),
    [
        (b"value = '\xe9'", {"SyntaxError"}),
        (b"value = 1\x00", {"SyntaxError", "ValueError"}),
        ("value = 1".encode("utf-16"), {"SyntaxError", "ValueError"}),
        (b"if True:\n\tx = 1\n        y = 2", {"TabError", "IndentationError"}),
    ],
)
def test_sources_that_python_cannot_read_are_its_own_errors(client: Client, source: bytes, kinds: set[str]) -> None:
    client.load(mine=source)
    kind, described = client.ask("import", "mine")
    assert kind == "raised"
    assert described["type"] in kinds


def test_the_servers_own_future_imports_are_not_the_students(client: Client) -> None:
    client.load(mine="def f(x: not_defined): pass")
    assert client.ask("import", "mine")[1]["type"] == "NameError"


def test_deep_recursion_leaves_the_server_in_order(client: Client) -> None:
    client.load(
        mine="def f(n): return f(n + 1)\nclass R:\n    def __repr__(self): return repr(self)\ndef make(): return R()"
    )
    mine = client.get("import", "mine")
    assert client.ask("call", client.get("get", mine, "f"), (0,), {})[1]["type"] == "RecursionError"
    endless = client.get("call", client.get("get", mine, "make"), (), {})
    assert client.get("repr", endless) == "<R whose repr() raises RecursionError>"
    assert client.get("op", "add", 1, 2) == 3
