"""Level by level, a node waits in the queue once for each path to it.

What happens: a reused result gets into the queue several times, has as many
turns, and each time passes on all it has. The queue doubles with every level.
Why it seems right: trees and shared leaves come out right, and it goes
downwards. What to look at: print `_op` and `data` at each call, on
`b = a + a; c = b*b; L = c + b`. How often is it the turn of `b`? Should that
turn come before or after the one of `c`?
"""

unit = "Value.backward"


def backward(self):
    self.grad = 1.0
    queue = [self]
    for node in queue:
        node._backward()
        queue.extend(node._prev)
