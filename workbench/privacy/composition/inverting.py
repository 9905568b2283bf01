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
from workbench.rigor.check.accounting import MOST_NODES, Composition, Plan
from workbench.rigor.check.answer import as_fmpq
from workbench.rigor.check.trees import Malformed

WIDTH = 1e-7
"""Relative width of a bracket that is aimed at."""

_WORK = 1.5e6
_GOLDEN = (math.sqrt(5) - 1) / 2
_MOST_BLURRED = 20_000
_NOTHING = -690.0  # log of a delta that is as good as 0


class Search:
    """Plans for one composition; moments that were computed once are kept."""

    def __init__(self, total: Composition) -> None:
        self.total = total
        self._moments: dict[float, float] = {}

    def log_moment(self, c: float) -> float:
        """Log E e^(c S), or infinity where it is not known; for the search only."""
        if c not in self._moments:
            self._moments[c] = math.inf
            if c > self._reach(c) / 5:  # integrals that would cost too much
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

    def plan(self, epsilon: float, *, width: float = WIDTH) -> Plan:
        """A plan whose bracket at epsilon should be as narrow as `width`, relatively."""
        c = self.saddle(epsilon)
        if self.total.equal_laplace or self.log_chernoff(c, epsilon) < _NOTHING:
            return Plan(_short(c / 2), _short(c), Fraction(1), nodes=0)
        step = 0.02 * c
        bend = (
            self.log_moment(c + step) - 2 * self.log_moment(c) + self.log_moment(c - step)
        ) / step**2
        top = self.log_moment(c) - c * epsilon
        guess = top - math.log(c * (c + 1)) - 0.5 * math.log(2 * math.pi * max(bend, 1e-3) + 10)
        aim = guess + math.log(width) - 2
        beyond, span = self._span(c, epsilon, aim)
        if not span < math.inf:
            return Plan(_short(c / 2), _short(c), Fraction(1), nodes=0)
        whole = Plan(*map(_short, (c, beyond, span)), nodes=2)
        if self.total.lattice is not None:
            nodes = math.ceil(span / float(self.total.lattice[1])) + 1
            if nodes <= MOST_NODES:
                return Plan(whole.c, whole.beyond, whole.span, max(2, nodes))
        return self._nodes(whole, c, top, aim)

    def _span(self, c: float, epsilon: float, aim: float) -> tuple[float, float]:
        """A second contour and a span at which the repeats are below e^aim."""
        below = (1 - aim) / c
        best = (math.inf, 2 * c)
        for factor in (1.1, 1.25, 1.5, 2.0, 3.0):
            need = (1 + self.log_chernoff(factor * c, epsilon) - aim) / ((factor - 1) * c)
            best = min(best, (need, factor * c))
        return best[1], max(below, best[0], 1e-6)

    def _nodes(self, plan: Plan, c: float, top: float, aim: float) -> Plan:
        """Enough nodes for what lies beyond them, or the least blur with which they are enough."""
        h = 2 * math.pi / float(plan.span)
        reach = self._reach(float(plan.c))
        most = max(2, math.floor(min(MOST_NODES, reach / h, self._affordable(h))))
        n = min(16, most)
        while True:
            t = n * h
            rest = self.total.tail(arb(c), arb(t)) / (arb.pi() * t)
            size = float(rest.upper().log()) if bool(rest > 0) else -math.inf
            if size + top - self.log_moment(c) < aim:
                return replace(plan, nodes=n)
            if n == most:
                break
            n = min(most, n * 3 // 2)
        most = max(2, math.floor(min(_MOST_BLURRED, reach / h, self._affordable(h) / 3)))
        blur = min(0.25, max(1e-3 / (1 + c), 5 / (most * h)))
        return replace(plan, nodes=min(most, math.ceil(5 / blur / h)), blur=_short(blur))

    def _affordable(self, h: float) -> float:
        """Nodes that are not too many where the terms of an integral grow with them."""
        return math.inf if self._reach(1.0) == math.inf else math.sqrt(_WORK / h) / h

    def _reach(self, c: float) -> float:
        return min(law.reach(c) for law, _ in self.total.parts)


def _least(function: Callable[[float], float]) -> float:
    """Where a function of c > 0 with one valley is least, to a few digits."""
    grid = [2.0**k for k in range(-6, 14)]
    values = []
    for c in grid:
        values.append(function(c))
        if len(values) > 2 and values[-1] > min(values):
            break
    k = values.index(min(values))
    low, high = grid[max(k - 1, 0)], grid[min(k + 1, len(grid) - 1)]
    for _ in range(16):
        a, b = high - _GOLDEN * (high - low), low + _GOLDEN * (high - low)
        if function(a) <= function(b):
            high = b
        else:
            low = a
    return (low + high) / 2


def _short(x: float) -> Fraction:
    """A number close to x that is short to write."""
    return Fraction(f"{x:.6g}")
