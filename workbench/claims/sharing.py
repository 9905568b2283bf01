"""Whether a mutant goes through the argument of its check, or only says that it fails.

A mutant is worth something because the same argument, put to a false variant, rejects it.  One that
returns `fails(...)` outright, or decides by other means than its check, shows nothing.  So a check
and its mutant must have code in common: a function that both call, directly or through functions of
their own package, other than the constructors of outcomes.  It is read off their code objects; no
name in a text, no comment counts.
"""

from __future__ import annotations

import builtins
import sys
import types
import warnings
from collections.abc import Callable, Iterator
from typing import Any

_OUTCOMES = "workbench.claims"  # constructors of outcomes decide nothing


def shared(check: Callable[..., Any], mutant: Callable[..., Any]) -> set[str]:
    """The qualified names of the functions that both reach."""
    return reached(check) & reached(mutant)


def reached(body: Callable[..., Any]) -> set[str]:
    """The functions and classes that a body may call, through those of its own package."""
    start = _plain(body)
    home = start.__module__.split(".", 1)[0]
    found = {f"{start.__module__}:{start.__qualname__}"}
    waiting, entered = [start], {start}
    while waiting:
        for target in _names(waiting.pop()):
            module = str(getattr(target, "__module__", None) or "")
            name = str(getattr(target, "__qualname__", ""))
            if module == _OUTCOMES or module.startswith(_OUTCOMES + ".") or not name:
                continue
            found.add(f"{module}:{name}")
            inner = getattr(target, "stated", target)
            own = isinstance(inner, types.FunctionType) and module.split(".", 1)[0] == home
            if own and inner not in entered:
                entered.add(inner)
                waiting.append(inner)
    return found


def _plain(body: Callable[..., Any]) -> types.FunctionType:
    """The function that an author wrote, under what the workbench put around it."""
    inner = getattr(body, "stated", body)
    while not isinstance(inner, types.FunctionType):
        inner = getattr(inner, "func", None) or type(inner).__call__
    return inner


def _names(function: types.FunctionType) -> Iterator[Any]:
    """The callables that the code of a function names: globals, attributes of modules, cells."""
    cells = function.__closure__ or ()
    for cell in cells:
        try:
            value = cell.cell_contents
        except ValueError:  # not bound yet
            continue
        yield from _callables(value)
    for value in (*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()):
        yield from _callables(value)
    for code in _codes(function.__code__):
        spaces: list[types.ModuleType] = []
        for name in code.co_names:
            value = function.__globals__.get(name, getattr(builtins, name, None))
            package = str(function.__globals__.get("__package__") or "")
            imported = [sys.modules.get(n) for n in (name, f"{package}.{name}")]
            for one in (value, *imported, *(_attribute(space, name) for space in spaces)):
                if isinstance(one, types.ModuleType):
                    spaces.append(one)
                else:
                    yield from _callables(one)


def _attribute(space: types.ModuleType, name: str) -> Any:  # noqa: ANN401
    with warnings.catch_warnings():  # an attribute of a module may be deprecated
        warnings.simplefilter("ignore")
        return getattr(space, name, None)


def _callables(value: Any) -> Iterator[Any]:  # noqa: ANN401
    """A callable, or those in a container at hand; classes of exceptions and builtins aside."""
    if isinstance(value, list | tuple | set | frozenset):
        for item in value:
            yield from _callables(item)
    elif isinstance(value, dict):
        for item in value.values():
            yield from _callables(item)
    elif callable(value) and getattr(value, "__module__", None) not in ("builtins", "typing", None):
        yield value
    elif not isinstance(value, type) and hasattr(value, "__dict__") and value.__class__.__module__:
        cls = type(value)
        if cls.__module__ not in ("builtins", "types"):
            yield cls


def _codes(code: types.CodeType) -> Iterator[types.CodeType]:
    """A code object and those of the functions, lambdas and comprehensions inside it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _codes(constant)
