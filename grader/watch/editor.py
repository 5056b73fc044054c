"""The learner's own editor, at a file and a line."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

__all__ = ["editor_command", "open_editor"]

# How editors are told a line, by the name of their program; to others only the file is given.
_PLUS = ("ed emacs emacsclient joe kak kate mcedit micro nano ne nvim pico vi view vim").split()
_GOTO = ("code codium code-insiders cursor windsurf").split()
_COLON = ("hx helix subl zed").split()


def editor_command(file: Path, line: int) -> list[str]:
    """Return the command that opens a file at a line, by $VISUAL or $EDITOR; [] when neither is set."""
    chosen = os.environ.get("VISUAL") or os.environ.get("EDITOR") or ""
    words = shlex.split(chosen, posix=sys.platform != "win32")
    if not words:
        return []
    name = Path(words[0].strip('"')).stem.lower()
    if name in _PLUS:
        return [*words, f"+{line}", str(file)]
    if name in _GOTO:
        return [*words, "--goto", f"{file}:{line}"]
    return [*words, f"{file}:{line}" if name in _COLON else str(file)]


def open_editor(file: Path, line: int) -> str:
    """Open the editor, wait for its end, and return what went wrong, or ""."""
    command = editor_command(file, line)
    if not command:
        return "No editor is named. Set EDITOR (or VISUAL) to its command, such as nano, and begin again."
    try:
        code = subprocess.call(command)
    except OSError as error:
        return f"{command[0]} cannot be started: {error.strerror}. EDITOR or VISUAL names it."
    return f"{command[0]} ended with code {code}." if code else ""
