"""Noisy choices of one of finitely many items, one after the other, whose scores a record moves.

n = 2m records, m choices.  Before step t the scores are any function of the records and of the
items so far, and a record moves each of them by at most moves s_t; the noise has the scale
2 s_t/step, so that with moves = 1 a choice by Laplace noise is (step, 0)-DP.
"""

from __future__ import annotations

from typing import Any

from workbench.claims import Outcome
from workbench.rigor.provers.privacy import shown_private
from workbench.symbolic import private as pv
from workbench.symbolic import theorem as th
from workbench.symbolic.private import PrivateStatement

budget, delta = th.number("epsilon", above=0), th.number("delta", above=0)
m, t, s = th.integer("m", at_least=1), th.integer("t"), th.numbers("s", above=0)
LOG, SURE = th.ln(1 / delta), ((delta, "<", 1),)
STEP = budget / th.root(2 * m * LOG)  # eps/sqrt(n L)


def choices(
    law: str, step: th.Num, guarantee: Any, *, moves: int = 1, where: Any = SURE  # noqa: ANN401
) -> PrivateStatement:  # fmt: skip
    """The m choices, with Laplace ("noisy-max") or Gumbel noise ("exponential")."""
    at = pv.released("past")
    return pv.private(
        (budget, delta, m, s), where=where, records=2 * m, rounds=m, index=t,
        state={"past": pv.beside(at, pv.released("v"))}, guarantee=guarantee,
        releases=[pv.release("v", [law, 2 * s[t] / step], ["function", "inf", at],
                             moves=moves * s[t])],
    )  # fmt: skip


def concentrated(law: str, *, part: int = 4, **changes: Any) -> PrivateStatement:  # noqa: ANN401
    """Steps of eps/sqrt(n L) are eps^2/(4 L)-zCDP."""
    return choices(law, STEP, pv.zcdp(budget**2 / (part * LOG)), **changes)


def shrunken(*, weight: int = 1, **changes: Any) -> PrivateStatement:  # noqa: ANN401
    """Steps of eps/(sqrt(n L) (1 + eps/(4 L))) are (eps, delta)-DP."""
    step = STEP / (1 + weight * budget / (4 * LOG))
    return choices("noisy-max", step, pv.approximate(budget, delta), **changes)


def pays_for_its_mean(**changes: Any) -> Outcome:  # noqa: ANN401
    """They cost eps (1 + 2u)/(1 + u)^2 <= eps with u = eps/(4 L)."""
    return shown_private(shrunken(**changes), above=2 * LOG / budget * (1 + budget / (4 * LOG)))
