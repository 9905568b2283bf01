"""Empirical risk of output perturbation, pure DP: the printed noise, and a smaller one.

Without constraints the noise itself is released: F_S(x_lam + xi) - F_S(x_lam) <= sqrt(s) L |xi|_oo,
and the largest of d Laplace noises is at most sigma h in the mean, h = 1 + ln d.

    printed noise   (lam/2) D^2 + (2 sqrt(2) s L^2 h/(lam P)) (2H/lam + 1)       exponent 1/3
    sharp noise     (lam/2) D^2 + (s L^2 h/(lam P)) (sqrt(2H/lam) + 2)           exponent 2/5

with P = n eps.  Where H/lam is large these are a lam + c lam^(-2) and a lam + c lam^(-3/2); both
minima are exact, by polynomials with a double root.  The second noise divides the sharper
sensitivity by eps: the rate improves from (s ln d/P)^(1/3) to (s ln d/P)^(2/5).
"""

from typing import Any

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, because, broken, dropped
from workbench.rates import Order, rate_is
from workbench.rigor.provers import best_regularisation as best
from workbench.rigor.provers import noisy_minimisers as noisy
from workbench.rigor.provers import private_minimisers as minimisers
from workbench.rigor.provers.privacy import shown_private

TERMS = ["D**2*lam", "s*L**2*h*(H/lam)/(lam*P)", "s*L**2*h/(lam*P)"]
ORDER = Order("D**(4/3)*(s*L**2*H*h/P)**(1/3) + D*L*(s*h/P)**(1/2)", TERMS, free=["lam"])

ENCODED: dict[str, tuple[Any, ...]] = {
    "bound": (noisy.risk(noisy.PRINTED),),
    "optimum": best.steep(),
    "order": (ORDER,),
}

CLAIM = Claim(
    "sparse.outpert-pure",
    title="Convex ERM by output perturbation, pure DP, printed noise: its error",
    reconstructed=("theorem", "Table 2, row 3, with the block Output Perturbation"),
    statement=r"""\begin{gathered}
        \mathbb{E} F_S(\tilde x) - F_S(x^\ast) \le \frac{\lambda D^2}2 + \frac{2 \sqrt2\, s L^2
        (1 + \ln d)}{\lambda n \epsilon} \Big( \frac{2H}\lambda + 1 \Big); \\
        \lambda \le 2H: \; \le a \lambda + \frac c{\lambda^2}, \quad \min_\lambda =
        \frac{3}{2^{2/3}} a^{2/3} c^{1/3} \text{ at } (2c/a)^{1/3}, \quad
        a = \frac{D^2}2, \; c = \frac{8 \sqrt2\, s L^2 H (1 + \ln d)}{n \epsilon}
        \end{gathered}""",
    hypotheses=r"""x_\lambda \text{ minimises } F_S(x) + \tfrac\lambda2 \lVert x \rVert_2^2 \text{ \
            over } \mathbb{R}^d; \; \lVert x^\ast \rVert_2 \le D
        \tilde x = x_\lambda + \operatorname{Lap}(\sigma)^{\otimes d}, \; \sigma = \frac{2 \
            \sqrt{2s} L}{\lambda n \epsilon} \big( \frac{2H}\lambda + 1 \big), \text{ printed \
            for } H\text{-smooth losses}
        |F_S(x) - F_S(y)| \le \sqrt s L \lVert x - y \rVert_\infty \text{ (convex losses, \
            } s\text{-sparse gradients of norm at most } L \text{: sparse.setting)}""",
    parts=("bound", "optimum", "order"),
    encoded=ENCODED,
    uses=("sparse.erm-l1-sens", "sparse.setting", "ext.largest-noise.bounds"),
    note="A projection onto a constraint set would double the second term, but the noise is not"
    " private for constrained minimisers (`sparse.erm-l1-constrained`). With the mean sigma H_d of"
    " `ext.largest-noise` in place of its bound, H_d = 1 + 1/2 + ... + 1/d takes the place of"
    " 1 + ln d. As encoded F_lambda, F_star and F are the risks at x_lambda, x* and xtilde, A and B"
    " the squared 2-norms of x_lambda and x*, xi is a coordinate of the noise, known by the means"
    " of (|xi| - a)_+, and M is the largest size of them all. In the optimum a and c are any"
    " positive numbers; in the order h is 1 + ln d, any number, and P is n eps.",
)  # fmt: skip

SHARP_ORDER = Order(
    "D**(6/5)*H**(1/5)*(s*L**2*h/P)**(2/5) + D*L*(s*h/P)**(1/2)",
    ["D**2*lam", "s*L**2*h*(H/lam)**(1/2)/(lam*P)", "s*L**2*h/(lam*P)"], free=["lam"],
)  # fmt: skip

SHARP_ENCODED: dict[str, tuple[Any, ...]] = {
    "privacy": (minimisers.sharp(),),
    "bound": (noisy.risk(noisy.SHARP),),
    "optimum": best.smaller(),
    "order": (SHARP_ORDER,),
}

SHARP = Claim(
    "sparse.outpert-pure.sharp",
    title="Convex ERM by output perturbation, pure DP, smaller noise: exponent 2/5",
    ours=("theorem", "in place of Table 2, row 3"),
    statement=r"""\begin{gathered}
        \tilde x \text{ is } \epsilon\text{-DP}, \quad
        \mathbb{E} F_S(\tilde x) - F_S(x^\ast) \le \frac{\lambda D^2}2 + \frac{s L^2
        (1 + \ln d)}{\lambda n \epsilon} \Big( \sqrt{\frac{2H}\lambda} + 2 \Big), \\
        \text{at the best } \lambda \; \asymp D^{6/5} H^{1/5} \Big( \frac{s L^2 h}{n \epsilon}
        \Big)^{2/5} + L D \sqrt{\frac{s h}{n \epsilon}}, \; h = 1 + \ln d; \quad
        \min_\lambda \{ a \lambda + c \lambda^{-3/2} \}
        = \tfrac53 \big( \tfrac32 \big)^{2/5} a^{3/5} c^{2/5}, \quad
        a = \frac{D^2}2, \; c = \frac{\sqrt2\, s L^2 \sqrt H (1 + \ln d)}{n \epsilon}
        \end{gathered}""",
    hypotheses=r"""x_\lambda \text{ minimises } F_S(x) + \tfrac\lambda2 \lVert x \rVert_2^2 \text{ \
            over } \mathbb{R}^d; \; \lVert x^\ast \rVert_2 \le D, \; H > 0
        \tilde x = x_\lambda + \operatorname{Lap}(\sigma)^{\otimes d}, \; \sigma = \frac{\sqrt s \
            L}{\lambda n \epsilon} \big( \sqrt{2H/\lambda} + 2 \big)
        \lVert x_\lambda(S) - x_\lambda(S') \rVert_1 \le \frac{\sqrt s L}{\lambda n} \big( \
            \sqrt{2H/\lambda} + 2 \big) \text{ (for convex, } L\text{-Lipschitz, } \
            H\text{-smooth losses with } s\text{-sparse gradients: sparse.erm-l1-sens-sharp)}
        |F_S(x) - F_S(y)| \le \sqrt s L \lVert x - y \rVert_\infty \text{ (convex losses, \
            } s\text{-sparse gradients of norm at most } L \text{: sparse.setting)}""",
    parts=("privacy", "bound", "optimum", "order"),
    encoded=SHARP_ENCODED,
    uses=("sparse.erm-l1-sens-sharp", "sparse.setting", "ext.largest-noise.bounds"),
    note="The bound is a lambda + c lambda^(-3/2) + 2 s L^2 (1 + ln d)/(lambda n eps), as the"
    " optimum says first; its a and c are then any positive numbers. As encoded, the minimiser is"
    " any function of the data that moves by no more when a record is replaced; F_lambda, F_star"
    " and F are the risks at x_lambda, x* and xtilde, A and B the squared 2-norms of x_lambda and"
    " x*, xi is a coordinate of the noise, M the largest |xi| of them all, and P is n eps.",
)  # fmt: skip

HUBER = """d = s = 1, x* = 0, D near 0, Huber's loss of slope L and curvature H: the mean is at
    least L (sigma - L/(2H)), near sigma L, the whole second term, for large H."""


@CLAIM.proof(part="bound", uses=())
@broken("half_of_the_noise", share=sp.S.Half)
@because(HUBER)
@dropped("minimal", noisy.MINIMAL, noisy.WITHOUT_MINIMAL)
@dropped("after", noisy.FREE, "The risk at xtilde may be anything.")
@broken("any_noise", "The xi may be as large as they like.", given=())
@broken("any_scale", "sigma may be as large as it likes.", scaled=False)
def the_largest_noise_times_the_one_norm(**changes: Any) -> Outcome:  # noqa: ANN401
    """|F - F_lam| <= sqrt(s) L M, and E M <= sigma (1 + ln d), with the printed sigma."""
    return noisy.by_the_largest(noisy.PRINTED, **changes)


@CLAIM.exact(part="optimum", uses=())
@broken("twice_that_is_not_a_lower_bound", "The minimum is attained.", share=2)
@broken("a_large_regularisation", below=False)
@because("For H far below lambda the second term is c/lam^2 times lam/(4H).")
def a_double_root_gives_the_minimum(**changes: Any) -> Outcomes:  # noqa: ANN401
    """2 lam^3 + u^3 - 3 u lam^2 = (lam - u)^2 (2 lam + u), u = (2c/a)^(1/3)."""
    yield from best.by_a_double_root(**changes)


@CLAIM.exact(part="order", uses=())
@broken("one_half_alone_forgets_the_smoothness", claimed="D*L*(s*h/P)**(1/2)")
@because("(s h/P)^(1/2) is the rate of linear losses.")
def the_exponent_of_the_table_is_one_third(**changes: Any) -> Outcome:  # noqa: ANN401
    """(s H h/P)^(1/3), and (s h/P)^(1/2) where H is small; h = 1 + ln d."""
    return rate_is(ORDER.but(**changes))


@SHARP.proof(part="privacy", uses=("sparse.erm-l1-sens-sharp",))
@broken("twice_as_far", "A coordinate that moves so far costs 2 eps.", factor=2)
def the_smaller_noise_matches_the_sharp_sensitivity(**changes: Any) -> Outcome:  # noqa: ANN401
    """The log-ratio is at most |x_lambda(S) - x_lambda(S')|_1/sigma, and that is eps."""
    return shown_private(minimisers.sharp(**changes))


@SHARP.proof(part="bound", uses=())
@broken("half_of_the_noise_here", share=sp.S.Half)
@because(HUBER)
@dropped("minimal", noisy.MINIMAL, noisy.WITHOUT_MINIMAL)
@dropped("after", noisy.FREE, "The risk at xtilde may be anything.")
@broken("any_noise_here", "The xi may be as large as they like.", given=())
@broken("any_scale_here", "sigma may be as large as it likes.", scaled=False)
def the_same_with_the_smaller_noise(**changes: Any) -> Outcome:  # noqa: ANN401
    """|F - F_lam| <= sqrt(s) L M, and E M <= sigma (1 + ln d), with the smaller sigma."""
    return noisy.by_the_largest(noisy.SHARP, **changes)


@SHARP.exact(part="optimum", uses=())
@broken("twice_that_is_not_a_lower_bound_here", "The minimum is attained.", share=2)
def another_double_root_gives_the_minimum(**changes: Any) -> Outcomes:  # noqa: ANN401
    """For v^2 = lam, w^5 = 3c/(2a) the factor (v - w)^2 leaves 3v^3 + 6wv^2 + 4w^2 v + 2w^3."""
    yield from best.by_another_double_root(**changes)


@SHARP.exact(part="order", uses=())
@broken("one_half_alone_is_not_reached", claimed="D*L*(s*h/P)**(1/2)")
@because("Where H is large the other term is larger.")
def the_exponent_improves_to_two_fifths(**changes: Any) -> Outcome:  # noqa: ANN401
    """(s h/P)^(2/5) H^(1/5), and (s h/P)^(1/2) where H is small; h = 1 + ln d."""
    return rate_is(SHARP_ORDER.but(**changes))
