"""No `_backward` is ever called.

What happens: the result has its gradient of 1, and everything else stays 0.
Either the loop has nothing to go through, or it names the function without
calling it. Why it seems right: a line such as `node._backward` raises no
error; it looks the function up and drops it. What to look at: print the
length of your list just before the loop, then the line in the loop. What does
Python need to see behind a name to make a call of it?
"""

unit = "Value.backward"


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
        node._backward
