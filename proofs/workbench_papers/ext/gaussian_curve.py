"""The exact privacy curve of Gaussian noise.

The log-ratio of N(0, s^2) to N(D, s^2) is linear, so the most revealing event is a half-line; in
several dimensions only the projection on the difference of the means matters:

    delta(eps) = Phi(D/(2s) - eps s/D) - e^eps Phi(-D/(2s) - eps s/D).

The curve grows with D: at the edge one density is e^eps times the other.
"""

import sympy as sp

from workbench.claims import Claim, Outcome, all_of, argued, because, broken
from workbench.rigor import identity
from workbench.symbolic import declare

CLAIM = Claim(
    "ext.balle-wang",
    title="Exact privacy curve of the Gaussian mechanism",
    reconstructed=("theorem",
                   "Balle and Wang (2018), Improving the Gaussian mechanism for differential"
                   " privacy: analytical calibration and optimal denoising, Theorem 8"),
    statement=r"""A(S) + \mathcal{N}(0, \sigma^2 I_d) \text{ is } (\epsilon, \delta)\text{-DP iff }
        \Phi\Big(\frac{\Delta_2}{2\sigma} - \frac{\epsilon\sigma}{\Delta_2}\Big)
        - e^\epsilon \Phi\Big(-\frac{\Delta_2}{2\sigma} - \frac{\epsilon\sigma}{\Delta_2}\Big)
        \le \delta""",
    hypotheses=r"""\ell_2 \text{ sensitivity } \Delta_2 > 0, \text{ attained by a pair}
        \epsilon \ge 0, \; \sigma > 0""",
    note="The curve is continuous and increases with the distance of the means: the same holds of a"
    " supremum that is not attained, and a mere upper bound on it is enough for privacy.",
)  # fmt: skip

D, s, eps, x, y = declare("Delta sigma > 0, epsilon >= 0, real x y")


@CLAIM.exact
@broken("the_midpoint_is_the_edge_for_no_epsilon", edge=D / 2)
@because("x = D/2 is the edge for eps = 0 only.")
def ratio_exceeds_on_a_half_line(*, edge: sp.Expr = D / 2 - eps * s**2 / D) -> Outcome:
    """The log-ratio is linear in x: ln p/q - eps = (D/2 - eps s^2/D - x) D/s^2.
    The log-ratio reaches eps at `edge`; its distances from both means; the rest of the plane.
    """
    log_ratio = ((x - D) ** 2 - x**2) / (2 * s**2)
    plane = ((x - D) ** 2 + y**2 - x**2 - y**2) / (2 * s**2)
    found = [
        identity(log_ratio - eps, (edge - x) * D / s**2), identity(plane, log_ratio),
        identity(edge / s, D / (2 * s) - eps * s / D),
        identity((edge - D) / s, -D / (2 * s) - eps * s / D),
    ]  # fmt: skip
    return argued(
        all_of(found),
        "The other order has the same curve, as x -> D - x exchanges both laws. Only the"
        " coordinate along the difference of the means has another law. The excess P(E) - e^eps"
        " Q(E) is largest for the event on which the log-ratio is above eps: a half-line, whose"
        " probabilities are the two values of Phi.",
    )


@CLAIM.exact
@broken("half_of_the_distance", "Densities at D/4 are in another ratio.", share=sp.Rational(1, 4))
def the_curve_grows_with_the_distance(*, share: sp.Expr = sp.S.Half) -> Outcome:
    """Its derivative in t = D/s is the density at t/2 - eps/t, which is e^eps times the other."""
    t = D / s
    near, far = share * t - eps / t, -share * t - eps / t
    return argued(
        identity(near**2 / 2 + eps, far**2 / 2),
        "e^eps phi(far) = phi(near), so the derivative of Phi(near) - e^eps Phi(far) in t is"
        " phi(near) times the difference of the slopes, (1/2 + eps/t^2) - (-1/2 + eps/t^2) = 1:"
        " pairs that are nearer than Delta_2 have a lower curve, and the pair that attains it"
        " has this one.",
    )
