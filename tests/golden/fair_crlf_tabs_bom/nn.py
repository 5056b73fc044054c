from random import uniform as u
from engine import Value as V
def zero_grad(m):
	for p in m.parameters(): p.grad = 0
class Neuron:
	def __init__(s, n): s.w = [V(u(-1, 1)) for _ in range(n)]; s.b = V(u(-1, 1))
	def __call__(s, x): return (sum(a*b for a, b in zip(s.w, x))+s.b).tanh()
	def parameters(s): return s.w+[s.b]
class Layer:
	def __init__(s, n, m): s.neurons = [Neuron(n) for _ in range(m)]
	def __call__(s, x): return [n(x) for n in s.neurons]
	def parameters(s): return [p for n in s.neurons for p in n.parameters()]
class MLP:
	def __init__(s, n, ms): s.layers = [Layer(i, o) for i, o in zip([n]+ms[:-1], ms)]
	def __call__(s, x):
		for l in s.layers: x = l(x)
		return x if len(x)>1 else x[0]
	def parameters(s): return [p for l in s.layers for p in l.parameters()]
def train(m, xs, ys, n, r):
	c = []
	for _ in range(n):
		zero_grad(m)
		l = sum((m(x)-y)**2 for x, y in zip(xs, ys))
		l.backward()
		for p in m.parameters(): p.data -= r*p.grad
		c += [l.data]
	return c
