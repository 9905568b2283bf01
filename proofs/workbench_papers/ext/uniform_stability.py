"""Stability and generalisation: gradient steps do not expand, and stable outputs generalise.

    eta <= 2/L_1, F convex and L_1-smooth   |x - eta grad F(x) - (y - eta grad F(y))| <= |x - y|
    projections on convex sets              |P x - P y| <= |x - y|
    uniform stability                       |E F(A(S)) - E F_S(A(S))| <= sup E |f(A(S)) - f(A(S'))|

all in the Euclidean norm, S and S' with one record replaced.  Cited.  Checked: the first for
quadratics, where it says |1 - eta lam| <= 1 for 0 <= lam <= L_1.
"""

from workbench.claims import Claim, Outcome, broken
from workbench.rigor import visible
from workbench.symbolic import declare

CLAIM = Claim(
    "ext.uniform-stability",
    title="Gradient steps do not expand, and stable methods generalise",
    reconstructed=("cited", "Bousquet and Elisseeff (2002); Hardt, Recht and Singer (2016)"),
    statement=r"""\lVert x - \eta \nabla F(x) - y + \eta \nabla F(y) \rVert_2
        \le \lVert x - y \rVert_2, \quad \lVert P x - P y \rVert_2 \le \lVert x - y \rVert_2, \quad
        |\mathbb{E} F(A(S)) - \mathbb{E} F_S(A(S))|
        \le \sup_{S \simeq S', z} \mathbb{E} |f(A(S), z) - f(A(S'), z)|""",
    hypotheses=r"""F \text{ convex, } L_1\text{-smooth}, \; 0 \le \eta \le 2/L_1; \; P \text{ the \
            projection on a closed convex set}
        S \text{ i.i.d.; the expectation on the right over the randomness of } A""",
    citation="Hardt, Recht and Singer (2016), Train faster, generalize better, Lemma 3.6 and"
    " Theorem 2.2; Bousquet and Elisseeff (2002), Stability and generalization",
)

eta, lam, L = declare("eta lam L_1 > 0")


@CLAIM.exact(corner="quadratics, the first inequality")
@broken("with_twice_the_step_they_do_not", "eta L_1 <= 4 allows an eigenvalue -3.", limit=4)
def eigenvalues_stay_within_one(*, limit: int = 2) -> Outcome:
    """1 - (1 - eta lam)^2 = eta lam (2 - eta lam) >= 0 for lam <= L_1 and eta L_1 <= limit."""
    gap = eta * lam * (2 - eta * L) + eta**2 * lam * (L - lam)
    left = (1 - eta * lam) ** 2
    return visible(left, "<=", 1, where=[(lam, "<=", L), (eta * L, "<=", limit)], gap=gap)
