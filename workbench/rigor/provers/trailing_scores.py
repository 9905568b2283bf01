"""The chance that a score that trails others is ahead when Laplace noise is added to all of them.

With d - 1 others, all equal, and noise of scale b it is P_d(g/b) at the gap g, where

    P_d(u) = (1 - 2^-d) e^-u/d + 2^-d (e^-u - e^-((d-1) u))/(d - 2) + 2^-d e^-((d-1) u)/d,  d >= 3
    P_2(u) = e^-u (1 + u/2)/2

The integral has three pieces, cut at 0 and at the gap.  That the gap grows by t b costs a factor of
at most e^t; where the gap is large it costs more than e^(t - s), for every s > 0.  For d >= 3 this
is seen with x = e^-((d-2) u): P_d(u) e^u = 1/d + K (1 - x) with K = 2^(1-d)/(d (d - 2)).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Outcome
from workbench.rigor.provers.attempts import Fact
from workbench.rigor.provers.integration import IntegralProof, Segment
from workbench.symbolic import declare, relation
from workbench.symbolic.integrals import IntegralStatement, ahead_of, laplace_law
from workbench.symbolic.text import parse

z, P, Q, g, t, d, s = declare("real z P Q, g >= 0, t >= 0, integer d > 0, s > 0")
TWO, ONE = sp.Integer(2), sp.S.One
MORE = ((d, ">=", 3),)  # scores than two
Expression = Any  # of sympy
Condition = tuple[Expression, str, Expression]


def chance(u: Expression, d: Expression = d) -> Expression:
    """P_d(u)."""
    if d == TWO:
        return sp.exp(-u) * (1 + u / 2) / 2
    low = sp.exp(-(d - 1) * u)
    return (
        (1 - TWO**-d) * sp.exp(-u) / d
        + (sp.exp(-u) - low) / (TWO**d * (d - 2))
        + low / (TWO**d * d)
    )


def parts(gap: Expression, d: Expression = d, scale: Expression = ONE) -> list[Segment]:
    """What the three pieces are shown by, below 0, up to the gap, and above it."""
    u, y = gap / scale, z / scale
    low = TWO**-d * sp.exp(-(d - 1) * u)
    middle = low * y if d == TWO else low * sp.exp((d - 2) * y) / (d - 2)
    above = sp.exp(-u) * (1 - sp.exp(u - y) / 2) ** d / d
    return [
        Segment(low * sp.exp(d * y) / d, (0, 0)),
        Segment(middle, (1, 0)),
        Segment(above, (1, 1)),
    ]


def law_of(
    d: Expression = d, *, gap: Expression = t, where: Sequence[Condition] = (),
    value: Expression = None,
) -> IntegralStatement:  # fmt: skip
    """The chance at unit scale and a gap, for d scores."""
    of = chance(gap, d) if value is None else value
    mean = ahead_of(d - 1, laplace_law(z), by=gap)
    return IntegralStatement((P, "=", of), means={P: mean}, where=where)


def law_shown(d: Expression = d, *, gap: Expression = t, **changes: Expression) -> Outcome:
    """Three primitives, and their increments."""
    proof = IntegralProof(law_of(d, gap=gap, **changes))
    proof.evaluate(P, parts(gap, d), cuts=[0, gap])
    return proof.outcome()


def moved(
    claim: Condition, d: Expression = d, *, by: Expression = t, scale: Expression = ONE,
    where: Sequence[Condition] = (),
) -> IntegralStatement:  # fmt: skip
    """A relation between P, the chance at the gap g, and Q, that at the gap g + by."""
    law = laplace_law(z, scale)
    means = {P: ahead_of(d - 1, law, by=g), Q: ahead_of(d - 1, law, by=g + by)}
    return IntegralStatement(claim, means=means, where=where)


def costs_at_most(
    d: Expression = d, *, rate: Expression = ONE, where: Sequence[Condition] = ()
) -> IntegralStatement:
    """P_d(g) <= e^(rate t) P_d(g + t)."""
    return moved((P, "<=", sp.exp(rate * t) * Q), d, where=where)


def costs_more(
    d: Expression = d, *, by: Expression = t, scale: Expression = ONE, share: Expression = ONE,
    where: Sequence[Condition] = (), far: bool = True,
) -> IntegralStatement:  # fmt: skip
    """e^r P_d(g + by) < P_d(g) for r = share by/scale - s, every s > 0 and large gaps."""
    claim = (sp.exp(share * by / scale - s) * Q, "<", P)
    large = [(g, ">=", scale * (1 + by / scale) / s)] if far else []
    return moved(claim, d, by=by, scale=scale, where=[*where, *large])


def move_shown(
    statement: IntegralStatement, d: Expression = d, *, by: Expression = t, scale: Expression = ONE,
    facts: Sequence[Fact] = (),
) -> Outcome:  # fmt: skip
    """A relation between both chances, from their values."""
    proof = IntegralProof(statement)
    for mean, gap in ((P, g), (Q, g + by)):
        proof.evaluate(mean, parts(gap, d, scale), cuts=[0, gap])
    return proof.outcome(facts=facts, methods=("identity", "sign", "logarithms", "growth"))


def costs_more_shown(
    d: Expression = d, *, by: Expression = t, scale: Expression = ONE, **changes: Expression
) -> Outcome:  # fmt: skip
    """That e^s > 1 + s and, for d >= 3, that x <= s leaves room."""
    statement = costs_more(d, by=by, scale=scale, **changes)
    facts = _of_two(g / scale, by / scale) if d == TWO else _of_more(g / scale, by / scale, d)
    return move_shown(statement, d, by=by, scale=scale, facts=facts)


E, F, a, c, k, u, v, w = declare("E F a > 0, c > 0, k >= 0, u >= 0, v >= 0, w > 0")
GROWS = parse("exp(s) > 1 + s", where="s > 0")  # w is the difference
BELOW = parse("exp(u) >= 1 + u", where="u >= 0")
FAR = relation(1, "<=", s * E, where=[(u, ">=", 1 / s), (k, ">=", u), (E, ">=", 1 + k)])
BOTH = relation(c * u, "<=", a * s, where=[(c, "<=", a), (u, "<=", s)])
ROOM = relation(a + c * (1 - u * v), "<", (a + c * (1 - u)) * (1 + s + w),
                where=[(c * u, "<=", a * s), (u, "<=", 1)])  # fmt: skip
TWO_ROOM = relation(1 + (u + v) / 2, "<", (1 + u / 2) * (1 + s + w), where=[(s * u, ">=", v)])
left, low, high, right = declare("real left low high right")
LINK = relation(left, "<", right, where=[(left, "=", low * F), (low, "<", high),
                                         (right, "=", high * F)])  # fmt: skip
SPARE = sp.exp(s) - 1 - s


def _of_two(gap: Expression, move: Expression) -> list[Fact]:
    """(1 + (u + t)/2) < e^s (1 + u/2) where s u >= t."""
    low, high = 1 + (gap + move) / 2, (1 + gap / 2) * sp.exp(s)
    return [
        (GROWS, {"s": s}), (s * gap, ">=", move),
        (TWO_ROOM, {"u": gap, "v": move, "s": s, "w": SPARE}),
        (LINK, {"left": sp.exp(move - s) * Q, "low": low, "high": high, "right": P,
                "F": sp.exp(-gap - s) / 2}),
    ]  # fmt: skip


def _of_more(gap: Expression, move: Expression, d: Expression) -> list[Fact]:
    """1/d + K (1 - x y) < e^s (1/d + K (1 - x)) where K x <= s/d, with y = e^-((d-2) t)."""
    x, y = (sp.exp(-(d - 2) * one) for one in (gap, move))
    first, second = 1 / d, 2 * TWO**-d / ((d - 2) * d)
    low, high = first + second * (1 - x * y), (first + second * (1 - x)) * sp.exp(s)
    return [
        (GROWS, {"s": s}), (BELOW, {"u": (d - 2) * gap}), (gap, ">=", 1 / s),
        (FAR, {"E": sp.exp((d - 2) * gap), "k": (d - 2) * gap, "u": gap, "s": s}),
        (x, "<=", s), (x, "<=", 1), (TWO**d, ">=", 2), (2 * TWO**-d, "<=", 1),
        (second, "<=", first), (BOTH, {"a": first, "c": second, "u": x, "s": s}),
        (ROOM, {"a": first, "c": second, "u": x, "v": y, "s": s, "w": SPARE}),
        (LINK, {"left": sp.exp(move - s) * Q, "low": low, "high": high, "right": P,
                "F": sp.exp(-gap - s)}),
    ]  # fmt: skip
