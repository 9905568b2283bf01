"""Stochastic convex optimisation: the range of the excess risk, and what a radius does to bounds.

X lies in the ball of radius D, so two points are up to 2D apart.  A loss that is L_0-Lipschitz has
an excess risk in [0, 2 L_0 D], and -L_0 x on [-D, D] reaches the end.  Every lower bound is to be
read as a minimum with it.  A Frank-Wolfe step eta (v - x) is up to 2 eta D long, and costs
2 eta^2 L_1 D^2 of curvature.
"""

from typing import Any

from workbench.claims import Claim, Outcome, broken, dropped
from workbench.rigor import certify
from workbench.rigor.provers import excess_risk as risk
from workbench.rigor.provers.theorems import proved
from workbench.symbolic import Relation
from workbench.symbolic.text import parse

WHERE = ("L_0 > 0", "D > 0", "-D <= x", "x <= D", "-D <= y", "y <= D")


def linear(start: int = -1, where: tuple[str, ...] = WHERE) -> tuple[Relation, ...]:
    """Of F(x) = -L_0 x on [-D, D]: its slope, its least value, and how far it falls from -D."""
    said = ("abs(-L_0*x-(-L_0*y)) <= L_0*abs(x-y)", "-L_0*D <= -L_0*x",
            f"-L_0*({start}*D)-(-L_0*D) = 2*L_0*D")  # fmt: skip
    return tuple(parse(one, where=", ".join(where)) for one in said)


CLAIM = Claim(
    "noneuclid.sco-def",
    title="Excess population risk: its range",
    reconstructed=("definition", "slide: Stochastic Convex Optimization"),
    statement=r"""0 \le \mathbb{E} F(A(S)) - F^\ast \le 2 L_0 D, \text{ the upper end attained}""",
    hypotheses=r"""X \text{ convex, compact, } \lVert x \rVert \le D \text{ on } X; \; A(S) \in X
        F = \mathbb{E} f(\cdot; z) \text{ convex, continuously differentiable}
        \lVert \nabla F(x) \rVert_\ast \le L_0 \text{ on } X""",
    parts=("range", "attained"),
    encoded={"range": (risk.at_most().theorem, risk.at_least().theorem), "attained": linear()},
    note="D is a radius here, as on the slides. As encoded F is a function of two points whose"
    " second one is held fixed, and so convex and continuously differentiable, and no more; A is"
    " A(S), u a point with the least value, or any other one, and F* is -sup(-F); the end is"
    " attained in one dimension.",
)

STEP = Claim(
    "noneuclid.sco-def.step",
    title="The cost of a Frank-Wolfe step",
    reconstructed=("lemma", "slides: Stochastic Convex Optimization; private Frank-Wolfe"),
    statement=r"""F(x + \eta (v - x)) \le F(x) + \eta \langle \nabla F(x), v - x \rangle
        + 2 \eta^2 L_1 D^2""",
    hypotheses=r"""X \text{ convex, compact, } \lVert u - w \rVert \le 2D \text{ on it, as in a \
            ball of radius } D
        F \; L_1\text{-smooth on } X; \; x, v \in X, \; 0 \le \eta \le 1""",
    encoded=(risk.of_a_step().theorem,),
    note="The distance is asked of v and x alone.",
)


@CLAIM.proof(part="range")
@broken("a_radius_is_not_enough", "From -D to D a linear loss falls by 2 L_0 D.", points=1)
@dropped("given", risk.GIVEN, {0: "F may be as steep as one likes.",
                               1: "u may be far away.", 2: "A may be far away."})  # fmt: skip
@broken("a_point_outside", "F may be less than F* there.", inside=False)
def two_points_are_at_most_a_diameter_apart(*, inside: bool = True, **changes: Any) -> Outcome:  # noqa: ANN401
    """F(A) - F(u) <= <grad F(A), A> - <grad F(A), u> <= 2 L_0 D."""
    return proved(risk.at_most(**changes), risk.at_least(inside=inside))


@CLAIM.exact(part="attained")
@broken("from_the_centre_it_does_not", "From the centre it falls by L_0 D only.", start=0)
@dropped("where", WHERE, {3: "At x = 2D the value is less."})
def a_linear_loss_attains_it(**changes: Any) -> Outcome:  # noqa: ANN401
    """F(x) = -L_0 x falls by 2 L_0 D from -D to D."""
    return certify(linear(**changes))


@STEP.proof
@broken("the_square_of_the_radius_is_less", "F(x) = L_1 x^2/2 from -D to D, eta = 1.", factor=1)
@broken("another_class", "L_1 x^2 is 2 L_1-smooth.", smooth=2 * risk.L1)
@dropped("given", risk.SHORT, {0: "v may be far away.", 1: "The new point may not be in X."})
def a_step_bends_by_the_square_of_the_diameter(**changes: Any) -> Outcome:  # noqa: ANN401
    """(L_1/2) |eta (v - x)|^2 <= 2 eta^2 L_1 D^2."""
    return proved(risk.of_a_step(**changes))
