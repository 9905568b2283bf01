"""Restarted recursive-gradient Frank-Wolfe for smooth non-convex losses: privacy and gap.

T steps x_(t+1) = (1-eta) x_t + eta y_t; every q steps the estimate v_t restarts from b_0 fresh
records, in between it adds the mean difference of gradients at x_t and x_(t-1) over b_1 fresh ones.
The output is an iterate drawn uniformly, independently of all else.

    norm version     each batch mean is released with generalised Gaussian noise, which the
                     following v_t inherit up to the next restart; a record is in one release
    vertex version   each step picks the best of M vertices after Laplace noise; a record reaches
                     the q steps until the next restart, and then no other

    eta gap(x_t) <= F(x_t) - F(x_(t+1)) + 2 eta D |e_t| + eta gamma_t + 2 eta^2 L_1 D^2

telescopes, with F(x_0) - F(x_T) <= 2 L_0 D.
"""

from typing import Any

from workbench.claims import Claim, Outcome, Outcomes, all_of, because, broken, dropped
from workbench.rigor import certify
from workbench.rigor.provers import private_batches as batches
from workbench.rigor.provers import private_frank_wolfe as choices
from workbench.rigor.provers import regular_norms as norms
from workbench.rigor.provers import stationary_frank_wolfe as walk
from workbench.rigor.provers import two_kinds_of_records as kinds
from workbench.rigor.provers.theorems import proved

CLAIM = Claim(
    "noneuclid.nc-spider",
    title="Restarted recursive-gradient Frank-Wolfe: privacy and Frank-Wolfe gap with constants",
    reconstructed=("algorithm",
                   "slide: DP Stochastic Nonconvex Optimization; the table has rates only"),
    statement=r"""\begin{gathered}
        \mathbb{E}\, \mathrm{gap}(x_{\hat t}) \le \frac{2 L_0 D}{\eta T} + 2 \eta L_1 D^2
        + 2 D e, \text{ and } \lambda (1 + \ln M) \text{ more for vertices}; \\
        \text{norm: } \sigma_0^2 = \frac{2 \kappa L_0^2}{b_0^2 \rho}, \; \sigma_1^2
        = \frac{8 \kappa \eta^2 L_1^2 D^2}{b_1^2 \rho} \text{ give } \rho\text{-zCDP}, \\
        \mathbb{E} \lVert e_t \rVert_\ast^2 \le e^2 = \kappa \Big[ \frac{4 L_0^2}{b_0}
        + \frac{16 q \eta^2 L_1^2 D^2}{b_1} \Big] + \kappa_+ d (\sigma_0^2
        + q \sigma_1^2); \\
        \text{vertices: } \lambda = 4 \max\Big\{ \frac{2 L_0 D}{b_0}, \frac{4 \eta L_1 D^2}{b_1}
        \Big\} \frac{\sqrt{2 q \Lambda}}{\epsilon} \text{ gives } (\epsilon, \delta)\text{-DP}, \\
        \mathbb{E} \lVert e_t \rVert_\infty \le e = \sqrt{2 \ln(2d) \Big[ \frac{L_0^2}{b_0}
        + \frac{4 q \eta^2 L_1^2 D^2}{b_1} \Big]}
        \end{gathered}""",
    hypotheses=r"""f(\cdot, z) \; L_0\text{-Lipschitz}, L_1\text{-smooth}, \; L_0, L_1 > 0; \; X \
            \text{ in a ball of radius } D \text{ in dimension } d
        0 < \eta \le 1, \; T \ge 1, \; q \ge 1 \text{ divides } T, \; \tfrac{T}{q} b_0 + T b_1 \le n
        \text{i.i.d. records, used once; } x_0 \text{ does not depend on them}; \; \hat t \text{ \
            uniform on } 0, \dots, T - 1, \text{ independent of all else}
        e_t \text{: estimate less gradient at } x_t, \text{ for vertices without the noise of the \
            choice}
        \text{norm: dual } \kappa\text{-regular; vertices: } \ell_1\text{-setup, } X \text{ has } \
            M \text{ vertices}, \; \Lambda = \ln(1/\delta), \; \epsilon \le 8 \Lambda""",
    parts=("norm gap", "vertex gap", "norm privacy", "norm error", "vertex privacy",
           "vertex error"),
    encoded={
        "norm gap": (walk.mean_gap("norm").theorem,),
        "vertex gap": (walk.mean_gap("vertices").theorem,),
        "norm privacy": (norms.centred().theorem, batches.released()),
        "norm error": (norms.mixed().theorem, *walk.squares()),
        "vertex privacy": (choices.reached(),),
        "vertex error": (kinds.largest(), walk.proxies()),
    },
    uses=("noneuclid.gg-renyi.repaired", "noneuclid.gg-error", "noneuclid.kappa-regular",
          "noneuclid.rnm.repaired", "noneuclid.private-fw", "noneuclid.nc-measures"),
    note="As encoded best_t is where the gap at x_t is attained, G_t the estimate with its noises,"
    " v_t the chosen point, and of F it is asked that its values are at most 2 L_0 D apart, as it"
    " is L_0-Lipschitz, and of a step the value of F at its end. The mean over t is that of the"
    " index, which is independent of the points. e is any bound on the errors, such as the parts on"
    " errors show, for vertices with the mean of the largest <G_t - grad F(x_t), y - z>, at most 2D"
    " times as large; S, P(l), u_t and xi_t are as in noneuclid.private-fw, m_t the weights of"
    " best_t. A mean of b_0 gradients moves by |g - mu|/c with c = b_0, a = L_0, and one of b_1"
    " differences with c = b_1, a = L_1 2 eta D, the length of a step; a release costs"
    " u_r kappa Delta_r^2/(2 sigma_r^2), u_r being 1 for the batch of the record and 0 for others:"
    " points are made of releases and of x_0. In the part on the norm's error xi_j and zeta_j are a"
    " record and a noise since the restart, P, S and G as in noneuclid.kappa-regular; a record has"
    " the same length, with its mean for its rival, w_j is its square, and there are p <= q - 1"
    " increments; d s_j is the mean square of a noise, by noneuclid.gg-error. Of the N = T choices"
    " round r has u_r = 1 from the batch of the record until the next restart, q at most, and else"
    " u_r = 0: given the choices before, its scores do not see the record. At the former they move"
    " by s, the maximum in the statement, D times what the means move by. In the last part y is a"
    " coordinate of what a record since the restart adds, at most c_0 = L_0/b_0 for n_0 = b_0 of"
    " them and c_1 = 2 eta L_1 D/b_1 for others, n_1 = q b_1 at most; W is e^2/(2 ln(2d)), and the"
    " copies are the coordinates.",
)  # fmt: skip

REST = {0: "A step may leave X, where F has no value.", 1: "F may be as steep as one likes."}
STEP = "x_{t+1} may be any point."
FAR = "x_0 may be far away, and its gap grows with the distance."
STILL = "Where the gradient is 0 a step to a far point may bring F up again, many times."


@CLAIM.proof(part="norm gap", uses=("noneuclid.nc-measures",))
@broken("half_the_curvature_is_too_little", bend=1)
@because("T = 1, x_0 = D, F falls by g^2/(2 L_1) = 2 L_0 D and is constant then: the gap is 2 D g,"
         " the bound 2^(1/2) D g for eta = g/(2^(1/2) L_1 D) and no errors;"
         " of F only values are asked.")  # fmt: skip
@dropped("given", walk.HYPOTHESES["norm"], REST | {
    2: "The gap may be attained far away, where the noise hides it.",
    3: "The worst point may be chosen.", 4: STEP, 5: "The noise may be as large as one likes.",
    6: FAR, 7: STILL, 8: "The noise may hide a slope, and best_t be far away.",
})  # fmt: skip
def a_step_pays_for_the_gap(**changes: Any) -> Outcome:  # noqa: ANN401
    """<g, x - y> = <g, x - v> + <G, v - y> + <G - g, y - v>, y where the gap is attained."""
    return proved(walk.mean_gap("norm", **changes))


@CLAIM.proof(part="vertex gap", uses=("noneuclid.nc-measures", "noneuclid.private-fw"))
@dropped("given", walk.HYPOTHESES["vertices"], REST | {
    2: "The gap may be attained below all vertices.",
    3: STEP, 4: FAR, 5: STILL, 6: "The worst vertex may be chosen.",
    7: "best_t may be lower than all vertices.", 8: "The noise may be as large as one likes.",
    9: "G_t may have the opposite sign.",
})  # fmt: skip
def a_vertex_pays_for_the_gap(**changes: Any) -> Outcome:  # noqa: ANN401
    """The same with <xi, m - u> in the choice, m the weights of y, which are known before xi."""
    return proved(walk.mean_gap("vertices", **changes))


@CLAIM.proof(part="norm privacy", uses=("noneuclid.gg-renyi.repaired",))
@broken("two_records_are_compared", "Opposite gradients are twice as far apart.", most=1)
@dropped("given", batches.GIVEN, {0: "sigma may be small.", 1: "A record may be in two releases."})
def a_record_is_in_one_release(*, most: int = 2, given: Any = batches.GIVEN) -> Outcomes:  # noqa: ANN401
    """Sensitivities are 2 L_0/b_0 and 4 eta L_1 D/b_1; one release costs rho, the others 0."""
    yield proved(norms.centred(most=most))
    yield batches.are_private(given)


@CLAIM.proof(part="norm error", uses=("noneuclid.kappa-regular", "noneuclid.gg-error"))
@broken("a_quarter_of_the_increments", "As if a step were eta D long.", factor=4)
@broken("with_a_drift", "Equal steps add up themselves.", centre=None)
@dropped("given", norms.MIXED, {
    0: "In the 1-norm the sum of N different vertices has the square N^2.",
    1: "The same of noises at vertices.", 2: "|.|_* may be larger than |.|_+.",
    3: "|xi|_+ may be larger than |xi|_*.", 4: "A record may add as much as one likes.",
    5: "W may be less than the sum.", 6: "Noises may be large.", 7: "V may be less than the sum.",
})  # fmt: skip
def errors_add_up_since_the_restart(*, factor: int = 16, **changes: Any) -> Outcomes:  # noqa: ANN401
    """All of them, and the noises, are martingale differences: squares add up."""
    yield proved(norms.mixed(**changes))
    yield all_of(map(certify, walk.squares(factor=factor)))


@CLAIM.proof(part="vertex privacy", uses=("noneuclid.rnm.repaired",))
@broken("a_quarter_of_the_noise", noise=1)
@because("At eps = 8 ln(1/delta) many choices, at scores in two large groups, lose about 2 eps.")
@dropped("where", choices.REACHED, {
    0: "Lambda = 1, eps = 8: delta may be far below the chance that many choices lose more than 8.",
    1: "At eps = 128 ln(1/delta) many choices, at scores in two large groups, lose about 2 eps.",
    2: "One u_r may be q: that choice loses eps (q/(8 Lambda))^(1/2).",
    3: "Many more choices may see the record.",
})  # fmt: skip
def a_record_reaches_q_steps(**changes: Any) -> Outcome:  # noqa: ANN401
    """2 s/lambda = eps/sqrt(8 q L); its q-fold composition is within eps for eps <= 8 L."""
    return choices.are_reached(**changes)


@CLAIM.proof(part="vertex error", uses=())
@broken("without_the_two_it_is_exceeded", most=1)
@because("Many independent coordinates, each a sum of many fair signs.")
@broken("a_quarter_of_the_increments", "As if a step were eta D long.", factor=1)
@broken("any_number_of_records", "Many more may have a sum as large as one likes.", many=())
@broken("records_of_any_size", "A rare record may move it as far as one likes.", sure=())
@broken("with_a_mean", "All records may have the mean c.", given=())
def variance_proxies_add_up(*, factor: int = 4, **changes: Any) -> Outcomes:  # noqa: ANN401
    """Half-lengths L_0/b_0 and 2 eta L_1 D/b_1, times the number of records; ln(2d) entries."""
    yield certify(walk.proxies(factor))
    yield kinds.mean_of_the_largest(**changes)
