"""Checkpoint of stage 5: backward, every node once and after all nodes that use it."""

import cmath
from functools import partial

import pytest
from oracle import complex_step, grow, near, random_plan, unequal
from orders import operands_in_order
from pictures import graph

from grader import check

BACKWARD = "Value.backward"
ADD, RADD, MUL, RMUL = "Value.__add__", "Value.__radd__", "Value.__mul__", "Value.__rmul__"
NEG, SUB, RSUB = "Value.__neg__", "Value.__sub__", "Value.__rsub__"
POW, DIV, RDIV, TANH = "Value.__pow__", "Value.__truediv__", "Value.__rtruediv__", "Value.tanh"

ARITHMETIC = {
    "a + b": ADD,
    "2 + a": RADD,
    "a * b": MUL,
    "0.5 * a": RMUL,
    "-a": NEG,
    "a - b": SUB,
    "1.5 - a": RSUB,
    "a ** 2": POW,
    "a ** 3": POW,
    "a / b": DIV,
    "2 / a": RDIV,
}


@pytest.fixture
def keep(in_student):
    """The function `keep(node, *operands)`, on the student's side."""
    return in_student(operands_in_order)


def sort_operands(keep, root, falling):
    """Order the operands of every node below `root` by their numbers."""
    waiting, seen = [root], {id(root)}
    for node in waiting:  # which grows meanwhile
        keep(node, *sorted(node._prev, key=lambda child: child.data, reverse=falling))
        waiting += [child for child in node._prev if id(child) not in seen]
        seen.update(map(id, node._prev))


@check(
    units=[BACKWARD, MUL],
    points=1,
    hint="How much does the end change when the end changes? That number starts everything.",
)
def test_root_starts_with_one(engine, rng, exhibit):
    """L.backward() gives L the gradient 1, and its operands their share of it."""
    x, y = unequal(rng, 2)
    a, b = engine.Value(x), engine.Value(y)
    out = a * b
    out.backward()
    exhibit.graph(lambda: graph(out, out=(out, 1.0), a=(a, y), b=(b, x)))
    assert out.grad == near(1.0), "without a start, everything below stays 0"
    assert [a.grad, b.grad] == near([y, x])


@check(
    units=[BACKWARD, ADD, MUL], points=1, hint="Every node between L and the leaves needs its turn, from L downwards."
)
def test_whole_chain(engine, exhibit):
    """With e = a*b, d = e + c, L = d*f, one call fills in every gradient down to a and b."""
    a, b, c, f = (engine.Value(x) for x in (2.0, -3.0, 10.0, -2.0))
    e = a * b
    d = e + c
    loss = d * f
    loss.backward()
    wanted = {"a": (a, 6.0), "b": (b, -4.0), "c": (c, -2.0), "f": (f, 4.0), "e": (e, -2.0), "d": (d, -2.0)}
    exhibit.graph(lambda: graph(loss, L=(loss, 1.0), **wanted))
    assert loss.data == near(-8.0)
    assert [d.grad, f.grad] == near([-2.0, 4.0]), "the gradients of d and f, one step below L"
    assert [e.grad, c.grad] == near([-2.0, -2.0]), "right so far; then the gradients of e and c, two steps below L"
    assert [a.grad, b.grad] == near([6.0, -4.0]), "right down to e; the last step, to a and b, is missing or wrong"


@check(units=[BACKWARD, ADD, MUL], points=1, hint="Start from self and follow `_prev`: what does that never reach?")
def test_only_its_own_graph(engine, exhibit):
    """e.backward() in the middle of a larger graph reaches what e was made from, and nothing else."""
    a, b, c = engine.Value(2.0), engine.Value(-3.0), engine.Value(4.0)
    p = a * b
    e = p + a
    larger = e * c + a
    e.backward()
    exhibit.graph(lambda: graph(larger, a=(a, -2.0), b=(b, 2.0), c=(c, 0.0), p=(p, 1.0), e=(e, 1.0)))
    assert [e.grad, p.grad] == near([1.0, 1.0])
    assert [a.grad, b.grad] == near([-2.0, 2.0])
    assert [larger.grad, c.grad] == near([0.0, 0.0]), "what was made from e later has no part in d(e)"


@check(units=[BACKWARD, ADD, MUL], points=1, hint="Two ways lead from L to a: both bring something.")
def test_shared_leaves(engine, rng, exhibit):
    """In (a * b) * (a + b) both a and b get the sum of their two ways."""
    x, y = unequal(rng, 2)
    a, b = engine.Value(x), engine.Value(y)
    p, q = a * b, a + b
    out = p * q
    out.backward()
    wanted = {"a": (a, 2 * x * y + y**2), "b": (b, x**2 + 2 * x * y), "p": (p, x + y), "q": (q, x * y)}
    exhibit.graph(lambda: graph(out, out=(out, 1.0), **wanted))
    assert [p.grad, q.grad] == near([x + y, x * y]), "the gradients of the two factors"
    assert [a.grad, b.grad] == near([2 * x * y + y**2, x**2 + 2 * x * y])


def call_order(engine, keep):
    """Run backward on p = a * b; q = p * c; r = q + p; L = r * q, noting whose `_backward` is called.

    In four variants: which operand of r, and which of L, is met first.
    """

    def noting(name, rule, calls):
        def noted():
            calls.append(name)
            rule()

        return noted

    orders, kept = [], []
    for variant in range(4):
        calls = []
        p, c = engine.Value(2.0) * engine.Value(3.0), engine.Value(4.0)
        q = keep(p * c, p, c)
        r = keep(p + q, p, q) if variant % 2 else keep(q + p, q, p)
        loss = keep(q * r, q, r) if variant < 2 else keep(r * q, r, q)
        for name, node in (("p", p), ("q", q), ("r", r), ("L", loss)):
            node._backward = noting(name, node._backward, calls)
        loss.backward()
        orders.append(calls)
        kept.append(loss)
    return orders


def same_graph(engine, keep, right):
    """Build the graphs of `call_order` once more, go backward, and return the nodes of the first that comes out wrong."""
    for variant in range(4):
        a, b, c = engine.Value(2.0), engine.Value(3.0), engine.Value(4.0)
        p = keep(a * b, a, b)
        q = keep(p * c, p, c)
        r = keep(p + q, p, q) if variant % 2 else keep(q + p, q, p)
        loss = keep(q * r, q, r) if variant < 2 else keep(r * q, r, q)
        loss.backward()
        nodes = [a, b, c, p, q, r, loss]
        if [node.grad for node in nodes] != right:
            break
    return nodes


def order_graph(engine, in_student, keep):
    right = [720.0, 480.0, 324.0, 240.0, 54.0, 24.0, 1.0]
    nodes = in_student(same_graph, engine, keep, right)
    return graph(nodes[-1], **{name: (nodes[k], right[k]) for k, name in enumerate("abcpqrL")})


@check(
    units=[BACKWARD, ADD, MUL],
    points=2,
    hint="A node may hand on its gradient only when that is complete: after every node that uses it.",
)
def test_order_of_the_calls(engine, in_student, keep, exhibit):
    """With p = a*b, q = p*c, r = q + p, L = r*q: the calls come in the order L, r, q, p, each once."""
    exhibit.graph(
        lambda: order_graph(engine, in_student, keep), title="p = a*b, q = p*c, r = q + p, L = r*q, gone backward once"
    )
    orders = in_student(call_order, engine, keep)
    assert len(orders) == 4
    for calls in orders:
        assert calls == ["L", "r", "q", "p"], "these are the nodes whose `_backward` was called, first to last"


def squares(engine, keep, start, levels):
    """Build x = x*x + x on x; return the result and the gradient of the leaf.

    In four variants: on even and on odd levels, which operand of the sum is met first.
    """
    found, kept = [], []
    for even, odd in ((False, False), (False, True), (True, False), (True, True)):
        x = leaf = engine.Value(start)
        for level in range(levels):
            square = x * x
            x = keep(x + square, x, square) if (odd if level % 2 else even) else keep(square + x, square, x)
        x.backward()
        kept.append(x)
        found += [x.data, leaf.grad]
    return found


@check(
    units=[BACKWARD, ADD, MUL],
    points=2,
    hint="Number the nodes in the order of your calls: which of them comes before a node that uses it?",
)
def test_reused_results(engine, in_student, keep, rng):
    """x = x*x + x, eight times over, uses every result twice, near and far: the gradient is a product of slopes."""
    for start in (0.1, -0.1, round(rng.uniform(0.15, 0.3), 2), -round(rng.uniform(0.15, 0.3), 2)):
        value, slope = start, 1.0
        for _ in range(8):
            value, slope = value * value + value, slope * (2 * value + 1)
        found = in_student(squares, engine, keep, start, 8)
        assert found[::2] == near([value] * 4)
        right = [gradient == near(slope) for gradient in found[1::2]]
        assert right == [True] * 4, (
            f"from {start}, in four orders of the operands, the gradients should all be {slope:.6g}, not "
            f"{rounded(found[1::2])}: some node handed on its gradient too early or twice"
        )


@check(
    units=[BACKWARD, ADD, MUL],
    points=1,
    hint="Two different nodes can hold equal numbers; `visited` must tell nodes apart, not numbers.",
)
def test_equal_numbers_are_different_nodes(engine, rng):
    """In (a + 1) * (b + 1) with equal a and b, both inner sums get their turn."""
    (x,) = unequal(rng, 1)
    a, b = engine.Value(x), engine.Value(x)
    left, right = a + 1, b + 1
    (left * right).backward()
    assert [left.grad, right.grad] == near([x + 1, x + 1])
    found = sorted([a.grad, b.grad])
    assert found == near([x + 1, x + 1]), "a and b hold the same number, and are two nodes all the same"


@check(
    units=[BACKWARD, ADD, MUL],
    points=1,
    hint="Where does `visited` or the order live: does it start afresh at each call?",
)
def test_second_graph_starts_afresh(engine, rng):
    """After clearing the gradients of a and b, backward on a new graph gives that graph's gradients alone."""
    x, y = unequal(rng, 2)
    a, b = engine.Value(x), engine.Value(y)
    p = a * b
    (p + a).backward()
    assert p.grad == near(1.0)
    assert [a.grad, b.grad] == near([y + 1, x])
    a.grad, b.grad = 0.0, 0.0
    (a * b + b).backward()
    assert [a.grad, b.grad] == near([y, x + 1]), "the first graph was right; something of it is left over in the second"


@check(units=[BACKWARD, MUL], points=1, hint="`+=` keeps what an operand has. What in your method could take it away?")
def test_leaves_keep_what_they_have(engine, rng):
    """Where a and b hold a gradient from earlier graphs, backward on a new one adds to it."""
    x, y, g, h = unequal(rng, 4)
    a, b = engine.Value(x), engine.Value(y)
    a.grad, b.grad = g, h
    (a * b).backward()
    assert [a.grad, b.grad] == near([g + y, h + x]), "`backward` adds; clearing is a step of its own (stage 6)"


def rounded(numbers):
    """Return numbers as a sentence shows them."""
    return ", ".join(f"{x:.6g}" if isinstance(x, int | float) else repr(x) for x in numbers)


@check(
    units=[BACKWARD, *dict.fromkeys(ARITHMETIC.values())],
    points=2,
    hint="Each operation passes alone; which order of calls would spoil a graph that joins them?",
)
def test_random_expressions(engine, in_student, keep, rng):
    """Random expressions of + - * / ** have the gradients that a computation without your engine finds."""
    make = engine.Value
    for turn in range(5):
        point = unequal(rng, 3, low=0.4, high=2.0)
        plan = random_plan(rng, list(ARITHMETIC), point)
        value, gradient = complex_step(partial(grow, plan, None), point)
        leaves = [make(x) for x in point]
        out = in_student(grow, plan, None, *leaves)
        in_student(sort_operands, keep, out, turn % 2 == 1)
        out.backward()
        assert out.data == near(value)
        found = [leaf.grad for leaf in leaves]
        right = found == near(gradient)
        assert right, f"the gradients of three leaves, {point}, should be {rounded(gradient)}, not {rounded(found)}"


@check(
    units=[BACKWARD, TANH, ADD, MUL], points=1, hint="tanh is right alone; here its result is used by several nodes."
)
def test_random_expressions_with_tanh(engine, in_student, keep, rng):
    """Random expressions of + * tanh have the gradients that a computation without your engine finds."""
    make = engine.Value
    for turn in range(5):
        point = unequal(rng, 3, low=0.4, high=2.0)
        plan = random_plan(rng, ["a + b", "a * b", "tanh a"], point)
        value, gradient = complex_step(partial(grow, plan, cmath.tanh), point)
        leaves = [make(x) for x in point]
        out = in_student(grow, plan, make.tanh, *leaves)
        in_student(sort_operands, keep, out, turn % 2 == 1)
        out.backward()
        assert out.data == near(value)
        found = [leaf.grad for leaf in leaves]
        right = found == near(gradient)
        assert right, f"the gradients of three leaves, {point}, should be {rounded(gradient)}, not {rounded(found)}"


def halves(engine, keep, levels):
    """Build x = x + x*0.5 on x; return the result, the gradient of the leaf, and how often a `_backward` was called."""

    def counting(rule):
        def counted():
            calls.append(rule)
            rule()

        return counted

    calls, kept = [], []
    x = leaf = engine.Value(1.0)
    for _ in range(levels):
        half = x * 0.5
        x = keep(x + half, x, half)
        kept += [half, x]
    for node in kept:
        node._backward = counting(node._backward)
    x.backward()
    return x.data, leaf.grad, len(calls)


@check(
    units=[BACKWARD, ADD, MUL],
    points=2,
    hint="There are 33 million ways through this graph, and 76 nodes: what keeps you from walking them all?",
)
def test_many_ways_few_nodes(engine, in_student, keep):
    """x = x + x*0.5, 25 times over, is done in no time: each node has one turn, however many ways lead to it."""
    _, _, calls = in_student(halves, engine, keep, 10)
    assert calls == 20, "calls of `_backward` in a graph of 10 levels: 1,024 ways, but only 20 results"
    data, grad, _ = in_student(halves, engine, keep, 25)
    assert data == near(1.5**25)
    assert grad == near(1.5**25)
