def __neg__(self):
    turned = 0.0 - self.data
    node = Value(turned)
    return node
