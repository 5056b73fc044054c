"""A class through `grade batch`: everybody gets a verdict, and whoever is interrupted goes on."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from kit import SHAPES, Run, edit, environment, grade, solution

from grader.confinement import offered

RUNG = [] if offered().official else ["--unconfined"]
posix = pytest.mark.skipif(sys.platform == "win32", reason="signals and process trees of POSIX")

WRONG = solution("plane", ("/ 2", "/ 3"))
LOOP = solution("plane") + "while True:\n    pass\n"
EXIT = solution("plane") + "import os\nos._exit(0)\n"
SYNTAX = "def distance(:\n"


@pytest.fixture
def submissions(tmp_path: Path) -> Path:
    """A class of eight: some right, some wrong, some broken."""
    modules = {"amy": WRONG, "ben": LOOP, "cem": SYNTAX, "dan": "", "eve": EXIT}
    for student in ("amy", "ben", "cem", "dan", "eve", "fay", "gus", "zoë 王"):
        folder = tmp_path / "submissions" / student
        folder.mkdir(parents=True)
        (folder / "plane.py").write_text(modules.get(student, solution("plane")), encoding="utf-8")
    return tmp_path / "submissions"


def batch(*arguments: str | Path, cwd: Path, stage: str = "points") -> Run:
    return grade("--course", SHAPES, "batch", stage, *arguments, *RUNG, cwd=cwd)


def results(out: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (out / "results.jsonl").read_text(encoding="utf-8").splitlines()]


def timeless(out: Path) -> list[dict[str, Any]]:
    """Return the results without what differs from run to run."""
    return [{key: value for key, value in result.items() if key != "seconds"} for result in results(out)]


def test_every_submission_gets_its_verdict(submissions: Path, tmp_path: Path) -> None:
    run = batch(submissions, "--out", "out", cwd=tmp_path)
    assert run.code == 0, run.err
    found = {result["submission"]: result["outcome"] for result in results(tmp_path / "out")}
    assert found == {
        "amy": "failed",
        "ben": "timeout",
        "cem": "failed",
        "dan": "todo",
        "eve": "crashed",
        "fay": "passed",
        "gus": "passed",
        "zoë 王": "passed",
    }
    assert list(found) == sorted(found)
    assert {result["isolation"] for result in results(tmp_path / "out")} == {"practice" if RUNG else "official"}


def test_a_batch_and_a_single_run_report_the_same(submissions: Path, tmp_path: Path) -> None:
    batch(submissions, "--out", "out", "--seed", "7", cwd=tmp_path)
    for result in results(tmp_path / "out"):
        alone = grade(
            *("--course", SHAPES, "points", "--submission", submissions / result["submission"]),
            *("--seed", "7", "--json"),
            cwd=tmp_path,
        )
        ours = {key: value for key, value in result.items() if key in alone.report}
        assert _comparable(ours) == _comparable(alone.report)


def _comparable(report: dict[str, Any]) -> dict[str, Any]:
    """Return a report without what differs: times, isolation, and the line of a loop, which is not asked of a class."""
    late = [check | {"place": None} if check["outcome"] == "timeout" else check for check in report["checks"]]
    problems = [problem | {"place": None} for problem in report["problems"]]
    return report | {"seconds": 0, "isolation": "", "checks": late, "problems": problems}


def test_a_rerun_grades_only_what_changed(submissions: Path, tmp_path: Path) -> None:
    batch(submissions, "--out", "out", "--seed", "7", cwd=tmp_path)
    before = {result["submission"]: result for result in results(tmp_path / "out")}
    (submissions / "amy" / "plane.py").write_text(solution("plane"), encoding="utf-8")
    run = batch(submissions, "--out", "out", cwd=tmp_path)  # the seed is the one it began with
    after = {result["submission"]: result for result in results(tmp_path / "out")}
    assert "7 kept" in run.err
    assert after["amy"]["outcome"] == "passed"
    assert {name: after[name] for name in after if name != "amy"} == {n: before[n] for n in before if n != "amy"}


def test_another_seed_is_another_result(submissions: Path, tmp_path: Path) -> None:
    batch(submissions, "--out", "out", "--seed", "7", cwd=tmp_path)
    run = batch(submissions, "--out", "out", "--seed", "8", cwd=tmp_path)
    assert "kept" not in run.err
    assert {result["seed"] for result in results(tmp_path / "out")} == {8}


def test_each_student_has_a_seed_of_their_own_on_request(submissions: Path, tmp_path: Path) -> None:
    batch(submissions, "--out", "out", "--seed", "7", "--seed-per-student", cwd=tmp_path)
    seeds = {result["submission"]: result["seed"] for result in results(tmp_path / "out")}
    assert len(set(seeds.values())) == len(seeds)
    run = batch(submissions, "--out", "out", "--only", "amy", "--seed", str(seeds["amy"]), cwd=tmp_path)
    assert run.code == 1
    assert f"seed {seeds['amy']}" in run.out


def test_who_handed_in_nothing_any_more_is_not_in_the_results(submissions: Path, tmp_path: Path) -> None:
    batch(submissions, "--out", "out", cwd=tmp_path)
    (submissions / "amy" / "plane.py").unlink()
    (submissions / "amy").rmdir()
    batch(submissions, "--out", "out", cwd=tmp_path)
    assert "amy" not in {result["submission"] for result in results(tmp_path / "out")}


def test_more_time_for_a_student(submissions: Path, tmp_path: Path) -> None:
    slow = "import time\ntime.sleep(0.8)\n" + solution("plane")  # the limit of a question is 0.5 s
    (submissions / "amy" / "plane.py").write_text(slow, encoding="utf-8")
    for arguments, outcome in (((), "timeout"), (("--time-factor", "amy=3"), "passed")):
        batch(submissions, "--out", "out", *arguments, cwd=tmp_path)
        found = {result["submission"]: result["outcome"] for result in results(tmp_path / "out")}
        assert (found["amy"], found["ben"]) == (outcome, "timeout")


# -- interrupted, killed, cut short ----------------------------------------------------------------------------------


def started(*arguments: str | Path, cwd: Path, **options: Any) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "grader", "--course", SHAPES, "batch", "points", *arguments, *RUNG]
    return subprocess.Popen(
        list(map(str, command)),
        cwd=cwd,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        **options,
    )


def descendants(pid: int) -> set[int]:
    """Return the processes that a process has started, directly or not."""
    children: dict[int, list[int]] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
        except OSError:
            continue
        children.setdefault(int(fields[1]), []).append(int(stat.parent.name))
    found, waiting = set(), [pid]
    while waiting:
        below = children.get(waiting.pop(), [])
        found.update(below)
        waiting += below
    return found


def running(pids: Sequence[int] | set[int]) -> set[int]:
    """Return those of these processes that have not ended."""
    alive = set()
    for pid in pids:
        try:
            state = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
        except OSError:
            continue
        if state[0] not in "ZX":
            alive.add(pid)
    return alive


@posix
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_killed_at_any_moment_it_goes_on_to_the_same_results(
    submissions: Path, tmp_path: Path, number: signal.Signals
) -> None:
    batch(submissions, "--out", "whole", "--seed", "7", cwd=tmp_path)
    rng = random.Random(number)
    seen: set[int] = set()
    for _ in range(4 if number == signal.SIGKILL else 1):
        process = started(submissions, "--out", "out", "--seed", "7", cwd=tmp_path)
        time.sleep(rng.uniform(0.1, 1.5))
        seen |= descendants(process.pid)
        process.send_signal(number)
        process.communicate(timeout=20)
    assert batch(submissions, "--out", "out", "--seed", "7", cwd=tmp_path).code == 0
    assert timeless(tmp_path / "out") == timeless(tmp_path / "whole")
    deadline = time.monotonic() + 10
    while left := running(seen):
        assert time.monotonic() < deadline, f"{left} were left behind"
        time.sleep(0.05)


@posix
def test_a_process_of_the_pool_that_dies_costs_nobody_a_verdict(submissions: Path, tmp_path: Path) -> None:
    process = started(submissions, "--out", "out", "--seed", "7", cwd=tmp_path)
    deadline = time.monotonic() + 20
    while not (killed := _pool(process.pid)):
        assert time.monotonic() < deadline
        time.sleep(0.01)
    time.sleep(0.3)
    os.kill(killed[0], signal.SIGKILL)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 0, err
    batch(submissions, "--out", "whole", "--seed", "7", cwd=tmp_path)
    assert timeless(tmp_path / "out") == timeless(tmp_path / "whole")


def _pool(pid: int) -> list[int]:
    """Return the processes of a batch's pool: they are started by multiprocessing."""
    found = []
    for child in sorted(descendants(pid)):
        try:
            command = Path(f"/proc/{child}/cmdline").read_bytes()
        except OSError:
            continue
        if b"spawn_main" in command:
            found.append(child)
    return found


@posix
def test_a_disk_that_is_full_keeps_what_was_graded(submissions: Path, tmp_path: Path) -> None:
    import resource

    def no_large_files() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (12_000, 12_000))

    process = started(submissions, "--out", "out", "--seed", "7", cwd=tmp_path, preexec_fn=no_large_files)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 2
    assert "cannot write" in err
    assert "Traceback" not in err
    written = (tmp_path / "out" / "results.jsonl").read_bytes()
    assert written.count(b"\n") >= 1  # the first results are there
    run = batch(submissions, "--out", "out", "--seed", "7", cwd=tmp_path)
    assert run.code == 0
    assert "kept" in run.err
    batch(submissions, "--out", "whole", "--seed", "7", cwd=tmp_path)
    assert timeless(tmp_path / "out") == timeless(tmp_path / "whole")


def test_a_torn_or_foreign_line_costs_that_line_only(submissions: Path, tmp_path: Path) -> None:
    batch(submissions, "--out", "out", "--seed", "7", cwd=tmp_path)
    whole = timeless(tmp_path / "out")
    file = tmp_path / "out" / "results.jsonl"
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join([*lines[:3], b"{not json}\n", b"[]\n", lines[4], lines[5][:100]]))
    run = batch(submissions, "--out", "out", "--seed", "7", cwd=tmp_path)
    assert "4 kept" in run.err
    assert timeless(tmp_path / "out") == whole


def test_a_failure_of_ours_is_graded_again(submissions: Path, tmp_path: Path) -> None:
    batch(submissions, "--out", "out", "--seed", "7", cwd=tmp_path)
    whole = timeless(tmp_path / "out")
    file = tmp_path / "out" / "results.jsonl"
    lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    lines[5]["outcome"] = "error"
    file.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), encoding="utf-8")
    assert "7 kept" in batch(submissions, "--out", "out", "--seed", "7", cwd=tmp_path).err
    assert timeless(tmp_path / "out") == whole


@pytest.mark.parametrize(("old", "new"), [('"points":8.0', '"points":"x"'), ('"checks":[', '"checks":[5,')])
def test_an_edited_line_is_graded_again(submissions: Path, tmp_path: Path, old: str, new: str) -> None:
    batch(submissions, "--out", "out", "--seed", "7", cwd=tmp_path)
    whole = timeless(tmp_path / "out")
    file = tmp_path / "out" / "results.jsonl"
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    assert "7 kept" in batch(submissions, "--out", "out", "--seed", "7", cwd=tmp_path).err
    assert timeless(tmp_path / "out") == whole


def test_submissions_that_vanish_get_no_verdict(submissions: Path, tmp_path: Path) -> None:
    """The last of them is taken away while the first, a loop, is being graded."""
    for number in range(30):
        (submissions / f"m{number:02}").mkdir()
        (submissions / f"m{number:02}" / "plane.py").write_text(LOOP, encoding="utf-8")
    process = started(submissions, "--out", "out", "--seed", "7", "--jobs", "1", cwd=tmp_path)
    deadline = time.monotonic() + 30
    while not (tmp_path / "out" / "results.jsonl").exists():
        assert time.monotonic() < deadline
        time.sleep(0.01)
    (submissions / "zoë 王" / "plane.py").unlink()
    _, err = process.communicate(timeout=120)
    assert process.returncode == 1
    assert "no verdict on 1 submission" in err
    found = {result["submission"]: result["outcome"] for result in results(tmp_path / "out")}
    assert found["zoë 王"] == "error"
    assert found["fay"] == "passed"


@posix
@pytest.mark.parametrize("stream", ["stderr", "stdin", "stdout"])
def test_a_stream_that_takes_nothing_costs_no_verdict(submissions: Path, tmp_path: Path, stream: str) -> None:
    command = [
        sys.executable,
        "-m",
        "grader",
        "--course",
        SHAPES,
        "batch",
        "points",
        submissions,
        "--out",
        "out",
        *RUNG,
    ]
    with Path("/dev/full").open("r+b", buffering=0) as full:
        streams = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.DEVNULL) | {stream: full}
        subprocess.run(list(map(str, command)), cwd=tmp_path, env=environment(), check=False, timeout=60, **streams)
    assert len(results(tmp_path / "out")) == 8


def test_names_of_files_do_not_depend_on_the_locale(submissions: Path, tmp_path: Path) -> None:
    arguments = ("--course", SHAPES, "batch", "points", submissions, "--out", "out", *RUNG)
    plain = {"LC_ALL": "C", "LANG": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    run = grade(*arguments, cwd=tmp_path, env=plain)
    assert run.code == 0, run.err
    assert len(list((tmp_path / "out" / "feedback").iterdir())) == 16


# -- what cannot be done ---------------------------------------------------------------------------------------------


@pytest.fixture
def held(submissions: Path, tmp_path: Path) -> Iterator[None]:
    """Another batch at work in the folder `out`."""
    from filelock import FileLock

    (tmp_path / "out").mkdir()
    with FileLock(tmp_path / "out" / ".lock"):
        yield


def test_two_batches_in_one_folder(submissions: Path, tmp_path: Path, held: None) -> None:
    run = batch(submissions, "--out", "out", cwd=tmp_path)
    assert run.code == 2
    assert "another batch is at work in out" in run.err


def test_a_folder_that_holds_another_stage(submissions: Path, tmp_path: Path) -> None:
    batch(submissions, "--out", "out", cwd=tmp_path)
    run = batch(submissions, "--out", "out", stage="outlines", cwd=tmp_path)
    assert run.code == 2
    assert "holds the results of shapes, points" in run.err
    assert len(results(tmp_path / "out")) == 8


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nowhere", "--out", "out"], "there is nothing at nowhere"),
        (["submissions", "--out", "a file/out"], "cannot make the folder"),
        (["submissions", "--out", "submissions/out"], "would be a submission next time"),
        (["submissions", "--out", "out", "--only", "\x1b[31mred"], "there is no submission of 'red'"),
        (["submissions", "--out", "out", "--only", "ammy"], "Did you mean 'amy'?"),
        (["submissions", "--out", "out", "--time-factor", "amy"], "Write it as --time-factor"),
        (["submissions", "--out", "out", "--time-factor", "amy=0"], "Write it as --time-factor"),
        (["submissions", "--out", "out", "--time-factor", "bob=2"], "no submission of 'bob'"),
    ],
)
def test_what_cannot_be_done_is_said(submissions: Path, tmp_path: Path, arguments: list[str], message: str) -> None:
    (tmp_path / "a file").write_text("", encoding="utf-8")
    run = batch(*arguments, cwd=tmp_path)
    assert run.code == 2
    assert message in run.err
    assert not (tmp_path / "out").exists()


# -- faults of ours --------------------------------------------------------------------------------------------------


def test_who_kills_the_grader_itself_takes_nobody_along(submissions: Path, shapes: Path, tmp_path: Path) -> None:
    """A check runs in a process of the pool: one that ends it stands for a fault that no test has found."""
    head = "def test_midpoint_is_a_pair(plane):\n"
    title = '    """midpoint((0, 0), (4, 2)) is the pair (2, 1)."""\n'
    poison = "    if hasattr(plane, 'poison'):\n        import os\n        os._exit(1)\n"
    edit(shapes / "checkpoints" / "test_points.py", (head + title, head + title + poison))
    (submissions / "gus" / "plane.py").write_text(solution("plane") + "poison = True\n", encoding="utf-8")
    arguments = ("--course", shapes, "batch", "points", submissions, "--out", "out", "--seed", "7")
    run = grade(*arguments, *RUNG, cwd=tmp_path)
    assert run.code == 1
    assert "no verdict on 1 submission" in run.err
    found = {result["submission"]: result["outcome"] for result in results(tmp_path / "out")}
    assert found.pop("gus") == "error"
    assert set(found.values()) == {"passed", "failed", "todo", "timeout", "crashed"}
    edit(shapes / "checkpoints" / "test_points.py", (poison, ""))
    assert grade(*arguments, *RUNG, cwd=tmp_path).code == 0
    assert {result["outcome"] for result in results(tmp_path / "out")} == set(found.values())
