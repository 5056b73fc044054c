"""What people read when something is wrong: the whole of it, word for word, at two widths.

Where a text should change, `python tests/terminal_cases.py` writes it anew; read it as a tired beginner would.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from rich.cells import cell_len

if sys.platform == "win32":
    pytest.skip("needs a terminal of POSIX", allow_module_level=True)

from terminal_cases import SCENES, TEXTS, WIDTHS, printed, settled, text_file


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", SCENES)
def test_what_is_printed_is_what_was_read_and_approved(tmp_path: Path, name: str, width: int) -> None:
    found = settled(printed(SCENES[name], width, tmp_path / "my-kata"))
    assert found == text_file(name, width).read_text(encoding="utf-8")
    assert max(map(cell_len, found.splitlines())) <= width


def test_every_text_belongs_to_a_scene() -> None:
    assert {file.name for file in TEXTS.iterdir()} == {
        text_file(name, width).name for name in SCENES for width in WIDTHS
    }
    assert len(SCENES) >= 12


def test_every_failure_says_what_to_do_next_and_gives_no_solution_away() -> None:
    """The reference's own lines for the unit at fault stand nowhere in what is said of it."""
    given_away = (
        "self.grad += out.grad",
        "self.grad += other.data * out.grad",
        "other * self**-1",
        "return self * other",
    )
    for name in SCENES:
        text = text_file(name, 80).read_text(encoding="utf-8")
        assert "\nNext: " in text, name
        assert not [line for line in given_away if line in text], name
