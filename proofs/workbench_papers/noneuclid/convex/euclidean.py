"""Private convex optimisation in the Euclidean norm: noisy projected descent, with constants.

    x_{t+1} = P(x_t - eta (grad F_S(x_t) + xi_t)),   xi_t ~ N(0, s^2 I),   s^2 = 2 T L_0^2/(n^2 rho)

Privacy.  A mean gradient moves by 2 L_0/n, so T releases cost T (2 L_0/n)^2/(2 s^2) = rho; rho-zCDP
is (rho + 2 (rho Lambda)^(1/2), delta)-DP, which is (epsilon, delta)-DP at the stated rho.
Optimisation.  The regret is D^2/(2 eta T) + (eta/2)(L_0^2 + d s^2).
Generalisation.  With the same noise two runs part by 2 L_0 eta/n per step, eta L_0 T/n on average.

With eta = S/T the sum is D^2/(2S) + S L_0^2 K, K = 1/(2T) + d/(n^2 rho) + 1/n, whose minimum is
L_0 D sqrt(2K); T >= n steps are enough.
"""

from collections.abc import Sequence
from typing import Any

from workbench.claims import Claim, Outcome, Outcomes, because, broken, dropped
from workbench.rigor import certify
from workbench.rigor.provers import noisy_mean_gradients as means
from workbench.rigor.provers import private_projected_descent as walk
from workbench.rigor.provers.theorems import proved

CLAIM = Claim(
    "noneuclid.dpsco-l2",
    title="Euclidean private convex optimisation: an upper bound with constants",
    reconstructed=("theorem", "slide: DP-SCO: l_1-setup, the quoted Euclidean rate"),
    statement=r"""\begin{gathered}
        \sigma^2 = \frac{2 T L_0^2}{n^2 \rho}, \; \eta = \frac ST \le \frac{2}{L_1}: \quad
        \rho\text{-zCDP}, \quad \mathbb{E} F(\bar x) - F^\ast \le \frac{D^2}{2S}
        + S L_0^2 K, \; K = \frac{1}{2T} + \frac{d}{n^2 \rho} + \frac1n; \\
        S = \frac{D}{L_0 \sqrt{2K}}: \; L_0 D \sqrt{\frac2n + \frac{2d}{n^2\rho} + \frac1T}; \quad
        \rho = (\sqrt{\Lambda + \epsilon} - \sqrt\Lambda)^2: \; (\epsilon, \delta)\text{-DP}, \;
        \text{and} \; L_0 D \Big( \sqrt{\frac3n} + \frac{4 \sqrt{d \Lambda}}{n \epsilon} \Big)
        \text{ for } T \ge n, \; \epsilon \le \Lambda \end{gathered}""",
    hypotheses=r"""x_{t+1} = \Pi_X(x_t - \eta (\nabla \hat F(x_t) + \xi_t)), \; \xi_t \sim \
            \mathcal{N}(0, \sigma^2 I_d) \text{ fresh}, \; \bar x = \tfrac1T \sum_{t < T} x_t, \; \
            \hat F \text{ the mean loss of } n \text{ i.i.d. records}
        \text{released are } \nabla \hat F(x_t) + \xi_t, \; t < T, \text{ and what is made of \
            them; one record is replaced; } x_0 \in X \text{ does not depend on the records}
        f(\cdot; z) \text{ on } \mathbb{R}^d \text{ convex, } L_0\text{-Lipschitz, } \
            L_1\text{-smooth in } \lVert \cdot \rVert_2; \; X \text{ closed, convex}; \; x^\ast \
            \text{ minimises } F = \mathbb{E} f(\cdot; z) \text{ on } X, \; F^\ast = F(x^\ast), \; \
            \lVert x_0 - x^\ast \rVert_2 \le D
        \Lambda = \ln(1/\delta) > 0, \; \epsilon > 0; \; T \ge L_1 S/2 \text{ throughout}""",
    parts=("privacy", "regret", "stability", "sum", "best", "budget"),
    encoded={
        "privacy": (means.releases(), means.approximate()), "regret": (walk.regret().theorem,),
        "stability": (walk.stability().theorem,), "sum": (walk.added(),), "best": walk.best(),
        "budget": (walk.budget(),),
    },
    uses=("ext.nonexpansive", "ext.uniform-stability"),
    note="The average x-bar is made of the releases and of x_0, so it is as private as they are. As"
    " encoded F is the mean loss of a sample, v = d sigma^2, a_T the average of x_0 to x_{T-1},"
    " and of a projection it is asked that it does not expand, by ext.nonexpansive. The points"
    " y_t are those for a sample with one record replaced, and G its mean loss, so that the"
    " gradients of F and G differ by 2 L_0/n at most; both runs have the same noise. F_mean, F_n"
    " and F_best are the means of the population's risk at the average, of the sample's there,"
    " and of the sample's at x*, which is F*: F_n - F_best is bounded by the regret, for each"
    " sample, and F_mean - F_n by ext.uniform-stability, as losses at points that are r apart"
    " differ by L_0 r at most.",
)  # fmt: skip


@CLAIM.proof(part="privacy", uses=())
@broken("half_of_the_variance", "A single release then costs 2 rho.", noise=1)
@broken(
    "a_replaced_record_counts_once", "Opposite gradients are 2 L_0 apart.", moves=means.L0 / means.n
)
@broken("with_another_rho", "Rho may be above epsilon.", converted=means.CONVERTED[:1])
def the_releases_add_up_to_the_budget(
    *, converted: Sequence[Any] = means.CONVERTED, **changes: Any  # noqa: ANN401
) -> Outcomes:  # fmt: skip
    """T releases that cost (2 L_0/n)^2/(2 s^2) of zCDP each, cost rho; rho + 2 (rho Lambda)^(1/2)
    is epsilon.
    """
    yield means.are_private(**changes)
    yield means.is_approximate(converted=converted)


@CLAIM.proof(part="regret", uses=("ext.nonexpansive",))
@broken("a_quarter_of_the_square_is_not_enough", half=4)
@because("T = 1, v near 0, F = L_0 x, x_0 - x* = D = L_0 eta: L_0 D is above 3 L_0 D/4.")
@broken("noise_with_a_drift", "w = -grad F: x_t stays, with the regret L_0 D.",
        w=walk.noise(None))  # fmt: skip
@dropped("given", walk.REGRET, {
    0: "T = 2: x_1 may be far away.", 1: "F may be as steep as one likes.",
    2: "T = 2, F curved: x_1 may be far away.", 3: "x_0 may be as far away as one likes.",
})  # fmt: skip
def noise_adds_its_second_moment(**changes: Any) -> Outcome:  # noqa: ANN401
    """|x+ - u|^2 <= |x - u|^2 - 2 eta <g, x - u> + eta^2 (|g|^2 + |w|^2) in the mean; convexity."""
    return proved(walk.regret(**changes))


@CLAIM.proof(part="stability", uses=("ext.nonexpansive",))
@broken("not_half_as_fast", "Linear losses, one record turned round: (T - 1)/T of it.", share=2)
@dropped("given", walk.STABLE, {
    0: "Steps may expand what the first one has parted.", 1: "The runs may start far apart.",
    2: "x_1 may be any point.", 3: "The gradients of G may be any.",
})  # fmt: skip
def two_runs_part_slowly(**changes: Any) -> Outcome:  # noqa: ANN401
    """|x_t - y_t| <= 2 L_0 eta t/n, as |A + B|^2 <= (1 + 1/t) |A|^2 + (1 + t) |B|^2."""
    return proved(walk.stability(**changes))


@CLAIM.exact(part="sum")
@broken("a_third_of_the_square", "The bounds may be equalities.", share=3)
@dropped("where", walk.SUM, {0: "The sample may say nothing of the population.",
                             1: "F_n may be large.", 2: "F_best may be large."})  # fmt: skip
def the_three_errors_add_up(**changes: Any) -> Outcome:  # noqa: ANN401
    """E F - F* <= E F_S(x) - F_S(x*) + L_0 E |x - y|, with eta = S/T and the noise of rho."""
    return walk.is_added(**changes)


@CLAIM.exact(part="best", uses=())
@broken("the_root_of_k_is_not_reached", root="1/n + d/(n^2*rho) + 1/(2*T)")
@because("Both terms are L_0 D sqrt(K/2).")
def the_best_total_step(**changes: Any) -> Outcome:  # noqa: ANN401
    """D^2/(2S) + S L_0^2 K >= L_0 D sqrt(2K), and equal at the stated S."""
    return certify(walk.best(**changes))


@CLAIM.exact(part="budget", uses=())
@broken("half_of_the_noise_term", "For small eps it is 2 sqrt(2 d Lambda)/(n eps).", factor=2)
@dropped(
    "where", walk.MODERATE, {0: "1/T may be large.", 1: "For eps far above Lambda rho is near eps."}
)
def one_eighth_of_the_square_is_left(**changes: Any) -> Outcome:  # noqa: ANN401
    """Rho >= eps^2/(8 Lambda), as sqrt(Lambda + eps) + sqrt(Lambda) <= sqrt(8 Lambda)."""
    return walk.is_within_budget(**changes)
