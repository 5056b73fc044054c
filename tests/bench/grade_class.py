"""How fast `grade batch` is, against `python -m pytest` for each submission; and whether memory grows with the class.

Both get the same submissions and the same cores; pytest runs the checks in-process and unconfined, as many at a time as
there are cores. The whole commands are measured, with their start, and with all that `grade batch` writes.

    python tests/bench/grade_class.py [--students 300] [--pytest 40] [--memory]
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event, Thread

ROOT = Path(__file__).resolve().parents[2]
STAGE, CHECKPOINT = "stage3", "checkpoints/test_stage3_tanh.py"
CORES = os.cpu_count() or 1
# As on a user's machine: bytecode is cached. Continuous integration often turns that off.
USUAL = {k: v for k, v in os.environ.items() if k not in ("PYTHONDONTWRITEBYTECODE", "PYTHONUNBUFFERED")}


def write_class(folder: Path, students: int) -> list[Path]:
    """Write submissions that pass, each another text: the reference and the variants that the spec allows."""
    sources = [ROOT / "solutions", *sorted((ROOT / "tests" / "golden").glob("fair_*"))]
    made = []
    for number in range(students):
        place = folder / f"student{number:05}"
        shutil.copytree(sources[number % len(sources)], place, ignore=shutil.ignore_patterns("__pycache__", "*.toml"))
        with (place / "engine.py").open("ab") as stream:
            stream.write(f"\n# {number}\n".encode())
        made.append(place)
    return made


def batch(folder: Path, out: Path, *options: str) -> Sequence[str]:
    grade = str(Path(sys.executable).with_name("grade"))
    return [grade, "batch", STAGE, str(folder), "--out", str(out), "--seed", "1", *options]


def run(command: Sequence[str]) -> float:
    began = time.perf_counter()
    subprocess.run(command, cwd=ROOT, env=USUAL, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.perf_counter() - began


def pytest_each(submissions: Sequence[Path]) -> float:
    """Return the seconds that pytest takes for all of these, on all cores."""
    command = [sys.executable, "-m", "pytest", "-q", CHECKPOINT, "--in-process", "--submission"]
    began = time.perf_counter()
    with ThreadPoolExecutor(CORES) as threads:
        list(threads.map(run, [[*command, str(path)] for path in submissions]))
    return time.perf_counter() - began


def speed(students: int, sample: int) -> None:
    with tempfile.TemporaryDirectory() as name:
        base = Path(name)
        submissions = write_class(base / "class", students)
        run(batch(base / "class", base / "warm-up", "--only", "student00000"))
        seconds = run(batch(base / "class", base / "out"))
        each = pytest_each(submissions[:sample]) / sample
        lines = (base / "out" / "results.jsonl").read_text(encoding="utf-8").splitlines()
        results = [json.loads(line) for line in lines]
    passed = sum(result["outcome"] == "passed" for result in results)
    rate, isolation = students / seconds, {result["isolation"] for result in results}
    print(f"grade batch {STAGE}: {students} submissions in {seconds:.2f} s on {CORES} cores, {', '.join(isolation)};")
    print(f"    {passed} passed: {rate:.0f} a second, all that is written included   (wanted: at least 150)")
    print(f"python -m pytest -q for each: {each * 1000:.0f} ms, so {1 / each:.1f} a second (of {sample})")
    print(f"ratio: {rate * each:.1f}   (wanted: at least 15)")


def peak_memory(students: int) -> int:
    """Return the most memory, in KiB, that a batch and its processes held at a time (proportional set size)."""
    with tempfile.TemporaryDirectory() as name:
        base = Path(name)
        write_class(base / "class", students)
        process = subprocess.Popen(
            batch(base / "class", base / "out"),
            cwd=ROOT,
            env=USUAL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        peak, ended = [0], Event()
        watcher = Thread(target=_watch, args=(process.pid, peak, ended))
        watcher.start()
        process.wait()
        ended.set()
        watcher.join()
        if process.returncode != 0:
            sys.exit(f"the batch of {students} ended with {process.returncode}")
    return peak[0]


def _watch(pid: int, peak: list[int], ended: Event) -> None:
    while not ended.wait(0.2):
        peak[0] = max(peak[0], sum(_pss(process) for process in _tree(pid)))


def _tree(pid: int) -> list[int]:
    found = [pid]
    for process in found:  # which grows meanwhile
        try:
            for task in Path(f"/proc/{process}/task").iterdir():
                found += map(int, (task / "children").read_text(encoding="ascii").split())
        except OSError:
            continue
    return found


def _pss(pid: int) -> int:
    try:
        rollup = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii")
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in rollup.splitlines() if line.startswith("Pss:")), 0)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--students", type=int, default=300)
    parser.add_argument("--pytest", type=int, default=40, metavar="N", help="submissions that pytest gets")
    parser.add_argument("--memory", action="store_true", help="compare the memory of 5,000 with that of 100 instead")
    options = parser.parse_args()
    if options.memory:
        few, many = peak_memory(100), peak_memory(5000)
        print(f"peak memory: {few / 1024:.0f} MiB for 100 submissions, {many / 1024:.0f} MiB for 5,000")
        print(f"ratio: {many / few:.2f}   (wanted: at most 1.2)")
    else:
        speed(options.students, options.pytest)


if __name__ == "__main__":
    main()
