"""Draw docs/feedback.svg, the picture in the README: what `grade stage1` says about a wrong `Value.__add__`.

    python docs/picture.py            draw it
    python docs/picture.py --check    exit 1 when `grade` says something else by now than the picture shows

The output is the real command's, in colour, at 80 columns. The picture keeps it as plain text in its <desc> too: for
screen readers, and so that --check compares words and is not disturbed by another version of rich drawing otherwise.
"""

from __future__ import annotations

import argparse
import difflib
import html
import io
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from rich.console import Console
from rich.text import Text

ROOT = Path(__file__).resolve().parent.parent
PICTURE = Path(__file__).with_name("feedback.svg")
WIDTH = 80  # columns
FONTS = "ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace"  # whichever is there; none is fetched

# The mistake that everybody makes once: the second contribution replaces the first.
RIGHT = """\
            self.grad += out.grad
            other.grad += out.grad
"""
WRONG = """\
            self.grad = out.grad
            other.grad = out.grad
"""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="draw nothing; exit 1 when the picture is out of date")
    check = parser.parse_args().check
    sys.stdout.reconfigure(errors="replace")  # type: ignore[union-attr]
    text = feedback()
    if check:
        return 0 if is_current(text) else 1
    PICTURE.write_text(svg(text), encoding="utf-8", newline="\n")
    return 0


def feedback() -> Text:
    """Return what `grade stage1` prints about the wrong submission, below the prompt that asked for it."""
    with tempfile.TemporaryDirectory() as folder:
        submission = Path(folder, "kata")
        shutil.copytree(ROOT / "solutions", submission, ignore=shutil.ignore_patterns("__pycache__"))
        break_addition(submission / "engine.py")
        command = [sys.executable, "-m", "grader", "stage1", "--submission", str(submission)]
        run = subprocess.run(command, cwd=ROOT, env=environment(), capture_output=True, encoding="utf-8", check=False)
    if run.returncode != 1:
        sys.exit(f"the wrong submission should fail; grade ended with {run.returncode}\n{run.stdout}{run.stderr}")
    return Text.from_ansi(f"$ grade stage1\n{run.stdout.rstrip()}")


def break_addition(file: Path) -> None:
    source = file.read_text(encoding="utf-8")
    if source.count(RIGHT) != 1:
        sys.exit(f"{file.name} changed: these lines, to be replaced, are not there once:\n{RIGHT}")
    file.write_text(source.replace(RIGHT, WRONG), encoding="utf-8")


def environment() -> dict[str, str]:
    """A terminal of known width and colours, whatever this one is."""
    kept = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    return kept | {"COLUMNS": str(WIDTH), "FORCE_COLOR": "1", "TERM": "xterm-256color", "PYTHONUTF8": "1"}


def svg(text: Text) -> str:
    """Return the picture: rich's drawing of a terminal, which then loads no font from anywhere."""
    console = Console(record=True, width=WIDTH, file=io.StringIO())
    console.print(text, "\n")  # the last line would lose its underscores at the edge
    drawing = console.export_svg(title="grade", unique_id="feedback")
    drawing = re.sub(r"\s*@font-face \{.*?\}", "", drawing, flags=re.DOTALL)
    drawing = drawing.replace("font-family: Fira Code, monospace", f"font-family: {FONTS}")
    head, tag, rest = drawing.partition(">")
    described = [
        "    <title>What grade says about a wrong addition</title>",
        f"    <desc>{html.escape(words(text), quote=False)}</desc>",
    ]
    return "\n".join([head + tag, *described, rest.strip("\n")]) + "\n"


def words(text: Text) -> str:
    return "\n".join(line.rstrip() for line in text.plain.splitlines())


def is_current(text: Text) -> bool:
    """Return whether the picture shows these words; say what differs if it does not."""
    drawn = PICTURE.read_text(encoding="utf-8") if PICTURE.is_file() else ""
    found = re.search(r"<desc>(.*?)</desc>", drawn, re.DOTALL)
    before, now = html.unescape(found[1]) if found else "", words(text)
    if before != now:
        print(f"{PICTURE.name} is out of date; run: python docs/picture.py")
        difference = difflib.unified_diff(before.splitlines(), now.splitlines(), "the picture", "grade", lineterm="")
        print(*difference, sep="\n")
    return before == now


if __name__ == "__main__":
    sys.exit(main())
