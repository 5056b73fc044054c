"""Checks called in a notebook: right, wrong, endless, re-run, and what a call comes to. Each in a process of its own.

Without IPython, cells are run here as a kernel does it, each compiled under a name of its own; tests/notebooks/ has
real kernels.
"""

from __future__ import annotations

import json
import subprocess
import sys
import textwrap
import threading
from pathlib import Path
from typing import Any

import pytest
from kit import ROOT, SHAPES, environment

from grader.course import Limits
from grader.kernel.clock import make_clock

DRIVER = """
import json, linecache, sys
shown = []
def run(number, text):
    name = f"<cell {number}>"
    linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
    *body, last = __import__("ast").parse(text).body
    exec(compile(__import__("ast").Module(body, []), name, "exec"), globals())
    code = __import__("ast").Expression(last.value) if type(last).__name__ == "Expr" else None
    value = eval(compile(code, name, "eval"), globals()) if code else exec(
        compile(__import__("ast").Module([last], []), name, "exec"), globals())
    shown.append(repr(value) if value is not None else None)
for number, text in enumerate(json.loads(sys.argv[1]), start=1):
    run(number, text)
print(json.dumps(shown))
"""
SETUP = "from grader.kernel import checks\ncheck = checks('shapes', 'points')"
RIGHT = """
import math
def distance(p, q):
    return math.dist(p, q)
def midpoint(p, q):
    return ((p[0] + q[0]) / 2, (p[1] + q[1]) / 2)
"""
ORDER = "check('test_distance_does_not_care_which_comes_first')"
PAIR = "check('test_midpoint_is_a_pair')"


class Notebook:
    """What cells have shown, and the value of each."""

    def __init__(self, *cells: str, course: Path | None = SHAPES, **variables: str) -> None:
        texts = [textwrap.dedent(cell).strip() for cell in cells]
        finished = subprocess.run(
            [sys.executable, "-c", DRIVER, json.dumps(texts)],
            env=environment(GRADKATA_COURSE=str(course) if course else None, PYTHONPATH=str(ROOT), **variables),
            capture_output=True,
            encoding="utf-8",
            timeout=60,
        )
        assert finished.returncode == 0, finished.stderr
        *lines, values = finished.stdout.splitlines()
        self.text = "\n".join(lines)
        self.prose = " ".join(self.text.replace("│", " ").split())
        self.values: list[Any] = json.loads(values)
        self.errors = finished.stderr


def test_right_code_gets_its_points_as_a_plain_float() -> None:
    book = Notebook(SETUP, RIGHT, ORDER, PAIR, "type(check('test_midpoint_is_a_pair'))")
    assert book.values[2:] == ["2.0", "1.0", "<class 'float'>"]
    assert "✓ distance(p, q) and distance(q, p) are the same, and right." in book.text
    assert book.errors == ""


def test_wrong_code_is_shown_what_is_wrong_where_and_gets_nothing() -> None:
    book = Notebook(SETUP, RIGHT.replace("math.dist(p, q)", "p[0].real - q[0] and nothing"), ORDER)
    assert book.values[-1] == "0.0"
    assert "NameError: name 'nothing' is not defined" in book.prose
    assert "<cell 2>:3 in distance" in book.prose
    assert "return p[0].real - q[0] and nothing" in book.prose
    assert "Next: Look at `distance`" in book.prose
    assert book.errors == ""


def test_the_stub_is_to_do_and_so_is_a_cell_that_was_not_run() -> None:
    stub = RIGHT.replace("return math.dist(p, q)", "raise NotImplementedError")
    book = Notebook(SETUP, ORDER, stub, ORDER, PAIR)
    assert book.values == [None, "0.0", None, "0.0", "1.0"]
    assert (
        "`distance` is not defined: its cell was not run yet" in book.prose
        or "Run the cells from the top" in book.prose
    )
    assert "Next: Write `distance`, run its cell, then this one again." in book.prose


@pytest.mark.parametrize(
    ("loop", "line"),
    [
        ("while True: pass", 8),
        ("while True:\n    try:\n        while True: pass\n    except BaseException: pass", 10),
        ("return sum(x * 0 for x in iter(int, 1))", 8),
    ],
    ids=["plain", "swallows everything", "in a library"],
)
@pytest.mark.parametrize("thread", [False, True], ids=["main thread", "other thread"])
def test_an_endless_loop_is_interrupted_and_costs_only_its_own_checks(loop: str, line: int, thread: bool) -> None:
    if thread and "except BaseException" in loop and sys.version_info >= (3, 13):
        pytest.skip("no exception reaches it from another thread since Python 3.13, see clock.py")
    body = textwrap.indent(loop, "    ")
    cells = [SETUP, RIGHT + f"\ndef distance(p, q):\n{body}\n", ORDER, PAIR]
    if thread:
        cells.insert(1, IN_A_THREAD)
        cells[3:] = [f"in_a_thread({call.removeprefix('check')[1:-1]})" for call in cells[3:]]
    book = Notebook(*cells)
    assert book.values[-2:] == ["0.0", "1.0"]
    assert "one call took more than 0.5 s; is there an endless loop?" in book.prose
    assert f"<cell {3 if thread else 2}>:{line} in " in book.prose
    assert book.errors == ""


IN_A_THREAD = """
def in_a_thread(name):
    import threading
    found = []
    thread = threading.Thread(target=lambda: found.append(check(name)))
    thread.start()
    thread.join()
    return found[0]
"""


def test_a_sleeper_is_woken() -> None:
    book = Notebook(SETUP, RIGHT + "\nimport time\ndef distance(p, q):\n    time.sleep(1000)\n", ORDER)
    assert book.values[-1] == "0.0"
    assert "one call took more than 0.5 s" in book.prose


def test_the_clock_gives_a_handler_and_a_timer_back() -> None:
    signal = pytest.importorskip("signal")
    if not hasattr(signal, "setitimer"):
        pytest.skip("this system has no timer signals")
    calls: list[int] = []
    before = signal.signal(signal.SIGALRM, lambda number, frame: calls.append(number))
    try:
        make_clock(Limits()).close()
        signal.raise_signal(signal.SIGALRM)
        assert len(calls) == 1
    finally:
        signal.signal(signal.SIGALRM, before)
    assert threading.current_thread() is threading.main_thread()


def test_what_is_printed_warned_or_asked_meanwhile_reaches_no_stream_of_the_cell() -> None:
    noisy = """
    def distance(p, q):
        import logging, os, sys, warnings
        print("to stdout")
        print("to stderr", file=sys.stderr)
        warnings.warn("beware")
        logging.error("logged")
        return input("how far? ")
    """
    book = Notebook(SETUP, RIGHT, noisy, ORDER, "print('still here') or 1")
    assert book.errors == ""
    assert book.text.splitlines()[-1] == "still here"
    for said in ("to stdout", "to stderr", "beware", "logged", "input() has nobody to ask"):
        assert said in book.prose


def test_a_unit_that_a_class_lost_when_its_cell_was_run_again_is_named() -> None:
    pen = "from grader.kernel import checks\ncheck = checks('shapes', 'pen')"
    text = (SHAPES / "solutions" / "pen.py").read_text(encoding="utf-8")
    given = "\n".join(line for line in text.splitlines() if not line.startswith("from plane"))
    old = "old = [Pen()]"
    wrong = given.replace("def turn(self, degrees):", "def turn(self, degrees):\n        return 1 / 0\n")
    names = "sorted(k for k in vars(Pen) if k in ('turn', 'forward'))"
    book = Notebook(pen, given, old, wrong, names, "check('test_turns_add_up')")
    assert "`old` still uses `Pen` as it was before its cell was run again: restart the kernel and run all cells" in (
        book.prose
    )


def test_nothing_is_raised_whatever_is_missing(tmp_path: Path) -> None:
    book = Notebook(SETUP, RIGHT, "check('test_kept_back')", "check('')", course=SHAPES)
    assert book.values[-2:] == ["0.0", "0.0"]
    assert "The check test_kept_back is not in the course that is installed here." in book.prose
    nowhere = Notebook("from grader.kernel import checks\ncheck = checks('cooking', 'eggs')", "check('test_boil')")
    assert nowhere.values[-1] == "0.0"
    assert "there is no course 'cooking'" in nowhere.prose
    broken = Notebook(SETUP, ORDER, course=tmp_path)
    assert broken.values[-1] == "0.0"


def test_a_hidden_check_shows_neither_values_nor_why() -> None:
    outlines = "from grader.kernel import checks\ncheck = checks('shapes', 'outlines')"
    wrong = RIGHT + "\ndef area(points):\n    return 1 / (len(points) - 4)\n"
    book = Notebook(outlines, wrong, "check('test_area_in_either_direction')")
    assert book.values[-1] == "0.0"
    assert "ZeroDivisionError" not in book.text
    assert "assert" not in book.text


def test_a_check_imports_the_notebook_as_the_modules_of_the_course_and_lets_go_of_them() -> None:
    book = Notebook(SETUP, "import sys", RIGHT, ORDER, "'plane' in sys.modules")
    assert book.values[-2:] == ["2.0", "False"]


def test_a_checkpoint_is_compiled_once_where_nothing_is_written_beside_it() -> None:
    kept = """
    from pathlib import Path
    from grader.kernel.bytecode import _own_folder
    sorted(file.name.partition(".")[0] for file in Path(_own_folder().name).rglob("*pytest*.pyc"))
    """
    book = Notebook(SETUP, RIGHT, ORDER, kept, "import sys\nsys.dont_write_bytecode", PYTHONDONTWRITEBYTECODE="1")
    assert book.values[-2:] == ["['test_points']", "True"]


def test_recursion_goes_as_deep_as_in_a_process_of_its_own() -> None:
    deep = """
    def midpoint(p, q):
        def down(n):
            return ((p[0] + q[0]) / 2, (p[1] + q[1]) / 2) if n == 0 else down(n - 1)
        return down(975)
    """
    limit = "import sys\nsys.getrecursionlimit()"
    from_below = "def below(n):\n    return check('test_midpoint_is_a_pair') if n == 0 else below(n - 1)"
    book = Notebook(SETUP, RIGHT, limit, deep, from_below, "below(100)", limit)
    assert book.values[2] == book.values[-1]
    assert book.values[-2] == "1.0"
    endless = "def midpoint(p, q):\n    return midpoint(p, q)"
    assert "RecursionError" in Notebook(SETUP, RIGHT, endless, PAIR).prose


@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends no SIGINT to oneself")
def test_whoever_interrupts_the_kernel_ends_the_check_and_the_next_one_runs() -> None:
    pressed = """
    import os, signal
    def distance(p, q):
        os.kill(os.getpid(), signal.SIGINT)
        while True: pass
    """
    caught = f"""
    try:
        {ORDER}
    except KeyboardInterrupt:
        caught = True
    caught
    """
    book = Notebook(SETUP, RIGHT, pressed, caught, PAIR)
    assert book.values[-2:] == ["True", "1.0"]
