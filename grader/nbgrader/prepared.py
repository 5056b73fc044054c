"""What is to be written of graded students: made in the pool, where there are cores for it, and written elsewhere."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from importlib import metadata

import msgspec

from grader.classroom.graded import Graded, reason
from grader.classroom.stores import Unreadable
from grader.nbgrader.gradebook import GradedCell, Score
from grader.nbgrader.graded_book import graded_book
from grader.nbgrader.marks import comments_of, scores_of
from grader.nbgrader.restored import Json, restored
from grader.nbgrader.submitted import HandedIn
from grader.report import Outcome, Problem

__all__ = ["Prepared", "Work", "prepare"]


class Work(msgspec.Struct, frozen=True):
    """One graded student. `known` is the digest of what their notebook was made of last time."""

    graded: Graded
    entry: HandedIn
    known: str


class Prepared(msgspec.Struct, frozen=True):
    """What is to be written of a student; no `text` where the notebook that is there still fits.

    `to_look_at` says why a person has to look at it, if one has to.
    """

    student: str
    scores: dict[str, Score]
    comments: dict[str, str | None]
    digest: str
    text: str | None
    to_look_at: str


def prepare(chunk: Sequence[Work], cells: Sequence[GradedCell]) -> list[Prepared]:
    """Return what is to be written of these students; `cells` are the graded ones of the assignment."""
    return [_prepared(work.graded, work.entry, work.known, cells) for work in chunk]


def _prepared(graded: Graded, entry: HandedIn, known: str, graded_cells: Sequence[GradedCell]) -> Prepared:
    cells, problem = _read(entry)
    digest = _digest(graded, cells, problem)
    return Prepared(
        student=entry.student,
        scores=scores_of(graded, entry, problem, graded_cells, cells),
        comments=comments_of(graded, entry, problem, cells),
        digest=digest,
        text=None if digest == known else graded_book(graded, entry.handout, cells, problem),
        to_look_at=_to_look_at(graded, entry, problem),
    )


def _read(entry: HandedIn) -> tuple[list[Json], Problem | None]:
    try:
        return entry.cells()
    except Unreadable as error:
        return restored(entry.handout, None), Problem(f"{entry.stage}.ipynb", str(error), "Mend that, and grade again.")


def _digest(graded: Graded, cells: Sequence[Json], problem: Problem | None) -> str:
    parts = (metadata.version("gradkata"), graded, cells, problem)
    return hashlib.sha256(msgspec.msgpack.encode(parts)).hexdigest()[:32]


def _to_look_at(graded: Graded, entry: HandedIn, problem: Problem | None) -> str:
    if problem is not None and not entry.absent:
        return f"{entry.student}: {problem.message}"
    if graded.report.outcome is Outcome.ERROR:
        return f"{entry.student}: no verdict, or not on all of it: {reason(graded.report)}"
    return ""
