import math
class Value:
	def __init__(s, d, _children=(), _op=''):
		s.data = d; s.grad = 0; s._prev = list(_children); s._op = _op
		def nix(): pass
		s._backward = nix
	def __add__(s, o):
		if not isinstance(o, Value): o = Value(o)
		r = Value(s.data+o.data, [s, o], 'Σ')
		def f():
			s.grad += r.grad
			o.grad += r.grad
		r._backward = f
		return r
	def __radd__(s, o): return s.__add__(o)
	def __mul__(s, o):
		if not isinstance(o, Value): o = Value(o)
		r = Value(s.data*o.data, [s, o], '×')
		def f():
			s.grad += r.grad*o.data
			o.grad += r.grad*s.data
		r._backward = f
		return r
	def __rmul__(s, o): return s.__mul__(o)
	def __neg__(s): return s.__mul__(-1)
	def __sub__(s, o): return s.__add__(-o)
	def __rsub__(s, o): return s.__neg__().__add__(o)
	def tanh(s):
		z = (math.exp(s.data)-math.exp(-s.data))/(math.exp(s.data)+math.exp(-s.data))
		r = Value(z, [s], 'th')
		def f(): s.grad += r.grad*(1-z*z)
		r._backward = f
		return r
	def __pow__(s, k):
		assert type(k) in (int, float), 'größer gedacht: k muss eine Zahl sein'
		r = Value(s.data**k, [s], 'hoch')
		def f(): s.grad += r.grad*k*s.data**(k-1)
		r._backward = f
		return r
	def __truediv__(s, o):
		if isinstance(o, Value): return s*o**-1
		return s*(1/o)
	def __rtruediv__(s, o): return s**-1*o
	def backward(s):
		l = sort(s, [], set())
		s.grad = 1
		for n in l[::-1]: n._backward()
		return l
def sort(n, l, b):
	if id(n) in b: return l
	b.add(id(n))
	for c in n._prev: sort(c, l, b)
	l.append(n)
	return l
