"""Checkpoint of stage 8: relu, exp and log, and what they do where they end."""

import math

from oracle import near, operands, positive, propagate, unequal
from pictures import graph

from grader import check

ADD, MUL, NEG, DIV = "Value.__add__", "Value.__mul__", "Value.__neg__", "Value.__truediv__"
RELU, EXP, LOG = "Value.relu", "Value.exp", "Value.log"


# --- relu ----------------------------------------------------------------------------------------


@check(units=[RELU], points=1, hint="Two cases: what comes out of a number above 0, and what of one below?")
def test_relu_is_a_new_value(engine, rng):
    """a.relu() is a new Value: a positive number as it is, 0 for a negative one. a keeps its number."""
    x, y = positive(rng, 2)
    a, b = engine.Value(x), engine.Value(-y)
    above, below = a.relu(), b.relu()
    assert above is not None, "nothing comes back: is there a `return`?"
    assert isinstance(above, engine.Value), "a.relu() must be a Value: a plain number remembers nothing"
    assert [above.data, below.data] == near([x, 0.0])
    close = [engine.Value(x / 10), engine.Value(-y / 10)]
    assert [c.relu().data for c in close] == near([x / 10, 0.0]), "far out it is right; these two are close to 0"
    assert above is not a, "the number is right, but it must be a node of its own"
    assert [a.data, b.data] == [x, -y], "the results are right, but a must keep its own number"


@check(units=[RELU], points=1, hint="`(self)` is not a tuple: a tuple of one needs a comma.")
def test_relu_remembers_its_operand(engine, rng):
    """a.relu() keeps a in `_prev` and the name of the operation in `_op`, above 0 and below."""
    for x in (positive(rng, 1)[0], -positive(rng, 1)[0]):
        a = engine.Value(x)
        out = a.relu()
        assert operands(out, a=a) == ["a"]
        assert isinstance(out._op, str), "`_op` is text"
        assert [bool(a._op), bool(out._op)] == [False, True], "a leaf has no operation, relu has one"


@check(units=[RELU], points=1, hint="Nudge a number below 0 a little: does the result move? And above 0, by how much?")
def test_relu_slope(engine, rng):
    """After out.grad = 1, out._backward() gives a positive a 1, and a negative one 0."""
    x, y = positive(rng, 2)
    leaves = [engine.Value(number) for number in (x, -y, y / 10, -x / 10)]
    for leaf in leaves:
        out = leaf.relu()
        out.grad = 1.0
        out._backward()
    assert [leaf.grad for leaf in leaves] == near([1.0, 0.0, 1.0, 0.0]), "the slopes above 0 and below, twice"


@check(
    units=[RELU], points=1, hint="What decides whether the gradient comes through: its own sign, or that of a number?"
)
def test_relu_lets_any_gradient_through(engine, rng):
    """With out.grad = g, of either sign, a positive a gets all of g on top of what it has, a negative one nothing."""
    x, y, g, p = positive(rng, 4)
    for upstream in (g, -g):
        a, b = engine.Value(x), engine.Value(-y)
        first, second = a.relu(), b.relu()
        first.grad = second.grad = upstream
        a.grad = b.grad = p
        first._backward()
        second._backward()
        assert [a.data, first.grad, second.grad] == near([x, upstream, upstream]), (
            "`_backward` changes the `grad` of a, nothing else"
        )
        assert [a.grad, b.grad] == near([p + upstream, p]), "both had a gradient before: does it survive?"


@check(units=[RELU, MUL, ADD], points=2, hint="Is `_backward` adding here, too? And is the slope that of self?")
def test_every_use_of_a_counts_in_relu(engine, rng, exhibit):
    """In relu(a) * a + relu(a), a is used three times; where relu is 0, its gradient is 0."""
    x, y, g = positive(rng, 3)
    a, b = engine.Value(x), engine.Value(-y)
    out = a.relu() * a + a.relu()
    propagate(out, g)
    exhibit.graph(lambda: graph(out, a=(a, (2 * x + 1) * g), out=out))
    assert out.data == near(x * x + x)
    assert a.grad == near((2 * x + 1) * g), "a later contribution must not erase an earlier one"
    dead = b.relu() * b + b.relu()
    propagate(dead, g)
    assert [dead.data, b.grad] == near([0.0, 0.0])


# --- exp -----------------------------------------------------------------------------------------


@check(units=[EXP], points=1, hint="`math.exp` takes a number and gives a number: what goes in, and what do you wrap?")
def test_exp_is_a_new_value(engine, rng):
    """a.exp() is a new Value that holds e to the power of a's number, which a keeps."""
    x, y = unequal(rng, 2)
    a, b = engine.Value(x), engine.Value(y)
    out = a.exp()
    assert out is not None, "nothing comes back: is there a `return`?"
    assert isinstance(out, engine.Value), "a.exp() must be a Value: a plain number remembers nothing"
    assert [out.data, b.exp().data] == near([math.exp(x), math.exp(y)])
    assert a.data == x, "the result is right, but a must keep its own number"


@check(units=[EXP], points=1, hint="`(self)` is not a tuple: a tuple of one needs a comma.")
def test_exp_remembers_its_operand(engine, rng):
    """a.exp() keeps a in `_prev` and the name of the operation in `_op`."""
    a = engine.Value(unequal(rng, 1)[0])
    out = a.exp()
    assert operands(out, a=a) == ["a"]
    assert isinstance(out._op, str), "`_op` is text"
    assert [bool(a._op), bool(out._op)] == [False, True], "a leaf has no operation, exp has one"


@check(
    units=[EXP], points=1, hint="e to the x is the one function that is its own slope. Where is that number already?"
)
def test_exp_slope(engine, rng):
    """With out.grad = g, a gets the slope of exp times g, on top of the gradient it already has."""
    x, y, g, h, p = unequal(rng, 5)
    a, b = engine.Value(x), engine.Value(y)
    first, second = a.exp(), b.exp()
    first.grad, second.grad, b.grad = g, h, p
    first._backward()
    second._backward()
    assert [a.data, first.grad, second.grad] == near([x, g, h]), "`_backward` changes the `grad` of a, nothing else"
    assert a.grad == near(math.exp(x) * g), "forward is right; compare with the slope, times out.grad"
    assert b.grad == near(p + math.exp(y) * h), "it had a gradient before: does it survive?"


@check(units=[EXP, MUL, ADD], points=2, hint="Is every line of `_backward` adding, here too?")
def test_every_use_of_a_counts_in_exp(engine, rng, exhibit):
    """In exp(a) * a + exp(a), a is used three times, and its gradient is the sum of all."""
    x, g = unequal(rng, 2)
    a = engine.Value(x)
    out = a.exp() * a + a.exp()
    propagate(out, g)
    e = math.exp(x)
    exhibit.graph(lambda: graph(out, a=(a, (e * x + 2 * e) * g), out=out))
    assert out.data == near(e * x + e)
    assert a.grad == near((e * x + 2 * e) * g), "a later contribution must not erase an earlier one"


# --- log -----------------------------------------------------------------------------------------


@check(units=[LOG], points=1, hint="The natural logarithm, the one that undoes exp: `math.log` with one argument.")
def test_log_is_a_new_value(engine, rng):
    """a.log() is a new Value that holds the natural logarithm of a's number, above 1 and below. a keeps its number."""
    x, y = positive(rng, 2)
    a, b = engine.Value(x), engine.Value(y / 10)
    out = a.log()
    assert out is not None, "nothing comes back: is there a `return`?"
    assert isinstance(out, engine.Value), "a.log() must be a Value: a plain number remembers nothing"
    assert [out.data, b.log().data] == near([math.log(x), math.log(y / 10)])
    assert a.data == x, "the result is right, but a must keep its own number"


@check(units=[LOG], points=1, hint="`(self)` is not a tuple: a tuple of one needs a comma.")
def test_log_remembers_its_operand(engine, rng):
    """a.log() keeps a in `_prev` and the name of the operation in `_op`."""
    a = engine.Value(positive(rng, 1)[0])
    out = a.log()
    assert operands(out, a=a) == ["a"]
    assert isinstance(out._op, str), "`_op` is text"
    assert [bool(a._op), bool(out._op)] == [False, True], "a leaf has no operation, log has one"


@check(
    units=[LOG], points=1, hint="log climbs fast near 0 and ever slower later: which simple function of x does that?"
)
def test_log_slope(engine, rng):
    """With out.grad = g, a gets the slope of log times g, on top of the gradient it already has."""
    x, y, g, h, p = positive(rng, 5)
    a, b = engine.Value(x), engine.Value(y / 10)
    first, second = a.log(), b.log()
    first.grad, second.grad, b.grad = g, -h, p
    first._backward()
    second._backward()
    assert [a.data, first.grad, second.grad] == near([x, g, -h]), "`_backward` changes the `grad` of a, nothing else"
    assert a.grad == near(g / x), "forward is right; compare with the slope, times out.grad"
    assert b.grad == near(p - 10 * h / y), "it had a gradient before: does it survive?"


@check(units=[LOG, MUL, ADD], points=2, hint="Is every line of `_backward` adding, here too?")
def test_every_use_of_a_counts_in_log(engine, rng, exhibit):
    """In log(a) * a + log(a), a is used three times, and its gradient is the sum of all."""
    x, g = positive(rng, 2)
    a = engine.Value(x)
    out = a.log() * a + a.log()
    propagate(out, g)
    wanted = (1 + math.log(x) + 1 / x) * g
    exhibit.graph(lambda: graph(out, a=(a, wanted), out=out))
    assert out.data == near(math.log(x) * x + math.log(x))
    assert a.grad == near(wanted), "a later contribution must not erase an earlier one"


def refusal_of(engine, number):
    """Return the message with which the logarithm of a number is refused; None when it isn't."""
    try:
        engine.Value(number).log()
    except ValueError as refusal:
        return str(refusal)
    return None


@check(
    units=[LOG], points=2, hint="Look at the number before you take its logarithm, and `raise ValueError(…)` yourself."
)
def test_log_says_what_it_refuses(engine, rng):
    """The log of 0 or of a negative number raises ValueError; the message names log and shows the number."""
    (x,) = positive(rng, 1)
    assert engine.Value(x).log().data == near(math.log(x)), "a positive number has a logarithm"
    messages = [refusal_of(engine, number) for number in (0.0, -x)]
    refused = [message is not None for message in messages]
    assert refused == [True, True], "whether ValueError was raised for 0, and for a negative number"
    assert "log" in messages[1].lower(), "whoever reads the message in a large program wants to know which operation"
    assert f"{-x:g}" in messages[1], "refused, and named; which number was it?"


# --- together ------------------------------------------------------------------------------------


@check(units=[LOG, EXP, ADD], points=1, hint="Each is right alone; does `_prev` lead on through all three?")
def test_softplus(engine, rng, exhibit):
    """log(exp(a) + 1), a relu without the corner, has a slope that goes from 0 to 1."""
    x, g = unequal(rng, 2)
    a = engine.Value(x)
    out = (a.exp() + 1).log()
    propagate(out, g)
    exhibit.graph(lambda: graph(out, a=(a, g / (1 + math.exp(-x))), out=out))
    assert out.data == near(math.log1p(math.exp(x)))
    assert a.grad == near(g / (1 + math.exp(-x)))


@check(
    units=[LOG, EXP, ADD, DIV, NEG],
    points=2,
    hint="exp(a) and exp(b) are each used once or twice: where do their shares meet?",
)
def test_loss_of_a_choice_of_two(engine, rng, exhibit):
    """-log(exp(a) / (exp(a) + exp(b))), the loss of whoever chooses between two, has the gradients p - 1 and 1 - p."""
    x, y, g = unequal(rng, 3)
    a, b = engine.Value(x), engine.Value(y)
    chosen, other = a.exp(), b.exp()
    out = -(chosen / (chosen + other)).log()
    propagate(out, g)
    share = 1 / (1 + math.exp(y - x))
    exhibit.graph(lambda: graph(out, a=(a, (share - 1) * g), b=(b, (1 - share) * g), out=out))
    assert out.data == near(-math.log(share))
    assert [a.grad, b.grad] == near([(share - 1) * g, (1 - share) * g])
