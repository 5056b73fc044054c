"""What a finished batch leaves for teachers and students, made of its results: grades, pages, feedback.

    grades.csv  junit.xml  class.html       about everybody
    feedback/   gradescope/                 a file or two for each student; what students see of hidden checks is safe

All of it can be made again at any time; only `pseudonyms.csv`, the key to the names in class.html, is kept.
"""

from __future__ import annotations

import contextlib
import csv
import io
import itertools
import secrets
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from pathlib import Path
from shutil import rmtree

import msgspec

from grader.classroom.graded import Graded, to_do
from grader.classroom.grades import BOM, safe_cell, to_csv
from grader.classroom.gradescope import to_gradescope
from grader.classroom.pool import local_pool
from grader.classroom.regrade import Change
from grader.classroom.similarity import Group
from grader.classroom.summary import ClassSummary, summarize, with_names
from grader.course import Stage
from grader.errors import UsageError
from grader.export import class_junit
from grader.files import replacing, safe_names, write_atomically
from grader.render.classroom import class_page
from grader.render.html import feedback_page, feedback_text

__all__ = ["with_pseudonyms", "write_handout"]

PSEUDONYMS = "pseudonyms.csv"
CHUNK = 20  # students whose feedback is written in one go

Results = Callable[[], Iterable[Graded]]  # the same results each time, one by one


def write_handout(
    out: Path,
    stage: Stage,
    results: Results,
    *,
    pseudonyms: bool = False,
    alike: Iterable[Group] = (),
    jobs: int = 1,
) -> ClassSummary:
    """Write everything into the folder of a batch and return what the terminal is to say; UsageError when it can't be.

    With `pseudonyms` neither class.html nor the summary names a student. `jobs` processes write the feedback.
    """
    summary = summarize(results(), alike)
    if pseudonyms:
        summary = with_names(summary, _draw_pseudonyms(out, [row.student for row in summary.rows]))
    write_atomically(out / "grades.csv", to_csv(results()))
    write_atomically(out / "class.html", class_page(summary, stage))
    try:
        with replacing(out / "junit.xml") as stream:
            stream.writelines(piece.encode("utf-8") for piece in class_junit(results()))
        _write_each(out, stage, results, jobs)
    except OSError as error:
        advice = "Make room, and run the same command again."
        raise UsageError(f"cannot write in {out}: {error.strerror or error}", advice) from None
    return summary


def _write_each(out: Path, stage: Stage, results: Results, jobs: int) -> None:
    """Write the files for each student; the folders of an earlier run go when the new ones are whole."""
    names = safe_names(graded.student for graded in results())
    with _renewed(out / "feedback") as feedback, _renewed(out / "gradescope") as gradescope, local_pool(jobs) as pool:
        work = ((graded, stage, feedback / names[graded.student], gradescope) for graded in results())
        running = deque[Future[None]]()
        while chunk := list(itertools.islice(work, CHUNK)):
            running.append(pool.submit(_write_some, chunk))
            if len(running) > 2 * jobs:  # so that no more reports are in memory than are being written
                running.popleft().result()
        for future in running:
            future.result()


def _write_some(chunk: Iterable[tuple[Graded, Stage, Path, Path]]) -> None:
    for graded, stage, feedback, gradescope in chunk:
        for file, text in (
            (feedback.with_name(f"{feedback.name}.txt"), feedback_text(graded, stage, to_do(graded.report))),
            (feedback.with_name(f"{feedback.name}.html"), feedback_page(graded, stage, to_do(graded.report))),
            (gradescope / f"{feedback.name}.json", to_gradescope(graded)),
        ):
            file.write_text(text, encoding="utf-8", newline="\n")


@contextlib.contextmanager
def _renewed(folder: Path) -> Iterator[Path]:
    """Yield a new folder that takes the place of an old one when it is complete."""
    draft = folder.with_name(f".{folder.name}.new")
    if draft.exists():
        rmtree(draft)
    draft.mkdir()
    yield draft
    if folder.exists():
        rmtree(folder)
    draft.rename(folder)


def _draw_pseudonyms(out: Path, students: Sequence[str]) -> dict[str, str]:
    """Return a name for each student that tells nothing, the same as last time; the key goes into a file of its own."""
    known = _read_pseudonyms(out)
    taken = set(known.values())
    for student in map(safe_cell, students):
        while student not in known:
            name = f"student-{secrets.randbelow(10**8):08}"
            if name not in taken:
                known[student] = name
                taken.add(name)
    stream = io.StringIO(newline="")
    csv.writer(stream, lineterminator="\r\n").writerows([("student", "pseudonym"), *sorted(known.items())])
    write_atomically(out / PSEUDONYMS, BOM + stream.getvalue())
    return {student: known[safe_cell(student)] for student in students}


def with_pseudonyms(changes: Sequence[Change], out: Path) -> list[Change]:
    """Return the changes without the students' names."""
    names = _draw_pseudonyms(out, [change.student for change in changes])
    return [msgspec.structs.replace(change, student=names[change.student]) for change in changes]


def _read_pseudonyms(out: Path) -> dict[str, str]:
    """Return the pseudonyms of a batch's students; none when there never were any."""
    key = out / PSEUDONYMS
    try:
        with key.open(encoding="utf-8-sig", newline="") as stream:
            return {row[0]: row[1] for row in list(csv.reader(stream))[1:]}
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, csv.Error, IndexError):
        advice = "Remove it; new pseudonyms will be drawn."
        raise UsageError(f"{key} is no key to pseudonyms any more", advice) from None
