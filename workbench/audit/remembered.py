"""What a mechanism keeps from one call to the next, as far as Python can see.

Two runs cannot see what happens in the thousandth.  What they can see is that a call changes
something that outlives it: a counter, a cache, a table of noise that is used up.  Looked at are the
closure, the defaults and the attributes of a function, its object, and the globals that it and the
functions of its module name; generators are not, whose draws are watched.
"""

import copy
import operator
import random
import types
import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np

from workbench.audit.intact import alike

_GENERATORS = (np.random.Generator, np.random.RandomState, np.random.BitGenerator, random.Random)
_CODE = (types.ModuleType, types.FunctionType, types.BuiltinFunctionType, types.MethodType, type)
_DEEPEST = 6

Kept = dict[str, Any]


def kept(mechanism: Any) -> Kept:  # noqa: ANN401
    """Copies of all that is looked at, by name."""
    found: dict[str, Any] = {}
    _collect(mechanism, found, set(), 0)
    return {name: _copy(value) for name, value in found.items()}


def remembers(before: Kept, mechanism: Any) -> str:  # noqa: ANN401
    """What to say where calls have changed what later calls see; nothing where they have not."""
    after = kept(mechanism)
    names = sorted(
        name for name in before.keys() | after.keys()
        if name not in before or name not in after or not alike(before[name], after[name])
    )  # fmt: skip
    if not names:
        return ""
    return (
        f"Its calls change {', '.join(names)}: what later calls do with that is not seen here. "
        "Audit many outputs too: audit.audit(audit.per_call(mechanism), ...)."
    )


def _collect(f: Any, found: dict[str, Any], seen: set[int], depth: int) -> None:  # noqa: ANN401
    f = getattr(f, "__wrapped__", f) if callable(getattr(f, "cache_info", None)) else f
    owner = getattr(f, "__self__", None)
    function = getattr(f, "__func__", f)
    if not isinstance(function, types.FunctionType):
        if isinstance(f, types.BuiltinFunctionType | type):
            return
        owner, function = f, vars(type(f)).get("__call__")
    if id(function) in seen or depth > _DEEPEST:
        return
    seen.add(id(function))
    if owner is not None and not isinstance(owner, _CODE):
        found.update({f"self.{k}": v for k, v in getattr(owner, "__dict__", {}).items()
                      if _state(v)})  # fmt: skip
    if not isinstance(function, types.FunctionType):
        return
    name = function.__name__
    for k, v in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        _take(k, getattr(v, "cell_contents", None), found, seen, depth)
    found.update({f"{name}.{k}": v for k, v in vars(function).items() if _state(v)})
    for value in (*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()):
        if _state(value) and not isinstance(value, int | float | str | bytes | tuple | None):
            found[f"a default of {name}"] = value
    for k in _names(function.__code__):
        if k in function.__globals__:
            _take(k, function.__globals__[k], found, seen, depth, function.__module__)


def _take(
    name: str, value: Any, found: dict[str, Any], seen: set[int], depth: int,  # noqa: ANN401
    home: str | None = None,
) -> None:  # fmt: skip
    if _state(value):
        found[name] = value
    elif isinstance(value, types.FunctionType) and (home is None or value.__module__ == home):
        _collect(value, found, seen, depth + 1)
    elif isinstance(value, type) and value.__module__ == home:
        found.update({f"{name}.{k}": v for k, v in vars(value).items()
                      if _state(v) and not k.startswith("__") and not callable(v)})  # fmt: skip


def _state(value: Any) -> bool:  # noqa: ANN401
    return not isinstance(value, (*_CODE, *_GENERATORS))


def _names(code: types.CodeType) -> set[str]:
    """The names of globals in a function and in those that are written inside of it."""
    inner = (c for c in code.co_consts if isinstance(c, types.CodeType))
    return set(code.co_names).union(*map(_names, inner))


def _copy(value: Any) -> Any:  # noqa: ANN401
    """A copy that does not change with it; of an iterator where it stands."""
    if isinstance(value, Iterator):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                return repr(value.__reduce__()), operator.length_hint(value, 0)
            except Exception:  # noqa: BLE001 - a generator says nothing of where it stands
                return repr(value)
    try:
        return copy.deepcopy(value)
    except Exception:  # noqa: BLE001 - a stranger's object: what it shows of itself
        return repr(value)
