"""The energy of heavy ball, and how much of F - F* it sees.

    V(xi) = sum over coordinates of (x, y) P (x, y)^T + c (F(x) - F*),   xi = (x_t, x_{t-1}), x* = 0

The rate is proved for V; a bound on F - F* follows from V >= kappa (F - F*).  Minimising the form
over the old point y leaves the Schur complement |P| / P22 of P, and |x|^2 >= (2/L)(F - F*) turns it
into a multiple of F - F*:

    V >= kappa (F - F*),      kappa = c + 2 |P| / (L P22),     (c + 2 P11 / L  where P22 = 0).

The paper divides by c instead.  That is weaker, and useless where c is tiny: good certificates
often have c close to 0.  With c = 0 and |P| = 0 < P22 no bound follows (kappa = 0).
"""

from typing import Any

from workbench.claims import Claim, Outcome, because, broken
from workbench.rigor.provers.theorems import proved
from workbench.symbolic.theorem import function, number
from workbench_papers.accel.heavy_ball import _energy
from workbench_papers.accel.heavy_ball._energy import P11, L, c, mu, s

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
    encoded={
        "P22 positive": (_energy.complement().theorem,),
        "P22 zero": (_energy.alone().theorem,),
    },
    uses=("ext.smooth-strongly-convex-inequalities",),
    note="The definition is printed, the constant kappa is ours. The convention 0/0 = 0 of the text"
    " is about the case P22 = 0, where P12 = 0 as well. As encoded, P >= 0 says P11, P22 >= 0 and"
    " P12^2 <= P11 P22; xi is (x, p), and x* is s. That c >= 0 is not needed.",
)

STEEPER = function("F", strong=mu, smooth=2 * L, minimiser=s)


@CLAIM.proof(part="P22 positive")
@broken("first_entry_in_place_of_the_complement", changed={"kappa": c + 2 * P11 / L})
@because("With c + 2 P11 / L the old point is forgotten: it may cancel part of P11 |x|^2.")
@broken("indefinite_energy", changed={"given": (_energy.ORDERED,)})
@because("P >= 0 is dropped: with |P| < 0 the bound on F - F* points the other way.")
@broken("half_as_smooth", "(L/2)|x|^2 may be less than F - F*.", changed={"objective": STEEPER})
def schur_complement_bounds_the_energy(*, changed: dict[str, Any] = {}) -> Outcome:
    """V - kappa G = P22 |y + (P12/P22) x|^2 + (2|P| / (L P22)) ((L/2)|x|^2 - G), G = F - F*."""
    return proved(_energy.complement(**changed))


@CLAIM.proof(part="P22 zero")
@broken("twice_the_constant", changed={"kappa": c + 4 * P11 / L})
@because("With c + 4 P11 / L in place of c + 2 P11 / L: |x|^2 may be (2/L) G.")
@broken("indefinite_energy", changed={"given": (_energy.NONE, _energy.ORDERED)})
@because("P12 need not be 0.")
@broken("negative_corner", "P11 >= 0 is dropped.", changed={"corner": number("P_11")})
@broken("half_as_smooth", "(L/2)|x|^2 may be less than F - F*.", changed={"objective": STEEPER})
@broken("an_old_point_that_counts", changed={"given": (_energy.SEMIDEFINITE, _energy.ORDERED)})
@because("P22 = 0 is dropped: then the old point may cancel part of P11 |x|^2.")
def energy_without_the_old_point(*, changed: dict[str, Any] = {}) -> Outcome:
    """V - kappa G = (2 P11 / L) ((L/2)|x|^2 - G), as P >= 0 forces P12 = 0."""
    return proved(_energy.alone(**changed))
