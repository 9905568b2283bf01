"""How far a private stage in l_p ends from the proximal point of the population.

The outer loop asks for this distance, not for the objective of a stage.  It has two parts:

records    the minimiser on the m records of a stage moves by 2 L0/(Lam m) when one is replaced, so
           its objective generalises up to L0 times that, and it is near the population's
solver     the answer is near the minimiser on the records, by strong convexity

so noise enters by its square, and the method itself need not be stable.  That asks for m steps
where the bound on the objective, `noneuclid.nc-weak.solver`, asks for m^2; it holds in l_2 too.
"""

from typing import Any

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, because, broken, dropped
from workbench.rigor.provers import stage_distances as stage
from workbench.rigor.provers.theorems import proved

CLAIM = Claim(
    "noneuclid.nc-weak.lp-distance",
    title="How far a private stage in l_p ends from the proximal point of the population",
    ours=("lemma", '"DP Stochastic Weakly Convex Optimization", the solver of a stage, 1 < p <= 2'),
    statement=r"""\mathbb{E} \lVert x_{t+1} - y_t \rVert_p^2 \le \frac{4}{\Lambda^2} \Big(
        \frac{M}{\sqrt{K + 1}} + \frac{L_0}{\sqrt m} \Big)^2, \quad
        \frac{M^2}{K + 1} \le \frac{G^2}{K + 1} + \frac{2 \kappa^2 d L_0^2}{m^2 \rho}
        \text{ with } \sigma^2 = \frac{2 \kappa K L_0^2}{m^2 \rho}""",
    hypotheses=r"""y_t = \arg\min_{\lVert y \rVert_p \le D} \mathbb{E} f(y, z) + \tfrac\beta2 \
            \lVert y - x_t \rVert_p^2; \; x_{t+1}: \text{ the solver's answer on } m \text{ \
            independent records}
        f(\cdot, z) \; \rho_w\text{-weakly convex and } L_0\text{-Lipschitz in } \ell_p, \; 1 < p \
            \le 2, \; \kappa = \tfrac1{p-1}; \; \Lambda = \beta (p - 1) - \rho_w > 0
        G, M, K \text{ as in noneuclid.nc-weak.lp-solver, generalised Gaussian noise of scale } \
            \sigma; \; \rho\text{: the zCDP of the } K \text{ releases; } g(y) \text{ the mean \
            over the records of subgradients of } f(\cdot, z_i), \text{ each chosen for } y \text{ \
            and } z_i \text{ alone}""",
    parts=("records", "distance", "noise"),
    encoded={
        "records": (stage.moved().theorem, stage.population()),
        "distance": (stage.distance(),), "noise": stage.noise(),
    },
    uses=("noneuclid.nc-weak.lp-solver", "ext.uniform-stability", "noneuclid.gg-error",
          "noneuclid.gg-renyi.repaired"),
    note="As encoded X has any norm, and f_1, f_2 are the losses of a record and of its rival, H"
    " what the others and the proximal term add: u and v minimise H + f_1/m and H + f_2/m, which"
    " grow from there as `noneuclid.nc-weak.lp-solver` says. phi is the least value of Phi, the"
    " population's objective, and Phi_S is that of the records, with the minimisers y_t and u_S: P"
    " is Phi(u_S), Q is Phi_S(u_S), R is Phi_S(y_t), square is |u_S - y_t|^2. The mean of P - Q is"
    " at most L_0 times how far minimisers move, by `ext.uniform-stability`, as the proximal term"
    " is the same in both. In the distance a is |x_(t+1) - u_S|, b is |u_S - y_t|, c is |x_(t+1) -"
    " y_t|, and Gap what x_(t+1) misses of the records' objective, the mean of which"
    " `noneuclid.nc-weak.lp-solver` bounds. In the third part noise is the mean of |xi|_q^2, at"
    " most d sigma^2 by `noneuclid.gg-error`, and M^2 is G^2 + kappa noise; K releases that move"
    " by 2 L_0/m cost kappa (2 L_0/m)^2/(2 sigma^2) each, by `noneuclid.gg-renyi.repaired`."
    " Variants write E_P, E_Q, E_R, E_Gap and E_b2 for the means of P, Q, R, Gap and b^2.",
)  # fmt: skip


@CLAIM.proof(part="records", uses=("noneuclid.nc-weak.lp-solver", "ext.uniform-stability"))
@broken("half_of_it", part=1, share=sp.S.Half)
@because("Losses L_0 y and -L_0 y, H = Lambda y^2/2: they are 2 L_0/(Lambda m) apart.")
@dropped("given", stage.REPLACED, {
    0: "u may be any point.", 1: "v may be any point.", 2: "f_1 may be steep.",
    3: "f_2 may be steep.",
})  # fmt: skip
@dropped("where", stage.SAMPLED, {0: "The records may say nothing of the population.",
                                  1: "Phi_S(y_t) may be large in the mean."})  # fmt: skip
@dropped("sure", stage.SURE, {0: "Q, and with it P, may be large.",
                              1: "The distance may be anything."})  # fmt: skip
def minimisers_of_samples_are_near_that_of_the_population(
    *, part: int = 2, given: Any = stage.REPLACED, **changes: Any  # noqa: ANN401
) -> Outcomes:  # fmt: skip
    """Phi(u_S) - Phi(u) <= L_0 2 L_0/(Lambda m) in the mean, as Phi_S(u_S) <= Phi_S(u)."""
    yield proved(stage.moved(part=part, given=given))
    yield stage.is_near(**changes)


@CLAIM.proof(part="distance", uses=("noneuclid.nc-weak.lp-solver",))
@broken("half_of_the_square", "For fixed a, b at their bounds and c = a + b it is all.", factor=2)
@dropped("where", stage.BOUNDS, {0: "The solver may miss anything.",
                                 1: "The records' minimiser may be anywhere."})  # fmt: skip
@dropped("sure", stage.APART, {0: "a may be anything.", 1: "c may be anything."})
def the_two_distances_add_up(**changes: Any) -> Outcome:  # noqa: ANN401
    """E (a + b)^2 <= (A + B)^2, Minkowski's inequality in the mean square."""
    return stage.add_up(**changes)


@CLAIM.exact(part="noise", uses=("noneuclid.gg-error", "noneuclid.gg-renyi.repaired"))
@broken("half_of_it", "For K large it is all of it.", constant=1)
@dropped("where", stage.NOISY, "The noise may be anything.")
def the_noise_costs_as_much_as_the_dimension(**changes: Any) -> Outcome:  # noqa: ANN401
    """The noise costs 2 kappa^2 d L_0^2/(m^2 rho), whatever the number of steps."""
    return stage.costs_the_dimension(**changes)
