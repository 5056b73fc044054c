"""Notebooks as students leave them: their code is found, its lines keep their numbers, and damage is said in words."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from classes import PEN, PLANE, code_cell, notebook
from hypothesis import given, settings
from hypothesis import strategies as st
from kit import SHAPES, examine, grade, screen

from grader.course import load_course
from grader.notebook import submission_of
from grader.report import Outcome
from grader.submission import Submission

COURSE = load_course(SHAPES)
BOTH = (PLANE.decode(), PEN.decode().replace("from plane import area\n", ""))


def submission(*cells: str | dict[str, Any], **fields: Any) -> Submission:
    return submission_of(COURSE, notebook(*cells, **fields))


def code(*cells: str | dict[str, Any], **fields: Any) -> str:
    """Return the source that a notebook of these cells becomes."""
    (data,) = (data for file, data in submission(*cells, **fields).files.values() if file.endswith(".ipynb"))
    return data.decode()


def plain(text: str) -> str:
    """Return source without what lets an assignment fail."""
    return text.replace("try: ", "").replace("except Exception: pass\n", "").rstrip("\n")


def fault(data: bytes) -> str:
    found = submission_of(COURSE, data)
    problems = [found.problem(module) for module in COURSE.modules]
    assert problems[0] is not None
    assert problems[0] == problems[1]
    assert problems[0].advice
    return problems[0].message


def written(folder: Path, *cells: str | dict[str, Any]) -> Path:
    path = folder / "kata.ipynb"
    path.write_bytes(notebook(*cells))
    return path


def test_notebook_with_everything_right_passes(tmp_path: Path) -> None:
    for report in examine(written(tmp_path, *BOTH), "points", "outlines", "pen", "figures"):
        assert report.outcome is Outcome.PASSED


def test_command_line(tmp_path: Path) -> None:
    run = grade("--course", SHAPES, "points", "--submission", written(tmp_path, BOTH[0]), cwd=tmp_path)
    assert run.code == 0


def test_cells_that_import_the_module_they_will_be(tmp_path: Path) -> None:
    """Such an import gives a name to what has it already; the units under it stay what they are."""
    imports = (
        "import plane\nfrom plane import distance\nfrom pen import (\n    Pen,\n)\nfrom plane import *",
        "from pen import Pen as Stylus, draw_polygon as draw; from plane import area as enclosed",
        "assert plane.distance and Stylus\ndrawn = draw(Stylus(), 4, 1.0)\nPen.of_mine = Stylus",
    )
    early = "from plane import distance\nfrom pen import Pen\n"
    for report in examine(written(tmp_path, early, *BOTH, *imports), "points", "outlines", "pen", "figures"):
        assert report.outcome is Outcome.PASSED, report.problems
    found = submission(early, *BOTH, *imports)
    module = found.module("plane")
    assert module is not None
    assert module.units["distance"].kind == module.units["Pen.turn"].kind == "def"
    (data,) = (data for file, data in found.files.values() if file.endswith(".ipynb"))
    assert b"Stylus = Pen; draw = draw_polygon" in data


def test_modules_of_which_no_unit_is_written_are_missing() -> None:
    only_plane = submission(BOTH[0])
    assert set(only_plane.files) == {"plane"}
    assert only_plane.todo("pen:Pen.turn")
    only_pen = submission(PEN.decode())
    assert set(only_pen.files) == {"pen"}
    both = submission(*BOTH)
    assert both.files["pen"] == ("pen.py", b"from plane import *\n")
    assert not both.todo("pen:Pen.turn")


def test_stubs_are_to_do(tmp_path: Path) -> None:
    stub = (SHAPES / "exercises" / "plane.py").read_text(encoding="utf-8")
    (report,) = examine(written(tmp_path, stub), "points")
    assert report.outcome is Outcome.TODO


def test_place_is_the_cell_and_the_line_in_it(tmp_path: Path) -> None:
    text = BOTH[0].replace("    return math.hypot", "    raise ValueError('no')\n    return math.hypot")
    first, _, second = text.partition("def midpoint")
    (report,) = examine(written(tmp_path, "# hello", {"cell_type": "markdown", "source": "x"}, first), "points")
    place = report.checks[0].place
    assert place is not None
    assert place.spot == "kata.ipynb, code cell 2, line 8"
    assert place.text == "raise ValueError('no')"
    assert "kata.ipynb, code cell 2, line 8" in screen(report)
    assert second


def test_place_of_a_syntax_error(tmp_path: Path) -> None:
    (report,) = examine(written(tmp_path, "x = 1", f"{BOTH[0]}\ndef broken(:\n"), "points")
    (problem,) = report.problems
    assert problem.place is not None
    assert problem.place.cell == 2
    assert problem.place.line == BOTH[0].count("\n") + 2
    assert problem.place.text == "def broken(:"


def test_tests_of_nbgrader_are_left_out() -> None:
    def marked(source: str, grade: object, solution: object) -> dict[str, Any]:
        return code_cell(source, nbgrader={"grade": grade, "solution": solution, "grade_id": "x", "locked": True})

    kept = code(
        marked("given = 1", False, False),
        marked("mine = 1", False, True),
        marked("manual = 1", True, True),
        marked("assert False", True, False),
        code_cell("odd = 1", nbgrader="yes"),
        code_cell("older = 1", nbgrader={"grade": True, "solution": True}),
    )
    assert plain(kept).split("\n") == ["given = 1", "mine = 1", "manual = 1", "odd = 1", "older = 1"]


MAGICS = {
    "%matplotlib inline\nx = 1": "pass  # %matplotlib inline\nx = 1",
    "!pip install numpy\n\nx = 1": "pass  # !pip install numpy\n\nx = 1",
    "if 1:\n    !ls\n    %cd ..\nx = 1": "if 1:\n    pass  # !ls\n    pass  # %cd ..\nx = 1",
    "x = 1\nx?\n?x\nx.real??": "x = 1\npass  # x?\npass  # ?x\npass  # x.real??",
    "files = !ls\nt = %timeit -o f()": "pass  # files = !ls\npass  # t = %timeit -o f()",
    "%%time\nx = 1\n": "pass  # %%time\nx = 1",
    "\n%%capture out\n%precision 3\nx = 1": "\npass  # %%capture out\npass  # %precision 3\nx = 1",
    "%%bash\nrm -rf x\n": "# pass  # %%bash\n# rm -rf x",
    "%%html\n<b>": "# pass  # %%html\n# <b>",
    "x = (1\n% 3)": "x = (1\n% 3)",
    "x = (1\n% 3)\n%time f()": "x = (1\n% 3)\npass  # %time f()",
    's = """\n!important\n%s really?\n"""': 's = """\n!important\n%s really?\n"""',
    's = """\n!important\n"""\n!ls': 's = """\n!important\n"""\npass  # !ls',
    "x = 1 % 2\n# what?\ny = x != 2": "x = 1 % 2\n# what?\ny = x != 2",
    "def f(:\n%magic": "def f(:\n%magic",
    "x +": "# x +",
}


@pytest.mark.parametrize("source", MAGICS)
def test_magics_become_comments_and_lines_keep_their_numbers(source: str) -> None:
    assert plain(code(source)) == MAGICS[source]
    assert len(MAGICS[source].splitlines()) == len(source.rstrip("\n").splitlines())


TRIED_OUT = """\
import numpy as np
import torch, math
from matplotlib.pyplot import *
%matplotlib inline
for step in range(10**12):
    pass
with torch.no_grad():
    print("a")
distance((0, 0), (3, 4)).backward()
assert False, "not yet"
model = torch.nn.Linear(2, 2)
loss = [
    1 / 0,
]; print(loss)
text = '''
no % magic
''' + undefined
del nothing
result = await model
async for step in model:
    print(step)
exit()
"""


def test_what_was_only_tried_out_does_not_stop_the_rest(tmp_path: Path) -> None:
    cells = (TRIED_OUT, BOTH[0], "midpoint(1)", "area(", TRIED_OUT)
    for report in examine(written(tmp_path, *cells), "points", "outlines"):
        assert report.outcome is Outcome.PASSED, report.problems


def test_what_the_definitions_need_is_kept(tmp_path: Path) -> None:
    moved = BOTH[0].replace("import math\n", "").replace("math.hypot", "m.hypot").replace("def distance", "def far")
    cells = (
        "from __future__ import annotations, division\nimport math",
        "from __future__ import annotations\nm = math; print(m)",
        moved,
        "for name in ['distance']:\n    globals()[name] = far\n    setattr(m, 'x', 1)",
        "distance = far",
    )
    (report,) = examine(written(tmp_path, *cells), "points")
    assert report.outcome is Outcome.PASSED, report


def test_unit_that_cannot_be_bound_says_so(tmp_path: Path) -> None:
    (report,) = examine(written(tmp_path, BOTH[0], "x = 1\nx = 2", "y = (\n1)\ndistance = distanze"), "points")
    (problem,) = report.problems
    assert "NameError" in problem.message
    assert problem.place is not None
    assert problem.place.spot == "kata.ipynb, code cell 3, line 3"
    assert problem.place.text == "distance = distanze"


def test_next_step_names_the_cell(tmp_path: Path) -> None:
    path = written(tmp_path, BOTH[0], "# nothing", BOTH[1].replace("self.heading + degrees", "self.heading - degrees"))
    run = grade("--course", SHAPES, "pen", "--submission", path, cwd=tmp_path)
    assert "kata.ipynb, code cell 3, line" in " ".join(run.out.split()).partition("Next: Look at")[2]


def test_older_format() -> None:
    cell = {"cell_type": "code", "input": ["x = 1\n", "y = 2"], "outputs": [], "language": "python"}
    heading = {"cell_type": "heading", "level": 1, "source": "Title"}
    older = code(cells=[], nbformat=3, worksheets=[{"cells": [heading, cell], "metadata": {}}])
    assert plain(older) == "x = 1\ny = 2"


ODD: dict[str, Any] = {
    "no metadata": {"cell_type": "code", "source": "x = 1"},
    "null metadata": {"cell_type": "code", "source": "x = 1", "metadata": None},
    "source of lines": {"cell_type": "code", "source": ["x =", " 1\r\n"], "metadata": []},
    "source with strangers": {"cell_type": "code", "source": ["x = ", 7, None, "1"]},
    "outputs that are none": {"cell_type": "code", "source": "x = 1", "outputs": "none"},
}


@pytest.mark.parametrize("cell", ODD)
def test_odd_cells(cell: str) -> None:
    assert plain(code(ODD[cell], {"cell_type": "raw", "source": "z"}, {"source": 3}, metadata=None)) == "x = 1"


def test_output_with_nan_and_half_characters() -> None:
    data = notebook("x = 1").replace(b'"outputs": []', b'"outputs": [{"data": [NaN, Infinity, "\\ud800"]}]')
    (file,) = submission_of(COURSE, data).files.values()
    assert plain(file[1].decode()) == "x = 1"


def test_half_character_in_the_code_is_a_fault_of_the_file() -> None:
    found = submission('s = "\ud800"')
    problem = found.problem("plane")
    assert problem is not None
    assert "not UTF-8" in problem.message
    json.dumps(problem.message).encode("utf-8")


BROKEN = {
    "no JSON": (b"{", "is not a notebook"),
    "empty": (b"", "is not a notebook"),
    "a list": (b"[]", "is not a notebook"),
    "a number": (b"12", "is not a notebook"),
    "a page": (b"<html>", "is not a notebook"),
    "cells that are none": (b'{"cells": 3}', "is not a notebook"),
    "deeply nested": (b'{"cells": ' + b"[" * 100_000 + b"]" * 100_000 + b"}", "is not a notebook"),
    "no cells": (b"{}", "holds no code"),
    "no code": (notebook({"cell_type": "markdown", "source": "def distance"}), "holds no code"),
    "much code": (notebook("x = 1\n" * 100_000), "is larger than 512 KiB"),
    "50 MB": (b" " * (50 * 1024 * 1024 + 1), "is larger than 50 MiB"),
}


@pytest.mark.parametrize("case", BROKEN)
def test_broken_notebook_is_one_fault(case: str) -> None:
    data, said = BROKEN[case]
    assert said in fault(data)


def test_large_outputs_are_not_read() -> None:
    cell = {"cell_type": "code", "source": "x = 1", "outputs": [{"data": {"image/png": "A" * (30 << 20)}}]}
    assert plain(code(cell)) == "x = 1"


def test_bom_is_no_damage() -> None:
    assert submission_of(COURSE, b"\xef\xbb\xbf" + notebook(BOTH[0])).problem("plane") is None


BOOK = notebook(code_cell(BOTH[0], nbgrader={"grade": False}), "%magic\n!ls\nx?", {"cell_type": "markdown"})


@settings(max_examples=300, deadline=None, database=None)
@given(st.lists(st.tuples(st.integers(0, len(BOOK) - 1), st.integers(0, 255)), min_size=1, max_size=6))
def test_notebook_damaged_at_random_is_read_or_refused(changes: list[tuple[int, int]]) -> None:
    data = bytearray(BOOK)
    for at, byte in changes:
        data[at] = byte
    _ask_everything(submission_of(COURSE, bytes(data)))


JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
CELL = st.fixed_dictionaries(
    {},
    optional={
        "cell_type": st.just("code") | JSON,
        "source": st.text() | st.lists(st.text()) | JSON,
        "input": JSON,
        "metadata": st.fixed_dictionaries({}, optional={"nbgrader": JSON}) | JSON,
        "outputs": JSON,
    },
)


@settings(max_examples=300, deadline=None, database=None)
@given(st.lists(CELL | JSON, max_size=4))
def test_notebook_of_any_cells_is_read_or_refused(cells: list[Any]) -> None:
    _ask_everything(submission_of(COURSE, json.dumps({"cells": cells}).encode()))


PIECES = st.sampled_from(
    [
        "import math, nothing",
        "x = (1,\n  2)",
        "y = '''\n# text\n'''; z = 3",
        "print(x)",
        "for i in range(3):\n    print(i)",
        "def distance(p, q):\n    return 1\n",
        "@staticmethod\ndef midpoint(p, q):\n    return (\n0)",
        "class Pen:\n    pass",
        "Pen.turn = distance",
        "setattr(Pen, 'forward', distance)",
        "from plane import distance as d, midpoint",
        "%time f()",
        "x?",
        "# a comment\n",
        "if x:\n    !ls",
        "try:\n    import torch\nexcept ImportError:\n    torch = None",
        "a: int = 3",
        "a += 1;",
        "\n\n",
        "\f",
        "x = \\\n 1",
    ]
)


@settings(max_examples=200, deadline=None, database=None)
@given(st.lists(st.lists(PIECES, max_size=6).map("\n".join), min_size=1, max_size=5))
def test_cells_that_can_be_read_become_a_module_that_can(cells: list[str]) -> None:
    found = submission(*cells)
    for name, (file, data) in found.files.items():
        if not file.endswith(".ipynb"):
            continue
        assert found.module(name) is not None, data.decode()
        for number, line in enumerate(data.decode().split("\n")[:-1], start=1):
            place = found.place(name, number)
            if line != "except Exception: pass":
                assert cells[place.cell - 1].split("\n")[place.line - 1].strip() in line


def _ask_everything(found: Submission) -> None:
    for module in COURSE.modules:
        problem = found.problem(module)
        assert problem is None or problem.message
        found.place(module, 1)
    for unit in COURSE.units:
        found.todo(unit)
