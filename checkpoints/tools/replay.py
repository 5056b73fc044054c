"""`grade replay STAGE [EXPRESSION]`: the student's own backward, one closure at a time, beside what it should do."""

import ast
import math

from rich.table import Table
from rich.text import Text

from grader.errors import UsageError

EXPRESSION = "(a*b + c) * (a*b)"  # one result used twice, at unequal depth
LEAVES = {"a": 2.0, "b": -3.0, "c": 10.0, "d": 0.5, "e": -1.5, "f": 4.0}
BINARY = {ast.Add: "+", ast.Mult: "*"}
UNITS = {"+": "__add__", "*": "__mul__", "tanh": "tanh", "**": "__pow__"}


def replay(visit, console, arguments):
    """Replay backward step by step over your own engine: which closure runs next, and what it adds to whom.

    ARGUMENTS are a stage, and perhaps an expression of a to f with + * ** tanh() and numbers; without one, you see a
    graph that uses a result twice.
    """
    stage, *rest = arguments or ("",)
    known = [s.name for s in visit.course.stages]
    if stage not in known or len(rest) > 1:
        raise UsageError("replay needs a stage, and perhaps an expression", 'Try: grade replay stage5 "a*b + a"')
    text = rest[0] if rest else EXPRESSION
    steps, leaves = parse(text)
    visit.begin("engine:Value.backward", *sorted({f"engine:Value.{UNITS[op]}" for op, *_ in steps}))
    calls, grads = visit.in_student(
        record, visit.module("engine"), {name: LEAVES[name] for name in leaves}, [list(step) for step in steps]
    )
    return show(console, text, Graph(steps, leaves), calls, grads)


# --- The expression ------------------------------------------------------------------------------


def parse(text):
    """Return the steps of an expression and the leaves it uses; a part that stands twice becomes one node.

    A step is (operator, operand, operand or exponent); operands are names of leaves, numbers, or indexes of steps.
    """
    try:
        tree = ast.parse(text, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise UsageError(f"'{text}' is not an expression", 'Write one like "a*b + tanh(c)**2".') from None
    steps, leaves = [], []
    operand_of(tree, steps, leaves)
    if not steps:
        raise UsageError(f"'{text}' computes nothing", 'Write an expression like "a*b + a".')
    return steps, leaves


def operand_of(node, steps, leaves):
    """Add the steps of a part of the expression, and return how to name its result."""
    if isinstance(node, ast.Name) and node.id in LEAVES:
        if node.id not in leaves:
            leaves.append(node.id)
        return node.id
    if isinstance(node, ast.BinOp) and type(node.op) in BINARY:
        left, right = operand_of(node.left, steps, leaves), operand_of(node.right, steps, leaves)
        return step_of((BINARY[type(node.op)], left, right), steps)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow) and isinstance(node.right, ast.Constant):
        return step_of(("**", operand_of(node.left, steps, leaves), float(node.right.value)), steps)
    if (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "tanh"
        and len(node.args) == 1
    ):
        return step_of(("tanh", operand_of(node.args[0], steps, leaves)), steps)
    part = ast.unparse(node)
    raise UsageError(f"replay does not know '{part}'", "It knows a to f, + and *, ** with a number, and tanh().")


def step_of(step, steps):
    """Return the index of a step, a new one or the equal one that is there."""
    if step not in steps:
        steps.append(step)
    return steps.index(step)


class Graph:
    """The steps, with the values, the local derivatives and the gradients they truly have."""

    def __init__(self, steps, leaves):
        self.steps = steps
        self.values = {name: LEAVES[name] for name in leaves}
        for index, step in enumerate(steps):
            self.values[index] = self._value(*step)
        self.gradients = dict.fromkeys(self.values, 0.0)
        self.gradients[self.root] = 1.0
        for index in reversed(range(len(steps))):
            for operand, slope in self.locals(index):
                self.gradients[operand] += slope * self.gradients[index]

    @property
    def root(self):
        return len(self.steps) - 1

    def locals(self, index):
        """Return (operand, local derivative) for each place where the step uses one."""
        operator, left, *rest = self.steps[index]
        values = self.values
        if operator == "+":
            return [(left, 1.0), (rest[0], 1.0)]
        if operator == "*":
            return [(left, values[rest[0]]), (rest[0], values[left])]
        if operator == "tanh":
            return [(left, 1 - values[index] ** 2)]
        return [(left, rest[0] * values[left] ** (rest[0] - 1))]

    def name(self, node):
        """Return the name of a node: a leaf's own, L for the root, n1, n2, … for the results between."""
        if isinstance(node, str):
            return node
        return "L" if node == self.root else f"n{node + 1}"

    def text(self, index):
        operator, left, *rest = self.steps[index]
        if operator == "tanh":
            return f"tanh({self.name(left)})"
        right = f"{rest[0]:g}" if operator == "**" else self.name(rest[0])
        return f"{self.name(left)} {operator} {right}" if operator != "**" else f"{self.name(left)}**{right}"

    def _value(self, operator, left, *rest):
        value = self.values[left]
        if operator == "tanh":
            return math.tanh(value)
        try:
            return {"+": lambda: value + self.values[rest[0]], "*": lambda: value * self.values[rest[0]]}.get(
                operator, lambda: float(value ** rest[0])
            )()
        except (TypeError, ZeroDivisionError, OverflowError):
            raise UsageError(f"{value:g}**{rest[0]:g} is not a number here", "Choose another exponent.") from None


# --- The student's side --------------------------------------------------------------------------


def record(engine, leaves, steps):
    """Build the graph, wrap each node's `_backward`, go backward, and return the calls and the gradients.

    A call is [node, gradients before, gradients after].
    """
    nodes = {name: engine.Value(value) for name, value in leaves.items()}
    for index, (operator, left, *rest) in enumerate(steps):
        x = nodes[left]
        if operator == "+":
            nodes[index] = x + nodes[rest[0]]
        elif operator == "*":
            nodes[index] = x * nodes[rest[0]]
        elif operator == "tanh":
            nodes[index] = x.tanh()
        else:
            exponent = int(rest[0]) if rest[0] == int(rest[0]) else rest[0]
            nodes[index] = x**exponent
    calls = []

    def watched(key, closure):
        def call():
            before = [[k, n.grad] for k, n in nodes.items()]
            closure()
            calls.append([key, before, [[k, n.grad] for k, n in nodes.items()]])

        return call

    for key, node in nodes.items():
        if not isinstance(key, str):
            node._backward = watched(key, node._backward)
    nodes[len(steps) - 1].backward()
    return calls[:200], [[k, n.grad] for k, n in nodes.items()]


# --- What is shown -------------------------------------------------------------------------------


def show(console, text, graph, calls, grads):
    """Print the calls in their order up to the first that is not as it should be; return the exit code."""
    given = ", ".join(f"{name} = {LEAVES[name]:g}" for name in graph.values if isinstance(name, str))
    console.print(Text.assemble((f"L = {text}", "bold"), f"   with {given}\n"))
    called = []
    for key, before, after in calls:
        fault = step_fault(graph, key, dict(map(tuple, before)), called)
        rows = list(contributions(graph, key, dict(map(tuple, before)), dict(map(tuple, after))))
        print_step(console, graph, len(called) + 1, key, dict(map(tuple, before)), rows)
        called.append(key)
        fault = fault or next((row[-1] for row in rows if row[-1]), "")
        if fault:
            console.print(Text(f"\nHere it parts from what should happen: {fault}", "bold red"))
            return 1
    return show_end(console, graph, called, dict(map(tuple, grads)))


def step_fault(graph, key, before, called):
    """Say what is wrong with this closure being called now; an empty text when nothing is."""
    name = graph.name(key)
    if key in called:
        return f"the closure of {name} is called a second time."
    waiting = [graph.name(i) for i in range(len(graph.steps)) if i not in called and key in operands(graph, i)]
    if waiting:
        share = "has to add its share" if len(waiting) == 1 else "have to add their shares"
        return f"{name} is called too early: {' and '.join(waiting)} still {share} to {name}.grad."
    upstream = before.get(key)
    if not called and differ(upstream, 1.0):
        return f"{name}.grad is {number(upstream)} at the start, and should be 1."
    return ""


def contributions(graph, key, before, after):
    """Yield [operand, rule, added, fault] for each operand of a step."""
    upstream = before[key]
    slopes = {}
    for operand, slope in graph.locals(key):
        slopes.setdefault(operand, []).append(slope)
    for operand, parts in slopes.items():
        added = minus(after[operand], before[operand])
        should = sum(parts) * upstream if isinstance(upstream, int | float) else math.nan
        rule = " + ".join(f"{slope:.4g} × {number(upstream)}" for slope in parts)
        name = graph.name(operand)
        fault = f"{name} should get {number(should)}, and got {number(added)}." if differ(added, should) else ""
        yield [name, f"{rule} = {number(should)}", number(added), fault]
    for other in before:
        if other not in slopes and differ(after[other], before[other]):
            name = graph.name(other)
            yield [name, "nothing", number(minus(after[other], before[other])), f"{name} is no operand of this step."]


def operands(graph, index):
    return {operand for operand, _ in graph.locals(index)}


def print_step(console, graph, count, key, before, rows):
    heading = (
        f"{count}. {graph.name(key)} = {graph.text(key)}   upstream: {graph.name(key)}.grad = {number(before[key])}"
    )
    console.print(Text(heading, "bold cyan"))
    table = Table(box=None, pad_edge=False, padding=(0, 2))
    for title in ("   to", "local derivative × upstream", "your closure adds", ""):
        table.add_column(title)
    for name, rule, added, fault in rows:
        table.add_row(f"   {name}", rule, added, Text("wrong", "bold red") if fault else Text("right", "green"))
    console.print(table)


def show_end(console, graph, called, grads):
    """Print what backward left undone, or that all of it was right."""
    missing = [graph.name(i) for i in reversed(range(len(graph.steps))) if i not in called]
    if missing:
        console.print(Text(f"\nbackward ended, and never called the closure of {', '.join(missing)}.", "bold red"))
        return 1
    wrong = [n for n, true in graph.gradients.items() if differ(grads.get(n), true)]
    if wrong:
        name = graph.name(wrong[0])
        got, true = number(grads.get(wrong[0])), number(graph.gradients[wrong[0]])
        text = f"{name}.grad is {got} at the end, and should be {true}."
        console.print(Text(f"\n{text}", "bold red"))
        return 1
    leaves = ", ".join(f"{n}.grad = {number(g)}" for n, g in grads.items() if isinstance(n, str))
    console.print(Text(f"\nEvery step is right: {leaves}", "green"))
    return 0


def minus(one, other):
    return one - other if isinstance(one, int | float) and isinstance(other, int | float) else None


def differ(seen, true):
    return not isinstance(seen, int | float) or not math.isclose(seen, true, rel_tol=1e-9, abs_tol=1e-9)


def number(value):
    return f"{value:.6g}" if isinstance(value, int | float) else "no number"
