"""Where the user is, and `grade init`: nothing is overwritten, the nearest configuration wins."""

from __future__ import annotations

from pathlib import Path

import pytest
from kit import SHAPES, copy_course, grade, workspace

from grader.course import load_course
from grader.errors import CourseError, UsageError
from grader.workspace import create_workspace, default_course, find_place, starter

COURSE = load_course(SHAPES)


def test_init_makes_a_workspace_that_grades(tmp_path: Path) -> None:
    made = grade("--course", SHAPES, "init", "kata", cwd=tmp_path)
    assert made.code == 0
    for words in ("cd kata", "lessons/points.md", "grade points"):
        assert words in made.out
    kata = tmp_path / "kata"
    assert sorted(str(path.relative_to(kata)) for path in kata.rglob("*") if path.is_file()) == [
        ".given.json",
        "kata.toml",
        "lessons/figures.md",
        "lessons/outlines.md",
        "lessons/pen.md",
        "lessons/points.md",
        "pen.py",
        "plane.py",
    ]
    text, exercise = (path.read_text(encoding="utf-8") for path in (kata / "plane.py", SHAPES / "exercises/plane.py"))
    assert text == starter(COURSE, "plane").decode("utf-8")
    assert text.startswith(exercise)
    assert text.removeprefix(exercise).startswith('\n\nif __name__ == "__main__":\n    print(')
    run = grade("points", cwd=kata)
    assert run.code == 1
    assert "Write `distance` in plane.py:6; lessons/points.md explains it." in " ".join(run.out.split())
    board = grade(cwd=kata)
    assert "Read lessons/points.md" in " ".join(board.out.split())


def test_init_without_a_course_takes_the_one_that_comes_along(tmp_path: Path) -> None:
    made = grade("init", "kata", cwd=tmp_path)
    assert made.code == 0
    course, name = default_course(None, tmp_path)
    assert f'course = "{name}"' in (tmp_path / "kata" / "kata.toml").read_text(encoding="utf-8")
    assert (tmp_path / "kata" / f"{course.modules[0]}.py").is_file()
    assert grade(course.stages[0].name, "--json", cwd=tmp_path / "kata").report["outcome"] == "todo"


def test_init_in_the_folder_of_a_course_takes_this_course(tmp_path: Path) -> None:
    course = copy_course(tmp_path / "course")
    for folder in (course, course / "checkpoints" / "lessons"):
        assert grade("init", tmp_path / folder.name / "kata", cwd=folder).code == 0
        assert grade("points", "--json", cwd=tmp_path / folder.name / "kata").report["course"] == "shapes"


def test_init_works_in_a_clone_too(tmp_path: Path) -> None:
    clone = copy_course(tmp_path / "clone")
    assert grade("--course", ".", "init", "my-kata", cwd=clone).code == 0
    run = grade("points", "--json", cwd=clone / "my-kata")
    assert run.report["course"] == "shapes"


def test_init_takes_an_empty_folder_and_one_below_a_missing_one(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    for name in ("empty", "not/there/yet"):
        assert grade("--course", SHAPES, "init", name, cwd=tmp_path).code == 0
        assert (tmp_path / name / "kata.toml").is_file()


@pytest.mark.parametrize("kind", ["a file in it", "a hidden file in it", "a file of that name", "a workspace"])
def test_init_refuses_what_is_there_and_writes_nothing(tmp_path: Path, kind: str) -> None:
    target = tmp_path / "kata"
    if kind == "a file of that name":
        target.write_text("mine", encoding="utf-8")
    elif kind == "a workspace":
        workspace(target)
    else:
        target.mkdir()
        (target / (".hidden" if "hidden" in kind else "plane.py")).write_text("mine", encoding="utf-8")
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    run = grade("--course", SHAPES, "init", "kata", cwd=tmp_path)
    assert (run.code, run.out) == (2, "")
    assert "kata exists already and is not an empty folder" in run.err
    assert "nothing was written" in run.err
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before


def test_init_of_an_unknown_or_broken_course_writes_nothing(tmp_path: Path) -> None:
    broken = copy_course(tmp_path / "broken")
    (broken / "course.toml").write_text("format = 1\n", encoding="utf-8")
    for course in ("nowhere", str(broken)):
        run = grade("--course", course, "init", "kata", cwd=tmp_path)
        assert (run.code, run.out) == (2, "")
        assert not (tmp_path / "kata").exists()


def test_init_of_a_course_whose_checkpoint_is_no_python_writes_nothing(tmp_path: Path) -> None:
    course = copy_course(tmp_path / "course")
    (course / "checkpoints" / "test_pen.py").write_text("def test(:\n", encoding="utf-8")
    run = grade("--course", course, "init", "kata", cwd=tmp_path)
    assert (run.code, run.out) == (2, "")
    assert "test_pen.py: cannot be read" in run.err
    assert not (tmp_path / "kata").exists()


def test_init_of_a_course_without_exercises_writes_nothing(tmp_path: Path) -> None:
    course = copy_course(tmp_path / "course")
    (course / "exercises" / "pen.py").unlink()
    run = grade("--course", course, "init", "kata", cwd=tmp_path)
    assert (run.code, run.out) == (2, "")
    assert "exercises/pen.py" in run.err
    assert not (tmp_path / "kata").exists()


def test_two_inits_give_the_same_files(tmp_path: Path) -> None:
    for name in ("one", "two"):
        create_workspace(COURSE, str(SHAPES), tmp_path / name)
    one, two = (
        {
            path.relative_to(tmp_path / name): path.read_bytes()
            for path in (tmp_path / name).rglob("*.*")
            if path.is_file()
        }
        for name in ("one", "two")
    )
    assert one == two


def test_path_of_the_course_is_kept_in_any_spelling(tmp_path: Path) -> None:
    course = copy_course(tmp_path / 'a "course" \\ ü')
    made = grade("--course", course.name, "init", "kata", cwd=tmp_path)
    assert made.code == 0
    assert grade("points", "--json", cwd=tmp_path / "kata").report["outcome"] == "todo"


# -- finding --------------------------------------------------------------------------------------------------------


def test_nearest_configuration_upward_wins(tmp_path: Path) -> None:
    outer = workspace(tmp_path / "outer")
    inner = workspace(outer / "notes" / "inner")
    below = inner / "deep" / "er"
    below.mkdir(parents=True)
    assert find_place(below).submission == inner
    assert find_place(inner).submission == inner
    assert find_place(outer / "notes").submission == outer
    course = copy_course(outer / "course")
    assert find_place(course / "checkpoints").submission == course.resolve() / "exercises"
    assert find_place(course / "checkpoints").workspace is None


def test_workspace_inside_a_course_folder_wins(tmp_path: Path) -> None:
    clone = copy_course(tmp_path / "clone")
    kata = workspace(clone / "kata", clone)
    assert find_place(kata).submission == kata
    both = workspace(tmp_path / "both" / "x")
    (both / "course.toml").write_text("broken", encoding="utf-8")
    assert find_place(both).submission == both, "kata.toml comes before a course.toml in the same folder"


def test_course_of_the_command_line_takes_the_place_of_the_workspace_s(tmp_path: Path) -> None:
    other = copy_course(tmp_path / "other")
    kata = workspace(tmp_path / "kata")
    place = find_place(kata, str(other))
    assert (place.course.folder, place.submission) == (other.resolve(), kata)
    assert find_place(tmp_path, "other").submission == other.resolve() / "exercises"


def test_course_in_kata_toml_may_be_relative_to_it(tmp_path: Path) -> None:
    copy_course(tmp_path / "course")
    kata = workspace(tmp_path / "kata", Path("../course"))
    (kata / "sub").mkdir()
    assert find_place(kata / "sub").course.folder == (tmp_path / "course").resolve()


def test_lesson_of_the_workspace_is_the_one_to_read(tmp_path: Path) -> None:
    create_workspace(COURSE, str(SHAPES), tmp_path / "kata")
    place = find_place(tmp_path / "kata")
    assert place.lesson("pen") == tmp_path / "kata" / "lessons" / "pen.md"
    (tmp_path / "kata" / "lessons" / "pen.md").unlink()
    assert place.lesson("pen") == SHAPES / "checkpoints" / "lessons" / "pen.md"


BROKEN = {
    "not TOML": "course = shapes",
    "empty": "",
    "no version": f'course = "{SHAPES}"',
    "unknown key": f'course = "{SHAPES}"\nversion = "1.0"\nprogress = 3\n',
    "wrong type": 'course = 3\nversion = "1.0"\n',
}


@pytest.mark.parametrize("case", BROKEN)
def test_broken_kata_toml_is_a_clear_message(tmp_path: Path, case: str) -> None:
    kata = workspace(tmp_path / "kata")
    (kata / "kata.toml").write_text(BROKEN[case], encoding="utf-8")
    with pytest.raises(UsageError) as caught:
        find_place(kata)
    assert str(kata / "kata.toml") in caught.value.problem
    assert "grade init" in caught.value.advice


def test_broken_kata_toml_on_the_command_line(tmp_path: Path) -> None:
    kata = workspace(tmp_path / "kata")
    for data in (b"\xff\xfe", b"course = \n"):
        (kata / "kata.toml").write_bytes(data)
        for arguments in ((), ("points", "--json"), ("--course", str(SHAPES), "points")):
            run = grade(*arguments, cwd=kata)
            assert (run.code, run.out) == (2, "")
            assert "kata.toml cannot be used" in run.err


def test_course_that_moved_away_is_a_clear_message(tmp_path: Path) -> None:
    kata = workspace(tmp_path / "kata", tmp_path / "gone")
    run = grade("points", cwd=kata)
    assert (run.code, run.out) == (2, "")
    assert f"there is no course '{tmp_path / 'gone'}'" in run.err


def test_course_that_broke_names_its_file(tmp_path: Path) -> None:
    course = copy_course(tmp_path / "course")
    kata = workspace(tmp_path / "kata", course)
    (course / "course.toml").write_text("format = 1\n", encoding="utf-8")
    with pytest.raises(CourseError, match=r"course\.toml"):
        find_place(kata)
