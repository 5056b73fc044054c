def __rtruediv__(self, numerator):
    quotient = self / numerator
    return quotient
