"""The squares are added up, and the root is not taken.

What happens: 3 and 4 give 25. The length is 5.
Why it seems right: the sum of squares is what a loss is made of, so it looks
complete.
What to look at: double all gradients: a length doubles. What does yours do?
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
        "grad_norm": sum(node.grad**2 for node in order),
        "warnings": warnings,
    }
