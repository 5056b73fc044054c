"""Tasks for VS Code: check a stage, see the board, with places in the learner's files as problems to click on."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from grader.course import Course
from grader.errors import UsageError
from grader.files import write_atomically

__all__ = ["PLACE", "write_tasks"]

# A line with `engine.py:12` in it, in a box or not, as a message, a file and a line.
PLACE = r"^(?:│ )?((?:.*? )?([\w./\\-]+\.py):(\d+).*?)\s*│?$"


def write_tasks(course: Course, workspace: Path) -> Path:
    """Write .vscode/tasks.json into a workspace and return it; UsageError when there is another one already."""
    file = workspace / ".vscode" / "tasks.json"
    text = json.dumps(_tasks(course), indent=2, ensure_ascii=False) + "\n"
    if file.exists() and file.read_text(encoding="utf-8", errors="replace") != text:
        raise UsageError(f"{file} is there already and stays as it is", "Move it away, then run: grade init --vscode")
    try:
        file.parent.mkdir(exist_ok=True)
    except OSError as error:
        raise UsageError(f"cannot make the folder {file.parent}: {error.strerror}") from None
    write_atomically(file, text)
    return file


def _tasks(course: Course) -> dict[str, object]:
    stages = [stage.name for stage in course.stages]
    return {
        "version": "2.0.0",
        "inputs": [
            {
                "id": "stage",
                "type": "pickString",
                "description": "Which stage?",
                "options": stages,
                "default": stages[0],
            }
        ],
        "tasks": [
            _task("grade: check a stage", ["${input:stage}"], {"kind": "test", "isDefault": True}),
            _task("grade: the board", [], "none"),
            _task("grade: a hint", ["hint"], "none"),
        ],
    }


def _task(label: str, arguments: list[str], group: object) -> dict[str, object]:
    """Return a task that runs the very Python that wrote it: `grade` need not be on the path of the editor."""
    return {
        "label": label,
        "type": "process",
        "command": sys.executable,
        "args": ["-m", "grader", *arguments],
        "options": {"cwd": "${workspaceFolder}"},
        "group": group,
        "presentation": {"clear": True},
        "problemMatcher": {
            "owner": "grade",
            "source": "grade",
            "severity": "warning",
            "fileLocation": ["relative", "${workspaceFolder}"],
            "pattern": {"regexp": PLACE, "message": 1, "file": 2, "line": 3},
        },
    }
