"""Where to invert the transform of a composition, so that the two ends of delta nearly meet.

Everything here is a search: whatever plan it finds, `Inversion` answers with proven ends.
"""

from __future__ import annotations

import contextlib
import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from operator import itemgetter
from typing import Any

from flint import arb

from workbench.privacy.composition.balls import up
from workbench.privacy.composition.grids import beside, ends_of, power_of_two, short, through
from workbench.rigor.check.accounting import (
    MOST_NODES,
    InversionPlan,
    Plan,
    Reading,
    Rounded,
    opened,
)
from workbench.rigor.check.answer import as_fmpq
from workbench.rigor.check.rounding import MOST_POINTS, RoundingPlan
from workbench.rigor.check.sequences import Composition
from workbench.rigor.check.trees import Malformed

WIDTH = 1e-7
"""Relative width of a bracket that is aimed at."""

NEAR = 1e-3
"""Relative distance of two epsilons that are read off one plan."""

_WORK = 1e7
_MOST_TERMS = 28_000
_MOST_AT_ONCE = 28_000
_SHARES = (1.0, 0.9)
_GRIDS = 8  # that are tried at most
_MOST_CLOSED = 32  # equal Laplace releases up to which the closed form is cheaper
_NEAR_THE_TOP = 0.99  # of the largest loss: what is told without nodes may be enough
_NARROW = 5e-7  # ends that are as near, relatively, are near enough
_FEWEST_NODES, _FEWEST_WITH_ATOMS = 16, 256  # that are tried first
_AGAIN = 3  # inversions at one contour
_LEAST_SHARE = 0.05  # of the step of one grid in the next
_LEFT_OUT = 18.0  # how much less than delta is, in logarithms, what the ends of a grid leave out
_LOOSE = 3.0  # how much less than was thought, in logarithms, a delta is that asks for another grid
_MARGIN = 100  # points beyond those that matter
_UNTOLD = 100  # what all masses that are not told may add to a width is less by this factor
_NOTHING = -690.0  # log of a delta that is as good as 0


class PlanSearch:
    """Plans for one composition; moments that were computed once are kept."""

    def __init__(self, total: Composition) -> None:
        self.total = total
        self._moments: dict[float, float] = {}

    @property
    def _spare(self) -> float:
        """How much less than the width what an inversion leaves out is, in logarithms."""
        return 3.0 if self.total.split is None else 1.0  # nodes go by a root of it: they are dear

    def log_moment(self, c: float) -> float:
        """Log E e^(c S), or infinity where it is not known; for the search only."""
        if c not in self._moments:
            self._moments[c] = math.inf
            if self._cost(c, 0.0) > _MOST_TERMS:
                return math.inf
            with contextlib.suppress(Malformed):
                value = self.total.moment(arb(c))
                if bool(value > 0) and value.rel_accuracy_bits() > 20:
                    self._moments[c] = float(value.log())
        return self._moments[c]

    def log_chernoff(self, c: float, epsilon: float) -> float:
        """Logarithm of Chernoff's bound on delta at epsilon."""
        return self.log_moment(c) - c * epsilon + c * math.log(c) - (1 + c) * math.log1p(c)

    def saddle(self, epsilon: float) -> float:
        """The c at which Chernoff's bound on delta(epsilon) is least."""
        return _least(lambda c: self.log_chernoff(c, epsilon))

    def epsilon(self, delta: float) -> float:
        """The least epsilon that Chernoff's bound gives at delta: where to start."""

        def bound(c: float) -> float:
            return (self.log_chernoff(c, 0.0) - math.log(delta)) / c

        return max(0.0, bound(_least(bound)))

    @property
    def largest_loss(self) -> float:
        """The sum of the largest losses, rounded up; infinite where they are unbounded."""
        top = self.total.top
        return math.inf if top is None else up(arb(as_fmpq(str(top))))

    def reading(self, epsilon: float, *, width: float = WIDTH) -> Reading:
        """The sequence by a plan whose bracket at epsilon should be as narrow as `width`."""
        c = self.saddle(epsilon)
        least = self.log_chernoff(c, epsilon)
        bare = InversionPlan(short(c / 2), short(c), Fraction(1), nodes=0)
        none = epsilon >= self.largest_loss or least < _NOTHING
        few = (self.total.equal_laplace or (0, _MOST_CLOSED + 1))[1] <= _MOST_CLOSED
        if none or self.total.single or few:
            return opened(self.total, bare)
        if self.total.split is not None and epsilon >= _NEAR_THE_TOP * self.largest_loss:
            told = opened(self.total, bare)
            if _apart(told, epsilon, width)[1] <= _NARROW:
                return told
        found: list[tuple[float, Reading]] = []
        for share in _SHARES:  # left of a saddle at a sharp bend the transform decays faster
            found += self._inverted(share * c, epsilon, least, width)
            if found and min(found, key=itemgetter(0))[0] <= _NARROW:
                break
        else:
            found += self._rounded(epsilon, c, least, width)
        return min(found, key=itemgetter(0))[1] if found else opened(self.total, bare)

    def _inverted(
        self, c: float, epsilon: float, least: float, width: float
    ) -> Iterator[tuple[float, Reading]]:
        """The sequence by its transform on the contour c, and how far apart the ends are.

        Chernoff's bound e^least may be far above delta: what was left out is then too much, and
        another inversion leaves out less.
        """
        for _ in range(_AGAIN):
            plan = self._plan_at(c, epsilon, least + math.log(width) - self._spare)
            if plan is None:
                return
            found = opened(self.total, plan)
            high, apart = _apart(found, epsilon, width)
            yield apart, found
            if apart <= _NARROW or not high > _NOTHING:
                return
            least = min(least, high) - 1

    def _rounded(
        self, epsilon: float, c: float, least: float, width: float
    ) -> Iterator[tuple[float, Reading]]:
        """The sequence on a grid; where its ends are too far apart, on a better one.

        The first step is that for losses that fall off as e^(-c x); the width goes by its square.
        Chernoff's bound may be far above delta, where rarer losses make up the moments: what a grid
        leaves out is then measured by its own upper end, and the next one has the same step.
        """
        count = sum(k for _, k in self.total.parts)
        step = math.sqrt(8 * width / (count * c * (1 + c)))
        last, rough = math.inf, False
        for _ in range(_GRIDS):
            plan = self._grid(epsilon, least, width, step)
            if plan is None or not (rough or float(plan.step) < last):
                return
            found, last = Rounded(self.total, plan), float(plan.step)
            high, apart = _apart(found, epsilon, width)
            yield apart, found
            rough, least = high < least - _LOOSE, min(least, high)
            if not (rough or apart > _NARROW):
                return
            if not rough:
                step = last * max(_LEAST_SHARE, math.sqrt(width / apart))

    def _grid(self, epsilon: float, least: float, width: float, step: float) -> RoundingPlan | None:
        """A grid of about such a step, for a delta of about e^least."""
        count = sum(k for _, k in self.total.parts)
        tiny = math.exp(max(least - _LEFT_OUT, _NOTHING)) / count
        top = self.epsilon(tiny)
        if not top < math.inf:
            return None
        ends = [ends_of(law, tiny, top) for law, _ in self.total.parts]
        counts = [k for _, k in self.total.parts]
        sums = [sum(k * two[side] for k, two in zip(counts, ends, strict=True)) for side in (0, 1)]
        asked = [  # epsilon minus the losses of all others
            (
                min(max(low, epsilon - (sums[1] - high)), high),
                max(min(high, epsilon - (sums[0] - low)), low),
            )
            for low, high in ends
        ]
        # the fewest losses that are added up; epsilon minus all others is the range of any sum
        few = [(2 * low, 2 * high) for (low, high), k in zip(ends, counts, strict=True) if k > 1]
        few += ends[:1] if counts[0] == 1 else []
        asked.append(
            (
                max(sums[0], min(epsilon * (1 - NEAR) - (sums[1] - high) for _, high in few)),
                min(top, max(epsilon * (1 + NEAR) - (sums[0] - low) for low, _ in few)),
            )
        )
        longest = max(high - low for low, high in asked)
        step = max(step, longest / (MOST_POINTS - 3 * _MARGIN))
        laws = [law for law, _ in self.total.parts]
        exact = through(laws, step) or beside(laws, step) or short(step)
        points = [
            (math.floor(low / exact) - _MARGIN, math.ceil(high / exact) + _MARGIN)
            for low, high in asked
        ]
        logs = math.log(width / (_UNTOLD * MOST_POINTS * count)) + least
        return RoundingPlan(exact, tuple(points[:-1]), *points[-1], power_of_two(logs))

    def _plan_at(self, c: float, epsilon: float, aim: float) -> InversionPlan | None:
        """A plan on the contour c whose errors are below e^aim."""
        beyond, span = self._span(c, epsilon, aim)
        if not span < math.inf:
            return None
        plan = InversionPlan(short(c), short(beyond), short(span), nodes=2)
        if self.total.lattice is not None:
            nodes = math.ceil(span / float(self.total.lattice[1])) + 1
            if nodes <= MOST_NODES:
                return replace(plan, nodes=max(2, nodes))
        return self._nodes(plan, c, self.log_moment(c) - c * epsilon, aim)

    def _span(self, c: float, epsilon: float, aim: float) -> tuple[float, float]:
        """A second contour and a span at which the repeats are below e^aim."""
        below = (1 - aim) / c
        best = (math.inf, 2 * c)
        for factor in (1.0003, 1.001, 1.003, 1.01, 1.03, 1.1, 1.25, 1.5, 2.0, 3.0):
            need = (1 + self.log_chernoff(factor * c, epsilon) - aim) / ((factor - 1) * c)
            best = min(best, (need, factor * c))
        return best[1], max(below, best[0], 1e-6)

    def _nodes(self, plan: InversionPlan, c: float, top: float, aim: float) -> InversionPlan | None:
        """Enough nodes for what lies beyond them, if there are as many."""
        h = 2 * math.pi / float(plan.span)
        most = self._most(c, h, MOST_NODES, _WORK)
        n = min(_FEWEST_NODES if self.total.split is None else _FEWEST_WITH_ATOMS, most)
        while True:
            t = n * h
            rest = self.total.tail(arb(c), arb(t)) / (arb.pi() * t)
            size = float(rest.upper().log()) if bool(rest > 0) else -math.inf
            lacking = size + top - self.log_moment(c) - aim
            if lacking < 0:
                return replace(plan, nodes=n)
            if n == most:
                return None
            # what is left out falls at least about as the inverse square of the nodes
            n = min(most, 2 * n, math.ceil(1.05 * n * math.exp(min(lacking, 2) / 2)))

    def _cost(self, c: float, t: float) -> int:
        return max(law.cost(arb(c), arb(t)) for law, _ in self.total.parts)

    def _most(self, c: float, h: float, nodes: int, work: float) -> int:
        """How many nodes, each with all terms of a sum, are not too much work."""
        n = nodes
        while n > 2 and (n * (cost := self._cost(c, n * h)) > work or cost > _MOST_AT_ONCE):
            n = n * 4 // 5
        return n


def written(plan: Plan) -> dict[str, Any]:
    """A plan as the small checker reads it."""
    if isinstance(plan, InversionPlan):
        numbers = {"c": plan.c, "beyond": plan.beyond, "span": plan.span}
        return {**{name: str(x) for name, x in numbers.items()}, "nodes": plan.nodes}
    ends = [list(two) for two in plan.ends]
    numbers = {"step": plan.step, "least": plan.least}
    return {
        **{name: str(x) for name, x in numbers.items()}, "ends": ends, "bottom": plan.bottom,
        "top": plan.top,
    }  # fmt: skip


def _least(function: Callable[[float], float]) -> float:
    """Where a function of c > 0 with one valley is about least, among powers of 2^(1/8)."""
    known: dict[int, float] = {}

    def at(k: int) -> float:
        if k not in known:
            known[k] = function(2.0 ** (k / 8))
        return known[k]

    for k in range(-48, 320, 8):
        if at(k) > min(known.values()) or (known[k] == math.inf and len(known) > 1):
            break
    for step in (4, 2, 1):
        best = min(known, key=lambda k: known[k])
        at(best - step), at(best + step)
    return 2.0 ** (min(known, key=lambda k: known[k]) / 8)


def _apart(found: Reading, epsilon: float, width: float) -> tuple[float, float]:
    """The logarithm of the upper end, and how far apart the ends are, relatively.

    A reading that may be wide is taken as it is: a lower end may cost as much as the upper one.
    """
    both = width <= WIDTH
    low, high = found.delta(Fraction(epsilon), both=both)
    size = float(high.log().mid()) if bool(high > 0) else _NOTHING
    return size, float(((high - low) / high).upper()) if both and bool(high > 0) else 0.0
