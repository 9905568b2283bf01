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

from workbench.claims import Claim, Example, Outcome, Outcomes, all_of, because, broken
from workbench.rigor import identity, visible, witness
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
        \ge \frac{(1 + \sqrt{d-1}) L}{\lambda n}""",
    hypotheses=(_LOSSES, r"d \ge 2, \; n - 1 \ge \sqrt{d-1}"),
    parts=("solution", "subgradient", "movement"),
    note="Half of what the 2-norm allows, 2 sqrt(d) L/(lam n), or more.",
)

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


def minimiser(sign: int) -> tuple[sp.Expr, sp.Expr]:
    """The number t of the minimiser t (c, 1, ..., 1), and the weight p of the piece x_1/c."""
    t = -L / (2 * lam * c**2) * (n - 1 + sign * c) / n
    return t, (n - 1 - sign * c) / (2 * (n - 1))


@CLAIM.exact(part="solution")
@broken("a_loss_of_twice_the_slope_has_others", weight=2)
@because("+-2L x_1 is not L-Lipschitz, and pulls further.")
def both_minimisers_lie_on_the_kink(*, weight: int = 1) -> Outcome:
    """Both are multiples t (c, 1, ..., 1), all d pieces equal.
    lam x + (L/n) (sign e_1) + ((n-1)/n) (subgradient) = 0, in both kinds of coordinates.
    """
    rows = []
    for sign in (1, -1):
        t, p = minimiser(sign)
        pull = (n - 1) / n * L
        first = lam * t * c + weight * sign * L / n + pull * p / c
        rows += [identity(first, 0, where=[(1, "<", n)])]
        rows += [identity(lam * t + pull * (1 - p) / c**2, 0, where=[(1, "<", n)])]
    return all_of(*rows, summary="optimality for both signs, any dimension")


@CLAIM.exact(part="subgradient")
@broken("few_losses_do_not_hold_the_kink", room=sp.S.Half)
@because("With n - 1 = c/2 one loss pulls the minimiser off.")
def the_subgradient_is_a_mean_of_gradients(*, room: sp.Rational = sp.Integer(1)) -> Outcomes:
    """The numbers p and (1 - p)/c^2, c^2 = d - 1 times, are weights; slopes are at most L.
    0 <= p <= 1 for both signs, n - 1 >= c; the pieces have slopes L/c and L, c >= 1.
    """
    known = [(1, "<=", c), (1 + room * c, "<=", n), (1, "<", n)]
    m = n - 1
    right = (m - c) / (2 * m)
    yield visible(0, "<=", right, where=known, gap=((m - room * c) + (room - 1) * c) / (2 * m))
    left = (m + c) / (2 * m)
    yield visible(left, "<=", 1, where=known, gap=((m - room * c) + (room - 1) * c) / (2 * m))
    yield visible(L / c, "<=", L, where=known, gap=L * (c - 1) / c)


def moved(share: sp.Expr) -> Outcome:
    """(c + c^2) |t - t'|, and that it is at least half of 2 sqrt(1 + c^2) L/(lam n)."""
    there, back = minimiser(1)[0], minimiser(-1)[0]
    return all_of(identity((c + c**2) * (back - there), share * (1 + c) * L / (lam * n)),
                  identity((1 + c) ** 2 - (1 + c**2), 2 * c))  # fmt: skip


@CLAIM.exact(part="movement")
@broken("not_by_twice_that", "2 (1 + sqrt(d-1)) L/(lam n).", share=sp.Integer(2))
def turning_one_loss_moves_every_coordinate(*, share: sp.Expr = sp.Integer(1)) -> Outcome:
    """One entry of size c and c^2 entries of size 1, all by L/(lam n c)."""
    return moved(share)


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
