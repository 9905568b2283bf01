"""Fair-coin draws from a stranger's sampler, in bounded blocks, from named seeds, all counted.

The statistics of a black-box audit rest on one assumption: the outputs of a call are independent
draws.  What can be tested of it is tested on the draws that are made anyway:

    repeated calls      two calls with different generators must not agree row by row;
    one draw, copied    the rows of every call must not all be equal where calls differ;
    shared noise        rows that are equal must not all lie within one call, and never in two.

Given the values seen, every arrangement of independent draws is equally likely, so both tests are
exact permutation tests; they reject at probability 1e-9.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from workbench.audit.arrangements import log_arrangements, log_shared
from workbench.audit.encoding import encode
from workbench.audit.exits import exits_raise
from workbench.audit.intact import Intact
from workbench.audit.outcomes import MechanismError, Outputs, join

Sampler = Callable[..., object]
"""`sample(dataset, size, rng)` returns `size` independent outputs."""

BLOCK = 500_000
"""Largest number of draws held at once."""

BLOCK_BYTES = 2**26
"""Largest memory for the numbers of one block (64 MiB)."""

OBJECT_BYTES = 100
"""Memory for one number of an output that is no plain array, its Python objects included."""

IMPOSSIBLE = 1e-9
"""Error level of the tests of independence."""

SIDES = ("neighbour", "dataset")
"""Names of the two sides of the coin: 0 and 1."""

HEAD = 64
"""Rows of a call that are compared with those of other calls."""

PROBE = 20
"""Most draws of each of the three calls that open an audit; small audits make them smaller."""


class DependentDrawsError(MechanismError):
    """Draws that should be independent are visibly not: the mechanism reuses its noise."""


class _Call(NamedTuple):
    """What is remembered of a call: rows, the keys of the first ones, whether all are equal."""

    rows: int
    head: list[int]
    constant: bool


class Opening(NamedTuple):
    """The first outputs on the dataset and on the neighbour, and how many draws they took."""

    dataset: Outputs
    neighbour: Outputs | None
    drawn: int

    def with_toss(self, sides: tuple[Outputs, Outputs]) -> tuple[Outputs, Outputs]:
        """The outputs of a toss and these, where there are as many on either side."""
        if self.neighbour is None:
            return sides
        return join([self.neighbour, sides[0]]), join([self.dataset, sides[1]])


class Source:
    """A sampler on a pair of datasets, the seed from which its draws follow, and their number.

    `stored` outputs can be drawn once only: nothing is repeated, and both sides are needed alike.
    """

    def __init__(self, sample: Sampler, pair: tuple[object, object], seed: int, name: str) -> None:
        self.sample, self.pair, self.seed, self.name = sample, pair, seed, name
        self._data = tuple(Intact(data) for data in pair)
        self.stored = bool(getattr(sample, "stored", False))
        self.drawn, self.repeatable = 0, True
        self._calls: dict[int, list[_Call]] = {0: [], 1: []}

    def rng(self, *path: int) -> np.random.Generator:
        """The generator with this address; addresses, not order, decide what is drawn."""
        return np.random.default_rng(np.random.SeedSequence(self.seed, spawn_key=path))

    def call(self, side: int, size: int, *path: int) -> Outputs:
        """`size` outputs on one side of the coin."""
        name = f"{self.name}({SIDES[side]}, {size}, rng)"
        if size == 0:
            return Outputs(0, np.empty((0, 0)))
        try:
            with exits_raise():
                raw = self.sample(self._data[1 - side].give(), size, self.rng(*path))
        except MechanismError:
            raise  # it says itself what is wrong
        except (Exception, SystemExit) as error:
            raise MechanismError(self._failure(error, name, side, size, path)) from error
        self.drawn += size
        outputs = encode(raw, size, name)
        self._remember(side, outputs)
        return outputs

    def probe(self, samples: int) -> "Opening":
        """Open the audit, and see whether calls can be repeated.

        They can when equal generators give equal outputs.
        """
        if self.stored:
            return Opening(self.call(1, 1, 9, 0), None, self.drawn)
        rows = min(PROBE, max(4, samples // 150))
        first, again = (self.call(1, rows, 9, 0) for _ in range(2))
        self.repeatable = bool((first.exact_keys() == again.exact_keys()).all())
        del self._calls[1][1]  # it should equal the first one
        return Opening(first, self.call(0, rows, 9, 1), self.drawn)

    @property
    def sides(self) -> tuple[int, int]:
        """Draws made on the neighbour and on the dataset, of a source that is apart."""
        neighbour, dataset = (sum(call.rows for call in self._calls[side]) for side in (0, 1))
        return neighbour, dataset

    @property
    def caution(self) -> str:
        """A sentence if no draw on a side ever differed from another one there; else nothing."""
        heads = [{key for call in found for key in call.head} for found in self._calls.values()]
        if max(map(len, heads)) > 1:
            return ""
        return (
            "All draws on the dataset are equal, and so are all on the neighbour: the mechanism "
            "uses no randomness, or remembers its answers. If it does, let every draw forget them, "
            "as one on which an adversary begins."
        )

    def toss(self, draws: int, heads: float, *path: int) -> tuple[Outputs, Outputs]:
        """Outputs on the neighbour and on the dataset, as one coin per draw decides."""
        ones = int(self.rng(*path, 2).binomial(draws, heads))
        return self.call(0, draws - ones, *path, 0), self.call(1, ones, *path, 1)

    def apart(self) -> "Source":
        """The same sampler and seed without what was drawn so far, to draw elsewhere."""
        return Source(self.sample, self.pair, self.seed, self.name)

    def absorb(self, other: "Source") -> None:
        """Count what another one has drawn."""
        self.drawn += other.drawn
        for side, calls in other._calls.items():
            for call in calls:
                self._keep(side, call)
        self.check_generator()

    def forget(self) -> "Source":
        """Drop sampler and data: what is left is what `absorb` needs."""
        self.sample, self.pair, self._data = _gone, (None, None), ()
        return self

    def check(self) -> None:
        """Raise if the draws made so far are visibly dependent, or nothing but one exception."""
        self.check_generator()
        gain, calls = 0.0, self._calls[0] + self._calls[1]
        for found in self._calls.values():
            heads = [call.head[0] for call in found]
            pooled = Counter[int]()
            for call in found:
                pooled[call.head[0]] += call.rows
            gain += log_arrangements(pooled) - log_arrangements(Counter(heads))
        if all(call.constant for call in calls) and gain > -math.log(IMPOSSIBLE):
            raise DependentDrawsError(
                f"{self.name} returns one draw copied: within each of {len(calls)} calls all "
                "outputs were equal, but the calls differ.\n"
                "  Draw fresh noise for each of the `size` outputs."
            )
        for found in self._calls.values():
            if log_shared([call.head for call in found]) < math.log(IMPOSSIBLE):
                raise DependentDrawsError(
                    f"{self.name} shares noise between draws: outputs are equal within calls, and "
                    "never in two calls.\n  Draw fresh noise for each of the `size` outputs."
                )

    def check_generator(self) -> None:
        """Raise if the last call on a side repeats an earlier one."""
        for found in self._calls.values():
            for earlier in found[:-1]:
                rows = min(len(earlier.head), len(found[-1].head))
                same = earlier.head[:rows] == found[-1].head[:rows]
                seen = Counter(earlier.head[:rows])
                if same and log_arrangements(seen) > -math.log(IMPOSSIBLE):
                    raise DependentDrawsError(
                        f"{self.name} ignores its generator: two calls with different generators "
                        f"returned the same {rows} outputs.\n"
                        "  Draw all the noise from the `rng` that is passed in. If the mechanism "
                        "under test fixes its seed itself, that is the fault: its noise is not "
                        "secret."
                    )

    def _remember(self, side: int, outputs: Outputs) -> None:
        part = outputs.head(HEAD)
        head = part.exact_keys()[:HEAD].tolist()
        constant = len(set(head)) == 1
        if constant and len(outputs) > HEAD:
            constant = bool((outputs.exact_keys() == outputs.exact_keys()[0]).all())
        self._keep(side, _Call(len(outputs), head, constant))

    def _keep(self, side: int, call: _Call) -> None:
        kept = self._calls[side]
        kept.append(call)
        if len(kept) > 2 * HEAD:  # long audits: the first calls are as good as any
            del kept[HEAD]

    def _failure(
        self, error: BaseException, name: str, side: int, size: int, path: tuple[int, ...]
    ) -> str:
        """What raised, where, and the smallest call that repeats it."""
        if self.stored:
            return f"{name}: {error}"
        if isinstance(error, TypeError) and error.__traceback__ and not error.__traceback__.tb_next:
            return (  # nothing of the mechanism was running: the call itself does not fit
                f"{self.name} cannot be called as {name}: {error}.\n"
                "  Pass sample(dataset, size, rng), which returns that many outputs, or f(dataset)"
                " or f(dataset, rng) of one output a call."
            )
        least = self._least_raising(side, size, path)
        where = f"at trial {least - 1}" if least else "somewhere, and not in a repetition"
        return (
            f"{name} raised {type(error).__name__}: {error}\n"
            f"  It raises {where} of this call; to repeat it: sample({SIDES[side]}, "
            f"{least or size}, np.random.default_rng(np.random.SeedSequence({self.seed}, "
            f"spawn_key={path})))\n"
            "  To count the exceptions of single draws as outcomes, which may leak like any other, "
            "pass audit.per_call(lambda dataset, rng: sample(dataset, 1, rng)[0])."
        )

    def _least_raising(self, side: int, size: int, path: tuple[int, ...]) -> int | None:
        """Smallest size at which the call raises again; None if it does not."""

        def raises(n: int) -> bool:
            try:
                with exits_raise():
                    self.sample(self._data[1 - side].give(), n, self.rng(*path))
            except (Exception, SystemExit):  # noqa: BLE001 - a stranger's code: looking for where it raises
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


def _gone(dataset: object, size: int, rng: np.random.Generator) -> object:
    """In place of a sampler whose draws are made."""
    raise AssertionError("nothing is drawn from a source that was forgotten")


def blocks(draws: int, size: int) -> Iterator[int]:
    """Sizes of the blocks in which so many draws are made."""
    return (min(size, draws - begin) for begin in range(0, draws, size))


def block_size(outputs: Outputs) -> int:
    """Draws per block such that their numbers stay within BLOCK_BYTES."""
    each = (8 if outputs.values is not None else OBJECT_BYTES) * max(1, outputs.width)
    return max(1000, min(BLOCK, BLOCK_BYTES // each))


def together(sides: tuple[Outputs, Outputs]) -> tuple[Outputs, np.ndarray]:
    """All outputs of a toss and the coin of each."""
    coin = np.repeat([False, True], [len(sides[0]), len(sides[1])])
    return join(sides), coin
