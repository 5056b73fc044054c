"""Only the gradients of leaves are in the norm.

What happens: the gradients of results are left out.
Why it seems right: for a training it is the parameters that count, and they
are leaves.
What to look at: the text says of which nodes. How many numbers go into yours,
for seven nodes?
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
        "grad_norm": math.hypot(*(node.grad for node in order if not node._prev)),
        "warnings": warnings,
    }
