"""A class as a page and in the terminal: the scores, what to teach again, and everybody's line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec
from rich import box
from rich.console import Console, ConsoleOptions, Group, RenderableType
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from grader.classroom.intake import Intake
from grader.classroom.regrade import Change
from grader.classroom.summary import BINS, CheckTally, ClassSummary, Row
from grader.course import Stage
from grader.render.html import SIGNS, WORDS, explained
from grader.render.markup import Html, document, prose, tag
from grader.render.svg import bars_svg
from grader.render.terminal import Sign
from grader.render.terminal import prose as rich_prose
from grader.report import Outcome
from grader.text import clean

__all__ = ["class_page", "render_changes", "render_class", "render_set_aside"]

MAX_LISTED = 10  # checks, mistakes, units
MAX_ROWS = 40  # students in the terminal; the page and the table of grades have all
BAR = 24  # characters

LABELS = [f"{10 * tenth}–{10 * tenth + 9}" for tenth in range(BINS - 1)] + ["100%"]


def class_page(summary: ClassSummary, stage: Stage) -> str:
    """Return the page for the instructor. Of hidden checks it shows the titles: it is not for students."""
    points = f"mean {summary.mean:.1f}, median {summary.median:g} of {summary.max_points:g} points"
    top = tag(
        "div",
        tag("div", tag("h1", f"{stage.name} · {stage.title}"), tag("p", summary.course, class_="soft")),
        tag("div", f"{summary.students} submissions", class_="score"),
        class_="top",
    )
    body = [top, _outcomes(summary), tag("h2", "Scores"), tag("p", points, class_="soft")]
    body += [tag("div", bars_svg(summary.scores, LABELS, "students by their share of the points"), class_="scroll")]
    body += list(_to_teach_again(summary))
    body += list(_checks(summary))
    body += list(_alike(summary))
    body += [tag("h2", "Everybody"), _students(summary.rows, summary.max_points)]
    body += [tag("p", f"isolation: {', '.join(summary.isolation)}", class_="soft small")]
    return document(f"{stage.name}: {summary.students} submissions", *body)


def _outcomes(summary: ClassSummary) -> Html:
    items = (
        tag("li", tag("b", str(count)), f" {SIGNS[outcome]} {WORDS[outcome]}", class_=outcome.value)
        for outcome, count in summary.outcomes.items()
    )
    return tag("ul", *items, class_="tally")


def _to_teach_again(summary: ClassSummary) -> Iterator[Html]:
    if not summary.mistakes and not summary.blamed:
        return
    yield tag("h2", "To teach again tomorrow")
    for mistake in summary.mistakes[:MAX_LISTED]:
        who = f" {_of(mistake.students, summary.students)}"
        unit = tag("code", mistake.unit.partition(":")[2])
        heading = tag("h3", prose(mistake.title), tag("span", who, " · ", unit, class_="soft"))
        yield tag("div", heading, *explained(mistake.explanation), class_="card")
    if summary.blamed:
        units = (
            tag("li", tag("b", str(count)), " ", tag("code", unit.partition(":")[2]))
            for unit, count in summary.blamed[:MAX_LISTED]
        )
        yield tag("p", "Units found to be at fault, whether or not the mistake has a name:", class_="soft")
        yield tag("ul", *units, class_="tally")


def _of(count: int, students: int) -> str:
    return f"{count} of {students} ({100 * count / max(students, 1):.0f}%)"


def _checks(summary: ClassSummary) -> Iterator[Html]:
    if not summary.checks:
        return
    yield tag("h2", "The checks, and how they went")
    rows = []
    for check in summary.checks:
        total = max(sum(check.outcomes.values()), 1)
        meter = (
            tag("span", class_=outcome.value, style=f"width:{100 * n / total:.2f}%", title=f"{n} {WORDS[outcome]}")
            for outcome, n in check.outcomes.items()
        )
        title = tag("td", prose(check.title), tag("span", " (hidden)", class_="soft") if check.hidden else "")
        wrong = tag("td", str(check.wrong), class_="number")
        right = tag("td", str(check.outcomes.get(Outcome.PASSED, 0)), class_="number")
        rows.append(tag("tr", title, right, wrong, tag("td", tag("div", *meter, class_="meter"), class_="meters")))
    head = tag(
        "tr", tag("th", "check"), tag("th", "right", class_="number"), tag("th", "wrong", class_="number"), tag("th")
    )
    yield tag("div", tag("table", tag("thead", head), tag("tbody", *rows)), class_="scroll")


def _alike(summary: ClassSummary) -> Iterator[Html]:
    if not summary.alike:
        return
    yield tag("h2", "Code that is alike")
    yield tag("p", _HINT, class_="soft")
    rows = (
        tag(
            "tr",
            tag("td", *_listed(tag("bdi", student) for student in group.students), class_="name"),
            tag("td", f"{100 * group.share:.0f}%", class_="number"),
            tag("td", *_listed(tag("code", unit.partition(":")[2]) for unit in group.units)),
        )
        for group in summary.alike
    )
    head = tag("tr", tag("th", "who"), tag("th", "alike", class_="number"), tag("th", "the same in"))
    yield tag("div", tag("table", tag("thead", head), tag("tbody", *rows)), class_="scroll")


_HINT = (
    "A hint where to look, and no verdict: units that few wrote are the same here but for names, comments and layout. "
    "The percentage is of what was unusual in the smaller submission."
)


def _listed(parts: Iterable[Html]) -> Iterator[str]:
    for index, part in enumerate(parts):
        yield ", " if index else ""
        yield part


def _students(rows: Sequence[Row], max_points: float) -> Html:
    head = tag("tr", *(tag("th", name, class_=kind) for name, kind in _HEADINGS))
    return tag("div", tag("table", tag("thead", head), tag("tbody", *map(_student, rows))), class_="scroll")


_HEADINGS = (("student", ""), ("points", "number"), ("outcome", ""), ("why", ""))


def _student(row: Row) -> Html:
    late = tag("span", " late", class_="soft small") if row.late else ""
    outcome = tag("span", f"{SIGNS[row.outcome]} {WORDS[row.outcome]}", class_=row.outcome.value)
    named = tag("div", tag("b", row.misconception)) if row.misconception else ""
    return tag(
        "tr",
        tag("td", tag("bdi", row.student), late, class_="name"),
        tag("td", f"{row.points:g}", class_="number"),
        tag("td", outcome),
        tag("td", named, prose(row.reason), class_="why"),
    )


def render_class(summary: ClassSummary, stage: Stage) -> RenderableType:
    """Return the same for a terminal; of the students only as many as fit onto a screen or two."""
    heading = Text.assemble((stage.name, "bold"), f" · {stage.title} · {summary.students} submissions")
    points = f"mean {summary.mean:.1f}, median {summary.median:g} of {summary.max_points:g} points"
    parts: list[RenderableType] = [heading, Text(points, "dim"), Text("")]
    parts += [_outcome_table(summary), Text(""), _score_table(summary)]
    if summary.hardest:
        parts += [Text(""), Text("What most got wrong", "bold"), _check_table(summary.hardest[:MAX_LISTED], summary)]
    if summary.mistakes:
        parts += [Text(""), Text("To teach again tomorrow", "bold"), _mistake_table(summary)]
    if summary.alike:
        parts += [Text(""), Text("Code that is alike: a hint where to look, no verdict", "bold"), _alike_table(summary)]
    if summary.students <= MAX_ROWS:
        parts += [Text(""), _student_table(summary.rows)]
    return Group(*parts)


def render_changes(changes: Sequence[Change], students: int) -> RenderableType:
    """Return who gains and who loses against an earlier grading, the greatest loss first."""
    if not changes:
        return Text(f"Nobody's points changed ({students} students).")
    losing, gaining = (sum(sign * change.gain > 0 for change in changes) for sign in (-1, 1))
    heading = f"{len(changes)} of {students} students have other points than before: {losing} lose, {gaining} gain"
    table = Table("student", "before", "now", "difference", box=box.SIMPLE_HEAD, pad_edge=False)
    for change in changes:
        before, after = ("–" if points is None else f"{points:g}" for points in (change.before, change.after))
        table.add_row(clean(change.student), before, after, f"{change.gain:+g}")
    return Group(Text(""), Text(heading, "bold"), table)


def render_set_aside(intake: Intake) -> RenderableType | None:
    """Return what was not graded, a line each, or None where there is nothing of the kind."""
    lines = [(entry.where, "a later submission of the same student counts") for entry in intake.superseded]
    lines += [(ignored.path, ignored.reason) for ignored in intake.ignored]
    if not lines:
        return None
    grid = Table.grid(padding=(0, 2))
    grid.add_column(ratio=1, overflow="fold")
    grid.add_column(ratio=1, overflow="fold", style="dim")
    for where, reason in lines[:MAX_LISTED]:
        grid.add_row(Text(clean(where)), Text(clean(reason)))
    if len(lines) > MAX_LISTED:
        grid.add_row(Text(f"… and {len(lines) - MAX_LISTED} more", "dim"))
    return Group(Text("Not graded", "bold"), grid)


class Bar(msgspec.Struct, frozen=True):
    """A bar as long as its share, in characters that the terminal has."""

    share: float
    style: str = "blue"

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[RenderableType]:
        sign = "#" if options.ascii_only or not console.encoding.lower().startswith("utf") else "█"
        yield Text(sign * max(round(self.share * BAR), 1 if self.share else 0), style=self.style, no_wrap=True)

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        return Measurement(BAR // 2, BAR)


def _grid(*columns: str) -> Table:
    grid = Table.grid(padding=(0, 2))
    for column in columns:
        if column == "number":
            grid.add_column(justify="right", no_wrap=True)
        elif column == "text":
            grid.add_column(ratio=1, overflow="fold")
        else:
            grid.add_column(no_wrap=True)
    return grid


def _outcome_table(summary: ClassSummary) -> Table:
    grid = _grid("sign", "short", "number", "bar")
    for outcome, count in summary.outcomes.items():
        grid.add_row(Sign(outcome), WORDS[outcome], str(count), Bar(count / max(summary.students, 1)))
    return grid


def _score_table(summary: ClassSummary) -> Table:
    grid = _grid("number", "number", "bar")
    most = max(*summary.scores, 1)
    for label, count in zip(LABELS, summary.scores, strict=True):
        share = label.replace("–", "-").removesuffix("%") + "%"
        grid.add_row(share, str(count), Bar(count / most, "green" if label == "100%" else "blue"))
    return grid


def _check_table(checks: Sequence[CheckTally], summary: ClassSummary) -> Table:
    grid = _grid("number", "text")
    for check in checks:
        hidden = " (hidden)" if check.hidden else ""
        grid.add_row(str(check.wrong), rich_prose(check.title + hidden))
    return grid


def _mistake_table(summary: ClassSummary) -> Table:
    grid = _grid("number", "text")
    for mistake in summary.mistakes[:MAX_LISTED]:
        unit = mistake.unit.partition(":")[2]
        grid.add_row(str(mistake.students), rich_prose(f"{mistake.title} (`{unit}`)"))
    return grid


def _alike_table(summary: ClassSummary) -> Table:
    grid = _grid("number", "text")
    for group in summary.alike[:MAX_LISTED]:
        units = ", ".join(unit.partition(":")[2] for unit in group.units)
        grid.add_row(f"{100 * group.share:.0f}%", Text(f"{', '.join(group.students)}{f' ({units})' if units else ''}"))
    return grid


def _student_table(rows: Sequence[Row]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, expand=True)
    table.add_column("student", overflow="fold", max_width=30)
    table.add_column("points", justify="right", no_wrap=True)
    table.add_column("", no_wrap=True)
    table.add_column("why", ratio=1, overflow="fold")
    for row in rows:
        why = rich_prose(": ".join(filter(None, (row.misconception, row.reason))))
        student = Text(f"{row.student}{' (late)' if row.late else ''}")
        table.add_row(student, f"{row.points:g}", Sign(row.outcome), why)
    return table
