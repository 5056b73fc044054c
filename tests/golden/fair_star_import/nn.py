from engine import *
from network import *
from network import gradient_descent as train


def zero_grad(model):
    for p in model.parameters():
        p.grad = 0.0
