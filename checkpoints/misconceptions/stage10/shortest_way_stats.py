"""Depth is taken along the shortest way.

What happens: a node that is reached by a short way and a long one is put at
the end of the short one.
Why it seems right: in a tree there is one way only, and in a chain of sums
with a leaf in each the short ways are of length 1.
What to look at: x, s = x*x, y = s + x. How many edges are on the way from x
over s to y, and which one of the two does your line take?
"""

unit = "graph_stats"


def graph_stats(root, max_nodes=1000, max_depth=20):
    order, depth = topological_order(root), {}
    for node in order:
        depth[node] = min((depth[operand] + 1 for operand in node._prev), default=0)
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
