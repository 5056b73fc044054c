"""The power is built as a chain of products.

What happens: `a ** 3` becomes `a * a * a`. Whole exponents give the right
number, but the result's operands aren't `a` alone, one `_backward()` doesn't
reach the end, and an exponent such as 0.5 or -1 has no place in the loop.
Why it seems right: that is how powers are introduced in school.
What to look at: how would your loop run 0.5 times? Is there a rule that takes
any constant exponent?
"""

unit = "Value.__pow__"


def __pow__(self, exponent):
    assert isinstance(exponent, (int, float)), "the exponent must be an int or a float"
    out = self
    for _ in range(exponent - 1):
        out = out * self
    return out
