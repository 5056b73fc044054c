"""The result starts with its own number as its gradient.

What happens: the order is right, but everything that comes down is multiplied
by the value of the result. Why it seems right: `data` is what the result is
worth, and `grad` sounds like what it hands on. What to look at: divide each
of your gradients by the one you expect. Which number comes out each time? How
far does the result move when the result itself moves by 0.001?
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
    self.grad = self.data
    for node in reversed(order):
        node._backward()
