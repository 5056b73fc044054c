def zero_grad(network):
    nothing = Value(0)
    for parameter in network.parameters():
        parameter.grad = nothing
