"""What is said of an exception in a student's code, beyond Python's own sentence."""

from __future__ import annotations

from pathlib import Path

import kit
import pytest

from grader.course import load_course
from grader.report import CheckResult
from grader.transplant import transplant

AUTOGRAD = load_course(kit.ROOT)
ADD = """\
def __add__(self, other):
    other = Value(other) if not isinstance(other, Value) else other
    out = Value(self.data + {operand}, (self, other), '+')

    def _backward():
        self.grad += out.grad
        other.grad += out.grad

    {target}._backward = _backward
    return out
"""
RADD = "def __radd__(self, other):\n    return {}"


def first_of_stage1(folder: Path, *units: str) -> CheckResult:
    """Return the first check of a kata in which only these units are written."""
    text = (AUTOGRAD.exercises / "engine.py").read_text(encoding="utf-8")
    for source in units:
        text = transplant(text, f"Value.{source.partition('(')[0].removeprefix('def ')}", source)
    (folder / "engine.py").write_text(text, encoding="utf-8")
    return kit.examine(folder, "stage1", course=kit.ROOT)[0].checks[0]


def test_an_operator_that_falls_into_a_stub_is_wrong_and_not_to_do(tmp_path: Path) -> None:
    check = first_of_stage1(tmp_path, ADD.format(operand="other", target="out"))
    assert check.outcome == "failed"
    assert "your code came to `Value.__radd__`, which is still to be written: Python calls that" in check.message
    assert check.place is not None
    assert "self.data + other" in check.place.text


def test_a_stub_that_the_code_asks_for_is_to_do(tmp_path: Path) -> None:
    check = first_of_stage1(tmp_path, "def __add__(self, other):\n    return self.__radd__(other)\n")
    assert (check.outcome, check.needs) == ("todo", "engine:Value.__radd__")


def test_lines_that_call_each_other_are_named(tmp_path: Path) -> None:
    check = first_of_stage1(tmp_path, ADD.format(operand="other", target="out"), RADD.format("self + other"))
    assert check.place is not None
    line = check.place.line
    assert f"raised RecursionError: `__add__` (engine.py:{line}) and `__radd__` (engine.py:" in check.message
    assert check.message.endswith("called each other until Python stopped them")
    assert "self.data + other" in check.place.text


def test_a_line_that_calls_itself_is_named(tmp_path: Path) -> None:
    check = first_of_stage1(tmp_path, "def __add__(self, other):\n    return self + other\n")
    assert "RecursionError: `__add__` (engine.py:" in check.message
    assert check.message.endswith("called itself until Python stopped it")


@pytest.mark.parametrize(("wrong", "meant"), [("uot", "out"), ("utterly", "")])
def test_a_name_that_is_not_there_needs_no_other_hint(tmp_path: Path, wrong: str, meant: str) -> None:
    check = first_of_stage1(tmp_path, ADD.format(operand="other.data", target=wrong), RADD.format("self + other"))
    assert f"NameError: name '{wrong}' is not defined" in check.message
    assert (f"Is `{meant}` meant?" in check.message) == bool(meant)
    assert not check.hint


def test_a_method_without_its_parentheses(tmp_path: Path) -> None:
    plane = kit.solution("plane") + "\n\ndef distance(p, q):\n    return sum(number for number in [].copy)\n"
    check = kit.examine(kit.workspace(tmp_path / "kata", plane=plane), "points")[0].checks[0]
    assert check.message.endswith("Are the () of a call missing?")
    assert not check.hint


def test_who_waits_is_not_kept_waiting_by_a_loop(tmp_path: Path) -> None:
    plane = kit.solution("plane") + "\n\ndef distance(p, q):\n    while True:\n        pass\n"
    kata = kit.workspace(tmp_path / "kata", plane=plane)
    shown = kit.grade("points", cwd=kata).out
    assert shown.count("not tried") == 0
    assert [line.split()[0] for line in shown.splitlines() if "distance((0, 0), (3, 4))" in line][:3] == ["✗", "✗", "–"]
    whole = kit.grade("points", "--json", cwd=kata).outcomes.values()
    assert list(whole).count("timeout") == 5, "for marks every check is tried"
