"""Where the libraries are that a course lets the student's code import."""

from __future__ import annotations

from grader.course import Course
from grader.errors import CourseError

__all__ = ["worker_roots"]


def worker_roots(course: Course) -> dict[str, str]:
    """Return, for each top-level module of the course's `worker_imports`, the folder that holds it.

    CourseError when a distribution is not installed.
    """
    if not course.worker_imports:
        return {}
    from importlib import metadata

    roots = {}
    for name in course.worker_imports:
        try:
            distribution = metadata.distribution(name)
        except metadata.PackageNotFoundError:
            problem = f"'{name}' is not installed"
            raise CourseError(course.file, "worker_imports", problem, f"Run: pip install {name}") from None
        folder = str(distribution.locate_file(""))
        for file in distribution.files or ():
            top = file.parts[0].partition(".")[0]
            if file.suffix in (".py", ".so", ".pyd") and top.isidentifier():
                roots[top] = folder
    return roots
