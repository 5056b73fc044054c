"""Reports in the forms that programs read: JSON and JUnit."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from xml.etree import ElementTree

import msgspec

from grader.classroom.graded import Graded
from grader.report import CheckResult, Outcome, Report
from grader.text import clean

__all__ = ["class_junit", "to_json", "to_junit"]

# What XML 1.0 has no place for. Texts of students lost it long ago; this is for those of authors.
_NO_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def to_json(report: Report) -> str:
    """Return one report as one JSON document on one line."""
    return msgspec.json.encode(report).decode("utf-8")


def to_junit(reports: Sequence[Report]) -> str:
    """Return reports as JUnit XML: a suite for each stage, a case for each check.

    What failed is a <failure>, what crashed, ran out of time or is broken an <error>, what is to do <skipped>.
    """
    root = ElementTree.Element("testsuites")
    for report in reports:
        name = f"{report.course}.{report.stage}"
        root.append(_suite(report, name, name))
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="unicode", xml_declaration=False) + "\n"


def class_junit(graded: Iterable[Graded]) -> Iterator[str]:
    """Yield the pieces of a JUnit document of a class, a suite for each student, so that it need not fit in memory."""
    yield "<testsuites>\n"
    for one in graded:
        student = clean(one.student)
        suite = _suite(one.report, student, student)
        suite.insert(0, _properties(one))
        ElementTree.indent(suite)
        yield ElementTree.tostring(suite, encoding="unicode", xml_declaration=False) + "\n"
    yield "</testsuites>\n"


def _properties(graded: Graded) -> ElementTree.Element:
    report = graded.report
    values = {
        "course": report.course,
        "stage": report.stage,
        "outcome": report.outcome.value,
        "points": f"{report.points:g}",
        "max_points": f"{report.max_points:g}",
        "seed": str(report.seed),
        "isolation": report.isolation,
        "submitted": graded.submitted,
        "late": "true" if graded.late else "false",
        "where": graded.where,
    }
    properties = ElementTree.Element("properties")
    for name, value in values.items():
        ElementTree.SubElement(properties, "property", {"name": name, "value": _xml(clean(value))})
    return properties


def _xml(text: str) -> str:
    return _NO_XML.sub("\N{REPLACEMENT CHARACTER}", text)


def _suite(report: Report, name: str, class_name: str) -> ElementTree.Element:
    kinds = [_KINDS.get(check.outcome, "") for check in report.checks]
    suite = ElementTree.Element(
        "testsuite",
        {
            "name": _xml(name),
            "tests": str(len(report.checks)),
            "failures": str(kinds.count("failure")),
            "errors": str(kinds.count("error")),
            "skipped": str(kinds.count("skipped")),
            "time": f"{report.seconds:.3f}",  # more digits are against the schema
        },
    )
    for check in report.checks:
        _add_case(suite, _xml(class_name), check)
    return suite


_KINDS = {
    Outcome.FAILED: "failure",
    Outcome.CRASHED: "error",
    Outcome.TIMEOUT: "error",
    Outcome.ERROR: "error",
    Outcome.TODO: "skipped",
    Outcome.SKIPPED: "skipped",
}


def _add_case(suite: ElementTree.Element, class_name: str, check: CheckResult) -> None:
    case = ElementTree.SubElement(suite, "testcase", {"classname": class_name, "name": _xml(check.id)})
    kind = _KINDS.get(check.outcome)
    if kind is not None:
        about = {"type": check.outcome.value, "message": _xml(check.message or check.title)}
        ElementTree.SubElement(case, kind, about).text = _xml("\n".join(_details(check)))


def _details(check: CheckResult) -> Iterable[str]:
    yield check.title
    if check.expected is not None:
        yield f"expected: {check.expected}"
        yield f"got: {check.actual}"
    if check.place is not None:
        yield f"{check.place.spot}: {check.place.text}"
    if check.hint:
        yield f"hint: {check.hint}"
