"""The best number of steps for a bound E s^3 + K (1 - s)^3 at s = r^T.

With g = sqrt(E), k = sqrt(K), s* = k/(g + k) the excess over the least value E K/(g + k)^2 is

    (s - s*)^2 (E s + K (1 - s) + 2 g k),

and between two points on one side of s* the bound changes by their distance times the difference
of the sums of three products each, of g s and of k (1 - s), of which one side is the larger.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import sympy as sp

from workbench.claims import Outcome
from workbench.rigor.provers.certify import certify
from workbench.symbolic import Relation
from workbench.symbolic.text import parse

BEST, RATIO = "sqrt(K)/(sqrt(E) + sqrt(K))", "sqrt(E/K)"
VALUE = "E*K/(sqrt(E) + sqrt(K))^2"
DATA = "E, K, r > 0, r < 1"
LIGHT = ("sign", "identity", "factors", "taylor", "radicals", "powers", "logarithms")

E, K, r, s, t, u, T = sp.symbols("E K r s t u T", positive=True)
g, k, rate = sp.sqrt(E), sp.sqrt(K), sp.log(r)
TURN = sp.exp(T * rate)


def _cost(at: str) -> str:
    return f"E*({at})^3 + K*(1 - ({at}))^3"


def _horizon(ratio: str = RATIO) -> str:
    return f"T = log(1 + {ratio})/(-log(r))"


def minimum(value: str = VALUE, best: str = BEST, inside: str = ", s <= 1") -> tuple[Relation, ...]:
    """What the bound is at s*, which is below 1, and that it is more at all other s."""
    where = "E, K > 0"
    sides = (f"E, K, s > 0, s - {best} {op} 0{inside}" for op in "<>")
    return (parse(f"{best} < 1", where=where), parse(f"{_cost(best)} = {value}", where=where),
            *(parse(f"{value} < {_cost('s')}", where=side) for side in sides))  # fmt: skip


def minimum_shown(**changes: Any) -> Iterator[Outcome]:  # noqa: ANN401
    """The value, and the excess on both sides."""
    inside, value, *sides = minimum(**changes)
    yield certify(value, methods=LIGHT)
    yield certify(inside, methods=LIGHT)
    least, factor = E * K / (g + k) ** 2, E * s + K * (1 - s) + 2 * g * k
    positive = parse("0 < f*s + k*(1-s) + h", where="f, k, h > 0, s >= 0, s <= 1")
    for side, op in reversed(list(zip(sides, "<>", strict=True))):
        yield certify(side, methods=LIGHT, facts=[
            (positive, {"f": E, "k": K, "h": 2 * g * k, "s": s}),
            (parse("0 < m^2", where=f"m {op} 0"), {"m": s - k / (g + k)}),
            (parse("v < x", where="x = v + m*z, m > 0, z > 0"),
             {"v": least, "x": E * s**3 + K * (1 - s) ** 3, "m": (s - k / (g + k)) ** 2,
              "z": factor}),
        ])  # fmt: skip


def horizon(ratio: str = RATIO) -> Relation:
    """r^T = s* at T*."""
    return parse(f"exp(T*log(r)) = {BEST}", where=f"{DATA}, {_horizon(ratio)}")


def shape(
    before: str = ", u <= T", after: str = ", T <= t", order: str = ", t < u"
) -> tuple[Relation, Relation]:
    """The bound falls up to T*, and rises from there on."""
    now, later = (_cost(f"exp({one}*log(r))") for one in "tu")
    given = f"{DATA}, t, u >= 0{order}, {_horizon()}"
    return (parse(f"{later} < {now}", where=given + before),
            parse(f"{now} < {later}", where=given + after))  # fmt: skip


def _powers() -> list[Any]:
    """1 >= r^t > r^u."""
    return [
        (parse("log(r) < 0", where="0 < r, r < 1"), {"r": r}),
        (parse("y*l < x*l", where="x < y, l < 0"), {"x": t, "y": u, "l": rate}),
        (parse("exp(b) < exp(a)", where="b < a"), {"a": t * rate, "b": u * rate}),
        (parse("t*l <= 0", where="l < 0, t >= 0"), {"t": t, "l": rate}),
        (parse("exp(a) <= 1", where="a <= 0"), {"a": t * rate}),
    ]  # fmt: skip


def shape_shown(**changes: str) -> Iterator[Outcome]:
    """Up to T* sqrt(K) (1 - r^u) <= sqrt(E) r^u, as r^u >= s*; after it the other way round."""
    x, y = sp.exp(t * rate), sp.exp(u * rate)
    falls, rises = shape(**changes)
    times, powers = (
        parse("y*l <= x*l", where="x <= y, l < 0"),
        parse("exp(b) <= exp(a)", where="b <= a"),
    )
    grown, bound = parse("s*b <= s*a", where="b <= a, s > 0"), {"h": k, "w": (g + k) * TURN}
    before = [
        (times, {"x": u, "y": T, "l": rate}), (powers, {"a": u * rate, "b": T * rate}),
        (grown, {"s": g + k, "b": TURN, "a": y}), ((g + k) * TURN, "=", k),
        (parse("h <= v", where="w <= v, w = h"), {**bound, "v": (g + k) * y}),
        (parse("h*(1-y) <= g*y", where="h <= (g+h)*y"), {"y": y, "g": g, "h": k}),
        *_change(k, g, 1 - x, 1 - y, x, y),
    ]  # fmt: skip
    after = [
        (times, {"x": T, "y": t, "l": rate}), (powers, {"a": T * rate, "b": t * rate}),
        (grown, {"s": g + k, "b": x, "a": TURN}), ((g + k) * TURN, "=", k),
        (parse("v <= h", where="v <= w, w = h"), {**bound, "v": (g + k) * x}),
        (parse("g*y <= h*(1-y)", where="(g+h)*y <= h"), {"y": x, "g": g, "h": k}),
        *_change(g, k, y, x, y, x),
    ]  # fmt: skip
    turn, even = (TURN, "=", k / (g + k)), {"E": 1, "K": 1, "r": "1/2", "T": 1}
    for one, way, at in ((falls, before, 2), (rises, after, 0)):
        point = {**even, "t": at, "u": at + 1}
        yield certify(one, methods=LIGHT, facts=[*_powers(), turn, *way], at=point)


def _change(g: Any, h: Any, p: Any, q: Any, far: Any, near: Any) -> list[Any]:  # noqa: ANN401
    """From g q <= h (1 - q) and p < q: the bound at `near` is less than at `far`."""
    c, f, v, w = h * (1 - p), h * (1 - q), g * p, g * q
    lower, upper = v**2 + v * w + w**2, c**2 + c * f + f**2
    return [
        (parse("g*x < h*a", where="g, h > 0, x < y, g*y <= h*b, b < a"),
         {"g": g, "h": h, "x": p, "y": q, "a": 1 - p, "b": 1 - q}),
        (parse("v^2 + v*w + w^2 < c^2 + c*f + f^2", where="c > v, f >= w, v >= 0, w >= 0"),
         {"c": c, "f": f, "v": v, "w": w}),
        (parse("l < r", where="r = l + m*(w - v), v < w, m > 0"),
         {"l": E * near**3 + K * (1 - near) ** 3, "r": E * far**3 + K * (1 - far) ** 3,
          "m": q - p, "v": lower, "w": upper}),
    ]  # fmt: skip


def noise(most: str = "K", order: str = ", t < u") -> tuple[Relation, Relation]:
    """The noise term stays below K, and grows with the number of steps."""
    now, later = (f"K*(1 - exp({one}*log(r)))^3" for one in "tu")
    where = "K, r > 0, r < 1, t >= 0"
    return (parse(f"{now} < {most}", where=where),
            parse(f"{now} < {later}", where=f"{where}, u >= 0{order}"))  # fmt: skip


def noise_shown(**changes: str) -> Iterator[Outcome]:
    """0 <= 1 - r^t < 1 - r^u < 1."""
    below, grows = noise(**changes)
    x, y = sp.exp(t * rate), sp.exp(u * rate)
    cubes = parse("k*a^3 < k*b^3", where="k > 0, a >= 0, a < b")
    powers = _powers()
    yield certify(grows, methods=LIGHT, facts=[*powers, (cubes, {"k": K, "a": 1 - x, "b": 1 - y})])
    yield certify(below, methods=LIGHT, facts=[
        *powers[:1], *powers[3:], (cubes, {"k": K, "a": 1 - x, "b": sp.Integer(1)})])  # fmt: skip
