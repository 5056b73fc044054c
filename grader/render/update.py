"""What an update did, as a person reads it."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from grader.learner.update import Changed, Update
from grader.render.terminal import prose

__all__ = ["render_update"]


def render_update(title: str, plan: Update, changed: Sequence[Changed] | None, lessons: int) -> RenderableType:
    """Return what came into the learner's files, what stayed, and how the stages that they had passed stand now.

    `changed` is None where it is not known what the checks were before; `lessons` are so many that were renewed.
    """
    parts: list[RenderableType] = [Text(title, "bold")]
    parts += _section("In your files", plan.news)
    parts += _section("Left as you have it", plan.left)
    if lessons:
        parts += [Text(""), Text(f"{lessons} {'lesson' if lessons == 1 else 'lessons'} renewed in lessons/.")]
    if changed is None:
        parts += [Text(""), Text("Which checks are new cannot be told here: what was given before is not recorded.")]
    elif changed:
        parts += _section("In stages that you had passed", [_sentence(check) for check in changed])
    else:
        parts += [Text(""), Text("No check of a stage that you had passed has changed.")]
    return Group(*parts)


def _section(heading: str, sentences: Sequence[str]) -> list[RenderableType]:
    return [Text(""), Text(f"{heading}:"), *(prose(f"  - {text}") for text in sentences)] if sentences else []


def _sentence(check: Changed) -> str:
    kind = "a new check" if check.is_new else "a changed check"
    ends = "your code passes it" if check.passes else f"your code does not pass it yet: `grade {check.stage}`"
    return f"{check.stage}, {kind}: {check.title} {ends[:1].upper()}{ends[1:]}"
