"""Reports: the worst outcome decides, nothing at all is no pass, and the student view keeps hidden checks hidden."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from kit import STAGES, examine, replaced, screen, solution, workspace

from grader.export import to_json, to_junit
from grader.report import CheckResult, Outcome, Report, worst
from grader.text import MAX_TEXT, clean


def a_check(outcome: Outcome) -> CheckResult:
    return CheckResult(f"test_{outcome}", "It works.", outcome, 0.0, 1.0, ("plane:distance",))


def test_outcomes_are_ordered_worst_first() -> None:
    order = ["error", "crashed", "timeout", "failed", "todo", "skipped", "passed"]
    assert [outcome.value for outcome in Outcome] == order
    for index, outcome in enumerate(Outcome):
        assert worst([*list(Outcome)[index:]]) is outcome


def test_nothing_at_all_is_not_a_pass() -> None:
    assert worst([]) is Outcome.ERROR


@pytest.mark.parametrize("outcome", list(Outcome))
def test_only_passed_is_passed(outcome: Outcome) -> None:
    report = Report("c", "s", outcome, 0.0, 1.0, 1, "practice", 0.1, (a_check(outcome),))
    assert report.passed == (outcome is Outcome.PASSED)
    following = report.next_check
    assert (following is None) == (outcome is Outcome.PASSED)


def test_points_are_for_passed_checks_only(tmp_path: Path) -> None:
    half = solution("plane", ("/ 2, (p[1]", "/ 3, (p[1]"))
    for report in examine(workspace(tmp_path / "kata", plane=half), *STAGES):
        for check in report.checks:
            assert check.points == (check.max_points if check.outcome is Outcome.PASSED else 0.0)
        assert report.points == sum(check.points for check in report.checks)
        assert report.max_points == sum(check.max_points for check in report.checks)


def test_student_view_of_visible_checks_is_the_whole(tmp_path: Path) -> None:
    wrong = solution("plane", ("q[1] - p[1])", "q[1] + p[1])"))
    (report,) = examine(workspace(tmp_path / "kata", plane=wrong), "points")
    assert report.student_view() == report


def test_student_view_hides_what_a_hidden_check_saw(tmp_path: Path) -> None:
    """The student's code does what it can to carry the inputs of the hidden check out."""
    spy = """
    raise ValueError(f"SPY {points}")
""".strip("\n")
    plane = solution("plane", ("    return abs(sum(", f"    print('SPY', points)\n{spy}\n    return abs(sum("))
    (report,) = examine(workspace(tmp_path / "kata", plane=plane), "outlines")
    hidden = [check for check in report.checks if check.hidden]
    assert hidden
    assert all("SPY" in check.message + check.output for check in hidden), "the full view has it"
    view = replaced(report, checks=tuple(check for check in report.checks if check.hidden)).student_view()
    for text in (to_json(view), to_junit([view]), screen(view)):
        assert "SPY" not in text
        assert "Does it matter in which direction you walk around?" in text, "the safe hint is there"


def test_inputs_of_a_hidden_check_are_not_told_by_a_later_one(tmp_path: Path) -> None:
    """Kept in a global, on a library or in a file, they would be printed under a check that is not hidden."""
    spy = (
        "import math\nimport builtins\nfrom pathlib import Path\n"
        "kept = builtins.__dict__.setdefault('kept', [])\n"
        "def tell():\n    if Path('kept').exists(): kept.append(Path('kept').read_text())\n    print('SPY', kept)\n"
    )
    plane = solution(
        "plane",
        ("import math\n", spy),
        (
            "    return abs(sum(",
            "    tell()\n    kept.append(points)\n    Path('kept').write_text(str(points))\n    return abs(sum(",
        ),
    )
    outlines, figures = examine(workspace(tmp_path / "kata", plane=plane), "outlines", "figures")
    last = outlines.checks[-1]
    assert last.hidden
    assert "(3, 1)" in last.output, "within a worker, code remembers what it saw in earlier checks"
    after = [check.output for check in figures.checks if "SPY" in check.output]
    assert after
    assert after[0] == "SPY []\n"


# -- text -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("plain π 日本 \t\n", "plain π 日本 \t\n"),
        ("\x1b[31mred\x1b[0m", "red"),
        ("\x1b]0;title\x07rest", "rest"),
        ("\x1b]8;;http://x\x1b\\link", "link"),
        ("a\x00b\x07c\x7fd\x9be", "a\\x00b\\x07c\\x7fd\\x9be"),
        ("over\rwritten", "over\\x0dwritten"),
        ("windows\r\nline", "windows\nline"),
        ("\u202ereversed\u2066", "\\x202ereversed\\x2066"),
        ("half \ud800 pair", "half \\xd800 pair"),
        ("no \ufffe\uffff characters", "no \\xfffe\\xffff characters"),
        ("next\x85line", "next\\x85line"),
    ],
)
def test_text_is_made_safe(text: str, cleaned: str) -> None:
    assert clean(text) == cleaned
    assert clean(cleaned) == cleaned, "cleaning twice changes nothing"


@pytest.mark.parametrize("length", [MAX_TEXT - 1, MAX_TEXT, MAX_TEXT + 1, 10 * MAX_TEXT])
def test_text_is_capped(length: int) -> None:
    for text in ("x" * length, "\x00" * length, "\r\n" * length, "\x1b[31m" * length + "end"):
        assert len(clean(text)) <= MAX_TEXT
    assert clean("x" * (MAX_TEXT + 1)).endswith("…")


def test_report_survives_a_round_trip_through_json(tmp_path: Path) -> None:
    for report in examine(workspace(tmp_path / "kata", plane="def broken(:"), *STAGES):
        assert msgspec.json.decode(to_json(report), type=Report) == report
