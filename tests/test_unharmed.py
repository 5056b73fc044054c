"""A learner's files survive every command: three write them, keep a copy first, and may be killed at any moment."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import kit
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from kit import SHAPES, grade, solution, workspace

from grader.cli import run
from grader.learner.backups import FOLDER, all_backups

Files = dict[str, bytes]


def files_in(kata: Path) -> Files:
    """Return all files of a workspace, without backups, and without what was left half-written."""
    found = (path for path in kata.rglob("*") if path.is_file() and FOLDER not in path.parts)
    return {p.relative_to(kata).as_posix(): p.read_bytes() for p in found if not is_draft(p)}


def is_draft(path: Path) -> bool:
    return path.name.startswith(".") and path.name not in (".given.json",)


# -- nothing else writes --------------------------------------------------------------------------------------------

WRITERS = ("reset", "undo", "update")
COMMANDS = [
    "",
    "points",
    "points --json",
    "outlines --seed 3 --full",
    "points --in-process",
    "pen --check test_turn --dot graph.dot",
    "figures --junit report.xml",
    "points --junit plane.py",
    "points --svg plane.py",
    "hint",
    "hint points 2",
    "hint outlines --unit area",
    "lesson",
    "lesson pen",
    "solution points",
    "solution figures --spoil",
    "doctor",
    "init other",
    "init .",
    "init --vscode",
    "completion bash",
    "undo --list",
    "--plain",
    "--help",
    "nosuch",
    "course check",
    "course build",
    "reset points",
    "reset outlines --unit area",
    "reset figures",
    "reset --all",
    "reset",
    "undo",
    "undo nosuch",
    "update",
]
CONTENTS = {
    "right": solution("plane"),
    "wrong": solution("plane", ("q[1] - p[1])", "q[1] + p[1])")),
    "stubs": (SHAPES / "exercises" / "plane.py").read_text(encoding="utf-8"),
    "broken": "def distance(p, q:\n",
    "empty": "",
    "tabs and Windows's line ends": solution("plane").replace("    ", "\t").replace("\n", "\r\n"),
    "UTF-16": "# é\n".encode("utf-16"),
    "bytes": bytes(range(256)),
    "missing": None,
}


def runs(kata: Path, line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(kata)
    run(line.split())


@pytest.fixture
def course(tmp_path: Path) -> Path:
    """A course that is version 1.1, so that an update has something to do."""
    folder = kit.copy_course(tmp_path / "course")
    kit.edit(folder / "course.toml", ('version = "1.0"', 'version = "1.1"'), ("question_seconds = 0.5", ""))
    return folder


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture], database=None)
@given(
    lines=st.lists(st.sampled_from(COMMANDS), min_size=2, max_size=4),
    plane=st.sampled_from(sorted(CONTENTS)),
    pen=st.sampled_from(["right", "stubs", "missing"]),
)
def test_only_three_commands_write_a_learner_s_files_and_keep_a_copy(
    course: Path, tmp_path: Path, lines: list[str], plane: str, pen: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    kata = tmp_path / "kata"
    shutil.rmtree(kata, ignore_errors=True)
    modules: dict[str, Any] = {"plane": CONTENTS[plane], "pen": solution("pen") if pen == "right" else None}
    if pen == "stubs":
        modules["pen"] = (SHAPES / "exercises" / "pen.py").read_text(encoding="utf-8")
    workspace(kata, course, **modules)
    (kata / "notes.txt").write_text("mine", encoding="utf-8")
    for line in lines:
        before, copies = files_in(kata), len(all_backups(kata))
        runs(kata, line, monkeypatch)
        after = files_in(kata)
        changed = {name: data for name, data in before.items() if after.get(name) != data}
        if not changed:
            assert len(all_backups(kata)) == copies, f"{line}: nothing changed, and nothing is to be kept"
            continue
        assert line.split()[0] in WRITERS, f"{line} changed {', '.join(changed)}"
        assert "notes.txt" not in changed
        assert changed.keys() <= after.keys(), f"{line} took a file away"
        newest, *_ = all_backups(kata)
        assert {name: copy.read_bytes() for name, copy in newest.files.items()} == changed


def test_a_batch_over_one_s_own_folder_changes_nothing_in_it(tmp_path: Path) -> None:
    kata = workspace(tmp_path / "class" / "ada")
    before = files_in(kata)
    assert grade("--course", SHAPES, "batch", "points", "class", "--out", "out", cwd=tmp_path).code == 0
    assert files_in(kata) == before


# -- killed at any moment -------------------------------------------------------------------------------------------

if sys.platform == "win32":
    pytest.skip("needs fork and signals", allow_module_level=True)


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace of an older version, in which everything has something to do; `grade reset pen` was run before."""
    folder = tmp_path_factory.mktemp("template")
    course = kit.copy_course(folder / "course")
    assert grade("--course", course, "init", "kata", cwd=folder).code == 0
    kata = folder / "kata"
    for name in ("plane", "pen"):
        (kata / f"{name}.py").write_text(solution(name) + "# mine\n" * 40, encoding="utf-8")
    assert grade("reset", "pen", cwd=kata).code == 0
    kit.edit(course / "course.toml", ('version = "1.0"', 'version = "1.1"'))
    for file in ("solutions/plane.py", "solutions/pen.py"):
        with (course / file).open("a", encoding="utf-8") as stream:
            stream.write('\n\ndef given():\n    """Came later."""\n    return 1\n')
    lesson = course / "checkpoints" / "lessons" / "points.md"
    lesson.write_text(lesson.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    assert grade("course", "build", cwd=course).code == 0
    return kata


@pytest.mark.parametrize("command", [("reset", "outlines"), ("reset", "--all"), ("undo",), ("update",)], ids=" ".join)
def test_killed_at_any_step_each_file_is_the_old_or_the_new_one(
    template: Path, tmp_path: Path, command: tuple[str, ...]
) -> None:
    driver = [sys.executable, str(kit.ROOT / "tests" / "killing.py"), str(template), str(tmp_path), *command]
    done = subprocess.run(driver, env=kit.environment(), capture_output=True, encoding="utf-8", timeout=300)
    assert done.returncode == 0, done.stderr
    *killed, through = sorted((path for path in tmp_path.iterdir() if path.name.isdigit()), key=lambda p: int(p.name))
    killed += sorted(tmp_path.glob("after-*"))
    old, new = files_in(template), files_in(through)
    written = {name for name in new if new[name] != old.get(name)}
    assert len(killed) > 5 * len(written), "a backup and the file itself: each is opened, filled and named"
    seen = set()
    for folder in killed:
        left = files_in(folder)
        assert left.keys() == old.keys()
        for name, data in left.items():
            assert data in (old[name], new[name]), f"{name} is neither the old nor the new one in {folder.name}"
        changed = {name: old[name] for name in written if left[name] == new[name]}
        seen.add(len(changed))
        if changed:
            newest, *_ = all_backups(folder)
            kept = {name: copy.read_bytes() for name, copy in newest.files.items()}
            assert kept == {name: old[name] for name in written}, "the whole backup came first"
        assert contents_of(folder) <= {*contents_of(template), *old.items()}, "no copy is half there"
    assert seen == set(range(len(written))), "it was killed between any two files"


def contents_of(kata: Path) -> set[tuple[str, bytes]]:
    """Return all copies in all backups of a workspace, with their names."""
    return {(name, copy.read_bytes()) for backup in all_backups(kata) for name, copy in backup.files.items()}


@pytest.mark.parametrize("command", [("reset", "--all"), ("update",)], ids=" ".join)
def test_what_was_killed_can_be_run_again_and_undone(template: Path, tmp_path: Path, command: tuple[str, ...]) -> None:
    driver = [sys.executable, str(kit.ROOT / "tests" / "killing.py"), str(template), str(tmp_path), *command]
    subprocess.run(driver, env=kit.environment(), capture_output=True, timeout=300)
    *killed, through = sorted((path for path in tmp_path.iterdir() if path.name.isdigit()), key=lambda p: int(p.name))
    for folder in killed[:: max(1, len(killed) // 4)]:
        assert grade(*command, cwd=folder).code == 0
        assert files_in(folder) == files_in(through)
        while len(all_backups(folder)) < 4 and files_in(folder) != files_in(template):
            oldest = all_backups(folder)[-2]
            assert grade("undo", oldest.folder.name, cwd=folder).code == 0
        assert files_in(folder) == files_in(template)
