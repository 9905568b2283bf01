"""The numbers beside the scales of `norm_noise_scales`: forms of one, and where an order is enough.

variance is sigma^2, and rho = kappa Delta^2/(2 sigma^2).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import sympy as sp

from workbench.claims import Outcome, all_of
from workbench.rigor.provers.certify import certify
from workbench.rigor.provers.norm_noise import ABOVE, kappa
from workbench.rigor.provers.norm_noise import Delta as D
from workbench.rigor.provers.norm_noise import alpha as a
from workbench.rigor.provers.norm_noise_scales import ORDER, REGION, ROOM, SCALE, Lambda
from workbench.rigor.provers.norm_noise_scales import Lambda as L
from workbench.rigor.provers.norm_noise_scales import epsilon as eps
from workbench.symbolic import Relation, Variable, declare, relation
from workbench.symbolic.text import parse

rho, v, wider = declare("rho variance larger_variance > 0")


def forms(weight: int = 2) -> tuple[Relation, Relation]:
    """Two forms of the variance, and a simpler bound for it."""
    middle = kappa * D**2 * (2 * L + eps + weight * sp.sqrt(L * (L + eps))) / (2 * eps**2)
    first = kappa * D**2 / (2 * (sp.sqrt(L + eps) - sp.sqrt(L)) ** 2)
    return (relation(first, "=", middle),
            relation(middle, "<=", kappa * D**2 * (2 * L + eps) / eps**2))  # fmt: skip


GROWS = ((v, "<", wider),)


def displayed(
    more: sp.Expr = eps, grows: Any = GROWS  # noqa: ANN401
) -> tuple[Relation, Relation, Relation]:  # fmt: skip
    """The least value over alpha > 1 of the displayed bound and ln(1/delta)/(alpha - 1) is eps.

    At each alpha, so at the best one, it falls as the variance grows.
    """
    scale = (v, "=", 2 * kappa * D**2 * (L + more) / eps**2)
    spent = kappa * D**2 * a**2 / (2 * v * (a - 1)) + L / (a - 1)
    best = (a, "=", 2 * (L + eps) / eps)
    return (relation(eps, "<=", spent, where=[ABOVE, scale]),
            relation(spent, "=", eps, where=[scale, best]),
            relation(spent.subs(v, wider), "<", spent, where=[ABOVE, *grows]))  # fmt: skip


SMALL = ((eps, "<=", 2), (sp.Rational(3, 4) * eps, "<=", L))


def small(where: Any = SMALL) -> Relation:  # noqa: ANN401
    """The region has all eps <= 2 with Lambda >= 3 eps/4."""
    return relation(REGION[0], "<=", REGION[2], where=where)


def small_is_inside(**changes: Any) -> Outcome:  # noqa: ANN401
    """eps/2 - 1 <= 0, and the logarithm is at least ln 1."""
    return certify(small(**changes), facts=[(2 * L / eps - sp.S.Half, ">=", 1)])


def simple(variance: sp.Expr = SCALE) -> Relation:
    """That rho + 2 sqrt(rho Lambda) > eps."""
    given = [(v, "=", variance), (rho, "=", kappa * D**2 / (2 * v))]
    return relation(eps, "<", rho + 2 * sp.sqrt(rho * L), where=given)


LEFT = ROOM + ORDER * sp.log(1 - 1 / ORDER)  # at most RIGHT: the condition of the order
RIGHT = sp.log(ORDER - 1)


def ends(told: Mapping[int, str]) -> tuple[Relation, ...]:
    """The condition for eps in [2, end], at Lambda = power ln 10."""
    found = []
    for power, end in told.items():
        level = power * sp.log(10)
        claimed = relation(LEFT.subs(Lambda, level), "<=", RIGHT.subs(Lambda, level))
        found.append(replace(claimed, variables=(Variable("epsilon", low="2", high=end),)))
    return tuple(found)


LEAST = sp.Rational(3, 2)  # of Lambda, as delta is at most 1/10
BELOW_TWO = ((eps, "<=", 2), (LEAST, "<=", Lambda))


def below_two(where: Any = BELOW_TWO, inverse: int = 10) -> tuple[Relation, ...]:  # noqa: ANN401
    """The condition for eps <= 2, and that each delta is small enough for it."""
    largest = relation(LEAST, "<=", sp.log(sp.Integer(inverse)))
    return relation(LEFT, "<=", RIGHT, where=where), largest


def below_two_is_enough(**changes: Any) -> Outcome:  # noqa: ANN401
    """alpha ln(1 - 1/alpha) <= -1, eps/2 - 1 <= 0 and alpha - 1 = 2 Lambda/eps - 1/2 >= 1."""
    stated, largest = below_two(**changes)
    log = sp.log(1 - 1 / ORDER)
    found = certify(stated, facts=[
        (ORDER - 1, ">=", 1), (RIGHT, ">=", 0), (1 / ORDER, "<", 1),
        (parse("log(1-x) <= -x", where="x < 1"), {"x": 1 / ORDER}),
        (parse("h*l <= -1", where="l <= -x, x = 1/h, h > 0"),
         {"h": ORDER, "l": log, "x": 1 / ORDER}),
        (parse("x/2-x^2/(16*l) <= 1", where="x > 0, l > 0, x <= 2"), {"x": eps, "l": Lambda}),
        (parse("u+b <= r", where="u <= 1, b <= -1, r >= 0"),
         {"u": ROOM, "b": ORDER * log, "r": RIGHT}),
    ])  # fmt: skip
    return all_of(found, certify(largest))
