"""Laws of the privacy loss, by their transforms M(s) = E exp(s L), enclosed for complex s.

A pair of laws (P, Q) that dominates a mechanism enters a privacy proof through L = log dP/dQ under
P.  Every law here says, for c > 0,

    nodes(c, h, n)  M(c + i k h) for k = 0, ..., n - 1, as balls
    tail(c, t)      a bound on |M(c + i u)| for all |u| >= t
    atoms           masses and losses of the atoms; off_atoms(c, t) is the bound without them
    top             a rational number above all finite losses, or the largest of them
    bottom          a number below all of them, where there is one
    lattice         (offset, step) where the losses are exactly offset + step Z, else None
    infinite        mass of P where Q has none, and of Q where P has none: M leaves it out
    profile         t -> E (dP/dQ - t)_+ under Q over the finite losses, and minus its slope
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from fractions import Fraction
from math import isqrt
from typing import Any, Protocol

from flint import acb, acb_mat, arb

from workbench.rigor.check.answer import as_fmpq
from workbench.rigor.check.fuel import spend
from workbench.rigor.check.panels import LossLine
from workbench.rigor.check.profiles import (
    Profile,
    laplace_profile,
    normal_profile,
    profile_of_atoms,
)

Atoms = list[tuple[arb, arb]]
Lattice = tuple[Fraction, Fraction]


class LossLaw(Protocol):
    """The law of the privacy loss of one release."""

    atoms: Atoms
    lattice: Lattice | None
    infinite: arb
    top: Fraction | None
    bottom: arb | None
    profile: Profile

    def nodes(self, c: arb, h: arb, n: int) -> list[acb]:
        """M(c + i k h) for k < n."""
        ...

    def tail(self, c: arb, t: arb) -> arb:
        """A bound on |M(c + i u)| for all |u| >= t."""
        ...

    def off_atoms(self, c: arb, t: arb) -> arb:
        """The same for what the atoms leave out of M."""
        ...

    def cost(self, c: arb, t: arb) -> int:
        """How many terms M(s) has at Re s = c, |Im s| <= t."""
        ...


class _Closed(ABC):
    """A law whose transform is a formula, without lattice and without infinite losses."""

    lattice: Lattice | None = None
    profile: Profile

    def __init__(self, exact: Fraction) -> None:
        self.exact, self.ratio, self.infinite = exact, arb(as_fmpq(str(exact))), arb(0)
        self.top: Fraction | None = None
        self.bottom: arb | None = None
        self.atoms: Atoms = []

    def nodes(self, c: arb, h: arb, n: int) -> list[acb]:
        spend(6 * n, "transforms of a loss")
        return [self.at(acb(c, k * h)) for k in range(n)]

    @abstractmethod
    def at(self, s: acb) -> acb:
        """The transform at s."""

    @abstractmethod
    def tail(self, c: arb, t: arb) -> arb:
        """A bound on its modulus at c + iu for all |u| >= t."""

    def off_atoms(self, c: arb, t: arb) -> arb:
        return self.tail(c, t)

    def cost(self, c: arb, t: arb) -> int:
        return 1


class GaussianLoss(_Closed):
    """M(s) = exp(mu^2 s (s + 1) / 2)."""

    def __init__(self, exact: Fraction) -> None:
        super().__init__(exact)
        self.profile = normal_profile(self.ratio)

    def at(self, s: acb) -> acb:
        return (self.ratio**2 * s * (s + 1) / 2).exp()

    def tail(self, c: arb, t: arb) -> arb:
        return (self.ratio**2 * (c * (c + 1) - t * t) / 2).exp()


class LaplaceLoss(_Closed):
    """M(s) = ((s + 1) e^(s a) + s e^(-(s + 1) a)) / (2 s + 1), a = size / scale."""

    def __init__(self, exact: Fraction) -> None:
        super().__init__(exact)
        self.top, self.profile = exact, laplace_profile(self.ratio)
        self.bottom = -self.ratio
        self.atoms = [(arb(0.5), self.ratio), ((-self.ratio).exp() / 2, -self.ratio)]

    def at(self, s: acb) -> acb:
        a = self.ratio
        return ((s + 1) * (s * a).exp() + s * (-(s + 1) * a).exp()) / (2 * s + 1)

    def tail(self, c: arb, t: arb) -> arb:
        # |s + 1| / |2 s + 1| falls and |s| / |2 s + 1| rises to 1/2 as |Im s| grows
        a, s = self.ratio, acb(c, t)
        return (abs(s + 1) / abs(2 * s + 1)) * (c * a).exp() + (-(c + 1) * a).exp() / 2

    def off_atoms(self, c: arb, t: arb) -> arb:
        # M without its atoms is (e^(s a) - e^(-(s + 1) a)) / (2 (2 s + 1))
        a = self.ratio
        return ((c * a).exp() + (-(c + 1) * a).exp()) / (2 * abs(acb(2 * c + 1, 2 * t)))


class SumLoss:
    """Atoms, and integrals of exp(+-s log r): M(s) is a finite sum of w exp(s l), and an error.

    `left_out(c)` bounds what the atoms leave out of M(c).
    """

    def __init__(
        self, atoms: Atoms, lines: list[LossLine], *, infinite: arb | None = None,
        lattice: Lattice | None = None, left_out: Any = None,  # noqa: ANN401
        top: Fraction | None = None, bottom: arb | None = None, profile: Profile | None = None,
    ) -> None:  # fmt: skip
        self.atoms, self.lines, self.lattice = atoms, lines, lattice
        self.top, self.bottom = top, bottom
        self.infinite = arb(0) if infinite is None else infinite
        self.only_atoms = not lines and left_out is None
        self._left_out = left_out or (lambda c: arb(0))
        self.profile = profile or profile_of_atoms(atoms, self._left_out(arb(0)))

    def nodes(self, c: arb, h: arb, n: int) -> list[acb]:
        terms = [(mass * (c * loss).exp(), loss) for mass, loss in self.atoms]
        error = self._left_out(c)
        for line in self.lines:
            more, wrong = line.terms(c, (n - 1) * h)
            terms, error = terms + more, error + wrong
        radius = arb(0, error.abs_upper())
        return [one + acb(radius, radius) for one in _power_sums(terms, h, n)]

    def tail(self, c: arb, t: arb) -> arb:
        # atoms come back to their full height again and again
        on = sum((mass * (c * loss).exp() for mass, loss in self.atoms), arb(0))
        return (on + self.off_atoms(c, t)).upper()

    def off_atoms(self, c: arb, t: arb) -> arb:
        return sum((line.tail(c, t) for line in self.lines), self._left_out(c)).upper()

    def cost(self, c: arb, t: arb) -> int:
        return len(self.atoms) + sum(line.cost(c, t) for line in self.lines)


def _power_sums(terms: Atoms, h: arb, n: int) -> list[acb]:
    """sum of w exp(i k h l) for k < n: k = row * wide + column, one product of matrices."""
    wide = isqrt(n - 1) + 1
    rows = -(-n // wide)
    spend(len(terms) * (rows + wide + n // 8 + 8), "transforms of a loss")
    left: list[list[acb]] = []
    right: list[list[acb]] = []
    for weight, loss in terms:
        one = acb(0, h * loss).exp()
        powers = [acb(1)]
        for _ in range(wide):
            powers.append(powers[-1] * one)
        leap, row = powers.pop(), [acb(weight)]
        for _ in range(rows - 1):
            row.append(row[-1] * leap)
        left.append(row)
        right.append(powers)
    product = acb_mat(left).transpose() * acb_mat(right)
    return [product[k // wide, k % wide] for k in range(n)]
