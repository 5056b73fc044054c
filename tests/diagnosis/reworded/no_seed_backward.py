def backward(self):
    ordered = []

    def depth_first(v, seen):
        if v in seen:
            return seen
        seen = seen | {v}
        for u in v._prev:
            seen = depth_first(u, seen)
        ordered.insert(0, v)
        return seen

    depth_first(self, frozenset())
    for v in ordered:
        v._backward()
