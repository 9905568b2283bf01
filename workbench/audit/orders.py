"""Draws of an order, or of some of given items: what is drawn is their places.

A shuffle of records is handed the records themselves.  On a neighbour these are others, and the
draw is the same: so places are recorded, and what stands there now is what comes back.
"""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

ORDERS = ("permutation", "permuted", "shuffle", "choice", "choices", "sample")
_ITEMS = ("x", "a", "seq", "population")
"""What the argument with the items is called."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A draw of places: `run` makes it, `put` puts the items there, `told` says how many."""

    run: Callable[[], Any]
    put: Callable[[Any], Any]
    told: str


def placed(
    name: str, original: Callable[..., Any], args: Sequence[Any], kwargs: dict[str, Any], own: int
) -> Placed | None:
    """The draw of places behind a call of `original`; None if it is about numbers, not items.

    own: 1 where the first argument is the generator itself
    """
    given, named = list(args[own:]), dict(kwargs)
    items: Any = given.pop(0) if given else next((named.pop(k) for k in _ITEMS if k in named), None)
    plain = items is None or isinstance(items, int | np.integer)
    if name not in ORDERS or plain or "counts" in named or named.get("out") is not None:
        return None
    own_args, axis = args[:own], named.get("axis", 0)
    holder = args[0] if own else getattr(original, "__self__", None)
    numeric = isinstance(holder, np.random.Generator | np.random.RandomState)
    if name == "permuted":
        whole = np.asarray(items)
        places = np.arange(whole.size).reshape(whole.shape)
        return Placed(
            lambda: original(*own_args, places, *given, **named), lambda at: whole.ravel()[at],
            _told(f"items of shape {whole.shape}", given, named),
        )  # fmt: skip
    count = np.shape(items)[axis or 0] if numeric else len(items)
    named.pop("axis", None)

    def run() -> Any:  # noqa: ANN401
        places = np.arange(count) if numeric else list(range(count))
        answer = original(*own_args, places, *given, **named)
        return places if name == "shuffle" else answer

    def put(at: Any) -> Any:  # noqa: ANN401
        if numeric:
            chosen = np.take(np.asarray(items), at, axis=axis or 0)
        else:
            chosen = items[at] if name == "choice" else [items[i] for i in at]
        if name != "shuffle":
            return chosen
        items[:] = list(chosen) if isinstance(items, list) else chosen
        return None

    return Placed(run, put, _told(f"{count} items", given, named))


def _told(many: str, given: list[Any], named: dict[str, Any]) -> str:
    """How many items, and the other arguments, such as weights."""
    return "; ".join([many, *map(told_of, given), *(f"{k}={told_of(v)}" for k, v in named.items())])


def told_of(x: Any) -> str:  # noqa: ANN401
    """An argument in words that differ where it does."""
    if isinstance(x, np.ndarray) and x.size > 20:
        digest = hashlib.sha256(x.tobytes()).hexdigest()[:12]
        return f"array of {x.dtype} with shape {x.shape} and digest {digest}"
    return repr(x.tolist()) if isinstance(x, np.ndarray) else repr(x)
