"""Bytes to text to a parsed module: as Python reads them, and nothing but a `SourceProblem` for what it doesn't."""

from __future__ import annotations

import codecs
import threading
from collections.abc import Callable
from typing import TypeVar

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from grader import source
from grader.source import MAX_BYTES, MAX_WORDS, SourceProblem, decode, encode, parse

T = TypeVar("T")
relaxed = settings(deadline=None, database=None)


def problem(text: str | bytes) -> SourceProblem:
    """Return what is wrong with a text or a file."""
    with pytest.raises(SourceProblem) as caught:
        parse(text if isinstance(text, str) else decode(text, "a.py"), "a.py")
    return caught.value


def tried(call: Callable[[], T]) -> T | SourceProblem:
    """Return what a call returns, or the problem that it raises."""
    try:
        return call()
    except SourceProblem as found:
        return found


# -- bytes to text --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"", ""),
        (b"x", "x"),
        (b"\f\n# coding: latin-1\n\xe9", "\f\n# coding: latin-1\n\u00e9"),
        ("x = 'é日'\n".encode(), "x = 'é日'\n"),
        (b"x\r\ny\rz\n", "x\r\ny\rz\n"),
        (codecs.BOM_UTF8 + b"x\n", "\ufeffx\n"),
        (codecs.BOM_UTF8 + b"# coding: utf-8\n", "\ufeff# coding: utf-8\n"),
        (b"# coding: latin-1\n'\xe9'", "# coding: latin-1\n'é'"),
        (b"#!/usr/bin/python\n# vim: set fileencoding=cp1252 :\n'\x80'", None),
        (b"# -*- coding: iso-8859-1-unix -*-\r\xe9", "# -*- coding: iso-8859-1-unix -*-\ré"),
        (b"# \xe9\n# coding: latin-1\n", "# é\n# coding: latin-1\n"),
        (b"# coding: shift_jis\n'\x83\x5c'", "# coding: shift_jis\n'ソ'"),
    ],
)
def test_text_is_decoded_as_python_does_and_encodes_to_the_same_bytes(data: bytes, text: str | None) -> None:
    if text is not None:
        assert decode(data, "a.py") == text
    assert encode(decode(data, "a.py"), "a.py") == data


@pytest.mark.parametrize("line", ["x = 1", "'coding'"])
def test_a_coding_line_counts_only_behind_a_blank_first_line(line: str) -> None:
    assert problem(f"{line}\n# coding: latin-1\n".encode() + b"\xe9").line == 3


@pytest.mark.parametrize(
    ("data", "line", "column", "message", "text"),
    [
        (b"x = 1\r\ny = '\xe9'\n", 2, 6, "byte 0xE9 is not UTF-8", "y = '\ufffd'"),
        ("é = '".encode() + b"\xff'", 1, 6, "byte 0xFF is not UTF-8", "é = '\ufffd'"),
        (b"# coding: ascii\n\x80", 2, 1, "byte 0x80 is not ascii", "\ufffd"),
        (b"# coding: nonsense\n", 1, None, "unknown encoding: nonsense", "# coding: nonsense"),
        (codecs.BOM_UTF8 + b"# coding: latin-1\n", 1, None, "begins as UTF-8", "# coding: latin-1"),
        (b"\n# coding: latin-1\0\n", 2, 18, "NUL byte", "# coding: latin-1\0"),
    ],
)
def test_what_cannot_be_decoded_is_shown_with_its_place(
    data: bytes, line: int, column: int | None, message: str, text: str
) -> None:
    found = problem(data)
    assert (found.line, found.column, found.text) == (line, column, text)
    assert message in found.message


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-be"])
def test_utf16_is_named(encoding: str) -> None:
    assert "UTF-16" in problem("x = 1\n".encode(encoding)).message


@pytest.mark.parametrize(
    "encoding", "utf-7 unicode_escape raw_unicode_escape rot13 hex zlib idna punycode undefined hz iso2022_jp".split()
)
def test_an_encoding_in_which_ascii_is_not_ascii_is_refused(encoding: str) -> None:
    assert problem(f"# coding: {encoding}\n".encode()).message.startswith("SyntaxError: unknown encoding")


def test_a_text_that_does_not_fit_its_encoding_is_not_written() -> None:
    with pytest.raises(SourceProblem, match="U\\+20AC can't be written in latin-1") as caught:
        encode("# coding: latin-1\nx = '€'\n", "a.py")
    assert (caught.value.line, caught.value.column) == (2, 6)


@relaxed
@given(
    st.binary(max_size=80) | st.text(max_size=40).map(str.encode) | st.text("# coding:=-latin1utf8\n\r").map(str.encode)
)
def test_any_bytes_are_decoded_for_good_or_refused(data: bytes) -> None:
    found = tried(lambda: decode(data, "a.py"))
    assert found.message if isinstance(found, SourceProblem) else encode(found, "a.py") == data


# -- text to a module -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("x = 1\nprint((1)\n", 2, 6, "SyntaxError: '(' was never closed"),
        ("é = )", 1, 5, "SyntaxError: unmatched ')'"),
        ("\ufeffx = )", 1, 5, "SyntaxError: unmatched ')'"),
        ("if 1:\n\tx\n        y\n", 3, 1, "TabError: inconsistent use of tabs and spaces in indentation"),
        ("if 1:\nx\n", 2, 1, "IndentationError: expected an indented block after 'if' statement on line 1"),
        ("x = '''\n\n", 1, 5, "SyntaxError: unterminated triple-quoted string literal (detected at line 2)"),
        ("x = 1\ry = (", 2, 5, "SyntaxError: '(' was never closed"),
        ("x = 'a\0b'", 1, 7, "SyntaxError: a NUL byte (0x00) in the text"),
        ("x = '\ud800'", 1, 6, "SyntaxError: U+D800 is not a character"),
    ],
)
def test_a_syntax_error_is_shown_with_its_place(text: str, line: int, column: int, message: str) -> None:
    found = problem(text)
    assert (found.filename, found.line, found.column, found.message) == ("a.py", line, column, message)
    assert str(found) == f"a.py:{line}: {message}"


def test_the_line_is_shown_cut() -> None:
    found = problem("x = 1\n" + "y" * 300 + " )\n")
    assert (found.text, found.column) == ("y" * 200, 302)


def test_a_field_of_an_f_string_is_shown_in_its_line() -> None:
    found = problem("x = 1\ny = f'{a b}'\n")
    assert (found.line, found.text) == (2, "y = f'{a b}'")
    assert found.column in (None, 8)


HOSTILE = {
    "parentheses": "(" * 5000 + ")" * 5000,
    "open parentheses": "(" * 5000,
    "terms": " + ".join("1" * 200_000),
    "few enough terms": " + ".join("1" * 20_000),
    "attributes": "x" + ".y" * 20_000,
    "signs": "-" * 50_000 + "1",
    "nots": "not " * 50_000 + "1",
    "lambdas": "lambda: " * 20_000 + "1",
    "powers": "**".join("1" * 20_000),
    "elifs": "if x: 0\n" + "elif x: 0\n" * 10_000,
    "blocks": "".join(" " * n + "if x:\n" for n in range(101)) + " " * 101 + "x",
    "dotted import": "import " + "a." * 20_000 + "a",
    "dotted import over lines": "import " + "a.\\\n" * 20_000 + "a",
    "dotted from": "from " + "a . " * 20_000 + "a import b",
    "f-string": "f'" + "{a}" * 20_000 + "'",
    "large": "x = 1\n" * (MAX_BYTES // 6 + 1),
    "large string": "'" + "é" * (MAX_BYTES // 2) + "'",
    "many words": "x\n" * (MAX_WORDS + 1),
    "number": "1" * 5000,
    "open string": "'''" + "x\n" * 20_000,
    "NUL": "x\0",
    "surrogate": "'\udc80'",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_text_is_a_problem_and_nothing_else(name: str) -> None:
    assert problem(HOSTILE[name]).message


def test_hostile_text_is_a_problem_on_the_small_stack_of_a_thread_too() -> None:
    found: list[str] = []
    thread = threading.Thread(target=lambda: found.extend(problem(text).message for text in HOSTILE.values()))
    thread.start()
    thread.join()
    assert len(found) == len(HOSTILE)


def test_too_many_bytes_are_not_even_decoded() -> None:
    assert "1 MiB" in problem(b"\xff" * (MAX_BYTES + 1)).message


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\ufeff",
        "\f\nx = 1",
        "x = 1\ry = 2\r",
        "'" + "é" * (MAX_BYTES // 2 - 1) + "'",
        "x\n" * MAX_WORDS,
        "x = '\\d'",  # a warning of Python's, and warnings are errors here
        "if x: 0\n" + "elif x: 0\n" * 500,
        "from . import x",
        "x = {" + "1: {}, " * 2000 + "}",
    ],
)
def test_odd_but_valid_text_is_read(text: str) -> None:
    module = parse(text)
    assert module.text == text
    assert module.is_empty == (not text.strip("\ufeff"))


@relaxed
@example("\r\n\r\f\x1c\u2028x\n")
@given(st.text(st.sampled_from("\r\n\f\v\x1c\u2028é# ")))
def test_lines_and_their_starts_are_pythons(text: str) -> None:
    text = "#" + text.replace("\r", "\r#").replace("\n", "\n#").replace("\r#\n", "\r\n")
    module = parse(text)
    assert len(module.lines) == len(module.starts) == len(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"))
    for line, start in zip(module.lines, module.starts, strict=True):
        assert text[start:].startswith(line)
        assert text[start + len(line) : start + len(line) + 1] in ("", "\r", "\n")


def test_offsets_count_characters_where_the_tree_counts_bytes() -> None:
    module = parse("\ufeffx = 'é'; y = 2\r\né = 3; z = 4")
    *_, y, _, z = module.tree.body
    assert [module.text[module.offset(n.lineno, n.col_offset) :][:5] for n in (module.tree.body[1], z)] == [
        "y = 2",
        "z = 4",
    ]
    assert y is module.tree.body[1]


@relaxed
@given(
    st.text(max_size=30)
    | st.lists(st.sampled_from(["def f():", " ", "\n", "(", "'", "x", "=", ":", "\\"])).map("".join)
)
def test_any_text_is_a_module_or_a_problem(text: str) -> None:
    found = tried(lambda: parse(text))
    assert found.message if isinstance(found, SourceProblem) else found.text == text


def test_a_parser_out_of_memory_is_a_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    for error in (MemoryError, RecursionError, SystemError):
        monkeypatch.setattr(source.ast, "parse", lambda *a, error=error: (_ for _ in ()).throw(error))
        assert "nested too deeply" in problem("x = 1").message
