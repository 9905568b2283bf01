"""Sequences of releases with independent losses, by the transform of the sum of their losses.

The loss of a Poisson-sampled Laplace release has two atoms, at its ends.  Its transform comes back
to the height of the atoms again and again, and so does a power of it.  With the transforms A of the
atoms and B of the density, M = A + B, the power is

    (A + B)^k = A^k + k A^(k - 1) B + the rest:

no loss off the atoms, one, or more.  The first two are sums over how many losses lie on the upper
atom, with a known part of delta each: of a number, and of the profile of a release without its
atoms.  Only the rest is inverted.  It is the transform of a measure that is at most the law of the
sum, so that bounds on that hold for it; and it decays at least like B^2, as with |A| <= a, |B| <= b

    |the rest| = |sum over m >= 2 of C(k, m) A^(k - m) B^m| <= (a + b)^k - a^k - k a^(k - 1) b.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb, gcd, lcm, prod

from flint import acb, arb

from workbench.rigor.check.answer import as_fmpq
from workbench.rigor.check.fuel import spend
from workbench.rigor.check.laplace_sum import MOST
from workbench.rigor.check.losses import LaplaceLoss, Lattice, LossLaw, SumLoss

_MOST_SPLIT = 3000


class Composition:
    """The laws of a sequence of releases, and how often each occurs."""

    def __init__(self, parts: list[tuple[LossLaw, int]]) -> None:
        self.parts = parts
        self.infinite = _united([(law.infinite, k) for law, k in parts if law.infinite != 0])
        self.lattice = _common([(law.lattice, k) for law, k in parts])
        tops = [law.top * k for law, k in parts if law.top is not None]
        self.top = sum(tops, Fraction(0)) if len(tops) == len(parts) else None
        self.split = _split(parts)

    @property
    def single(self) -> bool:
        """Whether there is one release, whose profile is all that is asked for."""
        return len(self.parts) == 1 and self.parts[0][1] == 1

    @property
    def equal_laplace(self) -> tuple[Fraction, int] | None:
        """Ratio and number of the releases, where all are equal Laplace releases, and not many."""
        (law, count), *others = self.parts
        if others or not isinstance(law, LaplaceLoss) or count > MOST:
            return None
        return law.exact, count

    def moment(self, c: arb) -> arb:
        """E e^(c S) over the finite losses."""
        return prod((law.nodes(c, arb(0), 1)[0].real ** k for law, k in self.parts), start=arb(1))

    def nodes(self, c: arb, h: arb, n: int) -> list[acb]:
        """M(c + i k h) for k < n, without what `told` says in closed form."""
        if self.split is not None:
            return self.split.nodes(c, h, n)
        values = [acb(1)] * n
        for law, k in self.parts:
            values = [v * one**k for v, one in zip(values, law.nodes(c, h, n), strict=True)]
        return values

    def tail(self, c: arb, t: arb) -> arb:
        """A bound on what `nodes` gives, at c + iu for all |u| >= t."""
        if self.split is not None:
            return self.split.tail(c, t)
        return prod((law.tail(c, t) ** k for law, k in self.parts), start=arb(1))

    def told(self, epsilon: arb) -> arb:
        """The part of delta that is known in closed form, and is not in `nodes`."""
        return arb(0) if self.split is None else self.split.told(epsilon)


def _united(lost: list[tuple[arb, int]]) -> arb:
    """1 - prod (1 - p)^k, which is p itself for a single release."""
    if len(lost) == 1 and lost[0][1] == 1:
        return lost[0][0]
    return 1 - prod(((1 - p) ** k for p, k in lost), start=arb(1))


def _common(lattices: list[tuple[Lattice | None, int]]) -> Lattice | None:
    """A lattice that the sum of all losses lies on, where each has one."""
    known = [(one, k) for one, k in lattices if one is not None]
    if len(known) < len(lattices):
        return None
    bottom = lcm(*(one[1].denominator for one, _ in known))
    step = Fraction(gcd(*(int(one[1] * bottom) for one, _ in known)), bottom)
    return sum((one[0] * k for one, k in known), Fraction(0)), step


class SplitComposition:
    """Equal releases whose losses have two atoms and a density: the rest, and what is told."""

    def __init__(self, law: SumLoss, count: int) -> None:
        self.law, self.count = law, count
        self.top = arb("inf") if law.top is None else arb(as_fmpq(str(law.top)))
        spend(20 * count, "sums of atoms")
        self.none, self.one = self._sums(count), self._sums(count - 1)

    def nodes(self, c: arb, h: arb, n: int) -> list[acb]:
        """The transform of two or more losses off the atoms, at c + i k h for k < n."""
        k = self.count
        atoms = SumLoss(self.law.atoms, []).nodes(c, h, n)
        found = []
        for whole, one in zip(self.law.nodes(c, h, n), atoms, strict=True):
            less = one ** (k - 1)
            found.append(whole**k - less * (one + k * (whole - one)))
        return found

    def tail(self, c: arb, t: arb) -> arb:
        """A bound on it for all |Im s| >= t."""
        k, most = self.count, self.law.tail(c, t)
        a = sum((mass * (c * loss).exp() for mass, loss in self.law.atoms), arb(0))
        return (most**k - a ** (k - 1) * (a + k * (most - a))).upper()

    def told(self, epsilon: arb) -> arb:
        """Delta of the events that no loss, or one, is off the atoms."""
        spend(40 * self.count, "sums of atoms")
        none = (mass * (1 - (epsilon - x).exp()).max(arb(0)) for mass, x in self.none)
        sums = [(mass, epsilon - x) for mass, x in self.one if not epsilon > x + self.top]
        one = (mass * self._off(level) for mass, level in sums)
        return sum(none, arb(0)) + self.count * sum(one, arb(0))

    def _sums(self, k: int) -> list[tuple[arb, arb]]:
        """Masses of the sums of k losses that are all on the atoms."""
        (p, x), (q, y) = self.law.atoms
        return [(comb(k, i) * p**i * q ** (k - i), i * x + (k - i) * y) for i in range(k + 1)]

    def _off(self, level: arb) -> arb:
        """E (1 - e^(level - L))_+ over the losses that are off the atoms."""
        t = level.exp()
        on = (mass * (1 - t * (-loss).exp()).max(arb(0)) for mass, loss in self.law.atoms)
        return (self.law.profile(t)[0] - sum(on, arb(0))).max(arb(0))


def _split(parts: list[tuple[LossLaw, int]]) -> SplitComposition | None:
    """How equal releases are split, where their losses have two atoms and a density."""
    (law, count), *others = parts
    if others or not isinstance(law, SumLoss) or not 2 <= count <= _MOST_SPLIT:
        return None
    return SplitComposition(law, count) if len(law.atoms) == 2 and law.lines else None
