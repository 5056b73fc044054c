"""Helpers of a checkpoint: functions whose source a check sends to the student's side, to run there."""

from __future__ import annotations

import ast
import builtins
import inspect
import textwrap
from collections.abc import Callable, Iterator
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import symtable

__all__ = ["HelperError", "helper_source"]


class HelperError(Exception):
    """The author of a check asked for something that cannot cross to the student's side."""


@cache
def helper_source(function: Callable[..., Any]) -> tuple[str, str]:
    """Return a helper's name and source; HelperError when it leans on more than its arguments and its own imports."""
    if not inspect.isfunction(function) or function.__name__ == "<lambda>" or function.__closure__:
        raise HelperError("in_student needs a function written with def, without variables from around it")
    definition = _definition(function)
    definition.decorator_list.clear()
    # Annotations are for readers of the checkpoint; with this line nothing looks for what they name.
    source = f"from __future__ import annotations\n{ast.unparse(definition)}"
    stray = sorted(set(_outer_names(source)) - set(dir(builtins)) - {definition.name})
    if stray:
        raise HelperError(
            f"{definition.name}() uses {', '.join(stray)} from the checkpoint; pass it, or import it inside"
        )
    return definition.name, source


def _definition(function: Callable[..., Any]) -> ast.FunctionDef:
    try:
        statement = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
    except (OSError, SyntaxError, IndexError):
        raise HelperError(f"the source of {function.__name__}() cannot be read") from None
    if not isinstance(statement, ast.FunctionDef):
        raise HelperError(f"in_student needs a function written with def, which {function.__name__}() is not")
    return statement


def _outer_names(source: str) -> Iterator[str]:
    """Yield every name that some part of a helper, its default values included, looks up outside of it."""
    import symtable

    tables: list[symtable.SymbolTable] = [symtable.symtable(source, "<helper>", "exec")]
    while tables:
        table = tables.pop()
        for symbol in table.get_symbols():
            if symbol.is_referenced() and symbol.is_global() and not symbol.is_assigned():
                yield symbol.get_name()
        tables += table.get_children()
