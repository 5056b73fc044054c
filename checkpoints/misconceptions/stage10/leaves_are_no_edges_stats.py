"""Only edges between results are counted.

What happens: an arrow that begins at a leaf is left out.
Why it seems right: leaves are inputs, and the work is done by operations.
What to look at: a leaf is an operand like any other. How many operands has
a*b, if both are leaves?
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
        "edges": sum(bool(operand._prev) for node in order for operand in node._prev),
        "depth": depth[root],
        "grad_norm": math.hypot(*(node.grad for node in order)),
        "warnings": warnings,
    }
