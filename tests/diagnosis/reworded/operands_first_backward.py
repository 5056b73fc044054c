def backward(self):
    seen = {}

    def walk(n):
        if id(n) in seen:
            return
        seen[id(n)] = None
        for m in n._prev:
            walk(m)
        todo.append(n)

    todo = []
    walk(self)
    self.grad = 1
    while todo:
        todo.pop(0)._backward()
