"""Gradient steps and projections do not expand, and stable outputs generalise.

All in the Euclidean norm, S and S' with one record replaced.
"""

from typing import Any

import sympy as sp

from workbench.claims import Claim, Outcome, because, broken, dropped
from workbench.rigor.provers import nonexpansive_steps as steps
from workbench.rigor.provers import stable_methods as stable
from workbench.rigor.provers.theorems import proved
from workbench.symbolic.theorem import function

STEPS = Claim(
    "ext.nonexpansive",
    title="Gradient steps and projections do not expand",
    reconstructed=("lemma",
                   "Hardt, Recht and Singer (2016), Train faster, generalize better, Section 3"),
    statement=r"""\lVert x - \eta \nabla F(x) - y + \eta \nabla F(y) \rVert_2
        \le \lVert x - y \rVert_2, \quad \lVert P x - P y \rVert_2 \le \lVert x - y \rVert_2""",
    hypotheses=r"""F: \mathbb{R}^d \to \mathbb{R} \text{ convex}, \
            \nabla F \; L_1\text{-Lipschitz}, \; 0 \le \eta \le 2/L_1
        P x, P y \text{ the nearest points to } x \text{ and } y \text{ of a convex set}""",
    parts=("steps", "projections"),
    encoded={"steps": (steps.gradient_step().theorem,),
             "projections": (steps.projections().theorem,)},
    note="As encoded lengths are squared; p is P x and q is P y, each at least as near as points of"
    " the segment to the other one, which are in the set as it is convex.",
)  # fmt: skip

CLAIM = Claim(
    "ext.uniform-stability",
    title="Stable methods generalise",
    reconstructed=("theorem",
                   "Hardt, Recht and Singer (2016), Train faster, generalize better, Theorem 2.2;"
                   " Bousquet and Elisseeff (2002), Stability and generalization"),
    statement=r"""|\mathbb{E} F(A(S)) - \mathbb{E} F_S(A(S))|
        \le \sup_{S \simeq S', z} \mathbb{E} |f(A(S), z) - f(A(S'), z)|""",
    hypotheses=r"""S = (z_1, \dots, z_n) \text{ i.i.d.}; \; F(w) = \mathbb{E}_z f(w, z), \; \
            F_S(w) = \tfrac1n \textstyle \sum_i f(w, z_i), \text{ the means } \
            \mathbb{E} f(A(S), z), \mathbb{E} f(A(S), z_i) \text{ exist}
        \text{the randomness of } A \text{ is independent of the records; } S' \text{ is } S \
            \text{ with one record replaced}""",
    encoded=(stable.generalises(),),
    note="As encoded f(S, r, w) is the loss f(A(S), r), w the randomness of A and s the supremum; m"
    " is E F(A(S)), a_i is E f(A(S), z_i), and their average E F_S(A(S)).",
)  # fmt: skip


@STEPS.proof(part="steps")
@broken("with_twice_the_step_they_do_not", "eta L_1 <= 4 allows a step past the mirror.", limit=4)
@broken("without_convexity", "A step down a hill expands.", objective=function("F", smooth=steps.L))
def gradients_of_convex_functions_are_cocoercive(**changes: Any) -> Outcome:  # noqa: ANN401
    """|r|^2 <= L_1 <r, x - y>, r the difference of the gradients; so the square grows by at most 0.
    Convexity and smoothness at x - r/L_1 and at y + r/L_1.
    """
    return proved(steps.gradient_step(**changes))


@STEPS.proof(part="projections")
@broken("half_of_the_distance", "Two points of the set stay where they are.", factor=4)
@dropped("given", steps.NEAREST, "This point may be anywhere.")
def both_points_obey_the_variational_inequality(**changes: Any) -> Outcome:  # noqa: ANN401
    """|P x - P y|^2 <= <P x - P y, x - y>, as short steps towards the other point do not pay."""
    return proved(steps.projections(**changes))


@CLAIM.proof
@broken("half_of_the_stability", share=sp.S.Half)
@because(
    "n = 1, ten equally likely values, A(S) = z_1, f(w, z) says whether they differ:"
    " m = 9/10, a_1 = 0, s = 1."
)
@broken("a_method_that_is_not_stable", "The same, with s = 0.", stable=None)
def a_record_and_a_fresh_one_exchange_their_names(**changes: Any) -> Outcome:  # noqa: ANN401
    """E f(A(S), z_i) = E f(A(S_i), z), S_i being S with z in the place of z_i, is s away from m."""
    return stable.by_exchange(**changes)
