"""`results.jsonl`: the report of each submission on a line of its own, written as it comes and sorted at the end.

A line is a `Graded` with its key, which stands for all that the result depends on. Whoever is killed in the middle of a
line loses that line only: the next run cuts it off, keeps the others whose key still fits, and grades what is missing.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import TracebackType

import msgspec

from grader.classroom.graded import Graded, from_line
from grader.errors import UsageError
from grader.files import replacing
from grader.report import Outcome

__all__ = ["Journal", "read_results"]


class _Line(msgspec.Struct, frozen=True):
    """What a rerun needs to know of a line, without the report."""

    submission: str
    key: str
    outcome: Outcome


class Journal:
    """The results of one batch while they come in. `done` are the submissions whose results were there already."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lines: dict[str, tuple[str, int, int]] = {}  # submission: its key, and where its line is
        with _explained(path):
            self._stream = path.open("ab", buffering=0)  # so that nothing is left to be written when writing fails
            self._size = self._read()
            self._stream.truncate(self._size)

    def __enter__(self) -> Journal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stream.close()

    def get(self, student: str, key: str) -> Graded | None:
        """Return the verdict on a student's submission that is there and still holds."""
        found, start, length = self._lines.get(student, ("", 0, 0))
        if found != key:
            return None
        try:
            with self._path.open("rb") as lines:
                lines.seek(start)
                return from_line(lines.read(length))
        except msgspec.DecodeError:  # somebody edited it
            return None

    def add(self, graded: Graded, key: str) -> None:
        """Append the result of one submission."""
        line = _to_line(graded, key)
        left = memoryview(line)
        with _explained(self._path):
            while left:  # a full disk takes a part first, and complains at the next
                left = left[self._stream.write(left) :]
        self._lines[graded.student] = (key, self._size, len(line))
        self._size += len(line)

    def finish(self, students: Sequence[str]) -> None:
        """Put the results of these students in this order, and drop all others; atomically."""
        with _explained(self._path), self._path.open("rb") as lines, replacing(self._path) as sorted_lines:
            for student in students:
                if student in self._lines:
                    _, start, length = self._lines[student]
                    lines.seek(start)
                    sorted_lines.write(lines.read(length))

    def _read(self) -> int:
        """Take in the lines that are there, and return where the last whole one ends."""
        start = 0
        with self._path.open("rb") as lines:
            for line in lines:
                if not line.endswith(b"\n"):
                    break  # it was being written when its writer was killed
                with contextlib.suppress(msgspec.DecodeError):  # no line of ours; `finish` drops it
                    found = msgspec.json.decode(line, type=_Line)
                    key = found.key if found.outcome is not Outcome.ERROR else ""  # a failure of ours is not kept
                    self._lines[found.submission] = (key, start, len(line))
                start += len(line)
        return start


def _to_line(graded: Graded, key: str) -> bytes:
    whose = {"submission": graded.student, "submitted": graded.submitted, "late": graded.late, "where": graded.where}
    return msgspec.json.encode(whose | {"key": key})[:-1] + b"," + msgspec.json.encode(graded.report)[1:] + b"\n"


def read_results(path: Path) -> Iterator[Graded]:
    """Yield the results of a finished batch one by one; UsageError when the file is not there, or is none of ours."""
    if not path.is_file():
        raise UsageError(f"there are no results at {path}", "Give the results.jsonl of a batch, or its folder.")
    with path.open("rb") as stream:
        for number, line in enumerate(stream, 1):
            try:
                yield from_line(line)
            except msgspec.DecodeError as error:
                advice = "Grade again into an empty folder."
                raise UsageError(f"{path}, line {number}, is no result of a batch: {error}", advice) from None


@contextlib.contextmanager
def _explained(path: Path) -> Iterator[None]:
    """Turn what the system says into what to do; nothing that was written before is lost."""
    try:
        yield
    except OSError as error:
        advice = "What was graded so far is kept. Make room or give another --out, and run the same command again."
        raise UsageError(f"cannot write {path}: {error.strerror}", advice) from None
