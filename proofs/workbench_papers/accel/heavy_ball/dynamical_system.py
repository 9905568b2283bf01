"""Heavy ball as a linear system driven by gradients (eqs. (16)-(18)), and two printed signs.

Stacking two iterates into a state makes one step of DP-SHB linear in the state and in the total
gradient u_t + w_t:

    state (x_t, x_{t-1})  ->  A state + B (u_t + w_t),     A = [[1 + beta, -beta], [1, 0]],

with u_t = grad F(x_t) and w_t = eta_t + v_t the sum of the privacy noise and the sampling error.
The later matrix inequality for the convergence rate is built from A and B, so their signs matter.

B.  Heavy ball *subtracts* alpha times the gradient: B = (-alpha, 0).  The text prints (+alpha, 0),
which is gradient ascent.  This is no matter of taste: an LMI built with the printed sign is often
still feasible, and then returns other numbers, which are about ascent and not about heavy ball.

v_t.  The released gradient is grad F_B = grad F + (grad F_B - grad F).  So the error that (16)
adds is v_t = grad F_B - grad F; the text prints the opposite sign.  Only second moments of v_t are
used later on, so this slip does no harm.

The Kronecker factor I_d says that all coordinates obey the same scalar system; below, the entries
of the sequences are coordinates, and the coordinate k stays symbolic.
"""

from typing import Any

from workbench.claims import Claim, Example, Outcome, because, broken
from workbench.rigor import certify, witness
from workbench.rigor.provers.instances import Functions, RunStatement, grad, parabola, smooth
from workbench.symbolic import Relation, declare, relation
from workbench.symbolic.text import parse

_SYSTEM = r"""\xi_{t+1} = (A \otimes I_d) \xi_t + (B \otimes I_d) (u_t + v_t + \eta_t),\quad
        u_t = \nabla F(z_t),\quad z_t = (C \otimes I_d) \xi_t,\quad
        \xi_t = \begin{bmatrix} x_t \\ x_{t-1} \end{bmatrix},\quad
        A = \begin{bmatrix} 1+\beta & -\beta \\ 1 & 0 \end{bmatrix},\quad
        C = \begin{bmatrix} 1 & 0 \end{bmatrix},\quad """


def first_row(sign: int = 1) -> RunStatement:
    """The first row of the system makes of x_t, x_{t-1} what (9) does, with exact gradients."""
    alpha, beta, L, x, p, system, update = declare("alpha beta L > 0, real x p y z")
    slope = grad("F", x)
    return RunStatement(
        (system, "=", update), where=[(beta, "<", 1)], functions=[Functions("F", smooth(L))],
        numbers=(alpha, L, x, p),
        means={system: (1 + beta) * x - beta * p + sign * alpha * slope,
               update: x - alpha * slope + beta * (x - p)},
    )  # fmt: skip


CLAIM = Claim(
    "accel.dynamical-system",
    title="State-space form of DP-SHB as printed (erratum 7: the sign of B)",
    printed=("definition", "Section 3.1, eqs. (16)-(18)"),
    statement=_SYSTEM
    + r"B = \begin{bmatrix} \alpha \\ 0 \end{bmatrix} \quad\text{is the update (9)}",
    hypotheses=r"""\alpha > 0
        0 < \beta < 1""",
    uses=("accel.dp-shb-update",),
    note="With this B each step climbs along the gradient.",
)

SAMPLING_SIGN = Claim(
    "accel.erratum-8",
    title="Printed sign of the subsampling error",
    printed=("erratum", "Section 3.1, display before eq. (16), with eq. (16)"),
    statement=r"""v_t = \nabla F(x_t) - \nabla F_{B_t}(x_t) \;\text{ and }\;
        \nabla F_{B_t}(x_t) + \eta_t = \nabla F(x_t) + \eta_t + v_t""",
    note="Harmless later on: only the second moment of v enters.",
)


def system(sign: str = "-", error: str = "(G[k] - F[k])") -> tuple[Relation, ...]:
    """The rows of A xi + B (u + v + eta), and C xi, in coordinate k; u is F, the batch gradient G.
    x and p are x_t and x_{t-1}; as text, since sympy would drop the zeros of the matrices.
    """
    supplied = f"(F[k] + {error} + eta[k])"
    update = "x[k] - alpha*(G[k] + eta[k]) + beta*(x[k] - p[k])"
    rows = (
        f"(1 + beta)*x[k] + (-beta)*p[k] + ({sign}alpha)*{supplied} = {update}",
        f"1*x[k] + 0*p[k] + 0*{supplied} = x[k]", "1*x[k] + 0*p[k] = x[k]",
    )  # fmt: skip
    domain = "alpha > 0, beta > 0, beta < 1, integer k > 0"
    return tuple(parse(row, where=domain) for row in rows)


REPAIRED = Claim(
    "accel.dynamical-system.repaired",
    title="State-space form of DP-SHB",
    ours=("definition", "Section 3.1, eqs. (16)-(18), corrected"),
    statement=_SYSTEM
    + r"""B = \begin{bmatrix} -\alpha \\ 0 \end{bmatrix},\quad
        v_t = \nabla F_{B_t}(x_t) - \nabla F(x_t) \quad\text{is the update (9)}""",
    hypotheses=r"""\alpha > 0
        0 < \beta < 1""",
    encoded=system(),
    uses=("accel.dp-shb-update",),
    repairs=("accel.dynamical-system", "accel.erratum-8"),
    note="Both rows, every coordinate, and the splitting of the noise are identities, which need"
    " neither alpha > 0 nor 0 < beta < 1; z_t = x_t. As encoded, x, p, F, G, eta are coordinates of"
    " x_t, x_{t-1}, grad F(x_t), grad F_B(x_t) and the noise.",
)


@REPAIRED.exact(uses=())
@broken("the_printed_sign_of_b", sign="")
@because("With B = (+alpha, 0), as printed, a step moves up the gradient.")
@broken("the_printed_sign_of_v", error="(F[k] - G[k])")
@because("With v = grad F - grad F_B counts the sampling error the wrong way.")
def one_step_of_the_system_is_one_step_of_heavy_ball(
    **changes: Any,  # noqa: ANN401
) -> Outcome:
    """First row: x_{t+1} of (9); second row: x_t; the gradient is taken at C xi = x_t.
    Both rows of A xi + B (u + v + eta), coordinate k, against the update (9).
    """
    return certify(system(**changes))


@CLAIM.refutation(of="case")
@broken("corrected_system_descends_at_the_same_point", sign=-1)
@because("With B = (-alpha, 0) both sides are 1/2, and nothing is refuted.")
def printed_system_climbs(*, sign: int = 1) -> Example:
    """On F = x^2/2 from x = 1 with alpha = 1/2 the printed system moves to 3/2, (9) to 1/2.
    The case d = 1 of the first row, without noise, full batch, x_t = x_{t-1} = 1.
    """
    return first_row(sign).refuted({"F": parabola(1)}, alpha="1/2", beta="1/4", x=1, p=1, L=1)


@SAMPLING_SIGN.refutation(of="case")
@broken("corrected_error_gives_the_released_gradient", sign=1)
@because("With v = grad F_B - grad F both sides are 1, and nothing is refuted.")
def printed_error_points_the_wrong_way(*, sign: int = -1) -> Example:
    """At grad F = 0, grad F_B = 1, eta = 0 the release is 1, and the sum u + eta + v is -1."""
    u, sampled, eta = declare("real F F_B eta")
    error = sign * (sampled - u)
    return witness(relation(sampled + eta, "=", u + eta + error), F=0, F_B=1, eta=0)
