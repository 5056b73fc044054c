"""Where the libraries are that a course allows the student's code to import."""

from __future__ import annotations

import sys
from pathlib import Path

import kit
import msgspec
import pytest
from sides import student_side

from grader.course import Course, load_course
from grader.errors import CourseError
from grader.libraries import LibraryMissing, worker_roots


def allowing(*names: str) -> Course:
    return msgspec.structs.replace(load_course(kit.SHAPES), worker_imports=names)


def install(folder: Path, name: str, *files: str, record: bool = True) -> None:
    """Lay a distribution out as pip does."""
    info = folder / f"{name.replace('-', '_')}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", encoding="utf-8")
    listed = [*files, f"{info.name}/METADATA", f"{info.name}/RECORD"]
    for file in files:
        path = folder / file
        if ".." not in file:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("value = 'library'\n", encoding="utf-8")
    if record:
        (info / "RECORD").write_text("".join(f"{file},,\n" for file in listed), encoding="utf-8")


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "site"
    folder.mkdir()
    monkeypatch.syspath_prepend(folder)
    return folder


def test_a_course_without_libraries_needs_none() -> None:
    assert worker_roots(allowing()) == {}


def test_packages_modules_and_extensions_are_found_and_nothing_else(site: Path) -> None:
    install(
        site,
        "Some-Thing",
        "thing/__init__.py",
        "thing/deep/part.py",
        "alone.py",
        "_speedups.cpython-311-x86_64-linux-gnu.so",
        "thing.libs/libblas.so",
        "../../../bin/thing",
        "thing/data.json",
        "thing/typed.pyi",
        "not-a-module.py",
        "__pycache__/alone.cpython-311.pyc",
    )
    assert worker_roots(allowing("Some-Thing")) == dict.fromkeys(["thing", "alone", "_speedups"], str(site))
    assert worker_roots(allowing("some_thing")).keys() == {"thing", "alone", "_speedups"}


def test_a_library_that_is_not_installed_is_the_courses_mistake() -> None:
    with pytest.raises(CourseError, match="'gradkata-no-such-thing' is not installed") as error:
        worker_roots(allowing("gradkata-no-such-thing"))
    assert error.value.field == "worker_imports"
    assert "pip install gradkata-no-such-thing" in error.value.advice


@pytest.mark.parametrize(
    "files", [["__editable___thing_finder.py", "__editable__.thing-1.0.pth"], ["thing-1.0.data"], []]
)
@pytest.mark.parametrize("record", [True, False])
def test_a_library_whose_modules_cannot_be_found_is_the_courses_mistake(
    site: Path, files: list[str], record: bool
) -> None:
    install(site, "hollow", *files, record=record)
    with pytest.raises(CourseError, match="hollow"):
        worker_roots(allowing("hollow"))


def test_only_the_allowed_library_reaches_the_students_code(site: Path) -> None:
    install(site, "thing", "thing/__init__.py")
    install(site, "other", "other/__init__.py")
    source = """
    import thing
    def value(): return thing.value
    def other():
        import other
    """
    with student_side(source, roots=worker_roots(allowing("thing"))) as side:
        mine = side.ask("import", "mine")
        assert mine.value() == "library"
        with pytest.raises(ModuleNotFoundError, match="other"):
            mine.other()


def test_numpy_can_be_allowed() -> None:
    pytest.importorskip("numpy", reason="numpy is not installed")
    source = """
    import numpy
    def value(): return [numpy.float64(0.5), numpy.bool_(True), numpy.arange(3).sum(), {"a": numpy.float32(2)}]
    def array(): return numpy.zeros(3)
    """
    from grader.course import Limits

    with student_side(source, roots=worker_roots(allowing("numpy")), limits=Limits(question_seconds=20)) as side:
        mine = side.ask("import", "mine")
        assert mine.value() == [0.5, True, 3, {"a": 2.0}]
        assert [type(v) for v in mine.value()[:3]] == [float, bool, int]
        assert len(mine.array()) == 3
    assert "numpy" not in worker_roots(allowing("msgspec"))
    assert sys.modules["msgspec"] is msgspec


# -- of one stage ----------------------------------------------------------------------------------------------------


@pytest.fixture
def with_library(tmp_path: Path) -> Path:
    """The small course, whose stage `pen` needs a library that this machine has not got."""
    course = kit.copy_course(tmp_path / "course")
    kit.edit(course / "course.toml", ("points = 6\n\n", 'points = 6\nworker_imports = ["no-such-library"]\n\n'))
    return course


def test_a_library_of_one_stage_is_missed_there_only(with_library: Path) -> None:
    course = load_course(with_library)
    assert worker_roots(course, course.stages[:2]) == {}
    with pytest.raises(LibraryMissing, match="pen needs no-such-library, which is not installed") as error:
        worker_roots(course, course.stages)
    assert error.value.advice == "Run: pip install no-such-library"


def test_a_stage_that_is_asked_for_by_name_says_what_it_needs(with_library: Path, tmp_path: Path) -> None:
    kata = kit.workspace(tmp_path / "class" / "kata", with_library)
    batch = ("batch", "pen", tmp_path / "class", "--out", tmp_path / "out", "--unconfined")
    for command in (("pen",), batch, ("course", "check")):
        run = kit.grade("--course", with_library, *command, cwd=kata)
        assert run.code == 2, run.out
        assert "pen needs no-such-library, which is not installed here\nRun: pip install no-such-library" in run.err
    assert kit.grade("points", cwd=kata).code == 0
    advice = kit.grade("--course", with_library, "doctor", cwd=kata)
    assert advice.code == 0
    assert "pip install no-such-library" in advice.out


def test_the_board_goes_on_without_the_library(with_library: Path, tmp_path: Path) -> None:
    kata = kit.workspace(tmp_path / "kata", with_library)
    (points, pen) = kit.examine(kata, "points", "pen", course=with_library)
    assert (points.outcome, pen.outcome, pen.points) == ("passed", "skipped", 0.0)
    run = kit.grade(cwd=kata)
    assert run.code == 0
    assert "pen needs no-such-library, which is not installed here. Run: pip install no-such-library" in " ".join(
        run.out.split()
    )


def test_only_a_stages_own_checks_may_import_its_library(site: Path, tmp_path: Path) -> None:
    install(site, "thing", "thing/__init__.py")
    course = kit.copy_course(tmp_path / "course")
    kit.edit(course / "course.toml", ("points = 6\n\n", 'points = 6\nworker_imports = ["thing"]\n\n'))
    pen = kit.solution("pen") + "\nimport thing\nassert thing.value == 'library'\n"
    kata = kit.workspace(tmp_path / "kata", course, plane=kit.solution("plane") + "\nimport thing\n", pen=pen)
    (points, pen_report) = kit.examine(kata, "points", "pen", course=course)
    assert [report.outcome for report in (points, pen_report)] == ["failed", "passed"]
    (problem,) = points.problems
    assert "No module named 'thing'" in problem.message
    assert "Only the standard library and the files of this exercise can be imported here" in problem.advice


def test_a_library_is_loaded_for_one_thread_and_nothing_of_it_stays_behind(site: Path) -> None:
    install(site, "thing", "thing.py")
    lines = 'import os\nfound = os.environ.get("OPENBLAS_NUM_THREADS")\n'
    (site / "thing.py").write_text(lines, encoding="utf-8")
    source = """
    import os, thing
    def found(): return thing.found, os.environ.get("OPENBLAS_NUM_THREADS")
    """
    with student_side(source, roots=worker_roots(allowing("thing"))) as side:
        assert side.ask("import", "mine").found() == ("1", None)
