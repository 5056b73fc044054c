"""Writing files so that nothing is ever half there or lost."""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO

from grader.errors import UsageError

__all__ = ["back_up", "replacing", "safe_names", "write_atomically"]


def write_atomically(path: Path, data: bytes | str) -> None:
    """Put `data` (text as UTF-8) into a file: whoever looks sees the old file or the new one, whole.

    UsageError when the folder cannot be written.
    """
    if isinstance(data, str):
        data = data.encode("utf-8")
    try:
        with replacing(path) as stream:
            stream.write(data)
    except OSError as error:
        advice = "Check that the folder exists and may be written."
        raise UsageError(f"cannot write {path}: {error.strerror}", advice) from None


@contextlib.contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """Yield a stream whose content replaces a file when all of it is written; OSError leaves the file as it was."""
    draft = path.with_name(f".{path.name}.{os.urandom(4).hex()}")
    try:
        with draft.open("xb") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        if path.exists():
            draft.chmod(path.stat().st_mode & 0o7777)
        draft.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):  # where nothing may be written, nothing may be removed either
            draft.unlink(missing_ok=True)
        raise


def back_up(path: Path) -> Path:
    """Copy a file to a dated name beside it and return that name; an existing backup is never replaced."""
    from datetime import datetime

    stamp = datetime.now().strftime("%Y-%m-%d-%H%M%S")
    backup, count = path.with_name(f"{path.name}.{stamp}.bak"), 1
    while backup.exists():
        count += 1
        backup = path.with_name(f"{path.name}.{stamp}-{count}.bak")
    write_atomically(backup, path.read_bytes())
    return backup


# Names that Windows keeps for its devices, whatever their ending (learn.microsoft.com, Naming Files).
_DEVICES = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)
_UNSAFE = re.compile(r"[^\w .@+-]")
MAX_NAME = 60  # characters, each of which may be four bytes of the 255 that a name may have


def safe_names(texts: Iterable[str]) -> dict[str, str]:
    """Return for each text a name that a file may have on every system, another one for each.

    Letters of all scripts stay; a name that had to be changed, or that differs from another one in nothing that a file
    system sees, gets a few digits of a hash.
    """
    import hashlib
    import unicodedata

    names: dict[str, str] = {}
    taken: set[str] = set()
    for text in texts:
        name = _UNSAFE.sub("_", unicodedata.normalize("NFC", text))[:MAX_NAME].strip(" .") or "_"
        if name != text or _DEVICES.fullmatch(name) or name.casefold() in taken:
            name += f"-{hashlib.sha256(text.encode('utf-8', 'surrogatepass')).hexdigest()[:8]}"
        while name.casefold() in taken:
            name += "_"
        names[text] = name
        taken.add(name.casefold())
    return names
