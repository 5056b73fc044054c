"""Submissions that want points for nothing: name → source, used for every module of the autograd course.

None of them does any of the work that a check asks for, so none may earn a point. COURSE stands for the folder of the
course, as somebody would know it who has seen the machine. Each is one way to get there; where it can be tried at
import, in a method and in an attribute, it is.
"""

from __future__ import annotations

from textwrap import dedent

__all__ = ["CLASS", "FORGERIES", "source_of"]

# A Value, Neuron, Layer and MLP whose every method does BODY; what a forgery needs for its code to be called at all.
CLASS = """
class _Any:
    def __init__(self, *arguments, **keywords):
        BODY
    def _method(self, *arguments, **keywords):
        BODY
    __add__ = __radd__ = __mul__ = __rmul__ = __neg__ = __sub__ = __rsub__ = __pow__ = __truediv__ = __rtruediv__ = _method
    __call__ = tanh = relu = exp = log = backward = zero_grad = parameters = _backward = _method

class Value(_Any): pass
class Module(_Any): pass
class Neuron(_Any): pass
class Layer(_Any): pass
class MLP(_Any): pass

def train(*arguments, **keywords):
    BODY

zero_grad = train
"""


def _class(body: str, before: str = "") -> str:
    """Return a module whose methods do `body`, after the lines `before`."""
    lines = dedent(body).strip().splitlines()
    text = []
    for line in CLASS.splitlines():
        indent = line[: len(line) - len(line.lstrip())]
        text += [indent + part for part in lines] if line.strip() == "BODY" else [line]
    return dedent(before) + "\n".join(text) + "\n"


def _value(attributes: str, before: str = "") -> str:
    """Return a module whose objects answer every attribute and operator with an expression."""
    return dedent(before) + dedent(f"""
        class _Any:
            def __init__(self, *arguments, **keywords):
                pass
            def __getattr__(self, name):
                return {attributes}
            def __call__(self, *arguments, **keywords):
                return {attributes}
            def __iter__(self):
                return iter(())
            def __len__(self):
                return 0
            def _method(self, *arguments, **keywords):
                return {attributes}
            __add__ = __radd__ = __mul__ = __rmul__ = __neg__ = __sub__ = __rsub__ = _method
            __pow__ = __truediv__ = __rtruediv__ = tanh = backward = parameters = _method

        class Value(_Any): pass
        class Module(_Any): pass
        class Neuron(_Any): pass
        class Layer(_Any): pass
        class MLP(_Any): pass

        def train(*arguments, **keywords):
            return {attributes}

        zero_grad = train
    """)


_AGREE = """
    class Agree(BASE):
        def _yes(self, *others):
            return True
        __eq__ = __lt__ = __le__ = __gt__ = __ge__ = __bool__ = __contains__ = _yes
        __ne__ = lambda self, other: False
        __hash__ = lambda self: 0
        def _self(self, *others):
            return self
        __sub__ = __rsub__ = __add__ = __radd__ = __mul__ = __rmul__ = __truediv__ = __abs__ = __neg__ = _self
"""


def _agreeing(base: str, make: str) -> str:
    return _value(make, dedent(_AGREE).replace("BASE", base))


_EVERY_FD = """
    import os
    def everywhere(data):
        for fd in range(0, 64):
            try:
                os.write(fd, data)
            except OSError:
                pass
"""


def _framed(body: str) -> str:
    return f"everywhere(len({body}).to_bytes(4, 'big') + {body})"


_CHANNEL = {
    "before": _class("return None", dedent(_EVERY_FD) + _framed("b'[1,\"value\",true]'")),
    "instead": _class("everywhere(b'\\x00\\x00\\x00\\x10[9,\"value\",2.0]  '); return None", _EVERY_FD),
    "for the next hundred questions": _class(
        "return None",
        dedent(_EVERY_FD)
        + "for number in range(1, 100):\n    body = b'[%d,\"value\",true]' % number\n    "
        + _framed("body")
        + "\n",
    ),
    "then exit": _class(_framed("b'[4,\"value\",true]'") + "\nos._exit(0)", _EVERY_FD),
    "a length without end": _class("return None", dedent(_EVERY_FD) + "everywhere(b'\\xff\\xff\\xff\\xff')\n"),
    "no UTF-8": _class("return None", dedent(_EVERY_FD) + _framed("b'\\xff\\xfe\\x00'")),
    "deep nesting": _class("return None", dedent(_EVERY_FD) + _framed("b'[' * 100000")),
    "a handle of ours": _class("return None", dedent(_EVERY_FD) + _framed('b\'[2,"value",["h",1,"float"]]\'')),
}

_PATCH_CHECKER = """
    import builtins, json, math, sys
    for name in ("isinstance", "issubclass", "abs", "float", "len", "round", "all", "any", "sum", "max", "min", "bool"):
        setattr(builtins, name, lambda *a, **k: True)
"""

FORGERIES: dict[str, str] = {
    # -- ending with success ----------------------------------------------------------------------------------------
    "exit at import": "import os\nos._exit(0)\n",
    "exit in methods": _class("import os\nos._exit(0)"),
    "sys.exit at import": "import sys\nsys.exit(0)\n",
    "sys.exit in methods": _class("import sys\nsys.exit(0)"),
    "raise SystemExit": _class("raise SystemExit(0)"),
    "atexit": _class("return None", "import atexit, os\natexit.register(os._exit, 0)\n"),
    "a signal handler": _class(
        "return None", "import os, signal\nsignal.signal(signal.SIGTERM, lambda *_: os._exit(0))\nsignal.alarm(1)\n"
    ),
    "a thread that exits": _class(
        "return None", "import os, threading\nthreading.Timer(0.05, os._exit, (0,)).start()\n"
    ),
    "execv of true": _class("import os\nos.execv('/bin/true', ['true'])"),
    "another Python with success": _class("import os, sys\nos.execv(sys.executable, [sys.executable, '-c', ''])"),
    "kill the worker": _class("import os\nos.kill(os.getpid(), 9)"),
    "KeyboardInterrupt": _class("raise KeyboardInterrupt"),
    "GeneratorExit": _class("raise GeneratorExit"),
    # -- saying that it passed ----------------------------------------------------------------------------------------
    "print passed": _class("print('10 passed in 0.01s', flush=True)\nreturn None"),
    "print JSON": _class('print(\'{"schema": 1, "outcome": "passed", "points": 11.0}\')\nreturn None'),
    "Skipped": _class("import pytest\npytest.skip('no')"),
    "XFailed": _class("import pytest\npytest.xfail('no')"),
    "pytest.exit": _class("import pytest\npytest.exit('done', 0)"),
    "an exception called Skipped": _class(
        "raise type('Skipped', (BaseException,), {'__module__': '_pytest.outcomes'})()"
    ),
    "AssertionError for everything": _class("raise AssertionError('only constants')"),
    "an ExceptionGroup": _class("raise ExceptionGroup('g', [AssertionError()])"),
    "StopIteration": _class("raise StopIteration(True)"),
    # -- changing what compares ---------------------------------------------------------------------------------------
    "patched builtins": _class("return 1.0", _PATCH_CHECKER),
    "patched math and json": _class(
        "return 1.0",
        "import json, math\nmath.isclose = lambda *a, **k: True\njson.dumps = lambda *a, **k: 'true'\n"
        "json.JSONEncoder.encode = lambda *a: '[1,\"value\",true]'\n",
    ),
    "patched approx": _class(
        "return 1.0",
        "try:\n    import _pytest.python_api as p\n    p.ApproxScalar.__eq__ = lambda *a: True\nexcept Exception: pass\n",
    ),
    "patched runner": _class(
        "return 1.0",
        "try:\n    import _pytest.runner as r\n    r.call_and_report = lambda *a, **k: None\nexcept Exception: pass\n",
    ),
    "patched worker": _class(
        "return 1.0",
        "import sys\nfor name, module in list(sys.modules.items()):\n"
        "    if 'gradkata' in name or 'grader' in name:\n"
        "        for key in list(vars(module)):\n"
        "            if callable(getattr(module, key, None)):\n"
        "                setattr(module, key, lambda *a, **k: True)\n",
    ),
    "patched codec": _class(
        "return 1.0",
        "import sys\nfor module in list(sys.modules.values()):\n"
        "    if getattr(module, 'MAX_FRAME', None):\n"
        "        module.Encoder._encode = lambda *a: True\n        module.dumps = lambda d: b'[1,\"value\",true]'\n",
    ),
    "agrees with everything": _agreeing("object", "Agree()"),
    "a float that agrees": _agreeing("float", "Agree(1.0)"),
    "a text that agrees": _agreeing("str", "Agree('a')"),
    "an int that agrees": _agreeing("int", "Agree(2)"),
    "a list that agrees": _agreeing("list", "Agree([1.0])"),
    "a class that agrees": _value(
        "Meta('M', (), {})",
        "class Meta(type):\n    __eq__ = lambda *a: True\n    __hash__ = type.__hash__\n    __instancecheck__ = lambda *a: True\n",
    ),
    "instances of everything": _value("1.0")
    + "\nclass Meta(type):\n    __instancecheck__ = lambda *a: True\nclass Value(_Any, metaclass=Meta): pass\n",
    # -- plain nonsense -------------------------------------------------------------------------------------------------
    "NaN": _value("float('nan')"),
    "infinity": _value("float('inf')"),
    "constant": _value("2.0"),
    "True": _value("True"),
    "None": _class("return None"),
    "echo": _class("return arguments[0] if arguments else None"),
    "itself": _class("return self", "self = None\n"),
    "a callable for everything": _value("(lambda *a, **k: 1.0)"),
    "an endless iterator": _value("__import__('itertools').repeat(1.0)"),
    "a huge number": _value("10 ** 5000"),
    # -- reading the answers --------------------------------------------------------------------------------------------
    "exec the solution": "import os\nfor name in ('engine', 'nn'):\n    exec(open('COURSE/solutions/%s.py' % name).read())\n",
    "import the solution": "import sys\nsys.path[:0] = ['COURSE/solutions']\nsys.modules.pop('engine', None)\nfrom engine import *\n",
    "the installed course": (
        "import glob, sys\nfor base in sys.path + [sys.prefix, sys.base_prefix]:\n"
        "    for file in glob.glob(base + '/**/solutions/engine.py', recursive=True):\n        exec(open(file).read())\n"
    ),
    "read the checks": _class("return eval(open('COURSE/checkpoints/oracle.py').read())"),
    "frames": _class(
        "import sys\nframe = sys._getframe()\nwhile frame:\n    for value in frame.f_locals.values():\n"
        "        if isinstance(value, float): return value\n    frame = frame.f_back"
    ),
    "gc": _class(
        "import gc\nfor thing in gc.get_objects():\n    if type(thing).__name__.startswith('Approx'): return thing.expected"
    ),
    "rewrite the tests through gc": _class(
        "import gc, types\nfor thing in gc.get_objects():\n"
        "    if isinstance(thing, types.FunctionType) and thing.__name__.startswith('test_'):\n"
        "        thing.__code__ = (lambda *a: None).__code__\nreturn 1.0"
    ),
    "environment and descriptors": _class(
        "import os\nfound = ' '.join(os.environ.values())\nfor fd in range(3, 64):\n    try:\n"
        "        found += os.read(fd, 10000).decode('latin-1')\n    except (OSError, BlockingIOError):\n        pass\n"
        "return float(found.split('expected')[1].split()[0])"
    ),
    "memory of the grader": _class(
        "import os, re\npid = os.getppid()\nmaps = open(f'/proc/{pid}/maps').read()\n"
        "memory = open(f'/proc/{pid}/mem', 'r+b', 0)\nmemory.seek(int(maps.split('-')[0], 16))\n"
        "memory.write(b'passed')\nreturn 1.0"
    ),
    "ptrace": _class("import ctypes, os\nctypes.CDLL(None).ptrace(16, os.getppid(), 0, 0)\nreturn 1.0"),
    # -- writing the result -----------------------------------------------------------------------------------------------
    "results file": _class(
        "return 1.0",
        "import os\nfor place in ('.', '..', 'COURSE', '/tmp', os.path.expanduser('~')):\n    try:\n"
        "        open(os.path.join(place, 'results.jsonl'), 'a').write('{\"outcome\": \"passed\"}\\n')\n"
        "    except OSError:\n        pass\n",
    ),
    "conftest and pytest.ini": _class(
        "return 1.0",
        "for name, text in (('conftest.py', 'def pytest_runtest_call(item): item.obj = lambda *a: None'),\n"
        "                   ('pytest.ini', '[pytest]\\npython_functions = nothing')):\n"
        "    for place in ('.', '..', 'COURSE', 'COURSE/checkpoints'):\n        try:\n"
        "            open(f'{place}/{name}', 'x').write(text)\n        except OSError:\n            pass\n",
    ),
    "sitecustomize": _class(
        "return 1.0",
        "import site, sys\nfor place in sys.path:\n    try:\n"
        "        open(f'{place}/sitecustomize.py', 'x').write('import os; os._exit(0)')\n    except OSError:\n        pass\n",
    ),
    "a module named like a library": _class(
        "return 1.0",
        "for name in ('random', 'math', 'pytest', 'grader'):\n    try:\n"
        "        open(f'{name}.py', 'x').write('approx = lambda *a: True')\n    except OSError:\n        pass\n",
    ),
    "a parent that is stopped": _class("import os\nos.kill(os.getppid(), 19)\nreturn 1.0"),
    "network": _class(
        "import socket\nanswer = socket.create_connection(('127.0.0.1', 80), 0.2).recv(100)\nreturn float(answer)"
    ),
    # -- behaving when watched ------------------------------------------------------------------------------------------
    "right only when not graded": (
        "import sys\nif any('pytest' in name or 'gradkata' in name for name in sys.modules) or not sys.argv[0]:\n"
        "    class Value: pass\n    class Neuron: pass\n    class Layer: pass\n    class MLP: pass\n"
    ),
    "one right answer for all": _class(
        "return Value()", "class Value: data = 2.0; grad = 1.0; _prev = (); _op = '+'; _backward = lambda *a: None\n"
    ),
    **{f"a forged answer, {name}": text for name, text in _CHANNEL.items()},
}


def source_of(name: str, course: str) -> str:
    """Return a forgery as a file of somebody who knows where the course is."""
    return FORGERIES[name].replace("COURSE", course)
