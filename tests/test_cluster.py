"""A class graded on a dask cluster: a real scheduler and real workers on this machine, one of them killed."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from kit import SHAPES, environment, grade, solution
from test_batch import RUNG, posix, timeless

pytest.importorskip("distributed", reason="the extra gradkata[cluster] is not installed")


class Cluster:
    """A scheduler and its workers, each a process."""

    def __init__(self, folder: Path) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        self.address = f"tcp://127.0.0.1:{port}"
        self._folder = folder
        self.processes = [self._start("scheduler", "--host", "127.0.0.1", "--port", str(port), "--no-dashboard")]

    def add_worker(self) -> subprocess.Popen[bytes]:
        worker = self._start("worker", self.address, "--nthreads", "1", "--no-nanny", "--no-dashboard")
        self.processes.append(worker)
        return worker

    def _start(self, *arguments: str) -> subprocess.Popen[bytes]:
        log = (self._folder / f"{arguments[0]}.log").open("ab")
        with log:
            return subprocess.Popen(
                [sys.executable, "-m", "dask", *arguments], cwd=self._folder, env=environment(), stdout=log, stderr=log
            )

    def close(self) -> None:
        for process in reversed(self.processes):
            process.kill()
            process.wait()


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    folder = tmp_path / "cluster"
    folder.mkdir()
    running = Cluster(folder)
    yield running
    running.close()


@pytest.fixture
def submissions(tmp_path: Path) -> Path:
    """A class of twenty, with a few mistakes, a loop and an exit among them."""
    variants = {3: ("/ 2", "/ 3"), 7: ("return", "while True: pass\n    return"), 11: ("return", "quit()\n    return")}
    for number in range(20):
        folder = tmp_path / "submissions" / f"student{number:02}"
        folder.mkdir(parents=True)
        changes = [variants[number]] if number in variants else []
        (folder / "plane.py").write_text(f"{solution('plane', *changes)}# {number}\n", encoding="utf-8")
    return tmp_path / "submissions"


@posix
def test_the_results_are_those_of_this_machine_even_if_a_worker_is_killed(
    cluster: Cluster, submissions: Path, tmp_path: Path
) -> None:
    first, _ = cluster.add_worker(), cluster.add_worker()
    command = [sys.executable, "-m", "grader", "--course", SHAPES, "batch", "points", submissions, "--seed", "7", *RUNG]
    process = subprocess.Popen(
        [*map(str, command), "--out", "far", "--cluster", cluster.address, "--jobs", "2"],
        cwd=tmp_path,
        env=environment(),
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )
    results = tmp_path / "far" / "results.jsonl"
    deadline = time.monotonic() + 60
    while not results.exists() or results.read_bytes().count(b"\n") < 4:
        assert process.poll() is None, process.communicate()[1]
        assert time.monotonic() < deadline
        time.sleep(0.02)
    first.kill()
    _, err = process.communicate(timeout=120)
    assert process.returncode == 0, err
    near = grade(
        "--course", SHAPES, "batch", "points", submissions, "--out", "near", "--seed", "7", *RUNG, cwd=tmp_path
    )
    assert near.code == 0
    assert timeless(tmp_path / "far") == timeless(tmp_path / "near")


def test_no_cluster_at_that_address(submissions: Path, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    options = ["--out", "out", "--cluster", f"tcp://127.0.0.1:{port}"]
    run = grade("--course", SHAPES, "batch", "points", submissions, *options, cwd=tmp_path)
    assert run.code == 2
    assert "there is no cluster at" in run.err
