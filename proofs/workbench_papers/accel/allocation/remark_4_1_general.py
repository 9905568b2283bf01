"""The best number of steps for any noise law: minimising E s^(p+1) + K (1 - s)^(p+1).

When a share e of the budget costs a e^(-p) (`accel.allocation-general-power`), the optimised noise
term is (sum_j a_j^(1/(p+1)))^(p+1), and for Nesterov's weights the bound after T steps becomes
E s^(p+1) + K (1 - s)^(p+1) with s = r^T, r = (1 - q)^(1/(p+1)).  Its minimum on (0, 1) is at
s* = K^(1/p)/(E^(1/p) + K^(1/p)), of value E K/(E^(1/p) + K^(1/p))^p, for every real p > 0.

The proof is again an identity.  Write g = E^(1/p), c = K^(1/p), so E s*^p = K (1 - s*)^p = M; put
x = s/s* and y = (1 - s)/(1 - s*), so that s* x + (1 - s*) y = 1.  Then the excess is

    M s* h(x) + M (1 - s*) h(y),     h(x) = x^(p+1) - 1 - (p+1)(x - 1)
                                          = x [ k(p ln x) + p k(-ln x) ],   k(v) = e^v - 1 - v >= 0.

At s = s* all logarithms vanish, and k(0) = 0: the minimum is attained.
"""

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, because, broken
from workbench.rigor import identity
from workbench.symbolic import declare
from workbench_papers.accel._exponential import k, nonnegative, positive
from workbench_papers.accel.allocation.general_power import power

CLAIM = Claim(
    "accel.remark-4-1.general-power",
    title="Best number of steps for any power of the noise law",
    ours=("corollary", "not in the paper; Remark 4.1 is the case p = 2"),
    statement=r"""\min_{0 < s < 1} E s^{p+1} + K (1-s)^{p+1}
        = \frac{E K}{(E^{1/p} + K^{1/p})^p} \text{ at }
        s^\star = \frac{K^{1/p}}{E^{1/p} + K^{1/p}} \text{ only}""",
    hypotheses=r"""E, K > 0
        p > 0 \text{ real}""",
    parts=("excess", "sign", "strict"),
    note="The excess over the minimum is a sum of multiples of e^v - 1 - v. Laplace noise under"
    " pure privacy is p = 2, Gaussian noise under zCDP is p = 1. The best number of steps is"
    " ln(1 + (E/K)^(1/p)) / (-ln r) with r = (1-q)^(1/(p+1)).",
)

p, g, root_k, s, rest = declare("p g c s z > 0")  # rest = 1 - s


def bent(x: sp.Expr, slope: sp.Expr) -> sp.Expr:
    """h(x) = x [k(p ln x) + slope k(-ln x)], with ln x expanded by the caller."""
    return sp.exp(x) * (k(p * x) + slope * k(-x))


@CLAIM.exact(part="excess")
@broken("slope_one", slope=sp.Integer(1))
@because("With slope 1 in place of p + 1 the line is not the tangent of x^(p+1) at 1.")
def excess_is_a_sum_of_k(*, slope: sp.Expr = p) -> Outcomes:
    """The leftover (p+1)((g+c)(s+z) - (g+c)) vanishes because s + z = 1.
    E s^(p+1) + K z^(p+1) - E K/(g+c)^p = M s* h(s/s*) + M (1-s*) h(z/(1-s*)), z = 1 - s.
    E = g^p and K = c^p; the logarithms of x = s (g + c)/c and y = z (g + c)/g are written out.
    """
    total = declare("q > 0")  # g + c
    value = power(g, p) * power(root_k, p) * power(total, -p)  # M, and also the minimum
    log_x = sp.log(s) + sp.log(total) - sp.log(root_k)
    log_y = sp.log(rest) + sp.log(total) - sp.log(g)
    cost = power(g, p) * power(s, p + 1) + power(root_k, p) * power(rest, p + 1)
    parts = root_k * bent(log_x, slope) + g * bent(log_y, slope)
    leftover = (p + 1) * (total * (s + rest) - (g + root_k)) + g + root_k - total
    yield identity(cost - value, value * (parts + leftover) / total)
    yield identity(leftover, 0, where=[(total, "=", g + root_k), (rest, "=", 1 - s)])


@CLAIM.exact(part="sign")
@broken("larger_constant_is_rejected", constant=2)
@because("With 2 in place of 1 the inequality e^u >= 2 + u fails at 0.")
def k_is_nonnegative(*, constant: int = 1) -> Outcome:
    """e^u >= 1 + u for every real u, so the excess is non-negative."""
    return nonnegative(constant=constant)


@CLAIM.exact(part="strict")
@broken("shifted_constant_is_rejected", constant=2)
@because("With 2 in place of 1 the inequality e^u > 2 + u fails near 0.")
def excess_vanishes_at_the_minimiser_only(*, constant: int = 1) -> Outcome:
    """e^u > 1 + u unless u = 0, that is unless s = s*."""
    return positive(constant=constant)
