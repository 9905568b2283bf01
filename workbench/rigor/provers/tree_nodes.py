"""How noisy a prefix is that is a sum of nodes of a tree, each with noise of its own.

How many nodes a step is in: `workbench.rigor.provers.tree_counts`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workbench.rigor.provers.theorems import Proof
from workbench.symbolic import theorem as th
from workbench.symbolic.theorem import Many, Num, Theorem, Vec

Given = Sequence[Any]  # hypotheses
m, n = (th.integer(name, at_least=0) for name in "mn")
p = th.integer("p", at_least=1)
b, i, j, k = (th.integer(name) for name in "bijk")
d = th.numbers("d")


def drawn(mean: int | None = 0) -> Many:
    """The noise of each node of a prefix."""
    return th.draws("z", k, mean=mean)


z = drawn()
LEVEL: tuple[Any, ...] = (
    (k, 0, (d[k] * d[k], "=", d[k])),
    (k, 0, (th.mean(th.square(z[k])), "=", th.mean(th.square(z[0])))),
)  # fmt: skip


def variance(*, given: Given = LEVEL, of: Many = z, beside: int = 0) -> Proof:
    """The variance of the sum of d_k z_k is sum d_k times that of one, for digits d_k."""
    none = Vec(["zero"])
    bare = th.iterates("S", k, before=none, start=none)
    S = th.iterates("S", k, before=none, start=none, following=bare[k] + d[k] * of[k])
    one = th.mean(th.square(of[0]))

    def said(v: Vec, count: Num, more: int = 0) -> th.Said:
        return th.mean(th.square(v)), "=", (th.total(b, 0, count - 1, d[b]) + more) * one

    proof = Proof(Theorem((m, d, of, S), given=given, concludes=said(S[m], m, beside)))
    zero = th.num(0)
    start = proof.unfold(said(S[0], zero), proof.gram(said(none, zero), []), [(S, 0)])
    here = proof.induction(j, 0, said(S[j], j), start)
    bit, alike = proof.places(LEVEL)
    across, same = proof.centred(of[j], S[j]), proof.at(alike, j)
    square, new = proof.at(bit, j), th.mean(th.square(S[j] + d[j] * of[j]))
    before, fresh = th.total(b, 0, j - 1, d[b]) * one, th.mean(th.square(of[j]))
    apart = proof.gram((new, "=", before + d[j] * d[j] * fresh), [(1, here), (2 * d[j], across)])
    apart = proof.rewrite((new, "=", before + d[j] * fresh), apart, square)
    grown = proof.gram(said(S[j] + d[j] * of[j], j + 1), [(1, apart), (d[j], same)])
    proof.unfold(said(S[j + 1], j + 1), grown, [(S, j + 1)])
    proof.at(proof.close(), m)
    return proof
