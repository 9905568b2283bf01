"""Noise constants of the heavy-ball LMI at given points, by solutions and dual ones as decimals.

The stationary bound alpha^2 R/(1 - rho^2) of a solution is at most a number b, and a dual solution
Z shows that no solution has one below a share of b.  No solver is asked.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from workbench.solvers import exact
from workbench.solvers.exact import Json
from workbench.solvers.matrices import symmetric
from workbench.symbolic import Relation
from workbench.symbolic.text import parse


@dataclass(frozen=True, slots=True)
class NoisePoint:
    """A point with L = 1, all numbers as text.

    mu, alpha, beta, rho2: the class, the method and the rate
    solution: P11, P12, P22, c0, c
    bound:    of the stationary error
    dual:     Z11, Z12, Z13, Z22, Z23, Z33
    """

    mu: str
    alpha: str
    beta: str
    rho2: str
    solution: str
    bound: str
    dual: str

    def _lmi(self) -> tuple[exact.HeavyBallLmi, Fraction]:
        mu, alpha, beta, rho2 = map(Fraction, (self.mu, self.alpha, self.beta, self.rho2))
        return exact.HeavyBallLmi(mu, Fraction(1), alpha, beta), rho2

    def solved(self) -> Json:
        """The certificate of the solution."""
        p11, p12, p22, c0, c = map(Fraction, self.solution.split())
        found = exact.feasible(*self._lmi(), symmetric(p11, p12, p22), c0, c)
        assert found is not None, "the table holds solutions"
        return found

    def stationary(self) -> Fraction:
        """alpha^2 R/(1 - rho^2) of the solution."""
        noise = Fraction(self.solved()["noise"])
        return noise * Fraction(self.alpha) ** 2 / (1 - Fraction(self.rho2))

    def refuted(self, share: Fraction) -> Json:
        """The certificate of Z for a share of the bound, or of the solution, if it is better."""
        if self.stationary() < share * Fraction(self.bound):
            return self.solved()
        a, b, c, d, e, f = map(Fraction, self.dual.split())
        Z, limit = ((a, b, c), (b, d, e), (c, e, f)), self.limit(share)
        found = exact.noise_bound(*self._lmi(), Z, bound=limit)
        if found is None:
            raise ValueError(f"dual = {self.dual!r} does not show that the noise is >= {limit}.")
        return found

    def place(self) -> tuple[str, str, str, str, str]:
        """mu, L, alpha, beta and rho^2."""
        return self.mu, "1", self.alpha, self.beta, self.rho2

    def constants(self) -> tuple[str, str]:
        """Kappa and R of the solution."""
        found = self.solved()
        return found["kappa"], found["noise"]

    def limit(self, share: Fraction) -> Fraction:
        """The R whose stationary bound is this share of b."""
        return share * Fraction(self.bound) * (1 - Fraction(self.rho2)) / Fraction(self.alpha) ** 2

    def compared(self, noise: str, sign: str, factor: Fraction) -> Relation:
        """alpha^2 R/(1 - rho^2) against a multiple of b."""
        return parse(f"({self.alpha})^2*({noise})/(1 - {self.rho2}) {sign} {factor}*{self.bound}")
