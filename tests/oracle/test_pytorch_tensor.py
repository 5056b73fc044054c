"""PyTorch agrees with the reference's Tensor on random expressions of arrays, in values, gradients and shapes."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import tensor
import torch

EXPRESSIONS = 300
SHAPES = [(2, 3), (3,), (2, 1), (1, 3), (), (1, 1), (1,)]  # each may be stretched to (2, 3)

# From any operands, whether tensors of the reference or of PyTorch.
ELEMENTWISE: list[Callable[[Any, Any], Any]] = [
    lambda a, b: a + b,
    lambda a, b: a - b,
    lambda a, b: a * b,
    lambda a, b: a / (b * b + 1),
    lambda a, b: 2 - a,
    lambda a, b: 3 / (a * a + 1),
    lambda a, b: a**2,
    lambda a, b: (a * a + 1) ** -0.5,
    lambda a, b: a.tanh(),
    lambda a, b: a.relu(),
    lambda a, b: (a * 0.3).exp(),
    lambda a, b: (a * a + 0.5).log(),
]
# Of a whole of shape (2, 3): what ends an expression.
ENDINGS: list[Callable[[Any], Any]] = [
    lambda a: a,
    lambda a: a.sum(),
    lambda a: a.mean(),
    lambda a: a.sum(0),
    lambda a: a.mean(1),
    lambda a: a.sum(-1),
    lambda a: a.reshape(3, 2),
    lambda a: a.reshape(-1),
    lambda a: a.T,
    lambda a: a @ a.T,
    lambda a: (a.T @ a).reshape(9),
    lambda a: (a @ a.reshape(3, 2)).T,
]


def expression(rng: random.Random, leaves: list[Any]) -> Any:
    """Grow one expression on these leaves; the same for the same state of `rng`, whatever the leaves are."""
    nodes = list(leaves)
    for _ in range(8):
        nodes.append(rng.choice(ELEMENTWISE)(rng.choice(nodes), rng.choice(nodes)))
    whole = sum(nodes[1:], nodes[0])  # every leaf has a part in it, and the first has its shape
    return rng.choice(ENDINGS)(whole)


@pytest.mark.parametrize("batch", range(3))
def test_values_gradients_and_shapes_agree(batch: int) -> None:
    for seed in range(batch * EXPRESSIONS // 3, (batch + 1) * EXPRESSIONS // 3):
        rng = random.Random(seed)
        shapes = [(2, 3), *rng.sample(SHAPES, 3)]
        arrays = [np.random.default_rng(seed + k).uniform(-2, 2, shape) for k, shape in enumerate(shapes)]
        ours = [tensor.Tensor(array) for array in arrays]
        theirs = [torch.tensor(array.tolist(), dtype=torch.float64, requires_grad=True) for array in arrays]
        state = rng.getstate()
        mine = expression(rng, ours)
        rng.setstate(state)
        other = expression(rng, theirs)
        mine.backward()
        other.sum().backward()
        for array, right in [
            (mine.data, other),
            *zip((leaf.grad for leaf in ours), (x.grad for x in theirs), strict=True),
        ]:
            assert np.shape(array) == tuple(right.shape), seed
            np.testing.assert_allclose(
                array, np.array(right.tolist()).reshape(right.shape), 1e-9, 1e-9, err_msg=str(seed)
            )
