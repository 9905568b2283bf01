"""Mechanisms as libraries hand them out, made into sample(dataset, size, rng).

    per_call(f)             one output a call; an exception is an outcome; processes for slow ones
    as_sampler(mechanism)   what an audit does with whatever it is given

Libraries are recognised by what their objects can do, and none is imported: `invoke` (OpenDP),
`randomise` (diffprivlib), `quick_result` (PyDP); of functions, the names of the arguments
beside the data say which randomness they want: rng or generator, seed or random_state, key (jax).
A training loop of Opacus is such a function: per_call(train) of train(records, seed).
"""

import copy
import inspect
import math
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from workbench.audit.arrangements import log_arrangements
from workbench.audit.draws import IMPOSSIBLE, DependentDrawsError
from workbench.audit.exits import exits_raise
from workbench.audit.intact import Intact
from workbench.audit.outcomes import MechanismError
from workbench.audit.stored import Stored
from workbench.errors import ParameterError, require

CHUNK = 64
"""Draws that share a generator; what is drawn does not depend on the number of processes."""

METHODS = ("invoke", "randomise", "quick_result")
GENERATORS = ("rng", "generator", "random_generator")
SEEDS = ("seed", "random_state", "random_seed")
KEYS = ("key", "prng_key", "rng_key")


@dataclass(frozen=True)
class PerCall:
    """`size` calls of a mechanism of one output a call; what a call raises is its outcome."""

    call: Callable[[Any, np.random.Generator], object]
    name: str
    processes: int = 1

    def __call__(self, dataset: object, size: int, rng: np.random.Generator) -> list[object]:
        sizes = [min(CHUNK, size - begin) for begin in range(0, size, CHUNK)]
        tasks = zip(sizes, rng.spawn(len(sizes)), strict=True)
        if self.processes == 1:
            parts = [_chunk(self.call, dataset, n, child) for n, child in tasks]
        else:
            from joblib import Parallel, delayed  # not before it is needed

            pool = Parallel(n_jobs=self.processes)
            try:
                parts = pool(delayed(_chunk)(self.call, dataset, n, child) for n, child in tasks)
            except Exception as error:  # what the mechanism raises is an outcome: the pool failed
                died = type(error).__name__ == "TerminatedWorkerError"
                why = (
                    "a process ended while it ran, which is no outcome that can be counted.\n"
                    "  Run what crashes in a process of its own, and return how that ended."
                    if died
                    else f"{type(error).__name__}: {str(error).splitlines()[0]}\n"
                    "  Keep what cannot be pickled out of it, or use processes=1."
                )
                raise MechanismError(
                    f"{self.name} cannot run in {self.processes} processes: {why}"
                ) from error
            self._check(parts)
        return [output for part in parts for output in part]

    def _check(self, parts: list[list[object]]) -> None:
        """Raise if two processes drew the same: each has a copy of a generator of the mechanism."""
        seen: set[str] = set()
        for part in parts:
            told = list(map(repr, part))
            if repr(told) in seen and log_arrangements(Counter(told)) > -math.log(IMPOSSIBLE):
                raise DependentDrawsError(
                    f"{self.name} draws from a generator of its own, of which every process has a "
                    "copy: two of them returned the same outputs.\n"
                    "  Draw from the rng that is passed in, or use processes=1."
                )
            seen.add(repr(told))


def _chunk(
    call: Callable[[Any, np.random.Generator], object],
    dataset: object,
    size: int,
    rng: np.random.Generator,
) -> list[object]:
    outputs: list[object] = []
    data = Intact(dataset)
    for _ in range(size):
        try:
            with exits_raise():
                outputs.append(_snapshot(call(data.give(), rng)))
        except BaseException as error:  # a stranger's code: what it raises is seen too
            if not _is_outcome(error):
                raise
            outputs.append(error.with_traceback(None))
    return outputs


def _is_outcome(error: BaseException) -> bool:
    """Whether an exception is the mechanism's: also that it exits, or that its Rust code panics."""
    return isinstance(error, Exception | SystemExit) or type(error).__name__ == "PanicException"


def _snapshot(output: object) -> object:
    """A copy of what the mechanism may change in its next call: a buffer that it reuses."""
    if isinstance(output, int | float | str | bytes | None):
        return output
    try:
        return copy.deepcopy(output)
    except Exception:  # noqa: BLE001 - a stranger's object that cannot be copied is taken as it is
        return output


def per_call(mechanism: Any, *, processes: int = 1) -> PerCall:  # noqa: ANN401
    """A sampler from a mechanism of one output a call: f(dataset), or f(dataset, rng).

    Every call is one draw, and counted as one.  An exception is an outcome, with its type and
    message, and so is the end of the process (os._exit).  `processes` share the calls of a slow
    mechanism, which must then be picklable by cloudpickle; the draws do not depend on their number.

    >>> def mean(rows, rng):
    ...     return {"mean": sum(rows) / len(rows) + rng.laplace()}  # fails where nothing is left
    >>> sampler = per_call(mean)
    >>> [type(o).__name__ for o in sampler([], 2, np.random.default_rng(0))]
    ['ZeroDivisionError', 'ZeroDivisionError']
    """
    whole = hasattr(processes, "__index__") and processes >= 1
    require(whole, "processes", processes, "is no whole number from 1", "Pass how many to use.")
    for method in METHODS:
        found = getattr(mechanism, method, None)
        if callable(found):
            kind = isinstance(mechanism, type)
            require(not kind, "mechanism", mechanism, "is a class", "Pass an instance of it.")
            return PerCall(_Alone(found), f"{type(mechanism).__qualname__} object", processes)
    rule = f"is neither callable nor has a method {', '.join(METHODS)}"
    require(callable(mechanism), "mechanism", mechanism, rule, "Pass f(dataset, rng).")
    name = str(getattr(mechanism, "__qualname__", type(mechanism).__qualname__))
    if inspect.ismethod(mechanism):
        name = f"{name} of an object"  # the last part of it alone cannot be called
    caller = _caller(mechanism)
    if caller is None:
        raise ParameterError(
            f"mechanism = {name} cannot be called with a dataset, or a dataset and randomness.\n"
            "  Pass a function f(dataset) or f(dataset, rng): a lambda can fix other arguments."
        )
    if isinstance(caller, _WithRandomness):
        caller.make(np.random.default_rng(0))  # what it cannot be given is said now
    return PerCall(caller, name, processes)


@dataclass(frozen=True)
class _Alone:
    """Called with the data; its randomness is its own."""

    f: Callable[..., object]

    def __call__(self, dataset: object, rng: np.random.Generator) -> object:
        return self.f(dataset)


@dataclass(frozen=True)
class _WithRandomness(_Alone):
    """Called with the data and with randomness, by name where the place is not the second one."""

    make: Callable[[np.random.Generator], object]
    name: str = ""

    def __call__(self, dataset: object, rng: np.random.Generator) -> object:
        made = self.make(rng)
        return self.f(dataset, **{self.name: made}) if self.name else self.f(dataset, made)


@dataclass(frozen=True)
class _RandomnessFirst(_WithRandomness):
    def __call__(self, dataset: object, rng: np.random.Generator) -> object:
        return self.f(self.make(rng), dataset)


def _itself(rng: np.random.Generator) -> object:
    return rng


def _seed(rng: np.random.Generator) -> object:
    return int(rng.integers(2**31))


def _key(rng: np.random.Generator) -> object:
    jax: Any = sys.modules.get("jax")
    if jax is None:
        raise ParameterError(
            "mechanism wants a jax key, and jax is not imported.\n"
            "  Import jax beside the mechanism, or name the argument rng or seed."
        )
    return jax.random.PRNGKey(int(rng.integers(2**31)))


MAKERS = (
    dict.fromkeys(GENERATORS, _itself) | dict.fromkeys(SEEDS, _seed) | dict.fromkeys(KEYS, _key)
)


def _caller(f: Callable[..., object]) -> _Alone | None:
    """How a function of one output is called, by the names of its arguments; None if it is not."""
    try:
        signature = inspect.signature(f)
    except (TypeError, ValueError):
        return _Alone(f)  # a function of a compiled library: nothing is known
    kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    places = [p for p in signature.parameters.values() if p.kind in kinds]
    if len(places) >= 2 and _binds(signature, 2):
        first, second = places[0].name, places[1].name
        if second in MAKERS:
            return _WithRandomness(f, MAKERS[second])
        if first in MAKERS:
            return _RandomnessFirst(f, MAKERS[first])
        if places[1].default is inspect.Parameter.empty:
            return _WithRandomness(f, _itself)
    named = [p.name for p in signature.parameters.values() if p.name in MAKERS]
    if named and _binds(signature, 1, named[0]):
        return _WithRandomness(f, MAKERS[named[0]], named[0])
    return _Alone(f) if _binds(signature, 1) else None


def _binds(signature: inspect.Signature, arguments: int, *named: str) -> bool:
    try:
        signature.bind(*range(arguments), **dict.fromkeys(named))
    except TypeError:
        return False
    return True


def as_sampler(mechanism: Any) -> Any:  # noqa: ANN401
    """The mechanism, or per_call of it where it visibly returns one output a call."""
    if isinstance(mechanism, PerCall | Stored):
        return mechanism
    if any(callable(getattr(mechanism, method, None)) for method in METHODS):
        return per_call(mechanism)
    if not callable(mechanism) or isinstance(mechanism, type):
        return mechanism  # refused elsewhere
    try:
        signature = inspect.signature(mechanism)
    except (TypeError, ValueError):
        return mechanism  # nothing is known: taken as it is
    if not _binds(signature, 3) and _caller(mechanism) is not None:
        return per_call(mechanism)
    return mechanism
