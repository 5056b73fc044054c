"""Scalar autodiff, fully annotated."""
from __future__ import annotations

import math
from collections import Counter, deque
from collections.abc import Callable, Iterable
from typing import Any, Final, Union, overload

Number = Union[int, float]
Operand = Union["Value", Number]

NOTHING: Final[Callable[[], None]] = lambda: None


class Value:
    __slots__ = ("data", "grad", "_backward", "_prev", "_op")

    def __init__(self, data: Number, _children: Iterable[Value] = (), _op: str = "") -> None:
        self.data: float = float(data)
        self.grad: float = 0.0
        self._backward: Callable[[], None] = NOTHING
        self._prev: tuple[Value, ...] = tuple(_children)
        self._op: str = _op

    def __repr__(self) -> str:
        return f"<{self._op or 'leaf'} {self.data:.4g} d={self.grad:.4g}>"

    @staticmethod
    def lift(x: Operand) -> Value:
        return x if isinstance(x, Value) else Value(x)

    @overload
    def __add__(self, rhs: Value) -> Value: ...
    @overload
    def __add__(self, rhs: Number) -> Value: ...
    def __add__(self, rhs: Any) -> Value:
        b: Value = Value.lift(rhs)
        result: Value = Value(self.data + b.data, (self, b), "add")

        def step() -> None:
            for operand in (self, b):
                operand.grad += result.grad

        result._backward = step
        return result

    __radd__ = __add__

    def __mul__(self, rhs: Operand) -> Value:
        b: Value = Value.lift(rhs)
        result: Value = Value(self.data * b.data, (self, b), "mul")

        def step() -> None:
            g: float = result.grad
            self.grad += g * b.data
            b.grad += g * self.data

        result._backward = step
        return result

    __rmul__ = __mul__

    def __neg__(self) -> Value:
        result: Value = Value(-self.data, (self,), "neg")

        def step() -> None:
            self.grad -= result.grad

        result._backward = step
        return result

    def __sub__(self, rhs: Operand) -> Value:
        b: Value = Value.lift(rhs)
        result: Value = Value(self.data - b.data, (self, b), "sub")

        def step() -> None:
            self.grad += result.grad
            b.grad -= result.grad

        result._backward = step
        return result

    def __rsub__(self, lhs: Number) -> Value:
        return Value.lift(lhs) - self

    def tanh(self) -> Value:
        result: Value = Value(math.tanh(self.data), (self,), "tanh")

        def step() -> None:
            self.grad += (1.0 - result.data * result.data) * result.grad

        result._backward = step
        return result

    def __pow__(self, n: Number) -> Value:
        if isinstance(n, Value):
            raise AssertionError("a Value is not allowed as the exponent, give an int or a float")
        result: Value = Value(self.data**n, (self,), "pow")

        def step() -> None:
            self.grad += n * self.data ** (n - 1) * result.grad

        result._backward = step
        return result

    def __truediv__(self, rhs: Operand) -> Value:
        b: Value = Value.lift(rhs)
        result: Value = Value(self.data / b.data, (self, b), "div")

        def step() -> None:
            self.grad += result.grad / b.data
            b.grad -= result.grad * self.data / b.data**2

        result._backward = step
        return result

    def __rtruediv__(self, lhs: Number) -> Value:
        return Value.lift(lhs) / self

    def backward(self) -> None:
        """Kahn's algorithm: a node is ready when all of its users are done."""
        users: Counter[Value] = Counter()
        seen: set[Value] = {self}
        todo: deque[Value] = deque([self])
        while todo:
            node = todo.popleft()
            for child in node._prev:
                users[child] += 1
                if child not in seen:
                    seen.add(child)
                    todo.append(child)
        self.grad = 1.0
        ready: list[Value] = [self]
        while ready:
            node = ready.pop()
            node._backward()
            for child in node._prev:
                users[child] -= 1
                if users[child] == 0:
                    ready.append(child)
