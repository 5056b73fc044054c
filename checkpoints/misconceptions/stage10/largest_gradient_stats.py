"""The largest gradient stands for all.

What happens: it is a norm as well, but another one: 3 and 4 give 4, not 5.
Why it seems right: if one of them is too large, that is what one wants to
see.
What to look at: the text says: the square root of the sum of the squares.
"""

unit = "graph_stats"


def graph_stats(root, max_nodes=1000, max_depth=20):
    order, depth = topological_order(root), {}
    for node in order:
        depth[node] = max((depth[operand] + 1 for operand in node._prev), default=0)
    warnings = []
    if len(order) > max_nodes:
        warnings.append(f"{len(order)} nodes, more than {max_nodes}")
    if depth[root] > max_depth:
        warnings.append(f"depth {depth[root]}, more than {max_depth}")
    return {
        "nodes": len(order),
        "edges": sum(len(node._prev) for node in order),
        "depth": depth[root],
        "grad_norm": max(abs(node.grad) for node in order),
        "warnings": warnings,
    }
