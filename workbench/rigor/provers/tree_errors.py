"""The largest coordinate of the error of a gradient estimate at a leaf of a tree.

The records of the nodes on the path are drawn one after the other.  One of the root adds y = g/b to
a coordinate of the estimate, one of a right child of depth j adds (g - h)/(b 2^(-j)), where g and h
are a coordinate of its gradients at two points, and the points are 4 D 2^(-j) apart at most:

    |y| <= c,    c = L_0/b  or  4 L_1 D/b,    S' = S + y - mu,    V' = V + c^2.

There are R = b records of the first kind and C <= b of the second, so V is at most
(L_0^2 + 16 L_1^2 D^2)/b.
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
    L0,
    L1,
    LEVEL,
    D,
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
from workbench.symbolic import declare
from workbench.symbolic.processes import ProcessStatement
from workbench.symbolic.text import parse

b, c, i, R, C = declare("integer b > 0, c > 0, real i, R C >= 0")
ROOT, CHILD = [(c, "=", L0 / b), (i, "=", 1)], [(c, "=", 4 * L1 * D / b), (i, "=", 0)]
SIZE = ((y, "<=", c), (y, ">=", -c))
MANY = (R, "=", b), (C, "<=", b)
SQUARES = L0**2 + 16 * L1**2 * D**2


def at_a_leaf(
    most: Any = 2, sure: Sequence[Any] = SIZE, given: Sequence[Any] = CENTRED,  # noqa: ANN401
    many: Sequence[Any] = MANY,
) -> ProcessStatement:  # fmt: skip
    """E max |S| <= (most ln(2d) (L_0^2 + 16 L_1^2 D^2)/b)^(1/2)."""
    return ProcessStatement(
        (E, "<=", sp.sqrt(most * LEVEL * SQUARES / b)), steps=K, copies=d, fixed=(c, i),
        known=(mu,), drawn=(y,), given=given, sure=[*sure, [ROOT, CHILD]], after=[*many, APART],
        means={E: sp.Abs(S)},
        states=[(S, 0, S + y - mu), (V, 0, V + c**2), (R, 0, R + i), (C, 0, C + 1 - i)], shows=(E,),
    )  # fmt: skip


_JOINED = parse("v <= x + z", where="v <= p + q, p = x, q <= z")
_ROOT = parse("sqrt(v) <= r", where="v <= r^2, v > 0, r > 0")
_NEXT = parse("q <= z", where="q <= p, p <= z")
_TIMES = parse("k*x <= k*y", where="x <= y, k > 0")


def mean_at_a_leaf(most: Any = 2, **changes: Any) -> Outcome:  # noqa: ANN401
    """E e^(s S - s^2 V/2) <= 1 for every s, and V <= (R L_0^2 + C 16 L_1^2 D^2)/b^2."""
    statement = at_a_leaf(most, **changes)
    spread = (R * L0**2 + C * 16 * L1**2 * D**2) / b**2
    proof = ProcessProof(statement, always=[(V, "<=", spread)], seconds=1, methods=("sign", *LIGHT))
    now = sp.exp(s * S - s**2 * V / 2)
    (step,) = proof.potential(now, "<=", of=(s,), methods=LIGHT)
    a_step_of_bounded_range(step, -c - mu, 2 * c, y - mu, now, rate=s)
    if proof.doubt:
        return proof.outcome()
    end = mean_at_end(proof, sp.S.One)
    known, place = range(7), end.known
    end.fact((V, "<=", SQUARES / b), uses=known, methods=LIGHT, facts=[
        (_TIMES, {"k": 16 * L1**2 * D**2 / b**2, "x": C, "y": b}), (_JOINED, {
            "v": V, "p": R * L0**2 / b**2, "x": L0**2 / b, "q": C * 16 * L1**2 * D**2 / b**2,
            "z": 16 * L1**2 * D**2 / b})])  # fmt: skip
    size = sp.sqrt(SQUARES) / sp.sqrt(b)
    bound = sp.sqrt(most * LEVEL * SQUARES / b)
    end.fact((sp.sqrt(2 * V * LEVEL), "<=", bound), methods=LIGHT,
             uses=[*known, place], facts=[
        (_ROOT, {"v": V, "r": size}),
        (_TIMES, {"k": sp.sqrt(2) * sp.sqrt(LEVEL), "x": sp.sqrt(V), "y": size})])  # fmt: skip
    end.fact((E, "<=", bound), methods=LIGHT, uses=[5, 6, place - 2, place - 1, place + 1], facts=[
        (_NEXT, {"q": E, "p": sp.sqrt(2 * V * LEVEL), "z": bound})])  # fmt: skip
    return proof.outcome(methods=LIGHT)
