"""The wire format: every plain value arrives as it was, and nothing on the wire can do more than be refused."""

from __future__ import annotations

import json
import math
import os
import threading
import time
from collections import Counter, OrderedDict, defaultdict, namedtuple
from collections.abc import Callable, Iterator
from enum import IntEnum
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any
from unittest import mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.worker import codec
from grader.worker.codec import (
    MAX_DEPTH,
    MAX_FRAME,
    MAX_INT_BITS,
    MAX_ITEMS,
    MAX_KEYS,
    MAX_TEXT,
    CodecError,
    Decoder,
    Encoder,
    Pipe,
    ProtocolError,
    dumps,
    loads,
    plain_of,
)


def codec_of_the_worker() -> ModuleType:
    """Load the codec as a worker does, which has the standard library alone."""
    spec = spec_from_file_location("codec_of_the_worker", Path(codec.__file__))
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    with mock.patch.dict("sys.modules", {"msgspec": None}):
        spec.loader.exec_module(module)
    return module


worker: Any = codec_of_the_worker()
fuzz = settings(deadline=None, database=None, derandomize=True, max_examples=300)


def refuse(value: Any) -> Any:
    raise AssertionError(f"{value!r} was taken for an object that stays behind")


encode = Encoder(refuse)
decode = Decoder(lambda rest: ("handle", *rest))


def sent(value: Any) -> Any:
    """Return what comes back of a value that goes to the worker."""
    arrived = worker.Decoder(None)(worker.loads(dumps(encode(value))))
    return decode(loads(worker.dumps(worker.Encoder(refuse)(arrived))))


def exactly(value: Any) -> Any:
    """Return something that is equal for two values only when their types, bits and order are, too."""
    if isinstance(value, float):
        return "float", "nan" if math.isnan(value) else value.hex()
    if isinstance(value, complex):
        return "complex", exactly(value.real), exactly(value.imag)
    if isinstance(value, dict):
        return "dict", [(exactly(k), exactly(v)) for k, v in value.items()]
    if isinstance(value, list | tuple):
        return type(value).__name__, [exactly(element) for element in value]
    if isinstance(value, set | frozenset):
        return type(value).__name__, sorted(map(repr, map(exactly, value)))
    return type(value).__name__, value


# -- values that survive --------------------------------------------------------------------------------------------

BIGGEST = 2**MAX_INT_BITS - 1
floats = st.floats() | st.sampled_from([-0.0, math.nan, math.inf, -math.inf, 5e-324, 1e16, 1.7976931348623157e308])
text = st.text(st.characters(exclude_categories=["Cs"]))
integers = st.integers() | st.integers(-BIGGEST, BIGGEST)
atoms = st.none() | st.booleans() | integers | floats | st.complex_numbers() | text | st.binary()
keys = st.recursive(atoms, lambda inner: st.tuples(inner, inner) | st.frozensets(inner, max_size=3), max_leaves=4)
values = st.recursive(
    atoms,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.lists(inner, max_size=4).map(tuple)
        | st.sets(keys, max_size=4)
        | st.frozensets(keys, max_size=4)
        | st.dictionaries(keys, inner, max_size=4)
    ),
    max_leaves=20,
)


@fuzz
@given(values)
def test_every_plain_value_arrives_with_its_type_and_all_its_bits(value: Any) -> None:
    assert exactly(sent(value)) == exactly(value)


@pytest.mark.parametrize(
    "value",
    [
        BIGGEST,
        -BIGGEST,
        -0.0,
        1e16,
        2.0,
        True,
        1,
        "",
        b"",
        "é∂🂡\u2028\x00\x7f",
        "\\ud800 as text",
        "x" * MAX_TEXT,
        b"\xff" * MAX_TEXT,
    ],
    ids=lambda value: f"{type(value).__name__} {str(value)[:12]!a}",
)
def test_values_at_the_edges_arrive(value: Any) -> None:
    assert exactly(sent(value)) == exactly(value)


# -- the same limits at both ends -----------------------------------------------------------------------------------


def nested(depth: int, innermost: Any = 0) -> Any:
    for _ in range(depth):
        innermost = [innermost]
    return innermost


LIMITS: dict[str, tuple[Callable[[int], Any], int]] = {
    "depth": (nested, MAX_DEPTH),
    "depth of a complex with nan in it": (lambda n: nested(n, complex(math.nan, 1)), MAX_DEPTH),
    "depth of tuples as keys": (lambda n: {_nested_tuple(n - 1): 0}, MAX_DEPTH),
    "numbers": (lambda n: [0.5] * n, MAX_ITEMS - 1),
    "nan": (lambda n: [math.nan] * n, MAX_ITEMS - 1),
    "complex": (lambda n: [1j] * n, MAX_ITEMS - 1),
    "bytes": (lambda n: [b"x"] * n, MAX_ITEMS - 1),
    "lists in a list": (lambda n: [[] for _ in range(n)], (MAX_ITEMS - 1) // 2),
    "keys of a dict": (lambda n: dict.fromkeys(range(n)), MAX_KEYS),
    "elements of sets": (lambda n: [set(range(n - 1)), {0.5}], MAX_KEYS),
    "length of text": (lambda n: "x" * n, MAX_TEXT),
    "length of bytes": (bytes, MAX_TEXT),
    "bits": (lambda n: -(2**n) + 1, MAX_INT_BITS),
}


def _nested_tuple(depth: int) -> Any:
    value: Any = 0
    for _ in range(depth):
        value = (value,)
    return value


@pytest.mark.parametrize("limit", LIMITS)
def test_what_the_encoder_lets_out_the_decoder_lets_in(limit: str) -> None:
    build, most = LIMITS[limit]
    assert exactly(sent(build(most))) == exactly(build(most))


@pytest.mark.parametrize("limit", LIMITS)
def test_one_more_than_the_limit_is_refused_before_it_is_sent(limit: str) -> None:
    build, most = LIMITS[limit]
    with pytest.raises(CodecError):
        encode(build(most + 1))


def test_as_many_handles_fit_into_one_answer_as_numbers() -> None:
    handles = Encoder(lambda value: ["h", 1, "Value"])([object()] * (MAX_ITEMS - 1))
    assert len(decode(loads(dumps(handles)))) == MAX_ITEMS - 1


@pytest.mark.parametrize("text", ["\ud800", "a\udfffb"])
def test_lone_surrogates_are_refused_before_they_are_sent(text: str) -> None:
    with pytest.raises(CodecError, match="Unicode"):
        dumps(encode([text]))


def test_an_answer_longer_than_a_frame_is_refused() -> None:
    with pytest.raises(CodecError, match="MiB"):
        dumps(["\x00" * 1024] * 1000)


def test_a_list_that_contains_itself_is_refused() -> None:
    endless: list[Any] = []
    endless.append(endless)
    with pytest.raises(CodecError, match="deep"):
        encode(endless)


class HashableList(list):
    def __hash__(self) -> int:
        return 1


@pytest.mark.parametrize("value", [{HashableList(): 1}, {(1, HashableList())}, frozenset([HashableList("ab")])])
def test_a_key_that_only_its_own_class_can_hash_is_refused_not_sent(value: Any) -> None:
    with pytest.raises(CodecError, match="key"):
        encode(value)


# -- what arrives of a subclass -------------------------------------------------------------------------------------


def _lie(*arguments: Any, **keywords: Any) -> Any:
    raise AssertionError("a student's method took part in the answer")


_LYING = (
    "__float__ __int__ __index__ __complex__ __bool__ __eq__ __ne__ __lt__ __str__ __repr__ __iter__ __len__ __sub__ "
    "__getitem__ __pos__ __neg__ __bytes__ __format__ __contains__ __class_getitem__ keys items __reduce__"
)
LIES = dict.fromkeys(_LYING.split(), _lie) | {"__hash__": lambda self: 7, "__class__": property(lambda self: dict)}


def liar(base: type, value: Any) -> Any:
    return type("Liar", (base,), LIES)(value)


@pytest.mark.parametrize(
    "plain",
    [2.5, math.nan, 7, "seven", b"seven", 1 + 2j, [1, 2], (1, 2), {1, 2}, frozenset([1]), {"a": 1}],
    ids=lambda plain: type(plain).__name__,
)
def test_a_subclass_that_lies_arrives_as_the_value_it_holds(plain: Any) -> None:
    lie = liar(type(plain), plain)
    assert exactly(sent(lie)) == exactly(plain)
    assert exactly(sent([lie])) == exactly([plain])


Point = namedtuple("Point", "x y")
Colour = IntEnum("Colour", "RED GREEN")


def test_the_usual_subclasses_arrive_as_their_built_in() -> None:
    for value, plain in [
        (Point(1.0, 2), (1.0, 2)),
        (Colour.GREEN, 2),
        (OrderedDict(a=1), {"a": 1}),
        (Counter("aab"), {"a": 2, "b": 1}),
        (defaultdict(list, a=[1]), {"a": [1]}),
        ({Colour.RED: (Point(1, 2),)}, {1: ((1, 2),)}),
    ]:
        assert exactly(sent(value)) == exactly(plain)


@pytest.mark.parametrize("base", [float, int, list, bool])
def test_a_class_that_only_claims_to_be_a_number_stays_an_object(base: type) -> None:
    class Claims:
        __class__ = base

        def __float__(self) -> float:
            return 2.0

    stranger = Claims()
    assert plain_of(stranger) is stranger


def test_numpy_scalars_arrive_as_plain_numbers() -> None:
    numpy = pytest.importorskip("numpy", reason="numpy is not installed")
    for value, plain in [
        (numpy.float64(0.1), 0.1),
        (numpy.float32(0.5), 0.5),
        (numpy.int64(-3), -3),
        (numpy.uint8(3), 3),
        (numpy.bool_(True), True),
        (numpy.complex128(1 + 2j), 1 + 2j),
        (numpy.str_("é"), "é"),
        (numpy.bytes_(b"x"), b"x"),
        (numpy.array(2.5), 2.5),
        ([numpy.float64(math.inf)], [math.inf]),
    ]:
        assert exactly(sent(value)) == exactly(plain)
    array = numpy.array([1.0, 2.0])
    assert plain_of(array) is array


def test_a_class_that_pretends_to_be_of_numpy_can_only_give_a_plain_value() -> None:
    pretender = type("float64", (), {"__module__": "numpy", "shape": (), "item": lambda self: object()})()
    assert plain_of(pretender) is pretender


# -- what a hostile end may send ------------------------------------------------------------------------------------


def answer_to(body: bytes) -> Any:
    """Read a frame as the checker does; only a ProtocolError may come of it."""
    try:
        return decode(loads(body))
    except ProtocolError:
        return None


documents = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: (
        st.lists(inner, max_size=5)
        | st.dictionaries(st.text(max_size=3), inner, max_size=3)
        | st.tuples(st.sampled_from("fcbltszdhx"), st.lists(inner, max_size=5)).map(lambda pair: [pair[0], *pair[1]])
    ),
    max_leaves=25,
)


@fuzz
@given(st.binary())
def test_no_bytes_do_more_than_be_refused(body: bytes) -> None:
    answer_to(body)


@fuzz
@given(documents)
def test_no_document_does_more_than_be_refused(document: Any) -> None:
    value = answer_to(json.dumps(document).encode())
    if value is not None and "handle" not in repr(value):
        assert exactly(sent(value)) == exactly(value)  # what was let in is what an encoder could have sent


HOSTILE = {
    "nan literal": b"NaN",
    "infinity literal": b"[-Infinity]",
    "infinity by exponent": b"1e999",
    "huge exponent": b"1e" + b"9" * 5000,
    "digits": b"9" * 4000,
    "more digits": b"9" * 1_000_000,
    "integer above the cap": str(2**MAX_INT_BITS).encode(),
    "deep arrays": b"[" * 100_000 + b"]" * 100_000,
    "deep lists": b'["l",' * 5000 + b"0" + b"]" * 5000,
    "deep complex": b'["c",' * 900 + b"0" + b",0]" * 900,
    "deep objects": b'{"a":' * 100_000,
    "41 lists": b'["l",' * 40 + b'["l"]' + b"]" * 40,
    "not UTF-8": b'"\xff\xfe"',
    "UTF-16": '"text"'.encode("utf-16"),
    "surrogate in UTF-8": b'"\xed\xa0\x80"',
    "surrogate as escape": b'["l","\\ud800"]',
    "surrogate as escape in capitals": b'"\\uDFFF"',
    "surrogate as key of an object": b'{"\\udc00":1}',
    "byte order mark": b"\xef\xbb\xbf1",
    "empty": b"",
    "unfinished": b'["l",',
    "two documents": b"1 2",
    "object": b'{"a":1}',
    "object inside": b'["l",{"a":1}]',
    "no tag": b"[]",
    "unknown tag": b'["x",1]',
    "tag is a list": b"[[],1]",
    "tag is an object": b'[{"a":1}]',
    "tag is a number": b"[1]",
    "tag is null": b"[null]",
    "float of another word": b'["f","1e5"]',
    "float of a number": b'["f",1]',
    "float twice": b'["f","nan","nan"]',
    "float of nothing": b'["f"]',
    "complex of one": b'["c",1.0]',
    "complex of text": b'["c","1","2"]',
    "complex of lists": b'["c",["l"],["l"]]',
    "complex of null": b'["c",null,null]',
    "bytes of odd digits": b'["b","6"]',
    "bytes of other letters": b'["b","zz"]',
    "bytes of a number": b'["b",7]',
    "too many bytes": b'["b","' + b"00" * (MAX_TEXT + 1) + b'"]',
    "too long text": b'"' + b"x" * (MAX_TEXT + 1) + b'"',
    "list as key": b'["d",[["l"],1]]',
    "dict in a set": b'["s",["d"]]',
    "pairs of three": b'["d",[1,2,3]]',
    "pairs of one": b'["d",[1]]',
    "pair is a number": b'["d",1]',
    "too many": b'["l"' + b",0" * MAX_ITEMS + b"]",
    "too many keys": b'["s"' + b"".join(b",%d" % i for i in range(MAX_KEYS + 1)) + b"]",
}


@pytest.mark.parametrize("end", [codec, worker], ids=["checker", "worker"])
@pytest.mark.parametrize("kind", HOSTILE)
def test_what_no_encoder_writes_is_a_protocol_error(kind: str, end: Any) -> None:
    with pytest.raises(end.ProtocolError):
        end.Decoder(refuse)(end.loads(HOSTILE[kind]))


def test_the_worker_needs_the_standard_library_only() -> None:
    assert "msgspec" in repr(codec._decode_json)
    assert "msgspec" not in repr(worker._decode_json)


@pytest.mark.parametrize("wrap", ["{}", '["t",{}]', '["z",{}]'])
def test_keys_chosen_to_collide_cannot_hold_the_checker_up(wrap: str) -> None:
    modulus = 2**61 - 1  # multiples of it all have the hash 0 (Python's sys.hash_info.modulus)
    count = MAX_KEYS if wrap != '["z",{}]' else MAX_KEYS // 2  # elements of the inner sets count, too
    colliding = ",".join(wrap.format(index * modulus) for index in range(1, count + 1))
    began = time.process_time()
    assert len(decode(loads(f'["s",{colliding}]'.encode()))) == count
    assert time.process_time() - began < 2.0


def test_an_escaped_backslash_before_ud_is_text_like_any_other() -> None:
    assert sent("\\ud800") == "\\ud800"
    assert loads(rb'"\ud83c\udca1"') == "🂡"


# -- frames over a pipe ---------------------------------------------------------------------------------------------


@pytest.fixture
def wire() -> Iterator[tuple[Pipe, int]]:
    """A Pipe that receives, and the descriptor to write to for it."""
    read_fd, write_fd = os.pipe()
    ends = [read_fd, write_fd]
    try:
        yield Pipe(read_fd, write_fd), write_fd
    finally:
        for end in ends:
            try:
                os.close(end)
            except OSError:  # the test closed it
                continue


def frame(body: bytes) -> bytes:
    return len(body).to_bytes(4, "big") + body


def write_slowly(fd: int, pieces: list[bytes]) -> None:
    for piece in pieces:
        os.write(fd, piece)
        time.sleep(0.001)
    os.close(fd)


@pytest.mark.parametrize("size", [1, 2, 3, 5])
def test_a_frame_in_pieces_arrives_whole(wire: tuple[Pipe, int], size: int) -> None:
    pipe, fd = wire
    data = frame(b'["l",1,2]')
    writer = threading.Thread(target=write_slowly, args=(fd, [data[i : i + size] for i in range(0, len(data), size)]))
    writer.start()
    assert pipe.receive() == b'["l",1,2]'
    writer.join()


def test_a_frame_larger_than_the_pipe_goes_through(wire: tuple[Pipe, int]) -> None:
    pipe, _ = wire
    body = bytes(range(256)) * (MAX_FRAME // 256)
    sender = threading.Thread(target=pipe.send, args=(body,))
    sender.start()
    assert pipe.receive() == body
    sender.join()


def test_an_empty_frame_is_a_frame(wire: tuple[Pipe, int]) -> None:
    pipe, fd = wire
    os.write(fd, frame(b""))
    assert pipe.receive() == b""


@pytest.mark.parametrize("length", [MAX_FRAME + 1, 2**31, 2**32 - 1])
def test_a_length_beyond_any_answer_is_refused_before_anything_is_read(wire: tuple[Pipe, int], length: int) -> None:
    pipe, fd = wire
    os.write(fd, length.to_bytes(4, "big"))
    os.close(fd)
    with pytest.raises(ProtocolError):
        pipe.receive()


def test_two_answers_to_one_question_are_refused(wire: tuple[Pipe, int]) -> None:
    pipe, fd = wire
    os.write(fd, frame(b"1") + frame(b"2"))
    with pytest.raises(ProtocolError, match="more than one"):
        pipe.receive()


@pytest.mark.parametrize("kept", range(len(frame(b"[1]"))))
def test_an_end_within_a_frame_is_an_end(wire: tuple[Pipe, int], kept: int) -> None:
    pipe, fd = wire
    os.write(fd, frame(b"[1]")[:kept])
    os.close(fd)
    with pytest.raises(EOFError):
        pipe.receive()


def test_sending_to_nobody_is_a_broken_pipe() -> None:
    read_fd, write_fd = os.pipe()
    os.close(read_fd)
    try:
        with pytest.raises(BrokenPipeError):
            Pipe(read_fd, write_fd).send(b"1")
    finally:
        os.close(write_fd)
