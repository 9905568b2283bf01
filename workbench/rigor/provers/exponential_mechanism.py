"""The exponential mechanism over n items: how good its choice is.

Item j is drawn with probability e^(eta s_j)/Z.  A sum over the items is a sum over coordinates;
the items with the largest score, `top`, are counted by `best` >= 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Outcome
from workbench.rigor.provers.expectations import LawProof
from workbench.symbolic import declare
from workbench.symbolic.expectations import LawStatement, indicator
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
    p = LawProof(mean(**changes), seconds=5)
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
