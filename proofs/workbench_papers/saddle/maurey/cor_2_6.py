"""Gradient bias under first-order smoothness: order N^(-1/2), and where it needs room (Cor. 2.6).

Without L_2 the bias of a derivative is compared with differences of F itself.  Smoothness at xb and
at Xh, for any step h,

    <grad F(xb) - grad F(Xh), h> <= [F(Xh) - F(xb)] + [F(xb + h) - F(Xh + h)] + L |h|^2.

Both brackets have a small mean by Corollary 2.3 (c each), so r |bias_j| <= 2c + L r^2 for
h = r e_j, and the best r gives 2 sqrt(2 c L): 4L/sqrt(N) with c = 2L/N, and 2 sqrt(2) L/sqrt(N)
with c = L/N.

The step h leaves the simplex: Xh may be a vertex.  Smoothness on the simplex alone is not enough
for this proof; F has to be smooth on a neighbourhood of radius r.  Staying inside, by shrinking
towards points p and q of the simplex, u -> (1 - r) u + r p, costs a larger constant: F at the two
differs by r <grad F(u), p - q> up to 4 L r^2, so half of the range of the bias is at most
4 L/sqrt(N), and only ranges matter, since a gradient always meets a difference of such points.
"""

from typing import Any

import sympy as sp

from workbench.claims import Claim, Example, Outcome, Outcomes, because, broken
from workbench.rigor import follows, identity, witness
from workbench.rigor.provers import averaged_walks as path
from workbench.rigor.provers.fine_walks import D
from workbench.rigor.provers.shrunk_walks import bias
from workbench.rigor.provers.theorems import proved
from workbench.symbolic import declare, relation
from workbench.symbolic import theorem as th

_SAMPLES = r"x_t \text{ deterministic}, \; X_t \sim P_{x_t} \text{ independent}, \; \lambda_t = 1/N"

CLAIM = Claim(
    "saddle.cor2.6",
    title="Gradient bias at sampled vertices, first-order-smooth on a neighbourhood",
    reconstructed=("corollary", "Corollary 2.6, proof 2.7"),
    statement=r"""\begin{gathered}
        \lVert \mathbb{E} \nabla F(\widehat X) - \nabla F(\bar x) \rVert_\infty
        \le \frac{4 L_1}{\sqrt N}; \\
        \text{sharp: } \le \frac{2 \sqrt2\, L_1}{\sqrt N};
        \text{ on a product of simplices } \frac{4 \sqrt2\, L_1}{\sqrt N},
        \; \frac{4 L_1}{\sqrt N}
        \end{gathered}""",
    hypotheses=(
        r"F \; L_1\text{-smooth within 1-norm distance } r \text{ of the simplex},"
        r" \; r = 2/\sqrt N \text{ or } \sqrt{2/N};"
        r" \text{ on a product } 2 \sqrt{2/N} \text{ or } 2/\sqrt N",
        _SAMPLES,
    ),
    parts=("one step", "constants"),
    uses=("ext.descent-lemma", "saddle.cor2.3.sharp", "saddle.cor2.3.product"),
    repairs=("saddle.cor2.6.inside",),
    note="The neighbourhood is our reading; the text speaks of smoothness on the simplex only.",
)

INSIDE = Claim(
    "saddle.cor2.6.inside",
    title="The points at which the proof evaluates F lie in the simplex",
    ours=("erratum", "Tempting reading of proof 2.7: F at the sampled average plus r e_j"),
    statement=r"\widehat X - r e_j \in \Delta_d \text{ and } \widehat X + r e_j \in \Delta_d",
    hypotheses=r"\widehat X \text{ an average of vertices}, \; r > 0",
    note="Harmless if F is smooth on the whole space, as Section 2 may mean; the algorithms use the"
    " corollary for functions on the simplex.",
)

SIMPLEX = Claim(
    "saddle.cor2.6.simplex",
    title="Half the range of the gradient bias, first-order-smooth on the simplex alone",
    ours=("corollary", "Corollary 2.6, another proof"),
    statement=r"""\tfrac12 \big( \max_j - \min_j \big)
        \big[ \mathbb{E} \nabla F(\widehat X) - \nabla F(\bar x) \big]_j
        \le \frac{4 L_1}{\sqrt N}""",
    hypotheses=(
        r"F \; L_1\text{-smooth in } \lVert \cdot \rVert_1 \text{ on the simplex}",
        _SAMPLES,
    ),
    encoded=(bias().theorem,),
    uses=("ext.conditional-expectation", "saddle.def-problem"),
    repairs=("saddle.cor2.6.inside",),
    note="As encoded twice the half range is bounded: inner products with p - q for any points p, q"
    " of the simplex; X_t may be any points of it of mean x_t given those before.",
)

L, N, r, c = declare("L_1 N r c > 0")


@CLAIM.exact(part="one step")
@broken("twice_the_curvature_is_rejected", curvature=sp.S.One)
@because("If smoothness allowed L |h|^2, the bound would be too small.")
def bias_is_a_difference_of_function_values(*, curvature: sp.Rational = sp.S.Half) -> Outcome:
    """A coordinate of the bias obeys
    r |bias_j| <= 2c + L r^2, by smoothness at xb and at Xh and Corollary 2.3, in the mean; -h
    gives the other sign.
    """
    bias, at_mean, at_sample, moved_mean, moved_sample, slope_mean = declare(
        "real bias F_mean F_sample F_mean_h F_sample_h slope"
    )
    slope_sample = slope_mean - bias  # <E grad F(Xh), h>/r
    error = curvature * L * r**2
    premises = [
        (1, at_mean + r * slope_mean, moved_mean + error),  # -(F(xb+h) - F(xb) - ..) <= L/2
        (1, moved_sample, at_sample + r * slope_sample + error),
        (1, at_sample - at_mean, c), (1, moved_mean - moved_sample, c),
    ]  # fmt: skip
    at = {"r": 1, "L_1": 1, "c": 1, "F_mean": 0, "F_sample": 1, "F_mean_h": 1, "F_sample_h": 0}
    return follows(r * bias, 2 * c + L * r**2, premises, at={**at, "bias": 4, "slope": 2})


def best_radius(cost: sp.Expr, radius: sp.Expr, value: sp.Expr, *, slope: int = 1) -> Outcome:
    """2 cost/r + slope L r at `radius` is `value`."""
    return identity(2 * cost / r + slope * L * r, value, where=[(r, "=", radius)])


@CLAIM.exact(part="constants")
@broken("another_radius_gives_more", "5L/sqrt(N) at r = 1/sqrt(N).", first=sp.S.One)
def radii_give_the_constants(*, first: sp.Rational = sp.Integer(2)) -> Outcomes:
    """2c/r + L r for c = 2L/N, L/N, 4L/N and 2L/N at r = sqrt(2c/L)."""
    root = sp.sqrt(N)
    yield best_radius(2 * L / N, first / root, 4 * L / root)
    yield best_radius(L / N, sp.sqrt(2) / root, 2 * sp.sqrt(2) * L / root)
    yield best_radius(4 * L / N, 2 * sp.sqrt(2) / root, 4 * sp.sqrt(2) * L / root)
    yield best_radius(2 * L / N, 2 / root, 4 * L / root)


@INSIDE.refutation(of="case")
@broken("without_moving_it_stays", "The entry stays 0.", moved=sp.S.Zero)
def a_vertex_moved_down_has_a_negative_entry(*, moved: sp.Expr = sp.S.One) -> Example:
    """The entry 0 of a vertex becomes -r, for r = 2/sqrt(N) and N = 4."""
    note = "an entry 0 of a vertex becomes -r"
    return witness(relation(0, "<=", -moved * r), r=1, note=note)


@SIMPLEX.proof
@broken("an_eighth_of_it", "Uniform mean, d = 2, N = 1, F = L_1 u |u|/2: 2 L_1 <= L_1.", factor=1)
@broken("points_of_another_mean", drawn=th.draws("X", path.t, mean=None, of=D))
@because("A drift does not vanish with N.")
@broken("without_smoothness", "The bias grows with F, and L_1 is any number.", smooth=None)
def shrinking_towards_points_stays_inside(**change: Any) -> Outcome:  # noqa: ANN401
    """At r = 1/(2 sqrt(N)): r <E grad F(Xh) - grad F(xb), p - q> <= 2 L/N + 8 L r^2."""
    return proved(bias(**change))
