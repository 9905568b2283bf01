"""Advanced composition with explicit constants, and the printed condition that only simplifies it.

Nothing composes worse than k rounds of randomised response.  There a step loses eps with odds e^eps
and -eps otherwise: its mean is eps tanh(eps/2) and its range 2 eps, so by Hoeffding

    eps' = eps sqrt(2 k ln(1/delta')) + k eps tanh(eps/2)

is exceeded with probability delta' at most.  The leak of (eps, delta) steps adds k delta.

Under the printed condition k eps^2 < 1 this is at most C eps sqrt(k ln(1/delta')) if delta' <= 1/2,
with C = sqrt(2) + 1/(2 sqrt(ln 2)) = 2.0147...; if delta' > 1/2 the total variation is below 1/2
already, by Pinsker.  The condition is not needed for the theorem, only for its short form.
"""

import sympy as sp

from workbench.claims import Claim, Outcomes, because, broken
from workbench.rigor import identity, induction, inequality, visible
from workbench.symbolic import declare, relation

CLAIM = Claim(
    "noneuclid.adv-comp",
    title="Advanced composition with explicit constants",
    reconstructed=("theorem", "slide: Theorem (Advanced Composition)"),
    statement=r"""(A_1, \dots, A_k) \text{ is } ( \epsilon', k\delta + \delta' )\text{-DP with }
        \epsilon' = \epsilon \sqrt{2 k \ln(1/\delta')} + k \epsilon \tanh(\epsilon/2)
        \le \epsilon \sqrt{2 k \ln(1/\delta')} + k \epsilon (e^\epsilon - 1); \quad
        k \epsilon^2 < 1: \; \Big( C \epsilon \sqrt{k \ln(1/\delta')}, k\delta + \delta' \Big)
        \text{-DP}, \; C = \sqrt2 + \frac{1}{2 \sqrt{\ln 2}}""",
    hypotheses=r"""A_j \text{ is } (\epsilon, \delta)\text{-DP for every value of the earlier \
            outputs}
        k \ge 1, \; \epsilon > 0, \; 0 \le \delta < 1, \; 0 < \delta' \le 1""",
    parts=("explicit", "printed form"),
    uses=("ext.optimal-composition",),
    note="The slide hides C in O(.). Basic composition can be smaller than both: take the minimum.",
)

eps, L = declare("epsilon Lambda > 0")  # Lambda = ln(1/delta')
k, delta, rest, slack = declare("integer k > 0, delta rest slack >= 0")
u = declare("u > 0")  # e^eps - 1


@CLAIM.exact(part="explicit", uses=("ext.optimal-composition", "ext.hoeffding"))
@broken("without_the_two_the_exponent_is_half", deviation=1)
@because("At the deviation eps sqrt(k ln(1/delta')) Hoeffding's bound is sqrt(delta'), not delta'.")
def hoeffding_for_randomised_response(*, deviation: int = 2) -> Outcomes:
    """Nothing composes worse than randomised response, whose loss in a round has the mean
    eps tanh(eps/2) and the range 2 eps. Hoeffding's exponent at t = eps sqrt(2 k ln(1/delta')) is
    2k (t/k)^2/(2 eps)^2 = ln(1/delta'). All leaks together are 1 - (1 - delta)^k <= k delta.
    """
    true = sp.exp(eps) / (1 + sp.exp(eps))
    away = eps * sp.sqrt(deviation * k * L)
    n = declare("integer n >= 0")
    claimed = relation((1 - delta) ** n, ">=", 1 - n * delta, where=[(delta, "<", 1)])
    bernoulli = induction(claimed, "n", factor=1 - delta)
    survives = declare("b >= 0")  # (1 - delta)^k
    leak = relation(
        1 - survives * (1 - slack), "<=", k * delta + slack,
        where=[(survives, ">=", 1 - k * delta), (survives, "<=", 1)],
    )  # fmt: skip
    yield identity(true * eps - (1 - true) * eps, eps * sp.tanh(eps / 2))
    yield identity(2 * k * (away / k) ** 2 / (2 * eps) ** 2, L)
    yield bernoulli
    yield inequality(leak, gap=survives - 1 + k * delta + slack * (1 - survives))
    yield visible(u / (2 + u), "<=", u)
    yield "mean eps tanh(eps/2), exponent ln(1/delta'), leak k delta"


@CLAIM.exact(part="printed form", uses=("ext.optimal-composition", "ext.hoeffding", "ext.pinsker"))
@broken("with_the_constant_one_it_is_not", second=1 - sp.sqrt(2))
@because("10^6 randomised responses, eps = 0.000999, delta' = e^-30 = 9.4e-14: delta is 5.1e-8.")
def the_second_term_is_absorbed(*, second: sp.Expr = 1 / (2 * sp.sqrt(sp.log(2)))) -> Outcomes:
    """For delta' <= 1/2 the second term is at most a multiple of the first one:
    k eps tanh(eps/2) <= k eps^2/2 <= sqrt(k) eps/2 <= eps sqrt(k ln(1/delta'))/(2 sqrt(ln 2)). For
    delta' > 1/2 the k rounds lose k eps tanh(eps/2) in mean, so that by Pinsker their total
    variation is at most sqrt(k) eps/2 < 1/2 < delta', and eps' = 0 would do.
    """
    r, m = declare("r m > 0")
    log2 = sp.log(2)
    claimed = relation(
        sp.sqrt(2) * r * m + r**2 / 2, "<=", (sp.sqrt(2) + second) * r * m,
        where=[(r, "<", 1), (m, ">=", sp.sqrt(log2))],
    )  # fmt: skip
    gap = r / 2 * (m / sp.sqrt(log2) - 1) + r * (1 - r) / 2
    gap += (second - 1 / (2 * sp.sqrt(log2))) * r * m
    mean = relation(2 * (sp.exp(eps) - 1), "<=", eps * (sp.exp(eps) + 1))
    # Pinsker: TV^2 <= KL/2 <= k eps^2/4
    yield inequality(mean)
    yield inequality(claimed, gap=gap)
    yield visible(r**2 / 4, "<", sp.Rational(1, 4), where=[(r, "<", 1)], gap=(1 - r) * (1 + r) / 4)
    yield "tanh(eps/2) <= eps/2; ln 2 <= ln(1/delta') or total variation below 1/2"
