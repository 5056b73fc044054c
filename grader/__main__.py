"""The command `grade`, also as `python -m grader`. Only what must happen before anything heavy is imported."""

from __future__ import annotations

import gc
import os
import sys

__all__ = ["main"]


def main() -> None:
    """Run the command line and exit with its code: 0 passed, 1 not passed, 2 usage or course error, 130 interrupted."""
    gc.disable()  # a short-lived process: collecting costs more than it frees; long-lived commands turn it on again
    _forget_foreign_paths()
    from grader.cli import run

    sys.exit(run(sys.argv[1:]))


def _forget_foreign_paths() -> None:
    """Take PYTHONPATH and the current folder out of the import path: a `random.py` there is not the random we mean."""
    here = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    foreign = {os.path.abspath(entry) for entry in os.environ.get("PYTHONPATH", "").split(os.pathsep) if entry}
    foreign.add(os.getcwd() if os.path.isdir(os.curdir) else "")
    sys.path[:] = [entry for entry in sys.path if entry and (os.path.abspath(entry) == here or os.path.abspath(entry) not in foreign)]


if __name__ == "__main__":
    main()
