"""The notebook that nbgrader shows to graders and makes feedback of: the student's, with our feedback below each test.

It looks like one whose cells were all run: below a test stand the feedback and, as its value, the points.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from grader.classroom.graded import Graded, reason
from grader.nbgrader.book import grade_id
from grader.nbgrader.restored import Handout, Json, is_test, name_of
from grader.render.html import SIGNS, WORDS, check_fragment
from grader.render.markup import fragment, prose, tag
from grader.report import CheckResult, Outcome, Problem, Report

__all__ = ["graded_book"]


def graded_book(graded: Graded, handout: Handout, cells: Sequence[Json], problem: Problem | None) -> str:
    """Return the notebook; of hidden checks it says what students may know. `problem` is why theirs is not in it."""
    report = graded.report.student_view()
    parts = {grade_id(part.checks[0].id): part for part in _one_by_one(report)}
    done = [_with_outputs(cell, graded, parts) for cell in cells]
    if problem is not None:
        done.insert(0, _note(f"{problem.message}. {problem.advice}"))
    document = {"cells": done, "metadata": handout.metadata, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(document, indent=1, sort_keys=True, ensure_ascii=False) + "\n"


def _one_by_one(report: Report) -> Iterator[Report]:
    """Yield a report on each check alone; what is behind a failure is said at the first that went wrong."""
    lead = next((c for c in report.checks if c.outcome not in (Outcome.PASSED, Outcome.SKIPPED) and not c.hidden), None)
    for check in report.checks:
        alone = msgspec.structs.replace(
            report, checks=(check,), outcome=check.outcome, points=check.points, max_points=check.max_points
        )
        if check is not lead:
            alone = msgspec.structs.replace(alone, problems=(), diagnosis=None, also=(), example="", blame=())
        yield alone


def _with_outputs(cell: Json, graded: Graded, parts: Mapping[str, Report]) -> Json:
    if not is_test(cell):
        return cell
    part = parts.get(name_of(cell))
    if part is None:
        why = reason(graded.report.student_view()) if not graded.report.checks else "this test is not run here"
        said = f"No verdict: {why}."
        return cell | {"outputs": [_display(fragment(tag("p", prose(said))), said)]}
    outputs = [_display(check_fragment(part), _text(part.checks[0]))]
    if part.outcome is not Outcome.ERROR:
        value = {"data": {"text/plain": repr(part.points)}, "execution_count": 1, "metadata": {}}
        outputs.append({"output_type": "execute_result"} | value)
    return cell | {"execution_count": 1, "outputs": outputs}


def _text(check: CheckResult) -> str:
    """Return the feedback for a front end without HTML, in a few lines: to lay out a page takes as long as grading."""
    lines = [f"{SIGNS[check.outcome]} {check.title} ({WORDS[check.outcome]})"]
    if check.expected is not None and check.actual is not None:
        lines.append(f"expected {check.expected}, got {check.actual}")
    lines += [check.message, f"{check.place.spot}: {check.place.text}" if check.place else ""]
    return "\n".join(filter(None, [*lines, f"Hint: {check.hint}" if check.hint else ""]))


def _display(html: str, text: str) -> Json:
    return {"data": {"text/html": html, "text/plain": text}, "metadata": {}, "output_type": "display_data"}


def _note(text: str) -> Json:
    return {"cell_type": "markdown", "id": "not-read", "metadata": {}, "source": f"**{text}**"}
