"""Notebooks damaged at random: never a traceback or a lost neighbour, and nbgrader goes on with what is written."""

from __future__ import annotations

import json
import random
from typing import Any

import nbformat
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from kit import SHAPES
from nbcourse import Classroom, Json, make, mark, name, source

from grader.classroom.graded import Graded
from grader.course import load_course
from grader.nbgrader.graded_book import graded_book
from grader.nbgrader.restored import Handout, code_of, read_handout, restored
from grader.notebook import Unreadable, submission_of_cells
from grader.report import Outcome, Problem, Report

pytestmark = pytest.mark.filterwarnings("default")  # those of nbgrader's parts are not ours to mend

COURSE = load_course(SHAPES)
STAGE = "points"
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(st.characters(codec=None), max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=5,
)


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Classroom:
    return Classroom(make(tmp_path_factory.mktemp("made") / "course", COURSE, STAGE), STAGE)


@pytest.fixture(scope="module")
def handout(room: Classroom) -> Handout:
    return read_handout(room.folder / "release" / STAGE / f"{STAGE}.ipynb")


def spots(document: Any) -> list[tuple[Any, Any]]:
    """Return every place in a document where something else can be put: a container, and a key in it."""
    found: list[tuple[Any, Any]] = []
    items = document.items() if isinstance(document, dict) else enumerate(document)
    for key, value in items:
        found.append((document, key))
        if isinstance(value, dict | list):
            found += spots(value)
    return found


def damaged(document: Json, draw: random.Random, thing: Any) -> bytes:
    """Return a notebook with one to three of its parts replaced, taken away or doubled, or with bytes of it gone."""
    for _ in range(draw.randint(0, 3)):
        where, key = draw.choice(spots(document))
        if isinstance(where, list) and draw.random() < 0.5:
            where.insert(key, where[key])
        elif draw.random() < 0.3:
            del where[key]
        else:
            where[key] = thing
        document = json.loads(json.dumps(document))
    data = json.dumps(document).encode()
    if draw.random() < 0.4:
        start = draw.randrange(len(data))
        data = data[:start] + draw.randbytes(draw.randint(0, 3)) + data[start + draw.randint(0, 40) :]
    return data


@settings(max_examples=150, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(thing=ANYTHING, seed=st.integers(0, 2**32))
def test_what_is_made_of_a_damaged_notebook_is_one_that_nbgrader_takes(
    room: Classroom, handout: Handout, thing: Any, seed: int
) -> None:
    data, problem = damaged(room.solved(), random.Random(seed), thing), None
    try:
        cells = restored(handout, data)
    except Unreadable as error:
        cells, problem = restored(handout, None), Problem(f"{STAGE}.ipynb", str(error))
    submission_of_cells(COURSE, code_of(cells)).digest()
    text = graded_book(Graded("alice", REPORT), handout, cells, problem)
    book = nbformat.reads(text, as_version=4)
    nbformat.validate(book)
    assert book.nbformat_minor == 5
    given_out = [(name(cell), source(cell)) for cell in room.release["cells"] if mark(cell).get("grade")]
    assert [(name(cell), cell["source"]) for cell in book.cells if mark(cell).get("grade")] == given_out
    names = [name(cell) for cell in book.cells if name(cell)]
    assert len(names) == len(set(names))


REPORT = Report("shapes", STAGE, Outcome.ERROR, 0.0, 8.0, 1, "official", 0.0, ())


def test_in_a_class_of_damaged_notebooks_everybody_has_a_line_and_the_others_have_their_points(room: Classroom) -> None:
    draw = random.Random(20)
    things: list[Any] = [None, [], {}, 1e999, "\ud800", {"grade_id": "area"}, -1, "x" * 1000]
    for number in range(40):
        room.submit(f"damaged{number:02}", damaged(room.solved(), draw, draw.choice(things)))
    for student in ("before", "middle", "zoe"):
        room.submit(student, room.solved())
    run = room.grade(course=SHAPES, code=None)
    assert run.code in (0, 1)
    found = room.gradebook()
    assert found.keys() == {path.name for path in (room.folder / "submitted").iterdir()}
    assert {found[student].score for student in ("before", "middle", "zoe")} == {8.0}
    for student, one in found.items():
        assert room.graded(student)
        if one.needs_person:
            assert any(one.comments.values()), student
    unreadable = [student for student, one in found.items() if one.needs_person]
    assert unreadable, "some of them must be beyond reading, or this tests little"
    assert all(student in run.err for student in unreadable)
