"""The released gradient: the mean of a batch of records with Laplace noise, less that of all.

Its error w is centred.  In a direction u of length at most 1 its variance is that of the batch plus
that of the noise, and over all coordinates the variances add up.  The records are those of
`workbench.rigor.provers.batches`, any two at an l1 distance of at most S_x <= S_1.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import sympy as sp

from workbench.claims import Outcome
from workbench.rigor.provers.batches import (
    SIZES,
    B,
    M,
    Q,
    S,
    at,
    d,
    diameter,
    i,
    inner,
    j,
    k,
    m,
    mean,
    n,
    of_all,
    popoviciu,
    total_variance,
    trace,
    u,
)
from workbench.rigor.provers.moments import Known, moments_shown
from workbench.symbolic import declare
from workbench.symbolic.moments import MomentStatement, batch, laplace
from workbench.symbolic.text import parse

S_x, epsilon0 = declare("S_x >= 0, epsilon_0 > 0")
eta = sp.IndexedBase("eta", real=True)
_QUARTER = sp.Rational(1, 4)
UNIT = (sp.Sum(u[k] ** 2, (k, 1, d)), "<=", 1)
_SHORT = [parse("v <= 1", where="v^2 <= 1"), parse("v >= -1", where="v^2 <= 1")]
SCALE = S_x / (m * epsilon0)
BOUNDED = [*SIZES, (S_x, "<=", S)]


@dataclass(frozen=True)
class NoisyMean:
    """The mean of a batch with Laplace noise, and what is claimed of it.

    scale:  of the noise, for records at a distance of at most `longest`
    noise:  of the bound, the multiple of the square of the scale that belongs to S_1
    spread: of the bound, the multiple of the factor of the batch times S_1^2
    """

    scale: Any = SCALE
    size: Any = m
    longest: Any = S_x
    noise: Any = 2
    spread: Any = _QUARTER
    where: Sequence[Any] = (*BOUNDED, UNIT)
    every: Sequence[Any] = (diameter(S_x),)

    @property
    def factor(self) -> Any:  # noqa: ANN401
        """Of the variance of a batch."""
        return (n - self.size) / (self.size * (n - 1))

    @property
    def most(self) -> Any:  # noqa: ANN401
        """The scale for records at a distance of at most S_1."""
        return self.scale.subs(S_x, S)

    def stated(self, claim: Any, means: Mapping[Any, Any]) -> MomentStatement:  # noqa: ANN401
        """A statement about the errors."""
        families = [batch(B, n, self.size), laplace(eta, d, self.scale)]
        return MomentStatement(
            claim, families=families, means=means, where=self.where, every=self.every
        )

    def bound(self, copies: Any = 1) -> Any:  # noqa: ANN401
        """What is claimed of the noise of so many coordinates."""
        return self.spread * self.factor * S**2 + self.noise * copies * self.most**2

    def mean_square(self) -> MomentStatement:
        """E |w|^2."""
        of_batch = sp.Sum(B[i] * at(i, k), (i, 1, n)) / self.size
        error = of_batch - mean(lambda r: at(r, k)) + eta[k]
        means = {Q: sp.Sum(error**2, (k, 1, d))}
        return self.stated((Q, "<=", self.bound(d)), means)

    def along(self) -> Any:  # noqa: ANN401
        """u'w: the inner product with the mean of the batch, less that with the mean of all."""
        of_batch = sp.Sum(B[i] * inner(u)(i), (i, 1, n)) / self.size
        return of_batch - mean(inner(u)) + sp.Sum(u[k] * eta[k], (k, 1, d))

    def in_direction(self) -> MomentStatement:
        """E (u'w)^2 - (E u'w)^2."""
        means = {Q: self.along() ** 2, M: self.along()}
        return self.stated((Q - M**2, "<=", self.bound()), means)

    def full(self) -> MomentStatement:
        """In every direction, where all records are in the batch."""
        square = sp.Sum(u[k] ** 2, (k, 1, d))
        claim = (Q - M**2, "=", self.noise * self.scale**2 * square)
        return self.stated(claim, {Q: self.along() ** 2, M: self.along()})

    def _shorter(self, copies: Any = 1) -> tuple[Any, Any]:  # noqa: ANN401
        """What `longest` <= S_1 adds to the bound, per S_1^2 - longest^2, and the claim beyond."""
        per_square = (self.scale / S_x) ** 2 if self.scale.has(S_x) else 0
        more = (self.spread - _QUARTER) * self.factor * S**2
        more += (self.noise - 2) * copies * self.most**2
        return self.factor / 4 + 2 * copies * per_square, more

    def mean_square_shown(self) -> Outcome:
        """From the sum of the variances."""

        def steps(known: Known) -> None:
            square, spread = (self.longest**2, "<=", S**2), (trace(), "<=", self.longest**2 / 4)
            known.fact(square)
            total_variance(known, self.longest)
            known.mean(Q)
            known.fact((Q, "=", self.factor * trace() + 2 * d * self.scale**2))
            shorter, more = self._shorter(d)
            terms = {known.place(spread): self.factor, known.place(square): shorter}
            known.adds(terms, more)

        return moments_shown(self.mean_square(), steps)

    def in_direction_shown(self) -> Outcome:
        """From the variance along u: its entries are in [-1, 1], as a square is at most the sum."""

        def steps(known: Known) -> None:
            square = (self.longest**2, "<=", S**2)
            known.fact(square)
            ends = [
                known.every([k], of_all(k, last=d), one, _in_cube)
                for one in ((u[k], "<=", 1), (u[k], ">=", -1))
            ]
            rest = popoviciu(known, u, self.longest, inside=ends)
            shorter, more = self._shorter()
            terms = {-1: self.factor / n, known.place(UNIT): 2 * self.scale**2}
            known.adds({**terms, known.place(square): shorter}, self.factor * rest**2 + more)

        return moments_shown(self.in_direction(), steps)


def noise_along(value: Any = 2 * SCALE**2) -> MomentStatement:  # noqa: ANN401
    """E (u'eta)^2 - (E u'eta)^2 of the noise alone, for every u."""
    along = sp.Sum(u[k] * eta[k], (k, 1, d))
    claim = (Q - M**2, "=", value * sp.Sum(u[k] ** 2, (k, 1, d)))
    families = [laplace(eta, d, SCALE)]
    return MomentStatement(claim, families=families, means={Q: along**2, M: along})


def noise_total(value: Any = 2 * d * SCALE**2) -> MomentStatement:  # noqa: ANN401
    """The sum of the variances of the coordinates of the noise alone."""
    means = {Q: sp.Sum(eta[k] ** 2, (k, 1, d))}
    return MomentStatement((Q, "=", value), families=[laplace(eta, d, SCALE)], means=means)


def _in_cube(inside: Known) -> None:
    """Of |u|^2 <= 1: an entry is in [-1, 1]."""
    inside.split(sp.Sum(u[j] ** 2, (j, 1, d)), k)
    inside.weaken(">=")
    before, after = sp.Sum(u[j] ** 2, (j, 1, k - 1)), sp.Sum(u[j] ** 2, (j, k + 1, d))
    unit = inside.place(UNIT)
    inside.fact((u[k] ** 2, "<=", 1), lambda here: here.adds({-1: 1, unit: 1}, before + after))
    inside.using(*((one, {"v": u[k]}) for one in _SHORT))
