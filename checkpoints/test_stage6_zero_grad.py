"""Checkpoint of stage 6: zero_grad, because gradients accumulate."""

from oracle import near, unequal

from grader import check

ADD, MUL, BACKWARD = "engine:Value.__add__", "engine:Value.__mul__", "engine:Value.backward"


def model_of(*values):
    """Return the smallest model there is: something with parameters()."""

    class Model:
        def parameters(self):
            return list(values)

    return Model()


@check(
    units=["zero_grad"], points=1, hint="`model.parameters()` is a list of Values: what should each one's `grad` be?"
)
def test_every_gradient_is_cleared(engine, nn, in_student, rng):
    """zero_grad(model) sets the gradient of each of the model's parameters to 0, whatever it was."""
    parameters = [engine.Value(x) for x in unequal(rng, 4)]
    gradients = unequal(rng, 4)
    for p, g in zip(parameters, gradients, strict=True):
        p.grad = g
    model = in_student(model_of, *parameters)
    assert [p.grad for p in parameters] == gradients
    nn.zero_grad(model)
    assert [p.grad for p in parameters] == [0, 0, 0, 0], "positive or negative, first or last: all of them"


@check(
    units=["zero_grad"], points=1, hint="Clear the gradient and nothing else: the number is what the model has learnt."
)
def test_numbers_are_kept(engine, nn, in_student, rng):
    """zero_grad(model) leaves every parameter's `data` as it was."""
    numbers = unequal(rng, 3)
    parameters = [engine.Value(x) for x in numbers]
    for p in parameters:
        p.grad = 5.0
    nn.zero_grad(in_student(model_of, *parameters))
    assert [p.data for p in parameters] == numbers
    assert [p.grad for p in parameters] == [0, 0, 0]


@check(units=["zero_grad"], points=1, hint="The model says what belongs to it: ask it, with brackets, each time.")
def test_only_the_parameters_of_this_model(engine, nn, in_student, rng):
    """zero_grad(model) clears this model's parameters, and leaves another model's alone."""
    mine, other = engine.Value(1.0), engine.Value(2.0)
    (g,) = unequal(rng, 1)
    mine.grad, other.grad = 3.0, g
    first, second = in_student(model_of, mine), in_student(model_of, other)
    nn.zero_grad(first)
    assert [mine.grad, other.grad] == [0, g]
    nn.zero_grad(second)
    assert other.grad == 0


def clear_many(engine, zero_grad, count):
    """Give a model of `count` parameters gradients that aren't 0, clear it, return before and after."""

    class Model:
        def __init__(self):
            self.values = [engine.Value(1.0 + k) for k in range(count)]

        def parameters(self):
            return list(self.values)

    model = Model()
    for p in model.values:
        p.grad = p.data
    before = [p.grad for p in model.values]
    zero_grad(model)
    return before, [p.grad for p in model.values]


@check(units=["zero_grad"], points=1, hint="A loop, not a list of cases; and a `return` inside a loop ends it early.")
def test_any_number_of_parameters(engine, nn, in_student, rng):
    """It works for one parameter as for a hundred."""
    for count in (1, rng.randrange(2, 30), 100):
        before, after = in_student(clear_many, engine, nn.zero_grad, count)
        assert before == [1.0 + k for k in range(count)]
        assert after == [0] * count


@check(
    units=["zero_grad", ADD, MUL, BACKWARD],
    points=2,
    hint="The first pass and the third must agree; what came between must be gone.",
)
def test_passes_add_up_unless_cleared(engine, nn, in_student, rng):
    """Two passes on fresh graphs add up in a and b; after zero_grad, a pass gives what the first one gave."""
    x, y = unequal(rng, 2)
    a, b = engine.Value(x), engine.Value(y)
    model = in_student(model_of, a, b)
    (a * b + a).backward()
    assert [a.grad, b.grad] == near([y + 1, x])
    (a * b + a).backward()
    assert [a.grad, b.grad] == near([2 * (y + 1), 2 * x]), "without clearing, the second pass adds to the first"
    nn.zero_grad(model)
    (a * b + a).backward()
    assert [a.grad, b.grad] == near([y + 1, x]), "after clearing, a pass has no memory of earlier ones"


@check(
    units=["zero_grad", ADD, MUL, BACKWARD],
    points=1,
    hint="What is left in `grad` must be the number 0, so that the next pass can add to it.",
)
def test_backward_can_start_from_it(engine, nn, in_student, rng):
    """Cleared before the very first pass, and again before the next with other numbers, each pass is right."""
    x, y, z = unequal(rng, 3)
    a, b = engine.Value(x), engine.Value(y)
    model = in_student(model_of, a, b)
    nn.zero_grad(model)
    (a * b).backward()
    assert [a.grad, b.grad] == near([y, x])
    a.data = z
    nn.zero_grad(model)
    (a * b + b).backward()
    assert [a.grad, b.grad] == near([y, z + 1])


def descend(engine, zero_grad, start, steps, lr):
    """Walk down (w - 1)² from `start`, clearing the gradient in each step; return the places."""

    class Model:
        w = engine.Value(start)

        def parameters(self):
            return [self.w]

    model, places = Model(), []
    for _ in range(steps):
        zero_grad(model)
        error = model.w + -1.0
        (error * error).backward()
        model.w.data -= lr * model.w.grad
        places.append(model.w.data)
    return places


@check(
    units=["zero_grad", ADD, MUL, BACKWARD],
    points=1,
    hint="Each step must follow the slope of where it stands, not the sum of all slopes so far.",
)
def test_descent_needs_it(engine, nn, in_student, rng):
    """Walking down a parabola with zero_grad in each step comes as close to the bottom as it should."""
    start, lr = rng.uniform(2.0, 4.0), rng.uniform(0.05, 0.2)
    places = in_student(descend, engine, nn.zero_grad, start, 10, lr)
    assert places == near([1 + (start - 1) * (1 - 2 * lr) ** k for k in range(1, 11)]), (
        "the first steps of a walk that never clears are right or almost; then it runs too far"
    )
