"""How far the score of the index that report noisy max returns is from the best one, sharply.

The d items are drawn one after the other, each with its score q and its noise xi, the one with the
best score first: the noises have one law, so the order of the items is but one of their names.
`top` is the largest noisy score so far, `won` the score of the item that has it, and `own` the
noise of the first item.  With G = best - won,

    Pr[G > t] <= (d - 1) p(t),    p(t) = e^(-t/b) (1 + t/(2b))/2,
    E G <= E M,                   M the largest of all |xi|.

An item more than t below the best one can win only where xi >= own + t.  Given `own` this has the
chance T(own + t), T(a) = Pr[xi >= a], and the mean of T(xi + t) is p(t).  So the number N of such
items and (d - k) T(own + t) add up to a number that keeps its mean.  The mean of G is at most that
of M - own, as top - won <= M and top >= best + own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Outcome
from workbench.rigor.provers.noisy_maximum_error import of
from workbench.rigor.provers.overtaking_noise import HALF, LIGHT, above, b, overtakes, t, within
from workbench.rigor.provers.processes import NEXT, ProcessProof
from workbench.symbolic import declare
from workbench.symbolic.expectations import indicator
from workbench.symbolic.processes import ProcessStatement
from workbench.symbolic.text import parse

d, k, j = declare("integer d > 0, integer k, integer j")
q, best, xi, c, i = declare("real q best xi c i")
top, won, own, some = declare("real top won own, some >= 0")
M, S, N = declare("M >= 0, S >= 0, N >= 0")
E_G, E_M, E_S, E_own, E_Z, Z, m_own, m_size, m_far, m_tail = declare(
    "real E_G E_M E_S E_own E_Z Z m_own m_size m_far m_tail"
)

LEADS = [
    [(some, "=", 0), (q, "=", best), (c, "=", 1)],
    [(some, "=", 1), (q, "<=", best), (top, "<=", q + xi), (c, "=", 1)],
    [(some, "=", 1), (q, "<=", best), (top, ">=", q + xi), (c, "=", 0)],
]
FAR = indicator(i, (xi, ">=", own + t))
CHANCE, TAIL = (i, "=", above(own + t)), (above(xi + t), "=", overtakes())
CENTRED, SIZE = (xi, "=", 0), (sp.Abs(xi), "=", b)
HARMONIC = sp.Sum(1 / j, (j, 1, d))
LARGEST = (E_M, "=", b * HARMONIC)


def _maximum(claims: Any, more: Sequence[Any] = (), **parts: Any) -> ProcessStatement:  # noqa: ANN401
    return ProcessStatement(
        claims, steps=d, clock=k, fixed=(q,),
        states=[(top, 0, top + c * (q + xi - top)), (won, 0, won + c * (q - won)),
                (own, 0, xi + some * (own - xi)), (some, 0, 1), *more], **parts,
    )  # fmt: skip


def tail(
    share: Any = HALF, given: Sequence[Any] = (CHANCE, TAIL), sure: Sequence[Any] = (LEADS, FAR),  # noqa: ANN401
    times: Any = 1,  # noqa: ANN401
) -> ProcessStatement:  # fmt: skip
    """Pr[G > t] <= times (d - 1) e^(-t/b) (1 + t/(2b))/2."""
    beyond = indicator(Z, (best - won, ">", t))
    claims = (E_Z, "<=", times * (d - 1) * overtakes(share))
    return _maximum(claims, drawn=(xi, c, i), sure=sure, given=given, random=(Z,), after=(beyond,),
                    means={E_Z: Z}, shows=(E_Z,))  # fmt: skip


def mean(
    most: Any = 1, given: Sequence[Any] = (CENTRED, SIZE), sure: Sequence[Any] = (LEADS,),  # noqa: ANN401
    after: Sequence[Any] = (LARGEST,),
) -> ProcessStatement:  # fmt: skip
    """E G <= most b (1 + 1/2 + ... + 1/d)."""
    size = sp.Abs(xi)
    return _maximum((E_G, "<=", most * b * HARMONIC), [(M, 0, ((size, ">", M), size, M))],
                    drawn=(xi, c), sure=sure, given=given, after=after,
                    means={E_G: best - won, E_M: M}, shows=(E_G,))  # fmt: skip


_FIRST, _LATER = "p = 0, c = 1, q = m", "p = 1, p*(m + o - u) <= 0"
_TOPS = "m + (x + p*(o - x)) - (u + c*(q + x - u)) <= 0"  # the first item is not above the top
_AT_TOP = tuple(
    parse(_TOPS, where=where)
    for where in (_FIRST, f"c = 1, u <= q + x, {_LATER}", f"c = 0, {_LATER}")
)
_AFTER = "m - t - (w + c*(q - w))"
_THEN = f"({_AFTER} + abs({_AFTER}))"
_NOT_LESS = parse("0 <= v + abs(v)")
# that where the gap is above t there is an item that overtakes the first
_NONE = parse(f"(1 - (n + p*i))*{_THEN} <= 0", where=f"{_FIRST}, t >= 0")
_OVER = parse("(1 - (n + p*i))*g <= 0", where="p = 1, n >= 0, i = 1, g >= 0")
_SHORT = parse(f"{_AFTER} <= 0", where=f"{_LATER}, c = 1, u <= q + x, x < o + t")
_NOTHING = parse("(1 - (n + p*i))*(v + abs(v)) <= 0", where="v <= 0")
_AS_BEFORE = parse("(1 - (n + p*i))*g <= 0", where="p = 1, i = 0, g = h, p*(1 - n)*h <= 0")
_SCALED_UP = parse("h*f <= h", where="h >= 0, f <= 1")
_STEP = parse(
    "y <= n + (d - k)*p*h + (1 - p)*(d - 1)*s",
    where="y = n + (d - k - 1)*p*h + p*h + (d - k - 1)*(1 - p)*s, p <= 1, k >= 0, s >= 0",
)
_ALL = parse("1 <= p", where="d*(1 - p) <= 0, d >= 1")
_ONE = parse("n >= 1", where="p*(1 - n)*(v + abs(v)) <= 0, 1 <= p, v > 0")
_NO_MORE = parse("o*p <= o", where="p <= 1, 1 <= p")
_GAP = parse("0 <= m - o*p - (a - w)", where="u - w <= m, a + o - u <= 0, o*p <= o")
_BOUND = parse("g <= h", where="0 <= r - o - g, o = 0, 0 <= h - r")
_AT_END = parse("v <= 0", where="p*v <= 0, 1 <= p")
_WITHIN = parse("z <= r", where="0 <= n - z, n <= r")
_AT_LEAST = parse("0 <= n + r - z", where="n >= 1, r >= 0, z = 1")


def tail_shown(**changes: Any) -> Outcome:  # noqa: ANN401
    """The chance that N >= 1."""
    gap = best - t - won
    part = gap + sp.Abs(gap)
    always = [
        (some, "<=", 1), (k * (1 - some), "<=", 0), (some * (best + own - top), "<=", 0),
        (some * (1 - N) * part, "<=", 0),
    ]  # fmt: skip
    names = {"p": some, "m": best, "o": own, "u": top, "c": c, "q": q, "x": xi, "w": won, "i": i,
             "n": N, "t": t, "v": best - t - won - c * (q - won)}  # fmt: skip
    tops = [[of(one, names)] for one in _AT_TOP for _ in FAR]
    names["g"] = names["v"] + sp.Abs(names["v"])
    first, over, short, new, after, old = (
        of(one, names | {"h": part})
        for one in (_NONE, _OVER, _SHORT, _NOTHING, _NOT_LESS, _AS_BEFORE)
    )
    counted = [[first], [first], [after, over], [short, new], [after, over], [old]]
    proof = ProcessProof(
        tail(**changes), helpers=[(N, 0, N + some * i)], always=always, methods=LIGHT, seconds=4,
        facts={2: dict(enumerate(tops)), 3: dict(enumerate(counted))},
    )  # fmt: skip
    left, chance, none = d - k, above(own + t), (1 - some) * (d - 1) * overtakes()
    (step,) = proof.potential(
        N + left * some * chance + none, "<=", methods=LIGHT,
        facts=[*within(own + t), (0, "<=", left), (0, "<=", some * chance),
               (0, "<=", left * (some * chance)), (0, "<=", none)],
    )  # fmt: skip
    at = step.known  # the place after that of k + 1 <= d
    step.instance(m_far, 0, {})
    step.instance(m_tail, 1, {})
    then, rest = xi + some * (own - xi), left - 1
    step.exists(NEXT, (N + rest, 1), (some, m_far), methods=LIGHT, uses=[0, 1, at - 1],
                facts=[*within(then + t), (0, "<=", rest),
                       (_SCALED_UP, {"h": rest, "f": above(then + t)})])  # fmt: skip
    step.integrate("=", (N + rest * some * chance, 1), (some, m_far), (rest * (1 - some), m_tail),
                   (-1, NEXT), uses=[], methods=LIGHT)  # fmt: skip
    kept = N + rest * some * chance + some * chance + rest * (1 - some) * overtakes()
    step.fact((NEXT, "=", kept), methods=LIGHT)
    names |= {"y": NEXT, "h": chance, "s": overtakes(), "d": d, "k": k, "v": gap, "z": Z, "r": none}
    step.fact((NEXT, "<=", N + left * some * chance + none), methods=LIGHT,
              facts=[(0, "<=", overtakes()), of(_STEP, names)])  # fmt: skip
    end = proof.end()
    end.instance(E_S, 0, {})
    end.exists(E_Z, (1, 1), methods=LIGHT)
    sure = [of(_ALL, names), of(_ONE, names), (0, "<=", none), of(_AT_LEAST, names)]
    end.integrate("<=", (1, E_S), (-1, E_Z), methods=LIGHT, facts={0: sure, 1: sure[2:3]})
    most = {"z": E_Z, "n": E_S, "r": (d - 1) * overtakes()}
    return proof.outcome(methods=LIGHT, facts=[of(_WITHIN, most)])


_M = declare("real M_next")
_SIGNS = parse("x <= abs(x)"), parse("-x <= abs(x)")
_LARGER = parse("m <= y", where="m < z, z = y")
_ALSO = parse("x <= y", where="x <= z, z <= y")
_IS = parse("x <= y", where="y = x")
_IS_LARGER = parse("x <= y", where="x <= m, y = m")
_NOT_BELOW = parse("0 <= p*o + r", where="-o <= s, p >= 0, p <= 1, s >= 0, s <= r")
_BETWEEN = parse("x + p*(o - x) <= s + a",
                 where="p >= 0, p <= 1, o <= s, x <= a, s >= 0, a >= 0")  # fmt: skip
_LEADER = (
    parse("u + c*(q + x - u) - (w + c*(q - w)) <= y", where="c = 1, x <= y"),
    parse("u + c*(q + x - u) - (w + c*(q - w)) <= y", where="c = 0, u - w <= m, m <= y"),
)
_OWN = (parse("x + p*(o - x) <= y", where="p = 0, x <= y"),
        parse("x + p*(o - x) <= y", where="p = 1, o <= m, m <= y"))  # fmt: skip
_NOT_BEST = tuple(parse("w + c*(q - w) - m <= 0", where=where) for where in (
    "c = 1, q = m", "c = 1, q <= m", "c = 0, p = 1, p*(w - m) <= 0"))  # fmt: skip
_SUM = (parse("y <= s + abs(x)", where="y = abs(x), s >= 0"),
        parse("y <= s + abs(x)", where="y = m, m <= s"))  # fmt: skip


_SIGNS_OF_NOISE = tuple((one, {"x": xi}) for one in _SIGNS)


def mean_shown(**changes: Any) -> Outcome:  # noqa: ANN401
    """G <= M - own, and the mean of the latter is 0."""
    always = [
        (some, "<=", 1), (k * (1 - some), "<=", 0), (some * (best + own - top), "<=", 0),
        (top - won, "<=", M), (own, "<=", M), (-own, "<=", M), (M, "<=", S),
        (some * (won - best), "<=", 0),
    ]  # fmt: skip
    names = {"p": some, "m": best, "o": own, "u": top, "c": c, "q": q, "x": xi, "w": won}
    sized = names | {"m": M, "y": _M, "s": S}
    back = sized | {"o": -own, "x": -xi}
    shown: dict[int, list[Any]] = {
        2: [[of(one, names)] for one in _AT_TOP for _ in range(2)],
        3: [[*sizes, of(leads, sized)] for leads in (_LEADER[0], *_LEADER) for sizes in _sizes()],
        4: [[*sizes, of(one, sized)] for one in (_OWN[0], _OWN[1], _OWN[1]) for sizes in _sizes()],
        5: [[*sizes, of(one, back)] for one in (_OWN[0], _OWN[1], _OWN[1]) for sizes in _sizes()],
        6: [[of(one, sized)] for _ in LEADS for one in _SUM],
        7: [[of(one, names)] for one in _NOT_BEST for _ in range(2)],
    }  # fmt: skip
    proof = ProcessProof(
        mean(**changes), helpers=[(S, 0, S + sp.Abs(xi))], always=always, methods=LIGHT, seconds=4,
        facts={place: dict(enumerate(facts)) for place, facts in shown.items()},
    )  # fmt: skip
    left, least = b * (d - k), [(0, "<=", b * (d - k))]
    (step,) = proof.potential(S + left, "=", methods=LIGHT, facts=least)
    step.instance(m_size, 1, {})
    step.exists(NEXT, (S + left - b, 1), (1, m_size), methods=LIGHT, facts=[(0, "<=", left - b)])
    step.integrate("=", (S + left - b, 1), (1, m_size), (-1, NEXT), uses=[], methods=LIGHT)
    at_most = [(_ALSO, {"x": one, "z": M, "y": S}) for one in (-own, own)]
    (step,) = proof.potential(some * own, "=", below=[(1, 0)], methods=LIGHT, facts=[
        *least, at_most[0], (_NOT_BELOW, {"o": own, "p": some, "s": S, "r": S + left}),
    ])  # fmt: skip
    step.instance(m_own, 0, {})
    step.instance(m_size, 1, {})
    step.exists(NEXT, (S, 1), (1, m_size), methods=LIGHT, facts=[*at_most, *_SIGNS_OF_NOISE, *(
        (_BETWEEN, {"p": some, "o": sign * own, "x": sign * xi, "s": S, "a": sp.Abs(xi)})
        for sign in (1, -1))])  # fmt: skip
    step.integrate("=", (some * own, 1), (1 - some, m_own), (-1, NEXT), uses=[], methods=LIGHT)
    end = proof.end()
    end.instance(E_own, 1, {})
    end.fact((E_own, "=", 0), methods=LIGHT)
    at_last = [of(_ALL, {"d": d, "p": some}), of(_AT_END, names | {"v": won - best}),
               of(_AT_END, names | {"v": best + own - top})]  # fmt: skip
    close = [*at_last, of(_NO_MORE, names), of(_GAP, names | {"a": best, "m": M})]
    end.exists(E_G, (1, E_M), (-1, E_own), methods=LIGHT, facts=close)
    end.integrate("<=", (1, E_M), (-1, E_own), (-1, E_G), methods=LIGHT, facts=close)
    end.integrate("<=", (b * HARMONIC - E_M, 1), methods=LIGHT)
    most = {"g": E_G, "r": E_M, "o": E_own, "h": b * HARMONIC}
    return proof.outcome(methods=LIGHT, facts=[of(_BOUND, most)])


def _sizes() -> list[list[Any]]:
    """That |xi| and M are at most the next M, where it is |xi| and where it is M."""
    size = sp.Abs(xi)
    both = [*((one, {"x": xi}) for one in _SIGNS),
            *((_ALSO, {"x": one, "z": size, "y": _M}) for one in (xi, -xi))]  # fmt: skip
    return [
        [(_IS, {"x": size, "y": _M}), *both, (_LARGER, {"m": M, "z": size, "y": _M})],
        [(_IS_LARGER, {"x": size, "m": M, "y": _M}), *both, (M, "<=", _M)],
    ]
