"""What the best point of a linear function and a divergence satisfies: a prox step.

p minimises <zeta, w> + D(w, v) over the points w of a convex set, D(w, v) = omega(w) - omega(v)
- <g_v, w - v>.  u is another point of the set, and so is w = p + s (u - p) for 0 < s <= 1.  As
omega is differentiable at p, with the gradient g_p, for each e > 0 there is such an s with

    omega(w) <= omega(p) + <g_p, w - p> + s e.

Vectors are looked at by their coordinates, and inner products are sums over these.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workbench.claims import Outcome
from workbench.rigor.provers.expectations import LawProof
from workbench.symbolic import declare
from workbench.symbolic.expectations import LawStatement
from workbench.symbolic.text import parse

d, e, s = declare("integer d > 0, e s > 0")
at_u, at_v, at_p, at_w = declare("real omega_u omega_v omega_p omega_w")
D_uv, D_up, D_pv, D_wv = declare("real D_uv D_up D_pv D_wv")
zeta, u, v, p, g_p, g_v = declare("real zeta u v p g_p g_v")
Z, Z_P, Z_W, V_U, V_P, V_W, P_U = declare("real Z Z_P Z_W V_U V_P V_W P_U")
SPAN = p + s * (u - p)  # a point of the segment from p to u
SUMS = {
    Z: zeta * (p - u), Z_P: zeta * p, Z_W: zeta * SPAN, V_U: g_v * (u - v), V_P: g_v * (p - v),
    V_W: g_v * (SPAN - v), P_U: g_p * (u - p),
}  # fmt: skip
DIVERGENCES = (
    (D_uv, "=", at_u - at_v - V_U), (D_up, "=", at_u - at_p - P_U),
    (D_pv, "=", at_p - at_v - V_P), (D_wv, "=", at_w - at_v - V_W),
)  # fmt: skip
SEGMENT = (Z_P + D_pv, "<=", Z_W + D_wv), (at_w, "<=", at_p + s * (P_U + e))


LINES = ("sign", "identity", "products")
_LESS = parse("0 <= b + m", where="0 <= b + y, y <= m")
_DIVIDED = parse("z <= h-b+c", where="0 <= s*h-s*(z+b-c), s > 0")


def prox_step(last: int = 1, where: Sequence[Any] = SEGMENT) -> LawStatement:
    """<zeta, p - u> <= D(u, v) - D(u, p) - D(p, v) + e, D made of omega and its gradients."""
    return LawStatement(
        (Z, "<=", D_uv - D_up - last * D_pv + e), random=(zeta, u, v, p, g_p, g_v), means=SUMS,
        where=[*DIVERGENCES, *where], over=d,
    )  # fmt: skip


def by_the_segment(**changes: Any) -> Outcome:  # noqa: ANN401
    """The objective at p + s (u - p) is at least that at p; its difference, divided by s."""
    proof = LawProof(prox_step(**changes), seconds=1)
    line, slope = Z_P - s * Z, -V_P - s * (V_U - V_P)
    for below in ((1, Z_P), (-s, Z), (-1, Z_W)), ((-1, V_P), (-s, V_U), (s, V_P), (1, V_W)):
        proof.integrate("<=", *below, uses=[], methods=("identity",))
    rest, facts = at_p - at_v - V_P + Z_P, []  # the objective at p
    least = [Z_W, -V_W, at_w]
    for place, most in enumerate((line, slope, at_p + s * (P_U + e))):
        y, least[place] = least[place], most
        others = sum(one for other, one in enumerate(least) if other != place) - at_v - rest
        facts.append((_LESS, {"b": others, "y": y, "m": most}))
    last = {"z": Z, "b": V_U, "c": V_P, "h": P_U + e, "s": s}
    proof.fact((Z, "<=", P_U + e - V_U + V_P), methods=LINES, facts=[*facts, (_DIVIDED, last)])
    return proof.outcome(methods=LINES)
