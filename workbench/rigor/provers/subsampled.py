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
VISIBLE = ("sign", "identity", "products")
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
    p.fact((1 - RATE, ">=", 0), methods=VISIBLE)
    p.fact((ODDS - 1, ">=", 0))
    p.integrate("<=", (ODDS, mean_r), (extra, 1), (-1, mean_a))
    p.integrate("<=", (ODDS, mean_w), (extra, 1), (-1, mean_a))
    near, far = ODDS * mean_r + extra - mean_a, ODDS * mean_w + extra - mean_a
    return p.outcome(methods=VISIBLE, facts=[
        (c * near, ">=", 0), (b * far, ">=", 0),
        (ADDED, {"k": left, "g": right, "s": c * near, "t": b * far}),
    ])  # fmt: skip


c = declare("c >= 0")
CHANCE = ((c, "<=", 1),)


def at_one_batch(*, added: bool = False) -> tuple[Any, ...]:
    """The mechanism is (eps, delta)-DP at one batch of the others, in one order."""
    near, far = (w, a) if added else (a, w)
    return ((near, "<=", ODDS * far + delta),)


def poisson(
    share: Any = 1, scale: Any = 1, where: Sequence[Any] = CHANCE,  # noqa: ANN401
    sure: Sequence[Any] | None = None, *, added: bool = False,
) -> LawStatement:  # fmt: skip
    """P <= (1 + scale c (e^eps - 1)) P' + share c delta, where a record is used with chance c.

    a and w are the probabilities of the event with the record in the batch and without it.

    added: the record is there in P' and not in P, and otherwise in P and not in P'
    """
    ends = (c * mean_a + (1 - c) * mean_w, mean_w)
    left, right = reversed(ends) if added else ends
    return LawStatement(
        (left, "<=", (1 + scale * c * (ODDS - 1)) * right + share * c * delta),
        random=(a, w), means={mean_a: a, mean_w: w}, where=where,
        sure=at_one_batch(added=added) if sure is None else sure,
    )  # fmt: skip


def by_the_one_batch(*, added: bool = False, **changes: Any) -> Outcome:  # noqa: ANN401
    """The gap is a multiple of e^eps w + delta - a, and of what is visibly >= 0."""
    statement = poisson(added=added, **changes)
    p, (left, _, right) = LawProof(statement, seconds=2), statement.claims
    p.fact((ODDS - 1, ">=", 0))
    near, far = (mean_w, mean_a) if added else (mean_a, mean_w)
    p.integrate("<=", (ODDS, far), (delta, 1), (-1, near))
    p.integrate("<=", (1, mean_w))
    if not added:
        return p.outcome(facts=[(c * (ODDS * far + delta - near), ">=", 0)])
    factor, rest = 1 + c * (ODDS - 1), c * (1 - c) * (ODDS - 1)
    return p.outcome(methods=VISIBLE, facts=[
        (factor * c / ODDS * (ODDS * far + delta - near), ">=", 0),
        (rest * (ODDS - 1) / ODDS * near, ">=", 0), (rest / ODDS * delta, ">=", 0),
        (parse("k <= g", where="g = k + s + t + u, s >= 0, t >= 0, u >= 0"),
         {"k": left, "g": right, "s": factor * c / ODDS * (ODDS * far + delta - near),
          "t": rest * (ODDS - 1) / ODDS * near, "u": rest / ODDS * delta}),
    ])  # fmt: skip
