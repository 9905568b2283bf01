"""Sampling vertices: the one randomisation of this paper, with its mean and covariance.

A point x of the simplex is a law on the vertices.  The average xh of K independent draws from it
has E xh = x and Cov(xh) = (diag(x) - x x')/K: two draws are the same draw in K of K^2 pairs, and
otherwise independent.  The counts K xh are all that is released, and with exponential weights a
draw is the exponential mechanism.
"""

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, all_of, because, broken
from workbench.rigor import identity
from workbench.symbolic import declare
from workbench_papers.saddle._expectation import expectation, frequencies

CLAIM = Claim(
    "saddle.def-exp-sampling",
    title="Average of sampled vertices: mean and covariance",
    reconstructed=("definition", "Section 1.3"),
    statement=r"""\widehat x = \frac1K \sum_{k \le K} X_k, \; X_k \sim P_x \text{ i.i.d.}: \quad
        \mathbb{E} \widehat x = x, \quad
        \operatorname{Cov}(\widehat x) = \frac1K \big( \operatorname{diag}(x) - x x^\top \big)""",
    hypotheses=r"""x \in \Delta_d, \; \Pr[X = e_j] = x_j
        K \ge 1""",
)

K = declare("integer K > 0")
x, y = declare("x y >= 0")  # two different coordinates


@CLAIM.exact
@broken("indicators_are_their_own_squares", same=x**2)
@because("E 1{X = e_j}^2 is x_j; with x_j^2 the variance would vanish.")
def covariance_by_counting_pairs_of_draws(*, same: sp.Expr = x) -> Outcomes:
    """Var = x (1 - x)/K on the diagonal, -x y/K off it, for symbolic K.
    K equal pairs of draws with E = x or 0, K (K - 1) different ones with E = x^2 or x y.
    """
    variance = (K * same + K * (K - 1) * x**2) / K**2 - x**2
    covariance = K * (K - 1) * x * y / K**2 - x * y
    yield identity(K * x / K, x)
    yield identity(variance, x * (1 - x) / K)
    yield identity(covariance, -x * y / K)


@CLAIM.exact(corner="three vertices, three draws")
@broken("the_factor_is_one_over_the_number_of_draws", "1/2 belongs to two draws.", factor=sp.S.Half)
def enumeration_agrees(
    *, size: int = 3, draws: int = 3, factor: sp.Expr = sp.Rational(1, 3)
) -> Outcome:
    """The means of xh_i xh_j - x_i x_j agree over all 27 outcomes.
    All 3^3 outcomes: the second moments of the frequencies.
    """
    raw = sp.symbols(f"w1:{size + 1}", positive=True)
    law = [w / sum(raw) for w in raw]
    found = []
    for i in range(size):
        for j in range(size):

            def product(o: tuple[int, ...], i: int = i, j: int = j) -> sp.Expr:
                point = frequencies(o, size)
                return point[i] * point[j]

            second = expectation(product, [law] * draws)
            entry = (law[i] if i == j else 0) - law[i] * law[j]
            found.append(identity(second - law[i] * law[j], factor * entry))
    return all_of(*found, summary=f"all {size}^{draws} outcomes, symbolic probabilities")
