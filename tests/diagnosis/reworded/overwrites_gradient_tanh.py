def tanh(z):
    out = Value(math.sinh(z.data) / math.cosh(z.data), (z,), "th")

    def _backward():
        local = 1 / math.cosh(z.data) ** 2
        z.grad = local * out.grad

    out._backward = _backward
    return out
