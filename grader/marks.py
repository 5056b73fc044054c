"""The mark that makes a pytest test a check, and how it is read back."""

from __future__ import annotations

TYPE_CHECKING = False  # without `typing`: see `grader.__main__` for why nothing is imported so early
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any, TypeVar

    Test = TypeVar("Test", bound=Callable[..., Any])

__all__ = ["check"]


def check(*, units: Sequence[str], points: float = 1.0, hidden: bool = False, hint: str = "") -> Callable[[Test], Test]:
    """Make a test a check.

    units: the units it needs, the one it is about first; `Line.length` in the stage's own module, or `pen:draw`.
    points: what it is worth; the points of a stage are the sum of its checks'.
    hidden: the student learns its title, outcome, points and hint, and nothing else.
    hint: one sentence that is safe to show when it fails.

    The first line of the test's docstring is what the student reads.
    """
    import pytest

    return pytest.mark.check(units=units, points=points, hidden=hidden, hint=hint)
