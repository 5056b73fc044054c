"""Zips that nobody vouches for: read in memory, within limits, and never a traceback."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from pathlib import Path

import pytest
from classes import PLANE, packed
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.classroom.stores import MAX_MEMBERS, MAX_ZIP, FolderStore, ZipProblem, ZipStore, opened_zip
from grader.report import Problem

LIMIT = 64 * 1024


def read(data: bytes, path: str = "plane.py", limit: int = LIMIT) -> bytes | Problem:
    return ZipStore(data).read(path, limit, "plane.py")


def message(data: bytes, path: str = "plane.py") -> str:
    found = read(data, path)
    assert isinstance(found, Problem)
    assert found.advice
    return found.message


def with_flags(data: bytes, flag: int) -> bytes:
    """Return a zip of one member with a bit set in both of its headers."""
    changed = bytearray(data)
    for mark, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = changed.index(mark) + offset
        (flags,) = struct.unpack_from("<H", changed, at)
        struct.pack_into("<H", changed, at, flags | flag)
    return bytes(changed)


def with_declared_size(data: bytes, size: int) -> bytes:
    """Return a zip of one member that says it is so large."""
    changed = bytearray(data)
    for mark, offset in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        struct.pack_into("<L", changed, changed.index(mark) + offset, size)
    return bytes(changed)


def test_plain_zip() -> None:
    store = ZipStore(packed({"a/b/plane.py": PLANE, "a/": b"", "empty/": b""}))
    assert store.paths() == ["a/b/plane.py", "empty/"]
    assert store.read("a/b/plane.py", LIMIT, "plane.py") == PLANE


def test_encrypted_member() -> None:
    assert message(with_flags(packed({"plane.py": PLANE}), 0x1)) == "plane.py is encrypted in its zip"


def test_link_is_not_followed() -> None:
    link = zipfile.ZipInfo("plane.py")
    link.external_attr = 0o120777 << 16
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr(link, "/etc/passwd")
    assert message(stream.getvalue()) == "plane.py is a link, and not the file itself"


def test_wrong_checksum() -> None:
    data = packed({"plane.py": b"a = 1\n" * 9}, zipfile.ZIP_STORED)
    assert message(data.replace(b"a = 1\na", b"a = 2\na")) == "plane.py is damaged inside its zip"


@pytest.mark.parametrize("method", [zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2])
def test_methods_that_may_ask_for_gigabytes(method: int) -> None:
    assert message(packed({"plane.py": PLANE}, method)) == "plane.py is packed in an unusual way"


def test_bomb_that_says_its_size() -> None:
    assert message(packed({"plane.py": bytes(50 << 20)})) == "plane.py is larger than 64 KiB"


def test_bomb_that_says_it_is_small() -> None:
    bomb = with_declared_size(packed({"plane.py": bytes(50 << 20)}), 100)
    assert message(bomb) == "plane.py is damaged inside its zip"


def test_bomb_of_many_members() -> None:
    many = packed({f"{number}.py": b"" for number in range(MAX_MEMBERS + 1)})
    with pytest.raises(ZipProblem, match="more than 5,000 files"):
        ZipStore(many)


def test_last_of_two_members_with_one_name_counts() -> None:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("plane.py", b"first")
        with pytest.warns(UserWarning, match="Duplicate"):
            archive.writestr("plane.py", b"second")
    assert read(stream.getvalue()) == b"second"


def test_utf8_names_that_do_not_say_so() -> None:
    data = packed({"作业/plane.py": PLANE})
    raw = bytearray(data)
    for mark, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        struct.pack_into("<H", raw, raw.index(mark) + offset, 0)
    assert ZipStore(bytes(raw)).paths() == ["作业/plane.py"]


def test_old_names_stay_what_they_are() -> None:
    raw = packed({"pl?ne.py": PLANE}).replace(b"pl?ne", b"pl\x84ne")
    assert ZipStore(raw).paths() == ["pläne.py"]


@pytest.mark.parametrize("data", [b"", b"PK\x05\x06" + bytes(18), b"x" * 100, packed({"a": b"b"})[:-30]])
def test_no_zip_or_an_empty_one(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "a.zip").write_bytes(data)
    found = opened_zip(FolderStore(tmp_path), "a.zip", "submission.zip")
    if isinstance(found, Problem):
        assert found.message.startswith("submission.zip cannot be opened")
        assert str(tmp_path) not in found.message
    else:
        assert found.paths() == []


def test_zip_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    with (tmp_path / "a.zip").open("wb") as stream:
        stream.truncate(MAX_ZIP + 1)
    found = opened_zip(FolderStore(tmp_path), "a.zip", "submission.zip")
    assert isinstance(found, Problem)
    assert found.message == "submission.zip is larger than 20 MiB"


ZIP = packed({"a/plane.py": PLANE, "pen.py": b"x = 1\n", "ünï/文.py": b""})


@settings(max_examples=300, deadline=None, database=None)
@given(st.lists(st.tuples(st.integers(0, len(ZIP) - 1), st.integers(0, 255)), max_size=8), st.integers(0, len(ZIP)))
def test_zip_damaged_at_random_is_read_or_refused(changes: list[tuple[int, int]], cut: int) -> None:
    data = bytearray(ZIP)
    for at, byte in changes:
        data[at] = byte
    for damaged in (bytes(data), bytes(data[:cut]), bytes(data[cut:])):
        try:
            store = ZipStore(damaged)
        except ZipProblem:
            continue
        for path in store.paths():
            path.encode("utf-8")
            if not path.endswith("/"):
                assert isinstance(store.read(path, LIMIT, "x.py"), bytes | Problem)


def test_checksum_is_compared_to_the_end() -> None:
    """A file of just the allowed size has its checksum read, too."""
    data = packed({"plane.py": b"a" * LIMIT}, zipfile.ZIP_STORED)
    assert read(data) == b"a" * LIMIT
    wrong = data.replace(struct.pack("<L", zlib.crc32(b"a" * LIMIT)), b"\0\0\0\0")
    assert message(wrong) == "plane.py is damaged inside its zip"
