"""A student's files, read once: a folder of modules, each parsed and never executed here."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Protocol

import msgspec

from grader.course import Course
from grader.errors import UsageError, did_you_mean, nearest
from grader.report import Place, Problem
from grader.source import Module, SourceProblem, decode, parse
from grader.text import clean

__all__ = ["MAX_FILE", "Folder", "Source", "Submission", "assemble", "read_submission", "solution_text", "too_large"]

MAX_FILE = 512 * 1024  # bytes of one module
MAX_TOTAL = 1536 * 1024  # bytes of all modules, so that they fit into one question
MAX_FILES = 100

Cells = Mapping[str, Sequence[tuple[int, int, int]]]


class Submission:
    """The modules of one submission, by name: their bytes, their parsed form, and what is wrong with them.

    `files` maps a module's name to the name of its file and its bytes, as the worker needs them. For a module that was
    a notebook, `cells` holds for each run of its lines the first one, the number of its cell, and its line in there.
    """

    def __init__(
        self,
        course: Course,
        files: Mapping[str, tuple[str, bytes]],
        problems: Mapping[str, Problem],
        *,
        cells: Cells | None = None,
    ) -> None:
        self.course = course
        self.files = dict(files)
        self._cells: Cells = cells or {}
        self._unread = dict(problems)
        self._problems = dict(problems)
        self._modules: dict[str, Module | None] = {}

    @classmethod
    def of_texts(cls, course: Course, texts: Mapping[str, str]) -> Submission:
        """Return the submission that modules with these sources would be."""
        return cls(course, {name: (f"{name}.py", text.encode("utf-8")) for name, text in texts.items()}, {})

    @classmethod
    def unusable(cls, course: Course, problem: Problem) -> Submission:
        """Return the submission of which nothing can be read; every check ends with this problem."""
        return cls(course, {}, dict.fromkeys(course.modules, problem))

    @classmethod
    def absent(cls, course: Course, wanted: str) -> Submission:
        """Return the submission of somebody who handed in nothing: everything is still to do."""
        return cls.unusable(course, Problem(wanted, "nothing was handed in", _HAND_IN))

    @classmethod
    def foreign(cls, course: Course, wanted: str, kinds: str) -> Submission:
        """Return the submission that holds nothing but files of other kinds than the wanted one."""
        return cls.unusable(course, Problem(wanted, f"there is no {wanted}, only {kinds}", f"Hand in {wanted} itself."))

    def content(self) -> tuple[dict[str, tuple[str, bytes]], dict[str, Problem], Cells]:
        """Return what the same submission can be made of in another process: files, problems, cells."""
        return self.files, self._unread, self._cells

    def digest(self) -> str:
        """Return a hash of all that a report depends on: the files, what could not be read, the cells."""
        import hashlib

        files = sorted((module, Path(file).name, data) for module, (file, data) in self.files.items())
        content = (files, sorted(self._unread.items()), sorted(self._cells.items()))
        return hashlib.sha256(msgspec.msgpack.encode(content)).hexdigest()

    def module(self, name: str) -> Module | None:
        """Return the parsed module, or None when it is not there or does not parse; `problem` then says why."""
        if name not in self._modules:
            self._modules[name] = self._parse(name)
        return self._modules[name]

    def problem(self, name: str) -> Problem | None:
        """Return what keeps a whole module from being checked, if anything does."""
        self.module(name)
        return self._problems.get(name)

    def todo(self, unit: str) -> bool:
        """Return whether a unit is still to be written: missing, or the stub. A module that does not parse says no."""
        module_name, _, name = unit.partition(":")
        module = self.module(module_name)
        if module is None:
            return module_name not in self.files and not self._is_fatal(module_name)
        return module.is_todo(name) and not self._is_starred(module_name, name)

    def lookalike(self, unit: str) -> str:
        """Return a name in the module that may be meant for a unit that is missing, or its class; "" when none is near.

        `Stakc` for `Stack`, `__ad__` for `__add__`; never what the course or Python calls something else.
        """
        module_name, _, name = unit.partition(":")
        module = self.module(module_name)
        if module is None:
            return ""
        parts = name.split(".")
        depth = next((d for d in range(len(parts)) if ".".join(parts[: d + 1]) not in module.units), None)
        if depth is None:
            return ""
        parent, missing = ".".join(parts[:depth]), parts[depth]
        inside = [known for known in module.units if known.rpartition(".")[0] == parent]
        asked = {".".join(other.partition(":")[2].split(".")[: depth + 1]) for other in self.course.units}
        own = {known.rpartition(".")[2]: known for known in inside if known not in asked}
        by_case = (known for known in own if known.casefold() == missing.casefold())
        near = next(by_case, "") or nearest(missing, [known for known in own if not hasattr(object, known)])
        return own[near] if near else ""

    def _is_starred(self, module_name: str, name: str) -> bool:
        """Return whether another module of the submission, imported whole, brings a unit that has no binding here."""
        first = name.partition(".")[0]
        waiting = [module_name]
        for current in waiting:  # which grows meanwhile
            module = self.module(current)
            if module is None:
                continue
            if not module.is_todo(name):
                return True
            if first not in module.units:
                waiting += [star for star in module.stars if star not in waiting]
        return False

    def names(self, module_name: str) -> set[str]:
        """Return all names that a module binds somewhere."""
        module = self.module(module_name)
        names = set[str]()
        for node in ast.walk(module.tree) if module else ():
            match node:
                case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name):
                    names.add(name)
                case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                    names.add(name)
                case ast.alias(name=name, asname=other):
                    names.add(other or name.partition(".")[0])
        return names

    def unit_at(self, module_name: str, line: int) -> str | None:
        """Return the unit of the course whose source holds a line of a module."""
        module = self.module(module_name)
        name = module.unit_at(line) if module else None
        unit = f"{module_name}:{name}"
        return unit if unit in self.course.units else None

    def located(self) -> dict[str, str]:
        """Return the name of each module by that of its file, as code objects have it."""
        return {file: name for name, (file, _) in self.files.items()}

    def loop_at(self, module_name: str, line: int, kind: type[ast.While] | type[ast.For]) -> int:
        """Return the first line of the innermost loop of a kind that holds a line of a module; 0 when none does."""
        module = self.module(module_name)
        loops = (node for node in ast.walk(module.tree) if isinstance(node, kind)) if module else ()
        return max((n.lineno for n in loops if n.lineno <= line <= (n.end_lineno or n.lineno)), default=0)

    def place(self, module_name: str, line: int, function: str = "") -> Place:
        """Return a line of the submission with its text."""
        file = self.files[module_name][0] if module_name in self.files else f"{module_name}.py"
        module = self.module(module_name)
        lines = module.lines if module else ()
        text = lines[line - 1].strip() if 0 < line <= len(lines) else ""
        return self._in_cell(module_name, Place(Path(file).name, line, clean(function, 80), clean(text, 200)))

    def _in_cell(self, module_name: str, place: Place) -> Place:
        """Return a place in a notebook as people count there: the cell, and the line in it."""
        before = [cell for cell in self._cells.get(module_name, ()) if cell[0] <= place.line]
        if not before:
            return place
        first, number, line = before[-1]
        return msgspec.structs.replace(place, line=place.line - first + line, cell=number)

    def _parse(self, name: str) -> Module | None:
        if name not in self.files:
            return None
        file, data = self.files[name]
        short = Path(file).name
        try:
            module = parse(decode(data, short), short)
        except SourceProblem as error:
            problem = _syntax_problem(short, error)
            place = problem.place and self._in_cell(name, problem.place)
            self._problems[name] = msgspec.structs.replace(problem, place=place)
            return None
        if module.is_empty:
            self._problems[name] = Problem(short, f"{short} is empty: nothing is written in it yet", _START_AGAIN)
        return module

    def _is_fatal(self, name: str) -> bool:
        return name in self._problems and self._problems[name].advice not in (_START_AGAIN, _HAND_IN)


# What is to be done about code that is not there, which is no fault of what is.
_START_AGAIN = "`grade reset STAGE` puts a fresh copy into your folder, and `grade init DIR` makes a new folder."
_HAND_IN = "Hand in the file with your code, or your notebook."


def _syntax_problem(file: str, error: SourceProblem) -> Problem:
    place = None
    if error.line is not None:
        place = Place(file, error.line, "", clean(error.text.rstrip(), 200), error.column or 0)
    advice = next((text for sign, text in _IN_THE_EDITOR.items() if sign in error.message), _MEND)
    return Problem(file, clean(error.message), advice, place)


_MEND = "Python cannot read the file until this line is right."
_IN_THE_EDITOR = {  # what no line of code can mend
    "save the file as UTF-8": (
        "In VS Code: click the encoding at the bottom right, Save with Encoding, UTF-8. "
        "In Notepad: Save as, Encoding: UTF-8."
    ),
    "TabError": (
        "In VS Code: press F1, Convert Indentation to Spaces. In other editors: replace each tab by four spaces."
    ),
}


class Source(Protocol):
    """The files of one submission, wherever they lie."""

    def names(self) -> list[str]:
        """Return the names of the files, without folders."""

    def read(self, file: str) -> bytes | Problem:
        """Return the bytes of one of them, at most MAX_FILE, or what keeps it from being read."""

    def location(self, file: str) -> str:
        """Return the file as tracebacks and debuggers name it."""


def read_submission(course: Course, path: Path) -> Submission:
    """Read the submission at `path`: a folder of modules, the file of one module, or a notebook.

    UsageError when the path is not there. What is wrong with a module inside is kept as its Problem.
    """
    if path.is_file():
        return _read_one(course, path)
    if not path.is_dir():
        raise UsageError(f"there is no submission at {path}", "Give a folder that holds the exercise's modules.")
    return assemble(course, Folder(path))


def assemble(course: Course, source: Source) -> Submission:
    """Make a submission of its files: the course's modules, and whatever modules of their own lie beside them."""
    names = set(source.names())
    files: dict[str, tuple[str, bytes]] = {}
    problems: dict[str, Problem] = {}
    total = 0
    for module in (*course.modules, *_helpers(course, names)):
        file = f"{module}.py"
        data = source.read(file) if file in names else _missing(file)
        if isinstance(data, bytes) and (total := total + len(data)) > MAX_TOTAL:
            data = Problem(file, f"all files together are larger than {MAX_TOTAL // 1024} KiB", _ONLY_CODE)
        if isinstance(data, Problem):
            problems[module] = data
        else:
            files[module] = (source.location(file), data)
    return Submission(course, files, problems)


_ONLY_CODE = "Keep only your code in it."


def _missing(file: str) -> Problem:
    return Problem(file, f"there is no {file}", _START_AGAIN)  # and not where: reports are the same everywhere


def too_large(file: str) -> Problem:
    """Return what is wrong with a file of more than MAX_FILE bytes."""
    return Problem(file, f"{file} is larger than {MAX_FILE // 1024} KiB", _ONLY_CODE)


def _helpers(course: Course, files: Iterable[str]) -> list[str]:
    """Return the names of other modules beside the exercise; one named like a library of Python's shadows nothing."""
    names = sorted(file.removesuffix(".py") for file in files if file.endswith(".py"))
    others = [n for n in names if n.isidentifier() and n not in sys.stdlib_module_names and n not in course.modules]
    return others[:MAX_FILES]


class Folder:
    """The source that a folder is. Links that lead out of it are not followed."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def names(self) -> list[str]:
        """UsageError when the folder cannot be listed."""
        try:
            return [entry.name for entry in self.path.iterdir()]
        except OSError as error:
            raise UsageError(f"the folder {self.path} cannot be read: {error.strerror}") from None

    def read(self, file: str) -> bytes | Problem:
        path = self.path / file
        try:
            if not path.resolve().is_relative_to(self.path.resolve()):
                return Problem(file, f"{file} is a link to a file outside the submission", "Put the file itself there.")
            if not path.is_file():
                return Problem(file, f"{file} is not a file", f"Put your code into a file named {file}.")
            if path.stat().st_size > MAX_FILE:
                return too_large(file)
            return path.read_bytes()
        except (OSError, RuntimeError) as error:  # no permission, or a loop of links
            return Problem(
                file, f"{file} cannot be read: {getattr(error, 'strerror', error)}", "Check its permissions."
            )

    def location(self, file: str) -> str:
        return str(self.path / file)


def _read_one(course: Course, path: Path) -> Submission:
    if path.suffix == ".ipynb":
        return _read_notebook(course, path)
    if path.suffix != ".py" or path.stem not in course.modules:
        wanted = ", ".join(f"{name}.py" for name in course.modules)
        hint = did_you_mean(path.name, [f"{name}.py" for name in course.modules])
        raise UsageError(f"{path.name} is not a module of this course", hint or f"Its modules are {wanted}.")
    data = Folder(path.parent).read(path.name)
    if isinstance(data, Problem):
        return Submission(course, {}, {path.stem: data})
    return Submission(course, {path.stem: (str(path), data)}, {})


def _read_notebook(course: Course, path: Path) -> Submission:
    from grader.notebook import MAX_NOTEBOOK, submission_of

    try:
        with path.open("rb") as stream:
            data = stream.read(MAX_NOTEBOOK + 1)
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}", "Check its permissions.") from None
    return submission_of(course, data, path.name)


def solution_text(course: Course, module: str) -> str:
    """Return the reference source of a module."""
    return (course.solutions / f"{module}.py").read_bytes().decode("utf-8")
