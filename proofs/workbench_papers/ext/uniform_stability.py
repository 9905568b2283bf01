"""Stability and generalisation: gradient steps do not expand, and stable outputs generalise.

    eta <= 2/L_1, F convex and L_1-smooth   |x - eta grad F(x) - (y - eta grad F(y))| <= |x - y|
    projections on convex sets              |P x - P y| <= |x - y|
    uniform stability                       |E F(A(S)) - E F_S(A(S))| <= sup E |f(A(S)) - f(A(S'))|

all in the Euclidean norm, S and S' with one record replaced.
"""

import sympy as sp

from workbench.claims import Claim, Outcome, argued, broken
from workbench.rigor import certify, visible
from workbench.rigor.provers.theorems import Proof, proved
from workbench.symbolic import declare, relation
from workbench.symbolic.theorem import Many, Theorem, function, num, number, square, vector

CLAIM = Claim(
    "ext.uniform-stability",
    title="Gradient steps do not expand, and stable methods generalise",
    reconstructed=("theorem",
                   "Hardt, Recht and Singer (2016), Train faster, generalize better, Section 3 and"
                   " Theorem 2.2; Bousquet and Elisseeff (2002), Stability and generalization"),
    statement=r"""\lVert x - \eta \nabla F(x) - y + \eta \nabla F(y) \rVert_2
        \le \lVert x - y \rVert_2, \quad \lVert P x - P y \rVert_2 \le \lVert x - y \rVert_2, \quad
        |\mathbb{E} F(A(S)) - \mathbb{E} F_S(A(S))|
        \le \sup_{S \simeq S', z} \mathbb{E} |f(A(S), z) - f(A(S'), z)|""",
    hypotheses=r"""F: \mathbb{R}^d \to \mathbb{R} \text{ convex}, \
            \nabla F \; L_1\text{-Lipschitz}, \; 0 \le \eta \le 2/L_1
        P \text{ the projection on a closed convex set, not empty}
        S = (z_1, \dots, z_n) \text{ i.i.d.; in the last part } F(w) = \mathbb{E}_z f(w, z), \; \
            F_S(w) = \tfrac1n \textstyle \sum_i f(w, z_i), \text{ and the means exist}
        \text{the randomness of } A \text{ is independent of the records; } S' \text{ is } S \
            \text{ with one record replaced}""",
    parts=("steps", "projections", "generalisation"),
)  # fmt: skip

L, eta = number("L_1", above=0), number("eta", at_least=0)
x, y = vector("x"), vector("y")
F = function("F", smooth=L, strong=num(0))


@CLAIM.proof(part="steps")
@broken("with_twice_the_step_they_do_not", "eta L_1 <= 4 allows a step past the mirror.", limit=4)
@broken("without_convexity", "A step down a hill expands.", objective=function("F", smooth=L))
def gradients_of_convex_functions_are_cocoercive(*, limit: int = 2, objective: Many = F) -> Outcome:
    """|r|^2 <= L_1 <r, x - y>, r the difference of the gradients; so the square grows by at most 0.
    Convexity and smoothness at x - r/L_1 and at y + r/L_1.
    """
    r = F.grad(x) - F.grad(y)
    z, w = x - 1 / L * r, y + 1 / L * r
    claimed = square(x - y - eta * r), "<=", square(x - y)
    small = (eta * L, "<=", num(limit))
    proof = Proof(Theorem((L, eta, x, y, objective), given=[small], concludes=claimed))
    used = [proof.convexity(F, z, y), proof.descent(F, z, x)]
    used += [proof.convexity(F, w, x), proof.descent(F, w, y)]
    proof.gram(claimed, [(2 * eta, k) for k in used], squares=[(eta * (2 / L - eta), r)])
    return proved(proof)


a, b, c = declare("a b >= 0, real c")  # |P x - P y|, |x - y|, and the inner product of the two


@CLAIM.exact(part="projections")
@broken("half_of_the_distance", "Two points of the set stay where they are.", factor=4)
def both_points_obey_the_variational_inequality(*, factor: int = 1) -> Outcome:
    """a^2 <= <P x - P y, x - y> <= a b, so a^2 <= b^2."""
    claimed = relation(factor * a**2, "<=", b**2, where=[(a**2, "<=", c), (c, "<=", a * b)])
    return argued(
        certify(claimed),
        "<x - P x, P y - P x> <= 0 and <y - P y, P x - P y> <= 0, as P x and P y are the nearest"
        " points of a convex set: added up they say |P x - P y|^2 <= <P x - P y, x - y>.",
    )


stability, n, i = declare("s >= 0, integer n > 0, integer i")
short = sp.IndexedBase("t", nonnegative=True)  # by how much the i-th term is below s


@CLAIM.exact(part="generalisation")
@broken("half_of_the_stability", "All of it can be the gap.", share=2)
def a_record_and_a_fresh_one_exchange_their_names(*, share: int = 1) -> Outcome:
    """Each of the n terms of the gap is at most the stability s, and so is their mean."""
    lost = sp.Sum(short[i], (i, 1, n))
    gap = share * lost / n + (1 - share) * stability
    return argued(
        visible(share * (n * stability - lost) / n, "<=", stability, gap=gap),
        "With a fresh record z and the i-th record z_i exchanged, E f(A(S), z) = E f(A(S_i), z_i),"
        " where S_i is S with z in the place of z_i: all records are i.i.d.",
        "So E F(A(S)) - E F_S(A(S)) is the mean over i of E [f(A(S_i), z_i) - f(A(S), z_i)], which"
        " are at most s; with the signs exchanged the same bounds it from below.",
    )
