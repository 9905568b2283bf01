"""Accuracy and privacy: what an algorithm of this paper promises.

alpha-accuracy is a mean over data and coins.  For ERM it holds for the worst sample, for SCO for
the worst distribution, on average over samples from it.  Mean estimation is the reference instance:
with f(x; z) = |x - z|^2/2 the excess risk of any x is half its squared distance to the sample mean
(ERM) or to the mean (SCO), so that an error of the mean is an excess risk.

(eps, delta)-DP is one number for each ordered pair of neighbours: sum_y (p_y - e^eps q_y)_+.
"""

import sympy as sp

from workbench.claims import Claim, Outcomes, because, broken
from workbench.rigor import identity, visible
from workbench.symbolic import declare

CLAIM = Claim(
    "sparse.so-def",
    title="Accuracy, and (eps, delta)-differential privacy",
    printed=("definition", "Stochastic Optimization; Differential Privacy"),
    statement=r"""\mathbb{E} F_{\mathcal{D}}(A(S)) - \min_{\mathcal{X}} F_{\mathcal{D}} \le \alpha,
        \qquad \Pr[A(S) \in E] \le e^\epsilon \Pr[A(S') \in E] + \delta \;\;\forall E
        \;\Longleftrightarrow\; \sum_y (p_y - e^\epsilon q_y)_+ \le \delta""",
    hypotheses=r"""S \sim \mathcal{D}^n; \text{ for ERM } F_S \text{ in place of } \
            F_{\mathcal{D}}, \text{ for every } S
        S \simeq S': \text{ one record is replaced, both orders}""",
    parts=("accuracy", "privacy"),
    note="An ERM guarantee is about the worst sample, an SCO guarantee about the worst"
    " distribution: neither contains the other.",
)

n, i, x, m = declare("integer n > 0, integer i, real x m")
z = sp.IndexedBase("z", real=True)
u, v = declare("u v > 0")  # sizes of p - e^eps q where it is positive, negative
t = declare("t >= 0")


@CLAIM.exact(part="accuracy")
@broken("the_half_is_needed", "The excess is not the whole squared distance.", factor=sp.Integer(1))
def means_are_the_reference_instance(*, factor: sp.Rational = sp.S.Half) -> Outcomes:
    """F(x) - min F = |x - mean|^2/2, for the sample and for the law.
    One coordinate: mean of (x - z_i)^2/2 minus that at m = sum z_i/n; a law: E(x - Z)^2/2.
    """
    risk = sp.Sum((x - z[i]) ** 2, (i, 1, n)) / (2 * n)
    best = sp.Sum((m - z[i]) ** 2, (i, 1, n)) / (2 * n)
    second = declare("E_square > 0")  # E Z^2, with E Z = m
    law = (x**2 - 2 * x * m + second) / 2 - (m**2 - 2 * m * m + second) / 2
    gap = factor * (x - sp.Sum(z[i], (i, 1, n)) / n) ** 2
    whole = sp.Sum(z[i], (i, 1, n)) / n
    yield identity(risk - best, gap, where=[(m, "=", whole)])
    yield identity(law, factor * (x - m) ** 2)
    yield "the excess risk of a mean is half its squared error"


@CLAIM.exact(part="privacy")
@broken("nothing_smaller_bounds_every_event", factor=0)
@because("Without the positive parts nothing is left.")
def positive_parts_are_the_worst_event(*, factor: int = 1) -> Outcomes:
    """P[E] - e^eps Q[E] <= sum_y (p_y - e^eps q_y)_+, with equality for E = {p > e^eps q}.
    t x <= x_+ for 0 <= t <= 1 and either sign of x; {x > 0} attains it.
    """
    yield visible(t * u, "<=", factor * u, where=[(t, "<=", 1)])
    yield visible(-t * v, "<=", 0, where=[(t, "<=", 1)])
    yield identity(factor * u, (sp.Abs(u) + u) / 2)
    yield identity(0 * v, (sp.Abs(-v) - v) / 2)
    yield "an event takes each output wholly or not at all"
