"""Where to invert the transform of a composition, so that the two ends of delta nearly meet.

Everything here is a search: whatever plan it finds, `Inversion` answers with proven ends.
"""

from __future__ import annotations

import contextlib
import math
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

from flint import arb

from workbench.privacy.composition.balls import up
from workbench.rigor.check.accounting import MOST_NODES, Composition, InversionPlan
from workbench.rigor.check.answer import as_fmpq
from workbench.rigor.check.trees import Malformed

WIDTH = 1e-7
"""Relative width of a bracket that is aimed at."""

_WORK = 1e7
_MOST_TERMS = 10_000
_MOST_AT_ONCE = 28_000
_SHARES = (1.0, 0.9)
_GOLDEN = (math.sqrt(5) - 1) / 2
_MOST_BLURRED = 8_000
_NOTHING = -690.0  # log of a delta that is as good as 0


class PlanSearch:
    """Plans for one composition; moments that were computed once are kept."""

    def __init__(self, total: Composition) -> None:
        self.total = total
        self._moments: dict[float, float] = {}

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

    def largest_loss(self, pairs: list[dict[str, Any]]) -> float:
        """The sum of the largest losses, rounded up; infinite where they are unbounded."""
        total = arb(0)
        for one in pairs:
            if "gaussian" in one["kind"]:
                return math.inf
            loss = arb(as_fmpq(str(Fraction(one["size"]) / Fraction(one.get("scale", "1")))))
            if "chance" in one:
                q = arb(as_fmpq(one["chance"]))
                loss = -(q * (-loss).expm1()).log1p() if one["sampling"] == "add" else (
                    (q * loss.expm1()).log1p()
                )  # fmt: skip
            total += one["count"] * loss
        return up(total)

    def plan(self, epsilon: float, *, width: float = WIDTH) -> InversionPlan:
        """A plan whose bracket at epsilon should be as narrow as `width`, relatively."""
        c = self.saddle(epsilon)
        least = self.log_chernoff(c, epsilon)
        bare = InversionPlan(_short(c / 2), _short(c), Fraction(1), nodes=0)
        if self.total.equal_laplace or least < _NOTHING:
            return bare
        aim = least + math.log(width) - 3
        plans = []
        for share in _SHARES:  # left of a saddle at a sharp bend the transform decays faster
            plan = self._plan_at(share * c, epsilon, aim)
            if plan is not None and not plan.blur:
                return plan
            plans += [plan] if plan is not None else []
        usable = [p for p in plans if p.c * p.blur < 0.5]
        return min(usable, key=lambda p: p.blur, default=bare)

    def _plan_at(self, c: float, epsilon: float, aim: float) -> InversionPlan | None:
        """A plan on the contour c whose errors are below e^aim, if need be with a blur."""
        beyond, span = self._span(c, epsilon, aim)
        if not span < math.inf:
            return None
        plan = InversionPlan(_short(c), _short(beyond), _short(span), nodes=2)
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

    def _nodes(self, plan: InversionPlan, c: float, top: float, aim: float) -> InversionPlan:
        """Enough nodes for what lies beyond them, or the least blur with which they are enough."""
        h = 2 * math.pi / float(plan.span)
        most = self._most(c, h, MOST_NODES, _WORK)
        n = min(16, most)
        while True:
            t = n * h
            rest = self.total.tail(arb(c), arb(t)) / (arb.pi() * t)
            size = float(rest.upper().log()) if bool(rest > 0) else -math.inf
            if size + top - self.log_moment(c) < aim:
                return replace(plan, nodes=n)
            if n == most:
                break
            n = min(most, 2 * n)
        most = self._most(c, h, _MOST_BLURRED, _WORK / 8)
        blur = min(0.25, max(1e-3 / (1 + c), 5 / (most * h)))
        return replace(plan, nodes=min(most, math.ceil(5 / blur / h)), blur=_short(blur))

    def _cost(self, c: float, t: float) -> int:
        return max(law.cost(arb(c), arb(t)) for law, _ in self.total.parts)

    def _most(self, c: float, h: float, nodes: int, work: float) -> int:
        """How many nodes, each with all terms of a sum, are not too much work."""
        n = nodes
        while n > 2 and (n * (cost := self._cost(c, n * h)) > work or cost > _MOST_AT_ONCE):
            n = n * 4 // 5
        return n


def _least(function: Callable[[float], float]) -> float:
    """Where a function of c > 0 with one valley is least, to a few digits."""
    known: dict[float, float] = {}

    def at(c: float) -> float:
        known[c] = function(c)
        return known[c]

    grid = [2.0**k for k in range(-6, 40)]
    for tried, c in enumerate(grid):
        if at(c) > min(known.values()) or (known[c] == math.inf and tried):
            break
    k = grid.index(min(known, key=lambda c: known[c]))
    low, high = grid[max(k - 1, 0)], grid[min(k + 1, len(grid) - 1)]
    for _ in range(20):
        a, b = high - _GOLDEN * (high - low), low + _GOLDEN * (high - low)
        if at(a) <= at(b):
            high = b
        else:
            low = a
    return min(known, key=lambda c: known[c])


def _short(x: float) -> Fraction:
    """A number close to x that is short to write."""
    return Fraction(f"{x:.6g}")
