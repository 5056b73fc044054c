def __add__(self, other):
    def make(x):
        return x if isinstance(x, Value) else Value(x)

    other = make(other)
    out = Value(data=self.data + other.data, _children={self, other}, _op="+")

    def _backward():
        self.grad += out.grad
        other.grad += out.grad

    out.backward_ = _backward
    return out
