"""A uniform window over one epoch, for any repeated order (not in the paper).

The mean of the last N gradients uses every record once, j steps ago for j = 0..N-1, at a distance
of at most eta j: its error is at most eta L (N-1)/2, whatever the order is.  The window is kept by
S_t = kappa S_(t-N) + H_[t-N+1,t]; each H has at most 2K pieces, and the leak kappa keeps the
variance bounded: 1/(1 - kappa^2) = 1/(gamma (2 - gamma)).
"""

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, broken
from workbench.rigor import follows, induction
from workbench.symbolic import declare, relation

eta, L, n, j = declare("eta L > 0, integer n >= 0, integer j")

WINDOW = Claim(
    "momentum.alg2u",
    title="A uniform window over one epoch has a small error for any repeated order",
    ours=("algorithm", "Not in the paper"),
    statement=r"""\Big\lVert \frac1N \sum_{i=t-N+1}^t g_i - \nabla F(w_t) \Big\rVert
        \le \frac{\eta L (N-1)}{2}; \quad \hat S_t = \kappa \hat S_{t-N} + \hat H_{[t-N+1,t]}:
        \; \mathrm{Var} \le \frac{1}{N^2} \Big( \sigma_A^2 + \frac{2 K \sigma_B^2}{\gamma(2-\gamma)}
        \Big)""",
    hypotheses=r"""\text{the same order in every epoch, at least one epoch has passed}
        \lVert w_{t+1} - w_t \rVert \le \eta; \; K = \lfloor \log_2 N \rfloor, \; N \ge 2""",
    parts=("error", "variance"),
    uses=("momentum.prop-18", "momentum.sens-h", "ext.normal-sums"),
)


@WINDOW.exact(part="error")
@broken("a_third_is_too_little", "eta L (N-1)/3 is another sum.", divisor=3)
def the_mean_age_is_half_an_epoch(*, divisor: int = 2) -> Outcome:
    """Each record was used once, j steps ago, at distance at most eta j.
    (1/N) sum_(j<N) eta L j = eta L (N-1)/2, by induction on N = n.
    """
    total = sp.Sum(eta * L * j, (j, 0, n - 1))
    return induction(relation(total, "=", eta * L * n * (n - 1) / divisor), "n")


@WINDOW.exact(part="variance")
@broken("windows_have_up_to_two_pieces_per_level", "K pieces are too few.", factor=1)
def leaking_windows_have_a_geometric_variance(*, factor: int = 2) -> Outcomes:
    """1 - kappa^2 = gamma (2 - gamma).
    kappa^(2J) A + B sum kappa^(2l) n_l <= A + 2 K B/(1 - kappa^2), n_l <= 2K.
    """
    A, B, K, p, S, X, kappa = declare("A B K p S X kappa >= 0")
    powers = sp.Sum(kappa ** (2 * j), (j, 0, n - 1))
    leak = (1 - kappa) * (1 + kappa)
    closed = relation(leak * powers, "=", 1 - kappa ** (2 * n), where=[(kappa, "<", 1)])
    g = declare("g >= 0")  # 1/(1 - kappa^2)
    tight = {"A": 0, "B": 1, "K": 1, "p": 0, "S": 1, "X": 2, "g": 1}
    left = A * p + B * X
    premises = [(A, p, 1), (B, X, 2 * K * S), (2 * K * B, S, g)]
    total = follows(left, A + factor * K * B * g, premises, rest=(factor - 2) * K * B * g, at=tight)
    yield induction(closed, "n")
    yield total
