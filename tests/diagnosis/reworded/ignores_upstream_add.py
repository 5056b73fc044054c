def __add__(a, b):
    try:
        right = b.data
    except AttributeError:
        b = Value(b)
        right = b.data
    result = Value(a.data + right, [a, b], "add")

    def distribute():
        # both move as the sum moves
        a.grad = a.grad + 1.0
        b.grad = b.grad + 1.0

    result._backward = distribute
    return result
