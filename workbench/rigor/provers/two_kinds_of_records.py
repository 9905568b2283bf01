"""The largest coordinate of a sum of records of two kinds, each bounded in every coordinate.

In each step a record is drawn, and y is a coordinate of what it adds, of mean mu given the past:

    |y| <= c,    c = c_0  or  c_1,    S' = S + y - mu,    V' = V + c^2.

There are R = n_0 records of the first kind and C <= n_1 of the second, so V is at most
n_0 c_0^2 + n_1 c_1^2 <= W; of d coordinates the largest has the mean (2 W ln(2d))^(1/2) at most.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Outcome
from workbench.rigor.provers.hoeffding_lemma import LIGHT
from workbench.rigor.provers.largest_errors import (
    APART,
    CENTRED,
    LEVEL,
    E,
    K,
    S,
    V,
    d,
    mean_at_end,
    mu,
    s,
    y,
)  # fmt: skip
from workbench.rigor.provers.martingales import a_step_of_bounded_range
from workbench.rigor.provers.processes import ProcessProof
from workbench.rigor.provers.tree_errors import _JOINED, _NEXT, _ROOT, _TIMES
from workbench.symbolic import declare
from workbench.symbolic.processes import ProcessStatement
from workbench.symbolic.text import parse

n_0, n_1, c_0, c_1, c, W = declare("integer n_0 > 0, integer n_1 > 0, c_0 c_1 c W > 0")
i, R, C = declare("real i, R C >= 0")
KINDS = [[(c, "=", c_0), (i, "=", 1)], [(c, "=", c_1), (i, "=", 0)]]
SIZE = ((y, "<=", c), (y, ">=", -c))
MANY = (R, "=", n_0), (C, "<=", n_1)
SQUARES: Any = (n_0 * c_0**2 + n_1 * c_1**2, "<=", W)
SIMPLE = ("sign", "identity", "radicals", "products")  # for what needs no analysis


def largest(
    most: Any = 2, sure: Sequence[Any] = SIZE, given: Sequence[Any] = CENTRED,  # noqa: ANN401
    many: Sequence[Any] = MANY, where: Sequence[Any] = (SQUARES,),
) -> ProcessStatement:  # fmt: skip
    """E max |S| <= (most ln(2d) W)^(1/2)."""
    return ProcessStatement(
        (E, "<=", sp.sqrt(most * LEVEL * W)), steps=K, copies=d, fixed=(c, i), where=where,
        known=(mu,), drawn=(y,), given=given, sure=[*sure, KINDS], after=[*many, APART],
        means={E: sp.Abs(S)},
        states=[(S, 0, S + y - mu), (V, 0, V + c**2), (R, 0, R + i), (C, 0, C + 1 - i)], shows=(E,),
    )  # fmt: skip


_COUNTED = tuple(
    parse("v + w^2 <= (r+i)*p^2 + (k+1-i)*q^2", where=f"v <= r*p^2 + k*q^2, {case}")
    for case in ("w = p, i = 1", "w = q, i = 0")
)


def mean_of_the_largest(most: Any = 2, **changes: Any) -> Outcome:  # noqa: ANN401
    """E e^(s S - s^2 V/2) <= 1 for every s, and V <= R c_0^2 + C c_1^2."""
    statement = largest(most, **changes)
    spread = R * c_0**2 + C * c_1**2
    at = {"v": V, "w": c, "r": R, "k": C, "i": i, "p": c_0, "q": c_1}
    proof = ProcessProof(
        statement, always=[(V, "<=", spread)], seconds=5, methods=("sign", *LIGHT),
        facts={0: {place: [(one, at)] for place, one in enumerate(_COUNTED)}},
    )  # fmt: skip
    now = sp.exp(s * S - s**2 * V / 2)
    (step,) = proof.potential(now, "<=", of=(s,), methods=LIGHT)
    a_step_of_bounded_range(step, -c - mu, 2 * c, y - mu, now, rate=s)
    if proof.doubt:
        return proof.outcome()
    end = mean_at_end(proof, sp.S.One)
    place = end.known
    end.fact((V, "<=", W), methods=SIMPLE, facts=[
        (_TIMES, {"k": c_1**2, "x": C, "y": n_1}),
        (_JOINED, {"v": V, "p": R * c_0**2, "x": n_0 * c_0**2, "q": C * c_1**2,
                   "z": n_1 * c_1**2}),
        (_NEXT, {"q": V, "p": n_0 * c_0**2 + n_1 * c_1**2, "z": W})])  # fmt: skip
    bound = sp.sqrt(most * LEVEL * W)
    end.fact((sp.sqrt(2 * V * LEVEL), "<=", bound), methods=SIMPLE, uses=range(place + 1), facts=[
        (_ROOT, {"v": V, "r": sp.sqrt(W)}),
        (_TIMES, {"k": sp.sqrt(2) * sp.sqrt(LEVEL), "x": sp.sqrt(V), "y": sp.sqrt(W)}),
    ])  # fmt: skip
    end.fact((E, "<=", bound), methods=LIGHT, uses=[place - 2, place - 1, place + 1], facts=[
        (_NEXT, {"q": E, "p": sp.sqrt(2 * V * LEVEL), "z": bound})])  # fmt: skip
    return proof.outcome(methods=LIGHT)
