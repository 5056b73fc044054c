"""Where the libraries are that a course lets the student's code import."""

from __future__ import annotations

from pathlib import PurePath

from grader.course import Course
from grader.errors import CourseError

__all__ = ["worker_roots"]


def worker_roots(course: Course) -> dict[str, str]:
    """Return, for each top-level module of the course's `worker_imports`, the folder that holds it.

    CourseError when a distribution is not installed, or does not tell where its modules are.
    """
    if not course.worker_imports:
        return {}
    from importlib import metadata

    roots: dict[str, str] = {}
    for name in course.worker_imports:
        try:
            distribution = metadata.distribution(name)
        except metadata.PackageNotFoundError:
            problem = f"'{name}' is not installed"
            raise CourseError(course.file, "worker_imports", problem, f"Run: pip install {name}") from None
        folder = str(distribution.locate_file(""))
        tops = {top for file in distribution.files or () if (top := _top_level(file))}
        if not tops:
            problem = f"'{name}' does not tell where its modules are; an editable installation doesn't"
            raise CourseError(course.file, "worker_imports", problem, f"Run: pip install {name}")
        roots.update(dict.fromkeys(tops, folder))
    return roots


def _top_level(file: PurePath) -> str:
    """Return the name under which an installed file can be imported, or that of its package; "" when it can't be."""
    top = file.parts[0].partition(".")[0]
    is_code = file.suffix in (".py", ".so", ".pyd") and not top.startswith("__editable__")
    return top if is_code and top.isidentifier() else ""
