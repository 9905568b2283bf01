"""Smoothing a best response by the entropy: how smooth its value is (proof 3.12).

F_b(x) = max_y {F(x, y) - b w(y)}, w the negative entropy.  Its maximiser y_b(x) moves slowly: by
strong concavity (Pinsker) and the optimality of both maximisers,

    b |y_b(x) - y_b(x')|^2 <= <grad_y F(x, y_b') - grad_y F(x', y_b'), y_b - y_b'>
                           <= L_xy |x - x'| |y_b - y_b'|,

and grad F_b(x) = grad_x F(x, y_b(x)).  So F_b is (L_xx + L_xy^2/b)-smooth.  As -ln d_y <= w <= 0,
it is squeezed: max_y F <= F_b <= max_y F + b ln d_y.  For bilinear games F_b is a log-sum-exp with
Hessian A Cov A'/b, whose entries are at most L_1^2/b, attained by columns of signs.
"""

from fractions import Fraction
from typing import Any

from workbench.claims import Claim, Outcomes, because, broken
from workbench.rigor.provers.smoothed_values import convex, smooth, squeezed
from workbench.rigor.provers.theorems import proved

CLAIM = Claim(
    "saddle.fbeta-smooth",
    title="Smoothness of the entropy-smoothed best-response value",
    reconstructed=("lemma", "Proof 3.12"),
    statement=r"""\begin{gathered} F_\beta(x) = \max_{y \in \Delta_{d_y}} \{ F(x, y)
        - \beta \omega(y) \} \text{ is convex, and } L\text{-smooth in } \lVert \cdot \rVert_1
        \text{ for } L = L_{xx} + \frac{L_{xy}^2}{\beta}, \text{ which here means:} \\
        s F_\beta(v) + (1 - s) F_\beta(o) \le F_\beta(s v + (1 - s) o)
        + \tfrac L2 s (1 - s) \lVert v - o \rVert_1^2, \quad
        \max_y F \le F_\beta \le \max_y F + \beta \ln d_y \end{gathered}""",
    hypotheses=r"""\text{for all } v, o \in \Delta_{d_x}, \; 0 \le s \le 1
        \omega(y) = \sum_j y_j \ln y_j, \; \beta, L_{xx}, L_{xy} > 0
        F \text{ convex in } x, \text{ concave in } y, \text{ continuously differentiable}
        \nabla_x F \; L_{xx}\text{-Lipschitz in } x, L_{xy}\text{-Lipschitz in } y; \;
            \nabla_y F \; L_{xy}\text{-Lipschitz in } x""",
    parts=("smooth", "squeeze"),
    encoded={
        "smooth": (smooth().theorem, convex().theorem),
        "squeeze": (squeezed("low").theorem, squeezed("high").theorem),
    },
    note="A gradient of F_beta is no part of this row. Where there is one, the inequality says the"
    " same as F_beta(v) <= F_beta(o) + <grad F_beta(o), v - o> + (L/2) |v - o|^2 for all v and o of"
    " the simplex. As encoded omega is D_Y(., c) - ln d_y, D_Y the divergence of the entropy and"
    " c = y_first the uniform point.",
)


@CLAIM.proof(part="smooth")
@broken("half_of_the_constant", factor=Fraction(1, 2))
@because("F = (x_1 - x_2)(y_1 - y_2), L_xy = 1: in the limit of v, o -> (1/2, 1/2) and L_xx -> 0 it"
         " is an equality.")  # fmt: skip
@broken("weights_outside", "s v + (1 - s) o is outside of the simplex then.", kept="xx xy yx")
@broken("any_gradient_in_x", "F = f(x): f may bend as much as you like.", kept="s xy yx")
@broken("maximisers_of_any_speed", kept="s xx")
@because("F = m (x_1 - x_2)(y_1 - y_2) with m large, near (1/2, 1/2).")
@broken("only_grad_y_in_x", kept="s xx yx")
@because("Only the proof is refused: both are bounds of the same second differences of F.")
@broken("only_grad_x_in_y", "Only the proof is refused, as before.", kept="s xx xy")
def gradients_move_with_the_maximiser(**changes: Any) -> Outcomes:  # noqa: ANN401
    """From s v + (1 - s) o to v and to o in M parts, of which each bends by L/M^2."""
    yield proved(smooth(**changes))
    yield proved(convex())


@CLAIM.proof(part="squeeze")
@broken(
    "half_of_the_logarithm_is_exceeded", "F = 0 at the uniform point: b ln d.", most=Fraction(1, 2)
)
@broken("with_the_divergence_from_the_uniform_point", logs=0)
@because("Without ln d_y in omega F = y_1 is not reached: at its maximiser it costs b ln d_y.")
def the_entropy_is_between_minus_log_d_and_0(
    *, logs: int = 1, most: Fraction | int = 1
) -> Outcomes:
    """-ln d_y <= omega <= 0."""
    yield proved(squeezed("low", logs=logs))
    yield proved(squeezed("high", logs=logs, most=most))
