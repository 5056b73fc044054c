"""A warning says that it is too much, not how much.

What happens: the number, or the budget, is missing from the text.
Why it seems right: who gets it can ask for the numbers, it seems.
What to look at: 1,001 nodes and 300,000 are two different troubles. Which two
numbers must be in the text?
"""

unit = "graph_stats"


def graph_stats(root, max_nodes=1000, max_depth=20):
    order, depth = topological_order(root), {}
    for node in order:
        depth[node] = max((depth[operand] + 1 for operand in node._prev), default=0)
    warnings = []
    if len(order) > max_nodes:
        warnings.append("too many nodes")
    if depth[root] > max_depth:
        warnings.append("too much depth")
    return {
        "nodes": len(order),
        "edges": sum(len(node._prev) for node in order),
        "depth": depth[root],
        "grad_norm": math.hypot(*(node.grad for node in order)),
        "warnings": warnings,
    }
