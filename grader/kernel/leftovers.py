"""Objects of a class as it was before its cell was run again: they keep the old methods, and are no instances any more.

Nothing says so. `isinstance(s, Stack)` is false, though `s` prints as a Stack, and the error comes up far from there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import FunctionType
from typing import Any

__all__ = ["leftovers"]

MAX_NAMED = 3
MAX_ELEMENTS = 1000  # of a list that are looked at

_mro_of: Callable[[type], tuple[type, ...]] = type.__dict__["__mro__"].__get__


def leftovers(namespace: Mapping[str, Any]) -> str:
    """Return in a sentence what is left of classes that were defined anew since, or "" when there is nothing."""
    classes = {value.__name__: value for value in list(namespace.values()) if _is_own_class(value, namespace)}
    found = {name: old for name, value in list(namespace.items()) if (old := _old_class(name, value, classes))}
    if not found:
        return ""
    names = [f"`{name}`" for name in found]
    shown = names[:MAX_NAMED] + ([f"{len(names) - MAX_NAMED} more"] if len(names) > MAX_NAMED else [])
    verb = "still uses" if len(names) == 1 else "still use"
    kinds = " and ".join(f"`{name}`" for name in dict.fromkeys(found.values()))
    listed = shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}"
    return f"{listed} {verb} {kinds} as it was before its cell was run again: restart the kernel and run all cells."


def _is_own_class(value: object, namespace: Mapping[str, Any]) -> bool:
    return isinstance(value, type) and value.__module__ == namespace.get("__name__") and value.__name__ in namespace


def _old_class(name: str, value: Any, classes: Mapping[str, type]) -> str:
    """Return the name of the class that a variable holds an old version of, be it in a list or by inheritance."""
    if name.startswith("_") or name in ("In", "Out"):
        return ""
    for part in _parts(value):
        for kind in _mro_of(part if isinstance(part, type) else type(part)):
            now = classes.get(kind.__name__)
            if now is not None and kind is not now and kind.__module__ == now.__module__:
                return kind.__name__
    return ""


def _parts(value: Any) -> Iterator[Any]:
    """Yield an object, what a list or a dict holds, and what a function has as its default values."""
    yield value
    if type(value) in (list, tuple, set):
        yield from list(value)[:MAX_ELEMENTS]
    elif type(value) is dict:
        yield from list(value.values())[:MAX_ELEMENTS]
    elif isinstance(value, FunctionType):
        yield from value.__defaults__ or ()
