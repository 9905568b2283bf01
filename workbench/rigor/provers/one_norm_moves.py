"""How far the minimiser of a regularised empirical risk moves in the 1-norm, without constraints.

x and y are the minimisers for n records and for the same with another last one.  The losses of the
n - 1 others have the gradients g_j at x and h_j at y; that of the last record has the gradient a at
x, and that of the one in its place the gradient b at y.  With D = x - y,

    n lam D = b - a - sum_j (g_j - h_j).

Along D this bounds |D|_2, or sum_j <g_j - h_j, D>.  Entry by entry it bounds |D|_1: of m entries
that are not 0 the sum is at most the root of m times the sum of their squares, which is said as
2 c |v| <= c^2 e + v^2 for all c >= 0, where e is at least 1 if v is not 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Outcome
from workbench.rigor.provers.few_entries import (
    ALONG,
    AT,
    CONVEX,
    FEW,
    LONG,
    MOVED,
    RECORD,
    SMOOTH,
    SPARSE,
    STILL,
    D,
    H,
    L,
    Moves,
    V,
    a,
    along,
    at_last,
    b,
    g,
    h,
    j,
    k,
    lam,
    n,
    over,
    place_of,
    s,
    short,
    summed,
)
from workbench.rigor.provers.moments import Known, moments_shown
from workbench.symbolic.moments import MomentStatement


def smooth(share: Any = 1, still: Sequence[Any] = STILL, long: Sequence[Any] = LONG,  # noqa: ANN401
           few: Sequence[Any] = FEW, convex: Sequence[Any] = (CONVEX,),
           gradients: Sequence[Any] = (SMOOTH,), sparse: Sequence[Any] = SPARSE,
           ) -> MomentStatement:  # fmt: skip
    """|x - y|_1 <= share (2 sqrt(2s) L/(lam n)) (H/lam + 1) for convex, H-smooth losses."""
    return MomentStatement(
        (MOVED, "<=", share * 2 * sp.sqrt(2 * s) * L / (lam * n) * (H / lam + 1)),
        where=[*long, *few], every=[*still, *convex, *gradients, *sparse],
    )  # fmt: skip


def smooth_shown(share: Any = 1, **changes: Any) -> Outcome:  # noqa: ANN401
    """|D|_2 <= r = 2L/(lam n), so that |g_j - h_j|_1 <= (2s)^(1/2) H r."""
    of, root, size = smooth(share, **changes), sp.sqrt(2 * s), lam * n
    r = 2 * L / size

    def steps(known: Known) -> None:
        known.fact((root * r * (H / lam + 1), "<=", of.claims[2]))
        convex, near = place_of(of, CONVEX), place_of(of, SMOOTH)
        moves, c = Moves(of, known), H * r / root
        short(known, convex, r)
        summed(known, moves, (H * r) ** 2, c, near, {len(known) - 1: H**2})
        at_last(known, moves, L / root, c, 2 * (H * r) ** 2, {4: 1},
                 root * (L / 2 + H * r) / size)  # fmt: skip

    return moments_shown(of, steps)


# of a convex, H-smooth loss: it is above its tangent at one point, and below its parabola at the
# other one, where these meet
F_x, F_y, F_p, F_q = (sp.IndexedBase(name, real=True) for name in ("F_x", "F_y", "F_p", "F_q"))
CLASS = tuple(
    ((j,), RECORD, said)
    for said in (
        (F_x[j] + over(g[AT] * (V / H - D)), "<=", F_p[j]),
        (F_p[j], "<=", F_y[j] + over(h[AT] * V / H) + H / 2 * over((V / H) ** 2)),
        (F_y[j] + over(h[AT] * (D - V / H)), "<=", F_q[j]),
        (F_q[j], "<=", F_x[j] - over(g[AT] * V / H) + H / 2 * over((V / H) ** 2)),
    )
)


def sharp(share: Any = 1, still: Sequence[Any] = STILL, long: Sequence[Any] = LONG,  # noqa: ANN401
          few: Sequence[Any] = FEW, gradients: Sequence[Any] = CLASS,
          sparse: Sequence[Any] = SPARSE) -> MomentStatement:  # fmt: skip
    """|x - y|_1 <= share (s^(1/2) L/(lam n)) ((2H/lam)^(1/2) + 2) for convex, H-smooth losses."""
    return MomentStatement(
        (MOVED, "<=", share * sp.sqrt(s) * L / (lam * n) * (sp.sqrt(2 * H / lam) + 2)),
        where=[*long, *few], every=[*still, *gradients, *sparse],
    )  # fmt: skip


def sharp_shown(share: Any = 1, **changes: Any) -> Outcome:  # noqa: ANN401
    """Sum_j <g_j - h_j, D> <= L^2/(lam n), and H times it bounds the sum of |g_j - h_j|_2^2."""
    of, root, size = sharp(share, **changes), sp.sqrt(s), lam * n

    def steps(known: Known) -> None:
        known.fact((root * L / size * (sp.sqrt(2 * H / lam) + 2), "<=", of.claims[2]))
        given = [place_of(of, one) for one in CLASS]
        c = L * sp.sqrt(H / (2 * s * lam)) / n
        moves = Moves(of, known)

        def record(at: Known) -> None:
            for place in given:
                at.take(place, {j: j})
            at.adds(dict.fromkeys((-1, -2, -3, -4), H))

        together = known.every([j], RECORD, (over(V**2), "<=", H * over(V * D)), record)
        along(known)
        known.fact((ALONG, "<=", L**2 / size), lambda at: at.adds(
            {0: 1 / (2 * size), 1: 1 / (2 * size), -1: 1, -3: 1},
            rest=over(((a[k] + size * D) ** 2 + (b[k] - size * D) ** 2) / (2 * size)),
        ))  # fmt: skip
        place = len(known) - 1
        summed(known, moves, H * over(V * D), c, together, {})
        at_last(known, moves, L / root, c, 2 * s * c**2, {4: 1, place: H / (2 * c * size)},
                 s * c / size)  # fmt: skip

    return moments_shown(of, steps)
