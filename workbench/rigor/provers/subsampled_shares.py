"""Shares of a privacy budget that buy h(e) = ln(1 + k (e^e - 1)), k >= 1, at the cost a/h(e)^2.

With y = h(c) and g = h'(c) = k e^c/(1 + k (e^c - 1)) >= 1 it is, for s = u - c,

    1 + k (e^u - 1)  =  e^y (1 + g (e^s - 1))  <=  e^y e^(g s),

so h(u) <= y + g s, and h^(-2) lies above its tangent: h(u)^(-2) >= y^(-2) - 2 g s/y^3.  Summed up
over the steps, tangents of one slope show that a schedule is best, tangents at the mean of two
schedules that the cost is convex, and any tangents give a lower bound: their slopes sigma_t cost at
most eps (nu + sum (sigma_t - nu)_+), since sum p_t e_t <= (sum p_t) (sum e_t) where all are >= 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import sympy as sp

from workbench.claims import Outcome
from workbench.rigor.provers.attempts import as_relation
from workbench.rigor.provers.certify import certify
from workbench.rigor.provers.theorems import Proof
from workbench.symbolic import Relation, declare, relation
from workbench.symbolic import theorem as th
from workbench.symbolic.text import parse
from workbench.symbolic.theorem import Num, Theorem

WAYS = ("sign", "identity", "variation", "factors", "taylor", "symmetry", "sos", "cases")
i, j, r, t = (th.integer(name) for name in "ijrt")
T, n, m = (th.integer(name, at_least=1) for name in "Tnm")
k, w, eps = (th.number(name, above=0) for name in ("k", "w", "eps"))
S = th.number("S_1", above=0)
nu, x = th.number("nu"), th.number("x")
a, b, e, f, y = (th.numbers(name, above=0) for name in "abefy")
c, u, v = (th.number(name, above=0) for name in "cuv")
RATIO = (1, "<=", k)  # k = n/m
MIXED = RATIO, (w, "<", 1)


# numbers ------------------------------------------------------------------------------------------


def bought(share: Num, *, ratio: Num = k) -> Num:
    """What a share buys, h(share)."""
    return th.ln(1 + ratio * (th.exp(share) - 1))


def slope(share: Num) -> Num:
    """The derivative h'(share)."""
    return k * th.exp(share) / (1 + k * (th.exp(share) - 1))


def share_of(level: Num) -> Num:
    """The share that buys this much, h^(-1)(level)."""
    return th.ln(1 + (th.exp(level) - 1) / k)


def _shown(theorem: Theorem, facts: Sequence[Any]) -> Proof:
    """A theorem about numbers, from a certificate found by way of these facts."""
    proof, asked = Proof(theorem), theorem.tree
    left, op, right = asked["conclusion"]
    stated = {"vars": asked["symbols"], "where": asked["given"], "left": left, "op": op,
              "right": right}  # fmt: skip
    found = certify(as_relation(stated), facts=facts, methods=WAYS).certificate or {"kind": "sign"}
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
    return _shown(theorem, [*_below(_c, _u, g), (_TANGENT, last)])


def positive_part(value: Num) -> Num:
    """Half of the sum with the absolute value."""
    return (abs(value) + value) / 2


@cache
def parts() -> tuple[Proof, Proof]:
    """A positive part is at least 0, and at least the number."""
    return (_shown(Theorem((x,), concludes=(0, "<=", positive_part(x))), ()),
            _shown(Theorem((x,), concludes=(x, "<=", positive_part(x))), ()))  # fmt: skip


@cache
def centre() -> Proof:
    """v/c^2 + s (h^(-1)(c) - u) <= v/h(u)^2 with the slope s = 2 v (1 + (k - 1) e^(-c))/c^3."""
    at = v / c**2 + 2 * v * (1 + (k - 1) * th.exp(-c)) / c**3 * (share_of(c) - u)
    proof = Proof(Theorem((k, v, c, u), given=[RATIO], concludes=(at, "<=", v / bought(u) ** 2)))
    above = proof.by(tangent(), {"k": k, "c": share_of(c), "u": u})
    proof.gram(proof.theorem.concludes, [(v, above)])
    return proof


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
    return _shown(Theorem((n, m, S, c, u), given=[(u, "=", price(c))], concludes=claimed), ())


def spent_by(*, ratio: Num = n / m) -> Theorem:
    """The scale S/(m h(u)) spends u."""
    scale = S / (m * bought(u, ratio=ratio))
    return Theorem((n, m, S, u), concludes=(price(scale), "=", u))


# sums ---------------------------------------------------------------------------------------------


def _summed(proof: Proof, j: Num, said: Any, step: Any, more: Any = None) -> int:  # noqa: ANN401
    """A relation of sums over t = 1..N for all N, by induction over j = N - 1.

    said: the relation of the sums up to a number
    step: makes the premises, with multiples, of the term at a number
    more: those that the sums before it add, from j
    """
    first, now = 0 * T + 1, j + 2
    base = proof.gram(said(first), step(first))
    here = proof.induction(j, 0, said(j + 1), base)
    proof.gram(said(now), [(1, here), *step(now), *([] if more is None else more(j))])
    return proof.close()


def total(of: Any, body: Any) -> Num:  # noqa: ANN401
    """The sum of body(t) over t = 1..of."""
    found: Num = th.total(t, 1, of, body(t))
    return found


def cost(share: Any, of: Any = T) -> Num:  # noqa: ANN401
    """The sum of a_t/h(e_t)^2."""
    return total(of, lambda t: a[t] / bought(share(t)) ** 2)


def spends(share: Any) -> th.Said:  # noqa: ANN401
    """The shares add up to the budget."""
    return total(T, lambda t: share[t]), "=", eps


PRICED = (t, 1, (e[t], "=", price(b[t])))


def level(bent: Any = None) -> Any:  # noqa: ANN401 - a hypothesis
    """The cost falls equally fast with each share of f, if `bent` is the slope of h there."""
    steep = slope(f[t]) if bent is None else bent
    return (t, 1, (2 * a[t] * steep / bought(f[t]) ** 3, "=", nu))


LEVEL = level()
OPTIMAL = RATIO, LEVEL, spends(f), spends(e)
BOUNDED = RATIO, spends(e)


def _in_shares(of: Num, ratio: Num) -> th.Said:
    spent = total(of, lambda t: a[t] / bought(e[t], ratio=ratio) ** 2)
    return total(of, lambda t: a[t] * b[t] ** 2), "=", (S / m) ** 2 * spent


def in_shares(given: Sequence[Any] = (PRICED,), *, ratio: Num = n / m) -> Theorem:
    """The cost of scales b, in terms of what they spend."""
    return Theorem((T, n, m, S, a, b, e), given=tuple(given), concludes=_in_shares(T, ratio))


def in_shares_shown(*, ratio: Num = n / m, **changes: Any) -> tuple[Proof, Proof]:  # noqa: ANN401
    """Term by term; and the scale of a share."""
    proof = Proof(in_shares(ratio=ratio, **changes))
    spends = proof.given(PRICED)

    def step(now: Num) -> list[Any]:
        proof.at(spends, now)
        one = proof.by(inverse(), {"n": n, "m": m, "S_1": S, "c": b[now], "u": e[now]})
        return [(a[now], one)]

    summed = _summed(proof, i, lambda of: _in_shares(of, ratio), step)
    proof.gram(proof.theorem.concludes, [(1, proof.at(summed, T - 1))])
    return proof, _shown(spent_by(ratio=ratio), ())


def _convex(of: Num) -> th.Said:
    ends = (1 - w) * cost(lambda t: e[t], of) + w * cost(lambda t: f[t], of)
    return cost(lambda t: (1 - w) * e[t] + w * f[t], of), "<=", ends


def convex(given: Sequence[Any] = MIXED) -> Theorem:
    """The cost of the mean of two schedules, with weights 1 - w and w."""
    return Theorem((T, k, w, a, e, f), given=tuple(given), concludes=_convex(T))


def convex_shown(**changes: Any) -> Proof:  # noqa: ANN401
    """Term by term."""
    proof = Proof(convex(**changes))

    def step(now: Num) -> list[Any]:
        told = {"k": k, "w": w, "v": a[now], "c": e[now], "u": f[now]}
        return [(1, proof.by(mixed(), told))]

    proof.gram(_convex(T), [(1, proof.at(_summed(proof, i, _convex, step), T - 1))])
    return proof


def optimal(given: Sequence[Any] = OPTIMAL) -> Theorem:
    """A schedule f of equal slopes costs no more than any other one, e."""
    claimed = cost(lambda t: f[t]), "<=", cost(lambda t: e[t])
    return Theorem((T, k, eps, nu, a, e, f), given=tuple(given), concludes=claimed)


def optimal_shown(**changes: Any) -> Proof:  # noqa: ANN401
    """Tangents of one slope, at two schedules that spend the same."""
    proof = Proof(optimal(**changes))
    falls, own, other = (proof.given(one) for one in OPTIMAL[1:])

    def said(of: Num) -> th.Said:
        moved = total(of, lambda t: e[t]) - total(of, lambda t: f[t])
        return cost(lambda t: f[t], of) - nu * moved, "<=", cost(lambda t: e[t], of)

    def step(now: Num) -> list[Any]:
        proof.at(falls, now)
        told = {"k": k, "nu": nu, "v": a[now], "c": f[now], "u": e[now]}
        return [(1, proof.by(even(), told))]

    same = proof.gram((total(T, lambda t: e[t]) - total(T, lambda t: f[t]), "=", 0),
                      [(1, other), (-1, own)])  # fmt: skip
    summed = proof.at(_summed(proof, i, said, step), T - 1)
    proof.gram(proof.theorem.concludes, [(1, summed), (nu, same)])
    return proof


def sigma(t: Num) -> Num:
    """How fast the cost of step t falls with its share, where that buys y_t."""
    return 2 * a[t] * (1 + (k - 1) * th.exp(-y[t])) / y[t] ** 3


def over(t: Num) -> Num:
    """By how much this is above nu."""
    return positive_part(sigma(t) - nu)


def bounded(given: Sequence[Any] = BOUNDED, *, excess: int = 1) -> Theorem:
    """The dual bound: sum [a/y^2 + sigma h^(-1)(y)] - eps (nu + sum (sigma - nu)_+)."""
    centres = total(T, lambda t: a[t] / y[t] ** 2 + sigma(t) * share_of(y[t]))
    bound = centres - eps * (nu + excess * total(T, over))
    claimed = bound, "<=", cost(lambda t: e[t])
    return Theorem((T, k, eps, nu, a, e, y), given=tuple(given), concludes=claimed)


def bounded_shown(**changes: Any) -> Proof:  # noqa: ANN401
    """Tangents at the shares that buy y, then what their slopes cost."""
    proof = Proof(bounded(**changes))
    free = nu + total(T, over)
    spent = proof.gram((free * total(T, lambda t: e[t]), "=", free * eps),
                       [(free, proof.given(BOUNDED[1]))])  # fmt: skip

    def said(of: Num) -> th.Said:
        tangents = total(of, lambda t: a[t] / y[t] ** 2 + sigma(t) * (share_of(y[t]) - e[t]))
        return tangents, "<=", cost(lambda t: e[t], of)

    def step(now: Num) -> list[Any]:
        return [(1, proof.by(centre(), {"k": k, "v": a[now], "c": y[now], "u": e[now]}))]

    summed = proof.at(_summed(proof, i, said, step), T - 1)

    def rest(t: Num) -> dict[str, Num]:
        return {"x": sigma(t) - nu}

    def product(of: Num) -> th.Said:
        moved = total(of, lambda t: (sigma(t) - nu) * e[t])
        return moved, "<=", total(of, over) * total(of, lambda t: e[t])

    def positive(of: Num) -> th.Said:
        return 0, "<=", total(of, over)

    above, least = parts()
    every = _summed(proof, j, positive, lambda now: [(1, proof.by(above, rest(now)))])

    def own(now: Num) -> list[Any]:
        return [(e[now], proof.by(least, rest(now)))]

    def mixed(before: Num) -> list[Any]:
        known = total(before + 1, lambda t: e[t])
        return [(e[before + 2], proof.at(every, before)),
                (known, proof.by(above, rest(before + 2)))]  # fmt: skip

    spread = proof.at(_summed(proof, r, product, own, mixed), T - 1)
    proof.gram(proof.theorem.concludes, [(1, summed), (1, spread), (-1, spent)])
    return proof


# one share ----------------------------------------------------------------------------------------

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
