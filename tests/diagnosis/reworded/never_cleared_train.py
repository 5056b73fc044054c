def train(model, xs, ys, steps, lr):
    def one_step():
        loss = Value(0)
        for i in range(len(xs)):
            loss = loss + (model(xs[i]) - ys[i]) ** 2
        loss.backward()
        for p in model.parameters():
            p.data = p.data - p.grad * lr
        return float(loss.data)

    return [one_step() for _ in range(steps)]
