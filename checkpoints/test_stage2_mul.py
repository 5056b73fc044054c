"""Checkpoint of stage 2: multiplication, and negation and subtraction that follow from it."""

from oracle import near, operands, positive, propagate, unequal
from pictures import graph

from grader import check

ADD, RADD, MUL, RMUL = "Value.__add__", "Value.__radd__", "Value.__mul__", "Value.__rmul__"
NEG, SUB, RSUB = "Value.__neg__", "Value.__sub__", "Value.__rsub__"


@check(units=[MUL], points=1, hint="The same four steps as in `__add__`: wrap, compute, remember, return.")
def test_product_is_a_new_value(engine, rng):
    """a * b is a new Value that holds the product, and a and b keep their numbers."""
    x, y = unequal(rng, 2)
    a, b = engine.Value(x), engine.Value(y)
    out = a * b
    assert out is not None, "nothing comes back: is there a `return`?"
    assert isinstance(out, engine.Value), "a * b must be a Value: a plain number remembers nothing"
    assert out.data == near(x * y)
    assert [a.data, b.data] == [x, y], "the product is right, but multiplying must not change the operands"


@check(units=[MUL], points=1, hint="The second and third argument of Value(…) are for the operands and the operation.")
def test_product_remembers_its_operands(engine):
    """a * b keeps both operands in `_prev` and the name of the operation in `_op`."""
    a, b = engine.Value(2.0), engine.Value(-3.0)
    out = a * b
    assert operands(out, a=a, b=b) == ["a", "b"]
    assert isinstance(out._op, str), "`_op` is text"
    assert [bool(a._op), bool(out._op)] == [False, True], "a leaf has no operation, a product has one"


@check(
    units=[MUL],
    points=1,
    hint="Nudge a by 0.001 and look how far out moves: which number is that, and whose `data` is it?",
)
def test_each_factor_gets_its_gradient(engine, rng):
    """After out.grad = g, out._backward() gives each factor its local derivative times g."""
    x, y, g = unequal(rng, 3)
    a, b = engine.Value(x), engine.Value(y)
    out = a * b
    out.grad = g
    out._backward()
    assert [a.data, b.data, out.grad] == near([x, y, g]), "`_backward` changes the `grad` of a and of b, nothing else"
    assert [a.grad, b.grad] == near([y * g, x * g]), "the gradients of a and b, in this order"


@check(units=[MUL], points=1, hint="What happens in `_backward` to a gradient that is already there?")
def test_gradient_of_a_factor_is_added(engine, rng):
    """_backward adds to the gradients that a and b already have, and doesn't replace them."""
    x, y, g, p, q = unequal(rng, 5)
    a, b = engine.Value(x), engine.Value(y)
    a.grad, b.grad = p, q
    out = a * b
    out.grad = g
    out._backward()
    assert [a.grad, b.grad, out.grad] == near([p + y * g, q + x * g, g]), (
        "the gradients of a, b and out: what was in a and b must survive, and out keeps its own"
    )


@check(
    units=[MUL], points=2, hint="`self` and `other` are the same object here: follow both lines of `_backward` with it."
)
def test_square_gets_both_contributions(engine, rng, exhibit):
    """a * a gives a the gradient of a square: one contribution for each place a is used."""
    (x,) = unequal(rng, 1, beside=[2])
    a = engine.Value(x)
    out = a * a
    out.grad = 1.0
    out._backward()
    exhibit.graph(lambda: graph(out, a=(a, 2 * x), out=out))
    assert out.data == near(x * x)
    assert a.grad == near(2 * x), "a stands in two places, though `_prev` holds it once"


@check(
    units=[MUL, ADD], points=1, hint="A plain number has no `.data` and no `.grad`: what could you make of it first?"
)
def test_factor_may_be_a_number(engine, rng):
    """a * 3 and a * 0.5 work, and the gradient reaches a through both."""
    x, g = unequal(rng, 2, beside=[3])
    a = engine.Value(x)
    whole, half = a * 3, a * 0.5
    assert isinstance(whole, engine.Value)
    assert [whole.data, half.data] == near([3 * x, 0.5 * x]), "the numbers of a * 3 and a * 0.5, in this order"
    propagate(whole + half, g)
    assert a.grad == near(3.5 * g), "forward is right; a was used twice, and each use counts"


@check(
    units=[RMUL, MUL],
    points=1,
    hint="A RecursionError here means that `__rmul__` asks Python for the same product again.",
)
def test_number_times_a_value(engine, rng):
    """2 * a works like a * 2, and the gradient reaches a."""
    x, g = unequal(rng, 2, beside=[2])
    a = engine.Value(x)
    out = 2 * a
    assert out is not None, "nothing comes back: is there a `return`?"
    assert isinstance(out, engine.Value), "2 * a must be a Value, as a * 2 is"
    assert out.data == near(2 * x)
    propagate(out, g)
    assert a.grad == near(2 * g), "the forward result is right; the gradient of a isn't"


@check(
    units=[RMUL, MUL, ADD],
    points=1,
    hint="Build the result from self, not from its number: the number alone has forgotten a and b.",
)
def test_number_times_a_result(engine, rng):
    """2 * (a * b) + 3 * a + 4 * a stays connected to a and b, and every use of a counts."""
    x, y, g = positive(rng, 3, beside=[3, 4])
    a, b = engine.Value(x), engine.Value(y)
    out = 2 * (a * b) + 3 * a + 4 * a
    propagate(out, g)
    assert out.data == near(2 * x * y + 7 * x)
    assert [a.grad, b.grad] == near([(2 * y + 7) * g, 2 * x * g]), (
        "forward is right; these are the gradients of a and b"
    )


@check(
    units=[NEG, MUL], points=1, hint="Which operation that you already have turns the sign, and keeps the connection?"
)
def test_negation(engine, rng):
    """-a is a Value with the opposite sign, and the gradient reaches a with the sign turned."""
    x, g = unequal(rng, 2)
    a = engine.Value(x)
    out = -a
    assert out is not None, "nothing comes back: is there a `return`?"
    assert isinstance(out, engine.Value), "-a must be a Value: a plain number remembers nothing"
    assert [out.data, a.data] == near([-x, x])
    propagate(out, g)
    assert a.grad == near(-g), "nudge a by 0.001, and out moves by -0.001"


@check(
    units=[NEG, MUL, ADD],
    points=1,
    hint="-self must be a node whose `_prev` leads on to self, and its gradients must add up.",
)
def test_negation_of_a_result(engine, rng, exhibit):
    """-(a * b) + (-a) + (-a) stays connected to a and b, and every use of a counts."""
    x, y, g = unequal(rng, 3, beside=[2])
    a, b = engine.Value(x), engine.Value(y)
    out = -(a * b) + (-a) + (-a)
    propagate(out, g)
    exhibit.graph(lambda: graph(out, a=(a, (-y - 2) * g), b=(b, -x * g), out=out))
    assert out.data == near(-x * y - 2 * x)
    assert [a.grad, b.grad] == near([(-y - 2) * g, -x * g]), "forward is right; these are the gradients of a and b"


@check(
    units=[SUB, NEG, ADD, MUL],
    points=1,
    hint="Forward and both gradients, one by one: nudge b by 0.001; does out grow or shrink?",
)
def test_difference(engine, rng):
    """a - b is a Value that holds the difference, and both sides get their gradients."""
    x, y, g = unequal(rng, 3)
    a, b = engine.Value(x), engine.Value(y)
    out = a - b
    assert out is not None, "nothing comes back: is there a `return`?"
    assert isinstance(out, engine.Value), "a - b must be a Value: a plain number remembers nothing"
    assert [out.data, a.data, b.data] == near([x - y, x, y]), "a - b, and then a and b, which keep their numbers"
    propagate(out, g)
    assert [a.grad, b.grad] == near([g, -g]), "forward is right; these are the gradients of a and b"


@check(
    units=[SUB, ADD],
    points=1,
    hint="A plain number has no `.data` and no `.grad`, but it can be added, and it can be negative.",
)
def test_difference_with_a_number(engine, rng):
    """a - 3 and a - 0.5 work, and the gradient reaches a through both."""
    x, g = unequal(rng, 2, beside=[3])
    a = engine.Value(x)
    whole, half = a - 3, a - 0.5
    assert [whole.data, half.data] == near([x - 3, x - 0.5]), "the numbers of a - 3 and a - 0.5, in this order"
    propagate(whole + half, g)
    assert a.grad == near(2 * g), "forward is right; a was used twice, and each use counts"


@check(
    units=[SUB, NEG, ADD, MUL],
    points=1,
    hint="The difference must lead back to both sides, and gradients must add up on both.",
)
def test_difference_of_results(engine, rng, exhibit):
    """(a * b) - b - b, and b - (a * b), stay connected to a and b through the product."""
    x, y, g, q = unequal(rng, 4, beside=[2])
    a, b = engine.Value(x), engine.Value(y)
    inner = (a * b) - b
    assert isinstance(inner, engine.Value)
    out = inner - b
    propagate(out, g)
    exhibit.graph(lambda: graph(out, a=a, b=b, out=out))
    assert out.data == near(x * y - 2 * y)
    assert [a.grad, b.grad] == near([y * g, (x - 2) * g]), "(a * b) - b - b: the gradients of a and b"
    a, b = engine.Value(x), engine.Value(y)
    b.grad = q
    out = b - (a * b)
    propagate(out, g)
    assert out.data == near(y - x * y)
    assert [a.grad, b.grad] == near([-y * g, q + (1 - x) * g]), (
        "b - (a * b), where b had a gradient before: the gradients of a and b"
    )


@check(
    units=[RSUB, NEG, ADD, RADD, MUL],
    points=1,
    hint="In `4 - a` the method is a's, but the number comes first: say aloud what is subtracted.",
)
def test_number_minus_a_value(engine, rng):
    """4 - a subtracts a from 4, and not the other way round."""
    x, g = unequal(rng, 2, beside=[4])
    a = engine.Value(x)
    out = 4 - a
    assert out is not None, "nothing comes back: is there a `return`?"
    assert isinstance(out, engine.Value), "4 - a must be a Value, as a - 4 is"
    assert out.data == near(4 - x), "a - 4 would have the opposite sign"
    propagate(out, g)
    assert a.grad == near(-g), "the forward result is right; if a grows, 4 - a shrinks"


@check(
    units=[RSUB, NEG, ADD, RADD, MUL],
    points=1,
    hint="Build the result from self, not from its number, and let gradients add up.",
)
def test_number_minus_a_result(engine, rng):
    """(2 - a * b) + (3 - a) + (4 - a) stays connected to a and b, and every use of a counts."""
    x, y, g = unequal(rng, 3, beside=[2, 3, 4])
    a, b = engine.Value(x), engine.Value(y)
    out = (2 - a * b) + (3 - a) + (4 - a)
    propagate(out, g)
    assert out.data == near(9 - x * y - 2 * x)
    assert [a.grad, b.grad] == near([(-y - 2) * g, -x * g]), "forward is right; these are the gradients of a and b"
