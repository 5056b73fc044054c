"""The budgets that are handed in are not looked at.

What happens: it compares with 1,000 and 20, whatever was asked.
Why it seems right: these are the numbers in the text.
What to look at: what are `max_nodes` and `max_depth` for? Where do they occur
in your lines?
"""

unit = "graph_stats"


def graph_stats(root, max_nodes=1000, max_depth=20):
    order, depth = topological_order(root), {}
    for node in order:
        depth[node] = max((depth[operand] + 1 for operand in node._prev), default=0)
    warnings = []
    if len(order) > 1000:
        warnings.append(f"{len(order)} nodes, more than {max_nodes}")
    if depth[root] > 20:
        warnings.append(f"depth {depth[root]}, more than {max_depth}")
    return {
        "nodes": len(order),
        "edges": sum(len(node._prev) for node in order),
        "depth": depth[root],
        "grad_norm": math.hypot(*(node.grad for node in order)),
        "warnings": warnings,
    }
