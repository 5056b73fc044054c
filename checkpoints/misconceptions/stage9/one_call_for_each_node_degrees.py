"""The walk calls itself for every step down.

What happens: a chain of about a thousand nodes ends in a RecursionError:
Python stops calls that are that deep inside one another.
Why it seems right: it is the shortest way to say it.
What to look at: a walk that only counts may go in any order. A list of nodes
still to be looked at is enough.
"""

unit = "in_degrees"


def in_degrees(root):
    degrees = {root: 0}

    def visit(node):
        for operand in node._prev:
            if operand in degrees:
                degrees[operand] += 1
            else:
                degrees[operand] = 1
                visit(operand)

    visit(root)
    return degrees
