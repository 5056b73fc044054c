def forget_gradients(net):
    for weight in net.parameters():
        weight.grad = 0


def squared_error(net, samples):
    total = 0
    for inputs, target in samples:
        total = total + (net(inputs) - target) ** 2
    return total


def fit(net, inputs, targets, rounds, rate):
    samples = list(zip(inputs, targets))
    history = []
    for _ in range(rounds):
        forget_gradients(net)
        error = squared_error(net, samples)
        error.backward()
        history.append(float(error.data))
        for weight in net.parameters():
            weight.data -= rate * weight.grad
    return history
