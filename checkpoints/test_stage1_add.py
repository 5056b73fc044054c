"""Checkpoint of stage 1: addition, and a node that remembers its operands."""

from oracle import near, operands, propagate, unequal
from pictures import graph

from grader import check

ADD, RADD = "Value.__add__", "Value.__radd__"


@check(units=[ADD], points=1, hint="Compute from the operands' `data`, put the result into a new Value, and return it.")
def test_sum_is_a_new_value(engine, rng):
    """a + b is a new Value that holds the sum, and a and b keep their numbers."""
    x, y = unequal(rng, 2)
    a, b = engine.Value(x), engine.Value(y)
    out = a + b
    assert out is not None, "nothing comes back: is there a `return`?"
    assert isinstance(out, engine.Value), "a + b must be a Value: a plain number remembers nothing"
    assert out.data == near(x + y)
    assert [a.data, b.data] == [x, y], "the sum is right, but adding must not change the operands"


@check(units=[ADD], points=1, hint="The second and third argument of Value(…) are for the operands and the operation.")
def test_sum_remembers_its_operands(engine):
    """a + b keeps both operands in `_prev` and the name of the operation in `_op`."""
    a, b = engine.Value(2.0), engine.Value(-3.0)
    out = a + b
    assert operands(out, a=a, b=b) == ["a", "b"], "`_prev` is where a backward pass will find the operands"
    assert isinstance(out._op, str), "`_op` is text"
    assert [bool(a._op), bool(out._op)] == [False, True], "a leaf has no operation, a sum has one"


@check(
    units=[ADD],
    points=1,
    hint="If both stay 0, is the inner function stored in `out._backward`, spelt like that? Else compare its two lines.",
)
def test_both_operands_get_the_gradient(engine, rng):
    """After out.grad = g, out._backward() gives both operands their share of g."""
    x, y, g = unequal(rng, 3)
    a, b = engine.Value(x), engine.Value(y)
    out = a + b
    out.grad = g
    out._backward()
    assert [a.data, b.data, out.grad] == near([x, y, g]), "`_backward` changes the `grad` of a and of b, nothing else"
    assert [a.grad, b.grad] == near([g, g]), (
        "nudge a by 0.001, and out moves by 0.001; the change that `out.grad` stands for goes through unchanged"
    )


@check(units=[ADD], points=1, hint="Two lines of `_backward` decide: what happens to a gradient that is already there?")
def test_gradient_is_added_to_what_is_there(engine, rng):
    """_backward adds to the gradients that a and b already have, and doesn't replace them."""
    x, y, g, p, q = unequal(rng, 5)
    a, b = engine.Value(x), engine.Value(y)
    a.grad, b.grad = p, q
    out = a + b
    out.grad = g
    out._backward()
    assert [a.grad, b.grad, out.grad] == near([p + g, q + g, g]), (
        "the gradients of a, b and out: what was in a and b must survive, and out keeps its own"
    )


@check(
    units=[ADD], points=2, hint="`self` and `other` are the same object here: follow both lines of `_backward` with it."
)
def test_shared_operand_gets_both_contributions(engine, exhibit):
    """a + a gives a.grad == 2: one contribution for each place a is used."""
    a = engine.Value(3.0)
    out = a + a
    out.grad = 1.0
    out._backward()
    exhibit.graph(lambda: graph(out, a=(a, 2.0), out=out))
    assert out.data == 6.0
    assert a.grad == near(2.0), "a stands in two places, though `_prev` holds it once"


@check(units=[ADD], points=1, hint="`_backward` belongs to its own `out`: a new inner function for each addition.")
def test_chain_of_sums_reaches_every_leaf(engine, rng, exhibit):
    """(a + b) + (a + c) hands the gradient on through the inner sums: a gets it twice."""
    x, y, z, g = unequal(rng, 4)
    a, b, c = engine.Value(x), engine.Value(y), engine.Value(z)
    out = (a + b) + (a + c)
    propagate(out, g)
    exhibit.graph(lambda: graph(out, a=(a, 2 * g), b=(b, g), c=(c, g), out=out))
    assert out.data == near(x + y + x + z)
    assert [a.grad, b.grad, c.grad] == near([2 * g, g, g]), "each `_backward` was called once, outer sum first"


@check(units=[ADD], points=1, hint="A plain number has no `.data` and no `.grad`: what could you make of it first?")
def test_plain_number_on_the_right(engine, rng):
    """a + 3 and a + 0.5 work, and the gradient reaches a through both."""
    x, g = unequal(rng, 2, beside=[3])
    a = engine.Value(x)
    whole, half = a + 3, a + 0.5
    assert isinstance(whole, engine.Value)
    assert [whole.data, half.data] == near([x + 3, x + 0.5]), "the numbers of a + 3 and a + 0.5, in this order"
    propagate(whole + half, g)
    assert a.grad == near(2 * g), "forward is right; a was used twice, and each use counts"


@check(
    units=[RADD, ADD],
    points=1,
    hint="Python asks a for help with `3 + a`; the order of the two doesn't matter to a sum.",
)
def test_plain_number_on_the_left(engine, rng):
    """3 + a works like a + 3, and the gradient reaches a."""
    x, g = unequal(rng, 2, beside=[3])
    a = engine.Value(x)
    out = 3 + a
    assert out is not None, "nothing comes back: is there a `return`?"
    assert isinstance(out, engine.Value), "3 + a must be a Value, as a + 3 is"
    assert out.data == near(3 + x)
    propagate(out, g)
    assert a.grad == near(g), "the forward result is right; the gradient of a isn't"


@check(units=[RADD, ADD], points=1, hint="sum() begins with the number 0: its first step is 0 + a.")
def test_builtin_sum_works(engine, rng):
    """sum([a, b, a]) and sum([a, b, a], 2) add Values up, and each use of a counts for its gradient."""
    x, y, g = unequal(rng, 3)
    a, b = engine.Value(x), engine.Value(y)
    out = sum([a, b, a])
    assert isinstance(out, engine.Value)
    assert [out.data, sum([a, b, a], 2).data] == near([x + y + x, x + y + x + 2])
    propagate(out, g)
    assert [a.grad, b.grad] == near([2 * g, g])


@check(
    units=[RADD, ADD],
    points=1,
    hint="Build the result from self, not from its number: the number alone has forgotten a and b.",
)
def test_number_plus_a_result(engine, rng):
    """2 + (a + b) stays connected: the gradient goes through the inner sum to a and b."""
    x, y, g = unequal(rng, 3)
    a, b = engine.Value(x), engine.Value(y)
    out = 2 + (a + b)
    propagate(out, g)
    assert out.data == near(2 + x + y)
    assert [a.grad, b.grad] == near([g, g]), "a gradient of 0 means that the way through `_prev` ends too early"
