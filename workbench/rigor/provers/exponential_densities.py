"""The exponential mechanism with densities e^(-F/t): replacing a record costs eps.

F is the mean of n losses, each within L_0 D of its value at a fixed point x_0.  Where a record with
the loss a is replaced by one with the loss b, F becomes F + (b - a)/n, which differs by at most
2 L_0 D/n from F + (b_0 - a_0)/n, in the exponent and in the normaliser.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Outcome
from workbench.rigor.provers.expectations import LawProof
from workbench.symbolic import declare
from workbench.symbolic.expectations import LawStatement, event
from workbench.symbolic.text import parse

L0, D, eps, n = declare("L_0 > 0, D > 0, epsilon > 0, integer n > 0")
F, a, b, i, a0, b0 = declare("real F a b i a_0 b_0")
Z, Y, P, Q = declare("real Z Y P Q")
SCALE = 4 * L0 * D / (eps * n)
NEAR = (
    (a, "<=", a0 + L0 * D), (a0 - L0 * D, "<=", a),
    (b, "<=", b0 + L0 * D), (b0 - L0 * D, "<=", b),
)  # fmt: skip


def costs(share: Any = 1, near: Sequence[Any] = NEAR) -> LawStatement:  # noqa: ANN401
    """Pr[A] <= e^(share eps) Pr'[A] for any event A, of which i is the indicator."""
    own, other = sp.exp(-F / SCALE), sp.exp(-(F + (b - a) / n) / SCALE)
    return LawStatement(
        (P / Z, "<=", sp.exp(share * eps) * Q / Y), random=(F, a, b, i),
        means={Z: own, Y: other, P: i * own, Q: i * other},
        where=[(0, "<", Z), (0, "<", Y)], sure=[event(i), *near],
    )  # fmt: skip


LIGHT = ("sign", "identity", "factors", "logarithms", "products")
_LIFTED = parse("exp(x) <= exp(y)*exp(z)", where="x <= y + z")
_BOTH = parse("0 <= k*(x + y)", where="x >= 0, y >= 0, k > 0")
_CHAIN = parse("p/z <= w*q/y", where="p <= u*q, y <= v*z, u*v = w, z > 0, y > 0, q >= 0, u > 0")
_COUNTED = parse("0 <= q*i - i*p", where="p <= q, i >= 0")
_STEP = parse("p <= u*q", where="0 <= u*q - p")


def shown(**changes: Any) -> Outcome:  # noqa: ANN401
    """Twice e^(eps/2): once for the density, once for the normaliser."""
    proof = LawProof(costs(**changes), seconds=4)
    h = (b0 - a0) / n / SCALE
    up, down = sp.exp(h + eps / 2), sp.exp(-h + eps / 2)
    own, other = -F / SCALE, -(F + (b - a) / n) / SCALE
    rate, wide = eps / (4 * L0 * D), L0 * D

    def within(x: Any, y: Any, moved: Any, left: Any, right: Any) -> list[Any]:  # noqa: ANN401
        return [(_BOTH, {"x": x, "y": y, "k": rate}), (left, "<=", moved + eps / 2 + right),
                (_LIFTED, {"x": left, "y": moved + eps / 2, "z": right})]  # fmt: skip

    first = within(b0 + wide - b, a - a0 + wide, h, own, other)
    second = within(a0 + wide - a, b - b0 + wide, -h, other, own)
    counted = (_COUNTED, {"i": i, "p": sp.exp(own), "q": up * sp.exp(other)})
    proof.integrate("<=", (up, Q), (-1, P), facts=[*first, counted], methods=LIGHT)
    proof.integrate("<=", (down, Z), (-1, Y), facts=second, methods=LIGHT)
    proof.integrate("<=", (1, Q), methods=LIGHT)
    return proof.outcome(methods=LIGHT, facts=[
        (_STEP, {"p": P, "u": up, "q": Q}), (_STEP, {"p": Y, "u": down, "q": Z}),
        (_CHAIN, {"p": P, "z": Z, "y": Y, "q": Q, "u": up, "v": down, "w": sp.exp(eps)}),
    ])  # fmt: skip
