"""How large a bias at most doubles the bound of mirror descent with private vertices.

Of a = 2l/(tau T) and b = 5 L_0^2 tau, with s = a + b,

    256 a^3 b <= 27 s^4,     a^3 b = 40 l^3 L_0^2/(tau^2 T^3),     256 L_0^2 tau^2 T^3 <= P^2,

so s^4 is at least (2^19 5/27) L_0^4 l^3/P^2, whatever tau and T are.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workbench.claims import Outcome
from workbench.rigor.provers.attempts import Fact
from workbench.rigor.provers.certify import certify
from workbench.rigor.provers.stopped_gap_terms import METHODS, at_these
from workbench.symbolic import Expr, Relation
from workbench.symbolic.text import parse

_S, _A, _B = "2*ell/(tau*T) + 5*L_0^2*tau", "2*ell/(tau*T)", "5*L_0^2*tau"
_RATE = "L_0*ell^(3/4)/sqrt(P)"
PRIVACY = "16*L_0*T^(3/2)*tau <= P"
_PLACE: dict[str, Any] = {"L_0": 1, "ell": 1, "P": 1, "T": "107/625", "tau": "441/500"}
POINTS = (
    _PLACE | {"L_2": "11/5"}, _PLACE | {"L_2": "23/10"}, _PLACE | {"L_2": 100},
    _PLACE | {"T": 1, "tau": 9, "ell": 10, "P": "1/1000", "L_2": 10},
)  # fmt: skip


def limits(constant: str = "2^19*5/27") -> tuple[str, str]:
    """Privacy with K = 1, and how large L_2 is."""
    return PRIVACY, f"8*L_2 <= ({constant})^(1/4)*{_RATE}"


def doubled(bias: int = 8, where: Sequence[str] | None = None) -> Relation:
    """The bound with a bias is at most twice the bound."""
    known = limits() if where is None else where
    return parse(f"{_S} + {bias}*L_2 <= 2*({_S})",
                 where=", ".join(["tau, T, ell, L_0, P > 0, L_2 >= 0", *known]))  # fmt: skip


_LOW, _HIGH = "40*ell^3*L_0^2*256*L_0^2/P^2", "40*ell^3*L_0^2/(tau^2*T^3)"
_BEST = f"(2^19*5/27)^(1/4)*{_RATE}"
_FOURTH = "2^19*5/27*L_0^4*ell^3/P^2"
_LETTERS = {"a": _A, "b": _B, "s": _S, "l": "ell", "t": "tau", "T": "T", "c": "L_0", "P": "P",
            "w": _LOW, "u": _HIGH, "z": _FOURTH, "v": _BEST, "x": f"({_S})^4", "f": "8*L_2",
            "y": f"({_A})^3*({_B})", "q": f"256/27*({_LOW})", "r": f"256/27*({_HIGH})",
            "p": f"({_BEST})^4"}  # fmt: skip


def _at(said: str, where: str) -> tuple[Relation, dict[str, Expr]]:
    fact = parse(said, where=where)
    return fact, {one.name: parse(f"{_LETTERS[one.name]} = 0").left for one in fact.variables}


_FACTS: tuple[Fact, ...] = (
    _at("256*a^3*b <= 27*(a + b)^4", "a, b > 0"),
    _at("(2*l/(t*T))^3*(5*c^2*t) = 40*l^3*c^2/(t^2*T^3)", "l, t, T, c > 0"),
    _at("256*c^2*t^2*T^3 <= P^2", "16*c*T^(3/2)*t <= P, c, T, t, P > 0"),
    _at("40*l^3*c^2*256*c^2/P^2 <= 40*l^3*c^2/(t^2*T^3)",
        "256*c^2*t^2*T^3 <= P^2, l, t, T, c, P > 0"),
    _at("((2^19*5/27)^(1/4)*c*l^(3/4)/sqrt(P))^4 = 2^19*5/27*c^4*l^3/P^2", "c, l, P > 0"),
    _at("256/27*w <= 256/27*u", "w <= u"),
    _at("z = 256/27*(40*l^3*c^2*256*c^2/P^2)", "z = 2^19*5/27*c^4*l^3/P^2, P, c, l > 0"),
    _at("256/27*u <= x", "u = y, 256*y <= 27*x"),
    _at("p <= x", "p = z, z = q, q <= r, r <= x"),
    _at("v <= s", "v^4 <= s^4, v, s > 0"),
    _at("f <= s", "f <= v, v <= s"),
    _at("s + f <= 2*s", "f <= s"),
)  # fmt: skip


def at_most_doubled(bias: int = 8, where: Sequence[str] | None = None) -> Outcome:
    """The least value of the bound, to the fourth power, by the weights 3/4 and 1/4."""
    said = doubled(bias, where)
    return at_these(said, POINTS) or certify(said, facts=_FACTS, methods=(*METHODS, "sos"))
