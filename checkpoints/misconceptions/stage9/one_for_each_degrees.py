"""Each node is counted once, however many results use it.

What happens: an operand gets 1 when it is met first, and nothing is added
later.
Why it seems right: the guard that keeps the walk from doing a node twice also
guards the counting.
What to look at: which of your lines must run for each operand, and which only
for one that was not met before?
"""

unit = "in_degrees"


def in_degrees(root):
    degrees, found = {root: 0}, [root]
    for node in found:
        for operand in node._prev:
            if operand not in degrees:
                degrees[operand] = 1
                found.append(operand)
    return degrees
