"""What `grade` prints for typical failures, kept as text: `tests/golden_terminal/SCENE.WIDTH.txt`.

Each scene is a learner's folder and a command. It runs as they run it: the real command, in a terminal of that width.
`python tests/terminal_cases.py [SCENE …]` writes the texts anew; look at the difference before you commit it, and at
the pictures: `python tests/terminal_cases.py --pictures FOLDER [SCENE …]` writes each as SVG, in its colours.
"""

from __future__ import annotations

import re
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import kit
import pexpect

from grader.course import Course, load_course
from grader.source import parse
from grader.spans import source_of
from grader.transplant import transplant
from grader.workspace import create_workspace

GOLDEN = kit.ROOT / "tests" / "golden"
UNKNOWN = kit.ROOT / "tests" / "diagnosis" / "unknown"
TEXTS = kit.ROOT / "tests" / "golden_terminal"
WIDTHS = (80, 120)
LINES = 200  # so that nothing scrolls away
# The real command, but on a busy machine the search for the cause is not given up.
GRADE = """\
import sys
import grader.diagnosis
grader.diagnosis.BLAME_SECONDS = grader.diagnosis.EVIDENCE_SECONDS = 60.0
from grader.cli import run
sys.exit(run(sys.argv[1:]))
"""
ESCAPE = re.compile(r"\x1b(?:\[[0-9;?]*[A-Za-z]|\]8;[^\x1b]*\x1b\\)")  # colours, moves, links


@dataclass(frozen=True)
class Scene:
    """A learner's folder, and what they type in it."""

    code: str  # a folder of tests/golden, or a file of tests/diagnosis/unknown
    command: str


SCENES = {
    "wrong_value": Scene("wrong_rtruediv_swapped", "stage4"),
    "overwritten_gradient": Scene("wrong_add_mul_overwrite", "stage1"),
    "counted_once": Scene("wrong_add_counts_once", "stage1"),
    "wrong_order": Scene("wrong_backward_preorder", "stage5"),
    "list_of_an_earlier_call": Scene("wrong_backward_order_shared", "stage5"),
    "earlier_stage_is_wrong": Scene("wrong_mul_own_factor", "stage5"),
    "two_mistakes": Scene("wrong_add_mul_overwrite", "stage5"),
    "no_name_for_it": Scene("mul_without_sign.py", "stage2"),
    "misspelt_attribute": Scene("wrong_mul_backword", "stage2"),
    "missing_method": Scene("wrong_radd_missing", "stage1"),
    "endless_recursion": Scene("wrong_rmul_recursion", "stage2"),
    "nothing_returned": Scene("wrong_return_missing", "stage1"),
    "wrong_type": Scene("wrong_data_is_a_value", "stage2"),
    "wrong_training": Scene("wrong_train_never_zeroes", "stage7"),
    "wrong_type_of_losses": Scene("wrong_train_returns_values", "stage7"),
    "endless_loop": Scene("broken_loop_in_train", "stage7"),
    "syntax_error": Scene("broken_syntax", "stage1"),
    "unusable_import": Scene("broken_import", "stage7"),
    "exit_at_import": Scene("broken_exit_at_import", "stage2"),
    "end_of_python": Scene("broken_process_ends", "stage3"),
    "empty_file": Scene("broken_empty", "stage1"),
    "to_do": Scene("half_done", "stage3"),
    "board": Scene("wrong_rmul_recursion", ""),
}


def printed(scene: Scene, width: int, folder: Path) -> str:
    """Return what the command writes to a terminal of that width, with colours; `folder` becomes the learner's."""
    _make_kata(scene, folder)
    child = pexpect.spawn(
        sys.executable,
        ["-P", "-c", GRADE, *scene.command.split()],
        cwd=str(folder),
        env=kit.environment(TERM="xterm-256color"),
        dimensions=(LINES, width),
        encoding="utf-8",
        timeout=60,
    )
    child.expect(pexpect.EOF)
    child.close()
    return (child.before or "").replace("\r\n", "\n")


def _make_kata(scene: Scene, folder: Path) -> None:
    """Lay out a folder as `grade init` does, with the code of the scene; what it lacks is from the solutions."""
    course = load_course(kit.ROOT)
    create_workspace(course, str(kit.ROOT), folder)
    texts = {file.name: file.read_bytes() for file in course.solutions.glob("*.py")}
    if scene.code.endswith(".py"):
        texts |= _with_fault(course, UNKNOWN / scene.code)
    else:
        texts |= {file.name: file.read_bytes() for file in (GOLDEN / scene.code).glob("*.py")}
    for name, text in texts.items():
        (folder / name).write_bytes(text)


def _with_fault(course: Course, file: Path) -> dict[str, bytes]:
    """Return the module of the solutions that a fault without a name is in, with the fault."""
    namespace = parse(file.read_bytes().decode("utf-8"), file.name)
    unit = str(namespace.units["unit"].node.value.value)  # type: ignore[attr-defined]
    source = source_of(namespace, unit.rpartition(".")[2])
    text = (course.solutions / "engine.py").read_text(encoding="utf-8")
    return {"engine.py": transplant(text, unit, source).encode("utf-8")}


def settled(output: str) -> str:
    """Return what was printed without colours and blanks at the ends of lines."""
    return "\n".join(line.rstrip() for line in ESCAPE.sub("", output).splitlines()).rstrip() + "\n"


def text_file(name: str, width: int) -> Path:
    return TEXTS / f"{name}.{width}.txt"


def in_new_folder(name: str, width: int) -> str:
    """Return what a scene prints, run in a folder of its own named my-kata."""
    with tempfile.TemporaryDirectory() as folder:
        return printed(SCENES[name], width, Path(folder) / "my-kata")


def write_texts(names: Sequence[str]) -> None:
    TEXTS.mkdir(exist_ok=True)
    for name in names:
        for width in WIDTHS:
            text_file(name, width).write_text(settled(in_new_folder(name, width)), encoding="utf-8", newline="\n")


def write_pictures(names: Sequence[str], folder: Path) -> None:
    from io import StringIO

    from rich.console import Console
    from rich.text import Text

    folder.mkdir(parents=True, exist_ok=True)
    for name in names:
        for width in WIDTHS:
            console = Console(record=True, width=width, file=StringIO(), force_terminal=True, highlight=False)
            console.print(Text.from_ansi(in_new_folder(name, width)))
            console.save_svg(str(folder / f"{name}.{width}.svg"), title=f"grade {SCENES[name].command}".strip())


if __name__ == "__main__":
    if sys.argv[1:2] == ["--pictures"]:
        write_pictures(sys.argv[3:] or list(SCENES), Path(sys.argv[2]))
    else:
        write_texts(sys.argv[1:] or list(SCENES))
