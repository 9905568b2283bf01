"""The projection mechanism: noise the mean of sparse vectors, project onto the l1 ball.

    zbar = mean(z_i)
    delta = 0:  xi ~ Lap(sigma)^d,       sigma = 2 L sqrt(s)/(n eps)
    delta > 0:  xi ~ N(0, sigma^2 I_d),  sigma^2 = 8 L^2 ln(1.25/delta)/(n eps)^2
    zhat = projection of zbar + xi onto B_1(0, L sqrt(s))

Noise of the Laplace mechanism for the l1 sensitivity 2 L sqrt(s)/n, of the Gaussian mechanism for
the l2 sensitivity 2 L/n; the projection is post-processing, so zbar + xi may be released as well.
The log-ratio of two Laplace laws reaches its bound (all noise on one side), so eps is the exact
cost of zbar + xi.
"""

from typing import Any

from workbench.claims import Claim, Outcome, because, broken, dropped
from workbench.rigor.provers import projection_noise as noise
from workbench.rigor.provers.privacy import shown_private

CLAIM = Claim(
    "sparse.proj-mech",
    title="Privacy of the projection mechanism",
    printed=("mechanism", "Algorithm: Projection Mechanism"),
    statement=r"""\hat z = \Pi_{B_1(0, L\sqrt{s})}(\bar z + \xi): \quad
        \xi \sim \operatorname{Lap}\Big(\frac{2 L \sqrt{s}}{n \epsilon}\Big)^{\otimes d}
        \text{ is } \epsilon\text{-DP}, \quad
        \xi \sim \mathcal{N}\Big(0, \frac{8 L^2 \ln(1.25/\delta)}{(n \epsilon)^2} I_d\Big)
        \text{ is } (\epsilon, \delta)\text{-DP}""",
    hypotheses=r"""z_i \; s\text{-sparse}, \; \lVert z_i \rVert_2 \le L, \; \bar z \text{ their \
            mean}; \text{ one of } n \text{ records is replaced}
        \epsilon > 0; \text{ for } 0 < \delta < 1: \delta_\sigma(\epsilon) \le \delta, \text{ that \
            is } \epsilon \le \epsilon^\ast(\delta), \text{ which } \epsilon \le \tfrac{15}{4} \
            \text{ ensures}
        \delta_\sigma, \epsilon^\ast \text{ as in } \texttt{sparse.gauss-calibration}""",
    parts=("pure", "approximate"),
    encoded={"pure": (noise.pure(),), "approximate": (noise.normal(),)},
    uses=("sparse.mean-sens", "sparse.setting", "sparse.gauss-calibration", "ext.balle-wang"),
    note="The range of epsilon is not on the poster (`sparse.gauss-calibration.unconditional`)."
    " What is shown is the privacy of zbar + xi, of which hat z is a function. As encoded y is"
    " this release, of records whose 1-norm is at most s^(1/2) L, as that of such a record is by"
    " `sparse.setting`; a record stands as the gradient of the loss that it is linear in, and"
    " known is what others know before it. For normal noise D is how far two means are apart, at"
    " most 2 L/n by `sparse.mean-sens`, Lambda is ln(1.25/delta), u is the noise along their"
    " difference over sigma, of law N(0, 1), so that the ratio of the laws is e^(mu u - mu^2/2)"
    " for mu = D/sigma, of mean m_p = 1; h is the indicator of u >= mu/2 + epsilon/mu, whose two"
    " chances are values of Phi, and s here that of any event. That epsilon is at most the"
    " threshold epsilon*(delta) says, by `sparse.gauss-calibration`, one threshold, that"
    " delta_sigma(epsilon), the exact curve at Delta/sigma = epsilon/(2 Lambda)^(1/2), is at most"
    " delta. Equal means have equal laws.",
)  # fmt: skip

EXACT = Claim(
    "sparse.proj-mech.exact",
    title="An outcome that is below both means loses all of epsilon, with Laplace noise",
    ours=("lemma", "not on the poster; the cost of the projection mechanism before it projects"),
    statement=r"""\ln\Big( \frac{p(y)}{p'(y)} \Big) \ge \epsilon \text{ at every } y \text{ with }
        y_j \le \bar z_j \text{ for all } j \in T""",
    hypotheses=r"""p, p' \text{ densities of } \bar z + \xi \text{ and } \bar z' + \xi, \; \
            \xi \sim \operatorname{Lap}(2 L \sqrt{s}/(n \epsilon))^{\otimes d}, \; \epsilon > 0
        \bar z'_j = \bar z_j + \frac{2L}{n \sqrt s} \text{ for } j \in T, \; |T| = s, \text{ and \
            else } \bar z'_j = \bar z_j""",
    encoded=(noise.one_sided(),),
    uses=("sparse.mean-sens",),
    note="So far apart are the means for -L 1_T/sqrt(s) and L 1_T/sqrt(s) as the record that is"
    " replaced: `sparse.mean-sens`. As these y have a positive chance, zbar + xi is pure"
    " epsilon-DP for no smaller epsilon. As encoded y, z and z_new are j-th coordinates of y, zbar"
    " and zbar', e is 1 for j in T, and the log-ratio is loss over the scale of the noise.",
)


@CLAIM.proof(part="pure", uses=("sparse.setting",))
@broken("without_the_factor_two", "One record moves the mean by 2 L sqrt(s)/n.", factor=1)
@broken("records_of_twice_the_size", "They move the mean twice as far.", size=2)
def laplace_noise_for_the_sum_sensitivity(**changes: Any) -> Outcome:  # noqa: ANN401
    """Delta_1/sigma = eps, for every eps > 0; the projection is post-processing."""
    return shown_private(noise.pure(**changes))


@CLAIM.proof(
    part="approximate", uses=("sparse.mean-sens", "sparse.gauss-calibration", "ext.balle-wang")
)
@dropped("known", noise.MOVED, {
    0: "Means may be far apart.", 1: "sigma may be near 0.",
    2: "At epsilon = 10, delta = 10^(-5) it leaks more than twice delta.",
})  # fmt: skip
def gaussian_noise_for_the_euclidean_sensitivity(**changes: Any) -> Outcome:  # noqa: ANN401
    """D/sigma <= eps/(2 ln(1.25/delta))^(1/2), and the curve grows with the shift."""
    return noise.normal_shown(**changes)


@EXACT.proof
@broken("a_shift_of_half_the_size_loses_less", step=noise.STEP / 2)
@because("The change of one record by L/(n sqrt s) in s coordinates loses eps/2.")
@dropped("count", noise.COUNT, "Where no coordinate moves nothing is lost.")
@dropped("below", noise.BELOW, "Above both means the log-ratio is -eps.")
def noise_on_one_side_loses_all_of_epsilon(**changes: Any) -> Outcome:  # noqa: ANN401
    """Each of s coordinates has the part (2 L/(n sqrt s))/sigma = eps/s."""
    return noise.by_one_side(**changes)
