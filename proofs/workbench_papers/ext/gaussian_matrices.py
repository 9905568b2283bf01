"""Gaussian matrices: their largest singular value, and noise-blind l1 recovery.

    Davidson-Szarek   Pr[sigma_max(A) > 1 + sqrt(s/m) + t] <= e^(-m t^2/2)      A of shape m x s
    Wojtaszczyk       l1 minimisation with equality constraints tolerates unknown noise, m <= d/4

for independent entries of variance 1/m.  Both are cited.  Checked: the first for one column of two
rows, whose norm has the tail e^(-r^2); for the second, that the two properties of the matrix by
which it is proved (null space, quotient) give the bound.
"""

import sympy as sp

from workbench.claims import Claim, Outcome, because, broken
from workbench.rigor import follows, visible
from workbench.symbolic import declare

SINGULAR = Claim(
    "ext.davidson-szarek",
    title="Largest singular value of a Gaussian matrix",
    reconstructed=("cited", "Davidson and Szarek (2001), Theorem II.13"),
    statement=r"""\Pr\Big[ \sigma_{\max}(A) > 1 + \sqrt{\tfrac sm} + t \Big] \le e^{-m t^2/2}""",
    hypotheses=r"""A \in \mathbb{R}^{m \times s} \text{ with independent } \mathcal{N}(0, \
            \tfrac1m) \text{ entries}
        t > 0""",
    citation="Davidson and Szarek (2001), Local operator theory, random matrices and Banach"
    " spaces, Theorem II.13; Vershynin (2018), Theorem 7.3.1 with Gaussian concentration",
)

RECOVERY = Claim(
    "ext.wojtaszczyk",
    title="Noise-blind recovery by l1 minimisation",
    reconstructed=(
        "cited",
        "Wojtaszczyk (2010), Stability and instance optimality for Gaussian measurements",
    ),
    statement=r"""\tilde z = \arg\min\{ \lVert z \rVert_1 : A z = A \bar z + \xi \}: \quad
        \lVert \tilde z - \bar z \rVert_2 \le C \Big(
        \frac{\sigma_k(\bar z)_1}{\sqrt{k}} + \lVert \xi \rVert_2 \Big), \;
        k = \frac{c_0\, m}{\ln(e d/m)}, \;
        \text{ for all } \xi \text{ with probability at least } 1 - e^{-c m}""",
    hypotheses=r"""A \in \mathbb{R}^{m \times d} \text{ with independent } \mathcal{N}(0, \
            \tfrac1m) \text{ entries}
        m \le \frac d4, \; C, c, c_0 > 0 \text{ universal}, \; \sigma_k(z)_1 \text{ the } \ell_1 \
            \text{ distance to } k\text{-sparse vectors}""",
    citation="Wojtaszczyk (2010), Stability and instance optimality for Gaussian measurements in"
    " compressed sensing; Foucart and Rauhut (2013), A mathematical introduction to compressive"
    " sensing, Section 11.2",
    note="The fraction 1/4 stands for any constant below 1; the constants depend on it and are not"
    " known explicitly.",
)

r, t = declare("r t > 0")


@SINGULAR.exact(corner="one column of two rows")
@broken("four_times_the_exponent_is_too_much", power=sp.Integer(4))
@because("e^(-2 m t^2) is below the tail for large t.")
def norm_of_two_normal_entries_obeys_it(*, power: sp.Rational = sp.Integer(1)) -> Outcome:
    """The exponents compare:
    m t^2/2 = t^2 <= (1 + sqrt(1/2) + t)^2, the exponent of the norm's tail.
    m = 2, s = 1: e^(-r^2) at r = 1 + sqrt(1/2) + t against e^(-t^2).
    """
    root = sp.sqrt(sp.S.Half)
    far = 1 + root + t
    gap = (1 + root) * (1 + root + 2 * t) + (1 - power) * t**2
    return visible(power * t**2, "<=", far**2, gap=gap)


@RECOVERY.exact(corner="that the null space and quotient properties imply the bound")
@broken("an_error_is_made", "The bound is not 0.", weight=0)
def noise_is_the_image_of_a_short_vector(*, weight: int = 1) -> Outcome:
    """C = B (1 + a) + a.
    xi = A w, |w|_1 <= a sqrt(k) |xi|, |w|_2 <= a |xi|: recovery of zbar + w from its image.
    C = B (1 + a) + a: |error|_2 <= B sigma_k(zbar + w)_1/sqrt(k) + |w|_2.
    """
    err, own, tail, far, w1, w2, noise = declare("err own tail far w_1 w_2 xi >= 0")
    a, B, k = declare("a B k > 0")  # k: its square root
    C = B * (1 + a) + a
    premises = [
        (1, err, own + w2),  # |ztilde - zbar| <= |ztilde - (zbar + w)| + |w|
        (1, own, B * far / k),  # null space property
        (B / k, far, tail + w1),  # the distance to k-sparse vectors is 1-Lipschitz
        (B / k, w1, a * k * noise),  # quotient property
        (1, w2, a * noise),
    ]
    at = {"err": 2, "own": 1, "tail": 1, "far": 1, "w_1": 0, "w_2": 1, "xi": 1, "a": 1, "B": 1,
          "k": 1}  # fmt: skip
    right = weight * C * (tail / k + noise)
    return follows(err, right, premises, rest=B * a * tail / k + a * tail / k + B * noise, at=at)
