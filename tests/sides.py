"""The student's side as tests need it: modules given as text, in a worker process or in this one."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from grader.course import Limits
from grader.proxy import StudentError, StudentSide, WrongKind
from grader.workers import InProcessWorker, Worker, WorkerLost, WorkerSource, spawn_worker

LIMITS = Limits(question_seconds=0.4, check_seconds=3.0, submission_seconds=20.0, memory_mib=256, questions=5000)


@contextmanager
def student_side(
    source: str = "",
    *,
    limits: Limits = LIMITS,
    in_process: bool = False,
    workers: WorkerSource | None = None,
    roots: dict[str, str] | None = None,
    **modules: str,
) -> Iterator[StudentSide]:
    """Start a worker and load `source` as the module `mine`, and other modules by their names."""
    worker: Worker
    if workers is not None:
        worker = workers.take(limits.submission_seconds)
    else:
        worker = InProcessWorker() if in_process else spawn_worker(limits)
    sources = {"mine": source, **modules}
    files = {name: (f"{name}.py", textwrap.dedent(text).encode()) for name, text in sources.items()}
    try:
        side = StudentSide(worker, limits.questions)
        side.load(files, roots or {}, ("mine",))
        side.begin_check()
        yield side
    finally:
        worker.close()


@contextmanager
def student(source: str, **options: Any) -> Iterator[Any]:
    """Yield the module `mine` as a check sees it."""
    with student_side(source, **options) as side:
        yield side.ask("import", "mine")


def outcome_of(side: StudentSide, *arguments: Any, function: str = "attack") -> tuple[str, str]:
    """Call a function of `mine`; return what came of it in one word, and the details as text."""
    try:
        value = getattr(side.ask("import", "mine"), function)(*arguments)
    except StudentError as error:
        return "raised", f"{error.kind}: {error.message}"
    except WrongKind as wrong:
        return "refused", str(wrong)
    except WorkerLost as lost:
        return lost.outcome, lost.message
    return "value", repr(value)


def processes_of(group: int) -> list[int]:
    """Return the living processes of a group (Linux)."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
        except OSError:  # it has just ended
            continue
        if int(fields[2]) == group and fields[0] not in "ZX":
            found.append(int(folder.name))
    return found


def is_alive(pid: int) -> bool:
    """Whether a process runs; one that has ended and is not waited for yet doesn't (Linux)."""
    try:
        text = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False
    return text.rpartition(")")[2].split()[0] not in "ZX"
