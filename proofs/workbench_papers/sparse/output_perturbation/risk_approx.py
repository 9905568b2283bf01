"""Empirical risk of output perturbation, approximate DP, with explicit constants.

    F_S(x_lam) - F_S(x*)    <= (lam/4) D^2                 x_lam minimises the regularised risk
    F_S(xhat) - F_S(x_lam)  <= sqrt(s) L |xhat - x_lam|_oo <= 2 sqrt(s) L |xi|_oo

and E|xi|_oo <= sigma sqrt(2 ln 2d).  The sum a lam + b/lam is 2 sqrt(ab) at its best, which is
2 sqrt(2) LD (s ln(2d) ln(1.25/delta))^(1/4)/sqrt(n eps), and 4 LD (...) with the usual lam/2 in
place of lam/4.  No smoothness, any closed convex X.
"""

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, because, broken
from workbench.rates import rate_is
from workbench.rigor import follows, identity, visible
from workbench.symbolic import declare

CLAIM = Claim(
    "sparse.outpert-approx",
    title="Convex ERM by output perturbation, approximate DP",
    reconstructed=("theorem", "Table 2, row 1, with the block Output Perturbation"),
    statement=r"""\begin{gathered}
        \mathbb{E} F_S(\hat x) - F_S(x^\ast) \le \frac{\lambda D^2}2 + \frac{8 L^2 \sqrt{s \ln(2d)
        \ln(1.25/\delta)}}{\lambda n \epsilon} \text{ for every } \lambda > 0; \\
        \lambda = \frac{4L}{D} \frac{(s \ln(2d) \ln(1.25/\delta))^{1/4}}{\sqrt{n \epsilon}}:
        \quad 4 L D \frac{(s \ln(2d) \ln(1.25/\delta))^{1/4}}{\sqrt{n \epsilon}},
        \text{ and no } \lambda \text{ is better in this bound}; \\
        \text{sharper: } \frac{\lambda D^2}4 \text{ in place of } \frac{\lambda D^2}2, \text{ and }
        2 \sqrt2 \text{ in place of } 4 \text{ at } \sqrt2 \text{ times this } \lambda
        \end{gathered}""",
    hypotheses=r"""f(\cdot; z) \text{ convex}, L\text{-Lipschitz, with } s\text{-sparse gradients \
            on } \mathcal{X}
        x^\ast \in \mathcal{X}, \; \lVert x^\ast \rVert_2 \le D; \; \hat x \text{ the output for } \
            \delta > 0""",
    parts=("regularisation", "noise", "optimum", "order"),
    uses=("sparse.outpert", "sparse.setting", "sparse.linf-proj", "sparse.largest-noise",
          "sparse.erm-l2-sens"),
    note="The entry of the table is the smaller one of this order and of the dense rate: here is"
    " the sparse one, with constants, which are ours, as is the sharper form. The bound holds for"
    " every eps; the privacy of the noise does not. Without a constraint the projection is void and"
    " the second term is halved.",
)  # fmt: skip

L, D, lam, P, s, logs, wide = declare("L D lambda P s Lambda ell > 0")
# P = n eps, Lambda = ln(1.25/delta), ell = ln(2d)
Q = sp.sqrt(s * logs * wide)


def regularisation(share: sp.Rational) -> Outcome:
    """F(x_lam) + (lam/2)(|x_lam|^2 + |x* - x_lam|^2) <= F(x*) + (lam/2)|x*|^2, |x*| <= D."""
    at_minimum, best, norm, size, product = declare("real F_lam F_star norm size product")
    grown = norm + (size - 2 * product + norm)  # squares, and <x_lam, x*>
    premises = [
        (1, at_minimum + lam / 2 * grown, best + lam / 2 * size),
        (lam, 0, size / 4 - product + norm), (lam / 4, size, D**2),
    ]  # fmt: skip
    at = {"F_lam": -1, "F_star": -2, "norm": 1, "size": 4, "product": 2, "D": 2, "lambda": 1}
    rest = (share - sp.Rational(1, 4)) * lam * D**2
    return follows(at_minimum - best, share * lam * D**2, premises, rest=rest, at=at)


@CLAIM.exact(part="regularisation")
@broken("an_eighth_is_not_enough", share=sp.Rational(1, 8))
@because("F = -(lam/2) D x on the line: x_lam = D/2, x* = D, and (lam/4) D^2 is lost.")
def regularisation_costs_a_quarter_of_lambda(*, share: sp.Rational = sp.Rational(1, 4)) -> Outcome:
    """Regularisation costs at most (lam/4) D^2 <= (lam/2) D^2.
    The regularised risk grows by (lam/2)|x* - x_lam|^2; and 0 <= |x*/2 - x_lam|^2.
    """
    return regularisation(share)


@CLAIM.exact(part="noise")
@broken("without_the_projection_it_would_be_half", constant=4)
@because("The projection doubles the noise; whether 4 is true with it is not claimed.")
def sparse_losses_feel_the_largest_coordinate(*, constant: int = 8) -> Outcomes:
    """The noise costs 8 L^2 sqrt(s ln(2d) ln(1.25/delta))/(lam n eps).
    That is 2 sqrt(s) L sigma sqrt(2 ln(2d)) at sigma = sqrt(8 ln(1.25/delta)) L/(lam n eps).
    """
    lost, moved, size = declare("lost moved size >= 0")  # in mean
    root = declare("root > 0")  # sqrt(s)
    sigma = sp.sqrt(8 * logs) * L / (lam * P)
    premises = [
        (1, lost, root * L * moved), (root * L, moved, 2 * size),
        (2 * root * L, size, sigma * sp.sqrt(2 * wide)),
    ]  # fmt: skip
    yield follows(lost, 2 * root * L * sigma * sp.sqrt(2 * wide), premises)
    yield identity(2 * sp.sqrt(s) * L * sigma * sp.sqrt(2 * wide), constant * L**2 * Q / (lam * P))


@CLAIM.exact(part="optimum")
@broken("half_of_it_is_not_reached", "2 LD sqrt(Q/(n eps)) is below the minimum.", share=sp.S.Half)
def the_best_regularisation_balances_both(*, share: sp.Rational = sp.S.One) -> Outcomes:
    """4 LD sqrt(Q/(n eps)), Q = sqrt(s ln(2d) ln(1.25/delta)), or 2 sqrt(2) LD sqrt(Q/(n eps)).
    a lam + b/lam - 2 sqrt(ab) = (sqrt(a lam) - sqrt(b/lam))^2, b = 8 L^2 Q/(n eps), and a = D^2/2
    or D^2/4.
    """
    x, y = declare("x y > 0")  # sqrt(a), sqrt(b)
    b = 8 * L**2 * Q / P
    for a, fewer in ((D**2 / 2, sp.S.One), (D**2 / 4, sp.sqrt(2))):
        value = 4 * share * L * D * sp.sqrt(Q) / sp.sqrt(P) / fewer
        best = 4 * fewer * L / D * sp.sqrt(Q) / sp.sqrt(P)
        yield identity(a * best + b / best, value)
        yield identity(2 * sp.sqrt(a * b), value)
    yield visible(2 * x * y, "<=", x**2 * lam + y**2 / lam, gap=(x * lam - y) ** 2 / lam)


def order(claimed: str) -> Outcome:
    """The best order over lam, with s, ln(2d), ln(1.25/delta) and P = n eps as data."""
    return rate_is(claimed, ["D**2*lam", "L**2*(s*ell*Lambda)**(1/2)/(lam*P)"], free=["lam"])


@CLAIM.exact(part="order")
@broken("the_dense_logarithm", claimed="L*D*(s*ell)**(1/4)*Lambda**(1/2)*P**(-1/2)")
@because("The square root of ln(1/delta) belongs to the dense rate.")
def the_exponents_of_the_table_follow(
    *, claimed: str = "L*D*(s*ell*Lambda)**(1/4)*P**(-1/2)"
) -> Outcome:
    """The best order is (s ln(2d) ln(1.25/delta))^(1/4) (n eps)^(-1/2)."""
    return order(claimed)
