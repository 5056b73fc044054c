from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Protocol, Union

from engine import Value

Input = Sequence[Union[Value, float]]


class HasParameters(Protocol):
    def parameters(self) -> list[Value]: ...


def zero_grad(model: HasParameters) -> None:
    for parameter in model.parameters():
        parameter.grad = 0.0


class Neuron:
    __slots__ = ("w", "b")

    def __init__(self, nin: int) -> None:
        self.w: list[Value] = [Value(random.uniform(-1.0, 1.0)) for _ in range(nin)]
        self.b: Value = Value(random.uniform(-1.0, 1.0))

    def __call__(self, x: Input) -> Value:
        activation: Value = self.b
        for weight, value in zip(self.w, x, strict=True):
            activation = activation + weight * value
        return activation.tanh()

    def parameters(self) -> list[Value]:
        return [*self.w, self.b]


class Layer:
    __slots__ = ("neurons",)

    def __init__(self, nin: int, nout: int) -> None:
        self.neurons: list[Neuron] = [Neuron(nin) for _ in range(nout)]

    def __call__(self, x: Input) -> list[Value]:
        return [neuron(x) for neuron in self.neurons]

    def parameters(self) -> list[Value]:
        flat: list[Value] = []
        for neuron in self.neurons:
            flat.extend(neuron.parameters())
        return flat


class MLP:
    __slots__ = ("layers",)

    def __init__(self, nin: int, nouts: Sequence[int]) -> None:
        self.layers: list[Layer] = []
        for nout in nouts:
            self.layers.append(Layer(nin, nout))
            nin = nout

    def __call__(self, x: Input) -> Value | list[Value]:
        out: list[Value] = list(x)
        for layer in self.layers:
            out = layer(out)
        return out[0] if len(out) == 1 else out

    def parameters(self) -> list[Value]:
        flat: list[Value] = []
        for layer in self.layers:
            flat.extend(layer.parameters())
        return flat


def train(model: MLP, xs: Sequence[Input], ys: Sequence[float], steps: int, lr: float) -> list[float]:
    history: list[float] = []
    for _ in range(steps):
        zero_grad(model)
        total: Value = Value(0.0)
        for x, y in zip(xs, ys, strict=True):
            difference: Value = model(x) - y
            total = total + difference * difference
        total.backward()
        for parameter in model.parameters():
            parameter.data -= lr * parameter.grad
        history.append(total.data)
    return history
