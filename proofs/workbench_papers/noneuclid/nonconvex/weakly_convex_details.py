"""Two details of the weakly convex method: which variable the prox minimises over, and l_p norms.

As displayed, argmin_y of F(x) + beta/2 |x - x^t|^2, neither term contains y: every point of X is a
minimiser, x^t too.  With y in the second term alone x^t is the only one.  Either way the distance
to a proximal point may be 0 where the gap is not: F(y) = y on [-1, 1].

In l_p with p < 2 the square |.|_p^2/2 is strongly convex with modulus p - 1 at most: along (1, h),
that is at (1, 1) in the direction (1, -1), its second derivative is p - 1 times that of a square of
the norm.  So beta (p - 1) > rho_w is needed, and p = 1 is out: |(1 + h, 1 - h)|_1 is constant.
With p' = 1 + 1/ln d the norms differ by at most e, and 1/(p' - 1) = ln d.
"""

import sympy as sp

from workbench.claims import Claim, Example, Outcomes, broken
from workbench.rigor import certify, identity, visible
from workbench.rigor.provers import instances as runs
from workbench.symbolic import declare
from workbench.symbolic.text import parse

D, beta, x = declare("D beta > 0, real x")


def gap_at(point: sp.Expr = x) -> runs.RunStatement:
    """On [-D, D] the largest <g, point - y> is at most 2 beta D |x - point|, g = F'(point).
    With the printed x inside, each y is a minimiser, and so is x^t = x.
    """
    gap, slope = declare("real gap"), runs.grad("F", point)
    return runs.RunStatement(
        (gap, "<=", 2 * beta * D * sp.Abs(x - point)), where=[(-D, "<=", x), (x, "<=", D)],
        functions=[runs.Functions("F", runs.CONVEX, on=("box", -D, D))],
        means={gap: slope * point + D * abs(slope)}, numbers=(beta,),
    )  # fmt: skip


PROX = Claim(
    "noneuclid.nc-weak.prox",
    title="The proximal point with another variable inside than it minimises over",
    reading=(
        "erratum",
        "slide: DP Stochastic Weakly Convex Optimization, the display of the proximal point",
    ),
    statement=r"""\mathrm{prox}(x^t) \in \arg\min_{y \in X} \big\{ F(x)
        + \tfrac\beta2 \lVert x - x^t \rVert^2 \big\} \Longrightarrow
        \inf_{g \in \partial F(\mathrm{prox}(x^t))} \sup_{y \in X}
        \langle g, \mathrm{prox}(x^t) - y \rangle
        \le 2 \beta D\, \lVert x^t - \mathrm{prox}(x^t) \rVert""",
    hypotheses=r"F \text{ convex}, \; x, x^t \in X = \{ \lVert y \rVert \le D \}",
    note="A slip of the variables. The display is the slide's, the consequence is what the method"
    " needs of it. With y inside it is `noneuclid.nc-weak`.",
)

LP = Claim(
    "noneuclid.nc-weak.lp",
    title="Proximal steps in l_p: how strongly convex a stage can be",
    ours=("remark", "slide: DP Stochastic Nonconvex Optimization, table, third row (1 <= p <= 2)"),
    statement=r"""\tfrac12 \lVert \cdot \rVert_p^2 \text{ has no modulus of strong convexity above }
        p - 1, \text{ and none at } p = 1; \quad p' = 1 + \frac{1}{\ln d}: \;
        \lVert x \rVert_1 \le e\, \lVert x \rVert_{p'}, \; \frac{1}{p' - 1} = \ln d""",
    hypotheses=r"1 < p \le 2, \; d \ge 2; \; d \ge 3 \text{ for } p' \le 2",
    parts=("modulus", "at one", "switch"),
    note="So a stage needs beta (p - 1) > rho_w, and the table's p = 1 is p' in disguise.",
)


@PROX.refutation(of="case")
@broken("the_proximal_point_is", "prox(0) = -1/beta: gap 1/2, bound 2.", point=x - 1 / beta)
def the_centre_itself_is_not_stationary(*, point: sp.Expr = x) -> Example:
    """F(y) = y on [-1, 1], beta = 2: 0 is a minimiser for x = x^t = 0; its gap is 1, not 0.
    The case d = 1, x = x^t, where every point is a minimiser, with x^t as the proximal point.
    """
    return gap_at(point).refuted({"F": runs.linear(1)}, x=0, D=1, beta=2)


p, h = declare("p > 0, real h")


@LP.exact(part="modulus")
@broken("it_is_not_one", "1 is the modulus at p = 2 alone.", value=sp.Integer(1))
def one_direction_has_no_more(*, value: sp.Expr = p - 1) -> Outcomes:
    """|(1 + h, 1 - h)|_p^2/2 has second derivative (p - 1) |(1, -1)|_p^2 at 0, that is 2^(2/p).
    Divided by 2^(2/p) it is f^(2/p)/2 with f = ((1 + h)^p + (1 - h)^p)/2, and at 0 one has f = 1,
    f' = 0, f'' = p (p - 1).
    """
    at, slope, bend = declare("real at slope bend")  # f, f' and f''
    f = ((1 + h) ** p + (1 - h) ** p) / 2
    near = [(-1, "<", h), (h, "<", 1)]
    second = 2 / p * (2 / p - 1) * at ** (2 / p - 2) * slope**2 + 2 / p * at ** (2 / p - 1) * bend
    at_zero = [(at, "=", 1), (slope, "=", 0), (bend, "=", p * (p - 1))]
    yield identity(sp.diff(f, h), p * ((1 + h) ** (p - 1) - (1 - h) ** (p - 1)) / 2, where=near)
    left = sp.diff(f, h, 2)
    yield identity(left, p * (p - 1) * ((1 + h) ** (p - 2) + (1 - h) ** (p - 2)) / 2, where=near)
    yield identity(second / 2, value, where=at_zero)


@LP.exact(part="at one")
@broken("in_another_direction_it_is_not", "(1 + h, 1 + h).", second="1 + h")
def the_square_of_the_sum_is_flat(*, first: str = "1 + h", second: str = "1 - h") -> Outcomes:
    """|(first, second)|_1^2 is constant on [-1, 1], as (1 + h) + (1 - h) = 2."""
    square = f"(abs({first}) + abs({second}))^2"
    for op in ("<=", ">="):
        yield certify(parse(f"{square} {op} 4", where="-1 <= h <= 1"))


@LP.exact(part="switch")
@broken("not_as_little_as_a_root_of_e", "1/2 is exceeded for d > e.", largest=sp.S.Half)
def a_slightly_larger_exponent_costs_a_constant(*, largest: sp.Expr = sp.Integer(1)) -> Outcomes:
    """The factor is at most e, as ln d/(1 + ln d) <= 1.
    |x|_1 <= d^(1 - 1/p') |x|_p' and 1 - 1/p' = 1/(1 + ln d): the logarithm of the factor.
    """
    log = declare("log_d > 0")
    other = 1 + 1 / log
    yield identity(1 - 1 / other, 1 / (1 + log))
    yield identity(1 / (other - 1), log)
    yield visible(log * (1 - 1 / other), "<=", largest)
