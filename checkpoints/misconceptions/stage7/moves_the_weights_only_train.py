"""The biases are never updated.

What happens: the weights move as they should, the biases stay where they were
drawn. The loss still falls, at rate 0.05 from 6.36 to about 0.11. Why it
seems right: a falling loss looks like learning. What to look at: print a bias
before and after. Through which list does your update go, and how many
elements has it?
"""

unit = "train"


def train(model, xs, ys, steps, lr):
    losses = []
    for _ in range(steps):
        zero_grad(model)
        loss = sum((model(x) - y) ** 2 for x, y in zip(xs, ys))
        loss.backward()
        for layer in model.layers:
            for neuron in layer.neurons:
                for p in neuron.w:
                    p.data -= lr * p.grad
        losses.append(loss.data)
    return losses
