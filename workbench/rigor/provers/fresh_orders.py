"""The weight of a record in a node where each epoch has a new order.

x_i is 1 where step i uses the record and 0 elsewhere, once in each epoch of N steps.  All up to the
end of an epoch weighs at most 1/(1 - c_N), as it is c_N times what was before the epoch, and at
most 1.  Inside of an epoch there is one more use, of weight 1 at most, and what was before it is
at least a step old: 1 + (1 - alpha)/(1 - c_N).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workbench.rigor.provers.falling_weights import FIRST, POWERS, alpha, falls, next_weight
from workbench.rigor.provers.private_trees import N, c, not_negative, shorter_uses, weight_after
from workbench.rigor.provers.theorems import Proof
from workbench.rigor.provers.tree_levels import BIT, ZERO, j, s, t, uses, x
from workbench.symbolic import theorem as th
from workbench.symbolic.theorem import Num, Theorem

Given = Sequence[Any]  # hypotheses
n, q = (th.integer(name, at_least=0) for name in "nq")
r = th.integer("r", at_least=1)
EPOCH: Any = (t, 0, (uses(N, t * N), "<=", 1))
FRESH: tuple[Any, ...] = (FIRST, POWERS, BIT, EPOCH, (r, "<=", N))


def inside() -> Proof:
    """What was before, as old as it is, and the uses in the r steps after it."""

    def said(count: Num) -> th.Said:
        whole = weight_after(n + count, ZERO)
        return whole, "<=", c[count] * weight_after(n, ZERO) + uses(count, n)

    p = Proof(Theorem((alpha, n, q, c, x), given=[FIRST, POWERS, BIT], concludes=said(q)))
    slope, first = p.at(1, ZERO), p.gram((c[ZERO], "=", 1), [(1, 0)])
    p.gram((alpha, "<=", 1), [(1, slope), (1 - alpha, first)])
    before = weight_after(n, ZERO)

    here = p.induction(j, 0, said(j), p.gram(said(ZERO), [(-before, first)]))
    new = p.by(next_weight(), {"alpha": alpha, "n": ZERO, "r": n + j, "c": c, "x": x})
    used = p.by(not_negative(), {"n": n, "r": j, "x": x})
    p.gram(said(j + 1), [(1 - alpha, here), (1, new), (-before, p.at(1, j)), (alpha, used)])
    p.at(p.close(), q)
    return p


def epochs() -> Proof:
    """Whole epochs weigh at most 1/(1 - c_N)."""

    def said(count: Num) -> th.Said:
        return (1 - c[N]) * weight_after(count * N, ZERO), "<=", 1

    p = Proof(Theorem((alpha, N, q, c, x), given=FRESH[:4], concludes=said(q)))
    p.by(falls(), {"alpha": alpha, "n": N, "c": c})
    here = p.induction(j, 0, said(j), p.gram(said(ZERO), []))
    put = {"alpha": alpha, "n": j * N, "q": N, "c": c, "x": x}
    p.gram(said(j + 1), [(c[N], here), (1 - c[N], p.by(inside(), put)), (1 - c[N], p.at(3, j))])
    p.at(p.close(), q)
    return p


def one_step_old() -> Proof:
    """c_(n+1) <= 1 - alpha."""
    p = Proof(Theorem((alpha, n, c), given=[FIRST, POWERS], concludes=(c[n + 1], "<=", 1 - alpha)))
    most = p.by(falls(), {"alpha": alpha, "n": n, "c": c})
    slope, first = p.at(1, ZERO), p.gram((c[ZERO], "=", 1), [(1, 0)])
    p.gram((alpha, "<=", 1), [(1, slope), (1 - alpha, first)])
    p.gram(p.theorem.concludes, [(1, p.at(1, n)), (1 - alpha, most)])
    return p


def heaviest(*, given: Given = FRESH, more: Any = 1) -> Proof:  # noqa: ANN401 - a number
    """(w - more)(1 - c_N) <= 1 - alpha for the weight w of all steps up to qN + r."""
    told = (weight_after(q * N + r, ZERO) - more) * (1 - c[N]), "<=", 1 - alpha
    p = Proof(Theorem((alpha, N, q, r, c, x), given=given, concludes=told))
    put = {"alpha": alpha, "c": c, "x": x}
    before = p.by(epochs(), put | {"N": N, "q": q})
    here = p.by(inside(), put | {"n": q * N, "q": r})
    one = p.by(shorter_uses(), {"n": q * N, "M": r, "r": N - r, "x": x})
    p.by(falls(), {"alpha": alpha, "n": N, "c": c})
    old, rest = p.by(one_step_old(), {"alpha": alpha, "n": r - 1, "c": c}), 1 - c[N]
    p.gram(
        told,
        [(rest, here), (c[r], before), (rest, one), (rest, p.at(p.given(FRESH[3]), q)), (1, old)],
    )
    return p


def not_below() -> Proof:
    """0 <= the weight of all steps up to n."""

    def said(count: Num) -> th.Said:
        return 0, "<=", weight_after(count, ZERO)

    p = Proof(Theorem((alpha, n, c, x), given=FRESH[:3], concludes=said(n)))
    slope, first = p.at(1, ZERO), p.gram((c[ZERO], "=", 1), [(1, 0)])
    p.gram((alpha, "<=", 1), [(1, slope), (1 - alpha, first)])
    here = p.induction(s, 0, said(s), p.gram(said(ZERO), []))
    new = p.by(next_weight(), {"alpha": alpha, "n": ZERO, "r": s, "c": c, "x": x})
    p.gram(said(s + 1), [(1 - alpha, here), (-1, new), (1, p.at(2, s + 1))])
    p.at(p.close(), n)
    return p


def from_the_start(*, given: Given = FRESH[:3]) -> Proof:
    """The steps n + 1, ..., n + q weigh no more than all up to n + q."""
    p = Proof(Theorem((alpha, n, q, c, x), given=given, concludes=(
        weight_after(q, n), "<=", weight_after(n + q, ZERO))))  # fmt: skip
    start_is, falls_so, _ = map(p.given, FRESH[:3])
    slope, first = p.at(falls_so, ZERO), p.gram((c[ZERO], "=", 1), [(1, start_is)])
    p.gram((alpha, "<=", 1), [(1, slope), (1 - alpha, first)])
    put = {"alpha": alpha, "c": c, "x": x}
    start = p.by(not_below(), put | {"n": n})

    def said(count: Num) -> th.Said:
        return weight_after(count, n), "<=", weight_after(n + count, ZERO)

    here = p.induction(j, 0, said(j), p.gram(said(ZERO), [(1, start)]))
    some = p.by(next_weight(), put | {"n": n, "r": j})
    every = p.by(next_weight(), put | {"n": ZERO, "r": n + j})
    p.gram(said(j + 1), [(1 - alpha, here), (1, some), (-1, every)])
    p.at(p.close(), q)
    return p
