"""What a notebook's reader should do next: run a cell, look at one, or start the kernel again."""

from __future__ import annotations

import msgspec

from grader.kernel.live import Live
from grader.report import CheckResult, Outcome, Report

__all__ = ["in_notebook", "next_step"]

_CALM = (Outcome.PASSED, Outcome.TODO, Outcome.SKIPPED)


def in_notebook(check: CheckResult, live: Live) -> CheckResult:
    """Return a result with what is particular to notebooks: a unit may be written, and its cell not run."""
    unit = check.needs
    if check.outcome is not Outcome.TODO or unit is None:
        return check
    name = unit.partition(":")[2]
    if live.is_undefined(unit):
        message = f"`{name.partition('.')[0]}` is not defined: its cell was not run yet, or stopped with an error"
    elif live.was_lost(unit):
        message = f"`{name}` was defined, and is gone since the cell of its class was run again"
    else:
        return check
    return msgspec.structs.replace(check, message=message)


def next_step(report: Report, live: Live, old: str, *, one: bool) -> str:
    """Return what to do after some checks were run; `old` says what is left of classes that came anew since."""
    if report.passed:
        return "" if one else "All of it is right."
    wrong = [check for check in report.checks if check.outcome not in _CALM]
    check = wrong[0] if wrong else next(c for c in report.checks if c.outcome is not Outcome.PASSED)
    if check.outcome is Outcome.ERROR:
        return "This is not your fault: tell your instructor, with the message above."
    if check.outcome is Outcome.SKIPPED:
        return f"This check was skipped: {check.message or 'no reason given'}."
    again = "then this one again" if one else f"then `%grade {report.stage}` again"
    return " ".join(filter(None, (_about(check, report, live, again), old and f"And: {old}")))


def _about(check: CheckResult, report: Report, live: Live, again: str) -> str:
    unit = check.needs if check.outcome is Outcome.TODO else _culprit(report)
    unit = unit or check.units[0]
    name = f"`{unit.partition(':')[2]}`"
    if check.outcome is not Outcome.TODO:
        place = live.place_of(unit)
        where = f" ({place.spot})" if place else ""
        return f"Look at {name}{where}; change it, run its cell, {again}."
    if live.is_undefined(unit):
        return f"Run the cells from the top, {again}."
    if live.was_lost(unit):
        return f"Run the cell that defines {name} once more, {again}."
    return f"Write {name}, run its cell, {again}."


def _culprit(report: Report) -> str | None:
    """Return the unit that diagnosis or blame points at."""
    if report.diagnosis is not None:
        return report.diagnosis.unit
    return report.blame[0] if report.blame else None
