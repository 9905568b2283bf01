"""Gradient descent, heavy ball, Nesterov's method, and the mini-batch gradient.

    GD    x[t+1] = x[t] - alpha grad F(x[t])
    HB    x[t+1] = x[t] - alpha grad F(x[t]) + beta (x[t] - x[t-1])
    NAG   x[t+1] = z[t] - alpha grad F(z[t]),    z[t] = (1 + beta) x[t] - beta x[t-1]

All three start with x[-1] = x[0].  HB and NAG differ in one thing only, where the gradient is
taken; mixing up their formulas is the most common error with them.

The mini-batch gradient averages over m records drawn without replacement.  It is unbiased because
a record is in the batch with probability C(n-1, m-1) / C(n, m) = m/n, an identity proved here for
all n and m with the binomial coefficients written as products.
"""

from collections.abc import Callable

import sympy as sp

from workbench.claims import Claim, Outcomes, because, broken
from workbench.rigor import identity
from workbench.symbolic import declare

CLAIM = Claim(
    "accel.update-rules",
    title="GD, HB, NAG and the mini-batch gradient",
    printed=("definition", "eqs. (4)-(7)"),
    statement=r"""\begin{aligned}
        \text{GD: } & x_{t+1} = x_t - \alpha \nabla F(x_t), \\
        \text{HB: } & x_{t+1} = x_t - \alpha \nabla F(x_t) + \beta (x_t - x_{t-1}), \\
        \text{NAG: } & z_t = (1 + \beta) x_t - \beta x_{t-1}, \quad
            x_{t+1} = z_t - \alpha \nabla F(z_t), \\
        & \nabla F_B(x) = \frac{1}{m} \sum_{i \in B} \nabla f(x; y_i), \quad
            \mathbb{E}_B \nabla F_B(x) = \nabla F(x)
        \end{aligned}""",
    hypotheses=r"""\alpha > 0, \; \beta \ge 0, \; x_{-1} = x_0
        B \text{ is uniform among the } m\text{-subsets of } \{1,\dots,n\}""",
    parts=("rules", "unbiased"),
    uses=("accel.problem-class",),
    note="The initial condition x_{-1} = x_0 is not printed beside these rules; the smoothing form"
    " and every error bound need it.",
)

alpha, beta, curvature, x, x_prev, a = declare("alpha beta lambda > 0, real x x_prev a")
Step = Callable[[sp.Expr, sp.Expr], sp.Expr]


def gradient(point: sp.Expr) -> sp.Expr:
    """One coordinate of the gradient of a quadratic with curvature lambda and linear term a."""
    return curvature * point + a


def gd(point: sp.Expr, previous: sp.Expr) -> sp.Expr:
    """One step of gradient descent."""
    return point - alpha * gradient(point)


def hb(point: sp.Expr, previous: sp.Expr) -> sp.Expr:
    """One step of the heavy ball."""
    return point - alpha * gradient(point) + beta * (point - previous)


def nag(point: sp.Expr, previous: sp.Expr) -> sp.Expr:
    """One step of Nesterov's method."""
    z = (1 + beta) * point - beta * previous
    return z - alpha * gradient(z)


@CLAIM.exact(part="rules")
@broken("gradient_at_the_current_point_is_not_nesterov", nesterov=hb)
@because("With the gradient taken at x_t, Nesterov's method would be the heavy ball.")
def rules_agree_where_they_must_and_differ_where_they_should(*, nesterov: Step = nag) -> Outcomes:
    """HB - NAG = alpha lambda beta (x_t - x_(t-1)) on quadratics; 0 if beta = 0 or at rest.
    At rest all three agree, without momentum too; HB - NAG is the gradient's momentum part.
    """
    minimiser = -a / curvature
    at_rest = identity(hb(x, x), gd(x, x))
    fixed = [identity(step(minimiser, minimiser), minimiser) for step in (gd, hb, nesterov)]
    plain = [identity(step(x, x_prev).subs(beta, 0), gd(x, x_prev)) for step in (hb, nesterov)]
    moved = identity(hb(x, x_prev) - nesterov(x, x_prev), alpha * curvature * beta * (x - x_prev))
    yield at_rest
    yield from fixed
    yield from plain
    yield moved


k, i = declare("integer k i")
fewer = declare("integer p >= 0")  # m - 1
outside = declare("integer w >= 0")  # n - m
g = sp.IndexedBase("g", real=True)


def chance(top: sp.Expr) -> sp.Expr:
    """C(w + top, top), w = n - m, as the product of (w + k) / k for k = 1..top."""
    return sp.Product((outside + k) / k, (k, 1, top))


@CLAIM.exact(part="unbiased")
@broken("division_by_n_is_biased", divisor=outside + fewer + 1)
@because("Dividing the batch sum by n instead of m shrinks the gradient.")
def each_record_is_drawn_with_probability_m_over_n(*, divisor: sp.Expr = fewer + 1) -> Outcomes:
    """C(n-1, m-1) / C(n, m) = m/n, so the expectation of the batch mean is the full mean.
    sum_i P(i in B) g_i / divisor = (1/n) sum_i g_i, with P(i in B) = C(n-1, m-1) / C(n, m).
    """
    m, n = fewer + 1, outside + fewer + 1
    inclusion = chance(fewer) / chance(m)
    yield identity(inclusion, m / n)
    yield identity(sp.Sum(inclusion * g[i] / divisor, (i, 1, n)), sp.Sum(g[i], (i, 1, n)) / n)
