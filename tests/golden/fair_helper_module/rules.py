"""One class for each operation: what it computes, and its derivatives by each operand."""
import math


class Rule:
    def __call__(self, *numbers):
        raise NotImplementedError(type(self).__name__)

    def slopes(self, result, *numbers):
        raise NotImplementedError(type(self).__name__)


class Add(Rule):
    def __call__(self, a, b):
        return a + b

    def slopes(self, result, a, b):
        return 1, 1


class Sub(Rule):
    def __call__(self, a, b):
        return a - b

    def slopes(self, result, a, b):
        return 1, -1


class Mul(Rule):
    def __call__(self, a, b):
        return a * b

    def slopes(self, result, a, b):
        return b, a


class Div(Rule):
    def __call__(self, a, b):
        return a / b

    def slopes(self, result, a, b):
        return 1 / b, -result / b


class Neg(Rule):
    def __call__(self, a):
        return -a

    def slopes(self, result, a):
        return (-1,)


class Tanh(Rule):
    def __call__(self, a):
        return 2 / (1 + math.exp(-2 * a)) - 1

    def slopes(self, result, a):
        return (1 - result * result,)


class Power(Rule):
    def __init__(self, n):
        self.n = n

    def __call__(self, a):
        return a**self.n

    def slopes(self, result, a):
        return (self.n * a ** (self.n - 1),)
