"""Scores and comments into nbgrader's gradebook, through its own API; one transaction for many students.

    with open_gradebook(stock) as gradebook:
        gradebook.cells                     the graded cells of the notebook, and what each is worth
        gradebook.write(entries)            all of them, or, after an exception, none

What people wrote stays: manual scores, manual comments, extra credit, extensions.
"""

from __future__ import annotations

import contextlib
import logging
import warnings
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

import msgspec

from grader.errors import UsageError
from grader.nbgrader.stock import Stock

__all__ = ["Entry", "Gradebook", "GradedCell", "Score", "open_gradebook"]


class GradedCell(msgspec.Struct, frozen=True):
    """A graded cell as the gradebook has it."""

    name: str
    points: float
    is_code: bool


class Score(msgspec.Struct, frozen=True):
    """What grading found for a cell: None where a person must say. With `review` a person should look at it."""

    points: float | None
    review: bool = False


class Entry(msgspec.Struct, frozen=True):
    """What is to be written of one student: scores by graded cell, comments by the cell that students write in."""

    student: str
    scores: dict[str, Score]
    comments: dict[str, str | None]
    submitted: datetime | None = None  # in UTC


class Gradebook:
    """The gradebook of one course, opened for one assignment, whose notebook has the same name."""

    def __init__(self, stock: Stock, theirs: Any) -> None:
        self._stock = stock
        self._book = theirs
        self._assignment = theirs.find_assignment(stock.assignment)
        self._notebook = book = theirs.find_notebook(stock.assignment, stock.assignment)
        self._names = {cell.id: cell.name for cell in (*book.grade_cells, *book.solution_cells, *book.task_cells)}
        self.cells = tuple(
            GradedCell(cell.name, float(cell.max_score), cell.cell_type == "code") for cell in book.grade_cells
        )
        self.other_notebooks = tuple(other.name for other in self._assignment.notebooks if other is not book)

    def write(self, entries: Sequence[Entry]) -> list[str]:
        """Write these students' results and return what has to be said about some of them."""
        db = self._book.db
        try:
            submissions, problems = self._submissions(entries)
            problems += [line for entry, found in submissions for line in self._write(entry, found)]
            db().end()
        except BaseException:
            db.rollback()
            raise
        return problems

    def _submissions(self, entries: Sequence[Entry]) -> tuple[list[tuple[Entry, Any]], list[str]]:
        """Return the entries with their submissions in the gradebook, which are made where there are none.

        And why there is none, where nbgrader is not to add a student.
        """
        from nbgrader.api import Student, SubmittedAssignment, SubmittedNotebook
        from sqlalchemy.orm import selectinload

        names = [entry.student for entry in entries]
        db = self._book.db
        books = selectinload(SubmittedAssignment.notebooks)
        known = {
            submission.student_id: submission
            for submission in db.query(SubmittedAssignment)
            .filter(SubmittedAssignment.assignment_id == self._assignment.id, SubmittedAssignment.student_id.in_(names))
            .options(books.selectinload(SubmittedNotebook.grades), books.selectinload(SubmittedNotebook.comments))
        }
        students = {student.id for student in db.query(Student).filter(Student.id.in_(names))}
        found, problems = list[tuple[Entry, Any]](), list[str]()
        for entry in entries:
            if entry.student not in students:
                if not self._stock.converter.create_student:
                    problems.append(f"{entry.student} is not in the gradebook, and the configuration adds nobody")
                    continue
                self._book.add_student(entry.student)
            if entry.student not in known:
                known[entry.student] = self._book.add_submission(self._stock.assignment, entry.student)
            found.append((entry, known[entry.student]))
        return found, problems

    def _write(self, entry: Entry, submission: Any) -> list[str]:
        if entry.submitted is not None:
            submission.timestamp = entry.submitted
        (notebook,) = (book for book in submission.notebooks if book.notebook_id == self._notebook.id)
        for grade in notebook.grades:
            if (score := entry.scores.get(self._names[grade.cell_id])) is not None:
                _set_score(grade, score)
        for comment in notebook.comments:
            if (name := self._names[comment.cell_id]) in entry.comments:
                comment.auto_comment = entry.comments[name]
        return self._penalize(entry.student, submission, notebook)

    def _penalize(self, student: str, submission: Any, notebook: Any) -> list[str]:
        """Set the penalty for a late submission, by the plugin that the configuration names."""
        late = self._stock.late
        seconds = submission.total_seconds_late
        if not late.enabled:
            return []
        notebook.late_submission_penalty = None
        if seconds <= 0:
            return []
        self._book.db.flush()
        self._book.db.refresh(notebook, ["score"])
        try:
            penalty = late.plugin_inst.late_submission_penalty(student, notebook.score, seconds)
            if penalty is not None:
                notebook.late_submission_penalty = min(max(float(penalty), 0.0), notebook.score)
        except Exception as error:  # the instructor's own plugin
            name = type(late.plugin_inst).__name__
            return [f"{student} is late, and {name} gives no penalty: {type(error).__name__}: {error}"]
        return []


def _set_score(grade: Any, score: Score) -> None:
    """Set the score that we found. Who graded by hand need not look again if we found the same as before."""
    if grade.manual_score is None:
        grade.needs_manual_grade = score.points is None or score.review
    elif grade.auto_score != score.points:
        grade.needs_manual_grade = True
    grade.auto_score = score.points


@contextlib.contextmanager
def open_gradebook(stock: Stock) -> Iterator[Gradebook]:
    """Open the gradebook of the configuration. UsageError when it can't be, or doesn't know the assignment yet."""
    from nbgrader.api import Gradebook as Book
    from nbgrader.api import InvalidEntry, MissingEntry
    from sqlalchemy.exc import DBAPIError, SQLAlchemyError
    from sqlalchemy.orm import scoped_session, sessionmaker

    advice = f"Make the assignment first: nbgrader generate_assignment {stock.assignment}"
    _refuse_new(stock, advice)
    try:
        with warnings.catch_warnings(), Book(stock.folders.db_url, stock.folders.course_id) as book:
            warnings.simplefilter("ignore")  # SQLAlchemy has some to give about how nbgrader makes a submission
            logging.getLogger("tornado.application").setLevel(logging.CRITICAL)  # it logs what it raises
            book.db.remove()
            book.db = scoped_session(sessionmaker(class_=_session_class(), bind=book.engine, future=True))
            try:
                yield Gradebook(stock, book)
            except MissingEntry:
                problem = f"the gradebook has no assignment {stock.assignment} with a notebook of that name"
                raise UsageError(problem, advice) from None
    except (SQLAlchemyError, InvalidEntry) as error:
        said = str(error.orig) if isinstance(error, DBAPIError) else str(error)
        raise UsageError(
            f"the gradebook cannot be used: {said.splitlines()[0]}",
            "Nothing of these students was written. Once it is free again, run the same command: what was graded is "
            "kept. If a newer nbgrader made it: nbgrader db upgrade",
        ) from None


def _refuse_new(stock: Stock, advice: str) -> None:
    """Refuse where nbgrader would make an empty gradebook."""
    from sqlalchemy.engine import make_url
    from sqlalchemy.exc import ArgumentError

    try:
        url = make_url(stock.folders.db_url)
    except ArgumentError:
        raise UsageError(f"{stock.folders.db_url} is no address of a database", "Mend db_url.") from None
    if url.get_backend_name() == "sqlite" and url.database:
        from pathlib import Path

        if not Path(url.database).is_file():
            raise UsageError(f"there is no gradebook at {url.database}", advice)


def _session_class() -> Any:
    from sqlalchemy.orm import Session

    class Transaction(Session):  # type: ignore[misc]
        """A session in which nbgrader's many commits are parts of one transaction, which `end` commits."""

        def commit(self) -> None:
            self.flush()

        def end(self) -> None:
            super().commit()

    return Transaction
