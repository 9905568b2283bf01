"""Calls of random cost under two budgets: what was called is private, and few runs end early.

Call t costs (b, d), which is known before the data is touched.  It is made, w = 1, only if the
squares that were spent, V, and this one fit into the budget V* of the filter, and the deltas, D,
and this one into delta_2.  In other rounds w, b and d are 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workbench.claims import Outcome
from workbench.rigor.provers import filter_budget as budget
from workbench.rigor.provers.filter_step import V, a, b, d
from workbench.rigor.provers.privacy_filter import (
    PRIVATE,
    D,
    adaptive,
    delta_2,
    last_of,
    within_budgets,
)
from workbench.rigor.provers.stopped_filter import JOINED, RANGE, w
from workbench.symbolic import declare
from workbench.symbolic.processes import ProcessStatement
from workbench.symbolic.text import parse

most = declare("V_star > 0")
SIZE = ((most, "<=", budget.BUDGET),)


def charged(used: int = 1) -> tuple[Any, ...]:
    """A call is made only where both budgets allow it, and nothing is spent in other rounds.

    used: by how much the call that is made is dearer than the one that was charged
    """
    return ((w * (V + (b / used) ** 2 - most), "<=", 0), (w * (D + d - delta_2), "<=", 0),
            ((1 - w) * b, "<=", 0), ((1 - w) * d, "<=", 0))  # fmt: skip


def private_calls(
    sure: Sequence[Any] = PRIVATE, tests: Sequence[Any] = charged(), sizes: Sequence[Any] = SIZE,
    **changes: Any,  # noqa: ANN401
) -> ProcessStatement:  # fmt: skip
    """P[O] <= e^epsilon Q[O] + delta_1 + delta_2 for every event O."""
    known = (b, d, a, w)
    return adaptive([*sure, *RANGE], budgets=tests, known=known, where=sizes, **changes)


def by_both_budgets(**changes: Any) -> Outcome:  # noqa: ANN401
    """(1 - w)(V + b^2 - V*) is at most 0 as V is at most V*, and so is w (V + b^2 - V*)."""
    at = {"v": V, "b": b, "w": w, "y": most}
    fitting = [
        (parse("(1-w)*(v + b^2 - y) <= 0", where="(1-w)*b <= 0, b >= 0, w <= 1, v <= y"), at),
        (JOINED, {"x": V + b**2, "z": most, "w": w}),
    ]
    leaked = [
        (parse("(1-w)*(x + d - z) <= 0", where="(1-w)*d <= 0, w <= 1, x <= z"),
         {"x": D, "d": d, "z": delta_2, "w": w}),
        (JOINED, {"x": D + d, "z": delta_2, "w": w}),
    ]  # fmt: skip
    spent = [
        *fitting,
        (parse("v <= z", where="v <= y, y <= z"), {"v": V + b**2, "y": most, "z": budget.BUDGET}),
        *budget.within(V + b**2),
    ]
    return within_budgets(private_calls(**changes), spent, leaked, ("powers",),
                          [((V, "<=", most), fitting)], last=last_of(changes))  # fmt: skip
