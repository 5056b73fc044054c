def train(net, inputs, targets, steps, rate):
    history = []
    step = 0
    while step < steps:
        zero_grad(net)
        total = Value(0.0)
        for x, target in zip(inputs, targets):
            error = net(x) - target
            total = total + error**2
        history.append(total.data)
        total.backward()
        for weight in net.parameters():
            weight.data = weight.data + weight.grad * rate
        step += 1
    return history
