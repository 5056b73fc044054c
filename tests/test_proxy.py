"""Proxies: a check sees plain values, handles and exceptions; no object of the student's can agree with it."""

from __future__ import annotations

import builtins
import contextlib
import json
import math
import operator
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from sides import student_side

from grader.course import Limits
from grader.helper import HelperError
from grader.proxy import Handle, StudentError, StudentSide, WrongKind
from grader.workers import WorkerLost

MINE = '''
"""The student's module."""
import math

class Value:
    """A number that remembers."""
    kinds = ("leaf",)

    def __init__(self, data, children=()):
        self.data, self.grad, self.children = data, 0.0, list(children)

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data + other.data, (self, other))

    def __sub__(self, other): return Value(self.data - getattr(other, "data", other))
    def __rsub__(self, other): return Value(other - self.data)
    def __eq__(self, other): return True
    def __hash__(self): return 0
    def __lt__(self, other): return self.data < other.data
    def __repr__(self): return f"Value({self.data})"
    def __str__(self): return f"<{self.data}>"

class Sub(Value): pass

class Ops: pass

BINARY = "add sub mul truediv floordiv mod pow matmul lshift rshift and or xor divmod".split()
for name in [*BINARY, *("r" + n for n in BINARY), *("i" + n for n in BINARY if n != "divmod"),
             *"lt le gt ge neg pos abs invert round".split()]:
    setattr(Ops, f"__{name}__", lambda self, *others, name=name: [name, *others])

class Row:
    def __init__(self): self.items = {}
    def __getitem__(self, key): return self.items[key]
    def __setitem__(self, key, value): self.items[key] = value
    def __delitem__(self, key): del self.items[key]
    def __len__(self): return len(self.items)
    def __iter__(self): return iter(self.items.values())

def echo(*arguments, **keywords): return [list(arguments), keywords]
def same(value): return value
def count(n): yield from range(n)
def fail(kind, *arguments): raise getattr(__builtins__, kind, None) or __builtins__[kind](*arguments)
nothing = None
'''


@pytest.fixture(params=["worker", "in-process"])
def side(request: pytest.FixtureRequest) -> Iterator[StudentSide]:
    with student_side(MINE, in_process=request.param == "in-process") as side:
        yield side


@pytest.fixture
def mine(side: StudentSide) -> Any:
    return side.ask("import", "mine")


# -- values, handles, identity --------------------------------------------------------------------------------------


def test_a_check_reads_as_if_the_module_were_imported(mine: Any) -> None:
    a = mine.Value(3.0)
    out = a + a
    assert out.data == 6.0
    assert type(out.data) is float
    a.grad = 2.5
    assert a.grad == 2.5
    a.note = "new"
    assert a.note == "new"
    del a.note
    assert not hasattr(a, "note")
    assert mine.nothing is None
    assert mine.math.pi == math.pi


def test_the_same_object_is_always_the_same_handle(mine: Any) -> None:
    a, b = mine.Value(1.0), mine.Value(1.0)
    out = a + b
    assert mine.same(a) is a
    assert out.children[0] is a
    assert out.children[1] is b
    assert out.children == [a, b]
    assert mine.Value is mine.Value
    assert len({a, b, mine.same(a)}) == 2
    assert mine.same({1: a, 2: b}) == {1: a, 2: b}


def test_two_handles_are_equal_only_when_they_are_one_whatever_the_student_says(mine: Any) -> None:
    a, b = mine.Value(1.0), mine.Value(1.0)
    assert a == mine.same(a)
    assert a != b
    assert a not in [b]
    assert [a] != [b]


def test_values_arguments_and_keywords_travel_as_they_are(mine: Any) -> None:
    a = mine.Value(1.0)
    values = [1, -0.0, "é", b"\xff", None, True, (1, [a]), {"k": a}, frozenset([2]), 1j]
    assert mine.echo(*values, self=3, name=a, origin="x", verb=1) == [
        values,
        {"self": 3, "name": a, "origin": "x", "verb": 1},
    ]


def test_containers_are_copies(mine: Any) -> None:
    out = mine.Value(1.0) + mine.Value(2.0)
    out.children.clear()
    assert len(out.children) == 2


def test_classes_answer_isinstance_and_issubclass(mine: Any) -> None:
    value = mine.Sub(1.0)
    assert isinstance(value, mine.Value)
    assert isinstance(value, (int, mine.Sub))
    assert not isinstance(mine.Row(), mine.Value)
    assert not isinstance(1.0, mine.Value)
    assert issubclass(mine.Sub, mine.Value)
    assert not isinstance(value, (float, int))


def test_attributes_of_every_object_are_the_students_too(mine: Any) -> None:
    value = mine.Value(2.0)
    assert mine.__doc__ == "The student's module."
    assert mine.Value.__doc__ == "A number that remembers."
    assert mine.Value.__name__ == "Value"
    assert value.__dict__ == {"data": 2.0, "grad": 0.0, "children": []}
    assert value.__module__ == "mine"
    assert hasattr(mine.Value, "__add__")
    assert not hasattr(mine.Value, "__radd__")
    assert not hasattr(value, "__mul__")
    assert value.__add__(1.0).data == 3.0
    assert mine.Value.__add__(value, value).data == 4.0
    assert getattr(value, "absent", 7) == 7
    assert getattr(value, "_gradkata", 7) == 7
    assert {"data", "grad", "children", "__add__", "kinds"} <= set(dir(value))
    assert "__radd__" not in dir(mine.Value)


def test_length_iteration_membership_and_items(mine: Any) -> None:
    row = mine.Row()
    a = mine.Value(1.0)
    row["a"], row[2] = a, 5.0
    assert row["a"] is a
    assert len(row) == 2
    assert list(row) == [a, 5.0]
    assert tuple(row) == (a, 5.0)
    assert a in row
    del row["a"]
    assert list(row) == [5.0]
    with pytest.raises(KeyError, match="absent"):
        row["absent"]
    assert list(mine.count(3)) == [0, 1, 2]
    assert sum(mine.count(4)) == 6
    assert 2 in mine.count(4)
    with pytest.raises(TypeError, match="not iterable"):
        list(a)


@pytest.mark.parametrize("name", "add sub mul truediv floordiv mod pow matmul lshift rshift and or xor divmod".split())
def test_binary_operators_are_the_students_from_both_sides_and_in_place(mine: Any, name: str) -> None:
    ops, other = mine.Ops(), mine.Value(1.0)
    apply = divmod if name == "divmod" else getattr(operator, f"__{name}__")
    assert apply(ops, 3.5) == [name, 3.5]
    assert apply(3.5, ops) == [f"r{name}", 3.5]
    if name not in ("add", "sub"):  # Value has these, and would come first
        assert apply(other, ops) == [f"r{name}", other]
    if name != "divmod":
        assert getattr(operator, f"__i{name}__")(ops, 3.5) == [f"i{name}", 3.5]


def test_other_operators_are_the_students(mine: Any) -> None:
    ops = mine.Ops()
    assert [-ops, +ops, abs(ops), ~ops, round(ops), round(ops, 2)] == [
        ["neg"],
        ["pos"],
        ["abs"],
        ["invert"],
        ["round"],
        ["round", 2],
    ]
    assert (ops < ops, ops <= ops, ops > ops, ops >= ops) == (["lt", ops], ["le", ops], ["gt", ops], ["ge", ops])
    low, high = mine.Value(1.0), mine.Value(2.0)
    assert sorted([high, low]) == [low, high]
    assert (3.0 - mine.Value(1.0)).data == 2.0
    with pytest.raises(TypeError, match="unsupported operand"):
        low * 3


def test_an_assignment_in_place_without_a_method_for_it_makes_a_new_object(mine: Any) -> None:
    a = b = mine.Value(1.0)
    a += 2.0
    assert a is not b
    assert (a.data, b.data) == (3.0, 1.0)


def test_text_of_a_handle(mine: Any) -> None:
    value = mine.Value(2.0)
    assert repr(value) == "Value(2.0)"
    assert str(value) == f"{value}" == "<2.0>"
    assert repr([value]) == "[Value(2.0)]"


# -- a handle where a check compares with a value -------------------------------------------------------------------

USES: dict[str, tuple[Callable[[Any], Any], str]] = {
    "==": (lambda h: h == 2.0, "a number"),
    "== from the right": (lambda h: 2.0 == h, "a number"),  # noqa: SIM300
    "== int": (lambda h: h == 2, "a number"),
    "!=": (lambda h: h != 2.0, "a number"),
    "== text": (lambda h: h == "x", "text"),
    "== True": (lambda h: h == True, "True or False"),  # noqa: E712
    "== None": (lambda h: h == None, "None"),  # noqa: E711
    "== list": (lambda h: h == [2.0], "a list"),
    "<": (lambda h: h < 2.0, "a number"),
    "<=": (lambda h: h <= 2.0, "a number"),
    "> from the right": (lambda h: 2.0 < h, "a number"),  # noqa: SIM300
    "approx": (lambda h: h == pytest.approx(2.0), "a number"),
    "approx on the left": (lambda h: pytest.approx(2.0) == h, "a number"),
    "bool": (bool, "True or False"),
    "not": (lambda h: not h, "True or False"),
    "float": (float, "a number"),
    "int": (int, "a number"),
    "complex": (complex, "a number"),
    "index": (lambda h: [1, 2, 3][h], "a number"),
    "range": (range, "a number"),
    "isclose": (lambda h: math.isclose(h, 2.0), "a number"),
    "isnan": (math.isnan, "a number"),
    "tanh": (math.tanh, "a number"),
    "in a list": (lambda h: [h] == [2.0], "a number"),
    "in": (lambda h: 2.0 in [h], "a number"),
    "approx of a list": (lambda h: [h] == pytest.approx([2.0]), "a number"),
    "approx of a dict": (lambda h: {"a": h} == pytest.approx({"a": 2.0}), "a number"),
    "max": (lambda h: max(2.0, h), "a number"),
}


@pytest.mark.parametrize("use", USES)
def test_a_handle_in_place_of_a_value_is_the_students_failure_in_words(mine: Any, use: str) -> None:
    value = mine.Value(0.0)
    value.grad = mine.Value(2.0)
    apply, expected = USES[use]
    with pytest.raises(WrongKind) as wrong:
        apply(value.grad)
    assert str(wrong.value) == f"`.grad` is a Value; {expected} was expected"


def test_the_words_name_where_an_object_came_from(side: StudentSide, mine: Any) -> None:
    def build(module: Any) -> Any:
        return module.Ops()

    for handle, subject in [
        (mine.Value(1.0), "`Value(…)` is a Value"),
        (mine.Ops(), "`Ops(…)` is an Ops"),
        (mine.same(mine.Row()), "`same(…)` is a Row"),  # where it was last seen
        (mine.Value(1.0) + 1.0, "this is a Value"),
        (side.run_helper(build, mine), "`build(…)` is an Ops"),
        (mine.echo, "`.echo` is a function"),
    ]:
        with pytest.raises(WrongKind) as wrong:
            assert handle == 1.0
        assert str(wrong.value) == f"{subject}; a number was expected"


# -- hostile objects ------------------------------------------------------------------------------------------------

HOSTILE = {
    "agrees with everything": """
        class X:
            def yes(self, *_): return True
            __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = __contains__ = __bool__ = yes
            def zero(self, *_): return 0.0
            __sub__ = __rsub__ = __abs__ = zero
            __hash__ = None
    """,
    "claims to be a float": """
        class X:
            __class__ = float
            def __float__(self): return 2.0
            def __int__(self): return 2
            def __index__(self): return 2
            def __complex__(self): return 2+0j
            def __eq__(self, other): return True
    """,
    "has every attribute": """
        class X:
            def __getattr__(self, name): return self
            def __call__(self, *_, **__): return self
            def __iter__(self): return iter([self])
            def __len__(self): return 1
            def __getitem__(self, key): return self
    """,
    "has every attribute, and they are numbers": """
        class X:
            def __getattribute__(self, name): return 2.0
    """,
    "no attribute can be read": """
        class X:
            def __getattribute__(self, name): raise SystemExit(0)
    """,
    "is very long": """
        class X:
            def __len__(self): return 10**18
            def __getitem__(self, key): return 2.0
    """,
    "is a billion long": """
        class X:
            def __len__(self): return 10**9
            def __iter__(self): return iter([2.0])
    """,
    "never ends": """
        class X:
            def __iter__(self):
                while True: yield 2.0
    """,
    "never ends and is heavy": """
        class X:
            def __iter__(self):
                text = ["x" * 60_000] * 16
                while True: yield text
    """,
    "ends its iteration in other ways": """
        class X:
            def __iter__(self): raise StopIteration
            def __len__(self): raise StopIteration
            def __call__(self): raise StopIteration
    """,
    "repr loops": """
        class X:
            def __repr__(self):
                while True: pass
    """,
    "repr is huge": """
        class X:
            def __repr__(self): return "2.0" * 5_000_000
            __str__ = __repr__
    """,
    "repr raises": """
        class X:
            def __repr__(self): raise ValueError("no")
    """,
    "repr exits": """
        class X:
            def __repr__(self): raise SystemExit(0)
            __str__ = __repr__
    """,
    "repr is text of its own kind": """
        class T(str):
            def __len__(self): return 3
            def __getitem__(self, key): return self
            def encode(self, *_): return self
        class X:
            def __repr__(self): return T("2.0" * 500)
            __str__ = __repr__
    """,
    "its class lies": """
        class M(type):
            __name__ = property(lambda cls: 2.0)
            __mro__ = property(lambda cls: (float, object))
            __class__ = property(lambda cls: float)
            def __instancecheck__(cls, other): return True
            def __subclasscheck__(cls, other): return True
            def __eq__(cls, other): return True
            def __hash__(cls): return hash(float)
            def __repr__(cls): return "float"
        class X(metaclass=M):
            def __eq__(self, other): return True
    """,
    "its class lies about being a bool": """
        class M(type):
            __mro__ = (bool, int, object)
        class X(metaclass=M):
            def __bool__(self): raise SystemExit
    """,
    "cannot be hashed": """
        class X:
            def __hash__(self): raise KeyError("no")
            def __eq__(self, other): return True
    """,
    "a float of another value that agrees": """
        class X(float):
            def yes(self, *_): return True
            __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = yes
            def __float__(self): return 2.0
            def __sub__(self, other): return 0.0
            __hash__ = float.__hash__
        Y = X
        X = lambda: Y(1.0)
    """,
    "text that agrees": """
        class Y(str):
            def __eq__(self, other): return True
            __hash__ = str.__hash__
        X = lambda: Y("2.5")
    """,
    "a list that agrees": """
        class Y(list):
            def __eq__(self, other): return True
            def __iter__(self): return iter([2.0])
        X = lambda: Y()
    """,
    "a fraction": "from fractions import Fraction; X = lambda: Fraction(2)",
    "a decimal": "from decimal import Decimal; X = lambda: Decimal(2)",
    "nan": "X = lambda: float('nan')",
    "pretends to be of numpy": """
        class X:
            shape = ()
            def item(self): return self
        X.__module__ = "numpy"
    """,
    "the module itself": "import sys; X = lambda: sys.modules[__name__]",
}

# Each asks, one way or another, whether x is 2.0; `abs(x - 2.0) <= tolerance` is missing because arithmetic on a
# student's object is the student's word: a check compares what it reads.
QUESTIONS: dict[str, Callable[[Any], Any]] = {
    "==": lambda x: x == 2.0,
    "== from the right": lambda x: 2.0 == x,  # noqa: SIM300
    "not !=": lambda x: not x != 2.0,  # noqa: SIM202
    "approx": lambda x: x == pytest.approx(2.0),
    "approx on the left": lambda x: pytest.approx(2.0) == x,
    "in a list": lambda x: [x] == [2.0],
    "approx of a list": lambda x: [x] == pytest.approx([2.0]),
    "in a dict": lambda x: {"a": x} == {"a": 2.0},
    "member": lambda x: x in [2.0],
    "member the other way": lambda x: 2.0 in [x],
    "between": lambda x: 2.0 <= x <= 2.0,
    "isclose": lambda x: math.isclose(x, 2.0),
    "float": lambda x: float(x) == 2.0,
    "int": lambda x: int(x) == 2,
    "isinstance": lambda x: isinstance(x, float) and x == 2.0,
    "max and min": lambda x: max(x, 2.0) == min(x, 2.0),
    "set": lambda x: {x} == {2.0},
    "key": lambda x: {2.0: True}[x],
}
LOOKS: dict[str, Callable[[Any], Any]] = {
    "repr": repr,
    "str": str,
    "dir": dir,
    "len": len,
    "list": list,
    "tuple": tuple,
    "hash": hash,
    "bool": bool,
    "all": lambda x: list(map(x.__call__, [])) or list(map(x, [()])),
    "attribute": lambda x: x.grad,
    "call": lambda x: x(),
    "isinstance": lambda x: isinstance(x, x),
    "set": lambda x: {x},
    "approx": pytest.approx,
}
FAIR = (WrongKind, StudentError, WorkerLost)
ORDINARY = (
    TypeError,
    ValueError,
    KeyError,
    AttributeError,
)  # what Python itself says where the answer is a plain value


@pytest.mark.parametrize("kind", HOSTILE)
def test_no_object_of_the_students_equals_a_number(kind: str) -> None:
    limits = Limits(question_seconds=2, questions=400, memory_mib=256)
    with student_side(HOSTILE[kind], limits=limits) as side:
        for name, ask in QUESTIONS.items():
            side.begin_check()
            try:
                answer = ask(side.ask("import", "mine").X())
            except (*FAIR, *ORDINARY):
                continue
            assert answer is not True, name
            assert not answer, name


@pytest.mark.parametrize("kind", HOSTILE)
def test_looking_at_an_object_is_bounded_and_ends_in_a_fair_way(kind: str) -> None:
    limits = Limits(question_seconds=0.3, check_seconds=3, questions=400, memory_mib=256)
    began = time.monotonic()
    looks = list(LOOKS.items())
    while looks:  # with a new worker after each that is lost
        with student_side(HOSTILE[kind], limits=limits) as side, contextlib.suppress(WorkerLost):
            while looks:
                name, look = looks.pop()
                side.begin_check()
                _look(name, look, side)
    assert time.monotonic() - began < 30


def _look(name: str, look: Callable[[Any], Any], side: StudentSide) -> None:
    x = None
    try:
        x = side.ask("import", "mine").X()
        seen = look(x)
    except (WrongKind, StudentError):
        return
    except ORDINARY:
        assert not isinstance(x, Handle), name
        return
    assert name not in ("repr", "dir") or len(repr(seen)) < 5000


def test_no_object_hands_numpy_an_address_in_the_checkers_memory() -> None:
    numpy = pytest.importorskip("numpy", reason="numpy is not installed")
    own = numpy.array([2.0])
    address = own.__array_interface__["data"][0]
    source = f"""
    class X:
        __array_interface__ = {{"version": 3, "shape": (), "typestr": "<f8", "data": ({address}, False)}}
        def __array__(self, *_, **__): return 2.0
    """
    with student_side(source) as side:
        x = side.ask("import", "mine").X()
        assert not hasattr(x, "__array_interface__")
        with pytest.raises(WrongKind):
            assert pytest.approx(2.0) == x
        with pytest.raises(WrongKind):
            assert numpy.asarray(x) == own


def test_a_length_that_is_a_lie_makes_no_room_in_the_checker() -> None:
    with student_side(HOSTILE["is a billion long"]) as side:
        x = side.ask("import", "mine").X()
        for use in (len, list, tuple, sorted):
            with pytest.raises(WrongKind, match="1,000,000,000"):
                use(x)


def test_a_check_that_would_ask_for_ever_is_stopped_by_the_number_of_questions(side: StudentSide, mine: Any) -> None:
    with pytest.raises(WrongKind, match="5,000 questions"):
        for _ in mine.count(10**9):
            pass
    with pytest.raises(WrongKind, match="5,000 questions"):
        mine.Value(1.0)
    side.begin_check()
    assert side.ask("import", "mine").Value(1.0).data == 1.0


def test_a_class_is_asked_for_once_in_a_check_and_whatever_can_change_each_time() -> None:
    with student_side("count = 0\nclass Line: pass\ndef more():\n    global count\n    count += 1") as side:
        asked: list[bytes] = []
        exchange = side.worker.exchange
        side.worker.exchange = lambda question: asked.append(question) or exchange(question)  # type: ignore
        mine = side.ask("import", "mine")
        line = mine.Line
        assert mine.Line is line
        mine.more()
        assert mine.count == 1
        assert sum(b"Line" in question for question in asked) == 1
        mine.Line = mine.more  # a check may replace it, to see what the code makes of that
        assert mine.Line is not line
        side.begin_check()
        assert side.ask("import", "mine").Line is not line
        assert sum(b'"get"' in question and b"Line" in question for question in asked) == 3


def test_a_check_takes_in_only_so_much_in_all(side: StudentSide, mine: Any) -> None:
    megabyte = ["x" * 50_000] * 20
    with pytest.raises(WrongKind, match="32 MiB"):
        sum(len(mine.same(megabyte)) for _ in range(40))
    side.begin_check()
    assert side.ask("import", "mine").same(megabyte) == megabyte


@pytest.mark.parametrize(
    ("expression", "reason"),
    [
        ("2 ** 5000", "5001 bits"),
        ("'\\ud800'", "Unicode"),
        ("'x' * 70_000", "70,000 characters"),
        ("[b'x' * 70_000]", "70,000 characters"),
        ("[0] * 200_000", "100,000 elements"),
        ("dict.fromkeys(range(10_000))", "4,000 keys"),
        ("{Hashable(): 1}", "key"),
        ("endless", "deep"),
    ],
)
@pytest.mark.parametrize("in_process", [False, True])
def test_an_answer_that_may_not_travel_is_the_students_failure_in_words(
    expression: str, reason: str, in_process: bool
) -> None:
    source = f"""
    class Hashable(list):
        __hash__ = lambda self: 1
    endless = []
    endless.append(endless)
    def value(): return {expression}
    """
    with student_side(source, in_process=in_process) as side, pytest.raises(WrongKind, match=reason):
        side.ask("import", "mine").value()


# -- exceptions -----------------------------------------------------------------------------------------------------

ORDINARY_EXCEPTIONS = sorted(
    name
    for name, kind in vars(builtins).items()
    if isinstance(kind, type) and issubclass(kind, Exception) and kind.__name__ == name and not name.startswith("_")
)
ARGUMENTS = {
    "UnicodeDecodeError": ("utf-8", b"x", 0, 1, "reason"),
    "UnicodeEncodeError": ("utf-8", "x", 0, 1, "reason"),
    "UnicodeTranslateError": ("x", 0, 1, "reason"),
}
# In a check these would end a loop, or cannot be made of a message; they arrive as plain exceptions of their name.
MISTAKABLE = {"StopIteration", "StopAsyncIteration", "ExceptionGroup"}

RAISES = """
import builtins
def raises(name, *arguments):
    if name == "ExceptionGroup": arguments = ("details", [ValueError("one")])
    raise getattr(builtins, name)(*arguments)
def derived(name):
    class Mine(getattr(builtins, name)): pass
    raise Mine("details")
"""


@pytest.mark.parametrize("in_process", [False, True])
def test_every_built_in_exception_arrives_as_itself(in_process: bool) -> None:
    with student_side(RAISES, in_process=in_process) as side:
        mine = side.ask("import", "mine")
        for name in ORDINARY_EXCEPTIONS:
            with pytest.raises(StudentError) as caught:
                mine.raises(name, *ARGUMENTS.get(name, ("details",)))
            error = caught.value
            assert error.kind == name
            assert isinstance(error, getattr(builtins, name)) is (name not in MISTAKABLE)
            assert str(error) == error.message != ""
            assert error.frames == (("mine", 5, "raises"),)


@pytest.mark.parametrize("in_process", [False, True])
def test_an_exception_of_the_students_own_arrives_as_its_nearest_built_in(in_process: bool) -> None:
    with student_side(RAISES, in_process=in_process) as side:
        mine = side.ask("import", "mine")
        for name in ("ValueError", "KeyError", "AssertionError", "ZeroDivisionError", "MemoryError", "OSError"):
            with pytest.raises(getattr(builtins, name), match="details") as caught:
                mine.derived(name)
            assert caught.value.kind == "Mine"


@pytest.mark.parametrize(
    "definition",
    [
        "class E(BaseException): pass",
        "class E(SystemExit): pass",
        "class E(KeyboardInterrupt): pass",
        "class E(GeneratorExit): pass",
        "class E(BaseExceptionGroup):\n    def __new__(cls, *_): return super().__new__(cls, 'm', [SystemExit()])",
        "class Skipped(BaseException): pass\nE = Skipped",
        "class Exit(Exception): pass\nE = Exit",
        "class BdbQuit(Exception): __module__ = 'bdb'\nE = BdbQuit",
        "class XFailed(AssertionError): pass\nE = XFailed",
        "class WorkerLost(BaseException): outcome = 'passed'\nE = WorkerLost",
        "class E(Exception):\n    def __str__(self): raise SystemExit(0)",
        "class E(Exception):\n    def __str__(self): raise self",
        "class E(Exception):\n    def __str__(self): return 'x' * 10_000_000",
        "class E(Exception):\n    def __str__(self): return '\\ud800'",
        "class E(Exception):\n    def __str__(self): return None",
        "class E(Exception):\n    __traceback__ = property(lambda self: 1 / 0)",
        "class E(Exception):\n    def __getattribute__(self, name): raise SystemExit(0)",
        "class E(Exception):\n    __class__ = SyntaxError",
        "class E(SyntaxError):\n    filename = lineno = offset = text = property(lambda self: [[]])",
        "class E(SyntaxError):\n    filename = lineno = offset = text = property(lambda self: 10**5000)",
        "class M(type):\n    __name__ = __mro__ = property(lambda cls: 1 / 0)\n    __eq__ = lambda cls, other: True\n"
        "    __hash__ = type.__hash__\nclass E(Exception, metaclass=M): pass",
        "E = type('E' * 100_000, (Exception,), {})",
        "E = type('pytest.skip.Exception', (Exception,), {'__module__': '_pytest.outcomes'})",
    ],
)
@pytest.mark.parametrize("in_process", [False, True])
def test_no_exception_of_the_students_is_more_than_an_exception(definition: str, in_process: bool) -> None:
    source = f"{definition}\ndef f(): raise E('2.0')\ndef fine(): return 7.5\n"
    with student_side(source, in_process=in_process) as side:
        mine = side.ask("import", "mine")
        with pytest.raises(StudentError) as caught:
            mine.f()
        assert not isinstance(caught.value, pytest.skip.Exception | pytest.fail.Exception | WorkerLost)
        assert len(caught.value.message) <= 400
        assert len(caught.value.kind) <= 80
        assert mine.fine() == 7.5


@pytest.mark.parametrize("in_process", [False, True])
def test_stop_iteration_of_the_students_ends_no_loop_of_the_check(in_process: bool) -> None:
    source = "def good(x): raise StopIteration\ndef bad():\n    raise StopAsyncIteration"
    with student_side(source, in_process=in_process) as side:
        mine = side.ask("import", "mine")
        with pytest.raises(StudentError):
            assert all(map(mine.good, [1, 2, 3]))
        with pytest.raises(StudentError):
            assert [*(mine.good(x) for x in [1])] == []


@pytest.mark.parametrize("in_process", [False, True])
def test_frames_lead_to_the_students_lines_and_to_no_others(in_process: bool) -> None:
    source = """
    import other
    def outer(n): return inner(n)
    def inner(n): return other.last(n)
    def forever(n): return forever(n + 1)
    """
    last = """
    import json
    def last(n):
        return json.loads("{")
    """
    with student_side(source, in_process=in_process, other=last) as side:
        mine = side.ask("import", "mine")
        with pytest.raises(ValueError, match="Expecting property name") as caught:
            mine.outer(1)
        assert caught.value.kind == "JSONDecodeError"
        assert caught.value.frames == (("mine", 3, "outer"), ("mine", 4, "inner"), ("other", 4, "last"))
        with pytest.raises(RecursionError) as endless:
            mine.forever(0)
        assert endless.value.frames == (("mine", 5, "forever"),) * 16


def test_a_syntax_error_tells_its_place() -> None:
    with student_side("x = 1", broken="def f(:\n    pass\n") as side:
        with pytest.raises(SyntaxError) as caught:
            side.ask("import", "broken")
        assert caught.value.syntax == ("broken.py", 1, 7, "def f(:\n")


# -- helpers of a check ---------------------------------------------------------------------------------------------


def total(module: Any, numbers: list[float]) -> Any:
    """Add on the student's side; `math` and `Decimal` come with it."""
    import math
    from functools import reduce

    class Note:
        text = "a class of its own"
        size = len(text)

    def plus(a: Any, b: Unknown) -> Any:  # noqa: F821
        return a + b

    note: Missing = [Note.size for _ in range(2)]  # noqa: F821
    assert note == [18, 18]
    result = reduce(plus, numbers, module.Value(0.0))
    return result, result.data, math.floor(2.5)


def factorial(n: int, one: int = 1) -> int:
    return one if n == 0 else n * factorial(n - 1)


def test_a_helper_runs_on_the_students_side(side: StudentSide, mine: Any) -> None:
    result, data, floor = side.run_helper(total, mine, [1.0, 2.5])
    assert isinstance(result, mine.Value)
    assert (data, floor) == (3.5, 2)
    assert side.run_helper(factorial, 5) == 120

    def nested(value: Any, name: str) -> Any:
        return getattr(value, name)

    assert side.run_helper(nested, mine.Value(4.0), "data") == 4.0


def test_what_a_helper_raises_is_the_students_exception_with_their_lines(side: StudentSide, mine: Any) -> None:
    def subtract(module: Any) -> Any:
        return module.Value(1.0) - "text"

    with pytest.raises(TypeError) as caught:
        side.run_helper(subtract, mine)
    assert [frame[2] for frame in caught.value.frames] == ["__sub__"]


CONSTANT = 2.0


def uses_a_global() -> float:
    return CONSTANT


def uses_a_global_deep_inside() -> Any:
    class Inner:
        value = CONSTANT

    return Inner


def uses_a_global_by_default(n: float = CONSTANT) -> float:
    return n


def uses_another_helper() -> float:
    return uses_a_global()


async def is_async() -> float:
    return 2.0


REFUSED: dict[str, tuple[Any, str]] = {
    "a global": (uses_a_global, "uses CONSTANT"),
    "a global in a class": (uses_a_global_deep_inside, "uses CONSTANT"),
    "a global by default": (uses_a_global_by_default, "uses CONSTANT"),
    "another helper": (uses_another_helper, "uses uses_a_global"),
    "a lambda": (lambda: 2.0, "written with def"),
    "a class": (int, "written with def"),
    "a built-in": (len, "written with def"),
    "a bound method": ("x".join, "written with def"),
    "async": (is_async, "written with def"),
    "text": ("def f(): pass", "written with def"),
}


@pytest.mark.parametrize("kind", REFUSED)
def test_a_helper_that_leans_on_the_checkpoint_is_the_authors_mistake(side: StudentSide, kind: str) -> None:
    helper, reason = REFUSED[kind]
    with pytest.raises(HelperError, match=reason):
        side.run_helper(helper)


def test_a_closure_is_the_authors_mistake(side: StudentSide, mine: Any) -> None:
    def closure() -> Any:
        return mine

    with pytest.raises(HelperError, match="variables from around it"):
        side.run_helper(closure)
    with pytest.raises(HelperError, match="written with def"):
        side.run_helper(mine.echo)


def test_a_helper_without_readable_source_is_the_authors_mistake(side: StudentSide) -> None:
    namespace: dict[str, Any] = {}
    exec("def made(): return 1", namespace)
    with pytest.raises(HelperError, match="cannot be read"):
        side.run_helper(namespace["made"])


@pytest.mark.parametrize("value", [print, lambda: 1, object(), pytest.approx(1.0), slice(1), range(3)])
def test_what_cannot_be_sent_is_the_authors_mistake(mine: Any, value: Any) -> None:
    with pytest.raises(HelperError, match="cannot send"):
        mine.same(value)
    with pytest.raises(HelperError, match="cannot send"):
        mine.same([{"k": value}])


@pytest.mark.parametrize("value", [2**5000, "\ud800", "x" * 2_000_000])
def test_a_value_too_large_to_send_is_the_authors_mistake(mine: Any, value: Any) -> None:
    with pytest.raises(HelperError, match="cannot send"):
        mine.same(value)


def test_an_object_of_an_earlier_check_is_not_taken_for_another(side: StudentSide, mine: Any) -> None:
    old = mine.Value(1.0)
    side.begin_check()
    new = side.ask("import", "mine").Value(2.0)
    with pytest.raises(HelperError, match="earlier check"):
        assert old.data == 1.0
    with pytest.raises(HelperError, match="earlier check"):
        assert new + old
    assert repr(old) == "<Value>"
    assert new.data == 2.0


# -- forged answers -------------------------------------------------------------------------------------------------


class Forger:
    """A worker that gives the answers it was told to give."""

    isolation = "none"

    def __init__(self, *answers: Any) -> None:
        self._answers = list(answers)

    def exchange(self, question: bytes) -> bytes:
        answer = self._answers.pop(0)
        if isinstance(answer, bytes):
            return answer
        number = json.loads(question)[0]
        return json.dumps([number, *answer]).encode()

    def output(self) -> str:
        return ""

    def begin_check(self) -> None:
        return

    def close(self) -> None:
        return


def forged(*answers: Any) -> tuple[Any, StudentSide]:
    """Return a handle of an object that will answer so."""
    side = StudentSide(Forger(("value", ["h", 1, "X"]), *answers), 100)
    return side.ask("import", "mine"), side


FRAME = ["mine", 3, "f"]
RAISED = {"type": "E", "bases": ["ValueError"], "message": "m", "frames": [FRAME]}

MALFORMED = {
    "not JSON": b"\xff",
    "a number": b"2.0",
    "nothing": b"[]",
    "an object": b"{}",
    "another number": b'[99,"value",2.0]',
    "a number that is text": b'["2","value",2.0]',
    "too short": b'[2,"value"]',
    "too long": b'[2,"value",2.0,2.0]',
    "no known kind": ("passed", 2.0),
    "a kind that is a list": ([], 2.0),
    "an untagged list": ("value", [1, 2]),
    "an untagged object": ("value", {"a": 1}),
    "long text": ("value", "x" * 70_000),
    "a handle without a number": ("value", ["h"]),
    "a handle of text": ("value", ["h", "1", "X"]),
    "a handle of True": ("value", ["h", True, "X"]),
    "a handle with a list for a name": ("value", ["h", 1, ["X"]]),
    "a handle with too much": ("value", ["h", 1, "X", 2]),
    "refused for a list": ("refused", [["deep"]]),
    "refused at great length": ("refused", "x" * 100_000),
    "raised nothing": ("raised", None),
    "raised text": ("raised", "ValueError"),
    "raised a list": ("raised", []),
    "raised an empty object": ("raised", {}),
    "message is a list": ("raised", {**RAISED, "message": [[[[]]]]}),
    "message is huge": ("raised", {**RAISED, "message": "x" * 100_000}),
    "type is a number": ("raised", {**RAISED, "type": 3}),
    "bases is text": ("raised", {**RAISED, "bases": None}),
    "bases of numbers": ("raised", {**RAISED, "bases": [1]}),
    "frames is a number": ("raised", {**RAISED, "frames": 3}),
    "frames of two": ("raised", {**RAISED, "frames": [["mine", 3]]}),
    "frames with text for a line": ("raised", {**RAISED, "frames": [["mine", "3", "f"]]}),
    "frames with a huge line": ("raised", {**RAISED, "frames": [["mine", 10**30, "f"]]}),
    "a million frames": ("raised", {**RAISED, "frames": [FRAME] * 100_000}),
    "syntax is text": ("raised", {**RAISED, "syntax": "x"}),
    "syntax of lists": ("raised", {**RAISED, "syntax": [[], [], [], []]}),
    "deep": b'[2,"raised",{"type":' + b"[" * 900 + b"]" * 900 + b"}]",
}


@pytest.mark.parametrize("kind", MALFORMED)
def test_a_malformed_answer_ends_the_worker(kind: str) -> None:
    handle, side = forged(MALFORMED[kind])
    with pytest.raises(WorkerLost, match="broke the channel") as lost:
        handle.f()
    assert lost.value.outcome == "crashed"
    with pytest.raises(WorkerLost, match="broke the channel"):  # and it is not asked again
        side.ask("import", "mine")


@pytest.mark.parametrize(
    "bases", [["Skipped"], ["Exit"], ["print"], ["SystemExit"], ["KeyboardInterrupt"], ["__import__"], []]
)
def test_only_ordinary_exceptions_are_ever_raised(bases: list[str]) -> None:
    handle, _ = forged(("raised", {**RAISED, "type": "Skipped", "bases": bases}))
    with pytest.raises(StudentError) as caught:
        handle.f()
    assert type(caught.value).__bases__ == (StudentError,)
    assert type(caught.value).__name__ == "Exception"


UNEXPECTED: dict[str, tuple[Callable[[Any], Any], tuple[Any, ...]]] = {
    "a length of text": (len, (("value", "3"),)),
    "a length that is true": (len, (("value", True),)),
    "a length below zero": (len, (("value", -1),)),
    "a huge length": (len, (("value", 10**100),)),
    "an element without its list": (list, (("value", ["h", 2, "I"]), ("value", 3), ("value", 3))),
    "an element that is text": (lambda h: [*iter(h)], (("value", ["h", 2, "I"]), ("value", "xyz"))),
    "names that are a number": (dir, (("value", 3),)),
    "text that is a number": (str, (("value", 3),)),
    "truth that is a number": (lambda h: 1 / isinstance(h, h.X), (("value", ["h", 2, "C"]), ("value", 1))),
    "a subclass by number": (lambda h: 1 / issubclass(h.X, h), (("value", ["h", 2, "C"]), ("value", 1))),
}


@pytest.mark.parametrize("kind", UNEXPECTED)
def test_an_answer_of_the_wrong_kind_is_never_believed(kind: str) -> None:
    use, answers = UNEXPECTED[kind]
    handle, _ = forged(*answers)
    with pytest.raises((WorkerLost, WrongKind, ZeroDivisionError, ValueError)):
        use(handle)


def test_a_repr_that_is_no_text_shows_the_kind() -> None:
    handle, _ = forged(("value", 3))
    assert repr(handle) == "<X>"


def test_keys_that_collide_with_a_handle_are_the_students_failure() -> None:
    handle, side = forged()
    side.worker = Forger(("value", ["d", [["h", 1, "X"], 1], [hash(handle), 2]]))
    with pytest.raises(WrongKind):
        side.ask("get", handle, "x")
