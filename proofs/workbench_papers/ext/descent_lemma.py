"""Smoothness in a norm: a Lipschitz gradient bounds the error of linear approximation.

If the gradient of F is L-Lipschitz from a norm to its dual norm on a convex set, then for points
u and v = u + h of that set

    F(v) - F(u) = integral over s in [0, 1] of <grad F(u + s h), h>,
    |F(v) - F(u) - <grad F(u), h>| <= (L/2) |h|^2,      |<grad F(v) - grad F(u), h>| <= L |h|^2.

The integrand is within L s |h|^2 of its value at s = 0.
"""

import sympy as sp

from workbench.claims import Claim, Outcome, all_of, argued, broken
from workbench.rigor.provers.expectations import LawProof
from workbench.symbolic import declare
from workbench.symbolic.expectations import LawStatement

CLAIM = Claim(
    "ext.descent-lemma",
    title="Descent lemma in a general norm, both signs, with its integral form",
    reconstructed=("lemma",
                   "Nesterov (2018), Lectures on convex optimization, Lemma 1.2.3, whose proof uses"
                   " nothing of the Euclidean norm but the Cauchy-Schwarz inequality of a norm and"
                   " its dual"),
    statement=r"""\left| F(v) - F(u) - \langle \nabla F(u), v - u \rangle \right|
        \le \tfrac L2 \lVert v - u \rVert^2, \quad
        F(v) - F(u) = \int_0^1 \langle \nabla F(u + s(v - u)), v - u \rangle\, ds""",
    hypotheses=r"""u, v \in C, \text{ a convex set}; \; \tfrac1s (F(u + s(v - u)) - F(u)) \to \
            \langle \nabla F(u), v - u \rangle \text{ as } s \downarrow 0
        \lVert \nabla F(u) - \nabla F(v) \rVert_\ast \le L \lVert u - v \rVert \text{ for } u, v \
            \in C, \; \lVert \cdot \rVert_\ast \text{ the dual norm}, \; L \ge 0""",
)  # fmt: skip

L, length, S, P, start, mean, half = declare("L h >= 0, s >= 0, real P p_0 m, real E_s")


def integrated(sign: int, share: sp.Expr, middle: sp.Expr) -> Outcome:
    """With either sign, sign (m - p_0) <= share L h^2, m the mean of P over s uniform in [0, 1]."""
    stated = LawStatement(
        (sign * (mean - start), "<=", share * L * length**2),
        random=(S, P), means={mean: P, half: S}, where=[(half, "=", middle)],
        sure=[(sign * (P - start), "<=", L * S * length**2)],
    )  # fmt: skip
    proof = LawProof(stated, seconds=3)
    proof.integrate("<=", (L * length**2, half), (-sign, mean), (sign * start, 1))
    return proof.outcome()


@CLAIM.proof
@broken("half_of_it_is_too_small", "L/4 is not enough.", share=sp.Rational(1, 4))
@broken("the_integrand_at_its_end", "F = x^2/2: P(1) is 1 from 0 to 1.", middle=sp.S.One)
def the_integrand_is_near_its_first_value(
    *, share: sp.Expr = sp.S.Half, middle: sp.Expr = sp.S.Half
) -> Outcome:
    """|P - p_0| <= L s |h|^2 for P = <grad F(u + s h), h>, and the mean of s is 1/2."""
    return argued(
        all_of(integrated(1, share, middle), integrated(-1, share, middle)),
        "|<grad F(u + s h) - grad F(u), h>| <= L s |h| |h|, as <g, h> <= |g|_* |h| and the gradient"
        " is L-Lipschitz from the norm to its dual.",
        "So s -> F(u + s h) has a continuous derivative P, whose integral over [0, 1] is"
        " F(v) - F(u): the mean of P for s uniform there.",
    )
