"""Reports in the forms that programs read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from xml.etree import ElementTree

import msgspec

from grader.report import CheckResult, Outcome, Report

__all__ = ["to_json", "to_junit"]


def to_json(report: Report) -> str:
    """Return one report as one JSON document on one line."""
    return msgspec.json.encode(report).decode("utf-8")


def to_junit(reports: Sequence[Report]) -> str:
    """Return reports as JUnit XML: a suite for each stage, a case for each check.

    What failed is a <failure>, what crashed, ran out of time or is broken an <error>, what is to do <skipped>.
    """
    root = ElementTree.Element("testsuites")
    for report in reports:
        suite = ElementTree.SubElement(root, "testsuite", _suite_attributes(report))
        for check in report.checks:
            _add_case(suite, report, check)
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="unicode", xml_declaration=False) + "\n"


def _suite_attributes(report: Report) -> dict[str, str]:
    kinds = [_KINDS.get(check.outcome, "") for check in report.checks]
    return {
        "name": f"{report.course}.{report.stage}",
        "tests": str(len(report.checks)),
        "failures": str(kinds.count("failure")),
        "errors": str(kinds.count("error")),
        "skipped": str(kinds.count("skipped")),
        "time": f"{report.seconds:.6f}",
    }


_KINDS = {
    Outcome.FAILED: "failure",
    Outcome.CRASHED: "error",
    Outcome.TIMEOUT: "error",
    Outcome.ERROR: "error",
    Outcome.TODO: "skipped",
    Outcome.SKIPPED: "skipped",
}


def _add_case(suite: ElementTree.Element, report: Report, check: CheckResult) -> None:
    case = ElementTree.SubElement(suite, "testcase", {"classname": f"{report.course}.{report.stage}", "name": check.id})
    kind = _KINDS.get(check.outcome)
    if kind is not None:
        element = ElementTree.SubElement(
            case, kind, {"type": check.outcome.value, "message": check.message or check.title}
        )
        element.text = "\n".join(_details(check))


def _details(check: CheckResult) -> Iterable[str]:
    yield check.title
    if check.expected is not None:
        yield f"expected: {check.expected}"
        yield f"got: {check.actual}"
    if check.place is not None:
        yield f"{check.place.spot}: {check.place.text}"
    if check.hint:
        yield f"hint: {check.hint}"
