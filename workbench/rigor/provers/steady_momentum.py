"""The error of a momentum with one order in every epoch, from step to step and path by path.

Step t uses record t mod N.  In V the gradients at the point w_t stand in a row of N + 1 entries:
V_(t(N+1)+i) is that of the record which step t + i uses, so the first and the last entry of a row
are of one record, and V_(n+N) and V_n always are: an entry of the next row, or the same one.  With
c_i = (1 - alpha)^i and rho = c_N,

    S_t = sum_(i<N) alpha c_(N-1-i) V_(t(N+1)+i+1)

is 1 - rho times the momentum that would be, had all gradients been taken at w_t, for ever.  The
momentum M_(t+1) = (1 - alpha) M_t + V_(t(N+1)) follows it, and S_t/(1 - rho) is near the mean
gradient, as its N weights are in an interval of length alpha:

    |alpha M_(t+1) - grad F(w_t)| <= c_(t+1) G + eta L (1 - alpha)/alpha + G alpha N/2.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from workbench.rigor.provers.repeated_order import one_more
from workbench.rigor.provers.repeated_weights import POWERS, N, alpha, c, chord
from workbench.rigor.provers.theorems import Proof
from workbench.rigor.provers.tree_counts import falling
from workbench.rigor.provers.tree_levels import ZERO
from workbench.symbolic import theorem as th
from workbench.symbolic.theorem import Num, Theorem, Vec

HALF = Fraction(1, 2)
G, L, eta = (th.number(name, at_least=0) for name in ("G", "L", "eta"))
x = th.number("x")
e, h, i, j, k, n, r = (th.integer(name) for name in "ehijknr")
at, last = th.integer("o", at_least=0), th.integer("q", at_least=0)
V, M = (th.draws(name, n, mean=None) for name in "VM")
SAME: Any = (e, 0, (abs(V[e * (N + 1) + N] - V[e * (N + 1)]), "<=", 0))
MOVES: Any = (n, 0, (abs(V[n + N] - V[n]), "<=", L * eta))
BOUNDED: Any = (n, 0, (abs(V[n]), "<=", G))
MOMENTUM: tuple[Any, ...] = (
    (abs(M[0]), "<=", 0),
    (e, 0, (abs(M[e + 1] - (1 - alpha) * M[e] - V[e * (N + 1)]), "<=", 0)),
)
SUMS = {"alpha": alpha, "N": N, "c": c}


def _sum(count: Num, of: Any) -> Vec:  # noqa: ANN401 - a vector at an index
    return th.total(i, 0, count - 1, of(i))


def steady(first: Num) -> Vec:
    """S_t, for the place of the first entry of its row."""
    return _sum(N, lambda i: alpha * c[N - 1 - i] * V[first + i + 1])


def _older(first: Num, count: Num = N) -> Vec:
    """The same with weights and entries of one step before."""
    return _sum(count, lambda i: alpha * c[N - i] * V[first + i])


def shifted() -> Proof:
    """The two sums differ by the ends."""

    def said(end: Num, last: Num) -> th.Said:
        ends = alpha * c[N] * V[at] - alpha * last * V[at + end]
        new = _sum(end, lambda i: alpha * c[N - 1 - i] * V[at + i + 1])
        return abs(_older(at, end) - new - ends), "<=", 0

    p = Proof(Theorem((alpha, N, at, c, V), given=[(c[0], "=", 1)],
                      concludes=said(N, th.num(1))))  # fmt: skip
    here = p.induction(j, 0, said(j, c[N - j]), p.gram(said(ZERO, c[N]), []), last=N)
    p.gram(said(j + 1, c[N - j - 1]), [(1, here)])
    every = p.gram(said(N, c[0]), [(1, p.close())])
    p.rewrite(p.theorem.concludes, every, 0)
    return p


def moved() -> Proof:
    """From one row to the next the gradients move by L eta."""
    less = 1 - alpha

    def told(count: Num) -> th.Said:
        new = _older(at + N + 1, count)
        old = _sum(count, lambda i: less * alpha * c[N - 1 - i] * V[at + i + 1])
        return abs(new - old), "<=", L * eta * (c[N - count + 1] - c[N + 1])

    p = Proof(Theorem((alpha, G, L, eta, N, at, c, V), given=[*POWERS, MOVES, BOUNDED],
                      concludes=told(N)))  # fmt: skip
    here = p.induction(j, 0, told(j), p.gram(told(ZERO), []), last=N)
    rule, weight = p.at(2, N - 1 - j), alpha * c[N - j]
    rest = weight - less * alpha * c[N - 1 - j]
    p.gram((0, "<=", rest), [(-alpha, rule)])
    none = p.gram((rest, "<=", 0), [(alpha, rule)])
    new, old = V[at + N + 1 + j], V[at + j + 1]
    both = p.triangle(
        (1, _older(at + N + 1, j) - _sum(j, lambda i: less * alpha * c[N - 1 - i] * V[at + i + 1])),
        (weight, new - old), (rest, old),
    )  # fmt: skip
    p.gram(told(j + 1), [
        (1, here), (1, both), (weight, p.at(3, at + j + 1)), (rest, p.at(4, at + j + 1)),
        (G, none), (L * eta, p.at(2, N - j)),
    ])  # fmt: skip
    p.close()
    return p


def told_of_start(count: Num) -> th.Said:
    """Gradients of the first row, each at most G long."""
    return abs(_older(at, count)), "<=", G * (c[N - count + 1] - c[N + 1])


def short() -> Proof:
    """|sum_(i<N) alpha c_(N-i) V_i| <= G (c_1 - c_(N+1))."""
    p = Proof(Theorem((alpha, G, N, at, c, V), given=[*POWERS, BOUNDED],
                      concludes=told_of_start(N)))  # fmt: skip
    here = p.induction(j, 0, told_of_start(j), p.gram(told_of_start(ZERO), []), last=N)
    weight = alpha * c[N - j]
    both = p.triangle((1, _older(at, j)), (weight, V[at + j]))
    p.gram(told_of_start(j + 1), [(1, here), (1, both), (weight, p.at(3, at + j)),
                                  (G, p.at(2, N - j))])  # fmt: skip
    p.close()
    return p


def _decays(p: Proof) -> int:
    """The place of c_(r+1) <= c_r, with c_N <= 1 - alpha as a fact; POWERS come first."""
    first = p.gram((c[1], "<=", c[0]), [(1, p.at(2, ZERO))])
    p.induction(r, 0, (c[r + 1], "<=", c[r]), first)
    p.gram((c[r + 2], "<=", c[r + 1]), [(1, p.at(2, r + 1))])
    every = p.close()
    later = p.by(falling(), {"n": th.num(1), "r": N - 1, "z": c})
    below = p.gram((c[N], "<=", 1 - alpha), [(1, later), (1, p.at(2, ZERO)), (1 - alpha, 1)])
    p.gram((0, "<=", 1 - c[N]), [(1, below)])
    p.visible((0, "<", 1 - c[N]), gap=1 - alpha - c[N] + alpha)
    return every


ALL: tuple[Any, ...] = (*POWERS, SAME, MOVES, BOUNDED, *MOMENTUM)


def tracked() -> Proof:
    """|(1 - rho) alpha M_(t+1) - S_t| <= (1 - rho) (c_(t+1) G + eta L (1 - alpha)/alpha)."""
    drift, share = eta * L * (1 - alpha) / alpha, (1 - c[N]) * alpha

    def lead(step: Num) -> Vec:
        return share * M[step + 1] - steady(step * (N + 1))

    def told(step: Num) -> th.Said:
        return abs(lead(step)), "<=", (1 - c[N]) * (c[step + 1] * G + drift)

    p = Proof(Theorem((alpha, G, L, eta, N, last, c, V, M), given=ALL, concludes=told(last)))
    one, power, same, _, _, start, adds = range(1, 8)
    _decays(p)

    def turned(step: Num) -> tuple[list[tuple[Any, Vec]], list[tuple[Any, int]]]:
        """What is new in a step, and how long it is, beside the sum of older entries."""
        row = step * (N + 1)
        ends = p.by(shifted(), {**SUMS, "o": row, "V": V})
        new = M[step + 1] - (1 - alpha) * M[step] - V[row]
        both = _older(row) - steady(row) - alpha * c[N] * V[row] + alpha * V[row + N]
        return ([(share, new), (1, both), (-alpha, V[row + N] - V[row])],
                [(share, p.at(adds, step)), (1, ends), (alpha, p.at(same, step))])  # fmt: skip

    parts, sizes = turned(ZERO)
    young = p.by(short(), {**SUMS, "G": G, "o": ZERO, "V": V})
    both = p.triangle(*parts, (share * (1 - alpha), M[0]), (-1, _older(ZERO)))
    first = [(-1 * G, p.at(power, N)), (G * c[N], p.at(power, ZERO)), (G * c[N] * (1 - alpha), one)]
    rest = p.visible((0, "<=", (1 - c[N]) * drift))
    base = p.gram(told(ZERO), [(1, both), *sizes, (share * (1 - alpha), start), (1, young),
                               *first, (1, rest)])  # fmt: skip
    here = p.induction(k, 0, told(k), base)
    parts, sizes = turned(k + 1)
    row = k * (N + 1)
    old = p.by(moved(), {**SUMS, "G": G, "L": L, "eta": eta, "o": row, "V": V})
    both = p.triangle(*parts, (1 - alpha, lead(k)), (
        -1, _older(row + N + 1) - (1 - alpha) * steady(row)))  # fmt: skip
    p.gram(told(k + 1), [(1, both), *sizes, (1 - alpha, here), (1, old),
                         (-1 * L * eta, p.at(power, N)), (L * eta, p.at(power, ZERO)),
                         (L * eta * (1 - alpha), one),
                         (-(1 - c[N]) * G, p.at(power, k + 1))])  # fmt: skip
    p.at(p.close(), last)
    return p


def spread() -> Proof:
    """sum_(i<N) |alpha c_(N-1-i) - (1 - rho)/N| <= (1 - rho) alpha N/2."""
    wide, mean = alpha * (1 - c[N]), (1 - c[N]) / N

    def some(count: Num) -> Num:
        return th.total(i, 0, count - 1, alpha * c[N - 1 - i])

    def apart(count: Num) -> Num:
        return th.total(i, 0, count - 1, abs(alpha * c[N - 1 - i] - mean))

    p = Proof(Theorem((alpha, N, c), given=POWERS, concludes=(
        apart(N), "<=", (1 - c[N]) * alpha * N * HALF)))  # fmt: skip
    one, power = 1, 2
    _decays(p)

    def weight(of: Num) -> tuple[int, int]:
        """rho <= c_(N-1-i) <= 1."""
        low = p.by(falling(), {"n": N - 1 - of, "r": of + 1, "z": c})
        high = p.by(falling(), {"n": ZERO, "r": N - 1 - of, "z": c})
        p.gram((0, "<=", alpha * (c[N - 1 - of] - c[N])), [(alpha, low)])
        return low, p.gram((alpha * (c[N - 1 - of] - c[N]), "<=", wide), [
            (alpha, high), (alpha, one)])  # fmt: skip

    def added(count: Num) -> th.Said:
        return some(count), "=", c[N - count] - c[N]

    here = p.induction(j, 0, added(j), p.gram(added(ZERO), []), last=N)
    p.gram(added(j + 1), [(1, here), (1, p.at(power, N - 1 - j))])
    total = p.gram((some(N), "=", 1 - c[N]), [(1, p.close()), (1, one)])
    y = mean - alpha * c[N]

    def least(count: Num) -> th.Said:
        return count * alpha * c[N], "<=", some(count)

    def most(count: Num) -> th.Said:
        return some(count), "<=", count * (alpha * c[N] + wide)

    sides = []
    for side, told in enumerate((least, most)):
        here = p.induction(h, 0, told(h), p.gram(told(ZERO), []), last=N)
        p.gram(told(h + 1), [(1, here), (alpha if side == 0 else 1, weight(h)[side])])
        sides.append(p.close())
    p.gram((0, "<=", y), [(1 / N, sides[0]), (1 / N, total)])
    p.gram((y, "<=", wide), [(1 / N, sides[1]), (-1 / N, total)])

    def said(count: Num) -> th.Said:
        above = some(count) - count * alpha * c[N]
        return wide * apart(count), "<=", above * (wide - y) + (count * wide - above) * y

    here = p.induction(n, 0, said(n), p.gram(said(ZERO), []), last=N)
    weight(n)
    near = p.by(chord(), {"alpha": wide, "x": alpha * (c[N - 1 - n] - c[N]), "y": y})
    p.gram(said(n + 1), [(1, here), (1, near)])
    every = p.close()
    square = p.visible((4 * y * (wide - y), "<=", wide**2), gap=(wide - 2 * y) ** 2)
    p.gram(p.theorem.concludes, [(1 / wide, every), ((wide - 2 * y) / wide, total),
                                 (N / (2 * wide), square)])  # fmt: skip
    return p


def mean_gradient(row: Num) -> Vec:
    """The mean of the last N entries of a row, which are those of the N records."""
    return 1 / N * _sum(N, lambda i: V[row + i + 1])


def error(*, share: Any = HALF) -> Proof:  # noqa: ANN401 - a number
    """|alpha M_(t+1) - mean| <= c_(t+1) G + eta L (1 - alpha)/alpha + share G alpha N.

    mean: that of the gradients at w_t
    """
    row, mean = last * (N + 1), (1 - c[N]) / N
    bound = c[last + 1] * G + eta * L * (1 - alpha) / alpha + share * G * alpha * N
    p = Proof(Theorem((alpha, G, L, eta, N, last, c, V, M), given=ALL, concludes=(
        abs(alpha * M[last + 1] - mean_gradient(row)), "<=", bound)))  # fmt: skip
    bounded = 5
    _decays(p)

    def weight(of: Num) -> Num:
        return alpha * c[N - 1 - of] - mean

    def near(count: Num) -> th.Said:
        return (abs(_sum(count, lambda i: weight(i) * V[row + i + 1])), "<=",
                G * th.total(i, 0, count - 1, abs(weight(i))))  # fmt: skip

    here = p.induction(h, 0, near(h), p.gram(near(ZERO), []), last=N)
    p.at(bounded, row + h + 1)
    old = _sum(h, lambda i: weight(i) * V[row + i + 1])
    more = p.by(one_more(), {"G": G, "x": weight(h), "g": old, "h": V[row + h + 1]})
    p.gram(near(h + 1), [(1, here), (1, more)])
    every, small = p.close(), p.by(spread(), SUMS)
    following = p.by(tracked(), {**SUMS, "G": G, "L": L, "eta": eta, "q": last, "V": V, "M": M})
    whole = 1 / (1 - c[N])
    both = p.triangle(
        (whole, (1 - c[N]) * alpha * M[last + 1] - steady(row)),
        (whole, _sum(N, lambda i: weight(i) * V[row + i + 1])),
    )  # fmt: skip
    p.gram(p.theorem.concludes, [(1, both), (whole, following), (whole, every),
                                 (whole * G, small)])  # fmt: skip
    return p
