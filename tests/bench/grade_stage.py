"""How long `grade stage3` takes as a whole process, against pytest running the same checks in-process.

The commands run in turn, so that whatever else the machine does hits all of them; the medians are compared.

    python tests/bench/grade_stage.py [--runs 15]
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib.metadata import entry_points
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parents[2]
STAGE, CHECKPOINT = "stage3", "checkpoints/test_stage3_tanh.py"
SUBMISSION = ["--submission", "solutions"]


@dataclass
class Contender:
    """A command, its environment, and its times in seconds."""

    name: str
    command: Sequence[str]
    environment: Mapping[str, str]
    seconds: list[float] = field(default_factory=list)

    def run(self) -> None:
        began = time.perf_counter()
        done = subprocess.run(self.command, cwd=ROOT, env=self.environment, capture_output=True, text=True, check=False)
        self.seconds.append(time.perf_counter() - began)
        if done.returncode != 0:
            sys.exit(f"{self.name} ended with {done.returncode}:\n{done.stdout}{done.stderr}")

    @property
    def milliseconds(self) -> float:
        return median(self.seconds) * 1000


def contenders() -> list[Contender]:
    # As on a user's machine: bytecode is cached. Continuous integration often turns that off.
    usual = {k: v for k, v in os.environ.items() if k not in ("PYTHONDONTWRITEBYTECODE", "PYTHONUNBUFFERED")}
    lean = usual | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    grade = str(Path(sys.executable).with_name("grade"))
    pytest = [sys.executable, "-m", "pytest", "-q"]
    checks = [CHECKPOINT, "--in-process", *SUBMISSION]
    return [
        Contender(f"grade {STAGE}", [grade, STAGE, *SUBMISSION], usual),
        Contender("pytest -q", [*pytest, *checks], usual),
        Contender("pytest -q, no autoload", [*pytest, "-p", "grader.plugin", *checks], lean),
        Contender("grade (the board)", [grade], usual),
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=15)
    runs = parser.parse_args().runs
    plugins = sorted(f"{e.name} ({e.dist.name})" for e in entry_points(group="pytest11") if e.dist)
    print(f"Python {sys.version.split()[0]}, pytest plugins installed: {', '.join(plugins) or 'none'}")
    measured = contenders()
    for turn in range(runs + 2):
        for contender in measured:
            contender.run()
            if turn < 2:  # warm-up: bytecode is written, files come into the cache
                contender.seconds.clear()
    for contender in measured:
        least = min(contender.seconds) * 1000
        print(f"{contender.name:24} {contender.milliseconds:7.1f} ms   (median of {runs}, least {least:.1f})")
    stage, usual, lean, board = measured
    for one, other, wanted in ((stage, usual, 0.5), (stage, lean, 1.0), (board, stage, 2.0)):
        ratio = one.milliseconds / other.milliseconds
        print(f"{one.name} / {other.name}: {ratio:.2f}   (wanted: at most {wanted})")


if __name__ == "__main__":
    main()
