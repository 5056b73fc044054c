"""From a save to the verdict in `grade watch`, by the clock of whoever saves: median and 95th percentile.

Twice: until the engine tells the verdict, and until it can be read at a terminal, where drawing is part of it. Each
save is of another content that fails, so explaining it, or measuring the others, is under way when the next one comes.

    python tests/bench/watch.py [SAVES]
"""

from __future__ import annotations

import os
import queue
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from grader.ahead import SWITCH
from grader.watch.changes import Changes
from grader.watch.engine import Engine
from grader.watch.state import State
from grader.workspace import create_workspace, default_course, find_place

WANTED = 100.0  # ms, the median
PAUSE = 0.3  # seconds from a verdict to the next save
STAGE = "stage2"


def main() -> None:
    saves = int(sys.argv[1]) if len(sys.argv) > 1 else 50
    with tempfile.TemporaryDirectory() as folder:
        kata = Path(folder) / "kata"
        course, name = default_course(None, Path(__file__).parent)
        create_workspace(course, name, kata)
        contents = list(_contents(course.solutions / "engine.py", saves))
        engine = in_engine(kata, contents)
        tell("verdict told", engine)
        if sys.platform != "win32":
            tell("verdict on the screen", on_screen(kata, contents))
    median = statistics.median(engine)
    print(f"wanted: {WANTED:.0f} ms median; {'reached' if median <= WANTED else 'MISSED'}")


def tell(what: str, times: list[float]) -> None:
    late = statistics.quantiles(times, n=20)[-1]
    print(
        f"save to {what}: median {statistics.median(times):.0f} ms, 95th percentile {late:.0f} ms, {len(times)} saves"
    )


def _contents(solution: Path, saves: int) -> Iterator[tuple[str, str]]:
    """Yield wrong sources of engine.py, and a number that is shown of each and of no other.

    By turns negation is wrong, on which half of the stage leans, and subtraction from a number, where few checks fail.
    """
    right = solution.read_text(encoding="utf-8")
    places = ("return self * -1", "return other + (-self)")
    assert all(place in right for place in places)
    for number in range(saves):
        wrong = f"{1000 + number}.5"
        yield right.replace(places[number % 2], f"return self * 0 + {wrong}"), wrong


def in_engine(kata: Path, contents: list[tuple[str, str]]) -> list[float]:
    """Return the ms from each save to the engine's verdict."""
    sys.setswitchinterval(SWITCH)
    told: queue.SimpleQueue[tuple[float, State]] = queue.SimpleQueue()
    place = find_place(kata)
    engine = Engine(place, lambda state: told.put((time.monotonic(), state)), place.course.stage(STAGE))
    changes = Changes(place.course, kata, engine.offer, engine.again)
    changes.start()

    def verdict(number: int) -> float:
        while (heard := told.get(timeout=30))[1].number < number:
            continue
        return heard[0]

    times = []
    try:
        verdict(1)
        for number, (text, _) in enumerate(contents, start=2):
            time.sleep(PAUSE)
            saved = time.monotonic()
            (kata / "engine.py").write_text(text, encoding="utf-8")
            times.append(1000 * (verdict(number) - saved))
    finally:
        changes.stop()
        engine.close()
    return times


def on_screen(kata: Path, contents: list[tuple[str, str]]) -> list[float]:
    """Return the ms from each save until a terminal has been sent what is new in the feedback."""
    times = []
    with _terminal(kata, "watch", STAGE) as terminal:
        _read_until(terminal, b"Next:")
        for text, shown in contents:
            time.sleep(PAUSE)
            saved = time.monotonic()
            (kata / "engine.py").write_text(text, encoding="utf-8")
            _read_until(terminal, shown.encode())
            times.append(1000 * (time.monotonic() - saved))
    return times


@contextmanager
def _terminal(kata: Path, *arguments: str) -> Iterator[int]:
    """Run `grade` at a terminal of 100 columns and 40 lines; yield our end of it."""
    import pty
    import termios

    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (40, 100))
    env = {**os.environ, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8"}
    command = [sys.executable, "-m", "grader", *arguments]
    process = subprocess.Popen(
        command, cwd=kata, env=env, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True
    )
    os.close(theirs)
    try:
        yield ours
    finally:
        os.write(ours, b"q")
        os.close(ours)
        process.wait(20)


def _read_until(terminal: int, wanted: bytes) -> None:
    seen = b""
    while wanted not in seen:
        seen = seen[-100:] + os.read(terminal, 65536)


if __name__ == "__main__":
    main()
