"""Largest entries of vectors at averages of vertices: what is accepted is computed in small worlds.

A draft says how large E of the largest square of an entry of P(w) - P(its mean) is at most, for m
functions P of an average w of N vertices.  It takes the right numbers or others: a share of the
spread, differences of half the size, one entry for m of them, points of which the mean alone is
known.  In a world the functions are linear: one sign for each vertex, or all patterns of signs.
"""

from __future__ import annotations

import functools
import math
from fractions import Fraction
from itertools import product
from typing import Any

from workbench.rigor.check import check_certificate
from workbench.rigor.provers import bounded_differences as known
from workbench.rigor.provers.averaged_walks import N, t
from workbench.rigor.provers.paired_walks import X, d_x, x
from workbench.symbolic import theorem as th

POINTS = th.draws("x_s", t, mean=x[t], of=X, late=True)
DRAFTS = (  # vertices, the share of the spread, that of the differences, and how many entries
    (True, Fraction(1), Fraction(1), known.m),
    (True, Fraction(1, 4), Fraction(1), known.m),
    (True, Fraction(1, 4), Fraction(1, 2), known.m),
    (True, Fraction(1), Fraction(1), th.num(1)),
    (False, Fraction(1), Fraction(1), known.m),
)


def false_peak(number: int) -> tuple[bool, str | None]:
    """Whether a draft is accepted, and the world in which it is then false, if there is one."""
    vertices, share, part, entries = DRAFTS[number]
    certificate = _certificate(known.x_s if vertices else POINTS, share, part, entries)
    accepted = check_certificate(certificate).accepted
    return accepted, _false(share, every=entries is known.m, apart=vertices) * accepted or None


def _certificate(drawn: th.Many, share: Fraction, part: Fraction, entries: th.Num) -> Any:
    end = known.E
    of = known.Told([known.Drawn(X, x, drawn)], known.P, lambda _, e, u: known.S_x(u, *e),
                    known.L0, known.L1, along=end)  # fmt: skip
    symbols = (d_x, known.m, X, end, known.L0, known.L1, N, known.P, known.S_x, x, drawn)
    proof = known._largest(of, end, symbols, entries, share, known.BOTH)
    (step,) = (s for s in proof.certificate["proof"] if s["rule"] == "differences")
    step["drawn"] = [[*who, (part * th.Num(size)).tree] for *who, size in step["drawn"]]
    return proof.certificate


@functools.cache
def _false(share: Fraction, *, every: bool, apart: bool) -> str:
    """A world of slope 1 in which the mean of the largest square is larger, in words.

    every: whether there are as many functions as patterns of signs, or only one
    apart: whether the vertices are independent; else they are all the same
    """
    for places, count in ((2, 1), (8, 1), (8, 4)):
        drawn = list(product(range(places), repeat=count)) if apart else [
            (one,) * count for one in range(places)]  # fmt: skip
        for patterns in (False, True):
            size = 2**places if patterns else 1
            squares = [_largest_square(places, one, patterns=patterns) for one in drawn]
            mean = sum(squares) / len(squares)
            bound = float(share) / count * (2 * math.log(2 * (size if every else 1)) + 2)
            if mean > bound + 1e-9:
                return f"{places} vertices, {count} drawn, {size} functions: {mean} > {bound}"
    return ""


def _largest_square(places: int, drawn: tuple[int, ...], *, patterns: bool) -> Fraction:
    """The largest square of (a function at the average) - (at the uniform point)."""
    off = [Fraction(drawn.count(k), len(drawn)) - Fraction(1, places) for k in range(places)]
    if patterns:  # the best pattern has the sign of each entry
        return sum(map(abs, off), Fraction(0)) ** 2
    return sum((-1) ** k * one for k, one in enumerate(off)) ** 2
