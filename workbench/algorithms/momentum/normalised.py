"""Descent with steps of one length, along a released direction, in a stated order of the records.

    w[t+1] = w[t] - eta m[t] / |m[t]|,    no move where m[t] = 0,    t = 1..T

Iteration t meets one record.  Where it stands in the data is public and must not follow the data:

    fixed     the records as they stand, in every epoch of n iterations
    single    one uniform permutation per trial, the same in every epoch
    fresh     a new uniform permutation per trial in every epoch

For privacy fixed and single are the same thing: condition on the permutation.  An order that looks
at the data is never private, and there is no way to ask for one.
"""

from abc import abstractmethod
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any, Literal, get_args

import numpy as np

from workbench.algorithms.method import Method
from workbench.errors import require
from workbench.privacy import AccountingCurator, Curator
from workbench.privacy.arrays import Array, Ints, namespace, pick, row_sum, to_numpy
from workbench.problems.nonconvex import SmoothProblem

Order = Literal["fixed", "single", "fresh"]
Direction = Callable[[int, Array], Array]
"""Takes t = 1, 2, ... and the points w[t], (trials, d); answers a release of the same shape."""

Observe = Callable[[Array, Array], Array]
"""Takes w[t] and the released m[t]; answers one number per trial."""


@dataclass(frozen=True, slots=True, eq=False)
class Descent:
    """What a run leaves.

    Attributes:
        x: the last points w[T+1], shape (trials, d); no guarantee is about them.
        chosen: w[t] for a uniform t in 1..T per trial, or None where no generator was given.
        trace: what was observed, shape (moments, trials), or None.
    """

    x: Array
    chosen: Array | None
    trace: Array | None


def check_order(order: str) -> None:
    """Refuse an order that nobody defined."""
    known = ", ".join(get_args(Order))
    rule = "is no order that is independent of the data"
    require(order in get_args(Order), "order", repr(order), rule, f"Choose from {known}.")


class Schedule:
    """Rows of the records that meet iteration t, for a stated order."""

    def __init__(self, order: Order, curator: Curator, trials: int) -> None:
        check_order(order)
        self._order, self._curator, self._trials = order, curator, trials
        self._places = np.arange(curator.n)
        self._epoch: Ints | None = None

    def rows(self, t: int) -> Ints:
        """Shape (1,), or (trials, 1) where every trial has its own order; t counts from 1."""
        place = (t - 1) % self._curator.n
        if self._order == "fixed":
            return self._places[place : place + 1]
        if self._epoch is None or (self._order == "fresh" and place == 0):
            self._epoch = self._curator.permutation(trials=self._trials)
        return self._epoch[:, place : place + 1]


class NormalisedDescent(Method[SmoothProblem, Descent]):
    """What every method here is: equal steps along a released direction, in a stated order.

    A subclass has the length `eta` of a step and the `order` of the records, and says what the
    direction is and at which iterations it moves.
    """

    __slots__ = ()

    eta: float
    order: Order

    @abstractmethod
    def direction(
        self, problem: SmoothProblem, curator: Curator, *, steps: int, trials: int
    ) -> Direction:
        """What is followed, asked for at the iterations in their order."""

    def times(self, steps: int, n: int) -> range:
        """Iterations at which it moves."""
        require(steps >= 1, "steps", steps, "is below 1", "Run at least one iteration.")
        return range(1, steps + 1)

    def run(
        self,
        problem: SmoothProblem,
        curator: Curator,
        *,
        steps: int,
        trials: int = 1,
        observe: Observe | None = None,
        moments: Collection[int] | None = None,
        rng: np.random.Generator | None = None,
    ) -> Descent:
        """T = `steps` iterations; T need be no multiple of n and no power of two.

        `observe` is recorded at the iterations listed in `moments`, by default at all.  `rng`
        chooses the returned iterate, in advance and without looking: the mean over a trace is its
        expectation.
        """
        times = self.times(steps, curator.n)
        require(trials >= 1, "trials", trials, "is below 1", "Pass at least one trial.")
        wanted = sorted(set(times if moments is None else moments))
        ok = not wanted or set(wanted) <= set(times)
        rule = "lists iterations that are not run"
        require(ok, "moments", wanted[:9], rule, "Observe what is run.")
        follow = self.direction(problem, curator, steps=steps, trials=trials)
        rows, eta = {t: row for row, t in enumerate(wanted)}, self.eta
        x = curator.copies(problem.start, trials)
        trace = None if observe is None else np.empty((len(rows), trials))
        chosen: Array | None = None
        when = np.zeros(trials, dtype=np.int64)
        if rng is not None:
            chosen, when = x, rng.choice(np.asarray(list(times)), trials)
        for t in times:
            m = follow(t, x)
            if trace is not None and observe is not None and t in rows:
                trace[rows[t]] = to_numpy(observe(x, m))
            if chosen is not None:
                chosen = pick(when == t, x, chosen)
            x = x - m * (eta / _lengths(m))
        return Descent(x, chosen, trace)

    def cost(
        self,
        problem: SmoothProblem,
        *,
        n: int,
        rng: np.random.Generator | None = None,
        **options: Any,  # noqa: ANN401 - what `run` takes
    ) -> AccountingCurator:
        """The reading of the same iterations; `steps` is an option that must be given.

        A fresh order is read as the coins of its generator fall, one of all possible orders.
        """
        coins = np.random.default_rng(0) if rng is None and self.order == "fresh" else rng
        return Method.cost(self, problem, n=n, rng=coins, **options)


def _lengths(m: Array) -> Array:
    """Lengths of the rows, shape (trials, 1); infinite where there is no direction."""
    xp = namespace(m)
    squares = row_sum(m * m)
    return xp.sqrt(xp.where(squares > 0, squares, xp.inf))
