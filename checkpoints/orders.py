"""Orders of nodes, looked at from beside: which node stands where, and how much it took to find out."""

MOST_ASKED = 300_000


def described(nodes, known):
    """Return the names of nodes; one that is none of `known` is called '?'."""
    names = {node: name for name, node in known.items()}
    return [names.get(node, "?") for node in nodes]


def operands_of(node, known):
    return sorted(described(list(node._prev), known))


def misplaced(order, known):
    """Return the names of the nodes that stand before one of their operands, or lack it."""
    place = {node: k for k, node in enumerate(order)}
    wrong = [n for n in order if any(place.get(operand, len(order)) > place[n] for operand in n._prev)]
    return described(wrong, known)


def shared(engine, keep):
    """Return the nodes of p = a*b, q = p*c, r = q + p, L = r*q, in which results are used twice, near and far."""
    a, b, c = engine.Value(2.0), engine.Value(-3.0), engine.Value(0.5)
    p = keep(a * b, a, b)
    q = keep(p * c, p, c)
    r = keep(q + p, q, p)
    return {"a": a, "b": b, "c": c, "p": p, "q": q, "r": r, "L": keep(r * q, r, q)}


# --- Sent to the student's side ------------------------------------------------------------------


def operands_in_order():
    """Return a function that gives the operands of a node, where they are a set, the order in which they are named.

    The order of a set changes from run to run, and with it what a wrong order of calls does. So each check decides
    which of two operands is met first, and has it both ways.
    """
    from contextlib import suppress

    class Ordered(set):
        def __init__(self, elements):
            super().__init__(elements)
            self.elements = elements

        def __iter__(self):
            return iter(self.elements)

    def keep(node, *operands):
        if isinstance(node._prev, set | frozenset):
            named = [operand for operand in operands if operand in node._prev]
            with suppress(AttributeError):  # a property; then its order is its own affair
                node._prev = Ordered([*named, *(child for child in node._prev if child not in named)])
        return node

    return keep


def chain_of(engine, count):
    """Return the last of `count` sums on end, of two leaves."""
    one, x = engine.Value(1.0), engine.Value(0.0)
    for _ in range(count):
        x = x + one
    return x


def wide_sum(engine, count):
    """Return the sum of so many leaves, two by two, which is as flat as can be."""
    nodes = [engine.Value(1.0) for _ in range(count)]
    while len(nodes) > 1:
        rest = nodes[len(nodes) // 2 * 2 :]
        nodes = [one + other for one, other in zip(nodes[::2], nodes[1::2], strict=False)] + rest
    return nodes[0]


def x_times_x(engine, keep, levels):
    """Return the last node of x = x*x + x, so many times over, in four variants of which operand is met first."""
    roots = []
    for even, odd in ((False, False), (False, True), (True, False), (True, True)):
        x = engine.Value(0.5)
        for level in range(levels):
            square = x * x
            x = keep(x + square, x, square) if (odd if level % 2 else even) else keep(square + x, square, x)
        roots.append(x)
    return roots


def deep_chain():
    """Return a function that builds a chain of many sums, asks about it, and takes it apart again."""
    import gc
    from contextlib import suppress

    def with_chain(engine, count, ask):
        """Return ask(the last sum, the leaf that all sums use, the leaf that the first one begins with)."""
        used, first = engine.Value(1.0), engine.Value(0.0)
        sums, x, collects = [], first, gc.isenabled()
        gc.disable()  # it would look through all the nodes again and again
        try:
            for _ in range(count):
                x = x + used
                sums.append(x)
            return ask(x, used, first)
        finally:
            for node in sums:  # node and closure hold each other
                node._backward = None
                with suppress(AttributeError):
                    node._prev = ()
            if collects:
                gc.enable()

    return with_chain


def deep_order(with_chain, engine, order_of, count, operands_first):
    """Sort a chain of `count` sums.

    Returns the length of the list, how many nodes stand on the wrong side of an operand, and where the root stands.
    """

    def ask(root, used, first):
        order = order_of(root)
        place = {node: k for k, node in enumerate(order)}
        pairs = ((place[node], place[operand]) for node in order for operand in node._prev)
        return len(order), sum((mine < its) == operands_first for mine, its in pairs), place[root]

    return with_chain(engine, count, ask)


def sides(order_of, operands_first, *roots):
    """Sort each graph; return its last number, how many nodes the order has, how many stand on an operand's wrong side."""
    found = []
    for root in roots:
        order = order_of(root)
        place = {node: k for k, node in enumerate(order if operands_first else order[::-1])}
        wrong = [n for n in order if any(place.get(operand, len(order)) > place[n] for operand in n._prev)]
        found.append([root.data, len(order), len(wrong)])
    return found


def watched(engine, function, levels, most):
    """Build x = x + x*0.5, `levels` times over, and count what `function` asks of the nodes, called with the last one.

    Counted are reads of `_prev`, comparisons of nodes and hashes, which is what a set or a dict takes of a node. Returns
    the count, or None when it comes to more than `most`; the length of what the function returned, if it has one; and
    the last number, with the gradient of the first.
    """
    kind, count = engine.Value, 0

    class TooMuchError(Exception):
        pass

    def tick():
        nonlocal count
        count += 1
        if count > most:
            raise TooMuchError

    stored = getattr(kind, "_prev", None)

    class Watched(kind):
        __slots__ = ()

        @property
        def _prev(self):
            tick()
            return vars(self)["_prev"] if stored is None else stored.__get__(self)

        def __eq__(self, other):
            tick()
            return self is other

        def __hash__(self):
            tick()
            return object.__hash__(self)

    leaf = x = engine.Value(1.0)
    nodes = [leaf]
    for _ in range(levels):
        half = engine.Value(0.5)
        product = x * half
        x = x + product
        nodes += [half, product, x]
    for node in nodes:
        node.__class__ = Watched
    try:
        result = function(x)
        asked = count
    except TooMuchError:
        return None, None, [0.0, 0.0]
    finally:
        most = float("inf")
        for node in nodes:
            node.__class__ = kind
    return asked, len(result) if hasattr(result, "__len__") else None, [x.data, leaf.grad]


def effort(in_student, engine, function):
    """Return how many times as much a function asks when the nodes double, rounded, and what else `watched` says.

    Where it asks more than any sensible walk could, or nothing, the first is a text.
    """
    (small, _, _), (large, size, numbers) = (in_student(watched, engine, function, n, MOST_ASKED) for n in (100, 200))
    if small is None or large is None:
        return f"more than {MOST_ASKED:,} questions to {'301' if small is None else '601'} nodes", size, numbers
    return (round(large / small) if small else "no question at all"), size, numbers
