"""If both budgets are exceeded, only one is mentioned.

What happens: after the warning about nodes, depth is not looked at any more.
Why it seems right: `elif` is the word that comes to mind for a second
condition.
What to look at: are the two questions about the same thing? Which of the two
words, `if` or `elif`, asks the second one in any case?
"""

unit = "graph_stats"


def graph_stats(root, max_nodes=1000, max_depth=20):
    order, depth = topological_order(root), {}
    for node in order:
        depth[node] = max((depth[operand] + 1 for operand in node._prev), default=0)
    warnings = []
    if len(order) > max_nodes:
        warnings.append(f"{len(order)} nodes, more than {max_nodes}")
    elif depth[root] > max_depth:
        warnings.append(f"depth {depth[root]}, more than {max_depth}")
    return {
        "nodes": len(order),
        "edges": sum(len(node._prev) for node in order),
        "depth": depth[root],
        "grad_norm": math.hypot(*(node.grad for node in order)),
        "warnings": warnings,
    }
