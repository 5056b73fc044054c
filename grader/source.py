"""Reading source text that nobody vouches for: bytes to text, text to a parsed module. Nothing is ever executed.

CPython's parser is not made for hostile input: a long dotted import or an f-string with many fields takes it minutes
and gigabytes. Everything it could choke on is refused before it sees the text, and what it refuses itself ends, like
the rest, in a `SourceProblem`.
"""

from __future__ import annotations

import ast
import codecs
import re
import warnings
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import islice

import msgspec

from grader.units import Bindings, Unit, read_bindings

__all__ = ["Module", "SourceProblem", "decode", "encode", "parse"]

MAX_BYTES = 1 << 20
MAX_WORDS = 60_000  # words and signs; the largest module of the standard library has 52,000
MAX_BRACES = 5_000  # opening braces: before Python 3.12 the time for an f-string grows with their square
MAX_SHOWN = 200  # characters of a line, a message
SMALL = 1 << 15  # characters of a module that is kept parsed; its tree takes some 100 bytes for each

NEWLINE = re.compile(r"\r\n|\r|\n")
BOM = "\ufeff"

_WORD = re.compile(r"\w+|[^\w\s]")
_LONG_CHAIN = re.compile(r"\b(?:\w++[\s\\]*+\.[\s\\]*+){200}")  # of names: `import` needs its length squared
_COOKIE = re.compile(rb"[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)")  # these two are PEP 263's
_BLANK = re.compile(rb"[ \t\f]*(?:#.*)?\Z")
_UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, codecs.BOM_UTF32_BE)
_SAMPLES = (rb"\u0041\x41", b"+AGE- ~{VPND~}", b'\x1b$B$"\x1b(B', b"xn--nxa", bytes(range(128)))


class SourceProblem(Exception):
    """A text that Python, or the grader, can't read.

    `message` is made to be shown: "SyntaxError: '(' was never closed". `line` and `column` count from 1, the column in
    characters; `text` is that line, without its end and cut after 200 characters. Each may be missing.
    """

    def __init__(
        self,
        filename: str,
        message: str,
        line: int | None = None,
        column: int | None = None,
        text: str = "",
    ) -> None:
        super().__init__(f"{filename}{f':{line}' if line else ''}: {message}")
        self.filename = filename
        self.message = message
        self.line = line
        self.column = column
        self.text = text[:MAX_SHOWN]


class Module(msgspec.Struct, frozen=True, eq=False):
    """A parsed module. `text` is kept to the byte, a byte order mark and mixed line ends included.

    `lines` are Python's lines without their ends (`str.splitlines` would split at form feeds too), `starts` the offset
    in `text` of each. `units` holds what wins: the last binding of every dotted name. `history` holds every binding,
    in order, also those that were overwritten. `classes` are the class statements that the dotted names stand on.
    """

    filename: str
    text: str
    tree: ast.Module
    lines: tuple[str, ...]
    starts: tuple[int, ...]
    bindings: Bindings

    @property
    def units(self) -> Mapping[str, Unit]:
        return self.bindings.units

    @property
    def classes(self) -> Mapping[str, ast.ClassDef]:
        return self.bindings.classes

    @property
    def history(self) -> tuple[Unit, ...]:
        return self.bindings.history

    @property
    def stars(self) -> list[str]:
        """The modules that are imported whole: `from mine import *`."""
        imports = (node for node in ast.walk(self.tree) if isinstance(node, ast.ImportFrom) and not node.level)
        return [node.module for node in imports if node.module and any(alias.name == "*" for alias in node.names)]

    @property
    def is_empty(self) -> bool:
        """Whether there is no statement in it, not even a docstring."""
        return not self.tree.body

    def is_todo(self, name: str) -> bool:
        """Return whether a unit is still to be written: no binding of its name, nothing inherited, or the stub.

        What an assignment or an import brings in can't be judged from here: `from mine import Stack` may well bring
        a finished `Stack.push`, so that is not to do.
        """
        unit = self.units.get(name) or self.bindings.inherited(name)
        return unit.is_stub if unit else not self._is_brought_in(name)

    def unit_at(self, line: int) -> str | None:
        """Return the function whose source holds a line, decorators included; a nested function's is the outer one."""
        at = [unit for unit in self.history if unit.first <= line <= unit.last and unit.runs]
        return max(at, key=lambda unit: unit.first).name if at else None

    def line_of(self, name: str) -> int | None:
        """Return the first line of a unit's last binding."""
        unit = self.units.get(name)
        return unit.first if unit else None

    def offset(self, line: int, column: int) -> int:
        """Return the place in `text` of a place in the syntax tree, whose columns count UTF-8 bytes."""
        text = self.lines[line - 1]
        if not text.isascii():
            column = len(text.encode()[:column].decode())
        return self.starts[line - 1] + column

    def _is_brought_in(self, name: str) -> bool:
        while name := name.rpartition(".")[0]:
            if name in self.units:
                return name not in self.classes
        return False


def parse(text: str, filename: str = "<text>") -> Module:
    """Parse a module's text; SourceProblem when it is not Python, or more than the grader will read.

    Nobody may change the tree: variants of a file are parsed again and again, so small ones are kept for a while.
    """
    if len(text) > SMALL:
        return _parse(text, filename)
    try:
        return msgspec.structs.replace(_parse_small(text), filename=filename)
    except SourceProblem as problem:
        raise SourceProblem(filename, problem.message, problem.line, problem.column, problem.text) from None


def _parse(text: str, filename: str = "") -> Module:
    _refuse_excess(text, filename)
    lines, starts = _split(text)
    tree = _tree(lines, filename)
    try:
        bindings = read_bindings(tree)
    except RecursionError:
        raise SourceProblem(filename, _TOO_DEEP) from None
    return Module(filename, text, tree, lines, starts, bindings)


_parse_small = lru_cache(maxsize=64)(_parse)

_TOO_DEEP = "SyntaxError: nested too deeply, or too large, for Python to read"


def _tree(lines: tuple[str, ...], filename: str) -> ast.Module:
    try:
        with warnings.catch_warnings():  # "\d" in a student's string is none of our warnings
            warnings.simplefilter("ignore")
            return ast.parse("\n".join(lines), filename)
    except SyntaxError as error:
        line, column = error.lineno or None, error.offset or None
        shown = lines[line - 1] if line and line <= len(lines) else ""
        if (error.text or shown).rstrip(
            "\n"
        ) != shown:  # before Python 3.12 a field of an f-string is a text of its own
            column = None
        message = f"{type(error).__name__}: {error.msg}"[:MAX_SHOWN]
        raise SourceProblem(filename, message, line, column, shown) from None
    except (RecursionError, MemoryError, SystemError, ValueError, OverflowError):
        raise SourceProblem(filename, _TOO_DEEP) from None


def _refuse_excess(text: str, filename: str) -> None:
    """Refuse what would cost the parser more than a second or a few hundred MiB; generous for people's files."""
    try:
        size = len(text.encode())
    except UnicodeEncodeError as error:
        code = f"U+{ord(text[error.start]):04X}"
        raise _problem_at(text, error.start, filename, f"SyntaxError: {code} is not a character") from None
    if size > MAX_BYTES:
        raise SourceProblem(filename, _TOO_LARGE)
    if "\0" in text:
        raise _problem_at(text, text.index("\0"), filename, "SyntaxError: a NUL byte (0x00) in the text")
    if next(islice(_WORD.finditer(text), MAX_WORDS, None), None):
        raise SourceProblem(filename, f"too large to check: more than {MAX_WORDS:,} words and signs")
    if text.count("{") > MAX_BRACES:
        raise SourceProblem(filename, f"too large to check: more than {MAX_BRACES:,} opening braces")
    if chain := _LONG_CHAIN.search(text):
        message = "too large to check: a dotted name of more than 200 parts"
        raise _problem_at(text, chain.start(), filename, message)


_TOO_LARGE = f"too large to check: more than {MAX_BYTES >> 20} MiB"


def _problem_at(text: str, position: int, filename: str, message: str) -> SourceProblem:
    lines, starts = _split(text)
    line = sum(1 for _ in NEWLINE.finditer(text, 0, position))
    shown = lines[line].encode(errors="replace").decode()
    return SourceProblem(filename, message, line + 1, position - starts[line] + 1, shown)


def _split(text: str) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Return Python's lines and where each begins; the first begins behind a byte order mark."""
    first = len(BOM) if text.startswith(BOM) else 0
    starts = (first, *(end.end() for end in NEWLINE.finditer(text)))
    return tuple(NEWLINE.split(text[first:])), starts


def decode(data: bytes, filename: str) -> str:
    """Return a file's text as Python reads it: UTF-8, or what its coding line names (PEP 263).

    A byte order mark and the line ends stay, so that `encode` gives the same bytes back. SourceProblem when the bytes
    are not in that encoding, when it is unknown, or when it spells ASCII in another way (utf-7, unicode_escape, …).
    """
    if len(data) > MAX_BYTES:
        raise SourceProblem(filename, _TOO_LARGE)
    if data.startswith(_UTF16) or (len(data) > 1 and not (any(data[0:64:2]) and any(data[1:64:2]))):
        raise SourceProblem(filename, "SyntaxError: saved as UTF-16; save the file as UTF-8")
    encoding = _encoding(data, filename)
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        before = NEWLINE.split(data[: error.start].decode(encoding, "replace"))
        text = NEWLINE.split(data.decode(encoding, "replace"))[len(before) - 1]
        name = "UTF-8" if encoding == "utf-8" else encoding
        message = f"SyntaxError: byte 0x{data[error.start]:02X} is not {name}; save the file as UTF-8"
        raise SourceProblem(filename, message, len(before), len(before[-1]) + 1, text) from None


def encode(text: str, filename: str) -> bytes:
    """Return a text's bytes in the encoding that its own first lines name: the way back from `decode`."""
    encoding = _encoding(text.encode(errors="replace"), filename)
    try:
        return text.encode(encoding)
    except UnicodeEncodeError as error:
        message = f"U+{ord(text[error.start]):04X} can't be written in {encoding}, the encoding of the file"
        raise _problem_at(text, error.start, filename, message) from None


def _encoding(data: bytes, filename: str) -> str:
    marked = data.startswith(codecs.BOM_UTF8)
    for line, (name, text) in enumerate(_cookies(data.removeprefix(codecs.BOM_UTF8)), start=1):
        if name is None:
            continue
        if marked and name != "utf-8":
            message = f"SyntaxError: the file begins as UTF-8, but names the encoding {name[:40]}"
            raise SourceProblem(filename, message, line, None, text)
        if not _spells_ascii(name):
            message = f"SyntaxError: unknown encoding: {name[:40]}; save the file as UTF-8"
            raise SourceProblem(filename, message, line, None, text)
        return name
    return "utf-8"


def _cookies(data: bytes) -> Iterator[tuple[str | None, str]]:
    """Yield the encoding named by each of the lines that may name one: the first, and after a blank one the second."""
    for line in re.split(rb"\r\n|\r|\n", data[:4096], maxsplit=2)[:2]:
        cookie = _COOKIE.match(line)
        yield cookie and _usual(cookie[1].decode("latin-1")), line.decode("latin-1")
        if not _BLANK.match(line):
            return


def _usual(name: str) -> str:
    """Return Python's own name for an encoding; editors write `utf-8-unix`."""
    lower = name.lower().replace("_", "-")
    for usual, prefix in (("utf-8", "utf-8"), ("latin-1", "latin-1"), ("latin-1", "iso-8859-1")):
        if lower == prefix or lower.startswith(f"{prefix}-"):
            return usual
    return name


def _spells_ascii(encoding: str) -> bool:
    """Return whether an encoding is known and writes ASCII as ASCII, so that nothing can hide in it."""
    try:
        return all(sample.decode(encoding) == sample.decode("ascii") for sample in _SAMPLES)
    except (LookupError, ValueError):
        return False
