"""The walk for a function of points of two simplices: first one player's, then the other one's.

The points of the second player are drawn first.  With these as they are, a walk in the first point
leads from the average x of the means to that of the points X, and costs L_xx/N; with x as it is,
another one in the second point costs L_yy/N.  Only how the function bends in each point counts.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from workbench.rigor.provers.averaged_walks import HALF, N, t
from workbench.rigor.provers.fine_walks import Bent, ends, walk_in_parts
from workbench.rigor.provers.theorems import Proof
from workbench.symbolic import theorem as th
from workbench.symbolic.theorem import Many, Num, Theorem, Vec

d_x, d_y = (th.integer(name, at_least=1) for name in ("d_x", "d_y"))
X, Y = th.simplex("X", d_x), th.simplex("Y", d_y)
F = th.pair("F", X, Y)
L_xx, L_yy = (th.number(name, at_least=0) for name in ("L_xx", "L_yy"))
x, y = th.points("x", X), th.points("y", Y)


def drawn(mean: Vec | None) -> Many:
    """The points of the second player, which are drawn first."""
    return th.draws("y_s", t, mean=mean, of=Y)


def drawn_late(means: Many) -> Many:
    """Those of the first player."""
    return th.draws("x_s", t, mean=means[t], of=X, late=True)


y_s, x_s = drawn(y[t]), drawn_late(x)
TOGETHER = th.draws("x_s", t, mean=x[t], of=X, together=y_s)  # in place of x_s: pairs of any law


def _ordered(which: str, own: Any, other: Any) -> tuple[Any, Any]:  # noqa: ANN401 - vectors
    return (own, other) if which == "x" else (other, own)


def bend(of: Many, which: str, size: Num, sign: int) -> Num:
    """By how much sign F is above sign (its model) + size/2 |difference|^2, as one point moves."""
    own, fixed = _ordered(which, X, Y)
    at, to, beside = th.point("at", own), th.point("to", own), th.point("beside", fixed)
    near, far = _ordered(which, at, beside), _ordered(which, to, beside)
    above = sign * (of(*far) - of(*near)) - sign * of.slope(which, *near) @ (to - at)
    bound = (at, to, beside) if which == "x" else (beside, at, to)
    return th.supremum(bound, above - HALF * size * own.square(to - at))


def smooth(of: Many, sizes: tuple[Num, Num], kept: str = "xy") -> list[Any]:
    """The hypotheses that it bends by so much in either point at most, up and down."""
    each = [(which, size) for which, size in zip("xy", sizes, strict=True) if which in kept]
    return [(bend(of, *one, sign), "<=", 0) for one in each for sign in (1, -1)]


def _weight(_: Num) -> Num:
    return th.num(1) / N


def along(of: Many, which: str, size: Num, beside: Vec) -> Bent:
    """The function of one of the two points."""

    def bound(p: Proof, sign: int, to: Vec, at: Vec) -> int:
        near, far = _ordered(which, at, beside), _ordered(which, to, beside)
        above = bend(of, which, size, sign)
        points = (at, to, beside) if which == "x" else (beside, at, to)
        model = sign * of(*near) + sign * of.slope(which, *near) @ (to - at)
        far_off = (X if which == "x" else Y).square(to - at)
        said = (sign * of(*far), "<=", model + HALF * size * far_off)
        return p.gram(said, [(1, p.under(above, points)), (1, p.given((above, "<=", 0)))])

    return Bent(
        lambda u: of(*_ordered(which, u, beside)),
        lambda u: of.slope(which, *_ordered(which, u, beside)),
        bound,
    )


def two_averages(
    *, sign: int = 1, sizes: tuple[Num, Num] = (L_xx, L_yy), share: Fraction | int = 1,
    kept: str = "xy", first: Many = x_s, second: Many = y_s, means: tuple[Many, Many] = (x, y),
) -> Proof:  # fmt: skip
    """Sign (E F(averages of the points) - F(averages of the means)) <= share (L_xx + L_yy)/N.

    kept: the points in which it is known how F bends; first, second: what the players draw
    """
    (x_, x_h), (y_, y_h) = ends(_weight, first, means[0]), ends(_weight, second, means[1])
    left = sign * (th.mean(F(x_h, y_h)) - th.mean(F(x_, y_)))
    said = (left, "<=", share * (sizes[0] + sizes[1]) / N)
    symbols = (d_x, d_y, X, Y, *sizes, N, F, *means, second, first)
    p = Proof(Theorem(symbols, given=smooth(F, sizes, kept), concludes=said))
    walked = walk_both(p, F, sizes, (first, second), means, sign)
    p.gram(said, [(1, one) for one in walked])
    return p


def walk_both(
    p: Proof, of: Many, sizes: tuple[Num, Num], points: tuple[Many, Many],
    means: tuple[Many, Many], sign: int,
) -> list[int]:  # fmt: skip
    """The places of the costs of both walks; points, means: of the first and the second player."""
    beside = ends(_weight, points[1], means[1])[1], ends(_weight, points[0], means[0])[0]
    told = zip("xy", (X, Y), sizes, points, means, beside, strict=True)
    return [
        walk_in_parts(p, along(of, which, size, there), own, _weight, X=z, x=m, sign=sign, L=size)
        for which, own, size, z, m, there in told
    ]
