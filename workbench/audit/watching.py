"""The randomness of Python code, watched: every draw is recorded, or answered from a record.

    numpy.random    default_rng, Generator, RandomState, the old functions, seeds
    random, secrets module functions and the classes Random and SystemRandom; os.urandom
    torch           normal, randn, rand and their kin, where torch is imported

Names that a module imported, and generators that it holds, are replaced wherever a loaded module
has them as globals; those of the mechanism also in its closure, its defaults, its object, and in
the objects and classes that its module holds.  A location is no part of the noise: what
rng.laplace(x, b) answers comes back moved by as much as x has.
"""

import contextlib
import copy
import os
import random
import secrets
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from workbench.audit.leaks import Leak
from workbench.audit.orders import placed, told_of

_DRAWS = (
    "random", "random_sample", "rand", "randn", "uniform", "normal", "standard_normal", "laplace",
    "exponential", "standard_exponential", "gumbel", "logistic", "geometric", "binomial", "poisson",
    "integers", "randint", "choice", "permutation", "permuted", "shuffle", "bytes", "gamma",
    "standard_gamma", "beta", "chisquare", "dirichlet", "multinomial", "multivariate_normal",
    "standard_t", "hypergeometric", "negative_binomial", "tomaxint", "standard_cauchy", "seed",
)  # fmt: skip
_PLAIN = (
    "random", "uniform", "gauss", "normalvariate", "expovariate", "laplacevariate", "randint",
    "randrange", "choice", "choices", "sample", "shuffle", "getrandbits", "randbytes",
    "betavariate", "gammavariate", "lognormvariate", "triangular", "vonmisesvariate",
    "binomialvariate", "seed",
)  # fmt: skip
_SECRET = ("randbelow", "randbits", "choice", "token_bytes", "token_hex")
_TORCH = ("normal", "randn", "rand", "randn_like", "rand_like", "randint", "bernoulli", "poisson",
          "randperm", "manual_seed")  # fmt: skip
_LOCATIONS = {
    "normal": "loc", "laplace": "loc", "gumbel": "loc", "logistic": "loc", "gauss": "mu",
    "normalvariate": "mu", "multivariate_normal": "mean",
}  # fmt: skip
"""Laws of a location and noise, and what the first argument is called."""


@dataclass(frozen=True, slots=True)
class FrozenDraw:
    """One draw: of which source, on which line, with which arguments, and the answer.

    `location` is what the noise was added to, for laws that have one.
    """

    source: str
    line: str
    arguments: str
    answer: Any
    location: Any = None


class Parted(Exception):
    """Another draw was asked for than recorded: no recorded answer belongs to it."""


class Watch:
    """Records draws, or answers them from a record; draws made inside of a draw are its own."""

    def __init__(self, known: tuple[FrozenDraw, ...] | None = None) -> None:
        self.known, self.inside = known, threading.local()
        self.draws: list[FrozenDraw] = []
        self.leaks: list[Leak] = []
        self.refusal = ""
        self.threads: set[threading.Thread] = set()  # an ended one leaves its number to others

    def draw(self, source: str, run: Callable[[], Any], asked: str, at: Any) -> Any:  # noqa: ANN401
        """The answer of one draw at a location."""
        if getattr(self.inside, "busy", False):
            return run()
        line = _caller()
        self.threads.add(threading.current_thread())
        if self.known is None:
            self.inside.busy = True
            try:
                answer = run()
            finally:
                self.inside.busy = False
            kept = [copy.deepcopy(x) for x in (None if source.endswith("seed") else answer, at)]
            self.draws.append(FrozenDraw(source, line, asked, *kept))
            return answer
        k = len(self.draws)
        before = self.known[k] if k < len(self.known) else None
        if before is None or (before.source, before.line) != (source, line):
            there = "no further draw" if before is None else f"{before.source} at {before.line}"
            self.leaks.append(Leak("control flow", line, f"{source} here, {there} on the dataset"))
            raise Parted
        many, there = (told.strip("()").partition(";")[0] for told in (asked, before.arguments))
        if "item" in many and many != there:
            self.refusal = (
                f"neighbour: {source} at {line} orders {many} on it, {there} on the dataset.\n"
                "  Pass data of one size, or audit outputs: audit.audit(audit.per_call(f), ...)."
            )
            raise Parted
        if before.arguments != asked:
            said = f"{source}{before.arguments} on the dataset, {source}{asked} on the neighbour"
            self.leaks.append(Leak("seed" if source.endswith("seed") else "scale", line, said))
        self.draws.append(before)
        answer = copy.deepcopy(before.answer)
        if at is None or np.array_equal(at, before.location):
            return answer
        if np.shape(at) != np.shape(before.location):
            return answer  # told already, among the arguments
        moved = np.asarray(at, dtype=float) - np.asarray(before.location, dtype=float)
        return answer + (moved if moved.shape else float(moved))


_OWN = (
    str(Path(np.__file__).parent), str(random.__file__), str(secrets.__file__), __file__,
    str(threading.__file__),
)  # fmt: skip


def _caller() -> str:
    """The line that asked: the innermost one outside of the sources."""
    frame = sys._getframe(1)
    while frame.f_back is not None and frame.f_code.co_filename.startswith(_OWN):
        frame = frame.f_back
    return f"{frame.f_code.co_filename}:{frame.f_lineno}"


@contextlib.contextmanager
def watched(mechanism: Callable[[Any], Any], watch: Watch) -> Iterator[None]:
    """All sources replaced; the originals come back at the end."""
    before: list[tuple[Any, str, Any, bool]] = []

    def put(owner: Any, name: str, new: Any) -> None:  # noqa: ANN401
        own = not hasattr(owner, "__dict__") or name in vars(owner) or name == "__defaults__"
        original = getattr(owner, name)
        with contextlib.suppress(AttributeError, TypeError):  # what cannot be changed
            setattr(owner, name, new)
            before.append((owner, name, original, own))

    try:
        generator, state = (_drawing(kind, watch) for kind in _KINDS)
        for owner, name, new in _sources(watch, generator, state):
            put(owner, name, new)
        known = {id(old): getattr(owner, name) for owner, name, old, _ in before}

        def instead(value: Any) -> Any:  # noqa: ANN401
            """What takes the place of a value that others hold; the value itself if nothing."""
            if type(value) is _KINDS[0]:
                return generator(value.bit_generator)
            if type(value) is _KINDS[1]:
                return state(value._bit_generator)
            if id(value) in known:
                return known[id(value)]
            holder = getattr(value, "__self__", None) if callable(value) else None
            other = instead(holder) if type(holder) in _KINDS else holder
            return value if other is holder else getattr(other, value.__name__)

        for owner, name in list(_holders(mechanism, known)):
            found = getattr(owner, name)
            if name == "__defaults__":
                put(owner, name, tuple(map(instead, found)))
            elif (other := instead(found)) is not found:
                put(owner, name, other)
        yield
    finally:
        for owner, name, original, own in reversed(before):
            setattr(owner, name, original) if own else delattr(owner, name)


_KINDS = (np.random.Generator, np.random.RandomState)


def _holders(mechanism: Any, known: dict[int, Any]) -> Iterator[tuple[Any, str]]:  # noqa: ANN401
    """Where the mechanism, and the modules that are loaded, may hold generators or names."""
    leave = {*sys.stdlib_module_names, "numpy", "scipy"}
    yield np.random.mtrand, "_rand"  # of which scipy draws
    for module in list(sys.modules.values()):
        name = getattr(module, "__name__", "")
        if isinstance(module, type(sys)) and name.partition(".")[0] not in leave - {"__main__"}:
            for key, value in list(vars(module).items()):
                kind = type(value)
                if id(value) in known or kind in _KINDS or type(_holder(value)) in _KINDS:
                    yield module, key
    owner = getattr(mechanism, "__self__", mechanism)
    home = getattr(mechanism, "__module__", None) or ""
    for value in [owner, type(owner), *vars(sys.modules.get(home, type)).values()]:
        kind = value if isinstance(value, type) else type(value)
        if kind.__module__ == home and hasattr(value, "__dict__"):
            yield from ((value, key) for key, held in vars(value).items() if type(held) in _KINDS)
    function = getattr(mechanism, "__func__", mechanism)
    for cell in getattr(function, "__closure__", None) or ():
        with contextlib.suppress(ValueError):  # an empty cell
            if cell.cell_contents is not None:
                yield cell, "cell_contents"
    if getattr(function, "__defaults__", None):
        yield function, "__defaults__"


def _holder(value: Any) -> Any:  # noqa: ANN401
    """Of a method of a compiled class, what it belongs to."""
    return getattr(value, "__self__", None) if type(value) is _BUILTIN else None


_BUILTIN = type(np.random.RandomState(0).normal)


def _sources(watch: Watch, generator: type, state: type) -> Iterator[tuple[Any, str, Any]]:
    """Owner, name and replacement of every source."""
    make = np.random.default_rng

    def default_rng(seed: Any = None) -> Any:  # noqa: ANN401
        _note_seed(watch, "default_rng", seed)
        return generator(make(seed).bit_generator)

    yield np.random, "default_rng", default_rng
    yield np.random, "Generator", generator
    yield np.random, "RandomState", state
    for name in ("PCG64", "PCG64DXSM", "MT19937", "Philox", "SFC64", "SeedSequence"):
        yield (
            np.random,
            name,
            _Kin(name, (getattr(np.random, name),), _seeding(getattr(np.random, name), watch)),
        )
    for owner, source, names in (
        (np.random, "numpy.random", _DRAWS), (random, "random", _PLAIN),
        (random.Random, "random.Random", _PLAIN),
        (random.SystemRandom, "random.SystemRandom", ("random", "getrandbits", "randbytes")),
        (secrets, "secrets", _SECRET), (os, "os", ("urandom",)),
        (sys.modules.get("torch"), "torch", _TORCH),
    ):  # fmt: skip
        for name in names:
            if callable(original := getattr(owner, name, None)):
                method = type(owner) is type
                yield owner, name, _asking(f"{source}.{name}", original, watch, method=method)


class _Kin(type):
    """A class in place of its base, of which every object of the base counts as one."""

    def __instancecheck__(cls, instance: object) -> bool:
        return isinstance(instance, cls.__bases__[0])


def _drawing(base: type, watch: Watch) -> type:
    """A generator class whose draws are watched."""
    place = f"numpy.random.{base.__name__}"
    methods = {
        name: _asking(f"{place}.{name}", getattr(base, name), watch, method=True)
        for name in _DRAWS
        if hasattr(base, name)
    }
    return _Kin(base.__name__, (base,), methods | _seeding(base, watch))


def _seeding(base: Any, watch: Watch) -> dict[str, Any]:  # noqa: ANN401
    """A constructor that tells what it is seeded with."""

    def __init__(self: Any, seed: Any = None, **others: Any) -> None:  # noqa: ANN401
        _note_seed(watch, base.__name__, seed)
        base.__init__(self, seed, **others)

    return {"__init__": __init__}


def _note_seed(watch: Watch, name: str, seed: Any) -> None:  # noqa: ANN401
    if isinstance(seed, int | np.integer | bytes | str | list | tuple | np.ndarray):
        watch.draw(f"numpy.random.{name}.seed", lambda: None, f"({told_of(seed)})", None)


def _asking(
    source: str, original: Callable[..., Any], watch: Watch, *, method: bool
) -> Callable[..., Any]:
    name = source.rpartition(".")[2]
    where = None if source.startswith("torch") else _LOCATIONS.get(name)

    def asked(*args: Any, **kwargs: Any) -> Any:  # noqa: ANN401
        if order := placed(name, original, args, kwargs, int(method)):
            return order.put(watch.draw(source, order.run, f"({order.told})", None))
        given, named, at = list(args[int(method) :]), dict(kwargs), None
        out = named.pop("out", None)
        if where and (given or where in named):
            at = given.pop(0) if given else named.pop(where)
        shape = () if at is None else np.shape(at)
        told = [f"{where} of shape {shape}"] if shape else []
        told += [told_of(x) for x in given] + [f"{k}={told_of(v)}" for k, v in named.items()]
        answer = watch.draw(source, lambda: original(*args, **kwargs), f"({', '.join(told)})", at)
        if out is not None and answer is not out:
            out[...] = answer
            return out
        return answer

    return asked
