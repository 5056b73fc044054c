"""Feedback for one student as a page of its own: one file, no scripts, nothing from elsewhere; and the same as text.

Both show what a student may see, whatever report they are given.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from io import StringIO

import msgspec
from rich.console import Console

from grader.classroom.graded import Graded
from grader.course import Stage
from grader.exhibit import Curve, Exhibit, Graph, Map
from grader.exhibit import Table as TableExhibit
from grader.render.markup import Html, document, fragment, joined, prose, tag
from grader.render.svg import curve_svg, graph_svg, map_svg
from grader.render.terminal import PARTS, render_report
from grader.report import CheckResult, Diagnosis, Outcome, Place, Problem, Report

__all__ = [
    "SIGNS",
    "WORDS",
    "check_fragment",
    "explained",
    "feedback_fragment",
    "feedback_page",
    "feedback_text",
    "report_text",
]

TEXT_WIDTH = 90

SIGNS = {
    Outcome.ERROR: "‼",
    Outcome.CRASHED: "✗",
    Outcome.TIMEOUT: "✗",
    Outcome.FAILED: "✗",
    Outcome.TODO: "○",
    Outcome.SKIPPED: "–",
    Outcome.PASSED: "✓",
}
WORDS = {
    Outcome.ERROR: "error of the check",
    Outcome.CRASHED: "crashed",
    Outcome.TIMEOUT: "out of time",
    Outcome.FAILED: "failed",
    Outcome.TODO: "to do",
    Outcome.SKIPPED: "skipped",
    Outcome.PASSED: "passed",
}
_CALM = (Outcome.PASSED, Outcome.TODO, Outcome.SKIPPED)


def feedback_text(graded: Graded, stage: Stage, next_step: str = "") -> str:
    """Return the feedback as plain text, as a terminal without colours shows it."""
    return report_text(graded.report, stage, next_step)


def report_text(report: Report, stage: Stage, next_step: str = "") -> str:
    """Return what a report says to its student as plain text."""
    told = msgspec.structs.replace(report.student_view(), seconds=0.0)  # which it does not tell
    return _as_text(msgspec.json.encode(told), stage, next_step)


@lru_cache(maxsize=256)  # much of a class ends alike
def _as_text(report: bytes, stage: Stage, next_step: str) -> str:
    console = Console(file=StringIO(), width=TEXT_WIDTH, highlight=False, emoji=False, markup=False, color_system=None)
    with console.capture() as capture:
        console.print(render_report(msgspec.json.decode(report, type=Report), stage, next_step))
    return "\n".join(line.rstrip() for line in capture.get().splitlines()) + "\n"


def feedback_page(graded: Graded, stage: Stage, next_step: str = "") -> str:
    """Return the feedback as an HTML page."""
    report = graded.report.student_view()
    note = f"course {report.course}, seed {report.seed}, {report.isolation}"
    body = [_top(graded, report, stage), *_found(report, next_step), tag("p", note, class_="soft small")]
    return document(f"{stage.name}: {WORDS[report.outcome]}", *body)


def feedback_fragment(report: Report, stage: Stage, next_step: str = "") -> str:
    """Return the feedback as what stands below a cell of a notebook."""
    report = report.student_view()
    return fragment(_top(Graded("", report), report, stage), *_found(report, next_step))


def check_fragment(report: Report, next_step: str = "") -> str:
    """Return what a report says of its only check, as what stands below a cell of a notebook."""
    report = report.student_view()
    (check,) = report.checks
    points = f"{WORDS[check.outcome]} · {check.points:g} of {check.max_points:g} points"
    score = tag("span", points, class_=check.outcome.value)
    body: list[str] = [tag("div", tag("div", _line(check), class_="check"), score, class_="top one")]
    if not check.hidden:
        kind = "card bad" if check.outcome not in _CALM else "card"
        if sections := list(_sections(check)):
            body.append(tag("div", *sections, class_=kind))
        body += _causes(report)
    return fragment(*body, *_next(next_step))


def _found(report: Report, next_step: str) -> Iterator[Html]:
    yield from _whole_files(report)
    if report.checks:
        yield tag("h2", "The checks")
        yield tag("ul", *(tag("li", _line(check)) for check in report.checks), class_="checks")
    yield from _causes(report)
    yield from _failures(report)
    yield from _next(next_step)


def _next(step: str) -> Iterator[Html]:
    if step:
        yield tag("div", tag("p", tag("b", "Next: "), prose(step)), class_="card next")


def _top(graded: Graded, report: Report, stage: Stage) -> Html:
    about = ", ".join(
        filter(None, (graded.submitted and f"handed in {graded.submitted}", "late" if graded.late else ""))
    )
    who = tag("p", tag("bdi", graded.student), f" · {about}" if about else "", class_="soft") if graded.student else ""
    points = f"{report.points:g} of {report.max_points:g} points"
    score = tag("div", f"{SIGNS[report.outcome]} {WORDS[report.outcome]} · {points}", class_=f"score {report.outcome}")
    return tag("div", tag("div", tag("h1", f"{stage.name} · {stage.title}"), who), score, class_="top")


def _line(check: CheckResult) -> Html:
    sign = tag("span", SIGNS[check.outcome], class_=f"sign {check.outcome}", title=WORDS[check.outcome])
    state = "" if check.outcome is Outcome.PASSED else tag("span", f" ({WORDS[check.outcome]})", class_="soft small")
    parts = [sign, " ", prose(check.title), state]
    if check.hidden and check.outcome not in _CALM:
        parts.append(tag("div", "This check is not shown. ", prose(check.hint), class_="soft small"))
    return joined(parts)


def _whole_files(report: Report) -> Iterator[Html]:
    """Yield each fault of a whole file once, also where it counts for several modules."""
    fatal = {check.message for check in report.checks}
    for problem in dict.fromkeys(report.problems):
        yield _problem(problem, calm=bool(report.checks) and problem.message not in fatal)


def _problem(problem: Problem, *, calm: bool) -> Html:
    parts = [tag("h3", problem.file), tag("p", prose(problem.message))]
    if problem.place is not None:
        parts += _place(problem.place)
    if problem.advice:
        parts.append(tag("p", prose(problem.advice)))
    return tag("div", *parts, class_="card" if calm else "card bad")


def _place(place: Place) -> list[Html]:
    inside = f" in {place.function}" if place.function not in ("", "<module>") else ""
    where = tag("p", tag("b", place.spot), inside, class_="small")
    if not place.text:
        return [where]
    text = place.text
    if 0 < place.column <= len(text) + 1:
        lead = "".join("\t" if letter == "\t" else " " for letter in text[: place.column - 1])
        text = f"{text}\n{lead}^"
    return [where, tag("pre", text, class_="drawing")]


def _causes(report: Report) -> Iterator[Html]:
    named = [diagnosis for diagnosis in (report.diagnosis, *report.also) if diagnosis is not None]
    parts = [part for diagnosis in named for part in _diagnosis(diagnosis)]
    if report.example:
        parts.append(tag("p", prose(report.example)))
    if report.blame and not named:
        units = joined(_listed(tag("code", unit.partition(":")[2]) for unit in report.blame))
        parts.append(
            tag("p", "The fault is in ", units, ": with a right one in its place, all that fails here passes.")
        )
    if parts:
        yield tag("h2", "What seems to be behind it")
        yield tag("div", *parts, class_="card")


def _listed(parts: Iterable[Html]) -> Iterator[str]:
    for index, part in enumerate(parts):
        yield " and " if index else ""
        yield part


def _diagnosis(diagnosis: Diagnosis) -> list[Html]:
    unit = tag("code", diagnosis.unit.partition(":")[2])
    stage = f", {diagnosis.stage}" if diagnosis.stage else ""
    heading = tag("h3", prose(diagnosis.title), tag("span", " (", unit, f"{stage})", class_="soft"))
    return [heading, *explained(diagnosis.explanation)]


def explained(explanation: str) -> list[Html]:
    """Return an explanation in its parts, each with what it begins with in bold."""
    return [_part(part.strip()) for part in PARTS.split(explanation) if part.strip()]


def _part(text: str) -> Html:
    if not PARTS.match(text):
        return tag("p", prose(text))
    heading, colon, rest = text.partition(":")
    return tag("p", tag("b", heading + colon), prose(rest))


def _failures(report: Report) -> Iterator[Html]:
    """Yield what went wrong, check by check; the first is open. What a file's fault explains is said there."""
    told = {problem.message for problem in report.problems}
    wrong = [c for c in report.checks if c.outcome not in _CALM and not c.hidden and c.message not in told]
    if wrong:
        yield tag("h2", "What went wrong")
    for index, check in enumerate(wrong):
        opened = {"open": "open"} if index == 0 else {}
        yield tag(
            "details",
            tag("summary", prose(check.title), tag("span", f" {WORDS[check.outcome]}", class_=check.outcome.value)),
            *_sections(check),
            class_="card bad",
            **opened,
        )


def _sections(check: CheckResult) -> Iterator[Html]:
    if check.expected is not None and check.actual is not None:
        pairs = (("expected", check.expected, "passed"), ("got", check.actual, "failed"))
        facts = (part for name, text, kind in pairs for part in (tag("dt", name), tag("dd", text, class_=kind)))
        yield tag("dl", *facts, class_="facts")
    if check.message:
        yield tag("p", prose(check.message))
    yield from map(_exhibit, check.exhibits)
    if check.place is not None:
        yield from _place(check.place)
    if check.hint:
        yield tag("p", tag("b", "Hint: "), prose(check.hint))
    if check.code:
        values = f"\n# with {check.values}" if check.values else ""
        yield tag("p", "What the check did:", class_="soft small")
        yield tag("pre", check.code + values)
    if check.output.strip():
        yield tag("p", "Your code printed:", class_="soft small")
        yield tag("pre", check.output.rstrip())


def _exhibit(exhibit: Exhibit) -> Html:
    if isinstance(exhibit, Graph):
        picture = graph_svg(exhibit)
    elif isinstance(exhibit, Curve):
        picture = curve_svg(exhibit)
    elif isinstance(exhibit, Map):
        picture = map_svg(exhibit)
    else:
        picture = _table(exhibit)
    title = tag("p", exhibit.title, class_="soft small") if exhibit.title else ""
    return tag("div", title, picture, class_="scroll")


def _table(table: TableExhibit) -> Html:
    head = tag("tr", *(tag("th", cell) for cell in table.header))
    rows = (tag("tr", *(tag("td", cell) for cell in row)) for row in table.rows)
    return tag("table", tag("thead", head), tag("tbody", *rows), class_="picture")
