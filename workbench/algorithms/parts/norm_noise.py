"""Noise for gradients whose sensitivity is known in l_q, the dual norm of an l_p ball, p <= 2.

    generalized    density ~ exp(-|z|_q^2 / (2 sigma^2)):    zCDP (q - 1) S^2 / (2 sigma^2)
    gaussian       independent normal coordinates:           zCDP d^(1 - 2/q) S^2 / (2 sigma^2)

A sum of independent releases with deviations s_1, s_2, .. has E|sum|_q^2 <= `square` sum s_i^2.
Sums of normal vectors are normal, (d E|g|^q)^(2/q); sums of generalized Gaussian ones are no such
thing and cost the regularity again, (q - 1) d, unless there is only one.
"""

import math
from dataclasses import dataclass
from typing import Literal

from workbench.algorithms.parts.parameters import UP
from workbench.errors import require
from workbench.privacy import GeneralizedGaussian
from workbench.problems.feasible_sets import LpBall

Kind = Literal["generalized", "gaussian"]


@dataclass(frozen=True, slots=True)
class NormNoise:
    """The ball whose dual norm measures sensitivities, and the kind of noise.

    >>> NormNoise(LpBall(5, 1.5, 1.0), "generalized").regularity
    2.0
    """

    ball: LpBall
    kind: Kind

    def __post_init__(self) -> None:
        """Check that the dual norm is regular."""
        p = self.ball.p
        rule = "is above 2: the dual norm is not smooth"
        require(p <= 2, "ball.p", p, rule, "For p > 2 use the Euclidean ball d^(1/2 - 1/p) larger.")
        known = self.kind in ("generalized", "gaussian")
        require(known, "kind", repr(self.kind), "is unknown", "Say 'generalized' or 'gaussian'.")

    @property
    def regularity(self) -> float:
        """Constant q - 1 of |x + y|^2 <= |x|^2 + <grad |x|^2, y> + (q - 1) |y|^2; 1 if d = 1."""
        return 1.0 if self.ball.dimension == 1 else self.ball.q - 1

    @property
    def square(self) -> float:
        """E|sum|_q^2 of independent noises is at most this times the sum of sigma^2."""
        d, q = self.ball.dimension, self.ball.q
        if self.kind == "generalized" or d == 1:
            return self.regularity * d
        log = math.log(d) + q / 2 * math.log(2) + math.lgamma((q + 1) / 2) - math.lgamma(0.5)
        return math.exp(2 / q * log)

    def law(self, sigma: float) -> GeneralizedGaussian:
        """The law with this sigma."""
        d, q = self.ball.dimension, self.ball.q
        order = q if self.kind == "generalized" else 2.0
        return GeneralizedGaussian(sigma=sigma, order=order, dimension=d, sensitivity_order=q)

    def deviation(self, sensitivity: float, *, rho: float) -> float:
        """The sigma of a release that costs rho of zCDP, rounded up."""
        require(0 < rho < math.inf, "rho", rho, "is not positive and finite", "Pass rho > 0.")
        return sensitivity * math.sqrt(self.law(1.0).kappa / (2 * rho)) * UP
