"""Fixtures for all tests, and what pytest must leave alone: the courses here have checkpoints of their own."""

from __future__ import annotations

from pathlib import Path

import kit
import pytest

collect_ignore = ["courses", "golden"]


@pytest.fixture
def shapes(tmp_path: Path) -> Path:
    """A copy of the small course, to be changed."""
    return kit.copy_course(tmp_path / "course")


@pytest.fixture
def solved(tmp_path: Path) -> Path:
    """A workspace of the small course in which everything is right."""
    return kit.workspace(tmp_path / "kata")
