"""Noisy variance-reduced stochastic Frank-Wolfe, direct version: noise at every step.

The estimate starts as a mean over n/2 records and follows the iterate, with m = n/(2T) fresh
records a step:  G_t = (1 - eta)(G_(t-1) + mean of gradient differences) + eta (mean of gradients).
Each step releases G_t + GG(sigma_t) and moves by eta towards the minimiser of the linear form.

    sensitivity   4 L_0 (1-eta)^t/n from the first batch; (2 eta L_0 + 4 eta (1-eta) L_1 D)/m from a
                  step, where iterates move by at most 2 eta D; then both decay
    privacy       sigma_t^2 = kappa T D_t^2/(2 rho): T steps of rho/T
    error         e_t = (1-eta) e_(t-1) + xi_t, mean squares add up by regularity; the geometric sum
                  of (1-eta)^(2j) is 1/(2 eta - eta^2)
    risk          h_(t+1) <= (1-eta) h_t + 2 eta D |e_t| + 2 eta^2 L_1 D^2, unrolled

The released noise is not carried along: the next estimate is computed from the secret one.
"""

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, because, broken
from workbench.rigor import Rule, certify, follows, identity, induction
from workbench.symbolic import declare, relation
from workbench.symbolic.text import parse

CLAIM = Claim(
    "noneuclid.nvrsfw-naive",
    title="Noisy variance-reduced Frank-Wolfe, direct version: privacy and risk with constants",
    reconstructed=(
        "algorithm",
        "slide: Upper Bounds: Noisy Variance-Reduced Stochastic Frank-Wolfe, first item",
    ),
    statement=r"""\begin{gathered}
        \Delta_t = \max\Big\{ \frac{4 L_0}{n} (1 - \eta)^t, \frac{2 \eta L_0
        + 4 \eta (1 - \eta) L_1 D}{m} \Big\}, \quad \sigma_t^2 = \frac{\kappa T \Delta_t^2}{2 \rho}
        \text{ is } \rho\text{-zCDP}; \\
        \mathbb{E} h_T \le 2 L_0 D (1 - \eta)^T + 2 D \sqrt\kappa \Big[ \frac{2 \sqrt 2 L_0}
        {\sqrt n} \eta T (1 - \eta)^{T-1} + 2 (2 L_1 D + L_0) \sqrt{\frac{2 \eta T}
        {(2 - \eta) n}} \Big] \\ {} + 2 D \sqrt{\frac{d \kappa T}{2 \rho}} \max_t \Delta_t
        + 2 \eta L_1 D^2, \quad (1 - \eta)^T \le n^{-1/2} \text{ for } \eta = \frac{\ln n}{2T}
        \end{gathered}""",
    hypotheses=r"""f(\cdot, z) \; L_0\text{-Lipschitz}, L_1\text{-smooth}, F \text{ convex}, X \
            \text{ in a ball of radius } D
        \text{dual } \kappa\text{-regular}; \; 0 < \eta < 1, \; 2T \text{ divides } n, \; m = n/(2T)
        \text{i.i.d. records, each used once}""",
    parts=("sensitivity", "privacy", "first error", "step error", "geometric", "risk", "start"),
    uses=("noneuclid.gg-renyi.repaired", "noneuclid.gg-error", "noneuclid.kappa-regular",
          "ext.bounded-range", "ext.descent-lemma", "ext.second-moment"),
)  # fmt: skip

n, T, m, rho, kappa, L0, L1, D, eta = declare("n T m rho kappa L_0 L_1 D eta > 0")
SMALL = (eta, "<", 1)
moved = declare("moved >= 0")  # |x_t - x_(t-1)|


@CLAIM.exact(part="sensitivity", uses=())
@broken("half_of_the_difference_is_too_little", factor=2)
@because("2 eta (1-eta) L_1 D forgets that two records are compared.")
def a_record_is_used_once(*, factor: int = 4) -> Outcomes:
    """Its effect then decays by 1 - eta a step.
    Two records: 2 L_0 over n/2; at a step (1-eta) 2 L_1 moved + eta 2 L_0 over m.
    """
    fresh = (2 * eta * L0 + factor * eta * (1 - eta) * L1 * D) / m
    yield identity(2 * L0 / (n / 2), 4 * L0 / n)
    left = ((1 - eta) * 2 * L1 * moved + eta * 2 * L0) / m
    premises = [((1 - eta) * 2 * L1 / m, moved, eta * 2 * D)]
    rest = (factor - 4) * eta * (1 - eta) * L1 * D / m
    yield follows(left, fresh, premises, rest=rest, where=[SMALL])


@CLAIM.exact(part="privacy", uses=("noneuclid.gg-renyi.repaired", "ext.bounded-range"))
@broken("without_composition_it_is_exceeded", steps=sp.Integer(1))
@because("sigma^2 = kappa D_t^2/(2 rho) spends T rho.")
def the_steps_share_the_budget(*, steps: sp.Expr = T) -> Outcome:
    """T steps, each at kappa D_t^2/(2 sigma_t^2) = rho/T, cost rho."""
    variance = f"(kappa*({steps})*Delta_t^2/(2*rho))"
    text = f"T*kappa*Delta_t^2/(2*{variance}) = rho"
    return certify(parse(text, where="T, kappa, Delta_t, rho > 0"))


@CLAIM.exact(part="first error", uses=("noneuclid.kappa-regular",))
@broken("centred_vectors_may_have_twice_the_norm", centred=1)
@because("Fair signs +-2 L_0 on the line (kappa = 1) have mean square 8 L_0^2/n, not 2 L_0^2/n.")
def the_first_batch_has_this_error(*, centred: int = 2) -> Outcome:
    """n/2 centred vectors of norm at most 2 L_0, over n/2, have error kappa 8 L_0^2/n."""
    square = f"kappa*(n/2)*({centred}*L_0/(n/2))^2"
    text = f"sqrt({square}) = sqrt(kappa)*2*sqrt(2)*L_0/sqrt(n)"
    return certify(parse(text, where="kappa, n, L_0 > 0"))


@CLAIM.exact(part="step error", uses=("noneuclid.kappa-regular",))
@broken("the_radius_is_half_the_diameter", bound=L1 * D + L0)
@because("L_1 D + L_0 forgets that iterates are up to 2 D apart.")
def a_step_has_this_error(*, bound: sp.Expr = 2 * L1 * D + L0) -> Outcomes:
    """The error of a step is kappa 4 eta^2 (2 L_1 D + L_0)^2/m, times 1/(2 eta - eta^2).
    A centred term: 2 ((1-eta) L_1 moved + eta L_0) <= 2 eta `bound`; m of them, over m.
    """
    square = kappa * m * (2 * eta * bound / m) ** 2
    limit = kappa * 8 * eta**2 * T * bound**2 / n
    left, right = 2 * ((1 - eta) * L1 * moved + eta * L0), 2 * eta * bound
    rest = 2 * eta * (bound - 2 * (1 - eta) * L1 * D - L0)
    yield follows(left, right, [(2 * (1 - eta) * L1, moved, 2 * eta * D)], rest=rest, where=[SMALL])
    yield identity(square, limit, where=[(m, "=", n / (2 * T))])
    left = limit / (eta * (2 - eta))
    yield identity(left, kappa * 4 * bound**2 * 2 * eta * T / ((2 - eta) * n), where=[SMALL])


t, i, N = declare("integer t i, integer N >= 0")


@CLAIM.exact(part="geometric", uses=())
@broken("they_exceed_one_over_two_eta", "For large N: 2 eta - eta^2 < 2 eta.", factor=2 * eta)
def squares_of_the_decay_add_up(*, factor: sp.Expr = 2 * eta - eta**2) -> Outcomes:
    """1 - (1-eta)^2 = 2 eta - eta^2.
    sum_(i<=N) (1-eta)^(2i) = (1 - (1-eta)^(2N+2))/(2 eta - eta^2), with r = 1 - eta.
    """
    r = declare("r > 0")
    square = sp.Sum((r**2) ** i, (i, 0, N))
    closed = (1 - (r**2) ** (N + 1)) / (1 - r**2)
    yield induction(relation(square, "=", closed, where=[(r, "<", 1)]), "N")
    yield identity(1 - (1 - eta) ** 2, factor)


h = sp.IndexedBase("h", real=True)
E0, E1, E2 = declare("first later noise >= 0")


@CLAIM.exact(part="risk", uses=("ext.descent-lemma", "noneuclid.gg-error", "ext.second-moment"))
@broken("half_the_curvature_is_too_little", curvature=1)
@because("eta L_1 D^2 forgets that a step has length up to 2 eta D.")
def the_recursion_is_unrolled(*, curvature: int = 2) -> Outcomes:
    """E |noise|_* <= sqrt(d) sigma_t = sqrt(d kappa T/(2 rho)) D_t.
    h_(t+1) = r h_t + 2 eta D e_t + 2 eta^2 L_1 D^2, the worst case; r = 1 - eta.
    e_t = first r^t + later + noise: sum_t eta r^(T-1-t) r^t = eta T r^(T-1), and sum_t eta
    r^(T-1-t) = 1 - r^T <= 1.
    """
    r = declare("r > 0")
    step = 1 - r
    horizon = declare("integer T >= 0")
    bias = 2 * step**2 * L1 * D**2
    closed = (
        r**horizon * h[0]
        + horizon * r**horizon / r * 2 * step * D * E0
        + (1 - r**horizon) * (2 * D * (E1 + E2) + 2 * step * L1 * D**2)
    )
    body = r * h[t] + 2 * step * D * (E0 * r**t + E1 + E2) + bias
    power = declare("r_T >= 0")  # r^T
    rest, full = 2 * D * (E1 + E2) + 2 * eta * L1 * D**2, 2 * D * (E1 + E2)
    yield induction(relation(h[horizon], "=", closed), "T", rules=[Rule("h", "t", body)], factor=r)
    left, right = (1 - power) * rest, full + curvature * eta * L1 * D**2
    yield follows(left, right, [(rest, 0, power)], rest=(curvature - 2) * eta * L1 * D**2)


@CLAIM.exact(part="start", uses=())
@broken("half_the_step_is_too_short", "eta = ln(n)/(4T) leaves n^(-1/4).", rate=sp.log(n) / (4 * T))
def the_start_is_forgotten(*, rate: sp.Expr = sp.log(n) / (2 * T)) -> Outcomes:
    """T ln(1 - eta) <= -eta T = -ln(n)/2 for this eta: (1 - eta)^T <= n^(-1/2)."""
    x = declare("x > 0")
    yield certify(relation(sp.log(x), "<=", x - 1))
    yield identity(T * (1 - rate - 1), -T * rate)
    yield identity(-T * rate, -sp.log(n) / 2)
