"""Private Frank-Wolfe on the empirical risk: noisy choices, and the best number of steps.

At each of T steps the vertex with the smallest <g, v> + Laplace(b) is chosen, g the gradient of
the empirical risk, and x moves towards it by eta_t = 2/(t + 2).  A record moves each score by
2 L_0 D/n, so b = 4 L_0 D/(n eps_0) makes one choice eps_0-private.  With G = 4 L_1 D^2 and an error
of mean m = b (1 + ln M) at most in every choice,

    h_{t+1} <= (1 - eta_t) h_t + eta_t m + eta_t^2 G/2      gives      h_t <= 2 G/(t + 2) + m.

More steps are better for the first term and need more noise: A/T + B sqrt(T), or A/T + B' T.
"""

from typing import Any

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, all_of, because, broken, dropped
from workbench.rates import Order, rate_is
from workbench.rigor import certify
from workbench.rigor.provers import largest_noise as noises
from workbench.rigor.provers import noisy_frank_wolfe as walk
from workbench.rigor.provers import private_frank_wolfe as private
from workbench.rigor.provers.theorems import proved
from workbench.symbolic import Relation, declare
from workbench.symbolic.text import parse


def settings(power: str = "2/3") -> tuple[Relation, ...]:
    """The bound as A/T + B sqrt(T) or A/T + C T, the least value, and where it is attained."""
    where = "L_0 > 0, L_1 > 0, D > 0, T > 0, n > 0, epsilon > 0, Lambda > 0, H > 0, A = 8*L_1*D^2"
    each, least = "4*L_0*D/(n*epsilon)", f"3/2^(2/3)*A^(1/3)*B^({power})"
    B, C = "B = 8*sqrt(2)*L_0*D*H*sqrt(Lambda)/(n*epsilon)", "C = 4*L_0*D*H/(n*epsilon)"
    return (
        parse(f"8*L_1*D^2/(T+2) + {each}*sqrt(8*T*Lambda)*H <= A/T + B*sqrt(T)",
              where=f"{where}, {B}"),
        parse(f"{least} <= A/T + B*sqrt(T)", where="A > 0, B > 0, T > 0"),
        parse(f"A/T + B*sqrt(T) = {least}", where="A > 0, B > 0, T = (2*A/B)^(2/3)"),
        parse(f"8*L_1*D^2/(T+2) + {each}*T*H <= A/T + C*T", where=f"{where}, {C}"),
        parse("2*sqrt(A*C) <= A/T + C*T", where="A > 0, C > 0, T > 0"),
        parse("A/T + C*T = 2*sqrt(A*C)", where="A > 0, C > 0, T = sqrt(A/C)"),
    )  # fmt: skip


CLAIM = Claim(
    "noneuclid.private-fw",
    title="Private Frank-Wolfe: privacy, error, and the number of steps best for its bound",
    reconstructed=("algorithm", 'slides: "Is the polynomial dimension-dependence avoidable?"'),
    statement=r"""\begin{gathered}
        b = \frac{4 L_0 D}{n \epsilon_0}, \; \epsilon_0 = \frac{\epsilon}{T} \text{ or }
        \frac{\epsilon}{\sqrt{8 T \ln(1/\delta)}} \text{ gives } \epsilon\text{-DP or }
        (\epsilon, \delta)\text{-DP}; \\
        \mathbb{E} F_S(x_T) - \min F_S \le \frac{8 L_1 D^2}{T + 2} + b H, \; H = 1 + \ln M; \\
        \frac AT + B \sqrt T \ge \frac{3}{2^{2/3}} A^{1/3} B^{2/3}
        \text{ with equality at } T = (2A/B)^{2/3}, \\
        \frac AT + B' T \ge 2 \sqrt{A B'} \text{ with equality at } T = \sqrt{A/B'}; \\
        A = 8 L_1 D^2, \; B = \frac{8 \sqrt2\, L_0 D H \sqrt{\ln(1/\delta)}}{n \epsilon}, \;
        B' = \frac{4 L_0 D H}{n \epsilon}
        \end{gathered}""",
    hypotheses=r"""X \text{ a polytope with } M \text{ vertices}, \; \lVert x \rVert \le D; \; f \
            \text{ convex, } L_0\text{-Lipschitz, } L_1\text{-smooth}, \; L_0, L_1 > 0
        \eta_t = 2/(t + 2), \; x_0 \text{ a vertex that does not depend on the data}, \; T \ge 1
        \epsilon \le 8 \ln(1/\delta) \text{ for } (\epsilon, \delta)\text{-DP}""",
    parts=("privacy", "noise", "error", "steps"),
    encoded={
        "privacy": (private.moved_scores().theorem, private.pure(), private.approximate()),
        "noise": (noises.largest("laplace"),),
        "error": (walk.on_the_sample().theorem,),
        "steps": settings(),
    },
    uses=("noneuclid.rnm.repaired",),
    note="The objective is the empirical risk F_S. T is an integer: the minimum over real T is a"
    " lower end. As encoded f and h are the gradients of the replaced record and of its rival, v a"
    " vertex; scores are -<g, v>, and the largest noisy one is chosen. F is F_S. S is the simplex"
    " of weights of the M vertices, P(l) the average of vertices with the weights l, and l_star the"
    " weights of the minimiser x_star: asked is that both have the same product with a gradient."
    " u_t is the vertex of S with P(u_t) = v_t, and xi_t has the noise of each vertex: the choice"
    " is the best one in all of S, as it is among the vertices, since products are linear in l. Of"
    " the step the value of F at its end is asked, of the noise its mean 0 and that the largest -xi"
    " of a vertex has the mean b (1 + ln M) at most: for Laplace noise that is the part on noise,"
    " where sigma is b, d the number M of vertices, and M_t there the largest |xi| so far. B' is C."
    " The mean of the largest |xi| is b (1 + 1/2 + ... + 1/M) in truth, by `ext.largest-noise`,"
    " which is less.",
)


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


@CLAIM.proof(part="privacy", uses=("noneuclid.rnm.repaired",))
@broken("half_of_the_noise", noise=2)
@because("T = 1: two groups of many vertices, at equal scores, which the record moves apart"
         " by 4 L_0 D/n: a choice costs ln((1 + e^(2 eps_0))/2).")  # fmt: skip
@broken("half_of_the_shift", "Linear losses of opposite slopes attain it.", most=1)
@dropped("given", private.LOSSES, "It may be as long as one likes.")
@broken("any_budget", where=private.MODERATE[1:])
@because("At eps = 128 ln(1/delta) many choices, at scores in two large groups, lose about 2 eps.")
def a_choice_costs_its_share(
    *, noise: int = 4, most: int = 2, given: Any = private.LOSSES,  # noqa: ANN401
    where: Any = private.MODERATE,  # noqa: ANN401
) -> Outcomes:  # fmt: skip
    """Scores move by |v| |f - h|/n <= 2 L_0 D/n; T choices of eps_0 = 2 (2 L_0 D/n)/b each."""
    yield proved(private.moved_scores(most=most, given=given))
    yield private.is_pure(noise=noise)
    yield private.is_approximate(noise=noise, where=where)


@CLAIM.proof(part="noise", uses=())
@broken("half_of_the_mean", "M = 1: E |xi| is b.", share=sp.S.Half)
@broken("any_noise", "All the xi may be 10 b.", given=())
def what_exceeds_a_level(**changes: Any) -> Outcome:  # noqa: ANN401
    """The largest is at most a + sum (|xi_j| - a)_+, of mean a + M b e^(-a/b), at a = b ln M."""
    return noises.by_the_sum("laplace", **changes)


@CLAIM.proof(part="error", uses=())
@broken("a_quarter_of_it", most=2)
@because("T = 1, no noise, F = L_1 (x + D)^2/2 on [-D, D], x_0 = -D: x_1 = D may be chosen, of the"
         " risk 2 L_1 D^2.")  # fmt: skip
@dropped("given", walk.HYPOTHESES["exact"], {
    0: "The worst vertex may be chosen.", 1: "The noise may be as large as one likes.",
    2: "x_{t+1} may be any point.", 3: "x_star may be lower than all vertices.",
    4: "x_0 may be far away: F falls from -D to D, steeply, but rises so at x_0: v_0 = -D.",
    5: "T >= 3: at a late minimum any vertex may be chosen, however far it is away.",
})  # fmt: skip
def the_error_falls_like_one_over_the_steps(**changes: Any) -> Outcome:  # noqa: ANN401
    """A step: h' <= (1 - eta) h + eta m + 2 eta^2 L_1 D^2, m = b (1 + ln M); then induction."""
    return proved(walk.on_the_sample(**changes))


MEANS = parse("3*a*b^2 <= a^3+2*b^3", where="a > 0, b > 0")


@CLAIM.exact(part="steps", uses=())
@broken("one_half_is_another_power", "B^(1/2) is not the minimum.", power="1/2")
def two_thirds_of_the_noise_and_one_third_of_the_curvature(*, power: str = "2/3") -> Outcome:
    """3 (x y y)^(1/3) <= x + y + y for x = A/T and y = B sqrt(T)/2; A/T + C T by a square."""
    A, B, T = declare("A B T > 0")
    third = sp.Rational(1, 3)
    at = {"a": (A / T) ** third, "b": (B * sp.sqrt(T) / 2) ** third}
    return all_of(certify(one, facts=[(MEANS, at)] if place == 1 else [])
                  for place, one in enumerate(settings(power)))  # fmt: skip


@RATE.exact
@broken("approximate_privacy_gains_more_than_a_root", approximate="(ell/P)**(1/2)")
@because("(ell/P)^(1/2) is the order of pure privacy.")
def the_best_orders(*, approximate: str = "(ell/P)**(2/3)") -> Outcome:
    """Weights 1/3, 2/3 and 1/2, 1/2."""
    return all_of(map(rate_is, orders(approximate)))
