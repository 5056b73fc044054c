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
from json.encoder import encode_basestring
from json.scanner import make_scanner
from typing import Any

__all__ = ["CodecError", "Decoder", "Encoder", "Pipe", "ProtocolError", "dumps", "loads"]

MAX_FRAME = 4 * 1024 * 1024  # bytes
MAX_DEPTH = 40  # containers within containers
MAX_ITEMS = 100_000  # values in one frame
MAX_KEYS = 4_000  # of them in sets and as keys of dicts: keys chosen to collide cost the square of their number
MAX_TEXT = 1024 * 1024  # characters or bytes in one value
MAX_ANSWER = 64 * 1024  # the same in an answer: explaining how two long texts differ takes the checker very long
MAX_INT_BITS = 4096  # below Python's own limit for converting digits, which would raise in the middle

_HEADER = 4
_CHUNK = 65536


class CodecError(Exception):
    """A value that may not travel: too long, too deep, or not text."""


class ProtocolError(Exception):
    """The other end sent something that is not a frame of ours."""


def _reject(word: str) -> Any:
    raise ProtocolError(f"{word} is not a number in this format")


def _json() -> tuple[Callable[[Any], bytes], Callable[[bytes], Any]]:
    """Return the functions that write and read JSON: msgspec's, ten times as fast, where they are to be had.

    That is in the checker. A worker has only the standard library.
    """
    try:
        import msgspec
    except ImportError:
        encoder = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        encode: Callable[[Any], str] = encoder.encode
        if make_encoder := getattr(json.encoder, "c_make_encoder", None):  # what that would make anew each time
            pieces = make_encoder(None, encoder.default, encode_basestring, None, ":", ",", False, False, False)
            encode = lambda document: "".join(pieces(document, 0))  # noqa: E731
        # What `JSONDecoder.decode` does, without looking for blanks around the document.
        scan: Callable[[str, int], tuple[Any, int]] = make_scanner(json.JSONDecoder(parse_constant=_reject))  # type: ignore[arg-type]

        def decode(body: bytes) -> Any:
            text = body.decode("utf-8")
            try:
                document, end = scan(text, 0)
            except StopIteration:
                raise ValueError("no document") from None
            if end != len(text):
                raise ValueError("more than one document")
            return document

        return (lambda document: encode(document).encode("utf-8")), decode
    return msgspec.json.Encoder().encode, msgspec.json.Decoder().decode


# Bound once, before any student code is loaded: patching the json module later changes nothing here.
_encode_json, _decode_json = _json()


def dumps(document: Any) -> bytes:
    """Return `document`, made of the types above, as the body of a frame."""
    try:
        body = _encode_json(document)
    except UnicodeEncodeError:
        raise CodecError("the text contains characters that are not Unicode (lone surrogates)") from None
    if len(body) > MAX_FRAME:
        raise CodecError(f"the answer is longer than {MAX_FRAME // 1024 // 1024} MiB")
    return body


def loads(body: bytes) -> Any:
    """Return the document in `body`; whatever is wrong with it is a ProtocolError."""
    try:
        document = _decode_json(body)
        if rb"\ud" in body or rb"\uD" in body:  # lone surrogates get past UTF-8 as escapes; dumps() never writes any
            _encode_json(document)
    except (ValueError, RecursionError, MemoryError) as error:
        raise ProtocolError(f"not a document: {type(error).__name__}") from None
    return document


class Encoder:
    """Turns values into documents; `handle` says what becomes of an object that is not plain."""

    def __init__(self, handle: Callable[[Any], Any], max_text: int = MAX_TEXT) -> None:
        self._handle = handle
        self._max_text = max_text
        self._left = self._keys_left = 0

    def __call__(self, value: Any) -> Any:
        self._left, self._keys_left = MAX_ITEMS, MAX_KEYS
        return self._encode(value, MAX_DEPTH)

    def _encode(self, value: Any, depth: int) -> Any:
        kind = type(value)
        if kind is float:
            return value if value - value == 0.0 else ["f", repr(value)]
        if kind is str:
            return self._capped(value)
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
        if tag in _KEYED:
            self._keys_left -= len(value)
            if self._keys_left < 0:
                raise CodecError(f"more than {MAX_KEYS:,} keys and elements of sets are too many for one answer")
            if tag == "d":
                return ["d", *([_key(encode(k, depth - 1)), encode(v, depth - 1)] for k, v in value.items())]
            return [tag, *(_key(encode(element, depth - 1)) for element in value)]
        return [tag, *(encode(element, depth - 1) for element in value)]

    def _uncommon(self, value: Any, depth: int) -> Any:
        if type(value) is bytes:
            return ["b", self._capped(value).hex()]
        if type(value) is complex:
            return ["c", self._encode(value.real, depth), self._encode(value.imag, depth)]
        plain = plain_of(value)
        return self._handle(value) if plain is value else self._encode(plain, depth)

    def _capped(self, value: Any) -> Any:
        if len(value) > self._max_text:
            raise CodecError(f"{len(value):,} characters are too many for one answer")
        return value


_CONTAINERS: dict[type, str] = {list: "l", tuple: "t", set: "s", frozenset: "z", dict: "d"}
_KEYED = "szd"


def _key(document: Any) -> Any:
    """Return the document of a key; a list that its class made hashable is not hashable on the other side."""
    if type(document) is list:
        if document[0] in ("l", "s", "d"):
            raise CodecError("a list, set or dict as a key is not a plain answer")
        if document[0] in ("t", "z"):
            for element in document[1:]:
                _key(element)
    return document


# The base class's own conversion, so that a subclass that overrides __float__ or __iter__ cannot lie about its value.
_BASES: tuple[tuple[type, Callable[[Any], Any]], ...] = (
    (bool, bool),
    (int, int.__pos__),
    (float, float.__pos__),
    (complex, complex.__pos__),
    (str, str.__str__),
    (bytes, lambda value: bytes.__getitem__(value, slice(None))),
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


class Decoder:
    """Turns documents back into values; anything that an Encoder cannot have written is a ProtocolError."""

    def __init__(self, handle: Callable[[list[Any]], Any], max_text: int = MAX_TEXT) -> None:
        self._handle = handle
        self._max_text = max_text
        self._left = self._keys_left = 0

    def __call__(self, document: Any) -> Any:
        self._left, self._keys_left = MAX_ITEMS, MAX_KEYS
        try:
            return self._decode(document, MAX_DEPTH)
        except (TypeError, ValueError, LookupError) as error:
            raise ProtocolError(f"a malformed value: {type(error).__name__}") from None

    def _decode(self, document: Any, depth: int) -> Any:
        if type(document) is not list:
            return self._scalar(document)
        tag, *rest = document
        if tag == "h":
            return self._handle(rest)
        special = _SPECIAL.get(tag)
        return special(self, rest) if special else self._container(tag, rest, depth)

    def _scalar(self, document: Any) -> Any:
        kind = type(document)
        if kind is float:  # 1e999 is an infinity that no Encoder writes like that
            fits = document - document == 0.0
        elif kind is int:
            fits = document.bit_length() <= MAX_INT_BITS
        elif kind is str:
            fits = len(document) <= self._max_text
        else:
            fits = kind is not dict
        if not fits:
            raise ProtocolError("a value beyond the limits of this format")
        return document

    def _container(self, tag: str, rest: list[Any], depth: int) -> Any:
        build = _BUILDERS[tag]
        self._left -= len(rest) + 1
        if tag in _KEYED:
            self._keys_left -= len(rest)
        if self._left < 0 or self._keys_left < 0 or depth == 0:
            raise ProtocolError("a value beyond the limits of this format")
        decode = self._decode
        if tag == "d":
            return {decode(key, depth - 1): decode(value, depth - 1) for key, value in rest}
        return build([decode(document, depth - 1) for document in rest])

    def _special_float(self, rest: list[Any]) -> float:
        (word,) = rest
        if word not in ("nan", "inf", "-inf"):
            raise ValueError(word)
        return float(word)

    def _complex(self, rest: list[Any]) -> complex:
        real, imag = (self._scalar(p) if type(p) is float else self._special_float(p[1:]) for p in rest)
        return complex(real, imag)

    def _bytes(self, rest: list[Any]) -> bytes:
        (digits,) = rest
        if len(digits) > 2 * self._max_text:
            raise ValueError("too long")
        return bytes.fromhex(digits)


_SPECIAL: dict[str, Callable[[Decoder, list[Any]], Any]] = {
    "f": Decoder._special_float,
    "c": Decoder._complex,
    "b": Decoder._bytes,
}
_BUILDERS: dict[str, Callable[[list[Any]], Any]] = {tag: kind for kind, tag in _CONTAINERS.items()}


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
