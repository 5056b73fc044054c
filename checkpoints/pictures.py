"""What the checkpoints show beside a failure: the graph in question, or the curve of a training."""

import math

from grader.exhibit import node

MOST_NODES = 30


def graph(root, **named):
    """Return the nodes of the graph below `root`, operands first, for `exhibit.graph`.

    Each keyword names a node: `a=a`, or `a=(a, 6.0)` with the gradient it should have. The first node, going backward
    from the root, whose gradient is another one is marked.
    """
    handles = {name: given[0] if isinstance(given, tuple) else given for name, given in named.items()}
    expected = {handle: named[name][1] for name, handle in handles.items() if isinstance(named[name], tuple)}
    names = {handle: name for name, handle in handles.items()}
    order = operands_first(root)
    wrong = next((n for n in reversed(order) if n in expected and differ(n.grad, expected[n])), None)
    return [
        node(
            order.index(handle),
            label(handle, names),
            [order.index(child) for child in children(handle) if child in order],
            f"first wrong gradient: should be {expected[handle]:.6g}" if handle is wrong else "",
            data=number(handle.data),
            grad=number(handle.grad),
        )
        for handle in order
    ]


def operands_first(root):
    """Return the distinct nodes below and including `root`, every node after its operands."""
    order, stack, seen = [], [(root, False)], set()
    while stack and len(order) < MOST_NODES:
        current, done = stack.pop()
        if done:
            order.append(current)
        elif current not in seen:
            seen.add(current)
            stack.append((current, True))
            stack += [(child, False) for child in children(current)]
    return order


def children(handle):
    """Return the operands of a node, in an order that does not change from run to run."""
    return sorted(handle._prev, key=lambda child: child.data)


def label(handle, names):
    """Return `e = *`, or what there is of it."""
    return " = ".join(part for part in (names.get(handle, ""), str(handle._op or "")) if part) or "number"


def number(value):
    return f"{value:.6g}" if isinstance(value, int | float) else type(value).__name__


def differ(seen, true):
    return not isinstance(seen, int | float) or not math.isclose(seen, true, rel_tol=1e-9, abs_tol=1e-9)
