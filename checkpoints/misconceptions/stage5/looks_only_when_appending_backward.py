"""Each node is listed once, but visited again along every path.

What happens: all gradients are right, and on a graph whose results are reused
at many levels it never ends. Why it seems right: the test keeps a second
entry out of the list, so the list is as it should be. What to look at: what
does the visit do before it comes to that test? Count the visits, not the
entries: a line that prints at the start of the visit shows them, for
`x = x + x*0.5` three times over, then four, then five times.
"""

unit = "Value.backward"


def backward(self):
    order, listed = [], set()

    def visit(node):
        for operand in node._prev:
            visit(operand)
        if node not in listed:
            listed.add(node)
            order.append(node)

    visit(self)
    self.grad = 1.0
    for node in reversed(order):
        node._backward()
