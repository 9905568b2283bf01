"""Counts of successes at two rates, draw by draw: the one at the larger rate is never smaller.

Both are binomial: x_t and y_t are 1 where one uniform number is at most p, or at most l >= p.  So
the count S of the x reaches k only where the count T of the y does, and a bound that is above the
true rate p only where S >= k is so with a chance of at most Pr[T >= k].
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Outcome
from workbench.rigor.provers.processes import ProcessProof
from workbench.symbolic import declare
from workbench.symbolic.expectations import indicator
from workbench.symbolic.processes import ProcessStatement
from workbench.symbolic.text import parse

n, k, p, rate, alpha = declare("integer n > 0, real k p l alpha")
x, y, S, T, bound, Z, high = declare("real x y, S T >= 0, real L_S Z Y")
chance, tail = declare("real c E_Y")
DRAWS: Any = ([[(x, "=", 0), (y, "=", 0)], [(x, "=", 0), (y, "=", 1)], [(x, "=", 1), (y, "=", 1)]],)
RATES: Any = ((x, "=", p), (y, "=", rate))
ABOVE: Any = ([[(bound, "<=", p)], [(S, ">=", k)]],)
TAIL: Any = ((tail, "<=", alpha),)


def covers(
    most: Any = alpha, sure: Sequence[Any] = DRAWS, above: Sequence[Any] = ABOVE,  # noqa: ANN401
    told: Sequence[Any] = TAIL,
) -> ProcessStatement:  # fmt: skip
    """Pr[L(S) > p] <= alpha, if L(S) > p only where S >= k, and Pr[T >= k] <= alpha."""
    return ProcessStatement(
        (chance, "<=", most), steps=n, drawn=(x, y), sure=sure, given=RATES,
        states=[(S, 0, S + x), (T, 0, T + y)], random=(bound, Z, high),
        after=[*above, indicator(Z, (bound, ">", p)), indicator(high, (T, ">=", k)), *told],
        means={chance: Z, tail: high}, shows=(chance,),
    )  # fmt: skip


def seldom_above(**changes: Any) -> Outcome:  # noqa: ANN401
    """S <= T at all times, so Z <= Y."""
    kept = {case: [(parse("s + x <= t + y", where=f"s <= t, x = {u}, y = {v}"),
                    {"s": S, "t": T, "x": x, "y": y})]
            for case, (u, v) in enumerate(((0, 0), (0, 1), (1, 1)))}  # fmt: skip
    proof = ProcessProof(covers(**changes), always=[(S, "<=", T)], facts={0: kept}, seconds=2)
    end = proof.end()
    end.exists(chance, (1, 1))
    reached = parse("k <= t", where="k <= s, s <= t"), {"k": k, "s": S, "t": T}
    end.integrate("<=", (1, tail), (-1, chance), uses=[],
                  facts={1: _never(bound, p), 5: [reached, *_never(k, T)]})  # fmt: skip
    return proof.outcome(methods=("sign", "products"))


def _never(more: sp.Expr, less: sp.Expr) -> list[Any]:
    """Z <= Y where more > less and more <= less, which is never so."""
    at = {"a": more, "b": less, "w": Z - high}
    return [
        (parse("(a - b)*w <= 0", where="a >= b, a <= b"), at),
        (parse("0 < a - b", where="a > b"), {"a": more, "b": less}),
        (parse("w <= 0", where="u > 0, u*w <= 0"), {"u": more - less, "w": Z - high}),
    ]
