"""Minimising the largest of k losses as a saddle point: bounded losses are needed (Section 1.4).

min_x max_i f_i(x) = min_x max_y sum_i y_i f_i(x), linear in y.  Its derivatives are

    d_x: sum y_i grad f_i     d_y: f_i     d_xy: d_j f_i     d_xx: sum y_i d_jk f_i     d_yy: 0
    d_xxy: d_jk f_i           d_xxx: sum y_i d_jkl f_i       with more than one y: 0,

so L_0 = max(L_0, R_0), L_1 = max(L_1, L_0), L_2 = max(L_2, L_1), where |f_i| <= R_0.  The text asks
for Lipschitz and smooth losses only.  f_1 = 0, f_2 = c are 0-Lipschitz, and the joint constant is c
(or c/2 up to shifts), for any c.
"""

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Claim, Example, Outcome, broken, dropped
from workbench.rigor import certify
from workbench.rigor.provers import instances as runs
from workbench.rigor.provers.expectations import LawProof
from workbench.symbolic import Relation, declare, relation
from workbench.symbolic.expectations import LawStatement
from workbench.symbolic.text import parse

R0, L0 = declare("R_0 L_0 >= 0")


def joint(bound: sp.Expr = L0) -> runs.RunStatement:
    """For two losses, half of the range of grad_y, the losses at x = 0, is at most the bound."""
    half, L1, f = declare("real h"), declare("L_1 >= 0"), [runs.value("f", 0, k) for k in (1, 2)]
    classes = [runs.CONVEX, runs.lipschitz(L0), runs.smooth(L1)]
    return runs.RunStatement(
        (half, "<=", bound), functions=[runs.Functions("f", *classes)], numbers=(R0,),
        means={half: abs(f[0] - f[1]) / 2},
    )  # fmt: skip


CLAIM = Claim(
    "saddle.ex-max-loss",
    title="Largest of k losses: the joint constants follow from those of the losses",
    reconstructed=("remark", "Section 1.4"),
    statement=r"""\min_x \max_i f_i(x) = \min_x \max_{y \in \Delta_k} \sum_i y_i f_i(x),
        \quad L_0^{\mathrm{joint}} \le L_0 \text{ up to shifts of the gradient}""",
    hypotheses=r"f_1, \dots, f_k \text{ convex}, L_0\text{-Lipschitz and } L_1\text{-smooth}",
    note="Refuted is the bound on the constant: boundedness is missing. The identity stands. As"
    " encoded h is half of the range of the gradient in y at x = 0, and R_0 bounds the losses.",
)

k, D, m, C, B, y, z = declare("integer k > 0, D m C B y z >= 0")
g, h, Y, N, S, T = declare("real g h Y N S T")
LARGE = ((Y, "=", 1), (B, "<=", m), (C, "<=", m))
BOUNDED = ((-C * D, "<=", g - h), (g - h, "<=", C * D), (-B, "<=", h), (h, "<=", B))


def averaged(
    where: Sequence[Any] = LARGE, sure: Sequence[Any] = BOUNDED, share: Any = 1  # noqa: ANN401
) -> LawStatement:  # fmt: skip
    """|sum y g - sum z h| <= share m (D + sum |y - z|): what is an average of the losses' own."""
    return LawStatement(
        (sp.Abs(S - T), "<=", share * m * (D + N)), random=(y, z, g, h), where=where, sure=sure,
        means={Y: y, N: sp.Abs(y - z), S: y * g, T: z * h}, over=k,
    )  # fmt: skip


OF_ONE = ((sp.Abs(g - h), "<=", C * D), (C, "<=", m), (0, "<=", N))


def of_one(where: Sequence[Any] = OF_ONE, share: Any = 1) -> Relation:  # noqa: ANN401
    """|g - h| <= share m (D + N): what is that of one loss, after a derivative in y."""
    return relation(sp.Abs(g - h), "<=", share * m * (D + N), where=where)


REPAIRED = Claim(
    "saddle.ex-max-loss.repaired",
    title="Largest of k bounded losses: joint constants",
    ours=("remark", "Section 1.4, with bounded losses"),
    statement=r"""F(x, y) = \sum_i y_i f_i(x) \text{ has } L_0^{\mathrm{joint}} \le \max(L_0, R_0),
        \quad L_1^{\mathrm{joint}} \le \max(L_1, L_0), \quad
        L_2^{\mathrm{joint}} \le \max(L_2, L_1)""",
    hypotheses=r"""L_n: \text{ partial derivatives of order } n \text{ are } \
            L_n\text{-Lipschitz in } \lVert \cdot \rVert_1, \text{ of } f_1, \dots, f_k \
            \text{ and, as } L_n^{\mathrm{joint}}, \text{ of } F
        |f_i| \le R_0, \; |\partial_j f_i| \le L_0, \; |\partial_j \partial_l f_i| \le L_1; \
            \; y \in \Delta_k
        \partial_x F = \sum_i y_i \partial_x f_i, \; \partial_{y_i} F = f_i, \text{ for } \
            \partial_x \text{ of any order in } x""",
    parts=("average", "one loss"),
    encoded={"average": (averaged(),), "one loss": (of_one(),)},
    uses=("saddle.def-problem",),
    repairs=("saddle.ex-max-loss",),
    note="A derivative of F of order n = 0, 1 or 2 is an average of those of the losses where it is"
    " one in x alone, one of order n - 1 of a single loss where it is one in y once, and else 0. As"
    " encoded y and z are y and y', g and h are what is averaged, or that of one loss, at x and x',"
    " D is the distance of x and x', N that of y and y', and m is at least the larger constant. In"
    " the average C = L_n and B = L_(n-1), with R_0 for L_(-1); for one loss C = L_(n-1).",
)


@CLAIM.refutation(of="case")
@broken("with_bounded_losses_it_holds", "R_0 = 1 bounds both losses.", bound=L0 + R0)
def two_constants_are_enough(*, bound: sp.Expr = L0) -> Example:
    """f_1 = 0, f_2 = 1: L_0 = 0, joint constant 1/2 even up to shifts.
    The case k = 2, at the point x = 0, of the bound on the constant in y.
    """
    losses = [runs.ridge(0), runs.ridge(0, rest=1)]
    return joint(bound).refuted({"f": losses}, L_0=0, L_1=0, R_0=1)


LIGHT = ("sign", "identity", "products", "cases")


@REPAIRED.proof(part="average")
@broken("half_of_it", "k = 1, y = z = 1, g = D, h = 0, C = B = m = 1.", share=sp.S.Half)
@dropped("where", LARGE, {
    0: "y = z = 10, g = 1, h = 0, C = D = B = m = 1.",
    1: "Losses 0 and c: g = h, C = D = 0, and B = c is above 2 m; y and z are vertices.",
    2: "y = z = 1, B = m = 0, C = D = 1: g = 1, h = 0.",
})  # fmt: skip
@dropped("sure", BOUNDED, {
    0: "g may be far below h.", 1: "g may be far above h.",
    2: "h = g far below 0 at one of two vertices.", 3: "h = g large at one of two vertices.",
})  # fmt: skip
def averages_move_with_losses_and_weights(**changes: Any) -> Outcome:  # noqa: ANN401
    """The terms y (g - h) + (y - z) h are at most C D y + B |y - z|."""
    proof = LawProof(averaged(**changes), seconds=4)
    for sign in (1, -1):
        terms, a = ((C * D, Y), (B, N), (-sign, S), (sign, T)), sign * (g - h)
        proof.integrate("<=", *terms, uses=[], methods=LIGHT, facts=[
            (parse("y*a <= y*c", where="y >= 0, a <= c"), {"y": y, "a": a, "c": C * D}),
            (parse("a*h <= b*abs(a)", where="-b <= h, h <= b"),
             {"a": sign * (y - z), "h": h, "b": B}),
        ])  # fmt: skip
    proof.integrate("<=", (1, N), uses=[], methods=LIGHT)
    return proof.outcome(methods=LIGHT, facts=[
        (parse("c*d*y = c*d", where="y = 1"), {"c": C, "d": D, "y": Y}),
        (parse("c*d + b*n <= m*(d + n)", where="c <= m, b <= m, d >= 0, n >= 0"),
         {"c": C, "b": B, "d": D, "n": N, "m": m}),
        (parse("abs(s - t) <= u",
               where="0 <= x + f - s + t, 0 <= x + f + s - t, x = v, v + f <= u"),
         {"s": S, "t": T, "u": m * (D + N), "x": C * D * Y, "v": C * D, "f": B * N}),
    ])  # fmt: skip


@REPAIRED.proof(part="one loss")
@broken("half_of_it_for_one_loss", "g = 1, h = 0, C = D = m = 1, N = 0.", share=sp.S.Half)
@dropped("where", OF_ONE, {
    0: "g may be far from h.", 1: "m = 0, C = D = 1, g = 1, h = 0.",
    2: "N = -1 in place of a distance: g = 1, h = 0, C = D = m = 1.",
})  # fmt: skip
def one_loss_does_not_see_the_weights(**changes: Any) -> Outcome:  # noqa: ANN401
    """C D <= m D <= m (D + N)."""
    return certify(of_one(**changes), facts=[
        (parse("c*d <= m*(d + n)", where="c <= m, d >= 0, n >= 0, m >= 0"),
         {"c": C, "d": D, "m": m, "n": N})])  # fmt: skip
