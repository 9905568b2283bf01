"""The best regularisation of a bound: a sum of a multiple of lambda and of a power of 1/lambda."""

from __future__ import annotations

from typing import Any

import sympy as sp

from workbench.claims import Outcomes
from workbench.rigor.provers.certify import certify
from workbench.rigor.provers.largest_noise import d
from workbench.rigor.provers.noisy_minimisers import (
    PRINTED,
    D,
    H,
    L,
    eps,
    lam,
    n,
    s,
)
from workbench.symbolic import Relation, declare, relation
from workbench.symbolic.text import parse

HALF, QUARTER, THIRD = (sp.Rational(1, k) for k in (2, 4, 3))
P = n * eps
MEAN = parse("2*x*y <= x^2*l + y^2/l", where="l > 0")
CHAIN = parse("v <= k + f", where="t <= p + q, v = t, k = p, f = q")
Lambda, ell = declare("Lambda ell > 0")  # ln(1.25/delta) and ln(2d)
ROOT = sp.sqrt(8) * L * (s * ell * Lambda) ** QUARTER / sp.sqrt(P)  # of the cost times lam
COSTS = 8 * L**2 * sp.sqrt(s * ell * Lambda) / (lam * n * eps)


def balanced(weight: Any = HALF, share: Any = 1) -> tuple[Relation, Relation]:  # noqa: ANN401
    """weight lam D^2 and the cost of normal noise: the sum at the best lam, and no less at any."""
    x, y = D * sp.sqrt(weight), ROOT
    value, at = 2 * share * x * y, y / x
    return (
        relation(weight * lam * D**2 + COSTS, "=", value, where=[(lam, "=", at)]),
        relation(value, "<=", weight * lam * D**2 + COSTS),
    )


def by_both_roots(weight: Any = HALF, share: Any = 1) -> Outcomes:  # noqa: ANN401
    """x^2 lam + y^2/lam - 2 x y = (x lam - y)^2/lam."""
    x, y = D * sp.sqrt(weight), ROOT
    same, least = balanced(weight, share)
    yield certify(same)
    yield certify(least, facts=[
        (MEAN, {"x": x, "y": y, "l": lam}),
        (CHAIN, {"v": 2 * share * x * y, "k": weight * lam * D**2, "f": COSTS,
                 "t": 2 * x * y, "p": x**2 * lam, "q": y**2 / lam})])  # fmt: skip


a, c = declare("a c > 0")
SIDE, FALL = D**2 / 2, 8 * sp.sqrt(2) * s * L**2 * H * (1 + sp.log(d)) / P  # a and c
RAISED = parse("k*(2*h/l + 1) <= k*4*h/l", where="l <= 2*h, l > 0, k >= 0")


def steep(share: Any = 1, *, below: bool = True) -> tuple[Relation, ...]:  # noqa: ANN401
    """With the printed noise and lam <= 2H: a lam + c/lam^2, what is best for it, and reached."""
    value = share * 3 / sp.Integer(2) ** (2 * THIRD) * a ** (2 * THIRD) * c**THIRD
    at = (2 * c / a) ** THIRD
    where = [(lam, "<=", 2 * H)] if below else []
    return (
        relation(SIDE * lam + PRINTED.costs, "<=", SIDE * lam + FALL / lam**2, where=where),
        relation(value, "<=", a * lam + c / lam**2),
        relation(a * lam + c / lam**2, "=", value, where=[(lam, "=", at)]),
    )


def by_a_double_root(share: Any = 1, **changes: Any) -> Outcomes:  # noqa: ANN401
    """2H/lam + 1 <= 4H/lam; and 2 lam^3 + u^3 - 3 u lam^2 = (lam - u)^2 (2 lam + u)."""
    k = 2 * sp.sqrt(2) * s * L**2 * (1 + sp.log(d)) / (lam * P)
    first, *rest = steep(share, **changes)
    yield certify(first, facts=[(RAISED, {"k": k, "h": H, "l": lam})])
    yield from (certify(one) for one in rest)
