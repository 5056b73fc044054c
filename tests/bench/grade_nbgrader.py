"""How fast `grade nbgrader autograde` is against `nbgrader autograde`, on the same submissions, with equal scores.

nbgrader's time grows by the same amount for each student, so it is measured on few, and for more of them reckoned: the
line says so. "Grading alone" is what is left without all that is done besides: nbgrader's --no-execute, and our second
run, which keeps the verdicts. With --equal every piece of the museum, of every stage, goes through both, and the scores
are compared; that takes long.

    python tests/bench/grade_nbgrader.py [--stock 10] [--students 50 300] [--stage stage3] [--equal]
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tests" / "notebooks")]

from nbcourse import Classroom, make  # noqa: E402

from grader.course import load_course  # noqa: E402
from grader.museum import load_pieces  # noqa: E402

COURSE = load_course(ROOT)
BIN = str(Path(sys.executable).parent)
# As on a user's machine: bytecode is cached. Continuous integration often turns that off.
USUAL = {k: v for k, v in os.environ.items() if k not in ("PYTHONDONTWRITEBYTECODE", "PYTHONUNBUFFERED")}
USUAL |= {"PATH": os.pathsep.join([BIN, os.environ["PATH"]]), "PYTHONPATH": str(ROOT)}


def run(room: Classroom, *command: str) -> float:
    """Return the seconds that a command takes, from its start to its end."""
    began = time.perf_counter()
    done = subprocess.run(command, cwd=room.folder, env=USUAL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    assert done.returncode == 0, done.stderr.decode()[-2000:]
    return time.perf_counter() - began


def with_stock(room: Classroom, *options: str) -> float:
    return run(room, sys.executable, "-m", "nbgrader", "autograde", room.stage, *options)


def with_ours(room: Classroom, *options: str) -> float:
    return run(room, sys.executable, "-m", "grader", "nbgrader", "autograde", room.stage, *options)


def classroom(made: Path, folder: Path, stage: str, students: int) -> Classroom:
    """Return a course with submissions, each another text: most are right, some half, some have a known mistake."""
    shutil.copytree(made, folder)
    room = Classroom(folder, stage)
    wrong = [book for piece in load_pieces(COURSE) if piece.stage == stage and (book := room.with_piece(piece))]
    for number in range(students):
        kind = number % 10
        book = room.half() if kind == 8 else wrong[number // 10 % len(wrong)] if kind == 9 else room.solved()
        book["cells"][-1]["source"] += f"\n# {number}"  # a test cell: put right again
        for cell in book["cells"]:
            if cell["metadata"]["nbgrader"]["solution"]:
                cell["source"] += f"\n# {number}"
        room.submit(f"student{number:04}", book)
    return room


def compare(stage: str, stock_students: int, sizes: Sequence[int]) -> None:
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        made = make(folder / "made", COURSE, stage)
        few, some = (classroom(made, folder / f"stock{n}", stage, n) for n in (1, stock_students + 1))
        first, more = with_stock(few), with_stock(some)
        each = (more - first) / stock_students
        told = scores(some)
        idle = (
            with_stock(some, "--force", "--no-execute") - with_stock(few, "--force", "--no-execute")
        ) / stock_students
        print(f"nbgrader autograde {stage}: {first:.1f} s for one student, {each:.2f} s for each more,")
        print(f"    {idle:.2f} s of them with --no-execute")
        same = classroom(made, folder / "same", stage, stock_students + 1)
        with_ours(same)
        print(f"scores of {stock_students + 1} students: {'equal' if scores(same) == told else 'NOT EQUAL'}")
        for students in sizes:
            room = classroom(made, folder / f"ours{students}", stage, students)
            whole = with_ours(room)
            again = with_ours(room, "--force")  # verdicts are kept; all else is done once more
            reckoned = first + each * (students - 1)
            grading = (whole - again) / students
            print(f"grade nbgrader autograde {stage}, {students} students: {whole:.1f} s, nbgrader {reckoned:.0f} s")
            print(f"    (reckoned from {stock_students + 1}): {reckoned / whole:.1f} times as fast")
            print(f"    grading alone {1000 * grading:.1f} ms each: {(each - idle) / grading:.0f} times as fast")


def scores(room: Classroom) -> dict[str, dict[str, float | None]]:
    return {student: found.scores for student, found in room.gradebook().items()}


def compare_all(stages: Sequence[str]) -> bool:
    """Grade every piece of the museum with both, and say where a score differs."""
    agree = True
    for stage in stages:
        with tempfile.TemporaryDirectory() as temporary:
            made = make(Path(temporary) / "made", COURSE, stage)
            rooms = []
            for name, grade in (("stock", with_stock), ("ours", with_ours)):
                shutil.copytree(made, Path(temporary) / name)
                room = Classroom(Path(temporary) / name, stage)
                books = {"right": room.solved(), "half": room.half(), "untouched": room.untouched()}
                pieces = ((p.name, room.with_piece(p)) for p in load_pieces(COURSE) if p.stage == stage)
                books |= {piece: book for piece, book in pieces if book is not None}
                for student, book in books.items():
                    room.submit(student, book)
                grade(room)
                rooms.append(room)
            stock, ours = map(scores, rooms)
            differ = [student for student in stock if stock[student] != ours.get(student)]
            print(f"{stage}: {len(stock)} submissions, {len(differ)} with other scores: {' '.join(differ)}", flush=True)
            agree = agree and not differ and stock.keys() == ours.keys()
    return agree


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--stage", default="stage3")
    parser.add_argument("--stock", type=int, default=10)
    parser.add_argument("--students", type=int, nargs="+", default=[50, 300])
    parser.add_argument("--equal", action="store_true")
    parser.add_argument("--stages", nargs="+", default=[stage.name for stage in COURSE.stages])
    wanted = parser.parse_args()
    if wanted.equal:
        return 0 if compare_all(wanted.stages) else 1
    compare(wanted.stage, wanted.stock, wanted.students)
    return 0


if __name__ == "__main__":
    sys.exit(main())
