"""A uniform window over one epoch, for any repeated order (not in the paper).

The mean of the last N gradients uses every record once, j steps ago for j = 0..N-1, at a distance
of at most eta j: its error is at most eta L (N-1)/2, whatever the order is.  The window is kept by
S_t = kappa S_(t-N) + H_[t-N+1,t]; each H has at most 2K pieces, and the leak kappa keeps the
variance bounded: 1/(1 - kappa^2) = 1/(gamma (2 - gamma)).
"""

from typing import Any

from workbench.claims import Claim, Outcome, broken, dropped
from workbench.rigor.provers import leaking_window as window
from workbench.rigor.provers.theorems import proved

WINDOW = Claim(
    "momentum.alg2u",
    title="A uniform window over one epoch has a small error for any repeated order",
    ours=("algorithm", "Not in the paper"),
    statement=r"""\Big\lVert \frac1N \sum_{i=t-N+1}^t g_i - \nabla F(w_t) \Big\rVert
        \le \frac{\eta L (N-1)}{2}; \quad \hat S_t = \kappa \hat S_{t-N} + \hat H_{[t-N+1,t]}:
        \; \mathrm{Var}\Big( \frac{\hat S_t}{N} \Big) \le \frac{1}{N^2} \Big( \sigma_A^2
        + \frac{2 K \sigma_B^2}{\gamma(2-\gamma)} \Big) \text{ for the noise in one coordinate}""",
    hypotheses=r"""\text{the same order in every epoch, at least one epoch has passed}; \; \
            \nabla f(\cdot; x) \text{ is } L\text{-Lipschitz}
        \lVert w_{t+1} - w_t \rVert \le \eta; \; K = \lfloor \log_2 N \rfloor, \; N \ge 2; \; \
            \kappa = 1 - \gamma, \; 0 < \gamma \le 1
        \text{variances of the noise, in one coordinate: that of the first window is } \
            \sigma_A^2, \text{ each } \hat H \text{ is a sum of at most } 2K \text{ nodes, with \
            new independent noises of variance } \sigma_B^2""",
    parts=("error", "variance"),
    encoded={"error": (window.error().theorem,), "variance": (window.variance().theorem,)},
    uses=("momentum.prop-18", "momentum.sens-h"),
    note="As encoded W_j is w_(t-j), u_j the gradient there of the loss of the record used j steps"
    " ago, and v_j that at w_t: as the order is the same in every epoch, all N records are used"
    " for j < N, and the mean of the v_j is grad F. Z_m is the noise of S, in one coordinate,"
    " after m windows: Y_0 is that of the first and Y_k that of the k-th H, a sum of n_k"
    " independent noises, of variance n_k sigma_B^2. That there are at most 2K is Proposition 18.",
)


@WINDOW.proof(part="error")
@broken("a_third_is_too_little", "w_t = t eta and g = L w on a line.", divisor=3)
@dropped("given", window.NEAR, {
    0: "The points may be far from each other.", 1: "The gradients may be any vectors.",
})  # fmt: skip
def the_mean_age_is_half_an_epoch(**changes: Any) -> Outcome:  # noqa: ANN401
    """Each record was used once, j steps ago, at distance at most eta j; both sums by induction."""
    return proved(window.error(**changes))


@WINDOW.proof(part="variance")
@broken("windows_have_up_to_two_pieces_per_level", "gamma = K = 1: 2 sigma_B^2.", pieces=1)
@broken("noise_that_is_not_new", "Equal noises add up, not their squares.", of=window.drawn(None))
@dropped("given", window.NOISE, {
    0: "At gamma = 3 it grows.", 1: "The first window may have any noise.",
    2: "So may each later one.", 3: "A window may have any number of nodes.",
})  # fmt: skip
def leaking_windows_have_a_geometric_variance(**changes: Any) -> Outcome:  # noqa: ANN401
    """V_(k+1) <= kappa^2 V_k + 2 K sigma_B^2, and 1 - kappa^2 = gamma (2 - gamma)."""
    return proved(window.variance(**changes))
