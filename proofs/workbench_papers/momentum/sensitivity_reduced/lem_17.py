"""The momentum from low-sensitivity differences (eqs. (1)-(3), Lemma 17, Algorithm 4).

M_t = m_t/alpha = sum_(i<=t) q^(t-i) g_i, rho = q^N, kappa = 1 - gamma.  With windows of one epoch,

    G_[y,z] = sum q^(z-i) g_i,    H_[y,z] = sum q^(z-i) (g_i - kappa g_(i-N)),

    M_t = rho M_(t-N) + G_[t-N+1,t],    G_[t-N+1,t] = kappa G_[t-2N+1,t-N] + H_[t-N+1,t]:

two first-order recursions from epoch to epoch.  Unrolled, with c_l = sum_(j<=l) rho^j kappa^(l-j),

    M_t = rho^e M_r + c_(e-1) G_[r+1,N+r] + sum_(l=0..e-2) c_l H_[t-(l+1)N+1,t-lN],   t = eN + r.

It is linear algebra in g and holds for any order; only that H has low sensitivity needs a repeated
one.  Kept in two ring buffers, the recursions give the same numbers as the unrolled sum: the
run time does not grow with the number of epochs.
"""

from typing import Any

import sympy as sp

from workbench.claims import Claim, Outcome, because, broken, dropped
from workbench.rigor import certify, induction
from workbench.rigor.provers import windows as w
from workbench.rigor.provers.theorems import proved
from workbench.symbolic import Relation, declare, relation

q, kappa = declare("q kappa >= 0")
N, n, m = (sp.Symbol(s, nonnegative=True, integer=True) for s in "Nnm")
i = declare("integer i")
g = sp.IndexedBase("g", real=True)
SMALL = (q, "<", 1)


def momentum(exponent: sp.Expr = N) -> Relation:
    """M_(n+N) = q^exponent M_n + G_[n+1,n+N]."""
    whole = sp.Sum(q ** (n + N - i) * g[i], (i, 1, n + N))
    before = sp.Sum(q ** (n - i) * g[i], (i, 1, n))
    last = sp.Sum(q ** (N - i) * g[n + i], (i, 1, N))
    return relation(whole, "=", q**exponent * before + last, where=[SMALL])


def window(factor: sp.Expr = kappa) -> Relation:
    """G_[n+N+1,n+2N] = factor G_[n+1,n+N] + H_[n+N+1,n+2N]."""
    new = sp.Sum(q ** (N - i) * g[n + N + i], (i, 1, N))
    old = sp.Sum(q ** (N - i) * g[n + i], (i, 1, N))
    differences = sp.Sum(q ** (N - i) * (g[n + N + i] - kappa * g[n + i]), (i, 1, N))
    return relation(new, "=", factor * old + differences, where=[SMALL])


def split(weight: sp.Expr = 1 - kappa) -> Relation:
    """H = weight G + (1 - weight) Delta on the m steps after n + N."""
    new, old = g[n + N + i], g[n + i]
    whole = sp.Sum(q ** (m - i) * new, (i, 1, m))
    plain = sp.Sum(q ** (m - i) * (new - old), (i, 1, m))
    differences = sp.Sum(q ** (m - i) * (new - kappa * old), (i, 1, m))
    return relation(differences, "=", weight * whole + (1 - weight) * plain, where=[SMALL])


QUERIES = Claim(
    "momentum.eq-123",
    title="Windows and their differences",
    reconstructed=("definition", "Equations (1) to (3)"),
    statement=r"""M_t = \rho M_{t-N} + G_{[t-N+1, t]}, \quad
        G_{[t-N+1, t]} = \kappa\, G_{[t-2N+1, t-N]} + H_{[t-N+1, t]}, \quad
        H_{[y,z]} = \gamma G_{[y,z]} + (1-\gamma) \Delta_{[y,z]}
        = \sum_{i=y}^z (1-\alpha)^{z-i} (g_i - \kappa g_{i-N})""",
    hypotheses=r"""M_t = \sum_{i=1}^t (1-\alpha)^{t-i} g_i \text{ for } t \ge N \ge 0, \text{ the \
            second formula for } t \ge 2N, \text{ the third for } y \ge N + 1
        G_{[y,z]} = \sum_{i=y}^z (1-\alpha)^{z-i} g_i, \; \Delta_{[y,z]} = \sum_{i=y}^z \
            (1-\alpha)^{z-i} (g_i - g_{i-N})
        \rho = (1-\alpha)^N, \; \kappa = 1 - \gamma \ge 0, \; 0 < \alpha \le 1""",
    parts=("momentum", "window", "split"),
    encoded={"momentum": (momentum(),), "window": (window(),), "split": (split(),)},
    uses=("momentum.momentum-identity",),
    note="The details of the printed queries are not known; the base cases 0, 1, 2 of Lemma 17 and"
    " the first two epochs fit this form. As encoded q = 1 - alpha, [y, z] has m steps after n +"
    " N, and g is one coordinate of the gradients; that q < 1 and kappa >= 0 is not needed.",
)

CLAIM = Claim(
    "momentum.lem-17",
    title="Reconstruction of the momentum from windows",
    reconstructed=("lemma", "Lemma 17, eqs. (8), (9)"),
    statement=r"""M_t = \rho^e G_{[1,r]} + c_{e-1} G_{[r+1,N+r]}
        + \sum_{l=0}^{e-2} c_l H_{[t-(l+1)N+1,\, t-lN]}, \quad
        c_l = \sum_{j=0}^l \rho^j \kappa^{l-j}""",
    hypotheses=r"t = eN + r, \; 0 \le r < N, \; e \ge 1; \text{ empty sums are } 0",
    encoded=(w.reconstructed().theorem,),
    uses=("momentum.eq-123",),
    note="As encoded M_k is M_(kN+r), S_k is G_[(k-1)N+r+1, kN+r] and H_k is H_[kN+r+1, (k+1)N+r],"
    " in every coordinate; u, a and b are the powers of 1 - alpha, rho and kappa.",
)

BUFFERS = Claim(
    "momentum.alg4-reconstruct",
    title="RECONSTRUCT from two ring buffers, in time that does not grow with the epochs",
    reconstructed=("algorithm", "Algorithm 4, Appendix B; the run time in Section 5"),
    statement=r"""\hat S_t = \kappa \hat S_{t-N} + \hat H_{[t-N+1,t]}, \;
        \hat M_t = \rho \hat M_{t-N} + \hat S_t \;\text{ equals }\;
        \rho^e \hat M_r + c_{e-1} \hat G_{[r+1,N+r]} + \sum_{l=0}^{e-2} c_l
        \hat H_{[t-(l+1)N+1,\, t-lN]}""",
    hypotheses=r"""\text{each noisy window is drawn once and reused}
        t = eN + r, \; e \ge 1; \; \hat S_{N+r} = \hat G_{[r+1,N+r]}""",
    encoded=(w.buffers().theorem,),
    uses=("momentum.lem-17",),
    note="As encoded M_k and S_k are those at time kN + r, so that S_1 is the first window, H_k is"
    " the noisy window of the k-th epoch after it, any number; a and b are the powers of rho and"
    " kappa. The paper lists a super-quadratic run time as a limitation. What remains is memory"
    " for N vectors.",
)


@QUERIES.exact(part="momentum")
@broken("the_past_does_not_stay", exponent=sp.Integer(0))
@because("Without the factor the recursion is false.")
def an_epoch_shrinks_the_past_by_rho(*, exponent: sp.Expr = N) -> Outcome:
    """By induction on N."""
    return induction(momentum(exponent), "N", factor=q)


@QUERIES.exact(part="window")
@broken("the_fraction_is_kappa", factor=sp.Integer(1))
@because("With the whole old window the difference would be Delta.")
def a_window_is_a_fraction_of_the_last_plus_a_difference(*, factor: sp.Expr = kappa) -> Outcome:
    """Sum q^(N-i) g_i = kappa sum q^(N-i) f_i + sum q^(N-i) (g_i - kappa f_i), f the old epoch."""
    return certify(window(factor))


@QUERIES.exact(part="split")
@broken("the_leak_is_not_gamma", weight=kappa)
@because("g - gamma f is another query than g - (1 - gamma) f.")
def h_is_a_mixture_of_gradient_and_difference(*, weight: sp.Expr = 1 - kappa) -> Outcome:
    """Weight by weight gamma g + (1-gamma)(g - f) = g - kappa f."""
    return certify(split(weight))


_NEEDED = {
    0: "All a_i may be 0, and M_e is not.", 1: "a_1 may be anything.", 3: "b_1 may be anything.",
    2: "All b_i may be 0, and so all weights.", 4: "The weights may be anything.",
}  # fmt: skip


@BUFFERS.proof
@broken(
    "the_weights_start_at_c_0", "rho = kappa = 1, e = 2, H_1 = 1: 1 = 2.", claimed=w.total(w.e, 1)
)
@dropped("given", (*w.WEIGHTS, w.LEAK, w.DECAY), _NEEDED | {
    5: "S_2 may be anything, and M_2 with it.", 6: "M_1 may be anything."})  # fmt: skip
def ring_buffers_unroll_to_the_stated_sum(**changes: Any) -> Outcome:  # noqa: ANN401
    """From M_e down: rho^m M_(e-m) + c_(m-1) S_(e-m+1) is left, and kappa c_(m-1) + rho^m = c_m."""
    return proved(w.buffers(**changes))


@CLAIM.proof
@broken("the_weights_start_at_c_0", claimed=w.total(w.e, 1))
@because("For kappa = N = 1, alpha = 1/2, r = 0, e = 2, g = (0, 1) it says 1 = 3/2.")
@dropped("given", w.EPOCHS, {
    0: "u_0 = 2 doubles all windows, and rho with them.",
    1: "u_2 need not be the square of u_1.", 2: "rho may be 0.",
    **{k + 3: why for k, why in _NEEDED.items()},
    8: "M_e may be anything.", 9: "S_1 may be anything.", 10: "H_1 may be anything."})  # fmt: skip
def the_recursions_of_the_windows_unroll_to_it(**changes: Any) -> Outcome:  # noqa: ANN401
    """(2) and (3) from epoch to epoch, with M_r = G_[1,r] and S_1 = G_[r+1,N+r], for every e."""
    return proved(w.reconstructed(**changes))
