"""What several test files need: the command in a process of its own, copies of the small course, changed solutions."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from io import StringIO
from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console

from grader.course import load_course
from grader.render.terminal import make_console, render_report
from grader.report import Report
from grader.seed import PRACTICE_SEED
from grader.session import run_session
from grader.submission import read_submission
from grader.workers import InProcessSource, Spawner

ROOT = Path(__file__).resolve().parent.parent
SHAPES = ROOT / "tests" / "courses" / "shapes"
STAGES = ("points", "outlines", "pen", "figures")

# Settings of whoever runs the tests that would change what the command prints or does.
_FOREIGN = ("COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR", "TERM", "LC_ALL", "LANG", "CI", "TMPDIR")


@dataclass(frozen=True)
class Run:
    """One finished command."""

    code: int
    out: str
    err: str

    @cached_property
    def report(self) -> dict[str, Any]:
        """The JSON document on stdout, which must be the only thing there."""
        assert self.out.count("\n") == 1
        document: dict[str, Any] = json.loads(self.out)
        return document

    @property
    def outcomes(self) -> dict[str, str]:
        return {check["id"]: check["outcome"] for check in self.report["checks"]}

    def check(self, name: str) -> dict[str, Any]:
        """Return the only check whose id contains `name`."""
        (found,) = (check for check in self.report["checks"] if name in check["id"])
        return found

    def findings(self) -> dict[str, Any]:
        """Return the report without what differs from run to run."""
        return {key: value for key, value in self.report.items() if key != "seconds"}


def environment(**changes: str | None) -> dict[str, str]:
    """Return this process's environment without foreign settings, with `changes`; None takes a variable away."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if name not in _FOREIGN and not name.startswith(("PYTEST", "PYTHON", "COV"))
    }
    merged: dict[str, str | None] = {**kept, "LC_ALL": "C.UTF-8", **changes}
    return {name: value for name, value in merged.items() if value is not None}


def grade(
    *arguments: str | Path,
    cwd: Path,
    env: Mapping[str, str | None] | None = None,
    python: Sequence[str] = (),
    before: Sequence[str] = (),
    traceback: bool = False,
    seconds: float = 60,
) -> Run:
    """Run `grade` as users do. A traceback on stderr is a fault of ours unless the test says otherwise."""
    command = [*before, sys.executable, *python, "-m", "grader", *map(str, arguments)]
    finished = subprocess.run(
        command,
        cwd=cwd,
        env=environment(**(env or {})),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        errors="backslashreplace",
        timeout=seconds,
    )
    assert traceback or "Traceback" not in finished.stderr, finished.stderr
    return Run(finished.returncode, finished.stdout, finished.stderr)


def copy_course(folder: Path, source: Path = SHAPES) -> Path:
    """Return a copy of a course that a test may change."""
    shutil.copytree(source, folder, ignore=shutil.ignore_patterns("__pycache__"))
    return folder


def edit(file: Path, *changes: tuple[str, str]) -> None:
    """Replace text in a file; each `old` must be there."""
    text = file.read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text, f"{old!r} is not in {file.name}"
        text = text.replace(old, new)
    file.write_text(text, encoding="utf-8")


def solution(module: str, *changes: tuple[str, str]) -> str:
    """Return the source of a module of the small course's solution, with text replaced."""
    text = (SHAPES / "solutions" / f"{module}.py").read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text, f"{old!r} is not in {module}.py"
        text = text.replace(old, new)
    return text


def workspace(folder: Path, course: Path = SHAPES, **modules: str | bytes | None) -> Path:
    """Make a workspace of the small course: the solutions, except for the modules given (None: no such file)."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "kata.toml").write_text(f'course = {json.dumps(str(course))}\nversion = "1.0"\n', encoding="utf-8")
    for name in ("plane", "pen"):
        content = modules.get(name, solution(name))
        if content is not None:
            (folder / f"{name}.py").write_bytes(content.encode("utf-8") if isinstance(content, str) else content)
    return folder


def examine(
    folder: Path,
    *stages: str,
    course: Path = SHAPES,
    in_process: bool = False,
    only: Sequence[str] = (),
    seed: int = PRACTICE_SEED,
) -> list[Report]:
    """Examine a submission as `grade` does, in this process, with a worker of its own: quicker than a command."""
    loaded = load_course(course)
    source = InProcessSource() if in_process else Spawner(loaded.limits)
    submission = read_submission(loaded, folder)
    try:
        chosen = [loaded.stage(stage) for stage in stages]
        return run_session(loaded, chosen, source, lambda session: session.examine(submission, seed), only=only)
    finally:
        source.close()


def screen(report: Report, course: Path = SHAPES, width: int = 100) -> str:
    """Return a report as a terminal would show it, without colour."""
    stage = load_course(course).stage(report.stage)
    return shown(render_report(report, stage, "Go on."), width)


def shown(renderable: Any, width: int = 100, encoding: str = "utf-8", *, plain: bool = False) -> str:
    """Return a renderable as text for a terminal of that width and encoding; what it lacks is an error."""
    stream = _Stream(encoding)
    if plain:
        make_console(stream, width, plain=True).print(renderable)
        return stream.getvalue()
    console = Console(file=stream, width=width, highlight=False, emoji=False, markup=False, color_system=None)
    console.print(renderable)
    return stream.getvalue()


class _Stream(StringIO):
    def __init__(self, encoding: str) -> None:
        super().__init__()
        self._name = encoding

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return self._name


def replaced(report: Report, **fields: Any) -> Report:
    """Return a report with other values in some fields."""
    return msgspec.structs.replace(report, **fields)
