"""The museum: named wrong versions of units, each with an explanation, and what each does to the checks.

A piece is a small Python file under `checkpoints/misconceptions/STAGE/`: a docstring (title, blank line, explanation),
a line `unit = "Class.method"`, and the wrong unit. Grafted on the reference it must fail a check about its unit; what
these checks observe is its fingerprint. All fingerprints are kept in one generated file, so that recognising a mistake
needs no solution.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import msgspec

from grader.course import Course, Stage, full_unit
from grader.errors import CourseError
from grader.fingerprint import fingerprint_of
from grader.report import Outcome, Report
from grader.source import Module, SourceProblem, parse
from grader.spans import source_of
from grader.submission import Submission, solution_text
from grader.swap import swap
from grader.verdict import Check

__all__ = [
    "Piece",
    "Record",
    "indistinguishable",
    "load_pieces",
    "may_look_alike",
    "read_records",
    "record_piece",
    "records_file",
    "records_text",
    "with_piece",
]

FOLDER = "misconceptions"  # within checkpoints/
RECORDS = "fingerprints.json"


class Piece(msgspec.Struct, frozen=True):
    """One misconception. `source` is the wrong unit, as a graft."""

    name: str
    stage: str
    unit: str
    title: str
    explanation: str
    source: str
    file: Path

    def is_seen_by(self, check: Check) -> bool:
        """Whether a check is about the unit of this piece."""
        return check.units[0] == self.unit


class Record(msgspec.Struct, frozen=True):
    """What diagnosis needs to know of a piece: for each failing check about its unit, the possible observations."""

    name: str
    stage: str
    unit: str
    title: str
    explanation: str
    observations: dict[str, tuple[str, ...]]


def load_pieces(course: Course) -> list[Piece]:
    """Read all pieces, in the order of the stages and of their units; CourseError where one is not as it should be."""
    pieces = [_read_piece(course, stage, file) for stage in course.stages for file in _files(course, stage)]
    names = [piece.name for piece in pieces]
    for piece in pieces:
        if names.count(piece.name) > 1:
            raise CourseError(piece.file, "", f"there are two pieces named {piece.name}", "Rename one.")
    order = list(course.units)
    return sorted(pieces, key=lambda piece: (order.index(piece.unit), piece.stage, piece.name))


def _files(course: Course, stage: Stage) -> list[Path]:
    return sorted((course.checkpoints / FOLDER / stage.name).glob("*.py"))


def _read_piece(course: Course, stage: Stage, file: Path) -> Piece:
    try:
        module = parse(file.read_bytes().decode("utf-8"), file.name)
    except (SourceProblem, UnicodeDecodeError) as error:
        raise CourseError(file, "", str(error), "Mend the file.") from None
    title, _, explanation = (ast.get_docstring(module.tree) or "").partition("\n")
    if not title or not explanation.strip():
        raise CourseError(file, "docstring", "needs a title, a blank line, and an explanation for the student")
    unit = full_unit(_unit_of(module, file), stage.module, file, "unit")
    if unit not in stage.units:
        raise CourseError(file, "unit", f"'{unit}' is not a unit of {stage.name}", "Put the piece into its own stage.")
    name = unit.partition(":")[2].rpartition(".")[2]
    if name not in module.units:
        raise CourseError(file, "", f"there is no def {name} in it", "Write the wrong unit as a def of that name.")
    return Piece(
        name=file.stem.replace("_", "-"),
        stage=stage.name,
        unit=unit,
        title=title.rstrip("."),
        explanation=" ".join(explanation.split()),
        source=source_of(module, name),
        file=file,
    )


def _unit_of(module: Module, file: Path) -> str:
    for node in module.tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            (target,) = node.targets
            if isinstance(target, ast.Name) and target.id == "unit":
                return node.value.value
    raise CourseError(file, "unit", "is missing", 'Write a line like: unit = "Class.method"')


def with_piece(piece: Piece, host: Mapping[str, str], course: Course) -> Submission:
    """Return the submission that a host's modules make with the wrong unit grafted on."""
    module, _, name = piece.unit.partition(":")
    origin = parse(solution_text(course, module), module)
    return Submission.of_texts(course, {**host, module: swap(host[module], name, piece.source, origin)})


def record_piece(piece: Piece, reports: Sequence[Report]) -> Record:
    """Return a piece's record from several runs of its stage on reference and piece; CourseError when nothing fails."""
    runs = [fingerprint_of(piece.unit, report.checks) for report in reports]
    checks = sorted({check for run in runs for check in run})
    if not checks:
        advice = "Add a check that it fails, or remove the piece."
        raise CourseError(piece.file, "", f"passes every check about {piece.unit}", advice)
    seen = {check: tuple(sorted({run.get(check, Outcome.PASSED.value) for run in runs})) for check in checks}
    return Record(piece.name, piece.stage, piece.unit, piece.title, piece.explanation, seen)


def indistinguishable(records: Sequence[Record]) -> Iterator[tuple[Record, Record]]:
    """Yield the pairs of one unit that no observation tells apart."""
    for index, record in enumerate(records):
        for other in records[index + 1 :]:
            if (record.stage, record.unit) == (other.stage, other.unit) and may_look_alike(record, other):
                yield record, other


def may_look_alike(one: Record, other: Record) -> bool:
    """Whether one run could fit both records."""
    passed = (Outcome.PASSED.value,)
    checks = one.observations.keys() | other.observations.keys()
    return all(set(one.observations.get(c, passed)) & set(other.observations.get(c, passed)) for c in checks)


def records_file(course: Course) -> Path:
    return course.checkpoints / FOLDER / RECORDS


def read_records(course: Course) -> list[Record]:
    """Read the fingerprints of a course; none when it has no museum."""
    file = records_file(course)
    try:
        return msgspec.json.decode(file.read_bytes(), type=list[Record])
    except FileNotFoundError:
        return []
    except msgspec.MsgspecError as error:
        raise CourseError(file, "", f"cannot be read: {error}", "Run: grade course build") from None


def records_text(records: Sequence[Record]) -> bytes:
    """Return the records as the generated file holds them."""
    return msgspec.json.format(msgspec.json.encode(list(records)), indent=1) + b"\n"
