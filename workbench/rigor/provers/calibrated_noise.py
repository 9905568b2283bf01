"""Gaussian noise of the classical scale on the minimiser of a regularised empirical risk.

Two minimisers are at most Delta = 2L/(lambda n) apart, and the noise has the variance
sigma^2 = 2 ln(1.25/delta) Delta^2/epsilon^2, so that Delta/sigma is epsilon/r for r =
sqrt(2 ln(1.25/delta)).  Up to the threshold of epsilon the curve of this shift is at most delta,
and an answer that moves by less has a smaller one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Outcome
from workbench.rigor.provers import gaussian_events as events
from workbench.rigor.provers.expectations import LawProof
from workbench.rigor.provers.gaussian_events import D, delta, eps, mu, sigma
from workbench.symbolic import declare, relation
from workbench.symbolic.expectations import LawStatement, event, indicator
from workbench.symbolic.text import parse

L, lam, n, LOG = declare("L lambda n Lambda > 0")  # Lambda is ln(1.25/delta)
r = sp.sqrt(2 * LOG)
BUDGET = ((delta, "=", sp.Rational(5, 4) * sp.exp(-LOG)), (0, "<", eps))
ENOUGH = (events.curve(eps / r), "<=", delta)  # epsilon is at most the threshold


UNIT = L / (lam * n)


def moved(unit: Any) -> tuple[Any, ...]:  # noqa: ANN401
    """What is said of answers that are at most twice the unit apart, and of their noise."""
    return (D, "<=", 2 * unit), (sigma**2, "=", 8 * unit**2 * LOG / eps**2), ENOUGH


MOVED = moved(UNIT)


def minimiser(known: Sequence[Any] = MOVED) -> LawStatement:
    """P(S) <= e^eps Q(S) + delta for every event S, of answers that are D apart, with noise."""
    P, Q, near, far = events.P_S, events.Q_S, events.P_H, events.Q_H
    u, s, h = events.u, events.s, events.h
    return LawStatement(
        (P, "<=", events.ODDS * Q + delta), random=(u, s, h),
        means={events.mass: events.RATIO, P: events.RATIO * s, Q: s, near: events.RATIO * h,
               far: h},
        where=[(events.mass, "=", 1), events.NEAR, events.FAR, *BUDGET, (mu, "=", D / sigma),
               *known],
        sure=[event(s), indicator(h, (u, ">=", mu / 2 + eps / mu))], shows=(P, Q),
    )  # fmt: skip


def by_the_threshold(unit: Any = UNIT, **changes: Any) -> Outcome:  # noqa: ANN401
    """D r <= 2 L r/(lambda n) = sigma eps, as both are above 0 and have one square."""
    proof = LawProof(minimiser(**changes), seconds=5)
    events.gain(proof)
    at = proof.known - 1
    light = ("sign", "identity", "sos", "products", "factors")
    own = range(3, at)
    proof.fact((0, "<", r), uses=[], methods=light)
    proof.fact((2 * unit * r, "<=", sigma * eps), uses=[*own, at + 1], methods=light, facts=[
        (parse("8*k^2*l <= x*h^2", where="x = 8*k^2*l/h^2, h > 0"),
         {"k": unit, "l": LOG, "x": sigma**2, "h": eps}),
        (parse("u <= y", where="u >= 0, y > 0, u^2 <= y^2"), {"u": 2 * unit * r, "y": sigma * eps}),
    ])  # fmt: skip
    proof.fact((mu, "<=", eps / r), uses=[*own, at + 1, at + 2], methods=light, facts=[
        (parse("d/g <= h/r", where="d <= k, k*r <= g*h, g > 0, r > 0"),
         {"d": D, "k": 2 * unit, "g": sigma, "h": eps, "r": r})])  # fmt: skip
    low, high = declare("m n > 0")
    grows = relation(events.curve(low), "<=", events.curve(high), where=[(low, "<=", high)])
    proof.fact((events.curve(), "<=", events.curve(eps / r)), uses=[4, at + 1, at + 3],
               methods=("sign", "taylor"),
               facts=[(parse("0 < h/r", where="h > 0, r > 0"), {"h": eps, "r": r}),
                      (grows, {"m": mu, "n": eps / r, "epsilon": eps})])  # fmt: skip
    return proof.outcome(methods=("sign", "sos", "products"), facts=[
        (parse("a <= b + d", where="a <= b + c, c <= w, w <= d"),
         {"a": events.P_S, "b": events.ODDS * events.Q_S, "c": events.curve(),
          "w": events.curve(eps / r), "d": delta})])  # fmt: skip
