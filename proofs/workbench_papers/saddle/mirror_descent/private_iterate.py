"""Algorithm 1 under first-order smoothness: exponent 2/5 instead of 1/3 (not in the paper).

The paper bounds the gap at the secret averages and pays twice for the step to sampled points: for
the bias of the gradients, of order K^(-1/2) without L_2, and for the output.  Linearise at the
SAMPLED points zh^t instead, which are what the algorithm returns:

    T Gap(output) <= max_u sum <Phi(zh), zh - u>,
    <Phi(zh), zh - u> = <g, z - u> + <g, zh - z> + <Phi(zh) - g, zh - u>.

g is unbiased for Phi(zh), because its batch is fresh.  So

* the first sum is a regret, l/tau + tau L_0^2 T;
* the second has the mean of <Phi(zh), zh - z>, at most 2 (L_xx + L_yy)/K by leave-one-out: of order
  1/K with first-order smoothness, and on the simplex alone;
* the third is a ghost regret, l/tau + 4 tau L_0^2 T, plus terms of mean zero.

All terms with u are bounded along every path, so the maximum over u stays inside the expectation.
No sparsification term is left, nothing has to be deterministic, and L_xy does not enter.  The proof
was derived here; it has not been reviewed elsewhere.
"""

from typing import Any

import sympy as sp

from workbench.claims import Claim, Outcome, all_of, argued, because, broken, dropped
from workbench.rates import rate_is
from workbench.rigor import follows, identity
from workbench.rigor.provers.theorems import proved
from workbench.symbolic import declare
from workbench_papers.saddle._rates import REGION, SMALL, best_order
from workbench_papers.saddle.mirror_descent.lem_3_8 import gap_bound
from workbench_papers.saddle.mirror_descent.thm_3_1 import HALF, TWO_FIFTHS

CLAIM = Claim(
    "saddle.ours.private-iterate",
    title="Algorithm 1 without second-order smoothness: bias of order 1/K",
    ours=("theorem", "Not in the paper; improves Theorem 3.1, first part"),
    statement=r"""\mathbb{E}\, \mathrm{Gap}(\widetilde x, \widetilde y)
        \le \frac{2\ell}{\tau T} + 5 \tau L_0^2 + \frac{2 (L_{xx} + L_{yy})}{K}
        \le \frac{2\ell}{\tau T} + 5 \tau L_0^2 + \frac{4 L_1}{K}""",
    hypotheses=r"""f(\cdot, \cdot; z) \; L_0\text{-Lipschitz}; \; F \text{ convex-concave, with \
            block constants } L_{xx}, L_{yy} \text{ on the simplices}
        \text{Algorithm 1: i.i.d. data, fresh disjoint batches}, \; \widehat x^t, \widehat y^t \
            \text{ independent given the past}
        \tau > 0, \; 1 \le T \le n, \; K \ge 1""",
    parts=("path", "unbiased", "regrets"),
    encoded={"path": (gap_bound(sampled=True).theorem,)},
    uses=("saddle.ours.leave-one-out", "ext.conditional-expectation"),
    note="A candidate improvement: our own derivation, each step of which is checked here.",
)  # fmt: skip

LIMITS = ("T/n", "tau*T**(3/2)*K**(1/2)/P")
SADDLE = best_order(["ell/(tau*T)", "tau", "1/K"], LIMITS, free=["tau", "T", "K"],
                    integer=["T", "K"], claimed=TWO_FIFTHS, region=SMALL)  # fmt: skip

RATE = Claim(
    "saddle.ours.private-iterate-rate",
    title="Order of the bound of the private iterate: exponent 2/5",
    ours=("rate", "Not in the paper"),
    statement=r"""\min_{\tau, T, K} \frac{\ell}{\tau T} + \tau + \frac 1K \asymp
        \sqrt{\frac{\ell}{n}} + \Big( \frac{\ell^{3/2}}{P} \Big)^{2/5}""",
    hypotheses=r"""\tau T^{3/2} \sqrt K \le P, \; 1 \le T \le n, \; K \ge 1
        n, \ell \ge 1, \; P = n \epsilon/\sqrt{\ln(1/\delta)} \ge \ell^{3/2}; \; L_0 = L_1 = 1""",
    encoded=(SADDLE,),
    uses=("saddle.ours.private-iterate", "saddle.prop3.3"),
    note="Certified is only the order of this sum over real tau > 0, T, K; the gap is bounded in"
    " saddle.ours.private-iterate. The sum is that bound, constants left out, under the privacy of"
    " saddle.prop3.3. If that bound holds, then for d_y = 1 it gives a rate for convex"
    " optimisation, (ln d)^(3/5) P^(-2/5), smaller than the (ln d)^(7/10) P^(-2/5) of Theorem 4.2.",
)

tau, T, K, L0, L1, ell_x, ell_y = declare("tau T K L_0 L_1 ell_x ell_y > 0")
ell = ell_x + ell_y


@CLAIM.proof(part="path")
@broken("the_sampling_error_may_not_be_dropped", "Without <g, zh - z> it fails.", moved=0)
@broken("the_operator_has_a_minus_sign", "With ascent in x and y it fails.", against=1)
def the_gap_is_bounded_along_every_path(*, moved: int = 1, against: int = -1) -> Outcome:
    """The proof of Lemma 3.8, linearised at the sampled points; the supremum is inside."""
    return proved(gap_bound(sampled=True, moved=moved, against=against))


@CLAIM.exact(part="unbiased")
@broken("a_lost_record_biases_it", "B - 1 gradients divided by B are biased.", lost=1)
def batch_gradients_are_unbiased_at_the_sampled_pair(*, lost: int = 0) -> Outcome:
    """For any batch size, because the batch is independent of the sampled pair.
    E <g, zh - z> = E <Phi(zh), zh - z>, one coordinate: g is an average of B fresh gradients.
    Given zh and the past each of them has mean Phi(zh).  In the same way E <Phi - g, zh - v> = 0,
    as zh and the ghost v are known before the batch is drawn.
    """
    B, b, phi, moved, other = declare("integer B > 0, integer b, real phi moved other")
    batch_mean = sp.Sum(phi, (b, 1, B - lost)) / B
    return argued(
        all_of(identity(batch_mean * moved, phi * moved), identity((phi - batch_mean) * other, 0)),
        "The batch is drawn after the sampled pair and the ghost, so given these each of its"
        " gradients has the mean Phi, coordinate by coordinate.",
    )


@CLAIM.exact(part="regrets")
@broken("the_ghost_regret_counts", ghost=1, tight=True)
@because("tau L_0^2 alone forgets the ghost sequence.")
def regrets_and_correlation_add_up(*, ghost: int = 5, tight: bool = False) -> Outcome:
    """2l/(tau T) + (1 + 4) tau L_0^2 + 2 (L_xx + L_yy)/K; each block constant is at most L_1.
    Both regrets with |g| <= L_0 and |Phi - g| <= 2 L_0, leave-one-out, and mean zero.
    """
    gap, reg_x, reg_y, ghost_x, ghost_y, corr, noise = declare(
        "real Gap reg_x reg_y ghost_x ghost_y corr noise"
    )
    L_xx, L_yy = declare("L_xx L_yy > 0")
    at: dict[str, Any] = dict.fromkeys(
        ("tau", "T", "K", "L_0", "ell_x", "ell_y", "L_xx", "L_yy"), 1
    )
    at |= {"reg_x": "3/2", "reg_y": "3/2", "ghost_x": 3, "ghost_y": 3, "corr": 4, "noise": 0}
    right = 2 * ell / (tau * T) + ghost * tau * L0**2 + 2 * (L_xx + L_yy) / K
    premises = [
        (1 / T, T * gap, reg_x + reg_y + ghost_x + ghost_y + T * corr + noise),
        (1 / T, reg_x, ell_x / tau + tau / 2 * T * L0**2),
        (1 / T, reg_y, ell_y / tau + tau / 2 * T * L0**2),
        (1 / T, ghost_x, ell_x / tau + tau / 2 * T * (2 * L0) ** 2),
        (1 / T, ghost_y, ell_y / tau + tau / 2 * T * (2 * L0) ** 2),
        (1, corr, 2 * (L_xx + L_yy) / K), (1 / T, noise, 0),
    ]  # fmt: skip
    found = follows(gap, right, premises, at={**at, "Gap": 13})
    return argued(
        found,
        "The premise is the expectation of the bound along every path, in which |g| <= L_0 and"
        " |Phi - g| <= 2 L_0.",
        "Leave-one-out bounds the correlation, and the errors of the batch have mean 0: both are"
        " numbers in the premises.",
    )


@RATE.exact
@broken("one_half_is_not_reached", "The exponent 1/2 would need no bias at all.", claimed=HALF)
@dropped("constraints", LIMITS, {0: "T may be large.", 1: "K may be large."})
@broken("larger_logarithms", "For P < l^(3/2) it is at least l^(3/4)/sqrt(P).", region=REGION)
def best_order_is_two_fifths(**changes: Any) -> Outcome:  # noqa: ANN401
    """The best order is (l/n)^(1/2) + (l^(3/2)/P)^(2/5); no setting of this bound beats it."""
    return rate_is(SADDLE.but(**changes))
