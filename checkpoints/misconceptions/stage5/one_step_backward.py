"""Only the node that `backward` was called on has a turn.

What happens: its operands get their share, and there it ends; what they were
made from stays 0. Why it seems right: on a graph of one operation all is done
after one call. Or the visit goes on in the code, but stops at the first node:
a `return` in the loop, or a test that is never true. What to look at: print
`_op` and `data` at each call, on `L = a*b + c`. Whose turn should come after
that of `L`, and what keeps your code from getting there?
"""

unit = "Value.backward"


def backward(self):
    self.grad = 1.0
    self._backward()
