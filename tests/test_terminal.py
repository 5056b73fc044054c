"""What people read: nothing breaks or runs over, however narrow, colourless or old the terminal."""

from __future__ import annotations

import io
import re
from typing import Any

import kit
import pytest
from kit import SHAPES, shown
from rich.cells import cell_len
from rich.console import Console

from grader.authoring import Finding
from grader.course import load_course
from grader.learner.hints import Steps
from grader.render.codeline import CodeLine
from grader.render.terminal import (
    MAX_WIDTH,
    make_console,
    render_board,
    render_finding,
    render_hint,
    render_report,
)
from grader.report import CheckResult, Diagnosis, Outcome, Place, Problem, Report

COURSE = load_course(SHAPES)
STAGE = COURSE.stages[0]
WIDTHS = (40, 60, 80, 120)
LONG = "`a_name_that_goes_on` and on, longer than any line of a terminal that people use, " * 3
UNBROKEN = "x" * 300


def a_check(outcome: Outcome = Outcome.FAILED, **details: Any) -> CheckResult:
    basics = {"id": "test_it", "title": "It works.", "points": 0.0, "max_points": 1.0, "units": ("plane:distance",)}
    return CheckResult(outcome=outcome, **(basics | details))


def a_report(*checks: CheckResult, problems: tuple[Problem, ...] = ()) -> Report:
    outcome = min((check.outcome for check in checks), key=list(Outcome).index)
    return Report("shapes", "points", outcome, 0.0, 8.0, 1, "practice", 0.1, checks, problems=problems)


FULL = a_check(
    title=LONG,
    expected="5.0",
    actual=UNBROKEN,
    message=LONG,
    hint=LONG,
    place=Place("plane.py", 8, "distance", "return " + UNBROKEN),
    code=f"p = (0, 0)\nassert plane.distance(p, {UNBROKEN}) == 5",
    values="x = 3.8, y = 1.6",
    output="one\n" * 40 + UNBROKEN,
)
SYNTAX = Problem("plane.py", "SyntaxError: " + LONG, LONG, Place("plane.py", 3, "", "x = " + UNBROKEN, 150))
SCREENS = {
    "every outcome": render_report(a_report(*map(a_check, Outcome)), STAGE, LONG),
    "full failure": render_report(a_report(FULL), STAGE, LONG),
    "whole file": render_report(a_report(a_check(message=SYNTAX.message), problems=(SYNTAX,)), STAGE, "Mend plane.py."),
    "board": render_board(
        COURSE, [a_report(a_check(points=1.0)), a_report(FULL), a_report(a_check(Outcome.TODO))], LONG
    ),
    "hint": render_hint(
        Steps("points", "distance", (LONG, "1. a list\n2. with `code`", UNBROKEN)), "points", 1, named=True
    ),
    "last hint": render_hint(
        Steps("points", "distance", (f"```python\nx = '{UNBROKEN}'\n```",)), "points", 7, named=False
    ),
    "finding": render_finding(Finding("a promise", "12 checks", (LONG, UNBROKEN, *["fault"] * 40))),
}


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("screen", SCREENS)
def test_no_line_is_wider_than_the_terminal(screen: str, width: int) -> None:
    for encoding in ("utf-8", "ascii", "cp1252"):
        text = shown(SCREENS[screen], width, encoding)
        assert text.strip()
        assert max(cell_len(line) for line in text.splitlines()) <= width


@pytest.mark.parametrize("screen", SCREENS)
def test_without_colour_there_is_no_escape_sequence(screen: str) -> None:
    assert "\x1b" not in shown(SCREENS[screen])


def test_every_sign_has_a_word_where_the_encoding_lacks_it() -> None:
    signs = "‼✗○–✓"
    rich, plain = (shown(SCREENS["every outcome"], encoding=encoding) for encoding in ("utf-8", "ascii"))
    lines = [line.split()[0] for line in rich.splitlines() if "It works." in line]
    assert set("".join(lines[: len(Outcome)])) == set(signs)
    words = [line.split()[0] for line in plain.splitlines() if "It works." in line]
    assert words[: len(Outcome)] == ["ERROR", "CRASH", "TIME", "FAIL", "todo", "skip", "ok"]
    assert not set(plain) & set(signs)


def test_colour_says_nothing_that_words_do_not() -> None:
    """Each outcome is spelt out; a reader without colours misses nothing."""
    for outcome in Outcome:
        text = shown(render_report(a_report(a_check(outcome)), STAGE, "Go on."))
        assert {"todo": "to do", "timeout": "out of time"}.get(outcome.value, outcome.value) in text.splitlines()[0]


def test_first_failing_check_is_shown_in_full_and_the_rest_a_line_each() -> None:
    first = a_check(id="test_a", title="First.", expected="5.0", actual="4.0", message="Look at the sign.")
    second = a_check(id="test_b", title="Second.", expected="7.0", actual="6.0", message="Another message.")
    text = shown(render_report(a_report(a_check(Outcome.PASSED, title="Zeroth."), first, second), STAGE, "Go on."))
    for seen in ("✓ Zeroth.", "✗ First.", "✗ Second.", "5.0", "4.0", "Look at the sign.", "Next: Go on."):
        assert seen in text
    assert "7.0" not in text
    assert "Another message." not in text


def test_what_is_to_do_is_shown_calmly() -> None:
    text = shown(render_report(a_report(a_check(Outcome.TODO, message="`x` is still to be written")), STAGE, "Go on."))
    assert "○ It works." in text
    assert "╭" not in text, "no box: nothing went wrong"


@pytest.mark.parametrize("module", ["plane", "pen"])
def test_what_is_missing_is_said_first_and_once(module: str) -> None:
    """Not after a line for each check that waits for it; lines are for checks that it says nothing about."""
    missing = Problem(f"{module}.py", "it is empty", "Fill it.")
    waiting = [a_check(Outcome.TODO, title=f"Title {k}.", needs="plane:distance") for k in range(3)]
    text = shown(render_report(a_report(*waiting, problems=(missing,)), STAGE, "Go on."))
    assert text.count("it is empty") == 1
    titles = [text.find(f"Title {k}.") for k in range(3)]
    assert titles == [-1] * 3 if module == "plane" else text.index("it is empty") < min(titles)


def test_hint_of_a_check_is_not_shown_where_another_unit_is_at_fault() -> None:
    report = a_report(a_check(hint="About the distance."))
    for blame, shows in (((), True), (("plane:distance",), True), (("plane:midpoint",), False)):
        text = shown(render_report(kit.replaced(report, blame=blame), STAGE, "Go on."))
        assert ("About the distance." in text) == shows


def test_parts_of_an_explanation_are_paragraphs() -> None:
    parts = ["What happens: this.", "Why it seems right: that. What happens elsewhere.", "What to look at: all."]
    diagnosis = Diagnosis("name", "Title", "plane:distance", "points", "First. " + " ".join(parts))
    text = shown(render_report(kit.replaced(a_report(a_check()), diagnosis=diagnosis), STAGE, "Go on."))
    lines = [line.strip("│ ") for line in text.splitlines()]
    first = lines.index("First.")
    assert lines[first : first + 7] == ["First.", "", parts[0], "", parts[1], "", parts[2]]


def test_markup_and_emoji_in_a_students_text_stay_text() -> None:
    text = shown(
        render_report(
            a_report(a_check(message="[red]x[/red] :smile: [/]", actual="[bold]", expected="[/]")), STAGE, "[b]"
        )
    )
    for seen in ("[red]x[/red] :smile: [/]", "[bold]", "[b]"):
        assert seen in text


def test_output_is_cut_after_some_lines() -> None:
    text = shown(render_report(a_report(a_check(output="line\n" * 50)), STAGE, "Go on."))
    assert text.count("line\n") + len(re.findall(r"line +│", text)) == 12
    assert "… and 38 lines more" in text


@pytest.mark.parametrize("width", [20, 40, 60, 100])
@pytest.mark.parametrize("column", [1, 5, 18, 60, 118, 119])
def test_caret_of_a_long_line_stays_under_its_place(width: int, column: int) -> None:
    text = "".join(chr(ord("a") + k % 26) for k in range(118))
    code, caret = shown(CodeLine(text, column), width).splitlines()
    assert caret.strip() == "^"
    at = caret.index("^")
    assert (code[at] if column <= len(text) else code[at - 1]) == text[min(column, len(text)) - 1]
    assert max(cell_len(code), cell_len(caret)) <= width


@pytest.mark.parametrize("column", [0, -3, 7, 999])
def test_column_that_is_not_in_the_line_gives_no_caret(column: int) -> None:
    assert "^" not in shown(CodeLine("x = 1", column))


def test_console_is_no_wider_than_lines_are_comfortable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "400")
    assert make_console(io.StringIO()).width == MAX_WIDTH
    monkeypatch.setenv("COLUMNS", "57")
    assert make_console(io.StringIO()).width == 57


def test_colour_follows_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")

    class Terminal(io.StringIO):
        encoding = "utf-8"  # type: ignore[assignment]

        def isatty(self) -> bool:
            return True

    def printed() -> str:
        stream = Terminal()
        make_console(stream).print(SCREENS["full failure"])
        return stream.getvalue()

    assert "\x1b[" in printed()
    monkeypatch.setenv("TERM", "dumb")
    assert "\x1b[" not in printed()
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("NO_COLOR", "1")
    assert not re.findall(r"\x1b\[[0-9;]*3[0-9]m", printed())


def test_board_names_the_next_unit_of_a_stage_that_was_begun() -> None:
    begun = a_report(a_check(Outcome.PASSED, points=1.0), a_check(Outcome.TODO, units=("plane:midpoint",)))
    begun = kit.replaced(begun, points=1.0)
    fresh = kit.replaced(a_report(a_check(Outcome.TODO)), stage="pen")
    text = shown(render_board(COURSE, [begun, fresh], "Go on."))
    assert text.count("next:") == 1
    assert "next: `midpoint`" in text
    assert "1/2" in text


def test_console_writes_to_the_stream_it_is_given() -> None:
    stream = io.StringIO()
    make_console(stream, 60).print("hello")
    assert stream.getvalue() == "hello\n"
    assert isinstance(make_console(stream), Console)
