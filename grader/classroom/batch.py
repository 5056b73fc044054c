"""A class: every submission graded once, whatever happens, and a folder of results that a rerun completes.

    plan_batch(…)  -> Batch      what is to be graded, and under which conditions; nothing has run yet
    run_batch(batch, note)       grades what has no verdict yet; `note` hears of each result as it comes

The results are in `results.jsonl` (`journal`); what is written for teachers and students is made of them later.
"""

from __future__ import annotations

import contextlib
import hashlib
import platform
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from importlib import metadata
from pathlib import Path

import msgspec

from grader.classroom.graded import Graded
from grader.classroom.intake import Entry, Intake
from grader.classroom.journal import Journal
from grader.classroom.pool import Lost, Setting, Task, cluster_pool, grade_all, grade_task, local_pool
from grader.classroom.stores import Unreadable
from grader.course import Course, Stage
from grader.errors import UsageError
from grader.files import write_atomically
from grader.libraries import worker_roots
from grader.report import SCHEMA, Outcome, Problem, Report
from grader.submission import Submission

__all__ = ["Batch", "Settings", "grade_apart", "plan_batch", "run_batch", "task_of"]

RESULTS = "results.jsonl"
SETTINGS = "batch.json"
AHEAD = 3  # submissions for each process that are on their way


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a rerun into the same folder has to agree with."""

    course: str
    stage: str
    seed: int
    seed_per_student: bool
    isolation: str
    explain: bool


class Batch(msgspec.Struct, frozen=True):
    """One class and one stage. `factors` are the students who have more time, and how much."""

    course: Course
    stage: Stage
    intake: Intake
    out: Path
    settings: Settings
    factors: Mapping[str, float] = {}
    processes: int = 1
    cluster: str = ""

    @property
    def results(self) -> Path:
        return self.out / RESULTS


def plan_batch(
    course: Course,
    stage: Stage,
    intake: Intake,
    out: Path,
    *,
    seed: int | None = None,
    seed_per_student: bool = False,
    isolation: str,
    explain: bool = True,
    factors: Mapping[str, float] | None = None,
    processes: int = 1,
    cluster: str = "",
) -> Batch:
    """Return the batch that goes on in the folder `out`, or begins there.

    A seed that was not given is the one of the batch begun there, or is drawn. UsageError when the folder holds another
    stage's results, or a factor is for somebody who handed in nothing.
    """
    known = {entry.student for entry in intake.entries}
    for student in factors or {}:
        if student not in known:
            raise UsageError(f"there is no submission of '{student}', who is to have more time", "Check the spelling.")
    begun = _begun(out)
    if begun is not None and (begun.course, begun.stage) != (course.name, stage.name):
        raise UsageError(f"{out} holds the results of {begun.course}, {begun.stage}", "Give another folder with --out.")
    if seed is None:
        seed = begun.seed if begun else secrets.randbelow(2**32)
    settings = Settings(course.name, stage.name, seed, seed_per_student, isolation, explain)
    return Batch(course, stage, intake, out, settings, factors or {}, processes, cluster)


def _begun(out: Path) -> Settings | None:
    file = out / SETTINGS
    try:
        return msgspec.json.decode(file.read_bytes(), type=Settings)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, msgspec.DecodeError) as error:
        raise UsageError(f"{file} cannot be read: {error}", "Give another folder with --out.") from None


Pool = Callable[[], contextlib.AbstractContextManager[Executor]]


def run_batch(batch: Batch, note: Callable[[Graded, bool], None], pool: Pool | None = None) -> None:
    """Grade all that has no verdict yet; `note` is told each result, and whether it was there before.

    `pool` opens another pool than the batch says; it is called again when one broke.
    UsageError when the folder cannot be written, or another batch is at work in it.
    """
    _make_folder(batch.out)
    with _locked(batch.out), Journal(batch.results) as journal:
        course = _course_key(batch.course, batch.course.up_to_here(batch.stage))
        write_atomically(batch.out / SETTINGS, msgspec.json.format(msgspec.json.encode(batch.settings)) + b"\n")
        keys: dict[str, str] = {}

        def add(entry: Entry, result: bytes | Lost) -> None:
            graded = _graded(batch, entry, result)
            journal.add(graded, keys.get(entry.student, ""))
            note(graded, False)

        def kept(entry: Entry, task: Task, submission: Submission) -> bool:
            keys[entry.student] = _key(course, task, submission)
            found = journal.get(entry.student, keys[entry.student])
            if found is not None:
                note(found, True)
            return found is not None

        def own() -> contextlib.AbstractContextManager[Executor]:
            return cluster_pool(batch.cluster) if batch.cluster else local_pool(batch.processes)

        tasks = _to_do(batch, kept, add)
        for entry, result in grade_all(pool or own, tasks, AHEAD * batch.processes):
            add(entry, result)
        journal.finish([entry.student for entry in batch.intake.entries])


def grade_apart(batch: Batch) -> Iterator[Graded]:
    """Yield fresh results for the batch's submissions, graded in this process; nothing is written."""
    for entry in batch.intake.entries:
        try:
            yield _graded(batch, entry, grade_task(task_of(batch, entry, entry.read())))
        except Unreadable as error:
            yield _graded(batch, entry, Lost(str(error)))


def task_of(batch: Batch, entry: Entry, submission: Submission) -> Task:
    """Return the work that one submission is."""
    settings, student = batch.settings, entry.student
    setting = Setting(
        str(batch.course.folder),
        batch.stage.name,
        settings.isolation,
        batch.factors.get(student, 1.0),
        settings.explain,
    )
    seed = settings.seed
    if settings.seed_per_student:
        seed = int.from_bytes(hashlib.sha256(f"{seed}/{student}".encode()).digest()[:4], "big")
    return Task(setting, seed, *submission.content())


def _to_do(
    batch: Batch, kept: Callable[[Entry, Task, Submission], bool], add: Callable[[Entry, Lost], None]
) -> Iterator[tuple[Entry, Task]]:
    """Yield the work that is left; each submission is read when its turn comes."""
    for entry in batch.intake.entries:
        try:
            submission = entry.read()
        except Unreadable as error:
            add(entry, Lost(str(error)))
            continue
        task = task_of(batch, entry, submission)
        if not kept(entry, task, submission):
            yield entry, task


def _graded(batch: Batch, entry: Entry, result: bytes | Lost) -> Graded:
    if isinstance(result, Lost):
        settings = batch.settings
        problem = Problem(entry.where, result.reason, "Run the same command again; it grades what has no verdict yet.")
        report = Report(
            course=settings.course,
            stage=settings.stage,
            outcome=Outcome.ERROR,
            points=0.0,
            max_points=batch.stage.points,
            seed=settings.seed,
            isolation=settings.isolation,
            seconds=0.0,
            checks=(),
            problems=(problem,),
        )
    else:
        report = msgspec.json.decode(result, type=Report)
    return Graded(entry.student, report, entry.submitted, entry.late, entry.where)


# -- keys -----------------------------------------------------------------------------------------------------------


def _key(course: str, task: Task, submission: Submission) -> str:
    """Return a hash of all that a result depends on; `course` is the hash of what all results share."""
    setting = msgspec.structs.replace(task.setting, course="")  # its folder may be elsewhere tomorrow
    parts = (course, setting, task.seed, submission.digest())
    return hashlib.sha256(msgspec.msgpack.encode(parts)).hexdigest()[:32]


def _course_key(course: Course, stages: Sequence[Stage]) -> str:
    """Return a hash of the files of a course, the libraries that students may use, and what grades them.

    LibraryMissing when one that these stages need is not installed.
    """
    worker_roots(course, stages)
    libraries = dict.fromkeys([*course.worker_imports, *(name for stage in stages for name in stage.worker_imports)])
    versions = [(name, metadata.version(name)) for name in ("gradkata", "pytest", *libraries)]
    digest = hashlib.sha256(msgspec.msgpack.encode((SCHEMA, platform.python_version(), versions)))
    folders = (course.checkpoints, course.exercises, course.solutions)
    files = [course.file, *(file for folder in folders for file in sorted(folder.rglob("*")))]
    for file in files:
        if file.is_file() and "__pycache__" not in file.parts:
            digest.update(msgspec.msgpack.encode((file.relative_to(course.folder).as_posix(), file.read_bytes())))
    return digest.hexdigest()


# -- the folder -----------------------------------------------------------------------------------------------------


def _make_folder(out: Path) -> None:
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"cannot make the folder {out}: {error.strerror}", "Give another one with --out.") from None


@contextlib.contextmanager
def _locked(out: Path) -> Iterator[None]:
    """Keep the folder to one batch at a time; the lock ends with its process, however that ends."""
    from filelock import FileLock, Timeout

    try:
        with FileLock(out / ".lock", blocking=False):
            yield
    except Timeout:
        raise UsageError(f"another batch is at work in {out}", "Wait for it, or give another --out.") from None
