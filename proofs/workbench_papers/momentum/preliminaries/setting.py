"""Smooth Lipschitz empirical risk, without convexity.

    F(w) = (1/N) sum_i f(w, x_i),   |grad f| <= G,   grad f is L-Lipschitz,   F(w_1) - inf F <= R.

The constants must hold at every point and for every admissible record, because sensitivity is a
supremum over neighbours and over all earlier outputs.  F inherits them: a mean of vectors of norm
at most G has norm at most G.  If G is not known, gradients are clipped at G, which is a projection
onto a ball and makes no two vectors more distant; the clipped field is no gradient, so privacy
survives and the utility theorems do not.
"""

import sympy as sp

from workbench.claims import Claim, Outcome, because, broken
from workbench.rigor import follows, inequality
from workbench.symbolic import declare, relation

CLAIM = Claim(
    "momentum.setting",
    title="Smooth Lipschitz non-convex empirical risk",
    reconstructed=("definition", "Sections 1 and 2"),
    statement=r"""F(w) = \frac1N \sum_{i=1}^N f(w, x_i), \quad
        \lVert \nabla f(w, x) \rVert \le G, \quad
        \lVert \nabla f(w, x) - \nabla f(w', x) \rVert \le L \lVert w - w' \rVert, \quad
        F(w_1) - \inf F \le R; \quad \text{then } F \text{ has the constants } G, L, \text{ and }
        \mathrm{clip}_G \text{ is } 1\text{-Lipschitz}""",
    hypotheses=r"""\text{for every record } x \text{ and all } w, w' \in \mathbb{R}^d
        \text{neighbouring datasets: one of } N \text{ records is replaced}""",
    parts=("constants", "clipping"),
)

N, i = declare("integer N > 0, integer i")
slack = sp.IndexedBase("s", nonnegative=True)
G, mean = declare("G > 0, mean >= 0")


@CLAIM.exact(part="constants")
@broken("averaging_does_not_shrink", "Equal gradients do not cancel: G/2 fails.", bound=G / 2)
def the_mean_of_gradients_is_bounded(*, bound: sp.Expr = G) -> Outcome:
    """|grad F| <= (1/N) sum |grad f_i| <= G; in the same way for differences of gradients.
    The norm of the mean is at most the mean of norms G - s_i, hence at most `bound`.
    """
    norms = sp.Sum(G - slack[i], (i, 1, N)) / N
    premises = [(1, mean, norms)]
    return follows(mean, bound, premises, rest=sp.Sum(slack[i], (i, 1, N)) / N + bound - G)


@CLAIM.exact(part="clipping")
@broken("short_vectors_stay_where_they_are", factor=sp.S.Half)
@because("Distances are not halved: vectors on the sphere do not move.")
def clipping_is_a_contraction(*, factor: sp.Expr = sp.Integer(1)) -> Outcome:
    """Squared distances before and after, in terms of norms and the cosine of the angle.
    |clip u - clip v| <= |u - v| when both, one or none is longer than G.
    `a`, `b` are the parts of |u| = G + a, |v| = G + b beyond G; c = cos of the angle = 1 - k.
    """
    a, b, k = (sp.Symbol(s, nonnegative=True) for s in "abk")
    inner = declare("r >= 0")
    claims = []
    for long, short in (((G + a), (G + b)), ((G + a), None)):
        length = short if short is not None else inner
        kept = G if short is not None else inner
        c = 1 - k
        before = long**2 + length**2 - 2 * long * length * c
        after = G**2 + kept**2 - 2 * G * kept * c
        where = [(k, "<=", 2)] if short is not None else [(k, "<=", 2), (inner, "<=", G)]
        claims.append(relation(after, "<=", factor * before, where=where))
    both = inequality(
        claims[0],
        gap=(factor - 1) * ((a - b) ** 2 + 2 * k * (G + a) * (G + b))
        + (a - b) ** 2
        + 2 * k * (G * a + G * b + a * b),
    )
    if both.decision != "holds":
        return both
    return inequality(claims[1])
