"""Submissions that break graders: name → files, and how checking stage1 must end for them.

Most are the reference with something added, so that whatever they lose they lose by what was added. A file is text,
bytes, or one of the odd things that a folder may hold (`LINK`, `FOLDER`).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

__all__ = ["BREAKERS", "ENGINE", "write"]

ENGINE = (Path(__file__).resolve().parents[2] / "solutions" / "engine.py").read_text(encoding="utf-8")
OUTSIDE, FOLDER = object(), object()

Files = Mapping[str, Any]


def _at_import(code: str) -> Files:
    return {"engine.py": f"{ENGINE}\n{code}\n"}


def _in_add(code: str, before: str = "") -> Files:
    """Return the reference whose `__add__` first does something else."""
    head = "    def __add__("
    assert ENGINE.count(head) == 1
    start = ENGINE.index(head)
    first = ENGINE.index("\n", start) + 1
    body = "".join(f"        {line}\n" for line in code.splitlines())
    return {"engine.py": f"{ENGINE[:first]}{body}{ENGINE[first:]}\n{before}\n"}


def _notebook(*cells: Any, **fields: Any) -> bytes:
    whole = {"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": list(cells)} | fields
    return json.dumps(whole).encode()


def _cell(source: Any, **fields: Any) -> dict[str, Any]:
    return {"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None, "source": source} | fields


FAILED, CRASHED, TIMEOUT, TODO, PASSED = "failed", "crashed", "timeout", "todo", "passed"
_LOST = f"{CRASHED} {TIMEOUT} {FAILED}"  # how it ends depends on which limit is met first

BREAKERS: dict[str, tuple[Files, str]] = {
    # -- without end --------------------------------------------------------------------------------------------------
    "loop at import": (_at_import("while True: pass"), TIMEOUT),
    "loop in a method": (_in_add("while True: pass"), TIMEOUT),
    "loop in repr": (_in_add("return 3", "Value.__repr__ = lambda self: [0 for _ in iter(int, 1)]"), FAILED),
    "loop in __del__": (_at_import("class Late:\n    def __del__(self):\n        while True: pass\nLate()"), TIMEOUT),
    "loop that ignores signals": (
        _at_import(
            "import signal\nfor n in range(1, 32):\n    try: signal.signal(n, signal.SIG_IGN)\n    except (OSError, ValueError): pass\nwhile True: pass"
        ),
        TIMEOUT,
    ),
    "loop that catches everything": (
        _in_add("while True:\n    try:\n        while True: pass\n    except BaseException: pass"),
        TIMEOUT,
    ),
    "sleep at import": (_at_import("import time\ntime.sleep(3600)"), TIMEOUT),
    "sleep in a method": (_in_add("import time\ntime.sleep(3600)"), TIMEOUT),
    "a lock that nobody opens": (
        _in_add("import threading\nlock = threading.Lock()\nlock.acquire()\nlock.acquire()"),
        TIMEOUT,
    ),
    "input": (_at_import("name = input('Your name? ')"), FAILED),
    "read stdin": (_at_import("import sys\nassert sys.stdin.read() == ''"), PASSED),
    "select for ever": (_in_add("import select\nselect.select([], [], [])"), _LOST),
    "an endless iterator": (_in_add("import itertools\nlist(itertools.count())"), _LOST),
    "a catastrophic regular expression": (_in_add("import re\nre.match('(a+)+$', 'a' * 40 + 'b')"), TIMEOUT),
    "the sum of a huge range": (_in_add("sum(range(10 ** 12))"), TIMEOUT),
    # -- too much -----------------------------------------------------------------------------------------------------
    "deep recursion": (_in_add("return self + other"), FAILED),
    "deep recursion without a limit": (
        _in_add("return self + other", "import sys\nsys.setrecursionlimit(10 ** 9)"),
        _LOST,
    ),
    "10**10**9": (_in_add("10 ** 10 ** 9"), _LOST),
    "a factorial": (_in_add("import math\nmath.factorial(10 ** 8)"), _LOST),
    "a huge repr": (_in_add("return 3", "Value.__repr__ = lambda self: 'x' * 10 ** 8"), FAILED),
    "a huge text": (_in_add("out = Value(0.0)\nout.data = 'x' * 10 ** 8\nreturn out"), FAILED),
    "a huge integer": (_in_add("out = Value(0.0)\nout.data = 1 << 10 ** 6\nreturn out"), FAILED),
    "a huge exception": (_in_add("raise ValueError('x' * 10 ** 8)"), FAILED),
    "a huge _prev": (_in_add("out = Value(0.0)\nout._prev = set(range(10 ** 6))\nreturn out"), FAILED),
    "memory at import": (_at_import("block = [bytes(10 ** 7) for _ in range(10 ** 4)]"), _LOST),
    "memory in a method": (_in_add("block = bytearray(10 ** 10)"), FAILED),
    "memory that is touched": (_in_add("block = []\nwhile True: block.append(b'x' * 10 ** 6)"), _LOST),
    "an exponential graph": (
        _in_add(
            "out = Value(self.data)\nout._prev = Endless()\nreturn out",
            "class Endless(list):\n    def __iter__(self):\n        while True: yield Value(1.0)",
        ),
        f"{FAILED} {TIMEOUT}",
    ),
    "a fork bomb": (_at_import("import os\nwhile True: os.fork()"), FAILED),
    "processes": (
        _at_import("import subprocess, sys\nsubprocess.Popen([sys.executable, '-c', 'import time; time.sleep(99)'])"),
        FAILED,
    ),
    "a thread bomb": (
        _at_import(
            "import threading, time\nfor _ in range(10 ** 5): threading.Thread(target=time.sleep, args=(99,)).start()"
        ),
        FAILED,
    ),
    "a thread that stays": (
        _at_import("import threading, time\nthreading.Thread(target=time.sleep, args=(99,)).start()"),
        FAILED,
    ),
    "output without end": (_at_import("while True: print('y' * 1000)"), TIMEOUT),
    "errors without end": (_at_import("import sys\nwhile True: sys.stderr.write('y' * 1000)"), TIMEOUT),
    "output past Python": (_in_add("import os\nos.write(1, b'y' * 10 ** 6)\nos.write(2, b'y' * 10 ** 6)"), PASSED),
    "much output": (_in_add("print('adding ' * 10 ** 4)"), PASSED),
    "a disk that fills": (_at_import("stream = open('big', 'wb')\nwhile True: stream.write(b'x' * 10 ** 6)"), FAILED),
    "many files": (_at_import("for n in range(10 ** 6): open(f'file{n}', 'w').close()"), FAILED),
    # -- its own ground ------------------------------------------------------------------------------------------------
    "deleted files": (_at_import("import os\nfor name in os.listdir('.'): os.remove(name)"), FAILED),
    "a file of its own": (_at_import("import os\nos.remove(__file__)"), FAILED),
    "chdir": (_at_import("import os\nos.chdir('/')"), PASSED),
    "closed descriptors": (_in_add("import os\nos.closerange(0, 256)"), CRASHED),
    "closed stdout": (_at_import("import sys\nsys.stdout.close()"), f"{PASSED} {FAILED}"),
    "a parent to kill": (_at_import("import os\nos.kill(os.getppid(), 9)"), FAILED),
    "a group to kill": (_at_import("import os\nos.killpg(0, 9)"), FAILED),
    "itself to kill": (_at_import("import os\nos.kill(os.getpid(), 9)"), _LOST),
    "a segmentation fault": (_in_add("import ctypes\nctypes.string_at(0)"), _LOST),
    "abort": (_in_add("import os\nos.abort()"), CRASHED),
    "os._exit": (_in_add("import os\nos._exit(3)"), CRASHED),
    "quit": (_in_add("quit()"), FAILED),
    "no sys.path": (_at_import("import sys\nsys.path.clear()"), PASSED),
    "no sys.modules": (_at_import("import sys\nsys.modules.clear()"), f"{PASSED} {FAILED} {CRASHED}"),
    "no builtins": (_in_add("import builtins\nvars(builtins).clear()"), _LOST),
    "other builtins": (_in_add("import builtins\nbuiltins.len = builtins.isinstance = None"), _LOST),
    "a profiler": (_at_import("import sys\nsys.setprofile(lambda *a: 1 / 0)"), _LOST),
    "a trace": (_at_import("import sys\nsys.settrace(lambda *a: 1 / 0)"), f"{_LOST} {PASSED}"),
    "a meta path": (_at_import("import sys\nsys.meta_path[:] = []"), PASSED),
    # -- no Python -----------------------------------------------------------------------------------------------------
    "a syntax error": ({"engine.py": ENGINE + "\ndef broken(:\n"}, FAILED),
    "mixed tabs": ({"engine.py": ENGINE + "\nif True:\n        x = 1\n\ty = 2\n"}, FAILED),
    "NUL bytes": ({"engine.py": ENGINE.encode() + b"\x00\x00"}, FAILED),
    "UTF-16": ({"engine.py": ENGINE.encode("utf-16")}, FAILED),
    "a byte order mark": ({"engine.py": b"\xef\xbb\xbf" + ENGINE.encode()}, PASSED),
    "CRLF": ({"engine.py": ENGINE.replace("\n", "\r\n").encode()}, PASSED),
    "CR only": ({"engine.py": ENGINE.replace("\n", "\r").encode()}, PASSED),
    "Latin-1": ({"engine.py": ENGINE.encode() + b"\n# caf\xe9\n"}, FAILED),
    "Latin-1, said so": ({"engine.py": b"# -*- coding: latin-1 -*-\n" + ENGINE.encode() + b"\n# caf\xe9\n"}, PASSED),
    "an unknown encoding": ({"engine.py": "# coding: klingon\n" + ENGINE}, FAILED),
    "a circular import": (
        {"engine.py": "import nn\n" + ENGINE, "nn.py": "from engine import Value\nfrom engine import nothing\n"},
        FAILED,
    ),
    "an empty file": ({"engine.py": ""}, TODO),
    "only a comment": ({"engine.py": "# tomorrow\n"}, TODO),
    "nothing": ({}, TODO),
    "a folder for a file": ({"engine.py": FOLDER}, TODO),
    "a link out": ({"engine.py": OUTSIDE}, FAILED),
    "5,000 parentheses": ({"engine.py": ENGINE + "\nx = " + "(" * 5000 + ")" * 5000 + "\n"}, FAILED),
    "a line of 200,000 terms": ({"engine.py": ENGINE + "\nx = " + "+".join(["1"] * 200_000) + "\n"}, FAILED),
    "a line of a megabyte": ({"engine.py": ENGINE + "\nx = '" + "y" * 2**20 + "'\n"}, FAILED),
    "deep brackets in a subscript": ({"engine.py": ENGINE + "\nx = " + "[" * 150 + "]" * 150 + "\n"}, PASSED),
    "a long chain of attributes": (
        {"engine.py": ENGINE + "\nx = lambda: a" + ".b" * 5000 + "\n"},
        f"{PASSED} {FAILED}",
    ),
    # -- notebooks -------------------------------------------------------------------------------------------------------
    "a notebook": ({"kata.ipynb": _notebook(_cell(ENGINE))}, PASSED),
    "a notebook that is no JSON": ({"kata.ipynb": b'{"cells": [,]}'}, FAILED),
    "an empty notebook file": ({"kata.ipynb": b""}, f"{FAILED} {TODO}"),
    "a notebook without metadata": ({"kata.ipynb": json.dumps({"cells": [_cell(ENGINE)]}).encode()}, PASSED),
    "a notebook with magics": (
        {"kata.ipynb": _notebook(_cell("%matplotlib inline\n!pip install numpy\n" + ENGINE + "\n?Value\n"))},
        PASSED,
    ),
    "a notebook of an older format": (
        {
            "kata.ipynb": json.dumps(
                {
                    "nbformat": 3,
                    "nbformat_minor": 0,
                    "metadata": {},
                    "worksheets": [
                        {
                            "cells": [
                                {
                                    "cell_type": "code",
                                    "language": "python",
                                    "metadata": {},
                                    "outputs": [],
                                    "input": ENGINE,
                                }
                            ]
                        }
                    ],
                }
            ).encode()
        },
        PASSED,
    ),
    "a notebook of tomorrow": ({"kata.ipynb": _notebook(_cell(ENGINE), nbformat=9)}, f"{PASSED} {FAILED}"),
    "duplicate cells": (
        {
            "kata.ipynb": _notebook(
                *[
                    _cell(
                        ENGINE,
                        metadata={
                            "nbgrader": {
                                "grade_id": "x",
                                "solution": True,
                                "grade": False,
                                "locked": False,
                                "schema_version": 3,
                            }
                        },
                    )
                ]
                * 2
            )
        },
        PASSED,
    ),
    "cells that are text": ({"kata.ipynb": _notebook(_cell(ENGINE, cell_type="markdown"))}, FAILED),
    "cells that are nothing": ({"kata.ipynb": _notebook(None, 3, "x", {}, _cell(ENGINE))}, f"{PASSED} {FAILED}"),
    "a notebook of 50 MB": (
        {
            "kata.ipynb": _notebook(
                _cell(ENGINE), _cell("", outputs=[{"output_type": "stream", "text": "x" * 50_000_000}])
            )
        },
        PASSED,
    ),
}


def write(folder: Path, files: Files) -> None:
    """Write a submission into a folder of its own."""
    folder.mkdir(parents=True)
    for name, content in files.items():
        place = folder / name
        if content is FOLDER:
            place.mkdir()
        elif content is OUTSIDE:
            place.symlink_to("/etc/passwd")
        else:
            place.write_bytes(content.encode("utf-8") if isinstance(content, str) else content)
