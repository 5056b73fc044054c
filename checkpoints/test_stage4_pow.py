"""Checkpoint of stage 4: powers with a constant exponent, and division."""

import math

import pytest
from oracle import near, operands, positive, propagate, unequal
from pictures import graph

from grader import check

ADD, MUL, RMUL = "Value.__add__", "Value.__mul__", "Value.__rmul__"
POW, DIV, RDIV = "Value.__pow__", "Value.__truediv__", "Value.__rtruediv__"


@check(units=[POW], points=1, hint="The exponent is a plain number already; the base is self.")
def test_square(engine, rng):
    """a ** 2 is a new Value that holds the square, also of a negative a, and the gradient reaches a."""
    x = -positive(rng, 1, beside=[2])[0]
    a = engine.Value(x)
    out = a**2
    assert out is not None, "nothing comes back: is there a `return`?"
    assert isinstance(out, engine.Value), "a ** 2 must be a Value: a plain number remembers nothing"
    assert [out.data, a.data] == near([x**2, x])
    out.grad = 1.0
    out._backward()
    assert a.grad == near(2 * x), "forward is right; compare with what a * a gives"


@check(units=[POW], points=1, hint="The power rule has two parts that change with n: a factor, and a new exponent.")
def test_cube_of_a_negative_number(engine):
    """At a = -2, a ** 3 is -8 and its gradient is 12."""
    a = engine.Value(-2.0)
    out = a**3
    assert out.data == near(-8.0)
    out.grad = 1.0
    out._backward()
    assert a.grad == near(12.0), "nudge a by 0.001, and out moves by 0.012"


@check(
    units=[POW],
    points=1,
    hint="Nothing in the power rule needs a whole exponent; does your assert let a float through?",
)
def test_fractional_exponent(engine, rng):
    """a ** 0.5 is the square root of a positive a, with its slope."""
    (x,) = positive(rng, 1)
    a = engine.Value(x)
    out = a**0.5
    assert out.data == near(math.sqrt(x))
    out.grad = 1.0
    out._backward()
    assert a.grad == near(0.5 / math.sqrt(x))


@check(
    units=[POW], points=1, hint="With exponent -1 the new exponent is one less than that, and the factor is negative."
)
def test_negative_exponent(engine, rng):
    """a ** -1 is 1 / a, with its slope, on both sides of zero."""
    x, y = positive(rng, 2)
    a, b = engine.Value(x), engine.Value(-y)
    first, second = a**-1, b**-1
    assert [first.data, second.data] == near([1 / x, -1 / y])
    first.grad = second.grad = 1.0
    first._backward()
    second._backward()
    assert [a.grad, b.grad] == near([-1 / x**2, -1 / y**2]), "1 / a falls everywhere"


@check(
    units=[POW], points=1, hint="Only what gets a gradient is an operand; and `(self)` is not a tuple, `(self,)` is."
)
def test_power_remembers_its_base(engine):
    """a ** 2 keeps a alone in `_prev`, since the exponent is a constant, and a name in `_op`."""
    a = engine.Value(3.0)
    out = a**2
    assert operands(out, a=a) == ["a"]
    assert isinstance(out._op, str), "`_op` is text"
    assert [bool(a._op), bool(out._op)] == [False, True], "a leaf has no operation, a power has one"


@check(
    units=[POW],
    points=1,
    hint="The local derivative times what arrives at out, added to what a has: all of it in one line.",
)
def test_slope_times_upstream_is_added(engine, rng):
    """With out.grad = g, a gets the slope times g, on top of the gradient it already has."""
    x, g, p = unequal(rng, 3, beside=[3])
    a = engine.Value(x)
    out = a**3
    out.grad, a.grad = g, p
    out._backward()
    assert [a.data, out.grad] == near([x, g]), "`_backward` changes the `grad` of a, nothing else"
    assert a.grad == near(p + 3 * x**2 * g)


@check(units=[POW, MUL, ADD], points=1, hint="Is `_backward` adding here too? And does `_prev` lead on to the base?")
def test_every_use_of_a_base_counts(engine, rng, exhibit):
    """In (a * b) ** 2 * a + a ** 3 + a ** 3 every use of a counts, also inside the base."""
    x, y, g = positive(rng, 3, beside=[2, 3])
    a, b = engine.Value(x), engine.Value(y)
    out = (a * b) ** 2 * a + a**3 + a**3
    propagate(out, g)
    exhibit.graph(lambda: graph(out, a=a, b=(b, 2 * x**3 * y * g), out=out))
    assert out.data == near(x**3 * y**2 + 2 * x**3)
    assert [a.grad, b.grad] == near([(3 * x**2 * y**2 + 6 * x**2) * g, 2 * x**3 * y * g])


@check(
    units=[POW],
    points=2,
    hint="An assert has a condition and, after a comma, a message; brackets around both make it always true.",
)
def test_value_exponent_is_refused(engine, rng):
    """a ** Value(3) raises AssertionError with a message, while a ** 2 and a ** 0.5 work."""
    (x,) = positive(rng, 1, beside=[2])
    a = engine.Value(x)
    assert [(a**2).data, (a**0.5).data] == near([x**2, math.sqrt(x)]), "int and float exponents are allowed"
    try:
        a ** engine.Value(3.0)
    except AssertionError as refusal:
        message = str(refusal)
    else:
        pytest.fail("a ** Value(3) must raise AssertionError: a Value would expect a gradient, too")
    assert message.strip() != "", "it is refused; now say in the message what an exponent may be"


@check(
    units=[DIV, POW, MUL],
    points=1,
    hint="Division can be made from operations that you have; which power of b turns * into / ?",
)
def test_quotient(engine, rng):
    """a / b is a Value that holds the quotient, and both sides get their gradients."""
    x, y, g = unequal(rng, 3)
    a, b = engine.Value(x), engine.Value(y)
    out = a / b
    assert out is not None, "nothing comes back: is there a `return`?"
    assert isinstance(out, engine.Value), "a / b must be a Value: a plain number remembers nothing"
    assert out.data == near(x / y)
    propagate(out, g)
    assert [a.grad, b.grad] == near([g / y, -x / y**2 * g]), "forward is right; these are the gradients of a and b"


@check(
    units=[DIV, MUL, ADD], points=1, hint="A plain number has no `.data` and no `.grad`, but it has a power of -1, too."
)
def test_quotient_by_a_number(engine, rng):
    """a / 4 and a / 0.5 work, and the gradient reaches a through both."""
    x, g = unequal(rng, 2, beside=[4])
    a = engine.Value(x)
    quarter, double = a / 4, a / 0.5
    assert [quarter.data, double.data] == near([x / 4, 2 * x])
    propagate(quarter + double, g)
    assert a.grad == near(2.25 * g), "forward is right; a was used twice, and each use counts"


@check(
    units=[DIV, POW, MUL, ADD],
    points=1,
    hint="The quotient must lead back to both sides, and gradients must add up on both.",
)
def test_quotient_of_results(engine, rng, exhibit):
    """(a * b) / (a + b) + a / b + a / b stays connected to a and b, and every use counts."""
    x, y, g = positive(rng, 3)
    a, b = engine.Value(x), engine.Value(y)
    out = (a * b) / (a + b) + a / b + a / b
    propagate(out, g)
    assert out.data == near(x * y / (x + y) + 2 * x / y)
    by_a = y**2 / (x + y) ** 2 + 2 / y
    by_b = x**2 / (x + y) ** 2 - 2 * x / y**2
    exhibit.graph(lambda: graph(out, a=(a, by_a * g), b=(b, by_b * g), out=out))
    assert [a.grad, b.grad] == near([by_a * g, by_b * g]), "forward is right; these are the gradients of a and b"


@check(
    units=[RDIV, RMUL, MUL, POW],
    points=1,
    hint="In `2 / a` the method is a's, but the number comes first: say aloud what is divided by what.",
)
def test_number_divided_by_a_value(engine, rng):
    """2 / a divides 2 by a, and not the other way round."""
    x, g = unequal(rng, 2, beside=[2])
    a = engine.Value(x)
    out = 2 / a
    assert out is not None, "nothing comes back: is there a `return`?"
    assert isinstance(out, engine.Value), "2 / a must be a Value, as a / 2 is"
    assert out.data == near(2 / x), "a / 2 is something else"
    propagate(out, g)
    assert a.grad == near(-2 / x**2 * g), "forward is right; the gradient of a isn't"


@check(
    units=[RDIV, RMUL, MUL, POW, ADD],
    points=1,
    hint="Build the result from self, not from its number, and let gradients add up.",
)
def test_number_divided_by_a_result(engine, rng):
    """2 / (a * b) + 3 / a + 4 / a stays connected to a and b, and every use of a counts."""
    x, y, g = positive(rng, 3, beside=[2, 3, 4])
    a, b = engine.Value(x), engine.Value(y)
    out = 2 / (a * b) + 3 / a + 4 / a
    propagate(out, g)
    assert out.data == near(2 / (x * y) + 7 / x)
    assert [a.grad, b.grad] == near([-(2 / y + 7) / x**2 * g, -2 / (x * y**2) * g])
