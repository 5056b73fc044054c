"""`grade nbgrader autograde`: each fault that costs nbgrader a student or a batch, and what goes on as ever."""

from __future__ import annotations

import copy
import os
import sys
from pathlib import Path

import pytest

pytest.importorskip("nbgrader", reason="nbgrader is an extra; the session `notebooks` has it")

from kit import SHAPES, grade
from nbcourse import Classroom, Json, code, copied, make, mark, name, nbgrader

from grader.course import load_course

pytestmark = pytest.mark.filterwarnings("default")  # those of nbgrader's parts are not ours to mend

STAGE = "outlines"
AREA = "return abs(sum(p[0] * q[1] - q[0] * p[1] for p, q in sides(points))) / 2"
PERIMETER = "return sum(distance(p, q) for p, q in sides(points))"
POINTS = 7.0
HIDDEN = "test_area_in_either_direction"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make(tmp_path_factory.mktemp("made") / "course", load_course(SHAPES), STAGE)


@pytest.fixture
def room(made: Path, tmp_path: Path) -> Classroom:
    return Classroom(copied(tmp_path / "course", made), STAGE)


# -- every fault of the table, in one class ---------------------------------------------------------------------------


def doubled(cells: list[Json]) -> None:
    """Copy a cell with its mark, as `copy cell` in Jupyter does."""
    at = next(index for index, cell in enumerate(cells) if name(cell) == "area")
    cells.insert(at, copy.deepcopy(cells[at]) | {"id": "copy"})


def without_tests(cells: list[Json]) -> None:
    cells[:] = [cell for cell in cells if not (mark(cell).get("grade"))]


def with_easy_tests(cells: list[Json]) -> None:
    for cell in cells:
        if mark(cell).get("grade"):
            cell["source"] = "100.0"
            mark(cell)["points"] = 100


def as_text(cells: list[Json]) -> None:
    for cell in cells:
        if mark(cell).get("solution"):
            cell["cell_type"] = "markdown"
            del cell["outputs"], cell["execution_count"]


def unmarked(cells: list[Json]) -> None:
    for cell in cells:
        cell["metadata"] = {}


def first(text: str) -> object:
    return lambda cells: cells.insert(0, code(text))


THIEF = """
import sqlite3
connection = sqlite3.connect("{gradebook}")
connection.execute("UPDATE grade SET manual_score = 100")
connection.commit()
"""
ALWAYS = "class Yes(float):\n    __eq__ = lambda self, other: True\n    __abs__ = lambda self: 0.0\n"
TRANSFORMER = """
import ast
class Empty(ast.NodeTransformer):
    def visit_Module(self, node):
        return ast.Module(body=[], type_ignores=[])
get_ipython().ast_transformers.append(Empty())
"""


def hand_in(room: Classroom) -> None:
    thief = THIEF.format(gradebook=room.folder / "gradebook.db")
    inside = "\n    ".join(thief.strip().splitlines())
    books = {
        "right": room.solved(),
        "half": room.solved((AREA, "return 4.0")),
        "untouched": room.untouched(),
        "loops": room.solved((AREA, "while True: pass")),
        "stubborn": room.solved(
            (AREA, "import signal\n    signal.signal(signal.SIGINT, signal.SIG_IGN)\n    while True: pass")
        ),
        "exits": room.solved((AREA, "import os\n    os._exit(0)")),
        "broken": b'{"cells": [{"cell_type": "code", "sou',
        "doubled": room.edited(doubled),
        "stripped": room.edited(without_tests, (AREA, "return 4.0")),
        "easy": room.edited(with_easy_tests, (AREA, "return 4.0")),
        "yes": room.edited(first(ALWAYS), (AREA, "return Yes(-1)"), (PERIMETER, "return Yes(-1)")),
        "empties": room.edited(first(TRANSFORMER), (AREA, "return -1")),
        "thief": room.edited(first(thief), (AREA, f"{inside}\n    return 4.0")),
        "as-text": room.edited(as_text),
        "unmarked": room.edited(unmarked),
    }
    for student, book in books.items():
        room.submit(student, book)
    sides = "def sides(points):\n    return list(zip(points, points[1:] + points[:1]))\n"
    room.submit(
        "beside",
        room.solved((AREA, "import mine\n    return mine.area(points)")),
        mine_py=f"from my_sides import sides\n\ndef area(points):\n    {AREA}\n",
        my_sides_py=sides,
        plane_py="raise SystemExit\n",
    )
    room.submit("absent", None)
    renamed = room.submit("renamed", room.solved())
    (renamed / f"{STAGE}.ipynb").rename(renamed / f"{STAGE} (1).ipynb")


@pytest.fixture(scope="module")
def graded(made: Path, tmp_path_factory: pytest.TempPathFactory) -> Classroom:
    room = Classroom(copied(tmp_path_factory.mktemp("graded") / "course", made), STAGE)
    hand_in(room)
    room.grade(course=SHAPES, code=1)
    return room


def test_everybody_is_in_the_gradebook(graded: Classroom) -> None:
    submitted = {path.name for path in (graded.folder / "submitted").iterdir()}
    assert graded.gradebook().keys() == submitted
    assert {one.points for one in graded.gradebook().values()} == {POINTS}
    for student in submitted:
        assert graded.graded(student)


@pytest.mark.parametrize(
    ("student", "score"),
    [
        ("right", 7.0),
        ("untouched", 0.0),
        ("half", 3.0),  # both of perimeter, and the square that happens to have 4
        ("loops", 2.0),
        ("stubborn", 2.0),
        ("exits", 2.0),
        ("doubled", 7.0),
        ("stripped", 3.0),
        ("easy", 3.0),
        ("yes", 0.0),
        ("empties", 2.0),
        ("thief", 2.0),
        ("as-text", 7.0),
        ("unmarked", 7.0),
        ("beside", 7.0),
        ("renamed", 7.0),
    ],
)
def test_what_works_has_its_points(graded: Classroom, student: str, score: float) -> None:
    found = graded.gradebook()[student]
    assert found.score == score
    assert not found.needs_person
    assert sum(points or 0.0 for points in found.scores.values()) == score


@pytest.mark.parametrize(
    ("student", "words"),
    [
        ("loops", "out of time"),
        ("stubborn", "out of time"),
        ("exits", "crashed"),
        ("half", "expected"),
        ("untouched", "to do"),
    ],
)
def test_what_does_not_work_has_a_reason(graded: Classroom, student: str, words: str) -> None:
    assert words in graded.shown(student)


def test_a_notebook_that_cannot_be_read_is_for_a_person(graded: Classroom) -> None:
    broken = graded.gradebook()["broken"]
    assert broken.needs_person
    assert broken.score == 0
    assert any("not a notebook" in (comment or "") for comment in broken.comments.values())
    assert "not a notebook" in graded.graded("broken")[0]["source"]


def test_no_notebook_is_nothing_with_a_comment(graded: Classroom) -> None:
    absent = graded.gradebook()["absent"]
    assert absent.score == 0
    assert set(absent.scores.values()) == {0.0}
    assert not absent.needs_person, "as nbgrader has it"
    assert any("no notebook was handed in" in (comment or "") for comment in absent.comments.values())


def test_a_notebook_of_another_name_counts_and_that_is_said(graded: Classroom) -> None:
    comments = graded.gradebook()["renamed"].comments
    assert any(f"{STAGE} (1).ipynb" in (comment or "") for comment in comments.values())


def test_no_response_is_said_as_nbgrader_says_it(graded: Classroom) -> None:
    assert set(graded.gradebook()["untouched"].comments.values()) == {"No response."}
    assert set(graded.gradebook()["right"].comments.values()) == {None}


def test_the_gradebook_is_out_of_reach(graded: Classroom) -> None:
    from nbgrader.api import Gradebook

    with Gradebook(f"sqlite:///{graded.folder / 'gradebook.db'}", "shapes") as book:
        grades = [g for s in book.assignment_submissions(STAGE) for n in s.notebooks for g in n.grades]
        assert {grade.manual_score for grade in grades} == {None}


def test_tests_stand_in_each_notebook_as_they_were_given_out(graded: Classroom) -> None:
    tests = [(name(cell), cell["source"]) for cell in graded.graded("right") if mark(cell).get("grade")]
    assert len(tests) == 5
    for student in ("stripped", "easy", "unmarked", "doubled", "broken", "absent"):
        assert [(name(cell), cell["source"]) for cell in graded.graded(student) if mark(cell).get("grade")] == tests
        names = [name(cell) for cell in graded.graded(student) if name(cell)]
        assert len(names) == len(set(names))


def test_a_students_own_files_are_kept(graded: Classroom) -> None:
    folder = graded.folder / "autograded" / "beside" / STAGE
    assert "def area" in (folder / "mine.py").read_text()
    assert (folder / "plane.py").read_text() == "raise SystemExit\n"


def test_feedback_of_nbgrader_shows_no_hidden_check(graded: Classroom) -> None:
    nbgrader(f"generate_feedback {STAGE}", cwd=graded.folder)
    for student in ("half", "yes", "right", "broken", "absent"):
        page = (graded.folder / "feedback" / student / STAGE / f"{STAGE}.html").read_text(encoding="utf-8")
        assert "[::-1]" not in page
        assert "This check is not shown" in page or student in ("right", "broken", "absent")
    half = (graded.folder / "feedback" / "half" / STAGE / f"{STAGE}.html").read_text(encoding="utf-8")
    assert "An L has the area of its two rectangles" in half
    assert "Does it matter in which direction you walk around?" in half


# -- what goes on as ever ---------------------------------------------------------------------------------------------


def test_again_changes_nothing_and_keeps_what_people_wrote(room: Classroom) -> None:
    room.submit("alice", room.solved((AREA, "return 4.0")))
    room.grade(course=SHAPES)
    with opened(room) as book:
        grade = book.find_grade("test_area_of_a_dented_outline", STAGE, STAGE, "alice")
        assert not grade.needs_manual_grade
        grade.manual_score, grade.extra_credit = 1.5, 0.5
        grade.needs_manual_grade = False
        book.find_comment("area", STAGE, STAGE, "alice").manual_comment = "Nearly!"
        book.db.commit()
    before, file = room.gradebook(), room.folder / "autograded" / "alice" / STAGE / f"{STAGE}.ipynb"
    written = file.stat().st_mtime_ns
    again = room.grade(course=SHAPES)
    assert "1 kept" in again.err
    assert room.gradebook() == before
    assert before["alice"].score == 3.0 + 1.5 + 0.5
    assert before["alice"].comments["area"] == "Nearly!"
    assert not before["alice"].needs_person
    assert file.stat().st_mtime_ns == written
    room.submit("alice", room.solved())
    room.grade(course=SHAPES)
    assert room.gradebook()["alice"].score == 5.0 + 1.5 + 0.5
    assert room.gradebook()["alice"].needs_person, "what was graded by hand is other code now"


def opened(room: Classroom):  # type: ignore[no-untyped-def]
    from nbgrader.api import Gradebook

    return Gradebook(f"sqlite:///{room.folder / 'gradebook.db'}", "shapes")


PLUGIN = """
from nbgrader.plugins import BasePlugin

class Half(BasePlugin):
    def late_submission_penalty(self, student_id, score, total_seconds_late):
        return 100 if student_id == "verylate" else score / 2
"""


def test_late_submissions_extensions_and_the_plugin_for_penalties(room: Classroom) -> None:
    (room.folder / "late_half.py").write_text(PLUGIN)
    config = room.folder / "nbgrader_config.py"
    config.write_text(config.read_text() + "\nget_config().AssignLatePenalties.plugin_class = 'late_half.Half'\n")
    with opened(room) as book:
        book.update_or_create_assignment(STAGE, duedate="2026-11-30 12:00:00 UTC")
        for student in ("extended", "late"):
            book.add_student(student)
            book.add_submission(STAGE, student)
        book.grant_extension(STAGE, "extended", days=1)
    for student, time in {
        "intime": "2026-11-30 12:00:00 UTC",
        "late": "2026-11-30T14:00:01.5+02:00",
        "verylate": "2026-12-01 12:00:00 UTC",
        "extended": "2026-12-01 11:00:00 UTC",
    }.items():
        room.submit(student, room.solved(), time=time)
    room.grade(course=SHAPES)
    found = room.gradebook()
    penalties = {student: one.penalty for student, one in found.items()}
    assert penalties == {"intime": 0.0, "late": 3.5, "verylate": 7.0, "extended": 0.0}
    assert found["late"].time.startswith("2026-11-30 12:00:01.5")


def test_the_configuration_decides_who_and_where(room: Classroom) -> None:
    config = room.folder / "nbgrader_config.py"
    lines = ["c = get_config()", "c.CourseDirectory.autograded_directory = 'done'"]
    lines += ["c.CourseDirectory.student_id_exclude = 'bob'", "c.Autograde.create_student = False"]
    config.write_text("\n".join([config.read_text(), *lines]))
    with opened(room) as book:
        book.add_student("alice")
    for student in ("alice", "bob", "mallory"):
        room.submit(student, room.solved())
    run = room.grade(course=SHAPES, code=1)
    assert "mallory" in run.err
    assert room.gradebook().keys() == {"alice"}
    assert (room.folder / "done" / "alice" / STAGE / f"{STAGE}.ipynb").is_file()
    assert not (room.folder / "done" / "bob").exists()
    config.write_text(config.read_text() + "\nraise ValueError('half a configuration')\n")
    refused = room.grade(course=SHAPES, code=2)
    assert "half a configuration" in refused.err


def test_one_student_alone(room: Classroom) -> None:
    for student in ("alice", "bob"):
        room.submit(student, room.solved())
    room.grade("--student", "bob", course=SHAPES)
    assert room.gradebook().keys() == {"bob"}
    unknown = room.grade("--student", "bop", course=SHAPES, code=2)
    assert "bob" in unknown.err


def test_what_is_missing_is_said_with_what_to_do(room: Classroom, tmp_path: Path) -> None:
    nobody = room.grade(course=SHAPES, code=2)
    assert "nbgrader collect outlines" in nobody.err
    room.submit("alice", room.solved())
    (room.folder / "gradebook.db").rename(tmp_path / "elsewhere.db")
    without = room.grade(course=SHAPES, code=2)
    assert "nbgrader generate_assignment outlines" in without.err
    assert not (room.folder / "gradebook.db").exists()
    elsewhere = grade("--course", SHAPES, "nbgrader", "autograde", STAGE, "--root", tmp_path / "no", cwd=tmp_path)
    assert elsewhere.code == 2
    assert "no folder" in elsewhere.err


def test_a_gradebook_that_is_in_use_is_said_so_and_nothing_is_lost(room: Classroom) -> None:
    import sqlite3

    room.submit("alice", room.solved())
    with sqlite3.connect(room.folder / "gradebook.db") as other:
        other.execute("BEGIN IMMEDIATE")
        run = room.grade(course=SHAPES, code=2)
        assert "locked" in run.err
        other.rollback()
    again = room.grade(course=SHAPES)
    assert "1 kept" in again.err
    assert room.gradebook()["alice"].score == POINTS


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere links and names of files have other rules")
def test_links_out_of_the_submission_and_a_name_that_is_no_text(room: Classroom, tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("of another student")
    folder = room.submit("alice", room.solved())
    (folder / "answers.txt").symlink_to(secret)
    (room.submit("bob", None) / f"{STAGE}.ipynb").symlink_to(folder / f"{STAGE}.ipynb")
    room.submit(os.fsdecode(b"eve\xff"), room.solved())
    run = room.grade(course=SHAPES, code=1)
    assert "no text" in run.err
    assert room.gradebook().keys() == {"alice", "bob"}
    assert not (room.folder / "autograded" / "alice" / STAGE / "answers.txt").exists()
    assert room.gradebook()["alice"].score == POINTS
    assert room.gradebook()["bob"].score == 0
    assert room.gradebook()["bob"].needs_person
