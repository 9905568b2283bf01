"""The weights of records whose gradients come in one order that is repeated.

Steps are counted back from the last one: the step of age j has the weight alpha c_j, c_j = (1 -
alpha)^j, and there are T steps: a_j = alpha c_j for j < T, and 0 for older ones.  Record s = 0,
..., N - 1 has the ages s, s + N, ..., so the weight V_s = a_s + a_(s+N) + ...  The V_s fall, as
the a_j do, and V_0 <= alpha + V_(N-1): all are in an interval of length alpha.  They add up to
1 - c_T, and their distances from the N-th part of it to alpha N/2 at most, by the chord above
|x - mean|.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workbench.rigor.provers.theorems import Proof
from workbench.rigor.provers.tree_counts import falling
from workbench.rigor.provers.tree_levels import FALLS, ZERO, grown
from workbench.rigor.provers.tree_levels import z as inside
from workbench.symbolic import theorem as th
from workbench.symbolic.theorem import Num, Theorem

Given = Sequence[Any]  # hypotheses
HALF = th.num(1) / 2
alpha, mu = th.number("alpha", above=0), th.number("mu")
N, Q, T = (th.integer(name, at_least=1) for name in "NQT")
n, q = (th.integer(name, at_least=0) for name in "nq")
i, j, k, r, s, t = (th.integer(name) for name in "ijkrst")
a, c = (th.numbers(name, at_least=0) for name in "ac")


def weight(of: Num, count: Num = Q) -> Num:
    """The weight of a record in its last uses."""
    return th.total(k, 0, count - 1, a[of + k * N])


def apart(count: Num, middle: Num, uses: Num = Q) -> Num:
    """How far the weights of the first records are from the middle, together."""
    return th.total(s, 0, count - 1, abs(weight(s, uses) - middle))


def chord() -> Proof:
    """From 0 to alpha |x - y| is below its chord, here times alpha."""
    x, y = (th.number(name, at_least=0) for name in "xy")
    told = alpha * abs(x - y), "<=", x * (alpha - y) + (alpha - x) * y
    p = Proof(Theorem((alpha, x, y), given=[(x, "<=", alpha), (y, "<=", alpha)], concludes=told))
    gaps = [{"kind": "sign", "gap": gap.tree} for gap in (2 * y * (alpha - x), 2 * x * (alpha - y))]
    p.scalar(told, {"kind": "cases", "tree": (x - y).tree, "above": gaps[0], "below": gaps[1]})
    return p


FALLING: Any = (t, 0, (a[t + 1], "<=", a[t]))
WEIGHTS: tuple[Any, ...] = (FALLING, (a[0], "<=", alpha))


def later() -> Proof:
    """The weight of a later record is no more."""

    def said(more: Num, count: Num = Q) -> th.Said:
        return weight(n + more, count), "<=", weight(n, count)

    p = Proof(Theorem((N, Q, n, q, a), given=[FALLING], concludes=said(q)))
    here = p.induction(r, 0, said(r), p.gram(said(ZERO), []))

    def next_one(count: Num) -> th.Said:
        return weight(n + r + 1, count), "<=", weight(n + r, count)

    more = grown(p, next_one, lambda: [(1, p.at(0, n + r + j * N))], Q)
    p.gram(said(r + 1), [(1, here), (1, more)])
    p.at(p.close(), q)
    return p


def range_of_weights() -> Proof:
    """The first weight is at most alpha above the last one."""
    p = Proof(Theorem((alpha, N, Q, a), given=WEIGHTS, concludes=(
        weight(ZERO), "<=", alpha + weight(N - 1))))  # fmt: skip

    def said(count: Num) -> th.Said:
        return weight(ZERO, count) + a[count * N], "<=", alpha + weight(N - 1, count)

    every = grown(p, said, lambda: [(1, p.at(0, (j + 1) * N - 1))], Q, base=[(1, 1)])
    p.gram(p.theorem.concludes, [(1, every), (1, p.visible((0, "<=", a[Q * N])))])
    return p


def sum_of_weights() -> Proof:
    """The weights of the records add up to those of the ages."""

    def said(count: Num) -> th.Said:
        return th.total(s, 0, N - 1, weight(s, count)), "=", th.total(i, 0, count * N - 1, a[i])

    p = Proof(Theorem((N, Q, a), concludes=said(Q)))

    def block(count: Num) -> th.Said:
        both = th.total(s, 0, count - 1, weight(s, j + 1)), th.total(i, 0, j * N + count - 1, a[i])
        old = th.total(s, 0, count - 1, weight(s, j)), th.total(i, 0, j * N - 1, a[i])
        return both[0] - both[1], "=", old[0] - old[1]

    first = p.gram(said(ZERO), [])
    here = p.induction(j, 0, said(j), first)
    inner = p.induction(r, 0, block(r), p.gram(block(ZERO), []))
    p.gram(block(r + 1), [(1, inner)])
    last = p.at(p.close(), N)
    p.gram(said(j + 1), [(1, here), (1, last)])
    p.at(p.close(), Q)
    return p


MEAN: Any = (N * mu, "=", th.total(i, 0, Q * N - 1, a[i]))


def interval(*, factor: Any = HALF) -> Proof:  # noqa: ANN401 - a number
    """All distances from the mean together are at most alpha N/2."""
    p = Proof(Theorem((alpha, mu, N, Q, a), given=(*WEIGHTS, MEAN), concludes=(
        apart(N, mu), "<=", factor * alpha * N)))  # fmt: skip
    low, put = weight(N - 1), {"alpha": alpha, "N": N, "Q": Q, "a": a}
    own = {key: put[key] for key in ("N", "Q", "a")}
    wide = p.by(range_of_weights(), put)
    total = p.gram((th.total(s, 0, N - 1, weight(s)), "=", N * mu),
                   [(1, p.by(sum_of_weights(), own)), (-1, 2)])  # fmt: skip

    def bounds(of: Num) -> tuple[int, int]:
        """The weight of a record is at least the last one, and at most alpha above it."""
        last = p.by(later(), own | {"n": of, "q": N - 1 - of})
        first = p.by(later(), own | {"n": ZERO, "q": of})
        p.gram((0, "<=", weight(of) - low), [(1, last)])
        return last, p.gram((weight(of) - low, "<=", alpha), [(1, first), (1, wide)])

    def some(count: Num) -> Num:
        return th.total(s, 0, count - 1, weight(s))

    def least(count: Num) -> th.Said:
        return count * low, "<=", some(count)

    def most(count: Num) -> th.Said:
        return some(count), "<=", count * (low + alpha)

    sides = []
    for side, told in enumerate((least, most)):
        here = p.induction(r, 0, told(r), p.gram(told(ZERO), []), last=N)
        p.gram(told(r + 1), [(1, here), (1, bounds(r)[side])])
        sides.append(p.close())
    y = mu - low
    p.gram((0, "<=", y), [(1 / N, sides[0]), (1 / N, total)])
    p.gram((y, "<=", alpha), [(1 / N, sides[1]), (-1 / N, total)])

    def said(count: Num) -> th.Said:
        above = some(count) - count * low
        return (alpha * apart(count, mu), "<=", above * (alpha - y) + (count * alpha - above) * y)

    here = p.induction(r, 0, said(r), p.gram(said(ZERO), []), last=N)
    bounds(r)
    one = p.by(chord(), {"alpha": alpha, "x": weight(r) - low, "y": y})
    p.gram(said(r + 1), [(1, here), (1, one)])
    every = p.close()
    square = p.visible((4 * y * (alpha - y), "<=", alpha**2), gap=(alpha - 2 * y) ** 2)
    parts = [(1 / alpha, every), ((alpha - 2 * y) / alpha, total), (N / (2 * alpha), square)]
    p.gram(p.theorem.concludes, parts)
    return p


POWERS: tuple[Any, ...] = (
    (alpha, "<=", 1), (c[0], "=", 1), (t, 0, (c[t + 1], "=", (1 - alpha) * c[t])),
)  # fmt: skip
WITHIN: tuple[Any, ...] = (
    FALLS, (t, 0, (inside[t], "<=", 1)), (inside[T - 1], "=", 1),
    (i, 0, (inside[T + i], "=", 0)), (t, 0, (a[t], "=", alpha * c[t] * inside[t])),
)  # fmt: skip


SYMBOLS = (alpha, N, T, a, c, inside)
USES: tuple[Any, ...] = (*POWERS, *WITHIN)


def places_of(given: Given, every: Given) -> list[int]:
    """Where these hypotheses stand; a place without a fact for one that is dropped."""
    return [next((at for at, one in enumerate(given) if one is of), 10**6) for of in every]


def falling_weights(p: Proof, places: Sequence[int]) -> None:
    """The facts WEIGHTS."""
    _, first, powers, falls, small, _, _, of_age, *_ = places

    def step(at: Num) -> int:
        none = p.visible((0, "<=", alpha**2 * c[at] * inside[at + 1]))
        return p.gram((a[at + 1], "<=", a[at]), [
            (1, p.at(of_age, at + 1)), (-1, p.at(of_age, at)), (alpha * c[at], p.at(falls, at)),
            (alpha * inside[at + 1], p.at(powers, at)), (1, none),
        ])  # fmt: skip

    p.induction(r, 0, (a[r + 1], "<=", a[r]), step(ZERO))
    step(r + 1)
    p.close()
    p.gram((a[ZERO], "<=", alpha), [(1, p.at(of_age, ZERO)), (alpha * inside[ZERO], first),
                                    (alpha, p.at(small, ZERO))])  # fmt: skip


def sum_of_all(p: Proof, places: Sequence[int]) -> int:
    """N mu is the sum of all weights, for mu = (1 - c_T)/N."""
    _, first, powers, _, small, one, old, of_age, *_ = places

    def said(count: Num) -> th.Said:
        return 1 - c[count], "=", th.total(i, 0, count - 1, a[i])

    here = p.induction(s, 0, said(s), p.gram(said(ZERO), [(-1, first)]), last=T)
    low = p.by(falling(), {"n": s, "r": T - 1 - s, "z": inside})
    p.gram((1, "<=", inside[s]), [(1, low), (-1, one)])
    same = p.rewrite((inside[s], "=", 1), p.gram((1, "=", 1), []), p.at(small, s))
    p.gram(said(s + 1), [(1, here), (-1, p.at(powers, s)), (-1, p.at(of_age, s)),
                         (-alpha * c[s], same)])  # fmt: skip
    young = p.close()

    def all_of(count: Num) -> th.Said:
        return 1 - c[T], "=", th.total(i, 0, T + count - 1, a[i])

    def step() -> list[Any]:
        end = T + j
        return [(-1, p.at(of_age, end)), (-alpha * c[end], p.at(old, j))]

    every = grown(p, all_of, step, T * (N - 1), base=[(1, young)])
    return p.gram((N * ((1 - c[T]) / N), "=", th.total(i, 0, T * N - 1, a[i])), [(1, every)])


def deviation(*, given: Given = USES, factor: Any = HALF) -> Proof:  # noqa: ANN401
    """The weights of the records are alpha N/2 from their mean (1 - c_T)/N, together, at most."""
    p = Proof(Theorem(SYMBOLS, given=given, concludes=(
        apart(N, (1 - c[T]) / N, T), "<=", factor * alpha * N)))  # fmt: skip
    places = places_of(given, USES)
    falling_weights(p, places)
    sum_of_all(p, places)
    p.by(interval(factor=factor), {"alpha": alpha, "mu": (1 - c[T]) / N, "N": N, "Q": T, "a": a})
    return p
