"""The best regularisation of a bound: a sum of a multiple of lambda and of a power of 1/lambda."""

from __future__ import annotations

from typing import Any

import sympy as sp

from workbench.claims import Outcomes
from workbench.rigor.provers.certify import certify
from workbench.rigor.provers.largest_noise import d
from workbench.rigor.provers.noisy_minimisers import (
    CONSTRAINED,
    PRINTED,
    SHARP,
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


ROOTS = {"normal": (ROOT, COSTS),
         "constrained": (2 * L * (s * d) ** QUARTER * sp.sqrt(1 + sp.log(d)) / sp.sqrt(P),
                         CONSTRAINED.costs)}  # fmt: skip


def balanced(
    weight: Any = HALF, share: Any = 1, noise: str = "normal"  # noqa: ANN401
) -> tuple[Relation, Relation]:  # fmt: skip
    """weight lam D^2 and the cost of a noise: the sum at the best lam, and no less at any."""
    x, (y, costs) = D * sp.sqrt(weight), ROOTS[noise]
    value, at = 2 * share * x * y, y / x
    return (
        relation(weight * lam * D**2 + costs, "=", value, where=[(lam, "=", at)]),
        relation(value, "<=", weight * lam * D**2 + costs),
    )


def by_both_roots(weight: Any = HALF, share: Any = 1, noise: str = "normal") -> Outcomes:  # noqa: ANN401
    """x^2 lam + y^2/lam - 2 x y = (x lam - y)^2/lam."""
    x, (y, costs) = D * sp.sqrt(weight), ROOTS[noise]
    same, least = balanced(weight, share, noise)
    yield certify(same)
    yield certify(least, facts=[
        (MEAN, {"x": x, "y": y, "l": lam}),
        (CHAIN, {"v": 2 * share * x * y, "k": weight * lam * D**2, "f": costs,
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


SLOPE = sp.sqrt(2) * s * L**2 * sp.sqrt(H) * (1 + sp.log(d)) / P  # c of the smaller noise
FIFTH, STEEP = sp.Rational(1, 5), sp.Rational(-3, 2)
RAISED_BACK = parse("c*l^(-3/2) = 2/3*a*w^2",
                    where="l = w^2, c = 2/3*a*w^5, a, c, l, w > 0")  # fmt: skip
REACHED = parse("v <= x", where="v = x + f - q, f = q")
DOUBLE = parse("5/3*a*w^2 <= a*v^2 + 2/3*a*w^5/v^3", where="a, v, w > 0")


def smaller(share: Any = 1) -> tuple[Relation, ...]:  # noqa: ANN401
    """With the smaller noise: a lam + c/lam^(3/2), at its best, and a smaller term."""
    value = share * sp.Rational(5, 3) * sp.Rational(3, 2) ** (2 * FIFTH)
    value *= a ** (3 * FIFTH) * c ** (2 * FIFTH)
    at = (3 * c / (2 * a)) ** (2 * FIFTH)
    rest = 2 * s * L**2 * (1 + sp.log(d)) / (lam * P)
    return (
        relation(SIDE * lam + SHARP.costs, "=", SIDE * lam + SLOPE * lam**STEEP + rest),
        relation(value, "<=", a * lam + c * lam**STEEP),
        relation(a * lam + c * lam**STEEP, "<=", value, where=[(lam, "=", at)]),
    )


def by_another_double_root(share: Any = 1) -> Outcomes:  # noqa: ANN401
    """3 v^5 - 5 w^2 v^3 + 2 w^5 = (v - w)^2 (3 v^3 + 6 w v^2 + 4 w^2 v + 2 w^3), v^2 = lam."""
    first, least, reached = smaller(share)
    v, w = sp.sqrt(lam), (3 * c / (2 * a)) ** FIFTH
    yield certify(first)
    yield certify(least, facts=[
        (DOUBLE, {"a": a, "v": v, "w": w}),
        (CHAIN, {"v": least.left, "k": a * lam, "f": c * lam**STEEP,
                 "t": sp.Rational(5, 3) * a * w**2, "p": a * v**2,
                 "q": sp.Rational(2, 3) * a * w**5 / v**3})])  # fmt: skip
    yield certify(reached, facts=[
        (RAISED_BACK, {"l": lam, "w": w, "c": c, "a": a}),
        (REACHED, {"v": reached.left, "f": c * lam**STEEP, "q": sp.Rational(2, 3) * a * w**2,
                 "x": reached.right})])  # fmt: skip
