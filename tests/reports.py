"""Reports made by hand for tests of what becomes of them, with texts that nobody would want in a page or a table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from grader.classroom.graded import Graded
from grader.report import CheckResult, Diagnosis, Outcome, Place, Problem, Report, worst

# Each is a name that somebody may have, or may give themselves.
AWKWARD = (
    "O'Neil, Bob",
    'Jane "JD" Doe',
    "two\nlines",
    "王 小明",
    "😀 🇩🇪",
    '=HYPERLINK("http://x","y")',
    "+1+1",
    "-2+3",
    "@SUM(A1)",
    "\t=1",
    "\r=1",
    "＝1+1",
    " =1+1",
    "a;=1+1",
    "<script>alert(1)</script>",
    "</style><img src=x onerror=alert(1)>",
    "&amp; & ]]> <!-- x",
    "\x1b[31mred\x1b[0m \x07",
    "\u202efdp.exe \u2066x",
    "half \ud800 of it",
    "nul \x00 \x0b \ufffe \uffff",
    "`code` [link](http://x) [bold]not[/bold]",
    "",
)
SECRET = "s3cret-of-the-hidden-check"


def a_check(outcome: Outcome = Outcome.FAILED, **details: Any) -> CheckResult:
    """Return a check worth 2 points."""
    basics: dict[str, Any] = {"id": f"test_{outcome}", "title": "It works.", "units": ("plane:distance",)}
    basics |= {"points": 2.0 if outcome is Outcome.PASSED else 0.0, "max_points": 2.0}
    return CheckResult(outcome=outcome, **(basics | details))


def a_report(*checks: CheckResult, **fields: Any) -> Report:
    """Return a report of the stage `points` with these checks, or of a pass."""
    checks = checks or (a_check(Outcome.PASSED),)
    basics: dict[str, Any] = {
        "course": "shapes",
        "stage": "points",
        "outcome": worst(check.outcome for check in checks),
        "points": sum(check.points for check in checks),
        "max_points": sum(check.max_points for check in checks),
        "seed": 7,
        "isolation": "official",
        "seconds": 0.25,
    }
    return Report(checks=checks, **(basics | fields))


def hidden_failure() -> CheckResult:
    """Return a failed hidden check of which everything but title and hint is a secret."""
    return a_check(
        id="test_hidden",
        title="More of the same.",
        hint="Mind the signs.",
        hidden=True,
        expected=SECRET,
        actual=SECRET,
        message=SECRET,
        place=Place("plane.py", 3, "f", SECRET),
        output=SECRET,
        code=SECRET,
        values=SECRET,
    )


def full_failure(text: str = "text") -> CheckResult:
    """Return a failed check with something in every field, all of it this text."""
    return a_check(
        id="test_full",
        expected=text,
        actual=text,
        message=text,
        hint="Look again.",
        place=Place("plane.py", 8, text, text),
        output=f"{text}\n{text}",
        code="a = plane.distance(p, q)\nassert a == 5.0",
        values=text,
    )


DIAGNOSIS = Diagnosis("swaps-the-points", "The points are swapped", "plane:distance", "points", "It is `q` minus `p`.")
SYNTAX = Problem("plane.py", "SyntaxError: expected ':'", "Mend this line.", Place("plane.py", 6, "", "def f(x)", 9))


def a_class(number: int = 1) -> Iterator[Graded]:
    """Yield so many times a passing, a failing, a broken, an unfinished, a crashing and a late student."""
    for index in range(number):
        kinds = {
            "passing": a_report(a_check(Outcome.PASSED, id="test_one"), a_check(Outcome.PASSED, id="test_two")),
            "failing": a_report(
                a_check(Outcome.PASSED, id="test_one"),
                a_check(id="test_two", title="Two points.", expected="5.0", actual="4.0"),
                diagnosis=DIAGNOSIS,
            ),
            "broken": a_report(
                *(a_check(id=f"test_{name}", message=SYNTAX.message) for name in ("one", "two")), problems=(SYNTAX,)
            ),
            "unfinished": a_report(
                a_check(Outcome.PASSED, id="test_one"),
                a_check(Outcome.TODO, id="test_two", needs="plane:midpoint"),
            ),
            "crashing": a_report(
                a_check(Outcome.CRASHED, id="test_one", message="your code ended Python (exit code 3)"),
                a_check(Outcome.CRASHED, id="test_two", message="your code ended Python (exit code 3)"),
            ),
        }
        for name, report in kinds.items():
            yield Graded(f"{name} {index}", report, "2026-10-01 12:00", name == "broken", f"{name}-{index}")
