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

from workbench.claims import Claim, Outcome, Outcomes, because, broken
from workbench.rigor import First, Rule, identity, induction
from workbench.symbolic import declare, relation

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
    uses=("accel.noisy-gradient", "accel.update-rules"),
    note="Algebra only. The two transcripts are functions of each other, so the privacy of DP-SHB"
    " depends on neither step size nor momentum, provided that these were not computed from the"
    " data.",
)

alpha, beta, gamma, t = declare("alpha beta gamma > 0, integer t >= 0")
x, g, y = (
    sp.IndexedBase("x", real=True),
    sp.IndexedBase("g", real=True),
    sp.IndexedBase("y", real=True),
)


@CLAIM.exact(part="gradients from iterates", uses=())
@broken("forgotten_momentum_gives_another_gradient", momentum=sp.Integer(0))
@because("(x_t - x_{t+1}) / alpha is the gradient of plain descent, not of heavy ball.")
def released_iterates_give_back_the_noisy_gradient(*, momentum: sp.Expr = beta) -> Outcome:
    """(x_t + beta (x_t - x_{t-1}) - x_{t+1}) / alpha = g_t.
    The formula for the noisy gradient, applied to an iterate made by (9).
    """
    following = declare("real x_next")
    moved = x[t] - alpha * g[t] + beta * (x[t] - x[t - 1])
    formula = (x[t] + momentum * (x[t] - x[t - 1]) - following) / alpha
    return identity(formula, g[t], where=[(following, "=", moved)])


@CLAIM.exact(part="iterates from gradients", uses=())
@broken("replaying_with_another_momentum_leaves_the_path", momentum=gamma)
@because("With momentum gamma in place of beta the replayed path leaves the released one.")
def replaying_the_gradients_gives_back_the_iterates(*, momentum: sp.Expr = beta) -> Outcomes:
    """Steps: y_{t+1} - y_t = x_{t+1} - x_t for all t by induction; hence y_t = x_t for all t.
    Run (9) from x_0 on the gradients recovered from x; y - x stays what it was, namely 0.
    """
    gradient = (x[t + 1] + beta * (x[t + 1] - x[t]) - x[t + 2]) / alpha
    rules = [Rule("y", "t", y[t + 1] - alpha * gradient + momentum * (y[t + 1] - y[t]), shift=2)]
    base = [First("y", 0, x[0]), First("y", 1, x[0] - alpha * (x[0] - x[1]) / alpha)]
    steps_agree = relation(y[t + 1] - y[t], "=", x[t + 1] - x[t])
    summed = Rule("y", "t", y[t] + x[t + 1] - x[t])
    yield induction(steps_agree, "t", rules=rules, base=base, factor=beta)
    yield induction(relation(y[t], "=", x[t]), "t", rules=[summed], base=base[:1])
