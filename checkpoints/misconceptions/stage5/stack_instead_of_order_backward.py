"""The nodes wait on a stack, and whichever is on top goes next.

What happens: each node has one turn, but a node is on the stack as soon as
one of its users has been there; whether its other users come before it is
chance. When it goes too early, what they bring later stays behind. Why it
seems right: results go before their operands, and nothing is done twice. What
to look at: before a node passes on its gradient, what must have happened to
every node that uses it? Where does your loop make sure of that?
"""

unit = "Value.backward"


def backward(self):
    stack, visited = [self], {self}
    self.grad = 1.0
    while stack:
        node = stack.pop()
        node._backward()
        for operand in node._prev:
            if operand not in visited:
                visited.add(operand)
                stack.append(operand)
