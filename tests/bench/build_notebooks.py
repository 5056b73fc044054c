"""How long `grade nbgrader build` takes for all stages, as a whole process, into a folder of its own each time.

python tests/bench/build_notebooks.py [--runs 5]
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parents[2]
WANTED = 2.0  # seconds
# As on a user's machine: bytecode is cached. Continuous integration often turns that off.
USUAL = {k: v for k, v in os.environ.items() if k not in ("PYTHONDONTWRITEBYTECODE", "PYTHONUNBUFFERED")}


def build() -> float:
    """Return the seconds of one build."""
    grade = str(Path(sys.executable).with_name("grade"))
    with tempfile.TemporaryDirectory() as folder:
        began = time.perf_counter()
        subprocess.run([grade, "nbgrader", "build", folder], cwd=ROOT, env=USUAL, capture_output=True, check=True)
        return time.perf_counter() - began


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5)
    runs = parser.parse_args().runs
    build()  # bytecode is written, files come into the cache
    seconds = [build() for _ in range(runs)]
    stages = len(list((ROOT / "checkpoints" / "lessons").glob("*.md")))
    print(
        f"grade nbgrader build, {stages} stages: {median(seconds):.2f} s   (median of {runs}, wanted: at most {WANTED})"
    )


if __name__ == "__main__":
    main()
