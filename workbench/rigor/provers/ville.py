"""Ville's inequality: of wealth that cannot grow in the mean, given the past.

H is 1 from the first time on when the wealth is c or more.  Then H + (1 - H) W/c does not grow in
the mean, and it is never below H.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workbench.claims import Outcome
from workbench.rigor.provers.processes import NEXT, ProcessProof
from workbench.symbolic import declare
from workbench.symbolic.processes import ProcessStatement
from workbench.symbolic.text import parse

M, W, H = declare("M W H >= 0")
alpha, chance, mean, k, E, after = declare("alpha > 0, real p m, integer k, real E H_next")
FAIR = ((M, "<=", W),)


def ville(
    scale: Any = 1, given: Sequence[Any] | None = None, drawn: Any = M  # noqa: ANN401
) -> ProcessStatement:  # fmt: skip
    """Pr[some M_t is 1/alpha or more] <= scale alpha."""
    return ProcessStatement(
        (chance, "<=", scale * alpha), steps=None, clock=k, drawn=(drawn,),
        given=[(drawn, "<=", W)] if given is None else given,
        states=[(W, 1, drawn), (H, 0, ((drawn, ">=", 1 / alpha), 1, H))],
        means={chance: H}, shows=(chance,),
    )  # fmt: skip


def seldom_large(*, drawn: Any = M, **changes: Any) -> Outcome:  # noqa: ANN401
    """E (H + (1 - H) alpha W) <= alpha at all times."""
    proof = ProcessProof(ville(**changes, drawn=drawn), always=[(H, "<=", 1)], facts={0: {
        0: [(parse("x <= 1", where="x = 1"), {"x": after})],
        1: [(parse("x <= 1", where="x = y, y <= 1"), {"x": after, "y": H})],
    }})  # fmt: skip
    now = H + (1 - H) * alpha * W
    (step,) = proof.potential(now, "<=")
    step.instance(mean, 0, {})
    step.exists(NEXT, (H, 1), ((1 - H) * alpha, mean))
    step.fact((NEXT, "<=", now))
    end = proof.end()
    end.instance(E, 0, {})
    end.exists(chance, (1, 1))
    end.integrate("<=", (1, E), (-1, chance))
    return proof.outcome()
