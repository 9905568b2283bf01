"""Fair-coin draws from a stranger's sampler, in bounded blocks and from named seeds.

The statistics of a black-box audit rest on one assumption: the outputs of a call are independent
draws.  What can be tested of it is tested before anything is spent:

    repeated calls      two calls with different generators must not agree row by row;
    one draw, copied    the rows of a call must not all be equal where calls differ.

Given the values seen, every arrangement of independent draws is equally likely, so both tests are
exact permutation tests; they reject at probability 1e-9.
"""

import math
from collections import Counter
from collections.abc import Callable, Hashable
from dataclasses import dataclass

import numpy as np

from workbench.audit.outcomes import (
    MechanismError,
    Outputs,
    encode,
    join,
    numbers_of,
    row_keys,
)

Sampler = Callable[..., object]
"""`sample(dataset, size, rng)` returns `size` independent outputs."""

BLOCK = 500_000
"""Largest number of draws held at once."""

BLOCK_BYTES = 2**26
"""Largest memory for the numbers of one block (64 MiB)."""

IMPOSSIBLE = 1e-9
"""Error level of the tests of independence."""

SIDES = ("neighbour", "dataset")
"""Names of the two sides of the coin: 0 and 1."""


class DependentDrawsError(MechanismError):
    """Draws that should be independent are visibly not: the mechanism reuses its noise."""


@dataclass(frozen=True, slots=True, eq=False)
class Source:
    """A sampler on a pair of datasets, with the seed from which all of its draws follow."""

    sample: Sampler
    pair: tuple[object, object]
    seed: int
    name: str

    def rng(self, *path: int) -> np.random.Generator:
        """The generator with this address; addresses, not order, decide what is drawn."""
        return np.random.default_rng(np.random.SeedSequence(self.seed, spawn_key=path))

    def call(self, side: int, size: int, *path: int) -> Outputs:
        """`size` outputs on one side of the coin."""
        name = f"{self.name}({SIDES[side]}, {size}, rng)"
        if size == 0:
            return numbers_of(np.empty((0, 0)), np.empty(0, dtype=np.int64))
        try:
            raw = self.sample(self.pair[1 - side], size, self.rng(*path))
        except Exception as error:
            raise MechanismError(self._failure(error, name, side, size, path)) from error
        return encode(raw, size, name)

    def _failure(
        self, error: Exception, name: str, side: int, size: int, path: tuple[int, ...]
    ) -> str:
        """What raised, where, and the smallest call that repeats it."""
        least = self._least_raising(side, size, path)
        where = f"at trial {least - 1}" if least else "somewhere, and not in a repetition"
        return (
            f"{name} raised {type(error).__name__}: {error}\n"
            f"  It raises {where} of this call; to repeat it: sample({SIDES[side]}, "
            f"{least or size}, np.random.default_rng(np.random.SeedSequence({self.seed}, "
            f"spawn_key={path})))"
        )

    def _least_raising(self, side: int, size: int, path: tuple[int, ...]) -> int | None:
        """Smallest size at which the call raises again; None if it does not."""

        def raises(n: int) -> bool:
            try:
                self.sample(self.pair[1 - side], n, self.rng(*path))
            except Exception:  # noqa: BLE001 - a stranger's code: looking for where it raises
                return True
            return False

        low, high = 0, 1
        while high < size and not raises(high):
            low, high = high, 2 * high
        if high >= size:
            high = size
            if not raises(size):
                return None
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if raises(middle) else (middle, high)
        return high

    def toss(self, draws: int, heads: float, *path: int) -> tuple[Outputs, Outputs]:
        """Outputs on the neighbour and on the dataset, as one coin per draw decides."""
        ones = int(self.rng(*path, 2).binomial(draws, heads))
        return self.call(0, draws - ones, *path, 0), self.call(1, ones, *path, 1)


def blocks(draws: int, size: int) -> list[int]:
    """Sizes of the blocks in which so many draws are made."""
    return [min(size, draws - begin) for begin in range(0, draws, size)]


def block_size(outputs: Outputs) -> int:
    """Draws per block such that their numbers stay within BLOCK_BYTES."""
    return max(1000, min(BLOCK, BLOCK_BYTES // (8 * max(1, outputs.width))))


def together(sides: tuple[Outputs, Outputs]) -> tuple[Outputs, np.ndarray]:
    """All outputs of a toss and the coin of each."""
    coin = np.repeat([False, True], [len(sides[0]), len(sides[1])])
    return join([side for side in sides if len(side)]), coin


def _values(outputs: Outputs) -> list[Hashable]:
    if outputs.objects is not None:
        return list(outputs.objects)
    return list(row_keys(outputs).tolist())


def _log_arrangements(values: list[Hashable]) -> float:
    """Logarithm of the number of distinct orders of these values."""
    repeats = sum(math.lgamma(n + 1) for n in Counter(values).values())
    return math.lgamma(len(values) + 1) - repeats


ROWS, CALLS = 6, 10


def check_independence(source: Source) -> tuple[Outputs, bool]:
    """Raise if draws are visibly dependent; else some outputs, and whether calls can be repeated.

    Calls can be repeated when equal generators give equal outputs.
    """
    size = ROWS * CALLS
    first, again, other = (source.call(1, size, 9, k) for k in (0, 0, 1))
    values, repeated, fresh = _values(first), _values(again), _values(other)
    if values == fresh and _log_arrangements(fresh) > -math.log(IMPOSSIBLE):
        raise DependentDrawsError(
            f"{source.name} ignores its generator: two calls with different generators returned "
            f"the same {size} outputs.\n"
            "  Draw all the noise from the `rng` that is passed in. If the mechanism under test "
            "fixes its seed itself, that is the fault: its noise is not secret."
        )
    small = [_values(source.call(1, ROWS, 9, 2, k)) for k in range(CALLS)]
    if all(len(set(rows)) == 1 for rows in small):
        heads = [rows[0] for rows in small]
        pooled = [value for rows in small for value in rows]
        if _log_arrangements(pooled) - _log_arrangements(heads) > -math.log(IMPOSSIBLE):
            raise DependentDrawsError(
                f"{source.name} returns one draw copied: within each of {CALLS} calls all {ROWS} "
                "outputs were equal, but the calls differ.\n"
                "  Draw fresh noise for each of the `size` outputs."
            )
    return first, values == repeated
