"""Differences of plain gradients over a repeated order: the rate of the abstract, privately (ours).

Epoch 1 stays at w_1 and releases the sum of gradients once.  From then on delta_t = g_t - g_(t-N),
and the sum of the last N gradients is base + prefix sum of delta: a Fenwick tree of plain
differences.  No momentum, no leak, no reshuffling.

    error        |mean of the last N gradients - grad F(w_t)| <= eta L (N-1)/2, for any order
    sensitivity  an example used c times in a node enters it by a telescoping sum:
                 2 min{2G, c L eta N}
    charge       at most 4 [ (K+1) ceil(T/N) (L eta N)^2 + 8 T L eta G
                             + G^2 (6 + 4 log2(2 + T L eta/G)) ]

The bound R/(eta T) + eta L N + noise then has the order (sqrt(d)/(eps N))^(2/3) at
N^(7/3) eps^(4/3)/d^(2/3) evaluations, which the abstract states.
"""

from collections.abc import Iterator
from fractions import Fraction

import sympy as sp

from proofs.momentum._premises import follows
from proofs.momentum._rates import best_order
from proofs.momentum._tree import decide
from workbench.claims import Claim, Outcome, all_of
from workbench.rigor import induction, inequality
from workbench.symbolic import relation

WINDOW = Claim(
    "momentum.alg2u",
    kind="algorithm",
    title="A uniform window over one epoch has a small error for any repeated order",
    source="Not in the paper",
    provenance="ours",
    statement=r"""\Big\lVert \frac1N \sum_{i=t-N+1}^t g_i - \nabla F(w_t) \Big\rVert
        \le \frac{\eta L (N-1)}{2}; \quad \hat S_t = \kappa \hat S_{t-N} + \hat H_{[t-N+1,t]}:
        \; \mathrm{Var} \le \frac{1}{N^2} \Big( \sigma_A^2 + \frac{2 K \sigma_B^2}{\gamma(2-\gamma)}
        \Big)""",
    hypotheses=(
        r"\text{the same order in every epoch, at least one epoch has passed}",
        r"\lVert w_{t+1} - w_t \rVert \le \eta; \; K = \lfloor \log_2 N \rfloor, \; N \ge 2",
    ),
    parts=("error", "variance"),
    uses=("momentum.prop-18", "momentum.sens-h", "ext.normal-sums"),
)

CLAIM = Claim(
    "momentum.alg2t",
    kind="algorithm",
    title="A tree of plain differences: telescoping sensitivity and its charge",
    source="Not in the paper",
    provenance="ours",
    statement=r"""\text{node sensitivity} \le 2 \min\{ 2G, c L \eta N \}, \quad
        \Lambda = \max_s \sum_{\text{nodes}} (2 \min\{ 2G, c L \eta N \})^2 \le
        4 \Big[ (K+1) \Big\lceil \frac TN \Big\rceil (L \eta N)^2 + 8 T L \eta G
        + G^2 \Big( 6 + 4 \log_2\big( 2 + \tfrac{T L \eta}{G} \big) \Big) \Big]""",
    hypotheses=(
        r"c \text{ uses of the example in the node, the same order in every epoch}",
        r"\text{prefix nodes only; the first epoch stays at } w_1",
    ),
    parts=("telescoping", "charge"),
    uses=("momentum.prefix-fenwick", "momentum.def-sensitivity", "momentum.setting"),
)

RATE = Claim(
    "momentum.alg2t.rate",
    kind="rate",
    title="The rate and the evaluations of the abstract, with one repeated order",
    source="Abstract; not the algorithm of the paper",
    provenance="ours",
    statement=r"""\frac{1}{\eta T} + \eta N + \frac{\sqrt d}{N \epsilon} \Big( 1 + \eta N
        \sqrt{\tfrac TN} + \sqrt{\eta T} \Big) \text{ is of order }
        \Big( \frac{\sqrt d}{\epsilon N} \Big)^{2/3}, \;\text{also with }
        T \le \frac{N^{7/3} \epsilon^{4/3}}{d^{2/3}}""",
    hypotheses=(r"R = G = L = 1; \; \sqrt d \le \epsilon N; \text{ logarithms left out}",),
    parts=("order", "evaluations"),
    uses=("momentum.lem-5-sharp", "momentum.alg2u", "momentum.alg2t", "momentum.thm-10"),
)

eta, L, G, N = sp.symbols("eta L G N", positive=True)
n = sp.Symbol("n", nonnegative=True, integer=True)
j = sp.Symbol("j", integer=True)


def window_error(divisor: int) -> Outcome:
    """(1/N) sum_(j<N) eta L j = eta L (N-1)/divisor, by induction on N = n."""
    total = sp.Sum(eta * L * j, (j, 0, n - 1))
    return induction(relation(total, "=", eta * L * n * (n - 1) / divisor), "n")


@WINDOW.exact(part="error")
def the_mean_age_is_half_an_epoch() -> Outcome:
    """Each record was used once, j steps ago, at distance at most eta j."""
    return window_error(2)


@the_mean_age_is_half_an_epoch.mutant
def a_third_is_too_little() -> Outcome:
    """eta L (N-1)/3 is another sum."""
    return window_error(3)


def window_variance(factor: int) -> Outcome:
    """kappa^(2J) A + B sum kappa^(2l) n_l <= A + factor K B/(1 - kappa^2), n_l <= 2K."""
    A, B, K, p, S, X = sp.symbols("A B K p S X", nonnegative=True)
    kappa = sp.Symbol("kappa", nonnegative=True)
    powers = sp.Sum(kappa ** (2 * j), (j, 0, n - 1))
    leak = (1 - kappa) * (1 + kappa)
    closed = relation(leak * powers, "=", 1 - kappa ** (2 * n), where=[(kappa, "<", 1)])
    g = sp.Symbol("g", nonnegative=True)  # 1/(1 - kappa^2)
    tight = {"A": 0, "B": 1, "K": 1, "p": 0, "S": 1, "X": 2, "g": 1}
    total = follows(
        A * p + B * X,
        A + factor * K * B * g,
        [(A, p, 1), (B, X, 2 * K * S), (2 * K * B, S, g)],
        rest=(factor - 2) * K * B * g,
        at=None if factor >= 2 else tight,
    )
    return all_of(induction(closed, "n"), total)


@WINDOW.exact(part="variance")
def leaking_windows_have_a_geometric_variance() -> Outcome:
    """1 - kappa^2 = gamma (2 - gamma)."""
    return window_variance(2)


@leaking_windows_have_a_geometric_variance.mutant
def windows_have_up_to_two_pieces_per_level() -> Outcome:
    """K pieces are too few."""
    return window_variance(1)


f = sp.IndexedBase("f", real=True)
slack = sp.IndexedBase("s", nonnegative=True)


def telescoping(first: int) -> Outcome:
    """sum_(j=1..c) (f_j - f_(j-1)) = f_c - f_first; c terms of at most L eta N each."""
    total = relation(sp.Sum(f[j] - f[j - 1], (j, 1, n)), "=", f[n] - f[first])
    steps = sp.Sum(L * eta * N - slack[j], (j, 1, n))
    below = relation(steps, "<=", n * L * eta * N)
    ends = sp.symbols("u v", nonnegative=True)
    two = follows(ends[0] + ends[1], 2 * G, [(1, ends[0], G), (1, ends[1], G)])
    small = inequality(below, gap=sp.Sum(slack[j], (j, 1, n)), methods=("sign",))
    return all_of(induction(total, "n"), small, two)


@CLAIM.exact(part="telescoping")
def differences_of_one_record_telescope() -> Outcome:
    """|f_c - f_0| <= min{2G, c L eta N} for the record before and after: twice that."""
    return telescoping(0)


@differences_of_one_record_telescope.mutant
def the_first_gradient_is_the_one_before_the_node() -> Outcome:
    """f_c - f_1 forgets a difference."""
    return telescoping(1)


def levels(size: int, horizon: int, step: Fraction) -> Fraction:
    """Sum over levels of n_k (2 min{2G, c_k L eta N})^2 with G = 1, step = L eta."""
    height, total = size.bit_length() - 1, Fraction(0)
    for k in range(horizon.bit_length()):
        if k <= height:
            count, uses = -(-horizon // size), 1
        else:
            count = (horizon >> k) - (horizon >> (k + 1))
            uses = -(-(2**k) // size)
        total += count * (2 * min(Fraction(2), uses * step * size)) ** 2
    return total


def charged(share: Fraction) -> Outcome:
    """Level by level against share times the closed form, log2 rounded down; G = 1."""

    def cases() -> Iterator[tuple[str, bool]]:
        for size in (3, 8, 16, 50, 64):
            for epochs in (1, 3, 10, 40):
                for step in (Fraction(1, 1000), Fraction(1, 100), Fraction(1, 10), Fraction(1)):
                    horizon = size * epochs
                    x = 2 + horizon * step
                    log = (x.numerator // x.denominator).bit_length() - 1
                    limit = size.bit_length() * epochs * (step * size) ** 2
                    limit += 8 * horizon * step + 6 + 4 * log
                    name = f"N = {size}, T = {horizon}, L eta = {step}"
                    yield name, levels(size, horizon, step) <= share * 4 * limit

    return decide(cases(), "charge by levels")


@CLAIM.exact(part="charge", corner="five N, up to 40 epochs, four step sizes")
def the_closed_form_covers_the_levels() -> Outcome:
    """Level k <= K: ceil(T/N) nodes with one use; above: the prefix nodes with ceil(2^k/N) uses."""
    return charged(Fraction(1))


@the_closed_form_covers_the_levels.mutant
def a_tenth_of_it_does_not() -> Outcome:
    """The closed form is not that loose."""
    return charged(Fraction(1, 10))


TERMS = ["1/(eta*T)", "eta*N", "sqrt(d)/(N*eps)", "sqrt(d)*eta*sqrt(T*N)/(N*eps)",
         "sqrt(d*eta*T)/(N*eps)"]  # fmt: skip
PSI = "(d**(1/2)/(eps*N))**(2/3)"


def order(constraints: list[str], claimed: str) -> Outcome:
    """Over eta and T >= N."""
    return best_order(TERMS, ["N/T", *constraints], free=["eta", "T"], claimed=claimed)


@RATE.exact(part="order")
def the_order_has_one_term() -> Outcome:
    """psi; the noise of level k <= K is smaller than that of the long nodes."""
    return order([], PSI)


@the_order_has_one_term.mutant
def one_half_is_not_its_order() -> Outcome:
    """It is better than Algorithm 1."""
    return order([], "d**(1/4)/(eps*N)**(1/2)")


@RATE.exact(part="evaluations")
def the_evaluations_of_the_abstract_are_enough() -> Outcome:
    """With T <= N^(7/3) eps^(4/3)/d^(2/3) the order is the same."""
    return order(["T*d**(2/3)/(N**(7/3)*eps**(4/3))"], PSI)


@the_evaluations_of_the_abstract_are_enough.mutant
def one_root_of_n_less_is_not_enough() -> Outcome:
    """With N^(1/6) fewer evaluations the order is larger."""
    return order(["T*d**(2/3)/(N**(13/6)*eps**(4/3))"], PSI)
