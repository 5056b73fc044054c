"""What a batch leaves for teachers and students, and what changes when a check was faulty."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from kit import Run, edit, grade, solution
from test_batch import RUNG

WRONG = solution("plane", ("math.hypot(q[0] - p[0], q[1] - p[1])", "q[0] - p[0] + q[1] - p[1]"))
STUDENTS = {
    "amy": solution("plane"),
    "=2+5": WRONG,
    "../eve": "def distance(:\n",
    "con": WRONG,
    "王 O'Neil, Zoë": WRONG,
}


@pytest.fixture
def course(shapes: Path) -> Path:
    return shapes


@pytest.fixture
def submissions(tmp_path: Path) -> Path:
    folder = tmp_path / "submissions"
    folder.mkdir()
    for name, source in STUDENTS.items():
        file = folder / f"{name.replace('../', '..')}_plane.py"
        file.write_text(source, encoding="utf-8")
    return folder


def batch(course: Path, *arguments: str | Path, cwd: Path) -> Run:
    return grade("--course", course, "batch", "points", "submissions", "--seed", "7", *arguments, *RUNG, cwd=cwd)


def grades(out: Path) -> dict[str, dict[str, str]]:
    with (out / "grades.csv").open(encoding="utf-8-sig", newline="") as stream:
        return {row["student"]: row for row in csv.DictReader(stream)}


def test_every_student_has_feedback_and_a_row(course: Path, submissions: Path, tmp_path: Path) -> None:
    run = batch(course, "--out", "out", cwd=tmp_path)
    assert run.code == 0, run.err
    out = tmp_path / "out"
    assert {path.name for path in out.iterdir() if not path.name.startswith(".")} == {
        *(
            "results.jsonl",
            "batch.json",
            "grades.csv",
            "class.html",
            "junit.xml",
            "feedback",
            "gradescope",
            "set_aside.csv",
        )
    }
    assert len(grades(out)) == len(STUDENTS)
    assert grades(out)["amy"]["points"] == "8.0"
    assert "'=2+5" in grades(out), "no cell begins like a formula"
    for folder, endings in (("feedback", (".html", ".txt")), ("gradescope", (".json",))):
        for ending in endings:
            assert len(list((out / folder).glob(f"*{ending}"))) == len(STUDENTS)
    names = {path.stem for path in (out / "feedback").iterdir()}
    assert "amy" in names
    assert "con" not in names, "Windows keeps that name for itself"
    assert "distance((0, 0), (3, 4)) is 5" in (out / "feedback" / "amy.html").read_text(encoding="utf-8")
    assert "5 submissions" in run.out


def test_who_has_not_begun_or_gave_it_another_name_is_told(course: Path, submissions: Path, tmp_path: Path) -> None:
    (submissions / "dan_plane.py").write_text("import math\n", encoding="utf-8")
    (submissions / "gina_plane.py").write_text(solution("plane", ("def distance(", "def distence(")), encoding="utf-8")
    batch(course, "--out", "out", cwd=tmp_path)
    for student, said in (
        ("dan", "Next: `distance` is still to be written"),
        ("gina", "`distance` is still to be written. Is `distence` meant to be it?"),
    ):
        for ending in ("txt", "html"):
            page = (tmp_path / "out" / "feedback" / f"{student}.{ending}").read_text(encoding="utf-8")
            plain = page.replace("<code>", "`").replace("</code>", "`").replace("</b>", "").replace("<b>", "")
            assert said in " ".join(plain.split())
        assert grades(tmp_path / "out")[student]["outcome"] == "todo"


def test_feedback_of_who_left_goes(course: Path, submissions: Path, tmp_path: Path) -> None:
    batch(course, "--out", "out", cwd=tmp_path)
    (submissions / "amy_plane.py").unlink()
    batch(course, "--out", "out", cwd=tmp_path)
    assert not (tmp_path / "out" / "feedback" / "amy.html").exists()
    assert "amy" not in grades(tmp_path / "out")


def test_a_void_check_counts_for_nobody(course: Path, submissions: Path, tmp_path: Path) -> None:
    void = ("--void", "test_distance_of_known_points", "--void", "test_distance_does_not_care_which_comes_first")
    run = batch(course, "--out", "out", *void, cwd=tmp_path)
    assert run.code == 0, run.err
    rows = grades(tmp_path / "out")
    assert (rows["amy"]["points"], rows["amy"]["max_points"], rows["amy"]["outcome"]) == ("3.0", "3.0", "passed")
    feedback = (tmp_path / "out" / "feedback" / "amy.txt").read_text(encoding="utf-8")
    assert "left out for everybody" in feedback
    full = json.loads((tmp_path / "out" / "results.jsonl").read_text(encoding="utf-8").splitlines()[-1])
    assert full["max_points"] == 8.0, "what was found stays"
    assert batch(course, "--out", "out", cwd=tmp_path).code == 0
    assert grades(tmp_path / "out")["amy"]["max_points"] == "8.0", "and can be taken back"


def test_a_void_check_that_is_not_there(course: Path, submissions: Path, tmp_path: Path) -> None:
    run = batch(course, "--out", "out", "--void", "test_distanse_of_known_points", cwd=tmp_path)
    assert run.code == 2
    assert "Did you mean 'test_distance_of_known_points" in run.err


def test_who_gains_and_who_loses_by_a_mended_check(course: Path, submissions: Path, tmp_path: Path) -> None:
    batch(course, "--out", "before", cwd=tmp_path)
    checks = course / "checkpoints" / "test_points.py"
    edit(checks, ("assert plane.distance(p, q) == pytest.approx(expected)", "assert plane.distance(p, q) != 5"))
    run = batch(course, "--out", "after", "--compare", "before", cwd=tmp_path)
    assert run.code == 0, run.err
    assert "4 of 5 students have other points than before: 1 lose, 3 gain" in run.out
    rows = grades(tmp_path / "after")
    assert rows["amy"]["points"] == "7.0"
    run = batch(course, "--out", "after", "--compare", "before", "--never-lower", cwd=tmp_path)
    assert "0 lose, 3 gain" in run.out
    rows = grades(tmp_path / "after")
    assert rows["amy"]["points"] == "8.0"
    assert rows["amy"]["note"] == "8 points kept from before; the checks give 7"
    assert rows["con"]["note"] == ""


def test_pseudonyms_stay_and_their_key_is_apart(course: Path, submissions: Path, tmp_path: Path) -> None:
    run = batch(course, "--out", "out", "--pseudonyms", cwd=tmp_path)
    page = (tmp_path / "out" / "class.html").read_text(encoding="utf-8")
    for student in ("amy", "=2+5", "Neil"):
        assert student not in page + run.out
    key = (tmp_path / "out" / "pseudonyms.csv").read_text(encoding="utf-8")
    assert key.count("student-") == len(STUDENTS)
    assert "'=2+5,student-" in key, "no cell begins like a formula"
    again = batch(course, "--out", "out", "--pseudonyms", "--compare", "out", cwd=tmp_path)
    assert (tmp_path / "out" / "pseudonyms.csv").read_text(encoding="utf-8") == key
    assert "Nobody's points changed" in again.out
    (tmp_path / "out" / "pseudonyms.csv").write_bytes(b"\xff\xfe")
    broken = batch(course, "--out", "out", "--pseudonyms", cwd=tmp_path)
    assert broken.code == 2
    assert "no key to pseudonyms" in broken.err


def test_alike_is_said_only_when_asked(course: Path, submissions: Path, tmp_path: Path) -> None:
    assert "Code that is alike" not in batch(course, "--out", "out", cwd=tmp_path).out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--never-lower"], "--never-lower needs --compare"),
        (["--compare", "nowhere"], "there are no results at nowhere"),
        (["--compare", "submissions/amy_plane.py"], "is no result of a batch"),
    ],
)
def test_what_cannot_be_compared(
    course: Path, submissions: Path, tmp_path: Path, arguments: list[str], message: str
) -> None:
    run = batch(course, "--out", "out", *arguments, cwd=tmp_path)
    assert run.code == 2
    assert message in run.err
    assert not (tmp_path / "out").exists()
