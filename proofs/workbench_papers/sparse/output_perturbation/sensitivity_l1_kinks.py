"""Kinks: gradients that are sparse wherever they exist do not make a sensitivity small.

n - 1 losses L max(x_1/c, x_2, ..., x_d) with c^2 = d - 1 have gradients of a single entry wherever
they have one.  At the minimiser all the pieces are active, and its subgradient has d entries: the
kink holds it on a line, as a constraint would.  With one loss +-L x_1 it is t (c, 1, ..., 1),

    lam t = -(L/(2 c^2)) (n - 1 +- c)/n,    subgradient (p/c, (1-p)/c^2, ...) L with
    p = (n - 1 -+ c)/(2 (n - 1)),           a convex combination as soon as n - 1 >= c,

so turning that loss moves it by (1 + c) L/(lam n) in the 1-norm.  At n = 1 + c that is L/lam: it
does not fall with n at all, while s-sparse subgradients allow 2 sqrt(2s) L/(lam sqrt(n)) only.
"""

from typing import Any

import sympy as sp

from workbench.claims import Claim, Example, Outcome, Outcomes, broken, dropped
from workbench.rigor import witness
from workbench.rigor.provers import kinks
from workbench.symbolic import declare, relation

_LOSSES = (
    r"f(\cdot; z) \text{ convex}, L\text{-Lipschitz, with } s\text{-sparse gradients where it is"
    r" differentiable}; \; \mathcal{X} = \mathbb{R}^d"
)

CLAIM = Claim(
    "sparse.erm-l1-sens-sharp.kinks",
    title="Losses with kinks whose minimiser moves by the root of the dimension",
    ours=("lemma", "not on the poster"),
    statement=r"""s = 1: \quad \sup_{S \sim S'} \lVert x_\lambda(S) - x_\lambda(S') \rVert_1
        \ge \frac{(1 + \sqrt{d-1}) L}{\lambda n} \text{ for some such losses}""",
    hypotheses=(_LOSSES, r"x_\lambda(S) = \arg\min_x \tfrac1n \sum_{z \in S} f(x; z)"
                r" + \tfrac\lambda2 \lVert x \rVert_2^2; \; d \ge 2, \; n - 1 \ge \sqrt{d-1}"),
    parts=("solution", "losses", "movement"),
    encoded={
        "solution": (kinks.least(1), kinks.least(-1)),
        "losses": kinks.members(),
        "movement": (kinks.apart(),),
    },
    note="Half of what the 2-norm allows, 2 sqrt(d) L/(lam n), or more. As encoded e is 1 at the"
    " first coordinate alone, and c is sqrt(d-1). The risk at v, with any K at least the numbers"
    " v_1/c, v_2, ..., v_d, is at least that at x, where all these numbers are the same; so with"
    " the largest of them. The loss L max(v_1/c, v_2, ..., v_d) has, wherever it is"
    " differentiable, the gradient of one entry which is its subgradient there: a is 1 at the"
    " coordinate of a largest number, and 0 elsewhere. That d >= 2 follows from c > 0.",
)  # fmt: skip

SPARSE = Claim(
    "sparse.erm-l1-sens-sharp.almost-everywhere",
    title="The sensitivity without smoothness, for gradients that are sparse where they exist",
    ours=("erratum", "not on the poster; tempting reading of its bound on the gradients"),
    statement=r"""\lVert x_\lambda(S) - x_\lambda(S') \rVert_1
        \le \frac{2 \sqrt{2s} L}{\lambda \sqrt n}""",
    hypotheses=(_LOSSES,),
    uses=("sparse.erm-l1-sens-sharp.kinks",),
    note="The poster bounds the number of nonzero entries of a gradient; of kinks it says nothing.",
)

L, lam, n, c = declare("L lambda n c > 0")
KNOWN = [(1, "<=", c), (1 + c, "<=", n)]


@CLAIM.proof(part="solution")
@broken("twice_as_far_it_is_larger", "At t (c, 1, ..., 1) the risk is smaller.", size=2)
@broken("the_loss_is_not_below", "K may be anything.", above=0)
@dropped("held", kinks.HELD, "For n - 1 = c/2 one loss pulls the minimiser off.")
@dropped("plane", kinks.PLANE, "With other slopes another point is the least.")
@dropped("one", kinks.ONE, "Other coordinates may have the slope of the first.")
def both_minimisers_lie_on_the_kink(**changes: Any) -> Outcomes:  # noqa: ANN401
    """Both are multiples t (c, 1, ..., 1), all d pieces equal.
    lam x + (L/n) (sign e_1) + ((n-1)/n) (subgradient) = 0, in both kinds of coordinates.
    """
    yield from (kinks.by_the_subgradient(sign, **changes) for sign in (1, -1))


@CLAIM.proof(part="losses")
@dropped("some", kinks.SOME, "No number, or several, may be meant.")
@dropped("ends", kinks.ENDS, "Beyond the segment a convex function is above the line.")
@dropped("distance", kinks.DISTANCE, "The points may be far from each other.")
@dropped("plane", kinks.PLANE, "The slope may be 10.")
def losses_are_convex_with_gradients_of_one_entry(**changes: Any) -> Outcomes:  # noqa: ANN401
    """A largest number is a subgradient's, and 1/c <= 1 is its slope."""
    yield from kinks.by_the_active_one(**changes)


@CLAIM.proof(part="movement")
@broken("not_by_twice_that", "2 (1 + sqrt(d-1)) L/(lam n).", share=2)
@dropped("plane", kinks.PLANE, "There may be fewer coordinates.")
@dropped("one", kinks.ONE, "All coordinates may move by less, as c may be large.")
def turning_one_loss_moves_every_coordinate(**changes: Any) -> Outcome:  # noqa: ANN401
    """One entry of size c and c^2 entries of size 1, all by L/(lam n c)."""
    return kinks.by_the_entries(**changes)


@SPARSE.refutation(of="case")
@broken("in_two_dimensions_it_is_not_exceeded", "d = 2: 0.2 against 0.894.", root=1)
def ten_records_are_enough(*, count: int = 10, root: int = 9) -> Example:
    """With n = 10 and d = 82: 1 against 0.894 in units of L/lam, from L x_1 to -L x_1 as the tenth
    record. The other nine have the loss L max(x_1/9, x_2, ..., x_82), so that s = 1 and the
    minimiser moves by (1 + c) L/(lam n), c = 9, against 2 sqrt(2) L/(lam sqrt(n)).
    """
    claimed = relation((1 + c) * L / (lam * n), "<=", 2 * sp.sqrt(2) * L / (lam * sp.sqrt(n)),
                       where=KNOWN)  # fmt: skip
    at: dict[str, Any] = {"c": root, "n": count, "L": 1, "lambda": 1}
    return witness(claimed, **at)
