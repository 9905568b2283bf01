"""Sequences of releases with independent losses, by the transform of the sum of their losses.

The loss of a Laplace release has two atoms, at its ends, also where records are sampled.  Its
transform comes back to the height of the atoms again and again, and so does a power of it.  With
the transforms A of the atoms and B of the density, M = A + B, the power is

    (A + B)^k = A^k + k A^(k - 1) B + the rest:

no loss off the atoms, one, or more; and so on for a product of such powers, where each release has
atoms.  No loss off the atoms, or one, are sums over how many losses lie on each atom, with a known
part of delta each: of a number, and of the profile of a release without its atoms.  Only the rest
is inverted.  It is the transform of a measure that is at most the law of the sum, so that bounds on
that hold for it; and it decays at least like B^2, as with |A| <= a, |B| <= b

    |the rest| <= prod (a + b)^k - prod a^k - (what has one factor b),

by the binomial formula, term by term.  Next to the largest sum of losses, at T - g, the rest needs
no inversion: every loss is then above its own largest value less g, which has a mass a + b, on
and off the atoms, and the rest of delta is at most (1 - e^-g) times the same expression.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from fractions import Fraction
from math import comb, gcd, lcm, prod
from typing import TypeVar

from flint import acb, arb

from workbench.rigor.check.answer import as_fmpq
from workbench.rigor.check.fuel import spend
from workbench.rigor.check.laplace_sum import MOST
from workbench.rigor.check.losses import Atoms, LaplaceLoss, Lattice, LossLaw, SumLoss

_MOST_LISTED, _MOST_IN_TABLE = 2000, 3001
Number = TypeVar("Number", arb, acb)


class Composition:
    """The laws of a sequence of releases, and how often each occurs."""

    def __init__(self, parts: list[tuple[LossLaw, int]]) -> None:
        self.parts = parts
        self.infinite = _united([(law.infinite, k) for law, k in parts if law.infinite != 0])
        self.lattice = _common([(law.lattice, k) for law, k in parts])
        tops = [law.top * k for law, k in parts if law.top is not None]
        self.top = sum(tops, Fraction(0)) if len(tops) == len(parts) else None
        self.split = _split(parts, self.top)

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

    def untold(self, epsilon: arb) -> arb:
        """A bound on what it leaves out of delta, without any transform."""
        return arb(1) if self.split is None else self.split.at_the_top(epsilon)


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
    """Releases whose losses all have atoms: what is told, and the rest.

    Of the law that occurs most often sums are looked up in a table, those of the others are listed.
    """

    def __init__(self, parts: list[tuple[LossLaw, int]], top: Fraction | None) -> None:
        self.parts = parts
        self.top = arb("inf") if top is None else arb(as_fmpq(str(top)))
        self.most = _most_often(parts)
        self.terms: list[tuple[arb, tuple[Atoms, AtomSums], OnAtoms | OffAtoms]]
        self.terms = [(arb(1), self._on_atoms(None), OnAtoms())]
        for j, (law, k) in enumerate(parts):
            if not (isinstance(law, SumLoss) and law.only_atoms):
                self.terms.append((arb(k), self._on_atoms(j), OffAtoms(law)))

    def _on_atoms(self, one: int | None) -> tuple[Atoms, AtomSums]:
        """A list and a table of sums on the atoms, without one loss of the law of that number."""
        left = [(law, k - (j == one)) for j, (law, k) in enumerate(self.parts)]
        table = [] if self.most is None else [left.pop(self.most)]
        return _sums(left), AtomSums(_sums(table))

    def nodes(self, c: arb, h: arb, n: int) -> list[acb]:
        """The transform of two or more losses off the atoms, at c + i k h for k < n."""
        found: list[list[tuple[acb, acb, int]]] = [[] for _ in range(n)]
        for law, k in self.parts:
            atoms = SumLoss(law.atoms, []).nodes(c, h, n)
            for at, on, whole in zip(found, atoms, law.nodes(c, h, n), strict=True):
                at.append((on, whole - on, k))
        return [_two_or_more(at, acb(1)) for at in found]

    def tail(self, c: arb, t: arb) -> arb:
        """A bound on it for all |Im s| >= t."""
        bounds = [
            (sum((p * (c * x).exp() for p, x in law.atoms), arb(0)), law.off_atoms(c, t), k)
            for law, k in self.parts
        ]
        return _two_or_more(bounds, arb(1)).upper()

    def told(self, epsilon: arb) -> arb:
        """Delta of the events that no loss, or one, is off the atoms."""
        total = arb(0)
        for factor, (listed, table), delta in self.terms:
            means = (mass * table.mean(epsilon - x, delta) for mass, x in listed)
            total += factor * sum(means, arb(0))
        return total

    def at_the_top(self, epsilon: arb) -> arb:
        """A bound on the rest of delta, good next to the largest sum of losses."""
        gap = (self.top - epsilon).max(arb(0))
        if not gap < 1:
            return arb(1)
        bounds = []
        for law, k in self.parts:
            level = arb(as_fmpq(str(law.top))) - gap
            f, under_q = law.profile(level.exp())
            above = f + level.exp() * under_q  # mass of P above the level
            surely = sum((p for p, x in law.atoms if x > level), arb(0))
            on = sum((p for p, x in law.atoms if not x <= level), arb(0))
            bounds.append((on, (above - surely).max(arb(0)), k))
        return ((1 - (-gap).exp()) * _two_or_more(bounds, arb(1)).max(arb(0))).upper()


def _two_or_more(terms: list[tuple[Number, Number, int]], unit: Number) -> Number:
    """The product of (a + b)^k over (a, b, k), without what has no factor b, or one."""
    every, none, one = unit, unit, 0 * unit
    for a, b, k in terms:
        less = a ** (k - 1)
        every *= (a + b) ** k
        none, one = none * (a * less), one * (a * less) + none * (k * less * b)
    return every - none - one


class OnAtoms:
    """(1 - e^level)_+: delta at a level where nothing more is lost."""

    low, top, masses = arb(0), arb(0), (arb(1), arb(1))

    def __call__(self, level: arb) -> arb:
        return (1 - level.exp()).max(arb(0))


class OffAtoms:
    """E (1 - e^(level - L))_+ over the losses L of a law that are off its atoms.

    Below `low`, where all these losses are above the level, it is p - e^level q with the masses of
    P and Q; above `top` it is 0.
    """

    def __init__(self, law: LossLaw) -> None:
        self.law = law
        self.top = arb("inf") if law.top is None else arb(as_fmpq(str(law.top)))
        self.low, self.masses = arb("-inf"), (arb(0), arb(0))
        if law.bottom is not None:
            self.low = law.bottom
            first, second = self(law.bottom - 1), self(law.bottom - 2)
            odds = (law.bottom - 1).exp()
            q = (second - first) / (odds * (1 - arb(-1).exp()))
            self.masses = first + odds * q, q

    def __call__(self, level: arb) -> arb:
        t = level.exp()
        on = (mass * (1 - t * (-loss).exp()).max(arb(0)) for mass, loss in self.law.atoms)
        return (self.law.profile(t)[0] - sum(on, arb(0))).max(arb(0))


class AtomSums:
    """Sums of losses on atoms, from the largest on, with the masses of P and Q before each."""

    def __init__(self, sums: Atoms) -> None:
        spend(20 * len(sums), "sums of atoms")
        self.sums = sums
        self.places = [-float(loss) for _, loss in sums]  # only where to look
        self.before, self.least, most = [(arb(0), arb(0))], [arb("inf")], [arb("-inf")]
        for mass, loss in self.sums:
            p, q = self.before[-1]
            self.before.append((p + mass, q + mass * (-loss).exp()))
            self.least.append(self.least[-1].min(loss))  # of the first ones, in any order
        for _, loss in reversed(self.sums):
            most.append(most[-1].max(loss))
        self.most = most[::-1]  # of those from a place on

    def mean(self, level: arb, delta: OnAtoms | OffAtoms) -> arb:
        """The mean of delta(level - sum): of most sums at once, of those in between one by one."""
        near = float(level)
        below = bisect_left(self.places, float(delta.low) - near)
        while below > 0 and not level - self.least[below] < delta.low:
            below -= 1
        above = bisect_right(self.places, float(delta.top) - near)
        while above < len(self.sums) and not level - self.most[above] > delta.top:
            above += 1
        spend(40 * max(above - below, 1), "sums of atoms")
        (p, q), (mass, under_q) = self.before[below], delta.masses
        found = (m * delta(level - x) for m, x in self.sums[below:above])
        return p * mass - level.exp() * q * under_q + sum(found, arb(0))


def _most_often(parts: list[tuple[LossLaw, int]]) -> int | None:
    """Which law has a table, if any: the most frequent one of two atoms, the larger first."""
    two = [
        j for j, (law, _) in enumerate(parts)
        if len(law.atoms) == 2 and law.atoms[0][1] > law.atoms[1][1]
    ]  # fmt: skip
    return max(two, key=lambda j: parts[j][1], default=None)


def _sums(parts: list[tuple[LossLaw, int]]) -> Atoms:
    """Masses of the sums of losses that are all on the atoms."""
    found: Atoms = [(arb(1), arb(0))]
    for law, k in parts:
        powers = _power(law.atoms, k)
        spend(4 * len(found) * len(powers), "sums of atoms")
        found = [(p * q, x + y) for p, x in found for q, y in powers]
    return found


def _power(atoms: Atoms, k: int) -> Atoms:
    """The same for k equal releases: how many lie on the first atom, and then on the others."""
    (p, x), *others = atoms
    if not others:
        return [(p**k, k * x)]
    return [
        (comb(k, i) * p**i * mass, i * x + rest)
        for i in range(k, -1, -1)
        for mass, rest in _power(others, k - i)
    ]


def _split(parts: list[tuple[LossLaw, int]], top: Fraction | None) -> SplitComposition | None:
    """How releases are split, where their losses have atoms, and some a density beside them."""
    if len(parts) == 1 and parts[0][1] == 1:
        return None
    dense = any(not (isinstance(law, SumLoss) and law.only_atoms) for law, _ in parts)
    if not dense or not all(law.atoms for law, _ in parts):
        return None
    counts = [comb(k + len(law.atoms) - 1, k) for law, k in parts]
    most = _most_often(parts)
    in_table = 1 if most is None else counts.pop(most)
    few = in_table <= _MOST_IN_TABLE and prod(counts) <= _MOST_LISTED
    return SplitComposition(parts, top) if few else None
