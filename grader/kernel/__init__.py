"""Checks in a notebook: a test cell is one short call, and shows what `grade` would say.

    from grader.kernel import checks

    check = checks("shapes", "points")

    check("test_midpoint")         # shows the feedback; its value is the points, a plain float
    %grade points                  # all checks of a stage

The checks run in the notebook's own process, against whatever its cells have defined by then. That is for practice:
code that shares a process with its checks can reach them.
"""

from grader.kernel.calls import checks, load_ipython_extension, offer_magic

__all__ = ["checks", "load_ipython_extension"]

offer_magic()
