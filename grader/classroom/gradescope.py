"""One student's report in the format of Gradescope's autograders, `results.json`.

The format: https://gradescope-autograders.readthedocs.io/en/latest/specs/#output-format
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from grader.classroom.graded import Graded, reason
from grader.report import CheckResult, Outcome, Report
from grader.text import clean

__all__ = ["to_gradescope"]


def to_gradescope(graded: Graded) -> str:
    """Return the document. Students see all checks but the hidden ones, of which it holds no values either."""
    report = graded.report.student_view()
    document = {
        "score": report.points,
        "execution_time": report.seconds,
        "output": "\n".join(_about(report)),
        "output_format": "text",
        "test_output_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "extra_data": {
            "submission": clean(graded.student),
            "submitted": clean(graded.submitted),
            "late": graded.late,
            "course": report.course,
            "stage": report.stage,
            "outcome": report.outcome.value,
            "max_score": report.max_points,
            "seed": report.seed,
            "isolation": report.isolation,
        },
        "tests": [_test(check, number) for number, check in enumerate(report.checks, start=1)],
    }
    return msgspec.json.format(msgspec.json.encode(document), indent=1).decode() + "\n"


def _about(report: Report) -> Iterator[str]:
    yield f"{report.stage}: {report.outcome.value}, {report.points:g} of {report.max_points:g} points"
    visible = msgspec.structs.replace(report, checks=tuple(check for check in report.checks if not check.hidden))
    if visible.checks and (why := reason(visible)):
        yield why
    if report.diagnosis is not None:
        yield f"What seems to be behind it: {report.diagnosis.title}. {report.diagnosis.explanation}".rstrip()


def _test(check: CheckResult, number: int) -> dict[str, Any]:
    return {
        "name": check.title,
        "number": str(number),
        "score": check.points,
        "max_score": check.max_points,
        "status": "passed" if check.outcome is Outcome.PASSED else "failed",  # the format knows no others
        "output": "\n".join(_details(check)),
        "visibility": "hidden" if check.hidden else "visible",
        "extra_data": {"id": check.id, "outcome": check.outcome.value},
    }


def _details(check: CheckResult) -> Iterator[str]:
    if check.outcome is not Outcome.PASSED:
        yield f"Outcome: {check.outcome.value}"
    if check.expected is not None and check.actual is not None:
        yield f"expected: {check.expected}"
        yield f"got: {check.actual}"
    if check.message:
        yield check.message
    if check.place is not None:
        yield f"{check.place.spot}: {check.place.text}"
    if check.hint:
        yield f"Hint: {check.hint}"
    if check.code:
        yield f"What the check did:\n{check.code}"
    if check.output.strip():
        yield f"Your code printed:\n{check.output}"
