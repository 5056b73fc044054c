"""The negative numbers of the operand are set to 0.

What happens: the result is right, and the operand has become the result as
well. Whoever uses it afterwards works with other numbers. Why it seems right:
`numbers` looks like a variable of its own. What to look at: `numbers =
self.data` copies no array. Which function of numpy makes a new one, with 0
for what is below?
"""

unit = "Tensor.relu"


def relu(self):
    numbers = self.data
    numbers[numbers < 0] = 0.0
    out = Tensor(numbers, (self,), "relu")

    def _backward():
        self.grad += (out.data > 0) * out.grad

    out._backward = _backward
    return out
