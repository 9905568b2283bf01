"""What every curator offers, in one place: the mechanisms, secrets and public randomness.

Each method turns its arguments into a `Call`, which says what is released, by which law, and which
sensitivity it relies on; a curator only says how it answers a call (`answer`) and how it reads the
records (`_read`).  The same algorithm runs unchanged under all of them.  Grants of a budget
(`may_spend`) are in module `paying`.

A source of a release is a `Query` (the mean over all records, or over a fresh hidden batch), a
`Secret`, or an array, which is public already and costs nothing.  A hidden batch has a fixed size
(`batch`), or every record joins it on its own (`chance`): the sum is then divided by the public
number chance n, a record moves it by being there or not, and a blank one, whose value is zero, is
as good as none.  Numbers may be one per trial
where they depend on earlier releases.  `active` marks the trials in which the release is made; in
the others nothing is released, nothing is spent, and the answer is zero.
"""

from abc import ABC, abstractmethod
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from workbench.errors import ParameterError, require
from workbench.privacy.arrays import Array, Ints, is_numpy, like, namespace, to_numpy
from workbench.privacy.composition.checks import check_count
from workbench.privacy.curators.calls import (
    Call,
    Law,
    Source,
    as_chance,
    check_batch,
    check_halves,
    check_whole,
    checked_rows,
    positive,
    scaled,
)
from workbench.privacy.curators.choices import SoftmaxLaw, WinnerLaw
from workbench.privacy.curators.laws import GaussianLaw, LaplaceLaw
from workbench.privacy.curators.paying import Paying
from workbench.privacy.curators.price import Price
from workbench.privacy.curators.vector_law import VectorLaw
from workbench.privacy.mechanisms import GeneralizedGaussian, NoisyMax
from workbench.privacy.mechanisms.noisy_max import Noise
from workbench.privacy.queries.public import permutations, truncated_geometric
from workbench.privacy.queries.query import Query, Statistic
from workbench.privacy.queries.secrets import Secret


class Curator(Paying, ABC):
    """The methods that an algorithm sees; `n` is the public number of records."""

    _coins: np.random.Generator | None = None
    _example: Array = np.zeros(0)
    """An array of the library, and on the device, in which this curator answers."""

    @abstractmethod
    def answer(self, call: Call) -> Array:
        """The release of shape (trials, d); numbers of hits where it is a choice."""

    @abstractmethod
    def _read(self, query: Query | Statistic, rows: Ints | None) -> Secret:
        """The mean of the query over the rows, not released."""

    def array(self, values: ArrayLike) -> Array:
        """Public numbers in the library of arrays in which this curator answers."""
        return like(values, self._example)

    def copies(self, start: ArrayLike, trials: int) -> Array:
        """So many copies of a public point, shape (trials, d)."""
        if is_numpy(self._example):
            return np.tile(to_numpy(start), (trials, 1))
        return self.array(np.tile(to_numpy(start), (trials, 1)))

    def secret(self, query: Query | Statistic, *, rows: ArrayLike | slice | None = None) -> Secret:
        """Mean of the query over given rows, as a secret of shape (trials, d).

        `rows` are public: indices of shape (m,), or (trials, m) for each trial its own, filled up
        with -1 where batches have different sizes (no rows at all: zero); by default all records.
        """
        check_whole(query)
        if isinstance(query, Query):
            query = self._local(query)
        return self._read(query, checked_rows(rows, self.n, query.shape[0]))

    def laplace(
        self,
        source: Source,
        *,
        scale: ArrayLike | None = None,
        sensitivity: ArrayLike,
        batch: int | None = None,
        loss: float | None = None,
        active: ArrayLike | None = None,
        chance: Fraction | float | None = None,
    ) -> Array:
        """Source plus Laplace noise in every coordinate, shape (trials, d); l1 sensitivity.

        With `loss` instead of `scale` the scale is sensitivity / loss, rounded up: the form for a
        sensitivity that depends on earlier releases.
        """
        b, s = scaled("scale", scale, "loss", loss, sensitivity, source.shape[0])
        return self._release(LaplaceLaw(b), source, s, batch, loss, active, chance=chance)

    def gaussian(
        self,
        source: Source,
        *,
        sigma: ArrayLike | None = None,
        sensitivity: ArrayLike,
        batch: int | None = None,
        mu: float | None = None,
        active: ArrayLike | None = None,
        price: Price | None = None,
        chance: Fraction | float | None = None,
    ) -> Array:
        """Source plus normal noise in every coordinate, shape (trials, d); l2 sensitivity.

        With `mu` instead of `sigma` the standard deviation is sensitivity / mu, rounded up.  A
        release with a `price` is charged exactly that, if its curve proves it; zCDP and Renyi
        divergences, which need no point of the curve, stay those of the noise.
        """
        sd, s = scaled("sigma", sigma, "mu", mu, sensitivity, source.shape[0])
        return self._release(GaussianLaw(sd), source, s, batch, mu, active, price, chance)

    def generalized_gaussian(
        self,
        source: Source,
        *,
        law: GeneralizedGaussian,
        sensitivity: ArrayLike,
        batch: int | None = None,
        active: ArrayLike | None = None,
    ) -> Array:
        """Source plus a generalized Gaussian vector; sensitivity in the norm of the law."""
        d = source.shape[1]
        ok = law.dimension == d
        require(ok, "law.dimension", law.dimension, f"is not d = {d}", "Match the source.")
        s = positive("sensitivity", sensitivity, source.shape[0])
        return self._release(VectorLaw(law), source, s, batch, None, active)

    def exponential(
        self,
        scores: Secret | Array,
        *,
        factor: ArrayLike = 1.0,
        sensitivity: ArrayLike,
        monotone: bool = False,
        active: ArrayLike | None = None,
    ) -> Ints:
        """Index chosen with chance ~ exp(factor score), shape (trials,).

        `sensitivity` bounds the change of each score; monotone: all change in one direction.
        """
        trials = scores.shape[0]
        f = positive("factor", factor, trials)
        s = positive("sensitivity", sensitivity, trials)
        law = SoftmaxLaw(f, 1, monotone, "exponential")
        return _index(self._release(law, scores, s, None, None, active))

    def softmax_vertices(
        self,
        scores: Secret | Array,
        *,
        count: int,
        factor: ArrayLike = 1.0,
        sensitivity: ArrayLike,
        monotone: bool = False,
        active: ArrayLike | None = None,
    ) -> Array:
        """Mean of `count` unit vectors e_j, chosen with chance ~ exp(factor score_j).

        Shape (trials, d): count times it are the numbers of hits, which are what is released.
        """
        check_count("count", count)
        trials = scores.shape[0]
        f = positive("factor", factor, trials)
        s = positive("sensitivity", sensitivity, trials)
        law = SoftmaxLaw(f, int(count), monotone)
        return self._release(law, scores, s, None, None, active) / count

    def noisy_max(
        self,
        scores: Secret | Array,
        *,
        scale: float,
        sensitivity: ArrayLike,
        noise: Noise = "laplace",
        monotone: bool = False,
        active: ArrayLike | None = None,
    ) -> Ints:
        """Index of the largest score plus noise, shape (trials,)."""
        s = positive("sensitivity", sensitivity, scores.shape[0])
        law = WinnerLaw(NoisyMax(scale, noise, monotone))
        return _index(self._release(law, scores, s, None, None, active))

    def permutation(self, *, trials: int) -> Ints:
        """Public: one uniform order of the records per trial, shape (trials, n)."""
        return permutations(self._public("permutation"), n=self.n, trials=trials)

    def truncated_geometric(self, *, p: float, top: int, trials: int) -> Ints:
        """Public: levels 0..top with chance ~ (1 - p)^level, shape (trials,)."""
        rng = self._public("truncated_geometric")
        return truncated_geometric(rng, p=p, top=top, trials=trials)

    def integers(self, *, high: int, trials: int) -> Ints:
        """Public: uniform numbers in 0..high - 1, shape (trials,)."""
        require(high >= 1, "high", high, "is below 1", "Pass the number of possibilities.")
        return self._public("integers").integers(high, size=trials)

    def _local(self, query: Query) -> Query:
        """The query at points of the library in which this curator computes."""
        if isinstance(query.points, type(self._example)):
            return query
        return replace(query, points=self.array(query.points))

    def _release(
        self,
        law: Law,
        source: Source,
        sensitivity: float | Array,
        batch: int | None,
        bound: float | None,
        active: ArrayLike | None,
        price: Price | None = None,
        chance: Fraction | float | None = None,
    ) -> Array:
        trials = int(source.shape[0])
        if len(source.shape) != 2:
            raise ParameterError(
                f"source has shape {source.shape}: the first axis is the trial, the second the "
                "coordinate.\n  Pass an array of shape (trials, d)."
            )
        q = None if chance is None else as_chance(chance, source, batch)
        if isinstance(source, Query) and q is None:
            batch = self.n if batch is None else batch
            check_batch(batch, self.n)
            check_halves(source, batch)
            source = self._local(source)
        elif batch is not None:
            raise ParameterError(
                f"batch = {batch}: only a query is answered over a hidden batch.\n"
                "  Leave batch out, or pass the query instead of a secret."
            )
        mask = None
        if active is not None:
            mask = np.asarray(to_numpy(active), dtype=bool)
            if mask.shape != (trials,):
                mask = np.broadcast_to(mask, (trials,))
        call = Call(
            law=law,
            source=source,
            sensitivity=sensitivity,
            batch=batch,
            bound=bound,
            active=mask,
            price=price,
            chance=q,
        )
        self._pay(call)
        return self.answer(call)

    def _public(self, name: str) -> np.random.Generator:
        if self._coins is None:
            raise ParameterError(
                f"rng = None: {name} needs a generator.\n  Make the curator with rng=."
            )
        return self._coins


def _index(hits: Array) -> Any:  # noqa: ANN401 - numbers of the library of the answer
    """The number of the choice of every trial, shape (trials,)."""
    return namespace(hits).argmax(hits, axis=1)
