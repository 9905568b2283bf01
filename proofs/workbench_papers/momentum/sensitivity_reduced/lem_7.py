"""Noise in the momentum of Algorithm 2 (Lemma 7).

By Lemma 17 the noisy M_t is a weighted sum of windows; windows with different l are disjoint, so
their nodes are independent.  With n(a, b) = sum over the pieces [y, z] of COMPOSE(a, b) of
(1 - alpha)^(2 (b - z)) and t = eN + r,

    v_t = alpha^2 [ sigma_A^2 (rho^(2e) n(1, r) + c_(e-1)^2 n(r+1, N+r))
                    + sigma_B^2 sum_(l <= e-2) c_l^2 n(t-(l+1)N+1, t-lN) ].

n(1, r) <= floor(log2 N), other windows have at most twice that, c_l <= 1/(1 - rho), and the squares
sum to at most 1/((1-rho)^2 gamma (2-gamma)) (Corollary 15).
"""

from collections.abc import Iterator
from fractions import Fraction

import sympy as sp

from workbench.claims import Claim, Outcome, because, broken
from workbench.harness import every_case
from workbench.rigor import certify, follows, visible
from workbench.symbolic import Relation, declare
from workbench.symbolic.text import parse
from workbench_papers.momentum import _tree as tree


def leading_factor(slope: int = 1) -> Relation:
    """alpha/(1 - rho) <= alpha + slope/N for rho = (1 - alpha)^N."""
    given = "0 < alpha <= 1, integer N >= 2"
    return parse(f"alpha/(1 - (1 - alpha)^N) <= alpha + {slope}/N", where=given)


def best_leak(factor: int = 4) -> Relation:
    """sigma_B/sqrt(gamma) with the noise of Theorem 8; least = min{L eta N, 2G}, E = T/N."""
    scale = "gamma = L*eta*N/G, gamma <= 1, least >= 0, least <= L*eta*N, least <= 2*G"
    noise = (
        "sigma_B = tau*Delta_B*sqrt(V_B), Delta_B = 2*(gamma*G + (1 - gamma)*least),"
        " V_B = (E - 1)*(K + 1), T = E*N"
    )
    given = f"G, L, eta, tau > 0, integer N >= 2, integer E >= 1, integer K >= 0, {scale}, {noise}"
    return parse(f"sigma_B/sqrt(gamma) <= {factor}*tau*sqrt(G*L*eta*T*(K + 1))", where=given)


CLAIM = Claim(
    "momentum.lem-7",
    title="Noise in the momentum of Algorithm 2",
    reconstructed=("lemma", "Lemma 7, eqs. (7), (8)"),
    statement=r"""v_t \le \Big( \frac{\alpha}{1-\rho} \Big)^2 \lfloor \log_2 N \rfloor
        \Big( 3 \sigma_A^2 + \frac{2 \sigma_B^2}{\gamma (2-\gamma)} \Big), \quad
        \frac{\alpha}{1-\rho} \le \alpha + \frac1N, \quad
        \mathbb{E} \lVert \hat m_t - m_t \rVert \le \sqrt{d\, v_t}; \quad
        \gamma = \frac{L\eta N}{G} \le 1: \;
        \frac{\sigma_B}{\sqrt\gamma} \le 4\tau \sqrt{G L \eta T (K+1)}""",
    hypotheses=r"""\hat m_t - m_t \sim \mathcal{N}(0, v_t I); \; N \ge 2, \; t \ge 1
        \rho = (1-\alpha)^N, \; 0 < \alpha \le 1
        \sigma_B = \tau \Delta_B \sqrt{V_B} \text{ as in Theorem 8, } N \mid T""",
    parts=("weights", "assembly", "leading factor", "best leak"),
    encoded={"leading factor": (leading_factor(),), "best leak": (best_leak(),)},
    uses=(
        "momentum.lem-17", "momentum.prop-18", "momentum.cor-15", "momentum.prop-13.sharp",
        "momentum.thm-8", "ext.normal-sums", "ext.second-moment",
    ),
)  # fmt: skip

kappa, rho, n, j = declare("kappa rho >= 0, integer n >= 0, integer j")


@CLAIM.exact(part="weights")
@broken("half_the_series_is_too_small", "For gamma near 0 they coincide.", share=sp.S.Half)
def weights_are_below_the_geometric_series(*, share: sp.Rational = sp.Integer(1)) -> Outcome:
    """c_l = sum_j rho^j (1 - s_j) <= sum_(j<=l) rho^j <= 1/(1 - rho) for s_j = 1 - kappa^(l-j)."""
    drop = sp.IndexedBase("s", nonnegative=True)
    total, powers = sp.Sum(rho**j * (1 - drop[j]), (j, 0, n)), sp.Sum(rho**j, (j, 0, n))
    gap = sp.Sum(rho**j * drop[j], (j, 0, n)) + (share - 1) * powers
    return visible(total, "<=", share * powers, gap=gap)


@CLAIM.exact(part="assembly")
@broken("one_window_is_not_enough", first=1)
@because("N = 2, t = 2e + 1, e large, sigma_B, alpha, gamma near 0: nearly 2 R sigma_A^2.")
def four_bounds_make_the_lemma(*, first: int = 3) -> Outcome:
    """rho^(2e) <= R, c_(e-1)^2 <= R, X = sum c_l^2 n_l, S = sum c_l^2 <= R g; R = (1-rho)^-2.
    v_t/alpha^2 <= R B (3 A + 2 Bn g), A = sigma_A^2, Bn = sigma_B^2, g = 1/(1-kappa^2).
    """
    names = "A Bn p c n_0 n_1 X S R g"
    A, B2, p, c, n0, n1, X, S, R, g = sp.symbols(names, nonnegative=True)
    pieces = declare("B >= 0")
    left = A * (p * n0 + c * n1) + B2 * X
    right = R * pieces * (first * A + 2 * B2 * g)
    tight = dict.fromkeys(("A", "p", "c", "n_0", "R", "B", "g"), 1)
    premises = [
        (A * p, n0, pieces), (A * pieces, p, R), (A * c, n1, 2 * pieces), (2 * A * pieces, c, R),
        (B2, X, 2 * pieces * S), (2 * pieces * B2, S, R * g),
    ]  # fmt: skip
    at = {**tight, "n_1": 2, "Bn": 0, "X": 0, "S": 0}
    return follows(left, right, premises, rest=(first - 3) * A * R * pieces, at=at)


@CLAIM.exact(part="leading factor")
@broken("without_it_the_series_is_longer", "1/(1 - rho) is above 1 for alpha < 1.", slope=0)
def the_sharp_geometric_series_gives_the_factor(*, slope: int = 1) -> Outcome:
    """alpha/(1 - rho) <= alpha (1 + 1/(alpha N)), as (1 + alpha N) (1 - alpha)^N <= 1."""
    return certify(leading_factor(slope))


@CLAIM.exact(part="best leak")
@broken("two_is_exceeded", "With a small leak and many epochs it is nearly 4.", factor=2)
def the_leak_balances_gradient_and_difference(*, factor: int = 4) -> Outcome:
    """The leak gives gamma G = L eta N, so Delta_B <= 4 L eta N; and V_B <= (T/N)(K + 1)."""
    return certify(best_leak(factor), methods=("powers", "sign"))


def variance(size: int, t: int, alpha: Fraction, leak: Fraction) -> tuple[Fraction, Fraction]:
    """The factors of sigma_A^2 and sigma_B^2 in v_t/alpha^2, exactly."""
    decay = 1 - alpha
    epochs, r = divmod(t, size)
    power = decay**size

    def pieces(a: int, b: int) -> Fraction:
        return sum((decay ** (2 * (b - z)) for _, z in tree.compose(a, b)), Fraction(0))

    def c(last: int) -> Fraction:
        return sum((power**k * leak ** (last - k) for k in range(last + 1)), Fraction(0))

    first = power ** (2 * epochs) * pieces(1, r)
    if epochs:
        first += c(epochs - 1) ** 2 * pieces(r + 1, size + r)
    second = sum(
        (c(k) ** 2 * pieces(t - (k + 1) * size + 1, t - k * size) for k in range(epochs - 1)),
        Fraction(0),
    )
    return first, second


@CLAIM.exact(part="assembly", corner="N in {2, 3, 5, 8}, two alpha, three gamma, up to 5 epochs")
@broken("an_eighth_of_the_bound_is_exceeded", "The bound is not that loose.", share=Fraction(1, 8))
def exact_variances_stay_below_the_bound(*, share: Fraction = Fraction(1)) -> Outcome:
    """The exact v_t of both factors, for small N and up to 5 epochs, are below share times it."""

    def cases() -> Iterator[tuple[str, bool]]:
        for size in (2, 3, 5, 8):
            for alpha in (Fraction(1, 5 * size), Fraction(1, size)):
                for gamma in (Fraction(1, 50), Fraction(3, 10), Fraction(1)):
                    lead = share * (size.bit_length() - 1) / (1 - (1 - alpha) ** size) ** 2
                    for t in range(1, 5 * size):
                        first, second = variance(size, t, alpha, 1 - gamma)
                        good = first <= 3 * lead and second <= 2 * lead / (gamma * (2 - gamma))
                        yield f"N = {size}, alpha = {alpha}, gamma = {gamma}, t = {t}", good

    return every_case(cases(), "variance of the momentum")
