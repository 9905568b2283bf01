"""How far the minimiser of a regularised empirical risk moves in the 2-norm.

G = F_S + (lam/2)|.|^2 grows by (lam/2) r^2 at distance r from its minimiser over a convex set, be
the minimiser inside or on the boundary, be the losses smooth or not.  Add this for S at x' and for
S' at x; all but the replaced loss cancels:

    lam r^2 <= (1/n) [f_i(x') - f_i(x) + f_i'(x) - f_i'(x')] <= 2 L r/n.

So r <= 2L/(lam n), and not 4L/(lam n), as is often quoted.  Linear losses attain it.
"""

from typing import Any

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, because, broken, dropped
from workbench.rigor.provers import regularised, turned_loss

CLAIM = Claim(
    "sparse.erm-l2-sens",
    title="Sensitivity of a regularised minimiser in the 2-norm",
    reconstructed=("lemma", "block: Output Perturbation, the noise for delta > 0"),
    statement=r"""\lVert x_\lambda(S) - x_\lambda(S') \rVert_2 \le \frac{2L}{\lambda n}, \quad
        x_\lambda(S) = \arg\min_{x \in \mathcal{X}} \Big\{ F_S(x) + \frac\lambda2
        \lVert x \rVert_2^2 \Big\}; \quad \text{attained for } \mathcal{X} = \mathbb{R}^d""",
    hypotheses=r"""f(\cdot; z) \text{ convex and } L\text{-Lipschitz on the closed convex set } \
            \mathcal{X}
        S, S' \text{ differ in one of } n \text{ records}, \; \lambda > 0""",
    parts=("upper", "attained"),
    encoded={"upper": (regularised.two_norm(),), "attained": turned_loss.on_the_line()},
    note="No smoothness, no sparsity, and any convex domain. As encoded x and y are the minimisers"
    " of S and S', f and g are the losses of the record in S and in S', R is the sum of the n - 1"
    " others, and r is |x - y|_2. For all t: x is no worse than x + t (y - x), which is in X, and"
    " there F_S is below its chord; the same for y. It is attained by n losses L v_1 in S and"
    " n - 1 of them and -L v_1 in S': x and y are the minimisers, as no v is better, e being 1 at"
    " the first coordinate and 0 elsewhere.",
)


@CLAIM.proof(part="upper")
@broken("half_of_it_is_exceeded", share=sp.S.Half)
@because("One record, the loss -L x_1 in place of L x_1: r = 2L/(lam n).")
@dropped("where", regularised.LIPSCHITZ, "The record may have a loss as steep as it likes.")
@broken("x_is_any_point", "It may be far from y.", minimal=(False, True))
@broken("y_is_any_point", "It may be far from x.", minimal=(True, False))
def only_the_replaced_loss_remains(*, share: Any = 1, **changes: Any) -> Outcome:  # noqa: ANN401
    """Lam r^2 <= (f(y) - f(x) + g(x) - g(y))/n: growth twice, and the common losses cancel."""
    return regularised.by_the_replaced_loss(share, **changes)


@CLAIM.proof(part="attained")
@broken("they_do_not_reach_four", "4L/(lam n) is twice too large.", constant=4)
def linear_losses_attain_it(*, constant: int = 2) -> Outcomes:
    """The slopes of the risks, L and L - 2L/n, are lam times the distances of x and y from 0."""
    yield from turned_loss.by_the_slopes(constant)
