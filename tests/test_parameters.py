"""Parameters: a function of four or more names each of them in its docstring, and so does a method.

What is looked at are the public names, those that a room lists in `__all__`: all functions, and
the classes of `workbench.algorithms`, whose parameters are what a user chooses.
"""

import importlib
import inspect
import pkgutil
import re
from collections.abc import Iterator
from typing import Any

import workbench


def public() -> dict[str, Any]:
    """Functions of the engine, and classes of its methods, by the place of their definition."""
    found = {}
    for module in pkgutil.walk_packages(workbench.__path__, "workbench."):
        if module.name.endswith("__main__"):
            continue
        room = importlib.import_module(module.name)
        for thing in (getattr(room, name) for name in getattr(room, "__all__", ())):
            home = getattr(thing, "__module__", None) or ""
            method = inspect.isclass(thing) and home.startswith("workbench.algorithms.")
            if method or (inspect.isfunction(thing) and home.startswith("workbench.")):
                found[f"{home}.{thing.__qualname__}"] = thing
    return found


def unnamed(thing: Any) -> Iterator[str]:
    """Parameters that the docstring does not name, where there are four or more."""
    names = list(inspect.signature(thing).parameters)
    doc = inspect.getdoc(thing) or ""
    if len(names) >= 4:
        yield from (name for name in names if not re.search(rf"\b{re.escape(name)}\b", doc))


def test_every_parameter_of_a_public_function_or_method_is_named() -> None:
    things = public()
    assert len(things) > 200
    missing = {name: list(unnamed(thing)) for name, thing in things.items()}
    assert {name: names for name, names in missing.items() if names} == {}


def planted(first: int, second: int, *, third: int, fourth: int) -> None:
    """The first, the second and the third are named, and `fourth_of_all` is another word."""


def test_a_parameter_without_a_name_is_seen() -> None:
    assert list(unnamed(planted)) == ["fourth"]
