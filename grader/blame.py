"""Whose fault it is, by experiment: which units, replaced by the reference, make the failing checks pass?

The reference is swapped into the student's own file, so their helpers and their other units stay. It needs the
solutions, so it is for courses that have them at hand.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from itertools import combinations
from time import monotonic

from grader.course import Course
from grader.evidence import Evidence, given_code
from grader.report import WRONG, Outcome, Report
from grader.session import Trial
from grader.submission import Submission
from grader.swap import with_reference
from grader.verdict import Check

__all__ = ["BLAME_SECONDS", "find_blame"]

Suspect = tuple[int, str]  # rank and unit

BLAME_SECONDS = 1.0  # for all swaps together; after that nobody is blamed
WRONG_UNIT, DOUBTFUL, CLEARED = range(3)  # ranks of suspects; the checks about a cleared one pass


def find_blame(
    trial: Trial, submission: Submission, report: Report, evidence: Evidence, seconds: float = BLAME_SECONDS
) -> tuple[str, ...]:
    """Return the smallest set of units, one or two, whose reference makes the failing checks pass; () when none does.

    Units that are known to be wrong are tried first: of two sets that would do, it is theirs.
    """
    failing = {check.id: check.outcome for check in report.checks if check.outcome in WRONG}
    if not submission.course.solutions.is_dir() or not failing:
        return ()
    slow = [check for check, outcome in failing.items() if outcome is Outcome.TIMEOUT]
    deadline = monotonic() + seconds

    stubborn = [*(check for check in failing if check not in slow), *slow]  # which that is, the last variant showed

    def passes(variant: Submission) -> bool:
        trial.load(variant)
        for result in trial.run(_these(report.stage, failing), report.seed, stubborn):
            if result.outcome is not Outcome.PASSED:
                stubborn.sort(key=lambda check: (check in slow, check != result.id))
                return False
        return True

    if passes(submission):  # this time: then no swap would prove anything
        return ()
    for suspects in _sets(_suspects(submission, report, evidence)):
        if monotonic() > deadline:
            return ()
        units = sorted((unit for _, unit in suspects), key=_order(submission.course))
        variant = with_reference(submission, units)
        times = 1 + max(rank for rank, _ in suspects)  # what depends on the order of a set may be mended by chance
        if variant is not None and all(passes(variant) for _ in range(times)):
            return tuple(units)
    return ()


def _these(stage: str, ids: Collection[str]) -> Callable[[Check], bool]:
    return lambda check: check.stage == stage and check.id in ids


def _suspects(submission: Submission, report: Report, evidence: Evidence) -> list[Suspect]:
    """Return the units that may be at fault, each with its rank.

    They are what the failing checks use, what is known to be wrong, and what came with the exercises and was changed.
    """
    used = [unit for check in report.checks if check.outcome in WRONG for unit in check.units]
    units = dict.fromkeys([*evidence.wrong, *used, *given_code(submission)])
    ranks = {u: WRONG_UNIT if u in evidence.wrong else CLEARED if u in evidence.right else DOUBTFUL for u in units}
    order = _order(submission.course)
    return [(ranks[u], u) for u in sorted(units, key=lambda u: (ranks[u], -used.count(u), order(u)))]


def _sets(suspects: Sequence[Suspect]) -> list[tuple[Suspect, ...]]:
    """Return sets of one suspect and of two: those known to be wrong first, those with a cleared one last."""
    sets: list[tuple[Suspect, ...]] = [*((suspect,) for suspect in suspects), *combinations(suspects, 2)]

    def order(units: tuple[Suspect, ...]) -> tuple[int, int, int]:
        ranks = [rank for rank, _ in units]
        return max(ranks), len(ranks), sum(ranks)

    return sorted(sets, key=order)


def _order(course: Course) -> Callable[[str], int]:
    units = list(course.units)
    return lambda unit: units.index(unit) if unit in units else -1
