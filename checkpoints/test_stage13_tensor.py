"""Checkpoint of stage 13: Tensor, the engine on numpy arrays, with broadcasting."""

from arrays import Array, Like, empty, kind, leave, push, rows, shape, slopes_of, table, value_of
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
    operands,
    seed_one,
)
from orders import operands_in_order

from grader import check

MAKE, SHRINK, ADD, MUL, POW = "Tensor.__init__", "unbroadcast", "Tensor.__add__", "Tensor.__mul__", "Tensor.__pow__"
MATMUL, TANH, SUM, BACKWARD = "Tensor.__matmul__", "Tensor.tanh", "Tensor.sum", "Tensor.backward"
LEARNS = [MATMUL, ADD, TANH, POW, SUM, BACKWARD, MUL, SHRINK, MAKE]


# --- Making a tensor -----------------------------------------------------------------------------


@check(units=[MAKE], points=1, hint="`np.array` takes numbers and lists alike; what does its `dtype` say?")
def test_tensor_holds_floats(tensor, in_student, rng):
    """Tensor(data) holds an array of float64 and a gradient of zeros of the same shape."""
    x = table(rng, 2, 3)
    a = tensor.Tensor(x)
    assert in_student(shape, a.data) == [2, 3], "the shape of `data`"
    assert in_student(rows, a.data) == Like(x)
    assert in_student(shape, a.grad) == [2, 3], "`grad` has the shape of `data`, from the beginning"
    assert in_student(rows, a.grad) == Like([[0.0] * 3] * 2)
    whole = tensor.Tensor([3, 4])
    assert [in_student(kind, part) for part in (a.data, a.grad, whole.data, whole.grad)] == ["float64"] * 4, (
        "`data` and `grad`, made from floats and from whole numbers: float64, so that gradients are not rounded away"
    )


def from_array(cls, numbers, dtype):
    """Make a tensor of an array, then change the array; return the type and the numbers that the tensor has."""
    import numpy as np

    array = np.array(numbers, dtype=dtype)
    made = cls(array)
    array[0] = 99
    return str(made.data.dtype), made.data.tolist()


def changed_in_place(cls, numbers):
    """Change the gradient of a tensor in place, then its numbers; return what the other one was after each."""
    made = cls(numbers)
    made.grad += 5.0
    first = made.data.tolist()
    made.data -= 5.0
    return first, made.grad.tolist()


@check(units=[MAKE], points=1, hint="`np.asarray` hands the very array back that it was given. Which one copies?")
def test_tensor_owns_its_arrays(tensor, in_student, rng):
    """A tensor's arrays are its own: what happens to the array it was made from, later, changes nothing."""
    x = table(rng, 3)
    assert in_student(from_array, tensor.Tensor, x, "float64") == ("float64", x), "the array was changed afterwards"
    halves = [0.5, 1.5, -2.5]
    made = in_student(from_array, tensor.Tensor, halves, "float32")
    assert made == ("float64", halves), "made from an array of float32: half the digits would be lost from here on"
    assert in_student(changed_in_place, tensor.Tensor, x) == (x, [5.0, 5.0, 5.0]), (
        "`data` after `grad` was changed in place; `grad` after `data` was"
    )


@check(
    units=[MAKE], points=1, hint="Numpy knows shapes without any axis, and axes without any element: nothing special."
)
def test_numbers_and_empty_arrays(tensor, in_student, rng):
    """A single number has the shape (), and an axis may have the length 0."""
    (x,) = table(rng, 1)
    a, none = tensor.Tensor(x), in_student(empty, tensor.Tensor, (0, 3))
    assert [in_student(shape, part) for part in (a.data, a.grad)] == [[], []], "of one number: no axis at all"
    assert in_student(rows, a.data) == Like(x)
    assert [in_student(shape, part) for part in (none.data, none.grad)] == [[0, 3], [0, 3]]


@check(
    units=[MAKE],
    points=1,
    hint="As in `engine.Value`: a set of operands, a name, and for a leaf a closure that does nothing.",
)
def test_tensor_remembers_how_it_was_made(tensor):
    """Tensor(data, (a, b), "+") has a and b in `_prev` and "+" in `_op`; a leaf has neither, and hands nothing on."""
    a, b = tensor.Tensor(1.0), tensor.Tensor([2.0, 3.0])
    out = tensor.Tensor([3.0, 4.0], (a, b), "+")
    assert operands(out, a=a, b=b) == ["a", "b"], "what is in `_prev`"
    assert [out._op, a._op] == ["+", ""]
    assert len(a._prev) == 0, "a leaf was made from nothing"
    assert a._backward() is None


# --- Back to the shape of the operand ------------------------------------------------------------


def shrink(function, numbers, lengths):
    """Return what unbroadcast makes of an array, as its shape and its numbers, and whether the array was kept."""
    import numpy as np

    array = np.array(numbers, dtype=float)
    kept = array.copy()
    made = function(array, tuple(lengths))
    return list(np.shape(made)), np.asarray(made, dtype=float).tolist(), bool((array == kept).all())


@check(units=[SHRINK], points=1, hint="Axes that the operand lacks stand in front: which are they, as numbers?")
def test_missing_axes_are_summed(tensor, in_student, rng):
    """unbroadcast(grad, shape) sums over the axes in front that the operand does not have."""
    g = table(rng, 2, 3)
    assert in_student(shrink, tensor.unbroadcast, g, [3]) == ([3], Like(Array.of(g).sum(0)), True), (
        "from (2, 3) to (3,): shape, numbers, and whether `grad` itself is as it was"
    )
    h = table(rng, 2, 3, 4, low=0.2, high=9.9)
    assert in_student(shrink, tensor.unbroadcast, h, [4]) == ([4], Like(Array.of(h).sum(0).sum(0)), True), (
        "from (2, 3, 4) to (4,)"
    )
    assert in_student(shrink, tensor.unbroadcast, g, []) == ([], Like(Array.of(g).sum()), True), "from (2, 3) to ()"


@check(units=[SHRINK], points=1, hint="An axis of length 1 was repeated: sum over it, and keep it (`keepdims`).")
def test_repeated_axes_are_summed(tensor, in_student, rng):
    """unbroadcast(grad, shape) sums over axes that have the length 1 in the operand, and keeps them."""
    g = table(rng, 2, 3)
    column = Array.of(g).sum(1).reshape(2, 1)
    assert in_student(shrink, tensor.unbroadcast, g, [2, 1]) == ([2, 1], Like(column), True), "from (2, 3) to (2, 1)"
    row = Array.of(g).sum(0).reshape(1, 3)
    assert in_student(shrink, tensor.unbroadcast, g, [1, 3]) == ([1, 3], Like(row), True), "from (2, 3) to (1, 3)"
    h = table(rng, 4, 2, 3, low=0.2, high=9.9)
    both = Array.of(h).sum(0).sum(1).reshape(2, 1)
    assert in_student(shrink, tensor.unbroadcast, h, [2, 1]) == ([2, 1], Like(both), True), "from (4, 2, 3) to (2, 1)"


@check(units=[SHRINK], points=1, hint="Where nothing was stretched, nothing is summed; a sum over no elements is 0.")
def test_nothing_to_sum(tensor, in_student, rng):
    """unbroadcast leaves a gradient alone that has the shape already, and copes with axes of length 0."""
    g = table(rng, 2, 3)
    assert in_student(shrink, tensor.unbroadcast, g, [2, 3]) == ([2, 3], Like(g), True)
    one = table(rng, 1, 1)
    assert in_student(shrink, tensor.unbroadcast, one, [1, 1]) == ([1, 1], Like(one), True), "from (1, 1) to (1, 1)"
    (x,) = table(rng, 1)
    assert in_student(shrink, tensor.unbroadcast, x, []) == ([], Like(x), True), "from () to ()"
    a = in_student(empty, tensor.Tensor, (0, 3))
    assert in_student(rows, tensor.unbroadcast(a.grad, (3,))) == Like([0.0] * 3), "from (0, 3) to (3,): sums of nothing"


# --- Addition and multiplication -----------------------------------------------------------------


@check(units=[ADD, SHRINK, MAKE], points=1, hint="As in stage 1; `+=` on both gradients, and nothing else is changed.")
def test_sum_of_equal_shapes(tensor, in_student, rng):
    """a + b adds element by element; after out.grad = g, out._backward() adds g to both gradients."""
    x, y, g, p = (table(rng, 2, 2) for _ in range(4))
    a, b = tensor.Tensor(x), tensor.Tensor(y)
    out = a + b
    assert isinstance(out, tensor.Tensor), "a Tensor: an array alone remembers nothing"
    assert in_student(rows, out.data) == Like(value_of(lambda x, y: x + y, x, y))
    assert operands(out, a=a, b=b) == ["a", "b"], "what is in `_prev`"
    in_student(leave, b, p)
    assert in_student(push, out, g) == Like(g), "`out.grad` itself must stay as it is"
    assert in_student(rows, a.grad) == Like(g)
    assert in_student(rows, b.grad) == Like(Array.of(p) + Array.of(g)), "b had a gradient before: does it survive?"
    in_student(push, out, x)
    both = [Like(Array.of(g) + Array.of(x)), Like(Array.of(p) + Array.of(g) + Array.of(x))]
    assert [in_student(rows, a.grad), in_student(rows, b.grad)] == both, "and a second time"
    assert [in_student(rows, a.data), in_student(rows, b.data)] == [x, y], "the operands keep their numbers"


@check(
    units=[ADD, SHRINK, MAKE],
    points=2,
    hint="The gradient that arrives has the shape of the result. Which shape must each `grad` have?",
)
def test_sum_with_broadcasting(tensor, in_student, rng):
    """Stretched operands get gradients of their own shape: (2, 3) + (3,), (2, 1) + (1, 3), () + (2, 2)."""
    for first, second in (((2, 3), (3,)), ((2, 1), (1, 3)), ((), (2, 2))):
        x, y = table(rng, *first), table(rng, *second)
        a, b = tensor.Tensor(x), tensor.Tensor(y)
        out = a + b
        whole = value_of(lambda x, y: x + y, x, y)
        assert in_student(rows, out.data) == Like(whole), f"shapes {first} and {second}"
        g = table(rng, *whole.shape)
        in_student(push, out, g)
        assert [in_student(shape, a.grad), in_student(shape, b.grad)] == [list(first), list(second)], (
            f"the shapes of the gradients of operands of the shapes {first} and {second}"
        )
        left, right = slopes_of(lambda x, y: x + y, x, y, upstream=Array.of(g))
        assert [in_student(rows, a.grad), in_student(rows, b.grad)] == [Like(left), Like(right)]


@check(units=[ADD, SHRINK, MAKE], points=1, hint="Wrap what is no Tensor; and in a + a the one operand is used twice.")
def test_sum_with_numbers_lists_and_itself(tensor, in_student, rng):
    """a + 2, 2 + a and a + a are Tensors, and so is the sum with a list; a + a gives a twice the gradient."""
    x, g, two = table(rng, 2, 2), table(rng, 2, 2), [2, 2]
    a = tensor.Tensor(x)
    for out in (a + 2, 2 + a, a + two):
        assert isinstance(out, tensor.Tensor), "a + 2, 2 + a, a + [2, 2]: each is a Tensor"
        assert in_student(rows, out.data) == Like(Array.of(x) + 2)
    in_student(push, a + a, g)
    assert in_student(rows, a.grad) == Like(Array.of(g) * 2)


@check(units=[MUL, SHRINK, MAKE], points=1, hint="The other factor is the slope: its `data`, element by element.")
def test_product_of_equal_shapes(tensor, in_student, rng):
    """a * b multiplies element by element; each gets the other one's numbers times the upstream gradient."""
    x, y, g, p = (table(rng, 2, 2) for _ in range(4))
    a, b = tensor.Tensor(x), tensor.Tensor(y)
    out = a * b
    assert isinstance(out, tensor.Tensor), "a Tensor: an array alone remembers nothing"
    assert in_student(rows, out.data) == Like(value_of(lambda x, y: x * y, x, y))
    assert operands(out, a=a, b=b) == ["a", "b"], "what is in `_prev`"
    in_student(leave, a, p)
    assert in_student(push, out, g) == Like(g), "`out.grad` itself must stay as it is"
    left, right = slopes_of(lambda x, y: x * y, x, y, upstream=Array.of(g))
    assert in_student(rows, b.grad) == Like(right)
    assert in_student(rows, a.grad) == Like(Array.of(p) + Array.of(left)), "a had a gradient before: does it survive?"
    in_student(push, out, g)
    assert in_student(rows, b.grad) == Like(Array.of(right) * 2), "and a second time"
    assert [in_student(rows, a.data), in_student(rows, b.data)] == [x, y], "the operands keep their numbers"


@check(
    units=[MUL, SHRINK, MAKE],
    points=2,
    hint="First the other factor times what arrives, in the shape of the result; then back to the operand's shape.",
)
def test_product_with_broadcasting(tensor, in_student, rng):
    """Stretched factors get gradients of their own shape: (2, 3) * (3,), (2, 1) * (1, 3), () * (2, 2)."""
    for first, second in (((2, 3), (3,)), ((2, 1), (1, 3)), ((), (2, 2))):
        x, y = table(rng, *first), table(rng, *second)
        a, b = tensor.Tensor(x), tensor.Tensor(y)
        out = a * b
        whole = value_of(lambda x, y: x * y, x, y)
        assert in_student(rows, out.data) == Like(whole), f"shapes {first} and {second}"
        g = table(rng, *whole.shape)
        in_student(push, out, g)
        assert [in_student(shape, a.grad), in_student(shape, b.grad)] == [list(first), list(second)], (
            f"the shapes of the gradients of operands of the shapes {first} and {second}"
        )
        left, right = slopes_of(lambda x, y: x * y, x, y, upstream=Array.of(g))
        assert [in_student(rows, a.grad), in_student(rows, b.grad)] == [Like(left), Like(right)]


def array_first(cls, numbers, factor):
    """Return factor * tensor, the factor an array: of what type it is, and its numbers."""
    import numpy as np

    product = np.array(factor) * cls(numbers)
    return isinstance(product, cls), np.asarray(getattr(product, "data", 0.0), dtype=float).tolist()


@check(units=[MUL, SHRINK, MAKE], points=1, hint="Wrap what is no Tensor; and in a * a the one factor is used twice.")
def test_product_with_numbers_arrays_and_itself(tensor, in_student, rng):
    """a * 2, 2 * a, a * a and array * a are Tensors; a * a has the slope 2a."""
    x, y, g, two = table(rng, 2, 2), table(rng, 2, 2), table(rng, 2, 2), [2, 2]
    a = tensor.Tensor(x)
    for out in (a * 2, 2 * a, a * two):
        assert isinstance(out, tensor.Tensor), "a * 2, 2 * a, a * [2, 2]: each is a Tensor"
        assert in_student(rows, out.data) == Like(Array.of(x) * 2)
    assert in_student(array_first, tensor.Tensor, x, y) == (True, Like(Array.of(y) * Array.of(x))), (
        "an array times a Tensor: is it a Tensor, and which numbers has it?"
    )
    in_student(push, a * a, g)
    assert in_student(rows, a.grad) == Like(slopes_of(lambda x: x * x, x, upstream=Array.of(g))[0])


# --- backward ------------------------------------------------------------------------------------


@check(
    units=[BACKWARD, MUL, ADD, SHRINK, MAKE],
    points=1,
    hint="Your `Value.backward`; only the 1.0 at its start needs a shape.",
)
def test_backward_begins_with_ones(tensor, in_student, rng):
    """root.backward() sets root.grad to ones of its shape; the gradients are those of the sum of its elements."""
    x, y = table(rng, 2, 3), table(rng, 3)
    a, b, other = tensor.Tensor(x), tensor.Tensor(y), tensor.Tensor(y)
    root = a * b + a
    root.backward()
    assert in_student(shape, root.grad) == [2, 3], "the shape of `root.grad`"
    assert in_student(rows, root.grad) == Like([[1.0] * 3] * 2)
    left, right = slopes_of(lambda x, y: x * y + x, x, y)
    assert [in_student(rows, a.grad), in_student(rows, b.grad)] == [Like(left), Like(right)]
    assert in_student(rows, other.grad) == Like([0.0] * 3), "a tensor outside the graph"
    single = tensor.Tensor(2.0) * 3
    single.backward()
    assert in_student(shape, single.grad) == [], "and for a single number, that is 1.0 without any axis"


@check(
    units=[BACKWARD, MUL, ADD, SHRINK, MAKE],
    points=2,
    hint="A tensor's turn comes after those of all that use it: operands first, and then the reverse.",
)
def test_backward_keeps_the_order(tensor, in_student, rng):
    """In x = x * x + x, repeated, every tensor hands on what is complete; shared ones are visited once."""
    starts = [[0.1, -0.2], [-0.3, 0.2], [0.2, 0.3]]
    keep = in_student(operands_in_order)  # else the order of a set decides what is met first
    for start in rng.sample(starts, 3):
        a = tensor.Tensor(start)
        x = a
        for _ in range(8):
            square = x * x
            both = [square, x] if rng.random() < 0.5 else [x, square]
            x = keep(both[0] + both[1], *both)
        x.backward()
        assert in_student(rows, a.grad) == Like(slopes_of(eight_times, start)[0]), f"from {start}, eight levels"
    a = tensor.Tensor([1.0, 2.0])
    x = a
    for _ in range(25):
        x = x + x * 0.5
    x.backward()
    assert in_student(rows, a.grad) == Like([1.5**25] * 2), "25 levels have 50 nodes, and 33 million paths"


def eight_times(x):
    for _ in range(8):
        x = x * x + x
    return x


# --- Powers, and what is made of them ------------------------------------------------------------


@check(units=[POW, MAKE], points=1, hint="The exponent is a plain number: stage 4's rule, on arrays.")
def test_power(tensor, in_student, rng):
    """a ** n raises each element; its slope is n times a to the power n - 1."""
    x, g, p = table(rng, 2, 2), table(rng, 2, 2), table(rng, 2, 2)
    for n in (2, 3, -1):
        a = tensor.Tensor(x)
        out = a**n
        assert isinstance(out, tensor.Tensor), "a Tensor: an array alone remembers nothing"
        assert in_student(rows, out.data) == Like(value_of(lambda x, n=n: x**n, x)), f"a ** {n}"
        assert operands(out, a=a) == ["a"], "what is in `_prev`: the exponent is not in the graph"
        in_student(leave, a, p)
        assert in_student(push, out, g) == Like(g), "`out.grad` itself must stay as it is"
        expected = Array.of(slopes_of(lambda x, n=n: x**n, x, upstream=Array.of(g))[0])
        assert in_student(rows, a.grad) == Like(Array.of(p) + expected), f"a ** {n}, on top of what a.grad held"
        assert in_student(rows, a.data) == x, "a keeps its numbers"


@check(
    units=[POW, MUL, ADD, BACKWARD, SHRINK, MAKE],
    points=1,
    hint="`-` and `/` were given with the exercise: they stand on + * and **, so look at those first.",
)
def test_differences_and_quotients(tensor, in_student, rng):
    """(a - b) / c with broadcasting, 3 - a and 2 / a: gradients reach all of them."""
    x, y, z = table(rng, 2, 3), table(rng, 3), table(rng, 2, 1, signs=(1,))
    a, b, c = tensor.Tensor(x), tensor.Tensor(y), tensor.Tensor(z)
    out = (a - b) / c + (3 - a) * (2 / c)
    assert in_student(rows, out.data) == Like(value_of(mixture, x, y, z))
    out.backward()
    expected = [Like(slopes) for slopes in slopes_of(mixture, x, y, z)]
    assert [in_student(rows, leaf.grad) for leaf in (a, b, c)] == expected


def mixture(x, y, z):
    return (x - y) / z + (3 - x) * (2 / z)


# --- The matrix product --------------------------------------------------------------------------


@check(units=[MATMUL, MAKE], points=1, hint="Rows times columns: numpy's `@` on the arrays, and a Tensor around it.")
def test_matrix_product(tensor, in_student, rng):
    """a @ b is the matrix product, of shapes (2, 3) and (3, 4) as of two squares."""
    for first, second in (((2, 3), (3, 4)), ((2, 2), (2, 2))):
        x, y = table(rng, *first), table(rng, *second)
        a, b = tensor.Tensor(x), tensor.Tensor(y)
        out = a @ b
        assert isinstance(out, tensor.Tensor), "a Tensor: an array alone remembers nothing"
        assert in_student(rows, out.data) == Like(value_of(lambda x, y: x @ y, x, y)), f"{first} @ {second}"
        assert operands(out, a=a, b=b) == ["a", "b"], "what is in `_prev`"
        assert [in_student(rows, a.data), in_student(rows, b.data)] == [x, y], "the operands keep their numbers"


@check(
    units=[MATMUL, MAKE],
    points=2,
    hint="Write the three shapes beside each other: which product, of which transposed, has the operand's?",
)
def test_gradients_of_a_matrix_product(tensor, in_student, rng):
    """The gradients of a @ b, for rectangles, where shapes must fit, and for squares, where all of them do."""
    for first, second in (((2, 2), (2, 2)), ((2, 3), (3, 4))):
        x, y = table(rng, *first), table(rng, *second)
        a, b = tensor.Tensor(x), tensor.Tensor(y)
        out = a @ b
        g, p = table(rng, first[0], second[1]), table(rng, *second, low=0.2)
        in_student(leave, b, p)
        assert in_student(push, out, g) == Like(g), "`out.grad` itself must stay as it is"
        left, right = slopes_of(lambda x, y: x @ y, x, y, upstream=Array.of(g))
        assert in_student(rows, a.grad) == Like(left), f"a's, for {first} @ {second}"
        assert in_student(rows, b.grad) == Like(Array.of(p) + Array.of(right)), f"b's, for {first} @ {second}"


@check(units=[MATMUL, ADD, MUL, BACKWARD, SHRINK, MAKE], points=1, hint="Every line of `_backward` adds: here, too.")
def test_matrix_used_twice(tensor, in_student, rng):
    """In (a @ a) * a + a @ a every use of a counts; a batch of no rows gives gradients of zeros."""
    x = table(rng, 2, 2)
    a = tensor.Tensor(x)
    (a @ a * a + a @ a).backward()
    assert in_student(rows, a.grad) == Like(slopes_of(lambda x: x @ x * x + x @ x, x)[0])
    none, b = in_student(empty, tensor.Tensor, (0, 2)), tensor.Tensor(x)
    out = none @ b
    out.backward()
    assert [in_student(shape, part) for part in (out.data, none.grad, b.grad)] == [[0, 2], [0, 2], [2, 2]]
    assert in_student(rows, b.grad) == Like([[0.0] * 2] * 2)


# --- Functions of each element -------------------------------------------------------------------


def look_at(tensor, in_student, rng, name, x):
    """Return what is seen of a function of each element, and what should be, as two dicts in the order to check."""
    g, p = table(rng, 2, 2), table(rng, 2, 2)
    a = tensor.Tensor(x)
    out = getattr(a, name)()
    assert isinstance(out, tensor.Tensor), "a Tensor: an array alone remembers nothing"
    assert operands(out, a=a) == ["a"], "what is in `_prev`"
    in_student(leave, a, p)
    values = in_student(rows, out.data)
    kept = in_student(push, out, g)
    (slopes,) = slopes_of(lambda x: getattr(x, name)(), x, upstream=Array.of(g))
    seen = [values, kept, in_student(rows, a.grad), in_student(rows, a.data)]
    true = [value_of(lambda x: getattr(x, name)(), x), g, Array.of(p) + Array.of(slopes), x]
    return seen, [Like(part) for part in true]


def twice(tensor, in_student, name, x):
    """Return the gradient of f(a) * a + f(a), as it is seen and as it should be."""
    a = tensor.Tensor(x)
    (getattr(a, name)() * a + getattr(a, name)()).backward()
    return in_student(rows, a.grad), Like(slopes_of(lambda x: getattr(x, name)() * x + getattr(x, name)(), x)[0])


KEPT = "`out.grad` must stay as it is: `g *= …` changes the array that `g` is a name of"


@check(units=[TANH, MAKE], points=1, hint="Numpy has `np.tanh`; the slope comes from the result.")
def test_tanh(tensor, in_student, rng):
    """a.tanh(): values, and the slope 1 - t² of each element."""
    (value, kept, slope, data), (true, upstream, true_slope, x) = look_at(
        tensor, in_student, rng, "tanh", table(rng, 2, 2)
    )
    assert value == true
    assert kept == upstream, KEPT
    assert slope == true_slope, "on top of what a.grad held"
    assert data == x, "a keeps its numbers"


@check(units=["Tensor.relu", MAKE], points=1, hint="1 where a is above 0, else 0: a comparison of arrays gives that.")
def test_relu(tensor, in_student, rng):
    """a.relu(): values, and the slope 1 or 0 of each element; a keeps its numbers."""
    (x, y), (z, w) = table(rng, 2, 2, low=0.2, high=0.9, signs=(1,))
    numbers = rng.choice([[[x, -y], [-z, w]], [[-x, y], [z, -w]]])
    (value, kept, slope, data), (true, upstream, true_slope, x) = look_at(tensor, in_student, rng, "relu", numbers)
    assert value == true
    assert kept == upstream, KEPT
    assert slope == true_slope, "on top of what a.grad held"
    assert data == x, "a keeps its numbers: `self.data[…] = 0` would change them"


@check(units=["Tensor.exp", MAKE], points=1, hint="Which function is its own derivative?")
def test_exp(tensor, in_student, rng):
    """a.exp(): values, and the slope, which is the result, of each element."""
    (value, kept, slope, data), (true, upstream, true_slope, x) = look_at(
        tensor, in_student, rng, "exp", table(rng, 2, 2)
    )
    assert value == true
    assert kept == upstream, KEPT
    assert slope == true_slope, "on top of what a.grad held"
    assert data == x, "a keeps its numbers"


@check(
    units=["Tensor.log", MAKE],
    points=1,
    hint="`np.log` is the natural one; its slope is steep near 0 and flat far out.",
)
def test_log(tensor, in_student, rng):
    """a.log(), for numbers above 0: values, and the slope 1/a of each element."""
    numbers = table(rng, 2, 2, signs=(1,))
    (value, kept, slope, data), (true, upstream, true_slope, x) = look_at(tensor, in_student, rng, "log", numbers)
    assert value == true
    assert kept == upstream, KEPT
    assert slope == true_slope, "on top of what a.grad held"
    assert data == x, "a keeps its numbers"


@check(
    units=[TANH, MUL, ADD, BACKWARD, SHRINK, MAKE],
    points=1,
    hint="Is it `+=`, and is what is added an array of its own?",
)
def test_tanh_twice(tensor, in_student, rng):
    """In tanh(a) * a + tanh(a) every use of a counts, and the slopes are those of the scalar engine."""
    seen, expected = twice(tensor, in_student, "tanh", table(rng, 2, 2))
    assert seen == expected


@check(
    units=["Tensor.exp", MUL, ADD, BACKWARD, SHRINK, MAKE],
    points=1,
    hint="Is it `+=`, and is what is added an array of its own?",
)
def test_exp_twice(tensor, in_student, rng):
    """In exp(a) * a + exp(a) every use of a counts."""
    seen, expected = twice(tensor, in_student, "exp", table(rng, 2, 2))
    assert seen == expected


# --- Sums and means ------------------------------------------------------------------------------


@check(
    units=[SUM, MAKE], points=1, hint="The result of `sum()` has no axis: what it gets belongs to every element alike."
)
def test_sum_of_all(tensor, in_student, rng):
    """a.sum() adds up all elements; each of them gets the whole upstream gradient."""
    x, p, (g,) = table(rng, 2, 3), table(rng, 2, 3), table(rng, 1)
    a = tensor.Tensor(x)
    out = a.sum()
    assert isinstance(out, tensor.Tensor), "a Tensor: a number alone remembers nothing"
    assert in_student(shape, out.data) == [], "the sum of all has no axis"
    assert in_student(rows, out.data) == Like(value_of(lambda x: x.sum(), x))
    assert operands(out, a=a) == ["a"], "what is in `_prev`"
    in_student(leave, a, p)
    in_student(push, out, g)
    assert in_student(shape, a.grad) == [2, 3], "the shape of `a.grad`"
    assert in_student(rows, a.grad) == Like(Array.of(p) + g)


@check(
    units=[SUM, MAKE],
    points=2,
    hint="The axis that is gone must come back before numpy stretches: `np.expand_dims`, at the same place.",
)
def test_sum_along_an_axis(tensor, in_student, rng):
    """a.sum(axis) sums along that axis, and each element gets the gradient of its own sum; squares tell."""
    for lengths, axis in (((2, 2), 0), ((2, 2), 1), ((2, 3), 1), ((2, 3), -1), ((2, 2, 2), -2), ((2, 3), 0)):
        x, p = table(rng, *lengths), table(rng, *lengths)
        a = tensor.Tensor(x)
        out = a.sum(axis)
        whole = value_of(lambda x, axis=axis: x.sum(axis), x)
        assert in_student(rows, out.data) == Like(whole), f"the sums along axis {axis} of a shape {lengths}"
        g = table(rng, *whole.shape)
        in_student(leave, a, p)
        assert in_student(push, out, g) == Like(g), "`out.grad` itself must stay as it is"
        (slopes,) = slopes_of(lambda x, axis=axis: x.sum(axis), x, upstream=Array.of(g))
        assert in_student(rows, a.grad) == Like(Array.of(p) + Array.of(slopes)), (
            f"the gradient, along axis {axis} of a shape {lengths}, on top of what a.grad held"
        )


@check(
    units=["Tensor.mean", SUM, MUL, BACKWARD, SHRINK, MAKE],
    points=1,
    hint="Of how many elements is each mean? Of all of them only where there is no axis.",
)
def test_mean(tensor, in_student, rng):
    """a.mean() and a.mean(axis) divide by the number of elements that were added up."""
    x, g, h = table(rng, 2, 3), table(rng, 2), table(rng, 3)
    a = tensor.Tensor(x)
    assert in_student(rows, a.mean().data) == Like(value_of(lambda x: x.mean(), x))
    a.mean().backward()
    assert in_student(rows, a.grad) == Like([[1 / 6] * 3] * 2)
    for axis, upstream in ((0, h), (1, g), (-1, g)):
        a = tensor.Tensor(x)
        out = a.mean(axis)
        assert in_student(rows, out.data) == Like(value_of(lambda x, axis=axis: x.mean(axis), x)), f"along axis {axis}"
        (out * upstream).backward()
        (slopes,) = slopes_of(lambda x, axis=axis: x.mean(axis), x, upstream=Array.of(upstream))
        assert in_student(rows, a.grad) == Like(slopes), f"the gradient, along axis {axis}"


# --- Other shapes --------------------------------------------------------------------------------


def moved_in_place(result):
    """Change the numbers of a result in place."""
    result.data *= 0.0


@check(units=["Tensor.reshape", MAKE], points=1, hint="The way back is a reshape, too: to which shape?")
def test_reshape(tensor, in_student, rng):
    """a.reshape(3, 2) and a.reshape(-1) keep the elements row by row, and so does the way back."""
    for lengths in ((3, 2), (-1,), (3, -1)):
        x, p = table(rng, 2, 3), table(rng, 2, 3)
        a = tensor.Tensor(x)
        out = a.reshape(*lengths)
        assert isinstance(out, tensor.Tensor), "a Tensor: an array alone remembers nothing"
        whole = value_of(lambda x, lengths=lengths: x.reshape(*lengths), x)
        assert in_student(rows, out.data) == Like(whole), f"a.reshape({', '.join(map(str, lengths))})"
        assert operands(out, a=a) == ["a"], "what is in `_prev`"
        g = table(rng, *whole.shape)
        in_student(leave, a, p)
        assert in_student(push, out, g) == Like(g), "`out.grad` itself must stay as it is"
        expected = Array.of(p) + Array.of(g).reshape(2, 3)
        assert in_student(rows, a.grad) == Like(expected), "on top of what a.grad held"
        in_student(moved_in_place, out)
        assert in_student(rows, a.data) == x, "out.data was changed in place: it must not be a view of a.data"


@check(
    units=["Tensor.T", MAKE],
    points=1,
    hint="Transposed twice is where you started; and numpy's `.T` is a view, not a copy.",
)
def test_transposed(tensor, in_student, rng):
    """a.T has rows for columns; the way back is the same, on square and on other shapes."""
    for lengths in ((2, 2), (2, 3)):
        x, p = table(rng, *lengths), table(rng, *lengths)
        a = tensor.Tensor(x)
        out = a.T
        assert isinstance(out, tensor.Tensor), "a Tensor: an array alone remembers nothing"
        assert in_student(rows, out.data) == Like(value_of(lambda x: x.T, x))
        assert operands(out, a=a) == ["a"], "what is in `_prev`"
        g = table(rng, *lengths[::-1])
        in_student(leave, a, p)
        assert in_student(push, out, g) == Like(g), "`out.grad` itself must stay as it is"
        assert in_student(rows, a.grad) == Like(Array.of(p) + Array.of(g).T), "on top of what a.grad held"
        in_student(moved_in_place, out)
        assert in_student(rows, a.data) == x, "out.data was changed in place: it must not be a view of a.data"


@check(
    units=["Tensor.reshape", "Tensor.T", MATMUL, ADD, MUL, BACKWARD, SHRINK, MAKE],
    points=1,
    hint="A gradient that is a view of another one changes with it: add, do not assign.",
)
def test_shapes_in_one_expression(tensor, in_student, rng):
    """In (a.T @ b).reshape(4) * c.T.reshape(4) + (b.T @ a).reshape(-1) all gradients are right."""
    x, y, z = table(rng, 3, 2), table(rng, 3, 2), table(rng, 2, 2)
    a, b, c = tensor.Tensor(x), tensor.Tensor(y), tensor.Tensor(z)
    out = woven(a, b, c)
    assert in_student(rows, out.data) == Like(value_of(woven, x, y, z))
    out.backward()
    expected = [Like(slopes) for slopes in slopes_of(woven, x, y, z)]
    assert [in_student(rows, leaf.grad) for leaf in (a, b, c)] == expected


def woven(a, b, c):
    return (a.T @ b).reshape(4) * c.T.reshape(4) + (b.T @ a).reshape(-1)


# --- A network, and its training -----------------------------------------------------------------


def layers_from(cls, sizes, numbers, history):
    """Make an MLP's layers from its flat numbers, with the gradients that an earlier pass left; return the list."""
    from itertools import pairwise

    import numpy as np

    layers, rest = [], list(numbers)
    for nin, nout in pairwise(sizes):
        block = np.array(rest[: (nin + 1) * nout]).reshape(nout, nin + 1)
        rest = rest[(nin + 1) * nout :]
        layers.append((cls(block[:, :nin].T), cls(block[:, nin])))
    for p in [p for layer in layers for p in layer]:
        p.grad = p.grad + history
    return layers


def flat(what, layers):
    """Return data or gradients of layers as flat numbers: neuron by neuron, the weights and then the bias."""
    import numpy as np

    blocks = [np.concatenate([getattr(w, what).T, getattr(b, what)[:, None]], axis=1) for w, b in layers]
    return [float(x) for block in blocks for x in block.ravel()]


@check(
    units=["mlp", MATMUL, ADD, TANH, MAKE],
    points=2,
    hint="One line in a loop: each layer works on what the one before it gave.",
)
def test_network_on_a_batch(tensor, in_student, rng):
    """mlp(layers, x) computes all samples at once: one row for each, the same numbers as stage 7 gives."""
    sizes = [2, 3, 3, 2]
    numbers = drawn(rng, count(sizes))
    layers = in_student(layers_from, tensor.Tensor, sizes, numbers, 0.0)
    out = tensor.mlp(layers, tensor.Tensor(XOR_INPUTS))
    assert isinstance(out, tensor.Tensor), "a Tensor, from which gradients go back"
    assert in_student(rows, out.data) == Like([forward(sizes, numbers, x)[-1] for x in XOR_INPUTS])


@check(
    units=["mlp", MATMUL, ADD, TANH, BACKWARD, SHRINK, MAKE],
    points=1,
    hint="Let the operators of Tensor do it all: `.data` has no place in it.",
)
def test_gradients_of_a_network(tensor, in_student, rng):
    """Backward from a batch's outputs gives each weight and bias the gradients that the scalars of all samples add up to."""
    sizes = [2, 3, 3, 1]
    numbers = drawn(rng, count(sizes))
    layers = in_student(layers_from, tensor.Tensor, sizes, numbers, 0.0)
    tensor.mlp(layers, tensor.Tensor(XOR_INPUTS)).backward()
    each = [gradient(sizes, numbers, x, [1.0]) for x in XOR_INPUTS]
    assert in_student(flat, "grad", layers) == near([sum(share) for share in zip(*each, strict=True)]), (
        "layer by layer, neuron by neuron, weights and then bias"
    )


@check(
    units=["train", "mlp", *LEARNS],
    points=3,
    hint="Stage 7's four actions, in the same order; the loops over samples are gone.",
)
def test_training_is_the_same(tensor, in_student, exhibit):
    """From the weights of stage 7, 60 steps at rate 0.05 give stage 7's curve, from 6.36 to 0.04."""
    layers = in_student(layers_from, tensor.Tensor, XOR_SIZES, seed_one(), 0.0)
    x, y = tensor.Tensor(XOR_INPUTS), tensor.Tensor([[float(t)] for t in XOR_TARGETS])
    curve = tensor.train(layers, x, y, 60, 0.05)
    assert isinstance(curve, list | tuple), "train returns the list of losses"
    assert all(isinstance(loss, int | float) for loss in curve), "the losses are numbers, not Tensors or arrays"
    assert len(curve) == 60, "one loss for each step"
    expected, final = descent(XOR_SIZES, seed_one(), XOR_INPUTS, XOR_TARGETS, 60, 0.05)
    exhibit.curve(lambda: {"expected": expected, "yours": curve}, x="step", y="loss")
    assert curve[0] == near(expected[0]), "the first loss comes before any update"
    assert [curve[1], curve[2], curve[9], curve[59]] == near([expected[k] for k in (1, 2, 9, 59)]), (
        "losses 1, 2, 9 and 59; the first was right, so look at what an update does, and to which parameters"
    )
    assert list(curve) == near(expected), "all losses, to nine digits: float32 would be right to six or seven"
    assert in_student(flat, "data", layers) == near(final), "the weights and biases afterwards"


def race(seed, sizes, samples, steps):
    """Train the same network with Values and with Tensors; return the seconds of a step with each."""
    import random
    from itertools import pairwise
    from time import perf_counter

    import nn
    import numpy as np
    import tensor

    random.seed(seed)
    xs = [[random.uniform(-1, 1) for _ in range(sizes[0])] for _ in range(samples)]
    ys = [random.choice([-1.0, 1.0]) for _ in xs]
    model = nn.MLP(sizes[0], sizes[1:])
    layers = [(tensor.Tensor(np.ones(s)), tensor.Tensor(np.ones(s[1]))) for s in pairwise(sizes)]
    x, y = tensor.Tensor(xs), tensor.Tensor([[t] for t in ys])

    def seconds(train, steps, *given):
        began = perf_counter()
        train(*given, steps, 0.0)
        return (perf_counter() - began) / steps

    seconds(tensor.train, 1, layers, x, y)  # numpy looks a few things up when they are first needed
    return seconds(nn.train, steps, model, xs, ys), seconds(tensor.train, 20 * steps, layers, x, y)


def compared(in_student):
    """Return the rows of a table: how long a step takes with each, and how many times faster it is with arrays."""
    lines = [("network", "samples", "Value", "Tensor", "times faster")]
    for sizes, samples, steps in ((XOR_SIZES, 4, 10), ([2, 16, 16, 1], 16, 1)):
        scalar, array = in_student(race, 1, sizes, samples, steps)
        times = f"{scalar / array:.0f}" if isinstance(scalar, float) and isinstance(array, float) and array > 0 else "?"
        name = f"MLP({sizes[0]}, {sizes[1:]})"
        lines.append((name, samples, f"{1000 * scalar:.2f} ms", f"{1000 * array:.2f} ms", times))
    return lines


@check(
    units=["train", "mlp", *LEARNS],
    points=1,
    hint="Nothing about steps, rate or samples may be fixed inside; and what is in the gradients when the first `backward` begins?",
)
def test_training_from_another_start(tensor, in_student, rng, exhibit):
    """Other weights, samples, steps and rate, and gradients that an earlier pass left: every loss is right."""
    numbers, steps, lr = drawn(rng, count(XOR_SIZES)), rng.randrange(5, 12), rng.uniform(0.02, 0.06)
    xs, ys = XOR_INPUTS[:3], [round(rng.uniform(-0.9, 0.9), 2) for _ in range(3)]
    layers = in_student(layers_from, tensor.Tensor, XOR_SIZES, numbers, 2.5)
    curve = list(tensor.train(layers, tensor.Tensor(xs), tensor.Tensor([[y] for y in ys]), steps, lr))
    losses, final = descent(XOR_SIZES, numbers, xs, ys, steps, lr)
    exhibit.curve(lambda: {"expected": losses, "yours": curve}, x="step", y="loss")
    assert curve == near(losses), f"{steps} steps at rate {lr:.3f}"
    assert in_student(flat, "data", layers) == near(final), "the weights and biases afterwards"
    exhibit.table(
        lambda: compared(in_student),
        "A step of the same training, with your Value and with your Tensor, on this machine:",
        always=True,
    )
