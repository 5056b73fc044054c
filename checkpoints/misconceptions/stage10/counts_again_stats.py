"""A node that is used twice is counted twice, and so is all below it.

What happens: nothing remembers which nodes were met: the number grows with
the ways, and so does the time.
Why it seems right: in a tree each node is met once.
What to look at: in p = a*b, q = p*c, r = q + p, how often do you come by p?
What does `topological_order` have that your walk hasn't?
"""

unit = "graph_stats"


def graph_stats(root, max_nodes=1000, max_depth=20):
    depth, order = {}, []
    for node in topological_order(root):
        depth[node] = max((depth[operand] + 1 for operand in node._prev), default=0)
    waiting = [root]
    for node in waiting:
        order.append(node)
        waiting += node._prev
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
