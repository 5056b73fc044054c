"""A notebook's definitions as a submission: what is there now, whatever cells it came from and in whatever order."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from functools import cached_property, partial, partialmethod
from types import CodeType, FunctionType, MethodType
from typing import Any

from grader.course import Course
from grader.kernel.cells import Cells
from grader.notebook import submission_of_cells
from grader.report import Place
from grader.source import Module
from grader.submission import Submission
from grader.text import clean

__all__ = ["CellPlace", "Live"]

_MISSING = object()
MAX_WRAPPERS = 20  # of a function


class CellPlace(Place, frozen=True):
    """A line of a cell, by the number under which the cell was run, as Python's own tracebacks there say it."""

    @property
    def spot(self) -> str:
        return f"{self.file}, line {self.line}"


class Live(Submission):
    """The notebook's namespace. There are no files: what the checks use are the objects themselves."""

    def __init__(self, course: Course, namespace: Mapping[str, Any], cells: Cells) -> None:
        super().__init__(course, {}, {})
        self._namespace = namespace
        self._cells_run = cells

    @cached_property
    def text(self) -> Submission:
        """The cells that were run as a submission of text, for what has to be found out by changing code."""
        return submission_of_cells(self.course, self._cells_run.run())

    def module(self, name: str) -> Module | None:
        """Return the parsed source of a cell; here the name of a module is that of the file that its code has."""
        return self._cells_run.source(name)

    def located(self) -> dict[str, str]:
        return {file: file for file in self._cells_run.files()}

    def problem(self, name: str) -> None:
        return None

    def todo(self, unit: str) -> bool:
        """Return whether a unit is missing, or its source is the stub; without its source the text has to tell."""
        name = unit.partition(":")[2]
        found = self._object(name)
        if found is _MISSING:
            return True
        code = _code_of(found)
        if code is None:
            return False
        module = self.module(code.co_filename)
        if module is None:
            return self.text.module(unit.partition(":")[0]) is not None and self.text.todo(unit)
        at = [u for u in module.history if u.first <= code.co_firstlineno <= u.last and u.runs]
        return bool(at) and max(at, key=lambda u: u.first).is_stub

    def is_undefined(self, unit: str) -> bool:
        """Return whether not even the first part of a unit's name is there: then no cell of it was run."""
        return unit.partition(":")[2].partition(".")[0] not in self._namespace

    def was_lost(self, unit: str) -> bool:
        """Return whether a unit that is missing was given in a cell that was run: its class came anew since."""
        name = unit.partition(":")[2]
        modules = filter(None, map(self.text.module, self.text.files))
        given = any(bound.name == name and bound.is_patch for module in modules for bound in module.history)
        return given and self._object(name) is _MISSING

    def lookalike(self, unit: str) -> str:
        return self.text.lookalike(unit)

    def unit_at(self, module_name: str, line: int) -> str | None:
        """Return the unit of the course at a line of a cell."""
        module = self.module(module_name)
        name = module.unit_at(line) if module else None
        return next((unit for unit in self.course.units if unit.partition(":")[2] == name), None)

    def place(self, module_name: str, line: int, function: str = "") -> Place:
        module = self.module(module_name)
        lines = module.lines if module else ()
        text = lines[line - 1].strip() if 0 < line <= len(lines) else ""
        function, text = clean(function, 80), clean(text, 200)
        number = self._cells_run.number(module_name)
        if number is None:
            return Place(clean(module_name.replace("\\", "/").rpartition("/")[2], 80), line, function, text)
        return CellPlace(f"Cell In[{number}]", line, function, text)

    def place_of(self, unit: str) -> Place | None:
        """Return where a unit that is there was defined."""
        code = _code_of(self._object(unit.partition(":")[2]))
        return self.place(code.co_filename, code.co_firstlineno) if code else None

    def _object(self, name: str) -> Any:
        """Return what stands under a dotted name, inherited or not; what every class has does not count."""
        first, *rest = name.split(".")
        found = self._namespace.get(first, _MISSING)
        for part in rest:
            found = inspect.getattr_static(found, part, _MISSING) if found is not _MISSING else found
            if part in vars(object) and found is vars(object)[part]:
                return _MISSING
        return found


def _code_of(value: Any) -> CodeType | None:
    """Return the code that a call of it runs, if it was written in Python; what wraps a function stands for it."""
    for _ in range(MAX_WRAPPERS):
        match value:
            case FunctionType():
                if "__wrapped__" not in vars(value):
                    return value.__code__
                value = vars(value)["__wrapped__"]
            case staticmethod() | classmethod() | MethodType():
                value = value.__func__
            case property():
                value = value.fget
            case partial() | partialmethod():
                value = value.func
            case _:
                return None
    return None
