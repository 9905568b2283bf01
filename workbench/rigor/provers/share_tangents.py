"""A share v of a budget buys h(v) = ln(1 + k (e^v - 1)), k >= 1: tangents of 1/h^2.

With y = h(c) and g = h'(c) = k e^c/(1 + k (e^c - 1)) >= 1 it is, for s = u - c,

    1 + k (e^u - 1)  =  e^y (1 + g (e^s - 1))  <=  e^y e^(g s),

so h(u) <= y + g s, and h^(-2) lies above its tangent: h(u)^(-2) >= y^(-2) - 2 g s/y^3.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import sympy as sp

from workbench.claims import Outcome
from workbench.rigor.check.numbers import put
from workbench.rigor.check.trees import Tree
from workbench.rigor.provers.attempts import as_relation
from workbench.rigor.provers.certify import certify
from workbench.rigor.provers.theorems import Proof
from workbench.symbolic import Relation, declare, relation
from workbench.symbolic import theorem as th
from workbench.symbolic.text import parse
from workbench.symbolic.theorem import Num, Theorem

WAYS = ("sign", "identity", "variation", "factors", "taylor", "symmetry", "sos", "cases")
n, m = (th.integer(name, at_least=1) for name in "nm")
k, w, S = (th.number(name, above=0) for name in ("k", "w", "S_1"))
nu, x = th.number("nu"), th.number("x")
c, u, v = (th.number(name, above=0) for name in "cuv")
RATIO = (1, "<=", k)  # k = n/m
MIXED = RATIO, (w, "<", 1)


def bought(share: Num, *, ratio: Num = k) -> Num:
    """What a share buys, h(share)."""
    return th.ln(1 + ratio * (th.exp(share) - 1))


def slope(share: Num) -> Num:
    """The derivative h'(share)."""
    return k * th.exp(share) / (1 + k * (th.exp(share) - 1))


def share_of(level: Num) -> Num:
    """The share that buys this much, h^(-1)(level)."""
    return th.ln(1 + (th.exp(level) - 1) / k)


def stated(theorem: Theorem) -> dict[str, Any]:
    """A theorem about numbers, as a statement of the checker."""
    asked = theorem.tree
    left, op, right = asked["conclusion"]
    return {"vars": asked["symbols"], "where": asked["given"], "left": left, "op": op,
            "right": right}  # fmt: skip


def shown_by(theorem: Theorem, facts: Sequence[Any]) -> Proof:
    """A theorem about numbers, from a certificate found by way of these facts."""
    proof = Proof(theorem)
    searched = certify(as_relation(stated(theorem)), facts=facts, methods=WAYS)
    found = searched.certificate or {"kind": "sign"}
    proof.scalar(
        theorem.concludes, {k: one for k, one in found.items() if k not in ("statement", "digest")}
    )
    return proof


_k, _c, _u, _w = declare("k c u w > 0")
_POSITIVE = parse("0 < log(x)", where="x > 1")
_BERNOULLI = parse("1 + g*(exp(s) - 1) <= exp(g*s)", where="g >= 1")
_TANGENT = parse("1/y^2 - 2*d/y^3 <= 1/z^2", where="y, z > 0, z <= y + d")


def _level(share: sp.Expr) -> sp.Expr:
    """e^h(share)."""
    return 1 + _k * (sp.exp(share) - 1)


def _below(at: sp.Expr, to: sp.Expr, g: sp.Expr) -> list[Any]:
    """h(to) <= h(at) + g (to - at), g being the slope there, and 0 < h at both."""
    W, V, s = _level(at), _level(to), to - at
    grown = W * sp.exp(g * s)
    return [
        (1, "<", W), (1, "<", V), (_POSITIVE, {"x": W}), (_POSITIVE, {"x": V}), (1, "<=", g),
        (_BERNOULLI, {"g": g, "s": s}),
        (parse("x*a <= x*b", where="x >= 0, a <= b"),
         {"x": W, "a": 1 + g * (sp.exp(s) - 1), "b": sp.exp(g * s)}),
        (W * (1 + g * (sp.exp(s) - 1)), "=", V),
        (parse("v <= b", where="v = a, a <= b"),
         {"v": V, "a": W * (1 + g * (sp.exp(s) - 1)), "b": grown}),
        (parse("log(v) <= log(x)", where="v, x > 0, v <= x"), {"v": V, "x": grown}),
        (parse("log(w*exp(t)) = log(w) + t", where="w > 0"), {"w": W, "t": g * s}),
        (parse("p <= r + t", where="p <= q, q = r + t"),
         {"p": sp.log(V), "q": sp.log(grown, evaluate=False), "r": sp.log(W), "t": g * s}),
    ]  # fmt: skip


@cache
def tangent() -> Proof:
    """1/h(c)^2 - 2 h'(c)/h(c)^3 (u - c) <= 1/h(u)^2."""
    at = 1 / bought(c) ** 2 - 2 * slope(c) / bought(c) ** 3 * (u - c)
    theorem = Theorem((k, c, u), given=[RATIO], concludes=(at, "<=", 1 / bought(u) ** 2))
    g = _k * sp.exp(_c) / _level(_c)
    last = {"y": sp.log(_level(_c)), "z": sp.log(_level(_u)), "d": g * (_u - _c)}
    return shown_by(theorem, [*_below(_c, _u, g), (_TANGENT, last)])


def positive_part(value: Num) -> Num:
    """Half of the sum with the absolute value."""
    return (abs(value) + value) / 2


@cache
def parts() -> tuple[Proof, Proof]:
    """A positive part is at least 0, and at least the number."""
    return (shown_by(Theorem((x,), concludes=(0, "<=", positive_part(x))), ()),
            shown_by(Theorem((x,), concludes=(x, "<=", positive_part(x))), ()))  # fmt: skip


def visible_part(value: Num) -> Num:
    """The positive part, as half of a size: that it is at least 0 can be read off."""
    return abs(abs(value) + value) / 2


@cache
def visible() -> Proof:
    """It is at least the number."""
    return shown_by(Theorem((x,), concludes=(x, "<=", visible_part(x))), ())


@cache
def centre() -> Proof:
    """v/c^2 + s (h^(-1)(c) - u) <= v/h(u)^2 with the slope s = 2 v (1 + (k - 1) e^(-c))/c^3."""
    at = v / c**2 + 2 * v * (1 + (k - 1) * th.exp(-c)) / c**3 * (share_of(c) - u)
    proof = Proof(Theorem((k, v, c, u), given=[RATIO], concludes=(at, "<=", v / bought(u) ** 2)))
    above = proof.by(tangent(), {"k": k, "c": share_of(c), "u": u})
    proof.gram(proof.theorem.concludes, [(v, above)])
    return proof


def instance(
    general: Theorem, certificate: Mapping[str, Any], at: Mapping[str, Num]
) -> dict[str, Any]:
    """A theorem about numbers at others, as a fact of a certificate; its conditions are visible."""
    told = stated(general)
    conditions = [v for v in told["vars"] if v["low"] is not None] + told["where"]
    return {"general": told, "at": {name: value.tree for name, value in at.items()},
            "inside": [{"kind": "sign"}] * len(conditions), "proof": certificate}  # fmt: skip


def gap_of(fact: Mapping[str, Any]) -> Tree:
    """right - left of such a fact."""
    left, right = (put(fact["general"][side], fact["at"]) for side in ("left", "right"))
    return ["+", right, ["neg", left]]


@cache
def shared() -> tuple[Theorem, dict[str, Any]]:
    """0 <= v/h(u)^2 - v/c^2 - s h^(-1)(c) + (nu + (s - nu)_+) u with this slope; and its proof."""
    steep = 2 * v * (1 + (k - 1) * th.exp(-c)) / c**3
    most = nu + visible_part(steep - nu)
    left = v / bought(u) ** 2 - v / c**2 - steep * share_of(c) + most * u
    told = ((tangent(), {"k": k, "c": share_of(c), "u": u}), (visible(), {"x": steep - nu}))
    facts = [instance(one.theorem, one.steps[0]["certificate"], at) for one, at in told]
    below, part = map(gap_of, facts)
    sign = {"kind": "sign", "gap": (v * Num(below) + u * Num(part)).tree}
    theorem = Theorem((k, nu, v, c, u), given=[RATIO], concludes=(0, "<=", left))
    return theorem, {"kind": "lemmas", "facts": facts, "proof": sign}


@cache
def even() -> Proof:
    """v/h(c)^2 - nu (u - c) <= v/h(u)^2 where nu = 2 v h'(c)/h(c)^3."""
    given = [RATIO, (2 * v * slope(c) / bought(c) ** 3, "=", nu)]
    claimed = v / bought(c) ** 2 - nu * (u - c), "<=", v / bought(u) ** 2
    proof = Proof(Theorem((k, nu, v, c, u), given=given, concludes=claimed))
    proof.gram(claimed, [(v, proof.by(tangent(), {"k": k, "c": c, "u": u})), (u - c, 1)])
    return proof


@cache
def mixed() -> Proof:
    """v/h((1 - w) c + w u)^2 <= (1 - w) v/h(c)^2 + w v/h(u)^2."""
    ends = (1 - w) * (v / bought(c) ** 2) + w * (v / bought(u) ** 2)
    claimed = v / bought((1 - w) * c + w * u) ** 2, "<=", ends
    proof = Proof(Theorem((k, w, v, c, u), given=MIXED, concludes=claimed))
    told = {"k": k, "c": (1 - w) * c + w * u}
    above = [
        (v * share, proof.by(tangent(), {**told, "u": end})) for share, end in ((1 - w, c), (w, u))
    ]
    proof.gram(claimed, above)
    return proof


def price(scale: Num) -> Num:
    """What a step of Laplace noise of this scale spends, by (11)."""
    return th.ln(1 + m / n * (th.exp(S / (scale * m)) - 1))


@cache
def inverse() -> Proof:
    """c^2 = (S/m)^2/h(u)^2 where u is what the scale c spends."""
    claimed = c**2, "=", (S / m) ** 2 / bought(u, ratio=n / m) ** 2
    return shown_by(Theorem((n, m, S, c, u), given=[(u, "=", price(c))], concludes=claimed), ())


def spent_by(*, ratio: Num = n / m) -> Theorem:
    """The scale S/(m h(u)) spends u."""
    scale = S / (m * bought(u, ratio=ratio))
    return Theorem((n, m, S, u), concludes=(price(scale), "=", u))


APART: tuple[Any, ...] = ((1, "<=", _k), (_w, "<", 1), (_c, "<", _u))


def strict(where: Sequence[Any] = APART) -> Relation:
    """h^(-2) at the mean of two shares c < u is less than the mean of its values."""
    at, low, high = (sp.log(_level(one)) ** -2 for one in (_c + _w * (_u - _c), _c, _u))
    return relation(at, "<", (1 - _w) * low + _w * high, where=where)


def strict_shown(**changes: Any) -> Outcome:  # noqa: ANN401
    """Tangents at the mean: h grows, so that the one at u leaves something."""
    at = _c + _w * (_u - _c)
    g = _k * sp.exp(at) / _level(at)
    y, low, high = (sp.log(_level(one)) for one in (at, _c, _u))
    left, right = (1 / y**2 - 2 * (g * (one - at)) / y**3 for one in (_c, _u))
    above = parse("1/y^2 - 2*d/y^3 < 1/z^2", where="y, z > 0, y < z, z <= y + d")
    return certify(strict(**changes), methods=WAYS, facts=[
        *_below(at, _c, g), *_below(at, _u, g),
        (_TANGENT, {"y": y, "z": low, "d": g * (_c - at)}),
        (at, "<", _u), (parse("exp(x) < exp(z)", where="x < z"), {"x": at, "z": _u}),
        (_level(at), "<", _level(_u)),
        (parse("log(x) < log(z)", where="0 < x, x < z"), {"x": _level(at), "z": _level(_u)}),
        (above, {"y": y, "z": high, "d": g * (_u - at)}),
        (parse("x < (1 - w)*p + w*q", where="w > 0, w < 1, x = (1 - w)*v + w*z, v <= p, z < q"),
         {"w": _w, "x": 1 / y**2, "v": left, "p": low**-2, "z": right, "q": high**-2}),
    ])  # fmt: skip
