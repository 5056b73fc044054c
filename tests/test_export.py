"""Reports for programs: JSON and JUnit that any parser reads, whatever the student's code said."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from kit import examine, solution, workspace

from grader.export import to_json, to_junit
from grader.report import CheckResult, Outcome, Place, Report
from grader.text import clean

HOSTILE = "a\x00b\x1b[31mc\ud800d\ufffee\uffff]]> & < > \" ' <x/> π 日本 \U0001f600 \x85 \u2028 \u202e"


def a_check(outcome: Outcome, **details: Any) -> CheckResult:
    name = str(details.pop("id", f"test_{outcome}"))
    return CheckResult(name, "It works.", outcome, 0.0, 1.0, ("plane:distance",), **details)


def a_report(*checks: CheckResult, **fields: Any) -> Report:
    worst = min((check.outcome for check in checks), key=list(Outcome).index)
    return Report("shapes", "points", worst, 0.0, float(len(checks)), 1, "practice", 0.125, checks, **fields)


def cases(document: str) -> dict[str, ElementTree.Element]:
    return {str(case.get("name")): case for case in ElementTree.fromstring(document).iter("testcase")}


def test_json_is_one_line_of_strict_json() -> None:
    text = to_json(a_report(*map(a_check, Outcome)))
    assert "\n" not in text
    document = json.loads(text, parse_constant=lambda word: pytest.fail(f"{word} is not JSON"))
    assert document["schema"] == 1
    assert [check["outcome"] for check in document["checks"]] == [outcome.value for outcome in Outcome]
    assert document["diagnosis"] is None
    assert document["blame"] == []


def test_json_keeps_the_documented_names() -> None:
    document = json.loads(to_json(a_report(a_check(Outcome.FAILED, expected="2.0", actual="1.0", message="why"))))
    assert set(document) >= {
        *("schema", "course", "stage", "outcome", "points", "max_points", "seed", "isolation", "seconds"),
        *("checks", "diagnosis", "blame"),
    }
    assert set(document["checks"][0]) >= {
        *("id", "title", "outcome", "points", "max_points", "expected", "actual", "message", "units", "hidden"),
    }


@pytest.mark.parametrize("text", [HOSTILE, "x" * 5000, "", "\n\n", "\t"])
def test_any_text_from_a_students_code_stays_readable(text: str) -> None:
    safe = clean(text)
    check = a_check(
        Outcome.FAILED,
        message=safe,
        expected=safe,
        actual=safe,
        output=safe,
        place=Place("plane.py", 3, "distance", safe),
    )
    document = json.loads(to_json(a_report(check)).encode("utf-8"))
    assert document["checks"][0]["actual"] == safe
    case = cases(to_junit([a_report(check)]).encode("utf-8").decode("utf-8"))["test_failed"]
    assert len(case) == 1


def test_junit_tells_the_kinds_apart() -> None:
    junit = to_junit([a_report(*map(a_check, Outcome))])
    kinds = {name: [child.tag for child in case] for name, case in cases(junit).items()}
    assert kinds == {
        "test_error": ["error"],
        "test_crashed": ["error"],
        "test_timeout": ["error"],
        "test_failed": ["failure"],
        "test_todo": ["skipped"],
        "test_skipped": ["skipped"],
        "test_passed": [],
    }
    suite = ElementTree.fromstring(junit).find("testsuite")
    assert suite is not None
    counts = {name: suite.get(name) for name in ("tests", "failures", "errors", "skipped", "name", "time")}
    assert counts == {
        "tests": "7",
        "failures": "1",
        "errors": "3",
        "skipped": "2",
        "name": "shapes.points",
        "time": "0.125",
    }


def test_junit_of_several_stages() -> None:
    one = a_report(a_check(Outcome.PASSED))
    root = ElementTree.fromstring(to_junit([one, one, one]))
    assert len(root.findall("testsuite")) == 3


def test_junit_says_what_was_expected_and_where() -> None:
    place = Place("plane.py", 8, "distance", "return 1")
    check = a_check(Outcome.FAILED, expected="2.0", actual="1.0", message="why", hint="Look.", place=place)
    failure = cases(to_junit([a_report(check)]))["test_failed"][0]
    assert failure.get("type") == "failed"
    assert failure.get("message") == "why"
    for line in ("It works.", "expected: 2.0", "got: 1.0", "plane.py:8: return 1", "hint: Look."):
        assert line in str(failure.text)


def test_junit_of_a_real_run_parses_with_hostile_output(tmp_path: Path) -> None:
    body = "raise ValueError('\\x00\\x1b[2J\\ufffe\\uffff\\x0b]]>\\ud800')"
    kata = workspace(
        tmp_path / "kata", plane=solution("plane", ("    return math.hypot", f"    {body}\n    return math.hypot"))
    )
    (report,) = examine(kata, "points")
    failures = [case for case in cases(to_junit([report])).values() if case.find("failure") is not None]
    assert len(failures) == 5
