"""Answers the checker's questions about the student's code: import this, call that, read this attribute.

A question is `[number, verb, *arguments]`, an answer `[number, kind, payload]`:

    kind "value"    the payload is the value
    kind "raised"   the student's code raised: {"type", "bases", "message", "frames", …}
    kind "refused"  the value may not travel (codec caps): the payload says why
"""

from __future__ import annotations

import builtins
import operator
import os
import sys
from collections.abc import Callable, Sequence
from importlib.machinery import ModuleSpec, PathFinder
from types import CodeType, ModuleType, TracebackType
from typing import Any

from .codec import MAX_ANSWER, CodecError, Decoder, Encoder, dumps, loads

__all__ = ["HELPER_FILE", "MAX_NAME", "OPERATORS", "Server"]

MAX_REPR = 400  # characters of a repr or of an exception's message
MAX_NAME = 80  # characters of the name of a class or function
MAX_HANDLES = 200_000
# Libraries for arrays start a thread for each core, and keep memory for it. A worker's memory is limited, a confined
# one may start no thread, and its siblings use the other cores.
_ONE_THREAD = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")
FIRST_FRAMES, LAST_FRAMES = 4, 12  # of a long traceback
HELPER_FILE = "<helper of the check>"

# The questions that are one function of the operator module.
OPERATORS: dict[str, Callable[..., Any]] = {
    name: getattr(operator, name)
    for name in (
        "add sub mul truediv floordiv mod pow matmul lshift rshift and_ or_ xor "
        "iadd isub imul itruediv ifloordiv imod ipow imatmul ilshift irshift iand ior ixor "
        "neg pos abs invert lt le gt ge getitem setitem delitem"
    ).split()
} | {"divmod": divmod, "round": round}

_BUILTIN_EXCEPTIONS = {  # by id: a student's metaclass may define what `==` means
    id(kind): kind.__name__
    for kind in vars(builtins).values()
    if isinstance(kind, type) and issubclass(kind, BaseException)
}
_STANDARD_LIBRARY = sys.stdlib_module_names
_END = object()

# What Python itself knows of an object, past every attribute and property that its class may define.
_name_of: Callable[[type], str] = type.__dict__["__name__"].__get__
_mro_of: Callable[[type], tuple[type, ...]] = type.__dict__["__mro__"].__get__
_traceback_of: Callable[[BaseException], TracebackType | None] = vars(BaseException)["__traceback__"].__get__


class Server:
    """One submission's modules, the objects the checker holds handles of, and a method for each verb."""

    def __init__(self) -> None:
        self._objects: dict[int, Any] = {}
        self._numbers: dict[int, int] = {}  # id(object) -> handle; the object is kept alive by _objects
        self._count = 0  # handles given so far; a number is never given twice
        self._encode = Encoder(self._handle_of, MAX_ANSWER)
        self._decode = Decoder(self._object_of)
        self._finder: SubmissionFinder | None = None
        self._verbs: dict[str, Callable[..., Any]] = {
            "load": self._load,
            "import": self._import,
            "forget": self._forget,
            "get": getattr,
            "set": setattr,
            "del": delattr,
            "call": _call,
            "op": _operate,
            "len": len,
            "iter": iter,
            "next": _next,
            "isinstance": isinstance,
            "issubclass": issubclass,
            "repr": _bounded_repr,
            "str": str,
            "dir": _names_of,
            "run": self._run_helper,
        }

    def answer(self, body: bytes) -> bytes:
        """Return the answer to one question; nothing that the student's code raises gets past this method."""
        number, verb, *arguments = loads(body)
        try:
            values = [self._decode(argument) for argument in arguments]
            kind, payload = "value", self._encode(self._verbs[verb](*values))
        except CodecError as error:
            kind, payload = "refused", str(error)
        except BaseException as error:
            kind, payload = "raised", self._describe(error)
        try:
            return dumps([number, kind, payload])
        except CodecError as error:
            return dumps([number, "refused", str(error)])

    def close(self) -> None:
        """Forget the submission: its modules leave sys.modules, and the import system."""
        self._forget()
        if self._finder is not None:
            self._finder.remove()
            self._finder = None

    # -- verbs ---------------------------------------------------------------------------------------------------

    def _load(self, modules: dict[str, tuple[str, bytes]], roots: dict[str, str], course: Sequence[str] = ()) -> None:
        self.close()
        self._finder = SubmissionFinder(modules, roots)
        self._finder.install(course)
        self._finder.preload()

    def _import(self, name: str) -> ModuleType:
        __import__(name)
        return sys.modules[name]

    def _forget(self) -> None:
        self._objects.clear()
        self._numbers.clear()

    def _run_helper(self, source: str, name: str, arguments: Sequence[Any]) -> Any:
        namespace: dict[str, Any] = {"__name__": "helper"}
        exec(compile(source, HELPER_FILE, "exec"), namespace)
        return namespace[name](*arguments)

    # -- handles -------------------------------------------------------------------------------------------------

    def _handle_of(self, value: Any) -> list[Any]:
        number = self._numbers.get(id(value))
        if number is None:
            if len(self._objects) >= MAX_HANDLES:
                raise CodecError(f"more than {MAX_HANDLES:,} objects are too many for one check")
            number = self._count = self._count + 1
            self._objects[number] = value
            self._numbers[id(value)] = number
        return ["h", number, str.__str__(_name_of(type(value)))[:MAX_NAME]]

    def _object_of(self, rest: list[Any]) -> Any:
        return self._objects[rest[0]]

    # -- exceptions ----------------------------------------------------------------------------------------------

    def _describe(self, error: BaseException) -> dict[str, Any]:
        """Return an exception as data, whatever its class makes of its attributes."""
        name = str.__str__(_name_of(type(error)))[:MAX_NAME]
        try:
            described = self._details(error)
            dumps(described)
        except BaseException:
            return {"type": name, "bases": ["Exception"], "message": "", "frames": []}
        return {"type": name, **described}

    def _details(self, error: BaseException) -> dict[str, Any]:
        bases = [_BUILTIN_EXCEPTIONS[id(base)] for base in _mro_of(type(error)) if id(base) in _BUILTIN_EXCEPTIONS]
        message, frames = _bounded(str, error), self._frames(_traceback_of(error))
        described: dict[str, Any] = {"bases": bases, "message": message, "frames": frames}
        if isinstance(error, SyntaxError):
            text = error.text[:MAX_REPR] if isinstance(error.text, str) else None
            numbers = [n if isinstance(n, int) and n >= 0 else None for n in (error.lineno, error.offset)]
            described["syntax"] = [str(error.filename)[-MAX_REPR:], *numbers, text]
        return described

    def _frames(self, trace: TracebackType | None) -> list[list[Any]]:
        """Return [module, line, function] for each frame in the student's own files, the outermost first."""
        files = self._finder.modules_by_file if self._finder else {}
        frames = []
        while trace is not None:
            code = trace.tb_frame.f_code
            module = files.get(code.co_filename)
            if module is not None:
                frames.append([module, trace.tb_lineno, code.co_name[:MAX_NAME]])
            trace = trace.tb_next
        return self._bounded_frames(frames)

    def _bounded_frames(self, frames: list[list[Any]]) -> list[list[Any]]:
        if len(frames) > FIRST_FRAMES + LAST_FRAMES:
            return frames[:FIRST_FRAMES] + frames[-LAST_FRAMES:]
        return frames


def _call(function: Any, arguments: Sequence[Any], keywords: dict[str, Any]) -> Any:
    return function(*arguments, **keywords)


def _operate(name: str, *operands: Any) -> Any:
    return OPERATORS[name](*operands)


def _next(iterator: Any) -> list[Any]:
    """Return [element], or [] at the end: a student's own StopIteration inside a check would be mistaken for it."""
    element = next(iterator, _END)
    return [] if element is _END else [element]


def _names_of(value: Any) -> list[str]:
    return [name for name in dir(value) if isinstance(name, str)]


def _bounded_repr(value: Any) -> str:
    return _bounded(repr, value)


def _bounded(text_of: Callable[[Any], str], value: Any) -> str:
    try:
        text = str.__str__(text_of(value))
    except BaseException as error:
        return f"<{_name_of(type(value))} whose {text_of.__name__}() raises {_name_of(type(error))}>"[:MAX_REPR]
    text = text if len(text) <= MAX_REPR else f"{text[: MAX_REPR - 1]}…"
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


class SubmissionFinder:
    """Imports the submission's modules from the sources it was given, and the libraries that the course allows.

    `modules` maps a module's name to its file's name and its bytes; `roots` maps the name of an allowed top-level
    package to the folder that holds it. A `random.py` in a submission shadows nothing, nor does one that is named like
    an allowed package; but no `engine` that happens to be on this process's path comes before the submission's.
    """

    def __init__(self, modules: dict[str, tuple[str, bytes]], roots: dict[str, str]) -> None:
        shadows = _STANDARD_LIBRARY | roots.keys()
        self._modules = {name: source for name, source in modules.items() if name not in shadows}
        self._roots = roots
        self._codes: dict[str, CodeType] = {}
        self._displaced: dict[str, ModuleType] = {}
        self._foreign: set[str] = set()
        self.modules_by_file = {file: name for name, (file, _) in self._modules.items()}

    def install(self, course: Sequence[str]) -> None:
        """Begin to import; modules of the course that this process has from elsewhere step aside until `remove`."""
        self._displaced = {name: sys.modules.pop(name) for name in course if name in sys.modules}
        self._foreign = {name for name in self._modules if name in sys.modules}
        sys.meta_path.insert(0, self)

    def preload(self) -> None:
        """Import the libraries, so that no question of a check has to wait for them."""
        kept = {name: os.environ.get(name) for name in _ONE_THREAD}
        os.environ.update(dict.fromkeys(_ONE_THREAD, "1"))
        for name in self._roots:
            try:
                __import__(name)
            except (Exception, SystemExit):  # one that cannot be imported says so again to whoever imports it
                continue
        for name, value in kept.items():
            del os.environ[name]
            if value is not None:
                os.environ[name] = value

    def remove(self) -> None:
        if self in sys.meta_path:
            sys.meta_path.remove(self)
        for name in self._modules.keys() - self._foreign:
            sys.modules.pop(name, None)
        sys.modules.update(self._displaced)

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if path is not None:  # a part of a package
            return None
        if fullname in self._modules:
            file, _ = self._modules[fullname]
            spec = ModuleSpec(fullname, self, origin=file)  # type: ignore[arg-type]
            spec.has_location = True
            return spec
        root = self._roots.get(fullname)
        return PathFinder.find_spec(fullname, [root], target) if root is not None else None

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return None

    def exec_module(self, module: ModuleType) -> None:
        name = module.__name__
        if name not in self._codes:
            file, source = self._modules[name]
            self._codes[name] = compile(source, file, "exec", dont_inherit=True)
        exec(self._codes[name], module.__dict__)
