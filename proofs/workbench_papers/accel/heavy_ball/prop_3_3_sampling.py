"""Covariance of a batch mean drawn without replacement (proof of Proposition 3.3, eq. (39)).

Draw m of n records, every batch equally likely.  The mean of their gradients has the covariance

    Cov(grad F_B) = (1/m) (n - m)/(n - 1) Sigma,    Sigma = (1/n) sum_i (g_i - gbar)(g_i - gbar)'.

Why: record i is in the batch with probability m/n, a pair i != j with probability m(m-1)/(n(n-1))
- ratios of binomial coefficients, that is of products which differ in their last one or two
factors.  The rest is algebra in the three sums  sum g_i,  sum h_i,  sum g_i h_i, for any two
coordinates g and h of the gradient.  All of it is carried out for symbolic n and m.
"""

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, because, broken
from workbench.rigor import identity
from workbench.symbolic import declare

CLAIM = Claim(
    "accel.prop-3-3.sampling-covariance",
    title="Covariance of a mini-batch mean without replacement",
    reconstructed=("lemma", "Proof of Proposition 3.3, eqs. (39)-(40)"),
    statement=r"""\operatorname{Cov}(\nabla F_B(x)) = \frac1m \frac{n-m}{n-1} \Sigma,\quad
        \Sigma = \frac1n \sum_{i=1}^n (g_i - \bar g)(g_i - \bar g)^\top,\quad
        g_i = \nabla f(x; y_i)""",
    hypotheses=r"""1 \le m \le n,\ n \ge 2
        B \text{ uniform among the } m\text{-subsets of } \{1, \dots, n\}""",
    parts=("inclusion probabilities", "covariance"),
    uses=("accel.update-rules",),
    note="Every entry of the matrix, for symbolic n and m. The text states the diagonal only.",
)

n, m, i = declare("integer n m > 0, integer i")
g, h = sp.IndexedBase("g", real=True), sp.IndexedBase("h", real=True)
SIZES = [(2, "<=", n), (m, "<=", n)]


def binomial(top: sp.Expr, bottom: sp.Expr) -> sp.Expr:
    """The number of `bottom`-subsets of `top` things, as a product."""
    return sp.Product((top - bottom + i) / i, (i, 1, bottom))


@CLAIM.exact(part="inclusion probabilities")
@broken("independent_inclusion", two=(m / n) ** 2)
@because("(m/n)^2 would be the pair's probability if records were chosen independently.")
def binomial_ratios_are_the_inclusion_probabilities(
    *, one: sp.Expr = m / n, two: sp.Expr = m * (m - 1) / (n * (n - 1))
) -> Outcomes:
    """C(n-1, m-1)/C(n, m) = m/n and C(n-2, m-2)/C(n, m) = m(m-1)/(n(n-1)).
    Batches of rest + 1 with a given record, of rest + 2 with a given pair, among all batches.
    """
    rest = declare("integer rest >= 0")
    one_fits, two_fit = [(rest + 1, "<=", n)], [(rest + 2, "<=", n)]
    single = binomial(n - 1, rest) / binomial(n, rest + 1)
    pair = binomial(n - 2, rest) / binomial(n, rest + 2)
    yield identity(single, one.subs(m, rest + 1), where=one_fits)
    yield identity(pair, two.subs(m, rest + 2), where=two_fit)


@CLAIM.exact(part="covariance")
@broken("sampling_with_replacement_is_another_formula", correction=sp.Integer(1))
@because("Without the factor (n - m)/(n - 1) the formula belongs to sampling with replacement.")
def covariance_shrinks_by_the_finite_population_factor(
    *, correction: sp.Expr = (n - m) / (n - 1)
) -> Outcome:
    """Cov = (1/m) (n - m)/(n - 1) (population covariance), entry by entry.
    E[g_B h_B] - E[g_B] E[h_B] from the inclusion probabilities.
    """
    both = sp.Sum(g[i] * h[i], (i, 1, n))
    first, second = sp.Sum(g[i], (i, 1, n)), sp.Sum(h[i], (i, 1, n))
    single, pair = m / n, m * (m - 1) / (n * (n - 1))
    product = (single * both + pair * (first * second - both)) / m**2
    population = both / n - first * second / n**2
    return identity(product - first * second / n**2, correction / m * population, where=SIZES)
