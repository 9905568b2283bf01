"""Bias-reduced private gradients from hidden batches of random size (sparse gradients).

A_m is the projection mechanism on m gradients of l2 norm at most L: their mean plus normal noise
of standard deviation sigma / m in every coordinate, projected onto |g|_1 <= L sqrt(s).  With level
N, drawn with chance p_N ~ 2^-N on 0..M, M = floor(log2 n) - 1, a hidden batch B of 2^(N+1) records,
its random halves O and E, and one record i drawn independently,

    G = (1 / p_N) (A(B) - (A(O) + A(E)) / 2) + A({i})

has the mean of A on 2^(M+1) records and needs 2^(N+1) + 1 gradients.  Level 0 is needed: without it
the mean is off by the difference of A on two records and on one.

Released are the three noisy means of B, O, E (module `privacy.halves`) and that of i; the rest is
post-processing.  Where A_m is (eps, delta)-DP, a record of B is in two of the three: they cost

    (ln(1 + q (e^(2 eps) - 1)), 2 q delta),  q = 2^(N+1) / n,

and the single record (ln(1 + (e^eps - 1) / n), delta / n).  These prices are what is charged.  With
sharp=True the deltas are the same, and each epsilon is the least that amplification proves from the
exact curve of normal noise: the three means are one shift, by sqrt(2) times that of one mean.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from workbench.algorithms.parts.projections import project_l1
from workbench.errors import require
from workbench.privacy import Curator, Gaussian, Query, Subsampled
from workbench.privacy.arrays import Array, Ints
from workbench.privacy.curators.price import Price
from workbench.privacy.queries.halves import Halved

Flags = NDArray[np.bool_]
Decoder = Callable[[Array, int], Array]
ROOT2 = math.nextafter(math.sqrt(2), 2)
UP = 1 + 2.0**-50
"""Prices are stated this much higher than computed: more than the roundings of computing one."""


class GradientProblem(Protocol):
    """What the methods ask of a problem."""

    @property
    def lipschitz(self) -> float:
        """L: gradients of records have l2 norm at most L."""
        ...

    @property
    def start(self) -> Array:
        """First point, shape (d,)."""
        ...

    def mean_gradient(self, x: Array) -> Query:
        """The query of the mean gradient at points of shape (trials, d)."""
        ...


def top_level(n: int) -> int:
    """M = floor(log2 n) - 1: the largest batch has 2^(M+1) <= n records.

    >>> [top_level(n) for n in (2, 3, 4, 1000)]
    [0, 0, 1, 8]
    """
    require(n >= 2, "n", n, "is below 2: no batch has two halves", "Use two records or more.")
    return n.bit_length() - 2


def level_chances(M: int) -> Array:
    """p_0..p_M = 2^-k / (2 - 2^-M)."""
    return np.asarray(0.5 ** np.arange(M + 1) / (2 - 0.5**M))


@dataclass(frozen=True, slots=True, kw_only=True)
class MultilevelGradient:
    """Noise sigma of A_1, its (epsilon, delta), bound L on gradients, l1 radius of the projection.

    `decode(noisy, m)`, where given, takes the place of the projection: rows of shape (k, d), m the
    size of the batch that they are means of.

    sharp: price hidden batches by their exact curve, and not by the closed formula
    """

    sigma: float
    epsilon: float
    delta: float
    L: float
    radius: float
    decode: Decoder | None = None
    sharp: bool = False

    def __post_init__(self) -> None:
        """Check the parameters that need no data."""
        for name in ("sigma", "L", "radius"):
            value = getattr(self, name)
            require(0 < value < np.inf, name, value, "is not positive and finite", "Pass a size.")
        ok = 0 < self.epsilon <= 1
        rule = "is outside (0, 1]: a hidden batch amplifies no loss of several units"
        require(ok, "epsilon", self.epsilon, rule, "Lower it; many cheap calls are what helps.")
        require(0 < self.delta < 1, "delta", self.delta, "is outside (0, 1)", "Pass 1e-6, say.")

    @classmethod
    def calibrated(
        cls,
        *,
        L: float,
        s: int,
        epsilon: float,
        delta: float,
        decode: Decoder | None = None,
        sharp: bool = False,
    ) -> "MultilevelGradient":
        """Noise sigma = 2 L sqrt(2 ln(1.25 / delta)) / epsilon, and the radius L sqrt(s)."""
        require(s >= 1, "s", s, "is below 1", "Pass the sparsity of a gradient.")
        require(0 < delta < 1, "delta", delta, "is outside (0, 1)", "Pass 1e-6, say.")
        require(0 < epsilon, "epsilon", epsilon, "is not positive", "Pass a privacy loss.")
        sigma = 2 * L * math.sqrt(2 * math.log(1.25 / delta)) / epsilon * UP
        return cls(
            sigma=sigma,
            epsilon=epsilon,
            delta=delta,
            L=L,
            radius=L * math.sqrt(s),
            decode=decode,
            sharp=sharp,
        )

    def batch_price(self, level: int, n: int) -> Price:
        """What the noisy means of a batch of 2^(level+1) of n records and of its halves cost."""
        half = 2**level
        q = 2 * half / n
        delta = 2 * q * self.delta * UP
        if self.sharp:
            return _exact(self.sigma / half, ROOT2 * 2 * self.L / half, n, 2 * half, delta)
        return Price(math.log1p(q * math.expm1(2 * self.epsilon)) * UP, delta)

    def single_price(self, n: int) -> Price:
        """What the noisy gradient of one random record of n costs."""
        delta = self.delta / n * UP
        if self.sharp:
            return _exact(self.sigma, 2 * self.L, n, 1, delta)
        return Price(math.log1p(math.expm1(self.epsilon) / n) * UP, delta)

    def price(self, level: int, n: int) -> Price:
        """(eps_N, delta_N): what a call at this level costs."""
        batch, single = self.batch_price(level, n), self.single_price(n)
        return Price((batch.epsilon + single.epsilon) * UP, (batch.delta + single.delta) * UP)

    def error(self, d: int) -> float:
        """V_0: E |A_m - mean|_2^2 <= V_0 / m, that is 2 radius sigma sqrt(2 ln 2d) (projection)."""
        return 2 * self.radius * self.sigma * math.sqrt(2 * math.log(2 * d))

    def second_moment(self, d: int, n: int) -> float:
        """nu^2 = 4 L^2 + 4 (3 M + 4) V_0, a bound on E |G|_2^2."""
        return 4 * self.L**2 + 4 * (3 * top_level(n) + 4) * self.error(d)

    def bias(self, d: int, n: int) -> float:
        """Root of V_0 / 2^(M+1), a bound on |E G - grad F|_2."""
        return math.sqrt(self.error(d) / 2 ** (top_level(n) + 1))

    def levels(self, curator: Curator, trials: int) -> Ints:
        """Public levels of one call, shape (trials,)."""
        return curator.truncated_geometric(p=0.5, top=top_level(curator.n), trials=trials)

    def estimate(
        self,
        problem: GradientProblem,
        curator: Curator,
        x: Array,
        level: Ints,
        *,
        active: Flags | None = None,
    ) -> Array:
        """G at points x of shape (trials, d), zero in trials that are not active."""
        x = curator.array(x)
        running = np.ones(x.shape[0], dtype=bool) if active is None else active
        ok = bool((level[running] >= 0).all() and (level[running] <= top_level(curator.n)).all())
        require(ok, "level", level, f"leaves 0..{top_level(curator.n)}", "Use `levels`.")
        chances = level_chances(top_level(curator.n))
        query, n = problem.mean_gradient(x), curator.n
        noisy = curator.gaussian(
            query,
            sigma=self.sigma,
            sensitivity=2 * self.L,
            batch=1,
            active=running,
            price=self.single_price(n),
        )
        total, rows = 0 * x, curator.array(running)
        total[rows] = self._decoded(noisy[rows], 1)
        for k in np.unique(level[running]).tolist():
            here, half = running & (level == k), 2**k
            noisy = curator.gaussian(
                Halved.of(query),
                sigma=self.sigma / half,
                sensitivity=ROOT2 * 2 * self.L / half,
                batch=2 * half,
                active=here,
                price=self.batch_price(k, n),
            )
            rows, d = curator.array(here), x.shape[1]
            found = noisy[rows]
            both, odd, even = found[:, :d], found[:, d : 2 * d], found[:, 2 * d :]
            coarse = (self._decoded(odd, half) + self._decoded(even, half)) / 2
            fine = self._decoded(both / 2, 2 * half)
            total[rows] = total[rows] + (fine - coarse) / float(chances[k])
        return total

    def _decoded(self, noisy: Array, m: int) -> Array:
        """A_m, from the noisy mean of m gradients."""
        if self.decode is not None:
            return self.decode(noisy, m)
        return project_l1(noisy, radius=self.radius)


@lru_cache(maxsize=4096)
def _exact(sigma: float, sensitivity: float, n: int, batch: int, delta: float) -> Price:
    """Least epsilon at this delta, rounded up."""
    hidden = Subsampled(Gaussian(sigma), n, batch)
    return Price(hidden.epsilon_at(delta, sensitivity=sensitivity), delta)
