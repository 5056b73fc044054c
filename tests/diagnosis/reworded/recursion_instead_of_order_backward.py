def backward(self):
    self.grad = 1.0
    stack = [self]
    while stack:
        node = stack.pop()
        node._backward()
        stack.extend(reversed(list(node._prev)))
