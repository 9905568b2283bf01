"""The largest error of the gradient estimate after t steps, with its printed constants.

tau counts the records of later steps, T - tau those of the first batch, and A = (1 - eta)^tau:

    V <= A^2 (L_0/(n/2))^2 (T - tau) + c^2 tau,      c = eta (2 (1 - eta) L_1 D + L_0),

so that V <= (1 - eta)^(2t) 2 L_0^2/n + c^2 t after the whole batch and t steps.  With d >= 2, where
ln(2d) <= 2 ln d, the bound (2 V ln(2d))^(1/2) on the mean is below the printed one.
"""

from __future__ import annotations

from typing import Any

import sympy as sp

from workbench.claims import Outcome
from workbench.rigor.provers.expectations import LawProof
from workbench.rigor.provers.hoeffding_lemma import LIGHT
from workbench.rigor.provers.largest_errors import (
    L0,
    L1,
    LEVEL,
    A,
    D,
    E,
    T,
    V,
    a,
    c,
    coordinates,
    d,
    eta,
    half,
    mean_at_end,
    printed,
    t,
)  # fmt: skip
from workbench.symbolic import declare
from workbench.symbolic.text import parse

tau = declare("tau >= 0")
ONE_LATER = (1 - a) / eta  # 1 in a later step, 0 in the first batch
STEP = eta * (2 * (1 - eta) * L1 * D + L0)
NOW, THEN = sp.Abs(T - half), sp.Abs(T + 1 - half)
START = A**2 * L0**2 * (T - tau) / half**2  # what is left of the first batch
ALWAYS = (
    (T - tau, "<=", half), (2 * tau, "<=", T - half + NOW), (A, ">=", 1 - tau), (tau, "<=", T),
    (A, "<=", (1 - eta) ** tau), (V, "<=", START + STEP**2 * tau),
)  # fmt: skip
_METHODS = ("identity", "sign", "sos", "cases", "between", "powers")
_TIMES = parse("k*x <= k*y", where="x <= y, k > 0")
_SQUARES = parse("a^2 <= b^2", where="a <= b, a > 0")
_BOTH = parse("q <= z", where="q = p, z = r, p <= r")
_NEXT = parse("q <= z", where="q <= p, p <= z")
_PLACES = {"x": T, "y": tau, "h": half, "i": ONE_LATER, "p": NOW, "q": THEN, "A": A, "a": a,
           "f": eta, "t": t}  # fmt: skip


def at(text: str, where: str) -> tuple[Any, dict[str, Any]]:
    """A general fact about the numbers of a step."""
    fact = parse(text, where=where)
    return fact, {v.name: _PLACES[v.name] for v in fact.variables}


def _always() -> dict[int, dict[int, list[Any]]]:
    """Facts for each relation that always holds, in the first batch and in a later step."""
    first, later = (ONE_LATER, "=", 0), (ONE_LATER, "=", 1)
    near = [at("abs(x-h) <= h-x", "x <= h-1"), at("h-1-x <= abs(x+1-h)", ""),
            at("y <= 0", "y <= (x-h+p)/2, p <= h-x, y >= 0")]  # fmt: skip
    far = [at("abs(x-h) <= x-h", "x >= h"), at("x+1-h <= abs(x+1-h)", "")]
    old, new = (1 - eta) ** tau, (1 - eta) ** (tau + ONE_LATER)
    grown = a**2 * V + c**2
    bound = (a * A) ** 2 * L0**2 * (T + 1 - tau - ONE_LATER) / half**2
    bound += STEP**2 * (tau + ONE_LATER)
    one, kept, steps = (L0 / half) ** 2, (1 - eta) ** 2, STEP**2 * tau
    by_one, by_step = START + A**2 * one + steps, kept * START + STEP**2 * (tau + 1)
    return {
        0: {0: [first, at("x+1-(y+i) <= h", "x <= h-1, y >= 0, i = 0")],
            1: [later, at("x+1-(y+i) <= h", "x-y <= h, i = 1")]},
        1: {0: [first, *near, at("2*(y+i) <= 1+x-h+q", "i = 0, y <= 0, q >= h-1-x")],
            1: [later, *far, at("2*(y+i) <= 1+x-h+q",
                                "i = 1, y <= (x-h+p)/2, p <= x-h, q >= x+1-h")]},
        2: {0: [first, at("1-(y+i) <= a*A", "i = 0, a = 1, A >= 1-y")],
            1: [later, at("1-(y+i) <= a*A", "i = 1, a = 1-f, f < 1, A >= 1-y, y >= 0, A > 0")]},
        3: {0: [first, at("y+i <= 1+x", "i = 0, y <= x")],
            1: [later, at("y+i <= 1+x", "i = 1, y <= x")]},
        4: {0: [first, at("(1-f)^(y+i) = (1-f)^y", "i = 0, f < 1"),
                (parse("A*a <= p", where="a = 1, A <= q, p = q"),
                 {"A": A, "a": a, "p": new, "q": old})],
            1: [later, at("(1-f)^(y+i) = (1-f)*(1-f)^y", "i = 1, f < 1"),
                (parse("A*a <= p", where="a = 1-f, f < 1, A <= q, p = (1-f)*q"),
                 {"A": A, "a": a, "f": eta, "p": new, "q": old})]},
        5: {0: [first, *near, at("A >= 1", "A >= 1-y, y <= 0"), at("0 <= A^2-1", "A >= 1"),
                (parse("0 <= k*g", where="g >= 0, k > 0"), {"g": A**2 - 1, "k": one}),
                (parse("v+k <= s+A*k+m", where="v <= s+m, k*(A-1) >= 0"),
                 {"v": V, "k": one, "A": A**2, "s": START, "m": steps}),
                (grown, "=", V + one), (bound, "=", by_one),
                (_BOTH, {"q": grown, "z": bound, "p": V + one, "r": by_one})],
            1: [later, (parse("b^2 <= 1", where="b < 1, b > 0"), {"b": 1 - eta}),
                (parse("r*v <= r*z+r*x", where="v <= z+x, r > 0"),
                 {"r": kept, "v": V, "z": START, "x": steps}),
                (parse("r*x <= x", where="r <= 1, x >= 0"), {"r": kept, "x": steps}),
                (parse("p+g <= q+w+g", where="p <= q+u, u <= w"),
                 {"p": kept * V, "g": STEP**2, "q": kept * START, "u": kept * steps, "w": steps}),
                (grown, "=", kept * V + STEP**2), (bound, "=", by_step),
                (_BOTH, {"q": grown, "z": bound, "p": kept * V + STEP**2, "r": by_step})]},
    }  # fmt: skip


def printed_mean(factor: Any = 4, **changes: Any) -> Outcome:  # noqa: ANN401
    """(2 V ln(2d))^(1/2) <= 2 (ln d)^(1/2) ((1 - eta)^t (2/n)^(1/2) L_0 + c t^(1/2))."""
    proof = coordinates(
        printed(factor, **changes), helpers=[(tau, 0, tau + ONE_LATER)], always=ALWAYS,
        facts=_always(), methods=_METHODS,
        starts={1: [(parse("2*0 <= 0-h+abs(0-h)", where="h > 0"), {"h": half})]},
    )  # fmt: skip
    if proof.doubt:
        return proof.outcome()
    end = mean_at_end(proof)
    _below_the_printed(end, factor)
    return proof.outcome(methods=LIGHT)


def _below_the_printed(end: LawProof, factor: Any) -> None:  # noqa: ANN401
    mean, place = end.known - 2, end.known  # E is at most a bound, which is that of V
    count = (
        next((k for k, one in enumerate(end.law.facts) if one[0] == ["v", "T"]), 0)
        if end.law
        else 0
    )
    known, apart = range(count + 2), count + 1  # up to T = n/2 + t and V > 0
    q, root, two = (1 - eta) ** t, sp.sqrt(sp.log(d)), sp.sqrt(2)

    def shown(said: Any, facts: Any, *uses: int, by: Any = LIGHT) -> None:  # noqa: ANN401
        end.fact(said, facts=facts, uses=uses, methods=by)

    shown((tau, "<=", t), [at("abs(x-h) <= t", "x = h+t, t >= 0"),
                           at("y <= t", "y <= (x-h+p)/2, p <= t, x = h+t")], *known)  # fmt: skip
    shown((t, "<=", tau), [at("t <= y", "x-y <= h, x = h+t")], *known)
    shown((A, "<=", q), [at("(1-f)^y <= (1-f)^t", "t <= y, f < 1, f > 0"),
                         (_NEXT, {"q": A, "p": (1 - eta) ** tau, "z": q})],
          0, count - 2, place + 1)  # fmt: skip
    shown((A**2 * (T - tau), "<=", q**2 * half), [
        (_SQUARES, {"a": A, "b": q}), (parse("a*x <= b*y", where="a <= b, x <= y, a > 0, y > 0"),
         {"a": A**2, "b": q**2, "x": T - tau, "y": half})], *known, place + 2)  # fmt: skip
    start, late, one = L0 * q * sp.sqrt(1 / half), STEP * sp.sqrt(t), (L0 / half) ** 2
    shown((V, "<=", start**2 + late**2), [
        (_TIMES, {"k": one, "x": A**2 * (T - tau), "y": q**2 * half}),
        (_TIMES, {"k": STEP**2, "x": tau, "y": t}),
        (parse("v <= a+b", where="v <= p+r, p <= a, r <= b"),
         {"v": V, "p": one * (A**2 * (T - tau)), "r": STEP**2 * tau, "a": one * q**2 * half,
          "b": STEP**2 * t})], *known, place, place + 3)  # fmt: skip
    shown((sp.sqrt(V), "<=", start + late), [
        (parse("v <= (x+y)^2", where="v <= x^2+y^2, x > 0, y >= 0"),
         {"v": V, "x": start, "y": late}),
        (parse("sqrt(v) <= z", where="v <= z^2, z > 0, v > 0"), {"v": V, "z": start + late})],
        0, apart, place + 4)  # fmt: skip
    shown((LEVEL, "<=", 2 * sp.log(d)), [
        (parse("log(2*x) <= 2*log(x)", where="x >= 2"), {"x": d})], 1)  # fmt: skip
    shown((sp.sqrt(2 * V * LEVEL), "<=", 2 * root * (start + late)), [
        (parse("sqrt(l) <= r", where="l <= r^2, l > 0, r > 0"), {"l": LEVEL, "r": two * root}),
        (parse("v*l <= z*w", where="v <= z, l <= w, v >= 0, w >= 0"),
         {"v": sp.sqrt(V), "l": sp.sqrt(LEVEL), "z": start + late, "w": two * root}),
        (parse("k*x <= k*k*y", where="x <= k*y, k > 0"),
         {"k": two, "x": sp.sqrt(V) * sp.sqrt(LEVEL), "y": (start + late) * root})],
        1, apart, place + 5, place + 6)  # fmt: skip
    above = (parse("1 <= sqrt(x)", where="x >= 2"), {"x": sp.Integer(2)})
    more = parse("x <= s*x", where="x >= 0, s >= 1")
    first = 2 * L0 * sp.sqrt(sp.log(d) / (2 * half)) * q
    shown((root * start, "<=", first), [above, (more, {"s": two, "x": root * start})], 0, 1)
    twice = 2 * eta * (L1 * D + L0)
    shown((STEP, "<=", twice), [], 0)
    lot = twice * sp.sqrt(t) * root
    shown((root * late, "<=", two * lot), [
        (parse("k*x <= m*x", where="k <= m, x >= 0"), {"k": STEP, "m": twice,
                                                       "x": sp.sqrt(t) * root}),
        above, (more, {"s": two, "x": lot}), (_NEXT, {"q": root * late, "p": lot, "z": two * lot})],
        0, 1, place + 9)  # fmt: skip
    half_of_it = factor * first / 4, factor * two * lot / 4
    shown((E, "<=", 2 * half_of_it[0] + 2 * half_of_it[1]), [
        (parse("c <= 2*u+2*v", where="c <= f, f <= 2*r*(x+y), r*x <= u, r*y <= v"),
         {"c": E, "f": sp.sqrt(2 * V * LEVEL), "r": root, "x": start, "y": late,
          "u": half_of_it[0], "v": half_of_it[1]})],
        0, 1, mean, mean + 1, place + 7, place + 8, place + 10,
        by=("sign", "sos", "radicals"))  # fmt: skip
