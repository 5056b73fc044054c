"""The reference engine against micrograd, on the same graphs in one run: time, peak memory, and how deep each can go.

The graphs are networks as for the two moons (337 parameters, about a thousand nodes for a sample): built forward, gone
backward, thrown away. The engines take turns, so that whatever else the machine does hits both; medians are compared.

    python tests/bench/reference.py [--runs 60]
"""

from __future__ import annotations

import argparse
import gc
import random
import sys
import time
import tracemalloc
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import Any

import micrograd.engine

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "solutions"))
import engine  # noqa: E402

ENGINES = {"reference": engine.Value, "micrograd": micrograd.engine.Value}
SIZES = (2, 16, 16, 1)
MOST_SLOWER = 1.05  # times micrograd's time: no slower, within what a busy machine adds
MOST_MEMORY = 1.1  # its nodes have a label, too
DEEPEST = 100_000  # links of a chain, beyond which nobody needs to look


def network(value: Any) -> tuple[list[Any], list[Any]]:
    """Return the parameters of a network, and its two inputs."""
    rng = random.Random(1)
    count = sum((inputs + 1) * outputs for inputs, outputs in pairwise(SIZES))
    return [value(rng.uniform(-1, 1)) for _ in range(count)], [value(0.7), value(-1.2)]


def forward(parameters: list[Any], inputs: list[Any]) -> Any:
    """Return the squared output of the network: sums of products, relu, one value at the end."""
    rest, layer = iter(parameters), inputs
    for size in SIZES[1:]:
        sums = []
        for _ in range(size):
            total = next(rest)
            for x in layer:
                total = total + next(rest) * x
            sums.append(total.relu() if size > 1 else total)
        layer = sums
    return layer[0] ** 2


def passes(value: Any) -> tuple[float, float]:
    """Return the seconds of computing that one forward and one backward pass take."""
    parameters, inputs = network(value)
    began = time.process_time()
    loss = forward(parameters, inputs)
    built = time.process_time()
    loss.backward()
    return built - began, time.process_time() - built


def times(runs: int) -> dict[str, tuple[float, float]]:
    """Return the median seconds of a forward and of a backward pass, by engine."""
    found: dict[str, list[tuple[float, float]]] = {name: [] for name in ENGINES}
    for _ in range(runs):
        for name, value in ENGINES.items():
            gc.collect()  # nodes and closures hold each other: what one pass leaves must not be cleared in the next
            gc.disable()
            found[name].append(passes(value))
            gc.enable()
    return {name: (median(f for f, _ in each), median(b for _, b in each)) for name, each in found.items()}


def peak(value: Any) -> int:
    """Return the bytes at most in use during one pass."""
    parameters, inputs = network(value)
    gc.collect()
    tracemalloc.start()
    forward(parameters, inputs).backward()
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return most


def goes_through(value: Any, links: int) -> bool:
    """Whether backward goes through a chain of so many sums."""
    x = leaf = value(1.0)
    for _ in range(links):
        x = x + 1.0
    try:
        x.backward()
    except RecursionError:
        return False
    return bool(leaf.grad == 1.0)


def depth(value: Any) -> int:
    """Return the longest chain that backward goes through, up to DEEPEST, to within one part in fifty."""
    if goes_through(value, DEEPEST):
        return DEEPEST
    low, high = 1, DEEPEST
    while high - low > max(1, low // 50):
        middle = (low + high) // 2
        low, high = (middle, high) if goes_through(value, middle) else (low, middle)
    return low


def row(what: str, measure: Callable[[str], float], unit: str) -> float:
    """Print one line of the table and return the ratio."""
    ours, theirs = measure("reference"), measure("micrograd")
    print(f"{what:22}{ours:12,.2f}{theirs:12,.2f} {unit:5}{ours / theirs:8.2f} x")
    return ours / theirs


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=60)
    runs = parser.parse_args().runs
    passes(engine.Value), passes(micrograd.engine.Value)
    seconds = times(runs)
    print(f"{'':22}{'reference':>12}{'micrograd':>12}")
    row("forward", lambda name: seconds[name][0] * 1000, "ms")
    row("backward", lambda name: seconds[name][1] * 1000, "ms")
    slower = row("both", lambda name: sum(seconds[name]) * 1000, "ms")
    memory = row("peak memory", lambda name: peak(ENGINES[name]) / 1024, "KiB")
    deep = {name: depth(value) for name, value in ENGINES.items()}
    print("depth reached         " + "".join(f"{deep[name]:12,}" for name in ENGINES))
    if slower > MOST_SLOWER or memory > MOST_MEMORY or deep["reference"] < DEEPEST:
        sys.exit("the reference is not what is claimed of it")


if __name__ == "__main__":
    main()
