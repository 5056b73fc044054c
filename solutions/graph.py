"""Graphs of Values, looked at as graphs: an order, a cycle, their size, a picture.

A graph is given by its root, the last result; it consists of the root and of
everything that the root was made from. All of it is found by following
`_prev`, which holds the operands of a node.
"""

import math


def chain(nodes):
    """Return the labels of nodes in a row, as in `a -> b -> a`. (Given.)

    A node without a label is called by its operation, and a leaf by its number.
    """
    return " -> ".join(str(node.label or node._op or node.data) for node in nodes)


def topological_order(root):
    """Return all nodes of the graph of `root` as a list, operands before results.

    Every node stands in it once, the root last. There is no limit to the
    depth: a chain of 100,000 nodes is sorted, too. The time grows with the
    number of nodes, not with the number of paths, nor with its square.

    A graph in which a node is made from itself, by however many steps, has no
    such order. That is a ValueError whose message holds the labels of the
    nodes on the cycle, and of no others.
    """
    order, visited, stack = [], set(), [root]
    while stack:
        node = stack.pop()
        if node is None:  # a marker: everything the node below it needs is in order
            order.append(stack.pop())
        elif node not in visited:
            visited.add(node)
            stack += (node, None, *node._prev)
    place = {node: k for k, node in enumerate(order)}
    if any(place[operand] >= place[node] for node in order for operand in node._prev):
        cycle = find_cycle(root)
        raise ValueError(f"a cycle has no order: {chain([*cycle, cycle[0]])}")
    return order


def in_degrees(root):
    """Return a dict: for each node of the graph of `root`, how many results in it use the node.

    Nothing in its own graph uses the root: it has 0. There is no limit to the
    depth, and the time grows with the number of nodes.
    """
    degrees, found = {root: 0}, [root]
    for node in found:  # which grows meanwhile
        for operand in node._prev:
            if operand not in degrees:
                degrees[operand] = 0
                found.append(operand)
            degrees[operand] += 1
    return degrees


def kahn_order(root):
    """Return all nodes of the graph of `root` as a list, results before operands.

    Every node stands in it once, the root first. A node's turn comes when all
    results that use it have had theirs, which is known by counting down its
    in-degree. Depth, time and cycles are as for `topological_order`.
    """
    waiting = in_degrees(root)
    order = [node for node, users in waiting.items() if not users]
    for node in order:  # which grows meanwhile
        for operand in node._prev:
            waiting[operand] -= 1
            if not waiting[operand]:
                order.append(operand)
    if len(order) < len(waiting):
        cycle = find_cycle(root)
        raise ValueError(f"a cycle has no order: {chain([*cycle, cycle[0]])}")
    return order


def find_cycle(root):
    """Return the nodes of a cycle in the graph of `root` as a list, or [] if there is none.

    Each node in the list has the next one among its operands, and the last
    one has the first; every node stands in it once. A node that is used
    twice is no cycle. Depth and time are as for `topological_order`.
    """
    visited, path, ahead = {root}, {root: None}, [iter(root._prev)]
    while ahead:
        operand = next(ahead[-1], None)
        if operand is None:  # all that the last node of the path was made from is seen
            ahead.pop()
            path.popitem()
        elif operand in path:
            nodes = list(path)
            return nodes[nodes.index(operand) :]
        elif operand not in visited:
            visited.add(operand)
            path[operand] = None
            ahead.append(iter(operand._prev))
    return []


def graph_stats(root, max_nodes=1000, max_depth=20):
    """Return a dict that says how large the graph of `root` is.

    "nodes" and "edges" are numbers, an edge being a result and one of its
    operands; "depth" is the number of edges on the longest way from a leaf to
    the root, 0 for a leaf. "grad_norm" is the square root of the sum of the
    squares of all nodes' `grad`. "warnings" is a list of texts: one if there
    are more than `max_nodes` nodes, one if the depth is more than
    `max_depth`. A text has the word nodes or the word depth in it, and both
    numbers. Depth and time are as for `topological_order`.
    """
    order, depth = topological_order(root), {}
    for node in order:
        depth[node] = max((depth[operand] + 1 for operand in node._prev), default=0)
    warnings = []
    if len(order) > max_nodes:
        warnings.append(f"{len(order)} nodes, more than {max_nodes}: a pass takes as long as there are nodes")
    if depth[root] > max_depth:
        warnings.append(f"depth {depth[root]}, more than {max_depth}: a gradient is a product of as many slopes")
    return {
        "nodes": len(order),
        "edges": sum(len(node._prev) for node in order),
        "depth": depth[root],
        "grad_norm": math.hypot(*(node.grad for node in order)),
        "warnings": warnings,
    }


def draw_dot(root):
    """Return the graph of `root` as a text in DOT, the language of Graphviz.

    One `digraph`; for each node a statement with a `label` whose text has in
    it: the node's own `label` and its `_op`, where it has them, and `data`
    and `grad` with four decimals. In the quotes of DOT, a quotation mark and a
    backslash of the text get a backslash before them. For each operand of a
    node a statement with an arrow from the operand to the node.
    """
    order = topological_order(root)
    names = {node: f"n{k}" for k, node in enumerate(order)}
    lines = ["digraph {", "  rankdir=LR;", "  node [shape=box];"]
    for node in order:
        own = (text.replace("\\", "\\\\").replace('"', '\\"') for text in (node.label, node._op) if text)
        text = "\\n".join([*own, f"data {node.data:.4f}", f"grad {node.grad:.4f}"])
        lines.append(f'  {names[node]} [label="{text}"];')
        lines += [f"  {names[operand]} -> {names[node]};" for operand in node._prev]
    return "\n".join([*lines, "}", ""])


class Picture(str):
    """DOT that a notebook shows as a picture where Graphviz is installed: `Picture(draw_dot(L))`. (Given.)"""

    def _repr_svg_(self):
        import shutil
        import subprocess

        command = shutil.which("dot")
        if command is None:
            return None  # then the notebook shows the text
        done = subprocess.run([command, "-Tsvg"], input=self, capture_output=True, encoding="utf-8", timeout=20)
        return done.stdout if done.returncode == 0 else None
