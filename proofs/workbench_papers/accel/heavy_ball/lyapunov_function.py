"""The energy of heavy ball, and how much of F - F* it sees.

    V(xi) = sum over coordinates of (x, y) P (x, y)^T + c (F(x) - F*),   xi = (x_t, x_{t-1}), x* = 0

The rate is proved for V; a bound on F - F* follows from V >= kappa (F - F*).  Minimising the form
over the old point y leaves the Schur complement |P| / P22 of P, and |x|^2 >= (2/L)(F - F*) turns it
into a multiple of F - F*:

    V >= kappa (F - F*),      kappa = c + 2 |P| / (L P22),     (c + 2 P11 / L  where P22 = 0).

The paper divides by c instead.  That is weaker, and useless where c is tiny: good certificates
often have c close to 0.  With c = 0 and |P| = 0 < P22 no bound follows (kappa = 0).
"""

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, because, broken
from workbench.rigor import visible
from workbench.symbolic import declare
from workbench_papers.accel._heavy_ball import P12, L, c, i, p, total, x

CLAIM = Claim(
    "accel.lyapunov-function",
    title="Energy of heavy ball and the suboptimality that it bounds",
    printed=(
        "definition",
        "Section 3.1, before Proposition 3.4; the lower bound is implicit in eq. (23)",
    ),
    statement=r"""V_{P,c}(\xi) = (\xi - \xi^\ast)^\top (P \otimes I_d) (\xi - \xi^\ast)
        + c\,(F(x) - F^\ast) \ge \kappa_P (F(x) - F^\ast), \quad
        \kappa_P = c + \frac{2 \lvert P \rvert}{L P_{22}} \;
        \Bigl( c + \frac{2 P_{11}}{L} \text{ if } P_{22} = 0 \Bigr)""",
    hypotheses=r"""P \in \mathbb{S}^2,\; P \succeq 0,\; c \ge 0
        F \in \mathcal{S}_{\mu,L}(\mathbb{R}^d),\; \xi = (x, x^-)""",
    parts=("P22 positive", "P22 zero"),
    uses=("ext.smooth-strongly-convex-inequalities",),
    note="The definition is printed, the constant kappa is ours. The convention 0/0 = 0 of the text"
    " is about the case P22 = 0, where P12 = 0 as well.",
)

corner, first = declare("P_22 P_11 > 0")
det = declare("D >= 0")  # |P|
gap_F = declare("G >= 0")  # F(x) - F*
SMOOTH = declare("s >= 0")  # (L/2)|x|^2 - (F - F*), not negative


def energy(p11: sp.Expr, p12: sp.Expr, p22: sp.Expr) -> sp.Expr:
    """V with the value G of F(x) - F*."""
    return total(p11 * x[i] ** 2 + 2 * p12 * x[i] * p[i] + p22 * p[i] ** 2) + c * gap_F


@CLAIM.exact(part="P22 positive")
@broken("first_entry_in_place_of_the_complement", kappa=c + 2 * (det + P12**2) / (L * corner))
@because("With c + 2 P11 / L the old point is forgotten: it may cancel part of P11 |x|^2.")
def schur_complement_bounds_the_energy(*, kappa: sp.Expr = c + 2 * det / (L * corner)) -> Outcome:
    """V - kappa G = P22 |y + (P12/P22) x|^2 + (2|P| / (L P22)) ((L/2)|x|^2 - G).
    P22 > 0: P11 = (|P| + P12^2)/P22, and |x|^2 = (2/L)(G + s).
    """
    p11 = (det + P12**2) / corner
    square = corner * total((p[i] + P12 / corner * x[i]) ** 2)
    reach = [(gap_F, "=", L / 2 * total(x[i] ** 2) - SMOOTH)]
    gap = square + 2 * det / (L * corner) * SMOOTH
    return visible(kappa * gap_F, "<=", energy(p11, P12, corner), where=reach, gap=gap)


@CLAIM.exact(part="P22 zero")
@broken("twice_the_constant", kappa=c + 4 * first / L)
@because("With c + 4 P11 / L in place of c + 2 P11 / L: |x|^2 may be (2/L) G.")
def energy_without_the_old_point(*, kappa: sp.Expr = c + 2 * first / L) -> Outcomes:
    """V - kappa G = (2 P11 / L) ((L/2)|x|^2 - G).
    P22 = 0: P >= 0 forces P12 = 0, since else the determinant -P12^2 is negative.
    """
    reach = [(gap_F, "=", L / 2 * total(x[i] ** 2) - SMOOTH)]
    zero = sp.Integer(0)
    off = declare("P_12 > 0")  # its sign does not matter: it enters squared
    yield visible(first * 0 - off**2, "<", 0)
    left = kappa * gap_F
    yield visible(left, "<=", energy(first, zero, zero), where=reach, gap=2 * first / L * SMOOTH)
