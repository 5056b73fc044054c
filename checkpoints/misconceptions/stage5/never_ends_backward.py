"""The visit calls itself without end.

What happens: Python stops after about a thousand nested calls, with a
RecursionError, on graphs of two or three nodes. There is no circle in the
graph: it is the visit that never gets further down. Why it seems right: it
does call itself, as a recursive function should. What to look at: with which
node does the visit call itself, the one it is looking at, or another one?
What is different at the next call, so that it will end at the leaves?
"""

unit = "Value.backward"


def backward(self):
    self.grad = 1.0
    self._backward()
    for _ in self._prev:
        self.backward()
