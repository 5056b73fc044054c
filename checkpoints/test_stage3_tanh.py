"""Checkpoint of stage 3: tanh, whose derivative is had from its own result."""

import math

from oracle import near, operands, propagate, unequal
from pictures import graph

from grader import check

ADD, MUL, TANH = "Value.__add__", "Value.__mul__", "Value.tanh"


def slope(x):
    """Return the derivative of tanh at x, 1 / cosh², which is not how a student is asked to write it."""
    return 1 / math.cosh(x) ** 2


@check(
    units=[TANH], points=1, hint="`math.tanh` takes a number and gives a number: what goes in, and what do you wrap?"
)
def test_tanh_is_a_new_value(engine, rng):
    """a.tanh() is a new Value that holds tanh of a's number, and a keeps its number."""
    x, y = unequal(rng, 2, low=0.3, high=2.5)
    a, b = engine.Value(x), engine.Value(y)
    out = a.tanh()
    assert out is not None, "nothing comes back: is there a `return`?"
    assert isinstance(out, engine.Value), "a.tanh() must be a Value: a plain number remembers nothing"
    assert [out.data, b.tanh().data] == near([math.tanh(x), math.tanh(y)])
    assert a.data == x, "the result is right, but a must keep its own number"


@check(units=[TANH], points=1, hint="`(self)` is not a tuple: a tuple of one needs a comma.")
def test_tanh_remembers_its_operand(engine):
    """a.tanh() keeps a in `_prev` and the name of the operation in `_op`."""
    a = engine.Value(0.5)
    out = a.tanh()
    assert operands(out, a=a) == ["a"]
    assert isinstance(out._op, str), "`_op` is text"
    assert [bool(a._op), bool(out._op)] == [False, True], "a leaf has no operation, tanh has one"


@check(
    units=[TANH],
    points=1,
    hint="Is the derivative computed from x or from the result? And is `_backward` attached to out?",
)
def test_local_derivative(engine, rng):
    """After out.grad = 1, out._backward() gives a the slope of tanh at its number, also beyond 1."""
    for x in unequal(rng, 4):
        a = engine.Value(x)
        out = a.tanh()
        out.grad = 1.0
        out._backward()
        assert a.grad == near(slope(x)), f"at x = {x}: tanh flattens, its slope is small and never negative"


@check(
    units=[TANH], points=1, hint="What arrives at out, and what a's share of it is: are they multiplied, as a whole?"
)
def test_upstream_gradient_scales(engine, rng):
    """With out.grad = g, a gets the slope times g, on top of the gradient it already has."""
    x, y, g, h, p = unequal(rng, 5)
    a, b = engine.Value(x), engine.Value(y)
    first, second = a.tanh(), b.tanh()
    first.grad, second.grad, b.grad = g, h, p
    first._backward()
    second._backward()
    assert [a.data, first.grad, second.grad] == near([x, g, h]), "`_backward` changes the `grad` of a, nothing else"
    assert [a.grad, b.grad] == near([slope(x) * g, p + slope(y) * h]), (
        "the second had a gradient before: does it survive?"
    )


@check(units=[TANH], points=1, hint="Far out, nudging a no longer moves out; at zero, out moves as far as a does.")
def test_middle_and_ends(engine):
    """At 0 tanh is steepest; at 20 and -20 it has reached 1 and -1 and no longer moves."""
    places = [engine.Value(x) for x in (0.0, 20.0, -20.0)]
    results = [a.tanh() for a in places]
    assert [out.data for out in results] == near([0.0, 1.0, -1.0])
    for out in results:
        out.grad = 2.0
        out._backward()
    assert [a.grad for a in places] == near([2.0, 0.0, 0.0])


@check(
    units=[TANH, MUL, ADD],
    points=2,
    hint="Is every line of `_backward` adding, here too, as in `__add__` and `__mul__`?",
)
def test_every_use_of_a_counts(engine, rng, exhibit):
    """In tanh(a) * a + tanh(a), a is used three times, and its gradient is the sum of all."""
    x, g = unequal(rng, 2)
    a = engine.Value(x)
    out = a.tanh() * a + a.tanh()
    propagate(out, g)
    t = math.tanh(x)
    exhibit.graph(lambda: graph(out, a=(a, (slope(x) * (x + 1) + t) * g), out=out))
    assert out.data == near(t * x + t)
    assert a.grad == near((slope(x) * x + t + slope(x)) * g), "a later contribution must not erase an earlier one"


@check(
    units=[TANH, MUL, ADD], points=1, hint="Follow `_prev` from the end: does tanh lead on to the sum it was taken of?"
)
def test_neuron_shape(engine, rng, exhibit):
    """In tanh(w * x + b) the gradient goes through tanh and the sum to w, x and b."""
    p, q, r, g = unequal(rng, 4, low=0.3, high=1.2)
    w, x, b = engine.Value(p), engine.Value(q), engine.Value(r)
    out = (w * x + b).tanh()
    propagate(out, g)
    assert out.data == near(math.tanh(p * q + r))
    delta = slope(p * q + r) * g
    exhibit.graph(lambda: graph(out, w=(w, delta * q), x=(x, delta * p), b=(b, delta), out=out))
    assert [w.grad, x.grad, b.grad] == near([delta * q, delta * p, delta])


@check(
    units=[TANH],
    points=1,
    hint="The closure must use its own node's numbers: its own result, its own out, its own self.",
)
def test_tanh_of_tanh(engine, rng):
    """tanh(tanh(a)) multiplies the two slopes, each taken at its own place."""
    x, g = unequal(rng, 2, low=0.3, high=2.5)
    a = engine.Value(x)
    out = a.tanh().tanh()
    propagate(out, g)
    assert out.data == near(math.tanh(math.tanh(x)))
    assert a.grad == near(slope(math.tanh(x)) * slope(x) * g), "the slope at a, times the slope at tanh(a)"
