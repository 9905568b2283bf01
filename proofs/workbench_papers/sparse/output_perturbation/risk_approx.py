"""Empirical risk of output perturbation, approximate DP, with explicit constants.

    F_S(x_lam) - F_S(x*)    <= (lam/2) D^2, even (lam/4) D^2    x_lam minimises the regularised risk
    F_S(xhat) - F_S(x_lam)  <= sqrt(s) L |xhat - x_lam|_oo <= 2 sqrt(s) L |xi|_oo

and E|xi|_oo <= sigma sqrt(2 ln 2d).  The sum a lam + b/lam is 2 sqrt(ab) at its best, which is
2 sqrt(2) LD (s ln(2d) ln(1.25/delta))^(1/4)/sqrt(n eps), and 4 LD (...) with the usual lam/2 in
place of lam/4.  No smoothness, any X.
"""

from typing import Any

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, because, broken, dropped
from workbench.rates import Order, rate_is
from workbench.rigor.provers import best_regularisation as best
from workbench.rigor.provers import noisy_minimisers as noisy
from workbench.rigor.provers import regularised

ORDER = Order("L*D*(s*ell*Lambda)**(1/4)*P**(-1/2)",
              ["D**2*lam", "L**2*(s*ell*Lambda)**(1/2)/(lam*P)"], free=["lam"])  # fmt: skip

ENCODED: dict[str, tuple[Any, ...]] = {
    "bound": (noisy.risk(noisy.NORMAL),),
    "sharper": (regularised.fitted(),),
    "optimum": (*best.balanced(), *best.balanced(best.QUARTER)),
    "order": (ORDER,),
}

CLAIM = Claim(
    "sparse.outpert-approx",
    title="Convex ERM by output perturbation, approximate DP: its error",
    reconstructed=("theorem", "Table 2, row 1, with the block Output Perturbation"),
    statement=r"""\begin{gathered}
        \mathbb{E} F_S(\hat x) - F_S(x^\ast) \le \frac{\lambda D^2}2 + \frac{8 L^2 \sqrt{s \ln(2d)
        \ln(1.25/\delta)}}{\lambda n \epsilon} \text{ for every } \lambda > 0; \\
        \lambda = \frac{4L}{D} \frac{(s \ln(2d) \ln(1.25/\delta))^{1/4}}{\sqrt{n \epsilon}}:
        \quad 4 L D \frac{(s \ln(2d) \ln(1.25/\delta))^{1/4}}{\sqrt{n \epsilon}},
        \text{ and no } \lambda \text{ is better in this bound}; \\
        \text{sharper: } F_S(x_\lambda) - F_S(x^\ast) \le \frac{\lambda D^2}4; \text{ so } 2 \sqrt2
        \text{ in place of } 4 \text{ at } \sqrt2 \text{ times this } \lambda
        \end{gathered}""",
    hypotheses=r"""x_\lambda \text{ minimises } F_S(x) + \tfrac\lambda2 \lVert x \rVert_2^2 \text{ \
            over } \mathcal{X}; \; x^\ast \in \mathcal{X}, \; \lVert x^\ast \rVert_2 \le D
        \tilde x = x_\lambda + \mathcal{N}(0, \sigma^2 I_d), \; \sigma^2 = \frac{8 L^2 \
            \ln(1.25/\delta)}{(\lambda n \epsilon)^2}, \; 0 < \delta < 1; \; \hat x \in \
            \arg\min_{x \in \mathcal{X}} \lVert x - \tilde x \rVert_\infty
        |F_S(x) - F_S(y)| \le \sqrt s L \lVert x - y \rVert_\infty \text{ on } \mathcal{X} \
            \text{ (convex losses, } s\text{-sparse gradients of norm at most } L \
            \text{: sparse.setting)}
        \text{in the sharper bound } \mathcal{X} \text{ and } F_S \text{ are convex}""",
    parts=("bound", "sharper", "optimum", "order"),
    encoded=ENCODED,
    uses=("sparse.outpert", "sparse.setting", "sparse.linf-proj", "ext.largest-noise.bounds"),
    note="The entry of the table is the smaller one of this order and of the dense rate: here is"
    " the sparse one, with constants, which are ours, as is the sharper form. The bound holds for"
    " every eps; the privacy of the noise does not. As encoded F_lambda, F_star and F are the risks"
    " at x_lambda, x* and xhat, A and B the squared 2-norms of x_lambda and x*; xi is a coordinate"
    " of the noise, normal by its moments, M is the largest size of them all, r is |xhat -"
    " xtilde|_oo, at most |x_lambda - xtilde|_oo = M, and m is |xhat - x_lambda|_oo. In the sharper"
    " bound x and y are x_lambda and x*; for all t in [0, 1] x is no worse than x + t (y - x),"
    " where F_S is below its chord. In the optimum and the order ell is ln(2d), Lambda is"
    " ln(1.25/delta), any positive numbers, and P is n eps.",
)  # fmt: skip


@CLAIM.proof(part="bound", uses=())
@broken("a_third_of_the_noise", share=sp.Rational(1, 3))
@because(
    "d = s = 1, X = R, F_S = L |x|, x* = 0, D near 0: the mean is sqrt(2/pi) sigma L, above"
    " 2 sqrt(2 ln 2) sigma L/3."
)
@dropped("minimal", noisy.MINIMAL, noisy.WITHOUT_MINIMAL)
@dropped("after", noisy.PROJECTED, noisy.WITHOUT_PROJECTED)
@broken("any_noise", "The xi may be as large as they like.", given=())
@broken("any_scale", "sigma may be as large as it likes.", scaled=False)
def sparse_losses_feel_the_largest_coordinate(**changes: Any) -> Outcome:  # noqa: ANN401
    """|F - F_lam| <= sqrt(s) L m <= 2 sqrt(s) L M, and E M <= sigma sqrt(2 ln(2d))."""
    return noisy.by_the_largest(noisy.NORMAL, **changes)


@CLAIM.proof(part="sharper", uses=())
@broken("an_eighth_is_not_enough", share=sp.Rational(1, 8))
@because("F = -(lam/2) D x on the line: x_lam = D/2, x* = D, and (lam/4) D^2 is lost.")
@broken("far_from_zero", "Without |x*| <= D.", near=False)
@broken("any_point", "x may be anywhere.", minimal=False)
def regularisation_costs_a_quarter_of_lambda(**changes: Any) -> Outcome:  # noqa: ANN401
    """F_S(x) - F_S(y) <= lam <x, y - x> <= (lam/4) |y|^2, as 0 <= |y/2 - x|^2."""
    return regularised.by_the_middle(**changes)


@CLAIM.exact(part="optimum", uses=())
@broken("twice_that_is_not_a_lower_bound", "The minimum is attained.", share=2)
def the_best_regularisation_balances_both(*, share: int = 1) -> Outcomes:
    """A lam + b/lam - 2 sqrt(ab) = (sqrt(a lam) - sqrt(b/lam))^2, a = D^2/2 or D^2/4."""
    for weight in (best.HALF, best.QUARTER):
        yield from best.by_both_roots(weight, share)


@CLAIM.exact(part="order", uses=())
@broken("the_dense_logarithm", claimed="L*D*(s*ell)**(1/4)*Lambda**(1/2)*P**(-1/2)")
@because("The square root of ln(1/delta) belongs to the dense rate.")
def the_exponents_of_the_table_follow(**changes: Any) -> Outcome:  # noqa: ANN401
    """The best order is (s ln(2d) ln(1.25/delta))^(1/4) (n eps)^(-1/2)."""
    return rate_is(ORDER.but(**changes))
