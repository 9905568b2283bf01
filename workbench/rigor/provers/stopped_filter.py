"""A privacy filter that stops: w is 1 while it runs, and 0 once it has stopped.

As in `privacy_filter`, where a step is made only if both budgets allow it: w t <= 0 for t = what is
spent after the step less the budget, and (1 - w) b = 0, as nothing is spent after the end.  So
(1 - w) t <= 0 as well, from the budget before the step, and t = w t + (1 - w) t.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Outcome
from workbench.claims.deciding import refused
from workbench.rigor.provers.filter_step import LIFT, V, a, b, d
from workbench.rigor.provers.privacy_filter import (
    LOG,
    PRIVATE,
    D,
    adaptive,
    delta_2,
    eps,
    last_of,
    within_budgets,
)
from workbench.symbolic import declare
from workbench.symbolic.processes import ProcessStatement
from workbench.symbolic.text import parse

w = declare("real w")
RANGE = ((0, "<=", w), (w, "<=", 1))
JOINED = parse("x <= z", where="w*(x - z) <= 0, (1-w)*(x - z) <= 0")


def running(factor: Any = 1, half: Any = sp.S.Half) -> tuple[Any, ...]:  # noqa: ANN401
    """A step is made only where both budgets allow it, and nothing is spent in others."""
    spent = sp.sqrt(2 * factor * LOG * (V + b**2)) + half * (V + b**2)
    return ((w * (spent - eps), "<=", 0), (w * (D + d - delta_2), "<=", 0),
            ((1 - w) * b, "<=", 0), ((1 - w) * d, "<=", 0))  # fmt: skip


def stopped(
    sure: Sequence[Any] = PRIVATE, budgets: Sequence[Any] = running(), **changes: Any  # noqa: ANN401
) -> ProcessStatement:  # fmt: skip
    """P[O] <= e^epsilon Q[O] + delta_1 + delta_2 for every event O."""
    return adaptive([*sure, *RANGE], budgets=budgets, known=(b, d, a, w), **changes)


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
    ], ("powers",), last=last_of(changes))  # fmt: skip
