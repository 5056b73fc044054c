"""What the checkpoints compare with: tolerances, hand-made backward passes, closed forms.

All of this runs beside the checks. The student's nodes are only asked for
`_prev`, `_backward`, `grad` and `data`; no expected value travels to them.
"""

import math
import random
from itertools import combinations, pairwise, product

import pytest

XOR_INPUTS = [[1, 2], [2, -1], [-1, 1], [-2, -3]]
XOR_TARGETS = [1, -1, -1, 1]
XOR_SIZES = [2, 4, 4, 1]

MOST_NODES = 1000


def near(expected):
    """Equal within rounding: relative 1e-9, or absolute 1e-9 for small numbers and tanh."""
    return pytest.approx(expected, rel=1e-9, abs=1e-9)


def unequal(rng, count, low=1.1, high=3.9, beside=()):
    """Draw `count` numbers of one decimal, either sign, no two of equal magnitude.

    No two of them are alike, nor one of them and one of the constants `beside` that the check lets it meet: so a rule
    that takes one operation for another, or one side for the other, cannot come out right by chance.
    """
    while True:
        tenths = rng.sample(range(round(low * 10), round(high * 10) + 1), count)
        numbers = [rng.choice((-1, 1)) * t / 10 for t in tenths]
        if not any(alike(x, y) for x, y in [*combinations(numbers, 2), *product(numbers, beside)]):
            return numbers


def alike(x, y):
    """Whether two of x + y, x - y, x * y, x / y, y / x are of equal magnitude.

    Two equal numbers are, whichever is divided by which; so are 3 and 1.5 when added and when multiplied.
    """
    results = [math.fabs(result) for result in (x + y, x - y, x * y, x / y, y / x)]
    return any(math.isclose(one, other) for one, other in combinations(results, 2))


def positive(rng, count, low=1.1, high=3.9, beside=()):
    """Draw like `unequal`, all numbers above zero."""
    return [math.fabs(x) for x in unequal(rng, count, low, high, beside)]


# --- Walking a graph by hand, for the stages before `backward` -----------------------------------


def operands(node, **known):
    """Name the nodes in `node._prev`, sorted; one that is none of `known` is called '?'.

    `_prev` may be a set, a list or a tuple; an operand used twice is named once.
    """
    return sorted({_name(child, known) for child in _children(node)})


def _name(node, known):
    return next((name for name, other in known.items() if other is node), "?")


def _children(node):
    children = node._prev
    assert isinstance(children, set | frozenset | list | tuple), (
        "`_prev` must hold the operands: give them to Value(data, (operand, …), op)"
    )
    for child in children:
        assert not isinstance(child, int | float | complex | str | None), (
            "`_prev` holds something that is not a Value: wrap a plain number first"
        )
    return children


def propagate(root, upstream=1.0):
    """Do by hand what `backward` will do: seed `root.grad`, then call each `_backward` in order.

    A node's turn comes after those of all nodes that use it. `upstream` is the gradient that
    arrives at the root. Works for a `_prev` of any kind and for shared nodes; the order is the
    same whatever order a set has, so that a fault which depends on it shows in the same way each time.
    """
    root.grad = upstream
    for node in reversed(_operands_first(root)):
        node._backward()
    assert root.grad == near(upstream), "`_backward` changes the `grad` of the operands, never that of its own result"


def _operands_first(root):
    """Return the results that `root` was made from, each after its operands (no leaves)."""
    order, children, visited, stack = [], {root: _children(root)}, set(), [(root, False)]
    while stack:
        node, ready = stack.pop()
        if ready:
            order.append(node)
        elif node not in visited:
            visited.add(node)
            children.update((child, _children(child)) for child in children[node] if child not in children)
            assert len(children) <= MOST_NODES, "`_prev` leads to more and more nodes without an end"
            stack.append((node, True))
            stack.extend((child, False) for child in _by_number([c for c in children[node] if children[c]]))
    return order


def _by_number(nodes):
    """Sort nodes by their `data`: of no meaning for a gradient, but the same in each run."""
    if len(nodes) < 2:
        return nodes
    numbers = [(node.data, node) for node in nodes]
    return [node for _, node in sorted(numbers, key=lambda pair: pair[0] if isinstance(pair[0], int | float) else 0.0)]


# --- Derivatives of expressions ------------------------------------------------------------------


def complex_step(function, point):
    """Return the value and the gradient of `function` at `point`, exact to rounding.

    `function` takes as many complex numbers. The imaginary part of f(x + ih), divided by h, is
    f'(x) without any subtraction (Squire and Trapp, SIAM Review 40, 1998). It holds for analytic
    functions: no abs, no comparison, no zero to a power.
    """
    step = 1e-30
    gradient = []
    for k in range(len(point)):
        moved = [complex(x, step if i == k else 0.0) for i, x in enumerate(point)]
        gradient.append(function(*moved).imag / step)
    return function(*map(complex, point)).real, gradient


def squared(x, levels):
    """Return what x = x*x + x, so many times over, comes to."""
    for _ in range(levels):
        x = x * x + x
    return x


def grow(plan, tanh, *leaves):
    """Build the expression that `plan` describes on `leaves`; return its last node.

    Works on anything with operators: on complex numbers here and, sent to the student's side as it
    stands, on Values. A plan is a list of (rule, i, j), each making the next node from nodes i, j.
    """
    rules = {
        "a + b": lambda a, b: a + b,
        "a - b": lambda a, b: a - b,
        "a * b": lambda a, b: a * b,
        "a / b": lambda a, b: a / b,
        "-a": lambda a, b: -a,
        "2 + a": lambda a, b: 2 + a,
        "1.5 - a": lambda a, b: 1.5 - a,
        "0.5 * a": lambda a, b: 0.5 * a,
        "2 / a": lambda a, b: 2 / a,
        "a ** 2": lambda a, b: a**2,
        "a ** 3": lambda a, b: a**3,
        "tanh a": lambda a, b: tanh(a),
    }
    nodes = list(leaves)
    for rule, i, j in plan:
        nodes.append(rules[rule](nodes[i], nodes[j]))
    return nodes[-1]


def random_plan(rng, rules, point, length=12):
    """Draw a plan for `grow` on leaves of the numbers `point`: every rule is used, results are reused.

    Every number stays moderate (0.1 to 5 in magnitude), so that no division is by almost nothing.
    At the end, what is still unused is added up, so that every node has a part in the last one.
    """
    values, used, plan = list(point), set(), []
    while len(plan) < length or unused_rules(rules, plan):
        rule = rng.choice([*rules, *unused_rules(rules, plan)])
        step = (rule, *rng.choices(range(len(values)), range(1, len(values) + 1), k=2))
        value = grow([step], math.tanh, *values)
        if 0.1 <= math.fabs(value) <= 5.0:
            plan.append(step)
            values.append(value)
            used.update(step[1:] if "b" in rule else step[1:2])
    last = len(values) - 1
    for i in sorted(set(range(last)) - used):
        plan.append(("a + b", last, i))
        last += 1
    return plan


def unused_rules(rules, plan):
    """Return those of the `rules` that no step of the plan uses."""
    return [rule for rule in rules if all(rule != step[0] for step in plan)]


# --- A multi-layer perceptron in plain floats ----------------------------------------------------
# Its numbers are one flat list: layer by layer, neuron by neuron, the weights and then the bias.


def count(sizes):
    """Return how many weights and biases an MLP of these `sizes` (inputs first) has."""
    return sum((nin + 1) * nout for nin, nout in pairwise(sizes))


def drawn(rng, how_many):
    """Draw `how_many` weights between -1 and 1."""
    return [rng.uniform(-1, 1) for _ in range(how_many)]


def seed_one():
    """Return the 37 numbers that `random.seed(1)` gives an MLP(2, [4, 4, 1])."""
    return drawn(random.Random(1), count(XOR_SIZES))


def layers_of(sizes, numbers):
    """Cut the flat `numbers` into layers of neurons, each a list of weights with the bias last."""
    rest = iter(numbers)
    return [[[next(rest) for _ in range(nin + 1)] for _ in range(nout)] for nin, nout in pairwise(sizes)]


def forward(sizes, numbers, x, linear_output=False):
    """Return the activations of every layer, the input `x` first: tanh(w · x + b) each, the last perhaps without tanh."""
    activations, last = [list(x)], len(sizes) - 2
    for k, layer in enumerate(layers_of(sizes, numbers)):
        inputs = [*activations[-1], 1.0]
        sums = [sum(w * v for w, v in zip(row, inputs, strict=True)) for row in layer]
        activations.append(sums if linear_output and k == last else [math.tanh(total) for total in sums])
    return activations


def gradient(sizes, numbers, x, upstream, linear_output=False):
    """Return d(sum of outputs times `upstream`)/d(number) for each of the flat `numbers`.

    Backpropagation by layers (Rumelhart, Hinton and Williams, Nature 323, 1986): with δ of a layer
    the derivatives by its weighted sums, dw = δ · input, db = δ, and Wᵀδ arrives one layer below.
    """
    activations, flat, arriving = forward(sizes, numbers, x, linear_output), [], list(upstream)
    linear = linear_output
    for layer, inputs, outputs in reversed(
        list(zip(layers_of(sizes, numbers), activations[:-1], activations[1:], strict=True))
    ):
        delta = arriving if linear else [g * (1 - t * t) for g, t in zip(arriving, outputs, strict=True)]
        linear = False  # only the last layer, which comes first
        flat = [d * v for d in delta for v in [*inputs, 1.0]] + flat
        arriving = [sum(d * row[k] for d, row in zip(delta, layer, strict=True)) for k in range(len(inputs))]
    return flat


def descent(sizes, numbers, xs, ys, steps, lr):
    """Train by gradient descent on the sum of squared errors, one output.

    Returns the `steps` losses, each from before its update, and the numbers after the last one.
    """
    numbers, losses = list(numbers), []
    for _ in range(steps):
        loss, total = 0.0, [0.0] * len(numbers)
        for x, y in zip(xs, ys, strict=True):
            error = forward(sizes, numbers, x)[-1][0] - y
            loss += error**2
            share = gradient(sizes, numbers, x, [2 * error])
            total = [t + s for t, s in zip(total, share, strict=True)]
        numbers = [w - lr * g for w, g in zip(numbers, total, strict=True)]
        losses.append(loss)
    return losses, numbers
