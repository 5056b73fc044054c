"""Whose is what: every way to hand in becomes one submission for each student, and nobody is lost."""

from __future__ import annotations

import csv
import io
import os
import pickle
import re
import sys
import unicodedata
from pathlib import Path

import pytest
from classes import PEN, PLANE, notebook, packed, tree
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from kit import ROOT, SHAPES, shown

from grader.classroom.grades import set_aside_csv
from grader.classroom.intake import Entry, Ignored, Intake, find_entries
from grader.classroom.stores import ZipStore
from grader.course import Course, load_course
from grader.errors import UsageError
from grader.render.classroom import render_set_aside
from grader.submission import read_submission

COURSE = load_course(SHAPES)
POINTS, FIGURES = COURSE.stage("points"), COURSE.stage("figures")
OLD = b"# an earlier one\n" + PLANE

GRADESCOPE = """\
---
submission_101:
  :submitters:
  - :name: Jane Doe
    :sid: '3001'
    :email: jane@example.org
  :created_at: 2026-10-01 12:00:00.000000000 Z
  :score: 0.0
  :history:
  - :id: 99
    :created_at: 2026-09-30 12:00:00.000000000 Z
submission_102:
  :submitters:
  - :name: 'Pair O''One'
    :sid: '3002'
    :email:
  - :name: "Pair Tw\\u00f6"
  :created_at: 2026-10-02 12:00:00.000000000 Z
submission_103:
  :submitters: []
"""


def find(path: Path, stage: str = "points", pattern: str | None = None, course: Course = COURSE) -> Intake:
    return find_entries(course, path, pattern, stage=course.stage(stage))


def students(intake: Intake) -> list[str]:
    return [entry.student for entry in intake.entries]


def files(entry: Entry) -> dict[str, bytes]:
    """Return what a submission consists of; the names must hold no path."""
    submission = entry.read()
    assert all("/" not in file for file, _ in submission.files.values())
    return {module: data for module, (_, data) in submission.files.items()}


def fault(entry: Entry) -> str:
    """Return the message of a submission that can't be checked."""
    submission = entry.read()
    problem = submission.problem("plane")
    assert problem is not None
    assert entry.student not in problem.message + problem.file + problem.advice, "for whom names are hidden"
    return problem.message


def test_folder_for_each_student(tmp_path: Path) -> None:
    tree(
        tmp_path,
        {
            "bob/plane.py": PLANE,
            "alice/plane.py": PLANE,
            "alice/pen.py": PEN,
            "alice/mine.py": b"x = 1\n",
            "李雷/kata/plane.py": PLANE,
            "Ann O. Ther/plane.py": PLANE,
            '😀, "x" =1+1/plane.py': PLANE,
            "empty": None,
            "notes.txt": b"",
            "__MACOSX/._plane.py": b"",
            "carol/__pycache__/plane.py": OLD,
            "carol/.ipynb_checkpoints/plane.py": OLD,
        },
    )
    intake = find(tmp_path)
    assert students(intake) == ["Ann O. Ther", "alice", "bob", "carol", "empty", "李雷", '😀, "x" =1+1']
    by_name = {entry.student: entry for entry in intake.entries}
    assert files(by_name["alice"]) == {"plane": PLANE, "pen": PEN, "mine": b"x = 1\n"}
    assert files(by_name["李雷"]) == {"plane": PLANE}
    assert by_name["李雷"].where == "李雷"
    for name in ("empty", "carol"):
        assert fault(by_name[name]) == "nothing was handed in"
        assert by_name[name].read().todo("plane:distance")
    assert [(i.path, "not a submission" in i.reason) for i in intake.ignored] == [("notes.txt", True)]
    assert intake.superseded == ()


def test_folder_with_most_modules_counts_and_of_those_the_uppermost(tmp_path: Path) -> None:
    tree(
        tmp_path,
        {
            "alice/old/plane.py": OLD,
            "alice/kata/plane.py": PLANE,
            "alice/kata/pen.py": PEN,
            "bob/plane.py": PLANE,
            "bob/backup/plane.py": OLD,
        },
    )
    alice, bob = find(tmp_path, "figures").entries
    assert files(alice) == {"plane": PLANE, "pen": PEN}
    assert files(bob) == {"plane": PLANE}


def test_single_files(tmp_path: Path) -> None:
    tree(
        tmp_path,
        {
            "alice_plane.py": PLANE,
            "alice-pen.py": PEN,
            "plane_bob.py": PLANE,
            "student-12.py": PLANE,
            "student-13.py": PLANE,
            "dora_plane (1).py": PLANE,
            "dora_plane.py": OLD,
        },
    )
    intake = find(tmp_path)
    assert students(intake) == ["alice", "bob", "dora", "student-12", "student-13"]
    by_name = {entry.student: entry for entry in intake.entries}
    assert files(by_name["alice"]) == {"plane": PLANE, "pen": PEN}
    assert files(by_name["student-12"]) == {"plane": PLANE}
    assert files(by_name["dora"]) == {"plane": PLANE}
    assert [(entry.student, entry.where) for entry in intake.superseded] == [("dora", "dora_plane.py")]
    assert files(intake.superseded[0]) == {"plane": OLD}


def test_single_file_without_a_module_needs_a_stage_of_one_module(tmp_path: Path) -> None:
    tree(tmp_path, {"alice.py": PLANE, "bob_pen.py": PEN})
    intake = find(tmp_path, "figures")
    assert students(intake) == ["bob"]
    (ignored,) = intake.ignored
    assert ignored.path == "alice.py"
    assert "alice_plane.py or alice_pen.py" in ignored.reason


def test_notebooks_and_zips_named_by_the_student(tmp_path: Path) -> None:
    tree(
        tmp_path,
        {
            "alice.ipynb": notebook(PLANE.decode()),
            "bob_points.ipynb": notebook(PLANE.decode()),
            "carol.zip": packed({"kata/plane.py": PLANE, "__MACOSX/kata/._plane.py": b"junk"}),
        },
    )
    intake = find(tmp_path)
    assert students(intake) == ["alice", "bob", "carol"]
    for entry in intake.entries:
        assert not entry.read().todo("plane:distance")
        assert entry.read().problem("plane") is None


def test_folder_that_holds_a_zip_or_a_notebook(tmp_path: Path) -> None:
    tree(
        tmp_path,
        {
            "alice/submission.zip": packed({"plane.py": PLANE}),
            "bob/work/outlines.ipynb": notebook("x = 1"),
            "bob/work/points.ipynb": notebook(PLANE.decode()),
            "carol/outer.zip": packed({"inner.zip": packed({"plane.py": PLANE})}),
        },
    )
    alice, bob, carol = find(tmp_path).entries
    assert files(alice) == {"plane": PLANE}
    assert bob.read().unit_at("plane", 8) == "plane:distance"
    assert fault(carol) == "there is no plane.py, only a .zip file"


def test_one_file_of_another_name_is_the_only_module_needed(tmp_path: Path) -> None:
    tree(tmp_path, {"alice/homework 1.py": PLANE, "bob/a.py": PLANE, "bob/b.py": PLANE})
    alice, bob = find(tmp_path).entries
    assert files(alice) == {"plane": PLANE}
    assert fault(bob) == "there is no plane.py, only Python files of other names"


def test_notebook_beside_the_exercise_as_it_came(tmp_path: Path) -> None:
    stub = (SHAPES / "exercises" / "plane.py").read_bytes()
    work = notebook(PLANE.decode())
    tree(
        tmp_path,
        {
            "alice/plane.py": stub,
            "alice/points.ipynb": work,
            "bob/plane.py": PLANE,
            "bob/points.ipynb": notebook("x = 1"),
            "carol/plane.py": stub,
        },
    )
    alice, bob, carol = find(tmp_path).entries
    assert not alice.read().todo("plane:distance")
    assert files(bob) == {"plane": PLANE}
    assert files(carol) == {"plane": stub}


def test_counters_of_a_browser(tmp_path: Path) -> None:
    tree(tmp_path, {"alice/plane (1).py": OLD, "alice/plane (12).py": PLANE, "alice/plane (2).py": OLD})
    (alice,) = find(tmp_path).entries
    assert files(alice) == {"plane": PLANE}


@pytest.mark.parametrize("top", ["", "submitted/"], ids=["inside", "root of the course"])
def test_nbgrader(tmp_path: Path, top: str) -> None:
    tree(
        tmp_path,
        {
            f"{top}alice/points/points.ipynb": notebook(PLANE.decode()),
            f"{top}alice/points/timestamp.txt": "2026-10-01 12:00:00.000000 UTC\n",
            f"{top}alice/pen/pen.ipynb": notebook(PEN.decode()),
            f"{top}alice/pen/timestamp.txt": "2026-11-01 12:00:00.000000 UTC",
            f"{top}bob/points/plane.py": PLANE,
            f"{top}carol/points/timestamp.txt": "2026-10-03",
        },
    )
    if top:
        tree(tmp_path, {"source/points/points.ipynb": notebook(""), "gradebook.db": b""})
    alice, bob, carol = find(tmp_path).entries
    assert (alice.student, alice.submitted) == ("alice", "2026-10-01 12:00:00.000000 UTC")
    assert alice.where == "alice/points" if not top else "submitted/alice/points"
    assert not alice.read().todo("plane:distance")
    assert files(bob) == {"plane": PLANE}
    assert carol.submitted == "2026-10-03"
    assert fault(carol) == "nothing was handed in"


MOODLE = {
    "Jane Doe_1234567_assignsubmission_file_/plane.py": PLANE,
    "Jane Doe_1234567_assignsubmission_onlinetext_/onlinetext.html": b"<p>hello</p>",
    "Jane Doe_1234568_assignsubmission_file_/plane.py": OLD,
    "José Ünlü_77_assignsubmission_file/kata/plane.py": PLANE,
    "王 小明_78_assignsubmission_file/kata.zip": packed({"plane.py": PLANE}),
    "Participant_79_assignsubmission_onlinetext/onlinetext.html": b"<p>print(1)</p>",
    "Max M_80_assignsubmission_file_plane.py": PLANE,
    "Max M_80_assignsubmission_onlinetext_onlinetext.html": b"",
}


@pytest.mark.parametrize("kind", ["folder", "zip"])
def test_moodle(tmp_path: Path, kind: str) -> None:
    if kind == "zip":
        (tmp_path / "moodle.zip").write_bytes(packed(MOODLE))
    intake = find(tree(tmp_path / "moodle", MOODLE) if kind == "folder" else tmp_path / "moodle.zip")
    assert students(intake) == [
        *("Jane Doe_1234567", "Jane Doe_1234568", "José Ünlü_77", "Max M_80", "Participant_79", "王 小明_78")
    ]
    by_name = {entry.student: entry for entry in intake.entries}
    assert files(by_name["Jane Doe_1234567"]) == {"plane": PLANE}
    for name in ("José Ünlü_77", "王 小明_78", "Max M_80"):
        assert files(by_name[name]) == {"plane": PLANE}
    assert fault(by_name["Participant_79"]) == "nothing was handed in"
    assert len(intake.ignored) == 2
    assert intake.superseded == ()


CANVAS = {
    "doejane_LATE_12345_67890_plane-2.py": PLANE,
    "doejane_12345_67880_plane-1.py": OLD,
    "doejane_12345_67870_plane.py": OLD,
    "doejane_12345_67871_pen.py": PEN,
    "o'neilbob_22_100_my_plane_v3.py": PLANE,
    "leeann_23_101_kata.zip": packed({"kata/plane.py": PLANE}),
    "anon_5Gx1f_LATE_102_plane.py": PLANE,
    "typedtom_24_text.html": b"<p>hello</p>",
}


def test_canvas(tmp_path: Path) -> None:
    (tmp_path / "submissions.zip").write_bytes(packed(CANVAS))
    intake = find(tmp_path / "submissions.zip")
    assert students(intake) == ["anon_5Gx1f", "doejane_12345", "leeann_23", "o'neilbob_22", "typedtom_24"]
    anon, jane, ann, bob, tom = intake.entries
    assert [anon.late, jane.late, ann.late] == [True, True, False]
    assert files(jane) == {"plane": PLANE, "pen": PEN}
    assert files(anon) == files(ann) == files(bob) == {"plane": PLANE}
    assert fault(tom) == "there is no plane.py, only a .html file"
    earlier = [(entry.student, entry.where) for entry in intake.superseded]
    assert earlier == [
        ("doejane_12345", "doejane_12345_67870_plane.py"),
        ("doejane_12345", "doejane_12345_67880_plane-1.py"),
    ]


@pytest.mark.parametrize("kind", ["folder", "zip"])
def test_gradescope(tmp_path: Path, kind: str) -> None:
    export = {
        "submission_metadata.yml": GRADESCOPE,
        **{f"submission_{number}/plane.py": PLANE for number in (101, 102, 103, 104)},
    }
    if kind == "zip":
        wrapped = {f"assignment_9_export/{path}": content for path, content in export.items()}
        (tmp_path / "export.zip").write_bytes(packed(wrapped))
    intake = find(tree(tmp_path / "export", export) if kind == "folder" else tmp_path / "export.zip")
    assert students(intake) == ["3002", "Pair Twö", "jane@example.org", "submission_103", "submission_104"]
    assert [entry.submitted[:10] for entry in intake.entries] == ["2026-10-02", "2026-10-02", "2026-10-01", "", ""]
    assert all(files(entry) == {"plane": PLANE} for entry in intake.entries)
    assert intake.ignored == ()


@pytest.mark.parametrize("separator", ["\u2028", "\u2029", "\x85", "\x0b", "\x0c", "\x1c"])
def test_nobody_becomes_somebody_else_on_gradescope_by_a_name(tmp_path: Path, separator: str) -> None:
    name = f"'Eve{separator}  - :name: B{separator}    :email: bob@example.org'"
    people = {"submission_1": ("Bob", "bob@example.org", 1), "submission_2": (name, "eve@example.org", 2)}
    blocks = (
        f"{folder}:\n  :submitters:\n  - :name: {who}\n    :sid: '1'\n    :email: {mail}\n"
        f"  :created_at: 2026-10-0{day} 12:00:00.000000000 Z\n"
        for folder, (who, mail, day) in people.items()
    )
    files_there = {"submission_metadata.yml": "---\n" + "".join(blocks), **{f"{f}/plane.py": PLANE for f in people}}
    intake = find(tree(tmp_path, files_there))
    assert students(intake) == ["bob@example.org", "eve@example.org"]
    assert intake.superseded == ()


def test_nobody_becomes_somebody_else_on_moodle_by_a_name(tmp_path: Path) -> None:
    eve = "Bob_2_assignsubmission_file_x_99"
    intake = find(tree(tmp_path, {f"{who}_assignsubmission_file_/plane.py": PLANE for who in ("Bob_2", eve)}))
    assert students(intake) == ["Bob_2", eve]


def test_a_student_called_submitted_hides_nobody(tmp_path: Path) -> None:
    intake = find(tree(tmp_path, {f"{path}/plane.py": PLANE for path in ("amy", "bob", "submitted/kata")}))
    assert students(intake) == ["amy", "bob", "submitted"]


def test_pattern(tmp_path: Path) -> None:
    tree(
        tmp_path,
        {
            "hw1/jdoe_attempt_2026-10-02-08-00-00_code.py": PLANE,
            "hw1/jdoe_attempt_2026-10-01-23-59-59_code.py": OLD,
            "hw1/bob_attempt_2026-10-01-23-59-59_code.py": PLANE,
            "hw1/readme.txt": b"",
        },
    )
    pattern = "hw1/(?P<student>[^_]+)_attempt_(?P<submitted>[-0-9]+)_.*[.]py"
    intake = find(tmp_path, pattern=pattern)
    assert students(intake) == ["bob", "jdoe"]
    assert files(intake.entries[1]) == {"plane": PLANE}
    assert intake.entries[1].submitted == "2026-10-02-08-00-00"
    assert [entry.submitted for entry in intake.superseded] == ["2026-10-01-23-59-59"]
    assert [ignored.path for ignored in intake.ignored] == ["hw1/readme.txt"]


def test_pattern_that_names_modules(tmp_path: Path) -> None:
    tree(tmp_path, {"a/plane-of-alice.py": PLANE, "b/pen-of-alice.py": PEN})
    (alice,) = find(tmp_path, "figures", "./(?P<module>[a-z]+)-of-(?P<student>[a-z]+)[.]py").entries
    assert files(alice) == {"plane": PLANE, "pen": PEN}


@pytest.mark.parametrize(
    ("pattern", "said"),
    [
        ("(", "no regular expression"),
        ("(?P<name>.*)", "no group `student`"),
        ("(?P<student>.*)(?P<x>y)?", "means nothing here: x"),
        ("(?P<student>nobody)", "no submissions were found"),
    ],
)
def test_pattern_that_cannot_work_is_a_usage_error_with_advice(tmp_path: Path, pattern: str, said: str) -> None:
    tree(tmp_path, {"alice/plane.py": PLANE})
    with pytest.raises(UsageError, match=said) as error:
        find(tmp_path, pattern=pattern)
    assert error.value.advice
    if "nobody" in pattern:
        assert "alice/plane.py" in error.value.advice


def test_last_submission_wins_by_its_time_not_by_its_name(tmp_path: Path) -> None:
    tree(tmp_path, {"z/alice/plane.py": OLD, "a/alice/plane.py": PLANE, "m/alice/plane.py": OLD})
    for folder, when in (("z", "9"), ("a", "11"), ("m", "10")):
        (tmp_path / folder).rename(tmp_path / f"{folder}-{when}")
    intake = find(tmp_path, pattern=".-(?P<submitted>[0-9]+)/(?P<student>[^/]+)/plane.py")
    assert files(intake.entries[0]) == {"plane": PLANE}
    assert [entry.submitted for entry in intake.superseded] == ["10", "9"]


def test_two_spellings_of_one_name_are_one_student(tmp_path: Path) -> None:
    for form, content in (("NFC", PLANE), ("NFD", OLD)):
        name = unicodedata.normalize(form, "José")
        tree(tmp_path, {f"{form}/{name}/plane.py": content})
    intake = find(tmp_path, pattern="NF./(?P<student>[^/]+)/.*")
    assert students(intake) == [unicodedata.normalize("NFC", "José")]
    assert len(intake.superseded) == 1


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere names are text")
def test_names_that_are_no_text(tmp_path: Path) -> None:
    folder = os.fsencode(tmp_path) + b"/caf\xe9 \n\x1b[31m"
    os.mkdir(folder)  # noqa: PTH102
    with open(folder + b"/plane.py", "wb") as stream:  # noqa: PTH123
        stream.write(PLANE)
    (entry,) = find(tmp_path).entries
    assert entry.student.encode("utf-8")
    assert files(entry) == {"plane": PLANE}


def test_windows_and_absolute_paths_in_a_zip(tmp_path: Path) -> None:
    (tmp_path / "class.zip").write_bytes(
        packed(
            {"class\\alice\\plane.py": PLANE, "class\\bob\\plane.py": PLANE, "/etc/x/plane.py": b"", "../up/p.py": b""}
        )
    )
    intake = find(tmp_path / "class.zip")
    assert students(intake) == ["alice", "bob"]
    assert {ignored.reason for ignored in intake.ignored} == {"its path leads out of the zip"}


@pytest.mark.parametrize("path", ["/plane.py", "../plane.py", "C:\\plane.py", "a/../../plane.py"])
def test_a_students_zip_that_leads_out_of_itself_says_so(tmp_path: Path, path: str) -> None:
    tree(tmp_path, {"alice.zip": packed({path: PLANE}), "bob/plane.py": PLANE})
    alice, bob = find(tmp_path).entries
    assert fault(alice) == "the submission cannot be read: its path leads out of the zip"
    assert not alice.read().todo("plane:distance"), "the reason is said, and it is not calmly to do"
    assert files(bob) == {"plane": PLANE}


def test_damaged_files_cost_their_own_student_only(tmp_path: Path) -> None:
    tree(
        tmp_path,
        {
            "kid-a.zip": b"PK\x03\x04 this is no zip",
            "kid-b.ipynb": b"{not json",
            "kid-c/plane.py/readme": b"",
            "kid-d/plane.py": b"#" * (513 * 1024),
            "kid-e/plane.py": b"def broken(:\n",
            "kid-f/plane.py": PLANE,
        },
    )
    entries = find(tmp_path).entries
    said = {entry.student: fault(entry) for entry in entries[:-1]}
    assert said == {
        "kid-a": "submission.zip cannot be opened: it is damaged, or no zip at all",
        "kid-b": "notebook.ipynb is not a notebook: it is not the JSON that Jupyter writes",
        "kid-c": "plane.py is not a file",
        "kid-d": "plane.py is larger than 512 KiB",
        "kid-e": said["kid-e"],
    }
    assert said["kid-e"].startswith("SyntaxError")
    assert files(entries[-1]) == {"plane": PLANE}


@pytest.mark.skipif(sys.platform == "win32", reason="needs links")
def test_links(tmp_path: Path) -> None:
    tree(tmp_path / "repos", {"alice/plane.py": PLANE})
    folder = tree(tmp_path / "class", {"bob/plane.py": PLANE, "carol": None, "dora/real.py": PLANE, "erin": None})
    (folder / "alice").symlink_to(tmp_path / "repos" / "alice")
    (folder / "carol" / "plane.py").symlink_to(folder / "bob" / "plane.py")
    (folder / "dora" / "plane.py").symlink_to("real.py")
    (folder / "erin" / "kata").symlink_to(folder / "bob")
    alice, _, carol, dora, erin = find(folder).entries
    assert files(alice) == {"plane": PLANE}, "the instructor's link"
    assert fault(carol) == "plane.py is a link to a file outside the submission", "the neighbour's work"
    assert files(dora)["plane"] == PLANE
    assert fault(erin) == "there is no plane.py, only a file of no known kind"


@pytest.mark.skipif(sys.platform == "win32", reason="needs named pipes")
def test_what_is_no_file_is_never_opened(tmp_path: Path) -> None:
    folder = tree(tmp_path, {"alice": None})
    os.mkfifo(folder / "alice" / "plane.py")
    assert fault(find(folder).entries[0]) == "plane.py is not a file"


def test_one_submission_in_place_of_a_class(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="submission of one student") as error:
        find(tree(tmp_path, {"plane.py": PLANE, "pen.py": PEN}))
    assert "--submission" in error.value.advice


def test_nothing_there(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="there is nothing at"):
        find(tmp_path / "nowhere")
    with pytest.raises(UsageError, match="no submissions were found") as error:
        find(tree(tmp_path / "class", {"readme.md": b""}))
    assert "STUDENT_plane.py" in error.value.advice
    (tmp_path / "class.zip").write_bytes(b"not a zip")
    with pytest.raises(UsageError, match=r"class.zip cannot be opened as a zip: it is damaged"):
        find(tmp_path / "class.zip")


def test_zip_of_one_student_in_a_folder_is_not_unwrapped_too_far(tmp_path: Path) -> None:
    (tmp_path / "one.zip").write_bytes(packed({"alice/plane.py": PLANE}))
    assert students(find(tmp_path / "one.zip")) == ["alice"]


def test_entries_can_be_sent_to_another_process(tmp_path: Path) -> None:
    (tmp_path / "class.zip").write_bytes(packed({"alice/plane.py": PLANE, "bob/plane.py": PLANE}))
    for source in (tmp_path / "class.zip", tree(tmp_path / "class", {"alice/plane.py": PLANE})):
        entry = find(source).entries[0]
        entry.read()
        assert pickle.loads(pickle.dumps(entry.read().files)) == entry.read().files


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_zip_can_be_read_by_forked_processes_at_once(tmp_path: Path) -> None:
    names = [f"s{number:03}" for number in range(60)]
    (tmp_path / "class.zip").write_bytes(packed({f"{name}/plane.py": PLANE + name.encode() for name in names}))
    entries = find(tmp_path / "class.zip").entries
    entries[0].read()
    child = os.fork()
    if child == 0:
        right = all(files(entry)["plane"].endswith(entry.student.encode()) for entry in entries)
        os._exit(0 if right else 1)
    assert all(files(entry)["plane"].endswith(entry.student.encode()) for entry in entries)
    assert os.waitpid(child, 0)[1] == 0


def test_digest_is_of_the_content_and_not_of_the_place(tmp_path: Path) -> None:
    tree(tmp_path, {"alice/plane.py": PLANE, "bob/kata/plane.py": PLANE, "carol/plane.py": OLD, "dora.zip": b""})
    alice, bob, carol, dora = (entry.read().digest() for entry in find(tmp_path).entries)
    assert alice == bob
    assert len({alice, carol, dora}) == 3


def test_what_is_not_graded_is_listed(tmp_path: Path) -> None:
    canvas = {"doejane_1_3_plane-1.py": PLANE, "doejane_1_2_plane.py": OLD, "=1+1\x1b[31m.txt": b""}
    intake = find(tree(tmp_path, canvas))
    table = list(csv.DictReader(io.StringIO(set_aside_csv(intake).removeprefix("\ufeff"), newline="")))
    assert [(row["where"], row["student"]) for row in table] == [
        ("doejane_1_2_plane.py", "doejane_1"),
        ("'=1+1.txt", ""),
    ]
    text = shown(render_set_aside(intake))
    assert "doejane_1_2_plane.py  a later submission of the same student counts" in " ".join(text.split(" " * 3))
    assert "\x1b" not in text
    assert render_set_aside(Intake(intake.entries)) is None
    many = Intake(intake.entries, ignored=(Ignored("x", "because"),) * 99)
    assert "and 89 more" in shown(render_set_aside(many))


def test_submission_is_the_same_alone_and_in_a_class(tmp_path: Path) -> None:
    tree(
        tmp_path,
        {
            "right/plane.py": PLANE,
            "both/plane.py": PLANE,
            "both/pen.py": PEN,
            "helped/plane.py": PLANE,
            "helped/mine.py": b"x = 1",
            "partly/pen.py": PEN,
            "empty/plane.py": b"",
            "broken/plane.py": b"def (",
            "large/plane.py": b"#" * (513 * 1024),
        },
    )
    for entry in find(tmp_path).entries:
        alone = read_submission(COURSE, tmp_path / entry.student)
        assert entry.read().digest() == alone.digest()
        assert entry.read().problem("plane") == alone.problem("plane")


def test_patterns_in_the_documents_match_their_examples(tmp_path: Path) -> None:
    text = (ROOT / "docs" / "handing-in.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([^`]+)`[^|]* \| `(.+)` \|$", text.partition("## Other names")[2], re.MULTILINE)
    assert len(rows) == 4
    for number, (path, pattern) in enumerate(rows):
        (entry,) = find(tree(tmp_path / str(number), {path.replace("engine", "plane"): PLANE}), pattern=pattern).entries
        assert entry.student in ("jdoe", "Jane Doe")
        assert files(entry) == {"plane": PLANE}
    assert [row[1] for row in rows if "submitted" in row[1]]


PARTS = st.sampled_from(
    [
        *(
            "alice",
            "bob",
            "李雷",
            "..",
            ".",
            "",
            "submitted",
            "points",
            "C:",
            "plane.py",
            "a_plane.py",
            "x.ipynb",
            "x.zip",
        ),
        *("doejane_LATE_1_2_plane.py", "Jane D_1_assignsubmission_file_", "J_2_assignsubmission_onlinetext_", "a.txt"),
        *(
            "submission_metadata.yml",
            "submission_1",
            "timestamp.txt",
            "__MACOSX",
            "plane-2.py",
            "anon_a_3_plane.py",
            "\x07",
        ),
    ]
)
PATHS = st.lists(PARTS, min_size=1, max_size=4).map("/".join).filter(bool)
CONTENT = st.sampled_from(
    [PLANE, b"", b"\xff\xfe", b"submission_1:\n  :submitters:\n  - :name: X\n", packed({"plane.py": PLANE})]
)


@settings(max_examples=300, deadline=None, database=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.dictionaries(PATHS, CONTENT, min_size=1, max_size=8))
def test_any_zip_is_taken_apart_and_nothing_is_lost(tmp_path: Path, members: dict[str, bytes]) -> None:
    (tmp_path / "class.zip").write_bytes(packed(members))
    try:
        intake = find(tmp_path / "class.zip")
    except UsageError:
        return
    assert len({entry.student for entry in intake.entries}) == len(intake.entries) > 0
    everything = (*intake.entries, *intake.superseded)
    for entry in everything:
        submission = entry.read()
        for unit in COURSE.units:
            submission.todo(unit)
            submission.problem(unit.partition(":")[0])
        submission.digest()
    told = {path for entry in everything for path in entry.files.values()} | {
        ignored.path for ignored in intake.ignored
    }
    folders = {entry.where.removesuffix("/points") for entry in everything}  # other assignments are left alone
    store = ZipStore(tmp_path / "class.zip")
    paths = store.paths()
    inside = [path for path in paths if not any(other.startswith(f"{path.rstrip('/')}/") for other in paths)]
    listed = "submitted/" if any(path.startswith("submitted/") and path != "submitted/" for path in paths) else ""
    for path in inside:
        if path.startswith(listed) and not path.endswith("submission_metadata.yml"):
            known = path in told or any(f"{path}/".startswith(f"{where}/") for where in folders)
            assert known or any(path.startswith(f"{i.path}/") for i in intake.ignored), (path, list(members))
