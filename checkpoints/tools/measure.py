"""`grade measure`: how fast the learner's own engine is, beside others, and where its time goes."""

import importlib
from importlib.util import find_spec
from types import SimpleNamespace

from rich.markdown import Markdown
from rich.table import Table
from rich.text import Text

from grader.errors import UsageError
from grader.examination import NotWritten, Unusable
from grader.libraries import LibraryMissing
from grader.proxy import StudentError

CHAPTER = "checkpoints/lessons/closing.md"
SIZES = [2, 16, 16, 1]  # the network of the two moons
SAMPLES = 4
BATCH = 64  # samples that the tensors take at once
ROUNDS = 3  # the quickest of so many counts


def measure(visit, console, arguments):
    """Measure your own engine: nodes per second, beside micrograd and PyTorch where they are installed, and where the time goes.

    `grade measure chapter` shows the chapter that goes with it: what carries over from here.
    """
    if arguments == ("chapter",):
        console.print(Markdown((visit.course.folder / CHAPTER).read_text(encoding="utf-8")))
        return 0
    if arguments:
        raise UsageError(
            f"measure does not know '{' '.join(arguments)}'", "Try: grade measure, or: grade measure chapter"
        )
    visit.begin("engine:Value.backward", "engine:Value.__add__", "engine:Value.__radd__", "engine:Value.__mul__")
    own = visit.in_student(run_scalars, visit.module("engine"), SIZES, SAMPLES, ROUNDS)
    console.print(
        Text(f"One network, {SIZES}, {SAMPLES} samples, each number a node. The quickest of {ROUNDS} runs.\n")
    )
    arrays = tensors(visit)
    console.print(engines(own, arrays))
    if missing := absent(arrays):
        console.print(Text(f"\n{missing}", "dim"))
    console.print(Text("\nWhere the time of your engine goes:\n", "bold"))
    console.print(shares(own))
    console.print(Text("\nThe chapter to these figures: grade measure chapter"))
    return 0


# --- Run on the student's side, and here with other engines ---------------------------------------


def run_scalars(engine, sizes, samples, rounds):
    """Build a network of + and * alone, go backward, and return the seconds of each part, by name, and the nodes.

    The garbage collector waits meanwhile: how often it runs depends on all else that is there. Squares stand in for tanh, so that every engine knows all of its operations.
    """
    import gc
    from itertools import pairwise
    from random import Random
    from time import perf_counter

    def build(make):
        rng = Random(1)
        weights = [[[make(rng.uniform(-0.3, 0.3)) for _ in range(n + 1)] for _ in range(m)] for n, m in pairwise(sizes)]
        total = make(0.0)
        for _ in range(samples):
            x = [rng.uniform(-1, 1) for _ in range(sizes[0])]
            for layer in weights:
                sums = [sum((w * v for w, v in zip(row, x, strict=False)), row[-1]) for row in layer]
                x = [s * s for s in sums]
            total = total + x[0]
        return total

    def nodes_of(root):
        order, seen, stack = [], set(), [(root, False)]
        while stack:
            node, done = stack.pop()
            if done:
                order.append(node)
            elif node not in seen:
                seen.add(node)
                stack.append((node, True))
                stack.extend((child, False) for child in node._prev)
        return order

    best = {}

    def clock(name, work):
        began = perf_counter()
        result = work()
        seconds = perf_counter() - began
        best[name] = min(seconds, best.get(name, seconds))
        return result

    collects = gc.isenabled()
    for _ in range(rounds):
        gc.collect()
        gc.disable()
        clock("numbers", lambda: build(float))
        root = clock("forward", lambda: build(engine.Value))
        clock("backward", root.backward)
        order = nodes_of(root) if hasattr(root, "_prev") else []  # PyTorch shows its graph in another way
        clock("closures", lambda order=order: [node._backward() for node in reversed(order)])
        if collects:
            gc.enable()
    return best, len(order)


def run_arrays(tensor, sizes, samples, rounds):
    """Return the seconds of a forward and a backward pass of the same network over a batch, and the nodes made."""
    from itertools import pairwise
    from time import perf_counter

    import numpy as np

    layers = [(tensor.Tensor(np.full(s, 0.1)), tensor.Tensor(np.full(s[1], 0.1))) for s in pairwise(sizes)]
    x, best = tensor.Tensor(np.ones((samples, sizes[0]))), {}
    for _ in range(10 * rounds):
        began = perf_counter()
        out = tensor.mlp(layers, x)
        middle = perf_counter()
        out.backward()
        end = perf_counter()
        best["forward"] = min(middle - began, best.get("forward", middle))
        best["backward"] = min(end - middle, best.get("backward", end))
    return best, 3 * len(layers)


def run_torch_arrays(torch, sizes, samples, rounds):
    """Return the same of PyTorch's tensors, the whole batch in each."""
    from itertools import pairwise
    from time import perf_counter

    def full(*shape):
        return torch.full(shape, 0.1, dtype=torch.float64, requires_grad=True)

    layers = [(full(*s), full(s[1])) for s in pairwise(sizes)]
    x, best = torch.ones((samples, sizes[0]), dtype=torch.float64), {}
    for _ in range(10 * rounds):
        began = perf_counter()
        out = x
        for weights, bias in layers:
            out = (out @ weights + bias).tanh()
        middle = perf_counter()
        out.sum().backward()
        end = perf_counter()
        best["forward"] = min(middle - began, best.get("forward", middle))
        best["backward"] = min(end - middle, best.get("backward", end))
    return best


# --- What is shown -------------------------------------------------------------------------------


def tensors(visit):
    """Return what was measured of the learner's Tensor; nothing where it is not written or wrong, or numpy is missing."""
    methods = ("__init__", "__add__", "__matmul__", "tanh", "backward")
    try:
        visit.begin("tensor:mlp", *(f"tensor:Tensor.{name}" for name in methods))
        return visit.in_student(run_arrays, visit.module("tensor"), SIZES, BATCH, ROUNDS)
    except (NotWritten, Unusable, LibraryMissing, StudentError):
        return None


def engines(own, arrays):
    """Return the table of all engines that are here, and what is said of those that are not."""
    seconds, nodes = own
    table = Table(box=None, pad_edge=False, padding=(0, 2))
    for heading in ("engine", "samples", "nodes", "forward", "backward", "nodes/s", "samples/s"):
        table.add_column(heading, justify="left" if heading == "engine" else "right", no_wrap=True)
    add(table, "your Value", SAMPLES, nodes, seconds)
    if find_spec("micrograd"):
        micrograd = run_scalars(importlib.import_module("micrograd.engine"), SIZES, SAMPLES, ROUNDS)
        add(table, "micrograd", SAMPLES, *reversed(micrograd))
    torch = importlib.import_module("torch") if find_spec("torch") else None
    if torch:
        engine = SimpleNamespace(Value=lambda x: torch.tensor(x, dtype=torch.float64, requires_grad=True))
        add(table, "torch, by number", SAMPLES, nodes, run_scalars(engine, SIZES, SAMPLES, 1)[0])
    if arrays:
        add(table, "your Tensor", BATCH, arrays[1], arrays[0])
    if torch:
        add(table, "torch", BATCH, 3 * (len(SIZES) - 1), run_torch_arrays(torch, SIZES, BATCH, ROUNDS))
    return table


def absent(arrays):
    """Return a sentence on the engines that are not here."""
    missing = [f"{name} (pip install {name})" for name in ("micrograd", "torch") if not find_spec(name)]
    missing += [] if arrays else ["your Tensor (stage13)"]
    return f"Not here, and so not in the table: {', '.join(missing)}." if missing else ""


def add(table, name, samples, nodes, seconds):
    whole = seconds["forward"] + seconds["backward"]
    table.add_row(
        name,
        str(samples),
        f"{nodes:,}",
        f"{1000 * seconds['forward']:.2f}ms",
        f"{1000 * seconds['backward']:.2f}ms",
        f"{nodes / whole:,.0f}",
        f"{samples / whole:,.0f}",
    )


def shares(own):
    """Return a table: the arithmetic itself, making nodes, finding the order, the closures."""
    seconds, _ = own
    whole = seconds["forward"] + seconds["backward"]
    parts = {
        "the arithmetic itself, on plain numbers": seconds["numbers"],
        "making nodes: objects, closures, sets": max(0.0, seconds["forward"] - seconds["numbers"]),
        "backward: finding the order": max(0.0, seconds["backward"] - seconds["closures"]),
        "backward: calling the closures": min(seconds["closures"], seconds["backward"]),
    }
    table = Table(box=None, pad_edge=False, padding=(0, 2), show_header=False)
    table.add_column(no_wrap=True)
    for name, part in parts.items():
        table.add_row(f"  {name}", f"{100 * part / whole:.0f} %", "#" * round(24 * part / whole))
    return table
