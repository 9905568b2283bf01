"""Population risk of output perturbation: stability of the minimiser adds 2 L^2/(lam n).

    F_D(xhat) - F_D(x_lam)   the noise, on F_D directly
    F_D(x_lam) - F_S(x_lam)  in mean f(x_lam(S); z) - f(x_lam(S'); z) for a fresh record z and S'
                             with z for a record of S, at most L |x_lam(S) - x_lam(S')|_2
    F_S(x_lam) - F_S(x*)     (lam/2) D^2
    F_S(x*) - F_D(x*)        0 in mean

With sqrt(u + v) <= sqrt(u) + sqrt(v) the optimum splits into 2LD/sqrt(n) and the empirical rate.
"""

from typing import Any

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, because, broken, dropped
from workbench.rates import Order, rate_is
from workbench.rigor.provers import noisy_minimisers as noisy
from workbench.rigor.provers import noisy_population as population

STABLE = ["s*L**2*h/(lam*P)", "L**2/(lam*n)", "D**2*lam"]  # h = 1 + ln d, P = n eps
ORDER = Order(
    "D**(4/3)*(s*L**2*H*h/P)**(1/3) + D*L*(s*h/P)**(1/2) + D*L*n**(-1/2)",
    ["s*L**2*h*(H/lam)/(lam*P)", *STABLE], free=["lam"],
)  # fmt: skip
ENCODED: dict[str, tuple[Any, ...]] = {
    "approximate": (population.population(noisy.NORMAL),),
    "optimum": population.optimum(),
    "pure": (population.population(noisy.PRINTED),),
    "pure order": (ORDER,),
}  # fmt: skip

CLAIM = Claim(
    "sparse.outpert-sco",
    title="Stochastic convex optimisation by output perturbation",
    reconstructed=("theorem", "Table 2, rows 2 and 4"),
    statement=r"""\begin{gathered}
        \mathbb{E} F_{\mathcal{D}}(\hat x) - F_{\mathcal{D}}(x^\ast) \le \frac{\lambda D^2}2
        + \frac1\lambda \Big( \frac{2 L^2}n + \frac{8 L^2 q}{n \epsilon} \Big), \quad
        q = \sqrt{s \ln(2d) \ln(1.25/\delta)}; \\
        \text{at the best } \lambda: \; \le \frac{2LD}{\sqrt n} + 4LD \sqrt{\frac{q}{n \epsilon}};
        \quad \text{pure DP: } \le \frac{\lambda D^2}2 + \frac{2 L^2}{\lambda n}
        + \frac{2 \sqrt2 \, s L^2 (1 + \ln d)}{\lambda n \epsilon} \Big( 1 + \frac{2H}\lambda \Big),
        \\ \text{at the best } \lambda \asymp \frac{LD}{\sqrt n}
        + D^{4/3} \Big( \frac{s L^2 H h}{n \epsilon} \Big)^{1/3}
        + L D \sqrt{\frac{s h}{n \epsilon}}, \; h = 1 + \ln d
        \end{gathered}""",
    hypotheses=r"""\text{as for convex ERM, approximate (sparse.outpert-approx) or pure \
            (sparse.outpert-pure)}; \; S \sim \mathcal{D}^n
        \lambda \text{ and } x^\ast \text{ do not depend on the data}; \; \lVert x_\lambda(S) - \
            x_\lambda(S') \rVert_2 \le 2L/(\lambda n) \text{ (sparse.erm-l2-sens)}
        |F_{\mathcal{D}}(x) - F_{\mathcal{D}}(y)| \le \sqrt s L \lVert x - y \rVert_\infty \text{ \
            (sparse.setting)}; \text{ the means exist}
        z \text{ is a fresh record, } S' \text{ is } S \text{ with } z \text{ in place of a record \
            drawn uniformly}; \; \mathbb{E} f(x_\lambda(S); z) = \
            \mathbb{E} F_{\mathcal{D}}(x_\lambda(S)), \; \mathbb{E} f(x_\lambda(S'); z) = \
            \mathbb{E} F_S(x_\lambda(S)), \; \mathbb{E} F_S(x^\ast) = F_{\mathcal{D}}(x^\ast) \
            \text{ (ext.uniform-stability)}""",
    parts=("approximate", "optimum", "pure", "pure order"),
    encoded=ENCODED,
    uses=("sparse.erm-l2-sens", "sparse.outpert-approx", "sparse.outpert-pure", "sparse.setting",
          "ext.largest-noise.bounds", "ext.uniform-stability"),
    note="As encoded F, F_lambda and F_* are F_D at the released point, at x_lambda and at x*,"
    " G_lambda and G_* are F_S at x_lambda and x*; A, B, xi, M, r and m are as in the two rows for"
    " ERM. W = f(x_lambda(S); z) and V = f(x_lambda(S'); z); E_W, E_V, E_lambda, E_fit and E_G are"
    " the means of W, V, F_lambda, G_lambda and G_*. The three equalities of means are hypotheses,"
    " which i.i.d. records satisfy: z is independent of S; (S', z) has the law of S and a record of"
    " it, drawn uniformly, the exchange of ext.uniform-stability; x* is fixed. rho is the distance"
    " of x_lambda(S) and x_lambda(S'). In the optimum q is any positive number, and there and in"
    " the order P is n eps, h any number. The privacy is that of the rows for ERM.",
)  # fmt: skip


SHARP_ORDER = Order(
    "D**(6/5)*H**(1/5)*(s*L**2*h/P)**(2/5) + D*L*(s*h/P)**(1/2) + D*L*n**(-1/2)",
    ["s*L**2*h*(H/lam)**(1/2)/(lam*P)", *STABLE], free=["lam"],
)  # fmt: skip

SHARP = Claim(
    "sparse.outpert-sco.sharp",
    title="Rate of the bound for stochastic convex optimisation, pure DP, smaller noise",
    ours=("rate", "in place of Table 2, row 4"),
    statement=r"""\min_\lambda \lambda D^2 + \frac{s L^2 h}{\lambda n \epsilon} \Big(
        \sqrt{\frac H\lambda} + 1 \Big) + \frac{L^2}{\lambda n} \asymp \frac{LD}{\sqrt n}
        + D^{6/5} H^{1/5} \Big( \frac{s L^2 h}{n \epsilon} \Big)^{2/5}
        + L D \sqrt{\frac{s h}{n \epsilon}}, \quad h = 1 + \ln d""",
    hypotheses=r"""H, D > 0; \; \text{the bound for convex ERM with the smaller noise}, \
            \; L^2/(\lambda n) \text{ for } S \sim \mathcal{D}^n; \text{ constants left out}""",
    encoded=(SHARP_ORDER,),
    note="A rate of the displayed sum. The smaller noise is that of `sparse.outpert-pure.sharp`. As"
    " encoded h is 1 + ln d, and P is n eps.",
    uses=("sparse.erm-l2-sens", "sparse.outpert-pure.sharp", "ext.uniform-stability"),
)


FAR = """Losses L |x - z|, rounded at z, for z in {-D, D} of mean 3D/(4 sqrt(n)), lambda near 0, eps
 huge: about LD/(3 sqrt(n)) is lost."""
UNEQUAL = {
    0: "F_D(x_lambda) need not be the mean loss of a fresh record.",
    1: "G_lambda may be any number below V.", 2: "F_D(x*) may be far below the mean of F_S(x*).",
}  # fmt: skip
FAR_APART = {
    0: "A loss that is not Lipschitz may be any other one at a point nearby.",
    1: "The minimiser may follow each record, however large lambda is.",
}


@CLAIM.proof(part="approximate", uses=("ext.uniform-stability", "sparse.erm-l2-sens"))
@broken("stability_is_not_free", FAR, share=0)
@dropped("after", noisy.PROJECTED, noisy.WITHOUT_PROJECTED)
@broken("any_noise", "The xi may be as large as they like.", given=())
@broken("any_scale", "sigma may be as large as it likes.", scaled=False)
def four_differences_make_the_excess_risk(**changes: Any) -> Outcome:  # noqa: ANN401
    """In mean F_D(xhat) - F_D(x*) is four differences: noise, stability, regularisation, and 0.
    The variants without a hypothesis that both parts share stand at the other part.
    """
    return population.by_stability(noisy.NORMAL, **changes)


@CLAIM.proof(part="pure", uses=("ext.uniform-stability", "sparse.erm-l2-sens"))
@broken("stability_is_not_free_here", FAR, share=0)
@dropped("exchanged", population.EXCHANGED, UNEQUAL)
@dropped("minimal", population.ON_S, noisy.WITHOUT_MINIMAL)
@dropped("close", population.CLOSE, FAR_APART)
@broken("any_noise", "The xi may be as large as they like.", given=())
@broken("any_scale", "sigma may be as large as it likes.", scaled=False)
def pure_privacy_has_the_same_extra_term(**changes: Any) -> Outcome:  # noqa: ANN401
    """The same four differences with Laplace noise."""
    return population.by_stability(noisy.PRINTED, **changes)


@CLAIM.exact(part="optimum", uses=())
@broken("half_of_the_statistical_term_is_not_it", share=sp.S.Half)
@because("LD/sqrt(n) is not the square root of 4 a u.")
def the_optimum_splits_into_two_terms(*, share: Any = 1) -> Outcomes:  # noqa: ANN401
    """2 sqrt(a (u + v)) <= 2 sqrt(a u) + 2 sqrt(a v), a = D^2/2, u = 2L^2/n, v = 8L^2 q/P."""
    return population.by_two_roots(share)


@CLAIM.exact(part="pure order", uses=())
@broken("the_statistical_term_stays", claimed="D**(4/3)*(s*L**2*H*h/P)**(1/3) + D*L*(s*h/P)**(1/2)")
@because("Without LD/sqrt(n) the bound is not reached.")
def the_empirical_rate_and_the_statistical_one(**changes: Any) -> Outcome:  # noqa: ANN401
    """The empirical rate and LD/sqrt(n)."""
    return rate_is(ORDER.but(**changes))


@SHARP.exact
@broken(
    "the_printed_exponent_is_larger",
    claimed="D**(4/3)*(s*L**2*H*h/P)**(1/3) + D*L*(s*h/P)**(1/2) + D*L*n**(-1/2)",
)
@because("At L = D = H = 1, n large: q^(1/3) exceeds q^(2/5) by any factor, q = s h/P near 0.")
def the_smaller_noise_has_the_same_extra_term(**changes: Any) -> Outcome:  # noqa: ANN401
    """The smaller noise keeps the exponent 2/5 and has the same extra term LD/sqrt(n)."""
    return rate_is(SHARP_ORDER.but(**changes))
