"""Only results are counted as nodes.

What happens: leaves are left out: a leaf alone has 0 nodes.
Why it seems right: they have no rule to run.
What to look at: the text speaks of all nodes. Which list do you take the
length of?
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
        "nodes": sum(bool(node._prev) for node in order),
        "edges": sum(len(node._prev) for node in order),
        "depth": depth[root],
        "grad_norm": math.hypot(*(node.grad for node in order)),
        "warnings": warnings,
    }
