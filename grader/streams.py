"""Standard output and error that never end a command: they exist, and what their encoding lacks is replaced."""

from __future__ import annotations

import codecs
import contextlib
import io
import os
import sys

__all__ = ["make_streams_safe", "silence_stdout", "write_json"]

_HANDLER = "gradkata.lookalike"
# One character for one, so that no line grows longer than the terminal is wide.
_LOOKALIKES = dict(zip("·•▌–—−→×…‘’“”≤≥", "-*|--->x.''\"\"<>", strict=True))


def make_streams_safe() -> None:
    """Give stdout and stderr a way out for every character, and put nothing in the place of a closed one."""
    codecs.register_error(_HANDLER, _look_alike)
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:  # closed by whoever started us
            setattr(sys, name, io.StringIO())
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=_HANDLER)


def _look_alike(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(_LOOKALIKES.get(c, "?") for c in error.object[error.start : error.end]), error.end


def silence_stdout() -> None:
    """Let what is still to be written to a closed pipe go nowhere."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def write_json(document: str) -> None:
    """Write one document and a line end to stdout, in UTF-8 whatever the terminal's encoding, as JSON is."""
    data = f"{document}\n"
    try:
        if hasattr(sys.stdout, "buffer"):
            sys.stdout.flush()
            sys.stdout.buffer.write(data.encode("utf-8"))
            sys.stdout.buffer.flush()
        else:
            sys.stdout.write(data)
    except BrokenPipeError:  # nobody reads on
        silence_stdout()
