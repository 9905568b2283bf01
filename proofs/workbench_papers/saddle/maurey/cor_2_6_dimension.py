"""In high dimension the first-order bias is as large as sqrt(2) L_1 N^(-1/2).

    F = sqrt(2) x_1 sqrt(x_2^2 + .. + x_d^2 + x_1^2/2) - x^T Q x/2

with Q_11 = Q_jj = 1, Q_1j = 1/2, and 0 elsewhere, is 1-smooth on the simplex.  Where x_1 = 0 its
derivative in x_1 is sqrt(2) |x| and something linear.  The mean of N vertices has norm at least
N^(-1/2), the uniform point on coordinates 2..d has (d-1)^(-1/2): the bias is the difference.

Between two points u and v F differs from its model at u by at most |v - u|_1^2/2, without calculus:
with h = v_1 - u_1 and S the sum of the other squares it is at most h^2 + S/2 above it, and below
it by what the root loses, which is no more than the coordinates lose (`high_dimensional_bias`).

The second derivatives are found by the checker, in `length_derivatives`, and so are their bounds.
"""

from typing import Any

import sympy as sp

from workbench.claims import Claim, Outcome, because, broken, dropped
from workbench.rigor.provers import high_dimensional_bias as high
from workbench.rigor.provers import length_derivatives as lengths
from workbench.rigor.provers.theorems import proved
from workbench.symbolic import declare

_FUNCTION = r"""F = \sqrt2\, x_1 \sqrt{\textstyle \sum_{j \ge 2} x_j^2 + \tfrac12 x_1^2}
    - \tfrac12 x^\top Q x"""
_MATRIX = r"Q_{11} = Q_{jj} = 1, \; Q_{1j} = \tfrac12, \; Q_{jk} = 0 \text{ for } 2 \le j < k"

CLAIM = Claim(
    "saddle.cor2.6.dimension",
    title="First-order bias in high dimension: sqrt(2) N^(-1/2)",
    ours=("remark", "Remark on Corollary 2.6; not in the paper"),
    statement=rf"""\begin{{gathered}} {_FUNCTION}: \quad
        |F(v) - F(u) - \langle \nabla F(u), v - u \rangle| \le \tfrac12 \lVert v - u \rVert_1^2
        \text{{ for }} u, v \in \Delta_d; \\
        \partial_1 F(\widehat X) - \partial_1 F(\bar x)
        \ge \sqrt2 \Big( \frac{{1}}{{\sqrt N}} - \frac{{1}}{{\sqrt{{d-1}}}} \Big)
        \text{{ always, so in the mean}}; \quad
        \bar x = \tfrac{{1}}{{d-1}} \textstyle\sum_{{j \ge 2}} e_j \end{{gathered}}""",
    hypotheses=(_MATRIX, r"\widehat X \text{ the mean of } N \text{ vertices drawn from } \bar x"),
    parts=("model", "bias"),
    encoded={
        "model": (high.above().theorem, high.below().theorem), "bias": (high.bias().theorem,),
    },
    uses=("saddle.def-problem",),
    note="Of a smooth function the proof of saddle.cor2.6.simplex uses these two inequalities only."
    " It allows half a range of 4 N^(-1/2), and here it is 0.71 N^(-1/2) for large d, as the other"
    " derivatives, -x_j, have no bias. As encoded a and b are the first entries of u and v, u_j and"
    " v_j the n = d - 1 others, r and s the lengths that F is made of. At the mean of N vertices"
    " e_j, j >= 2, these are c_j/N for counts c_j, integers: so c_j <= c_j^2; there r is its"
    " length, and s that of the point with the entries 1/n. That the gradient is Lipschitz too, by"
    " the second derivatives, is saddle.cor2.6.dimension.entries.",
)  # fmt: skip

ENTRIES = Claim(
    "saddle.cor2.6.dimension.entries",
    title="Second derivatives of the function of saddle.cor2.6.dimension are at most 1 in size",
    ours=("remark", "Remark on Corollary 2.6; not in the paper"),
    statement=rf"""{_FUNCTION}: \quad |\partial_{{ij}} F| \le 1 \text{{ on }} \Delta_d
        \text{{ for all }} i, j""",
    hypotheses=(_MATRIX, r"d \ge 2", r"\partial_j \text{ one-sided where } x_j = 0"),
    parts=("derivatives", "smooth"),
    encoded={
        "derivatives": tuple(said for said, *_ in lengths.derivatives()),
        "smooth": tuple(lengths.small()),
    },
    uses=("saddle.def-problem",),
    note="Smooth on the simplex alone, so Corollary 2.6 itself does not speak of it. As encoded"
    " the entries are >= 0 and not all 0; that they add up to 1 is not needed. A continuous g is"
    " the partial derivative of f along an entry if f(a + h) - f(a) is the integral of g(a + t)"
    " over 0 <= t <= h, for all h >= 0: one-sided at an entry 0. So are shown, in turn, those of"
    " F along x_1 and x_j; of d_1 F along x_1; of d_j F along x_1, x_j and another x_k; and of"
    " d_1 F along x_j, each where r > 0: one of the numbers that r is made of is. The first"
    " integral is of what comes from the root, the second one of what comes from Q. R is the sum"
    " of the squares of the entries j >= 2 that do not move, and l the sum of these entries.",
)  # fmt: skip


@CLAIM.proof(part="model")
@broken("half_of_it_above", bends=(high.HALF, 1))
@because("u = e_1 and v near it, of two entries: near 3/4 of it.")
@broken("a_quarter_below", bends=(1, high.HALF / 2))
@because("u_1 = v_1 = 0, and two other entries differ: half of it.")
@dropped("given", high.POINTS, {
    0: "Only the proof is refused: the second derivatives are bounded for all x >= 0.",
    1: "Only the proof is refused, as there.", 2: "r may be near 0.", 3: "s may be large.",
})  # fmt: skip
def its_model_is_near(*, given: Any = high.POINTS, bends: tuple[Any, Any] = (1, 1)) -> Outcome:  # noqa: ANN401
    """sqrt(2) (h (s - r) + u_1 (r s - c)/r) - S/2 is in [-1, 1] |v - u|_1^2/2."""
    above, below = bends
    return proved(high.above(given=given, bend=above), high.below(given=given, bend=below))


@CLAIM.proof(part="bias")
@broken("twice_the_length", "N = 1: sqrt(2) (2 - 1/sqrt(n)).", share=2)
@dropped("given", high.COUNTS, {
    0: "c_j = N/n, N < n: no bias.", 1: "N = 1, n = 100, c_j = 1: 10 sqrt(2) - 50 + ... < 0.",
    2: "r may be near 0.", 3: "s may be large.",
})  # fmt: skip
def a_mean_of_vertices_is_longer_than_the_centre(**changes: Any) -> Outcome:  # noqa: ANN401
    """Sum c_j^2 >= sum c_j = N: |X|^2 >= 1/N, and 1/(d-1) at the centre; the rest is affine."""
    return proved(high.bias(**changes))


@ENTRIES.proof(part="derivatives")
@broken("the_cube_has_a_half", "At R = 0 the entry is 1 then, and the root has 2.", cube=sp.S.Half)
@broken("at_the_origin", "At a = R = 0 the derivatives read 0/0.", some=False)
def the_checker_differentiates(**changes: Any) -> Outcome:  # noqa: ANN401
    """F and its first derivatives differ between two points by the integrals of the next ones."""
    return lengths.differentiated(**changes)


@ENTRIES.exact(part="smooth")
@broken("without_the_mixed_quadratic_terms", quadratic=(1, 0, 1, 0))
@because("Without them an entry reaches sqrt(2) > 1.")
@broken("entries_of_any_sign", "x_1 = -1, all others 0: -3.", first=declare("real x_1"))
@dropped("given", lengths.LENGTH, {0: "x_1 = 1, r = 1/100: 1 - sqrt(2) (150 - 250000) > 1."})
def every_entry_is_within_one_of_the_quadratic(**changes: Any) -> Outcome:  # noqa: ANN401
    """11: [0, 2] - 1, 1j: [0, 3/2] - 1/2, jj: [0, 2] - 1, jk: [-1, 0]; Q comes last."""
    return lengths.are_small(**changes)
