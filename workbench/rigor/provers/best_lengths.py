"""The best number T of steps for a bound E s^3 + k/(1 - r)^3 (1 - s)^3, s = r^T, at given numbers.

Here r^3 = 1 - q and q^2 is a given number.  In s the bound falls up to s* and rises from there on:
where E t^2 (1 - r)^3 <= k (1 - t)^2, that is t <= s*, each s <= t has a bound that is no less,

    E (s^2 + s t + t^2) (1 - r)^3  <=  k ((1 - s)^2 + (1 - s) (1 - t) + (1 - t)^2),

and likewise on the other side of s*.  So two lengths in a row, on both sides of s*, decide for all.
They are compared for all r between two rational numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import sympy as sp

from workbench.claims import Outcome, inconclusive
from workbench.rigor.provers.attempts import Evidence
from workbench.rigor.provers.budget import Budget
from workbench.rigor.provers.certify import certify, proved
from workbench.rigor.provers.lemmas import with_facts
from workbench.rigor.provers.remembering import attempted
from workbench.rigor.provers.run import ProofSearch
from workbench.symbolic import Relation, declare, to_sympy
from workbench.symbolic.text import parse

_WAYS = ("identity", "sign", "symmetry", "logarithms", "factors", "sos", "boxes")
_FINE = 2**64
r, K, T = declare("r > 0, real K, integer T >= 0")


@dataclass(frozen=True, slots=True)
class Bound:
    """E, the number k, and q^2, as texts that hold no letters."""

    transient: str
    noise: str
    square: str

    def at(self, steps: int | str) -> str:
        """The bound after this many steps."""
        return f"({self.transient})*(r^{steps})^3 + K*(1 - r^{steps})^3"


def _number(text: str) -> sp.Rational:
    return to_sympy(parse(f"{text} = 0").left, {})


def less(bound: Bound, best: int, side: str, near: int, *, factor: str = "1") -> Relation:
    """The bound at `best` is less than `factor` times that at any T <= near, or T >= near.

    side, near: "<=" or ">=", and the last or the first of these T
    """
    inside = f"T + 1 <= {near + 1}" if side == "<=" else f"T >= {near}"
    times = "" if factor == "1" else f"{factor}*"
    return parse(
        f"{bound.at(best)} < {times}({bound.at('T')})",
        where=f"integer T >= 0, {inside}, r > 0,"
        f" r^3 = 1 - sqrt({bound.square}), w = (1 - r)^3, K*w = {bound.noise}",
    )


def _ends(value: Fraction, power: int) -> tuple[Fraction, Fraction]:
    """Two rational numbers close to a root, below and above it."""
    found = Fraction(round(float(value) ** (1 / power) * _FINE), _FINE)
    for _ in range(4):  # Newton's method, rounded
        found -= (found**power - value) / (power * found ** (power - 1))
        found = Fraction(round(found * _FINE), _FINE)
    return found - Fraction(1, 2**56), found + Fraction(1, 2**56)


def _rational(value: Fraction) -> sp.Rational:
    return sp.Rational(value.numerator, value.denominator)


def less_shown(
    bound: Bound, best: int, side: str, near: int, *, factor: str = "1"
) -> Iterator[Outcome]:
    """The bounds at `best` and at `near` for r between two numbers; then all T."""
    E, k, a, times = map(_number, (bound.transient, bound.noise, bound.square, factor))
    low, high = _ends(Fraction(str(a)), 2)
    (least, _), (_, most) = _ends(1 - high, 3), _ends(1 - low, 3)
    low, high, least, most = map(_rational, (low, high, least, most))
    above = side == ">="
    b, t, s, w, n = r**best, r**near, r**T, (1 - r) ** 3, T - near if above else near - T
    inside = f"x >= {least}, x <= {most}"
    turn = parse(
        f"{E}*(x^{near})^2*(1 - x)^3 {'<=' if above else '>='} {k}*(1 - x^{near})^2", where=inside
    )

    def at(steps: int) -> str:
        return f"({E}*(x^{steps})^3*(1 - x)^3 + {k}*(1 - x^{steps})^3)"

    def size(one: Any) -> Any:  # noqa: ANN401 - sympy
        return E * one**3 * w + k * (1 - one) ** 3

    powers = [
        (parse(of, where="integer n >= 0, x > 0, x <= 1"), {"x": r, "n": one})
        for one in (n, near, T) for of in ("x^n > 0", "x^n <= 1")
    ]  # fmt: skip
    f, g, u, v = (E * w, k, s, t) if above else (k, E * w, 1 - s, 1 - t)
    sums = u**2 + u * v + v**2, (1 - u) ** 2 + (1 - u) * (1 - v) + (1 - v) ** 2
    cubes = parse("x <= y", where="x^3 <= y^3, x, y > 0")
    left = {"f": E * (times * s**3 - b**3), "d": times * (1 - s) ** 3 - (1 - b) ** 3}
    lengths = parse(f"{at(best)} < {factor}*{at(near)}", where=inside)
    yield certify(lengths, methods=("boxes",))
    facts: list[Any] = [
        (parse(f"sqrt(x) >= {low}", where=f"x = {a}"), {"x": a}),
        (parse(f"sqrt(x) <= {high}", where=f"x = {a}"), {"x": a}),
        (parse("x <= y", where="x = 1 - q, q >= l, 1 - l <= y"),
         {"x": r**3, "q": sp.sqrt(a), "l": low, "y": most**3}),
        (parse("x >= y", where="x = 1 - q, q <= l, 1 - l >= y"),
         {"x": r**3, "q": sp.sqrt(a), "l": high, "y": least**3}),
        (cubes, {"x": r, "y": most}), (cubes, {"x": least, "y": r}),
        (parse("0 < a + b", where="0 <= a, 0 < b"), {"a": most - r, "b": 1 - most}),
        (parse("0 < x^3", where="0 < x"), {"x": 1 - r}),
        (turn, {"x": r}),
        (parse(f"{at(best)} < {factor}*{at(near)}", where=inside), {"x": r}), *powers,
        (parse("y <= x", where="y = x*z, x > 0, z <= 1"),
         {"x": t if above else s, "y": s if above else t, "z": r**n}),
        (parse("s^2 + s*t + t^2 <= 3*t^2", where="0 <= s, s <= t"), {"s": u, "t": v}),
        (parse("3*(1 - t)^2 <= (1 - s)^2 + (1 - s)*(1 - t) + (1 - t)^2",
               where="0 <= s, s <= t, t <= 1"), {"s": u, "t": v}),
        (parse("f*a <= g*b", where="a <= 3*t, 3*u <= b, f*t <= g*u, f, g > 0"),
         {"f": f, "g": g, "a": sums[0], "b": sums[1], "t": v**2, "u": (1 - v) ** 2}),
        (parse("f*t^3 + g*(1 - t)^3 <= f*s^3 + g*(1 - s)^3", where="s <= t,"
               " f*(s^2 + s*t + t^2) <= g*((1 - s)^2 + (1 - s)*(1 - t) + (1 - t)^2)"),
         {"f": f, "g": g, "s": u, "t": v}),
        (parse("0 < m*a + b", where="0 <= a, 0 < b, m > 0"),
         {"m": times, "a": size(s) - size(t), "b": times * size(t) - size(b)}),
        (parse("0 < f + K*d", where="0 < f*w + k*d, w > 0, K*w = k"),
         {**left, "w": w, "k": k, "K": K}),
    ]  # fmt: skip
    yield _by_way_of(facts, less(bound, best, side, near, factor=factor), (turn, lengths))


def _by_way_of(facts: list[Any], stated: Relation, boxed: tuple[Relation, ...]) -> Outcome:
    """By facts, of which those about r alone are seen by interval arithmetic."""
    run = ProofSearch(stated, Budget())

    def attempt(part: Relation) -> Evidence:
        return attempted(run, part, ("boxes",) if any(part is one for one in boxed) else _WAYS)

    evidence, why = with_facts(stated, facts, attempt)
    return inconclusive("facts first", why) if evidence is None else proved(stated, evidence, run)
