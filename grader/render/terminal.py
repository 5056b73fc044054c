"""Reports as a person reads them in a terminal: the first failing check in full, the rest a line each, the next step.

Everything here makes rich renderables from records; `make_console` is the only place that knows about streams. Colour
and box characters only repeat what the words and signs say, and where the terminal cannot show the signs, words stand
in for them.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Literal, cast

import msgspec
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from grader.course import Course, Stage
from grader.render.codeline import CodeLine
from grader.render.parts import Box, Either, Spot, is_plain, markdown
from grader.report import CheckResult, Diagnosis, Outcome, Place, Problem, Report
from grader.streams import silence_stdout

if TYPE_CHECKING:
    from grader.authoring import Finding
    from grader.exhibit import Exhibit
    from grader.learner.hints import Steps

__all__ = [
    "PARTS",
    "Sign",
    "make_console",
    "prose",
    "render_board",
    "render_details",
    "render_finale",
    "render_finding",
    "render_hint",
    "render_next",
    "render_overview",
    "render_report",
    "render_versions",
]

MAX_WIDTH = 100  # lines longer than this are hard to read, however wide the window is
MAX_OUTPUT_LINES = 12
MAX_FAULTS = 20

_STYLES = {
    Outcome.ERROR: "bold magenta",
    Outcome.CRASHED: "bold red",
    Outcome.TIMEOUT: "bold red",
    Outcome.FAILED: "bold red",
    Outcome.TODO: "yellow",
    Outcome.SKIPPED: "dim",
    Outcome.PASSED: "green",
}
_SIGNS = {
    Outcome.ERROR: "‼",
    Outcome.CRASHED: "✗",
    Outcome.TIMEOUT: "✗",
    Outcome.FAILED: "✗",
    Outcome.TODO: "○",
    Outcome.SKIPPED: "–",
    Outcome.PASSED: "✓",
}
_WORDS = {
    Outcome.ERROR: "ERROR",
    Outcome.CRASHED: "CRASH",
    Outcome.TIMEOUT: "TIME",
    Outcome.FAILED: "FAIL",
    Outcome.TODO: "todo",
    Outcome.SKIPPED: "skip",
    Outcome.PASSED: "ok",
}


class _Console(Console):
    plain = False
    folder: Path | None = None

    def on_broken_pipe(self) -> None:
        """Nobody reads on (`grade | head`): say no more, and let the verdict decide the exit code."""
        self.quiet = True
        silence_stdout()


class _Trimmed:
    """A stream without blanks at the ends of lines: what is piped is compared, searched and pasted."""

    def __init__(self, stream: IO[str]) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        return self._stream.write(re.sub(r" +(?=\n)", "", text))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def make_console(
    stream: IO[str] | None = None,
    width: int | None = None,
    *,
    plain: bool = False,
    folder: Path | None = None,
    wide: bool = False,
) -> Console:
    """Return a console for stdout (or `stream`), no wider than lines are comfortable to read, unless it is `wide`.

    A `plain` one is for screen readers: sentences instead of boxes, signs and drawings. `folder` holds the student's
    files: places in them can then be clicked, where the terminal knows how.
    """
    file = stream or sys.stdout
    if not file.isatty():
        file = cast(IO[str], _Trimmed(file))
    colours: Literal["auto"] | None = None if plain else "auto"
    console = _Console(
        file=file, highlight=False, emoji=False, markup=False, width=width, color_system=colours, no_color=plain or None
    )
    console.plain, console.folder = plain, folder
    if width is None and console.width > MAX_WIDTH and not wide:
        console.width = MAX_WIDTH
    return console


def render_report(report: Report, stage: Stage, next_step: str) -> RenderableType:
    """One stage: whole-file problems once, its checks a line each, the first failing check in full, the next step."""
    details = render_details(report)
    return _spaced(
        render_overview(report, stage),
        *([details] if details else []),
        *([render_next(next_step)] if next_step else []),
    )


def render_overview(report: Report, stage: Stage) -> RenderableType:
    """The first part of a report: the outcome, what is wrong with whole files, the checks a line each."""
    border = "yellow" if report.outcome is Outcome.TODO else "red"
    parts: list[RenderableType] = [_heading(report, stage), *(_problem_panel(p, border) for p in report.problems)]
    if not _is_all_of_a_file(report):  # else one fault is said, once
        parts.append(_check_lines(report.checks))
        passed = (check for check in report.checks if check.outcome is Outcome.PASSED)
        parts += [_exhibit(exhibit) for check in passed for exhibit in check.exhibits]
    return _spaced(*parts)


def render_details(report: Report) -> RenderableType | None:
    """The second part of a report: the first failing check in full, and what seems to be behind it, if anything is."""
    first, parts = _first_to_show(report), []
    if first is None or _is_all_of_a_file(report):
        return None
    if not _is_of_a_file(report, first):
        parts.append(_check_panel(first, _culprits(report)))
    if (cause := _cause_panel(report)) is not None:
        parts.append(cause)
    return _spaced(*parts) if parts else None


def _is_all_of_a_file(report: Report) -> bool:
    return all(_is_of_a_file(report, check) for check in report.checks)


def _is_of_a_file(report: Report, check: CheckResult) -> bool:
    """Whether a check only says that a file is broken, or to do because there is nothing in it."""
    if any(problem.message == check.message for problem in report.problems):
        return True
    module = (check.needs or "").partition(":")[0]
    return check.outcome is Outcome.TODO and any(problem.file == f"{module}.py" for problem in report.problems)


def _first_to_show(report: Report) -> CheckResult | None:
    """The first check that went wrong; what is still to do needs no explanation."""
    return next((c for c in report.checks if c.outcome not in (Outcome.PASSED, Outcome.TODO, Outcome.SKIPPED)), None)


def _heading(report: Report, stage: Stage) -> RenderableType:
    line = Table.grid(padding=(0, 1), expand=True)
    line.add_column(ratio=1)
    line.add_column(justify="right")
    title = Text.assemble((stage.name, "bold"), " · ", stage.title)
    state = Text.assemble((_spoken(report.outcome), _STYLES[report.outcome]), f"  {_points(report)}")
    line.add_row(title, state)
    points = f"{report.points:g} of {report.max_points:g} points"
    return Either(line, Text(f"{stage.name}, {stage.title}: {_spoken(report.outcome)}, {points}."))


def _spoken(outcome: Outcome) -> str:
    return {Outcome.TODO: "to do", Outcome.TIMEOUT: "out of time"}.get(outcome, outcome.value)


def _points(report: Report) -> str:
    return f"{report.points:g}/{report.max_points:g} points"


def _check_lines(checks: Sequence[CheckResult]) -> RenderableType:
    table = Table.grid(padding=(0, 1))
    table.add_column(no_wrap=True)
    table.add_column(ratio=1, overflow="fold")
    for check in checks:
        style = "dim" if check.outcome in (Outcome.TODO, Outcome.SKIPPED) else ""
        table.add_row(Sign(check.outcome), Text(check.title, style=style))
    sentences = Group(*(Text(f"{_spoken(check.outcome).capitalize()}: {check.title}") for check in checks))
    return Either(Padding(table, (0, 0, 0, 1)), sentences)


class Sign(msgspec.Struct, frozen=True):
    """An outcome as one sign, or as a word where the terminal's encoding has no such sign."""

    outcome: Outcome

    def __rich_console__(self, console: Console, options: object) -> Iterable[RenderableType]:
        signs = _WORDS if _has_no_signs(console) else _SIGNS
        yield Text(signs[self.outcome], style=_STYLES[self.outcome])

    def __rich_measure__(self, console: Console, options: object) -> object:
        from rich.measure import Measurement

        width = max(map(len, _WORDS.values())) if _has_no_signs(console) else 1
        return Measurement(width, width)


def _has_no_signs(console: Console) -> bool:
    return is_plain(console) or not console.encoding.lower().startswith("utf")


def _check_panel(check: CheckResult, culprits: Collection[str]) -> RenderableType:
    """One check in full, its sections a blank line apart; `culprits` are the units known to be at fault."""
    body = _spaced(prose(check.title), *_sections(check, culprits))
    return Box(_panel_title(check.outcome), body, "red")


def _sections(check: CheckResult, culprits: Collection[str]) -> Iterator[RenderableType]:
    """Expected and got, why, the line of code, the hint, the check's own steps, what was printed, if any.

    The hint is about the check's own unit: where another one is at fault, it would lead astray.
    """
    if check.expected is not None and check.actual is not None:
        yield _facts(check.expected, check.actual)
    if check.message:
        yield prose(check.message)
    yield from map(_exhibit, check.exhibits)
    if check.place is not None:
        yield _code_line(check.place)
    if check.hint and (not culprits or check.units[0] in culprits):
        yield Either(Text.assemble(("Hint  ", "bold"), prose(check.hint)), Text(f"Hint: {check.hint}"))
    if check.code:
        values = [_indented(f"# with {check.values}", "dim")] if check.values else []
        yield Group(Text("What the check did:", style="dim"), _indented(check.code), *values)
    if check.output.strip():
        yield Group(Text("Your code printed:", style="dim"), _indented(_some_lines(check.output)))


def _exhibit(exhibit: Exhibit) -> RenderableType:
    from grader.render.pictures import render_exhibit

    return render_exhibit(exhibit)


def _spaced(*parts: RenderableType) -> RenderableType:
    """Return the parts with an empty line between them."""
    return Group(*[piece for part in parts for piece in (part, Text(""))][:-1])


def _named(report: Report) -> list[Diagnosis]:
    return [diagnosis for diagnosis in (report.diagnosis, *report.also) if diagnosis is not None]


def _culprits(report: Report) -> set[str]:
    return {*report.blame, *(diagnosis.unit for diagnosis in _named(report))}


def _cause_panel(report: Report) -> RenderableType | None:
    """What seems to be behind a failure: the recognised misconceptions, and the units to blame."""
    parts: list[RenderableType] = []
    named = _named(report)
    for number, diagnosis in enumerate(named, start=1):
        heading = f"{number}. {diagnosis.title}" if len(named) > 1 else diagnosis.title
        parts += [Text.assemble((heading, "bold"), prose(f"  (`{_unit(diagnosis.unit)}`, {diagnosis.stage})"))]
        parts += _paragraphs(diagnosis.explanation)
    if report.example:
        parts.append(prose(report.example))
    first = _first_to_show(report)
    if report.blame and (first is None or report.blame != first.units[:1]):  # "Next" names the obvious one
        parts.append(prose(_blame_sentence(report.blame)))
    if not parts:
        return None
    return Box("what seems to be behind it", _spaced(*parts), "cyan")


def _paragraphs(explanation: str) -> list[Text]:
    """Return an explanation in its parts, each with what it begins with in bold."""
    paragraphs = [prose(part.strip()) for part in PARTS.split(explanation) if part.strip()]
    for paragraph in paragraphs:
        if PARTS.match(paragraph.plain):
            paragraph.stylize("bold", 0, paragraph.plain.index(":") + 1)
    return paragraphs


# With what the paragraphs of an explanation begin; authors write them in one piece.
PARTS = re.compile(r"(?=\b(?:What happens|Why it seems right|What to look at):)")


def _blame_sentence(blame: Sequence[str]) -> str:
    units = " and ".join(f"`{_unit(unit)}`" for unit in blame)
    if len(blame) == 1:
        return f"The fault is in {units} alone: with a right one in its place, everything that fails here passes."
    return f"The fault is in {units} together: with right ones in their place, everything that fails here passes."


def _unit(unit: str) -> str:
    return unit.partition(":")[2]


def _panel_title(outcome: Outcome) -> str:
    return {
        Outcome.ERROR: "the check itself is broken",
        Outcome.CRASHED: "your code ended Python",
        Outcome.TIMEOUT: "out of time",
    }.get(outcome, "first failing check")


def _facts(expected: str, actual: str) -> RenderableType:
    table = Table.grid(padding=(0, 2))
    table.add_column(style="bold", no_wrap=True)
    table.add_column(overflow="fold")
    table.add_row("expected", Text(expected, style="green"))
    table.add_row("got", Text(actual, style="red"))
    return Either(table, Group(Text(f"Expected: {expected}"), Text(f"Got: {actual}")))


def _problem_panel(problem: Problem, border: str) -> RenderableType:
    """A fault of a whole file: the sentence, the line with a caret under the place, what to do."""
    body: list[RenderableType] = [prose(problem.message)]
    place = problem.place
    if place is not None:
        body += [Text(""), _code_line(place)]
    if problem.advice:
        body += [Text(""), prose(problem.advice)]
    return Box(problem.file, Group(*body), border)


def _code_line(place: Place) -> RenderableType:
    where = Spot(place)
    if not place.text:
        return where
    column = f", at column {place.column}" if place.column else ""
    line = Text(f"The line{column}: {place.text.strip()}", overflow="fold")
    return Group(where, Either(CodeLine(place.text, place.column), line))


def _indented(text: str, style: str = "") -> RenderableType:
    return Padding(Text(text, style, overflow="fold"), (0, 0, 0, 4))


def _some_lines(text: str) -> str:
    lines = text.rstrip().splitlines()
    if len(lines) <= MAX_OUTPUT_LINES:
        return "\n".join(lines)
    if text.endswith("…"):  # cut before it came here
        return "\n".join([*lines[:MAX_OUTPUT_LINES], "… and much more"])
    return "\n".join([*lines[:MAX_OUTPUT_LINES], f"… and {len(lines) - MAX_OUTPUT_LINES} lines more"])


def render_next(step: str) -> RenderableType:
    table = Table.grid(padding=(0, 1))
    table.add_column(style="bold", no_wrap=True)
    table.add_column(ratio=1)
    table.add_row("Next:", prose(step))
    return Either(table, Text(f"Next: {step}"))


def prose(text: str) -> Text:
    """Return a sentence with its `code` in another colour; the backticks stay, since colour may not be there."""
    result = Text()
    for index, piece in enumerate(text.split("`")):
        result.append(f"`{piece}`" if index % 2 else piece, style="cyan" if index % 2 else None)
    return result


def render_board(course: Course, reports: Sequence[Report], next_step: str) -> RenderableType:
    """All stages: how far each is, and where to go on."""
    table = Table.grid(padding=(0, 2))
    table.add_column(no_wrap=True)
    table.add_column(no_wrap=True, style="bold")
    table.add_column(ratio=1, overflow="fold")
    table.add_column(no_wrap=True, justify="right")
    sentences: list[RenderableType] = []
    wrong: list[str] = []  # stages so far in which something goes wrong
    for report in reports:
        stage = course.stage(report.stage)
        waits = next((other.name for other in course.up_to(stage)[:-1] if other.name in wrong), "")
        text, progress = _board_text(report, stage, waits), _progress(report)
        table.add_row(Sign(report.outcome), stage.name, text, progress)
        sentences.append(_board_sentence(report, text, progress))
        if _first_to_show(report) is not None:
            wrong.append(stage.name)
    heading = Text.assemble((course.title, "bold"), f"  ({course.name} {course.version})")
    board = Either(Padding(table, (0, 0, 0, 1)), Group(*sentences))
    return Group(heading, Text(""), board, Text(""), render_next(next_step))


def _board_sentence(report: Report, text: Text, progress: Text) -> Text:
    title, _, more = text.plain.partition("\n")
    spoken = f"{report.stage}, {_spoken(report.outcome)}, {progress.plain.replace('/', ' of ')}: {title}"
    return Text(f"{spoken}. {more[:1].upper()}{more[1:]}" if more else spoken)


def _board_text(report: Report, stage: Stage, waits: str) -> Text:
    """The title, and what comes next: a file that cannot be read, an earlier stage that is wrong, or a unit."""
    text = Text(stage.title, style="dim" if report.outcome is Outcome.TODO and not report.points else "")
    check = report.next_check
    problem = next((p for p in report.problems if check is not None and p.message == check.message), None)
    if waits and _first_to_show(report) is not None:
        text.append("\n").append_text(prose(f"waits for {waits}"))
    elif problem is not None:
        text.append("\n").append_text(prose(f"{problem.file}: {problem.message}"))
    elif check is not None and check.outcome is Outcome.SKIPPED and check.message:
        text.append("\n").append_text(prose(check.message))
    elif check is not None and (report.points or check.outcome is not Outcome.TODO):
        text.append("\n").append_text(prose(f"next: `{check.units[0].partition(':')[2]}`"))
    return text


def _progress(report: Report) -> Text:
    passed = sum(check.outcome is Outcome.PASSED for check in report.checks)
    return Text(f"{passed}/{len(report.checks)} checks", style=_STYLES[report.outcome])


def render_versions(course: Course, here: str) -> RenderableType:
    """Say that a workspace is of another version of the course than the one that is installed."""
    update = "`grade update` brings what is new and leaves what you wrote."
    return prose(f"\nThis folder is of {course.name} {here}, and {course.version} is installed: {update}")


def render_finale(course: Course) -> RenderableType:
    """What is said when there is nothing left to do."""
    return Group(
        prose(f"All {len(course.stages)} stages pass, examined once more with the files as they are."),
        Text(""),
        Text.assemble("You have written all of it: ", (course.title, "bold"), "."),
    )


def render_hint(steps: Steps, stage: str, level: int, *, named: bool, by_key: bool = False) -> RenderableType:
    """One level of help for one unit, as asked for by `grade hint STAGE` or a key, and how to ask for the next."""
    count = len(steps.levels)
    index = min(level, count)
    heading = prose(f"Hint {index} of {count} for `{steps.unit}`")
    heading.stylize("bold")
    option = f" --unit {steps.unit}" if named else ""
    more = "More help: key h once more" if by_key else f"More help: `grade hint {stage} {index + 1}{option}`"
    if index == count:
        lesson = "key l" if by_key else f"`grade lesson {steps.stage}`"
        more = f"That was the last hint. The lesson says the rest: {lesson}."
    missing = f"There is no hint {level}: `{steps.unit}` has {count}. Here is the last." if level > count else ""
    before = [part for text in (steps.before, missing) if text for part in (prose(text), Text(""))]
    return Group(
        *before, heading, Text(""), Padding(markdown(steps.levels[index - 1]), (0, 0, 0, 2)), Text(""), prose(more)
    )


def render_finding(finding: Finding) -> RenderableType:
    """One promise of a course, kept or broken, with its faults."""
    outcome = Outcome.FAILED if finding.faults else Outcome.PASSED
    table = Table.grid(padding=(0, 1))
    table.add_column(no_wrap=True)
    table.add_column(ratio=1, overflow="fold")
    table.add_row(Sign(outcome), Text.assemble(finding.promise, (f"  ({finding.looked_at})", "dim")))
    for fault in finding.faults[:MAX_FAULTS]:
        table.add_row("", prose(fault))
    if len(finding.faults) > MAX_FAULTS:
        table.add_row("", Text(f"… and {len(finding.faults) - MAX_FAULTS} more"))
    return table
