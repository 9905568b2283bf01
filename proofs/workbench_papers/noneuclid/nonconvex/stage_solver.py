"""A private solver for the stages of the proximal method, with all its constants.

A stage minimises F(y) = E f(y, z) + beta/2 |y - c|^2 over a ball of radius D; every f(., z) is
rho_w-weakly convex and L0-Lipschitz, so F and its mean F_S over m records are lam-strongly convex,
lam = beta - rho_w, with slopes of at most G = L0 + 2 beta D.  K noisy projected subgradient steps
of length 2/(lam (k+1)) over all m records, and the mean of the points with weights k:

optimisation   k (F_S(y_k) - F_S(u)) telescopes against lam/4 (k (k-1) d_k - k (k+1) d_(k+1)),
               d_k = |y_k - u|^2, u the population's minimiser, M^2 = G^2 + d sigma^2
stability      two runs with one record replaced and the same noise: D_k = |y_k - y'_k|^2 obeys
               D_(k+1) <= (1 - eta lam) D_k + 4 eta L0^2/(lam m^2) + 4 eta^2 G^2, kinks or not
average        sum of k^(1/2) <= K ((K+1)/2)^(1/2) by tangents

By `ext.uniform-stability` the population's objective at the mean is above that of the records by at
most L0 times the mean distance.  The quadratic does not depend on records, and cancels.
"""

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, all_of, because, broken
from workbench.rigor import First, Rule, follows, identity, induction, inequality
from workbench.symbolic import declare, relation

CLAIM = Claim(
    "noneuclid.nc-weak.solver",
    title="A private solver for weakly convex proximal stages, explicit",
    ours=("lemma", '"DP Stochastic Weakly Convex Optimization", the solver of a stage'),
    statement=r"""\mathbb{E} \Phi(\bar y) - \min \Phi \le \frac1\lambda \left[
        \frac{2 (G^2 + d \sigma^2)}{K + 1} + \frac{2 L_0^2}{m}
        + \frac{4 \sqrt2 L_0 G}{\sqrt{K + 1}} \right], \quad
        \frac{2 d \sigma^2}{K + 1} \le \frac{4 d L_0^2}{m^2 \rho}
        \text{ with } \sigma^2 = \frac{2 K L_0^2}{m^2 \rho}""",
    hypotheses=r"""\Phi(y) = \mathbb{E} f(y, z) + \tfrac\beta2 \lVert y - c \rVert_2^2, \; \lVert \
            y \rVert_2, \lVert c \rVert_2 \le D; \; f(\cdot, z) \; \rho_w\text{-weakly convex, } \
            L_0\text{-Lipschitz}
        \lambda = \beta - \rho_w > 0, \; G = L_0 + 2 \beta D; \; m \text{ independent records}
        y_{k+1} = \Pi\big(y_k - \tfrac{2}{\lambda (k+1)} (g_k + \xi_k)\big), \; g_k \text{ a} \
            \text{ subgradient of the mean over the records plus the quadratic}, \; \xi_k \sim \
            \mathcal{N}(0, \sigma^2 I_d); \; \bar y = \tfrac{2}{K (K+1)} \sum_k k\, y_k""",
    parts=("optimisation", "stability", "average", "sum", "noise"),
    uses=("ext.nonexpansive", "ext.uniform-stability"),
    note="With K >= m^2 steps the order is G^2/lambda (1/m + d/(m^2 rho)), that of phased"
    " localisation with G for L0, at the cost of m^3 gradients.",
)

lam, L0, G, M, m, eta, dim, rho, k, K = declare("lambda L0 G M m eta d rho > 0, integer k K > 0")
n, t, dist, gone, e = declare("integer K >= 0, integer t, dist gone e >= 0")
value, after, first = declare("real value after first")
a, f, s = (sp.IndexedBase(name, real=True) for name in ("a", "f", "s"))
STEP = 2 / (lam * (k + 1))


def moved() -> Outcome:
    """|y - eta g - u|^2 <= (1 - eta lam) d - 2 eta (F(y) - F(u)) + eta^2 M^2; projections shorten.
    From <g, y - u> >= F(y) - F(u) + lam/2 d, in the mean over the noise, and E|g|^2 <= M^2.
    """
    product, square = declare("real product square")
    left = dist - 2 * eta * product + eta**2 * square
    right = dist * (1 - eta * lam) - 2 * eta * value + eta**2 * M**2
    convex = (2 * eta, value + lam * dist / 2, product)
    return follows(left, right, [convex, (eta**2, square, M**2)])


def step(modulus: sp.Expr) -> Outcome:
    """After <= (1 - eta modulus) dist - 2 eta value + eta^2 M^2 at eta = 2/(lam (k+1))."""
    room = dist * (1 - STEP * modulus) - 2 * STEP * value + STEP**2 * M**2
    right = lam / 4 * (k * (k - 1) * dist - k * (k + 1) * after) + k * M**2 / (lam * (k + 1))
    return follows(k * value, right, [(lam * k * (k + 1) / 4, after, room)])


def telescoped(price: int) -> Outcome:
    """Sum of k f_k + lam k (k+1)/4 s_k = price M^2/lam sum k/(k+1) - lam K (K+1)/4 a_(K+1)."""
    j = t + 1
    move = (j - 1) * a[j] / (j + 1) - 4 * f[j] / (lam * (j + 1))
    body = move + 4 * M**2 / (lam**2 * (j + 1) ** 2) - s[j]
    kept = t * f[t] + lam * t * (t + 1) / 4 * s[t] - price * t * M**2 / (lam * (t + 1))
    claimed = relation(sp.Sum(kept, (t, 1, n)), "=", -lam * n * (n + 1) / 4 * a[n + 1])
    rules = [Rule("a", "t", body, shift=2)]
    return induction(claimed, "K", rules=rules, base=[First("a", 1, first)])


@CLAIM.exact(part="optimisation")
@broken("without_strong_convexity_it_does_not", modulus=sp.Integer(0))
@because("d_(k+1) <= d_k - ...: the weights k no longer telescope.")
def a_step_pays_for_itself(*, modulus: sp.Expr = lam) -> Outcomes:
    """The weighted step:
    k (F(y_k) - F(u)) <= lam/4 (k (k-1) d_k - k (k+1) d_(k+1)) + k M^2/(lam (k+1)).
    """
    yield moved()
    yield step(modulus)
    yield telescoped(1)


@CLAIM.exact(part="optimisation")
@broken("half_the_constant", constant=1)
@because("M^2/(lam (K+1)) does not follow; whether it is true is not claimed.")
def the_mean_is_close_to_optimal(*, constant: int = 2) -> Outcomes:
    """K M^2/lam over the weights 1 + .. + K; k/(k+1) <= 1 and the last distance is dropped.
    K M^2/lam divided by K (K+1)/2 is 2 M^2/(lam (K+1)).
    """
    yield induction(relation(sp.Sum(t, (t, 1, n)), "=", n * (n + 1) / 2), "K")
    yield inequality(relation(k / (k + 1), "<=", 1), gap=1 / (k + 1))
    yield identity(K * M**2 / lam / (K * (K + 1) / 2), constant * M**2 / (lam * (K + 1)))


def parted() -> Outcome:
    """|y - y' - eta (g - g')|^2 <= (1 - 2 eta lam) |y - y'|^2 + 2 eta |y - y'| e + 4 eta^2 G^2.
    <g - g', y - y'> is at least lam |y - y'|^2 for equal records, and the replaced one changes it
    by at most |y - y'| e, e = 2 L0/m; both slopes are at most G.
    """
    same, other, square = declare("real same other square")
    left = gone**2 - 2 * eta * (same + other) + eta**2 * square
    right = (1 - 2 * eta * lam) * gone**2 + 2 * eta * gone * e + 4 * eta**2 * G**2
    monotone = (2 * eta, lam * gone**2, same)
    return follows(left, right, [monotone, (2 * eta, -gone * e, other), (eta**2, square, 4 * G**2)])


def cross() -> Outcome:
    """2 eta |y - y'| e <= eta lam |y - y'|^2 + eta e^2/lam."""
    claimed = relation(2 * eta * gone * e, "<=", eta * lam * gone**2 + eta * e**2 / lam)
    return inequality(claimed, gap=eta * (lam * gone - e) ** 2 / lam)


def apart() -> Outcome:
    """K (K+1) a_(K+1) + sum k (k+1) s_k = 4 K (K+1) L0^2/(lam m)^2 + 16 G^2/lam^2 sum k/(k+1)."""
    j = t + 1
    body = (j - 1) * a[j] / (j + 1) + 8 * L0**2 / (lam**2 * m**2 * (j + 1))
    body += 16 * G**2 / (lam**2 * (j + 1) ** 2) - s[j]
    shrunk = (1 - STEP * lam) * a[k] + STEP * (2 * L0 / m) ** 2 / lam + 4 * STEP**2 * G**2
    left = sp.Sum(16 * G**2 * t / (lam**2 * (t + 1)) - t * (t + 1) * s[t], (t, 1, n))
    right = n * (n + 1) * a[n + 1] - 4 * n * (n + 1) * L0**2 / (lam * m) ** 2
    return all_of(
        identity(shrunk - s[k], body.subs(t, k - 1)),
        induction(
            relation(left, "=", right), "K", rules=[Rule("a", "t", body, shift=2)],
            base=[First("a", 1, 0)],
        ),
    )  # fmt: skip


def together(first_term: int) -> Outcome:
    """4 L0^2/(lam m)^2 + 16 G^2/(lam^2 k) <= (first L0/(lam m) + 4 G/(lam k^(1/2)))^2."""
    root = declare("r > 0")  # k^(1/2)
    p, q = 2 * L0 / (lam * m), 4 * G / (lam * root)
    claimed = relation(p**2 + q**2, "<=", (first_term * L0 / (lam * m) + q) ** 2)
    return inequality(claimed, gap=2 * p * q)


@CLAIM.exact(part="stability")
@broken("half_of_the_first_term", "Replacing a record counts twice.", first_term=1)
def neighbouring_runs_stay_close(*, first_term: int = 2) -> Outcomes:
    """|y_k - y'_k| <= 2 L0/(lam m) + 4 G/(lam k^(1/2)), kinks or not."""
    yield parted()
    yield cross()
    yield apart()
    yield together(first_term)


@CLAIM.exact(part="average")
@broken("without_the_root_of_two_it_is_not", constant=sp.Integer(4))
@because("4 G/(lam (K+1)^(1/2)) does not follow; whether it is true is not claimed.")
def the_weighted_mean_is_as_stable(*, constant: sp.Expr = 4 * sp.sqrt(2)) -> Outcomes:
    """Mean of 4 G/(lam k^(1/2)) with weights k is at most 4 sqrt(2) G/(lam (K+1)^(1/2)).
    With c^2 = (K+1)/2: k^(1/2) <= (k/c + c)/2, summed K c; weights 2 k/(K (K+1)).
    """
    r, c = declare("r c > 0")
    many = 2 * c**2 - 1
    mean = 2 / (many * (many + 1)) * (many * c) * 4 * G / lam
    yield inequality(relation(r, "<=", (r**2 / c + c) / 2), gap=(r - c) ** 2 / (2 * c))
    yield identity((many * (many + 1) / 2 / c + many * c) / 2, many * c)
    yield identity(mean, constant * G / (lam * sp.sqrt(2) * c))


@CLAIM.exact(part="sum")
@broken("half_the_stability_is_too_little", stable=sp.S.Half)
@because("An identity: with half the stability the sum is less, and the parts do not give it.")
def optimisation_and_stability_add_up(*, stable: sp.Rational | int = 1) -> Outcome:
    """A population is L0 times the stability away from its records.
    2 M^2/(lam (K+1)), M^2 = G^2 + d sigma^2, plus L0 times `stable` times the stability.
    """
    root = declare("root > 0")  # (K+1)^(1/2)
    apart_by = 2 * L0 / (lam * m) + 4 * sp.sqrt(2) * G / (lam * root)
    inside = 2 * M**2 / root**2 + 2 * L0**2 / m + 4 * sp.sqrt(2) * L0 * G / root
    return identity(2 * M**2 / (lam * root**2) + stable * L0 * apart_by, inside / lam)


@CLAIM.exact(part="noise")
@broken("half_of_it", constant=2)
@because("2 d L0^2/(m^2 rho) does not follow; whether it is true is not claimed.")
def the_noise_costs_as_much_as_the_dimension(*, constant: int = 4) -> Outcomes:
    """The noise costs 4 d L0^2/(m^2 rho), whatever the number of steps.
    2 d sigma^2/(K+1) <= 4 d L0^2/(m^2 rho); K releases of (2 L0/m)^2/(2 sigma^2).
    """
    variance = 2 * K * L0**2 / (m**2 * rho)
    yield identity(K * (2 * L0 / m) ** 2 / (2 * variance), rho)
    claimed = relation(2 * dim * variance / (K + 1), "<=", constant * dim * L0**2 / (m**2 * rho))
    yield inequality(claimed, gap=4 * dim * L0**2 / (m**2 * rho * (K + 1)))
