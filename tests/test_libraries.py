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
from grader.libraries import worker_roots


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
