"""Smoothness in a norm: a Lipschitz gradient bounds the error of linear approximation.

The derivative <grad F(u + s h), h> along a segment is within L s |h|^2 of its value at s = 0.
"""

from typing import Any

import sympy as sp

from workbench.claims import Claim, Outcome, argued, broken, dropped
from workbench.rigor.provers import tangents

CLASS = r"""C \text{ a convex set}; \; \tfrac1s (F(u + s(v - u)) - F(u)) \to \
            \langle \nabla F(u), v - u \rangle \text{ as } s \downarrow 0, \
            \text{ for all } u, v \in C
        \lVert \nabla F(u) - \nabla F(v) \rVert_\ast \le L \lVert u - v \rVert \text{ for } u, v \
            \in C, \; \lVert \cdot \rVert_\ast \text{ the dual norm}, \; L \ge 0"""
SOURCE: Any = ("lemma",
               "Nesterov (2018), Lectures on convex optimization, Lemma 1.2.3, whose proof uses"
               " nothing of the Euclidean norm but the Cauchy-Schwarz inequality of a norm and its"
               " dual")  # fmt: skip

CLAIM = Claim(
    "ext.descent-lemma",
    title="Descent lemma in a general norm, both signs",
    reconstructed=SOURCE,
    statement=r"""\left| F(v) - F(u) - \langle \nabla F(u), v - u \rangle \right|
        \le \tfrac L2 \lVert v - u \rVert^2""",
    hypotheses=CLASS,
    encoded=(tangents.near_tangent(),),
    note="As encoded phi(s) is F(u + s h), h = v - u, whose derivative is P = <grad F(u + s h), h>"
    " by the limits towards v and towards u; D is |h|, m is P at 0, and g the dual norm of grad F(u"
    " + s h) - grad F(u), whose products with h and -h are at most g D; u + s h is s D away from u."
    " The integral form is ext.descent-lemma.integral.",
)

INTEGRAL = Claim(
    "ext.descent-lemma.integral",
    title="Integral form of a difference in the descent lemma",
    reconstructed=SOURCE,
    statement=r"F(v) - F(u) = \int_0^1 \langle \nabla F(u + s(v - u)), v - u \rangle\, ds",
    hypotheses=CLASS,
)


@CLAIM.proof
@broken("half_of_it_is_too_small", "F = L x^2/2 attains L/2.", share=sp.Rational(1, 4))
@dropped("told", tangents.TOLD, {0: "P may be large.", 1: "-P may be large.", 2: "g may be large."})
def the_derivative_is_near_its_first_value(share: Any = tangents.HALF, **changes: Any) -> Outcome:  # noqa: ANN401
    """|P - m| <= L s D^2, and what grows no faster is no larger."""
    return tangents.by_the_derivative(tangents.near_tangent(share, **changes), share)


@INTEGRAL.proof
@broken("half_of_it_is_too_small", "L/4 is not enough.", share=sp.Rational(1, 4))
def pieces_are_near_their_tangents(share: Any = tangents.HALF) -> Outcome:  # noqa: ANN401
    """|F(u + b h) - F(u + a h) - (b - a) P(a)| <= L |h|^2 (b - a)^2/2 for 0 <= a <= b <= 1."""
    return argued(
        tangents.by_the_derivative(tangents.piece(share), share, first=tangents.a),
        "Over n pieces of the length 1/n this adds up to L |h|^2/(2 n): F(v) - F(u) is within it of"
        " the mean of P at 0, 1/n, ..., (n - 1)/n.",
        "P is continuous, so that mean tends to its integral as n grows.",
    )
