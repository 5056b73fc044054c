"""Автоматическое дифференцирование: свои имена, свои слова, те же методы."""
import math as математика


class Value:
    """Число, которое помнит, из чего оно сделано. 🧮"""

    def __init__(self, число, дети=(), операция='', метка=''):
        self.data = число
        self.grad = 0.0
        self._prev = set(дети)
        self._op = операция
        self.метка = метка
        self._backward = None  # у листьев ничего нет

    def __repr__(self):
        return f'Значение({self.data} ∂{self.grad})'

    def __add__(self, другое):
        другое = обернуть(другое)
        итог = Value(self.data + другое.data, {self, другое}, 'плюс')
        def _backward():
            self.grad += итог.grad
            другое.grad += итог.grad
        итог._backward = _backward
        return итог

    def __mul__(self, другое):
        другое = обернуть(другое)
        итог = Value(self.data * другое.data, {self, другое}, 'умножить')
        def _backward():
            self.grad += другое.data * итог.grad
            другое.grad += self.data * итог.grad
        итог._backward = _backward
        return итог

    __radd__, __rmul__ = __add__, __mul__

    def __neg__(self):
        return -1 * self

    def __sub__(self, другое):
        return -1 * обернуть(другое) + self

    def __rsub__(self, другое):
        return -1 * self + другое

    def tanh(self):
        итог = Value(математика.tanh(self.data), {self}, 'гиперболический тангенс')
        def _backward():
            self.grad += (1 - итог.data ** 2) * итог.grad
        итог._backward = _backward
        return итог

    def __pow__(self, степень):
        assert not isinstance(степень, Value), 'степень должна быть числом'
        итог = Value(self.data ** степень, {self}, f'степень {степень}')
        def _backward():
            self.grad += степень * self.data ** (степень - 1) * итог.grad
        итог._backward = _backward
        return итог

    def __truediv__(self, другое):
        return обернуть(другое).__rtruediv__(self)

    def __rtruediv__(self, другое):
        """другое / self"""
        return (self ** -1) * другое

    def backward(self):
        порядок, видели = [], []
        def обойти(узел):
            видели.append(id(узел))
            [обойти(дитя) for дитя in узел._prev if id(дитя) not in видели]
            порядок.append(узел)
        обойти(self)
        self.grad = 1.0
        while порядок:
            узел = порядок.pop()
            if узел._backward is not None:
                узел._backward()


def обернуть(нечто):
    return нечто if isinstance(нечто, Value) else Value(нечто)
