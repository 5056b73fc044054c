"""Depth counts the nodes on the way, not the edges.

What happens: everything is 1 too deep: a leaf alone has 1.
Why it seems right: the nodes are what one sees.
What to look at: how many arrows lead from a leaf to itself? The text says
what a leaf has.
"""

unit = "graph_stats"


def graph_stats(root, max_nodes=1000, max_depth=20):
    order, depth = topological_order(root), {}
    for node in order:
        depth[node] = max((depth[operand] + 1 for operand in node._prev), default=1)
    warnings = []
    if len(order) > max_nodes:
        warnings.append(f"{len(order)} nodes, more than {max_nodes}")
    if depth[root] > max_depth:
        warnings.append(f"depth {depth[root]}, more than {max_depth}")
    return {
        "nodes": len(order),
        "edges": sum(len(node._prev) for node in order),
        "depth": depth[root],
        "grad_norm": math.hypot(*(node.grad for node in order)),
        "warnings": warnings,
    }
