"""A class of nbgrader's, graded: what students submitted, through the batch machinery, into gradebook and notebooks.

    submitted/ ─► HandedIn ─► batch (pool, journal) ─► gradebook, autograded/

The verdicts are in a folder of their own; gradebook and notebooks are made of them, and can be made again at any time.
"""

from __future__ import annotations

import hashlib
import itertools
import shutil
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from importlib import metadata
from pathlib import Path
from typing import Any

import msgspec

from grader.classroom.batch import Batch, grade_apart, plan_batch, run_batch
from grader.classroom.graded import Graded, reason
from grader.classroom.grades import to_csv
from grader.classroom.journal import read_results
from grader.classroom.stores import Unreadable
from grader.classroom.summary import ClassSummary, summarize
from grader.course import Course, Stage
from grader.errors import UsageError, did_you_mean
from grader.files import write_atomically
from grader.nbgrader.gradebook import Entry, Gradebook, open_gradebook
from grader.nbgrader.graded_book import graded_book
from grader.nbgrader.marks import comments_of, scores_of
from grader.nbgrader.restored import Handout, Json, read_handout, restored
from grader.nbgrader.stock import Stock
from grader.nbgrader.submitted import HandedIn, find_handed_in
from grader.render.classroom import class_page
from grader.report import Outcome, Problem

__all__ = ["Autograded", "autograde"]

RESULTS = "gradkata"  # the folder of the verdicts, in that of the course
WRITTEN = "autograded.json"  # a digest of what each student's notebook was made of
CHUNK = 50  # students of one transaction


class Autograded(msgspec.Struct, frozen=True):
    """How it went: `students` are in the gradebook, `written` notebooks are new, `problems` are a person's to solve."""

    batch: Batch
    folder: Path
    students: int
    written: int
    problems: tuple[str, ...]
    summary: ClassSummary | None  # of the whole class; None when only some were meant


def autograde(
    course: Course,
    stage: Stage,
    stock: Stock,
    note: Callable[[Graded, bool], None],
    *,
    only: Sequence[str] = (),
    force: bool = False,
    **settings: Any,
) -> Autograded:
    """Grade an assignment, and write gradebook and notebooks.

    `note` hears of each verdict, as in `run_batch`; `settings` are those of the batch. `only` are the students meant,
    all when there are none; `force` also writes the notebooks anew that fit already. UsageError when it cannot be done.
    """
    handout = read_handout(stock.handout)
    with open_gradebook(stock) as gradebook:
        _refuse_another(gradebook, handout, stock)
        intake = find_handed_in(course, stage, handout, stock, _folders(stock, only), gradebook.other_notebooks)
        batch = plan_batch(course, stage, intake, stock.root / RESULTS / stage.name, **settings)
        results: Iterable[Graded] = grade_apart(batch)
        if not only:
            run_batch(batch, note)
            results = read_results(batch.results)
        written, problems = _write(results, batch, stock, gradebook, force=force)
    summary = None if only else _write_tables(batch)
    return Autograded(
        batch, stock.root / stock.folders.autograded_directory, len(intake.entries), written, tuple(problems), summary
    )


def _write_tables(batch: Batch) -> ClassSummary:
    """Write what a teacher reads about the whole class."""
    summary = summarize(read_results(batch.results))
    write_atomically(batch.out / "grades.csv", to_csv(read_results(batch.results)))
    write_atomically(batch.out / "class.html", class_page(summary, batch.stage))
    return summary


def _refuse_another(gradebook: Gradebook, handout: Handout, stock: Stock) -> None:
    """Refuse a handout that the gradebook knows nothing of: its points would go nowhere."""
    missing = [cell.name for cell in gradebook.cells if cell.name not in handout.names]
    if missing:
        raise UsageError(
            f"{stock.handout} has no cell {missing[0]}, which the gradebook has",
            f"Make both again: nbgrader generate_assignment {stock.assignment} --force",
        )


def _folders(stock: Stock, only: Sequence[str]) -> dict[str, Path]:
    folders = stock.submitted()
    for student in only:
        if student not in folders:
            raise UsageError(f"{student} has submitted nothing for {stock.assignment}", did_you_mean(student, folders))
    if not folders:
        advice = f"Collect first: nbgrader collect {stock.assignment}"
        raise UsageError(f"nobody has submitted anything for {stock.assignment}", advice)
    return {student: folder for student, folder in folders.items() if not only or student in only}


# -- writing --------------------------------------------------------------------------------------------------------


class _Done(msgspec.Struct, frozen=True):
    """What is known of one student after grading."""

    graded: Graded
    entry: HandedIn
    cells: list[Json]
    problem: Problem | None


def _write(
    results: Iterable[Graded], batch: Batch, stock: Stock, gradebook: Gradebook, *, force: bool
) -> tuple[int, list[str]]:
    """Write gradebook and notebooks; return how many notebooks are new, and what has to be said."""
    entries = {entry.student: entry for entry in batch.intake.entries if isinstance(entry, HandedIn)}
    record = _Record(batch.out / WRITTEN)
    written, problems = 0, list[str]()
    results = iter(results)
    while chunk := [_done(graded, entries[graded.student]) for graded in itertools.islice(results, CHUNK)]:
        times = {done.entry.student: _time(done.entry) for done in chunk}
        problems += [found for found in times.values() if isinstance(found, str)]
        problems += [line for done in chunk if (line := _to_look_at(done))]
        problems += gradebook.write([_entry(done, times[done.entry.student], gradebook) for done in chunk])
        for done in chunk:
            written += _write_folder(done, batch.stage, stock, record, force=force)
        record.save()
    return written, problems


def _done(graded: Graded, entry: HandedIn) -> _Done:
    try:
        return _Done(graded, entry, *entry.cells())
    except Unreadable as error:
        problem = Problem(f"{entry.stage}.ipynb", str(error), "Mend that, and grade again.")
        return _Done(graded, entry, restored(entry.handout, None), problem)


def _to_look_at(done: _Done) -> str:
    """Return why a person has to look at a submission, if one has to."""
    if done.problem is not None and not done.entry.absent:
        return f"{done.entry.student}: {done.problem.message}"
    if done.graded.report.outcome is Outcome.ERROR:
        return f"{done.entry.student}: no verdict, or not on all of it: {reason(done.graded.report)}"
    return ""


def _entry(done: _Done, time: datetime | str | None, gradebook: Gradebook) -> Entry:
    return Entry(
        done.entry.student,
        scores_of(done.graded, done.entry, done.problem, gradebook.cells, done.cells),
        comments_of(done.graded, done.entry, done.problem, done.cells),
        None if isinstance(time, str) else time,
    )


def _time(entry: HandedIn) -> datetime | str | None:
    """Return when it was submitted, in UTC; or, in words, that nobody can read what stands there."""
    from nbgrader.utils import parse_utc

    if not entry.submitted:
        return None
    try:
        time: datetime = parse_utc(entry.submitted)
    except (ValueError, OverflowError, TypeError, AttributeError):
        return f"{entry.student}: timestamp.txt holds no time, so nobody knows whether it is late"
    return time


class _Record:
    """What each student's notebook was made of, so that those that fit are left alone."""

    def __init__(self, file: Path) -> None:
        self._file = file
        try:
            self._digests = msgspec.json.decode(file.read_bytes(), type=dict[str, str])
        except (OSError, ValueError):
            self._digests = {}

    def fits(self, done: _Done) -> bool:
        return self._digests.get(done.entry.student) == _digest(done)

    def note(self, done: _Done) -> None:
        self._digests[done.entry.student] = _digest(done)

    def save(self) -> None:
        self._file.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(self._file, msgspec.json.encode(self._digests))


def _digest(done: _Done) -> str:
    parts = (metadata.version("gradkata"), done.graded, done.cells, done.problem)
    return hashlib.sha256(msgspec.msgpack.encode(parts)).hexdigest()[:32]


def _write_folder(done: _Done, stage: Stage, stock: Stock, record: _Record, *, force: bool) -> bool:
    """Write a student's folder for graders, as nbgrader lays it out; return whether it had to be."""
    folder = stock.autograded(done.entry.student)
    if not force and (folder / f"{stage.name}.ipynb").is_file() and record.fits(done):
        return False
    draft = folder.with_name(f".{folder.name}.new")
    try:
        if draft.exists():
            shutil.rmtree(draft)
        draft.mkdir(parents=True)
        stock.copy_files(done.entry.folder, draft)
        text = graded_book(done.graded, done.entry.handout, done.cells, done.problem)
        (draft / f"{stage.name}.ipynb").write_text(text, encoding="utf-8", newline="\n")
        if folder.exists():
            shutil.rmtree(folder)
        draft.rename(folder)
        stock.converter.set_permissions(stock.assignment, done.entry.student)
    except OSError as error:
        advice = "Make room, and run the same command again; what was graded is kept."
        raise UsageError(f"cannot write {folder}: {error.strerror or error}", advice) from None
    record.note(done)
    return True
