"""Weakly convex nonsmooth losses: inexact proximal steps, solved privately on disjoint batches.

phi(x) = min_y F(y) + beta/2 |y - x|^2, attained at y_t for x = x^t; x^(t+1) is a private solution
of stage t, with mean suboptimality at most alpha.  The value at y_t bounds the next envelope:

    phi(x^(t+1)) <= F(y_t) + beta/2 |y_t - x^(t+1)|^2
                  = phi(x^t) - beta/2 |y_t - x^t|^2 + beta/2 |y_t - x^(t+1)|^2,

and (beta - rho_w)-strong convexity makes the last term at most beta alpha/(beta - rho_w).  The sum
telescopes.  At y_t the subgradient g = beta (x^t - y_t) - normal has a small gap, <g, y_t - y> <=
2 beta D |x^t - y_t|: so x^t, uniformly drawn, is close to a nearly stationary point.  T stages on
n/T records each leave 1/T + T/n + d T^2/(n eps)^2 for the mean square.
"""

from typing import Any

from workbench.claims import Claim, Outcome, Outcomes, because, broken, dropped
from workbench.rates import Order, rate_is
from workbench.rigor.provers import proximal_stages as stages
from workbench.rigor.provers.theorems import proved


def orders(noise: str = "d**(1/2)", *more: str) -> tuple[Order, ...]:
    """The rate: the least order over T, and both choices of T, each where it is the smaller one.

    noise: what the noise of a stage costs; `more`: what is at most 1 beside 1/n and 1/d
    """
    terms = ("T**(-1/2)", "(T/n)**(1/2)", f"{noise}*T/(n*eps)")
    region = ("1/n", "1/d", *more, f"{noise}/(n*eps)")
    few, many = "n**(1/2)", f"(n*eps/({noise}))**(2/3)"
    claimed = f"n**(-1/4) + ({noise}/(n*eps))**(1/3)"
    return (
        Order(claimed, terms, ("1/T", "T/n"), free=["T"], region=region),
        *(Order(claimed, terms, (f"T/({one})", f"({one})/T"), free=["T"],
                region=(*region, f"({one})/({other})"))
          for one, other in ((few, many), (many, few))),
    )  # fmt: skip


ENCODED: dict[str, tuple[Any, ...]] = {
    "every path": (stages.path().theorem,), "mean": (stages.mean_square(),),
    "nearness": (stages.stationary().theorem, *stages.nearness()),
    "setting": (stages.setting(),), "rate": orders(),
}  # fmt: skip
CLAIM = Claim(
    "noneuclid.nc-weak",
    title="Weakly convex losses: private proximal steps, and their rate",
    printed=("algorithm", "slide: DP Stochastic Weakly Convex Optimization; table, third row"),
    statement=r"""\begin{gathered}
        \frac1T \sum_{t < T} \mathbb{E} \lVert x^t - y_t \rVert^2
        \le \frac{2 (F(x^0) - F^\ast)}{\beta T} + \frac{2 \alpha}{\beta - \rho_w}
        =: \theta^2, \quad
        \inf_{g \in \partial F(y_t)} \sup_{y \in X} \langle g, y_t - y \rangle
        \le 2 \beta D \lVert x^t - y_t \rVert; \\
        t \text{ uniform}: \; \mathbb{E} \lVert x^t - y_t \rVert \le \theta, \quad
        \mathbb{E} \inf_{g \in \partial F(y_t)} \sup_{y \in X} \langle g, y_t - y \rangle
        \le 2 \beta D \theta; \\
        \beta = 2 \rho_w: \; \theta^2 \le \frac{F(x^0) - F^\ast}{\rho_w T} + \frac{2}{\rho_w^2}
        \Big( (2 G^2 + 2 L_0^2 + 4 \sqrt2 L_0 G) \frac Tn + \frac{4 d L_0^2 T^2}{n^2 \rho} \Big);
        \\
        \theta = \tilde O\Big( \frac{1}{n^{1/4}} + \Big( \frac{\sqrt d}{n \epsilon}
        \Big)^{1/3} \Big) \text{ with } T = \min\{ \sqrt n, (n \epsilon/\sqrt d)^{2/3} \},
        \text{ the best order of this bound}
        \end{gathered}""",
    hypotheses=r"""\lVert \cdot \rVert = \lVert \cdot \rVert_2, \; F + \tfrac{\rho_w}{2} \lVert \
            \cdot \rVert^2 \text{ convex}, \; \beta > \rho_w \ge 0, \; X \text{ compact, convex, \
            in } \{ \lVert y \rVert \le D \}, \; y_t = \arg\min_{y \in X} F(y) + \tfrac\beta2 \
            \lVert y - x^t \rVert^2
        T \text{ stages on disjoint batches of } m = n/T \text{ records}, \; x^{t+1} \in X \text{ \
            misses } \alpha \text{ of stage } t \text{ in the mean}
        \text{from the third line on: } F = \mathbb{E} f(\cdot, z), \text{ every } f(\cdot, z) \
            \; L_0\text{-Lipschitz}, \; f(\cdot, z) + \tfrac{\rho_w}{2} \lVert \cdot \rVert^2 \
            \text{ convex, the records independent}
        \text{from the third line on: } \alpha \text{ of the private solver with } K \ge m^2 \
            \text{ steps along means over the records of subgradients, each chosen for the point \
            and its own record alone}, \; G = L_0 + 2 \beta D, \; \rho\text{-zCDP}
        \text{in the rate: constants and logarithms left out}, \; \rho = \epsilon^2, \; \sqrt d \
            \le n \epsilon \text{ (else it is above the trivial bound)}""",
    parts=("every path", "mean", "nearness", "setting", "rate"),
    encoded=ENCODED,
    repairs=("noneuclid.nc-weak.prox",),
    uses=("noneuclid.nc-weak.solver", "noneuclid.nc-measures", "ext.second-moment"),
    note="The slide has the method and the rate; the constants are ours. The losses of a stage"
    " have slopes up to L_0 + 2 beta D, not L_0; the order is the same. Subgradients are chosen"
    " record by record, as another one of the mean may tell a record. A record is in one stage"
    " alone, so that all stages are as private as one. theta, in the rate, is its bound of the"
    " third line, for beta = 2 rho_w. As encoded |.| without an index is the Euclidean norm, H is"
    " F + rho_w/2 |.|^2 and k[t] a subgradient of it at y[t], so that k[t] - rho_w y[t] = g is"
    " one of F; the first-order condition of y_t says that one of them has <g + beta (y_t - x_t),"
    " w - y_t> >= 0 for all w in X: Rockafellar (1970), Convex Analysis, Theorem 27.4. A is the"
    " sum of what x[t+1] misses, divided by T, N that of all |x[t] - y[t]|^2, divided by T, both"
    " on one path; z is a minimiser of F, F_best"
    " its value there, and Delta is F(x^0) - F*. S has subgradients, and may be the whole space. R"
    " is |x_t - y_t| at a uniform t, gap what the first formula of its part bounds for each y in"
    " X, which is u there. Variants write E_A and E_R2 for the means of A and R^2.",
)  # fmt: skip


@CLAIM.proof(part="every path")
@broken("a_smaller_price_is_not_enough", price=1)
@because("F(y) = beta y^2/4, all x_t = 1, T large: 1/9 is above 3/36.")
@dropped("given", stages.GIVEN, {
    0: "rho_w = 2 beta, F = 0, y_t = x_t, not all equal: 0 is not below a number < 0.",
    1: "F = 0, all x_t equal: |x_t - y_t| may be anything.",
    2: "F = 0, all x_t equal: with k_t anything, y_t may be anything.",
    3: "F may be larger at z than at x_0, where all x_t = y_t are.",
})  # fmt: skip
def the_envelope_descends_on_every_path(**changes: Any) -> Outcome:  # noqa: ANN401
    """phi_(t+1) <= phi_t - beta/2 |x_t - y_t|^2 + beta/(beta - rho_w) a_t; phi_0 <= F(x_0)."""
    return proved(stages.path(**changes))


@CLAIM.proof(part="mean")
@broken("half_the_error_is_not_enough", "N may be equal to its bound.", price=1)
@dropped("where", stages.MISSED, {0: "A = 0, alpha > 0, beta < rho_w: the bound is too small.",
                                  1: "Stages may miss anything."})  # fmt: skip
def the_mean_square_is_bounded(**changes: Any) -> Outcome:  # noqa: ANN401
    """The bound of every path, in the mean."""
    return stages.is_mean_square(**changes)


@CLAIM.proof(part="nearness", uses=("noneuclid.nc-measures", "ext.second-moment"))
@broken("the_radius_is_not_the_diameter", "X = [-1, 1], x = 1, y = 1/2, u = -1.", factor=1)
@dropped("given", stages.STILL, {
    0: "g may be any vector.", 1: "y_t may be far away.", 2: "u may be far away.",
})  # fmt: skip
@dropped("where", stages.CLOSE, "R may be anything.")
def the_proximal_point_is_nearly_stationary(
    *, factor: int = 2, given: Any = stages.STILL, where: Any = stages.CLOSE  # noqa: ANN401
) -> Outcomes:  # fmt: skip
    """<g, y_t - u> <= beta <x_t - y_t, y_t - u>, Cauchy-Schwarz and the diameter 2 D; Jensen."""
    yield proved(stages.stationary(factor=factor, given=given))
    yield stages.is_near(factor=factor, where=where)


@CLAIM.exact(part="setting", uses=("noneuclid.nc-weak.solver",))
@broken("half_of_the_noise", whole=stages.WHOLE.replace("4*d", "2*d"))
@because("d large, K large: the noise alone is 4 d L_0^2 T^2/(n^2 rho).")
@dropped("where", stages.SOLVER, {
    0: "alpha may be anything.", 1: "The noise may be anything.",
    2: "Few records in a stage, n/T large.", 3: "One step on many records.",
})  # fmt: skip
def the_solver_leaves_three_terms(**changes: Any) -> Outcome:  # noqa: ANN401
    """1/(K + 1) and its root are at most 1/m = T/n."""
    return stages.is_set(**changes)


@CLAIM.exact(part="rate")
@broken("one_half_is_not_reached", claimed="n**(-1/2) + (d**(1/2)/(n*eps))**(1/3)")
@because("n^(-1/2) is below the bound.")
def a_quarter_and_a_third(**changes: Any) -> Outcomes:  # noqa: ANN401
    """Roots of the three terms; both exponents are the best of this bound."""
    for order in orders():
        yield rate_is(order.but(**changes))
