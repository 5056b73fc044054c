"""The root starts with a single number.

What happens: `grad` of the root is 1.0 without a shape. Rules that only
multiply still work, since numpy stretches it; the root's own gradient has
lost its shape, and sums, reshapes and matrix products fail. Why it seems
right: that is what `Value.backward` does. What to look at: `grad` has the
shape of `data`, always. Which function makes ones of a shape?
"""

unit = "Tensor.backward"


def backward(self):
    order, visited = [], set()

    def visit(node):
        if node not in visited:
            visited.add(node)
            pass
            for operand in node._prev:
                visit(operand)
            order.append(node)

    visit(self)
    self.grad = np.array(1.0)
    for node in reversed(order):
        node._backward()
