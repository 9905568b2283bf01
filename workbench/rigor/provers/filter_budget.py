"""The budget of a privacy filter in closed form: what a sum of squared costs may reach.

sqrt(2 Lambda V) + V/2 <= eps says that v = sqrt(V) is at most u = t - w, w = sqrt(2 Lambda) and
t = sqrt(2 Lambda + 2 eps): for (v + w)^2 = w^2 + 2 (w v + V/2), and t^2 = w^2 + 2 eps.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Outcome, all_of
from workbench.rigor.provers import privacy_filter as filters
from workbench.rigor.provers.certify import certify
from workbench.rigor.provers.filter_step import V, b, d
from workbench.symbolic import Relation, relation
from workbench.symbolic.processes import ProcessStatement
from workbench.symbolic.text import parse

delta_1, eps = filters.delta_1, filters.eps
ODDS = (delta_1, "<", 1)
LOG = sp.log(1 / delta_1)  # Lambda
SMALL, LARGE = sp.sqrt(2 * LOG), sp.sqrt(2 * LOG + 2 * eps)  # w and t
BUDGET = (LARGE - SMALL) ** 2


REAL = parse("0 < sqrt(l)", where="l > 0")
ABOVE = parse("x < x + y", where="y > 0")
SMALLER = parse("w < t", where="w > 0, t > 0, w^2 < t^2")
ROOT = parse("u <= y", where="u >= 0, y > 0, u^2 <= y^2")
POSITIVE = parse("0 < v + y", where="v >= 0, y > 0")
SQUARES = parse("0 < (v - y)*(v + y)", where="0 < v^2 - y^2")
FACTOR = parse("0 < f", where="0 < f*g, g > 0")
PRODUCT = parse("0 < (v + w - t)*(v + w + t)", where="0 < v + w - t, t > w, w > 0, v >= 0")
SQUARE = parse("x^2 <= t^2", where="x >= 0, x <= t")
LESS = parse("x + s <= f", where="m <= n, m = k + 2*x + 2*s, n = k + 2*f")
MORE = parse("f < x", where="0 < p, x = f + p/2")
APART = parse("0 < t - w", where="w < t")
LOWER, UPPER = (parse(goal, where="f = (t^2 - w^2)/2")
                for goal in ("f <= (t - w)*t", "(t - w)*w <= f"))  # fmt: skip
OVER = parse("f/t <= x", where="f <= x*t, t > 0")
UNDER = parse("x <= f/w", where="x*w <= f, w > 0")


def _roots() -> list[Any]:
    """0 < w < t, and t^2 = w^2 + 2 eps."""
    w, t = SMALL, LARGE
    return [
        (0, "<", LOG), (REAL, {"l": 2 * LOG}), (REAL, {"l": 2 * LOG + 2 * eps}),
        (ABOVE, {"x": 2 * LOG, "y": 2 * eps}), (SMALLER, {"w": w, "t": t}),
        (t**2, "=", w**2 + 2 * eps),
    ]  # fmt: skip


def within(spent: Any = V) -> list[Any]:  # noqa: ANN401
    """Steps to sqrt(2 Lambda V) + V/2 <= eps for this V <= V*."""
    v, w, t = sp.sqrt(spent), SMALL, LARGE
    return [
        *_roots(), (ROOT, {"u": v, "y": t - w}), (v + w, "<=", t), (SQUARE, {"x": v + w, "t": t}),
        (LESS, {"x": w * v, "s": spent / 2, "f": eps, "m": (v + w) ** 2, "n": t**2, "k": w**2}),
    ]  # fmt: skip


def beyond() -> list[Any]:
    """Steps to sqrt(2 Lambda V) + V/2 > eps for V > V*."""
    v, w, t = sp.sqrt(V), SMALL, LARGE
    y, p = t - w, (v + w - t) * (v + w + t)
    return [
        *_roots(), (POSITIVE, {"v": v, "y": y}), (SQUARES, {"v": v, "y": y}),
        (FACTOR, {"f": v - y, "g": v + y}), (PRODUCT, {"v": v, "w": w, "t": t}),
        (w * v + V / 2, "=", eps + p / 2), (MORE, {"f": eps, "x": w * v + V / 2, "p": p}),
    ]  # fmt: skip


FITTING = (V + b**2, "<=", BUDGET), (filters.D + d, "<=", filters.delta_2)


def interaction(budgets: Sequence[Any] = FITTING, **changes: Any) -> ProcessStatement:  # noqa: ANN401
    """P[O] <= e^epsilon Q[O] + delta_1 + delta_2 where each step fits into V* and delta_2."""
    return filters.adaptive(budgets=budgets, **changes)


def by_the_filter(budgets: Sequence[Any] = FITTING, **changes: Any) -> Outcome:  # noqa: ANN401
    """What fits into V* fits into the filter with eps."""
    spent = within(V + b**2)
    return filters.budgets_fit(budgets=budgets, spent=spent, **changes)


def silent(half: Any = sp.S.Half) -> Relation:  # noqa: ANN401
    """Within the budget the filter is silent."""
    left = sp.sqrt(2 * LOG * V) + half * V
    return relation(left, "<=", eps, where=[ODDS, (V, "<=", BUDGET)])


def stops(least: Any = BUDGET) -> Relation:  # noqa: ANN401
    """Beyond the budget it stops."""
    return relation(eps, "<", sp.sqrt(2 * LOG * V) + V / 2, where=[ODDS, (least, "<", V)])


def size(top: int = 1) -> tuple[Relation, ...]:
    """eps^2/(2 Lambda + 2 eps) <= V* <= eps^2/(2 Lambda)."""
    return (
        relation(eps**2 / (2 * LOG + 2 * eps), "<=", BUDGET, where=[ODDS]),
        relation(BUDGET, "<=", eps**2 / (2 * top * LOG), where=[ODDS]),
    )


def by_the_roots(top: int = 1) -> Outcome:
    """eps/t <= t - w <= eps/w, as (t - w) w <= (t^2 - w^2)/2 <= (t - w) t; then the squares."""
    w, t = SMALL, LARGE
    roots = [*_roots(), (eps, "=", (t**2 - w**2) / 2)]
    place, apart = {"f": eps, "t": t, "w": w}, t - w
    above = [(LOWER, place), (OVER, {"f": eps, "t": t, "x": apart}),
             (SQUARE, {"x": eps / t, "t": apart})]  # fmt: skip
    below = [(APART, {"t": t, "w": w}), (UPPER, place), (UNDER, {"f": eps, "w": w, "x": apart}),
             (SQUARE, {"x": apart, "t": eps / w})]  # fmt: skip
    facts = ([*roots, *above], [*roots, *below])
    return all_of(certify(r, facts=way) for r, way in zip(size(top), facts, strict=True))
