"""A student's files, whatever state they are in: each fault is said once, in words, with its line."""

from __future__ import annotations

from pathlib import Path

import pytest
from kit import SHAPES, STAGES, examine, grade, screen, solution, workspace
from rich.cells import cell_len

from grader.course import Course, load_course
from grader.errors import UsageError
from grader.report import Outcome
from grader.submission import MAX_FILE, Submission, read_submission

PLANE = solution("plane")
LINE = "    return math.hypot(q[0] - p[0], q[1] - p[1])\n"


@pytest.fixture(scope="session")
def course() -> Course:
    return load_course(SHAPES)


BROKEN: dict[str, tuple[bytes, str, int]] = {
    "open bracket": (PLANE.replace("def distance(p, q):", "def distance(p, q:").encode(), "SyntaxError", 6),
    "no colon": (PLANE.replace("def distance(p, q):", "def distance(p, q)").encode(), "expected ':'", 6),
    "bad indentation": (PLANE.replace(LINE, "  " + LINE + " x = 1\n").encode(), "IndentationError", 8),
    "mixed tabs": (
        PLANE.replace(LINE, "    if p:\n        p = q\n\treturn 2\n").encode(),
        "inconsistent use of tabs and spaces",
        10,
    ),
    "latin-1": (PLANE.replace("the point `q`", "the pöint").encode("latin-1"), "byte 0xF6 is not UTF-8", 7),
    "NUL byte": (PLANE.replace("math.hypot", "math\0hypot").encode(), "NUL byte", 8),
    "UTF-16": (PLANE.encode("utf-16"), "saved as UTF-16", 0),
    "5,000 brackets": (PLANE.replace(LINE, f"    return {'(' * 5000}1{')' * 5000}\n").encode(), "too many nested", 8),
    "200,000 terms": (PLANE.replace(LINE, f"    return {'1+' * 200_000}1\n").encode(), "too large", 0),
}


@pytest.mark.parametrize("case", BROKEN)
def test_unreadable_file_is_one_fault_with_its_line(tmp_path: Path, case: str) -> None:
    data, said, line = BROKEN[case]
    (report,) = examine(workspace(tmp_path / "kata", plane=data), "points")
    assert report.outcome is Outcome.FAILED
    assert {check.outcome for check in report.checks} == {Outcome.FAILED}
    (problem,) = report.problems
    assert said in problem.message
    assert {check.message for check in report.checks} == {problem.message}
    assert (problem.place.line if problem.place else 0) == line
    text = screen(report)
    assert text.count(said) == 1, "said once, not once for each check"
    assert "plane.py" in text


def test_caret_stands_under_the_place(tmp_path: Path) -> None:
    for before in ("    return", "\treturn", "        'pöint',", "    '点',", "\tx\t=\t"):
        broken = f"{PLANE}\n\ndef more():\n{before} math..hypot(1, 2)\n"
        (report,) = examine(workspace(tmp_path / "kata", plane=broken.encode()), "points")
        lines = screen(report).splitlines()
        index = next(i for i, line in enumerate(lines) if "math..hypot" in line)
        caret = cell_len(lines[index + 1].partition("^")[0])
        assert caret == cell_len(lines[index].partition(".hypot")[0]), lines[index : index + 2]


def test_syntax_error_on_the_command_line(tmp_path: Path) -> None:
    kata = workspace(tmp_path / "kata", plane=BROKEN["no colon"][0])
    run = grade("points", cwd=kata)
    assert run.code == 1
    assert run.err == ""
    assert run.out.count("expected ':'") == 1
    assert "plane.py:6" in run.out
    assert "^" in run.out
    assert "Next: Fix plane.py. Then run `grade points` again." in " ".join(run.out.split())
    board = grade(cwd=kata)
    assert board.code == 0
    assert "Next: Fix plane.py; `grade points` shows the line." in " ".join(board.out.split())


@pytest.mark.parametrize(
    "data",
    [b"", b"\n\n", b"# nothing but a comment\n", None],
    ids=["no bytes", "empty lines", "a comment", "no file"],
)
def test_empty_or_missing_file_is_to_do(tmp_path: Path, data: bytes | None) -> None:
    (report,) = examine(workspace(tmp_path / "kata", plane=data), "points")
    assert report.outcome is Outcome.TODO
    assert {check.outcome for check in report.checks} == {Outcome.TODO}
    (problem,) = report.problems
    assert ("there is no plane.py" if data is None else "plane.py is empty") in problem.message
    assert screen(report).count(problem.message) == 1


def test_next_step_for_a_missing_file_says_where_to_get_it(tmp_path: Path) -> None:
    run = grade("points", cwd=workspace(tmp_path / "kata", plane=None))
    assert run.code == 1
    assert "there is no plane.py" in run.out
    assert "grade init" in run.out


@pytest.mark.parametrize(
    "data",
    [
        b"\xef\xbb\xbf" + PLANE.encode(),
        PLANE.replace("\n", "\r\n").encode(),
        PLANE.replace("\n", "\r").encode(),
        b"# -*- coding: latin-1 -*-\n" + PLANE.replace("far the", "f\xe4r the").encode("latin-1"),
        PLANE.encode().rstrip(b"\n"),
        PLANE.replace("math.hypot(", "\f\\\n  math.hypot(").encode(),
    ],
    ids=["BOM", "CRLF", "CR", "coding line", "no last line end", "form feed"],
)
def test_unusual_but_right_file_passes(tmp_path: Path, data: bytes) -> None:
    reports = examine(workspace(tmp_path / "kata", plane=data), *STAGES)
    assert [report.outcome for report in reports] == [Outcome.PASSED] * 4


def test_line_numbers_of_a_file_with_a_bom_and_crlf(tmp_path: Path) -> None:
    text = PLANE.replace(LINE, "    return p.x\n").replace("\n", "\r\n")
    (report,) = examine(workspace(tmp_path / "kata", plane=b"\xef\xbb\xbf" + text.encode()), "points")
    place = report.checks[0].place
    assert place is not None
    assert (place.file, place.line, place.function, place.text) == ("plane.py", 8, "distance", "return p.x")


def test_folder_in_place_of_a_file(tmp_path: Path) -> None:
    kata = workspace(tmp_path / "kata", plane=None)
    (kata / "plane.py").mkdir()
    (report,) = examine(kata, "points")
    assert report.outcome is Outcome.FAILED
    assert report.problems[0].message == "plane.py is not a file"


def test_link_out_of_the_submission_is_not_followed(tmp_path: Path) -> None:
    kata = workspace(tmp_path / "kata", plane=None)
    (kata / "plane.py").symlink_to(SHAPES / "solutions" / "plane.py")
    (report,) = examine(kata, "points")
    assert report.outcome is Outcome.FAILED
    assert "a link to a file outside" in report.problems[0].message


def test_link_to_itself_is_one_fault(tmp_path: Path) -> None:
    kata = workspace(tmp_path / "kata", plane=None)
    (kata / "plane.py").symlink_to(kata / "plane.py")
    (report,) = examine(kata, "points")
    assert report.outcome in (Outcome.FAILED, Outcome.TODO)
    assert len(report.problems) == 1


def test_file_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    (report,) = examine(workspace(tmp_path / "kata", plane=b"#" * (MAX_FILE + 1)), "points")
    assert report.outcome is Outcome.FAILED
    assert report.problems[0].message == "plane.py is larger than 512 KiB"


def test_broken_module_is_named_also_where_another_imports_it(tmp_path: Path) -> None:
    (report,) = examine(workspace(tmp_path / "kata", plane=BROKEN["no colon"][0]), "figures")
    assert {check.outcome for check in report.checks} == {Outcome.FAILED}
    places = {(p.place.file, p.place.line) for p in report.problems if p.place}
    assert places == {("plane.py", 6)}


def test_broken_module_costs_nothing_elsewhere(tmp_path: Path) -> None:
    kata = workspace(tmp_path / "kata", pen=b"def broken(:\n")
    points, outlines, pen = examine(kata, "points", "outlines", "pen")
    assert points.passed
    assert outlines.passed
    assert pen.outcome is Outcome.FAILED


def test_exception_at_import_is_said_once_with_its_line(tmp_path: Path) -> None:
    raising = PLANE + "\nprint(distance((0, 0), (3, 4)))\nmidpoint(1, 2)\n"
    (report,) = examine(workspace(tmp_path / "kata", plane=raising), "points")
    (problem,) = report.problems
    assert "importing plane.py raised TypeError" in problem.message
    assert problem.place is not None
    assert problem.place.text == "return ((p[0] + q[0]) / 2, (p[1] + q[1]) / 2)"
    assert screen(report).count("TypeError") == 1


def test_circular_import_is_a_fault_of_the_file(tmp_path: Path) -> None:
    kata = workspace(tmp_path / "kata", plane="from pen import Pen\n" + PLANE)
    (report,) = examine(kata, "points")
    assert report.outcome is Outcome.FAILED
    assert "ImportError" in report.problems[0].message


def test_own_helper_module_may_be_imported(tmp_path: Path) -> None:
    kata = workspace(tmp_path / "kata", plane=PLANE.replace("import math", "import math\nfrom mine import half"))
    (kata / "mine.py").write_text("def half(x):\n    return x / 2\n", encoding="utf-8")
    assert examine(kata, "points")[0].passed


def test_helper_module_named_like_a_library_shadows_nothing(tmp_path: Path) -> None:
    kata = workspace(tmp_path / "kata")
    for name in ("math", "random", "json", "os", "sys", "typing"):
        (kata / f"{name}.py").write_text("raise RuntimeError('shadowed')\n", encoding="utf-8")
    assert all(report.passed for report in examine(kata, *STAGES))


def test_unit_that_is_missing_is_to_do(course: Course, tmp_path: Path) -> None:
    without = PLANE.replace("def midpoint", "def midpiont")
    submission = read_submission(course, workspace(tmp_path / "kata", plane=without))
    assert submission.todo("plane:midpoint")
    assert not submission.todo("plane:distance")


def test_unit_at_a_line(course: Course) -> None:
    submission = read_submission(course, SHAPES / "solutions")
    assert submission.unit_at("plane", 8) == "plane:distance"
    assert submission.unit_at("plane", 1) is None
    lines = solution("pen").splitlines()
    assert submission.unit_at("pen", lines.index("    def turn(self, degrees):") + 3) == "pen:Pen.turn"
    assert submission.unit_at("pen", lines.index("    def __init__(self, x=0.0, y=0.0):") + 1) is None, "not a unit"


def test_submission_that_is_not_there_is_a_usage_error(course: Course, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="there is no submission"):
        read_submission(course, tmp_path / "nowhere")


def test_file_of_no_module_of_the_course_suggests(course: Course, tmp_path: Path) -> None:
    (tmp_path / "plain.py").write_text("", encoding="utf-8")
    with pytest.raises(UsageError) as error:
        read_submission(course, tmp_path / "plain.py")
    assert error.value.advice == "Did you mean 'plane.py'?"


@pytest.mark.parametrize(
    ("source", "unit", "meant"),
    [
        ("class Penn:\n def turn(s): 1", "pen:Pen.turn", "Penn"),
        ("class Pen:\n def trun(s): 1", "pen:Pen.turn", "Pen.trun"),
        ("class pen:\n def turn(s): 1", "pen:Pen.turn", "pen"),
        ("class Pen:\n def turn(s): 1", "pen:Pen.turn", ""),
        ("class Pen:\n def forward(s): 1", "pen:Pen.turn", ""),
        ("class Pen:\n def __repr__(s): 1", "pen:Pen.turn", ""),
        ("def draw_poligon(): 1", "pen:draw_polygon", "draw_poligon"),
        ("class Pencil: pass", "pen:Pen.turn", ""),
        ("class Pen(:", "pen:Pen.turn", ""),
    ],
)
def test_what_a_missing_unit_may_be_called(course: Course, source: str, unit: str, meant: str) -> None:
    assert Submission.of_texts(course, {"pen": source}).lookalike(unit) == meant
