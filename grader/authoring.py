"""For authors: derive what a course generates, and check that the course keeps its promises.

build_exercises    exercises/ from solutions/, every unit replaced by its stub
build_students     the form of the course that students get: no hidden checks, no solutions
check_course       solutions pass, stubs are to do, null students fail, nothing has drifted
"""

from __future__ import annotations

import hashlib
import re
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from grader.course import COURSE_FILE, Course
from grader.errors import CourseError, UsageError, did_you_mean
from grader.files import back_up, write_atomically
from grader.lesson import read_lesson
from grader.libraries import worker_roots
from grader.museum import FOLDER as MUSEUM
from grader.museum import (
    Piece,
    Record,
    indistinguishable,
    load_pieces,
    may_look_alike,
    read_records,
    record_piece,
    records_file,
    records_text,
    with_piece,
)
from grader.nulls import NullStudent, null_modules, null_units
from grader.report import Outcome, Report
from grader.session import Session, run_session
from grader.source import SourceProblem, parse
from grader.submission import Submission, read_submission, solution_text
from grader.tools import load_function
from grader.transplant import stub_of, transplant_all, without
from grader.verdict import Check
from grader.workers import Spawner

__all__ = ["Finding", "build_exercises", "build_students", "check_course"]

MUSEUM_RUNS = 5  # a fault that depends on the order of a set does not always look the same
MORE_RUNS = 8  # times as many, when the first runs differ: every look should be recorded
DIGESTS = ".generated.json"  # beside the exercises: the digest of each file as it was last generated


# -- building -------------------------------------------------------------------------------------------------------


def stubbed(course: Course, module: str) -> str:
    """Return the exercise of a module: its solution with every unit of the course replaced by the stub."""
    file = course.solutions / f"{module}.py"
    text = solution_text(course, module)
    try:
        parsed = parse(text, file.name)
    except SourceProblem as error:
        raise CourseError(file, f"line {error.line}", error.message) from None
    names = [unit.partition(":")[2] for unit in course.units if unit.startswith(f"{module}:")]
    for name in names:
        if name not in parsed.units:
            advice = did_you_mean(name, parsed.units) or "Write it there, or correct course.toml."
            raise CourseError(course.file, "units", f"there is no {name} in solutions/{module}.py", advice)
    try:
        return transplant_all(text, {name: stub_of(parsed, name) for name in names})
    except ValueError as error:
        raise CourseError(file, "", str(error), "Write it as a def of its own.") from None


def build_exercises(course: Course, *, force: bool = False) -> list[Path]:
    """Generate exercises/ and return the files that changed.

    A file that differs from what was generated last is somebody's work: UsageError, or with `force` a backup beside it.
    """
    _need_solutions(course)
    course.exercises.mkdir(exist_ok=True)
    texts = {course.exercises / f"{module}.py": stubbed(course, module) for module in course.modules}
    known = _read_digests(course)
    edited = [file for file, text in texts.items() if _was_edited(file, text, known)]
    if edited and not force:
        names = ", ".join(str(file.relative_to(course.folder)) for file in edited)
        advice = "Move what you want to keep to solutions/, or use --force, which leaves a backup beside each."
        raise UsageError(f"{names} changed since it was generated; nothing was written", advice)
    changed = [file for file, text in texts.items() if not file.is_file() or file.read_bytes() != text.encode("utf-8")]
    for file in changed:
        if file in edited:
            back_up(file)
        write_atomically(file, texts[file])
    digests = {file.name: _digest(text.encode("utf-8")) for file, text in texts.items()}
    write_atomically(course.exercises / DIGESTS, msgspec.json.format(msgspec.json.encode(digests)) + b"\n")
    return changed


def _was_edited(file: Path, text: str, known: dict[str, str]) -> bool:
    if not file.is_file():
        return False
    data = file.read_bytes()
    return data != text.encode("utf-8") and _digest(data) != known.get(file.name)


def _read_digests(course: Course) -> dict[str, str]:
    try:
        return msgspec.json.decode((course.exercises / DIGESTS).read_bytes(), type=dict[str, str])
    except FileNotFoundError:
        return {}
    except msgspec.MsgspecError as error:
        raise CourseError(course.exercises / DIGESTS, "", f"cannot be read: {error}", "Delete the file.") from None


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _need_solutions(course: Course) -> None:
    if not course.solutions.is_dir():
        problem = "there is no solutions/ in this course"
        raise CourseError(course.folder, "", problem, "This form of a course is for students; use the whole one.")


def build_students(course: Course, folder: Path) -> list[str]:
    """Write the students' form of the course into a new folder and return the ids of the checks that stay hidden."""
    _need_solutions(course)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise UsageError(f"{folder} exists already and is not an empty folder", "Choose a new name.")
    hidden = [check for check in _collect(course) if check.hidden]
    draft = folder.with_name(f".{folder.name}.draft")
    shutil.rmtree(draft, ignore_errors=True)
    try:
        _write_students_form(course, draft, hidden)
        if folder.exists():
            folder.rmdir()
        draft.replace(folder)
    except OSError as error:
        raise UsageError(f"cannot write {folder}: {error.strerror}", "Choose another place.") from None
    finally:
        shutil.rmtree(draft, ignore_errors=True)
    return [check.id for check in hidden]


def _write_students_form(course: Course, folder: Path, hidden: Sequence[Check]) -> None:
    skip = shutil.ignore_patterns("__pycache__", "*.pyc", ".*")
    shutil.copytree(course.exercises, folder / "exercises", ignore=skip)
    shutil.copytree(course.checkpoints, folder / "checkpoints", ignore=skip)
    for piece in (folder / "checkpoints" / MUSEUM).glob("*/*.py"):  # wrong by one line: recognising needs only records
        piece.unlink()
    for stage in course.stages:
        names = {check.function.__name__ for check in hidden if check.stage == stage.name}
        if names:
            copy = folder / stage.checkpoint.relative_to(course.folder)
            copy.write_bytes(without(copy.read_bytes().decode("utf-8"), sorted(names)).encode("utf-8"))
    lost = {stage.name: sum(c.points for c in hidden if c.stage == stage.name) for stage in course.stages}
    text = course.file.read_bytes().decode("utf-8")
    (folder / COURSE_FILE).write_bytes(_with_points(text, course, lost).encode("utf-8"))


def _with_points(text: str, course: Course, lost: dict[str, float]) -> str:
    """Return course.toml with the points of each stage lowered by what its hidden checks were worth."""
    head, *tables = re.split(r"(?m)^(?=\[\[stage\]\])", text)
    for index, stage in enumerate(course.stages):
        if lost[stage.name]:
            points = f"points = {stage.points - lost[stage.name]:g}"
            tables[index] = re.sub(r"(?m)^points\s*=\s*[\d.]+", points, tables[index])
    return head + "".join(tables)


def build_museum(course: Course, runs: int = MUSEUM_RUNS) -> list[Record]:
    """Take the fingerprint of every piece of the museum anew and write the file that diagnosis reads."""
    pieces = load_pieces(course)
    if not pieces:
        return []
    worker_roots(course, course.stages)
    spawner = Spawner(course.limits)
    try:
        records = run_session(course, course.stages, spawner, lambda session: _records(session, pieces, runs))
    finally:
        spawner.close()
    write_atomically(records_file(course), records_text(records))
    return records


def _records(session: Session, pieces: Sequence[Piece], runs: int) -> list[Record]:
    """Take the record of each piece from so many runs, each with the module made anew; from more if they differ."""
    course = session.course
    reference = {module: solution_text(course, module) for module in course.modules}
    records = []
    for piece in pieces:
        submission = with_piece(piece, reference, course)
        reports = _reports(session, piece, submission, runs)
        if any(len(seen) > 1 for seen in record_piece(piece, reports).observations.values()):
            reports += _reports(session, piece, submission, runs * MORE_RUNS)
        records.append(record_piece(piece, reports))
    return records


def _reports(session: Session, piece: Piece, submission: Submission, runs: int) -> list[Report]:
    stages = [session.course.stage(piece.stage)]
    series = session.series(((submission, piece.is_seen_by) for _ in range(runs)), stages)
    return [report for reports in series for report in reports]


def _collect(course: Course) -> list[Check]:
    spawner = Spawner(course.limits)
    return run_session(course, course.stages, spawner, lambda session: session.checks)


# -- checking -------------------------------------------------------------------------------------------------------


class Finding(msgspec.Struct, frozen=True):
    """One promise of a course: what it is, how much was looked at, and where it is broken, if anywhere."""

    promise: str
    looked_at: str
    faults: tuple[str, ...] = ()


def check_course(course: Course) -> Iterator[Finding]:
    """Yield a finding for each promise that a course makes, in an order in which the first fault explains the rest."""
    _need_solutions(course)
    worker_roots(course, course.stages)
    yield _lessons(course)
    yield _drift(course)
    if course.commands or course.explain:
        yield _tools(course)
    first = [(check.stage, check.id, check.points) for check in _collect(course)]
    spawner = Spawner(course.limits)
    try:
        yield from run_session(course, course.stages, spawner, lambda session: list(_examined(session, first)))
    finally:
        spawner.close()


def _lessons(course: Course) -> Finding:
    faults = []
    for stage in course.stages:
        try:
            read_lesson(stage)
        except CourseError as error:
            faults.append(f"{error.problem}. {error.advice}")
    return Finding("every lesson has its sections and hints", f"{len(course.stages)} lessons", tuple(faults))


def _drift(course: Course) -> Finding:
    faults = []
    for module in course.modules:
        file = course.exercises / f"{module}.py"
        if not file.is_file() or file.read_bytes() != stubbed(course, module).encode("utf-8"):
            faults.append(f"exercises/{module}.py is not what solutions/{module}.py gives; run `grade course build`")
    return Finding("the exercises are generated from the solutions", f"{len(course.modules)} modules", tuple(faults))


def _tools(course: Course) -> Finding:
    named = [(f"commands.{name}", reference) for name, reference in course.commands.items()]
    named += [("explain", course.explain)] if course.explain else []
    faults = []
    for field_name, reference in named:
        try:
            load_function(course, reference, field_name)
        except CourseError as error:
            faults.append(f"{error.problem}. {error.advice}")
    return Finding("the tools of the course can be loaded", f"{len(named)} functions", tuple(faults))


def _examined(session: Session, first: Sequence[tuple[str, str, float]]) -> Iterator[Finding]:
    course = session.course
    checks = [(check.stage, check.id, check.points) for check in session.checks]
    yield Finding(
        "the checks are the same each time they are collected",
        f"{len(checks)} checks",
        () if checks == list(first) else ("two collections differ: is something random at the top of a checkpoint?",),
    )
    yield _points(course, checks)
    yield _outcomes(session, "the solutions pass", course.solutions, Outcome.PASSED)
    yield _outcomes(session, "the exercises are to do", course.exercises, Outcome.TODO)
    yield _null_finding(session, "null modules pass no check", list(null_modules(course)))
    yield _null_finding(session, "no check passes without the units it lists", list(null_units(course)))
    if pieces := load_pieces(course):
        yield _museum(session, pieces)


def _museum(session: Session, pieces: Sequence[Piece]) -> Finding:
    """Every piece is failed by a check about its unit, looks as it was recorded, and like no other of its unit."""
    recorded = {record.name: record for record in read_records(session.course)}
    faults = []
    for record in _records(session, pieces, runs=1):
        known = recorded.pop(record.name, None)
        if known is None or not may_look_alike(known, record):
            faults.append(f"{record.name} does not look as recorded; run `grade course build`")
    faults += [f"{name} is recorded, but there is no such piece; run `grade course build`" for name in recorded]
    for one, other in indistinguishable(read_records(session.course)):
        faults.append(f"no check tells {one.name} and {other.name} apart: add one, or merge the two")
    return Finding("every misconception is recognised by what it does", f"{len(pieces)} pieces", tuple(faults))


def _points(course: Course, checks: Sequence[tuple[str, str, float]]) -> Finding:
    faults = []
    for stage in course.stages:
        total = sum(points for name, _, points in checks if name == stage.name)
        if abs(total - stage.points) > 1e-9:
            faults.append(f"{stage.name}: course.toml says {stage.points:g} points, its checks are worth {total:g}")
    return Finding("the points of each stage are the sum of its checks'", f"{len(course.stages)} stages", tuple(faults))


def _outcomes(session: Session, promise: str, folder: Path, wanted: Outcome) -> Finding:
    reports = session.examine(read_submission(session.course, folder))
    faults = [
        f"{report.stage}, {check.id}: {check.outcome} {check.message}".rstrip()
        for report in reports
        for check in report.checks
        if check.outcome is not wanted
    ]
    return Finding(promise, f"{sum(len(report.checks) for report in reports)} checks", tuple(faults))


def _null_finding(session: Session, promise: str, students: Sequence[NullStudent]) -> Finding:
    faults, count = [], 0
    examined = session.series((student.submission, student.concerns) for student in students)
    for student, reports in zip(students, examined, strict=True):
        count += sum(len(report.checks) for report in reports)
        faults += [
            f"{report.stage}, {check}: passes with {student.name}" for report in reports for check in _won(report)
        ]
    return Finding(promise, f"{len(students)} null students, {count} checks", tuple(faults))


def _won(report: Report) -> list[str]:
    return [check.id for check in report.checks if check.outcome is Outcome.PASSED]
