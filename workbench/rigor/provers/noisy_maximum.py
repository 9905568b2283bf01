"""Report noisy max with Laplace noise: how the chance of one item moves, for every pair of scores.

Item j has the score a_j on one set of records and b_j on its neighbour, and wins where its score
with its noise is at least those of all others.  Let y be the noise of j plus a shift on the first
set, and the noise of j itself on the second one, with the densities p and q for any law: Laplace
noise that is moved by the shift is at most e^(shift/b) times as likely.  Where j wins on the first
set with y - shift it wins on the second one with y, if the shift is as long as the rivals can rise
against j.  The rival r is the best one on the second set; R is the largest rival on the first set.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Outcome
from workbench.rigor.provers.expectations import LawProof
from workbench.rigor.provers.exponential_mechanism import PRODUCT, RISES
from workbench.symbolic import declare
from workbench.symbolic.expectations import LawStatement, indicator
from workbench.symbolic.text import parse

Delta, b = declare("Delta b > 0")
a_j, b_j = declare("real a_j b_j")
y, R, a_r, b_r, z_r, won, wins = declare("real y R a_r b_r z_r won wins")
p, q, c = declare("p q c >= 0")
mass_p, mass_q, P, Q = declare("real m_p m_q P Q")
ZERO = sp.S.Zero
RIVAL = (a_r + z_r, "<=", R)
LIGHT = ("sign", "identity", "cases", "products")


def changes(low: sp.Expr, high: sp.Expr) -> tuple[Any, ...]:
    """The scores of the rival and of the item itself move by `low` to `high`."""
    return (b_r - a_r, "<=", high), (low, "<=", b_j - a_j)


def densities(shift: sp.Expr) -> tuple[Any, ...]:
    """Of the noise of the item with the shift, and without it; c is 1/(2 b) over that of a law."""
    return (p, "=", c * sp.exp(-sp.Abs(shift - y) / b)), (q, "=", c * sp.exp(-sp.Abs(y) / b))


def chance(
    low: sp.Expr = -Delta, high: sp.Expr = Delta, *, cost: Any = None,  # noqa: ANN401 - a number
    moves: Sequence[Any] | None = None, rival: Sequence[Any] = (RIVAL,),
    laws: Sequence[Any] | None = None,
) -> LawStatement:  # fmt: skip
    """Pr[j wins] <= e^((high - low)/b) Pr'[j wins], where scores move by `low` to `high`."""
    shift = high - low
    moved = changes(low, high) if moves is None else moves
    return LawStatement(
        (P, "<=", sp.exp(shift / b if cost is None else cost) * Q),
        random=(y, R, a_r, b_r, z_r, won, wins, p, q, c),
        means={mass_p: p, mass_q: q, P: won * p, Q: wins * q}, shows=(P, Q),
        sure=[indicator(won, (a_j + y - shift, ">=", R)),
              indicator(wins, (b_j + y, ">=", b_r + z_r)),
              *moved, *rival, *(densities(shift) if laws is None else laws)],
    )  # fmt: skip


TURNED = parse("abs(y) <= abs(y+s)+s", where="s > 0")
TRIANGLE = parse("abs(y) <= abs(s-y)+s", where="s > 0")
MOVED = parse("-u/b <= s/b-v/b", where="v <= u+s, b > 0")
LIKELY = parse("p <= k*q", where="p = c*x, q = c*v, x <= m, m = v*k, c >= 0")
BOTH = parse("0 <= k*(i*q)-j*p", where="p <= k*q, i = 1, j = 1")
ONE = parse("0 <= k*(i*q)-j*p", where="q >= 0, k > 0, i = 1, j = 0")
LATE = parse("d*p <= 0", where="d <= 0, p >= 0")
NEVER = parse("p <= 0", where="d*p <= 0, d > 0")
LOST = parse("0 <= k*(i*q)-j*p", where="i = 0, j = 1, p <= 0")
NONE = parse("0 <= k*(i*q)-j*p", where="i = 0, j = 0")


def by_a_shift(low: sp.Expr = -Delta, high: sp.Expr = Delta, **changed: Any) -> Outcome:  # noqa: ANN401
    """Whatever all noises are: p <= e^(shift/b) q, and where j has won it wins."""
    shift = high - low
    stated = chance(low, high, **changed)
    return _shifted(stated, sp.Abs(shift - y), shift, b_r + z_r - b_j - y)


def _shifted(stated: LawStatement, moved: Any, shift: Any, behind: Any) -> Outcome:  # noqa: ANN401
    """The proof, where the noise with its shift has the size `moved`; j wins if not `behind`."""
    proof = LawProof(stated, seconds=1)
    for mean, mass in ((P, mass_p), (Q, mass_q)):
        proof.exists(mean, (1, mass), uses=[], methods=LIGHT)
    k = sp.exp(shift / b)
    near, far = -moved / b, -sp.Abs(y) / b
    named = {"k": k, "i": wins, "j": won, "p": p, "q": q}
    likely = {"p": p, "q": q, "k": k, "c": c, "x": sp.exp(near), "v": sp.exp(far)}
    late = {"p": p, "d": behind}
    closer = [
        (TURNED if moved.has(y + shift) else TRIANGLE, {"y": y, "s": shift}),
        (MOVED, {"u": moved, "v": sp.Abs(y), "s": shift, "b": b}),
        (RISES, {"x": near, "y": far, "v": shift / b}),
        (PRODUCT, {"y": far, "v": shift / b}),
        (LIKELY, likely | {"m": sp.exp(far + shift / b)}),
    ]
    proof.integrate("<=", (k, Q), (-1, P), uses=[], methods=LIGHT, facts={
        0: [*closer, (BOTH, named)],
        1: [(LATE, late), (NEVER, late), (LOST, named)],
        2: [(ONE, named)], 3: [(NONE, named)],
    })  # fmt: skip
    return proof.outcome(methods=LIGHT)


LEAST_RIVAL = (a_r + z_r, ">=", R)
LEAST_MOVES = (a_r - b_r, "<=", Delta), (b_j - a_j, "<=", Delta)


def least_laws(shift: Any = 2 * Delta) -> tuple[Any, ...]:  # noqa: ANN401
    """Of the noise of the item less the shift, and without it; c is 1/(2 b) over that of a law."""
    return (p, "=", c * sp.exp(-sp.Abs(y + shift) / b)), (q, "=", c * sp.exp(-sp.Abs(y) / b))


def least(
    cost: Any = 2 * Delta / b, moves: Sequence[Any] = LEAST_MOVES,  # noqa: ANN401
    rival: Sequence[Any] = (LEAST_RIVAL,), laws: Sequence[Any] = least_laws(),
) -> LawStatement:  # fmt: skip
    """Pr[j is the least] <= e^(2 Delta/b) Pr'[j is the least], where scores move by Delta."""
    return LawStatement(
        (P, "<=", sp.exp(cost) * Q), random=(y, R, a_r, b_r, z_r, won, wins, p, q, c),
        means={mass_p: p, mass_q: q, P: won * p, Q: wins * q}, shows=(P, Q),
        sure=[indicator(won, (R, ">=", a_j + y + 2 * Delta)),
              indicator(wins, (b_r + z_r, ">=", b_j + y)), *moves, *rival, *laws],
    )  # fmt: skip


def least_by_a_shift(**changed: Any) -> Outcome:  # noqa: ANN401
    """The same with all signs turned."""
    return _shifted(least(**changed), sp.Abs(y + 2 * Delta), 2 * Delta, b_j + y - b_r - z_r)
