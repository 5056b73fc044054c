"""Depth is found by a function that calls itself.

What happens: a chain of about a thousand nodes ends in a RecursionError.
Why it seems right: the depth of a node is one more than that of its operands,
and so it says.
What to look at: in a topological order the operands come first. If you go
along it, is there anything left to call?
"""

unit = "graph_stats"


def graph_stats(root, max_nodes=1000, max_depth=20):
    order, depth = topological_order(root), {}

    def deep(node):
        if node not in depth:
            depth[node] = max((deep(operand) + 1 for operand in node._prev), default=0)
        return depth[node]

    deep(root)
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
