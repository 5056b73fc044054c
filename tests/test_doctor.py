"""`grade doctor`: what works here and what doesn't, in words that say what to do."""

from __future__ import annotations

import sys
from pathlib import Path

import kit
import pytest

from grader import doctor
from grader.confinement import Offer
from grader.doctor import NOTE, OK, PROBLEM, Sign, examine_installation
from grader.render.doctor import render_signs
from grader.workspace import find_place


def signs_at(folder: Path) -> dict[str, list[Sign]]:
    found: dict[str, list[Sign]] = {OK: [], NOTE: [], PROBLEM: []}
    for sign in examine_installation(lambda: find_place(folder)):
        found[sign.state].append(sign)
    return found


def test_a_sound_installation_is_no_failure(shapes: Path) -> None:
    run = kit.grade("doctor", cwd=shapes)
    assert run.code == 0, run.out
    for word in ("Python 3.", "pytest ", "course shapes", "practice: ", "official: "):
        assert word in run.out
    assert "problem" not in run.out


def test_outside_of_a_course_that_is_a_note_with_what_to_do(tmp_path: Path) -> None:
    run = kit.grade("doctor", cwd=tmp_path)
    assert run.code == 0
    assert "there is no course here" in run.out
    assert "grade init" in run.out


def test_a_learner_s_folder_is_looked_at(tmp_path: Path) -> None:
    kata = kit.workspace(tmp_path / "kata")
    assert any(sign.text == f"your folder: {kata}" for sign in signs_at(kata)[OK])
    assert kit.grade("doctor", cwd=kata, env={"PATH": ""}).out.count("git is not installed; nothing here needs it") == 1
    (kata / "pen.py").rename(kata / "Pen (1).py")
    (problem,) = signs_at(kata)[PROBLEM]
    assert "without pen.py" in problem.text
    assert "grade update" in problem.advice
    assert kit.grade("update", cwd=kata).code == 0
    assert signs_at(kata)[PROBLEM] == []
    kit.edit(kata / "kata.toml", ('version = "1.0"', 'version = "0.9"'))
    assert any("of version 0.9" in sign.text and "grade update" in sign.advice for sign in signs_at(kata)[NOTE])


@pytest.mark.parametrize("file", ["course.toml", "kata.toml"])
def test_a_broken_course_is_a_problem_with_its_place(tmp_path: Path, file: str) -> None:
    (tmp_path / file).write_text("course = [", encoding="utf-8")
    run = kit.grade("doctor", cwd=tmp_path)
    assert run.code == 1
    assert "problem" in run.out
    assert file in "".join(run.out.split())  # whose lines are folded


def test_a_library_that_the_course_needs_and_is_not_there_is_a_problem(shapes: Path) -> None:
    kit.edit(shapes / "course.toml", ("[limits]", 'worker_imports = ["no-such-library"]\n\n[limits]'))
    (problem,) = signs_at(shapes)[PROBLEM]
    assert "no-such-library" in problem.text
    assert "pip install" in problem.advice


def test_a_machine_without_confinement_hears_what_to_do(shapes: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    offer = Offer(False, "confinement needs Linux, and this is Darwin", 0, "Darwin 24.0", "arm64")
    monkeypatch.setattr(doctor, "offered", lambda: offer)
    found = signs_at(shapes)
    assert found[PROBLEM] == []
    note = next(sign for sign in found[NOTE] if sign.text.startswith("official"))
    assert "not offered. Confinement needs Linux, and this is Darwin." in note.text
    assert "container" in note.advice
    assert "container" in kit.shown(render_signs([note]), width=60)


# Become a program for which a system call does not exist, as an old kernel or a container's filter would have it.
WITHOUT = """
import ctypes, os, struct, sys
refused = (0x20, 0, 0, 0), (0x15, 0, 1, int(sys.argv[1])), (6, 0, 0, 0x50026), (6, 0, 0, 0x7FFF0000)
code = ctypes.create_string_buffer(b"".join(struct.pack("=HBBI", *line) for line in refused))
libc = ctypes.CDLL(None)
libc.prctl(38, 1, 0, 0, 0)
assert libc.prctl(22, 2, struct.pack("HxxxxxxQ", 4, ctypes.addressof(code)), 0, 0) == 0
os.execv(sys.argv[2], sys.argv[2:])
"""


@pytest.mark.skipif(sys.platform != "linux", reason="needs Linux")
@pytest.mark.parametrize(
    ("number", "reason"), [(444, "The kernel offers no Landlock here"), (446, "could not be confined")]
)
def test_a_system_that_hides_landlock_is_no_failure_and_says_so(shapes: Path, number: int, reason: str) -> None:
    run = kit.grade("doctor", cwd=shapes, before=[sys.executable, "-c", WITHOUT, str(number)])
    assert run.code == 0, run.out
    assert "official: not offered" in run.out
    assert reason in " ".join(run.out.split())


def test_a_worker_that_does_not_come_up_is_a_problem(shapes: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grader.workers.worker_command", lambda *words: [sys.executable, "-c", "1 / 0"])
    found = signs_at(shapes)[PROBLEM]
    assert [sign.text.partition(":")[0] for sign in found] == ["practice"]
    assert "ZeroDivisionError" in found[0].advice


def test_it_fits_narrow_terminals_and_plain_ones() -> None:
    text = kit.shown(render_signs([Sign(NOTE, "word " * 30, "more " * 30)]), width=40, encoding="ascii")
    assert max(map(len, text.splitlines())) <= 40
