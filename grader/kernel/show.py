"""Feedback below a cell: as HTML where there is a front end for it, as text in every other."""

from __future__ import annotations

import sys

from grader.course import Stage
from grader.render.html import check_fragment, feedback_fragment, report_text
from grader.render.markup import fragment, prose, tag
from grader.report import Report

__all__ = ["show", "show_text"]


def show(report: Report, stage: Stage, step: str, *, one: bool) -> None:
    """Show a report: of the one check that a cell calls, or of a stage."""
    html = check_fragment(report, step) if one else feedback_fragment(report, stage, step)
    _display(html, report_text(report, stage, step))


def show_text(text: str) -> None:
    """Show a message that is not a report."""
    _display(fragment(tag("div", *(tag("p", prose(line)) for line in text.splitlines()), class_="card")), text)


def _display(html: str, text: str) -> None:
    """Hand both forms to the front end, which shows the one that it can; without IPython, print the text."""
    ipython = sys.modules.get("IPython")
    if ipython is None or ipython.get_ipython() is None:
        print(text.rstrip())
        return
    from IPython.display import display

    display({"text/html": html, "text/plain": text.rstrip()}, raw=True)
