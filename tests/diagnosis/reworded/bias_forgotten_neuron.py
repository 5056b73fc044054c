def parameters(self):
    found = []
    for weight in self.w:
        found.append(weight)
    return found
