"""Weights c_j = (1 - alpha)^j of the steps of a node, j steps before its last one."""

from __future__ import annotations

from typing import Any

from workbench.rigor.provers.private_trees import c, weight_after
from workbench.rigor.provers.theorems import Proof
from workbench.rigor.provers.tree_levels import ZERO, i, j, n, r, t, x
from workbench.symbolic import theorem as th
from workbench.symbolic.theorem import Num, Theorem

alpha = th.number("alpha", above=0)
POWERS: Any = (t, 0, (c[t + 1], "=", (1 - alpha) * c[t]))
FIRST: Any = (c[0], "=", 1)


def falls() -> Proof:
    """No weight is above 1."""
    proof = Proof(Theorem((alpha, n, c), given=[FIRST, POWERS], concludes=(c[n], "<=", 1)))
    first = proof.gram((c[ZERO], "<=", 1), [(1, 0)])
    here = proof.induction(j, 0, (c[j], "<=", 1), first)
    low = proof.visible((0, "<=", c[j]))
    proof.gram((c[j + 1], "<=", 1), [(1, here), (1, proof.at(1, j)), (alpha, low)])
    proof.at(proof.close(), n)
    return proof


def three_eighths() -> Proof:
    """c_n <= 3/8 where alpha n >= 1, as the binomial series of 1/c_n is then 8/3 at least."""
    proof = Proof(Theorem((alpha, n, c), given=[FIRST, POWERS, (1, "<=", alpha * n)],
                          concludes=(8 * c[n], "<=", 3)))  # fmt: skip

    def series(of: Num) -> Num:
        third = alpha * of * (of + 1) * (of + 2) / 6
        return 1 + alpha * of + alpha**2 * (of * (of + 1) / 2 + third)

    def said(of: Num) -> th.Said:
        return c[of] * series(of), "<=", 1

    here = proof.induction(j, 0, said(j), proof.gram(said(ZERO), [(1, 0)]))
    proof.gram(said(j + 1), [(1, here), (series(j + 1), proof.at(1, j))])
    every, y = proof.at(proof.close(), n), alpha * n
    proof.gram((8 * c[n], "<=", 3), [(3, every), (c[n] * (10 + 4 * y + y**2) / 2, 2)])
    return proof


def next_weight() -> Proof:
    """One step later all is 1 - alpha times as heavy, and the new step has the weight 1."""
    told = weight_after(r + 1, n), "=", (1 - alpha) * weight_after(r, n) + x[n + r + 1]
    proof = Proof(Theorem((alpha, n, r, c, x), given=[FIRST, POWERS], concludes=told))

    def part(count: Num, more: int) -> Num:
        return th.total(i, 1, count, c[r + more - i] * x[n + i])

    def said(count: Num) -> th.Said:
        return part(count, 1), "=", (1 - alpha) * part(count, 0)

    here = proof.induction(j, 0, said(j), proof.gram(said(ZERO), []), last=r)
    proof.gram(said(j + 1), [(1, here), (x[n + j + 1], proof.at(1, r - j - 1))])
    every = proof.close()
    proof.gram(told, [(1, every), (x[n + r + 1], 0)])
    return proof
