"""Private Frank-Wolfe on the empirical risk: noisy choices, and the best number of steps.

At each of T steps the vertex with the smallest <g, v> + Laplace(b) is chosen, g the gradient of
the empirical risk, and x moves towards it by eta_t = 2/(t + 2).  A record moves each score by
2 L_0 D/n, so b = 4 L_0 D/(n eps_0) makes one choice eps_0-private.  With G = 4 L_1 D^2 and an error
of mean m = b H_M at most in every choice,

    h_{t+1} <= (1 - eta_t) h_t + eta_t m + eta_t^2 G/2      gives      h_t <= 2 G/(t + 2) + m.

More steps are better for the first term and need more noise: A/T + B sqrt(T), or A/T + B' T.
"""

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, all_of, because, broken
from workbench.rates import Order, rate_is
from workbench.rigor import follows, identity, visible
from workbench.symbolic import declare

CLAIM = Claim(
    "noneuclid.private-fw",
    title="Private Frank-Wolfe: privacy, error, best number of steps",
    reconstructed=("algorithm", 'slides: "Is the polynomial dimension-dependence avoidable?"'),
    statement=r"""\begin{gathered}
        b = \frac{4 L_0 D}{n \epsilon_0}, \; \epsilon_0 = \frac{\epsilon}{T} \text{ or }
        \frac{\epsilon}{\sqrt{8 T \ln(1/\delta)}} \text{ gives } \epsilon\text{-DP or }
        (\epsilon, \delta)\text{-DP}; \quad
        \mathbb{E} F_S(x_T) - \min F_S \le \frac{8 L_1 D^2}{T + 2} + b H_M; \\
        \frac AT + B \sqrt T \ge \frac{3}{2^{2/3}} A^{1/3} B^{2/3}
        \text{ with equality at } T = (2A/B)^{2/3}, \quad
        \frac AT + B' T \ge 2 \sqrt{A B'} \text{ at } T = \sqrt{A/B'}, \\
        A = 8 L_1 D^2, \; B = \frac{8 \sqrt2\, L_0 D H_M \sqrt{\ln(1/\delta)}}{n \epsilon}, \;
        B' = \frac{4 L_0 D H_M}{n \epsilon}
        \end{gathered}""",
    hypotheses=r"""X \text{ a polytope with } M \text{ vertices}, \; \lVert x \rVert \le D; \; f \
            \text{ convex, } L_0\text{-Lipschitz, } L_1\text{-smooth}
        \eta_t = 2/(t + 2), \; x_0 \text{ a vertex that does not depend on the data}, \; T \ge 1
        \epsilon \le 8 \ln(1/\delta) \text{ for } (\epsilon, \delta)\text{-DP}""",
    parts=("privacy", "one step", "error", "steps"),
    uses=("noneuclid.rnm.repaired", "noneuclid.rnm-accuracy.sharp", "noneuclid.basic-comp",
          "noneuclid.adv-comp.choice", "ext.descent-lemma"),
    note="The objective is the empirical risk. T is an integer: the minimum over real T is a lower"
    " end, reached up to a constant if it is at least 1.",
)  # fmt: skip


def orders(approximate: str = "(ell/P)**(2/3)") -> tuple[Order, Order]:
    """Over T >= 1, with approximate and with pure privacy."""
    return (
        Order(approximate, ["1/T", "ell*T**(1/2)/P"], free=["T"], region=["ell/P", "1/ell"],
              integer=["T"]),
        Order("(ell/(n*eps))**(1/2)", ["1/T", "ell*T/(n*eps)"], free=["T"],
              region=["ell/(n*eps)", "1/ell"], integer=["T"]),
    )  # fmt: skip


RATE = Claim(
    "noneuclid.private-fw.rate",
    title="Rate of private Frank-Wolfe on the empirical risk",
    reconstructed=("rate", 'slides: "Is the polynomial dimension-dependence avoidable?"'),
    statement=r"""\min_T \frac1T + \frac{\ell \sqrt T}{P} \text{ is of order }
        \Big( \frac{\ell}{P} \Big)^{2/3}, \quad
        \min_T \frac1T + \frac{\ell T}{n \epsilon} \text{ of order }
        \Big( \frac{\ell}{n \epsilon} \Big)^{1/2}""",
    hypotheses=r"""L_0 = L_1 = D = 1, \; \ell = \ln M, \; P = n \epsilon/\sqrt{\ln(1/\delta)} \
            \text{ (or } n\epsilon) \ge \ell \ge 1""",
    encoded=orders(),
    uses=(CLAIM.id,),
)

L0, L1, D, n, T, eps, logs, H = declare("L_0 L_1 D n T epsilon Lambda H > 0")


@CLAIM.exact(
    part="privacy",
    uses=("noneuclid.rnm.repaired", "noneuclid.basic-comp", "noneuclid.adv-comp.choice"),
)
@broken("with_half_the_noise_it_costs_double", moves=4)
@because("Forgetting that one score may rise while another falls.")
def a_choice_costs_its_share(*, moves: int = 2) -> Outcomes:
    """2 (2 L_0 D/n)/b = eps_0; T of them by basic or by advanced composition.
    Scores move by D |g - g'| <= 2 L_0 D/n; a choice costs twice that over b; T choices.
    """
    norm, shift, step = declare("norm shift >= 0, epsilon_0 > 0")
    move = 2 * L0 * D / n
    scale = 4 * L0 * D / (n * step)
    eighth = eps / sp.sqrt(8 * T * logs)
    yield follows(norm * shift, move, [(shift, norm, D), (D, shift, 2 * L0 / n)])
    yield identity(moves * move / scale, step)
    yield identity(T * (eps / T), eps)
    left = (scale * H).subs(step, eighth)
    yield identity(left, 8 * sp.sqrt(2) * L0 * D * H * sp.sqrt(logs) / (n * eps) * sp.sqrt(T))
    yield identity((scale * H).subs(step, eps / T), 4 * L0 * D * H / (n * eps) * T)


@CLAIM.exact(part="one step", uses=("ext.descent-lemma",))
@broken("a_radius_is_not_a_diameter", curvature=1)
@because("G = L_1 D^2 forgets that two points may be 2D apart.")
def a_step_costs_the_error_of_its_choice(*, curvature: int = 4) -> Outcome:
    """The error of the choice enters once:
    h' <= (1 - eta) h + eta gamma + eta^2 G/2 with G = L_1 (2D)^2.
    F(x') <= F(x) + eta <g, v - x> + (L_1/2)(eta |v - x|)^2, <g, v> <= <g, x*> + gamma.
    """
    eta, move, after, before, best, gamma = declare("eta move after before best gamma >= 0")
    at_v, at_x, at_best = declare("real at_v at_x at_best")  # <g, v>, <g, x>, <g, x*>
    h = before - best
    return follows(
        after - best,
        (1 - eta) * h + eta * gamma + eta**2 * (curvature * L1 * D**2) / 2,
        [
            (1, after, before + eta * (at_v - at_x) + L1 / 2 * (eta * move) ** 2),
            (eta, at_v, at_best + gamma),
            (eta, at_best - at_x, -h),  # convexity
            (L1 / 2 * eta**2 * (2 * D + move), move, 2 * D),
        ],
        at={
            "eta": 1, "move": 2, "after": 2, "before": 0, "best": 0, "gamma": 0, "at_v": 0,
            "at_x": 0, "at_best": 0, "L_1": 1, "D": 1},
    )  # fmt: skip


@CLAIM.exact(part="error", uses=("noneuclid.rnm-accuracy.sharp", "ext.conditional-expectation"))
@broken("half_of_it_does_not_carry_over", "G/(t + 2) is not kept by a step.", constant=1)
def the_error_falls_like_one_over_the_steps(*, constant: int = 2) -> Outcomes:
    """Induction: 2 G (t + 1)/(t + 2)^2 <= 2 G/(t + 3); errors of mean m = b H_M given the past.
    h_1 <= m + G/2; then h <= 2 G/(t + 2) + m implies the same at t + 1.
    """
    G, mean, h, after, t = declare("G m > 0, real h after, t > 0")
    eta = 2 / (t + 2)
    claim = constant * G / (t + 2) + mean
    bracket = t / (t + 2)  # 1 - eta
    gap = constant * G / (t + 3) - bracket * constant * G / (t + 2) - 2 * G / (t + 2) ** 2
    gap_shown = 2 * G / ((t + 2) ** 2 * (t + 3))
    yield visible(mean + G / 2, "<=", claim.subs(t, 1))
    yield identity(1 - eta, bracket)
    yield identity(gap, gap_shown)
    premises = [(1, after, (1 - eta) * h + eta * mean + eta**2 * G / 2), (bracket, h, claim)]
    yield follows(after, claim.subs(t, t + 1), premises, rest=gap_shown)
    yield identity((2 * G / (t + 2)).subs(G, 4 * L1 * D**2), 8 * L1 * D**2 / (t + 2))


@CLAIM.exact(part="steps", uses=())
@broken("one_half_is_another_power", "B^(1/2) is not the minimum.", power=sp.S.Half)
def two_thirds_of_the_noise_and_one_third_of_the_curvature(
    *, power: sp.Rational = sp.Rational(2, 3)
) -> Outcomes:
    """3 A r^2 = 3/2^(2/3) A^(1/3) B^(2/3) at r = (B/(2A))^(1/3).
    A/c^2 + B c with B = 2 A r^3 is A [3 r^2 + (1/c - r)^2 (1 + 2 c r)]; A/T + B'T a square.
    """
    A, B, c, r = declare("A B c r > 0")  # T = c^2
    best = (2 * A / B) ** sp.Rational(2, 3)
    value = 3 * 2 ** (-sp.Rational(2, 3)) * A ** sp.Rational(1, 3) * B**power
    right = A / c**2 + 2 * A * r**3 * c
    yield visible(3 * A * r**2, "<=", right, gap=A * (1 / c - r) ** 2 * (1 + 2 * c * r))
    yield identity(3 * A * (B / (2 * A)) ** sp.Rational(2, 3), value)
    yield identity(A / best + B * sp.sqrt(best), value)
    left = 2 * sp.sqrt(A * B)
    yield visible(left, "<=", A / T + B * T, gap=(sp.sqrt(A / T) - sp.sqrt(B * T)) ** 2)
    yield identity(A / sp.sqrt(A / B) + B * sp.sqrt(A / B), 2 * sp.sqrt(A * B))


@RATE.exact
@broken("approximate_privacy_gains_more_than_a_root", approximate="(ell/P)**(1/2)")
@because("(ell/P)^(1/2) is the order of pure privacy.")
def the_best_orders(*, approximate: str = "(ell/P)**(2/3)") -> Outcome:
    """Weights 1/3, 2/3 and 1/2, 1/2."""
    return all_of(map(rate_is, orders(approximate)))
