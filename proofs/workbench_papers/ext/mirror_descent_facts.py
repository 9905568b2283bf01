"""Three facts of convex analysis behind mirror descent on the simplex.

    prox inequality   <z, v+ - u> <= D(u, v) - D(u, v+) - D(v+, v)     v+ = argmin <z, .> + D(., v)
    Pinsker           KL(p, q) >= |p - q|_1^2 / 2
    Danskin           the gradient of max_y {F(x, y) - b w(y)} is grad_x F at the maximiser

Pinsker is proved in every dimension; the prox inequality is an identity and the first-order
condition of the minimiser; Danskin compares each maximum with the other maximiser.
"""

from typing import Any

import sympy as sp

from workbench.claims import Claim, Outcome, all_of, argued, because, broken, dropped
from workbench.rigor import certify
from workbench.rigor.provers import prox_inequality as step
from workbench.rigor.provers.entropy import MASS_P, MASS_Q, by_one_variable, pinsker
from workbench.symbolic import declare, relation

PROX = Claim(
    "ext.bregman-projection",
    title="Prox inequality of mirror descent",
    reconstructed=("lemma",
                   "Chen and Teboulle (1993), Convergence analysis of a proximal-like minimization"
                   " algorithm using Bregman functions, Lemma 3.2"),
    statement=r"""\langle \zeta, v^+ - u \rangle \le D(u, v) - D(u, v^+) - D(v^+, v)
        \;\text{ for } u \in C, \quad
        v^+ = \arg\min_{w \in C} \{ \langle \zeta, w \rangle + D(w, v) \}""",
    hypotheses=r"""D \text{ is the Bregman divergence of a convex } \omega: C \to \mathbb{R}, \
            \text{ differentiable at } v \text{ and at } v^+
        C \subset \mathbb{R}^d \text{ is compact and convex}, \; v \in C, \text{ and } v^+ \in C \
            \text{ is a minimiser}""",
    encoded=(step.prox_step(),),
    note="As encoded p is v^+, and D_uv is D(u, v), so that D_wv and omega_w are at the point w = p"
    " + s (u - p), which is in C if s <= 1, and no better than p; g_p and g_v are gradients; Z_P,"
    " Z_W and P_U stand for the sums of p zeta, of (p + s (u - p)) zeta and of g_p (u - p). e > 0"
    " is as small as one likes: as omega is differentiable at p, each e has an s for which the last"
    " condition holds. That omega is convex and C compact is for the minimiser, and not needed.",
)  # fmt: skip

PINSKER = Claim(
    "ext.pinsker",
    title="Pinsker's inequality",
    reconstructed=(
        "theorem",
        "Boucheron, Lugosi and Massart (2013), Concentration inequalities, Theorem 4.19",
    ),
    statement=r"\mathrm{KL}(p, q) \ge \tfrac12 \lVert p - q \rVert_1^2",
    hypotheses=r"p, q \in \Delta_d",
    encoded=(pinsker(),),
    note="As encoded K is p ln(p/q), which is 0 where p is; where q vanishes and p does not, KL is"
    " infinite and there is nothing to show. Hence the negative entropy is 1-strongly convex on the"
    " simplex in the 1-norm.",
)

DANSKIN = Claim(
    "ext.danskin",
    title="Gradient of a maximum with a unique maximiser",
    reconstructed=("theorem",
                   "Bertsekas (1999), Nonlinear programming, 2nd edition, Proposition B.25"),
    statement=r"""\nabla \Big( \max_{y \in Y} G(\cdot, y) \Big)(x) = \nabla_x G(x, y^\ast(x))""",
    hypotheses=r"""Y \text{ is compact}, \; G \text{ and } \nabla_x G \text{ are continuous}, \; \
            x \text{ in an open set}
        y^\ast(x) \text{ is the only maximiser}""",
)  # fmt: skip

BETTER = "omega = x^2/2, zeta = v = 0, p = 1, u = -2, s = 1: p is better than u, and 0 <= e - 3."


@PROX.proof
@broken("twice_the_last_divergence", last=2)
@because("Where nothing confines p the lemma is an equation; D(v+, v) may be above e.")
@dropped("where", step.SEGMENT, {0: "Other points of the set obey nothing.", 1: BETTER})
def three_points_and_the_first_order_condition(**changes: Any) -> Outcome:  # noqa: ANN401
    """<zeta + grad omega(p) - grad omega(v), u - p> >= 0, or a short step to u would be better;
    D(u, v) - D(u, p) - D(p, v) = <grad omega(p) - grad omega(v), u - p>.
    """
    return step.by_the_segment(**changes)


@PINSKER.proof
@broken("a_larger_constant", "KL >= 3 |p - q|_1^2/5 fails near p = q.", factor=sp.Rational(3, 5))
@dropped("where", (MASS_P, MASS_Q), "At q = 2 p the divergence is below 0.")
@broken("a_loss_that_is_none", "L has to be ln(p/q).", link=())
def one_variable_and_a_square_are_enough(**changes: Any) -> Outcome:  # noqa: ANN401
    """3 (x - 1)^2 <= (2x + 4)(x ln x - x + 1) for x = p/q, added up with a free factor."""
    return by_one_variable(**changes)


here, there, first, second, other, last = declare("real V V_h G_0 G_h H_0 H_h")


@DANSKIN.exact
@broken("the_other_maximiser_is_enough", upper=second - first)
@because("A maximiser at x + h bounds from above, y*(x) does not.")
def each_maximum_is_compared_with_the_other_maximiser(*, upper: sp.Expr = last - other) -> Outcome:
    """From x to x + h G grows by at most as much as its maximum V for y*(x), and by at least as
    much for a maximiser at x + h.
    """
    where = [(here, "=", first), (here, ">=", other), (there, "=", last), (there, ">=", second)]
    return argued(
        all_of(
            [certify(relation(second - first, "<=", there - here, where=where)),
             certify(relation(there - here, "<=", upper, where=where))]
        ),
        "V is the maximum, G_0 and G_h the values of G(., y*(x)) at x and x + h, H_0 and H_h those"
        " of G(., y_h) for a maximiser y_h at x + h.",
        "Y is compact and G continuous, so y_h tends to y*(x), the only maximiser at x.",
        "Both bounds are <grad_x G(x + c h, y), h> for some c in [0, 1] and y = y*(x) or y_h: as"
        " grad_x G is continuous, they are <grad_x G(x, y*(x)), h> up to o(|h|).",
    )  # fmt: skip
