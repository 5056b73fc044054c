"""The walk ends with the operands of the result; theirs are never reached.

What happens: the result and its direct operands have a turn, deeper nodes
have none, and what is below them stays 0. Why it seems right: a loop over
`_prev` covers all that the result was made from, as far as the result knows.
What to look at: each operand has a `_prev` of its own. In `L = a*b + c`, who
looks into that of `a*b`, and then into those found there?
"""

unit = "Value.backward"


def backward(self):
    self.grad = 1.0
    self._backward()
    for operand in self._prev:
        operand._backward()
