"""Where the files of a class lie: in a folder, or in a zip, which is read in memory and never unpacked.

Both are read by path, with `/` between the parts, relative to where they begin. Nothing that lies in them is trusted:
not sizes, not names, not links. What cannot be read is a Problem, in words that hold no path of this machine.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import stat
import zipfile
import zlib
from collections.abc import Iterator
from itertools import islice, takewhile
from pathlib import Path
from typing import Protocol

from grader.errors import UsageError
from grader.report import Problem

__all__ = ["MAX_ZIP", "FolderStore", "Store", "Unreadable", "ZipProblem", "ZipStore", "opened_zip"]

MAX_LISTED = 5_000  # files in one folder of the class; who keeps more there keeps other things than code
MAX_ENTRIES = 100_000  # of any one folder
MAX_DEPTH = 8  # folders within folders
MAX_CLASS = 500_000  # members of the zip of a class
MAX_MEMBERS = 5_000  # of a zip that one student handed in
MAX_ZIP = 20 * 1024 * 1024  # bytes of such a zip

# What systems and tools leave behind; it is nobody's work.
_JUNK = re.compile(
    r"__MACOSX|__pycache__|\.ipynb_checkpoints|\.DS_Store|Thumbs\.db|desktop\.ini|\._.*|\.git|\.idea|\.vscode|\.?venv"
)
# Not bzip2 and LZMA: a few bytes of them may ask for gigabytes of memory, and no platform makes such zips.
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_DAMAGE = (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, NotImplementedError, RuntimeError)
_ENCRYPTED = 0x1
_UTF8 = 0x800
_MEMBER = b"PK\x01\x02"  # begins each line of a zip's list of contents
_HAND_IN = "Hand in the file itself."


class Store(Protocol):
    """Files by their paths."""

    refused: dict[str, str]  # paths that are not read, and why

    def paths(self) -> list[str]:
        """Return the paths of all files, sorted, and of all empty folders, with a `/` at their end."""

    def read(self, path: str, limit: int, shown: str) -> bytes | Problem:
        """Return the bytes of a file, at most `limit`, or why there are none; the Problem calls it `shown`."""


def _too_large(shown: str, limit: int) -> Problem:
    size = f"{limit // 1024} KiB" if limit < 1 << 20 else f"{limit >> 20} MiB"
    return Problem(shown, f"{shown} is larger than {size}", "Keep only your code in it.")


class FolderStore:
    """A folder of the file system.

    Links that stand directly in it are the instructor's, and are followed. A link further down is a student's: it may
    lead to a file of their own folder, and nowhere else.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        self.refused: dict[str, str] = {}
        self._real: dict[str, Path] = {}

    def paths(self) -> list[str]:
        """UsageError when the folder itself cannot be listed."""
        found: list[str] = []
        try:
            for entry in _entries(self.root):
                found += self._below(entry, Path(entry.name), [])
        except OSError as error:
            raise UsageError(f"the folder {self.root} cannot be read: {error.strerror}") from None
        return sorted(found)

    def _below(self, entry: os.DirEntry[str], place: Path, listed: list[str]) -> list[str]:
        """Add the paths of one entry, and of all below it, to those listed of its topmost folder."""
        if _JUNK.fullmatch(entry.name) or len(listed) >= MAX_LISTED:
            return listed
        path = _spelled(place.as_posix())
        if not entry.is_dir(follow_symlinks=len(place.parts) == 1):
            listed.append(path)
            self._real[path] = place
            return listed
        try:
            children = _entries(self.root / place) if len(place.parts) < MAX_DEPTH else []
        except OSError as error:
            self.refused[path] = f"a folder cannot be read: {error.strerror}"
            children = []
        before = len(listed)
        for child in children:
            self._below(child, place / child.name, listed)
        if len(listed) == before:
            listed.append(f"{path}/")
        return listed

    def read(self, path: str, limit: int, shown: str) -> bytes | Problem:
        place = self._real.get(path, Path(path))
        file = self.root / place
        try:
            own = self.root / place.parts[0]
            if len(place.parts) > 1 and not file.resolve().is_relative_to(own.resolve()):
                return Problem(shown, f"{shown} is a link to a file outside the submission", _HAND_IN)
            status = file.stat()
            if not stat.S_ISREG(status.st_mode):
                return Problem(shown, f"{shown} is not a file", f"Put your code into a file named {shown}.")
            if status.st_size > limit:
                return _too_large(shown, limit)
            with file.open("rb") as stream:
                data = stream.read(limit + 1)
            return data if len(data) <= limit else _too_large(shown, limit)
        except (OSError, RuntimeError) as error:
            if not file.is_symlink():  # it was there a moment ago: that is not the student's doing
                raise Unreadable(f"{place.as_posix()} cannot be read: {getattr(error, 'strerror', error)}") from None
            return Problem(shown, f"{shown} is a link that leads nowhere", _HAND_IN)


def _entries(folder: Path) -> list[os.DirEntry[str]]:
    with os.scandir(folder) as entries:
        return sorted(islice(entries, MAX_ENTRIES), key=lambda entry: entry.name)


def _spelled(name: str) -> str:
    """Return a name in characters that can be written anywhere: a byte that is no UTF-8 is spelled out."""
    return name.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


class Unreadable(Exception):
    """A file that is there cannot be read, or is no longer there: no fault of who handed it in."""


class ZipProblem(Exception):
    """A zip of which nothing can be read; the text says why."""


class ZipStore:
    """A zip, from its bytes or from a file of which only the parts that are asked for are read.

    Of two members with the same name the last counts, as it does for whoever unpacks them.
    """

    def __init__(self, content: bytes | Path, max_members: int = MAX_MEMBERS) -> None:
        self.refused: dict[str, str] = {}
        self._content = content
        self._opened: tuple[int, zipfile.ZipFile] | None = None
        if isinstance(content, bytes) and content.count(_MEMBER) > max_members:  # before all of them are objects
            raise ZipProblem(f"it holds more than {max_members:,} files")
        members = self._zip().infolist()
        if len(members) > max_members:
            raise ZipProblem(f"it holds more than {max_members:,} files")
        self._members = dict(self._named(members))

    def paths(self) -> list[str]:
        names = self._members
        folders = {name for name in names if name.endswith("/")}
        filled = {f"{head}/" for name in names for head in _heads(name)}
        return sorted((set(names) - folders) | (folders - filled))

    def read(self, path: str, limit: int, shown: str) -> bytes | Problem:
        member = self._members[path]
        if member.flag_bits & _ENCRYPTED:
            return Problem(shown, f"{shown} is encrypted in its zip", "Pack it again without a password.")
        if stat.S_ISLNK(member.external_attr >> 16):
            return Problem(shown, f"{shown} is a link, and not the file itself", _HAND_IN)
        if member.compress_type not in _METHODS:
            return Problem(shown, f"{shown} is packed in an unusual way", "Pack it again as an ordinary zip.")
        if member.file_size > limit:
            return _too_large(shown, limit)
        try:
            with self._zip().open(member) as stream:
                data = stream.read(limit + 1)  # to its end, where its checksum is compared
        except (*_DAMAGE, ZipProblem):
            return Problem(shown, f"{shown} is damaged inside its zip", "Pack it again, or hand in the file itself.")
        return data if len(data) <= limit else _too_large(shown, limit)

    def _zip(self) -> zipfile.ZipFile:
        """Return the open zip: one for each process, because processes that share a file share the place in it."""
        if self._opened is None or self._opened[0] != os.getpid():
            content = self._content
            try:
                self._opened = (
                    os.getpid(),
                    zipfile.ZipFile(io.BytesIO(content) if isinstance(content, bytes) else content),
                )
            except _DAMAGE as error:
                raise ZipProblem(_why(error)) from None
        return self._opened[1]

    def _named(self, members: list[zipfile.ZipInfo]) -> Iterator[tuple[str, zipfile.ZipInfo]]:
        for member in members:
            name = _name_of(member)
            parts = [part for part in name.split("/") if part not in ("", ".")]
            if name.startswith("/") or ".." in parts or re.match(r"[A-Za-z]:", name):
                self.refused[name] = "its path leads out of the zip"
                continue
            kept = list(takewhile(lambda part: not _JUNK.fullmatch(part), parts))
            if kept:  # of a folder that holds nothing but junk the folder itself
                yield "/".join(kept) + ("/" if kept != parts or name.endswith("/") else ""), member


def _heads(name: str) -> Iterator[str]:
    """Yield the folders that a path lies in."""
    parts = name.rstrip("/").split("/")
    return ("/".join(parts[:count]) for count in range(1, len(parts)))


def _name_of(member: zipfile.ZipInfo) -> str:
    """Return a member's name: many tools write UTF-8 without saying so, and some separate folders by backslashes."""
    name = member.filename
    if not member.flag_bits & _UTF8 and not name.isascii():
        with contextlib.suppress(UnicodeError):
            name = name.encode("cp437").decode("utf-8")
    return _spelled(name.replace("\\", "/"))


def _why(error: BaseException) -> str:
    if isinstance(error, OSError) and error.strerror:
        return f"it cannot be read: {error.strerror}"
    return "it is damaged, or no zip at all"


def opened_zip(store: Store, path: str, shown: str) -> ZipStore | Problem:
    """Return a zip that lies in a store, read into memory, or what is wrong with it."""
    data = store.read(path, MAX_ZIP, shown)
    if isinstance(data, Problem):
        return data
    try:
        return ZipStore(data)
    except ZipProblem as problem:
        return Problem(shown, f"{shown} cannot be opened: {problem}", "Hand in the files themselves, or a fresh zip.")
