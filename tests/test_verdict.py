"""From what happened in a check to words: every way to fail, and whose fault it is."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest
from kit import copy_course, examine, screen

from grader.course import load_course
from grader.report import CheckResult, Outcome, Report
from grader.session import Session, run_session
from grader.submission import read_submission
from grader.workers import Spawner

COURSE = """\
format = 1
name = "verdicts"
title = "Every way to fail"
version = "1"
[[stage]]
name = "first"
title = "All of them"
module = "work"
units = ["answer", "later"]
checkpoint = "checkpoints/test_first.py"
lesson = "lesson.md"
points = 1
[[stage]]
name = "second"
title = "What comes after"
module = "work"
units = ["another"]
checkpoint = "checkpoints/test_second.py"
lesson = "lesson.md"
points = 1
"""

WORK = '''\
class Thing:
    """Agrees with everything."""
    def __eq__(self, other): return True
    def __ne__(self, other): return True
    def __lt__(self, other): return True
    def __bool__(self): return True
    def __float__(self): return 5.0
    def __repr__(self): return "5"
    __hash__ = None

class Liar(float):
    def __eq__(self, other): return True
    __hash__ = None

class Mute:
    def __repr__(self): raise RuntimeError("no repr")

class Abyss:
    def __getattr__(self, name):
        while True: pass

class Skipped(Exception):
    pass

def answer(what):
    if what == "value error":
        raise ValueError("too small")
    if what == "deeper":
        return helper(what)
    if what == "own class":
        raise Skipped("please")
    if what == "assertion":
        assert what is None, "not like this"
    if what == "hard":
        raise NotImplementedError("too hard")
    if what == "later":
        return later()
    if what == "another":
        return another()
    if what == "prints":
        print("SECRET printed")
    return {
        "five": 5, "pi": 3.14, "none": None, "nan": float("nan"), "sum": 0.1 + 0.2, "text": "abc", "items": [1, 2],
        "pair": (1.0, 2.0), "thing": Thing(), "liar": Liar(4.0), "mute": Mute(), "true": True, "long": "x" * 5000,
        "dict": {"a": 1}, "complex": 1j, "set": {3}, "abyss": Abyss(),
    }.get(what, "SECRET")

def helper(what):
    return what.nothing

def later():
    raise NotImplementedError

def another():
    """Still to be written."""
    raise NotImplementedError
'''

HEAD = '''\
"""All of them."""
import math
import pytest
from grader import check

def one(**more):
    return check(units=["answer"], **more)

'''

# ruff: noqa: E501
# name of the check: its body, the outcome, and fields of the result that must be so
CASES: dict[str, tuple[str, str, dict[str, object]]] = {
    "pass": ("assert work.answer('five') == 5", "passed", {"expected": None, "actual": None, "message": "", "code": ""}),
    "equal": ("assert work.answer('five') == 6", "failed", {"expected": "6", "actual": "5", "message": ""}),
    "equal_message": (
        "assert work.answer('five') == 6, 'six was wanted'",
        "failed",
        {"expected": "6", "actual": "5", "message": "six was wanted"},
    ),
    "long_message": (
        "assert work.answer('five') == 6, 'two\\nlines'",
        "failed",
        {"message": "two\nlines", "expected": "6"},
    ),
    "message_with_assert": (
        "assert work.answer('five') == 6, 'assert that it is six'",
        "failed",
        {"message": "assert that it is six", "expected": "6"},
    ),
    "approx": ("assert work.answer('pi') == pytest.approx(3.15)", "failed", {"expected": "3.15", "actual": "3.14"}),
    "approx_pair": (
        "assert work.answer('pair') == pytest.approx((1, 3))",
        "failed",
        {"expected": "(1, 3)", "actual": "(1.0, 2.0)"},
    ),
    "approx_nan": ("assert work.answer('nan') == pytest.approx(3.15)", "failed", {"expected": "3.15", "actual": "nan"}),
    "less_nan": ("assert work.answer('nan') <= 3", "failed", {"expected": "<= 3", "actual": "nan"}),
    "digits": (
        "assert work.answer('sum') == 0.3",
        "failed",
        {"expected": "0.3", "actual": "0.30000000000000004"},
    ),
    "in": ("assert work.answer('five') in [1, 2]", "failed", {"expected": "one of [1, 2]", "actual": "5"}),
    "not_in": ("assert work.answer('five') not in [5]", "failed", {"expected": "none of [5]", "actual": "5"}),
    "is_none": ("assert work.answer('five') is None", "failed", {"expected": "None", "actual": "5"}),
    "is_true": ("assert work.answer('five') is True", "failed", {"expected": "True", "actual": "5"}),
    "is_handle": (
        "assert work.answer('mute') is work.answer('mute')",
        "failed",
        {"actual": "<Mute whose repr() raises RuntimeError>"},
    ),
    "is_abyss": ("assert work.answer('none') is work.answer('abyss')", "failed", {"actual": "None"}),
    "is_not": ("assert work.answer('none') is not None", "failed", {"expected": "anything but None", "actual": "None"}),
    "not_equal": ("assert work.answer('five') != 5", "failed", {"expected": "anything but 5", "actual": "5"}),
    "greater": ("assert work.answer('five') > 7", "failed", {"expected": "> 7", "actual": "5"}),
    "text": ("assert work.answer('text') == 'abd'", "failed", {"expected": "'abd'", "actual": "'abc'"}),
    "long_value": ("assert work.answer('long') == 'y'", "failed", {"expected": "'y'"}),
    "list": ("assert work.answer('items') == [1, 3]", "failed", {"expected": "[1, 3]", "actual": "[1, 2]"}),
    "kind": ("assert isinstance(work.answer('five'), str), 'a text'", "failed", {"message": "a text", "expected": None}),
    "kind_silent": ("assert isinstance(work.answer('five'), str)", "failed", {"expected": None}),
    "negated": ("assert not work.answer('true')", "failed", {"expected": None}),
    "both": ("assert work.answer('five') == 5 and work.answer('pi') == 3", "failed", {"expected": "3", "actual": "3.14"}),
    "exception": ("assert work.answer('value error') == 5", "failed", {"message": "your code raised ValueError: too small"}),
    "exception_deeper": (
        "work.answer('deeper')",
        "failed",
        {"message": "your code raised AttributeError: 'str' object has no attribute 'nothing'"},
    ),
    "own_exception": ("work.answer('own class')", "failed", {"message": "your code raised Skipped: please"}),
    "student_assert": ("work.answer('assertion')", "failed", {"message": "your code raised AssertionError: not like this"}),
    "hard": ("work.answer('hard')", "failed", {"message": "your code raised NotImplementedError: too hard"}),
    "wrong_call": ("work.answer()", "failed", {}),
    "missing_name": ("work.anser(1)", "failed", {"message": "your code raised AttributeError: module 'work' has no attribute 'anser'"}),
    "attribute_of_plain": (
        "assert work.answer('five').grad == 1",
        "failed",
        {"message": "your code gave 5, an int, which has no `.grad`"},
    ),
    "attribute_of_none": (
        "assert work.answer('none').grad == 1",
        "failed",
        {"message": "your code gave None, which has no `.grad`; is a `return` missing?"},
    ),
    "attribute_set_on_none": (
        "work.answer('none').grad = 1",
        "failed",
        {"message": "your code gave None, which has no `.grad`; is a `return` missing?"},
    ),
    "attribute_set_on_plain": ("work.answer('pi').grad = 1", "failed", {}),
    "none_in_arithmetic": ("work.answer('none') * 2", "failed", {}),
    "none_compared": ("assert work.answer('none') == pytest.approx(2)", "failed", {"expected": "2", "actual": "None"}),
    "unpacked": ("a, b = work.answer('five')", "failed", {}),
    "index": ("work.answer('items')[7]", "failed", {}),
    "domain": ("math.sqrt(-work.answer('five'))", "failed", {}),
    "object_for_number": ("assert work.answer('thing') == 5", "failed", {"message": "`answer(…)` is a Thing; a number was expected"}),
    "object_for_approx": ("assert work.answer('thing') == pytest.approx(5)", "failed", {"message": "`answer(…)` is a Thing; a number was expected"}),
    "object_less": ("assert work.answer('thing') <= 5", "failed", {"message": "`answer(…)` is a Thing; a number was expected"}),
    "object_as_truth": ("assert work.answer('thing')", "failed", {"message": "`answer(…)` is a Thing; True or False was expected"}),
    "object_as_float": ("float(work.answer('thing'))", "failed", {"message": "`answer(…)` is a Thing; a number was expected"}),
    "object_for_text": ("assert work.answer('thing') == 'abc'", "failed", {"message": "`answer(…)` is a Thing; text was expected"}),
    "object_for_none": ("assert work.answer('thing') is None", "failed", {"expected": "None"}),
    "object_in_list": ("assert [work.answer('thing')] == [5]", "failed", {"message": "`answer(…)` is a Thing; a number was expected"}),
    "liar": ("assert work.answer('liar') == 5", "failed", {"expected": "5", "actual": "4.0"}),
    "raises_nothing": ("with pytest.raises(ValueError):\n        work.answer('five')", "failed", {"message": "ValueError was expected, and nothing was raised"}),
    "raises_other": ("with pytest.raises(KeyError):\n        work.answer('value error')", "failed", {"message": "your code raised ValueError: too small"}),
    "raises_right": ("with pytest.raises(ValueError, match='small'):\n        work.answer('value error')", "passed", {}),
    "raises_parent": ("with pytest.raises(Exception):\n        work.answer('own class')", "passed", {}),
    "raises_unmatched": ("with pytest.raises(ValueError, match='large'):\n        work.answer('value error')", "failed", {}),
    "fails": ("pytest.fail('I say so')", "failed", {"message": "I say so"}),
    "xfails": ("pytest.xfail('never mind')", "failed", {"message": "never mind"}),
    "skips": ("pytest.skip('not today')", "skipped", {"message": "not today", "points": 0.0}),
    "later_stub": ("work.answer('later')", "todo", {"needs": "work:later", "message": "needs `later`, which is still to be written"}),
    "stub_of_another_stage": ("work.answer('another')", "todo", {"needs": "work:another"}),
    "stub_in_raises": ("with pytest.raises(NotImplementedError):\n        work.answer('another')", "passed", {}),
    "prints": ("assert work.answer('prints') == 5", "failed", {"output": "SECRET printed\n"}),
    "own_mistake": ("assert wrok.answer('five') == 5", "error", {}),
    "own_exception_class": ("raise RuntimeError('mine')", "error", {}),
}  # fmt: skip

HIDDEN = {
    "equal": "assert work.answer('five') == 6, 'SECRET message'",
    "value": "assert work.answer('secret') == 'SECRET input'",
    "exception": "work.answer('value error')",
    "prints": "assert work.answer('prints') == 5",
    "kind": "assert isinstance(work.answer('SECRET'), int)",
    "fails": "pytest.fail('SECRET')",
    "object": "assert work.answer('thing') == 5",
    "skips": "pytest.skip('SECRET')",
    "error": "raise RuntimeError('SECRET')",
    "stub": "work.answer('another')",
    "loop": "in_student(endless)",
}

HELPERS = """
def endless():
    while True:
        pass

"""


def checkpoint() -> str:
    """Return a checkpoint with a check for every case."""
    checks = [f'@one()\ndef test_{name}(work):\n    """Case."""\n    {body}\n' for name, (body, *_) in CASES.items()]
    checks += [
        f'@one(hidden=True, hint="A safe hint.")\ndef test_hidden_{name}(work, in_student):\n    """Hidden case."""\n    {body}\n'
        for name, body in HIDDEN.items()
    ]
    return HEAD + HELPERS + "\n".join(checks) + STEPS


STEPS = '''
@one()
def test_steps(work, rng):
    """What was done up to the failure."""
    x, p = 3, (1.5, -2)
    text = "abc"
    thing = work.answer("thing")
    y, z = rng.uniform(2, 3), rng.choice([True])
    half = rng.uniform(2, 3) and 7
    half = 8
    for part in (x, y):
        assert part, "part by part"
    found = [work.answer("five"), x]
    assert found == [5, 4], "the message"
    assert x == 5


@one()
@pytest.mark.parametrize(("a", "b"), [(1, 2), (5, 5)])
def test_parameters(work, a, b):
    """With parameters."""
    assert work.answer("five") + a - b == 5
'''

SECOND = '''\
"""What comes after."""
from grader import check

@check(units=["another", "answer"])
def test_needs_what_is_not_written(work):
    """Needs a stub."""
    assert work.another() == 1
'''


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    course = tmp_path_factory.mktemp("verdicts")
    (course / "checkpoints").mkdir()
    files = {
        "course.toml": COURSE,
        "lesson.md": "",
        "checkpoints/test_first.py": checkpoint(),
        "checkpoints/test_second.py": SECOND,
        "mine/work.py": WORK,
    }
    (course / "mine").mkdir()
    for name, text in files.items():
        (course / name).write_text(text, encoding="utf-8")
    return course


@pytest.fixture(scope="session")
def reports(folder: Path) -> list[Report]:
    return examine(folder / "mine", "first", "second", course=folder)


def found(report: Report, name: str) -> CheckResult:
    return next(check for check in report.checks if check.id == f"test_{name}")


@pytest.mark.parametrize("name", CASES)
def test_case(reports: list[Report], name: str) -> None:
    _, outcome, details = CASES[name]
    check = found(reports[0], name)
    assert check.outcome == outcome, check.message
    assert {field: getattr(check, field) for field in details} == details
    assert check.points == (1.0 if outcome == "passed" else 0.0)
    if outcome == "failed":
        assert check.message or check.expected, "a student must learn something"


def test_messages_about_values_name_them(reports: list[Report]) -> None:
    said = {name: found(reports[0], name).message for name in CASES}
    assert "NoneType" in said["none_in_arithmetic"]
    assert said["attribute_set_on_plain"].endswith("a float, which has no `.grad`")  # from 3.13 on with its value
    assert "cannot unpack" in said["unpacked"]
    assert "index out of range" in said["index"]
    assert said["kind_silent"] == "not so: isinstance(5, str)"
    assert "missing 1 required positional argument" in said["wrong_call"]
    assert "too small" in said["raises_unmatched"]
    assert "large" in said["raises_unmatched"]
    assert "True" in said["negated"]
    assert "NameError: name 'wrok' is not defined" in said["own_mistake"]
    assert "test_first.py, line" in said["own_mistake"]
    assert "RuntimeError: mine" in said["own_exception_class"]


def test_long_values_are_cut(reports: list[Report]) -> None:
    actual = found(reports[0], "long_value").actual
    assert actual is not None
    assert len(actual) <= 300
    assert actual.endswith("…")


def test_exception_names_the_students_innermost_line(reports: list[Report]) -> None:
    lines = WORK.splitlines()
    place = found(reports[0], "exception").place
    assert place is not None
    assert (place.file, place.function, place.text) == ("work.py", "answer", 'raise ValueError("too small")')
    assert lines[place.line - 1].strip() == place.text
    deeper = found(reports[0], "exception_deeper").place
    assert deeper is not None
    assert (deeper.function, deeper.text) == ("helper", "return what.nothing")


def test_what_fails_in_the_check_has_no_place_in_the_students_code(reports: list[Report]) -> None:
    for name in ("equal", "attribute_of_none", "object_for_number", "fails", "raises_nothing"):
        assert found(reports[0], name).place is None


def test_steps_are_shown_up_to_the_line_that_failed_with_their_values(reports: list[Report]) -> None:
    check = found(reports[0], "steps")
    assert check.message == "the message"
    assert check.code.splitlines()[-1] == "assert found == [5, 4]", "the message stands elsewhere"
    assert "x == 5" not in check.code
    assert "What was done" not in check.code
    assert "x = 3" in check.values
    assert "p = (1.5, -2)" in check.values
    assert "text = 'abc'" in check.values
    assert "found = [5, 3]" in check.values
    assert "thing" not in check.values
    assert "        assert part\n" not in check.code
    assert "    assert part\n" in check.code, "the message of an assert in a loop is left out, too"


def test_numbers_that_were_drawn_stand_in_the_place_of_the_draw(reports: list[Report]) -> None:
    """What a student can type is shown, not how it came about; but not where a name gets another value later."""
    check = found(reports[0], "steps")
    assert re.search(r"^y, z = 2\.\d{1,6}, True$", check.code, re.MULTILINE)
    assert "y = " not in check.values
    assert "half = rng.uniform(2, 3) and 7" in check.code
    assert "half = 8" in check.values


def test_parameters_are_among_the_values(reports: list[Report]) -> None:
    failed = next(check for check in reports[0].checks if check.id == "test_parameters[1-2]")
    assert "a = 1, b = 2" in failed.values
    passed = next(check for check in reports[0].checks if check.id == "test_parameters[5-5]")
    assert passed.outcome is Outcome.PASSED
    assert failed.title != passed.title, "two cases of a check are told apart on the board"


def test_unit_that_is_listed_and_not_written_is_to_do_and_not_run(reports: list[Report]) -> None:
    (check,) = reports[1].checks
    assert check.outcome is Outcome.TODO
    assert check.needs == "work:another"
    assert check.message == "`another` is still to be written"
    assert check.code == ""
    assert reports[1].outcome is Outcome.TODO


def test_stage_has_the_worst_outcome_of_its_checks(reports: list[Report]) -> None:
    assert reports[0].outcome is Outcome.ERROR
    assert reports[0].points == sum(check.points for check in reports[0].checks)
    assert reports[0].max_points == len(reports[0].checks)


@pytest.mark.parametrize("name", HIDDEN)
def test_hidden_check_tells_its_student_nothing_that_could_carry_inputs_out(reports: list[Report], name: str) -> None:
    full = found(reports[0], f"hidden_{name}")
    student = found(reports[0].student_view(), f"hidden_{name}")
    assert full.outcome is not Outcome.PASSED
    kept = {"id", "title", "outcome", "points", "max_points", "units", "hidden", "hint", "needs"}
    for field in msgspec.structs.fields(CheckResult):
        if field.name in kept:
            assert getattr(student, field.name) == getattr(full, field.name)
        else:
            assert getattr(student, field.name) == field.default, field.name
    assert "SECRET" not in msgspec.json.encode(student).decode()


def test_student_view_of_a_report_with_hidden_checks_leaks_nothing_elsewhere(reports: list[Report]) -> None:
    only_hidden = tuple(check for check in reports[0].checks if check.hidden)
    view = msgspec.structs.replace(reports[0], checks=only_hidden).student_view()
    text = msgspec.json.encode(view).decode() + screen_of(view)
    for secret in ("SECRET", "too small", "printed", "RuntimeError", "'five'"):
        assert secret not in text


def screen_of(report: Report) -> str:
    from kit import SHAPES

    return screen(msgspec.structs.replace(report, stage="points"), SHAPES)


def test_in_process_gives_the_same_verdicts(folder: Path, reports: list[Report]) -> None:
    only = [f"test_{name}" for name in CASES]
    (inside,) = examine(folder / "mine", "first", course=folder, in_process=True, only=only)
    for check in inside.checks:
        expected = next(other for other in reports[0].checks if other.id == check.id)
        assert msgspec.structs.replace(check, output="") == msgspec.structs.replace(expected, output="")


@pytest.mark.parametrize("text", ["", "x = 1\n" * 500, "def test_other():\n    pass\n" * 200, "(\n" * 300])
def test_a_checkpoint_edited_meanwhile(folder: Path, tmp_path: Path, text: str) -> None:
    """A long session outlives an edit of its checks: verdicts stay, only the lines of the check are left out."""
    copy = copy_course(tmp_path / "course", folder)
    course = load_course(copy)
    source = Spawner(course.limits)

    def drive(session: Session) -> list[Report]:
        for stage in course.stages:
            stage.checkpoint.write_text(text, encoding="utf-8")
        return session.examine(read_submission(course, copy / "mine"), wanted=lambda check: "equal" in check.id)

    try:
        (report,) = run_session(course, course.stages, source, drive)
    finally:
        source.close()
    assert {check.outcome for check in report.checks} == {"failed"}
    assert {check.code for check in report.checks} == {""}
