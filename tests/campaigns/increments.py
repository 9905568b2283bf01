"""Steps that are bounded given the past: what the checker accepts is computed in small worlds.

A draft says how likely a sum of <g_t, X_t - x_t> is at least `far` + `by`, or how large the mean of
the largest of m such squares is.  It takes the right numbers or others, gradients g_t at a fixed
point or at the point X_t itself, points of a mean that is told or not.  In a world a point is 1 or
-1 around 0, or always 1, or one of many vertices.
"""

from __future__ import annotations

import math
import random
from fractions import Fraction
from itertools import product
from typing import Any

from workbench.rigor.check import check_certificate
from workbench.rigor.provers import bounded_increments as known
from workbench.rigor.provers.theorems import Proof
from workbench.symbolic import theorem as th
from workbench.symbolic.theorem import Theorem

t, k, B = th.integer("t"), th.integer("k"), th.number("B", above=0)
C = th.geometry("C")
F, c, x = th.function("F", smooth=B, on=C), th.point("c", C), th.points("x", C)
AT, P, Q = (th.point(name, C) for name in ("p", "q", "r"))
SPAN = th.supremum([AT, P, Q], F.grad(AT) @ (P - Q))


def false_tail(rng: random.Random) -> tuple[bool, str | None]:
    """Whether a draft is accepted, and the world in which it is then false, if there is one."""
    told, itself, count = rng.random() < 0.75, rng.random() < 0.25, rng.choice((1, 2, 2, 6))
    part, steep = rng.choice((1, 1, 1, Fraction(1, 2))), rng.choice((1, 1, 2, 4))
    far, by = rng.choice((0, 0, Fraction(-1, 2))), rng.choice(_LEVELS)
    steps = rng.choice((count, count, count, 1))
    X = th.draws("X", t, mean=x[t] if told else None, of=C)
    at = X[k] if itself else c
    moved = F.grad(at) @ (X[k] - x[k])
    term = th.total(t, 0, k - 1, F.grad(X[t] if itself else c) @ (X[t] - x[t]))
    sums, square = th.num(far) * B, steps * part**2 * B**2
    whole = th.total(t, 0, count - 1, F.grad(X[t] if itself else c) @ (X[t] - x[t]))
    bound = th.exp(-1 * steep * (by * B) ** 2 / (2 * square))
    said = (th.chance(whole - (sums + by * B)), "<=", bound)
    p = Proof(Theorem((B, C, F, c, x, X), given=[(SPAN, "<=", B)], concludes=said))
    p.increments(k, th.num(count), term, X, F.grad(at), cost=th.num(0), size=part * B, far=sums,
                 square=square, by=by * B)  # fmt: skip
    for way in (1, -1):
        ends = [X[k], x[k]] if way == 1 else [x[k], X[k]]
        p.gram((way * moved, "<=", B), [(1, p.under(SPAN, [at, *ends])), (1, 0)])
    p.gram((moved - moved, "<=", 0), [])
    p.close()
    accepted = check_certificate(p.certificate).accepted
    limit = math.exp(-steep * by**2 / (2 * steps * part**2))
    world = _false(count, far + by, limit, told=told, itself=itself)
    return accepted, world * accepted or None


_LEVELS = (Fraction(-1), Fraction(1), Fraction(1), Fraction(2), Fraction(4))


def _false(count: int, level: Fraction, limit: float, *, told: bool, itself: bool) -> str:
    """A world in which the chance is larger than the bound, in words.

    Where the slope is that at the point itself, it may have the sign of the point.
    """
    sums = [sum(abs(one) if itself else one for one in drawn)
            for drawn in product((1, -1), repeat=count)]  # fmt: skip
    fair = Fraction(sum(one >= level for one in sums), len(sums))
    for name, chance in (
        ("fair signs", fair),
        ("1 around 0", Fraction(not told and count >= level)),
    ):
        if chance > limit + 1e-9:
            return f"{name}: {count} steps reach {level} with chance {chance} > {limit}"
    return ""


SHARES = (Fraction(1, 2), Fraction(1, 4), Fraction(3, 8))


def false_norm(share: Fraction) -> tuple[bool, str | None]:
    """Whether |u| <= share (|u|^2/B + B) is accepted, and whether it is false at |u| = B = 1."""
    u = th.vector("u")
    said = (C.norm(u), "<=", share * (C.square(u) / B + B))
    p = Proof(Theorem((B, C, u), concludes=said))
    p.gram(said, [(1, p.middle(u, B, of=C))])
    accepted = check_certificate(p.certificate).accepted
    return accepted, "|u| = B = 1" if accepted and 2 * share < 1 else None


DRAFTS = (  # points of a told mean, the share of the squares, and how many entries
    (True, Fraction(1), known.m),
    (True, Fraction(1, 4), known.m),
    (True, Fraction(1), th.num(1)),
    (False, Fraction(1), known.m),
)


def false_peak(number: int) -> tuple[bool, str | None]:
    """Whether a draft of a largest square is accepted, and the world in which it is then false."""
    told, share, entries = DRAFTS[number]
    at = known.POINTS if told else known.UNTOLD
    accepted = check_certificate(_certificate(at, share, entries)).accepted
    found = _false_largest(share, told=told, every=entries is known.m)
    return accepted, found * accepted or None


def _certificate(at: known.DrawnInTurn, share: Fraction, entries: th.Num) -> Any:
    """The proof of (A + sigma (share (2 ln(2 entries) + 2))^(1/2))^2."""
    root = th.root(2 * share * known.sigma**2 * (1 + th.ln(2 * entries)))
    said = (th.mean(known.E.peak(at.gap(known.P))), "<=", (known.A + root) ** 2)
    p = known._opened(known.EACH, at, (*known._SYMBOLS, known.P, known.S), said, "")
    p.gram(said, [(1, known._bounded(p, known.EACH, at))])
    return p.certificate


def _false_largest(share: Fraction, *, told: bool, every: bool) -> str:
    """A world of slope 1, with A = 0, in which the mean of the largest square is larger.

    every: whether as many functions are counted as there are; else there may be many more
    """
    worlds = [("one fair sign", 1.0, 1.0)]  # a mean, and sigma^2
    if not told:
        worlds.append(("16 points 1 around 0", 1.0, 1 / 16))
    if not every:  # 16 of 10000 vertices, all different, and all patterns of signs on them
        apart = math.prod(1 - j / 10000 for j in range(16))
        worlds.append(("16 vertices", apart * (2 - 32 / 10000) ** 2, 4 / 16))
    for name, mean, square in worlds:
        bound = float(share) * square * (2 * math.log(2) + 2)
        if mean > bound + 1e-9:
            return f"{name}: {mean} > {bound}"
    return ""
