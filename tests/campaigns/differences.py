"""Tails of averages of vertices at random: what the checker accepts is computed in small worlds.

A draft says how likely <g, w - its mean> is at least `far` + `by`, for an average w of one or two
vertices of a simplex, and a gradient g that has the range 2B there.  It takes the right numbers or
others, vertices or points of which the mean alone is known.  In a world all outcomes are added up.
"""

from __future__ import annotations

import math
import random
from fractions import Fraction
from itertools import product

from workbench.rigor.check import check_certificate
from workbench.rigor.provers.theorems import Proof
from workbench.symbolic import theorem as th
from workbench.symbolic.theorem import Theorem

d, t = th.integer("d", at_least=1), th.integer("t")
D, B = th.simplex("D", d), th.number("B", above=0)
F, c = th.function("F", smooth=B, on=D), th.point("c", D)
g = F.grad(c)
x = th.points("x", D)
VERTICES = th.draws("w", t, mean=x[t], of=D, vertex=True)
POINTS = th.draws("w", t, mean=x[t], of=D)
REST, P, Q = (th.point(name, D) for name in ("r", "u", "v"))
HOLE = th.point("hole", D)


def false_tail(rng: random.Random) -> tuple[bool, str | None]:
    """Whether a draft is accepted, and the world in which it is then false, if there is one."""
    w, count = rng.choice((VERTICES, VERTICES, POINTS)), rng.choice((1, 2))
    size, steep = rng.choice((2, 2, 2, 1)) * B / count, rng.choice((2, 2, 4, 8))
    far, by = (k * B for k in (rng.choice((0, 0, Fraction(-1, 2))), rng.choice(_LEVELS)))
    made, mean = (th.total(t, 0, count - 1, th.num(1) / count * z[t]) for z in (w, x))
    span = th.supremum([P, Q], g @ (P - Q))
    bound = th.exp(-steep * by**2 / (count * size**2))
    said = (th.chance(g @ (made - mean) - (far + by)), "<=", bound)
    p = Proof(Theorem((d, D, B, F, c, x, w), given=[(span, "<=", 2 * B)], concludes=said))
    part = th.num(1) / count
    one, two, rest = (th.point(name, D) for name in ("one", "two", "rest_"))
    gap = g @ ((1 - part) * rest + part * one) - g @ ((1 - part) * rest + part * two)
    p.over([rest, one, two], (gap, "<=", 2 * B / count))
    p.gram((gap, "<=", 2 * B / count), [(part, p.under(span, [one, two])), (part, 0)])
    p.close()
    still = [(part, p.centred(w[k], g)) for k in range(count)]
    p.gram((th.mean(g @ made - g @ mean), "<=", 0), still)
    p.differences(g @ HOLE, g @ mean, [(w, HOLE, size)], th.num(count), far, by=by)
    accepted = check_certificate(p.certificate).accepted
    told = [_number(one) for one in (size, far, by)]
    return accepted, _false(rng, count, steep, *told) * accepted or None


_LEVELS = (Fraction(-1), Fraction(1, 2), Fraction(1), Fraction(3, 2), Fraction(2))


def _number(term: th.Num) -> Fraction:
    """The value at B = 1."""
    op, *parts = term.tree
    if op in ("q", "v"):
        return Fraction(parts[0]) if op == "q" else Fraction(1)
    one, other = (_number(th.Num(part)) for part in parts)
    return one * other if op == "*" else one / other


def _false(
    rng: random.Random, count: int, steep: int, size: Fraction, far: Fraction, by: Fraction
) -> str:
    """A world in which the chance is larger than the bound, in words."""
    for law in ((1, 1), (1, 3), (1, 1, 1), (rng.randint(1, 9), rng.randint(1, 9))):
        chances = [Fraction(one, sum(law)) for one in law]
        slope = [Fraction(1), Fraction(-1), Fraction(0)][: len(law)]
        mean = sum(a * b for a, b in zip(chances, slope, strict=True))
        total = Fraction(0)
        for drawn in product(range(len(law)), repeat=count):
            value = sum(slope[i] for i in drawn) / count - mean
            total += math.prod(chances[i] for i in drawn) * (value >= far + by)
        if total > math.exp(-steep * by**2 / (count * size**2)) + 1e-9:
            return f"{law}, {count} vertices, far {far}, by {by}, differences of {size}, {steep}"
    return ""
