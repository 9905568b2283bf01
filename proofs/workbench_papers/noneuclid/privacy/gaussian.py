"""The Gaussian mechanism: its exact privacy curve, a noise that is always enough, and its error.

The log-ratio of N(0, s^2) to N(D, s^2) at x is (D^2 - 2 D x)/(2 s^2): linear, so the most revealing
event is a half-line, and with z = D/s

    delta(eps) = Phi(z/2 - eps/z) - e^eps Phi(-z/2 - eps/z).

In R^d only the projection on the difference of the means matters.  The noise that the concentrated
route gives, s^2 = D^2/(2 rho) with rho = (sqrt(L + eps) - sqrt(L))^2 and L = ln(1/delta), is valid
for every eps and delta.  The mean norm of the noise is s c_d with c_1 = sqrt(2/pi), and
c_(d+2) = c_d (d + 1)/d: between sqrt(2 d/pi) and sqrt(d).
"""

import sympy as sp

from workbench.claims import Claim, Outcomes, because, broken
from workbench.rigor import identity, inequality, visible
from workbench.symbolic import declare, relation

CLAIM = Claim(
    "noneuclid.gauss-mech",
    title="The Gaussian mechanism: exact curve, valid noise, error",
    reconstructed=("mechanism", "slide: Gaussian Mechanism, with its note"),
    statement=r"""A(S) + \mathcal{N}(0, \sigma^2 I_d) \text{ is } (\epsilon, \delta)\text{-DP iff }
        \delta \ge \Phi\Big(\frac{\Delta_2}{2\sigma} - \frac{\epsilon\sigma}{\Delta_2}\Big)
        - e^\epsilon \Phi\Big(-\frac{\Delta_2}{2\sigma} - \frac{\epsilon\sigma}{\Delta_2}\Big); \;
        \sigma^2 = \frac{\Delta_2^2}{2\rho}, \; \sqrt\rho = \sqrt{\Lambda + \epsilon} - \sqrt\Lambda
        \text{ suffices}; \quad
        \sqrt{\tfrac{2d}{\pi}}\, \sigma \le \mathbb{E} \lVert \mathcal{N}(0, \sigma^2 I_d) \rVert_2
        \le \sqrt{d}\, \sigma""",
    hypotheses=r"""\ell_2 \text{ sensitivity } \Delta_2, \text{ attained by a pair}
        \Lambda = \ln(1/\delta)
        \epsilon, \sigma > 0, \; 0 < \delta < 1""",
    parts=("curve", "noise", "error"),
    uses=("noneuclid.dp-def",),
    note="The slide writes N(A(S), sigma^2) and hides the constants: the covariance is sigma^2 I.",
)

D, s, eps, L, x, y = declare("Delta sigma epsilon Lambda > 0, real x y")


@CLAIM.exact(part="curve", uses=("noneuclid.dp-def", "ext.normal-sums"))
@broken("the_midpoint_is_its_edge_for_no_epsilon", edge=D / 2)
@because("x = D/2 is the edge for eps = 0 only.")
def the_most_revealing_event_is_a_half_line(*, edge: sp.Expr = D / 2 - eps * s**2 / D) -> Outcomes:
    """The log-ratio is linear in x:
    ln p/q - eps = (D/2 - eps s^2/D - x) D/s^2, whatever the coordinates across; delta has the
    derivative phi(z/2 - eps/z) > 0 in z, so a pair at distance D is the worst one.
    """
    log_ratio = ((x - D) ** 2 - x**2) / (2 * s**2)
    plane = ((x - D) ** 2 + y**2 - x**2 - y**2) / (2 * s**2)
    z = D / s
    yield identity(log_ratio - eps, (edge - x) * D / s**2)
    yield identity(plane, log_ratio)
    yield identity(edge / s, z / 2 - eps / z)
    yield identity((edge - D) / s, -z / 2 - eps / z)


@CLAIM.exact(part="noise", uses=("ext.bounded-range",))
@broken("half_the_deviation_term_has_another_root", weight=1)
@because("rho + sqrt(rho L) is not the conversion.")
def the_concentrated_noise_spends_exactly_epsilon(*, weight: int = 2) -> Outcomes:
    """s^2 = D^2 (2L + eps + 2 sqrt(L (L + eps)))/(2 eps^2) <= D^2 (2L + eps)/eps^2.
    With a = sqrt(L) and r = sqrt(rho): eps, the variance, and the variance without a root.
    """
    a, r = declare("a r > 0")
    b = a + r  # sqrt(L + eps)
    budget = b**2 - a**2  # eps
    variance = D**2 * (a**2 + b**2 + 2 * a * b) / (2 * budget**2)
    gap = D**2 * r**2 / (2 * budget**2)
    yield identity(r**2 + weight * r * a, budget)
    yield identity(D**2 / (2 * r**2), variance)
    yield visible(variance, "<=", D**2 * (2 * a**2 + budget) / budget**2, gap=gap)
    yield "rho + 2 sqrt(rho L) = eps; 2 sqrt(L (L + eps)) <= 2 L + eps"


d = declare("integer d > 0")
G, H = declare("G H > 0")  # Gamma((d + 1)/2), Gamma(d/2)


@CLAIM.exact(part="error", uses=("ext.second-moment",))
@broken("a_slower_growth", growth=(d + 1) / (d + sp.S.Half))
@because("(d + 1)/(d + 1/2) is another recursion.")
def the_mean_norm_grows_at_least_as_the_root(*, growth: sp.Expr = (d + 1) / d) -> Outcomes:
    """c_d = sqrt(2) Gamma((d+1)/2)/Gamma(d/2), Gamma(x + 1) = x Gamma(x); above by Jensen.
    c_1 = sqrt(2/pi), c_2 = sqrt(pi/2) >= sqrt(4/pi); c_(d+2)/c_d = (d+1)/d >= sqrt((d+2)/d).
    """
    yield inequality(relation(4 / sp.pi, "<=", sp.pi / 2))
    yield identity(((d + 1) / 2 * G) / (d / 2 * H), growth * G / H)
    yield visible((d + 2) / d, "<=", growth**2, gap=1 / d**2 + growth**2 - ((d + 1) / d) ** 2)
    yield "c_(d+2) = c_d (d + 1)/d, and d (d + 2) <= (d + 1)^2"
