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
the others.  Outside of its points a law is told as one outcome (below: a hull through a point where
tangents at its ends meet the axes; above: by a chord from t = 0, and by infinite losses).  So are
sums outside of `bottom` and `top`.  Sums of equal laws are powers of a polynomial.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import floor

from flint import arb, arb_poly, ctx

from workbench.rigor.check.answer import as_fmpq
from workbench.rigor.check.enclose import precision
from workbench.rigor.check.fuel import spend
from workbench.rigor.check.profiles import Profile

MOST_POINTS = 40_000
_FAR = 20_000
_BITS = 40  # more than the rest of the check: neighbouring values of f are subtracted twice
_STRAIGHT = 2.0**-75  # a bend that is taken for none

Law = tuple[int, list[arb]]
"""A first point, and the masses of P at it and at those that follow."""


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
        with precision(ctx.prec + _BITS):
            self.step = arb(as_fmpq(str(plan.step)))
            self.least = arb(as_fmpq(str(plan.least)))
            total: Law = (0, [arb(1)])
            for part, (low, high) in zip(parts, plan.ends, strict=True):
                law = self._above(part, low, high) if above else self._below(part, low, high)
                total = self._times(total, self._power(law, part.count))
            self.first, masses = total
            self.sums = self._suffixes(masses)

    def delta(self, at: Fraction) -> arb:
        """Delta of the rounded losses: an upper end, or a lower one without the infinite losses."""
        with precision(ctx.prec + _BITS):
            k = floor(at / self.plan.step) + 1 - self.first
            p, q = self.sums[max(0, min(len(self.sums) - 1, k))]
            found = p - arb(as_fmpq(str(at))).exp() * q
            if self.above:
                return found + 1 - self.sums[0][0]
            return found - self.excess

    def _point(self, k: int) -> arb:
        return (k * self.step).exp()

    def _above(self, part: RoundedPart, low: int, high: int) -> Law:
        spend(40 * (high - low + 1), "points of a profile")
        ts = [self._point(k) for k in range(low, high + 1)]
        values = [part.profile(t)[0] for t in ts]
        return low, self._kept(_masses([arb(0), *ts], [1 - part.infinite, *values])[1:])

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
        points = [self._left(touching[1], start, low), *range(low, high + 1)]
        points.append(self._right(touching[-2], high))
        ts = [self._point(k) for k in points]
        values = [
            min(((f - slope * (t - m)).lower() for m, f, slope in touching[j : j + 2]), key=_number)
            for j, t in enumerate(ts)
        ]
        raised = max((-v for v in values), key=_number).max(arb(0))  # masses are not negative
        hull, wrong = _hull([arb(0), *ts], [start, *(v.max(arb(0)) for v in values)])
        self.excess += part.count * (wrong + raised)
        found = _masses([t for _, t, _ in hull], [v for *_, v in hull])
        masses = [arb(0)] * (points[-1] - low + 1)
        for (j, *_), mass in zip(hull, found, strict=True):
            if j > 1:  # not what lies left of all points
                masses[points[j - 1] - low] = mass
        return low, masses

    def _left(self, touch: tuple[arb, arb, arb], start: arb, low: int) -> int:
        """A point near which the tangent at the first point meets that at 0."""
        t, f, slope = touch
        meeting = (start - f - slope * t) / (start - slope)
        far = meeting.log() / self.step if meeting > 0 else arb("nan")
        return min(low - 1, floor(float(far)) + 1) if far > low - _FAR else low - 1

    def _right(self, touch: tuple[arb, arb, arb], high: int) -> int:
        """A point near which the tangent at the last point meets the axis."""
        t, f, slope = touch
        far = (t + f / slope).log() / self.step if slope > 0 else arb("nan")
        return max(high + 1, floor(float(far))) if far < high + _FAR else high + 1

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
        spend(6 * (len(one[1]) + len(two[1])), "sums of losses")
        with precision(ctx.prec - _BITS):
            masses = self._kept((arb_poly(one[1]) * arb_poly(two[1])).coeffs()) or [arb(0)]
        first = one[0] + two[0]
        if first < self.plan.bottom:
            cut = min(self.plan.bottom - first, len(masses) - 1)
            low = sum(masses[:cut], arb(0)) if self.above else arb(0)
            masses = [masses[cut] + low, *masses[cut + 1 :]]
            first += cut
        top = self.plan.top if self.above else self.plan.top + _FAR
        if first + len(masses) - 1 > top >= first:
            masses = self._cut(masses, first, top)
        return first, masses

    def _cut(self, masses: list[arb], first: int, top: int) -> list[arb]:
        """What is beyond the top, told there; an upper end keeps its mass of Q only."""
        beyond = masses[top - first :]
        if not self.above:
            return [*masses[: top - first], sum(beyond, arb(0))]
        held = sum((p / self._point(k) for k, p in enumerate(beyond)), arb(0))
        return [*masses[: top - first], held]

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


def _hull(ts: list[arb], values: list[arb]) -> tuple[list[tuple[int, arb, arb]], arb]:
    """The corners of a convex line below the points, and by how much it may be above one."""
    hull: list[tuple[int, arb, arb]] = []
    slopes: list[arb] = []
    wrong = arb(0)
    for k, (t, value) in enumerate(zip(ts, values, strict=True)):
        while slopes:
            slope = (value - hull[-1][2]) / (t - hull[-1][1])
            if slope - slopes[-1] > _STRAIGHT:
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
