"""Checkpoint of stage 7: neurons, layers, an MLP, and its training."""

import math

from oracle import (
    XOR_INPUTS,
    XOR_SIZES,
    XOR_TARGETS,
    count,
    descent,
    drawn,
    forward,
    gradient,
    near,
    seed_one,
    unequal,
)

from grader import check

ADD, RADD, MUL, SUB = "engine:Value.__add__", "engine:Value.__radd__", "engine:Value.__mul__", "engine:Value.__sub__"
TANH, POW, BACKWARD = "engine:Value.tanh", "engine:Value.__pow__", "engine:Value.backward"
MAKES = ["MLP.__init__", "Layer.__init__", "Neuron.__init__"]
CALLS = ["MLP.__call__", "Layer.__call__", "Neuron.__call__", ADD, MUL, TANH]
LISTS = ["MLP.parameters", "Layer.parameters", "Neuron.parameters"]
TRAINS = ["train", *MAKES, *CALLS, *LISTS, RADD, SUB, POW, BACKWARD, "zero_grad"]


# --- Run on the student's side -------------------------------------------------------------------


def seeded(cls, seed, *sizes):
    """Make one of the student's objects, their random draw fixed by `seed`."""
    import random

    random.seed(seed)
    return cls(*sizes)


def draw(cls, seed, nin, rounds):
    """Make neurons of `nin` inputs; return all their weights, and all their biases."""
    import random

    random.seed(seed)
    neurons = [cls(nin) for _ in range(rounds)]
    return [w.data for n in neurons for w in n.w], [n.b.data for n in neurons]


def learnable(model):
    """Return the Values of a model or a layer: layer by layer, neuron by neuron, the weights and then the bias."""
    neurons = [n for layer in getattr(model, "layers", [model]) for n in layer.neurons]
    return [v for n in neurons for v in [*n.w, n.b]]


def read(what, *values):
    """Return `what` (data or grad) of each Value."""
    return [getattr(v, what) for v in values]


def write(numbers, *values):
    """Give each Value its number."""
    for value, number in zip(values, numbers, strict=True):
        value.data = number


def leave_gradients(*values):
    """Give each Value a gradient, as an earlier pass would."""
    for value in values:
        value.grad = value.data


# --- A neuron ------------------------------------------------------------------------------------


@check(
    units=["Neuron.__init__"],
    points=1,
    hint="One weight for each input, all in one list, and one bias for the whole neuron.",
)
def test_neuron_has_weights_and_a_bias(engine, nn, rng):
    """Neuron(nin) has a list w of nin Values, and one Value b."""
    sizes = [2, rng.randrange(4, 9)]
    neurons = [nn.Neuron(nin) for nin in sizes]
    assert all(isinstance(neuron.w, list) for neuron in neurons), "`w` is a list"
    assert [len(neuron.w) for neuron in neurons] == sizes, "the number of weights of two neurons"
    weights, bias = neurons[1].w, neurons[1].b
    assert not any(isinstance(w, int | float) for w in weights), "the weights are Values, not plain numbers: they learn"
    assert all(isinstance(w, engine.Value) for w in weights), "the weights are Values: they learn"
    assert not isinstance(bias, list | tuple), "one bias for the whole neuron, not one for each input"
    assert not isinstance(bias, int | float), "the bias is a Value, not a plain number: it learns, too"
    assert isinstance(bias, engine.Value), "the bias is a Value: it learns, too"


@check(
    units=["Neuron.__init__"],
    points=1,
    hint="One call of `random.uniform` for each weight, and another one for the bias.",
)
def test_neuron_draws_its_start(nn, in_student, rng):
    """Weights and bias are drawn between -1 and 1: all different, half of them negative."""
    weights, biases = in_student(draw, nn.Neuron, rng.randrange(1000), 2, 500)
    both = (weights, biases)  # each verdict is a pair, so that it is the same whichever is drawn first
    assert min(map(len, both)) >= 500
    assert all(isinstance(x, int | float) for x in [*weights, *biases]), "`data` of a weight or bias is a number"
    assert all(-1 <= x <= 1 for x in [*weights, *biases]), "between -1 and 1, all of them"
    drawn_at_all = [len(set(numbers)) > 1 for numbers in both]
    assert drawn_at_all == [True, True], "the weights, the biases: is it more than the same number in every neuron?"
    different = [round(2 * len(set(numbers)) / len(numbers)) / 2 for numbers in both]
    assert different == [1.0, 1.0], "the weights, the biases: all are drawn anew, not half of them or almost none"
    signs = [[min(numbers) < 0, max(numbers) > 0] for numbers in both]
    assert signs == [[True, True], [True, True]], "the weights, the biases: are some below 0, are some above 0?"
    reach = [[min(numbers) < -0.9, max(numbers) > 0.9] for numbers in both]
    assert reach == [[True, True], [True, True]], "the weights, the biases: do they reach down to -1, and up to 1?"
    negative = [round(4 * sum(x < 0 for x in numbers) / len(numbers)) / 4 for numbers in both]
    assert negative == [0.5, 0.5], "the weights, the biases: which part of them is negative, in quarters?"


@check(
    units=["Neuron.__call__", "Neuron.__init__", ADD, MUL, TANH],
    points=2,
    hint="Weights times inputs, one by one; all of it added up; the bias once; then tanh of the whole.",
)
def test_neuron_output(engine, nn, rng):
    """neuron(x) is tanh of the weighted sum plus the bias; for zero inputs only the bias is left."""
    neuron = nn.Neuron(3)
    p, q, r, bias = unequal(rng, 4, low=0.2, high=0.9)
    for weight, number in zip(neuron.w, (p, q, r), strict=True):
        weight.data = number
    neuron.b.data = bias
    still = neuron([0.0, 0.0, 0.0])
    assert still is not None, "nothing comes back: is there a `return`?"
    assert not isinstance(still, list | tuple), "a single Value, not a list"
    assert not isinstance(still, int | float), "a Value, not a plain number"
    assert isinstance(still, engine.Value), "a Value"
    assert still.data == near(math.tanh(bias)), "with inputs of 0 the weights don't matter; the bias does, once"
    out = neuron([1, -2.0, 0.5])
    assert out.data == near(math.tanh(p - 2 * q + 0.5 * r + bias))


@check(
    units=["Neuron.__call__", "Neuron.__init__", ADD, MUL, TANH, BACKWARD],
    points=1,
    hint="Let the operators of Value do all the arithmetic: `.data` has no place in this method.",
)
def test_gradients_of_a_neuron(engine, nn, rng):
    """Backward from a neuron's output reaches its weights, its bias, and inputs that are Values."""
    neuron = nn.Neuron(2)
    p, q, bias, x, y = unequal(rng, 5, low=0.2, high=0.9)
    neuron.w[0].data, neuron.w[1].data, neuron.b.data = p, q, bias
    a, b = engine.Value(x), engine.Value(y)
    neuron([a, b]).backward()
    delta = 1 - math.tanh(p * x + q * y + bias) ** 2
    assert [neuron.w[0].grad, neuron.w[1].grad, neuron.b.grad] == near([delta * x, delta * y, delta]), "weights, bias"
    assert [a.grad, b.grad] == near([delta * p, delta * q]), "the inputs: a layer before this one would learn by them"


@check(
    units=["Neuron.parameters", "Neuron.__init__"],
    points=1,
    hint="One flat list of the objects themselves: every weight, and the bias.",
)
def test_parameters_of_a_neuron(nn, rng):
    """neuron.parameters() lists its nin weights and its bias, the very same objects."""
    nin = rng.randrange(3, 9)
    neuron = nn.Neuron(nin)
    found = neuron.parameters()
    assert found is not None, "nothing comes back: is there a `return`?"
    parameters = list(found)
    assert not any(isinstance(p, list | tuple) for p in parameters), "a list of Values, not of lists"
    assert len(parameters) == nin + 1
    assert all(any(p is v for p in parameters) for v in neuron.w), "every weight is in the list"
    assert any(p is neuron.b for p in parameters), "the bias learns, too"
    again = list(neuron.parameters())
    assert len(again) == nin + 1, "asking a second time changes nothing: `append` would change the list that is there"


# --- A layer -------------------------------------------------------------------------------------


@check(
    units=["Layer.__init__", "Neuron.__init__"],
    points=1,
    hint="A new neuron for each output: `[neuron] * nout` is one neuron, listed several times.",
)
def test_layer_has_neurons(nn, rng):
    """Layer(nin, nout) has a list of nout different neurons, each with nin weights."""
    nin, nout = rng.sample(range(3, 9), 2)
    neurons = nn.Layer(nin, nout).neurons
    assert [len(neuron.w) for neuron in neurons] == [nin] * nout, "the number of weights of each neuron"
    assert len({neuron.w[0].data for neuron in neurons}) == nout, "each neuron has a draw of its own"


@check(
    units=["Layer.__call__", "Layer.__init__", "Neuron.__call__", "Neuron.__init__", ADD, MUL, TANH],
    points=1,
    hint="Every neuron sees the whole input, and gives one number.",
)
def test_layer_output(engine, nn, in_student, rng):
    """layer(x) is the list of its neurons' outputs, in their order."""
    sizes, x = [3, rng.randrange(2, 5)], unequal(rng, 3)
    layer, numbers = nn.Layer(*sizes), drawn(rng, count(sizes))
    values = in_student(learnable, layer)
    assert len(values) == len(numbers), f"Layer({sizes[0]}, {sizes[1]}) has this many weights and biases"
    in_student(write, numbers, *values)
    outputs = layer(x)
    assert outputs is not None, "nothing comes back: is there a `return`?"
    assert not isinstance(outputs, engine.Value), "a layer of several neurons has several outputs, not one"
    assert isinstance(outputs, list | tuple), "a list"
    assert not any(isinstance(out, list | tuple) for out in outputs), "a list of Values, not of lists"
    assert not any(isinstance(out, int | float) for out in outputs), "a list of Values, not of plain numbers"
    assert [out.data for out in outputs] == near(forward(sizes, numbers, x)[-1])


@check(
    units=["Layer.parameters", "Neuron.parameters", "Layer.__init__", "Neuron.__init__"],
    points=1,
    hint="A list of lists is not flat: which kind of loop puts the numbers of all neurons into one list?",
)
def test_parameters_of_a_layer(nn, in_student, rng):
    """layer.parameters() is one flat list of Values: all weights and biases of all neurons."""
    nin, nout = rng.randrange(4, 7), rng.randrange(2, 4)
    layer = nn.Layer(nin, nout)
    found = layer.parameters()
    assert found is not None, "nothing comes back: is there a `return`?"
    parameters = list(found)
    assert not any(isinstance(p, list | tuple) for p in parameters), "a list of Values, not of lists"
    assert len(parameters) == nout * (nin + 1)
    values = in_student(learnable, layer)
    assert [any(p is v for p in parameters) for v in values] == [True] * nout * (nin + 1), (
        "True for each weight and bias that is in the list, neuron by neuron"
    )


# --- The network ---------------------------------------------------------------------------------


@check(
    units=MAKES,
    points=1,
    hint="What one layer gives is what the next one takes: write the sizes of both beside each other.",
)
def test_mlp_has_layers(nn, rng):
    """MLP(nin, nouts) has a list of layers, each with as many inputs as the one before has outputs."""
    nin, *nouts = rng.sample(range(2, 7), 4)
    layers = nn.MLP(nin, nouts).layers
    shapes = [[len(neuron.w) for neuron in layer.neurons] for layer in layers]
    expected = [[n] * m for n, m in zip([nin, *nouts], nouts, strict=False)]
    assert shapes == expected, f"the number of weights of each neuron, layer by layer, for MLP({nin}, {nouts})"


@check(
    units=[*CALLS, *MAKES],
    points=2,
    hint="Each layer works on what the layer before it gave; the last result is unpacked if it is a single one.",
)
def test_mlp_output(engine, nn, in_student, rng):
    """mlp(x) is the last layer's output: a list, or the Value itself if there is only one."""
    x = unequal(rng, 3)
    for sizes in ([3, 3, 3, 3], [3, 4, 2], [3, 2, 4, 1]):
        model, numbers = nn.MLP(sizes[0], sizes[1:]), drawn(rng, count(sizes))
        values = in_student(learnable, model)
        assert len(values) == len(numbers), f"MLP({sizes[0]}, {sizes[1:]}) has this many weights and biases"
        in_student(write, numbers, *values)
        out, expected = model(x), forward(sizes, numbers, x)[-1]
        assert out is not None, "nothing comes back: is there a `return`?"
        if len(expected) == 1:
            assert isinstance(out, engine.Value), "a single output is a Value, not a list of one"
            assert out.data == near(expected[0])
        else:
            assert not isinstance(out, engine.Value), "several outputs, not one of them"
            assert isinstance(out, list | tuple), "several outputs are a list of Values"
            assert not any(isinstance(value, int | float) for value in out), "Values, not plain numbers"
            assert [value.data for value in out] == near(expected)


@check(
    units=[*CALLS, *MAKES, BACKWARD],
    points=2,
    hint="One neuron's gradients are right; here they must also pass on to the layers before it.",
)
def test_gradients_of_an_mlp(nn, in_student, rng):
    """Backward from the output of MLP(4, [4, 4, 1]) gives all 45 weights and biases their gradient."""
    sizes, x = [4, 4, 4, 1], unequal(rng, 4)
    model, numbers = nn.MLP(4, [4, 4, 1]), drawn(rng, count(sizes))
    values = in_student(learnable, model)
    assert len(values) == 45
    in_student(write, numbers, *values)
    model(x).backward()
    assert in_student(read, "grad", *values) == near(gradient(sizes, numbers, x, [1.0])), (
        "layer by layer, neuron by neuron, weights and then bias"
    )


@check(units=[*LISTS, *MAKES], points=1, hint="All layers, and from each all it has, in one flat list.")
def test_parameters_of_an_mlp(nn, in_student):
    """MLP(2, [4, 4, 1]) has 37 parameters and MLP(3, [4, 4, 1]) has 41, all of them Values."""
    for nin, total in ((2, 37), (3, 41)):
        model = nn.MLP(nin, [4, 4, 1])
        found = model.parameters()
        assert found is not None, "nothing comes back: is there a `return`?"
        parameters = list(found)
        assert not any(isinstance(p, list | tuple) for p in parameters), "a list of Values, not of lists"
        assert len(parameters) == total
        values = in_student(learnable, model)
        assert [any(p is v for p in parameters) for v in values] == [True] * total, (
            "True for each weight and bias that is in the list, layer by layer"
        )


# --- Training ------------------------------------------------------------------------------------


def right_so_far(curve, expected):
    """Return how many losses are right before the first wrong one."""
    return next((k for k, (x, y) in enumerate(zip(curve, expected, strict=True)) if x != near(y)), len(curve))


def first_wrong(curve, expected):
    """Return a sentence on the first loss that is wrong, if there is one."""
    k = right_so_far(curve, expected)
    return f"number {k} should be {expected[k]:.6g}, and is {curve[k]!r}" if k < len(curve) else ""


@check(
    units=TRAINS,
    points=3,
    hint="In each step: clear, forward over all samples, backward, move every parameter downhill; in this order.",
)
def test_training_from_given_weights(nn, in_student, exhibit):
    """From the weights that random.seed(1) gives, 60 steps at rate 0.05 bring the loss from 6.36 to 0.04."""
    model = nn.MLP(2, [4, 4, 1])
    values = in_student(learnable, model)
    assert len(values) == 37
    in_student(write, seed_one(), *values)
    curve = nn.train(model, XOR_INPUTS, XOR_TARGETS, 60, 0.05)
    assert curve is not None, "nothing comes back: is there a `return`?"
    assert not isinstance(curve, int | float), "train returns all the losses, not one of them"
    assert isinstance(curve, list | tuple), "train returns the list of losses"
    assert all(isinstance(loss, int | float) for loss in curve), "the losses are numbers: `loss.data`, not the Value"
    assert len(curve) == 60, "one loss for each step"
    expected, _ = descent(XOR_SIZES, seed_one(), XOR_INPUTS, XOR_TARGETS, 60, 0.05)
    exhibit.curve(lambda: {"expected": expected, "yours": curve}, x="step", y="loss")
    assert curve[0] == near(expected[0]), (
        "the first loss comes before any update: squared errors, summed over the samples"
    )
    entries = [expected[1], expected[2], expected[9], expected[59]]
    assert [curve[1], curve[2], curve[9], curve[59]] == near(entries), (
        "losses 1, 2, 9 and 59; the first loss was right, so look at what an update does, and to which parameters"
    )
    assert list(curve) == near(expected)


@check(
    units=TRAINS,
    points=2,
    hint="Nothing about steps, rate, samples or weights may be fixed inside: all of it is given.",
)
def test_training_from_your_own_draw(nn, in_student, rng, exhibit):
    """From your own random start, with another rate and other targets, every loss and every final weight is right."""
    model = in_student(seeded, nn.MLP, rng.randrange(1000), 2, [4, 4, 1])
    values = in_student(learnable, model)
    start = in_student(read, "data", *values)
    assert len(start) == 37
    assert all(isinstance(x, int | float) for x in start), "the data of weights and biases are numbers"
    xs, ys = XOR_INPUTS[:3], [round(rng.uniform(-0.9, 0.9), 2) for _ in range(3)]
    steps, lr = rng.randrange(8, 16), rng.uniform(0.02, 0.06)
    losses, final = descent(XOR_SIZES, start, xs, ys, steps, lr)
    curve = list(nn.train(model, xs, ys, steps, lr))
    exhibit.curve(lambda: {"expected": losses, "yours": curve}, x="step", y="loss")
    now = in_student(read, "data", *values)
    moved = [x != y for x, y in zip(now, start, strict=True)]
    assert moved == [True] * 37, "True for each weight and bias that has changed, neuron by neuron, the bias last"
    assert len(curve) == steps, "one loss for each step"
    right = right_so_far(curve, losses)
    assert right == steps, (
        f"losses that are right, from the first one on, at rate {lr:.3f}: {first_wrong(curve, losses)}"
    )
    arrived = [x == near(y) for x, y in zip(now, final, strict=True)]
    assert arrived == [True] * 37, "True for each weight and bias that has moved as far as it should"


@check(
    units=TRAINS,
    points=1,
    hint="What is in the gradients when your first `backward` begins to add to them?",
)
def test_training_clears_what_was_left(nn, in_student):
    """Gradients that an earlier pass left in the model have no part in the training."""
    model = nn.MLP(2, [4, 4, 1])
    values = in_student(learnable, model)
    assert len(values) == 37
    in_student(write, seed_one(), *values)
    in_student(leave_gradients, *values)
    curve = nn.train(model, XOR_INPUTS, XOR_TARGETS, 3, 0.05)
    expected, _ = descent(XOR_SIZES, seed_one(), XOR_INPUTS, XOR_TARGETS, 3, 0.05)
    assert list(curve) == near(expected), (
        "the losses of a model with these weights and no history: what does your first `backward` add to?"
    )
