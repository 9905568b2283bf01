"""Smooth Lipschitz empirical risk, without convexity.

    F(w) = (1/N) sum_i f(w, x_i),   |grad f| <= G,   grad f is L-Lipschitz,   F(w_1) - inf F <= R.

The constants must hold at every point and for every admissible record, because sensitivity is a
supremum over neighbours and over all earlier outputs.  F inherits them: a mean of vectors of norm
at most G has norm at most G.  If G is not known, gradients are clipped at G, which is a projection
onto a ball and makes no two vectors more distant; the clipped field is no gradient, so privacy
survives and the utility theorems do not.
"""

from fractions import Fraction
from typing import Any

from workbench.claims import Claim, Outcome, because, broken
from workbench.rigor.provers.empirical_risk import clipped, mean
from workbench.rigor.provers.theorems import proved

HALF = Fraction(1, 2)

CLAIM = Claim(
    "momentum.setting",
    title="Smooth Lipschitz non-convex empirical risk",
    reconstructed=("definition", "Sections 1 and 2"),
    statement=r"""F(w) = \frac1N \sum_{i=1}^N f(w, x_i), \quad
        \lVert \nabla f(w, x) \rVert \le G, \quad
        \lVert \nabla f(w, x) - \nabla f(w', x) \rVert \le L \lVert w - w' \rVert, \quad
        F(w_1) - \inf F \le R; \quad \text{then } F \text{ has the constants } G, L, \text{ and }
        \mathrm{clip}_G \text{ is } 1\text{-Lipschitz}""",
    hypotheses=r"""\text{every record } x \text{ and all } w, w' \in \mathbb{R}^d
        \text{neighbouring datasets: one of } N \text{ records is replaced}""",
    parts=("constants", "clipping"),
    encoded={
        "constants": (mean().theorem, mean(changes=True).theorem),
        "clipping": (clipped().theorem, clipped(both=False).theorem),
    },
    note="As encoded u_i and v_i are the gradients of the N losses at w and w_2, whose means are"
    " those of F; a vector longer than G is (1 + a) e with |e| = G, and clip_G makes it e. Of two"
    " vectors both are longer, or one; if neither is, nothing moves. The gap R is a name.",
)


@CLAIM.proof(part="constants")
@broken("averaging_does_not_shrink", "Equal gradients stay.", change={"share": HALF})
@broken("without_bounds", "Some gradient may be longer.", change={"told": ()})
def the_mean_of_gradients_is_bounded(*, change: dict[str, Any] = {}) -> Outcome:
    """|grad F| <= (1/N) sum |grad f_i| <= G; in the same way for differences of gradients."""
    return proved(mean(**change), mean(changes=True, **change))


@CLAIM.proof(part="clipping")
@broken("short_vectors_stay_where_they_are", change={"factor": HALF})
@because("Half of a vector of norm 1 is another point.")
@broken("any_lengths", "A short vector may be moved away.", change={"told": ()})
def clipping_is_a_contraction(*, change: dict[str, Any] = {}) -> Outcome:
    """(a - b)^2 |e|^2 + (a + b + a b) |e - f|^2 is what the distance loses, or a^2 |e|^2 + ..."""
    return proved(clipped(**change), clipped(both=False, **change))
