"""A learner's files as they were before a command changed them: `backups/DATE-COMMAND/`, a copy of each.

Only `rewrite` changes files that are the learner's, and it copies them first: one folder for one command, that is there
when all of it is. Then file by file is replaced. Whoever kills it finds each file as it was or as it should become, and
all that was in the folder of copies.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path

import msgspec

from grader.errors import UsageError, did_you_mean
from grader.files import write_atomically

__all__ = ["FOLDER", "Backup", "all_backups", "bring_back", "newest_backup", "rewrite"]

FOLDER = "backups"

_STAMP = "%Y-%m-%d-%H%M%S"
_NAME = re.compile(r"(?P<stamp>\d{4}-\d\d-\d\d-\d{6})(?:\.(?P<count>\d+))?-(?P<command>.+)")


class Backup(msgspec.Struct, frozen=True):
    """One folder of copies; `command` is what was about to change the files, such as `reset-stage1`."""

    folder: Path
    stamp: str
    count: int
    command: str

    @property
    def when(self) -> str:
        """The date and time as people write them."""
        return f"{datetime.strptime(self.stamp, _STAMP):%Y-%m-%d %H:%M:%S}"

    @property
    def said(self) -> str:
        """The command as it was typed, as far as it matters."""
        name, _, about = self.command.partition("-")
        return f"grade {name} {'--all' if about == 'all' else about}".strip()

    @property
    def files(self) -> dict[str, Path]:
        """The copies, by the path of the file below the folder that holds the backups."""
        found = sorted(path for path in self.folder.rglob("*") if path.is_file())
        return {path.relative_to(self.folder).as_posix(): path for path in found}


def all_backups(root: Path) -> list[Backup]:
    """Return the backups below `root`, the newest first. What else lies in the folder is left alone."""
    try:
        names = [entry.name for entry in (root / FOLDER).iterdir() if entry.is_dir()]
    except OSError:
        return []
    found = [
        Backup(root / FOLDER / name, match["stamp"], int(match["count"] or 1), match["command"])
        for name in names
        if (match := _NAME.fullmatch(name)) and _is_date(match["stamp"])
    ]
    return sorted(found, key=lambda backup: (backup.stamp, backup.count), reverse=True)


def _is_date(stamp: str) -> bool:
    try:
        datetime.strptime(stamp, _STAMP)
    except ValueError:
        return False
    return True


def newest_backup(root: Path, name: str | None = None) -> Backup:
    """Return the last backup, or the one of that name; UsageError when there is none."""
    found = all_backups(root)
    if not found:
        raise UsageError(
            "there is nothing to bring back: no command has changed your files here",
            "`grade reset`, `grade update` and `grade undo` keep what they change in backups/; your editor's own undo "
            "may help with the rest.",
        )
    if name is None:
        return found[0]
    wanted = Path(name).name
    for backup in found:
        if backup.folder.name == wanted:
            return backup
    names = [backup.folder.name for backup in found]
    raise UsageError(f"there is no backup '{name}'", did_you_mean(wanted, names) or "They are: grade undo --list")


def bring_back(root: Path, backup: Backup) -> Backup | None:
    """Put the files of a backup back and return the backup of what was there; None when nothing had to change."""
    try:
        contents = {root / name: copy.read_bytes() for name, copy in backup.files.items()}
    except OSError as error:
        raise UsageError(f"{backup.folder} cannot be read: {error.strerror}", "Check its permissions.") from None
    return rewrite(root, "undo", contents)


def rewrite(root: Path, command: str, contents: Mapping[Path, bytes]) -> Backup | None:
    """Give files below `root` new contents, after copying those that are there into a new backup.

    Returns None when no file that was there changes. UsageError when something cannot be written, or when a file is
    saved by somebody else at this very moment: their version stays.
    """
    before = {file: _content(file) for file in contents}
    changing = {file: data for file, data in contents.items() if before[file] != data}
    kept = {file: data for file in changing if (data := before[file]) is not None}
    backup = _keep(root, command, kept) if kept else None
    for file, data in changing.items():
        if _content(file) != before[file]:
            advice = f"Run the command again. Nothing is lost: {backup.folder if backup else file}"
            raise UsageError(f"{file} was saved meanwhile and stays as it is", advice)
        _write(file.resolve(), data)  # where it is a link, what it leads to
    return backup


def _content(file: Path) -> bytes | None:
    try:
        return file.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise UsageError(f"{file} cannot be read: {error.strerror}", "Check its permissions.") from None


def _write(file: Path, data: bytes) -> None:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"cannot make the folder {file.parent}: {error.strerror}") from None
    write_atomically(file, data)


def _keep(root: Path, command: str, contents: Mapping[Path, bytes]) -> Backup:
    """Copy contents into a new folder, which gets its name when it is whole."""
    draft = root / FOLDER / f".draft-{os.urandom(4).hex()}"
    try:
        for file, data in contents.items():
            copy = draft / file.relative_to(root)
            copy.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(copy, data)
        return _named(root, draft, command)
    except OSError as error:
        problem = f"cannot keep a copy in {root / FOLDER}: {error.strerror}"
        raise UsageError(problem, "Nothing was changed. Check that the folder may be written.") from None
    finally:
        shutil.rmtree(draft, ignore_errors=True)


def _named(root: Path, draft: Path, command: str) -> Backup:
    """Give a draft its name: later than all others, also where a clock was put back or two come in one second."""
    while True:
        stamp, count = datetime.now().strftime(_STAMP), 1
        last = next(iter(all_backups(root)), None)
        if last is not None and last.stamp >= stamp:
            stamp, count = last.stamp, last.count + 1
        name = f"{stamp}{f'.{count}' if count > 1 else ''}-{command}"
        backup = Backup(root / FOLDER / name, stamp, count, command)
        if not backup.folder.exists():
            draft.rename(backup.folder)
            return backup
