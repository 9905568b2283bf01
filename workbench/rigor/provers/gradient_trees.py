"""Gradient estimates on the nodes of a binary tree: how their errors add up along a path.

A left child copies the point and the estimate of its parent.  So of a path only the root and the
right children count: X_0 and X_1, .., X_m are their points, M is the gradient of the population,
the root's estimate is M(X_0) + c_0, and the right child i adds M(X_i) - M(X_(i-1)) + c_i.
"""

from __future__ import annotations

from workbench.rigor.provers.theorems import Proof
from workbench.symbolic import theorem as th
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
