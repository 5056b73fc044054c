"""The gradients are added up, signs and all.

What happens: 2 and -2 give 0, as if there were no gradient at all.
Why it seems right: a number for all of them is asked for, and a sum is one.
What to look at: a norm is a length: what do you do with the sides of a
triangle before you add them, and what after?
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
        "grad_norm": sum(node.grad for node in order),
        "warnings": warnings,
    }
