def train(model, xs, ys, steps, lr):
    curve = []
    for _ in range(steps):
        errors = []
        for k in range(len(xs)):
            for p in model.parameters():
                p.grad = 0.0
            e = (model(xs[k]) - ys[k]) ** 2
            e.backward()
            errors.append(e.data)
            for p in model.parameters():
                p.data += -lr * p.grad
        curve.append(sum(errors))
    return curve
