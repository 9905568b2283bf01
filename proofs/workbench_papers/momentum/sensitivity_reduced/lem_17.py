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

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, all_of, because, broken
from workbench.rigor import First, Rule, certify, identity, induction
from workbench.symbolic import Relation, declare, relation

q, rho, kappa = declare("q rho kappa >= 0")
N, n, e, m = (sp.Symbol(s, nonnegative=True, integer=True) for s in "Nnem")
i, l = declare("integer i l")  # noqa: E741 - the index of the paper
g, h = sp.IndexedBase("g", real=True), sp.IndexedBase("h", real=True)
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
    uses=("momentum.eq-123",),
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
        t = eN + r""",
    uses=("momentum.lem-17",),
    note="The paper lists a super-quadratic run time as a limitation. What remains is memory for N"
    " vectors.",
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


S, M, c, H = (sp.IndexedBase(s, real=True) for s in ("S", "M", "c", "H"))
start, first = declare("real M_r G_first")


def buffers(leak: sp.Expr) -> Outcome:
    """S_1 = G_first, S_e = leak S_(e-1) + H_(e-1); M_0 = M_r, M_e = rho M_(e-1) + S_e, unrolled.
    Window l at time eN + r is window 0 at time (e - l)N + r, so H is indexed by its epoch.
    """
    rules = [Rule("M", "e", rho * M[e] + S[e + 1])]
    base = [First("M", 0, start)]
    sums = rho**e * start + sp.Sum(rho ** (e - l) * S[l], (l, 1, e))
    outer = induction(relation(M[e], "=", sums), "e", rules=rules, base=base, factor=rho)
    rules = [Rule("S", "e", leak * S[e + 1] + H[e + 1], shift=2)]
    base = [First("S", 1, first)]
    windows = kappa**e * first + sp.Sum(kappa ** (e - l) * H[l], (l, 1, e))
    inner = induction(relation(S[e + 1], "=", windows), "e", rules=rules, base=base, factor=kappa)
    return all_of(outer, inner)


def weights(leak: sp.Expr) -> Outcome:
    """(kappa - rho) c_n = kappa^(n+1) - rho^(n+1), and how the weight of a window grows.
    A window that enters the sum of S with kappa^m enters M with c_m: c_m = rho c_(m-1) + kappa^m.
    """
    rule = [Rule("c", "n", leak * c[n] + rho ** (n + 1))]
    base = [First("c", 0, sp.Integer(1))]
    claimed = relation((kappa - rho) * c[n], "=", kappa ** (n + 1) - rho ** (n + 1))
    closed = induction(claimed, "n", rules=rule, base=base, factor=kappa)
    past = rho * (kappa**n - rho**n) + (kappa - rho) * kappa**n
    return all_of(closed, identity(past, kappa ** (n + 1) - rho ** (n + 1)))


@BUFFERS.exact
@broken("the_buffer_leaks_kappa", leak=rho)
@because("A buffer that leaks rho in place of kappa holds another sum.")
def ring_buffers_unroll_to_the_stated_sum(*, leak: sp.Expr = kappa) -> Outcomes:
    """M_e = rho^e M_r + sum rho^(e-l) S_l and S_l = kappa^(l-1) G_first + sum kappa^(l-1-j) H_j."""
    yield buffers(leak)
    yield weights(kappa)


def unrolled(epochs: int, size: int, *, late: int) -> Outcome:
    """The three terms for t = eN + r, symbol for symbol, e <= epochs, every r < size."""
    found = []
    for e_, r in ((e_, r) for e_ in range(1, epochs + 1) for r in range(size)):
        t = e_ * size + r
        data = sp.symbols(f"g_1:{t + 1}", real=True)
        rho_ = q**size

        def total(y: int, z: int, leak: sp.Expr, data: tuple[sp.Symbol, ...] = data) -> sp.Expr:
            terms = [
                q ** (z - k) * (data[k - 1] - (leak * data[k - size - 1] if k > size else 0))
                for k in range(y, z + 1)
            ]
            return sp.Add(*terms)

        def c_(last: int, rho_: sp.Expr = rho_) -> sp.Expr:
            return sp.Add(*(rho_**j * kappa ** (last - j) for j in range(last + 1)))

        zero = sp.Integer(0)
        right = rho_**e_ * total(1, r, zero) + c_(e_ - 1) * total(r + 1, size + r, zero)
        for k in range(e_ - 1):
            right += c_(k + late) * total(t - (k + 1) * size + 1, t - k * size, kappa)
        found.append(identity(total(1, t, zero), right))
    return all_of(*found, summary=f"N = {size}, up to {epochs} epochs, symbol for symbol")


@CLAIM.exact(corner="N <= 3, up to 4 epochs, all gradients symbolic")
@broken("the_weights_start_at_c_0", late=1)
@because("Weights that start one epoch late, c_(l+1), give another sum.")
def expansion_of_the_windows_agrees(*, late: int = 0) -> Outcomes:
    """Both sides as polynomials in q, kappa and every gradient."""
    yield unrolled(4, 1, late=0)
    yield unrolled(3, 2, late=late)
    yield unrolled(3, 3, late=0)


@CLAIM.exact
@broken("the_weights_mix_rho_and_kappa", leak=rho)
@because("With c_l = rho c_(l-1) + rho^l the second recursion fails.")
def the_recursions_of_the_windows_unroll_to_it(*, leak: sp.Expr = kappa) -> Outcomes:
    """(2) and (3) from epoch to epoch, with M_r = G_[1,r] and S_1 = G_[r+1,N+r], for every e."""
    yield buffers(kappa)
    yield weights(leak)
