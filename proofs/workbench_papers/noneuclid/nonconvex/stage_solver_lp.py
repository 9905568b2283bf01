"""A private solver for proximal stages in l_p, 1 < p <= 2, with all its constants.

A stage minimises F(y) + beta/2 |y - c|_p^2 over |y|_p <= D, F a mean over m records.  Noisy mirror
descent runs with the map h = |. - c|_p^2/2 of the stage's own centre: the proximal term is beta h,
and what is rho_w-weakly convex in the norm is so relative to h, with rho_w/(p-1).  Steps that keep
to a ball around c and to one around 0 have no closed form; so the latter is left, and what that
can gain is paid for:

strong convexity   Lam = beta (p-1) - rho_w, so beta (p-1) has to be above rho_w
reach              the minimiser is within L0/beta of the centre
ball               z = y scaled into the ball, g a subgradient at z, u the gradient of |y|_p where
                   y is outside:  <g + beta grad h(y) + s u, y - w>
                                  >= Phi(z) - Phi(w) + lam D_h(w, y),   lam = beta - rho_w/(p-1)
optimised          steps 2/(lam (k+1)), weights k: the divergences telescope as in l_2
"""

from typing import Any

from workbench.claims import Claim, Outcome, Outcomes, because, broken, dropped
from workbench.rigor.provers import stage_solvers_in_norms as solver
from workbench.rigor.provers import strongly_convex_stages as stage
from workbench.rigor.provers.theorems import proved

CLAIM = Claim(
    "noneuclid.nc-weak.lp-solver",
    title="A private solver for proximal stages in l_p, explicit",
    ours=("lemma", '"DP Stochastic Weakly Convex Optimization", the solver of a stage, 1 < p <= 2'),
    statement=r"""\mathbb{E} \Phi(\bar z) - \min_X \Phi \le \frac{2 M^2}{\Lambda (K + 1)}, \quad
        M^2 = G^2 + \kappa\, \mathbb{E} \lVert \xi \rVert_q^2; \qquad
        \Phi(y) - \min_X \Phi \ge \tfrac{\Lambda}{2} \lVert y - y^\ast \rVert_p^2, \quad
        \lVert y^\ast - c \rVert_p \le \tfrac{L_0}{\beta}, \quad
        y^\ast = \arg\min_X \Phi""",
    hypotheses=r"""\Phi(y) = F(y) + \beta h(y), \; h(y) = \tfrac12 \lVert y - c \rVert_p^2, \; X = \
            \{ \lVert y \rVert_p \le D \} \ni c, \; 1 < p \le 2, \; \tfrac1p + \tfrac1q = 1, \; \
            \kappa = q - 1
        F(v) \ge F(y) + \langle g, v - y \rangle - \tfrac{\rho_w}{2} \lVert v - y \rVert_p^2, \; \
            \lVert g \rVert_q \le L_0 \text{ for a } g = g(y), \; v, y \in X; \; \Lambda = \beta \
            (p - 1) - \rho_w > 0
        \lambda = \tfrac{\Lambda}{p - 1}, \; R = \min\{ \tfrac{L_0}{\beta}, 2 D \}, \; s = L_0 + \
            \tfrac{3 \beta + 5 \rho_w}{2} R, \; G = 2 L_0 + \tfrac{5 (\beta + \rho_w)}{2} R
        z_k = y_k \min\{ 1, D/\lVert y_k \rVert_p \}, \; u_k = [\lVert y_k \rVert_p > D] \nabla \
            \lVert \cdot \rVert_p (y_k); \; y_1 = c, \; y_{k+1} = \arg\min_{\lVert y - c \rVert_p \
            \le R} \tfrac{2}{\lambda (k+1)} \langle g(z_k) + \xi_k + \beta \nabla h(y_k) + s u_k, \
            y \rangle + D_h(y, y_k)
        \bar z = \tfrac{2}{K (K+1)} \sum_{k \le K} k z_k; \; \mathbb{E}[\xi_k \mid \text{past}] = \
            0, \; \mathbb{E}[\lVert \xi_k \rVert_q^2 \mid \text{past}] \le \mathbb{E} \lVert \xi \
            \rVert_q^2""",
    parts=("strong convexity", "reach", "ball", "optimised"),
    encoded={
        "strong convexity": (solver.grows().theorem,), "reach": (solver.reach().theorem,),
        "ball": (solver.ball(), solver.slopes()),
        "optimised": (solver.step().theorem, solver.REGRET, solver.averaged()),
    },
    uses=("ext.lp-strong-convexity", "noneuclid.kappa-regular.lq"),
    note="For d = 1 all norms agree, and p - 1 and kappa stand for 1. As encoded X has any norm"
    " with the strong convexity that is cited for l_p, y_best is the minimiser y*, Y has the"
    " slopes g[t], j[t] of F and h at y/t + (1 - 1/t) y*, or with c in place of y. In the ball mu"
    " is p - 1; near, a, b, r, out are |y - c|, |z - c|, |w - z|, |w - y|, |y - z|; F_z, F_w, h_w"
    " are values; g_zw, g_yz, u_yw are <g, z - w>, <g, y - z>, <u, y - w> for a push u, D is"
    " D_h(w, y), so that <grad h(y), y - w> = h(y) - h(w) + D. <u, y - w> is at least out as <u,"
    " y> = |y|_p and <u, w> is at most the radius of the ball; out <= |y - c| as c is in it, and"
    " y, w are within R of c. A step is one in the geometry of omega = h/mu, with s[k] = 2/(Lambda"
    " (k + 1)) (g + beta grad h + s u + xi), as Lambda = lambda mu. There V is D_h(w, y_k)/mu for"
    " the minimiser w, f is Phi(z_k) - Phi(w), p and e are the products of y_k - w with the slope"
    " and with xi_k, the number q is |slope + xi_k|_q^2, of mean G^2 + kappa E |xi|_q^2 = M^2 at"
    " most by `noneuclid.kappa-regular.lq`, and T + 1 is k. S is the sum of all k f_k, and gap"
    " that at the average, as Phi is convex.",
)  # fmt: skip


@CLAIM.proof(part="strong convexity", uses=("ext.lp-strong-convexity",))
@broken("twice_the_modulus", "Euclidean, F = 0, y* = c: it is attained.", share=2)
@dropped("given", solver.BENT, {
    0: "y_best may be any point.", 1: "Phi may fall at y alone, as low as at y*.",
    2: "Phi may fall at y alone, as low as at y*; g[t] fits one end.",
    3: "p = 3, F = 0, y* = c, Euclidean; some j[t] fits the other end.",
    4: "p = 3, F = 0, y* = c, Euclidean; some j[t] fits the other end.",
})  # fmt: skip
def a_stage_is_strongly_convex(**changes: Any) -> Outcome:  # noqa: ANN401
    """Phi(y*) <= Phi(w) <= r Phi(y) + (1-r) Phi(y*) - Lam r (1-r) |y - y*|^2/2, r = 1/t to 0."""
    return proved(solver.grows(**changes))


@CLAIM.proof(part="reach", uses=())
@broken("half_of_the_square", "F(y) = -L_0 y, c = 0: y* = L_0/beta.", factor=2)
@dropped("given", solver.NEAR, {0: "y_best may be any point.", 1: "F may be steep where g is not.",
                                2: "F may be steep."})  # fmt: skip
def no_minimiser_is_far_from_the_centre(**changes: Any) -> Outcome:  # noqa: ANN401
    """Phi(y*) <= Phi(w) on the way to c; and |y* - c| <= 2 D, as both are in the ball."""
    return proved(solver.reach(**changes))


@CLAIM.exact(part="ball", uses=("ext.lp-strong-convexity",))
@broken("a_penalty_for_convex_losses_is_too_small", "s = L_0 + 3 beta R/2.", curved=0)
@broken("no_slope_is_a_subgradient", "<g, z - w> may be anything.", without=0)
@broken("no_slope_is_bounded", "<g, y - z> may be anything.", without=1)
@broken("no_push_towards_the_ball", "<u, y - w> may be 0.", without=2)
@broken("no_strong_convexity", "The divergence may be 0.", without=3)
@broken("w_far_from_z", "b may be large.", without=4)
@broken("z_far_from_the_centre", "a may be large.", without=5)
@broken("y_far_from_the_centre", "R = 1, near = 10, a = 11.", without=6)
@broken("y_far_from_the_ball", "out may be large.", without=7)
@broken("w_far_from_y", "R = 1, r = 20, b = 21.", without=8)
def leaving_the_ball_is_paid(**changes: Any) -> Outcome:  # noqa: ANN401
    """Phi(z) - Phi(w) + lam D_h(w, y) <= <g + beta grad h(y) + s u, y - w>."""
    return solver.pays(**changes)


@CLAIM.proof(part="optimised")
@broken("a_step_costs_half_of_its_square", "Euclidean, without a set.", part=solver.HALF / 2)
@broken("half_the_constant", share=2)
@because("K = 2, no noise, V_2 = V_3 = 0: f_1 = M^2/(2 Lambda), f_2 = M^2/(3 Lambda).")
@dropped("sides", solver.SIDES, {0: "f may be as large as one likes.", 1: "Points may stay away."})
@dropped(
    "given", stage.NOISE, {0: "The noise may undo all steps.", 1: "q may be large: steps too long."}
)
@broken("half_of_the_average", "S and gap may be equal to their bounds.", factor=1)
@dropped("where", solver.TOTAL, {0: "S may be anything.", 1: "gap may be anything."})
def the_mean_is_close_to_optimal(
    *, part: Any = solver.HALF, factor: int = 2, where: Any = solver.TOTAL, **changes: Any  # noqa: ANN401
) -> Outcomes:  # fmt: skip
    """In the mean k f_k <= Lam/2 (k (k-1) V_k - k (k+1) V_(k+1)) + k M^2/(Lam (k+1))."""
    yield proved(solver.step(part=part))
    told = {"sides": solver.SIDES, **changes}
    yield stage.pays_for_itself(part=1, modulus=solver.Lambda, **told)
    yield solver.is_averaged(factor=factor, where=where)
