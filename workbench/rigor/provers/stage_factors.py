"""Whether N = 2^k C steps of a stage, each with a factor 1 - x, make up for a restart's factor 2.

With x = sqrt(c)/(2^k sqrt(kappa)) <= 1/4 the logarithm of (1 - x)^N is below -x N, and at least
-x (1 + x) N; and x N = sqrt(c/kappa) C.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sympy as sp

from workbench.claims import Outcome, all_of
from workbench.rigor.provers.certify import certify
from workbench.symbolic import Relation, declare
from workbench.symbolic.text import parse

_WAYS = ("identity", "sign", "symmetry", "logarithms", "factors", "taylor", "products",
         "exponentials", "cases")  # fmt: skip
SMALL = "sqrt(c)/(P*sqrt(kappa))"
_STEPS = "integer k >= 2, integer N >= 1, P > 0, P = 2^k, C = N/P"

c, kappa, p, k, N, C, P = declare("c kappa > 0, p >= 0, integer k N > 0, real C, P > 0")
x = sp.sqrt(c) / (P * sp.sqrt(kappa))
_SLOW, _CONDITION = "c <= 1", "kappa >= 1"


Point = Mapping[str, str | int]


def at(c: str, kappa: str, k: int, N: int) -> Point:
    """A point to try first."""
    return {"c": c, "kappa": kappa, "k": k, "P": 2**k, "N": N, "C": f"{N}/{2**k}"}


def _where(*more: str) -> str:
    return ", ".join(one for one in ("c > 0", *more, _STEPS) if one)


def improves(
    more: int = 2, slow: str = _SLOW, condition: str = _CONDITION, power: str = "p >= 0"
) -> tuple[Relation, Relation]:
    """2 (1 - x)^N < 2^(1 - sqrt(c) (p + 2)), and it is below 1 where sqrt(c) (p + more) >= 1."""
    given = f"{_where(slow, condition, power)}, C >= sqrt(kappa)*(p + 2)*log(2)"
    left = f"2*(1 - {SMALL})^N"
    return (parse(f"{left} < 2*exp(-(sqrt(c)*(p + 2)*log(2)))", where=given),
            parse(f"{left} < 1", where=f"{given}, c*(p + {more})^2 >= 1"))  # fmt: skip


def harms(second: str = SMALL) -> Relation:
    """2 (1 - x)^N >= 1 where sqrt(c/kappa) (1 + x) C <= ln 2."""
    given = f"{_where(_SLOW, _CONDITION)}, sqrt(c)/sqrt(kappa)*(1 + {second})*C <= log(2)"
    return parse(f"2*(1 - {SMALL})^N >= 1", where=given)


def _inside() -> list[Any]:
    """x <= 1/4."""
    return [
        (parse("1 <= sqrt(x)", where="x >= 1"), {"x": kappa}),
        (parse("sqrt(x) <= 1", where="x <= 1, x > 0"), {"x": c}),
        (parse("4 <= p", where="p = 2^k, integer k >= 2"), {"k": k, "p": P}),
        (parse("4*(a/(b*d)) <= 1", where="0 < a, a <= 1, b >= 4, d >= 1"),
         {"a": sp.sqrt(c), "b": P, "d": sp.sqrt(kappa)}),
        (parse("0 < a + b", where="0 <= a, 0 < b"),
         {"a": sp.Rational(1, 4) - x, "b": sp.Rational(3, 4)}),
    ]  # fmt: skip


def improves_shown(at: Point, **changes: Any) -> Outcome:  # noqa: ANN401
    """n ln(1 - x) < -x N <= -sqrt(c) (p + 2) ln 2."""
    log, enough = sp.log(1 - x), sp.sqrt(c) * (p + 2) * sp.log(2)
    faded = sp.exp(-enough, evaluate=False)
    below = [
        *_inside(), (parse("log(1 - x) < -x", where="x > 0, 4*x <= 1"), {"x": x}),
        (parse("n*l < n*y", where="integer n >= 1, l < y"), {"n": N, "l": log, "y": -x}),
        (parse("h*(g*p*l) <= c*h", where="g*p*l <= c, h > 0"),
         {"h": sp.sqrt(c), "g": sp.sqrt(kappa), "p": p + 2, "l": sp.log(2), "c": C}),
        (parse("y <= z", where="y*g <= z*g, g > 0"),
         {"y": enough, "z": N * x, "g": sp.sqrt(kappa)}),
        (parse("0 < a + b", where="0 < a, 0 <= b"), {"a": -N * log - N * x, "b": N * x - enough}),
        (parse("x^n < exp(z)", where="integer n >= 1, 0 < x, n*log(x) < z"),
         {"n": N, "x": 1 - x, "z": -enough}),
    ]  # fmt: skip
    first, second = improves(**changes)
    last = [
        (parse("s*p >= 1", where="s > 0, p > 0, (s*p)^2 >= 1"), {"s": sp.sqrt(c), "p": p + 2}),
        (parse("l <= a*l", where="a >= 1, l > 0"), {"a": sp.sqrt(c) * (p + 2), "l": sp.log(2)}),
        (parse("2*exp(-y) <= 1", where="y >= log(2)"), {"y": enough}),
        (parse("0 < 2*a + b", where="0 < a, 0 <= b"),
         {"a": faded - (1 - x) ** N, "b": 1 - 2 * faded}),
    ]  # fmt: skip
    facts = ((second, [*below, *last]), (first, below))
    return all_of(
        certify(one, methods=_WAYS, facts=steps, at={"p": 0, **at}) for one, steps in facts
    )


def harms_shown(at: Point, second: str = SMALL) -> Outcome:
    """n ln(1 - x) >= -x (1 + x) N >= -ln 2."""
    log, lost = sp.log(1 - x), N * x * (1 + x)
    return certify(harms(second), methods=_WAYS, at=at, facts=[
        *_inside(), (parse("log(1 - x) >= -x*(1 + x)", where="x > 0, 4*x <= 1"), {"x": x}),
        (parse("n*l >= n*y", where="integer n >= 1, l >= y"),
         {"n": N, "l": log, "y": -x * (1 + x)}),
        (parse("u <= l", where="v = u, v <= l"),
         {"v": sp.sqrt(c) / sp.sqrt(kappa) * (1 + x) * C, "u": lost, "l": sp.log(2)}),
        (parse("-l <= a", where="a >= -b, b <= l"), {"a": N * log, "b": lost, "l": sp.log(2)}),
        (parse("exp(-z) <= x^n", where="integer n >= 1, 0 < x, n*log(x) >= -z"),
         {"n": N, "x": 1 - x, "z": sp.log(2)}),
        (parse("2*z >= 1", where="exp(-log(2)) <= z"), {"z": (1 - x) ** N}),
    ])  # fmt: skip
