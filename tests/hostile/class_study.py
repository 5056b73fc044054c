"""Hostile submissions against the real command: what they earn, how they end, and what they cost others.

    python tests/hostile/class_study.py forging [STAGE …]     no forgery earns a point, at any stage
    python tests/hostile/class_study.py control [STAGE …]     how many do where the checks share their process, as pytest is
                                                        usually used; in a copy of the course
    python tests/hostile/class_study.py breaking              each ends as it must; the honest half of a class of 200 does not
                                                        notice them; nothing is left behind

The tables are printed; the exit code tells whether all was as it must be.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import breakers
import forgeries

ROOT = Path(__file__).resolve().parents[2]
STAGES = [f"stage{number}" for number in range(1, 8)]
HONEST = sorted((ROOT / "tests" / "golden").glob("fair_*"))

# These reach out of their process: for their own good nobody runs them where nothing holds them back.
NOT_UNCONFINED = {
    "results file",
    "conftest and pytest.ini",
    "sitecustomize",
    "a module named like a library",
    "a parent that is stopped",
    "memory of the grader",
    "ptrace",
    "execv of true",
    "network",
}


# The checks as pytest is usually used: they import the submission, and call it.
CONFTEST = """
import random, sys
from unittest.mock import MagicMock
import pytest
sys.path.insert(0, SUBMISSION)

@pytest.fixture
def engine():
    import engine
    return engine

@pytest.fixture
def nn():
    import nn
    return nn

@pytest.fixture
def rng():
    return random.Random(1)

@pytest.fixture
def in_student():
    return lambda function, *arguments: function(*arguments)

@pytest.fixture
def exhibit():
    return MagicMock()
"""


def grade_class(submissions: Path, out: Path, stage: str, *options: str) -> dict[str, dict[str, Any]]:
    """Return the result of each submission."""
    command = [sys.executable, "-m", "grader", "batch", stage, str(submissions), "--out", str(out), "--seed", "5"]
    temporary = out.with_name("temporary")
    temporary.mkdir(exist_ok=True)
    finished = subprocess.run(
        [*command, "--no-explain", *options],
        cwd=ROOT,
        env={**os.environ, "TMPDIR": str(temporary)},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    if finished.returncode != 0:
        sys.exit(f"the batch ended with {finished.returncode}:\n{finished.stderr}")
    lines = (out / "results.jsonl").read_text(encoding="utf-8").splitlines()
    return {result["submission"]: result for result in map(json.loads, lines)}


@contextmanager
def folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="hostile-") as name:
        yield Path(name)


def write_forgeries(submissions: Path, course: Path) -> None:
    for name in forgeries.FORGERIES:
        place = submissions / name
        place.mkdir(parents=True)
        for module in ("engine", "nn"):
            (place / f"{module}.py").write_text(forgeries.source_of(name, str(course)), encoding="utf-8")


def forging(stages: Sequence[str]) -> bool:
    """Grade all forgeries at these stages and print what they got."""
    earned = 0
    with folder() as base:
        write_forgeries(base / "submissions", ROOT)
        for stage in stages:
            results = grade_class(base / "submissions", base / stage, stage)
            outcomes = Counter(result["outcome"] for result in results.values())
            rich = {name: result["points"] for name, result in results.items() if result["points"]}
            earned += len(rich)
            told = ", ".join(f"{count} {outcome}" for outcome, count in outcomes.most_common())
            print(f"{stage}: {len(results)} forgeries, {len(rich)} with points   ({told})")
            for name, points in rich.items():
                print(f"    {name}: {points}")
    return earned == 0


def control(stages: Sequence[str]) -> bool:
    """Run the same checks in the process of the forgeries, and print how many earn something there."""
    names = [name for name in forgeries.FORGERIES if name not in NOT_UNCONFINED]
    with folder() as base:
        course = base / "course"
        for part in ("checkpoints", "exercises", "solutions"):
            shutil.copytree(ROOT / part, course / part, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(ROOT / "course.toml", course)
        write_forgeries(base / "submissions", course)
        for stage in stages:
            won = [name for name in names if _wins_in_process(course, stage, base / "submissions" / name)]
            print(f"{stage}: {len(won)} of {len(names)} earn something in the checks' own process: {', '.join(won)}")
    return True


def _wins_in_process(course: Path, stage: str, submission: Path) -> bool:
    (checkpoint,) = (course / "checkpoints").glob(f"test_{stage}_*.py")
    conftest = CONFTEST.replace("SUBMISSION", repr(str(submission)))
    (course / "checkpoints" / "conftest.py").write_text(conftest, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:gradkata", "-p", "no:cacheprovider", str(checkpoint)]
    process = subprocess.Popen(
        command,
        cwd=course,
        env={**os.environ, "HOME": str(submission), "PYTHONDONTWRITEBYTECODE": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        stdin=subprocess.DEVNULL,
        start_new_session=True,
        preexec_fn=_bounded,
    )
    try:
        out, _ = process.communicate(timeout=15)
    except subprocess.TimeoutExpired:
        return False
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, 9)
        process.wait()
    return process.returncode == 0 or b" passed" in out


def _bounded() -> None:
    import resource

    for kind, limit in (
        (resource.RLIMIT_AS, 2 * 1024**3),
        (resource.RLIMIT_CPU, 10),
        (resource.RLIMIT_FSIZE, 1024**2),
        (resource.RLIMIT_NOFILE, 128),
    ):
        resource.setrlimit(kind, (limit, limit))


def breaking() -> bool:
    """Grade a class of 200, half of it honest, and compare: with what must be, and with the honest half alone."""
    with folder() as base:
        count = 200 - len(breakers.BREAKERS)
        for number in range(count):
            name = f"honest {number:03}"
            for place in (base / "all" / name, base / "alone" / name):
                shutil.copytree(
                    HONEST[number % len(HONEST)], place, ignore=shutil.ignore_patterns("*.toml", "__pycache__")
                )
        for name, (files, _) in breakers.BREAKERS.items():
            breakers.write(base / "all" / name.replace("/", "_"), files)
        results = grade_class(base / "all", base / "out", "stage1")
        left = leftovers(base / "temporary")
        alone = grade_class(base / "alone", base / "out alone", "stage1")
    wrong = list(unexpected(results))
    disturbed = [name for name, result in alone.items() if timeless(result) != timeless(results[name])]
    print(f"{len(breakers.BREAKERS)} breakers: {len(wrong)} ended otherwise than they must")
    for line in wrong:
        print(f"    {line}")
    print(
        f"{len(alone)} honest submissions among them: {len(disturbed)} with another result than alone {disturbed[:5]}"
    )
    print(f"left behind: {sorted(left) or 'nothing'}")
    return not wrong and not disturbed and not left


def unexpected(results: Mapping[str, Any], names: Iterable[str] = breakers.BREAKERS) -> Iterator[str]:
    """Yield the breakers that did not end as they must."""
    for name in names:
        wanted = breakers.BREAKERS[name][1]
        result = results[name.replace("/", "_")]
        if result["outcome"] not in wanted.split():
            messages = {check["message"][:100] for check in result["checks"]}
            yield f"{name}: {result['outcome']} instead of {wanted}   {sorted(messages)[:2]}"


def timeless(result: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in result.items() if key != "seconds"}


def leftovers(temporary: Path) -> set[str]:
    """Return what a batch left behind: files in its folder for temporary ones, and workers without a parent.

    Those of other batches on this machine have theirs; one whose grader was killed is given time to notice.
    """
    deadline = time.monotonic() + 10
    while (orphans := _orphans()) and time.monotonic() < deadline:
        time.sleep(0.1)
    return {str(path) for path in temporary.iterdir()} | orphans


def _orphans() -> set[str]:
    found = set()
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if b"gradkata_worker" in (folder / "cmdline").read_bytes():
                stat = (folder / "stat").read_text(encoding="utf-8", errors="replace")
                if stat.rpartition(")")[2].split()[1] == "1":
                    found.add(f"process {folder.name}")
        except OSError:  # it has just ended
            continue
    return found


def main() -> None:
    what, *stages = sys.argv[1:] or ["forging"]
    studies = {"forging": forging, "control": control}
    good = breaking() if what == "breaking" else studies[what](stages or STAGES)
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
