"""power hands its work to `**`, which knows constants only.

What happens: the exponent's number is used, and its gradient is lost: `_prev`
holds the base alone.
Why it seems right: `**` is there, tested, and right.
What to look at: which operand does `self ** exponent.data` leave out of the
graph?
"""

unit = "Value.power"


def power(self, exponent):
    exponent = exponent if isinstance(exponent, Value) else Value(exponent)
    if not self.data > 0:
        raise ValueError(f"power needs a base above 0, and got {self.data}")
    return self**exponent.data
