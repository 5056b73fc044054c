"""A cycle is refused, and the message does not say where it is.

What happens: whoever reads it has to search thousands of nodes for it.
Why it seems right: that there is one is what the program needed to know.
What to look at: which nodes are on it, and what is the label of each?
`find_cycle` is asked for in this stage, too, and `chain` writes labels in a
row.
"""

unit = "topological_order"


def topological_order(root):
    order, visited, stack = [], set(), [root]
    while stack:
        node = stack.pop()
        if node is None:
            order.append(stack.pop())
        elif node not in visited:
            visited.add(node)
            stack += (node, None, *node._prev)
    place = {node: k for k, node in enumerate(order)}
    if any(place[operand] >= place[node] for node in order for operand in node._prev):
        raise ValueError("this graph has a cycle")
    return order
