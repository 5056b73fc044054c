"""A class of nbgrader's, graded: what students submitted, through the batch machinery, into gradebook and notebooks.

    submitted/ ─► HandedIn ─► batch (pool, journal) ─► gradebook, autograded/

The verdicts are in a folder of their own; gradebook and notebooks are made of them, and can be made again at any time.
"""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec

from grader.classroom.batch import Batch, grade_apart, plan_batch, run_batch
from grader.classroom.graded import Graded
from grader.classroom.grades import to_csv
from grader.classroom.journal import read_results
from grader.classroom.pool import LastingPool
from grader.classroom.summary import ClassSummary, summarize
from grader.course import Course, Stage
from grader.errors import UsageError, did_you_mean
from grader.files import write_atomically
from grader.nbgrader.gradebook import Entry, Gradebook, GradedCell, open_gradebook
from grader.nbgrader.prepared import Prepared, Work, prepare
from grader.nbgrader.restored import Handout, read_handout
from grader.nbgrader.stock import Stock
from grader.nbgrader.submitted import HandedIn, find_handed_in
from grader.render.classroom import class_page
from grader.text import clean

__all__ = ["Autograded", "autograde"]

RESULTS = "gradkata"  # the folder of the verdicts, in that of the course
WRITTEN = "autograded.json"  # a digest of what each student's notebook was made of
CHUNK = 50  # students of one transaction
AHEAD = 4  # chunks on their way


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
    pool: LastingPool,
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
        folders, nameless = _folders(stock, only)
        intake = find_handed_in(course, stage, handout, stock, folders, gradebook.other_notebooks)
        batch = plan_batch(course, stage, intake, stock.root / RESULTS / stage.name, **settings)
        if only:
            written, problems = _write(grade_apart(batch), batch, stock, gradebook, None, force=force)
        else:
            run_batch(batch, note, pool.lend)
            with pool.lend() as lent:
                written, problems = _write(read_results(batch.results), batch, stock, gradebook, lent, force=force)
    summary = None if only else _write_tables(batch)
    where = stock.root / stock.folders.autograded_directory
    return Autograded(batch, where, len(intake.entries), written, (*nameless, *problems), summary)


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


def _folders(stock: Stock, only: Sequence[str]) -> tuple[dict[str, Path], list[str]]:
    """Return the students' folders; and in words, of which nobody can write the name into a gradebook."""
    folders = stock.submitted()
    nameless = [student for student in folders if not student.isascii() and clean(student) != student]
    folders = {student: folder for student, folder in folders.items() if student not in nameless}
    for student in only:
        if student not in folders:
            raise UsageError(f"{student} has submitted nothing for {stock.assignment}", did_you_mean(student, folders))
    if not folders:
        advice = f"Collect first: nbgrader collect {stock.assignment}"
        raise UsageError(f"nobody has submitted anything for {stock.assignment}", advice)
    wanted = {student: folder for student, folder in folders.items() if not only or student in only}
    return wanted, [f"{student!a}: not graded, as the folder's name is no text" for student in nameless if not only]


# -- writing --------------------------------------------------------------------------------------------------------


def _write(
    results: Iterable[Graded], batch: Batch, stock: Stock, gradebook: Gradebook, pool: Executor | None, *, force: bool
) -> tuple[int, list[str]]:
    """Write gradebook and notebooks; return how many notebooks are new, and what has to be said."""
    entries = {entry.student: entry for entry in batch.intake.entries if isinstance(entry, HandedIn)}
    record = _Record(batch.out / WRITTEN)

    def known(student: str) -> str:
        there = (stock.autograded(student) / f"{stock.assignment}.ipynb").is_file()
        return record.digests.get(student, "") if there and not force else ""

    work = (Work(graded, entries[graded.student], known(graded.student)) for graded in results)
    written, problems = 0, list[str]()
    for chunk in _prepared(work, gradebook.cells, pool):
        lines, found = zip(*((_line(one, entries[one.student])) for one in chunk), strict=True)
        problems += [problem for one in found for problem in one]
        problems += gradebook.write(lines)
        for one in chunk:
            if one.text is not None:
                problems += _write_folder(one.text, entries[one.student], stock)
                record.digests[one.student] = one.digest
                written += 1
        record.save()
    return written, problems


def _prepared(work: Iterator[Work], cells: Sequence[GradedCell], pool: Executor | None) -> Iterator[list[Prepared]]:
    """Yield what is to be written, chunk by chunk, in order; without a pool it is made here."""
    waiting = deque[Future[list[Prepared]]]()
    while chunk := list(itertools.islice(work, CHUNK)):
        if pool is None:
            yield prepare(chunk, cells)
            continue
        waiting.append(pool.submit(prepare, chunk, cells))
        if len(waiting) > AHEAD:
            yield waiting.popleft().result()
    for future in waiting:
        yield future.result()


def _line(one: Prepared, entry: HandedIn) -> tuple[Entry, list[str]]:
    """Return a student's line for the gradebook, and what has to be said about it."""
    time = _time(entry)
    problems = [one.to_look_at] if one.to_look_at else []
    if isinstance(time, str):
        return Entry(one.student, one.scores, one.comments), [*problems, time]
    return Entry(one.student, one.scores, one.comments, time), problems


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
            self.digests = msgspec.json.decode(file.read_bytes(), type=dict[str, str])
        except (OSError, ValueError):
            self.digests = {}

    def save(self) -> None:
        self._file.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(self._file, msgspec.json.encode(self.digests))


def _write_folder(text: str, entry: HandedIn, stock: Stock) -> list[str]:
    """Write a student's folder for graders, as nbgrader lays it out; return what has to be said about it."""
    from nbgrader.utils import rmtree  # which also removes what may not be written

    folder = stock.autograded(entry.student)
    draft = folder.with_name(f".{folder.name}.new")
    try:
        if draft.exists():
            rmtree(draft)
        draft.mkdir(parents=True)
        problems = [f"{entry.student}: not copied: {why}" for why in stock.copy_files(entry.folder, draft)]
        (draft / f"{stock.assignment}.ipynb").write_text(text, encoding="utf-8", newline="\n")
        if folder.exists():
            rmtree(folder)
        draft.rename(folder)
        stock.converter.set_permissions(stock.assignment, entry.student)
    except OSError as error:
        advice = "Make room, and run the same command again; what was graded is kept."
        raise UsageError(f"cannot write {folder}: {error.strerror or error}", advice) from None
    return problems
