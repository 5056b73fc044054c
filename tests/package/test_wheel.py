"""The wheel, built and installed as a user gets it: the course comes along, and no checkout is needed."""

from __future__ import annotations

import json
import subprocess
import sys
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TIMEOUT = 300  # seconds; building and installing reach for an index


def run(*command: str | Path, cwd: Path, code: int = 0) -> str:
    done = subprocess.run([*map(str, command)], cwd=cwd, capture_output=True, text=True, timeout=TIMEOUT, check=False)
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from the source distribution, as a release would be."""
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--outdir", folder, ROOT, cwd=folder)
    (path,) = folder.glob("*.whl")
    return path


@pytest.fixture(scope="session")
def grade(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The command, installed into a fresh environment."""
    folder = tmp_path_factory.mktemp("venv")
    venv.create(folder, with_pip=True)
    scripts = folder / ("Scripts" if sys.platform == "win32" else "bin")
    run(scripts / "python", "-m", "pip", "install", "--quiet", wheel, cwd=folder)
    return scripts / "grade"


@pytest.fixture
def kata(grade: Path, tmp_path: Path) -> Path:
    run(grade, "init", "kata", cwd=tmp_path)
    return tmp_path / "kata"


def test_a_fresh_workspace_is_to_do(grade: Path, kata: Path) -> None:
    report = json.loads(run(grade, "stage1", "--json", cwd=kata, code=1))
    assert report["outcome"] == "todo"
    assert report["points"] == 0


def test_the_workspace_passes_once_it_is_solved(grade: Path, kata: Path) -> None:
    for module in ("engine.py", "nn.py"):
        (kata / module).write_bytes((ROOT / "solutions" / module).read_bytes())
    for stage in range(1, 8):
        assert json.loads(run(grade, f"stage{stage}", "--json", cwd=kata))["outcome"] == "passed"


def test_the_board_lesson_and_hint_need_no_checkout(grade: Path, kata: Path) -> None:
    assert "You are at stage1" in run(grade, cwd=kata)
    assert "Predict first" in run(grade, "lesson", "stage1", cwd=kata)
    assert "Hint 1 of" in run(grade, "hint", "stage1", cwd=kata)


def test_a_stage_that_needs_a_library_says_so_and_the_others_do_without(grade: Path, kata: Path) -> None:
    for module in (ROOT / "solutions").glob("*.py"):
        (kata / module.name).write_bytes(module.read_bytes())
    assert "pip install numpy" in run(grade, cwd=kata)
    run(grade, "stage13", cwd=kata, code=2)
    run(grade.with_name("python"), "-m", "pip", "install", "--quiet", "numpy", cwd=kata)
    assert json.loads(run(grade, "stage13", "--json", cwd=kata))["outcome"] == "passed"
    assert "Everything passes" in run(grade, cwd=kata), "the installed checkpoints, all stages"
