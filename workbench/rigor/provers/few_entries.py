"""Gradients of few entries at two minimisers, and what bounds the distance of these in the 1-norm.

The letters are those of `workbench.rigor.provers.one_norm_moves`.  Entry by entry |v| is bounded by
2 c |v| <= c^2 e + v^2 for all c >= 0, where e is at least 1 if v is not 0, and so is the sum.
"""

from __future__ import annotations

from typing import Any

import sympy as sp

from workbench.rigor.provers.batches import of_all
from workbench.rigor.provers.expectations import NotProved
from workbench.rigor.provers.moments import Known
from workbench.symbolic import declare
from workbench.symbolic.moments import MomentStatement
from workbench.symbolic.text import parse

n, d, j, k = declare("integer n d > 0, integer j k")
L, lam, s, H = declare("L lambda s H > 0")
z = declare("real z")
x, y, a, b, g, h = (sp.IndexedBase(name, real=True) for name in "xyabgh")
p, q, u, w = (sp.IndexedBase(name, nonnegative=True) for name in "pquw")
AT = (j - 1) * d + k  # the place of entry k of gradient j
D, V = x[k] - y[k], g[AT] - h[AT]


def over(body: Any) -> Any:  # noqa: ANN401 - sympy
    """The sum over the coordinates."""
    return sp.Sum(body, (k, 1, d))


def common(body: Any) -> Any:  # noqa: ANN401
    """The sum over the records that stay."""
    return sp.Sum(body, (j, 1, n - 1))


ENTRY, RECORD = of_all(k, last=d), of_all(j, last=n - 1)
STILL = (  # the gradients of both regularised risks vanish
    ((k,), ENTRY, (n * lam * x[k] + a[k] + common(g[AT]), "=", 0)),
    ((k,), ENTRY, (n * lam * y[k] + b[k] + common(h[AT]), "=", 0)),
)
LONG = (over(a[k] ** 2), "<=", L**2), (over(b[k] ** 2), "<=", L**2)
CONVEX = ((j,), RECORD, (0, "<=", over(V * D)))
SMOOTH = ((j,), RECORD, (over(V**2), "<=", H**2 * over(D**2)))
FEW = (over(p[k]), "<=", s), (over(q[k]), "<=", s)
SPARSE = (  # p, q, u, w count the entries that are not 0
    ((k,), ENTRY, (sp.Abs(a[k]) * (1 - p[k]), "<=", 0)),
    ((k,), ENTRY, (sp.Abs(b[k]) * (1 - q[k]), "<=", 0)),
    ((j, k), [*RECORD, *ENTRY], (sp.Abs(g[AT]) * (1 - u[AT]), "<=", 0)),
    ((j, k), [*RECORD, *ENTRY], (sp.Abs(h[AT]) * (1 - w[AT]), "<=", 0)),
    ((j,), RECORD, (over(u[AT]), "<=", s)),
    ((j,), RECORD, (over(w[AT]), "<=", s)),
)
SPREAD = (  # a counterexample without one of these on g
    "s = 1, n = 2, H = 2 lam, b = -a = L e_1, g_1 = (L/2) (e_1 + v), h_1 = 0, where v has 400 equal"
    " entries, not the first, and the length 1: then x - y = (3 e_1 - v) L/(4 lam), of the 1-norm"
    " 5.75 L/lam, above 4.25 L/lam."
)
MOVED, SQUARE, ALONG = over(sp.Abs(D)), over(D**2), common(over(V * D))
TURNED = common(over(sp.Abs(V)))  # how much the gradients of the others change
SIZE = parse("0 <= c^2*t - 2*c*m + m^2", where="m*(1-t) <= 0, m >= 0, t >= 0, c >= 0")
SQUARED = parse("0 <= l - c*abs(v) + v^2", where="0 <= l - c*abs(v) + abs(v)^2")
FEWER = parse("m*q <= 0", where="m*p <= 0, q <= p, m >= 0")
ADDED = parse("(v+w)*q <= 0", where="v*q <= 0, w*q <= 0")
SMALLER = parse("m*q <= 0", where="m <= v, v*q <= 0, m >= 0")
APART = parse("abs(v-w) <= abs(v)+abs(w)")
SHRINK = parse("v*x <= abs(x)", where="v <= 1, v >= -1")
BETWEEN = parse("m*abs(v) <= b", where="m*v <= b, -m*v <= b, m > 0")


def sized(v: Any, count: Any, c: Any) -> list[Any]:  # noqa: ANN401
    """Steps to 0 <= c^2 count - 2 c |v| + v^2."""
    return [(SIZE, {"m": sp.Abs(v), "t": count, "c": c}),
            (SQUARED, {"l": c**2 * count, "c": 2 * c, "v": v})]  # fmt: skip


def _shrunk(known: Known, way: Any, entry: Any) -> None:  # noqa: ANN401
    """The entry times a number in [-1, 1] is at most its size."""
    said = (way * entry, "<=", sp.Abs(entry))
    known.fact(said, lambda one: one.using((SHRINK, {"v": way, "x": entry})))


class Moves:
    """Steps to a bound on |x - y|_1; what holds entry by entry comes first, and then its sums."""

    def __init__(self, of: MomentStatement, known: Known) -> None:
        self.of, self.known = of, known
        for one in (*LONG, *FEW):  # what is not given is named before the work begins
            known.place(one)
        for hypothesis in (*STILL, *SPARSE):
            self.place(hypothesis)
        self.of_a = self._side(SPARSE[0], LONG[0], FEW[0], a[k], p[k])
        self.of_b = self._side(SPARSE[1], LONG[1], FEW[1], b[k], q[k])
        self.turned, self.moved = self._turned(), moved(known)

    def place(self, hypothesis: Any) -> int:  # noqa: ANN401
        """Where a hypothesis stands, if it does."""
        return place_of(self.of, hypothesis)

    def _side(self, hypothesis: Any, long: Any, few: Any, entry: Any, count: Any) -> int:  # noqa: ANN401
        """0 <= s c^2 - 2 c |a|_1 + L^2 for all c >= 0, and the same of b."""
        place = self.place(hypothesis)
        square, number = (self.known.place(one) for one in (long, few))

        def one(at: Known) -> None:
            at.take(place, {k: k})
            at.using(*sized(entry, count, z))

        def each(at: Known) -> None:
            said = (0, "<=", z**2 * count - 2 * z * sp.Abs(entry) + entry**2)
            at.add(at.every([k], ENTRY, said, one))
            at.adds({-1: 1, square: 1, number: z**2})

        said = (0, "<=", s * z**2 - 2 * z * over(sp.Abs(entry)) + L**2)
        return self.known.every([z], [(0, "<=", z)], said, each)

    def _turned(self) -> int:
        """0 <= c^2 (u + w) - 2 c |g_j - h_j| + (g_j - h_j)^2, entry by entry."""
        left, right = self.place(SPARSE[2]), self.place(SPARSE[3])
        count, at_ = u[AT] + w[AT], {j: j, k: k}

        def entry(at: Known) -> None:
            at.take(left, at_)
            at.take(right, at_)
            parts = ((g[AT], u[AT]), (h[AT], w[AT]))
            at.using(
                *((FEWER, {"m": sp.Abs(v), "p": 1 - one, "q": 1 - count}) for v, one in parts),
                (APART, {"v": g[AT], "w": h[AT]}),
                (ADDED, {"v": sp.Abs(g[AT]), "w": sp.Abs(h[AT]), "q": 1 - count}),
                (SMALLER, {"m": sp.Abs(V), "v": sp.Abs(g[AT]) + sp.Abs(h[AT]), "q": 1 - count}),
                *sized(V, count, z),
            )

        said = (0, "<=", z**2 * count - 2 * z * sp.Abs(V) + V**2)
        return self.known.every([z, j, k], [(0, "<=", z), *RECORD, *ENTRY], said, entry)


def moved(known: Known) -> int:
    """N lam |D| <= |a| + |b| + sum_j |g_j - h_j|, entry by entry."""
    most = sp.Abs(a[k]) + sp.Abs(b[k]) + common(sp.Abs(V))

    def within(at: Known) -> None:
        said = (-z * V, "<=", sp.Abs(V))
        shrink = (SHRINK, {"v": -z, "x": V})
        at.add(at.every([j], RECORD, said, lambda one: one.using(shrink)))
        for place in (0, 1):
            at.take(place, {k: k})
        at.fact((z * (n * lam * D + a[k] - b[k] + common(V)), "=", 0),
                lambda one: one.equals({-2: z, -1: -z}))  # fmt: skip
        at.weaken("<=")
        for way, entry in ((-z, a[k]), (z, b[k])):
            _shrunk(at, way, entry)
        at.adds({-1: 1, -2: 1, -3: 1, -7: 1})

    def entry(at: Known) -> None:
        ends = [(-1, "<=", z), (z, "<=", 1)]
        both = at.every([z], ends, (z * n * lam * D, "<=", most), within)
        at.take(both, {z: 1})
        at.take(both, {z: -1})
        at.using((BETWEEN, {"m": n * lam, "v": D, "b": most}))

    return known.every([k], ENTRY, (n * lam * sp.Abs(D), "<=", most), entry)


def place_of(of: MomentStatement, hypothesis: Any) -> int:  # noqa: ANN401
    """Where a hypothesis for all indices stands, if it does."""
    if hypothesis not in of.every:
        raise NotProved("a hypothesis is not given")
    return list(of.every).index(hypothesis)


def summed(
    known: Known, moves: Moves, squares: Any, c: Any, taken: int, facts: dict[int, Any]  # noqa: ANN401
) -> None:  # fmt: skip
    """The sum of it over all entries of all records that stay, with a bound on the squares.

    taken, facts: the place of a bound for each record, and multiples of facts that add to it
    """
    few = [moves.place(one) for one in SPARSE[4:]]

    def record(at: Known) -> None:
        said = (0, "<=", z**2 * (u[AT] + w[AT]) - 2 * z * sp.Abs(V) + V**2)
        entry = {z: z, j: j, k: k}
        at.add(at.every([k], ENTRY, said, lambda one: one.take(moves.turned, entry)))
        for place in few:
            at.take(place, {j: j})
        at.take(taken, {j: j})
        at.adds({-1: 1, -2: z**2, -3: z**2, -4: 1, **facts})

    said = (0, "<=", 2 * s * z**2 - 2 * z * over(sp.Abs(V)) + squares)
    total = (0, "<=", common(said[2]))
    place = known.every(
        [z], [(0, "<=", z)], total, lambda at: at.add(at.every([j], RECORD, said, record))
    )
    known.split(sp.Sum(1, (j, 1, n)), n)
    known.weaken(">=")
    known.take(place, {z: c})
    known.add(moves.moved)
    known.swap(TURNED)
    known.weaken(">=")


def at_last(
    known: Known, moves: Moves, own: Any, c: Any, each: Any, more: dict[int, Any], rest: Any  # noqa: ANN401
) -> None:  # fmt: skip
    """All of it together: |a|_1 + |b|_1 + sum_j |g_j - h_j|_1 over n lam.

    own, c: the numbers c of a and b, and of the g_j - h_j; each: what is the same for all records
    """
    size = lam * n
    for place in (moves.of_a, moves.of_b):
        known.take(place, {z: own})
    known.adds({
        -1: 1 / (2 * own * size), -2: 1 / (2 * own * size), -3: 1 / size, -5: 1 / size,
        -6: 1 / (2 * c * size), -7: each / (2 * c * size), **more}, rest=rest)  # fmt: skip


def along(known: Known) -> None:
    """N lam |D|^2 + sum (a - b) D + sum_j <g_j - h_j, D> <= 0, and the last sum in both orders."""

    def times(at: Known) -> None:
        for place in (0, 1):
            at.take(place, {k: k})
        at.equals({-2: D, -1: -D})

    said = (n * lam * D**2 + (a[k] - b[k]) * D + common(V * D), "=", 0)
    known.add(known.every([k], ENTRY, said, times))
    known.weaken("<=")
    known.swap(ALONG)
    known.weaken("<=")


def short(known: Known, convex: int, r: Any) -> None:  # noqa: ANN401
    """|D|_2 <= r = 2L/(lam n) for convex losses.

    convex: the place of <g_j - h_j, D> >= 0; those of the bounds on a and b are 0 and 1
    """
    size = lam * n
    along(known)
    known.add(convex)
    known.fact((SQUARE, "<=", r**2), lambda at: at.adds(
        {0: 2 / size**2, 1: 2 / size**2, -1: 2 / size, -2: 2 / size, -4: 2 / size},
        rest=over(2 / size**2 * ((a[k] + size / 2 * D) ** 2 + (b[k] - size / 2 * D) ** 2)),
    ))  # fmt: skip
