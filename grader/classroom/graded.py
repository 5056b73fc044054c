"""One student's graded submission: the report, and whose it is. A batch's results are these, a line each."""

from __future__ import annotations

import msgspec

from grader.report import CheckResult, Outcome, Report

__all__ = ["Graded", "from_line", "reason", "to_do"]

MAX_REASON = 300  # characters


class Graded(msgspec.Struct, frozen=True):
    """`submitted` is the time as the platform wrote it, `where` the files' place among the submissions."""

    student: str
    report: Report
    submitted: str = ""
    late: bool = False
    where: str = ""
    note: str = ""  # what was decided about it later


class _Whose(msgspec.Struct, frozen=True):
    submission: str
    submitted: str = ""
    late: bool = False
    where: str = ""


def from_line(line: str | bytes) -> Graded:
    """Return one line of results.jsonl; what else it holds is left alone. msgspec.MsgspecError when it is no result."""
    whose = msgspec.json.decode(line, type=_Whose)
    report = msgspec.json.decode(line, type=Report)
    return Graded(whose.submission, report, whose.submitted, whose.late, whose.where)


def reason(report: Report) -> str:
    """Return in one line why a report is not a pass; nothing for one that passed."""
    if report.passed:
        return ""
    if told := _told_by_a_file(report):
        return _line(told)
    check = min(report.checks, key=lambda check: list(Outcome).index(check.outcome), default=None)
    if check is None:
        return "no check ran"
    return _line(": ".join(filter(None, (check.title.rstrip("."), _found(check)))))


def to_do(report: Report) -> str:
    """Return what a student still has to write, where that is all there is to say, and a page would say nothing."""
    if report.outcome is not Outcome.TODO:
        return ""
    message = next((check.message for check in report.checks if check.outcome is Outcome.TODO and not check.hidden), "")
    return _told_by_a_file(report) or message


def _told_by_a_file(report: Report) -> str:
    """Return the fault of a whole file, if that is what its checks say."""
    for problem in report.problems:
        decides = any(check.message == problem.message for check in report.checks) or not report.checks
        if decides or report.outcome is Outcome.TODO:
            return f"{problem.place.spot}: {problem.message}" if problem.place else problem.message
    return ""


def _found(check: CheckResult) -> str:
    if check.outcome is Outcome.TODO and check.needs:
        return check.message or f"{check.needs.partition(':')[2]} is still to be written"
    if check.expected is not None and check.actual is not None:
        return f"expected {check.expected}, got {check.actual}"
    return check.message


def _line(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= MAX_REASON else f"{text[: MAX_REASON - 1]}…"
