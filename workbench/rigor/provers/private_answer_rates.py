"""The lower bound for pure DP with a logarithm: how many blocks, records and places are taken.

P = n eps and lam = ln(d/P).  In each of K blocks m records hold one entry in each of s groups of q
places.  Where P <= s lam/2, all records are in one block.  Beyond that m = floor(s lam/(2 eps)),
K = floor(n/m) and q = floor(d/(K s)), so that eps m/s <= lam/2 <= ln(q)/2, and the error is at
least K (m/n)^2 L^2/8 >= L^2 m/(16 n) >= L^2 s lam/(64 P).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Outcome
from workbench.rigor.provers.moments import Known, moments_shown
from workbench.rigor.provers.private_answers import (
    EACH,
    GAIN,
    LEAST,
    ROOM,
    SHARE,
    WORDS,
    Guessed,
    K,
    L,
    N,
    by,
    d,
    distance,
    eps,
    erring,
    m,
    n,
    q,
    s,
    u,
)
from workbench.symbolic import declare
from workbench.symbolic.moments import MomentStatement
from workbench.symbolic.text import parse

P, lam, z = declare("P lambda > 0, real z")
BUDGET = ((P, "=", n * eps), (lam, "=", sp.log(d / P)), (2048 * P, "<=", d))
SIZES = ((N, "=", K * s), (u, "=", EACH), (d, "<", N * (q + 1)))
ONE = (
    *BUDGET[:2],
    (2048 * s, "<=", d),
    (2 * P, "<=", s * lam),
    (K, "=", 1),
    (m, "=", n),
    ROOM,
    *SIZES,
)
MANY = (*BUDGET, (2 * eps * m, "<=", s * lam), (s * lam, "<", 2 * eps * (m + 1)), ROOM,
        (n, "<", (K + 1) * m), *SIZES)  # fmt: skip


def one_block(parts: int = 64, where: Sequence[Any] = ONE) -> MomentStatement:
    """At least L^2/parts, with all n records in one block."""
    return erring(L**2 / parts, distance, N, q, q, where, WORDS)


def many_blocks(parts: int = 64, where: Sequence[Any] = MANY) -> MomentStatement:
    """At least L^2 s lam/(parts P)."""
    return erring(L**2 * s * lam / (parts * P), distance, N, q, q, where, WORDS)


LESS, BELOW = parse("x <= y", where="x < y"), parse("x <= z", where="x <= y, y <= z")
SAME = parse("x <= y", where="x = y")
LONG = parse("2048 <= d/w", where="2048*w <= d, w > 0")
SEVEN, GROWS = (
    parse("7 <= log(x)", where="x >= 2047"),
    parse("log(x) <= log(q)", where="x <= q, x > 0"),
)
FLOOR = parse("y/(2*c) <= 2*m", where="y < 2*c*(m+1), m >= 1, c > 0")
FEW = parse("k*s*l <= 4*w", where="s*l/(2*c) <= 2*m, k*m <= n, w = n*c, k > 0, c > 0")
AS_PLACES = parse("t*l <= w", where="k*s*l <= w, t = k*s")
WIDE = parse("l*d/w <= 4*(q+1)", where="d <= t*(q+1), l > 0, t*l <= 4*w, q > 0, w > 0")
TIMES = parse("7*x <= l*x", where="l >= 7, x > 0")
PLACES = parse("x <= q", where="7*x <= l*x, l*x <= 4*(q+1), x >= 2048")
COST = parse("c*m/s <= l/2", where="2*c*m <= s*l, s > 0")
HALVED = parse("log(q)-1 <= log(q/2)", where="q > 0")
KEPT = parse("h/4 <= g-x", where="h-1 <= g, x <= l/2, l <= h, l >= 7")
FULL = parse("n*m <= 2*k*m^2", where="n < (k+1)*m, k >= 1, m >= 1")
SQUARE = parse("(y*l)^2 = s*(y*v)^2", where="v = l/sqrt(s), s > 0")
ERROR = {
    part: parse(
        f"k*t/{2 * part} <= (N*g-k*m*c)/(2*h/(y*v)^2)",
        where=(f"h/{part} <= g-c*m/s, N = k*s, t = s*(y*v)^2, h, k, s, y, v > 0"),
    )
    for part in (4, 8)
}
END = "l^2*s*h/({0}*w) <= k*((m/n)*l)^2/8"
SPREAD = "n*m <= 2*k*m^2, s*h/(2*c) <= 2*m, w = n*c, l, h, s, n, m, k, c, w > 0"


def _sized(one: Known) -> None:
    """lam >= 7 and m >= s lam/(4 eps)."""
    one.fact((2048, "<=", d / P), by(LONG, d=d, w=P))
    one.fact((sp.log(d / P), "<=", lam), by(SAME, x=sp.log(d / P), y=lam))
    one.fact((7, "<=", sp.log(d / P)), by(SEVEN, x=d / P))
    one.fact((7, "<=", lam), by(BELOW, x=7, y=sp.log(d / P), z=lam))
    one.fact((s * lam / (2 * eps), "<=", 2 * m), by(FLOOR, y=s * lam, c=eps, m=m))


def _places(one: Known) -> None:
    """Steps to d/P <= q."""
    _sized(one)
    one.fact((K * s * lam, "<=", 4 * P), by(FEW, k=K, s=s, l=lam, w=P, c=eps, m=m, n=n))
    one.fact((N * lam, "<=", 4 * P), by(AS_PLACES, t=N, l=lam, k=K, s=s, w=4 * P))
    one.fact((d, "<=", N * (q + 1)), by(LESS, x=d, y=N * (q + 1)))
    one.fact((lam * d / P, "<=", 4 * (q + 1)), by(WIDE, l=lam, q=q, d=d, t=N, w=P))
    one.fact((7 * (d / P), "<=", lam * (d / P)), by(TIMES, l=lam, x=d / P))
    one.using((PLACES, {"l": lam, "x": d / P, "q": q}))


def _from_least(one: Known, part: int) -> None:
    """K (m L/n)^2/(2 part) <= `LEAST`, where what is left of the gain is at least ln(q)/part."""
    one.fact(((SHARE * L) ** 2, "=", s * (SHARE * u) ** 2), by(SQUARE, y=SHARE, l=L, s=s, v=u))
    one.fact((K * (SHARE * L) ** 2 / (2 * part), "<=", LEAST), by(
        ERROR[part], k=K, t=(SHARE * L) ** 2, N=N, g=GAIN, m=m, c=eps, h=sp.log(q), y=SHARE, v=u,
        s=s))  # fmt: skip


def _of_many(parts: int, one: Known) -> None:
    """Steps to the bound from `LEAST`."""
    _sized(one)
    one.fact((lam, "<=", sp.log(d / P)), by(SAME, x=lam, y=sp.log(d / P)))
    one.fact((sp.log(d / P), "<=", sp.log(q)), by(GROWS, x=d / P, q=q))
    one.fact((lam, "<=", sp.log(q)), by(BELOW, x=lam, y=sp.log(d / P), z=sp.log(q)))
    one.fact((eps * m / s, "<=", lam / 2), by(COST, c=eps, m=m, s=s, l=lam))
    one.fact((sp.log(q) - 1, "<=", GAIN), by(HALVED, q=q))
    one.fact((sp.log(q) / 4, "<=", GAIN - eps * m / s),
             by(KEPT, h=sp.log(q), g=GAIN, x=eps * m / s, l=lam))  # fmt: skip
    one.fact((n * m, "<=", 2 * K * m**2), by(FULL, n=n, m=m, k=K))
    put = {"l": L, "s": s, "h": lam, "w": P, "k": K, "m": m, "n": n, "c": eps}
    low = L**2 * s * lam / (parts * P)
    one.fact(
        (low, "<=", K * (SHARE * L) ** 2 / 8), by(parse(END.format(parts), where=SPREAD), **put)
    )
    _from_least(one, 4)
    one.adds({-1: 1, -3: 1})


DIFFERENCE = parse("log(d/w) = log(d/s)-log(w/s)", where="d > 0, w > 0, s > 0")
TWICE = parse("2*(w/s) <= l", where="2*w <= s*l, s > 0")
TANGENT = parse("1-1/x <= log(x)", where="x > 0")
PUT_IN = parse("x <= z", where="x <= y, y = z")
SUMMED = parse("2*x+1-1/x <= g", where="2*x <= g-k, 1-1/x <= k, x > 0")
POSITIVE = parse("0 < log(d/s)", where="2048*s <= d, s > 0")
PRODUCT = parse("x*(2*x+1-1/x) <= g*x", where="2*x+1-1/x <= g, x > 0")
WIDER = parse("(2*x-1)*(x+1) <= g*(x+1)", where="x*(2*x+1-1/x) <= g*x, x > 0, g > 0")
DIVIDED = parse("2*x-1 <= g", where="(2*x-1)*(x+1) <= g*(x+1), x > 0")
TWO = parse("d/s <= 2*q", where="d < N*(q+1), N = s, q >= 1, s > 0")
ROUNDED = parse("log(y) <= log(q)+1", where="y <= 2*q, y > 0, q > 0")
WHOLE = parse("2047 <= q", where="2048*s <= d, d < N*(q+1), N = s, s > 0")
LESSENED = parse("x <= g-y", where="x <= g-z, y = z")
LEFT = parse("h/8 <= g-x", where="h-1 <= g, 2*x-1 <= y, y <= h+1, h >= 7")


def _of_one(parts: int, one: Known) -> None:
    """Steps to the bound from `LEAST`: P/s <= (1 + ln(d/s))/2 <= 1 + ln(q)/2."""
    x, g, h = P / s, sp.log(d / s), sp.log(q)
    one.fact((7, "<=", h), by(SEVEN, x=q))
    one.fact((sp.log(d / P), "=", g - sp.log(x)), by(DIFFERENCE, d=d, w=P, s=s))
    one.fact((2 * x, "<=", lam), by(TWICE, w=P, s=s, l=lam))
    one.fact((1 - 1 / x, "<=", sp.log(x)), by(TANGENT, x=x))
    one.fact((lam, "<=", sp.log(d / P)), by(SAME, x=lam, y=sp.log(d / P)))
    one.fact((2 * x, "<=", sp.log(d / P)), by(BELOW, x=2 * x, y=lam, z=sp.log(d / P)))
    one.fact((2 * x, "<=", g - sp.log(x)), by(PUT_IN, x=2 * x, y=sp.log(d / P), z=g - sp.log(x)))
    one.fact((2 * x + 1 - 1 / x, "<=", g), by(SUMMED, x=x, g=g, k=sp.log(x)))
    one.fact((0, "<", g), by(POSITIVE, d=d, s=s))
    one.fact((x * (2 * x + 1 - 1 / x), "<=", g * x), by(PRODUCT, x=x, g=g))
    one.fact(((2 * x - 1) * (x + 1), "<=", g * (x + 1)), by(WIDER, x=x, g=g))
    one.fact((2 * x - 1, "<=", g), by(DIVIDED, x=x, g=g))
    one.fact((d / s, "<=", 2 * q), by(TWO, d=d, s=s, N=N, q=q))
    one.fact((g, "<=", h + 1), by(ROUNDED, y=d / s, q=q))
    one.fact((h - 1, "<=", GAIN), by(HALVED, q=q))
    one.fact((h / 8, "<=", GAIN - x), by(LEFT, h=h, g=GAIN, x=x, y=g))
    equations = {one.place((P, "=", n * eps)): -1 / s, one.place((m, "=", n)): eps / s}
    one.fact((eps * m / s, "=", x), lambda here: here.equals(equations))
    one.fact((h / 8, "<=", GAIN - eps * m / s), by(LESSENED, x=h / 8, g=GAIN, y=eps * m / s, z=x))
    _from_least(one, 8)
    one.fact((L**2 / parts, "<=", K * (SHARE * L) ** 2 / 16), by(
        parse(f"l^2/{parts} <= k*((m/n)*l)^2/16", where="k = 1, m = n, n > 0"),
        l=L, k=K, m=m, n=n))  # fmt: skip
    one.adds({-1: 1, -2: 1})


def _shown(of: MomentStatement, asked: Sequence[Any], room: Any, error: Any) -> Outcome:  # noqa: ANN401
    """Steps to 2 <= q, to the bound from `LEAST`, and then to `LEAST` <= R."""

    def steps(known: Known) -> None:
        for one in asked:  # what is not given is named before the work begins
            known.place(one)
        room(known)
        bound = known.every([z], [], (of.claims[0], "<=", LEAST), error)
        Guessed(known)
        known.take(bound, {z: 0})
        known.adds({-1: 1, -2: 1})

    return moments_shown(of, steps)


def _many_places(known: Known) -> None:
    known.take(known.every([z], [], (d / P, "<=", q), _places), {z: 0})
    known.fact((2048, "<=", d / P), by(LONG, d=d, w=P))
    known.fact((2, "<=", q), by(parse("2 <= q", where="2048 <= x, x <= q"), x=d / P, q=q))


def _places_of_one(known: Known) -> None:
    places = {known.place((N, "=", K * s)): 1, known.place((K, "=", 1)): s}
    known.fact((N, "=", s), lambda one: one.equals(places))
    known.fact((2047, "<=", q), by(WHOLE, q=q, d=d, N=N, s=s))
    known.fact((2, "<=", q), by(parse("2 <= q", where="2047 <= q"), q=q))


def many_blocks_shown(parts: int = 64, **changes: Any) -> Outcome:  # noqa: ANN401
    """q >= d/P, so that half of ln q is spent, and a quarter is left."""
    of = many_blocks(parts, **changes)
    return _shown(of, MANY, _many_places, lambda one: _of_many(parts, one))


def one_block_shown(parts: int = 64, **changes: Any) -> Outcome:  # noqa: ANN401
    """q >= 2047, and an eighth of ln q is left."""
    of = one_block(parts, **changes)
    return _shown(of, ONE, _places_of_one, lambda one: _of_one(parts, one))
