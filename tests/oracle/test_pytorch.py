"""PyTorch agrees with the reference on random graphs, in every value and every gradient, to 1e-9."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from typing import Any

import engine
import pytest
import torch

GRAPHS = 1000
STEPS = 12
LARGEST = 50.0

# A step's name; from the engine's operands, and from tensors; whether it may be taken at these two numbers.
Step = tuple[str, Callable[[Any, Any], Any], Callable[[Any, Any], Any], Callable[[float, float], bool]]
STEPS_KNOWN: list[Step] = [
    ("a + b", lambda a, b: a + b, lambda a, b: a + b, lambda x, y: True),
    ("a - b", lambda a, b: a - b, lambda a, b: a - b, lambda x, y: True),
    ("a * b", lambda a, b: a * b, lambda a, b: a * b, lambda x, y: True),
    ("a / b", lambda a, b: a / b, lambda a, b: a / b, lambda x, y: abs(y) > 0.1),
    ("-a", lambda a, b: -a, lambda a, b: -a, lambda x, y: True),
    ("2 + a", lambda a, b: 2 + a, lambda a, b: 2 + a, lambda x, y: True),
    ("3 - a", lambda a, b: 3 - a, lambda a, b: 3 - a, lambda x, y: True),
    ("0.5 * a", lambda a, b: 0.5 * a, lambda a, b: 0.5 * a, lambda x, y: True),
    ("2 / a", lambda a, b: 2 / a, lambda a, b: 2 / a, lambda x, y: abs(x) > 0.1),
    ("a ** 2", lambda a, b: a**2, lambda a, b: a**2, lambda x, y: True),
    ("a ** 3", lambda a, b: a**3, lambda a, b: a**3, lambda x, y: True),
    ("a ** -1", lambda a, b: a**-1, lambda a, b: a**-1, lambda x, y: abs(x) > 0.1),
    ("a ** 0.5", lambda a, b: a**0.5, lambda a, b: a**0.5, lambda x, y: x > 0.1),
    ("tanh", lambda a, b: a.tanh(), lambda a, b: a.tanh(), lambda x, y: True),
    ("relu", lambda a, b: a.relu(), lambda a, b: a.relu(), lambda x, y: abs(x) > 1e-6),
    ("exp", lambda a, b: a.exp(), lambda a, b: a.exp(), lambda x, y: x < 3),
    ("log", lambda a, b: a.log(), lambda a, b: a.log(), lambda x, y: x > 0.1),
    ("power", lambda a, b: a.power(b), lambda a, b: a**b, lambda x, y: 0.1 < x < 4 and abs(y) < 3),
]


def grown(seed: int) -> tuple[list[Any], list[Any]]:
    """Return the nodes of one random graph, twice: as Values and as tensors, step by step the same, gone backward."""
    rng = random.Random(seed)
    numbers = [rng.uniform(-3, 3) for _ in range(3)]
    values = [engine.Value(x) for x in numbers]
    tensors = [torch.tensor(x, dtype=torch.float64, requires_grad=True) for x in numbers]
    while len(values) < STEPS + len(numbers):
        _, ours, theirs, fits = rng.choice(STEPS_KNOWN)
        i, j = rng.choices(range(len(values)), range(1, len(values) + 1), k=2)
        if not fits(values[i].data, values[j].data):
            continue
        value = ours(values[i], values[j])
        if abs(value.data) <= LARGEST:
            values.append(value)
            tensors.append(theirs(tensors[i], tensors[j]))
    for tensor in tensors:
        tensor.retain_grad()
    sum(values).backward()
    sum(tensors).backward()  # type: ignore[union-attr]
    return values, tensors


@pytest.mark.parametrize("batch", range(10))
def test_values_and_gradients_agree(batch: int) -> None:
    for seed in range(batch * GRAPHS // 10, (batch + 1) * GRAPHS // 10):
        for value, tensor in zip(*grown(seed), strict=True):
            assert math.isclose(value.data, tensor.item(), rel_tol=1e-9, abs_tol=1e-9), seed
            assert math.isclose(value.grad, tensor.grad.item(), rel_tol=1e-9, abs_tol=1e-9), seed
