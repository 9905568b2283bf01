"""Amplification by sampling without replacement, for one replaced record and any event.

A uniform batch of m of n records is drawn so: B uniform among those with record 1, and j uniform
among the records outside of B; then the batch is B with chance m/n, and else B with j in place of
record 1, which is uniform among the batches without it.  a, r and w are the probabilities of the
event at B, at B with record 1 replaced by another one, and at B with j in its place: both of the
latter are neighbours of B.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Outcome
from workbench.rigor.provers.expectations import LawProof
from workbench.symbolic import declare
from workbench.symbolic.expectations import LawStatement
from workbench.symbolic.text import parse

m, n, eps, delta = declare("integer m n > 0, epsilon delta >= 0")
spent = declare("real epsilon_1")
a, r, w, mean_a, mean_r, mean_w = declare("a r w >= 0, real E_a E_r E_w")
RATE, ODDS = m / n, sp.exp(eps)
INSIDE = ((m, "<=", n),)
ADDED = parse("k <= g", where="g = k + s + t, s >= 0, t >= 0")


def private(extra: Any = delta) -> tuple[Any, Any]:  # noqa: ANN401
    """The mechanism on m records is (eps, extra)-DP, at both neighbours of B."""
    return (a, "<=", ODDS * r + extra), (a, "<=", ODDS * w + extra)


def sampled(
    extra: Any = delta, share: Any = 1, scale: Any = 1, where: Sequence[Any] = INSIDE,  # noqa: ANN401
    sure: Sequence[Any] | None = None, *, named: bool = False,
) -> LawStatement:  # fmt: skip
    """P <= (1 + scale (m/n)(e^eps - 1)) P' + share (m/n) extra, with and without the old record.

    named: whether the factor is e^eps' for a number eps' that is the logarithm of it
    """
    before, after = (RATE * one + (1 - RATE) * mean_w for one in (mean_a, mean_r))
    factor = 1 + scale * RATE * (ODDS - 1)
    if named:
        factor, where = sp.exp(spent), (*where, (spent, "=", sp.log(factor)))
    return LawStatement(
        (before, "<=", factor * after + share * RATE * extra),
        random=(a, r, w), means={mean_a: a, mean_r: r, mean_w: w}, where=where,
        sure=private(extra) if sure is None else sure,
    )  # fmt: skip


def by_both_neighbours(extra: Any = delta, **changes: Any) -> Outcome:  # noqa: ANN401
    """x = e^eps: (m/n)(1 + (m/n)(x - 1))/x and (m/n)(x - 1)(1 - m/n)/x times the neighbours."""
    statement = sampled(extra, **changes)
    p, (left, _, right) = LawProof(statement, seconds=2), statement.claims
    c = RATE * (1 + RATE * (ODDS - 1)) / ODDS
    b = RATE * (ODDS - 1) * (1 - RATE) / ODDS
    p.fact((1 - RATE, ">=", 0))
    p.fact((ODDS - 1, ">=", 0))
    p.integrate("<=", (ODDS, mean_r), (extra, 1), (-1, mean_a))
    p.integrate("<=", (ODDS, mean_w), (extra, 1), (-1, mean_a))
    near, far = ODDS * mean_r + extra - mean_a, ODDS * mean_w + extra - mean_a
    return p.outcome(methods=("sign", "identity", "products"), facts=[
        (c * near, ">=", 0), (b * far, ">=", 0),
        (ADDED, {"k": left, "g": right, "s": c * near, "t": b * far}),
    ])  # fmt: skip
