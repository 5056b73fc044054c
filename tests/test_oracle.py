"""What the checks of the autograd course draw: no seed lets a wrong rule come out right by chance."""

from __future__ import annotations

import importlib.util
import random
from itertools import combinations
from typing import Any

import pytest
from golden_cases import CASES, ROOT, autograd

from grader.session import Session, run_session
from grader.workers import Spawner

SEEDS = range(40)


def load_oracle() -> Any:
    spec = importlib.util.spec_from_file_location("oracle_of_autograd", ROOT / "checkpoints" / "oracle.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


oracle = load_oracle()


@pytest.mark.parametrize(("x", "y"), [(2.0, 2.0), (1.5, 3.0), (-3.0, 1.5), (1.4, 3.5), (0.7, 1.0), (4.0, 2.0)])
def test_pairs_with_which_operations_look_alike(x: float, y: float) -> None:
    assert oracle.alike(x, y)
    assert oracle.alike(-y, x)


@pytest.mark.parametrize(("x", "y"), [(2.0, 3.0), (-1.3, 2.6), (1.1, 3.9)])
def test_pairs_with_which_each_operation_has_its_own_result(x: float, y: float) -> None:
    assert not oracle.alike(x, y)


@pytest.mark.parametrize(
    ("count", "low", "high", "beside"), [(5, 1.1, 3.9, []), (3, 1.1, 3.9, [2, 3, 4]), (5, 0.2, 0.9, [])]
)
def test_numbers_are_never_alike(count: int, low: float, high: float, beside: list[int]) -> None:
    for seed in range(2000):
        numbers = oracle.unequal(random.Random(seed), count, low, high, beside)
        assert len(numbers) == count
        assert all(low <= abs(x) <= high for x in numbers)
        pairs = [*combinations(numbers, 2), *((x, c) for x in numbers for c in beside)]
        assert not any(oracle.alike(x, y) for x, y in pairs), (seed, numbers)


@pytest.mark.parametrize(
    ("case", "check", "said"),
    [
        ("wrong_rtruediv_swapped", "test_number_divided_by_a_value", "a / 2 is something else"),
        ("wrong_rsub_swapped", "test_number_minus_a_value", "a - 4 would have the opposite sign"),
    ],
)
def test_swapped_sides_show_in_the_number_with_every_seed(case: str, check: str, said: str) -> None:
    """Not only in the gradient: "forward is right" would send the learner the wrong way."""
    course = autograd()
    submission = CASES[case].submission(course)

    def drive(session: Session) -> list[str]:
        reports = (session.examine(submission, seed, lambda known: known.id == check) for seed in SEEDS)
        return [result.message for stages in reports for report in stages for result in report.checks]

    spawner = Spawner(course.limits)
    try:
        messages = run_session(course, course.stages, spawner, drive)
    finally:
        spawner.close()
    assert messages == [said] * len(SEEDS)
