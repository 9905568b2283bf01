"""Frozen randomness: foreign code runs on two neighbours with the very same draws.

Where `replay` needs the noise functions of a library by name, here the sources that Python code
draws from are watched themselves:

    numpy.random    default_rng, Generator, RandomState, the old functions; generators that are
                    globals of the mechanism's module
    random, secrets module functions and the classes Random and SystemRandom
    torch           normal, randn, rand and their kin, where torch is imported

Every draw is recorded with the line that asked for it; on the neighbour the recorded answers come
back.  With equal draws the two runs may differ only in how far the released numbers move.  Code
that draws inside a compiled library, as OpenDP does, cannot be watched: it is refused, not passed.
"""

import contextlib
import copy
import math
import os
import random
import secrets
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from workbench.audit.replay import Leak
from workbench.errors import ParameterError, require

_DRAWS = (
    "random", "random_sample", "rand", "randn", "uniform", "normal", "standard_normal", "laplace",
    "exponential", "standard_exponential", "gumbel", "logistic", "geometric", "binomial", "poisson",
    "integers", "randint", "choice", "permutation", "permuted", "bytes", "gamma", "standard_gamma",
    "beta", "chisquare", "dirichlet", "multinomial", "multivariate_normal", "standard_t",
    "hypergeometric", "negative_binomial", "tomaxint", "standard_cauchy",
)  # fmt: skip
_PLAIN = (
    "random", "uniform", "gauss", "normalvariate", "expovariate", "laplacevariate", "randint",
    "randrange", "choice", "choices", "sample", "getrandbits", "randbytes", "betavariate",
    "gammavariate", "lognormvariate", "triangular", "vonmisesvariate", "binomialvariate",
)  # fmt: skip
_SECRET = ("randbelow", "randbits", "choice", "token_bytes", "token_hex")
_TORCH = ("normal", "randn", "rand", "randn_like", "rand_like", "randint", "bernoulli", "poisson")
_SLACK = 1e-9


@dataclass(frozen=True, slots=True)
class FrozenDraw:
    """One draw: of which source, on which line, with which arguments, and the answer."""

    source: str
    line: str
    arguments: str
    answer: Any


@dataclass(frozen=True, slots=True)
class FrozenRuns:
    """What two runs with equal draws showed.

    `move_l1` and `move_l2` say how far the released numbers moved; both are infinite where the
    results have another shape.
    """

    draws: tuple[FrozenDraw, ...]
    move_l1: float
    move_l2: float
    leaks: tuple[Leak, ...]

    def __str__(self) -> str:
        """One line a leak, or how far the result moved."""
        if not self.leaks:
            moved = f"the result moves by {self.move_l1:.6g} (l1)"
            return f"no leak in {len(self.draws)} draws; {moved}"
        return "\n".join(f"{leak.line}: {leak.kind}: {leak.message}" for leak in self.leaks)


class _Parted(Exception):
    """The neighbour drew something else: no recorded answer belongs to it."""


class _Watch:
    """Records draws, or answers them from a record; draws made inside of a draw are its own."""

    def __init__(self, known: tuple[FrozenDraw, ...] | None = None) -> None:
        self.known, self.busy = known, False
        self.draws: list[FrozenDraw] = []
        self.leaks: list[Leak] = []

    def draw(self, source: str, run: Callable[[], Any], asked: str) -> Any:  # noqa: ANN401
        if self.busy:
            return run()
        line = _caller()
        if self.known is None:
            self.busy = True
            try:
                answer = run()
            finally:
                self.busy = False
            self.draws.append(FrozenDraw(source, line, asked, copy.deepcopy(answer)))
            return answer
        k = len(self.draws)
        before = self.known[k] if k < len(self.known) else None
        if before is None or (before.source, before.line) != (source, line):
            there = "no further draw" if before is None else f"{before.source} at {before.line}"
            self.leaks.append(Leak("control flow", line, f"{source} here, {there} on the dataset"))
            raise _Parted
        if before.arguments != asked:
            said = f"{source}{before.arguments} on the dataset, {source}{asked} on the neighbour"
            self.leaks.append(Leak("scale", line, said))
        self.draws.append(before)
        return copy.deepcopy(before.answer)


def replay_draws(
    mechanism: Callable[[Any], Any],
    dataset: Any,  # noqa: ANN401 - what the mechanism takes
    neighbour: Any,  # noqa: ANN401
    *,
    sensitivity: float | None = None,
    norm: int = 1,
) -> FrozenRuns:
    """Run on a dataset, then on a neighbour with the same draws, and compare.

    Args:
        mechanism: the code under audit, called with a dataset; it draws from the sources above.
        dataset: what is recorded.
        neighbour: what differs from it in one record, and gets the same draws.
        sensitivity: how far the released numbers are declared to move.
        norm: 1 or 2, the norm of that move.

    Raises:
        ParameterError: no draw was seen: the noise comes from compiled code, or there is none.

    >>> def count(rows):
    ...     return len(rows) + np.random.default_rng().laplace(scale=0.5)
    >>> str(replay_draws(count, [1, 1], [1], sensitivity=1.0))
    'no leak in 1 draws; the result moves by 1 (l1)'
    """
    require(norm in (1, 2), "norm", norm, "is not 1 or 2", "Measure moves in l1 or l2.")
    first = _Watch()
    with _watched(mechanism, first):
        before = _outcome(mechanism, dataset)
    second = _Watch(tuple(first.draws))
    after: Any = None
    with _watched(mechanism, second), contextlib.suppress(_Parted):
        after = _outcome(mechanism, neighbour)
    if not first.draws and not second.leaks:
        raise ParameterError(
            f"mechanism = {getattr(mechanism, '__name__', mechanism)!r} draws from no source that "
            "can be watched: its noise comes from compiled code, or there is none.\n"
            "  Audit its outputs: audit.audit(audit.per_call(mechanism), ...)."
        )
    leaks, moves = list(second.leaks), (0.0, 0.0)
    if not any(leak.kind == "control flow" for leak in leaks):
        if len(second.draws) < len(first.draws):
            missing = first.draws[len(second.draws)]
            said = f"{missing.source} is drawn on the dataset, and not on the neighbour"
            leaks.append(Leak("control flow", missing.line, said))
        found = _moves(before, after)
        line = first.draws[-1].line
        if isinstance(found, str):
            leaks.append(Leak("output", line, f"with equal draws {found}"))
            moves = (math.inf, math.inf)
        else:
            moves = (sum(found), math.sqrt(sum(x * x for x in found)))
        move = moves[norm - 1]
        if sensitivity is not None and sensitivity * (1 + _SLACK) < move < math.inf:
            said = f"the result moves by {move:.6g} in l{norm}, and {sensitivity:g} is declared"
            leaks.append(Leak("sensitivity", line, said))
    return FrozenRuns(tuple(first.draws), *moves, tuple(leaks))


def _outcome(mechanism: Callable[[Any], Any], data: Any) -> Any:  # noqa: ANN401
    """The result, or the exception that the mechanism raises: that is an outcome too."""
    try:
        return mechanism(data)
    except _Parted:
        raise
    except Exception as error:  # noqa: BLE001 - whatever it raises
        return error


def _moves(first: Any, second: Any) -> list[float] | str:  # noqa: ANN401
    """How far each number moved, or in which way the results differ otherwise."""
    if isinstance(first, Exception) or isinstance(second, Exception):
        told = [
            f"{type(x).__name__}: {x}" if isinstance(x, Exception) else "a result"
            for x in (first, second)
        ]
        return [] if told[0] == told[1] else f"the outcomes are {told[0]}, and {told[1]}"
    if isinstance(first, bool) or type(first) is not type(second):
        same = type(first) is type(second) and first == second
        return [] if same else f"the results are {first!r} and {second!r}"
    if isinstance(first, dict):
        if list(first) != list(second):
            return f"the keys are {list(first)} and {list(second)}"
        return _joined(list(first.values()), list(second.values()))
    if isinstance(first, list | tuple):
        return _joined(list(first), list(second))
    try:
        one, two = np.asarray(first, dtype=float), np.asarray(second, dtype=float)
    except (TypeError, ValueError):
        same = bool(first == second)
        return [] if same else f"the results are {first!r} and {second!r}"
    if one.shape != two.shape:
        return f"the shapes are {one.shape} and {two.shape}"
    moved = np.where(one == two, 0.0, np.abs(one - two))
    if np.isnan(moved).any() and not np.array_equal(np.isnan(one), np.isnan(two)):
        return "a number is NaN on one side only"
    return [float(x) for x in np.nan_to_num(moved, nan=0.0, posinf=math.inf).ravel()]


def _joined(first: list[Any], second: list[Any]) -> list[float] | str:
    if len(first) != len(second):
        return f"the lengths are {len(first)} and {len(second)}"
    parts = [_moves(a, b) for a, b in zip(first, second, strict=True)]
    told = next((part for part in parts if isinstance(part, str)), None)
    return told or [x for part in parts if not isinstance(part, str) for x in part]


_OWN = (str(Path(np.__file__).parent), str(random.__file__), str(secrets.__file__), __file__)


def _caller() -> str:
    """The line that asked: the innermost one outside of the sources."""
    frame = sys._getframe(1)
    while frame.f_back is not None and frame.f_code.co_filename.startswith(_OWN):
        frame = frame.f_back
    return f"{frame.f_code.co_filename}:{frame.f_lineno}"


@contextlib.contextmanager
def _watched(mechanism: Callable[[Any], Any], watch: _Watch) -> Iterator[None]:
    """All sources replaced; the originals come back at the end."""
    before: list[tuple[Any, str, Any, bool]] = []

    def put(owner: Any, name: str, new: Any) -> None:  # noqa: ANN401
        own = name in vars(owner) if hasattr(owner, "__dict__") else True
        before.append((owner, name, getattr(owner, name), own))
        setattr(owner, name, new)

    try:
        generator = _drawing(np.random.Generator, watch)
        state = _drawing(np.random.RandomState, watch)
        module = sys.modules.get(getattr(mechanism, "__module__", None) or "")
        for name, value in list(vars(module).items()) if module else []:
            if type(value) is np.random.Generator:
                put(module, name, generator(value.bit_generator))
            elif type(value) is np.random.RandomState:
                put(module, name, state(value._bit_generator))
        make = np.random.default_rng
        put(np.random, "default_rng", lambda seed=None: generator(make(seed).bit_generator))
        put(np.random, "Generator", generator)
        put(np.random, "RandomState", state)
        for owner, source, names_ in (
            (np.random, "numpy.random", _DRAWS), (random, "random", _PLAIN),
            (random.Random, "random.Random", _PLAIN),
            (random.SystemRandom, "random.SystemRandom", ("random", "getrandbits", "randbytes")),
            (secrets, "secrets", _SECRET), (os, "os", ("urandom",)),
            (sys.modules.get("torch"), "torch", _TORCH),
        ):  # fmt: skip
            for name in names_:
                if callable(original := getattr(owner, name, None)):
                    bound = _asking(f"{source}.{name}", original, watch, method=type(owner) is type)
                    put(owner, name, bound)
        yield
    finally:
        for owner, name, original, own in reversed(before):
            setattr(owner, name, original) if own else delattr(owner, name)


def _drawing(base: type, watch: _Watch) -> type:
    """A generator class whose draws are watched."""
    place = f"numpy.random.{base.__name__}"
    methods = {
        name: _asking(f"{place}.{name}", getattr(base, name), watch, method=True)
        for name in _DRAWS
        if hasattr(base, name)
    }
    return type(base.__name__, (base,), methods)


def _asking(
    source: str, original: Callable[..., Any], watch: _Watch, *, method: bool
) -> Callable[..., Any]:
    def asked(*args: Any, **kwargs: Any) -> Any:  # noqa: ANN401
        told = [repr(x) for x in args[int(method) :]] + [f"{k}={v!r}" for k, v in kwargs.items()]
        return watch.draw(source, lambda: original(*args, **kwargs), f"({', '.join(told)})")

    return asked
