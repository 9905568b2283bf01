"""Statements about the heavy-ball matrix inequality, as claims declare them."""

from __future__ import annotations

from dataclasses import dataclass, fields
from fractions import Fraction

from workbench.rigor.check.kinds import digest
from workbench.symbolic.cards import StatementCard


@dataclass(frozen=True, slots=True)
class _Rate(StatementCard):
    """What the inequality has at some numbers.

    mu, L, alpha, beta, rho2: the numbers of the class, of the method and of the rate, as text
    """

    mu: str
    L: str
    alpha: str
    beta: str
    rho2: str

    def parameters(self) -> dict[str, str]:
        """The numbers in lowest terms."""
        return {f.name: str(Fraction(getattr(self, f.name))) for f in fields(_Rate)}

    def _said(self, shows: str, **constants: str) -> str:
        numbers = {name: str(Fraction(value)) for name, value in constants.items()}
        said = {"says": "momentum-rate", "parameters": self.parameters(), "shows": shows}
        return digest({**said, **numbers})

    def _written(self, has: str, more: str = "") -> str:
        from workbench.symbolic.latex import name as written  # brings sympy

        named = {n: written(n) for n in self.parameters()} | {"rho2": r"\rho^2"}
        at = ",\\; ".join(f"{named[n]} = {value}" for n, value in self.parameters().items())
        solution = r"P \succeq 0,\; c_0, c \ge 0,\; \kappa_P > 0" + more
        return rf"\text{{the LMI has {has} solution }} {solution} \text{{ at }} {at}"


class SolvableRate(_Rate):
    """That the inequality has a solution, rational P >= 0, c_0, c >= 0 with kappa > 0, at rho^2."""

    __slots__ = ()

    @property
    def digest(self) -> str:
        """That of what an accepted certificate shows."""
        return self._said("solution")

    def latex(self) -> str:
        """What is solved, and where."""
        return self._written("a rational")


class UnsolvableRate(_Rate):
    """That the inequality has no solution P >= 0, c_0, c >= 0 with kappa > 0 at rho^2."""

    __slots__ = ()

    @property
    def digest(self) -> str:
        """That of what an accepted certificate shows."""
        return self._said("no solution")

    def latex(self) -> str:
        """What is not solved, and where."""
        return self._written("no")


@dataclass(frozen=True, slots=True)
class ReachedNoise(_Rate):
    """That a solution at rho^2 has these constants, kappa and noise (P11 + c L/2)/kappa.

    kappa, noise: the constants, as text
    """

    kappa: str
    noise: str

    @property
    def digest(self) -> str:
        """That of what an accepted certificate shows."""
        return self._said("constants", kappa=self.kappa, noise=self.noise)

    def latex(self) -> str:
        """The constants, and where."""
        kappa, noise = Fraction(self.kappa), Fraction(self.noise)
        more = rf",\; \kappa_P = {kappa},\; (P_{{11}} + cL/2)/\kappa_P = {noise}"
        return self._written("a rational", more)


@dataclass(frozen=True, slots=True)
class LeastNoise(_Rate):
    """That (P11 + c L/2)/kappa >= bound for every solution at rho^2.

    bound: the number, as text
    """

    bound: str

    @property
    def digest(self) -> str:
        """That of what an accepted certificate shows."""
        return self._said("noise at least", bound=self.bound)

    def latex(self) -> str:
        """The bound, and where."""
        return self._written("no", rf",\; (P_{{11}} + cL/2)/\kappa_P < {Fraction(self.bound)}")
