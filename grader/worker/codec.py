"""The wire format between the checker and the worker: frames of strict JSON that carry plain values.

A frame is four bytes of length (big endian) and that many bytes of UTF-8 JSON. `None`, `bool`, `str`, `int` and finite
floats are themselves; everything else is a list whose first element is a tag:

    ["f", "nan"]            a float that JSON cannot say: nan, inf, -inf
    ["c", re, im]           complex, its parts floats as above
    ["b", "6869"]           bytes, in hexadecimal
    ["l", …] ["t", …]       list, tuple
    ["s", …] ["z", …]       set, frozenset
    ["d", [key, value], …]  dict
    ["h", …]                a handle: an object that stays on the student's side

Nothing here executes what it reads (no pickle, no marshal), and both directions are capped, because either end may be
talking to code that wants to hurt it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from typing import Any

__all__ = ["CodecError", "Decoder", "Encoder", "Pipe", "ProtocolError", "dumps", "loads"]

MAX_FRAME = 4 * 1024 * 1024  # bytes
MAX_DEPTH = 40  # containers within containers
MAX_ITEMS = 100_000  # values in one frame
MAX_TEXT = 1024 * 1024  # characters or bytes in one value
MAX_INT_BITS = 4096  # below Python's own limit for converting digits, which would raise in the middle

_HEADER = 4
_CHUNK = 65536


class CodecError(Exception):
    """A value that may not travel: too long, too deep, or not text."""


class ProtocolError(Exception):
    """The other end sent something that is not a frame of ours."""


def _reject(word: str) -> Any:
    raise ProtocolError(f"{word} is not a number in this format")


# Bound once, before any student code is loaded: patching the json module later changes nothing here.
_encode_json = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode
_decode_json = json.JSONDecoder(parse_constant=_reject).decode


def dumps(document: Any) -> bytes:
    """Return `document`, made of the types above, as the body of a frame."""
    try:
        body = _encode_json(document).encode("utf-8")
    except UnicodeEncodeError:
        raise CodecError("the text contains characters that are not Unicode (lone surrogates)") from None
    if len(body) > MAX_FRAME:
        raise CodecError(f"the answer is longer than {MAX_FRAME // 1024 // 1024} MiB")
    return body


def loads(body: bytes) -> Any:
    """Return the document in `body`; whatever is wrong with it is a ProtocolError."""
    try:
        return _decode_json(body.decode("utf-8", "strict"))
    except (ValueError, RecursionError, MemoryError) as error:
        raise ProtocolError(f"not a document: {type(error).__name__}") from None


class Encoder:
    """Turns values into documents; `handle` says what becomes of an object that is not plain."""

    def __init__(self, handle: Callable[[Any], Any]) -> None:
        self._handle = handle
        self._left = 0

    def __call__(self, value: Any) -> Any:
        self._left = MAX_ITEMS
        return self._encode(value, MAX_DEPTH)

    def _encode(self, value: Any, depth: int) -> Any:
        kind = type(value)
        if kind is float:
            return value if value - value == 0.0 else ["f", repr(value)]
        if kind is str:
            return _capped(value)
        if value is None or kind is bool:
            return value
        if kind is int:
            if value.bit_length() > MAX_INT_BITS:
                raise CodecError(f"an integer of {value.bit_length()} bits is too large to be an answer")
            return value
        tag = _CONTAINERS.get(kind)
        if tag is not None:
            return self._container(tag, value, depth)
        return self._uncommon(value, depth)

    def _container(self, tag: str, value: Any, depth: int) -> Any:
        if depth == 0:
            raise CodecError(f"containers nested more than {MAX_DEPTH} deep are too deep to be an answer")
        self._left -= len(value) + 1
        if self._left < 0:
            raise CodecError(f"more than {MAX_ITEMS:,} elements are too many for one answer")
        encode = self._encode
        if tag == "d":
            return ["d", *([encode(k, depth - 1), encode(v, depth - 1)] for k, v in value.items())]
        return [tag, *(encode(element, depth - 1) for element in value)]

    def _uncommon(self, value: Any, depth: int) -> Any:
        if type(value) is bytes:
            return ["b", _capped(value).hex()]
        if type(value) is complex:
            return ["c", self._encode(value.real, depth), self._encode(value.imag, depth)]
        plain = plain_of(value)
        return self._handle(value) if plain is value else self._encode(plain, depth)


_CONTAINERS: dict[type, str] = {list: "l", tuple: "t", set: "s", frozenset: "z", dict: "d"}

# The base class's own conversion, so that a subclass that overrides __float__ or __iter__ cannot lie about its value.
_BASES: tuple[tuple[type, Callable[[Any], Any]], ...] = (
    (bool, bool),
    (int, int.__pos__),
    (float, float.__pos__),
    (complex, complex.__pos__),
    (str, str.__str__),
    (bytes, lambda value: b"".join((bytes.__getitem__(value, slice(None)),))),
    (list, lambda value: list(list.__iter__(value))),
    (tuple, lambda value: tuple(tuple.__iter__(value))),
    (set, lambda value: set(set.__iter__(value))),
    (frozenset, lambda value: frozenset(frozenset.__iter__(value))),
    (dict, lambda value: dict(dict.items(value))),
)


def plain_of(value: Any) -> Any:
    """Return the built-in value that a subclass or a numpy scalar equals; any other object is returned as it is."""
    kind = type(value)
    for base, convert in _BASES:
        if base in kind.__mro__:
            return convert(value)
    if kind.__module__ == "numpy" and hasattr(value, "item") and getattr(value, "shape", None) == ():
        item = value.item()
        return item if type(item) in (bool, int, float, complex, str, bytes) else value
    return value


def _capped(value: Any) -> Any:
    if len(value) > MAX_TEXT:
        raise CodecError(f"{len(value):,} characters are too many for one answer")
    return value


class Decoder:
    """Turns documents back into values; anything that an Encoder cannot have written is a ProtocolError."""

    def __init__(self, handle: Callable[[list[Any]], Any]) -> None:
        self._handle = handle
        self._left = 0

    def __call__(self, document: Any) -> Any:
        kind = type(document)
        if kind is float or kind is int or document is None:  # the answers that matter most, without ceremony
            return document
        self._left = MAX_ITEMS
        try:
            return self._decode(document, MAX_DEPTH)
        except (TypeError, ValueError, LookupError) as error:
            raise ProtocolError(f"a malformed value: {type(error).__name__}") from None

    def _decode(self, document: Any, depth: int) -> Any:
        if type(document) is not list:
            if type(document) is dict:
                raise ProtocolError("an untagged object")
            return document
        self._left -= len(document)
        if self._left < 0 or depth < 0:
            raise ProtocolError("a value beyond the limits of this format")
        tag, *rest = document
        if tag == "h":
            return self._handle(rest)
        return _DECODERS[tag](self, rest, depth - 1)

    def _each(self, documents: list[Any], depth: int) -> list[Any]:
        return [self._decode(document, depth) for document in documents]

    def _pairs(self, documents: list[Any], depth: int) -> dict[Any, Any]:
        return {self._decode(k, depth): self._decode(v, depth) for k, v in documents}

    def _special_float(self, rest: list[Any], depth: int) -> float:
        (word,) = rest
        if word not in ("nan", "inf", "-inf"):
            raise ValueError(word)
        return float(word)

    def _complex(self, rest: list[Any], depth: int) -> complex:
        real, imag = self._each(rest, depth)
        return complex(float(real), float(imag))

    def _bytes(self, rest: list[Any], depth: int) -> bytes:
        (digits,) = rest
        return bytes.fromhex(digits)


_DECODERS: dict[str, Callable[[Decoder, list[Any], int], Any]] = {
    "f": Decoder._special_float,
    "c": Decoder._complex,
    "b": Decoder._bytes,
    "l": Decoder._each,
    "t": lambda self, rest, depth: tuple(self._each(rest, depth)),
    "s": lambda self, rest, depth: set(self._each(rest, depth)),
    "z": lambda self, rest, depth: frozenset(self._each(rest, depth)),
    "d": Decoder._pairs,
}


class Pipe:
    """Frames over a pair of file descriptors; strictly one question, one answer."""

    def __init__(self, read_fd: int, write_fd: int) -> None:
        self._read_fd = read_fd
        self._write_fd = write_fd
        # Student code may replace os.read and os.write; the functions taken here stay.
        self._read, self._write = os.read, os.write

    def send(self, body: bytes) -> None:
        """Write one frame; OSError when the other end is gone."""
        frame = len(body).to_bytes(_HEADER, "big") + body
        sent = self._write(self._write_fd, frame)
        while sent < len(frame):
            sent += self._write(self._write_fd, frame[sent:])

    def receive(self) -> bytes:
        """Read one frame; EOFError when the other end is gone, ProtocolError when it says more or other than it may."""
        data = self._read(self._read_fd, _CHUNK)
        while len(data) < _HEADER:
            data += self._more()
        length = int.from_bytes(data[:_HEADER], "big")
        if length > MAX_FRAME:
            raise ProtocolError("a frame longer than any answer")
        pieces, have = [data[_HEADER:]], len(data) - _HEADER
        while have < length:
            pieces.append(self._more())
            have += len(pieces[-1])
        if have > length:
            raise ProtocolError("more than one answer to one question")
        return b"".join(pieces)

    def _more(self) -> bytes:
        data = self._read(self._read_fd, _CHUNK)
        if not data:
            raise EOFError
        return data
