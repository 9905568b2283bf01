"""Gradient estimates on the nodes of a binary tree: how their errors add up along a path.

A left child copies the point and the estimate of its parent.  So of a path only the root and the
right children count: X_0 and X_1, .., X_m are their points, M is the gradient of the population,
the root's estimate is M(X_0) + c_0, and the right child i adds M(X_i) - M(X_(i-1)) + c_i.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workbench.claims import Outcome, all_of
from workbench.rigor.provers.certify import certify
from workbench.rigor.provers.theorems import Proof
from workbench.symbolic import Relation, declare
from workbench.symbolic import theorem as th
from workbench.symbolic.text import parse
from workbench.symbolic.theorem import Theorem

C, M, a = th.convex("C"), th.mapping("M"), th.vector("a")
i, k, m = th.integer("i"), th.integer("k"), th.integer("m", at_least=0)
X, c = th.points("X", C), th.draws("c", i, mean=None)


def errors(*, back: int = 0) -> Proof:
    """<G_m - M(X_m), a> is <c_0 + .. + c_m, a> for each a.

    back: how far before its parent the point stands at which a right child starts
    """

    def said(last: th.Num) -> th.Said:
        new = M(X[i + 1 + back]) - M(X[i]) + c[i + 1]
        estimate = M(X[0 * last]) + c[0 * last] + th.total(i, 0, last - 1, new)
        return (estimate - M(X[last])) @ a, "=", th.total(i, 0, last, c[i]) @ a

    p = Proof(Theorem((M, C, X, a, m, c), concludes=said(m)))
    here = p.induction(k, 0, said(k), p.gram(said(th.num(0)), []))
    p.gram(said(k + 1), [(1, here)])
    p.gram(said(m), [(1, p.at(p.close(), m))])
    return p


N, R = th.numbers("N"), th.numbers("R")
WALK: tuple[Any, ...] = (
    (N[0], "=", 1), (k, 0, (N[k + 1], "=", N[k] + N[k])), (k, 0, (R[k], "=", N[k])),
)  # fmt: skip


def halves(*, given: Sequence[Any] = WALK, factor: int = 1) -> tuple[Proof, Proof]:
    """N_i = 2^i leaves at height i, and R_i = 2^i from a node to its right child of height i.

    A node has the leaves of both children, and its right child starts after those of the left one.
    """
    j = th.integer("j")
    proofs = []
    for of in (N, R):
        p = Proof(Theorem((m, N, R), given=given, concludes=(of[m], "=", factor * th.num(2) ** m)))

        first, doubled, right = p.places(WALK)

        def said(at: th.Num) -> th.Said:
            return N[at], "=", factor * th.num(2) ** at

        here = p.induction(j, 0, said(j), p.gram(said(th.num(0)), [(1, first)]))
        p.gram(said(j + 1), [(2, here), (1, p.at(doubled, j))])
        last = p.at(p.close(), m)
        p.gram(p.theorem.concludes, [(1, last), *([(1, p.at(right, m))] if of is R else [])])
        proofs.append(p)
    return proofs[0], proofs[1]


def records(later: int = 1) -> tuple[Relation, ...]:
    """Of a phase: b, and b/2^j at each of 2^(j-1) right children; then of all phases."""
    phase = parse("b+sum(j = 1..t, 2^(j-1)*(b/2^j)) = b*(1+t/2)", where="b > 0, integer t >= 1")
    said = f"sum(t = 1..T, b*(1+t/2)) = b*(T+T*(T+({later}))/4)"
    return phase, parse(said, where="b > 0, integer T >= 1")


def steps(first: int = 2) -> tuple[Relation, ...]:
    """The first and the last step k of a phase, and 2/(k + 2) for step i of it."""
    start, where = f"(2^t-{first})", "integer t >= 1"
    return (
        parse(f"sum(s = 1..t-1, 2^s) = {start}", where=where),
        parse(f"{start}+(2^t-1) = 2^(t+1)-3", where=where),
        parse("2/(2^t+i) <= 2^(1-t)", where=where + ", integer i >= 0"),
    )


WHOLE = parse("2^(1-t) = 2/2^t", where="integer t >= 1")
BEYOND = parse("2/(x+i) <= 2/x", where="x > 0, i >= 0")


def are_counted(first: int = 2) -> Outcome:
    """The three relations of `steps`."""
    start, end, size = steps(first)
    t, i = declare("integer t > 0, integer i >= 0")
    here = parse("2^t >= 0", where="integer t >= 1").left
    facts: Any = [(WHOLE, {"t": t}), (BEYOND, {"x": here, "i": i})]
    return all_of(certify(start), certify(end), certify(size, facts=facts))
