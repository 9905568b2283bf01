"""Two minimisers far from each other on the kink of losses with gradients of a single entry.

The largest of v_1/c, v_2, ..., v_d, c^2 = d - 1, times L, is the loss of n - 1 records; the last
record has L v_1, or -L v_1.  A number K is at least that largest one where it is at least each.
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

d, n, L, lam, c, K, R, t = declare("integer d > 0, n L lambda c > 0, real K R t")
x, y, v, u, e, a = declare("real x y v u e a")
E, A, AT, THERE, MOVED, W, S, G = declare("real E A AT THERE MOVED W S G")
r = declare("r > 0")
PLANE, HELD = ((c**2, "=", d - 1),), ((n - 1, ">=", c),)
ONE = ((E, "=", 1),)
LIGHT = ("sign", "identity", "factors", "products", "cases")


def _rest(sign: int) -> Any:  # noqa: ANN401
    return L * (n - 1 + sign * c) / (2 * n * c**2)  # the slope at the other coordinates


def level(sign: int) -> Any:  # noqa: ANN401
    """The number t of the minimiser t (c, 1, ..., 1)."""
    return -_rest(sign) / lam


def least(sign: int, *, held: Sequence[Any] = HELD, size: Any = 1, above: int = 1,  # noqa: ANN401
          plane: Sequence[Any] = PLANE, one: Sequence[Any] = ONE) -> LawStatement:  # fmt: skip
    """The regularised risk is least at t (c, 1, ..., 1), for the last record with +-L v_1."""
    at, m = size * level(sign), (n - 1) * L / n
    risk = {mean: sign * L / n * e * w + lam / 2 * w**2 for mean, w in ((AT, x), (THERE, v))}
    first, rest = [[(v, "<=", c * K)], [(v, "<=", K)]] if above else [[], []]
    return LawStatement(
        (AT + m * at, "<=", THERE + m * K), random=(e, x, v), means={E: e, **risk},
        where=[*plane, *one, *held], over=d,
        sure=[[[(e, "=", 1), (x, "=", c * at), *first], [(e, "=", 0), (x, "=", at), *rest]]],
    )  # fmt: skip


def apart(share: Any = 1, *, plane: Sequence[Any] = PLANE,  # noqa: ANN401
          one: Sequence[Any] = ONE) -> LawStatement:  # fmt: skip
    """Both minimisers are at least share (1 + c) L/(lam n) apart in the 1-norm."""
    ends = [level(sign) for sign in (1, -1)]
    entries = [[(e, "=", k), (x, "=", factor * ends[0]), (y, "=", factor * ends[1])]
               for k, factor in ((1, c), (0, sp.S.One))]  # fmt: skip
    return LawStatement(
        (MOVED, ">=", share * (1 + c) * L / (lam * n)), random=(e, x, y),
        means={E: e, MOVED: sp.Abs(x - y)}, where=[*plane, *one], sure=[entries], over=d,
    )  # fmt: skip


BASE = parse("0 <= h/2*(v - x)^2 + g*(K - w)", where="w <= K, g >= 0, h > 0")
EQUAL = parse("0 <= z", where="z = b, b >= 0")
LOW = parse("g/n >= 0", where="g >= 0, n > 0")
SHARE = parse("v/c <= K", where="v <= c*K, c > 0")
SUMMED = parse(
    "u + m*s <= w + m*k",
    where="0 <= w - u + (f*(k-s)-b*(k-s))*i + b*(k-s)*d, i = 1, g = d - 1, m = f + b*g",
)
OVER = parse("k <= abs(u)", where="-u = k")
TOTAL = parse("b <= m", where="0 <= m - (k*c-k)*i - k*d, i = 1, g = d - 1, b = k*c + k*g")


def by_the_subgradient(sign: int, **changes: Any) -> Outcome:  # noqa: ANN401
    """K is at least a mean of the d numbers, with weights that make the slope 0 at the point."""
    p = LawProof(least(sign, **changes), seconds=5)
    rest, first, at = _rest(sign), L * (n - 1 - sign * c) / (2 * n), level(sign)
    terms = [(1, THERE), (-1, AT), (first * (K - at) - rest * (K - at), E), (rest * (K - at), 1)]
    value = sum(k * {**p.statement.means, 1: 1}[name] for k, name in terms)
    facts = {}
    for case, slope, place, low in ((0, first, c * at, v / c), (1, rest, at, v)):
        told = {"h": lam, "v": v, "x": place, "g": slope, "K": K, "w": low}
        facts[case] = [
            (n - 1 + sign * c, ">=", 0), (n - 1 - sign * c, ">=", 0), (slope, ">=", 0),
            *([(SHARE, {"v": v, "c": c, "K": K})] if case == 0 else []), (BASE, told),
            (EQUAL, {"z": value, "b": lam / 2 * (v - place) ** 2 + slope * (K - low)}),
        ]  # fmt: skip
    p.integrate("<=", *terms, facts=facts, methods=LIGHT)
    return p.outcome(methods=LIGHT, facts=[(SUMMED, {
        "u": AT, "m": (n - 1) * L / n, "s": at, "w": THERE, "k": K, "f": first, "b": rest, "i": E,
        "d": d, "g": c**2})])  # fmt: skip


def by_the_entries(**changes: Any) -> Outcome:  # noqa: ANN401
    """One entry moves by L/(lam n), and c^2 of them by L/(lam n c)."""
    p, k = LawProof(apart(**changes), seconds=5), L / (lam * n * c)
    p.integrate(
        "<=",
        (1, MOVED),
        (k - k * c, E),
        (-k, 1),
        methods=LIGHT,
        facts={case: [(OVER, {"u": x - y, "k": entry})] for case, entry in ((0, k * c), (1, k))},
    )
    return p.outcome(
        methods=LIGHT,
        facts=[
            (
                TOTAL,
                {
                    "m": MOVED,
                    "k": k,
                    "c": c,
                    "i": E,
                    "d": d,
                    "g": c**2,
                    "b": (1 + c) * L / (lam * n),
                },
            )
        ],
    )


WEIGHT = e / c + 1 - e  # the slope of the number of a coordinate
ACTIVE = [[(e, "=", k), (a, "=", on), *((w, "<=", c * top if k else top)
           for w, top in ((u, R), (v, K)))] for k in (1, 0) for on in (1, 0)]  # fmt: skip
SOME, ENDS, DISTANCE = ((A, "=", 1),), ((t, ">=", 0), (t, "<=", 1)), ((G, "=", r**2),)
MIXED = parse("0 <= t*R + q*K - t*w - q*z", where="t >= 0, q >= 0, w <= R, z <= K")
NEAR = parse("0 <= (h - s*r)^2/(2*r) + r*(1 - s)*(1 + s)/2", where="0 <= s, s <= 1, r > 0")
SQUARED = parse("0 <= z", where="z = q + w, w >= 0, q >= 0")
NONE = parse("0 <= h^2/(2*r)", where="r > 0")
LARGE = parse("p >= 1", where="p = d - 1, d >= 2")
UNIT = parse("1/c <= 1", where="c^2 >= 1, c > 0")


def members(
    some: Sequence[Any] = SOME, ends: Sequence[Any] = ENDS, distance: Sequence[Any] = DISTANCE,
    plane: Sequence[Any] = PLANE,
) -> tuple[LawStatement, ...]:  # fmt: skip
    """The largest number is convex, 1-Lipschitz, and has subgradients of one entry, at an active a.

    For u and v it is at most R and K, and it is the number of the coordinate a, wherever this is.
    """

    def told(left: Any, right: Any, means: dict[Any, Any], *where: Any) -> LawStatement:  # noqa: ANN401
        return LawStatement((left, "<=", right), random=(e, a, u, v), means={A: a, **means},
                            where=[*some, *where], sure=[ACTIVE], over=d)  # fmt: skip

    return (
        told(W + S, R, {W: a * WEIGHT * v, S: a * WEIGHT * (u - v)}),
        told(W, t * R + (1 - t) * K, {W: a * WEIGHT * (t * u + (1 - t) * v)}, *ends),
        told(W, R + r, {W: a * WEIGHT * v, G: (u - v) ** 2}, *distance, *plane, (2, "<=", d)),
    )  # fmt: skip


def by_the_active_one(**changes: Any) -> list[Outcome]:  # noqa: ANN401
    """Its slope is 1/c or 1, and at most 1; and 2 |u - v| <= r + (u - v)^2/r at its coordinate."""
    found, slopes = [], {0: 1 / c, 2: sp.S.One}  # in the cases where a is 1
    for place, statement in enumerate(members(**changes)):
        p, facts = LawProof(statement, seconds=5), dict[int, list[Any]]()
        terms = [[(R, A), (-1, W), (-1, S)], [(t * R + (1 - t) * K, A), (-1, W)],
                 [(R + r / 2, A), (1 / (2 * r), G), (-1, W)]][place]  # fmt: skip
        for case, slope in slopes.items():
            mixed = {"t": t, "R": R, "q": 1 - t, "K": K, "w": u * slope, "z": v * slope}
            near = [(LARGE, {"p": c**2, "d": d}), (UNIT, {"c": c}),
                    (NEAR, {"r": r, "h": v - u, "s": slope}),
                    (SQUARED, {"z": sum(k * {**statement.means, 1: 1}[m] for k, m in terms),
                               "q": R - slope * u,
                               "w": (v - u - slope * r) ** 2 / (2 * r)
                               + r * (1 - slope) * (1 + slope) / 2})]  # fmt: skip
            facts[case] = [[], [(MIXED, mixed)], near][place]
            facts[case + 1] = [(NONE, {"h": v - u, "r": r})] if place == 2 else []
        p.integrate("<=", *terms, facts=facts, methods=LIGHT)
        found.append(p.outcome(methods=LIGHT))
    return found
