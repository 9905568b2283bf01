"""The exponential mechanism over n items: its privacy, and how good its choice is.

Item j is drawn with probability e^(eta s_j)/Z.  A sum over the items is a sum over coordinates; an
event is its indicator, and the items with the largest score `top` are counted by `best` >= 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Outcome
from workbench.rigor.provers.certify import certify
from workbench.rigor.provers.expectations import LawProof
from workbench.symbolic import Relation, declare, relation
from workbench.symbolic.expectations import LawStatement, event, indicator
from workbench.symbolic.text import parse

n, s, top, u = declare("integer n > 0, real s top u")
Delta, epsilon = declare("Delta epsilon > 0")
low_item, best_item = declare("real low_item best_item")
Z, chance, average, best = declare("real Z chance average best")
ETA = epsilon / (2 * Delta)
UPPER, ATTAINED = (s, "<=", top), ((best, ">=", 1),)
QUICK = ("sign", "identity", "factors", "sos")
LIGHT = ("sign", "taylor", "identity", "factors", "quadratic", "products")


def utility(left: Any, op: str, right: Any, name: Any, of: Any, rate: Any,  # noqa: ANN401
            sure: Sequence[Any], attained: Sequence[Any]) -> LawStatement:  # fmt: skip
    """A statement about the draw of an item with weights e^(rate s), where max s = top."""
    means = {Z: sp.exp(rate * s), best: best_item, name: of * sp.exp(rate * s) / Z}
    random = (s, best_item, *([low_item] if of == low_item else []))
    return LawStatement(
        (left, op, right), random=random, means=means, where=[(0, "<", Z), *attained],
        sure=[indicator(best_item, (s, ">=", top)), *sure, UPPER], over=n,
    )  # fmt: skip


def tail(share: Any = 1, rate: Any = ETA,  # noqa: ANN401
         attained: Sequence[Any] = ATTAINED) -> LawStatement:  # fmt: skip
    """Pr[s(r) <= top - (ln n + u)/eta] <= share e^(-u)."""
    is_low = indicator(low_item, (s, "<=", top - (sp.log(n) + u) / ETA))
    return utility(chance, "<=", share * sp.exp(-u), chance, low_item, rate, [is_low], attained)


def mean(share: Any = 1, rate: Any = ETA,  # noqa: ANN401
         attained: Sequence[Any] = ATTAINED) -> LawStatement:  # fmt: skip
    """E s(r) >= top - share ln(n)/eta."""
    return utility(average, ">=", top - share * sp.log(n) / ETA, average, s, rate, (), attained)


LIFTED = parse("exp(h*x) <= exp(h*y)", where="h > 0, x <= y")
SHIFTED = parse("h*x <= h*y-w-log(m)", where="x <= y-k*(log(m)+w), h > 0, m > 0, k > 0, h = 1/k")
MONOTONE = parse("exp(x) <= exp(y)", where="x <= y")
SPLIT = parse("exp(y-log(m)) = exp(y)/m", where="m > 0")
COUNTED = parse("0 <= v-i*w", where="w <= v, i = 1")
NOT_COUNTED = parse("0 <= v-i*w", where="v > 0, i = 0")
DRAWN = parse("0 <= v-z*(i*w/z)", where="w <= v, i = 1, z > 0")
NOT_DRAWN = parse("0 <= v-z*(i*w/z)", where="v > 0, i = 0, z > 0")
BELOW = parse("w <= b", where="a = b, w <= a")
CANCELLED = parse("c <= v", where="z*c <= w*v, w*v <= z*v, z > 0")
TIMES = parse("w*v <= z*v", where="w <= z, v > 0")
LARGER = parse("w <= z", where="w*b <= z, b >= 1, w > 0")


def _largest(p: LawProof) -> None:
    """Z >= e^(eta top): the weight of an item of the largest score is in the sum."""
    weight, largest = sp.exp(ETA * s), sp.exp(ETA * top)
    counted = {"v": weight, "i": best_item, "w": largest}
    cases = len(list(p.law.cases(["q", "0"], "=", ["q", "0"]))) if p.law else 0
    inside = [(LIFTED, {"h": ETA, "x": top, "y": s}), (COUNTED, counted)]
    p.integrate("<=", (1, Z), (-largest, best), uses=[], methods=LIGHT, facts={
        k: inside if 2 * k < cases else [(NOT_COUNTED, counted)] for k in range(cases)
    })  # fmt: skip
    p.fact((largest, "<=", Z), methods=QUICK, facts=[(LARGER, {"z": Z, "w": largest, "b": best})])


def by_the_weight_of_low_scores(**changes: Any) -> Outcome:  # noqa: ANN401
    """n e^(eta s) <= e^(eta top - u) for a low score, and Z >= e^(eta top)."""
    p = LawProof(tail(**changes), seconds=5)
    _largest(p)
    weight, low = sp.exp(ETA * s), ETA * top - u
    drawn = {"v": sp.exp(low) / n, "z": Z, "i": low_item, "w": weight}
    inside = [
        (SHIFTED, {"h": ETA, "k": 1 / ETA, "x": s, "y": top, "m": n, "w": u}),
        (MONOTONE, {"x": ETA * s, "y": low - sp.log(n)}), (SPLIT, {"y": low, "m": n}),
        (BELOW, {"a": sp.exp(low - sp.log(n)), "b": sp.exp(low) / n, "w": weight}), (DRAWN, drawn),
    ]  # fmt: skip
    p.integrate("<=", (sp.exp(low) / n, 1), (-Z, chance), uses=[0], methods=LIGHT,
                facts=dict(enumerate([inside, [(NOT_DRAWN, drawn)]] * 2)))  # fmt: skip
    end = {"z": Z, "w": sp.exp(ETA * top), "v": sp.exp(-u)}
    p.fact((Z * chance, "<=", end["w"] * end["v"]), methods=LIGHT)
    return p.outcome(methods=QUICK,
                     facts=[(TIMES, end), (CANCELLED, end | {"c": chance})])  # fmt: skip


TANGENT = parse("-1 <= exp(y)*(y-1)")
MOVED = parse("exp(y-log(z)+log(m)) = m*(exp(y)/z)", where="z > 0, m > 0")
PUT_IN = parse("-1 <= p*t", where="v = p, -1 <= v*t")
SPREAD = parse("0 <= m*h*(s*w/z)+m*(l-b-1)/z*w+1",
               where="-1 <= (m*(w/z))*(h*s-b+l-1), z > 0, m > 0")  # fmt: skip
SUMMED = parse("0 <= h*a+l-b", where="0 <= m*h*a+m*(l-b-1)/z*z+m, m > 0, z > 0")
LOGARITHM = parse("h*t <= log(z)", where="exp(h*t) <= z")
AVERAGE = parse("t-k*l <= a", where="0 <= h*a+l-b, h*t <= b, h > 0, k > 0, k = 1/h")


def by_the_tangent(**changes: Any) -> Outcome:  # noqa: ANN401
    """e^y (y - 1) >= -1 at y = eta s - ln(Z/n): eta E s >= ln Z - ln n >= eta top - ln n."""
    p = LawProof(mean(**changes), seconds=2)
    _largest(p)
    weight, b, l = sp.exp(ETA * s), sp.log(Z), sp.log(n)  # noqa: E741
    y = ETA * s - b + l
    p.integrate("<=", (n * ETA, average), (n * (l - b - 1) / Z, Z), (1, 1), uses=[0],
                methods=LIGHT, facts=[
        (TANGENT, {"y": y}), (MOVED, {"y": ETA * s, "z": Z, "m": n}),
        (PUT_IN, {"v": sp.exp(y), "p": n * (weight / Z), "t": y - 1}),
        (SPREAD, {"m": n, "h": ETA, "s": s, "w": weight, "z": Z, "l": l, "b": b}),
    ])  # fmt: skip
    here = {"h": ETA, "a": average, "l": l, "b": b}
    return p.outcome(methods=(*LIGHT, "exponentials"), facts=[
        (SUMMED, here | {"m": n, "z": Z}), (LOGARITHM, {"h": ETA, "t": top, "z": Z}),
        (AVERAGE, here | {"t": top, "k": 1 / ETA}),
    ])  # fmt: skip


a, b, low, R, taken = declare("real a b low R taken")
Z_a, Z_b, P, Q = declare("real Z_a Z_b P Q")
INSIDE = ((low, "<=", a - b), (a - b, "<=", low + R))
CLOSE = ((-Delta, "<=", a - b), (a - b, "<=", Delta))


def private(cost: Any = R, rate: Any = 1, sure: Sequence[Any] = INSIDE) -> LawStatement:  # noqa: ANN401
    """Pr[event] <= e^cost Pr'[event], with weights e^(rate a) and e^(rate b)."""
    before, after = sp.exp(rate * a), sp.exp(rate * b)
    return LawStatement(
        (P, "<=", sp.exp(cost) * Q), random=(a, b, taken),
        means={Z_a: before, Z_b: after, P: taken * before / Z_a, Q: taken * after / Z_b},
        where=[(0, "<", Z_a), (0, "<", Z_b)], sure=[event(taken), *sure], over=n,
    )  # fmt: skip


RISES = parse("exp(x) <= exp(y+v)", where="x-y <= v")
PRODUCT = parse("exp(y+v) = exp(y)*exp(v)")
JOINED = parse("x <= k*y", where="x <= m, m = y*k")
EVENT = parse("0 <= k*z*(i*y/z)-q*(i*x/q)", where="x <= k*y, i = 1, z > 0, q > 0")
SWAPPED = parse("w*v <= z*v", where="w <= z, v >= 0")
REPLACED = parse("(l*a)*(k*y) = a*(r*y)", where="r = l*k")
CHAINED = parse("x <= t", where="x <= v, v <= w, w = t")
RATIO = parse("x <= m", where="a*x <= a*m, a > 0")


def by_the_normaliser(least: Any, most: Any, **changes: Any) -> Outcome:  # noqa: ANN401
    """least <= rate (a - b) <= most: e^(rate a) <= e^most e^(rate b), and Z_b <= e^(-least) Z_a."""
    p = LawProof(private(**changes), seconds=5)
    rate = changes.get("rate", 1)
    x, y, k, l = rate * a, rate * b, sp.exp(most), sp.exp(-least)  # noqa: E741

    def up(x: Any, y: Any, v: Any) -> list[Any]:  # noqa: ANN401
        last = {"x": sp.exp(x), "y": sp.exp(y), "m": sp.exp(y + v), "k": sp.exp(v)}
        return [(RISES, {"x": x, "y": y, "v": v}), (PRODUCT, {"y": y, "v": v}), (JOINED, last)]

    p.integrate("<=", (l, Z_a), (-1, Z_b), uses=[], methods=LIGHT, facts=up(y, x, -least))
    each = {"x": sp.exp(x), "y": sp.exp(y), "k": k, "z": Z_b, "q": Z_a, "i": taken}
    p.integrate("<=", (k * Z_b, Q), (-Z_a, P), uses=[0, 1], methods=LIGHT,
                facts={1: [*up(x, y, most), (EVENT, each)]})  # fmt: skip
    p.integrate("<=", (1, Q), uses=[0, 1], methods=LIGHT)
    for known in ((Z_b, "<=", l * Z_a), (0, "<=", Q), (Z_a * P, "<=", Z_b * (k * Q))):
        p.fact(known, methods=LIGHT)
    r = sp.exp(changes.get("cost", R))
    return p.outcome(methods=QUICK, facts=[
        (SWAPPED, {"w": Z_b, "z": l * Z_a, "v": k * Q}), (PRODUCT, {"y": -least, "v": most}),
        (REPLACED, {"a": Z_a, "k": k, "l": l, "r": r, "y": Q}),
        (CHAINED, {"x": Z_a * P, "v": Z_b * (k * Q), "w": (l * Z_a) * (k * Q), "t": Z_a * (r * Q)}),
        (RATIO, {"x": P, "m": r * Q, "a": Z_a}),
    ])  # fmt: skip


a_r, b_r, a_q, b_q = declare("real a_r b_r a_q b_q")
c, x_1, x_2, y_1, y_2 = declare("real c x_1 x_2 y_1 y_2")
g = 2 * Delta - c
SCORES = ((c, "<", 2 * Delta), (x_1, "=", sp.log(g)), (x_2, "=", 0),
          (y_1, "=", sp.log(g) - Delta), (y_2, "=", Delta))  # fmt: skip
MOVES = ((a_r - b_r, "<=", Delta), (-Delta, "<=", a_q - b_q))


def spread(factor: int = 2, moves: Sequence[Any] = MOVES) -> Relation:
    """The change at an item r is at most factor D above that at an item q."""
    return relation((a_r - b_r) - (a_q - b_q), "<=", factor * Delta, where=list(moves))


def tight(power: int = 1, scores: Sequence[Any] = SCORES) -> tuple[Relation, ...]:
    """Scores at most D apart, and e^(power c) p'_1 < p_1."""
    x, w, y, z = map(sp.exp, (x_1, x_2, y_1, y_2))
    near = [relation(abs(u - v), "<=", Delta, where=list(scores))
            for u, v in ((x_1, y_1), (x_2, y_2))]  # fmt: skip
    above = relation(sp.exp(power * c) * y / (y + z), "<", x / (x + w), where=list(scores))
    return above, *near


BASE = parse("1+g <= exp(g)", where="g > 0")
WHOLE = parse("exp(c)*exp(2*d-c) = exp(d)^2")
SCALED = parse("C*u <= v", where="u <= h, C*h = v, C > 0")
AS_IT_IS = parse("exp(x) = g", where="x = log(g), g > 0")
DOWN = parse("exp(y) = g/exp(d)", where="y = log(g)-d, g > 0")
SAME = parse("exp(y) = exp(d)", where="y = d")
CLOSER = parse(
    "C*y/(y+z) < x/(x+w)", where="C,g,f,x,y,z,w > 0, x = g, w = 1, y = g/f, z = f, C*(1+g) <= f^2"
)


def by_opposite_moves(**changes: Any) -> Outcome:  # noqa: ANN401
    """e^c (1 + g) <= e^(2 D), so e^c (g/e^D)/(g/e^D + e^D) < g/(g + 1)."""
    x, w, y, z = map(sp.exp, (x_1, x_2, y_1, y_2))
    C, E = sp.exp(c), sp.exp(Delta)
    stated, *near = tight(**changes)
    return certify((stated, *near), facts=[
        (0, "<", g), (BASE, {"g": g}), (WHOLE, {"c": c, "d": Delta}),
        (SCALED, {"C": C, "u": 1 + g, "h": sp.exp(g), "v": E**2}),
        (AS_IT_IS, {"x": x_1, "g": g}), (SAME, {"y": x_2, "d": 0}),
        (DOWN, {"y": y_1, "g": g, "d": Delta}), (SAME, {"y": y_2, "d": Delta}),
        (CLOSER, {"C": C, "g": g, "f": E, "x": x, "w": w, "y": y, "z": z}),
    ])  # fmt: skip


before, at_before, at_score, shift, rate = declare("before at_before > 0, real at_score shift rate")
Z_s, shares = declare("real Z_shifted, real share")


def invariant(everywhere: bool = True) -> LawStatement:
    """Weights e^(rate s) times others, normalised: unchanged if one number is added to all s."""
    moved = shift if everywhere else shares
    return LawStatement(
        (at_before * sp.exp(rate * (at_score + shift)) / Z_s, "=",
         at_before * sp.exp(rate * at_score) / Z),
        random=(before, s, *(() if everywhere else (shares,))), over=n,
        means={Z: before * sp.exp(rate * s), Z_s: before * sp.exp(rate * (s + moved))},
        where=[(0, "<", Z), (0, "<", Z_s)],
    )  # fmt: skip


CANCELS = parse("a*m/z = a*o/y", where="m = o*f, z = f*y, a > 0, f > 0, y > 0, z > 0")


def by_the_common_factor(everywhere: bool = True) -> Outcome:
    """It is the factor e^(rate c) of the normaliser and of the weight."""
    p = LawProof(invariant(everywhere), seconds=5)
    factor, own = sp.exp(rate * shift), sp.exp(rate * at_score)
    p.integrate("=", (1, Z_s), (-factor, Z), facts=[(PRODUCT, {"y": rate * s, "v": rate * shift})])
    moved = sp.exp(rate * (at_score + shift))
    p.fact((moved, "=", own * factor), facts=[(PRODUCT, {"y": rate * at_score, "v": rate * shift})])
    p.fact((Z_s, "=", factor * Z), multiples={2: -1})
    told = {"a": at_before, "m": moved, "o": own, "f": factor, "z": Z_s, "y": Z}
    return p.outcome(facts=[(CANCELS, told)])
