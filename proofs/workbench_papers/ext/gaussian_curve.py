"""The exact privacy curve of Gaussian noise.

The log-ratio of N(0, s^2) to N(D, s^2) is linear, so the most revealing event is a half-line; in
several dimensions only the projection on the difference of the means matters:

    delta(eps) = Phi(D/(2s) - eps s/D) - e^eps Phi(-D/(2s) - eps s/D).

Cited.  Checked: the half-line and its two standard distances.
"""

import sympy as sp

from workbench.claims import Claim, Outcomes, because, broken
from workbench.rigor import identity
from workbench.symbolic import declare

CLAIM = Claim(
    "ext.balle-wang",
    title="Exact privacy curve of the Gaussian mechanism",
    reconstructed=("cited", "Balle and Wang (2018), Improving the Gaussian mechanism, Theorem 8"),
    statement=r"""A(S) + \mathcal{N}(0, \sigma^2 I_d) \text{ is } (\epsilon, \delta)\text{-DP iff }
        \Phi\Big(\frac{\Delta_2}{2\sigma} - \frac{\epsilon\sigma}{\Delta_2}\Big)
        - e^\epsilon \Phi\Big(-\frac{\Delta_2}{2\sigma} - \frac{\epsilon\sigma}{\Delta_2}\Big)
        \le \delta""",
    hypotheses=r"""\ell_2 \text{ sensitivity } \Delta_2 > 0, \text{ attained by a pair}
        \epsilon \ge 0, \; \sigma > 0""",
    citation="Balle and Wang (2018), Improving the Gaussian mechanism for differential privacy:"
    " analytical calibration and optimal denoising, Theorem 8",
    note="The curve increases with the distance of the means: without attainment it is an upper"
    " bound.",
)

D, s, eps, x, y = declare("Delta sigma epsilon > 0, real x y")


@CLAIM.exact(corner="the most revealing event and the two distances in its curve")
@broken("the_midpoint_is_the_edge_for_no_epsilon", edge=D / 2)
@because("x = D/2 is the edge for eps = 0 only.")
def ratio_exceeds_on_a_half_line(*, edge: sp.Expr = D / 2 - eps * s**2 / D) -> Outcomes:
    """The log-ratio is linear in x: ln p/q - eps = (D/2 - eps s^2/D - x) D/s^2.
    The log-ratio reaches eps at `edge`; its distances from both means; the rest of the plane.
    """
    log_ratio = ((x - D) ** 2 - x**2) / (2 * s**2)
    plane = ((x - D) ** 2 + y**2 - x**2 - y**2) / (2 * s**2)
    yield identity(log_ratio - eps, (edge - x) * D / s**2)
    yield identity(plane, log_ratio)
    yield identity(edge / s, D / (2 * s) - eps * s / D)
    yield identity((edge - D) / s, -D / (2 * s) - eps * s / D)
