"""Private stochastic heavy ball: what it releases, and why momentum costs no privacy (eq. (9)).

Step t asks for a noisy mini-batch gradient g_t = grad F_B(x_t) + eta_t and moves

    x_{t+1} = x_t - alpha g_t + beta (x_t - x_{t-1}),        x_{-1} = x_0.

The published object is the list of iterates x_1..x_T.  Given the public x_0, alpha and beta it
carries exactly the same information as the list of noisy gradients g_0..g_{T-1}:

    backwards   g_t = (x_t + beta (x_t - x_{t-1}) - x_{t+1}) / alpha,
    forwards    the recursion itself.

Both maps are fixed, data-free functions and undo each other.  So whatever is private about the
gradients is private about the iterates and the other way round, and no privacy bound for heavy
ball depends on alpha or beta.  All formulas hold coordinate by coordinate, so one coordinate is
enough.
"""

import sympy as sp

from workbench.claims import Claim, Outcome, because, broken
from workbench.rigor import certify
from workbench.symbolic import Relation, declare, relation

alpha, beta, gamma, x, before, after, g = declare(
    "alpha beta gamma > 0, real x_t x_before x_after g_t"
)


def step(momentum: sp.Expr = beta) -> sp.Expr:
    """The right side of (9)."""
    return x - alpha * g + momentum * (x - before)


def gradient(momentum: sp.Expr = beta) -> sp.Expr:
    """The formula for the noisy gradient."""
    return (x + momentum * (x - before) - after) / alpha


def gradients(momentum: sp.Expr = beta) -> Relation:
    """A step of (9) gives back its noisy gradient."""
    return relation(g, "=", gradient(momentum), where=[(after, "=", step()), (beta, "<", 1)])


def iterates(momentum: sp.Expr = beta) -> Relation:
    """The step of (9) with the gradient of the formula."""
    return relation(after, "=", step(momentum), where=[(g, "=", gradient()), (beta, "<", 1)])


CLAIM = Claim(
    "accel.dp-shb-update",
    title="DP-SHB: releasing the iterates is releasing the noisy gradients",
    printed=("algorithm", "Section 3, eqs. (8)-(9)"),
    statement=r"""x_{t+1} = x_t - \alpha \tilde g_t + \beta (x_t - x_{t-1}),\quad x_{-1} = x_0,\quad
        \tilde g_t = \nabla F_{B_t}(x_t) + \eta_t
        \;\Longleftrightarrow\;
        \tilde g_t = \frac{x_t + \beta (x_t - x_{t-1}) - x_{t+1}}{\alpha}
        \ \text{ for all } t \ge 0""",
    hypotheses=r"""\alpha > 0
        0 < \beta < 1
        x_0, \alpha, \beta \text{ independent of the data}""",
    parts=("gradients from iterates", "iterates from gradients"),
    encoded={"gradients from iterates": (gradients(),), "iterates from gradients": (iterates(),)},
    uses=("accel.noisy-gradient", "accel.update-rules"),
    note="Algebra only. The two transcripts are functions of each other, so the privacy of DP-SHB"
    " depends on neither step size nor momentum, provided that these were not computed from the"
    " data. As encoded, the equations are those of one step and one coordinate.",
)


@CLAIM.exact(part="gradients from iterates", uses=())
@broken("forgotten_momentum_gives_another_gradient", momentum=sp.Integer(0))
@because("(x_t - x_{t+1}) / alpha is the gradient of plain descent, not of heavy ball.")
def released_iterates_give_back_the_noisy_gradient(*, momentum: sp.Expr = beta) -> Outcome:
    """(x_t + beta (x_t - x_{t-1}) - x_{t+1}) / alpha = g_t.
    The formula for the noisy gradient, applied to an iterate made by (9).
    """
    return certify(gradients(momentum))


@CLAIM.exact(part="iterates from gradients", uses=())
@broken("replaying_with_another_momentum_leaves_the_path", momentum=gamma)
@because("With momentum gamma in place of beta the replayed path leaves the released one.")
def replaying_the_gradients_gives_back_the_iterates(*, momentum: sp.Expr = beta) -> Outcome:
    """The step of (9) with the gradient of the formula leads to x_{t+1}, at every t."""
    return certify(iterates(momentum))
