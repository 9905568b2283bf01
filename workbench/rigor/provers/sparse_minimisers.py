"""How far a minimiser moves in the 1-norm where it has few entries itself, without smoothness.

The letters are those of `workbench.rigor.provers.one_norm_moves`.  As

    n lam (x - y) = b - a - sum_j (g_j - h_j),

an entry of x - y that is not 0 is one of a, of b, or of some g_j or h_j: at most 2 n s of them.  So
2 c |x - y|_1 <= 2 n s c^2 + |x - y|_2^2 for all c >= 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Outcome
from workbench.rigor.provers.few_entries import (
    ADDED,
    APART,
    AT,
    CONVEX,
    ENTRY,
    FEW,
    FEWER,
    LONG,
    MOVED,
    RECORD,
    SMALLER,
    SPARSE,
    STILL,
    D,
    L,
    V,
    a,
    b,
    common,
    d,
    g,
    h,
    j,
    k,
    lam,
    moved,
    n,
    over,
    p,
    place_of,
    q,
    s,
    short,
    sized,
    u,
    w,
    z,
)
from workbench.rigor.provers.moments import Known, moments_shown
from workbench.symbolic import declare
from workbench.symbolic.moments import MomentStatement
from workbench.symbolic.text import parse

i = declare("integer i")
EACH = u[(i - 1) * d + k] + w[(i - 1) * d + k]
_OF_ALL = sp.Sum(EACH, (i, 1, n - 1))
COUNT = p[k] + q[k] + _OF_ALL  # at least 1 where an entry is not 0
DIVIDED = parse("m*q <= 0", where="c*m*q <= 0, c > 0")


def nonsmooth(share: Any = 1, still: Sequence[Any] = STILL, long: Sequence[Any] = LONG,  # noqa: ANN401
              few: Sequence[Any] = FEW, convex: Sequence[Any] = (CONVEX,),
              sparse: Sequence[Any] = SPARSE) -> MomentStatement:  # fmt: skip
    """|x - y|_1 <= share 2 sqrt(2s) L/(lam sqrt(n)) for convex losses with sparse subgradients."""
    return MomentStatement(
        (MOVED, "<=", share * 2 * sp.sqrt(2 * s) * L / (lam * sp.sqrt(n))),
        where=[*long, *few], every=[*still, *convex, *sparse],
    )  # fmt: skip


def nonsmooth_shown(**changes: Any) -> Outcome:  # noqa: ANN401
    """|x - y|_2 <= r = 2L/(lam n), and c = r/sqrt(2 n s)."""
    of, size = nonsmooth(**changes), lam * n
    r = 2 * L / size

    def steps(known: Known) -> None:
        places = [place_of(of, one) for one in (*STILL, CONVEX, *SPARSE)]
        for one in (*LONG, *FEW):
            known.place(one)
        convex, of_a, of_b, of_g, of_h, few_g, few_h = places[2:]
        counts = [known.place(one) for one in FEW]
        known.fact((sp.sqrt(2 * n * s) * r, "<=", of.claims[2]))
        first = len(known) - 1
        total = moved(known)

        def record(at: Known) -> None:
            """An entry of g_j - h_j that is not 0 is counted."""
            at.take(of_g, {j: j, k: k})
            at.take(of_h, {j: j, k: k})
            at.split(_OF_ALL, j)
            at.weaken(">=")
            others = sum(sp.Sum(EACH, (i, *ends)) for ends in ((1, j - 1), (j + 1, n - 1)))
            whole = len(at) - 1
            rest = p[k] + q[k] + others
            at.fact((1 - COUNT, "<=", 1 - u[AT]), lambda of_u: of_u.adds({whole: 1}, rest + w[AT]))
            at.fact((1 - COUNT, "<=", 1 - w[AT]), lambda of_w: of_w.adds({whole: 1}, rest + u[AT]))
            parts = ((g[AT], u[AT]), (h[AT], w[AT]))
            at.using(
                *((FEWER, {"m": sp.Abs(v), "p": 1 - one, "q": 1 - COUNT}) for v, one in parts),
                (APART, {"v": g[AT], "w": h[AT]}),
                (ADDED, {"v": sp.Abs(g[AT]), "w": sp.Abs(h[AT]), "q": 1 - COUNT}),
                (SMALLER, {"m": sp.Abs(V), "v": sp.Abs(g[AT]) + sp.Abs(h[AT]), "q": 1 - COUNT}),
            )

        def entry(at: Known) -> None:
            """An entry of x - y that is not 0 is counted."""
            at.add(at.every([j], RECORD, (sp.Abs(V) * (1 - COUNT), "<=", 0), record))
            for place in (total, of_a, of_b):
                at.take(place, {k: k})
            rest, own = common(sp.Abs(V)), sp.Abs(a[k]) + sp.Abs(b[k])
            at.using(
                *((FEWER, {"m": sp.Abs(v[k]), "p": 1 - one[k], "q": 1 - COUNT})
                  for v, one in ((a, p), (b, q))),
                (ADDED, {"v": sp.Abs(a[k]), "w": sp.Abs(b[k]), "q": 1 - COUNT}),
                (ADDED, {"v": own, "w": rest, "q": 1 - COUNT}),
                (SMALLER, {"m": size * sp.Abs(D), "v": own + rest, "q": 1 - COUNT}),
                (DIVIDED, {"c": size, "m": sp.Abs(D), "q": 1 - COUNT}), *sized(D, COUNT, z),
            )  # fmt: skip

        def few_of_one(at: Known) -> None:
            """A record has at most 2 s of them."""
            at.take(few_g, {j: j})
            at.take(few_h, {j: j})
            at.adds({-1: 1, -2: 1})

        said = (0, "<=", z**2 * COUNT - 2 * z * sp.Abs(D) + D**2)
        counted = known.every([z, k], [(0, "<=", z), *ENTRY], said, entry)
        c, told = r / sp.sqrt(2 * n * s), {z: r / sp.sqrt(2 * n * s), k: k}
        both = (over(u[AT] + w[AT]), "<=", 2 * s)
        known.add(known.every([j], RECORD, both, few_of_one))
        known.split(sp.Sum(1, (j, 1, n)), n)
        known.weaken(">=")
        known.swap(over(_OF_ALL))
        known.weaken("<=")
        here = (0, "<=", c**2 * COUNT - 2 * c * sp.Abs(D) + D**2)
        known.add(known.every([k], ENTRY, here, lambda at: at.take(counted, told)))
        at_c = len(known) - 1
        short(known, convex, r)
        size_ = c / 2
        known.adds({first: 1, -1: 1 / (2 * c), at_c: 1 / (2 * c), at_c - 1: size_, at_c - 3: s * c,
                    at_c - 5: size_, **{place: size_ for place in counts}})  # fmt: skip

    return moments_shown(of, steps)
