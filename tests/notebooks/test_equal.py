"""The same submissions through nbgrader's own autograde and through ours: equal scores for honest work."""

from __future__ import annotations

from pathlib import Path

import pytest
from kit import ROOT
from nbcourse import Classroom, Json, copied, make, nbgrader

from grader.course import load_course
from grader.museum import load_pieces

pytestmark = pytest.mark.filterwarnings("default")  # those of nbgrader's parts are not ours to mend

COURSE = load_course(ROOT)
PIECES = {"stage1": 1, "stage5": 2}  # of the museum; tests/bench/grade_nbgrader.py --equal takes all, of all stages


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make(tmp_path_factory.mktemp("made") / "course", COURSE, *PIECES)


@pytest.mark.parametrize("stage", list(PIECES))
def test_scores_are_those_of_nbgrader(made: Path, tmp_path: Path, stage: str) -> None:
    """Right, half right, untouched, pieces of the museum; one is late, one has an extension, one hands in nothing."""
    stock, ours = (Classroom(copied(tmp_path / name, made), stage) for name in ("stock", "ours"))
    for room in (stock, ours):
        room.configure("c.LateSubmissionPlugin.penalty_method = 'zero'")
        for student, notebook in submissions(room).items():
            room.submit(student, notebook, time=LATE if student in ("late", "extended") else ON_TIME)
        with room.opened() as book:
            book.update_or_create_assignment(stage, duedate=ON_TIME)
            for student in ("nobody", "extended"):
                book.add_student(student)
            book.add_submission(stage, "extended")
            book.grant_extension(stage, "extended", days=2)
    nbgrader(f"autograde {stage}", "export --to grades.csv", cwd=stock.folder, env={"PYTHONPATH": str(ROOT)})
    ours.grade(course=ROOT)
    nbgrader("export --to grades.csv", cwd=ours.folder)
    assert ours.gradebook() == stock.gradebook()
    assert (ours.folder / "grades.csv").read_text() == (stock.folder / "grades.csv").read_text()
    assert len({found.score for found in ours.gradebook().values()}) > 2, "else this compares little"
    assert ours.gradebook()["late"].penalty == ours.gradebook()["late"].score > 0


ON_TIME, LATE = "2026-11-30 12:00:00 UTC", "2026-12-01 12:00:00 UTC"


def submissions(room: Classroom) -> dict[str, Json]:
    names = ("right", "late", "extended")
    books = {**{name: room.solved() for name in names}, "half": room.half(), "untouched": room.untouched()}
    pieces = [book for piece in load_pieces(COURSE) if piece.stage == room.stage and (book := room.with_piece(piece))]
    some = pieces[:: max(1, len(pieces) // PIECES[room.stage])][: PIECES[room.stage]]
    return books | {f"piece-{number}": book for number, book in enumerate(some)}
