"""The exponent is not lowered.

What happens: values are right; the slope of a² comes out as 2a² instead of
2a. Why it seems right: at a = 1 there is no difference. What to look at:
stage 4's rule: which exponent is left after differentiating?
"""

unit = "Tensor.__pow__"


def __pow__(self, exponent):
    out = Tensor(self.data**exponent, (self,), f"**{exponent}")

    def _backward():
        self.grad += exponent * self.data**exponent * out.grad

    out._backward = _backward
    return out
