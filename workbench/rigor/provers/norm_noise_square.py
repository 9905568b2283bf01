"""The mean square of noise whose density depends on a norm alone, as e^(-|z|^2/(2 sigma^2)).

Lebesgue measure on d dimensions is homogeneous, so the integral of e^(-|z|^2/(2 tau^2)) is A tau^d
for all tau > 0.  As e^u >= e^v (1 + u - v), tau = sigma e^y shows for M = E |z|^2/sigma^2

    0 <= e^(dy) - 1 + (e^(-2y) - 1) M/2      for all y, hence      y (M - d) <= (d + 2)^2 y^2

where (d + 2)|y| <= 1; and y = (M - d)/(2 (d + 2)^2 (1 + |M - d|)) leaves M = d alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Outcome
from workbench.rigor.provers.expectations import LawProof
from workbench.symbolic import declare
from workbench.symbolic.expectations import LawStatement
from workbench.symbolic.text import parse

d, sigma, A, tau = declare("integer d > 0, sigma A tau > 0")
r, star, c, p = declare("r star c >= 0, real p")
E_plus, E_star, wide, near, far = declare("real E_plus E_star wide near far")
SCALED: Any = ((tau,), c * sp.exp(-(r**2) / (2 * tau**2)), "=", A * tau**d, [])
DENSITY = (p, "=", c * sp.exp(-(r**2) / (2 * sigma**2)) / (A * sigma**d))
SMALLER = (star, "<=", r)


def mean_square(
    op: str = "<=", size: Any = d * sigma**2, *, of: Any = r,  # noqa: ANN401 - numbers
    sure: Sequence[Any] = (SMALLER, DENSITY), every: Sequence[Any] = (SCALED,),
) -> LawStatement:  # fmt: skip
    """E |z|_+^2, or E |z|_*^2, against d sigma^2."""
    mean = E_star if of == star else E_plus
    return LawStatement(
        (mean, op, size), random=(r, star, c, p), means={mean: p * of**2}, sure=sure, every=every,
        shows=(mean,),
    )  # fmt: skip


POSITIVE = parse("0 <= p", where="p = c*w/B, c >= 0, w >= 0, B > 0")
BUMP = parse("x*exp(-x) <= 1")
FINITE = parse("t*(x*b) <= t", where="x*b <= 1, t >= 0")
BETWEEN = parse("s <= z", where="s = u, u <= t, t = z")
TANGENT = parse("1 - z <= exp(-z)")
WEIGHED = parse("0 <= c*(x - w*(1 - z))", where="x = w*m, 1 - z <= m, c >= 0, w >= 0")
DENSE = parse("0 <= c*x - c*w + g*B*(p*q)", where="0 <= c*(x - w*(1 - g*q)), p = c*w/B, B > 0")
POWER = parse("(s*exp(y))^d = s^d*exp(d*y)", where="s > 0, integer d >= 1")
TIMES = parse("a*q <= a*b*f", where="q = b*f")
SCALE = parse("0 <= m - w + z", where="0 <= t - n + z, t = u, u <= m, n = w")
DIVIDED = parse("0 <= f - 1 + g*m", where="0 <= B*f - B + g*B*m, B > 0")
EXPANDED = parse("exp(x) <= 1 + x + x^2", where="-1 <= x, x <= 1")
APART = parse("exp(d*y) = exp((d + 2)*y)/exp(2*y)")
INVERSE = parse("exp(-2*y) = 1/exp(2*y)")
TURNED = parse("w <= (j - 1)*M/2", where="w = (h - 1)*M/2, h = j")
JOINED = parse("0 <= q - 1 + z", where="0 <= f - 1 + w, f = q, w <= z")
TILTED = parse("0 <= 2*u - 2*v + (1 - v)*M", where="0 <= u/v - 1 + (1/v - 1)*M/2, v > 0")
SQUARES = parse("y*(M - d) <= k^2*y^2",
                where="0 <= 2*u - 2*v + (1 - v)*M, u <= 1 + k*y + k^2*y^2, v >= 1 + 2*y, M >= 0,"
                " k = d + 2")  # fmt: skip
GREATER = parse("p*s^2 <= p*r^2", where="p >= 0, s >= 0, s <= r")
SMALLER_MEAN = parse("t <= d*s", where="t <= q, q/s - d <= 0, s > 0")
TANGENT_AT_0 = parse("exp(2*y) >= 1 + 2*y")
SMALL = parse("x/(2*k*(1 + a)) <= 1", where="x <= a, a >= 0, k >= 1")
STEEP = parse("k^2*t <= 0", where="K*t <= k^2*t, K >= 2*k^2, t >= 0")
DIVIDE = parse("t <= 0", where="h*t <= 0, h > 0")
BACK = parse("x <= 0", where="x = K*y, y <= 0, K > 0")
ROOT = parse("y <= 0", where="y^2 <= 0")
_METHODS = ("identity", "sign", "cases", "products", "taylor", "logarithms", "cover", "powers")


def shown(op: str = "<=", size: Any = d * sigma**2, **changes: Any) -> Outcome:  # noqa: ANN401
    """E |z|^2 exists, and is d sigma^2; both ends of this are shown apart."""
    stated = mean_square(op, size, **changes)
    proof = LawProof(stated, seconds=8)
    square = r**2
    B = A * sigma**d
    x, v = 3 * square / (8 * sigma**2), square / (8 * sigma**2)
    whole = sp.exp(-square / (2 * sigma**2))
    proof.instance(wide, 0, {tau: 2 * sigma})
    proof.instance(near, 0, {tau: sigma})
    bound = 8 * sigma**2 / 3
    share = bound / B * (c * sp.exp(-v))
    ends = {"s": p * square, "u": share * (x * sp.exp(-x)), "t": share,
            "z": bound / B * (c * turned_by(2 * sigma))}  # fmt: skip
    proof.exists(E_plus, (bound / B, wide), of=p * square, facts=[
        (whole, "=", sp.exp(-x) * sp.exp(-v)), (BUMP, {"x": x}),
        (FINITE, {"t": share, "x": x, "b": sp.exp(-x)}), (BETWEEN, ends)])  # fmt: skip
    M, k = E_plus / sigma**2, d + 2
    off = M - d
    K = 2 * k**2 * (1 + sp.Abs(off))
    y = off / K
    positive = (POSITIVE, {"p": p, "c": c, "w": whole, "B": B})
    proof.integrate("<=", (1, E_plus), facts=[positive, (0, "<=", p * square)],
                    methods=_METHODS)  # fmt: skip
    proof.fact((0, "<=", M), methods=_METHODS)
    proof.instance(far, 0, {tau: sigma * sp.exp(y)})
    g = (sp.exp(-2 * y) - 1) / (2 * sigma**2)
    turned = sp.exp(-square / (2 * sigma**2 * sp.exp(2 * y)))
    at = {"c": c, "x": turned, "w": whole, "z": g * square, "m": sp.exp(-g * square)}
    dense = {"c": c, "x": turned, "w": whole, "g": g, "q": square, "B": B, "p": p}
    proof.integrate("<=", (1, far), (-1, near), (g * B, E_plus), methods=_METHODS, facts=[
        (TANGENT, {"z": g * square}), (turned, "=", whole * sp.exp(-g * square)),
        (WEIGHED, at), (DENSE, dense),
    ])  # fmt: skip
    up, both = sp.exp(k * y), sp.exp(2 * y)
    names = {"u": up, "v": both, "M": M, "k": k, "y": y, "d": d, "K": K, "t": y**2}
    power, grown, slope = (sigma * sp.exp(y)) ** d, sp.exp(d * y), g * E_plus
    scaled = {"m": B * grown, "w": B, "z": B * slope, "t": far, "n": near, "u": A * power}
    joined = {"f": grown, "q": up / both, "w": slope, "z": (1 / both - 1) * M / 2}
    sign = 1 if op == "<=" else -1
    facts: list[Any] = [
        (POWER, {"s": sigma, "y": y, "d": d}),
        (TIMES, {"a": A, "q": power, "b": sigma**d, "f": grown}), (SCALE, scaled),
        (DIVIDED, {"B": B, "f": grown, "g": g, "m": E_plus}),
        (APART, {"d": d, "y": y}), (INVERSE, {"y": y}),
        (TURNED, {"w": slope, "h": sp.exp(-2 * y), "j": 1 / both, "M": M}), (JOINED, joined),
        of(TILTED, names),
        *((SMALL, {"x": one, "k": k, "a": sp.Abs(off)}) for one in (off, -off)),
        (EXPANDED, {"x": k * y}), (TANGENT_AT_0, {"y": y}), of(SQUARES, names),
        (y * off, "=", K * y**2), of(STEEP, names), (DIVIDE, {"h": k**2, "t": y**2}),
        (ROOT, {"y": sign * y}), (BACK, {"x": sign * off, "y": sign * y, "K": K}),
    ]  # fmt: skip
    if E_star in stated.means:
        larger = [positive, (GREATER, {"p": p, "r": r, "s": star})]
        proof.exists(E_star, (1, E_plus), facts=larger, methods=_METHODS)
        facts.append((SMALLER_MEAN, {"t": E_star, "q": E_plus, "s": sigma**2, "d": d}))
    return proof.outcome(facts=facts)


def turned_by(scale: Any) -> Any:  # noqa: ANN401
    """e^(-r^2/(2 scale^2))."""
    return sp.exp(-(r**2) / (2 * scale**2))


def of(lemma: Any, names: Any) -> tuple[Any, dict[str, Any]]:  # noqa: ANN401
    """A lemma at those of these expressions that it speaks of."""
    return lemma, {v.name: names[v.name] for v in lemma.variables}
