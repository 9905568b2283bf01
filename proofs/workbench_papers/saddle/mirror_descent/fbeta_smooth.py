"""Smoothing a best response by the entropy: how smooth its value is (proof 3.12).

F_b(x) = max_y {F(x, y) - b w(y)}, w the negative entropy.  Its maximiser y_b(x) moves slowly: by
strong concavity (Pinsker) and the optimality of both maximisers,

    b |y_b(x) - y_b(x')|^2 <= <grad_y F(x, y_b') - grad_y F(x', y_b'), y_b - y_b'>
                           <= L_xy |x - x'| |y_b - y_b'|,

and grad F_b(x) = grad_x F(x, y_b(x)).  So F_b is (L_xx + L_xy^2/b)-smooth.  As -ln d_y <= w <= 0,
it is squeezed: max_y F <= F_b <= max_y F + b ln d_y.  For bilinear games F_b is a log-sum-exp with
Hessian A Cov A'/b, whose entries are at most L_1^2/b, attained by columns of signs.
"""

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, because, broken
from workbench.rigor import follows, identity, visible
from workbench.symbolic import declare

CLAIM = Claim(
    "saddle.fbeta-smooth",
    title="Smoothness of the entropy-smoothed best-response value",
    reconstructed=("lemma", "Proof 3.12"),
    statement=r"""F_\beta(x) = \max_{y \in \Delta_{d_y}} \{ F(x, y) - \beta \omega(y) \}
        \text{ is } \Big( L_{xx} + \frac{L_{xy}^2}{\beta} \Big) \text{-smooth in }
        \lVert \cdot \rVert_1, \quad
        \max_y F \le F_\beta \le \max_y F + \beta \ln d_y""",
    hypotheses=r"""\omega(y) = \sum_j y_j \ln y_j, \; \beta > 0
        F \text{ concave in } y; \; \nabla_x F \; L_{xx}\text{-Lipschitz in } x, \
            L_{xy}\text{-Lipschitz in } y; \; \nabla_y F \; L_{xy}\text{-Lipschitz in } x""",
    parts=("maximiser", "gradient", "squeeze", "attained"),
    uses=("ext.pinsker", "ext.danskin"),
)

beta, L_xx, L_xy, L1, dx = declare("beta L_xx L_xy L_1 > 0, dist_x >= 0")
dy = declare("dist_y > 0")  # if it is 0 there is nothing to show


def maximiser(factor: sp.Rational) -> Outcome:
    """The condition b dy^2 <= inner <= L_xy dx dy gives dy <= factor L_xy dx/b."""
    inner = declare("real inner")
    premises = [(1 / (beta * dy), beta * dy**2, inner), (1 / (beta * dy), inner, L_xy * dx * dy)]
    return follows(dy, factor * L_xy * dx / beta, premises)


@CLAIM.exact(part="maximiser")
@broken("half_of_the_speed_is_too_small", factor=sp.S.Half)
@because("The maximiser can move faster than L_xy/(2b).")
@broken("the_entropy_is_not_twice_as_convex", strength=4)
@because("2b |y - y'|^2 does not follow; whether it is true is not claimed.")
def strong_concavity_holds_the_maximiser(
    *, factor: sp.Rational = sp.Integer(1), strength: int = 2
) -> Outcomes:
    """|y_b(x) - y_b(x')| <= (L_xy/b) |x - x'|."""
    yield maximiser(factor)
    yield optimality(strength)


def optimality(strength: int) -> Outcome:
    """Optimality of both maximisers, summed; w is monotone with KL + KL' >= dy^2.
    s = <grad_y F(x, y'), y - y'>, s' = <grad_y F(x', y'), y - y'>, c = <grad_y F(x, y), y - y'>,
    o, o' the same for grad w at y and y'.
    """
    s, s2, c, o, o2 = declare("real s s_2 c o o_2")
    premises = [
        (1, beta * o, c),  # y maximises F(x, .) - b w: <grad, y' - y> <= 0
        (1, s2, beta * o2),  # y' maximises F(x', .) - b w
        (1, c, s),  # F(x, .) is concave
        (beta, dy**2, o - o2),  # Pinsker, twice
    ]
    at = {"beta": 1, "dist_y": 1, "o": 1, "o_2": 0, "c": 1, "s": 1, "s_2": 0}
    return follows(beta * dy**2 * strength / 2, s - s2, premises, at=at)


@CLAIM.exact(part="gradient")
@broken("the_block_alone_is_not_enough", "L_xx forgets that the maximiser moves.", constant=L_xx)
def gradient_follows_the_maximiser(*, constant: sp.Expr = L_xx + L_xy**2 / beta) -> Outcome:
    """L_xx + L_xy^2/b. L_xx dx + L_xy dy <= constant dx with dy <= (L_xy/b) dx."""
    move = declare("move >= 0")
    return follows(L_xx * dx + L_xy * move, constant * dx, [(L_xy, move, L_xy * dx / beta)])


@CLAIM.exact(part="squeeze")
@broken("half_of_the_logarithm_is_exceeded", "At the uniform point w = -ln d.", share=sp.S.Half)
def negative_entropy_is_between_minus_log_d_and_zero(
    *, share: sp.Rational = sp.Integer(1)
) -> Outcomes:
    """The smoothed maximum is close: max F <= F_b <= max F + b ln d_y.
    0 <= -b w(y) <= b ln d: -ln d <= w <= 0 on the simplex, in any dimension.
    """
    w, logs, value = declare("real w, log_d >= 0, real F")
    yield follows(value, value - beta * w, [(beta, w, 0)])
    yield follows(value - beta * w, value + share * beta * logs, [(beta, -logs, w)])


@CLAIM.exact(part="attained")
@broken("nothing_below_is_possible", "The covariance is not zero.", limit=0)
def bilinear_games_attain_it_with_signs(*, limit: int = 1) -> Outcomes:
    """Cov of entries in [-L, L] is at most L^2, and L^2 for +-L with equal weights.
    mass sum w c^2 - (sum w c)^2 <= L^2 mass^2 for c^2 = L^2 - below, below >= 0.
    Diagonal entries bound the others (Cauchy-Schwarz); at c = +-L with equal weights it is L^2.
    """
    p, d, i = declare("p > 0, integer d > 0, integer i")
    w, c = sp.IndexedBase("w", nonnegative=True), sp.IndexedBase("c", real=True)
    below = sp.IndexedBase("below", nonnegative=True)  # L^2 - c^2

    def total(body: sp.Expr) -> sp.Expr:
        return sp.Sum(body, (i, 1, d))

    second = total(w[i] * (L1**2 - below[i]))  # sum w c^2
    square, most = total(w[i] * c[i]) ** 2, L1**2 * total(w[i]) ** 2
    gap = total(w[i]) * total(w[i] * below[i]) + square + (limit - 1) * most
    yield visible(total(w[i]) * second - square, "<=", limit * most, gap=gap)
    yield identity((p * L1**2 + p * L1**2) * 2 * p - (p * L1 - p * L1) ** 2, L1**2 * (2 * p) ** 2)
