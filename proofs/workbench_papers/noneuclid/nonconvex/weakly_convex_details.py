"""Two details of the weakly convex method: which variable the prox minimises over, and l_p norms.

As displayed, argmin_y of F(x) + beta/2 |x - x^t|^2, neither term contains y: every point of X is a
minimiser, x^t too.  With y in the second term alone x^t is the only one.  Either way the distance
to a proximal point may be 0 where the gap is not: F(y) = y on [-1, 1].

In l_p with p < 2 the square |.|_p^2/2 is strongly convex with modulus p - 1 at most, as (e^s, e^-s)
and its mirror image show for small s.  So beta (p - 1) > rho_w is needed, and p = 1 is out:
|(1 + h, 1 - h)|_1 is constant.
With p' = 1 + 1/ln d the norms differ by at most e, and 1/(p' - 1) = ln d.
"""

from typing import Any

import sympy as sp

from workbench.claims import Claim, Example, Outcome, Outcomes, because, broken, dropped
from workbench.rigor import certify
from workbench.rigor.provers import half_squares as squares
from workbench.rigor.provers import instances as runs
from workbench.symbolic import declare

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
    statement=r"""\tfrac12 \lVert \cdot \rVert_p^2 \text{ has no modulus of strong convexity in }
        \lVert \cdot \rVert_p \text{ above } p - 1 \text{ for } 1 < p \le 2, \text{ and none at }
        p = 1; \quad p' = 1 + \frac{1}{\ln d}: \;
        \lVert x \rVert_1 \le e\, \lVert x \rVert_{p'}, \; \frac{1}{p' - 1} = \ln d""",
    hypotheses=r"d \ge 2; \; d \ge 3 \text{ for } p'",
    parts=("modulus", "at one", "switch"),
    encoded={
        "modulus": (squares.modulus(),), "at one": squares.flat(),
        "switch": (squares.switched(), squares.CONJUGATE),
    },
    note="The p = 1 of the table has to be read as p', at the price of constants. As encoded c is a"
    " modulus, of which its inequality at the midpoint of (a, b) and (b, a) is asked, in the first"
    " two coordinates: for p = 1 there is none above 0. e^(p ln a) is a^p. q is p', lnx_j is"
    " ln |x_j| at coordinates that are not 0 (the others by continuity), lnN and lnN_q are the"
    " logarithms of |x|_1 and |x|_p'; 1 <= q follows.",
)  # fmt: skip


@PROX.refutation(of="case")
@broken("the_proximal_point_is", "prox(0) = -1/beta: gap 1/2, bound 2.", point=x - 1 / beta)
def the_centre_itself_is_not_stationary(*, point: sp.Expr = x) -> Example:
    """F(y) = y on [-1, 1], beta = 2: 0 is a minimiser for x = x^t = 0; its gap is 1, not 0.
    The case d = 1, x = x^t, where every point is a minimiser, with x^t as the proximal point.
    """
    return gap_at(point).refuted({"F": runs.linear(1)}, x=0, D=1, beta=2)


@LP.proof(part="modulus")
@broken("half_of_it", "p - 1 is one, by ext.lp-strong-convexity.", most=(squares.p - 1) / 2)
@dropped("every", squares.CONVEX, "c may be anything.")
def two_points_allow_no_more(**changes: Any) -> Outcome:  # noqa: ANN401
    """At (e^s, e^-s) and its mirror image 1 + (1 + c) s^2 <= e^(p s^2), for small s."""
    return squares.is_at_most(**changes)


@LP.exact(part="at one")
@broken("in_another_direction_it_is_not", "(1 + h, 1 + h).", second="1 + h")
def the_square_of_the_sum_is_flat(**changes: Any) -> Outcome:  # noqa: ANN401
    """|(1 + h, 1 - h)|_1^2 is constant on [-1, 1], as (1 + h) + (1 - h) = 2."""
    return certify(squares.flat(**changes))


@LP.proof(part="switch")
@broken("not_as_little_as_a_root_of_e", power=sp.S.Half)
@because("For x = (1, ..., 1) the factor is e^(ln d/(1 + ln d)).")
@broken("without_the_first_sum", "lnN may be anything.", lengths=squares.LONGER)
@broken("without_the_second_sum", "lnN_q may be anything.", lengths=squares.SHORTER)
def a_slightly_larger_exponent_costs_a_constant(**changes: Any) -> Outcomes:  # noqa: ANN401
    """|x|_1 <= d^(1 - 1/p') |x|_p' and 1 - 1/p' = 1/(1 + ln d): the logarithm of the factor."""
    yield squares.costs_e(**changes)
    yield certify(squares.CONJUGATE)
