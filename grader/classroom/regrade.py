"""After a check was mended: what changes for whom, and what is not to change."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from pathlib import Path

import msgspec

from grader.classroom.graded import Graded
from grader.classroom.journal import read_results
from grader.errors import UsageError, did_you_mean
from grader.report import CheckResult, Outcome, worst

__all__ = ["Change", "changes", "earlier_points", "never_lower", "without_checks"]

VOID = "(left out for everybody: the check was faulty)"


class Change(msgspec.Struct, frozen=True):
    """A student whose points are others than before; None where there is no result."""

    student: str
    before: float | None
    after: float | None

    @property
    def gain(self) -> float:
        return (self.after or 0.0) - (self.before or 0.0)


def earlier_points(path: Path) -> dict[str, float]:
    """Return the points of an earlier batch, given its folder or its results.jsonl; UsageError when it is neither."""
    file = path / "results.jsonl" if path.is_dir() else path
    return {graded.student: graded.report.points for graded in read_results(file)}


def changes(before: Mapping[str, float], after: Mapping[str, float]) -> list[Change]:
    """Return who has other points than before, who lost most first."""
    found = [Change(s, before.get(s), after.get(s)) for s in sorted({*before, *after})]
    return sorted((change for change in found if change.before != change.after), key=lambda change: change.gain)


def never_lower(graded: Iterable[Graded], before: Mapping[str, float]) -> Iterator[Graded]:
    """Yield the results; who would have less than before keeps those points, and a note says so."""
    for one in graded:
        points, report = before.get(one.student, 0.0), one.report
        if points <= report.points:
            yield one
            continue
        note = f"{points:g} points kept from before; the checks give {report.points:g}"
        yield msgspec.structs.replace(one, report=msgspec.structs.replace(report, points=points), note=note)


def without_checks(graded: Iterable[Graded], names: Collection[str]) -> Iterator[Graded]:
    """Yield the results without these checks, which count for nobody; UsageError when there is no such check."""
    for one in graded:
        known = {check.id for check in one.report.checks}
        for name in names:
            if known and not any(_is(check, name) for check in known):
                advice = did_you_mean(name, known) or f"The checks are: {', '.join(sorted(known))}."
                raise UsageError(f"there is no check '{name}'", advice)
        yield _without(one, lambda check: any(_is(check.id, name) for name in names))


def _is(check: str, name: str) -> bool:
    return check == name or check.partition("[")[0] == name


def _without(one: Graded, is_void: Callable[[CheckResult], bool]) -> Graded:
    report = one.report
    checks = tuple(_voided(check) if is_void(check) else check for check in report.checks)
    counted = [check for check in report.checks if not is_void(check)]
    changed = msgspec.structs.replace(
        report,
        checks=checks,
        outcome=worst(check.outcome for check in counted) if counted else report.outcome,
        points=sum(check.points for check in counted),
        max_points=sum(check.max_points for check in counted),
    )
    return msgspec.structs.replace(one, report=changed)


def _voided(check: CheckResult) -> CheckResult:
    title = f"{check.title} {VOID}"
    return CheckResult(check.id, title, Outcome.SKIPPED, 0.0, 0.0, check.units, hidden=check.hidden)
