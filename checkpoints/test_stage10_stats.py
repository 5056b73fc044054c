"""Checkpoint of stage 10: how large a graph is, and its picture in DOT."""

import math

import pytest
from dot import read_dot
from oracle import near, squared, unequal
from orders import chain_of, effort, operands_in_order, shared, wide_sum, x_times_x
from pictures import graph as picture

from grader import check

STATS, DOT = "graph_stats", "draw_dot"
ADD, MUL, TANH = "engine:Value.__add__", "engine:Value.__mul__", "engine:Value.tanh"


@pytest.fixture
def keep(in_student):
    """The function `keep(node, *operands)`, on the student's side."""
    return in_student(operands_in_order)


def edges_of(known):
    """Return the pairs (operand, result) among nodes of these names, as the learner's own `_prev` has them."""
    names = {node: name for name, node in known.items()}
    return sorted((names[operand], name) for name, node in known.items() for operand in node._prev)


# --- graph_stats ---------------------------------------------------------------------------------


@check(units=[STATS, ADD, MUL], points=2, hint="Count each node once, and each of its operands once.")
def test_nodes_edges_and_depth(engine, graph, keep, exhibit):
    """For p = a*b, q = p*c, r = q + p, L = r*q: 7 nodes, 8 edges, depth 4; a leaf alone: 1, 0, 0, and no warning."""
    known = shared(engine, keep)
    exhibit.graph(lambda: picture(known["L"], **known), title="p = a*b, q = p*c, r = q + p, L = r*q")
    stats = graph.graph_stats(known["L"])
    assert isinstance(stats, dict), "graph_stats returns a dict"
    assert sorted(stats) == ["depth", "edges", "grad_norm", "nodes", "warnings"]
    assert [stats["nodes"], stats["edges"], stats["depth"]] == [7, len(edges_of(known)), 4], "nodes, edges, depth"
    leaf = graph.graph_stats(known["a"])
    assert [leaf["nodes"], leaf["edges"], leaf["depth"], leaf["warnings"]] == [1, 0, 0, []]


@check(units=[STATS, ADD, MUL], points=1, hint="Pythagoras, with as many sides as there are nodes.")
def test_gradient_norm(engine, graph, keep, rng):
    """The gradient norm is the square root of the sum of the squares of all gradients, each node's once."""
    known = shared(engine, keep)
    numbers = unequal(rng, len(known))
    for node, number in zip(known.values(), numbers, strict=True):
        node.grad = number
    assert graph.graph_stats(known["L"])["grad_norm"] == near(math.sqrt(sum(x * x for x in numbers)))
    assert [node.grad for node in known.values()] == numbers, "looking changes nothing"


@check(units=[STATS, ADD, MUL], points=2, hint="A result is one deeper than the deepest of its operands.")
def test_depth_is_the_longest_way(engine, graph, in_student, keep, rng):
    """x = x*x + x, so many times over, has a short way and a long one; depth is the number of edges on the long one."""
    for levels in (8, rng.randrange(3, 8)):
        roots = in_student(x_times_x, engine, keep, levels)
        assert [root.data for root in roots] == near([squared(0.5, levels)] * 4)
        found = [graph.graph_stats(root) for root in roots]
        assert [stats["nodes"] for stats in found] == [2 * levels + 1] * 4
        assert [stats["depth"] for stats in found] == [2 * levels] * 4, "in four orders of the operands"


@check(units=[STATS, ADD], points=1, hint="Go through the nodes in a topological order, and nothing calls itself.")
def test_stats_of_a_deep_chain(engine, graph, in_student, rng):
    """A chain of some thousand sums is as deep as it has sums."""
    count = 3000 + rng.randrange(1000)
    stats = graph.graph_stats(in_student(chain_of, engine, count))
    assert [stats["nodes"], stats["edges"], stats["depth"]] == [count + 2, 2 * count, count], "nodes, edges, depth"


@check(units=[STATS, ADD, MUL], points=1, hint="How often do you come by a node that is used twice?")
def test_stats_take_twice_as_long_for_twice_the_nodes(engine, graph, in_student):
    """Questions put to the nodes are counted: twice as many nodes need twice as many, not four times."""
    growth, size, (data, _) = effort(in_student, engine, graph.graph_stats)
    assert [size, data] == near([5, 1.5**200])
    assert growth == 2, "the nodes doubled; so many times as much was asked of them"


@check(units=[STATS, ADD], points=2, hint="More than the budget: is what is just as large as that over it?")
def test_warnings_over_a_budget(engine, graph, in_student, rng):
    """Over a budget of nodes or of depth, a warning says so, with both numbers; at the budget there is none."""
    count = rng.randrange(30, 60)
    root, nodes = in_student(chain_of, engine, count), count + 2
    silent = graph.graph_stats(root, nodes, count)
    assert silent["warnings"] == [], "just as large as the budget is not over it"
    for budget, words, numbers in (
        ((nodes - 1, count), "nodes", (nodes, nodes - 1)),
        ((nodes, count - 1), "depth", (count, count - 1)),
    ):
        warnings = graph.graph_stats(root, *budget)["warnings"]
        assert isinstance(warnings, list), "warnings are a list of texts"
        assert len(warnings) == 1, f"one budget is exceeded, that of {words}"
        text = str(warnings[0]).lower().replace(",", "")
        held = [word in text for word in (words, *map(str, numbers))]
        assert held == [True, True, True], f"whether the warning holds the word {words} and the numbers {numbers}"
    both = graph.graph_stats(root, 1, 1)["warnings"]
    assert len(both) == 2, "both budgets are exceeded"


@check(
    units=[STATS, ADD], points=1, hint="What is after the = in the signature is what holds if nobody says otherwise."
)
def test_usual_budgets(engine, graph, in_student):
    """Without a word about it, the budgets are 1,000 nodes and depth 20."""
    counts = {}
    for name, root in {
        "depth 20": in_student(chain_of, engine, 20),
        "depth 21": in_student(chain_of, engine, 21),
        "999 nodes": in_student(wide_sum, engine, 500),
        "1001 nodes": in_student(wide_sum, engine, 501),
    }.items():
        counts[name] = len(graph.graph_stats(root)["warnings"])
    found = [counts[name] for name in ("depth 20", "depth 21", "999 nodes", "1001 nodes")]
    assert found == [0, 1, 0, 1], "how many warnings at depth 20, at depth 21, with 999 nodes, with 1,001"


# --- draw_dot ------------------------------------------------------------------------------------


def labelled(rng, known):
    """Give each node a label that no number and no operation holds by chance; return the nodes by label."""
    labels = [f"k{number}k" for number in rng.sample(range(100, 1000), len(known))]
    for node, label in zip(known.values(), labels, strict=True):
        node.label = label
    return dict(zip(labels, known.values(), strict=True))


def drawn(text, labels):
    """Return the texts of the drawn nodes by label, and the arrows as pairs of labels; '?' for what has none."""
    texts, arrows = read_dot(text)
    names = {name: next((label for label in labels if label in shown), "?") for name, shown in texts.items()}
    by_label = dict(zip(names.values(), texts.values(), strict=True))
    assert sorted(names.values()) == sorted(labels), "every node is drawn once, and its text holds its label"
    return by_label, [(names.get(start, "?"), names.get(end, "?")) for start, end in arrows]


@check(units=[DOT, ADD, MUL], points=2, hint="For each node one statement, and one more for each of its operands.")
def test_nodes_and_arrows(engine, graph, keep, rng, exhibit):
    """For p = a*b, q = p*c, r = q + p, L = r*q, each node is drawn once, with an arrow from each operand to it."""
    known = shared(engine, keep)
    exhibit.graph(lambda: picture(known["L"], **known), title="p = a*b, q = p*c, r = q + p, L = r*q", always=True)
    nodes = labelled(rng, known)
    _, arrows = drawn(graph.draw_dot(known["L"]), list(nodes))
    backwards = [(end, start) for start, end in arrows]
    assert sorted(backwards) != edges_of(nodes), "the arrows point the other way: from the operand to the result"
    assert sorted(arrows) == edges_of(nodes), "the arrows, each from an operand to a result"


@check(units=[DOT, ADD, TANH], points=2, hint='A format like f"{x:.4f}" writes four decimals.')
def test_text_of_a_node(engine, graph, rng):
    """The text of a node holds its label and its operation, where it has them, its data and its grad."""
    x, y, g, h = unequal(rng, 4, low=0.1, high=0.9)
    a, b = engine.Value(x), engine.Value(y)
    a.grad = g / 7
    out = (a + b).tanh()
    out.grad = h * 1000
    (total,) = out._prev
    nodes = dict(zip(labelled(rng, {"a": a, "b": b, "total": total, "out": out}), (a, b, total, out), strict=True))
    texts, _ = drawn(graph.draw_dot(out), list(nodes))
    for label, node in nodes.items():
        wanted = [f"{node.data:.4f}", f"{node.grad:.4f}", *([str(node._op)] if node._op else [])]
        held = [piece in texts[label].replace(label, "") for piece in wanted]
        assert held == [True] * len(held), f"whether {texts[label]!r} holds {', '.join(wanted)}"


def is_readable(text, label):
    """Whether a text is DOT, and a node in it shows this label."""
    try:
        texts, _ = read_dot(text)
    except AssertionError:
        return False
    return any(label in shown for shown in texts.values())


@check(
    units=[DOT, ADD], points=2, hint="In quotes, two characters mean something else. What does DOT want before them?"
)
def test_labels_are_escaped(engine, graph):
    """Quotation marks and backslashes in a label are drawn as they are, and what follows them is still DOT."""
    labels = ['say "a"', "back\\slash", '\\"', "ends with \\"]
    nodes = [engine.Value(float(k)) for k in range(len(labels))]
    for node, label in zip(nodes, labels, strict=True):
        node.label = label
    held = [is_readable(graph.draw_dot(node), label) for node, label in zip(nodes, labels, strict=True)]
    assert held == [True] * 4, f"which of the labels {', '.join(labels)} can be read in the picture of such a leaf"
    texts, arrows = read_dot(graph.draw_dot((nodes[0] + nodes[1]) + (nodes[2] + nodes[3])))
    assert [len(texts), len(arrows)] == [7, 6], "nodes and arrows"


@check(
    units=[DOT, ADD], points=1, hint="What do you use as the name of a node in DOT? Two nodes may have the same number."
)
def test_equal_nodes_are_drawn_apart(engine, graph, rng):
    """Two leaves with the same number and no label are two nodes in the picture; a leaf alone is one."""
    (x,) = unequal(rng, 1)
    a, b = engine.Value(x), engine.Value(x)
    texts, arrows = read_dot(graph.draw_dot(a + b))
    assert [len(texts), len(arrows)] == [3, 2], "nodes and arrows of a + b, where a and b are the same number"
    alone, none = read_dot(graph.draw_dot(a))
    assert [len(alone), len(none)] == [1, 0], "nodes and arrows of a leaf alone"


def arrows_in(draw, root):
    """Return how many arrows there are in a picture that is too large to be sent."""
    return draw(root).count("->")


@check(units=[DOT, ADD], points=1, hint="The order of the nodes can be had without recursion: you have written it.")
def test_picture_of_a_deep_chain(engine, graph, in_student, rng):
    """A chain of some thousand sums can be drawn, whoever may look at it."""
    count = 1200 + rng.randrange(300)
    root = in_student(chain_of, engine, count)
    assert in_student(arrows_in, graph.draw_dot, root) == 2 * count, "arrows: two lead to each sum"
