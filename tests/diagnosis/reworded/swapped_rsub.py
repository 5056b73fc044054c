def __rsub__(self, minuend):
    difference = self - minuend
    return difference
