"""Stochastic convex optimisation: the range of the excess risk, and what a radius does to bounds.

X lies in the ball of radius D, so two points are up to 2D apart.  A loss that is L_0-Lipschitz has
an excess risk in [0, 2 L_0 D], and <-L_0 z, x> on the l_1 ball reaches the end.  Every lower bound
is to be read as a minimum with it.  A Frank-Wolfe step eta (v - x) is up to 2 eta D long, and costs
2 eta^2 L_1 D^2 of curvature.
"""

from workbench.claims import Claim, Outcome, because, broken
from workbench.rigor import certify, follows
from workbench.symbolic import declare
from workbench.symbolic.text import parse

CLAIM = Claim(
    "noneuclid.sco-def",
    title="Excess population risk: its range, and the cost of a Frank-Wolfe step",
    reconstructed=("definition", "slide: Stochastic Convex Optimization"),
    statement=r"""\begin{gathered}
        0 \le \mathbb{E} F(A(S)) - F^\ast \le 2 L_0 D, \text{ attained}; \\
        F(x + \eta (v - x)) \le F(x) + \eta \langle \nabla F(x), v - x \rangle
        + 2 \eta^2 L_1 D^2
        \end{gathered}""",
    hypotheses=r"""X \text{ convex, compact, } \lVert x \rVert \le D \text{ on } X; \; F = \
            \mathbb{E} f
        f(\cdot; z) \text{ convex, } L_0\text{-Lipschitz, and } L_1\text{-smooth (for the step)}
        x, v \in X, \; 0 \le \eta \le 1""",
    parts=("range", "attained", "step"),
    uses=("ext.descent-lemma",),
    note="D is a radius here, as on the slides.",
)

L0, L1, D, eta = declare("L_0 L_1 D eta > 0")
move, excess, size, other = declare("move excess size other >= 0")


@CLAIM.exact(part="range", uses=())
@broken("a_radius_is_not_enough", "L_0 D is exceeded.", points=1)
def two_points_are_at_most_a_diameter_apart(*, points: int = 2) -> Outcome:
    """The excess is at most a distance:
    excess <= L_0 |x - x*| <= L_0 (|x| + |x*|) <= 2 L_0 D, for two points 2 L_0 D.
    """
    premises = [(1, excess, L0 * move), (L0, move, size + other), (L0, size, D), (L0, other, D)]
    at = {"excess": 2, "move": 2, "size": 1, "other": 1, "L_0": 1, "D": 1}
    return follows(excess, points * L0 * D, premises, at=at)


@CLAIM.exact(part="attained", uses=())
@broken("from_the_centre_it_does_not", "From the centre it falls by L_0 D only.", start=0)
def a_linear_loss_attains_it(*, start: int = -1) -> Outcome:
    """F(x) = -L_0 x_1 on the l_1 ball falls by 2 L_0 D from -D e_1 to D e_1."""
    return certify(parse(f"-L_0*({start}*D) - (-L_0*D) = 2*L_0*D", where="L_0, D > 0"))


@CLAIM.exact(part="step", uses=("ext.descent-lemma",))
@broken("the_square_of_the_radius_is_less", factor=1)
@because("eta^2 L_1 D^2, where the points may be 2D apart.")
def a_step_bends_by_the_square_of_the_diameter(*, factor: int = 2) -> Outcome:
    """(L_1/2)(2 eta D)^2 = 2 eta^2 L_1 D^2.
    (L_1/2) (eta |v - x|)^2 <= 2 eta^2 L_1 D^2 with |v - x| <= 2D.
    """
    premises = [(L1 / 2 * eta**2 * (move + 2 * D), move, 2 * D)]
    at = {"move": 2, "eta": 1, "L_1": 1, "D": 1}
    return follows(L1 / 2 * (eta * move) ** 2, factor * eta**2 * L1 * D**2, premises, at=at)
