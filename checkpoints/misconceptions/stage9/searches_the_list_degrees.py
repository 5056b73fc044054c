"""Whether a node was met before is looked up in a list.

What happens: it is right, and slow: to search a list of n nodes looks at up
to n of them, for each operand again.
Why it seems right: the list is there anyhow, since the walk goes along it.
What to look at: what kind of collection stands after `in`? Which one finds a
node without looking at the others?
"""

unit = "in_degrees"


def in_degrees(root):
    degrees, found = {root: 0}, [root]
    for node in found:
        for operand in node._prev:
            degrees[operand] = degrees.get(operand, 0) + 1
            if operand not in found:
                found.append(operand)
    return degrees
