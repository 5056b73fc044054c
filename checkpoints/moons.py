"""Two moons, and a small network that learns to tell them apart: the data and the true training of stage 11.

Plain floats throughout. The data are the usual ones of clustering and classification: two half circles that reach into
one another, with noise.
"""

import math

from oracle import count, forward, gradient

SIZES = [2, 16, 16, 1]
POINTS, BATCH, STEPS, NOISE = 40, 5, 80, 0.1
FIRST, LAST, STRENGTH, THRESHOLD, TOLERANCE = 0.5, 0.05, 1e-4, 1.0, 1e-3
CHUNK = 10  # steps of one call of `fit`: a call must end in time


def two_moons(rng, how_many=POINTS):
    """Draw points, half of them on each moon; return the list of [x, y], and the list of their classes, 1 or -1."""
    points, classes = [], []
    for k in range(how_many):
        angle, upper = rng.uniform(0, math.pi), k % 2 == 0
        x, y = math.cos(angle), math.sin(angle)
        x, y = (x, y) if upper else (1 - x, 0.5 - y)
        points.append([x + rng.gauss(0, NOISE), y + rng.gauss(0, NOISE)])
        classes.append(1 if upper else -1)
    return points, classes


def mini_batches(rng, points, classes, steps=STEPS, size=BATCH):
    """Draw a batch for each step: a list of (xs, ys)."""
    drawn = [rng.sample(range(len(points)), size) for _ in range(steps)]
    return [([points[i] for i in batch], [classes[i] for i in batch]) for batch in drawn]


def first_numbers(rng, sizes=SIZES):
    """Draw the weights and biases to begin with, as `MLP` does."""
    return [rng.uniform(-1, 1) for _ in range(count(sizes))]


def rate(step, steps, first=FIRST, last=LAST):
    """Return the learning rate of a step: on a straight line from the first to the last one."""
    return first + (last - first) * step / max(1, steps - 1)


def chunks(batches, first=FIRST, last=LAST):
    """Cut a training into calls of `fit`: (batches, first rate, last rate) each; the rates of all steps are the same."""
    steps = len(batches)
    for start in range(0, steps, CHUNK):
        part = batches[start : start + CHUNK]
        yield part, rate(start, steps, first, last), rate(start + len(part) - 1, steps, first, last)


def slopes(sizes, numbers, xs, ys, strength):
    """Return the loss of a batch (mean hinge loss, and the squares of all numbers times `strength`), and its gradient."""
    loss, total = strength * sum(w * w for w in numbers), [2 * strength * w for w in numbers]
    for x, y in zip(xs, ys, strict=True):
        missing = 1 - y * forward(sizes, numbers, x, linear_output=True)[-1][0]
        if missing > 0:
            loss += missing / len(xs)
            share = gradient(sizes, numbers, x, [-y / len(xs)], linear_output=True)
            total = [t + s for t, s in zip(total, share, strict=True)]
    return loss, total


def length(numbers):
    return math.sqrt(sum(x * x for x in numbers))


def true_fit(sizes, numbers, batches, first, last, strength, threshold, tolerance):
    """Return what `fit` should: the losses; the numbers afterwards; and the norms of the gradients, before clipping."""
    numbers, losses, norms = list(numbers), [], []
    for step, (xs, ys) in enumerate(batches):
        loss, total = slopes(sizes, numbers, xs, ys, strength)
        losses.append(loss)
        norms.append(length(total))
        if norms[-1] < tolerance:
            break
        lr = rate(step, len(batches), first, last)
        numbers = [w - lr * max(-threshold, min(threshold, g)) for w, g in zip(numbers, total, strict=True)]
    return losses, numbers, norms


def score(sizes, numbers, point):
    """Return the network's output for a point."""
    return forward(sizes, numbers, point, linear_output=True)[-1][0]


def accuracy(sizes, numbers, points, classes):
    """Return the part of the points that are on their right side."""
    right = [(score(sizes, numbers, p) > 0) == (c > 0) for p, c in zip(points, classes, strict=True)]
    return sum(right) / len(right)
