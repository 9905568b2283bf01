"""Trials that a check and its variants share, so that nobody runs the same ones twice.

Most variants of a statistical check change what is claimed of some trials, and not the trials: a
term of the bound, an exponent, a factor.  A variant has the seed of its check, so it would draw the
very same numbers again; instead it is held against those that the check has drawn.

What is drawn follows from the function that draws, with all that is bound to it, and from the state
of the generator.  Both are compared byte by byte, as they would travel to another process, without
the values that an object has only put by (`cached_property`).  A function that has another state
after its draws is not remembered, nor is one that cannot travel.
"""

from __future__ import annotations

import hashlib
import io
import pickle
from collections import OrderedDict
from collections.abc import Callable
from functools import cache, cached_property
from typing import Any, TypeVar

import cloudpickle
import numpy as np

Drawn = TypeVar("Drawn")
Draw = Callable[[np.random.Generator, int], Drawn]
"""Runs a number of trials with a generator."""

_MOST = 2**26  # bytes of all that is remembered
_KNOWN: OrderedDict[bytes, bytes] = OrderedDict()


def once(draw: Draw[Drawn]) -> Draw[Drawn]:
    """The same draws, looked up where the same was drawn before in this process.

    The generator is left as it would be after the draws.

    >>> from functools import partial
    >>> noise = partial(np.random.Generator.normal, loc=1.0)
    >>> first, again = np.random.default_rng(1), np.random.default_rng(1)
    >>> draws = lambda rng, size: noise(rng, size=size)
    >>> bool((once(draws)(first, 3) == once(draws)(again, 3)).all())
    True
    >>> bool(first.random() == again.random())
    True
    """

    def drawn(rng: np.random.Generator, size: int) -> Drawn:
        key = _key(draw, rng, size)
        if key is not None and key in _KNOWN:
            _KNOWN.move_to_end(key)
            known, later = pickle.loads(_KNOWN[key])  # our own text
            _move_on(rng, later)
            found: Drawn = known
            return found
        before = pickle.loads(pickle.dumps(rng))
        result = draw(rng, size)
        if key is not None and key == _key(draw, before, size):
            _KNOWN[key] = pickle.dumps((result, rng))
            while sum(map(len, _KNOWN.values())) > _MOST:
                _KNOWN.popitem(last=False)
        return result

    return drawn


def _key(draw: Any, rng: np.random.Generator, size: int) -> bytes | None:  # noqa: ANN401
    """The hash of all that the draws follow from; None for what cannot be written down."""
    text = io.BytesIO()
    try:
        _Writer(text).dump((draw, rng, size))
    except Exception:  # noqa: BLE001 - whatever a closure holds, it is drawn again
        return None
    return hashlib.sha256(text.getbuffer()).digest()


class _Writer(cloudpickle.Pickler):  # type: ignore[misc]  # cloudpickle has no types
    """Writes what is compared, and never read again."""

    def reducer_override(self, obj: Any) -> Any:  # noqa: ANN401
        """An object without the values of its cached properties."""
        kind: Any = type(obj)
        if not (put_by := _cached(kind)) or not hasattr(obj, "__dict__"):
            return super().reducer_override(obj)
        return kind, (), {k: v for k, v in vars(obj).items() if k not in put_by}


@cache
def _cached(kind: type) -> frozenset[str]:
    return frozenset(
        name
        for base in kind.__mro__
        for name, value in vars(base).items()
        if isinstance(value, cached_property)
    )


def _move_on(rng: np.random.Generator, later: np.random.Generator) -> None:
    """Leave the generator in the state of another one, which began as it did."""
    rng.bit_generator.state = later.bit_generator.state
    there, here = later.bit_generator.seed_seq, rng.bit_generator.seed_seq
    if isinstance(there, np.random.SeedSequence) and isinstance(here, np.random.SeedSequence):
        here.spawn(there.n_children_spawned - here.n_children_spawned)
