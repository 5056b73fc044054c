"""It warns when the budget is just used up.

What happens: with 1,000 nodes and a budget of 1,000 there is a warning.
Why it seems right: `>=` and `>` look alike.
What to look at: is someone who spends all of their money, and no more, over
their budget?
"""

unit = "graph_stats"


def graph_stats(root, max_nodes=1000, max_depth=20):
    order, depth = topological_order(root), {}
    for node in order:
        depth[node] = max((depth[operand] + 1 for operand in node._prev), default=0)
    warnings = []
    if len(order) >= max_nodes:
        warnings.append(f"{len(order)} nodes, more than {max_nodes}")
    if depth[root] >= max_depth:
        warnings.append(f"depth {depth[root]}, more than {max_depth}")
    return {
        "nodes": len(order),
        "edges": sum(len(node._prev) for node in order),
        "depth": depth[root],
        "grad_norm": math.hypot(*(node.grad for node in order)),
        "warnings": warnings,
    }
