"""The student's code as a check sees it: handles of their objects, plain values, and their exceptions.

A check writes `a = plane.Line(3.0)` and `assert a.length == 2.0` as if `plane` were imported. It is a `Handle`: every
call, attribute and operator becomes one question to the worker, and what comes back is a plain built-in value or
another handle. Nothing that a student's object could answer (`__eq__`, `__bool__`, `__float__`) takes part in a
comparison: a handle that stands where a check compares with a number is the student's failure, in words.
"""

from __future__ import annotations

import builtins
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, NoReturn

from grader.helper import HelperError, helper_source
from grader.worker.codec import MAX_ANSWER, CodecError, Decoder, Encoder, ProtocolError, dumps, loads
from grader.workers import Worker, WorkerLost

__all__ = ["Frame", "Handle", "HelperError", "StudentError", "StudentSide", "WrongKind"]

MAX_ANSWERS = 32 * 1024 * 1024  # bytes of all answers to one check
MAX_LENGTH = 1_000_000  # what len() may say: list() and tuple() believe it and make room
MAX_WORD = 1000  # characters of anything that describes an exception
MAX_FRAMES = 100
# Raised in a check, these would be mistaken for the end of a loop in it; or they cannot be made of a message.
_NOT_RAISED = {"StopIteration", "StopAsyncIteration", "ExceptionGroup"}

# By these attributes numpy and its kin, and pytest.approx with them, take an address in memory from an object and read
# there: in the checker's memory. (numpy.org/doc: the array interface protocol)
_RAW_MEMORY = ("__array", "__cuda_array", "__dlpack")

Frame = tuple[str, int, str]  # module, line, function: a place in the student's code


class WrongKind(Exception):
    """The student's code gave something of a kind that the check cannot use."""


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
    # The built-in class comes first: MemoryError makes its instances itself, and insists on it.
    bases = (StudentError,) if base is Exception else (base, StudentError)
    return type(name, bases, {"__str__": StudentError.__str__})


def student_error(described: dict[str, Any]) -> StudentError:
    """Rebuild the exception that a worker describes. Its parts are data; no class of the student's is involved."""
    kind_of_error = _student_class(_nearest([_word(name) for name in described["bases"]]))
    error = kind_of_error.__new__(kind_of_error)
    error.kind, error.message = _word(described["type"]), _word(described["message"])
    error.args = (error.message,)
    if len(described["frames"]) > MAX_FRAMES:
        raise ProtocolError("too many frames")
    error.frames = tuple((_word(module), _line(line), _word(code)) for module, line, code in described["frames"])
    if "syntax" in described:
        file, line, column, text = described["syntax"]
        error.syntax = (
            _word(file),
            None if line is None else _line(line),
            None if column is None else _line(column),
            None if text is None else _word(text),
        )
    return error


def _nearest(bases: list[str]) -> str:
    """Return the first name of a built-in exception that a check may be interrupted by."""
    for name in bases:
        kind = getattr(builtins, name, None)
        if isinstance(kind, type) and issubclass(kind, Exception) and name not in _NOT_RAISED:
            return kind.__name__
    return "Exception"


def _word(value: object) -> str:
    if type(value) is not str or len(value) > MAX_WORD:
        raise ProtocolError("not a word")
    return value


def _line(value: object) -> int:
    if type(value) is not int or not -1 <= value < 2**31:
        raise ProtocolError("not a line number")
    return value


class Handle:
    """An object that lives on the student's side. Equal only to itself; its truth value does not exist."""

    __slots__ = ("_gradkata",)
    _gradkata: tuple[StudentSide, int, str, str]  # the side, the number, the type's name, where it came from

    def __init__(self, side: StudentSide, number: int, kind: str, origin: str) -> None:
        object.__setattr__(self, "_gradkata", (side, number, kind, origin))

    # -- attributes, calls, containers ---------------------------------------------------------------------------

    def __getattribute__(self, name: str) -> Any:
        # All of them, also those that every object has: a check that asks whether a class has `__radd__`, or for its
        # docstring, must not hear about ours. Only isinstance() needs the truth, and takes it from `__class__`.
        if name == "__class__":
            return Handle
        if name.startswith(_RAW_MEMORY):
            raise AttributeError(f"an object of the student's has no {name} here")
        side, number, kind, _ = _state(self)
        if kind == "module":
            return side.member(self, number, name)
        return side.ask("get", self, name, origin=f".{name}")

    def __setattr__(self, name: str, value: Any) -> None:
        _side(self).classes.clear()
        _side(self).ask("set", self, name, value)

    def __delattr__(self, name: str) -> None:
        _side(self).classes.clear()
        _side(self).ask("del", self, name)

    def __call__(self, /, *arguments: Any, **keywords: Any) -> Any:
        side, _, kind, origin = _state(self)
        return side.ask("call", self, arguments, keywords, origin=f"{origin.lstrip('.') or kind}(…)")

    def __len__(self) -> int:
        length = _side(self).ask("len", self)
        if type(length) is not int:
            raise broken("a length that is no number")
        if length > MAX_LENGTH:
            raise WrongKind(f"the length of {_subject(self)} is said to be {length:,}")
        return length

    def __iter__(self) -> Iterator[Any]:
        side = _side(self)
        iterator = side.ask("iter", self)
        while element := side.ask("next", iterator):
            if type(element) is not list:
                raise broken("an element without its list")
            yield element[0]

    def __dir__(self) -> list[str]:
        names = _side(self).ask("dir", self)
        if type(names) is not list:
            raise broken("names that are no list")
        return [name for name in names if type(name) is str]

    def __instancecheck__(self, instance: Any) -> bool:
        return _side(self).ask("isinstance", instance, self) is True

    def __subclasscheck__(self, subclass: Any) -> bool:
        return _side(self).ask("issubclass", subclass, self) is True

    def __repr__(self) -> str:
        """The student's own repr, capped; the type's name where it cannot be had."""
        side, _, kind, _ = _state(self)
        try:
            text = side.ask("repr", self)
        except (StudentError, WrongKind, WorkerLost, HelperError):
            return f"<{kind}>"
        return text if type(text) is str else f"<{kind}>"

    def __str__(self) -> str:
        text = _side(self).ask("str", self)
        return text if type(text) is str else _wrong(self, "text")

    # -- comparisons: never the student's word ------------------------------------------------------------------

    def __hash__(self) -> int:
        return id(self)

    def __eq__(self, other: object) -> bool:
        return self is other if isinstance(other, Handle) else _wrong(self, _name_of(other))

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __bool__(self) -> bool:
        return _wrong(self, "True or False")


# The one thing in a handle that is ours; attributes of a handle are the student's.
_state: Callable[[Handle], tuple[StudentSide, int, str, str]] = vars(Handle)["_gradkata"].__get__


def _rename(handle: Handle, origin: str) -> None:
    object.__setattr__(handle, "_gradkata", (*_state(handle)[:3], origin))


def _side(handle: Handle) -> StudentSide:
    return _state(handle)[0]


def _subject(handle: Handle) -> str:
    _, _, kind, origin = _state(handle)
    return f"`{origin}`" if origin else _article(kind)


def _wrong(handle: Handle, expected: str) -> NoReturn:
    _, _, kind, origin = _state(handle)
    raise WrongKind(f"{f'`{origin}`' if origin else 'this'} is {_article(kind)}; {expected} was expected")


def _not_a_number(handle: Handle, *_: Any) -> NoReturn:
    _wrong(handle, "a number")


def broken(problem: str) -> WorkerLost:
    """Return the end of a worker whose answers are not ours any more."""
    return WorkerLost("crashed", f"your code broke the channel to the grader ({problem})")


def _install_operators() -> None:
    """Give Handle the operators: arithmetic is the student's own, also from the right (`3 - a`)."""

    def forward(name: str) -> Callable[..., Any]:
        return lambda self, *others: _side(self).ask("op", name, self, *others)

    def backward(name: str) -> Callable[..., Any]:
        return lambda self, other: _side(self).ask("op", name, other, self)

    def ordering(name: str) -> Callable[..., Any]:
        def compare(self: Handle, other: Any) -> Any:
            if not isinstance(other, Handle):
                _wrong(self, _name_of(other))
            return _side(self).ask("op", name, self, other)

        return compare

    for name in "add sub mul truediv floordiv mod pow matmul lshift rshift and or xor divmod".split():
        verb = f"{name}_" if name in ("and", "or") else name
        setattr(Handle, f"__{name}__", forward(verb))
        setattr(Handle, f"__r{name}__", backward(verb))
        if name != "divmod":
            setattr(Handle, f"__i{name}__", forward(f"i{name}"))
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
    if expected is None:
        return "None"
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
        self._end: WorkerLost | None = None
        self._volume = 0
        self._handles: dict[int, Handle] = {}
        self.classes: dict[tuple[int, str], Handle] = {}  # of modules, once this check has asked for them
        self._origin = ""
        self._encode = Encoder(self._reference)
        self._decode = Decoder(self._handle, MAX_ANSWER)

    def ask(self, verb: str, *arguments: Any, origin: str = "") -> Any:
        """Ask one question: its value, or the student's exception, or WorkerLost, and from then on always the same."""
        if self._end is not None:
            raise WorkerLost(self._end.outcome, self._end.message, self._end.stack)
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
        try:
            return self._value_of(self.worker.exchange(question))
        except WorkerLost as lost:
            self._end = lost
            raise

    def member(self, module: Handle, number: int, name: str) -> Any:
        """Return an attribute of a module. A class stays what it is for the time of a check, and is asked for once."""
        found = self.classes.get((number, name))
        if found is not None:
            return found
        value = self.ask("get", module, name, origin=f".{name}")
        if isinstance(value, Handle) and _state(value)[2] == "type":
            self.classes[number, name] = value
        return value

    def load(self, files: dict[str, tuple[str, bytes]], roots: dict[str, str], course: tuple[str, ...] = ()) -> None:
        """Give the student's side a submission: its modules, the allowed libraries, the names the course uses."""
        self._begin()
        self.ask("load", files, roots, course)

    def begin_check(self) -> None:
        """Start a check afresh: its own count of questions, its own clock, no handles left from the one before."""
        self._begin()
        self.ask("forget")
        self.worker.begin_check()

    def _begin(self) -> None:
        self._left, self._volume = self._max_questions, 0
        self._handles.clear()
        self.classes.clear()

    def run_helper(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Run a self-contained function of the checkpoint on the student's side and return what it returns."""
        name, source = helper_source(function)
        return self.ask("run", source, name, arguments, origin=f"{name}(…)")

    def _value_of(self, body: bytes) -> Any:
        self._volume += len(body)
        if self._volume > MAX_ANSWERS:
            raise WrongKind(f"your code gave more than {MAX_ANSWERS // 1024**2} MiB to one check; does it never end?")
        try:
            number, kind, payload = loads(body)
            if number != self._number:
                raise ProtocolError("an answer to another question")
            if kind == "value":
                return self._decode(payload)
            if kind == "refused":
                raise WrongKind(_word(payload))
            if kind != "raised":
                raise ProtocolError("an answer of no known kind")
            error = student_error(payload)
        except ProtocolError as problem:
            raise broken(str(problem)) from None
        except (TypeError, ValueError, LookupError) as problem:
            raise broken(f"a malformed answer: {type(problem).__name__}") from None
        raise error

    def output(self) -> str:
        """Return what the student's code has printed since the last call."""
        return self.worker.output()

    def _reference(self, value: Any) -> list[Any]:
        if isinstance(value, Handle):
            number = _state(value)[1]
            if self._handles.get(number) is not value:
                raise HelperError("an object that an earlier check was given cannot be used in this one")
            return ["h", number]
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
        elif self._origin:  # seen again: where it was seen last is where the check has it from
            _rename(handle, self._origin)
        return handle
