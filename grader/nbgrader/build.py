"""An nbgrader course out of a course: a configuration, and a source notebook for each stage.

    nbgrader_config.py             only the part between our two marks is ours
    source/STAGE/STAGE.ipynb
    backups/                       what was edited by hand before we wrote it anew
    .gradkata.json                 the digest of each notebook as it was last made

Backups do not lie beside the notebooks: nbgrader hands out whatever is in an assignment's folder, and a backup of a
source notebook holds the solution.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path

import msgspec

from grader.course import Course, Stage
from grader.errors import UsageError
from grader.files import back_up, write_atomically
from grader.nbgrader.book import Cell, cells_of, earlier_stages, notebook
from grader.nbgrader.code import STUB, Carry
from grader.nbgrader.handed_in import conflicts
from grader.session import run_session
from grader.verdict import Check
from grader.workers import InProcessSource
from grader.workspace import is_installed

__all__ = ["Built", "build_course"]

CONFIG = "nbgrader_config.py"
DIGESTS = ".gradkata.json"
BEGIN, END = "# --- gradkata: begin ---", "# --- gradkata: end ---"


class Built(msgspec.Struct, frozen=True):
    """What was written and backed up, relative to the folder, and what the instructor should know."""

    written: tuple[str, ...]
    backups: tuple[str, ...]
    warnings: tuple[str, ...]


def build_course(course: Course, folder: Path, stages: Sequence[Stage], carry: Carry) -> Built:
    """Make or renew an nbgrader course in a folder; only these stages' notebooks are written.

    UsageError, and nothing written, when students' work is there that would no longer fit.
    """
    if not course.solutions.is_dir():
        problem = f"the course {course.name} has no solutions/ here"
        raise UsageError(problem, "This form of a course is for students; use the whole one.")
    checks = run_session(course, course.stages, InProcessSource(), lambda session: session.checks)
    books = {stage.name: cells_of(course, stage, _of(stage, checks), carry) for stage in stages}
    _refuse_conflicts(folder, books)
    texts = {_path(name): notebook(cells) for name, cells in books.items()}
    texts[CONFIG] = _config(course, folder)
    return _write(folder, texts, tuple(_warnings(course, stages)) if carry == "reference" else ())


def _of(stage: Stage, checks: Sequence[Check]) -> list[Check]:
    return [check for check in checks if check.stage == stage.name]


def _path(stage: str) -> str:
    return f"source/{stage}/{stage}.ipynb"


def _warnings(course: Course, stages: Sequence[Stage]) -> Iterator[str]:
    for stage in stages:
        if earlier := earlier_stages(course, stage):
            yield f"{stage.name} gives away the reference of {', '.join(earlier)}: release it when they are due"


def _refuse_conflicts(folder: Path, books: dict[str, list[Cell]]) -> None:
    found = [line for stage, cells in books.items() for line in conflicts(folder, stage, cells)]
    if found:
        raise UsageError(
            "students have handed in what would no longer fit; nothing was written:\n  " + "\n  ".join(found),
            "Build into a new folder; or leave these stages out with --stage, until their grades are final.",
        )


# -- writing --------------------------------------------------------------------------------------------------------


def _write(folder: Path, texts: dict[str, str], warnings: tuple[str, ...]) -> Built:
    if folder.exists() and not folder.is_dir():
        raise UsageError(f"{folder} is not a folder", "Name a new one, or that of your nbgrader course.")
    known = _read_digests(folder / DIGESTS)
    changed = {name: text for name, text in texts.items() if not _is(folder / name, text)}
    backups = []
    for name, text in changed.items():
        file = folder / name
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            if file.exists() and _digest(file.read_bytes()) != known.get(name):
                backups.append(_back_up(folder, file))
        except OSError as error:
            raise UsageError(f"cannot write {file}: {error.strerror}", "Choose another place.") from None
        write_atomically(file, text)
    digests = known | {name: _digest(text.encode("utf-8")) for name, text in texts.items()}
    record = msgspec.json.format(msgspec.json.encode(dict(sorted(digests.items())))) + b"\n"
    if changed or not (folder / DIGESTS).is_file():
        write_atomically(folder / DIGESTS, record)
    return Built(tuple(changed), tuple(backups), warnings)


def _is(file: Path, text: str) -> bool:
    try:
        return file.read_bytes() == text.encode("utf-8")
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError as error:
        raise UsageError(f"cannot read {file}: {error.strerror}", "It is in the way of a file to be written.") from None


def _back_up(folder: Path, file: Path) -> str:
    """Copy a file that was edited by hand: the configuration beside itself, a notebook where nobody releases it."""
    if file.name == CONFIG:
        return back_up(file).name
    backups = folder / "backups"
    backups.mkdir(exist_ok=True)
    stamp = datetime.now().strftime("%Y-%m-%d-%H%M%S")
    data, count = file.read_bytes(), 1
    while (copy := backups / f"{file.stem}.{stamp}{f'-{count}' if count > 1 else ''}.ipynb").exists():
        count += 1
    write_atomically(copy, data)
    return f"backups/{copy.name}"


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _read_digests(file: Path) -> dict[str, str]:
    try:
        return msgspec.json.decode(file.read_bytes(), type=dict[str, str])
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except (msgspec.MsgspecError, OSError, ValueError):
        return {}  # then every notebook there counts as edited, and is backed up


# -- nbgrader's configuration ---------------------------------------------------------------------------------------


def _config(course: Course, folder: Path) -> str:
    """Return the configuration with our part renewed and the rest as it is; the rest of a new one is only a hint."""
    part = _our_part(course)
    try:
        before = (folder / CONFIG).read_bytes().decode("utf-8")
    except (FileNotFoundError, NotADirectoryError):
        return _NEW_CONFIG.format(part=part)
    except (OSError, UnicodeDecodeError):
        raise UsageError(f"{folder / CONFIG} cannot be read as UTF-8", "Mend it, or move it away.") from None
    ours = re.compile(f"^{re.escape(BEGIN)}$.*?^{re.escape(END)}$", re.MULTILINE | re.DOTALL)
    if ours.search(before):
        return ours.sub(lambda match: part, before, count=1)
    return f"{before.rstrip()}\n\n{part}\n"


def _our_part(course: Course) -> str:
    lines = [
        BEGIN,
        "# What `grade nbgrader build` writes anew each time. Change nothing between these marks.",
        "_gradkata = get_config()",
        'if "course_id" not in _gradkata.CourseDirectory:',
        f"    _gradkata.CourseDirectory.course_id = {course.name!r}",
        f"_gradkata.ClearSolutions.code_stub = {{'python': {STUB!r}}}",
    ]
    if not is_installed(course):  # hidden checks are in the instructor's course, and the kernels inherit this
        lines += ["import os", f"os.environ.setdefault('GRADKATA_COURSE', {str(course.folder)!r})"]
    return "\n".join([*lines, END])


_NEW_CONFIG = """\
# Configuration of nbgrader for this course. Yours to write outside of the two marks, for example:
#
#     c = get_config()
#     c.Exchange.root = "/srv/nbgrader/exchange"

{part}
"""
