"""A node's operands are counted each time that the node is met.

What happens: what is counted is the number of ways from the root, not of
results. It grows with every node that is used twice, and so does the time.
Why it seems right: the loop counts each operand of each node that it comes
by.
What to look at: how often does your walk come by p in q = p*c, r = q + p? And
how often may it count the operands of p?
"""

unit = "in_degrees"


def in_degrees(root):
    degrees, found = {root: 0}, [root]
    for node in found:
        for operand in node._prev:
            degrees[operand] = degrees.get(operand, 0) + 1
            found.append(operand)
    return degrees
