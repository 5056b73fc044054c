"""Checkpoint of stage 12: a power whose exponent is a node of the graph, too."""

import math

import pytest
from oracle import near, operands, positive, propagate
from pictures import graph

from grader import check

ADD, MUL, POW, POWER = "Value.__add__", "Value.__mul__", "Value.__pow__", "Value.power"


@check(units=[POWER], points=1, hint="The base is self, and the exponent is a Value: both have a number.")
def test_power_is_a_new_value(engine, rng):
    """a.power(b) is a new Value that holds a's number to the power of b's, also for a negative b; both keep theirs."""
    x, y, z = positive(rng, 3, beside=[2])
    a, b, c = engine.Value(x), engine.Value(y), engine.Value(-z)
    out = a.power(b)
    assert out is not None, "nothing comes back: is there a `return`?"
    assert isinstance(out, engine.Value), "a.power(b) must be a Value: a plain number remembers nothing"
    assert [out.data, a.power(c).data] == near([x**y, x**-z])
    assert [a.data, b.data, c.data] == [x, y, -z], "the results are right, but a and b must keep their own numbers"


@check(units=[POWER], points=1, hint="In stage 4 the exponent was a setting. Is it one here?")
def test_power_remembers_both(engine, rng):
    """a.power(b) keeps both a and b in `_prev`, and the name of the operation in `_op`."""
    x, y = positive(rng, 2)
    a, b = engine.Value(x), engine.Value(y)
    out = a.power(b)
    assert operands(out, a=a, b=b) == ["a", "b"]
    assert isinstance(out._op, str), "`_op` is text"
    assert [bool(a._op), bool(out._op)] == [False, True], "a leaf has no operation, a power has one"


@check(units=[POWER], points=2, hint="For the base it is the rule of stage 4, with the exponent's number.")
def test_gradient_of_the_base(engine, rng):
    """With out.grad = g, a gets b * a**(b - 1) * g, on top of the gradient it already has."""
    x, y, g, h, p = positive(rng, 5, beside=[2])
    for exponent, upstream in ((y, g), (-y, -h)):
        a, b = engine.Value(x), engine.Value(exponent)
        out = a.power(b)
        out.grad, a.grad = upstream, p
        out._backward()
        assert [a.data, b.data, out.grad] == near([x, exponent, upstream]), (
            "`_backward` changes gradients of operands only"
        )
        assert a.grad == near(p + exponent * x ** (exponent - 1) * upstream), f"{x} to the power of {exponent}"


@check(units=[POWER], points=2, hint="How fast does 2**b grow with b? And e**b? What have both to do with a logarithm?")
def test_gradient_of_the_exponent(engine, rng):
    """With out.grad = g, b gets a**b * ln(a) * g, on top of the gradient it already has; for a below 1 that is negative."""
    x, y, g, h, p = positive(rng, 5, beside=[2])
    for base, upstream in ((x, g), (x / 10, h)):
        a, b = engine.Value(base), engine.Value(y)
        out = a.power(b)
        out.grad, b.grad = upstream, p
        out._backward()
        assert b.grad == near(p + base**y * math.log(base) * upstream), f"{base} to the power of {y}"


@check(units=[POWER], points=1, hint="What has `__add__` in its first line, for a plain number?")
def test_plain_exponent(engine, rng):
    """a.power(3) and a.power(0.5) take a plain number, and the gradient reaches a."""
    x, g = positive(rng, 2, beside=[2, 3])
    for exponent in (3, 0.5):
        a = engine.Value(x)
        out = a.power(exponent)
        assert out.data == near(x**exponent)
        propagate(out, g)
        assert a.grad == near(exponent * x ** (exponent - 1) * g), f"to the power of {exponent}"


@check(
    units=[POWER, ADD, MUL],
    points=2,
    hint="Are both lines of `_backward` adding? In a.power(a) they meet in the same node.",
)
def test_every_use_counts(engine, rng, exhibit):
    """In a.power(a) * a + a.power(a), every use of a counts, as base and as exponent."""
    x, g = positive(rng, 2, low=0.6, high=2.4)
    a = engine.Value(x)
    out = a.power(a) * a + a.power(a)
    propagate(out, g)
    p = x**x
    wanted = (p * (math.log(x) + 1) * (x + 1) + p) * g
    exhibit.graph(lambda: graph(out, a=(a, wanted), out=out))
    assert out.data == near(p * x + p)
    assert a.grad == near(wanted), "a later contribution must not erase an earlier one"


@check(units=[POWER, ADD, MUL], points=2, hint="Does `_prev` lead on to what the base and the exponent were made from?")
def test_power_of_results(engine, rng, exhibit):
    """In (a * b).power(a + b), the gradients go on through the base and through the exponent."""
    x, y, g = positive(rng, 3, low=0.6, high=1.9)
    a, b = engine.Value(x), engine.Value(y)
    out = (a * b).power(a + b)
    propagate(out, g)
    value = (x * y) ** (x + y)
    by_a = value * ((x + y) / x + math.log(x * y))
    by_b = value * ((x + y) / y + math.log(x * y))
    exhibit.graph(lambda: graph(out, a=(a, by_a * g), b=(b, by_b * g), out=out))
    assert out.data == near(value)
    assert [a.grad, b.grad] == near([by_a * g, by_b * g])


def refusal_of(engine, base, exponent):
    """Return the message with which a base is refused; None when it isn't."""
    try:
        engine.Value(base).power(engine.Value(exponent))
    except ValueError as refusal:
        return str(refusal)
    return None


@check(
    units=[POWER],
    points=3,
    hint="Which number does the gradient of the exponent take the logarithm of? Look at it first.",
)
def test_base_that_is_not_positive_is_refused(engine, rng):
    """A base of 0 or below raises ValueError; the message has the word base in it and shows the number."""
    x, y = positive(rng, 2, beside=[2])
    assert engine.Value(x).power(engine.Value(y)).data == near(x**y), "a positive base is allowed"
    messages = [refusal_of(engine, -x, exponent) for exponent in (2.0, y)]
    refused = [message is not None for message in messages]
    assert refused == [True, True], "whether a negative base was refused, with the exponent 2 and with a fraction"
    refused = [refusal_of(engine, 0.0, exponent) is not None for exponent in (2.0, -2.0)]
    assert refused == [True, True], "whether the base 0 was refused, with the exponent 2 and with -2"
    assert "base" in messages[0].lower(), "the message should say which of the two numbers it is about: the base"
    assert f"{-x:g}" in messages[0], "refused, with the word base; which number was it?"


@check(
    units=[POWER, POW], points=2, hint="A method of its own, beside `__pow__`: what does that one still say to a Value?"
)
def test_stage_four_keeps_its_boundary(engine, rng):
    """a.power(b) works, and a ** b is refused with an AssertionError as before; a ** 3 has one operand, as before."""
    x, y = positive(rng, 2, beside=[3])
    a, b = engine.Value(x), engine.Value(y)
    assert a.power(b).data == near(x**y)
    assert operands(a**3, a=a) == ["a"], "in a ** 3 the exponent is no node"
    with pytest.raises(AssertionError):
        a**b
