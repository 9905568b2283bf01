"""Pure DP over a constrained set: noise for the sensitivity that constrained minimisers do have.

Over any closed convex X the minimiser moves by at most 2 sqrt(d) L/(lam n) in the 1-norm, so that
Laplace noise of scale 2 sqrt(d) L/(lam n eps) is private, smooth losses or not.  With a projection
in the largest coordinate

    E F_S(xhat) - F_S(x*) <= (lam/2) D^2 + 4 sqrt(s d) L^2 (1 + ln d)/(lam n eps),

2 sqrt(2) LD (s d)^(1/4) sqrt((1 + ln d)/(n eps)) at the best lam.  That is the exponent 1/2 in
n eps, for a power of the dimension.
"""

from typing import Any

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, because, broken, dropped
from workbench.rigor.provers import best_regularisation as best
from workbench.rigor.provers import noisy_minimisers as noisy
from workbench.rigor.provers import private_minimisers as minimisers
from workbench.rigor.provers.privacy import shown_private

ENCODED: dict[str, tuple[Any, ...]] = {
    "privacy": (minimisers.constrained(),),
    "bound": (noisy.risk(noisy.CONSTRAINED),),
    "optimum": best.balanced(noise="constrained"),
}

CLAIM = Claim(
    "sparse.outpert-pure.constrained",
    title="Convex ERM over a constrained set by output perturbation, pure DP",
    ours=("theorem",
          "in place of the block Output Perturbation for delta = 0 and constrained minimisers"),
    statement=r"""\begin{gathered}
        \tilde x, \hat x \text{ are } \epsilon\text{-DP}, \quad
        \mathbb{E} F_S(\hat x) - F_S(x^\ast) \le \frac{\lambda D^2}2 + \frac{4 \sqrt{s d}\, L^2
        (1 + \ln d)}{\lambda n \epsilon}; \quad \text{at the best } \lambda \text{ in this bound }
        2 \sqrt2\, L D (s d)^{1/4} \sqrt{\frac{1 + \ln d}{n \epsilon}}
        \end{gathered}""",
    hypotheses=r"""x_\lambda \text{ minimises } F_S(x) + \tfrac\lambda2 \lVert x \rVert_2^2 \text{ \
            over } \mathcal{X}; \; x^\ast \in \mathcal{X}, \; \lVert x^\ast \rVert_2 \le D
        \tilde x = x_\lambda + \operatorname{Lap}\big( \frac{2 \sqrt d L}{\lambda n \epsilon} \
            \big)^{\otimes d}, \; \hat x \in \arg\min_{x \in \mathcal{X}} \lVert x - \tilde x \
            \rVert_\infty \text{, chosen without the data}
        \lVert x_\lambda(S) - x_\lambda(S') \rVert_1 \le \frac{2 \sqrt d L}{\lambda n} \text{ \
            (for convex, } L\text{-Lipschitz losses and closed convex } \mathcal{X} \text{: \
            sparse.erm-l1-constrained.repaired)}
        |F_S(x) - F_S(y)| \le \sqrt s L \lVert x - y \rVert_\infty \text{ on } \mathcal{X} \
            \text{ (convex losses, } s\text{-sparse gradients of norm at most } L \
            \text{: sparse.setting)}""",
    parts=("privacy", "bound", "optimum"),
    encoded=ENCODED,
    uses=("sparse.erm-l1-constrained.repaired", "sparse.linf-proj", "sparse.setting",
          "ext.largest-noise.bounds"),
    note="Where the minimiser is unconstrained and losses are H-smooth, the noise of"
    " `sparse.outpert-pure.sharp` is smaller iff sqrt(2H/lambda) < 2 sqrt(d/s) - 2. As encoded, the"
    " minimiser is any function of the data that moves by no more when a record is replaced, x is"
    " xtilde, which is released, and xhat is made of it. F_lambda, F_star and F are the risks at"
    " x_lambda, x* and xhat, A and B the squared 2-norms of x_lambda and x*; xi is a coordinate of"
    " the noise and M = |x_lambda - xtilde|_oo the largest |xi|; r is |xhat - xtilde|_oo, at most M"
    " as x_lambda is in X, and m is |xhat - x_lambda|_oo.",
)  # fmt: skip


@CLAIM.proof(part="privacy", uses=("sparse.erm-l1-constrained.repaired",))
@broken("twice_as_far", "A coordinate that moves so far costs 2 eps.", factor=2)
def the_noise_covers_constrained_minimisers(**changes: Any) -> Outcome:  # noqa: ANN401
    """The log-ratio is at most |x_lambda(S) - x_lambda(S')|_1/sigma, and that is eps."""
    return shown_private(minimisers.constrained(**changes))


@CLAIM.proof(part="bound", uses=())
@broken("a_third_of_the_noise", share=sp.Rational(1, 3))
@because("d = s = 1, X = R, F_S = L |x|, x* = 0, D near 0: the mean is sigma L, half of that term.")
@dropped("minimal", noisy.MINIMAL, noisy.WITHOUT_MINIMAL)
@dropped("after", noisy.PROJECTED, noisy.WITHOUT_PROJECTED)
@broken("any_noise", "The xi may be as large as they like.", given=())
@broken("any_scale", "sigma may be as large as it likes.", scaled=False)
def the_projection_doubles_the_noise(**changes: Any) -> Outcome:  # noqa: ANN401
    """|F - F_lam| <= sqrt(s) L m <= 2 sqrt(s) L M, and E M <= sigma (1 + ln d)."""
    return noisy.by_the_largest(noisy.CONSTRAINED, **changes)


@CLAIM.exact(part="optimum", uses=())
@broken("twice_that_is_not_a_lower_bound", "The minimum is attained.", share=2)
def the_best_regularisation_is_explicit(*, share: int = 1) -> Outcomes:
    """2 sqrt(a b), a = D^2/2 and b = 4 sqrt(s d) L^2 (1 + ln d)/(n eps)."""
    yield from best.by_both_roots(share=share, noise="constrained")
