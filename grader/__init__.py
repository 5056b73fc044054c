"""Grade exercises with ordinary pytest files, in a process that the student's code cannot reach.

A checkpoint needs one name from here: `check`, the mark that makes a test a check.
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036  whoever begins with an old one is told so, down to Python 2
    sys.stderr.write(
        "gradkata needs Python 3.11 or newer, and this is Python %d.%d (%s).\n"  # noqa: UP031
        "Install a newer one from python.org, and with it make the environment again: "
        "python3.12 -m venv .venv (on Windows: py -3.12 -m venv .venv)\n"
        % (sys.version_info[0], sys.version_info[1], sys.executable)
    )
    sys.exit(2)

from grader.marks import check

__version__ = "0.1.0"
__all__ = ["__version__", "check"]
