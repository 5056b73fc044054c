def __add__(self, rhs):
    if not isinstance(rhs, Value):
        rhs = Value(rhs)
    summe = Value(self.data + rhs.data, _children=(rhs, self), _op="plus")

    def hand_on():
        g = summe.grad
        for operand in (self, rhs):
            operand.grad = g

    summe._backward = hand_on
    return summe
