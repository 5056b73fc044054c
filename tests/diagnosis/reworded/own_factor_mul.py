def __mul__(self, other):
    if isinstance(other, (int, float)):
        other = Value(other)
    x, y = self.data, other.data
    product = Value(x * y, (self, other), "*")
    product._backward = lambda: [
        setattr(node, "grad", node.grad + product.grad * number) for node, number in ((self, x), (other, y))
    ]
    return product
