"""How far the score of the index that report noisy max returns is from that of any item.

The d items are drawn one after the other, each with its score q and its noise xi.  `top` is the
largest noisy score so far, and `won` the score of the item that has it; c says that the new item
takes the lead, which the first one does.  One of the items is marked by h; its score is `marked`,
such as the largest of all.  The gap G = marked - won is at most the noise of the winner less that
of the marked item, `own`:

    G <= a + sum of (|xi| - a)_+ - own,       of mean b ln d + b - 0 for a = b ln d,
    G <= 2 a where no |xi| is above a,        which has chance 1 - beta for a = b ln(d/beta).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import sympy as sp

from workbench.claims import Outcome
from workbench.rigor.provers.processes import NEXT, ProcessProof
from workbench.symbolic import declare
from workbench.symbolic.expectations import indicator
from workbench.symbolic.processes import ProcessStatement
from workbench.symbolic.text import parse

d, k, b, beta = declare("integer d > 0, integer k, b > 0, beta > 0")
q, h, marked = declare("real q h marked")
xi, c, i = declare("real xi c i")
top, won, found, some = declare("real top won, found >= 0, some >= 0")
a, E_G, E_Z, Z = declare("a >= 0, real E_G E_Z Z")
S, N, own, m_over, m_own, E_S, E_own = declare("S >= 0, N >= 0, real own m_over m_own E_S E_own")
OVER = (sp.Abs(xi) - a + sp.Abs(sp.Abs(xi) - a)) / 2
LAPLACE = ((a,), OVER, "=", b * sp.exp(-a / b), [(a, ">=", 0)])
CENTRED = (xi, "=", 0)
LEADS = [
    [(some, "=", 0), (c, "=", 1)],
    [(some, "=", 1), (top, "<=", q + xi), (c, "=", 1)],
    [(some, "=", 1), (top, ">", q + xi), (c, "=", 0)],
]
MARKED = [[(h, "=", 0), (q, "<=", marked)], [(h, "=", 1), (q, "=", marked), (found, "=", 0)]]
SURE = (LEADS, MARKED)
NOISE = (d, b, beta)  # the number of items, the scale of the noise, the chance to fail


def level_of(noise: Sequence[Any] = NOISE) -> Any:  # noqa: ANN401
    """b ln(d/beta)."""
    return noise[1] * sp.log(noise[0] / noise[2])


def large_noise(noise: Sequence[Any] = NOISE) -> tuple[Any, Any]:
    """i = 1 where |xi| is above the level, which has the chance beta/d."""
    return indicator(i, (sp.Abs(xi), ">", level_of(noise))), (i, "=", noise[2] / noise[0])


FAR, RARE = large_noise()
INCLUDED = (found, "=", 1)


def _maximum(
    claims: Any, means: Mapping[Any, Any], sure: Sequence[Any], after: Sequence[Any],  # noqa: ANN401
    items: Any = d, **parts: Any,  # noqa: ANN401
) -> ProcessStatement:  # fmt: skip
    return ProcessStatement(
        claims, steps=items, clock=k, fixed=(q, h), sure=sure, after=after, means=means,
        states=[(top, 0, top + c * (q + xi - top)), (won, 0, won + c * (q - won)),
                (found, 0, found + h), (some, 0, 1)], **parts,
    )  # fmt: skip


def mean_gap(
    most: Any = 1, given: Sequence[Any] = (LAPLACE, CENTRED), sure: Sequence[Any] = SURE,  # noqa: ANN401
    after: Sequence[Any] = (INCLUDED,),
) -> ProcessStatement:  # fmt: skip
    """E G <= most b (1 + ln d)."""
    return _maximum((E_G, "<=", most * b * (1 + sp.log(d))), {E_G: marked - won}, sure, after,
                    drawn=(xi, c), given=given, shows=(E_G,))  # fmt: skip


def large_gap(
    times: Any = 2, given: Sequence[Any] = (RARE,), sure: Sequence[Any] = (*SURE, FAR),  # noqa: ANN401
    after: Sequence[Any] = (INCLUDED,), where: Sequence[Any] = ((beta, "<=", 1),),
    noise: Sequence[Any] = NOISE,
) -> ProcessStatement:  # fmt: skip
    """Pr[G > times b ln(d/beta)] <= beta, for d, b, beta as `noise` has them."""
    beyond = indicator(Z, (marked - won, ">", times * level_of(noise)))
    return _maximum((E_Z, "<=", noise[2]), {E_Z: Z}, sure, (*after, beyond), where=where,
                    items=noise[0], drawn=(xi, c, i), given=given, random=(Z,),
                    shows=(E_Z,))  # fmt: skip


LIGHT = ("sign", "identity", "products", "cases", "factors")
PART = parse("0 <= (u + abs(u))/2")
SUM = parse("0 <= s + o", where="s >= 0, o >= 0")
OWN = parse("x <= l + (abs(x) - l + abs(abs(x) - l))/2")
LESS = parse("-x <= l + (abs(x) - l + abs(abs(x) - l))/2")
FAR_AWAY = tuple(parse(f"{x} <= l + i*abs(x)", where="i = 1, l >= 0") for x in ("x", "-x"))
NEAR = tuple(parse(f"{x} <= l + i*abs(x)", where="i = 0, abs(x) <= l") for x in ("x", "-x"))
COUNTS = parse("(1 - n - i)*(s + i*x) <= 0", where="i = 1, n >= 0, s >= 0, x >= 0")
AS_BEFORE = parse("(1 - n - i)*(s + i*x) <= 0", where="i = 0, (1 - n)*s <= 0")
_LEAD = "t + c*(q + x - t) - (w + c*(q - w)) <= s + o + l"
NEW_LEADER = parse(_LEAD, where="c = 1, x <= l + o, s >= 0")
OLD_LEADER = parse(_LEAD, where="c = 0, t - w <= l + s, o >= 0")
NONE_YET = parse("f*m <= 0", where="f = 0")
ONE_MARK = parse("f + h <= 1", where="h = 0, f <= 1"), parse("f + h <= 1", where="h = 1, f = 0")
BOUNDED = parse("w + h*x <= (f + h)*(s + o + l)", where="h = 0, w <= f*(l + s), f >= 0, o >= 0")
BEFORE = parse("w <= 0", where="w <= z, z <= 0")
MARKS = parse("w + h*x <= (f + h)*(s + o + l)",
              where="h = 1, w <= 0, x <= l + o, s >= 0, o >= 0, l >= 0, f >= 0")  # fmt: skip
NOT_YET = parse("f*t <= 0", where="f >= 0, f <= s, s = 0")
BELOW = parse("f*t <= 0", where="f >= 0, t <= 0")
_KEPT = "(f + h)*(m + w + h*x - (t + c*(q + x - t))) <= 0"
_OLD, _NEW = "h = 0, f*(m + w - t) <= 0", "h = 1, q = m, w <= 0, f >= 0"
STILL = (
    parse(_KEPT, where=f"c = 1, {_OLD}, f*(t - q - x) <= 0"),
    parse(_KEPT, where=f"c = 1, {_NEW}"),
    parse(_KEPT, where=f"c = 0, {_OLD}"),
    parse(_KEPT, where=f"c = 0, {_NEW}, q + x < t"),
)
NOT_BEST = (
    parse("w + c*(q - w) - m <= 0", where="c = 1, q <= m"),
    parse("w + c*(q - w) - m <= 0", where="c = 0, p = 1, p*(w - m) <= 0"),
)
DRAWN = parse("1 <= s", where="f = 1, f <= s")
AT_LAST = parse("t <= 0", where="s*t <= 0, s >= 1")
GROWS = parse("-(s + r + o) <= s + o + r", where="s >= 0, r >= 0, o >= 0")
LEFT = parse("0 <= s*(d - k - 1)/d", where="d > 0, s > 0, k + 1 <= d")


def kept(
    level: Any, over: Any, sizes: Sequence[list[Any]]  # noqa: ANN401
) -> tuple[list[Any], dict[int, dict[int, Any]]]:  # fmt: skip
    """What always holds of the winner and of the marked item, with proofs in all cases.

    An item is the first one, leads, or does not lead; in each case it is not marked, or it is; and
    in each of these there are the cases of `sizes`, facts that end in |xi| <= level + over.
    """
    most = level + S
    names = {"t": top, "c": c, "q": q, "x": xi, "w": own, "f": found, "h": h, "m": marked,
             "s": S, "o": over, "l": level, "p": some}  # fmt: skip
    back, score = names | {"w": -own, "x": -xi}, names | {"w": won}
    none_yet: list[Any] = [(0, "<=", most), (NONE_YET, {"f": found, "m": most}),
                *((BEFORE, {"w": one, "z": found * most}) for one in (own, -own))]  # fmt: skip
    behind = {"f": found, "t": top - q - xi}
    always = [
        (found, "<=", some), (found, "<=", 1), (top - won, "<=", most),
        (own, "<=", found * most), (-own, "<=", found * most),
        (found * (marked + own - top), "<=", 0), (some * (won - marked), "<=", 0),
    ]  # fmt: skip
    size_of_own = [[[of(BOUNDED, at)], [*none_yet, of(MARKS, at)]] * 3 for at in (names, back)]
    leads: list[Any] = [*none_yet, of(STILL[1], names)]
    at_most_one = [[of(one, names)] for one in ONE_MARK] * 3
    shown: dict[int, list[list[Any]]] = {
        0: at_most_one, 1: at_most_one,
        -1: [[(SUM, {"s": S, "o": over})]] * 6,
        2: [[of(NEW_LEADER, score)]] * 4 + [[of(OLD_LEADER, score)]] * 2,
        3: size_of_own[0], 4: size_of_own[1],
        5: [[(NOT_YET, behind | {"s": some}), of(STILL[0], names)], leads,
            [(BELOW, behind), of(STILL[0], names)], leads,
            [of(STILL[2], names)], [*none_yet, of(STILL[3], names)]],
        6: [[of(NOT_BEST[0], score)]] * 4 + [[of(NOT_BEST[1], score)]] * 2,
    }  # fmt: skip
    return always, {
        place: dict(enumerate([*size, *facts] for facts in six for size in sizes))
        for place, six in shown.items()
    }


def of(lemma: Any, names: Mapping[str, Any]) -> tuple[Any, dict[str, Any]]:  # noqa: ANN401
    """A lemma at those of these expressions that it speaks of."""
    return lemma, {v.name: names[v.name] for v in lemma.variables}


AT_MOST_ONE = parse("f*r <= r", where="f <= 1, r >= 0")
SIZED = parse("x <= r", where="x <= p, p <= r")
ROOM = parse("0 <= x + l + (s + r)", where="-x <= l + s, r >= 0")
_WITH_NOISE = "-(3*l + s + o) <= w + h*x + l", "w + h*x + l <= 3*l + s + o"
_SIZES = "w <= l + s, -w <= l + s, o >= 0, l >= 0, s >= 0"
UNMARKED = tuple(parse(text, where=f"h = 0, {_SIZES}") for text in _WITH_NOISE)
NOISY = tuple(
    parse(text, where=f"h = 1, {_SIZES}, x <= l + o, -x <= l + o") for text in _WITH_NOISE
)
GAP = parse("m - w <= l + s - o", where="f = 1, f*(m + o - t) <= 0, t - w <= l + s")
TOTAL = parse("g <= l + b", where="0 <= 2*l + s - o - g, s = b, o = l")


def mean(most: Any = 1, **changes: Any) -> Outcome:  # noqa: ANN401
    """The mean of G <= a + S - own."""
    level = b * sp.log(d)
    over = OVER.subs(a, level)
    at = {"x": xi, "l": level}
    size: list[Any] = [(PART, {"u": sp.Abs(xi) - level}), (0, "<=", over), (OWN, at), (LESS, at),
                       (0, "<=", level)]  # fmt: skip
    always, facts = kept(level, over, [size])
    proof = ProcessProof(
        mean_gap(most, **changes), helpers=[(S, 0, S + over), (own, 0, own + h * xi)],
        always=always, facts=facts, methods=LIGHT, seconds=4,
    )  # fmt: skip
    rest = S + b * (d - k - 1) / d
    left: Any = (LEFT, {"d": d, "k": k, "s": b})
    (step,) = proof.potential(S + b * (d - k) / d, "=", methods=LIGHT)
    step.instance(m_over, 0, {a: level})
    step.exists(
        NEXT,
        (rest, 1),
        (1, m_over),
        methods=LIGHT,
        facts=[*size, left, (GROWS, {"s": S, "o": over, "r": b * (d - k - 1) / d})],
    )
    step.integrate("=", (rest, 1), (1, m_over), (-1, NEXT), uses=[], methods=LIGHT)
    most = level + S
    sized: list[Any] = [
        (0, "<=", level),
        (0, "<=", most),
        (AT_MOST_ONE, {"f": found, "r": most}),
        *((SIZED, {"x": one, "p": found * most, "r": most}) for one in (own, -own)),
    ]
    spare = b * (d - k) / d
    (step,) = proof.potential(
        own + level, "=", below=[(1, 0)], methods=LIGHT,
        facts=[*sized, (0, "<=", spare), (ROOM, {"x": own, "l": level, "s": S, "r": spare})],
    )  # fmt: skip
    step.instance(m_over, 0, {a: level})
    step.instance(m_own, 1, {})
    names = {"w": own, "h": h, "x": xi, "l": level, "s": S, "o": over}
    unmarked, noisy = ([of(one, names) for one in both] for both in (UNMARKED, NOISY))
    step.exists(
        NEXT,
        (3 * level + S, 1),
        (1, m_over),
        methods=LIGHT,
        facts={place: [*size, *sized, *(noisy if place % 2 else unmarked)] for place in range(6)},
    )
    step.integrate("=", (own + level, 1), (h, m_own), (-1, NEXT), uses=[], methods=LIGHT)
    end = proof.end()
    end.instance(E_S, 0, {})
    end.instance(E_own, 1, {})
    end.fact((E_S, "=", b), methods=LIGHT)
    end.fact((E_own, "=", level), methods=LIGHT)
    gap = {"m": marked, "w": won, "l": level, "s": S, "o": own, "f": found, "t": top}
    close: list[Any] = [of(GAP, gap)]
    best: list[Any] = [
        *sized,
        (DRAWN, {"f": found, "s": some}),
        (AT_LAST, {"s": some, "t": won - marked}),
    ]
    end.exists(E_G, (2 * level, 1), (1, E_S), (-1, E_own), methods=LIGHT, facts=[*close, *best])
    end.integrate("<=", (2 * level, 1), (1, E_S), (-1, E_own), (-1, E_G), methods=LIGHT,
                  facts=close)  # fmt: skip
    total = {"g": E_G, "l": level, "b": b, "s": E_S, "o": E_own}
    return proof.outcome(methods=LIGHT, facts=[(TOTAL, total)])


FEW = parse("m - w <= l + l + s + s", where="m - w <= l + s - o, -o <= l + s")
SOME_FAR = parse("0 < s", where="z > 2*l, z <= l + l + s + s")
NONE_FAR = parse("p <= 0", where="s*p <= 0, s > 0")
COUNTED = parse("0 <= n - z", where="z = 1, 1 - n <= 0"), parse("0 <= n - z", where="z = 0, n >= 0")
WITHIN = parse("z <= r", where="0 <= n - z, n = r")


def chance(times: Any = 2, noise: Sequence[Any] = NOISE, **changes: Any) -> Outcome:  # noqa: ANN401
    """The chance of G > 2 a is at most the mean of N, the number of noises larger than a."""
    level, size = level_of(noise), sp.Abs(xi)
    items, _, fails = noise
    over = i * size
    at = {"x": xi, "l": level, "i": i}
    above: list[Any] = [(0, "<=", level)]
    sizes: list[list[Any]] = [[*above, (0, "<=", over), *(of(one, at) for one in both)]
             for both in (FAR_AWAY, NEAR)]  # fmt: skip
    always, facts = kept(level, over, sizes)
    at = {"n": N, "i": i, "s": S, "x": size}
    counted = [of(COUNTS, at), of(AS_BEFORE, at)]
    facts[len(always)] = {place: [counted[place % 2]] for place in range(12)}
    proof = ProcessProof(
        large_gap(times, noise=noise, **changes),
        helpers=[(S, 0, S + over), (own, 0, own + h * xi), (N, 0, N + i)],
        always=[*always, ((1 - N) * S, "<=", 0)], facts=facts, methods=LIGHT, seconds=4,
    )  # fmt: skip
    (step,) = proof.potential(N + fails * (items - k) / items, "=", methods=LIGHT)
    step.instance(m_own, 0, {})
    rest = N + fails * (items - k - 1) / items
    left: Any = (LEFT, {"d": items, "k": k, "s": fails})
    step.exists(NEXT, (rest, 1), (1, m_own), methods=LIGHT, facts=[
        left, (GROWS, {"s": N, "o": i, "r": fails * (items - k - 1) / items})])  # fmt: skip
    step.integrate("=", (rest, 1), (1, m_own), (-1, NEXT), uses=[], methods=LIGHT)
    end = proof.end()
    end.instance(E_S, 0, {})
    end.fact((E_S, "=", fails), methods=LIGHT)
    most, gap = level + S, marked - won
    names = {"m": marked, "w": won, "l": level, "s": S, "o": own, "f": found, "t": top, "z": gap}
    beyond: list[Any] = [
        *above, (0, "<=", most), (AT_MOST_ONE, {"f": found, "r": most}),
        (SIZED, {"x": -own, "p": found * most, "r": most}), of(GAP, names), of(FEW, names),
        of(SOME_FAR, names), (NONE_FAR, {"s": S, "p": 1 - N}),
    ]  # fmt: skip
    ends: list[Any] = [(one, {"n": N, "z": Z}) for one in COUNTED]
    end.exists(E_Z, (1, 1), methods=LIGHT)
    end.integrate("<=", (1, E_S), (-1, E_Z), methods=LIGHT,
                  facts={0: [*beyond, ends[0]], 1: [ends[1]]})  # fmt: skip
    return proof.outcome(methods=LIGHT, facts=[(WITHIN, {"n": E_S, "z": E_Z, "r": fails})])
