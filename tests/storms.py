"""Storms of saves, faster than they can be examined: in the end the last verdict is on what is there.

    python tests/storms.py [STORMS] [SEED]

Each storm is a few changes of the files in milliseconds: saves in place, by renaming, in pieces, of two files, cut off
anywhere, with syntax errors, with loops at import or in a unit, empty, deleted. What was told last is compared with a
fresh examination of the same files, afterwards; threads, open files, folders (each worker has one) and memory with what
was there before.
"""

from __future__ import annotations

import gc
import os
import random
import shutil
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import kit
from kit import solution
from watching import Evening

from grader.course import load_course
from grader.report import Report
from grader.session import Session, run_session
from grader.submission import Submission, read_submission
from grader.workers import Spawner

QUIET = 30.0  # seconds within which all must be examined
MEMORY = 24.0  # MiB that the process may grow by after the first storms

PLANES = {
    "right": solution("plane"),
    "wrong": solution("plane", ("q[1] - p[1])", "q[1] + p[1])")),
    "wrong later": solution("plane", ("(p[0] + q[0]) / 2", "(p[0] + q[0]) / 3")),
    "syntax": solution("plane", ("def midpoint(p, q):", "def midpoint(p, q)")),
    "loop": solution("plane", ("    return math.hypot", "    while True: pass\n    return math.hypot")),
    "loop at import": solution("plane") + "\nwhile True: pass\n",
    "sleeps": solution("plane", ("    return math.hypot", "    import time; time.sleep(60)\n    return math.hypot")),
    "ends Python": solution("plane") + "\nimport os; os._exit(0)\n",
    "no text": "\udcff\udc80",
    "empty": "",
}
PENS = {"right": solution("pen"), "wrong": solution("pen", ("% 360", "% 361")), "syntax": "def f(:"}


class Storms:
    """`run` some storms in a folder; then ask what was `wrong`, and what was `left_behind`."""

    def __init__(self, folder: Path, seed: int) -> None:
        self._random = random.Random(seed)
        self._course = kit.copy_course(folder / "course")
        kit.edit(self._course / "course.toml", ("question_seconds = 0.5", "question_seconds = 0.2"))
        self._kata = kit.workspace(folder / "kata", self._course)
        self._scratch = folder / "scratch"
        self._scratch.mkdir()
        self._ends: list[tuple[Submission, Report | None, str]] = []
        self._before: tuple[int, int] = (0, 0)
        self._memory: list[float] = []

    def run(self, count: int) -> None:
        before, tempfile.tempdir = tempfile.tempdir, str(self._scratch)
        gc.collect()
        self._before = (threading.active_count(), _open_files())
        try:
            watched = Evening(self._kata)
            watched.wait(lambda state: state.number)
            for _ in range(count):
                self._storm()
                self._note_end(watched)
            watched.close()
        finally:
            tempfile.tempdir = before

    def wrong(self) -> list[str]:
        """Return where the last verdict was not that of a fresh examination."""
        course = load_course(self._course)

        def drive(session: Session) -> list[str]:
            return [text for end in self._ends for text in _differences(session, *end)]

        source = Spawner(course.limits)
        try:
            return run_session(course, course.stages, source, drive)
        finally:
            source.close()

    def left_behind(self) -> list[str]:
        """Return what is still there and was not before."""
        gc.collect()
        threads, files = self._before
        found = [f"thread {thread.name}" for thread in threading.enumerate()[threads:]]
        found += [f"folder {path.name}" for path in self._scratch.iterdir()]
        found += [f"{_open_files() - files} open files"] if _open_files() > files else []
        early, late = self._memory[len(self._memory) // 4], self._memory[-1]
        return found + ([f"{late - early:.0f} MiB of memory"] if late - early > MEMORY else [])

    @property
    def memory(self) -> tuple[float, float]:
        """MiB of this process after a quarter of the storms, and after all."""
        return self._memory[len(self._memory) // 4], self._memory[-1]

    def _storm(self) -> None:
        for _ in range(self._random.randint(1, 6)):
            self._change()
            time.sleep(self._random.choice([0, 0, 0.001, 0.005, 0.02, 0.1, 0.3]))

    def _change(self) -> None:
        draw = self._random
        plane, pen = self._kata / "plane.py", self._kata / "pen.py"
        data = PLANES[draw.choice(list(PLANES))].encode("utf-8", "surrogateescape")
        if draw.random() < 0.2:
            data = data[: draw.randrange(len(data) + 1)]
        kind = draw.choice(["in place", "renamed", "in pieces", "both", "deleted", "touched"])
        if kind == "in place":
            plane.write_bytes(data)
        elif kind == "renamed":
            (draft := self._kata / f".plane.{draw.random()}").write_bytes(data)
            draft.replace(plane)
        elif kind == "in pieces":
            with plane.open("wb") as stream:
                for start in range(0, len(data), 200):
                    stream.write(data[start : start + 200])
                    stream.flush()
                    time.sleep(draw.choice([0, 0.002]))
        elif kind == "both":
            plane.write_bytes(data)
            pen.write_text(PENS[draw.choice(list(PENS))], encoding="utf-8")
        elif kind == "deleted":
            plane.unlink(missing_ok=True)
        elif plane.exists():
            os.utime(plane)

    def _note_end(self, watched: Evening) -> None:
        """Wait until nothing is under way, and keep what is there and what was told."""
        there = read_submission(watched.place.course, self._kata)
        end = time.monotonic() + QUIET
        while not (watched.states[-1].digest == there.digest() and watched.engine.busy_since is None):
            if time.monotonic() > end:
                break
            time.sleep(0.01)
        state = watched.states[-1]
        self._ends.append((there, state.report, state.digest))
        del watched.states[:-1]
        self._memory.append(_mebibytes())


def _differences(session: Session, there: Submission, told: Report | None, digest: str) -> Iterator[str]:
    if told is None or digest != there.digest():
        yield f"nothing was told about {digest}"
        return
    (fresh,) = session.examine(there, stages=[session.course.stage(told.stage)])
    if _findings(told) != _findings(fresh.student_view()):
        yield f"told {_findings(told)}, and it is {_findings(fresh.student_view())}"


def _findings(report: Report) -> list[tuple[str, str, str]]:
    return [(check.id, check.outcome.value, check.message) for check in report.checks]


def _open_files() -> int:
    folder = Path("/proc/self/fd")
    return len(list(folder.iterdir())) if folder.is_dir() else 0


def _mebibytes() -> float:
    statm = Path("/proc/self/statm")
    return int(statm.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20 if statm.is_file() else 0.0


def main() -> int:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    folder = Path(tempfile.mkdtemp())
    began = time.monotonic()
    storms = Storms(folder, seed)
    storms.run(count)
    faults = [*storms.wrong(), *storms.left_behind()]
    early, late = storms.memory
    print(
        f"{count} storms with seed {seed} in {time.monotonic() - began:.0f} s; {early:.0f} MiB, in the end {late:.0f}"
    )
    print("\n".join(faults) or "the last verdict was on the last content each time, and nothing was left behind")
    shutil.rmtree(folder)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
