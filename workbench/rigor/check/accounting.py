"""What a sequence of releases costs: delta(eps) between two balls, by inverting a transform.

Releases have independent losses L_j under P, and S is their sum.  With M the product of their
transforms, a contour Re s = c > 0 and h = 2 pi / span, Poisson's summation formula says

    (h / 2 pi) sum over s in c + i h Z of e^(-s eps) M(s) / (s (s + 1))
        = sum over m in Z of e^(c m span) delta(eps + m span),     delta(y) = E (1 - e^(y - S))_+.

Nothing is approximated but two things with bounds: the terms with m != 0, which are >= 0, by delta
<= 1 on one side and by Chernoff's bound at some c' > c on the other; and the terms of the sum that
are left out, by `tail`.  Where all losses lie on a lattice, the sum is over one period, and finite.
Where all releases have atoms, M is without the part of at most one loss off them: that part is
added in closed form, and what is left decays (module sequences).

Where the transform decays too slowly, the losses are rounded to a grid instead (module rounding).

A certificate states the pairs, a claim "delta at most" or "delta at least" at an epsilon, and the
contour, span and number of nodes that show it, or the grid; a wrong choice shows nothing.  Without
nodes delta is that of one release or of equal Laplace releases in closed form, or that part and a
bound on what is left: Chernoff's, or one for epsilons next to the largest sum of losses.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, isqrt
from typing import Any

from flint import acb, acb_mat, arb

from workbench.rigor.check.answer import Answer, Certificate, as_fmpq
from workbench.rigor.check.enclose import precision
from workbench.rigor.check.laplace_sum import laplace_delta
from workbench.rigor.check.pairs import read_law
from workbench.rigor.check.rounding import MOST_POINTS, RoundedPart, RoundedSum, RoundingPlan
from workbench.rigor.check.sequences import Composition
from workbench.rigor.check.trees import Malformed, rational, whole

KIND = "accounting"
BITS = 112
MOST_NODES = 60_000
_MOST_RELEASES, _MOST_KINDS = 10**7, 64


@dataclass(frozen=True, slots=True)
class InversionPlan:
    """How the transform is inverted: where, over which span, with how many nodes."""

    c: Fraction
    beyond: Fraction
    span: Fraction
    nodes: int


class Inversion:
    """The transform of a composition at the nodes of a plan; read at as many epsilon as wanted."""

    def __init__(self, total: Composition, plan: InversionPlan) -> None:
        self.total, self.plan = total, plan
        self.c = arb(as_fmpq(str(plan.c)))
        self.span = arb(as_fmpq(str(plan.span)))
        self.discrete = total.lattice is not None
        if total.lattice is not None and self.discrete:
            self.span = plan.nodes * arb(as_fmpq(str(total.lattice[1])))
        self.above = arb(as_fmpq(str(plan.beyond)))
        self.far = total.moment(self.above)
        if not plan.nodes:
            return
        self.h = 2 * arb.pi() / self.span
        half = plan.nodes // 2 + 1 if self.discrete else plan.nodes + 1
        self.points = [acb(self.c, k * self.h) for k in range(half)]
        self.values = total.nodes(self.c, self.h, half)
        if not self.discrete:
            kernel = [v / (s * (s + 1)) for s, v in zip(self.points, self.values, strict=True)]
            kernel[0] /= 2  # the nodes with Im s < 0 are conjugates of the others
            self.wide = isqrt(plan.nodes) + 1
            kernel += [acb(0)] * (-len(kernel) % self.wide)
            rows = range(0, len(kernel), self.wide)
            self.kernel = acb_mat([kernel[k : k + self.wide] for k in rows])
            t = self.h * plan.nodes
            self.rest = total.tail(self.c, t) / (arb.pi() * t)

    def delta(self, at: Fraction, *, both: bool = True) -> tuple[arb, arb]:
        """A lower and an upper end of the exact delta at epsilon >= 0.

        Without `both` the lower end is 0: it may cost as much as the upper one.
        """
        if self.total.top is not None and at >= self.total.top:
            return self.total.infinite.lower(), self.total.infinite.upper()
        epsilon = arb(as_fmpq(str(at)))
        if not self.plan.nodes:
            lower, upper = (self.total.infinite + x for x in self._without_nodes(at, epsilon))
            return lower.lower(), upper.upper().min(arb(1))
        damped = (-self.c * epsilon).exp()
        if self.total.lattice is not None and self.discrete:
            found, rest = self._over_a_period(at, *self.total.lattice), arb(0)
        else:
            found, rest = self._over_the_line(epsilon), self.rest * damped
        told = self.total.told(epsilon)
        upper = (self.total.infinite + told + found + rest).upper().min(arb(1))
        if not both:
            return arb(0), upper
        lower = told.lower() + (found - rest - self._repeats(epsilon)).max(arb(0))
        return (self.total.infinite + lower.max(arb(0))).lower(), upper

    def _without_nodes(self, at: Fraction, epsilon: arb) -> tuple[arb, arb]:
        """A closed form of one or of equal Laplace releases, or a part and Chernoff's bound."""
        if self.total.single:
            found = self.total.parts[0][0].profile(epsilon.exp())[0]
        elif self.total.equal_laplace is not None:
            found = laplace_delta(*self.total.equal_laplace, at)
        else:
            told = self.total.told(epsilon)
            rest = self.total.untold(epsilon).min(self._chernoff(epsilon))
            return told, (told + rest).min(self._chernoff(epsilon))
        return found, found

    def _chernoff(self, epsilon: arb) -> arb:
        """A bound on what finite losses give: sup over y of (1 - e^-y) e^(-c y) times a moment."""
        top = (self.above * self.above.log() - (1 + self.above) * self.above.log1p()).exp()
        return top * self.far * (-self.above * epsilon).exp()

    def _over_the_line(self, epsilon: arb) -> arb:
        turn = -self.h * epsilon
        columns = acb_mat([[acb(0, k * turn).exp()] for k in range(self.wide)])
        rows = [[acb(0, k * self.wide * turn).exp() for k in range(self.kernel.nrows())]]
        total = (acb_mat(rows) * (self.kernel * columns))[0, 0].real
        return 2 * total * (-self.c * epsilon).exp() / self.span

    def _over_a_period(self, at: Fraction, offset: Fraction, step: Fraction) -> arb:
        """The same with the sum over the losses x >= eps of (1 - e^(eps - x)) e^(-s x)."""
        x = offset + ceil((at - offset) / step) * step
        first, gap = arb(as_fmpq(str(x))), arb(as_fmpq(str(step)))
        excess = arb(as_fmpq(str(at - x))).exp()
        terms = [
            v * (-s * first).exp()
            * (1 / (1 - (-s * gap).exp()) - excess / (1 - (-(s + 1) * gap).exp()))
            for s, v in zip(self.points, self.values, strict=True)
        ]  # fmt: skip
        total = 2 * sum(terms, acb(0)).real - terms[0].real
        if self.plan.nodes % 2 == 0:
            total -= terms[-1].real
        return total / self.plan.nodes

    def _repeats(self, epsilon: arb) -> arb:
        """The terms with m != 0."""
        below = (-self.c * self.span).exp()
        gap = self.above - self.c
        if not (gap > 0 and self.c > 0):
            return arb("inf")
        near = (-gap * self.span).exp()
        return below / (1 - below) + self._chernoff(epsilon) * near / (1 - near)


class Rounded:
    """A composition with its losses rounded to the grid of a plan; read at as many epsilon."""

    def __init__(self, total: Composition, plan: RoundingPlan) -> None:
        self.total, self.plan = total, plan
        self._sums: dict[bool, RoundedSum] = {}

    def delta(self, at: Fraction, *, both: bool = True) -> tuple[arb, arb]:
        """A lower and an upper end of the exact delta at epsilon; without `both` 0 and that."""
        upper = self._rounded(above=True).delta(at).upper().min(arb(1))
        if not both:
            return arb(0), upper
        lower = self._rounded(above=False).delta(at).max(arb(0))
        return (self.total.infinite + lower).lower(), upper

    def _rounded(self, *, above: bool) -> RoundedSum:
        if above not in self._sums:
            parts = [RoundedPart(law.profile, law.infinite, n) for law, n in self.total.parts]
            self._sums[above] = RoundedSum(parts, self.plan, above=above)
        return self._sums[above]


Plan = InversionPlan | RoundingPlan
Reading = Inversion | Rounded


def opened(total: Composition, plan: Plan) -> Reading:
    """What a plan says about a composition."""
    if isinstance(plan, RoundingPlan):
        return Rounded(total, plan)
    return Inversion(total, plan)


def read_composition(pairs: Any) -> Composition:  # noqa: ANN401 - JSON
    """The composition that a list of pairs with their counts stands for; raises Malformed."""
    if not isinstance(pairs, list) or not 1 <= len(pairs) <= _MOST_KINDS:
        raise Malformed(f"the pairs are no list of 1 to {_MOST_KINDS}")
    parts = []
    for one in pairs:
        count = whole(one["count"])
        if not 1 <= count <= _MOST_RELEASES:
            raise Malformed(f"count = {count}")
        parts.append((read_law({k: v for k, v in one.items() if k != "count"}), count))
    return Composition(parts)


def read_plan(plan: Any, laws: int) -> Plan:  # noqa: ANN401 - JSON
    """The plan that a certificate states for so many laws; raises Malformed."""
    if "step" in plan:
        return _read_rounding(plan, laws)
    if set(plan) != {"c", "beyond", "span", "nodes"}:
        raise Malformed("a plan has c, beyond, span and nodes, or is that of a grid")
    nodes = whole(plan["nodes"])
    numbers = {key: rational(plan[key]) for key in ("c", "beyond", "span")}
    if nodes != 0 and not 2 <= nodes <= MOST_NODES:
        raise Malformed(f"nodes = {nodes}")
    if not (0 < numbers["c"] < numbers["beyond"] and 0 < numbers["span"]):
        raise Malformed("0 < c < beyond and 0 < span do not hold")
    return InversionPlan(nodes=nodes, **numbers)


def _read_rounding(plan: Any, laws: int) -> RoundingPlan:  # noqa: ANN401 - JSON
    step, least = rational(plan["step"]), rational(plan["least"])
    bottom, top = whole(plan["bottom"]), whole(plan["top"])
    ends = tuple((whole(low), whole(high)) for low, high in plan["ends"])
    if set(plan) != {"step", "ends", "bottom", "top", "least"} or len(ends) != laws:
        raise Malformed("a grid has a step, two ends for each law, bottom, top and least")
    ranges = (*ends, (bottom, top))
    if not (0 < step <= 1 and least >= 0 and all(0 < b - a < MOST_POINTS for a, b in ranges)):
        raise Malformed(f"0 < step <= 1, least >= 0, and 2 to {MOST_POINTS} points")
    if not all(abs(k) * step < 1000 for two in ranges for k in two):
        raise Malformed("a point of the grid is 1000 or more")
    return RoundingPlan(step, ends, bottom, top, least)


def check_accounting(c: Certificate) -> Answer:
    """Check that the releases cost at most, or at least, the stated delta at the stated epsilon."""
    side = c["side"]
    if side not in ("at most", "at least") or not set(c) <= {
        "kind", "side", "pairs", "epsilon", "delta", "plan", "digest"
    }:  # fmt: skip
        raise Malformed("a side is 'at most' or 'at least', with pairs, epsilon, delta and plan")
    epsilon, delta = rational(c["epsilon"]), rational(c["delta"])
    if epsilon < 0 or not 0 <= delta <= 1:
        raise Malformed("epsilon is negative, or delta outside [0, 1]")
    with precision(BITS + 16):  # not the precision that the accountant used
        total = read_composition(c["pairs"])
        reading = opened(total, read_plan(c["plan"], len(total.parts)))
        both = side == "at least" or isinstance(reading, Inversion)  # a second grid costs as much
        lower, upper = reading.delta(epsilon, both=both)
        bound = arb(as_fmpq(str(delta)))
        shown = bool(upper <= bound) if side == "at most" else bool(lower >= bound)
    ends = f"[{float(lower):.8g}, {float(upper):.8g}]"
    text = f"delta at epsilon = {float(epsilon):.6g} lies in {ends}"
    return Answer(
        shown, f"{KIND}: {text}" + ("" if shown else f", and not {side} {float(delta):.6g}")
    )
