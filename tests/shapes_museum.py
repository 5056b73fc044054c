"""A museum for the small course, and submissions of it with mistakes, examined and explained as `grade` does it."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

import kit

from grader.authoring import build_museum
from grader.course import load_course
from grader.diagnosis import explain
from grader.report import Report
from grader.seed import PRACTICE_SEED
from grader.session import Session, run_session
from grader.submission import Submission, read_submission
from grader.workers import Spawner

sys.path.append(str(Path(__file__).parent / "diagnosis"))  # which is a program of its own
import study

__all__ = ["ENDLESS", "PIECES", "add_piece", "definition", "explain_one", "explained", "museum", "named", "study"]

PIECES = {
    "points/root_forgotten": ("distance", "return (q[0] - p[0]) ** 2 + (q[1] - p[1]) ** 2"),
    "points/around_the_corner": ("distance", "return abs(q[0] - p[0]) + abs(q[1] - p[1])"),
    "points/twice_as_far": ("distance", "return 2 * math.hypot(q[0] - p[0], q[1] - p[1])"),
    "points/not_halved": ("midpoint", "return (p[0] + q[0], p[1] + q[1])"),
    "points/first_point": ("midpoint", "return (float(p[0]), float(p[1]))"),
    "points/list_for_pair": ("midpoint", "return [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2]"),
    "outlines/left_open": ("perimeter", "return sum(distance(p, q) for p, q in zip(points, points[1:]))"),
    "outlines/half_forgotten": (
        "area",
        "return abs(sum(p[0] * q[1] - q[0] * p[1] for p, q in sides(points)))",
    ),
    "outlines/sign_kept": ("area", "return sum(p[0] * q[1] - q[0] * p[1] for p, q in sides(points)) / 2"),
    "pen/never_wraps": ("Pen.turn", "self.heading = self.heading + degrees"),
    "pen/right_for_left": ("Pen.turn", "self.heading = (self.heading - degrees) % 360"),
    "pen/radians_forgotten": (
        "Pen.forward",
        "x, y = self.position\n"
        "self.position = (x + length * math.cos(self.heading), y + length * math.sin(self.heading))\n"
        "self.trail.append(self.position)",
    ),
    "figures/half_a_turn": (
        "draw_polygon",
        "for _ in range(corners):\n    pen.forward(side)\n    pen.turn(180 / corners)",
    ),
}
ENDLESS = {
    "points/never_ends": ("distance", "while True:\n    pass"),
    "outlines/half_forgotten": PIECES["outlines/half_forgotten"],
}
_SIGNATURES = {
    "distance": "p, q",
    "midpoint": "p, q",
    "perimeter": "points",
    "area": "points",
    "Pen.turn": "self, degrees",
    "Pen.forward": "self, length",
    "draw_polygon": "pen, corners, side",
    "enclosed_area": "pen",
}


def museum(folder: Path, pieces: Mapping[str, tuple[str, str]] = PIECES, source: Path = kit.SHAPES) -> Path:
    """Return a copy of the small course with these pieces, their fingerprints taken; none of them varies."""
    course = kit.copy_course(folder, source)
    for name, (unit, body) in pieces.items():
        add_piece(course, name, unit, body)
    build_museum(load_course(course), runs=1)
    return course


def add_piece(course: Path, name: str, unit: str, body: str) -> None:
    """Write one piece; its fingerprint is still to be taken."""
    file = course / "checkpoints" / "misconceptions" / f"{name}.py"
    file.parent.mkdir(parents=True, exist_ok=True)
    said = f'"""Title of {file.stem}.\n\nWhat happens: it is wrong.\n"""\n\nunit = "{unit}"\n\n\n'
    file.write_text(f"{said}{definition(unit, body)}", encoding="utf-8")


def definition(unit: str, body: str) -> str:
    """Return a unit with another body."""
    lines = "".join(f"    {line}\n" for line in body.split("\n"))
    return f"def {unit.rpartition('.')[2]}({_SIGNATURES[unit]}):\n{lines}"


def explained(course: Path, folder: Path, stage: str, seed: int = PRACTICE_SEED) -> Report:
    """Examine a stage of a submission and explain its failure, in a session as `grade` makes one."""
    return explain_one(course, read_submission(load_course(course), folder), stage, seed)


def explain_one(course: Path, submission: Submission, stage: str, seed: int = PRACTICE_SEED) -> Report:
    loaded = load_course(course)
    wanted = loaded.stage(stage)

    def drive(session: Session) -> Report:
        (report,) = session.examine(submission, seed, stages=[wanted])
        return explain(session, submission, report)

    spawner = Spawner(loaded.limits)
    try:
        stages = loaded.stages[: loaded.stages.index(wanted) + 1]
        return run_session(loaded, stages, spawner, drive)
    finally:
        spawner.close()


def named(report: Report) -> list[str]:
    """Return the names of all misconceptions that a report holds."""
    return [d.misconception for d in (report.diagnosis, *report.also) if d is not None]
