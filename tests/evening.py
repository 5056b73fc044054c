"""An evening with the kata, played at a real terminal, with a picture of each moment.

    python tests/evening.py FOLDER [COLUMNSxLINES …]

`grade init`, `grade watch`, and then for each stage: a known mistake, what is said of it, two hints, the right code,
until the MLP is trained. Each screen is kept as FOLDER/SIZE/NUMBER-MOMENT.svg, to be looked at, and as .txt.
"""

from __future__ import annotations

import re
import sys
import tempfile
from io import StringIO
from pathlib import Path

import kit
from rich.console import Console
from rich.style import Style
from rich.text import Text
from terminal_cases import GRADE
from terminals import Terminal, until

from grader.course import Stage, load_course
from grader.files import write_atomically
from grader.museum import Piece, load_pieces
from grader.source import parse
from grader.submission import Submission, read_submission
from grader.swap import grafted, with_reference

FONTS = "ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace"
LAST = "stage7"  # the MLP is trained
SIZES = ("80x24", "120x40")
COMMAND = [sys.executable, "-P", "-c", GRADE]


class Evening:
    """One evening at a terminal of a size; `play` it, and it fails where something expected is not on the screen."""

    def __init__(self, folder: Path, kata: Path, size: tuple[int, int]) -> None:
        self._folder = folder
        self._kata = kata
        self._size = size
        self._course = load_course(kit.ROOT)
        self._pictures = 0
        env = kit.environment(TERM="xterm-256color")
        first = Terminal([*COMMAND, "init", kata.name], kata.parent, env, size)
        assert first.end() == 0
        self._terminal = Terminal([*COMMAND, "watch"], kata, env, size, patience=60.0)

    def play(self) -> None:
        stages = self._course.stages[: [stage.name for stage in self._course.stages].index(LAST) + 1]
        self._see("begin", stages[0].title.split(":")[0], "Next:")
        for stage, following in zip(stages, self._course.stages[1:], strict=False):
            self._break(stage)
            self._ask_for_help(stage)
            self._save(self._right(stage))
            self._see(f"{stage.name}-passes", f"{stage.name} passes. Well done!", following.name, "Next:")
        self._look_around()
        self._terminal.press("q")
        assert self._terminal.end() == 0
        self._keep("end")

    def _break(self, stage: Stage) -> None:
        """Write the stage with a known mistake in it."""
        piece = next(piece for piece in load_pieces(self._course) if piece.stage == stage.name)
        self._save(_with(self._right(stage), piece))
        self._see(f"{stage.name}-broken", "first failing check", "waiting for a save")
        until(lambda: self._is_at_the_end("What to look at"), 60)
        self._see(f"{stage.name}-why", "What to look at")

    def _is_at_the_end(self, words: str) -> bool:
        """Scroll down, and see whether these words are there: they may come a moment later."""
        self._terminal.press("\x1b[F")
        self._terminal.look(0.2)
        return words in self._terminal.text

    def _ask_for_help(self, stage: Stage) -> None:
        for level in (1, 2):
            self._terminal.press("h")
            self._see(f"{stage.name}-hint-{level}", f"Hint {level} of", without="first failing check")

    def _look_around(self) -> None:
        self._terminal.press("p")
        self._see("back", "key n goes on to", without="Well done! Now")
        self._terminal.press("l")
        self._see("lesson", "Predict first")
        self._terminal.press("?")
        self._see("keys", "open your editor")
        columns, lines = self._size
        self._terminal.resize(columns - 20, lines - 6)
        self._keep("smaller")
        self._terminal.resize(columns, lines)
        self._terminal.press("n")
        self._see("forth", "Next: Write")

    def _right(self, stage: Stage) -> Submission:
        """Return the learner's files with the reference's units up to this stage."""
        units = [unit for other in self._course.up_to_here(stage) for unit in other.units]
        right = with_reference(read_submission(self._course, self._kata), units)
        assert right is not None
        return right

    def _save(self, submission: Submission) -> None:
        for name, (_, data) in submission.files.items():
            if (self._kata / f"{name}.py").read_bytes() != data:
                write_atomically(self._kata / f"{name}.py", data)

    def _see(self, moment: str, *words: str, without: str = "") -> None:
        self._terminal.wait_for(*words, without=without)
        self._keep(moment)

    def _keep(self, moment: str) -> None:
        until(lambda: not self._terminal.look(0.2), 1.0)  # the rest of the same picture
        self._folder.mkdir(parents=True, exist_ok=True)
        self._pictures += 1
        file = self._folder / f"{self._pictures:02}-{moment}"
        file.with_suffix(".txt").write_text(f"{self._terminal.text}\n", encoding="utf-8")
        picture = Console(record=True, width=self._terminal.screen.columns, file=StringIO(), force_terminal=True)
        for line in _coloured(self._terminal):
            picture.print(line, no_wrap=True, overflow="crop", soft_wrap=False)
        drawing = picture.export_svg(title=f"grade watch: {moment}", unique_id="watch")
        drawing = re.sub(r"\s*@font-face \{.*?\}", "", drawing, flags=re.DOTALL)  # it would be fetched from elsewhere
        file.with_suffix(".svg").write_text(drawing.replace("Fira Code, monospace", FONTS), encoding="utf-8")


def _with(submission: Submission, piece: Piece) -> Submission:
    return grafted(submission, piece.unit, piece.source, parse(piece.file.read_text(encoding="utf-8"), piece.name))


def _coloured(terminal: Terminal) -> list[Text]:
    """Return the lines of the screen in their colours."""
    lines = []
    for row in range(terminal.screen.lines):
        line = Text()
        for column in range(terminal.screen.columns):
            cell = terminal.screen.buffer[row][column]
            colour = _colour(cell.fg)
            line.append(cell.data or " ", Style(color=colour, bold=cell.bold or None, reverse=cell.reverse or None))
        lines.append(line)
    return lines


def _colour(name: str) -> str | None:
    """Return the name of a colour for rich; pyte says brown where terminals show yellow, and hex without the #."""
    if name == "default":
        return None
    known = {"brown": "yellow", "brightbrown": "bright_yellow"}
    if name.startswith("bright"):
        return known.get(name, name.replace("bright", "bright_"))
    return known.get(name, name if name.isalpha() and len(name) != 6 else f"#{name}")


def main() -> None:
    folder, sizes = Path(sys.argv[1]), sys.argv[2:] or SIZES
    for size in sizes:
        columns, lines = (int(number) for number in size.split("x"))
        with tempfile.TemporaryDirectory() as place:
            evening = Evening(folder / size, Path(place) / "my-kata", (columns, lines))
            evening.play()
        print(f"{size}: the whole evening, in {folder / size}")


if __name__ == "__main__":
    main()
