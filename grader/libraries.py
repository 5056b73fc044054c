"""Where the libraries are that a course, or one of its stages, lets the student's code import."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePath

from grader.course import Course, Stage
from grader.errors import CourseError, UsageError

__all__ = ["LibraryMissing", "worker_roots"]


class LibraryMissing(UsageError):
    """A library is not installed that one stage needs; the other stages do without it."""

    def __init__(self, stage: str, name: str) -> None:
        super().__init__(f"{stage} needs {name}, which is not installed here", f"Run: pip install {name}")


def worker_roots(course: Course, stages: Sequence[Stage] = ()) -> dict[str, str]:
    """Return, for each top-level module of what the code of these stages may import, the folder that holds it.

    LibraryMissing when a stage needs a distribution that is not installed; CourseError when the whole course needs it,
    or when it does not tell where its modules are.
    """
    roots: dict[str, str] = {}
    for name in course.worker_imports:
        try:
            roots |= _roots_of(course, name)
        except LookupError:
            problem = f"'{name}' is not installed"
            raise CourseError(course.file, "worker_imports", problem, f"Run: pip install {name}") from None
    for stage in stages:
        for name in stage.worker_imports:
            try:
                roots |= _roots_of(course, name)
            except LookupError:
                raise LibraryMissing(stage.name, name) from None
    return roots


def _roots_of(course: Course, name: str) -> dict[str, str]:
    """Return the modules of one distribution; LookupError when it is not installed."""
    from importlib import metadata  # which takes as long to import as a stage's checks to run

    try:
        distribution = metadata.distribution(name)
    except metadata.PackageNotFoundError:
        raise LookupError(name) from None
    tops = {top for file in distribution.files or () if (top := _top_level(file))}
    if not tops:
        problem = f"'{name}' does not tell where its modules are; an editable installation doesn't"
        raise CourseError(course.file, "worker_imports", problem, f"Run: pip install {name}")
    return dict.fromkeys(tops, str(distribution.locate_file("")))


def _top_level(file: PurePath) -> str:
    """Return the name under which an installed file can be imported, or that of its package; "" when it can't be."""
    top = file.parts[0].partition(".")[0]
    is_code = file.suffix in (".py", ".so", ".pyd") and not top.startswith("__editable__")
    return top if is_code and top.isidentifier() else ""
