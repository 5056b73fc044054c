"""Checkpoint of stage 11: two moons, hinge loss, and the parts of a training that is used in earnest."""

import math

from moons import (
    FIRST,
    LAST,
    SIZES,
    STRENGTH,
    THRESHOLD,
    TOLERANCE,
    accuracy,
    chunks,
    first_numbers,
    length,
    mini_batches,
    rate,
    score,
    slopes,
    true_fit,
    two_moons,
)
from oracle import count, drawn, forward, gradient, near, positive, unequal

from grader import check
from grader.exhibit import Map, grid

ADD, MUL, SUB = "engine:Value.__add__", "engine:Value.__mul__", "engine:Value.__sub__"
RADD, RMUL, RSUB = "engine:Value.__radd__", "engine:Value.__rmul__", "engine:Value.__rsub__"
TANH, RELU, BACKWARD = "engine:Value.tanh", "engine:Value.relu", "engine:Value.backward"
MAKES = ["MLP.__init__", "Layer.__init__", "Neuron.__init__"]
CALLS = ["MLP.__call__", *MAKES, "Layer.__call__", "Neuron.__call__", ADD, MUL, TANH]
LISTS = ["MLP.parameters", "Layer.parameters", "Neuron.parameters"]
PARTS = ["hinge_loss", "l2", "gradient_norm", "clip_gradients", "learning_rate", "sgd_step"]
FITS = ["fit", *PARTS, *CALLS, *LISTS, RELU, BACKWARD, "zero_grad"]
GOES_ON = [
    unit for unit in FITS if unit != "gradient_norm"
]  # as long as no norm is below the tolerance, it decides nothing
GENTLE = [unit for unit in GOES_ON if unit != "clip_gradients"]  # and no gradient need be beyond the threshold


# --- Run on the student's side -------------------------------------------------------------------


def model_of(*values):
    """Return the smallest model there is: something with parameters()."""

    class Model:
        def parameters(self):
            return list(values)

    return Model()


def seeded(cls, seed, *arguments):
    """Make one of the student's objects, their random draw fixed by `seed`."""
    import random

    random.seed(seed)
    return cls(*arguments)


def learnable(model):
    """Return the Values of a model: layer by layer, neuron by neuron, the weights and then the bias."""
    return [v for layer in model.layers for n in layer.neurons for v in [*n.w, n.b]]


def read(what, values):
    """Return `what` (data or grad) of each Value."""
    return [getattr(v, what) for v in values]


def write(numbers, values, gradients):
    """Give each Value its number, and a gradient that an earlier pass left."""
    for value, number in zip(values, numbers, strict=True):
        value.data, value.grad = number, gradients


# --- The losses ----------------------------------------------------------------------------------


@check(
    units=["hinge_loss", RELU, ADD, MUL, RADD, RSUB],
    points=1,
    hint="Per sample max(0, 1 - y * score): which method of yours makes the max? Then the mean of all.",
)
def test_hinge_loss(engine, nn, rng):
    """hinge_loss is the mean of max(0, 1 - y * score): nothing for what is right by 1 or more."""
    far, close, bad = positive(rng, 3, low=1.2, high=2.9)
    scores = [far, -close / 4, bad / 5, -far, bad]
    ys = [1, -1, 1, 1, -1]
    loss = nn.hinge_loss([engine.Value(s) for s in scores], ys)
    assert loss is not None, "nothing comes back: is there a `return`?"
    assert isinstance(loss, engine.Value), "a Value, from which gradients go back"
    assert loss.data == near(sum(max(0.0, 1 - y * s) for s, y in zip(scores, ys, strict=True)) / 5), "of five samples"
    right = nn.hinge_loss([engine.Value(far), engine.Value(-bad)], [1, -1])
    assert right.data == near(0.0), "two samples, both right by more than 1"
    assert nn.hinge_loss([engine.Value(-far)], [1]).data == near(1 + far), "of one sample, on the wrong side"


@check(
    units=["hinge_loss", RELU, ADD, MUL, RADD, RSUB, BACKWARD],
    points=1,
    hint="Let operators and `relu` do it: `max` of two numbers leaves the graph.",
)
def test_gradients_of_the_hinge_loss(engine, nn, rng):
    """Each score within the margin gets -y / n, each beyond it 0."""
    far, close, bad = positive(rng, 3, low=1.2, high=2.9)
    scores = [engine.Value(s) for s in (far, -close / 4, bad / 5, -far, bad)]
    nn.hinge_loss(scores, [1, -1, 1, 1, -1]).backward()
    assert [s.grad for s in scores] == near([0.0, 0.2, -0.2, -0.2, 0.2]), (
        "right by more than 1; right, but by less, twice; wrong, twice: each is a fifth of the mean"
    )


@check(
    units=["l2", ADD, MUL, RADD, RMUL, BACKWARD],
    points=1,
    hint="A sum of squares, times the strength: as a Value, so that it pulls on every parameter.",
)
def test_l2(engine, nn, in_student, rng):
    """l2(model, strength) is strength times the sum of the squares of all parameters, with their gradients."""
    numbers, strength = unequal(rng, 4), rng.uniform(0.1, 0.9)
    values = [engine.Value(x) for x in numbers]
    loss = nn.l2(in_student(model_of, *values), strength)
    assert loss is not None, "nothing comes back: is there a `return`?"
    assert isinstance(loss, engine.Value), "a Value, from which gradients go back"
    assert loss.data == near(strength * sum(x * x for x in numbers))
    loss.backward()
    assert [v.grad for v in values] == near([2 * strength * x for x in numbers]), "each is pulled towards 0"


# --- The network with a linear output ------------------------------------------------------------


@check(
    units=["MLP.__init__", *CALLS[2:], "MLP.__call__"],
    points=1,
    hint="A third argument, with a default: what must the object remember of it until it is called?",
)
def test_linear_output_is_asked_for(engine, nn, in_student, rng):
    """MLP(nin, nouts, True) gives the last layer's sums as they are; without the True, and with False, tanh of them."""
    x, sizes = unequal(rng, 2, low=1.1, high=2.9), [2, 3, 1]
    numbers = [4 * w for w in drawn(rng, count(sizes))]
    numbers[-1] = 20.0
    seen = []
    for arguments in ((True,), (False,), ()):
        model = nn.MLP(2, [3, 1], *arguments)
        in_student(write, numbers, in_student(learnable, model), 0.0)
        out = model(x)
        assert isinstance(out, engine.Value), "a single output is a Value"
        seen.append(out.data)
    linear = forward(sizes, numbers, x, linear_output=True)[-1][0]
    assert seen == near([linear, math.tanh(linear), math.tanh(linear)]), "with True, with False, and without it"


@check(
    units=["MLP.__call__", *CALLS[1:]],
    points=2,
    hint="Only the last layer is linear. What it sees are the outputs of the layer before, which have their tanh.",
)
def test_output_of_a_linear_network(engine, nn, in_student, rng):
    """With a linear output all hidden layers keep their tanh; several outputs are a list, a single one is not."""
    x = unequal(rng, 2)
    for sizes in ([2, 3, 2, 3], [2, 16, 16, 1], [2, 1]):
        model, numbers = nn.MLP(2, sizes[1:], True), drawn(rng, count(sizes))
        values = in_student(learnable, model)
        assert len(values) == len(numbers), f"MLP(2, {sizes[1:]}, True) has this many weights and biases"
        in_student(write, numbers, values, 0.0)
        out, expected = model(x), forward(sizes, numbers, x, linear_output=True)[-1]
        if len(expected) == 1:
            assert isinstance(out, engine.Value), "a single output is a Value, not a list of one"
            assert out.data == near(expected[0])
        else:
            assert isinstance(out, list | tuple), "several outputs are a list of Values"
            assert [value.data for value in out] == near(expected)


@check(
    units=["MLP.__call__", *CALLS[1:], BACKWARD],
    points=1,
    hint="The sum of the last layer is made by the operators of Value, like all others.",
)
def test_gradients_of_a_linear_network(engine, nn, in_student, rng):
    """Backward from a linear output reaches every weight and bias."""
    x, sizes = unequal(rng, 2), [2, 3, 3, 1]
    model, numbers = nn.MLP(2, [3, 3, 1], True), drawn(rng, count(sizes))
    values = in_student(learnable, model)
    in_student(write, numbers, values, 0.0)
    model(x).backward()
    assert in_student(read, "grad", values) == near(gradient(sizes, numbers, x, [1.0], linear_output=True)), (
        "layer by layer, neuron by neuron, weights and then bias"
    )


# --- The gradient as a whole ---------------------------------------------------------------------


@check(units=["gradient_norm"], points=1, hint="Pythagoras, with as many sides as there are parameters.")
def test_gradient_norm(engine, nn, in_student, rng):
    """gradient_norm(model) is the root of the sum of the squares of all gradients, a float; nothing is changed."""
    gradients = unequal(rng, 5)
    values = [engine.Value(x) for x in unequal(rng, 5)]
    for value, g in zip(values, gradients, strict=True):
        value.grad = g
    norm = nn.gradient_norm(in_student(model_of, *values))
    assert norm is not None, "nothing comes back: is there a `return`?"
    assert not isinstance(norm, engine.Value), "a number: it is looked at, not differentiated"
    assert norm == near(length(gradients))
    assert [value.grad for value in values] == gradients
    values[0].grad = 1e4
    assert nn.gradient_norm(in_student(model_of, values[0])) == near(1e4)


@check(units=["clip_gradients"], points=2, hint="Each one for itself: too far up, too far down, or left alone.")
def test_gradients_are_clipped(engine, nn, in_student, rng):
    """clip_gradients brings every gradient beyond the threshold back to it, with its sign, and leaves the others alone."""
    threshold, (small, other) = rng.uniform(2.0, 9.0), unequal(rng, 2, low=0.2, high=1.9)
    gradients = [1500.0, -2300.0, small, -small, other, 0.0, threshold, -threshold, -1e6]
    values = [engine.Value(float(k)) for k in range(len(gradients))]
    for value, g in zip(values, gradients, strict=True):
        value.grad = g
    nn.clip_gradients(in_student(model_of, *values), threshold)
    t = threshold
    assert [value.grad for value in values] == near([t, -t, small, -small, other, 0.0, t, -t, -t]), (
        f"threshold {threshold:.4g}; the gradients were 1500, -2300, four within it, it itself twice, and -1000000"
    )
    assert [value.data for value in values] == [float(k) for k in range(len(gradients))], "`data` is not touched"


# --- The step ------------------------------------------------------------------------------------


@check(units=["learning_rate"], points=1, hint="From the first to the last step there are steps - 1 gaps.")
def test_rate_falls_on_a_straight_line(nn, rng):
    """learning_rate(step, steps, first, last) is `first` at step 0 and `last` at the last step, on a line between."""
    steps, first, last = rng.randrange(6, 20), rng.uniform(0.4, 0.9), rng.uniform(0.01, 0.1)
    rates = [nn.learning_rate(k, steps, first, last) for k in (0, 1, steps // 2, steps - 1)]
    expected = [rate(k, steps, first, last) for k in (0, 1, steps // 2, steps - 1)]
    assert rates == near(expected), (
        f"steps 0, 1, {steps // 2} and {steps - 1} of {steps}, from {first:.3f} to {last:.3f}"
    )
    assert nn.learning_rate(1, 3, last, first) == near((first + last) / 2), "and where it rises"
    assert nn.learning_rate(0, 1, first, last) == near(first), "of a single step"
    assert nn.learning_rate(1, 2, first, last) == near(last), "of two steps, the second"


@check(units=["sgd_step"], points=1, hint="Stage 7's update, and nothing else.")
def test_sgd_step(engine, nn, in_student, rng):
    """sgd_step(model, lr) moves every parameter against its gradient, and leaves the gradients alone."""
    numbers, gradients, lr = unequal(rng, 3), unequal(rng, 3), rng.uniform(0.1, 0.5)
    values = [engine.Value(x) for x in numbers]
    for value, g in zip(values, gradients, strict=True):
        value.grad = g
    nn.sgd_step(in_student(model_of, *values), lr)
    assert [value.data for value in values] == near([x - lr * g for x, g in zip(numbers, gradients, strict=True)])
    assert [value.grad for value in values] == gradients


# --- The training --------------------------------------------------------------------------------


def model_with(nn, in_student, sizes, numbers):
    """Return a network with these numbers and with gradients that an earlier pass left, and its Values."""
    model = nn.MLP(sizes[0], sizes[1:], True)
    values = in_student(learnable, model)
    in_student(write, numbers, values, 3.5)
    return model, values


@check(
    units=GOES_ON,
    points=2,
    hint="Clear, forward, backward, look at the norm, clip, move: in this order, once for each batch.",
)
def test_fit_follows_the_curve(nn, in_student, rng, exhibit):
    """From given weights, on given batches, every loss and every weight is right: rate, decay, L2 and clipping count."""
    sizes, strength = [2, 4, 1], rng.uniform(0.01, 0.05)
    numbers = [2 * w for w in drawn(rng, count(sizes))]
    points, classes = two_moons(rng)
    batches = mini_batches(rng, points, classes, steps=12, size=4)
    _, total = slopes(sizes, numbers, *batches[0], strength)
    threshold = sorted(map(math.fabs, total))[len(total) // 2]
    settings = (rng.uniform(0.4, 0.6), rng.uniform(0.02, 0.1), strength, threshold, 1e-6)
    losses, final, _ = true_fit(sizes, numbers, batches, *settings)
    model, values = model_with(nn, in_student, sizes, numbers)
    curve = nn.fit(model, batches, *settings)
    assert isinstance(curve, list | tuple), "fit returns the list of losses"
    assert all(isinstance(loss, int | float) for loss in curve), "the losses are numbers: `loss.data`, not the Value"
    exhibit.curve(lambda: {"expected": losses, "yours": curve}, x="batch", y="loss")
    assert len(curve) == 12, "one loss for each batch"
    assert curve[0] == near(losses[0]), "the first loss, before any update: hinge loss of the batch, plus l2"
    assert curve[1] == near(losses[1]), "the second: one update is made, with the first rate and clipped gradients"
    assert list(curve) == near(losses), "all of them: the rate falls, and gradients are cleared"
    assert in_student(read, "data", values) == near(final), "the weights and biases afterwards"


@check(
    units=[unit for unit in FITS if unit != RELU],
    points=2,
    hint="Which number says that there is nothing left to learn? Look at it after `backward`, before anything moves.",
)
def test_fit_stops_where_nothing_is_left(nn, in_student, rng):
    """Where the norm of the gradient, before clipping, is below the tolerance, fit stops and moves nothing any more."""
    sizes, numbers = [2, 3, 1], drawn(rng, count([2, 3, 1]))
    points, classes = two_moons(rng)
    batches = mini_batches(rng, points, classes, steps=6, size=4)
    _, _, norms = true_fit(sizes, numbers, batches, 0.5, 0.05, 0.02, 1e-4, 0.0)
    late = next(k for k in (3, 2, 1, 0, 4, 5) if norms[k] == min(norms[: k + 1]))
    tolerance = norms[late] * 1.0001
    losses, final, _ = true_fit(sizes, numbers, batches, 0.5, 0.05, 0.02, 1e-4, tolerance)
    model, values = model_with(nn, in_student, sizes, numbers)
    curve = nn.fit(model, batches, 0.5, 0.05, 0.02, 1e-4, tolerance)
    assert len(curve) == len(losses), (
        f"losses; in batch {len(losses) - 1} the norm is below {tolerance:.4g}, and its loss is the last. (Every gradient "
        "is clipped at 0.0001 here: the norm is that from before.)"
    )
    assert list(curve) == near(losses)
    assert in_student(read, "data", values) == near(final), "no update follows the last loss"


@check(units=GENTLE, points=1, hint="Nothing about the network, the batches or the numbers may be fixed inside.")
def test_fit_from_your_own_draw(nn, in_student, rng, exhibit):
    """From your own draw of MLP(2, [16, 16, 1], True), the first 10 steps on two moons are right."""
    points, classes = two_moons(rng)
    batches = mini_batches(rng, points, classes, steps=10)
    model = in_student(seeded, nn.MLP, rng.randrange(1000), 2, [16, 16, 1], True)
    values = in_student(learnable, model)
    assert len(values) == 337, "weights and biases"
    start = in_student(read, "data", values)
    assert all(isinstance(x, int | float) for x in start), "the data of weights and biases are numbers"
    losses, _, _ = true_fit(SIZES, start, batches, FIRST, LAST, STRENGTH, THRESHOLD, TOLERANCE)
    curve = nn.fit(model, batches, FIRST, LAST, STRENGTH, THRESHOLD, TOLERANCE)
    exhibit.curve(lambda: {"expected": losses, "yours": curve}, x="batch", y="loss")
    assert list(curve) == near(losses)


def landscape(numbers, points, classes):
    """Return the map of what a network with these numbers decides."""
    across, down = (-1.6, 2.6), (-1.1, 1.6)
    title = (
        f"What your network has learnt: {100 * accuracy(SIZES, numbers, points, classes):.0f} % of the points are right"
    )
    heights = grid(lambda x, y: score(SIZES, numbers, [x, y]), across, down)
    kinds = tuple((x, y, kind) for (x, y), kind in zip(points, classes, strict=True))
    return Map(heights, across, down, kinds, ("upper moon", "lower moon"), title)


@check(
    units=GOES_ON,
    points=2,
    hint="Ten steps were right from your own draw; here the rate goes on falling, and gradients meet the threshold.",
)
def test_two_moons(nn, in_student, rng, exhibit):
    """80 steps on two moons, 5 points each: all losses are right, and so is what the network has learnt."""
    points, classes = two_moons(rng)
    batches, numbers = mini_batches(rng, points, classes), first_numbers(rng)
    model, values = model_with(nn, in_student, SIZES, numbers)
    whole, curve = [], []
    exhibit.curve(lambda: {"expected": whole, "yours": curve}, x="batch", y="loss", always=True)
    for part, first, last in chunks(batches):
        losses, numbers, _ = true_fit(SIZES, numbers, part, first, last, STRENGTH, THRESHOLD, TOLERANCE)
        found = nn.fit(model, part, first, last, STRENGTH, THRESHOLD, TOLERANCE)
        whole, curve = [*whole, *losses], [*curve, *found]
        assert list(found) == near(losses), f"the losses up to batch {len(whole)} of {len(batches)}"
    learnt = in_student(read, "data", values)
    assert learnt == near(numbers), "the weights and biases afterwards"
    exhibit.map(lambda: landscape(learnt, points, classes), always=True)
