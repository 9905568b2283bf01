"""How often one Laplace noise is at least t above another one of the same law.

    E T(X + t) = p(t),    T(a) = Pr[xi >= a],    p(t) = e^(-t/b) (1 + t/(2b))/2,

by primitives on three pieces, cut at -t and 0.
"""

from __future__ import annotations

from typing import Any

import sympy as sp

from workbench.claims import Outcome
from workbench.rigor.provers.integration import IntegralProof, Segment
from workbench.symbolic import declare
from workbench.symbolic.integrals import IntegralStatement, laplace_law, mean_of
from workbench.symbolic.text import parse

b, t, x, P = declare("b > 0, t >= 0, real x, real P")
HALF = sp.Rational(1, 2)


def above(a: Any) -> Any:  # noqa: ANN401
    """T(a): 1/2 e^(-a/b) for a >= 0, and 1 - e^(a/b)/2 below."""
    return (1 + sp.exp(-(a + sp.Abs(a)) / (2 * b)) - sp.exp((a - sp.Abs(a)) / (2 * b))) / 2


def overtakes(share: Any = HALF, t: Any = t) -> Any:  # noqa: ANN401
    """p(t) = e^(-t/b) (1 + t/(2b))/2."""
    return HALF * sp.exp(-t / b) * (1 + share * t / b)


def pair(share: Any = HALF, t: Any = t) -> IntegralStatement:  # noqa: ANN401
    """E T(X + t) = p(t), the chance that a noise is at least t above another one."""
    mean = mean_of(laplace_law(x, b), above(x + t))
    return IntegralStatement((P, "=", overtakes(share, t)), means={P: mean})


LIGHT = ("sign", "identity", "products", "cases", "factors", "sos")
_BELOW = parse("exp(u) <= 1", where="u <= 0")
_NOT_ABOVE = parse("u - abs(u) <= 0"), parse("-(u + abs(u)) <= 0")
_CHANCE = (
    parse("0 <= (1 + f - g)/2", where="f >= 0, g <= 1"),
    parse("(1 + f - g)/2 <= 1", where="f <= 1, g >= 0"),
)
_SCALED = parse("u/(2*b) <= 0", where="u <= 0, b > 0")


def within(a: Any) -> list[Any]:  # noqa: ANN401
    """0 <= T(a) <= 1."""
    low, high = -(a + sp.Abs(a)), a - sp.Abs(a)
    f, g = sp.exp(low / (2 * b)), sp.exp(high / (2 * b))
    return [
        (_NOT_ABOVE[0], {"u": a}), (_NOT_ABOVE[1], {"u": a}),
        (_SCALED, {"u": high, "b": b}), (_SCALED, {"u": low, "b": b}),
        (_BELOW, {"u": low / (2 * b)}), (_BELOW, {"u": high / (2 * b)}),
        *((one, {"f": f, "g": g}) for one in _CHANCE),
    ]  # fmt: skip


_HERE = {-1: 1 - sp.exp(x / b) / 2, 1: sp.exp(-x / b) / 2}
_VALUE = "(1 + exp(-({u} + abs({u}))/(2*b)) - exp(({u} - abs({u}))/(2*b)))/2"
_SIGNED = {
    (sign, op): parse(f"{_VALUE.format(u=u)} {op} {value}", where="v >= 0, b > 0")
    for sign, u, value in ((-1, "(-v)", "1 - exp(-v/b)/2"), (1, "v", "exp(-v/b)/2"))
    for op in ("<=", ">=")
}
_TIMES = {op: parse(f"y*f {op} f*v", where=f"y {op} v, f >= 0") for op in ("<=", ">=")}


def _told(a: Any, sign: int, f: Any) -> dict[str, Any]:  # noqa: ANN401
    """T(a) for an a of this sign, in both directions of an equation, times a density f."""
    value = _HERE[sign].subs(x, a)
    one, other = (
        [(_SIGNED[sign, op], {"v": sign * a, "b": b}),
         (_TIMES[op], {"y": above(a), "f": f, "v": value})]
        for op in ("<=", ">=")
    )  # fmt: skip
    return {"twice": True, "facts": one, "back": other, "signed": within(a)}


def pair_shown(share: Any = HALF, t: Any = t) -> Outcome:  # noqa: ANN401
    """Three pieces, cut at -t and 0, with 3/8, t/(4b) and 1/8 of e^(-t/b)."""
    proof, low, high = IntegralProof(pair(share, t)), sp.exp(x / b), sp.exp(-x / b)
    left, right = low / (2 * b), high / (2 * b)  # the density
    proof.evaluate(P, cuts=[-t, 0], methods=LIGHT, parts=[
        Segment(low / 2 - sp.exp(t / b) * low**2 / 8, (0,), **_told(x + t, -1, left)),
        Segment(x * sp.exp(-t / b) / (4 * b), (0,), **_told(x + t, 1, left)),
        Segment(-sp.exp(-t / b) * high**2 / 8, (1,), **_told(x + t, 1, right)),
    ])  # fmt: skip
    return proof.outcome()
