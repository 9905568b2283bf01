"""A privacy filter that stops: w is 1 while it runs, and 0 once it has stopped.

As in `privacy_filter`, where a step is made only if both budgets allow it: w t <= 0 for t = what is
spent after the step less the budget, and (1 - w) b = 0, as nothing is spent after the end.  So
(1 - w) t <= 0 as well, from the budget before the step, and t = w t + (1 - w) t.

What leaks are any parts r of p and u of q, of means at most d, without which the log-ratio l is in
[-b, b], such as (p - e^b q)_+ and (q - e^b p)_+.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Outcome
from workbench.claims.deciding import refused
from workbench.rigor.provers.filter_step import LIFT, V, a, b, d, loss, p, q, r, u
from workbench.rigor.provers.privacy_filter import (
    GIVEN,
    LOG,
    P_O,
    Q_O,
    RATIO,
    D,
    P,
    Q,
    T,
    Z,
    delta_1,
    delta_2,
    eps,
    within_budgets,
)
from workbench.symbolic import declare
from workbench.symbolic.expectations import event
from workbench.symbolic.processes import ProcessStatement
from workbench.symbolic.text import parse

w = declare("real w")
PARTS = ((0, "<=", r), (r, "<=", p), (0, "<=", u), (u, "<=", q))
PRIVATE = ((d, "<", 1), (a, "<", 1), (a, "<=", d), *PARTS, *RATIO)
RANGE = ((0, "<=", w), (w, "<=", 1))
JOINED = parse("x <= z", where="w*(x - z) <= 0, (1-w)*(x - z) <= 0")


def running(factor: Any = 1, half: Any = sp.S.Half) -> tuple[Any, ...]:  # noqa: ANN401
    """A step is made only where both budgets allow it, and nothing is spent in others."""
    spent = sp.sqrt(2 * factor * LOG * (V + b**2)) + half * (V + b**2)
    return ((w * (spent - eps), "<=", 0), (w * (D + d - delta_2), "<=", 0),
            ((1 - w) * b, "<=", 0), ((1 - w) * d, "<=", 0))  # fmt: skip


def stopped(
    sure: Sequence[Any] = PRIVATE,
    given: Sequence[Any] = GIVEN,
    budgets: Sequence[Any] = running(),
    leak: Any = delta_2,  # noqa: ANN401
) -> ProcessStatement:
    """P[O] <= e^epsilon Q[O] + delta_1 + delta_2 for every event O."""
    return ProcessStatement(
        (P_O, "<=", sp.exp(eps) * Q_O + delta_1 + leak), steps=T, known=(b, d, a, w),
        drawn=(p, q, r, u, loss), where=[(delta_1, "<", 1)], sure=[*sure, *RANGE, *budgets],
        given=given, states=[(P, 1, P * p), (Q, 1, Q * q), (V, 0, V + b**2), (D, 0, D + d)],
        random=(Z,), after=[event(Z)], means={P_O: Z * P, Q_O: Z * Q}, shows=(P_O, Q_O),
    )  # fmt: skip


# why the claim is false without one of these, or that it is not
WITHOUT_PRIVATE = {
    2: "T = 1, b = ln 2, a = 1/2, d = 0, p = q/2 + r, q = 0 where r > 0, delta_1 = 1/4.",
    3: "r = p - q, u = 0, l = 0 for any p, q.",
    4: "Only the proof is refused: u <= q says it, by the log-ratio.",
    5: "u = q - p, r = 0, l = 0 for any p, q.",
    6: "Only the proof is refused: r <= p says it, by the log-ratio.",
    7: "r = u = 0 for any p, q.",
    8: "p = e^b q, or p near 0, in each step: the loss is T b, with T b^2 = 1 and T large.",
    9: "q = e^b p, or q near 0, in each step: q is near 0 in some step, with T b^2 = 1, T large.",
}
WITHOUT_GIVEN = {
    0: "p = e^b q in each step: E P = e^(T b), with T b^2 = 1 and T large.",
    1: "q = e^(-b) p in each step: E Q = e^(-T b), with T b^2 = 1 and T large.",
    2: "T = 1, b = ln 2, a = d = 0, p = q/2 + r, q = 0 where r > 0, E r = 1/2, delta_1 = 1/4.",
    3: "p = e^b q or p = 0 in each step: the loss is T b, with T b^2 = 1 and T large.",
}


def stops_in_time(**changes: Any) -> Outcome:  # noqa: ANN401
    """sqrt(V + b^2) <= sqrt(V) + b, and b and d are 0 where w is not 1."""
    if running()[0] not in changes.get("budgets", running()):  # a search for it would be long
        return refused("process", "that a step keeps to the first budget is not given")
    c = sp.sqrt(2 * LOG)
    spent, before = c * sp.sqrt(V + b**2) + (V + b**2) / 2, c * sp.sqrt(V) + V / 2
    more = c * b + b**2 / 2
    return within_budgets(stopped(**changes), [
        (0, "<", LOG), (parse("0 < sqrt(l)", where="l > 0"), {"l": 2 * LOG}),
        (parse("sqrt(v + b^2) <= sqrt(v) + b", where="v >= 0, b >= 0"), {"v": V, "b": b}),
        (LIFT, {"h": c, "f": sp.sqrt(V + b**2), "g": sp.sqrt(V) + b}), (spent, "<=", before + more),
        (parse("g*(c*b + b^2/2) <= 0", where="g*b <= 0, c > 0, b >= 0"),
         {"g": 1 - w, "c": c, "b": b}),
        (parse("g*(x - f) <= 0", where="g >= 0, x <= y + z, y <= f, g*z <= 0"),
         {"g": 1 - w, "x": spent, "y": before, "z": more, "f": eps}),
        (JOINED, {"x": spent, "z": eps, "w": w}),
    ], [
        (parse("(1-w)*(x + d - z) <= 0", where="(1-w)*d <= 0, w <= 1, x <= z"),
         {"x": D, "d": d, "z": delta_2, "w": w}),
        (JOINED, {"x": D + d, "z": delta_2, "w": w}),
    ], ("radicals", "powers"))  # fmt: skip
