"""What a course gave: digests of its defs, lessons and checks, kept in a workspace so that an update can tell
what is whose.

Nothing depends on it but what `grade update` can tell: without it, or with one that cannot be read, an update changes
less and says less.
"""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterator
from pathlib import Path

import msgspec

from grader.course import Course, Stage
from grader.errors import CourseError
from grader.source import Module, SourceProblem, parse
from grader.spans import source_of

__all__ = ["FILE", "Given", "digest", "given_by", "given_text", "read_given", "titles_of"]

FILE = ".given.json"


class Given(msgspec.Struct, frozen=True):
    """Digests by name: each def of the exercises (`plane:area`), each lesson's file, each check of each stage."""

    version: str
    sources: dict[str, str]
    lessons: dict[str, str]
    checks: dict[str, dict[str, str]]


def given_by(course: Course) -> Given:
    """Return what a course gives to those who begin with it now."""
    return Given(
        version=course.version,
        sources={name: digest(source) for name, source in _sources(course)},
        lessons={stage.lesson.name: digest(stage.lesson.read_bytes()) for stage in course.stages},
        checks={stage.name: {node.name: digest(source) for node, source in _checks(stage)} for stage in course.stages},
    )


def _sources(course: Course) -> Iterator[tuple[str, str]]:
    for module in course.modules:
        file = course.exercises / f"{module}.py"
        try:
            parsed = parse(file.read_bytes().decode("utf-8"), file.name)
        except (OSError, UnicodeDecodeError, SourceProblem) as error:
            raise CourseError(file, "", f"cannot be read: {error}", _BUILD) from None
        yield from ((f"{module}:{name}", source_of(parsed, name)) for name in defs_of(parsed))


_BUILD = "The course is not complete; its author makes the exercises with: grade course build"


def defs_of(module: Module) -> list[str]:
    """Return the functions and methods of a module, in their order."""
    return [name for name, unit in module.units.items() if unit.kind == "def"]


def _checks(stage: Stage) -> Iterator[tuple[ast.FunctionDef, str]]:
    """Yield each check's function and its source, without decorators; the same on every Python, as a tree is not."""
    try:
        text = stage.checkpoint.read_bytes().decode("utf-8")
        body = ast.parse(text).body
    except (OSError, ValueError, SyntaxError) as error:
        raise CourseError(stage.checkpoint, "", f"cannot be read: {error}", "Mend the file.") from None
    for node in body:
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test"):
            yield node, ast.get_source_segment(text, node) or ""


def titles_of(stage: Stage) -> dict[str, str]:
    """Return what a student reads of each check of a stage, by the name of its function."""
    return {node.name: (ast.get_docstring(node) or node.name).partition("\n")[0] for node, _ in _checks(stage)}


def digest(data: bytes | str) -> str:
    """Return a short hash: enough to tell versions apart, which nobody wants to forge."""
    return hashlib.sha256(data.encode("utf-8") if isinstance(data, str) else data).hexdigest()[:16]


def given_text(given: Given) -> bytes:
    """Return the content of the file in a workspace."""
    return msgspec.json.format(msgspec.json.encode(given)) + b"\n"


def read_given(workspace: Path) -> Given | None:
    """Return what was given here, or None where that is not known."""
    try:
        return msgspec.json.decode((workspace / FILE).read_bytes(), type=Given)
    except (OSError, msgspec.MsgspecError, ValueError):
        return None
