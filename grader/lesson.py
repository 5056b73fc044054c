"""A stage's lesson: Markdown with fixed sections, and hints in levels for each unit.

# Stage 1 · Title
## Predict first  /  ## The idea  /  ## Your task  /  ## What is tested
## Hints
### `Line.length`
1. the first level … 2. the next …
"""

from __future__ import annotations

import re

import msgspec

from grader.course import Stage
from grader.errors import CourseError

__all__ = ["MIN_HINTS", "SECTIONS", "Lesson", "read_lesson"]

SECTIONS = ("Predict first", "The idea", "Your task", "What is tested", "Hints")
MIN_HINTS = 3  # levels of help for each unit

_FENCE = re.compile(r"^ {0,3}(```|~~~)")


class Lesson(msgspec.Struct, frozen=True):
    """`text` is the lesson without its hints; `hints` holds the levels for each unit, by the unit's name."""

    text: str
    hints: dict[str, tuple[str, ...]]


def read_lesson(stage: Stage) -> Lesson:
    """Read the lesson of a stage; CourseError when a section or a unit's hints are missing."""
    try:
        text = stage.lesson.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise CourseError(stage.lesson, "", "is not UTF-8", "Save it as UTF-8.") from None
    sections = _split(text, "## ")
    _check_sections(stage, list(sections))
    hints = {name.strip("`"): _levels(body) for name, body in _split(sections["Hints"], "### ").items() if name}
    _check_hints(stage, hints)
    return Lesson(text.partition("\n## Hints")[0].rstrip() + "\n", hints)


def _split(text: str, marker: str) -> dict[str, str]:
    """Return the text under each heading that begins with `marker`; what comes before the first is under ""."""
    parts: dict[str, list[str]] = {"": []}
    title, fenced = "", False
    for line in text.splitlines():
        fenced ^= bool(_FENCE.match(line))
        if line.startswith(marker) and not fenced:
            title = line.removeprefix(marker).strip()
            parts[title] = []
        else:
            parts[title].append(line)
    return {title: "\n".join(lines).strip("\n") for title, lines in parts.items()}


def _levels(body: str) -> tuple[str, ...]:
    """Return the items of an ordered list, each as Markdown of its own."""
    items = re.split(r"^\d+\. ", body, flags=re.MULTILINE)[1:]
    return tuple(re.sub(r"^ {3}", "", item.strip("\n"), flags=re.MULTILINE) for item in items)


def _check_sections(stage: Stage, found: list[str]) -> None:
    wanted = list(SECTIONS)
    if [title for title in found if title] != wanted:
        problem = f"its sections are {', '.join(t for t in found if t) or 'missing'}"
        raise CourseError(stage.lesson, "sections", problem, f"They must be, in this order: {', '.join(wanted)}.")


def _check_hints(stage: Stage, hints: dict[str, tuple[str, ...]]) -> None:
    names = [unit.partition(":")[2] for unit in stage.units]
    for name in names:
        if len(hints.get(name, ())) < MIN_HINTS:
            problem = f"fewer than {MIN_HINTS} hints for {name}"
            raise CourseError(stage.lesson, "Hints", problem, f"Add them under ### `{name}`, as a numbered list.")
    for name in hints:
        if name not in names:
            raise CourseError(stage.lesson, "Hints", f"hints for '{name}', which is not a unit of {stage.name}")
