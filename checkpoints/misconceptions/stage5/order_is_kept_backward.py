"""The list of an earlier call is still there at the next one.

What happens: the first graph is right. At the next call its nodes are still
on the list, so they have another turn, and give what they hold to their
operands once more. Why it seems right: a list among the parameters,
`order=[]`, or on the class looks as if it were new for each call; Python
makes it just once. What to look at: print the length of the list at the start
of each call.
"""

unit = "Value.backward"


def backward(self, order=[], visited=set()):
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
