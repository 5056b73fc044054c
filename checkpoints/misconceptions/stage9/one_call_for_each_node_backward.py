"""backward calls itself, or a function in it, for every step down.

What happens: a chain of about a thousand nodes ends in a RecursionError:
Python stops calls that are that deep inside one another. Everything that
stage 5 asks for is right.
Why it seems right: it is the shortest way to say it, and graphs of a small
network are not that deep.
What to look at: `topological_order` in graph.py does without. What does it
keep in its list, and what would you change to use it here?
"""

unit = "engine:Value.backward"


def backward(self):
    order, visited = [], set()

    def visit(node):
        if node not in visited:
            visited.add(node)
            for operand in node._prev:
                visit(operand)
            order.append(node)

    visit(self)
    self.grad = 1.0
    for node in reversed(order):
        node._backward()
