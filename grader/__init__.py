"""Grade exercises with ordinary pytest files, in a process that the student's code cannot reach.

A checkpoint needs one name from here: `check`, the mark that makes a test a check.
"""

from grader.marks import check

__version__ = "0.1.0"
__all__ = ["__version__", "check"]
