"""What a tree of nodes does with vectors: how far a node moves, and how noisy a prefix is.

x_i is 1 where the vector of step i is replaced and 0 elsewhere.  How many nodes a step is in:
`workbench.rigor.provers.tree_counts`.
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
x = th.numbers("x")
USES: Any = (i, 0, (0, "<=", x[i]))


def _uses(count: Num, after: Num) -> Num:
    return th.total(i, 1, count, x[after + i])


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
    across, same = proof.centred(of[j], S[j]), proof.at(1, j)
    square, new = proof.at(0, j), th.mean(th.square(S[j] + d[j] * of[j]))
    before, fresh = th.total(b, 0, j - 1, d[b]) * one, th.mean(th.square(of[j]))
    apart = proof.gram((new, "=", before + d[j] * d[j] * fresh), [(1, here), (2 * d[j], across)])
    apart = proof.rewrite((new, "=", before + d[j] * fresh), apart, square)
    grown = proof.gram(said(S[j] + d[j] * of[j], j + 1), [(1, apart), (d[j], same)])
    proof.unfold(said(S[j + 1], j + 1), grown, [(S, j + 1)])
    proof.at(proof.close(), m)
    return proof


g, v = (th.draws(name, i, mean=None) for name in "gv")
REPLACED: tuple[Any, ...] = (
    USES, (i, 0, (abs(g[i]), "<=", 1)), (i, 0, (abs(v[i]), "<=", 1)),
    (i, 0, (abs((1 - x[i]) * (g[i] - v[i])), "<=", 0)),
)  # fmt: skip


def moved(*, given: Given = REPLACED, factor: int = 2) -> Proof:
    """The sum over p steps after n moves by at most factor times the vectors replaced there."""
    proof = Proof(Theorem((n, p, x, g, v), given=given, concludes=(
        abs(th.total(i, 1, p, g[n + i]) - th.total(i, 1, p, v[n + i])), "<=", factor * _uses(p, n)
    )))  # fmt: skip

    def said(count: Num) -> th.Said:
        return abs(th.total(i, 1, count, g[n + i] - v[n + i])), "<=", 2 * _uses(count, n)

    here = proof.induction(j, 0, said(j), proof.gram(said(0 * n), []))
    at = n + j + 1
    known = [proof.at(place, at) for place in range(4)]
    one = proof.triangle((1, x[at] * (g[at] - v[at])), (1, (1 - x[at]) * (g[at] - v[at])))
    short = proof.triangle((x[at], g[at]), (-x[at], v[at]))
    both = proof.triangle((1, th.total(i, 1, j, g[n + i] - v[n + i])), (1, g[at] - v[at]))
    proof.gram(said(j + 1), [
        (1, here), (1, both), (1, one), (1, short), (1, known[3]), (x[at], known[1]),
        (x[at], known[2]),
    ])  # fmt: skip
    proof.at(proof.close(), p)
    return proof
