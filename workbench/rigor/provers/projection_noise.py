"""Noise for the mean of n records of which each has few entries and a bounded length.

A record has the 1-norm s^(1/2) L or less and the 2-norm L or less, so that the mean moves by at
most twice that over n when one is replaced.
"""

from __future__ import annotations

from typing import Any

import sympy as sp

from workbench.claims import Outcome
from workbench.rigor.provers import calibrated_noise as noise
from workbench.rigor.provers.expectations import LawProof
from workbench.symbolic import declare
from workbench.symbolic import private as pv
from workbench.symbolic import theorem as th
from workbench.symbolic.expectations import LawStatement
from workbench.symbolic.private import PrivateStatement
from workbench.symbolic.text import parse

UNIT = noise.L / noise.n
MOVED = noise.moved(UNIT)


def pure(factor: Any = 2, size: int = 1) -> PrivateStatement:  # noqa: ANN401
    """The mean with Laplace noise of scale factor L s^(1/2)/(n epsilon); size: of the records."""
    L, eps, s = (th.number(name, above=0) for name in ("L", "epsilon", "s"))
    n, known = th.integer("n", at_least=1), pv.released("known")
    norm = th.root(s) * L
    records = ["all", pv.size("1", size * norm), known]
    return pv.private(
        (L, eps, s, n), records=n, rounds=1, guarantee=pv.pure(eps), state={"known": known},
        releases=[pv.release("y", ["laplace", factor * norm / (n * eps)], records,
                             moves=2 * size * norm / n)],
    )  # fmt: skip


def normal(**changes: Any) -> LawStatement:  # noqa: ANN401
    """The mean with normal noise of variance 8 L^2 ln(1.25/delta)/(n epsilon)^2."""
    return noise.minimiser(**{"known": MOVED, **changes})


def normal_shown(**changes: Any) -> Outcome:  # noqa: ANN401
    """D/sigma <= eps/(2 ln(1.25/delta))^(1/2), and the curve grows with the shift."""
    return noise.by_the_threshold(unit=UNIT, **{"known": MOVED, **changes})


L, n, eps = declare("L n epsilon > 0")
s, d, y, z, w, e = declare("integer s > 0, integer d > 0, real y z z_new e")
E, LOSS = declare("real E loss")
SCALE, STEP = 2 * L * sp.sqrt(s) / (n * eps), 2 * L / (n * sp.sqrt(s))
COUNT, BELOW = ((E, "=", s),), ((y, "<=", z),)
NEAR = parse("abs(y - z) <= z - y", where="y <= z")
FAR = parse("w - y <= abs(y - w)")
LIGHT = ("sign", "identity", "cases", "products")
SAME = parse("0 <= abs(y - w) - abs(y - z)", where="w = z")
LEFT = parse("0 <= b - a - l", where="a <= z - y, w - y <= b, w = z + l")
PART = parse("0 <= x - l*k", where="0 <= x, k = 0")
SHARE = parse("0 <= x - l*k", where="0 <= x - l, k = 1")


def one_sided(step: Any = STEP, count: Any = COUNT, below: Any = BELOW) -> LawStatement:  # noqa: ANN401
    """The log-ratio of two Laplace laws at y: z_new - z is `step` at s coordinates, and else 0."""
    sure = [[(e, "=", 1), (w, "=", z + step), *below], [(e, "=", 0), (w, "=", z)]]
    return LawStatement(
        (LOSS / SCALE, ">=", eps), random=(y, z, w, e), over=d, where=count, sure=[sure],
        means={E: e, LOSS: sp.Abs(y - w) - sp.Abs(y - z)},
    )  # fmt: skip


def by_one_side(step: Any = STEP, **changes: Any) -> Outcome:  # noqa: ANN401
    """Each of s coordinates has the part step/scale = epsilon/s, and others have none."""
    p = LawProof(one_sided(step, **changes), seconds=1)
    far, near = sp.Abs(y - w), sp.Abs(y - z)
    one = [(NEAR, {"y": y, "z": z}), (FAR, {"y": y, "w": w}),
           (LEFT, {"b": far, "a": near, "l": step, "z": z, "w": w, "y": y}),
           (SHARE, {"x": far - near, "l": step, "k": e})]  # fmt: skip
    other = [(SAME, {"y": y, "w": w, "z": z}), (PART, {"x": far - near, "l": step, "k": e})]
    p.integrate("<=", (1, LOSS), (-step, E), facts={0: one, 1: other}, uses=[], methods=LIGHT)
    return p.outcome(methods=LIGHT)
