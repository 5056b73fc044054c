"""Every new content of a folder, as soon as it is there, whatever way it came to be.

The system's events only say that it is time to look; what is told is what was read, once for each content. So nothing
depends on how an editor saves: in place, by renaming, twice in a row. A look every second finds what no event told of,
as in a folder on another machine.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic, time

import msgspec

from grader.course import Course
from grader.errors import GraderError
from grader.submission import Submission, read_submission

__all__ = ["Changes", "Content"]

STEP = 5  # ms without another event until the events of one save are taken to be over
GROUP = 20  # ms after which they are, anyway
LOOK = 1.0  # seconds between two looks without an event
POLL = 0.25  # seconds between two looks where there are no events
SETTLE = 0.04  # seconds for a file that is missing, empty or no Python: it may be half written
SETTLINGS = 5
GAP = 5.0  # seconds without a look that mean that everything stood still


class Content(msgspec.Struct, frozen=True):
    """The files as they were at one moment (of `monotonic`), or in `trouble` why they cannot be read."""

    submission: Submission | None
    digest: str
    noticed: float
    trouble: str = ""


class Changes:
    """Watches a folder in a thread of its own, until it is stopped.

    `tell` gets each new content. `woken` is called when everything stood still for a while, as when a laptop slept.
    """

    def __init__(
        self,
        course: Course,
        folder: Path,
        tell: Callable[[Content], None],
        woken: Callable[[], None],
        *,
        polling: bool = False,
    ) -> None:
        self._course = course
        self._folder = folder
        self._tell = tell
        self._woken = woken
        self._polling = polling
        self._stop = threading.Event()
        self._told = ""  # the digest of the content told last
        self._thread = threading.Thread(target=self._run, name="changes", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._stop.set()
        self._thread.join()

    def _run(self) -> None:
        at, date = monotonic(), time()
        for is_event in self._moments():
            now, today = monotonic(), time()
            if max(now - at, abs(today - date)) > GAP:
                self._woken()
            at, date = now, today
            if is_event or self._signature() != self._seen:
                self._look()

    def _moments(self) -> Iterator[bool]:
        """Yield whenever it is time to look, and whether that is because of an event (or nobody can know)."""
        self._seen: object = None
        yield True
        while not self._stop.is_set():
            if not self._polling:
                yield from self._events()
            self._stop.wait(POLL)
            yield self._polling

    def _events(self) -> Iterator[bool]:
        """Yield at events of this folder, and every LOOK seconds, until it is another one or there can be none."""
        from watchfiles import watch

        try:
            place = self._folder.stat().st_ino
            signs = watch(
                self._folder,
                watch_filter=None,
                debounce=GROUP,
                step=STEP,
                rust_timeout=int(LOOK * 1000),
                yield_on_timeout=True,
                stop_event=self._stop,
                recursive=False,
                raise_interrupt=False,
            )
            for changes in signs:
                yield bool(changes)
                if self._folder.stat().st_ino != place:
                    return
        except FileNotFoundError:  # the folder is gone, perhaps for a moment
            return
        except (OSError, RuntimeError):  # no events to be had: a limit of the system, a strange file system
            self._polling = True

    def _signature(self) -> object:
        """Return what tells most changes without reading: names, sizes and times."""
        try:
            entries = [(entry.name, entry.stat()) for entry in self._folder.iterdir() if entry.suffix == ".py"]
        except OSError:
            return None
        return sorted((name, stat.st_mtime_ns, stat.st_size, stat.st_ino) for name, stat in entries)

    def _look(self) -> None:
        """Read the files, and tell them if they are not as told last."""
        noticed = monotonic()
        self._seen = self._signature()
        content = self._read(noticed)
        for _ in range(SETTLINGS):
            if content.digest == self._told or not _may_be_half_written(content):
                break
            self._stop.wait(SETTLE)
            before, content = content, self._read(noticed)
            if content.digest == before.digest:
                break
        if content.digest != self._told:
            self._told = content.digest
            self._tell(content)

    def _read(self, noticed: float) -> Content:
        try:
            submission = read_submission(self._course, self._folder)
        except GraderError as error:
            return Content(None, f"trouble: {error.problem}", noticed, f"{error.problem}. {error.advice}")
        return Content(submission, submission.digest(), noticed)


def _may_be_half_written(content: Content) -> bool:
    submission = content.submission
    return submission is None or any(submission.problem(name) for name in submission.course.modules)
