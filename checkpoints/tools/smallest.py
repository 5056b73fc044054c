"""The smallest expression that the student's engine gets wrong, value or gradient.

An expression is a short program: each step applies an operator to leaves or to earlier results, so that a result can be
used twice. All programs of up to two steps are tried, the smallest first; if every one of them is right, hypothesis
draws larger ones and shrinks the first that is wrong.
"""

import math
import random
from itertools import product

from orders import operands_in_order

LEAVES = {"a": 2.0, "b": -3.0, "c": 0.5}
NAMES = list(LEAVES)
FIRST_STAGE = 5  # before it there is no backward to call

# Each operator: the unit it needs, how it is written, its value, and its derivatives by each operand.
OPERATORS = {
    "+": ("__add__", "{} + {}", lambda x, y: x + y, lambda x, y: (1.0, 1.0)),
    "*": ("__mul__", "{} * {}", lambda x, y: x * y, lambda x, y: (y, x)),
    "-": ("__sub__", "{} - {}", lambda x, y: x - y, lambda x, y: (1.0, -1.0)),
    "/": ("__truediv__", "{} / {}", lambda x, y: x / y, lambda x, y: (1 / y, -x / y**2)),
    "neg": ("__neg__", "-{}", lambda x: -x, lambda x: (-1.0,)),
    "tanh": ("tanh", "tanh({})", math.tanh, lambda x: (1 - math.tanh(x) ** 2,)),
    "**2": ("__pow__", "{}**2", lambda x: x**2, lambda x: (2 * x,)),
    "+3": ("__add__", "{} + 3", lambda x: x + 3, lambda x: (1.0,)),
    "3+": ("__radd__", "3 + {}", lambda x: 3 + x, lambda x: (1.0,)),
    "3*": ("__rmul__", "3 * {}", lambda x: 3 * x, lambda x: (3.0,)),
    "3-": ("__rsub__", "3 - {}", lambda x: 3 - x, lambda x: (-1.0,)),
    "3/": ("__rtruediv__", "3 / {}", lambda x: 3 / x, lambda x: (-3 / x**2,)),
}
BINARY = {"+", "*", "-", "/"}

SMALL = 1e-6  # a divisor nearer to 0 than this explains nothing
LARGE = 1e6
EXAMPLES = 150  # that hypothesis draws
MOST_STEPS = 7


def smallest(visit, report):
    """Say which small expression is wrong, and which near relative of it is right; None when all are right."""
    if int(report.stage.removeprefix("stage")) < FIRST_STAGE or visit.submission.todo("engine:Value.backward"):
        return None
    visit.begin("engine:Value.backward")
    engine = Engine(visit)
    wrong = engine.first_wrong(small_programs(engine.operators)) or drawn_wrong(engine, report.seed)
    return None if wrong is None else engine.describe(*wrong)


# --- Programs ------------------------------------------------------------------------------------


def small_programs(operators):
    """Yield all programs of one step, then of two; the second step uses the first."""
    one = [(step,) for step in steps(operators, NAMES)]
    yield from one
    for (first,) in one:
        for second in steps(operators, [*NAMES[:2], 0]):
            if 0 in second[1:]:
                yield (first, second)


def steps(operators, operands):
    """Yield each operator on each choice of operands, different ones first; earlier steps are numbered."""
    for operator in operators:
        if operator in BINARY:
            pairs = sorted(product(operands, repeat=2), key=lambda pair: pair[0] == pair[1])
            yield from ((operator, *pair) for pair in pairs)
        else:
            yield from ((operator, operand) for operand in operands)


def drawn_wrong(engine, seed):
    """Return a program that hypothesis drew, found wrong and made as small as it could, and what it gave; or None."""
    from tempfile import TemporaryDirectory

    from hypothesis import HealthCheck, Phase, find, settings
    from hypothesis import strategies as st
    from hypothesis.configuration import set_hypothesis_home_dir
    from hypothesis.errors import HypothesisException

    step = st.tuples(st.sampled_from(engine.operators), st.integers(0, 9), st.integers(0, 9))
    programs = st.lists(step, min_size=2, max_size=MOST_STEPS).map(connected)
    quick = settings(
        database=None,
        deadline=None,
        max_examples=EXAMPLES,
        phases=[Phase.generate, Phase.shrink],
        suppress_health_check=list(HealthCheck),
    )

    def is_wrong_here(program):
        return engine.first_wrong([program]) is not None

    with TemporaryDirectory(prefix="gradkata-") as folder:
        set_hypothesis_home_dir(folder)  # it would leave one in the student's folder
        try:
            program = find(programs, is_wrong_here, settings=quick, random=random.Random(seed))
        except HypothesisException:  # nothing found, or nothing that goes wrong twice
            return None
    return engine.first_wrong([program])


def connected(drawn):
    """Turn drawn numbers into operands; the first operand of each later step is the step before it."""
    program = []
    for index, (operator, i, j) in enumerate(drawn):
        choices = [*NAMES, *range(index)]
        first = index - 1 if index else NAMES[i % len(NAMES)]
        operands = (first, choices[j % len(choices)]) if operator in BINARY else (first,)
        program.append((operator, *operands))
    return tuple(program)


def truth(program):
    """Return the value of a program and its derivatives by a, b and c, by forward accumulation; None where undefined.

    Forward accumulation carries the derivatives along with the values: Griewank and Walther, Evaluating Derivatives,
    2nd ed. (2008), chapter 3.1.
    """
    duals = {name: (value, [float(name == other) for other in NAMES]) for name, value in LEAVES.items()}
    try:
        for index, (operator, *operands) in enumerate(program):
            _, _, value, slopes = OPERATORS[operator]
            values = [duals[operand][0] for operand in operands]
            parts = zip(slopes(*values), [duals[operand][1] for operand in operands], strict=True)
            partials = [sum(column) for column in zip(*[[s * d for d in dual] for s, dual in parts], strict=True)]
            duals[index] = (value(*values), partials)
    except (ZeroDivisionError, OverflowError):
        return None
    value, partials = duals[len(program) - 1]
    numbers = [value, *partials]
    return numbers if all(math.isfinite(n) and abs(n) < LARGE for n in numbers) else None


def differ(seen, true):
    """Whether two numbers differ by more than rounding; what is not a number differs."""
    return not isinstance(seen, int | float) or not math.isclose(seen, true, rel_tol=1e-9, abs_tol=1e-9)


# --- The student's engine ------------------------------------------------------------------------


def run_programs(engine, leaves, programs, keep):
    """Run each program four times; return the values and the gradients of the leaves, or the name of an error.

    Where operands are kept in sets, `keep` decides their order, a different one each time: else it would be chance.
    """
    unary = {
        "neg": lambda x: -x,
        "tanh": lambda x: x.tanh(),
        "**2": lambda x: x**2,
        "+3": lambda x: x + 3,
        "3+": lambda x: 3 + x,
        "3*": lambda x: 3 * x,
        "3-": lambda x: 3 - x,
        "3/": lambda x: 3 / x,
    }
    binary = {"+": lambda x, y: x + y, "*": lambda x, y: x * y, "-": lambda x, y: x - y, "/": lambda x, y: x / y}

    def run(program, variant):
        nodes = {name: engine.Value(value) for name, value in leaves.items()}
        try:
            for index, (operator, *operands) in enumerate(program):
                rule = binary.get(operator) or unary[operator]
                made = [nodes[operand] for operand in operands]
                nodes[index] = rule(*made)
                if hasattr(nodes[index], "_prev"):
                    keep(nodes[index], *(reversed(made) if variant >> index % 2 & 1 else made))
            nodes[len(program) - 1].backward()
            return [nodes[len(program) - 1].data, *[nodes[name].grad for name in leaves]]
        except Exception as error:
            return type(error).__name__

    return [[run(program, variant) for variant in range(4)] for program in programs]


class Engine:
    """The student's engine, with the operators that are written."""

    BATCH = 200  # programs in one question

    def __init__(self, visit):
        self._visit = visit
        self._module = visit.module("engine")
        self._keep = visit.in_student(operands_in_order)
        self.operators = [
            name for name, (unit, *_) in OPERATORS.items() if not visit.submission.todo(f"engine:Value.{unit}")
        ]

    def first_wrong(self, programs):
        """Return the first program whose value or gradients are wrong, and what it gave; None when all are right."""
        batch = []
        for program in programs:
            if truth(program) is not None:
                batch.append(program)
            if len(batch) == self.BATCH:
                if (wrong := self._first_wrong_of(batch)) is not None:
                    return wrong
                batch = []
        return self._first_wrong_of(batch)

    def _first_wrong_of(self, batch):
        answers = self._visit.in_student(run_programs, self._module, LEAVES, batch, self._keep) if batch else []
        runs = ((program, seen) for program, times in zip(batch, answers, strict=True) for seen in times)
        return next((run for run in runs if is_wrong(*run)), None)

    def describe(self, program, seen):
        """Say what is wrong with a program, and name a relative that is right."""
        sentences = [f"The smallest expression that goes wrong: `{text_of(program)}`", fault(seen, program)]
        right = self._right_relative(program)
        if right:
            sentences.append(f"`{text_of(right)}` is right.")
        return " ".join(sentences)

    def _right_relative(self, program):
        """Return the same steps on different leaves, or the program without its last step, if that is right."""
        relatives = [spread(program), program[:-1]]
        for relative in relatives:
            if (
                relative
                and relative != program
                and truth(relative) is not None
                and self.first_wrong([relative]) is None
            ):
                return relative
        return None


def is_wrong(program, seen):
    true = truth(program)
    return not isinstance(seen, list) or len(seen) != len(true) or any(map(differ, seen, true))


def fault(seen, program):
    """Say in a sentence how an answer differs from the truth."""
    used = [name for name in NAMES if any(name in operands for _, *operands in program)]
    given = ", ".join(f"{name} = {LEAVES[name]:g}" for name in used)
    if not isinstance(seen, list):
        return f"with {given} raises {seen}."
    value, *gradients = truth(program)
    if differ(seen[0], value):
        return f"with {given} is {number(seen[0])}, and should be {number(value)}."
    name, got, true = next((n, s, t) for n, s, t in zip(NAMES, seen[1:], gradients, strict=True) if differ(s, t))
    return f"with {given} gives {name} the gradient {number(got)}, and should give {number(true)}."


def number(value):
    return f"{value:.6g}" if isinstance(value, int | float) else type(value).__name__


def spread(program):
    """Return the program with a different leaf at each place where one stands, as far as there are leaves."""
    names = iter(NAMES)
    replaced = []
    for operator, *operands in program:
        replaced.append((operator, *[next(names, o) if isinstance(o, str) else o for o in operands]))
    return tuple(replaced)


def text_of(program):
    """Write a program as an expression; a result that is used more than once gets a name."""
    uses = [o for _, *operands in program for o in operands]
    shared = {
        index: f"n{count}" for count, index in enumerate((i for i in range(len(program)) if uses.count(i) > 1), 1)
    }
    texts, bindings = {}, []
    for index, (operator, *operands) in enumerate(program):
        written = OPERATORS[operator][1].format(*[texts.get(o, o) for o in operands])
        if index in shared:
            bindings.append(f"{shared[index]} = {written}")
        bare = operator == "tanh" or index == len(program) - 1
        texts[index] = shared.get(index) or (written if bare else f"({written})")
    return "; ".join([*bindings, texts[len(program) - 1]])
