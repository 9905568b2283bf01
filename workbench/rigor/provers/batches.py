"""Records g_1, ..., g_n in R^d: the mean of a batch without replacement, and how far they spread.

    covariance   Cov(a_B, b_B) = (1/m) (n - m)/(n - 1) Cov(a, b) for any two coordinates
    along        Var(u'g) <= S^2/4 if |g_i - g_j|_1 <= S and |u_k| <= 1
    total        sum_k Var(g_k) = E Var(s'g) over signs s, and so it is at most S^2/4

With Laplace noise: `workbench.rigor.provers.releases`.

Popoviciu's inequality is shown with the record for which u'g is the least, u'g_j: the product of
u'(g_i - g_j) and S - u'(g_i - g_j) is not negative, and its mean over i is S^2/4 - Var(u'g), less
a square.  An entry g[(i - 1) d + k] is coordinate k of record i.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import sympy as sp

from workbench.claims import Outcome
from workbench.rigor.provers.moments import Known, moments_shown
from workbench.symbolic import declare
from workbench.symbolic.moments import MomentStatement, batch, signs
from workbench.symbolic.text import parse

n, d, m, i, j, k = declare("integer n d m > 0, integer i j k")
S = declare("S_1 >= 0")
Q, M, N = declare("real Q M N")
a, b, g, u, c, s, B = (sp.IndexedBase(x, real=True) for x in "abgucsB")
Entry = Callable[[Any], Any]
_QUARTER = sp.Rational(1, 4)
SIZES = [(n, ">=", 2), (m, "<=", n)]
_SHRINK = parse("v*x <= abs(x)", where="v <= 1, v >= -1")
FACTOR = (n - m) / (m * (n - 1))


def at(record: Any, coordinate: Any) -> Any:  # noqa: ANN401 - sympy
    """A coordinate of a record."""
    return g[(record - 1) * d + coordinate]


def mean(x: Entry) -> Any:  # noqa: ANN401
    """Over all records."""
    return sp.Sum(x(i), (i, 1, n)) / n


def variance(x: Entry) -> Any:  # noqa: ANN401
    """Over all records."""
    return sp.Sum((x(i) - mean(x)) ** 2, (i, 1, n)) / n


def trace() -> Any:  # noqa: ANN401
    """The sum of the variances of all coordinates."""
    return sp.Sum(variance(lambda r: at(r, k)), (k, 1, d))


def inner(x: Any) -> Entry:  # noqa: ANN401
    """The inner product of a record with x."""
    return lambda r: sp.Sum(x[k] * at(r, k), (k, 1, d))


def of_all(*numbers: Any, last: Any = n, first: Any = 1) -> list[Any]:  # noqa: ANN401
    """The conditions that numbers are in 1..last."""
    return [one for x in numbers for one in ((first, "<=", x), (x, "<=", last))]


def apart(x: Any, y: Any) -> Any:  # noqa: ANN401
    """The l1 distance of two records."""
    return sp.Sum(sp.Abs(at(x, k) - at(y, k)), (k, 1, d))


def diameter(bound: Any = S) -> tuple[Any, ...]:  # noqa: ANN401
    """Any two records are at an l1 distance of at most this."""
    return ((i, j), of_all(i, j), (apart(i, j), "<=", bound))


IN_CUBE = [((k,), of_all(k, last=d), (u[k], "<=", 1)), ((k,), of_all(k, last=d), (u[k], ">=", -1))]


# statements ---------------------------------------------------------------------------------------


def unbiased(divisor: Any = m, where: Sequence[Any] = SIZES[1:]) -> MomentStatement:  # noqa: ANN401
    """The mean of a batch has the mean of all records."""
    return MomentStatement(
        (Q, "=", mean(lambda r: a[r])), families=[batch(B, n, m)], where=where,
        means={Q: sp.Sum(B[i] * a[i], (i, 1, n)) / divisor},
    )  # fmt: skip


def covariance(factor: Any = FACTOR, where: Sequence[Any] = SIZES) -> MomentStatement:  # noqa: ANN401
    """E[a_B b_B] - E[a_B] E[b_B] of two coordinates."""
    x, y = (sp.Sum(B[i] * z[i], (i, 1, n)) / m for z in (a, b))
    both = (a[i] - mean(lambda r: a[r])) * (b[i] - mean(lambda r: b[r]))
    return MomentStatement(
        (Q - M * N, "=", factor * sp.Sum(both, (i, 1, n)) / n), families=[batch(B, n, m)],
        means={Q: x * y, M: x, N: y}, where=where,
    )  # fmt: skip


def along(
    constant: Any = _QUARTER, every: Sequence[Any] = (diameter(), *IN_CUBE)  # noqa: ANN401
) -> MomentStatement:  # fmt: skip
    """The variance in a direction with entries in [-1, 1]."""
    return MomentStatement((variance(inner(u)), "<=", constant * S**2), every=every)


def averaged(weight: Any = 1) -> MomentStatement:  # noqa: ANN401
    """The sum of the variances is the mean of the variances of s'g over signs."""
    return MomentStatement(
        (trace(), "=", Q), families=[signs(s, d)],
        means={Q: weight * variance(inner(s))},
    )  # fmt: skip


def total(
    constant: Any = _QUARTER, every: Sequence[Any] = (diameter(),)  # noqa: ANN401
) -> MomentStatement:  # fmt: skip
    """The sum of the variances of all coordinates."""
    return MomentStatement((trace(), "<=", constant * S**2), every=every)


# proofs -------------------------------------------------------------------------------------------


def popoviciu(
    known: Known, x: Any, longest: Any = S, *, pair: int = 0, inside: Sequence[int], of: Any = k  # noqa: ANN401
) -> Any:  # fmt: skip  # noqa: ANN401
    """That Var(x'g) is at most longest^2/4: the fact that remains, and the square to add.

    pair:   the place of the distances of any two records
    inside: the places of the ends of the entries of x, where their interval does not say them
    """
    p = inner(x)
    low = known.least(p(i), i, 1, n, "low")
    least = known.last

    def shrinks(inside_: Known) -> None:
        for place in inside:
            inside_.take(place, {of: k})
        inside_.using((_SHRINK, {"v": x[k], "x": at(i, k) - at(low, k)}))

    def short(inside_: Known) -> None:
        move = at(i, k) - at(low, k)
        one = (x[k] * move, "<=", sp.Abs(move))
        inside_.add(inside_.every([k], of_all(k, last=d), one, shrinks))
        inside_.take(pair, {i: i, j: low})
        inside_.adds({-1: 1, -2: 1})

    above = known.every([i], of_all(i), (p(i) - p(low), "<=", longest), short)

    def product(inside_: Known) -> None:
        inside_.take(least, {i: i})
        inside_.take(above, {i: i})

    both = (p(i) - p(low)) * (longest - p(i) + p(low))
    known.add(known.every([i], of_all(i), (0, "<=", both), product))
    return mean(p) - p(low) - longest / 2


def spread_along(known: Known) -> None:
    """The steps of `along`."""
    square = popoviciu(known, u, inside=(1, 2))
    known.adds({-1: 1 / n}, square**2)


def along_shown(**changes: Any) -> Outcome:  # noqa: ANN401
    """The variance in a direction."""
    return moments_shown(along(**changes), spread_along)


def coordinates_first(known: Known) -> None:
    """A sum over records of sums over coordinates, in the other order."""
    square = (at(i, k) - mean(lambda r: at(r, k))) ** 2
    known.swap(sp.Sum(sp.Sum(square, (k, 1, d)), (i, 1, n)))


def signs_average(known: Known) -> None:
    """The steps of `averaged`, from the mean of the variance of s'g."""
    known.mean(Q)
    coordinates_first(known)
    known.equals({-1: -1 / n, -2: -1})


def total_variance(known: Known, longest: Any = S, pair: int = 0) -> None:  # noqa: ANN401
    """The trace is at most longest^2/4, as a fact."""

    def one(inside: Known) -> None:
        ends = (inside.last - 1, inside.last)
        square = popoviciu(inside, s, longest, pair=pair, inside=ends, of=i)
        inside.adds({-1: 1 / n}, square**2)

    known.average([signs(s, d)], (variance(inner(s)), "<=", longest**2 / 4), one)
    coordinates_first(known)
    known.weaken(">=")
    known.fact((trace(), "<=", longest**2 / 4), lambda inside: inside.adds({-3: 1, -1: 1 / n}))


def total_shown(**changes: Any) -> Outcome:  # noqa: ANN401
    """The sum of the variances."""
    return moments_shown(total(**changes), total_variance, methods=("sign",))
