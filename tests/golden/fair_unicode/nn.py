from random import uniform

from engine import Value as Значение


def zero_grad(модель):
    for п in модель.parameters():
        п.grad = 0.0


class Neuron:
    def __init__(self, входов):
        self.w = [Значение(uniform(-1, 1)) for _ in range(входов)]
        self.b = Значение(uniform(-1, 1))

    def __call__(self, х):
        сумма = self.b
        for в, з in zip(self.w, х):
            сумма = в * з + сумма
        return сумма.tanh()

    def parameters(self):
        return [self.b] + self.w


class Layer:
    def __init__(self, входов, выходов):
        self.neurons = [Neuron(входов) for _ in range(выходов)]

    def __call__(self, х):
        return [н(х) for н in self.neurons]

    def parameters(self):
        return [п for н in reversed(self.neurons) for п in н.parameters()]


class MLP:
    def __init__(self, входов, размеры):
        пары = zip([входов, *размеры], размеры)
        self.layers = [Layer(а, б) for а, б in пары]

    def __call__(self, х):
        for слой in self.layers:
            х = слой(х)
        return х[0] if len(х) == 1 else х

    def parameters(self):
        return [п for слой in reversed(self.layers) for п in слой.parameters()]


def train(модель, входы, цели, шагов, скорость):
    потери = []
    for шаг in range(шагов):
        zero_grad(модель)
        потеря = sum((модель(х) - ц) ** 2 for х, ц in zip(входы, цели))
        потеря.backward()
        потери.append(потеря.data)
        for п in модель.parameters():
            п.data -= скорость * п.grad
    return потери
