"""Whether a mutant agrees with the reference on random inputs: programs of the engine's operators, networks, training.

Both run on the student's side, built from the same random numbers; values and gradients must be equal to rounding.
"""

from __future__ import annotations

import math
from typing import Any

from grader.session import Session
from grader.submission import Submission, read_submission

RUNS = 10_000  # random programs for a unit of the engine
NETWORKS = 1_000  # random networks for a unit of the network: each is hundreds of operations
BATCH = 500
SEED = 20260101


def agrees(session: Session, submission: Submission, unit: str) -> bool:
    """Return whether the submission and the reference give the same answers."""
    reference = read_submission(session.course, session.course.solutions)
    pairs = zip(answers(session, submission, unit), answers(session, reference, unit), strict=True)
    return all(near(one, other) for mine, theirs in pairs for one, other in zip(mine, theirs, strict=True))


def near(one: list[float], other: list[float]) -> bool:
    """Whether two lists of numbers are equal to rounding; operands in sets are added up in an order of their own."""
    return len(one) == len(other) and all(
        math.isclose(a, b, rel_tol=1e-6, abs_tol=1e-9) or (math.isnan(a) and math.isnan(b))
        for a, b in zip(one, other, strict=True)
    )


def answers(session: Session, submission: Submission, unit: str) -> list[Any]:
    """Return what a submission makes of the random inputs, batch by batch."""
    runs, helper = _BY_MODULE.get(unit.partition(":")[0], (NETWORKS, run_networks))
    found = []
    for batch in range(runs // BATCH or 1):
        with session.visiting(submission, SEED) as visit:
            visit.begin(unit)  # what its stage may import, it may
            module = visit.module(unit.partition(":")[0])
            found.append(visit.in_student(helper, module, SEED + batch, min(BATCH, runs)))
    return found


def run_programs(engine: Any, seed: int, count: int) -> list[list[float]]:
    """Run random programs over all operators; every leaf starts with a gradient of its own."""
    import random

    rng = random.Random(seed)
    rules = [  # divisors and bases of negative powers stay away from 0, large bases from overflow
        lambda x, y, n: x + y,
        lambda x, y, n: x * y,
        lambda x, y, n: x - y,
        lambda x, y, n: x / y if abs(y.data) > 0.1 else x * y,
        lambda x, y, n: -x,
        lambda x, y, n: x.tanh(),
        lambda x, y, n: x.relu(),
        lambda x, y, n: x.exp() if x.data < 3 else x.tanh(),
        lambda x, y, n: x.log() if x.data > 0.1 else x.relu(),
        lambda x, y, n: x.power(y) if 0.1 < x.data < 4 and abs(y.data) < 3 else x.power(2) if x.data > 0.1 else x + y,
        lambda x, y, n: x ** rng.choice([2, 3]) if abs(x.data) < 10 else x.tanh(),
        lambda x, y, n: x**-1 if abs(x.data) > 0.1 else x,
        lambda x, y, n: x + n,
        lambda x, y, n: n + x,
        lambda x, y, n: n * x,
        lambda x, y, n: n - x,
        lambda x, y, n: n / x if abs(x.data) > 0.1 else x * n,
        lambda x, y, n: sum([x, y, x]),
    ]
    answers = []
    for _ in range(count):
        leaves = [engine.Value(rng.uniform(-3, 3)) for _ in range(3)]
        for leaf in leaves:
            leaf.grad = rng.choice([0.0, rng.uniform(-1, 1)])
        values = list(leaves)
        for _ in range(rng.randrange(1, 9)):
            values.append(rng.choice(rules)(rng.choice(values), rng.choice(values), rng.choice([2, 3, 0.5, -1.5])))
        values[-1].backward()
        answers.append([float(f"{n:.9g}") for v in values for n in (v.data, v.grad)])
    return answers


def run_networks(nn: Any, seed: int, count: int) -> list[list[float]]:
    """Build random networks, run and train them a little; drawn weights are part of the answer."""
    import random

    rng = random.Random(seed)
    answers = []
    for _ in range(count):
        random.seed(rng.randrange(10**6))
        inputs, sizes = rng.randrange(1, 4), [rng.randrange(2, 4), 1]
        model = nn.MLP(inputs, sizes)
        wide = nn.Layer(inputs, 2)([rng.uniform(-1, 1) for _ in range(inputs)])
        xs = [[rng.uniform(-2, 2) for _ in range(inputs)] for _ in range(2)]
        ys = [rng.choice([-1.0, 1.0]) for _ in xs]
        drawn = [p.data for p in model.parameters()]
        losses = nn.train(model, xs, ys, 2, 0.1)
        out = model(xs[0])
        before = [p.grad for p in model.parameters()]
        nn.zero_grad(model)
        after = [p.grad for p in model.parameters()]
        kept = [p.data for p in model.parameters()]
        linear = nn.MLP(inputs, sizes, True)
        fitted = nn.fit(linear, [(xs, [1, -1]), (xs, [-1, 1])], 0.5, 0.1, 0.01, 0.3, 1e-6)
        learnt = [p.data for p in linear.parameters()]
        numbers = [*drawn, *losses, out.data, *before, *after, *kept, *(value.data for value in wide), *fitted, *learnt]
        answers.append([float(f"{n:.9g}") for n in numbers])
    return answers


def run_arrays(tensor: Any, seed: int, count: int) -> list[list[float]]:
    """Run random expressions of arrays, with broadcasting and all shapes; train a small network a little."""
    import random

    import numpy as np

    rng, draw = random.Random(seed), np.random.default_rng(seed)
    rules = [
        lambda x, y, n: x + y,
        lambda x, y, n: x * y,
        lambda x, y, n: x - y,
        lambda x, y, n: x / (y * y + 1),
        lambda x, y, n: n - x,
        lambda x, y, n: n / (x * x + 1),
        lambda x, y, n: (x * x + 1) ** rng.choice([2, -1, 0.5]),
        lambda x, y, n: x.tanh(),
        lambda x, y, n: x.relu(),
        lambda x, y, n: (x * 0.1).exp(),
        lambda x, y, n: (x * x + 0.5).log(),
    ]
    ends = [
        lambda x: x.sum(),
        lambda x: x.mean(),
        lambda x: x.sum(0) * x.mean(0),
        lambda x: x.sum(-1) * x.mean(1),
        lambda x: x.reshape(3, -1) @ x,
        lambda x: x.T @ x.reshape(2, 3),
        lambda x: x.T.reshape(6),
    ]
    answers = []
    for _ in range(count):
        leaves = [tensor.Tensor(draw.uniform(-1, 1, shape)) for shape in ((2, 3), (3,), (2, 1), ())]
        for leaf in leaves:
            leaf.grad = draw.uniform(-1, 1, leaf.data.shape) * rng.choice([0, 1])
        nodes = list(leaves)
        for _ in range(rng.randrange(1, 7)):
            nodes.append(rng.choice(rules)(rng.choice(nodes), rng.choice(nodes), rng.choice([2, 0.5, -1.5])))
        out = rng.choice(ends)(sum(nodes[1:], nodes[0]))
        out.backward()
        layers = [(tensor.Tensor(draw.uniform(-1, 1, (2, 1))), tensor.Tensor(draw.uniform(-1, 1, 1)))]
        x, y = tensor.Tensor(draw.uniform(-1, 1, (3, 2))), tensor.Tensor(draw.uniform(-1, 1, (3, 1)))
        losses = tensor.train(layers, x, y, 2, 0.1)
        arrays = [out.data, *(part for leaf in leaves for part in (leaf.data, leaf.grad)), *(p.data for p in layers[0])]
        shapes = [float(length) for array in arrays for length in np.shape(array)]
        numbers = [float(number) for array in arrays for number in np.ravel(array)]
        answers.append([float(f"{n:.9g}") for n in (*shapes, *numbers, *losses)])
    return answers


_BY_MODULE = {"engine": (RUNS, run_programs), "tensor": (NETWORKS, run_arrays)}
