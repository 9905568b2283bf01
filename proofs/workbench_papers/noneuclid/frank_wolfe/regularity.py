"""Is l_infinity (2 ln d)-regular?  Not for d = 2, 3, 4, nor by the displayed norm for d <= 7.

Regularity bounds signed sums: E |sum e_i x_i|_inf^2 <= kappa sum |x_i|_inf^2.  Two vectors (1, 1)
and (1, -1) make the left side 4 always, so kappa >= 2 at d = 2, while 2 ln 2 = 1.386; with three
vectors of signs, 7/3 > 2 ln 3 and 3 > 2 ln 4.  With 2^(m-1) columns of signs kappa >= m.

The displayed |.|_q with q = ln d has a smooth square if q >= 2 only: for d = 3 already e_1 + h e_2
breaks the inequality.  What the display gives for d >= 8 is `noneuclid.regularity-linf.repaired`.
The lemma on the gradient error does not need any of it: its steps are bounded.
"""

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Claim, Example, Outcome, broken, dropped
from workbench.rigor import witness
from workbench.rigor.provers import columns_of_signs as columns
from workbench.rigor.provers import finite_trees as trees
from workbench.symbolic import declare, relation

CLAIM = Claim(
    "noneuclid.regularity-linf",
    title="The space l_infinity is (2 ln d)-regular",
    boundary=("erratum", "slide: Poly-SFW: Convergence Analysis, proof idea"),
    statement=r"""\mathbb{E} \Big\lVert \sum_i \xi_i \Big\rVert_\infty^2
        \le 2 \ln d \sum_i \mathbb{E} \lVert \xi_i \rVert_\infty^2""",
    hypotheses=r"\mathbb{E}[\xi_i \mid \xi_1, \dots, \xi_{i-1}] = 0, \; d \ge 2",
    note="As a consequence of regularity. Refuted by xi_i = v_i or -v_i, with independent fair"
    " signs; refuted for d = 2, 3, 4; for larger d it is neither refuted here nor does it follow"
    " from the displayed norm.",
)

DISPLAY = Claim(
    "noneuclid.regularity-linf.display",
    title="The square of the l_q norm with q = ln d is smooth with constant ln d",
    boundary=("erratum",
              "slide: Poly-SFW: Convergence Analysis, proof idea, the displayed inequality"),
    statement=r"""\lVert x + y \rVert_q^2 \le \lVert x \rVert_q^2
        + \langle \nabla \lVert \cdot \rVert_q^2 (x), y \rangle + \ln d\, \lVert y \rVert_q^2,
        \; q = \ln d""",
    hypotheses=r"d \ge 2",
    note="True for d >= 8, where q >= 2, with the constant q - 1.",
)  # fmt: skip

LOWER = Claim(
    "noneuclid.regularity-linf.lower",
    title="A lower bound for the regularity of l_infinity",
    ours=("remark", "slide: Poly-SFW: Convergence Analysis, proof idea; not on the slide"),
    statement=r"""\ell_\infty^d \; \kappa\text{-regular} \;\Longrightarrow\; \kappa \ge m
        \text{ for } d \ge 2^{m-1}""",
    hypotheses=r"m \ge 1",
    encoded=(columns.column(), columns.bound()),
    uses=("noneuclid.kappa-regular",),
    note="1 + log2 d at powers of two, above 2 ln d for d = 1, 2 and 4 only. As encoded e are m"
    " fair signs, e_first = e_1 the first of them, and the m vectors have every column of signs"
    " that begins with 1: so that of c = e_1 e_i is one of them, and C is its sum of all e_i c_i."
    " top is the maximum norm of the sum of all e_i x_i, so at least |C| = m, and by"
    " `noneuclid.kappa-regular` its mean square E_T is at most kappa times m, as |x_i| = 1.",
)  # fmt: skip


def signed_sums(vectors: Sequence[Sequence[int]], constant: sp.Expr) -> Example:
    """E |sum e_i x_i|_inf^2 for fair signs e_i, against constant times the sum of |x_i|_inf^2."""
    signs = [trees.terms(f"e_{k}") for k, _ in enumerate(vectors)]
    sums = [trees.total(e * x for e, x in zip(signs, column, strict=True))
            for column in zip(*vectors, strict=True)]  # fmt: skip
    drawn = {f"e_{k}": trees.uniform((1, -1)) for k, _ in enumerate(vectors)}
    step = trees.LawStep(draws=drawn, then={"top": trees.largest(*map(abs, sums))})
    said: trees.Claims = (trees.mean(trees.terms("top") ** 2), "<=", constant * len(vectors))
    return trees.FiniteTree(said, start={"top": 0}, steps=[step])


TWO = ((1, 1), (1, -1))
THREE = ((1, 1, 1), (1, 1, -1), (1, -1, 1))
FOUR = ((1, 1, 1, 1), (1, 1, -1, -1), (1, -1, 1, -1))


@CLAIM.refutation(of="case")
@broken("three_logarithms_are_enough_for_them", "3 ln 2 = 2.08.", constant=3 * sp.log(2))
def two_vectors_of_signs_at_two(*, constant: sp.Expr = 2 * sp.log(2)) -> Example:
    """4 > 2 * 2 ln 2."""
    return signed_sums(TWO, constant)


@CLAIM.refutation(of="case")
@broken("two_of_them_are_not_enough", "4 <= 2 * 2 ln 3.", vectors=THREE[:2])
def three_vectors_of_signs_at_three(*, vectors: Sequence[Sequence[int]] = THREE) -> Example:
    """7 > 3 * 2 ln 3."""
    return signed_sums(vectors, 2 * sp.log(3))


@CLAIM.refutation(of="case")
@broken("in_five_dimensions_they_are_not_enough", "9 <= 3 * 2 ln 5.", constant=2 * sp.log(5))
def three_vectors_of_signs_at_four(*, constant: sp.Expr = 2 * sp.log(4)) -> Example:
    """9 > 3 * 2 ln 4."""
    return signed_sums(FOUR, constant)


@LOWER.proof
@broken("nothing_more_follows", "At d = 2^(m-1) = 1 the line is 1-regular.", more=1)
@dropped("sure", columns.SIGNS, {0: "With entries 0 a sum is less.",
                                 1: "Another column may have the sum 0."})  # fmt: skip
@dropped("where", columns.ONE, "e_first may be 0.")
@dropped("regular", columns.REGULAR, "Nothing asks for a large kappa.")
@dropped("reached", columns.REACHED, "The sum may be 0.")
def one_column_agrees_with_the_signs(**changes: Any) -> Outcome:  # noqa: ANN401
    """For each choice of signs some column is it, or its negative: the sum of m ones.
    m^2 <= kappa m forces kappa >= m.
    """
    return columns.of_signs(**changes)


@DISPLAY.refutation(of="case")
@broken("in_eight_dimensions_it_is", "q = ln 8 = 2.08.", q=sp.log(8), constant=sp.log(8))
def below_eight_dimensions_the_square_is_not_smooth(
    *, q: sp.Expr = sp.log(3), constant: sp.Expr = sp.log(3)
) -> Example:
    """The point is small: d = 3, q = 1.0986, h = 1/100: 1.0115 > 1.00011.
    x = e_1, y = h e_2: (1 + h^q)^(2/q) <= 1 + q h^2, q = ln 3; the gradient has no y part.
    """
    h = declare("h > 0")
    left = (1 + sp.exp(q * sp.log(h))) ** (2 / q)
    return witness(relation(left, "<=", 1 + constant * h**2), h="1/100")
