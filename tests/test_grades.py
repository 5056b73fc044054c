"""What instructors take away: grades.csv, JUnit of a class, Gradescope's results. No student's text does anything."""

from __future__ import annotations

import csv
import io
import json
import re
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest
from reports import AWKWARD, SECRET, SYNTAX, a_check, a_class, a_report, full_failure, hidden_failure

from grader.classroom.graded import Graded, from_line, reason
from grader.classroom.grades import COLUMNS, to_csv
from grader.classroom.gradescope import to_gradescope
from grader.export import class_junit, to_json
from grader.report import Outcome, Problem
from grader.text import clean


def rows(*graded: Graded) -> list[dict[str, str]]:
    text = to_csv(graded)
    assert text.startswith("\ufeff")
    return list(csv.DictReader(io.StringIO(text[1:], newline="")))


def test_csv_has_a_row_for_each_student_and_a_column_for_each_check() -> None:
    table = rows(*a_class())
    assert list(table[0]) == [*COLUMNS, "test_one", "test_two"]
    by_name = {row["student"]: row for row in table}
    assert by_name["failing 0"] == {
        "student": "failing 0",
        "points": "2.0",
        "max_points": "4.0",
        "outcome": "failed",
        "reason": "Two points: expected 5.0, got 4.0",
        "submitted": "2026-10-01 12:00",
        "late": "",
        "misconception": "swaps-the-points",
        "note": "",
        "test_one": "2.0",
        "test_two": "0.0",
    }
    assert by_name["broken 0"]["late"] == "late"


def test_nobody_gets_nothing_without_a_reason() -> None:
    for row in rows(*a_class()):
        assert bool(row["reason"]) == (row["outcome"] != "passed"), row
    assert (
        reason(a_report(a_check(message=SYNTAX.message), problems=(SYNTAX,))) == "plane.py:6: SyntaxError: expected ':'"
    )
    missing = Problem("plane.py", "there is no plane.py")
    assert reason(a_report(a_check(Outcome.TODO, needs="plane:f"), problems=(missing,))) == missing.message
    assert reason(a_report(a_check(Outcome.TODO, needs="plane:f"))) == "It works: f is still to be written"
    assert reason(a_report(a_check(Outcome.PASSED), a_check(Outcome.TIMEOUT, message="2 s"))) == "It works: 2 s"
    lost = msgspec.structs.replace(a_report(), checks=(), outcome=Outcome.ERROR)
    assert reason(lost) == "no check ran"
    assert reason(msgspec.structs.replace(lost, problems=(Problem("a", "the machine went away"),))) == (
        "the machine went away"
    )
    assert len(reason(a_report(a_check(message="x" * 5000)))) == 300


def test_checks_that_only_some_reports_have() -> None:
    table = rows(Graded("a", a_report(a_check(id="x"))), Graded("b", a_report(a_check(Outcome.PASSED, id="y"))))
    assert [(row["x"], row["y"]) for row in table] == [("0.0", ""), ("", "2.0")]


@pytest.mark.parametrize("name", AWKWARD)
def test_no_cell_is_a_formula(name: str) -> None:
    graded = Graded(name, a_report(full_failure(clean(name)), a_check(id=f"test[{name}]")), submitted=name)
    text = to_csv([graded])
    assert text.encode("utf-8")
    for separator in (",", ";"):  # as Excel reads it where the comma is for decimals
        for row in csv.reader(io.StringIO(text[1:], newline=""), delimiter=separator):
            for cell in row:
                assert not cell.lstrip(" \u00a0").startswith(tuple("=+-@\t\r＝＋－＠")), cell
    (row,) = rows(graded)
    assert "\n" not in row["student"]
    assert row["student"].replace("'", "") == " ".join(clean(name).split("\n")).replace("'", "")


def test_names_that_need_no_care_stay_as_they_are() -> None:
    for name in ("王 小明", "😀 🇩🇪", "O'Neil, Bob", 'Jane "JD" Doe', "Ann-Marie", "a@b.org", "x=1"):
        assert rows(Graded(name, a_report()))[0]["student"] == name


def test_csv_keeps_rows_and_no_reports() -> None:
    alive = []

    def students() -> Any:
        for number in range(50):
            report = a_report(a_check(id=f"test_{number}", message="x" * 1000))
            alive.append(report.checks[0].id)
            yield Graded(f"s{number}", report)
            del report

    assert to_csv(students()).count("\r\n") == 51
    assert len(alive) == 50


# The part of Jenkins's and Surefire's schema that our documents use: attributes that must and may be there, children.
SCHEMA: dict[str, tuple[set[str], set[str], set[str]]] = {
    "testsuites": (set(), {"name", "time", "tests", "failures", "errors"}, {"testsuite"}),
    "testsuite": (
        {"name", "tests", "failures", "errors"},
        {"time", "skipped", "timestamp", "hostname", "id", "package"},
        {"properties", "testcase", "system-out", "system-err"},
    ),
    "properties": (set(), set(), {"property"}),
    "property": ({"name", "value"}, set(), set()),
    "testcase": (
        {"name"},
        {"classname", "time", "group"},
        {"skipped", "error", "failure", "system-out", "system-err"},
    ),
    **dict.fromkeys(("failure", "error", "skipped"), (set(), {"type", "message"}, set())),
}


def assert_valid(document: str) -> ElementTree.Element:
    root = ElementTree.fromstring(document.encode("utf-8"))
    assert root.tag == "testsuites"
    for element in root.iter():
        must, may, children = SCHEMA[element.tag]
        assert must <= set(element.attrib) <= must | may
        assert {child.tag for child in element} <= children
        assert element.tag in ("failure", "error", "skipped") or not (element.text or "").strip()
        if element.tag == "testsuite":
            cases = element.findall("testcase")
            counts = [int(element.get(name, "")) for name in ("tests", "failures", "errors", "skipped")]
            kinds = ("failure", "error", "skipped")
            assert counts == [len(cases), *(sum(case.find(k) is not None for case in cases) for k in kinds)]
            assert re.fullmatch(r"[0-9]*[.][0-9]{0,3}", element.get("time", ""))
    return root


def test_junit_of_a_class_is_valid() -> None:
    root = assert_valid("".join(class_junit(a_class())))
    assert [suite.get("name") for suite in root] == [
        *("passing 0", "failing 0", "broken 0", "unfinished 0", "crashing 0")
    ]
    properties = {p.get("name"): p.get("value") for p in root[2].iter("property")}
    assert properties["late"] == "true"
    assert properties["outcome"] == "failed"
    assert properties["where"] == "broken-0"


@pytest.mark.parametrize("name", AWKWARD)
def test_junit_holds_any_name(name: str) -> None:
    checks = (full_failure(clean(name)), a_check(id=name, title=name))
    root = assert_valid("".join(class_junit([Graded(name, a_report(*checks), name, True, name)])))
    (suite,) = root
    assert len(suite.findall("testcase")) == 2
    if name.isprintable() and name.isascii():
        assert suite.get("name") == name


def gradescope(graded: Graded) -> dict[str, Any]:
    text = to_gradescope(graded)
    document: dict[str, Any] = json.loads(text, parse_constant=lambda word: pytest.fail(f"{word} is not JSON"))
    assert_published(document)
    return document


def assert_published(document: dict[str, Any]) -> None:
    """Compare a document with the published description: each field, its type and its words."""
    when = {"hidden", "after_due_date", "after_published", "visible"}
    words = {"text", "html", "simple_format", "md", "ansi"}
    top: dict[str, Any] = {
        "score": float,
        "execution_time": float,
        "output": str,
        "output_format": words,
        "test_output_format": words,
        "visibility": when,
        "stdout_visibility": when,
        "extra_data": dict,
        "tests": list,
    }
    test = {
        "score": float,
        "max_score": float,
        "status": {"passed", "failed"},
        "name": str,
        "number": str,
        "output": str,
        "visibility": when,
        "extra_data": dict,
    }
    for part, fields in ((document, top), *((one, test) for one in document["tests"])):
        assert set(part) <= set(fields)
        for name, value in part.items():
            allowed = fields[name]
            assert value in allowed if isinstance(allowed, set) else isinstance(value, allowed), name
    assert document["tests"]


def test_gradescope() -> None:
    by_name = {graded.student: gradescope(graded) for graded in a_class()}
    failing = by_name["failing 0"]
    assert failing["score"] == 2.0
    assert [(test["status"], test["score"], test["max_score"]) for test in failing["tests"]] == [
        ("passed", 2.0, 2.0),
        ("failed", 0.0, 2.0),
    ]
    assert "expected: 5.0\ngot: 4.0" in failing["tests"][1]["output"]
    assert "The points are swapped" in failing["output"]
    assert "SyntaxError" in by_name["broken 0"]["output"]
    assert by_name["crashing 0"]["tests"][0]["extra_data"]["outcome"] == "crashed"
    assert by_name["broken 0"]["extra_data"]["late"] is True


def test_gradescope_keeps_hidden_checks_to_itself() -> None:
    document = gradescope(Graded("a", a_report(a_check(Outcome.PASSED), hidden_failure())))
    assert [test["visibility"] for test in document["tests"]] == ["visible", "hidden"]
    assert SECRET not in json.dumps(document)
    assert "Mind the signs." in document["tests"][1]["output"]
    assert "Mind the signs." not in document["output"]
    assert "More of the same" not in document["output"]


@pytest.mark.parametrize("name", AWKWARD)
def test_gradescope_holds_any_name(name: str) -> None:
    assert gradescope(Graded(name, a_report(full_failure(clean(name))), name))["extra_data"]["submission"] == clean(
        name
    )


def test_line_of_results() -> None:
    report = a_report(full_failure(), a_check(Outcome.PASSED))
    head = '{"submission":"王","submitted":"","late":true,"where":"x/y","key":"abc",'
    assert from_line(head + to_json(report)[1:]) == Graded("王", report, "", True, "x/y")
    with pytest.raises(msgspec.MsgspecError):
        from_line('{"submission":"a"}')
