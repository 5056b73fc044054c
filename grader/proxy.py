"""The student's code as a check sees it: handles of their objects, plain values, and their exceptions.

A check writes `a = engine.Value(3.0)` and `assert a.grad == 2.0` as if `engine` were imported. It is a `Handle`: every
call, attribute and operator becomes one question to the worker, and what comes back is a plain built-in value or
another handle. Nothing that a student's object could answer (`__eq__`, `__bool__`, `__float__`) takes part in a
comparison: a handle that stands where a check compares with a number is the student's failure, in words.
"""

from __future__ import annotations

import ast
import builtins
import dis
import inspect
import textwrap
from collections.abc import Callable, Iterator
from functools import cache
from types import CodeType
from typing import Any, NoReturn

from grader.worker.codec import CodecError, Decoder, Encoder, ProtocolError, dumps, loads
from grader.workers import Worker, WorkerLost

__all__ = ["Frame", "Handle", "HelperError", "StudentError", "StudentSide", "WrongKind"]

Frame = tuple[str, int, str]  # module, line, function: a place in the student's code


class WrongKind(Exception):
    """The student's code gave something of a kind that the check cannot use."""


class HelperError(Exception):
    """The author of a check asked for something that cannot cross to the student's side."""


class StudentError(Exception):
    """An exception that the student's code raised.

    Raised as an instance of a class that also derives from the built-in exception it came closest to, so that
    `pytest.raises(AssertionError)` and `hasattr` behave as usual. `kind` is the name of the student's own class.
    """

    kind: str
    message: str
    frames: tuple[Frame, ...]
    syntax: tuple[Any, ...] | None = None

    def __str__(self) -> str:
        return self.message


@cache
def _student_class(name: str) -> type[StudentError]:
    base = getattr(builtins, name)
    try:
        return type(name, (StudentError, base), {"__str__": StudentError.__str__})
    except TypeError:  # a layout that cannot be combined
        return StudentError


def student_error(described: dict[str, Any]) -> StudentError:
    """Rebuild the exception that a worker describes. Its parts are data; no class of the student's is involved."""
    kind, bases = described["type"], described["bases"]
    usable = (getattr(builtins, str(name), None) for name in bases)
    name = next((c.__name__ for c in usable if isinstance(c, type) and issubclass(c, Exception)), "Exception")
    kind_of_error = _student_class(name)
    error = kind_of_error.__new__(kind_of_error)
    error.args = (str(described["message"]),)
    error.kind, error.message = str(kind), str(described["message"])
    error.frames = tuple((str(module), int(line), str(function)) for module, line, function in described["frames"])
    if "syntax" in described:
        error.syntax = tuple(described["syntax"])
    return error


class Handle:
    """An object that lives on the student's side. Equal only to itself; its truth value does not exist."""

    __slots__ = ("_gradkata",)
    _gradkata: tuple[StudentSide, int, str, str]  # the side, the number, the type's name, where it came from

    def __init__(self, side: StudentSide, number: int, kind: str, origin: str) -> None:
        object.__setattr__(self, "_gradkata", (side, number, kind, origin))

    # -- attributes, calls, containers ---------------------------------------------------------------------------

    def __getattr__(self, name: str) -> Any:
        return self._gradkata[0].ask("get", self, name, origin=f".{name}")

    def __setattr__(self, name: str, value: Any) -> None:
        self._gradkata[0].ask("set", self, name, value)

    def __delattr__(self, name: str) -> None:
        self._gradkata[0].ask("del", self, name)

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        origin = f"{self._gradkata[3].lstrip('.') or self._gradkata[2]}(…)"
        return self._gradkata[0].ask("call", self, arguments, keywords, origin=origin)

    def __len__(self) -> int:
        length = self._gradkata[0].ask("len", self)
        return length if type(length) is int else self._wrong("something with a length")

    def __iter__(self) -> Iterator[Any]:
        side = self._gradkata[0]
        iterator = side.ask("iter", self)
        while element := side.ask("next", iterator):
            yield element[0]

    def __dir__(self) -> list[str]:
        return [name for name in self._gradkata[0].ask("dir", self) if type(name) is str]

    def __instancecheck__(self, instance: Any) -> bool:
        return self._gradkata[0].ask("isinstance", instance, self) is True

    def __subclasscheck__(self, subclass: Any) -> bool:
        return self._gradkata[0].ask("issubclass", subclass, self) is True

    def __repr__(self) -> str:
        """The student's own repr, capped; the type's name where it cannot be had."""
        side, _, kind, _ = self._gradkata
        try:
            text = side.ask("repr", self)
        except (StudentError, WrongKind, WorkerLost):
            return f"<{kind}>"
        return text if type(text) is str else f"<{kind}>"

    def __str__(self) -> str:
        text = self._gradkata[0].ask("str", self)
        return text if type(text) is str else self._wrong("text")

    # -- comparisons: never the student's word ------------------------------------------------------------------

    def __hash__(self) -> int:
        return id(self)

    def __eq__(self, other: object) -> bool:
        return self is other if isinstance(other, Handle) else self._wrong(_name_of(other))

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __bool__(self) -> bool:
        return self._wrong("True or False")

    def _wrong(self, expected: str) -> NoReturn:
        _, _, kind, origin = self._gradkata
        subject = f"`{origin}`" if origin else "this"
        raise WrongKind(f"{subject} is {_article(kind)}; {expected} was expected")


def _not_a_number(self: Handle, *_: Any) -> NoReturn:
    self._wrong("a number")


def _install_operators() -> None:
    """Give Handle the operators: arithmetic is the student's own, also from the right (`3 - a`)."""

    def forward(name: str) -> Callable[..., Any]:
        return lambda self, *others: self._gradkata[0].ask("op", name, self, *others)

    def backward(name: str) -> Callable[..., Any]:
        return lambda self, other: self._gradkata[0].ask("op", name, other, self)

    def ordering(name: str) -> Callable[..., Any]:
        def compare(self: Handle, other: Any) -> Any:
            if not isinstance(other, Handle):
                self._wrong(_name_of(other))
            return self._gradkata[0].ask("op", name, self, other)

        return compare

    for name in "add sub mul truediv floordiv mod pow matmul lshift rshift and or xor divmod".split():
        verb = f"{name}_" if name in ("and", "or") else name
        setattr(Handle, f"__{name}__", forward(verb))
        setattr(Handle, f"__r{name}__", backward(verb))
    for name in "neg pos abs invert getitem setitem delitem round".split():
        setattr(Handle, f"__{name}__", forward(name))
    for name in "lt le gt ge".split():
        setattr(Handle, f"__{name}__", ordering(name))
    for name in "float int index complex".split():
        setattr(Handle, f"__{name}__", _not_a_number)


_install_operators()


def _name_of(expected: object) -> str:
    if isinstance(expected, bool):
        return "True or False"
    if isinstance(expected, (int, float, complex)) or "approx" in type(expected).__name__.lower():
        return "a number"
    return "text" if isinstance(expected, str) else _article(type(expected).__name__)


def _article(kind: str) -> str:
    return f"{'an' if kind[:1].lower() in 'aeiou' else 'a'} {kind}"


class StudentSide:
    """Asks the worker questions about one submission and gives its answers their form."""

    def __init__(self, worker: Worker, max_questions: int) -> None:
        self.worker = worker
        self._max_questions = max_questions
        self._left = max_questions
        self._number = 0
        self._handles: dict[int, Handle] = {}
        self._origin = ""
        self._encode = Encoder(self._reference)
        self._decode = Decoder(self._handle)

    def ask(self, verb: str, *arguments: Any, origin: str = "") -> Any:
        """Ask one question: its value, or the student's exception, or WorkerLost."""
        self._number += 1
        self._left -= 1
        if self._left < 0:
            raise WrongKind(
                f"the check asked {self._max_questions:,} questions and was not done: does something never end?"
            )
        encode = self._encode
        try:
            question = dumps([self._number, verb, *[encode(argument) for argument in arguments]])
        except CodecError as error:
            raise HelperError(f"a check cannot send this to the student's code: {error}") from None
        self._origin = origin
        return self._value_of(self.worker.exchange(question))

    def begin_check(self) -> None:
        """Start a check afresh: its own count of questions, its own clock, no handles left from the one before."""
        self._left = self._max_questions
        self.ask("forget")
        self._handles.clear()
        self.worker.begin_check()

    def run_helper(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Run a self-contained function of the checkpoint on the student's side and return what it returns."""
        return self.ask("run", helper_source(function), function.__name__, arguments, origin=f"{function.__name__}(…)")

    def _value_of(self, body: bytes) -> Any:
        try:
            number, kind, payload = loads(body)
            if number != self._number:
                raise ProtocolError("an answer to another question")
            if kind == "value":
                return self._decode(payload)
            if kind == "refused":
                raise WrongKind(str(payload))
            if kind != "raised":
                raise ProtocolError("an answer of no known kind")
            error = student_error(payload)
        except (ProtocolError, TypeError, ValueError, LookupError, OverflowError) as problem:
            raise WorkerLost("crashed", f"your code broke the channel to the grader ({problem})") from None
        raise error

    def output(self) -> str:
        """Return what the student's code has printed since the last call."""
        return self.worker.output()

    def _reference(self, value: Any) -> list[Any]:
        if isinstance(value, Handle):
            return ["h", value._gradkata[1]]
        raise HelperError(
            f"a check cannot send {_article(type(value).__name__)} to the student's code; "
            "build it there with in_student(helper, …)"
        )

    def _handle(self, rest: list[Any]) -> Handle:
        number, kind = rest
        if type(number) is not int or type(kind) is not str:
            raise ProtocolError("a malformed handle")
        handle = self._handles.get(number)
        if handle is None:
            handle = self._handles[number] = Handle(self, number, kind[:80], self._origin)
        return handle


@cache
def helper_source(function: Callable[..., Any]) -> str:
    """Return the source of a helper; HelperError when it leans on anything but its arguments and its own imports."""
    if not inspect.isfunction(function) or function.__name__ == "<lambda>" or function.__closure__:
        raise HelperError("in_student needs a function written with def, without variables from around it")
    stray = sorted(set(_global_names(function.__code__)) - set(dir(builtins)) - {function.__name__})
    if stray:
        names = ", ".join(stray)
        raise HelperError(f"{function.__name__}() uses {names} from the checkpoint; pass it, or import it inside")
    definition = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
    assert isinstance(definition, ast.FunctionDef)
    definition.decorator_list.clear()
    return ast.unparse(definition)


def _global_names(code: CodeType) -> Iterator[str]:
    for instruction in dis.get_instructions(code):
        if instruction.opname == "LOAD_GLOBAL" and not instruction.argval.startswith(
            "@"
        ):  # @: pytest's own, in asserts
            yield instruction.argval
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _global_names(constant)
