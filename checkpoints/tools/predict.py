"""`grade predict STAGE`: a small graph with its numbers filled in, and the question for each gradient, before any code.

What is right comes from the oracle (complex steps). A wrong answer is compared with what the rules of the museum's pieces
give for this very graph: where exactly one of them fits, it is named.
"""

import ast
import math
import operator
import random

from oracle import complex_step
from rich.text import Text

from grader.errors import UsageError
from grader.exhibit import Graph, node
from grader.museum import read_records
from grader.render.pictures import render_exhibit
from grader.text import clean

ROUNDS = 5
MOST_TYPED = 200  # characters of an answer
INTERRUPTED = 130
CLOSE = 0.01  # relative; numbers in the picture are rounded to four digits
HELP = "Write a number, such as -6, or a small sum, such as 2*-3 + 1. Enter alone shows the way, q ends."

# --- The rules, right and wrong ------------------------------------------------------------------
# Each operator: the stage that brings it, its text, its value, and the shares that its `_backward` gives to its operands,
# from their numbers x and y, the result's number and the result's gradient g.

OPERATORS = {
    "+": (1, "{} + {}", lambda x, y: x + y, lambda x, y, out, g: (g, g)),
    "*": (2, "{} * {}", lambda x, y: x * y, lambda x, y, out, g: (y * g, x * g)),
    "-": (2, "{} - {}", lambda x, y: x - y, lambda x, y, out, g: (g, -g)),
    "tanh": (3, "tanh({})", lambda x, y: math.tanh(x), lambda x, y, out, g: ((1 - out**2) * g,)),
    "**2": (4, "{}**2", lambda x, y: x**2, lambda x, y, out, g: (2 * x * g,)),
    "**3": (4, "{}**3", lambda x, y: x**3, lambda x, y, out, g: (3 * x**2 * g,)),
    "/": (4, "{} / {}", lambda x, y: x / y, lambda x, y, out, g: (g / y, -x / y**2 * g)),
}
BINARY = {"+", "*", "-", "/"}
SLOPES = {  # in words, for the operand on the left and on the right
    "+": ("1", "1"),
    "*": ("{y}", "{x}"),
    "-": ("1", "-1"),
    "tanh": ("(1 - {out}²)",),
    "**2": ("(2 × {x})",),
    "**3": ("(3 × {x}²)",),
    "/": ("(1 / {y})", "(-1 × {x} / {y}²)"),
}

# The museum's pieces that give other shares. The names are those of the museum.
WRONG_SHARES = {
    "+": {
        "ignores-upstream-add": lambda x, y, out, g: (1, 1),
        "splits-gradient-add": lambda x, y, out, g: (g / 2, g / 2),
        "data-for-gradient-add": lambda x, y, out, g: (out, out),
        "only-left-gradient-add": lambda x, y, out, g: (g, 0),
        "only-right-gradient-add": lambda x, y, out, g: (0, g),
    },
    "*": {
        "own-factor-mul": lambda x, y, out, g: (x * g, y * g),
        "sum-rule-mul": lambda x, y, out, g: (g, g),
        "product-as-slope-mul": lambda x, y, out, g: (out * g, out * g),
        "ignores-upstream-mul": lambda x, y, out, g: (y, x),
        "adds-upstream-mul": lambda x, y, out, g: (y + g, x + g),
        "only-left-gradient-mul": lambda x, y, out, g: (y * g, 0),
    },
    "-": {
        "sum-rule-sub": lambda x, y, out, g: (g, g),
        "signs-swapped-sub": lambda x, y, out, g: (-g, g),
        "ignores-upstream-sub": lambda x, y, out, g: (1, -1),
    },
    "tanh": {
        "result-as-slope-tanh": lambda x, y, out, g: (out * g,),
        "square-forgotten-tanh": lambda x, y, out, g: ((1 - out) * g,),
        "input-for-result-tanh": lambda x, y, out, g: ((1 - x**2) * g,),
        "slope-negative-tanh": lambda x, y, out, g: ((out**2 - 1) * g,),
        "plus-in-slope-tanh": lambda x, y, out, g: ((1 + out**2) * g,),
        "sigmoid-rule-tanh": lambda x, y, out, g: (out * (1 - out) * g,),
        "ignores-upstream-tanh": lambda x, y, out, g: (1 - out**2,),
        "adds-upstream-tanh": lambda x, y, out, g: (1 - out**2 + g,),
    },
    "**2": {
        "factor-forgotten-pow": lambda x, y, out, g: (x * g,),
        "exponent-not-lowered-pow": lambda x, y, out, g: (2 * x**2 * g,),
        "result-as-slope-pow": lambda x, y, out, g: (out * g,),
        "ignores-upstream-pow": lambda x, y, out, g: (2 * x,),
    },
    "**3": {
        "factor-forgotten-pow": lambda x, y, out, g: (x**2 * g,),
        "exponent-not-lowered-pow": lambda x, y, out, g: (3 * x**3 * g,),
        "result-as-slope-pow": lambda x, y, out, g: (out * g,),
        "factor-lowered-pow": lambda x, y, out, g: (2 * x**2 * g,),
        "square-rule-pow": lambda x, y, out, g: (2 * x * g,),
        "ignores-upstream-pow": lambda x, y, out, g: (3 * x**2,),
    },
    "/": {
        "product-rule-div": lambda x, y, out, g: (y * g, x * g),
        "sign-forgotten-div": lambda x, y, out, g: (g / y, x / y**2 * g),
        "square-forgotten-div": lambda x, y, out, g: (g / y, -x / y * g),
        "numerator-forgotten-div": lambda x, y, out, g: (g / y, -1 / y**2 * g),
        "ignores-upstream-div": lambda x, y, out, g: (1 / y, -x / y**2),
    },
}
# These pieces give the right shares and put them in the place of what was there.
OVERWRITES = {
    "+": "overwrites-gradient-add",
    "*": "overwrites-gradient-mul",
    "-": "overwrites-gradient-sub",
    "tanh": "overwrites-gradient-tanh",
    "**2": "overwrites-gradient-pow",
    "**3": "overwrites-gradient-pow",
    "/": "overwrites-gradient-div",
}
SEED = "data-as-seed-backward"


class Plan:
    """An expression as steps: (operator, operand, operand), on leaves with numbers; operands are names.

    The results are called n1, n2, … and the last one L.
    """

    def __init__(self, leaves, steps):
        self.leaves = dict(leaves)
        self.names = [*(f"n{k}" for k in range(1, len(steps))), "L"]
        self.steps = dict(zip(self.names, steps, strict=True))
        self.values = dict(self.leaves)
        for name, (op, *operands) in self.steps.items():
            x, y = self._numbers(operands)
            self.values[name] = OPERATORS[op][2](x, y)
        self.gradients = {name: self._true_gradient(name) for name in self.values}

    def _numbers(self, operands):
        return self.values[operands[0]], self.values[operands[-1]]

    def _true_gradient(self, cut):
        """Return dL/d(cut), the node taken for a leaf, by a complex step."""
        if cut == "L":
            return 1.0

        def result(moved):
            values = {**self.leaves, cut: moved}
            for name, (op, *operands) in self.steps.items():
                if name != cut:
                    x, y = values[operands[0]], values[operands[-1]]
                    values[name] = complex_tanh(x) if op == "tanh" else OPERATORS[op][2](x, y)
            return values["L"] + 0j

        return complex_step(result, [self.values[cut]])[1][0]

    def text(self, name):
        op, *operands = self.steps[name]
        return OPERATORS[op][1].format(*operands)

    def uses(self, name):
        """Return (result, place among its operands) for each place where a node is used, the last result first."""
        places = [(user, k) for user, (_, *operands) in self.steps.items() for k, o in enumerate(operands) if o == name]
        return sorted(places, key=lambda use: -self.names.index(use[0]))

    def share(self, user, place, gradients):
        """Return what one use adds to the node's gradient."""
        op, *operands = self.steps[user]
        return OPERATORS[op][3](*self._numbers(operands), self.values[user], gradients[user])[place]

    def asked(self):
        """Return the nodes to ask for, in the order of a backward pass."""
        return [*reversed(self.names[:-1]), *(leaf for leaf in self.leaves if self.uses(leaf))]

    def as_with(self, piece):
        """Return the gradients that the reference gives with a piece of the museum in it."""
        seed = self.values["L"] if piece == SEED else 1.0
        gradients = {**dict.fromkeys(self.values, 0.0), "L": seed}
        for name in reversed(self.names):
            self._call(name, gradients, piece)
        return gradients

    def _call(self, name, gradients, piece=""):
        """Do what the node's `_backward` does."""
        op, *operands = self.steps[name]
        rule = WRONG_SHARES[op].get(piece, OPERATORS[op][3])
        shares = rule(*self._numbers(operands), self.values[name], gradients[name])
        for operand, share in zip(operands, shares, strict=True):
            gradients[operand] = share + (0.0 if OVERWRITES[op] == piece else gradients[operand])


def complex_tanh(x):
    """Return tanh of a complex number, or of a float."""
    import cmath

    return cmath.tanh(x)


# --- Graphs by seed, growing harder --------------------------------------------------------------


def plan_of(rng, level, operators):
    """Draw the graph of a round: one step; a chain; a leaf used twice; a result used twice; a larger one."""
    while True:
        try:
            plan = Plan(*drawn(rng, level, operators))
        except ZeroDivisionError:
            continue
        sizes = [abs(value) for value in (*plan.values.values(), *plan.gradients.values())]
        if max(sizes) <= 100 and min(abs(value) for value in plan.values.values()) >= 0.05:
            return plan


def drawn(rng, level, operators):
    leaves = dict(zip("abc", rng.sample([-4, -3, -2, -1, 2, 3, 4, 5], 3), strict=True))
    newest = max(operators, key=lambda op: OPERATORS[op][0])
    if any(op == "tanh" for op in operators):
        leaves = {name: value / 2 for name, value in leaves.items()}

    def step(left, right, among=operators):
        op = rng.choice(among)
        return (op, left, right) if op in BINARY else (op, left)

    binary = [op for op in operators if op in BINARY]
    shapes = {
        1: lambda: [step("a", "b", [newest, newest, *operators])],
        2: lambda: [step("a", "b", binary), step("n1", "c")],
        3: lambda: [step("a", "b", binary), step("n1", "a", binary)],
        4: lambda: [step("a", "b", binary), step("n1", "c"), step("n2", "n1", binary)],
        5: lambda: [step("a", "b", binary), step("n1", "c", binary), step("n2", "n1", binary), step("n3", "a", binary)],
    }
    return leaves, shapes[level]()


# --- The conversation ----------------------------------------------------------------------------


def predict(visit, console, arguments):
    """Predict gradients before you run them: a small graph, its numbers filled in, and a question for each node.

    ARGUMENTS are a stage, and perhaps the round (1 to 5) to begin with; each is harder than the one before. --seed
    draws other graphs. Answer with a number or a small sum; Enter alone shows the way, q ends.
    """
    stage, first = read_arguments(visit, arguments)
    operators = operators_of(visit.course, stage)
    records = {record.name: record for record in read_records(visit.course)}
    score = [0, 0]
    console.print(Text(f"Going backward from L, whose gradient is 1. {HELP}"))
    try:
        for level in range(first, ROUNDS + 1):
            plan = plan_of(random.Random(f"{visit.seed} {stage} {level}"), level, operators)
            play(console, plan, level, records, score)
    except (EOFError, Leaving):
        console.print(Text(f"\nEnough for now. {told(score)}"))
        return 0
    except KeyboardInterrupt:
        console.print(Text(f"\n\nEnough for now. {told(score)}"))
        return INTERRUPTED
    again = visit.seed % 1000 + 1
    console.print(Text(f"\n{told(score)} Other graphs: grade predict {stage} --seed {again}"))
    return 0


class Leaving(Exception):
    """They typed q."""


def read_arguments(visit, arguments):
    """Return the stage and the round to begin with; UsageError for anything else."""
    stage, *rest = arguments or ("",)
    known = [s.name for s in visit.course.stages]
    if stage not in known or len(rest) > 1 or (rest and rest[0] not in map(str, range(1, ROUNDS + 1))):
        raise UsageError(f"predict needs a stage, and perhaps a round from 1 to {ROUNDS}", "Try: grade predict stage5")
    return stage, int(rest[0]) if rest else 1


def operators_of(course, stage):
    """Return the operators that are known by a stage."""
    number = [s.name for s in course.stages].index(stage) + 1
    return [op for op, (since, *_) in OPERATORS.items() if since <= number]


def told(score):
    right, asked = score
    return f"Right at the first try: {right} of {asked}." if asked else "Nothing was asked yet."


def play(console, plan, level, records, score):
    """Show one graph and ask for its gradients, one node at a time."""
    known = {"L": 1.0}
    console.print(Text(f"\nRound {level} of {ROUNDS}", "bold"))
    console.print(render_exhibit(picture(plan, known)))
    for name in plan.asked():
        score[1] += 1
        score[0] += ask(console, plan, name, records)
        known[name] = plan.gradients[name]
    if len(known) > 2:
        console.print(render_exhibit(picture(plan, known)))


def picture(plan, known):
    """Return the graph with all numbers, and the gradients that are known."""
    nodes = []
    for name, value in plan.values.items():
        operands = plan.steps.get(name, ("",))[1:]
        if name in plan.steps or plan.uses(name):
            label = f"{name} = {plan.text(name)}" if name in plan.steps else name
            nodes.append(
                node(name, label, operands, data=number(value), grad=number(known[name]) if name in known else "?")
            )
    return Graph(tuple(nodes))


def ask(console, plan, name, records):
    """Ask for one gradient, twice at most; return whether the first answer was right."""
    for attempt in (1, 2):
        answer = read_answer(console, f"{name}.grad = ")
        if answer is not None and is_close(answer, plan.gradients[name]):
            console.print(Text(f"  Right: {way(plan, name)}", "green"))
            return attempt == 1
        if answer is None or attempt == 2:
            break
        console.print(Text(f"  No. {explained(plan, name, answer, records)} Once more."))
    console.print(Text(f"  It is {way(plan, name)}", "yellow"))
    return False


def read_answer(console, prompt):
    """Return the number typed; None for Enter alone. Leaving for q, EOFError at the end of the input."""
    while True:
        console.print(Text(prompt), end="")
        typed = input().strip()
        if not console.is_terminal:
            console.print(Text(clean(typed, MOST_TYPED)))
        if typed.lower() in ("q", "quit", "exit"):
            raise Leaving
        if not typed:
            return None
        try:
            return computed(
                ast.parse(typed[:MOST_TYPED].replace("−", "-").replace("×", "*").replace(",", "."), mode="eval").body
            )
        except (SyntaxError, ValueError, ArithmeticError, RecursionError, MemoryError):
            console.print(Text(f"  That is no number. {HELP}"))


SUMS = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.USub: operator.neg,
    ast.UAdd: operator.pos,
}


def computed(tree):
    """Return the number that a small sum makes; ValueError for anything else."""
    if isinstance(tree, ast.Constant) and type(tree.value) in (int, float):
        return float(tree.value)
    if isinstance(tree, ast.BinOp) and isinstance(tree.op, ast.Pow) and isinstance(tree.right, ast.Constant):
        if tree.right.value in (2, 3):
            return computed(tree.left) ** tree.right.value
    elif isinstance(tree, ast.BinOp) and type(tree.op) in SUMS:
        return SUMS[type(tree.op)](computed(tree.left), computed(tree.right))
    elif isinstance(tree, ast.UnaryOp) and type(tree.op) in SUMS:
        return SUMS[type(tree.op)](computed(tree.operand))
    raise ValueError("not a small sum")


def explained(plan, name, answer, records):
    """Say what gives such an answer: a part of the uses, another sign, or a piece of the museum; else only what counts."""
    right, uses = plan.gradients[name], plan.uses(name)
    shares = [plan.share(user, place, plan.gradients) for user, place in uses]
    pieces = [record for record in fitting(plan, name, answer, records) if not is_close(answer, right)]
    overwriting = [record for record in pieces if record.name.startswith("overwrites-")]
    if overwriting:
        return f"That is what you get with `=` instead of `+=`: {name} is used {times(uses)}. {overwriting[0].title}."
    missing = [user for (user, _), share in zip(uses, shares, strict=True) if is_close(answer, right - share)]
    if len(uses) > 1 and missing:
        return f"One share is missing: {name} is used {times(uses)}, also in {missing[0]} = {plan.text(missing[0])}."
    if len(pieces) == 1:
        return f"That is what you get when this happens: {said(pieces[0])}"
    if is_close(answer, -right):
        return "The number is right, its sign is not."
    return f"{name} is used {times(uses)}: {' and '.join(f'in {user} = {plan.text(user)}' for user, _ in uses)}."


def fitting(plan, name, answer, records):
    """Return the museum's pieces that give this answer for the node, those of the operators that use it before others."""
    near = dict.fromkeys(plan.steps[user][0] for user, _ in plan.uses(name))
    far = dict.fromkeys(op for op, *_ in plan.steps.values() if op not in near)
    for group in (near, far, ()):
        names = [piece for op in group for piece in (*WRONG_SHARES[op], OVERWRITES[op])] or [SEED]
        found = [piece for piece in dict.fromkeys(names) if is_close(answer, plan.as_with(piece)[name])]
        if found:
            return [records[piece] for piece in found if piece in records]
    return []


def said(record):
    """Return a piece's title and where to look."""
    look = record.explanation.partition("What to look at: ")[2]
    return f"{record.title[:1].lower()}{record.title[1:]}. {look[:1].upper()}{look[1:]}".strip()


def times(uses):
    return {1: "once", 2: "twice"}.get(len(uses), f"{len(uses)} times")


def way(plan, name):
    """Return how the gradient comes about: `b × 2 + 1 × 1 = -5`, a term for each use."""
    terms = []
    for user, place in plan.uses(name):
        op, *operands = plan.steps[user]
        x, y, out = (bracketed(plan.values[o]) for o in (operands[0], operands[-1], user))
        terms.append(f"{SLOPES[op][place].format(x=x, y=y, out=out)} × {bracketed(plan.gradients[user])}")
    return f"{' + '.join(terms)} = {number(plan.gradients[name])}"


def is_close(answer, true):
    """Whether an answer is meant to be a number: to the digits shown, where it has many."""
    exact = math.isclose(true, round(true, 3), abs_tol=1e-9)
    return math.isclose(answer, true, rel_tol=1e-6 if exact else CLOSE, abs_tol=1e-6 if exact else 0.002)


def number(value):
    return f"{value:.4g}"


def bracketed(value):
    """Return a number as it stands in a product or a power."""
    return number(value) if value >= 0 else f"({number(value)})"
