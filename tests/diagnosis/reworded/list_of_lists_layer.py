def parameters(self):
    collected = []
    for unit in self.neurons:
        collected.append(unit.parameters())
    return collected
