"""How far a private stage in l_p ends from the proximal point of the population.

The outer loop asks for this distance, not for the objective of a stage.  It has two parts:

records    the minimiser on the m records of a stage moves by 2 L0/(Lam m) when one is replaced, so
           its objective generalises up to L0 times that, and it is near the population's
solver     the answer is near the minimiser on the records, by strong convexity

so noise enters by its square, and the method itself need not be stable.  That asks for m steps
where the bound on the objective, `noneuclid.nc-weak.solver`, asks for m^2; it holds in l_2 too.
"""

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, because, broken
from workbench.rigor import follows, identity, inequality
from workbench.symbolic import declare, relation

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
        G, M, K \text{ as there, generalised Gaussian noise of scale } \sigma; \; \rho\text{: \
            the zCDP of the } K \text{ releases; } g(y) \text{ the mean over the records of \
            subgradients of } f(\cdot, z_i), \text{ each chosen for } y \text{ and } z_i \text{ \
            alone}""",
    parts=("records", "distance", "noise"),
    uses=("noneuclid.nc-weak.lp-solver", "ext.uniform-stability", "noneuclid.gg-error",
          "noneuclid.gg-renyi.repaired"),
)  # fmt: skip

L0, M, G, m, strong, kappa, dim, rho, K = declare("L0 M G m Lambda kappa d rho K > 0")


def moved(changes: int) -> Outcome:
    """u, v minimise on samples S, R that differ in z, z': Lam |u - v|^2 <= changes L0 |u - v|/m."""
    r = declare("r > 0")  # |u - v|
    S_u, S_v, R_u, R_v = declare("real S_u S_v R_u R_v")
    old, new = declare("real old new")  # f(v, z) - f(u, z), f(u, z') - f(v, z')
    return follows(
        strong * r**2, changes * L0 * r / m,
        [
            (1, S_u + strong * r**2 / 2, S_v), (1, R_v + strong * r**2 / 2, R_u),
            (1 / m, old, L0 * r), (1 / m, new, L0 * r),
        ],
        rest=(changes - 2) * L0 * r / m, where=[(S_v, "=", S_u + R_v - R_u + (old + new) / m)],
    )  # fmt: skip


@CLAIM.exact(part="records", uses=("noneuclid.nc-weak.lp-solver", "ext.uniform-stability"))
@broken("a_replaced_record_counts_twice", "Lam r^2 <= L0 r/m.", changes=1)
def minimisers_of_samples_are_near_that_of_the_population(*, changes: int = 2) -> Outcomes:
    """E |u_S - u|^2 <= 4 L0^2/(Lam^2 m).
    Phi(u_S) - Phi(u) <= L0 2 L0/(Lam m) in the mean, as Phi_S(u_S) <= Phi_S(u).
    """
    gap, square = declare("gap square >= 0")
    yield moved(changes)
    yield follows(
        square, 4 * L0**2 / (strong**2 * m),
        [(2 / strong, strong / 2 * square, gap), (2 / strong, gap, changes * L0**2 / (strong * m))],
    )  # fmt: skip


@CLAIM.exact(part="distance", uses=("noneuclid.nc-weak.lp-solver",))
@broken("twice_the_mixed_term_is_too_much", "(a + b)^2 with 4 a b.", cross=4)
def the_two_distances_add_up(*, cross: int = 2) -> Outcomes:
    """Minkowski's inequality in mean square.
    E (a + b)^2 <= (A + B)^2 with A^2, B^2 bounds on E a^2, E b^2; A = 2 M/(Lam sqrt(K+1)).
    """
    a, b, A, B, aa, bb = declare("a b A B > 0, aa bb >= 0")
    root = declare("root > 0")  # (K+1)^(1/2)
    claimed = relation(cross * a * b, "<=", B / A * a**2 + A / B * b**2)
    yield inequality(claimed, gap=(B * a - A * b) ** 2 / (A * B))
    left = (1 + B / A) * aa + (1 + A / B) * bb
    yield follows(left, (A + B) ** 2, [(1 + B / A, aa, A**2), (1 + A / B, bb, B**2)])
    right = (2 * M / (strong * root)) ** 2
    yield follows(aa, right, [(2 / strong, strong / 2 * aa, 2 * M**2 / (strong * root**2))])
    left = (2 * M / (strong * root) + 2 * L0 / (strong * sp.sqrt(m))) ** 2
    yield identity(left, 4 / strong**2 * (M / root + L0 / sp.sqrt(m)) ** 2)


@CLAIM.exact(part="noise", uses=("noneuclid.gg-error", "noneuclid.gg-renyi.repaired"))
@broken("half_of_it", constant=1)
@because("kappa^2 d L0^2/(m^2 rho) does not follow; whether it is true is not claimed.")
def the_noise_costs_as_much_as_the_dimension(*, constant: int = 2) -> Outcomes:
    """The noise costs 2 kappa^2 d L0^2/(m^2 rho), whatever the number of steps.
    K releases of kappa (2 L0/m)^2/(2 sigma^2); kappa d sigma^2/(K+1) <= 2 kappa^2 d ..
    """
    variance = 2 * kappa * K * L0**2 / (m**2 * rho)
    bound = constant * kappa**2 * dim * L0**2 / (m**2 * rho)
    yield identity(K * kappa * (2 * L0 / m) ** 2 / (2 * variance), rho)
    claimed = relation((G**2 + kappa * dim * variance) / (K + 1), "<=", G**2 / (K + 1) + bound)
    yield inequality(claimed, gap=2 * kappa**2 * dim * L0**2 / (m**2 * rho * (K + 1)))
