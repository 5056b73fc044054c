"""Checkpoint of stage 9: orders without recursion, cycles, and backward on graphs of any depth."""

import pytest
from oracle import near, squared
from orders import (
    deep_chain,
    deep_order,
    described,
    effort,
    misplaced,
    operands_in_order,
    operands_of,
    shared,
    sides,
    x_times_x,
)
from pictures import graph as picture

from grader import check

TOPO, DEGREES, KAHN, CYCLE = "topological_order", "in_degrees", "kahn_order", "find_cycle"
BACKWARD, ADD, MUL = "engine:Value.backward", "engine:Value.__add__", "engine:Value.__mul__"

DEEP = 100_000


@pytest.fixture
def keep(in_student):
    """The function `keep(node, *operands)`, on the student's side."""
    return in_student(operands_in_order)


@pytest.fixture
def chain(in_student):
    """The function `with_chain(engine, count, ask)`, on the student's side."""
    return in_student(deep_chain)


# --- topological_order ---------------------------------------------------------------------------


@check(units=[TOPO, ADD, MUL], points=1, hint="A list of all nodes: which one comes last, and which may come first?")
def test_order_of_an_expression(engine, graph, exhibit):
    """For e = a*b, d = e + c, L = d*f, all seven nodes stand in the list, operands before results, L last."""
    a, b, c, f = (engine.Value(x) for x in (2.0, -3.0, 10.0, -2.0))
    e = a * b
    d = e + c
    loss = d * f
    known = {"a": a, "b": b, "c": c, "f": f, "e": e, "d": d, "L": loss}
    exhibit.graph(lambda: picture(loss, **known), title="e = a*b, d = e + c, L = d*f")
    order = graph.topological_order(loss)
    assert isinstance(order, list), "the order is a list"
    assert sorted(described(order, known)) == sorted(known), "every node, each of them once"
    assert described(order, known)[-1] == "L", "the root is made from all others: where does it stand?"
    assert misplaced(order, known) == [], "these stand before something that they are made from"


@check(units=[TOPO, ADD, MUL], points=1, hint="How does your walk know that it has been at a node before?")
def test_a_node_used_twice_stands_in_it_once(engine, graph, keep, exhibit):
    """For p = a*b, q = p*c, r = q + p, L = r*q, each node stands in the list once; a leaf alone is its own order."""
    known = shared(engine, keep)
    exhibit.graph(lambda: picture(known["L"], **known), title="p = a*b, q = p*c, r = q + p, L = r*q")
    order = graph.topological_order(known["L"])
    assert sorted(described(order, known)) == sorted(known), "every node, each of them once"
    assert misplaced(order, known) == [], "these stand before something that they are made from"
    assert described(graph.topological_order(known["a"]), known) == ["a"], "a leaf alone"


@check(
    units=[TOPO, ADD, MUL],
    points=2,
    hint="A node goes on the list when all its operands are on it. What does your walk do when it meets a node early?",
)
def test_order_when_results_are_used_near_and_far(engine, graph, in_student, keep, rng):
    """x = x*x + x, eight times over: in whichever order operands are met, they come before their results."""
    for levels in (8, rng.randrange(3, 8)):
        each = in_student(sides, graph.topological_order, True, *in_student(x_times_x, engine, keep, levels))
        assert [found[0] for found in each] == near([squared(0.5, levels)] * 4)
        right = [[2 * levels + 1, 0]] * 4
        assert [found[1:] for found in each] == right, (
            "in four ways: how many nodes the list has, and how many stand before an operand"
        )


@check(
    units=[TOPO, ADD],
    points=2,
    hint="Python allows about a thousand calls inside one another. A list that you push to and pop from has no such limit.",
)
def test_order_of_a_deep_chain(engine, graph, in_student, chain, rng):
    """A chain of 100,000 sums is sorted."""
    count = DEEP + rng.randrange(1000)
    length, wrong, last = in_student(deep_order, chain, engine, graph.topological_order, count, True)
    assert length == count + 2, "nodes in the list: the sums and two leaves"
    in_order = [wrong == 0, last == count + 1]
    assert in_order == [True, True], "whether all operands stand before their results, and the root stands last"


@check(
    units=[TOPO, ADD, MUL],
    points=1,
    hint="Do you search through a list for a node? That looks at all of it; a set finds it at once.",
)
def test_order_takes_twice_as_long_for_twice_the_nodes(engine, graph, in_student):
    """Questions put to the nodes are counted: twice as many nodes need twice as many, not four times."""
    growth, size, _ = effort(in_student, engine, graph.topological_order)
    assert size == 601, "nodes in the list for x = x + x*0.5, 200 times over"
    assert growth == 2, "the nodes doubled; so many times as much was asked of them"


def by_hand(engine, labels, loop):
    """Make one node for each label, each from the next one, and the last one from the one `loop` before its successor.

    That closes a ring of the last `loop` nodes; with 0 it stays open.
    """
    nodes = [engine.Value(float(k)) for k in range(len(labels))]
    for node, label in zip(nodes, labels, strict=True):
        node.label = label
    pairs = list(zip(nodes, nodes[1:] + nodes[-loop:][:1] if loop else nodes[1:], strict=False))
    for node, operand in pairs:
        node._prev = type(node._prev)([*node._prev, operand])
    return nodes


def drawn_labels(rng, count):
    """Draw labels that no sentence holds by chance."""
    return [f"k{number}" for number in rng.sample(range(100, 1000), count)]


def refusal_of(order_of, root):
    """Return the message with which a graph is refused; None when it isn't."""
    try:
        order_of(root)
    except ValueError as refusal:
        return str(refusal)
    return None


def assert_names_the_cycle(engine, in_student, rng, order_of):
    """Three nodes lead to a ring of three, then one node to a ring of one: each is refused, with these labels only."""
    for length, loop in ((6, 3), (2, 1)):
        labels = drawn_labels(rng, length)
        open_end = in_student(by_hand, engine, labels, 0)
        assert len(order_of(open_end[0])) == length, "without a cycle there is an order"
        message = refusal_of(order_of, in_student(by_hand, engine, labels, loop)[0])
        assert message is not None, "a node that is made from itself: ValueError was expected, and nothing was raised"
        held = [label in message for label in labels]
        assert held == [k >= length - loop for k in range(length)], (
            f"which of {', '.join(labels)} the message holds; {labels[length - loop]} is the first on the cycle"
        )


@check(
    units=[TOPO],
    points=2,
    hint="When is a node that you meet again on the way that you came, and not just seen before?",
)
def test_order_names_a_cycle(engine, graph, in_student, rng):
    """A graph with a cycle, made by hand, is refused with a ValueError that holds the labels of the cycle."""
    assert_names_the_cycle(engine, in_student, rng, graph.topological_order)


def shrink(x):
    """Bring x down to 1 or less. How many steps that takes, and which, depends on its number."""
    while x.data > 1:
        x = x * 0.5 if x.data > 4 else x + -0.75
    return x


def shrunk(number):
    """Return how many steps `shrink` takes, and how many of them halve."""
    steps, halvings = 0, 0
    while number > 1:
        steps, halvings = steps + 1, halvings + (number > 4)
        number = number * 0.5 if number > 4 else number - 0.75
    return steps, halvings


@check(
    units=[TOPO, ADD, MUL],
    points=1,
    hint="Where do your list and your set begin to live: at each call, or once for all?",
)
def test_order_of_a_graph_that_changes(engine, graph, in_student, rng):
    """Where an `if` and a `while` on the data decide what is computed, each pass has its own graph, and its own order."""
    numbers = [rng.uniform(2, 4), rng.uniform(40, 60), rng.uniform(6, 8)]
    roots = [in_student(shrink, engine.Value(x)) for x in numbers]
    orders = [graph.topological_order(root) for root in roots]
    wanted = [1 + 2 * shrunk(x)[0] for x in numbers]
    assert [len(order) for order in orders] == wanted, "nodes in the order of the first pass, the second, the third"
    assert [misplaced(order, {}) for order in orders] == [[], [], []]


# --- in_degrees ----------------------------------------------------------------------------------


@check(
    units=[DEGREES, ADD, MUL], points=2, hint="Walk through the nodes; each one counts once for each of its operands."
)
def test_in_degrees(engine, graph, keep, exhibit):
    """In p = a*b, q = p*c, r = q + p, L = r*q, p and q are used twice, a, b, c and r once, and L is not used."""
    known = shared(engine, keep)
    exhibit.graph(lambda: picture(known["L"], **known), title="p = a*b, q = p*c, r = q + p, L = r*q")
    degrees = graph.in_degrees(known["L"])
    assert isinstance(degrees, dict), "in_degrees returns a dict, with the nodes as its keys"
    assert sorted(described(degrees, known)) == sorted(known), "every node of the graph is a key, the root, too"
    assert {name: degrees[node] for name, node in known.items()} == {
        "a": 1,
        "b": 1,
        "c": 1,
        "p": 2,
        "q": 2,
        "r": 1,
        "L": 0,
    }
    inner = graph.in_degrees(known["q"])
    assert {name: inner[known[name]] for name in described(inner, known)} == {"a": 1, "b": 1, "c": 1, "p": 1, "q": 0}, (
        "in the graph of q, r and L have no part"
    )


def deep_degrees(with_chain, engine, degrees_of, count):
    """Count in a chain of `count` sums; return the number of nodes, and the in-degrees of the root and of both leaves."""

    def ask(root, used, first):
        degrees = degrees_of(root)
        return len(degrees), degrees[root], degrees[used], degrees[first]

    return with_chain(engine, count, ask)


@check(
    units=[DEGREES, ADD],
    points=1,
    hint="A walk that needs no order needs no recursion: a list of what is still to be done.",
)
def test_in_degrees_of_a_deep_chain(engine, graph, in_student, chain, rng):
    """In a chain of 100,000 sums, a leaf that all of them use has in-degree 100,000."""
    count = DEEP + rng.randrange(1000)
    assert in_student(deep_degrees, chain, engine, graph.in_degrees, count) == (count + 2, 0, count, 1), (
        "number of nodes, in-degree of the root, of the leaf used by all sums, and of the other leaf"
    )


@check(
    units=[DEGREES, ADD, MUL],
    points=1,
    hint="There are more paths than you can walk. What keeps you from walking one twice?",
)
def test_in_degrees_take_twice_as_long_for_twice_the_nodes(engine, graph, in_student):
    """Questions put to the nodes are counted: twice as many nodes need twice as many, not four times."""
    growth, size, _ = effort(in_student, engine, graph.in_degrees)
    assert size == 601, "nodes that have an in-degree, for x = x + x*0.5, 200 times over"
    assert growth == 2, "the nodes doubled; so many times as much was asked of them"


# --- kahn_order ----------------------------------------------------------------------------------


@check(units=[KAHN, ADD, MUL], points=1, hint="Begin with the node that nothing uses. Whose turn can come next?")
def test_kahn_order(engine, graph, keep, exhibit):
    """For p = a*b, q = p*c, r = q + p, L = r*q, all nodes stand in the list once, results before operands, L first."""
    known = shared(engine, keep)
    exhibit.graph(lambda: picture(known["L"], **known), title="p = a*b, q = p*c, r = q + p, L = r*q")
    order = graph.kahn_order(known["L"])
    assert isinstance(order, list), "the order is a list"
    assert sorted(described(order, known)) == sorted(known), "every node, each of them once"
    assert described(order, known)[0] == "L", "nothing uses the root: where does it stand?"
    assert misplaced(order[::-1], known) == [], "these stand after something that they are made from"
    assert described(graph.kahn_order(known["a"]), known) == ["a"], "a leaf alone"


@check(
    units=[KAHN, ADD, MUL],
    points=2,
    hint="A node's turn has come when the last of those that use it has had its own, not the first.",
)
def test_kahn_order_when_results_are_used_near_and_far(engine, graph, in_student, keep, rng):
    """x = x*x + x, eight times over: in whichever order operands are met, they come after all that use them."""
    for levels in (8, rng.randrange(3, 8)):
        each = in_student(sides, graph.kahn_order, False, *in_student(x_times_x, engine, keep, levels))
        assert [found[0] for found in each] == near([squared(0.5, levels)] * 4)
        right = [[2 * levels + 1, 0]] * 4
        assert [found[1:] for found in each] == right, (
            "in four ways: how many nodes the list has, and how many stand after an operand"
        )


@check(units=[KAHN, ADD], points=1, hint="Counting needs no recursion.")
def test_kahn_order_of_a_deep_chain(engine, graph, in_student, chain, rng):
    """A chain of 100,000 sums is sorted."""
    count = DEEP + rng.randrange(1000)
    length, wrong, first = in_student(deep_order, chain, engine, graph.kahn_order, count, False)
    assert length == count + 2, "nodes in the list: the sums and two leaves"
    in_order = [wrong == 0, first == 0]
    assert in_order == [True, True], "whether all results stand before their operands, and the root stands first"


@check(
    units=[KAHN, ADD, MUL], points=1, hint="Do you search through a list for a node? The count says all that you need."
)
def test_kahn_order_takes_twice_as_long_for_twice_the_nodes(engine, graph, in_student):
    """Questions put to the nodes are counted: twice as many nodes need twice as many, not four times."""
    growth, size, _ = effort(in_student, engine, graph.kahn_order)
    assert size == 601, "nodes in the list for x = x + x*0.5, 200 times over"
    assert growth == 2, "the nodes doubled; so many times as much was asked of them"


@check(
    units=[KAHN],
    points=2,
    hint="On a cycle each node waits for another: what is left when nobody's turn comes any more?",
)
def test_kahn_order_names_a_cycle(engine, graph, in_student, rng):
    """A graph with a cycle, made by hand, is refused with a ValueError that holds the labels of the cycle."""
    assert_names_the_cycle(engine, in_student, rng, graph.kahn_order)


# --- find_cycle ----------------------------------------------------------------------------------


@check(units=[CYCLE], points=2, hint="Keep the way that you came. Where on it do you meet its beginning again?")
def test_cycle_is_found(engine, graph, in_student, rng):
    """find_cycle returns the nodes of a ring in their order, however long the way to it, and [] where it is open."""
    for length, loop in ((6, 3), (9, 7), (3, 1)):
        labels = drawn_labels(rng, length)
        nodes = in_student(by_hand, engine, labels, loop)
        found = graph.find_cycle(nodes[0])
        assert isinstance(found, list), "a list of nodes, and an empty one where there is no cycle"
        known = dict(zip(labels, nodes, strict=True))
        names, ring = described(found, known), labels[length - loop :]
        assert sorted(names) == sorted(ring), "the nodes of the ring, and not those that lead to it"
        turned = names[names.index(ring[0]) :] + names[: names.index(ring[0])]
        assert turned == ring, "each node has the next one among its operands"
        assert graph.find_cycle(in_student(by_hand, engine, labels, 0)[0]) == [], "open: no cycle"


@check(
    units=[CYCLE, ADD, MUL],
    points=2,
    hint="Two ways that meet are no cycle. Was the node seen before, or is it on the way that you came?",
)
def test_node_used_twice_is_no_cycle(engine, graph, in_student, keep, rng):
    """In p = a*b, q = p*c, r = q + p, L = r*q nodes are used twice, and none is made from itself; until one is."""
    known = shared(engine, keep)
    assert graph.find_cycle(known["L"]) == [], "no cycle in this graph"
    first, second = rng.choice([("p", "a"), ("q", "b"), ("r", "c"), ("L", "p")])
    operands = operands_of(known[first], known)
    in_student(tie, known[second], known[first])
    found = described(graph.find_cycle(known["L"]), known)
    assert {first, second} <= set(found), f"{second} is now made from {first}, which is made from {second}"
    assert operands_of(known[first], known) == operands, "looking changes nothing"


def tie(node, operand):
    """Put a node among the operands of another one, which no operation would do."""
    node._prev = type(node._prev)([*node._prev, operand])


def deep_cycle(with_chain, engine, cycle_of, count):
    """Return the length of the cycle in a chain of `count` sums, before and after its first leaf is tied to its end."""

    def ask(root, used, first):
        before = len(cycle_of(root))
        first._prev = type(first._prev)([root])
        return before, len(cycle_of(root))

    return with_chain(engine, count, ask)


@check(
    units=[CYCLE, ADD],
    points=1,
    hint="The way that you came is a list, too: it grows and shrinks, and nothing calls itself.",
)
def test_cycle_in_a_deep_chain(engine, graph, in_student, chain, rng):
    """A chain of 100,000 sums has no cycle; with its beginning tied to its end, it is one."""
    count = DEEP + rng.randrange(1000)
    assert in_student(deep_cycle, chain, engine, graph.find_cycle, count) == (0, count + 1), (
        "nodes on the cycle, before and after"
    )


@check(
    units=[CYCLE, ADD, MUL], points=1, hint="A node that was left behind without a cycle need not be looked at again."
)
def test_cycle_takes_twice_as_long_for_twice_the_nodes(engine, graph, in_student):
    """Questions put to the nodes are counted: twice as many nodes need twice as many, not four times."""
    growth, size, (data, _) = effort(in_student, engine, graph.find_cycle)
    assert data == near(1.5**200)
    assert size == 0, "nodes on a cycle in x = x + x*0.5, 200 times over"
    assert growth == 2, "the nodes doubled; so many times as much was asked of them"


# --- backward, once more -------------------------------------------------------------------------


def deep_backward(with_chain, engine, count):
    """Go backward through a chain of `count` sums; return the gradients of the root and of both leaves."""

    def ask(root, used, first):
        root.backward()
        return root.grad, used.grad, first.grad

    return with_chain(engine, count, ask)


@check(
    units=[BACKWARD, ADD],
    points=2,
    hint="The order can be had without recursion; you have just written how. What of it does `backward` need?",
)
def test_backward_through_a_deep_chain(engine, in_student, chain, rng):
    """backward goes through a chain of 100,000 sums: a leaf that all of them use gets 100,000."""
    count = DEEP + rng.randrange(1000)
    found = in_student(deep_backward, chain, engine, count)
    assert list(found) == near([1.0, count, 1.0]), (
        "the gradients of the root, of the leaf used by all, of the other leaf"
    )


def deep_and_shared(engine, levels, factor):
    """Build x = x*factor + x, `levels` times over, and go backward; return the number and the gradient of the leaf."""
    leaf = x = engine.Value(1.0)
    for _ in range(levels):
        x = x * factor + x
    x.backward()
    return x.data, leaf.grad


@check(units=[BACKWARD, ADD, MUL], points=2, hint="Deep and shared: a node's turn still comes after all that use it.")
def test_backward_through_a_deep_and_shared_graph(engine, in_student, rng):
    """x = x*c + x, 3,000 times over: each result is used twice, and the gradient is (1 + c)**3000."""
    factor = rng.uniform(1e-3, 2e-3)
    data, grad = in_student(deep_and_shared, engine, 3000, factor)
    assert data == near((1 + factor) ** 3000)
    assert grad == near((1 + factor) ** 3000)


@check(units=[BACKWARD, ADD, MUL], points=1, hint="Do you search through a list for a node? A set finds it at once.")
def test_backward_takes_twice_as_long_for_twice_the_nodes(engine, in_student):
    """Questions put to the nodes are counted: twice as many nodes need twice as many, not four times."""
    growth, _, (_, grad) = effort(in_student, engine, engine.Value.backward)
    assert grad == near(1.5**200), "the gradient of x in x = x + x*0.5, 200 times over"
    assert growth == 2, "the nodes doubled; so many times as much was asked of them"


@check(
    units=[BACKWARD, ADD, MUL],
    points=1,
    hint="Each call of `backward` finds the graph of this pass, and keeps nothing of the last one.",
)
def test_backward_through_a_graph_that_changes(engine, in_student, rng):
    """Where an `if` and a `while` on the data decide what is computed, each pass has the gradient of its own graph."""
    a = engine.Value(1.0)
    for number in (rng.uniform(2, 4), rng.uniform(40, 60), rng.uniform(6, 8)):
        a.data, a.grad = number, 0.0
        in_student(shrink, a).backward()
        assert a.grad == near(0.5 ** shrunk(number)[1]), f"from {number:.6g} down, the gradient of where it began"
