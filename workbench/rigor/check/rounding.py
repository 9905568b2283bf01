"""Losses rounded to a grid, so that they can be added up one by one: proven ends of delta.

Where the transform of a few releases decays too slowly to be inverted, their laws are put on the
points i step.  A law with the profile f(t) = E (dP/dQ - t)_+ is at most as telling as one whose
profile lies above f, at least as telling as one whose profile lies below; and delta of a sequence
is monotone in the profile of each release.  With t_i = e^(i step):

    above  f drawn by chords through its values at the t_i           (Doroshenko et al. 2022)
    below  at t_i the smaller value there of the tangents of f in the middle of the two cells; over
           every cell the chord lies below a tangent, and so below f.  The lower convex hull of
           these points is the profile of a law.

Both err by the square of the step, and only where f is asked for: at epsilon minus the losses of
the others.  Outside of its points a law is told as one outcome (below: a hull through points where
tangents at its ends meet the axes; above: by a chord from t = 0, and by infinite losses).  So are
sums outside of `bottom` and `top`.  Sums of equal laws are powers of a polynomial.

What is beyond the last point is no point of the grid in a lower law: of it the masses of P and of Q
are kept.  Whatever losses it stands for, P(A) - e^eps Q(A) <= delta for every event A: that the sum
of the others is above epsilon, or that one of them is beyond.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import floor
from typing import NamedTuple

from flint import arb, arb_poly, ctx

from workbench.rigor.check.answer import as_fmpq
from workbench.rigor.check.enclose import precision
from workbench.rigor.check.fuel import spend
from workbench.rigor.check.profiles import Profile

MOST_POINTS = 40_000
_MOST_BITS = 300
_BITS = 40  # more than the rest of the check: neighbouring values of f are subtracted twice
_DOUBT = 40  # bits that the slope of a chord may lose: a bend of fewer is taken for none


class Law(NamedTuple):
    """A first point, masses of P at it and those that follow, masses of P and Q beyond all."""

    first: int
    masses: list[arb]
    far: tuple[arb, arb]


_NONE = (arb(0), arb(0))


@dataclass(frozen=True, slots=True)
class RoundingPlan:
    """A step, the first and last point of each law, those that sums may have, the least mass kept.

    A mass that is not told counts as an infinite loss above, and not at all below: both ends hold
    whatever is left out, and sums of masses of one size are fast.
    """

    step: Fraction
    ends: tuple[tuple[int, int], ...]
    bottom: int
    top: int
    least: Fraction


@dataclass(frozen=True, slots=True)
class RoundedPart:
    """One law by its profile, the mass of its infinite losses, and how often it occurs."""

    profile: Profile
    infinite: arb
    count: int


class RoundedSum:
    """The losses of a sequence, each rounded: above or below."""

    def __init__(self, parts: list[RoundedPart], plan: RoundingPlan, *, above: bool) -> None:
        self.plan, self.above = plan, above
        self.excess = arb(0)
        least = plan.least.denominator.bit_length() - plan.least.numerator.bit_length()
        self.bits = max(ctx.prec, min(least, _MOST_BITS)) + _BITS
        with precision(self.bits):
            self.step = arb(as_fmpq(str(plan.step)))
            self.least = arb(as_fmpq(str(plan.least)))
            total = Law(0, [arb(1)], _NONE)
            for part, (low, high) in zip(parts, plan.ends, strict=True):
                law = self._above(part, low, high) if above else self._below(part, low, high)
                total = self._times(total, self._power(law, part.count))
            self.first, self.far = total.first, total.far
            self.sums = self._suffixes(total.masses)

    def delta(self, at: Fraction) -> arb:
        """Delta of the rounded losses: an upper end, or a lower one without the infinite losses."""
        with precision(self.bits):
            k = floor(at / self.plan.step) + 1 - self.first
            p, q = self.sums[max(0, min(len(self.sums) - 1, k))]
            odds = arb(as_fmpq(str(at))).exp()
            found = p - odds * q
            if self.above:
                return found + 1 - self.sums[0][0]
            return found + (self.far[0] - odds * self.far[1]).max(arb(0)) - self.excess

    def _point(self, k: int) -> arb:
        return (k * self.step).exp()

    def _above(self, part: RoundedPart, low: int, high: int) -> Law:
        spend(40 * (high - low + 1), "points of a profile")
        ts = [self._point(k) for k in range(low, high + 1)]
        values = [part.profile(t)[0] for t in ts]
        masses = _masses([arb(0), *ts], [1 - part.infinite, *values])
        return Law(low, self._kept(masses[1:]), _NONE)

    def _kept(self, masses: list[arb]) -> list[arb]:
        zero = arb(0)
        return [mass if mass > self.least else zero for mass in masses]

    def _below(self, part: RoundedPart, low: int, high: int) -> Law:
        spend(60 * (high - low + 1), "points of a profile")
        start = 1 - part.infinite
        touching: list[tuple[arb, arb, arb]] = [(arb(0), start, start)]  # t, f and minus its slope
        places = [low, *(Fraction(2 * k + 1, 2) for k in range(low, high)), high]
        for place in places:
            t = (arb(as_fmpq(str(place))) * self.step).exp()
            touching.append((t, *part.profile(t)))
        last = next((k for k in range(high - 1, low, -1) if touching[k - low + 2][1] > 0), low)
        t = self._point(last + 1) * (1 - arb(2) ** -_BITS)
        touching[last - low + 2] = (t, *part.profile(t))  # where a law ends, f may have a corner
        touching.append((arb(0), arb(0), arb(0)))
        ts = [self._point(k) for k in range(low, high + 1)]
        ts = [self._left(touching[1], start, ts[0]), *ts, self._right(touching[-2], ts[-1])]
        values = [
            min(((f - slope * (t - m)).lower() for m, f, slope in touching[j : j + 2]), key=_number)
            for j, t in enumerate(ts)
        ]
        raised = max((-v for v in values), key=_number).max(arb(0))  # masses are not negative
        hull, wrong = _hull(
            [arb(0), *ts], [start, *(v.max(arb(0)) for v in values)], 2.0 ** (_DOUBT - self.bits)
        )
        self.excess += part.count * (wrong + raised)
        found = _masses([t for _, t, _ in hull], [v for *_, v in hull])
        masses, far = [arb(0)] * (high - low + 1), _NONE
        for (j, t, _), mass in zip(hull, found, strict=True):
            if 1 < j <= len(masses) + 1:  # not what lies left of all points
                masses[j - 2] = mass
            elif j > 1:
                far = mass, mass / t
        return Law(low, masses, far)

    def _left(self, touch: tuple[arb, arb, arb], start: arb, first: arb) -> arb:
        """About where the tangent at the first point meets that at 0."""
        t, f, slope = touch
        meeting = ((start - f - slope * t) / (start - slope)).mid() if start > slope else arb(0)
        return meeting if 0 < meeting < first else first * (-self.step).exp()

    def _right(self, touch: tuple[arb, arb, arb], last: arb) -> arb:
        """About where the tangent at the last point meets the axis."""
        t, f, slope = touch
        meeting = (t + f / slope).mid() if slope > 0 else arb(0)
        return meeting if meeting > last else last * self.step.exp()

    def _power(self, law: Law, count: int) -> Law:
        found: Law | None = None
        while True:
            if count % 2:
                found = law if found is None else self._times(found, law)
            count //= 2
            if count == 0:
                assert found is not None
                return found
            law = self._times(law, law)

    def _times(self, one: Law, two: Law) -> Law:
        """The law of a sum, cut to the points that sums may have."""
        spend(6 * (len(one.masses) + len(two.masses)), "sums of losses")
        with precision(self.bits - _BITS):
            masses = self._kept((arb_poly(one.masses) * arb_poly(two.masses)).coeffs()) or [arb(0)]
        first = one.first + two.first
        far = _NONE if self.above else self._either(one, two)
        if first < self.plan.bottom:
            cut = min(self.plan.bottom - first, len(masses) - 1)
            low = sum(masses[:cut], arb(0)) if self.above else arb(0)
            masses = [masses[cut] + low, *masses[cut + 1 :]]
            first += cut
        if first + len(masses) - 1 > self.plan.top >= first:
            masses, far = self._cut(masses, first, far)
        return Law(first, masses, far)

    def _either(self, one: Law, two: Law) -> tuple[arb, arb]:
        """Masses of P and Q where one of two laws is beyond its points, or both are."""
        if one.far is _NONE and two.far is _NONE:
            return _NONE
        near = [
            (sum(law.masses, arb(0)), self._under_q(law.masses, law.first)) for law in (one, two)
        ]
        p, q = (one.far[k] * (near[1][k] + two.far[k]) + near[0][k] * two.far[k] for k in (0, 1))
        return p, q

    def _under_q(self, masses: list[arb], first: int) -> arb:
        """The mass of Q that goes with masses of P."""
        return arb_poly(masses)((-self.step).exp()) / self._point(first)

    def _cut(
        self, masses: list[arb], first: int, far: tuple[arb, arb]
    ) -> tuple[list[arb], tuple[arb, arb]]:
        """What is above the top is beyond; an upper end keeps its mass of Q only, at the top."""
        if self.above:
            kept, beyond = masses[: self.plan.top - first], masses[self.plan.top - first :]
            return [*kept, self._under_q(beyond, 0)], far
        kept, beyond = masses[: self.plan.top - first + 1], masses[self.plan.top - first + 1 :]
        more = self._under_q(beyond, self.plan.top + 1)
        return kept, (far[0] + sum(beyond, arb(0)), far[1] + more)

    def _suffixes(self, masses: list[arb]) -> list[tuple[arb, arb]]:
        """Sums of p_k and of p_k e^(-k step) over k >= j, for each j and beyond the last."""
        spend(3 * len(masses), "sums of losses")
        p, q = arb(0), arb(0)
        found = [(p, q)]
        for k in range(len(masses) - 1, -1, -1):
            p += masses[k]
            q += masses[k] * (-(self.first + k) * self.step).exp()
            found.append((p, q))
        return found[::-1]


def _masses(ts: list[arb], values: list[arb]) -> list[arb]:
    """Masses of P at the points of a profile that is drawn by chords, and falls no more beyond."""
    slopes = [
        (values[k + 1] - values[k]) / (ts[k + 1] - ts[k]) for k in range(len(ts) - 1)
    ] + [arb(0)]  # fmt: skip
    return [arb(0)] + [ts[k] * (slopes[k] - slopes[k - 1]) for k in range(1, len(ts))]


def _hull(
    ts: list[arb], values: list[arb], straight: float
) -> tuple[list[tuple[int, arb, arb]], arb]:
    """The corners of a convex line below the points, and by how much it may be above one.

    A bend that is relatively less than `straight` is taken for none.
    """
    hull: list[tuple[int, arb, arb]] = []
    slopes: list[arb] = []
    wrong = arb(0)
    for k, (t, value) in enumerate(zip(ts, values, strict=True)):
        while slopes:
            slope = (value - hull[-1][2]) / (t - hull[-1][1])
            if slope - slopes[-1] > straight * abs(slopes[-1]):
                break
            if not slopes[-1] > slope:
                wrong += ((slope - slopes[-1]).abs_upper()) * (t - hull[-1][1])
            hull.pop()
            slopes.pop()
        if hull:
            slopes.append((value - hull[-1][2]) / (t - hull[-1][1]))
        hull.append((k, t, value))
    return hull, wrong.upper()


def _number(exact: arb) -> float:
    return float(exact)
