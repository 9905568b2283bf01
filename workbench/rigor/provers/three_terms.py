"""The least value of a sum of three terms under a constraint, by the weighted inequality of means.

    x^3 y z^w used^2 = V^n limit^2,  used <= limit   ==>   n V <= 3 x + y + w z,      n = 4 + w.

For the ratios p, r, s of x, y, z to V it is n p^3 s^w <= 3 p^4 s^w + 1 + w p^3 s^(w+1), which is an
inequality of polynomials, with p^3 r s^w >= 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Outcome
from workbench.rigor.provers.certify import certify
from workbench.symbolic import Relation
from workbench.symbolic.text import parse

SQUARED = parse("u^2 <= p^2", where="0 < u, u <= p")
TIMES = parse("s*k <= s*m", where="k <= m, s > 0")
PUT_IN = parse("p <= q", where="u <= v, u = p, v = q")
DIVIDED = parse("h <= s", where="m*h <= m*s, m > 0")
SIX = parse("6*p^3*s^2 <= 3*p^4*s^2+1+2*p^3*s^3", where="p,s > 0")
SQUARES = "0 <= (h^3*s-1)^2 + h^3*s*(h-1)^2*(3*h^3+6*h^2+4*h+2)"
FIVE = parse("5*h^6*s <= 3*h^8*s+1+h^6*s^2", where=f"h,s > 0, {SQUARES}")


def _means(n: int, w: int, V: sp.Symbol, x: sp.Expr, y: sp.Expr, z: sp.Expr) -> list[Any]:
    """V^n <= x^3 y z^w gives n V <= 3 x + y + w z, for (n, w) = (6, 2) or (5, 1)."""
    z_w, s_w, s_v = ("z^2", "s^2", "2*p^3*s^3") if w == 2 else ("z", "s", "p^3*s^2")
    p, r, s, h = x / V, y / V, z / V, sp.sqrt(x / V)
    polynomial = [(SIX, {"p": p, "s": s})] if w == 2 else [
        (parse(SQUARES, where="h,s > 0"), {"h": h, "s": s}), (FIVE, {"h": h, "s": s}),
        (5 * p**3 * s, "<=", 3 * p**4 * s + 1 + p**3 * s**2),
    ]  # fmt: skip
    ratios = parse(f"1 <= (x/v)^3*(y/v)*({z_w.replace('z', '(z/v)')})",
                   where=f"v,x,y,z > 0, v^{n} <= x^3*y*{z_w}")  # fmt: skip
    joined = parse(
        f"{n}*p^3*{s_w} <= (3*p+r+{w}*s)*(p^3*{s_w})",
        where=f"p,r,s > 0, {n}*p^3*{s_w} <= 3*p^4*{s_w}+1+{s_v}, 1 <= p^3*r*{s_w}",
    )
    over = parse(f"{n} <= t", where=f"p,s > 0, {n}*p^3*{s_w} <= t*(p^3*{s_w})")
    back = parse(f"{n}*v <= 3*x+y+{w}*z", where=f"{n} <= 3*(x/v)+y/v+{w}*(z/v), v > 0")
    here = {"v": V, "x": x, "y": y, "z": z}
    return [
        (ratios, here), *polynomial, (joined, {"p": p, "r": r, "s": s}),
        (over, {"p": p, "s": s, "t": 3 * p + r + w * s}), (back, here),
    ]  # fmt: skip


def to_the(n: int, value: sp.Expr) -> sp.Expr:
    """A power of a product of powers, multiplied out."""
    return sp.powsimp(sp.expand_power_base(value**n))


def by_means(
    stated: Relation, V: sp.Symbol, value: sp.Expr, terms: Sequence[sp.Expr],
    constraint: tuple[sp.Expr, sp.Expr], w: int,
) -> Outcome:  # fmt: skip
    """A statement about V = value that is n V <= 3 x + y + w z in other words.

    terms: x, y and z
    constraint: used and its limit
    w: the weight of z, 1 or 2
    """
    (x, y, z), (used, limit), n = terms, constraint, 4 + w
    power = to_the(n, value)
    product = sp.Mul(*(sp.Pow(t, k, evaluate=False) for t, k in ((x, 3), (y, 1), (z, w))),
                     evaluate=False)  # fmt: skip
    return certify(stated, facts=[
        (V**n, "=", power), (product * used**2, "=", power * limit**2),
        (SQUARED, {"u": used, "p": limit}), (TIMES, {"s": product, "k": used**2, "m": limit**2}),
        (PUT_IN, {"u": product * used**2, "v": product * limit**2, "p": limit**2 * power,
                  "q": limit**2 * product}),
        (DIVIDED, {"h": power, "s": product, "m": limit**2}), (V**n, "<=", product),
        *_means(n, w, V, x, y, z),
    ])  # fmt: skip
