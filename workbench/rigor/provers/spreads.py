"""How far records g_1, ..., g_n in R^d are spread: more bounds on the sum of their variances.

euclidean  (1 - 1/n) S^2/2 if any two are at an l2 distance of at most S: n^2 times the sum is
           half the sum of all squared distances, and those of a record to itself are 0
simplex    attained by g_i = a e_i in R^n, with S = sqrt(2) a
ball       r^2 if all are within r of a point c: the mean is the nearest point in mean square
opposite   S^2/4, the bound for the l1 distance S, is attained by S/2 e_1 and -S/2 e_1
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import sympy as sp

from workbench.claims import Outcome
from workbench.rigor.provers.batches import apart, at, c, d, i, j, k, mean, n, of_all, trace
from workbench.rigor.provers.moments import Known, moments_shown
from workbench.symbolic import declare, relation
from workbench.symbolic.moments import MomentStatement

S, r, edge, p, q = declare("S_2 r a >= 0, integer p q > 0")
x, y, z = declare("real x y, z >= 0")


def squared(x: Any, y: Any) -> Any:  # noqa: ANN401 - sympy
    """The squared l2 distance of two records."""
    return sp.Sum((at(x, k) - at(y, k)) ** 2, (k, 1, d))


CLOSE = ((i, j), of_all(i, j), (squared(i, j), "<=", S**2))
NEAR = ((i,), of_all(i), (sp.Sum((at(i, k) - c[k]) ** 2, (k, 1, d)), "<=", r**2))


def euclidean(share: Any = sp.S.Half, every: Sequence[Any] = (CLOSE,)) -> MomentStatement:  # noqa: ANN401
    """Any two records are close."""
    return MomentStatement((trace(), "<=", share * (1 - 1 / n) * S**2), every=every)


def ball(factor: Any = 1, every: Sequence[Any] = (NEAR,)) -> MomentStatement:  # noqa: ANN401
    """All records are near one point."""
    return MomentStatement((trace(), "<=", factor * r**2), every=every)


def euclidean_shown(**changes: Any) -> Outcome:  # noqa: ANN401
    """Sum the distances, those of other records alone."""

    def others(known: Known) -> None:
        rest = S**2 - squared(i, j)
        for first, last in ((1, i - 1), (i + 1, n)):
            part = of_all(j, first=first, last=last)
            known.add(
                known.every([j], part, (0, "<=", rest), lambda here: here.take(0, {i: i, j: j}))
            )
        known.split(sp.Sum(rest, (j, 1, n)), i)
        known.weaken(">=")
        known.swap(sp.Sum(squared(i, j), (j, 1, n)))
        known.weaken(">=")
        known.adds({-1: 1, -3: 1, -5: 1, -6: 1})

    def steps(known: Known) -> None:
        of_one = sp.Sum((at(i, k) - at(j, k)) ** 2, (j, 1, n))
        row = sp.Sum(of_one, (k, 1, d))
        known.add(known.every([i], of_all(i), (row, "<=", (n - 1) * S**2), others))
        known.swap(sp.Sum(row, (i, 1, n)))
        known.weaken(">=")
        known.adds({-1: 1 / (2 * n**2), -3: 1 / (2 * n**2)})

    return moments_shown(euclidean(**changes), steps)


def ball_shown(**changes: Any) -> Outcome:  # noqa: ANN401
    """The mean of the squared distances to c, less those of the mean."""

    def steps(known: Known) -> None:
        known.add(0)
        known.swap(sp.Sum(sp.Sum((at(i, k) - c[k]) ** 2, (k, 1, d)), (i, 1, n)))
        known.weaken(">=")
        off = (mean(lambda x: at(x, k)) - c[k]) ** 2
        known.adds({-1: 1 / n, -3: 1 / n}, sp.Sum(off, (k, 1, d)))

    return moments_shown(ball(**changes), steps)


# where they are attained --------------------------------------------------------------------------


def entry(x: Any, y: Any) -> Any:  # noqa: ANN401
    """A coordinate of a record in R^n."""
    return at(x, y).subs(d, n)


SIMPLEX = [
    ((i,), of_all(i), (entry(i, i), "=", edge)),
    ((i, k), [*of_all(i, k), (k, "<=", i - 1)], (entry(i, k), "=", 0)),
    ((i, k), [*of_all(i, k), (k, ">=", i + 1)], (entry(i, k), "=", 0)),
]
LENGTH = [(2 * edge**2, "=", S**2)]


def simplex(share: Any = sp.S.Half, every: Sequence[Any] = SIMPLEX) -> MomentStatement:  # noqa: ANN401
    """The records a e_i of R^n: the sum of their variances."""
    claim = (trace().subs(d, n), "=", share * (1 - 1 / n) * S**2)
    return MomentStatement(claim, every=every, where=LENGTH)


def corners(factor: Any = 1, every: Sequence[Any] = SIMPLEX) -> MomentStatement:  # noqa: ANN401
    """The squared distance of any two of them."""
    where = [*LENGTH, (p + 1, "<=", q), (q, "<=", n)]
    claim = (squared(p, q).subs(d, n), "=", factor * S**2)
    return MomentStatement(claim, every=every, where=where)


def _picked(known: Known, x: Any, row: bool, weight: Any) -> None:  # noqa: ANN401
    """A sum of multiples of the entries of a row, or of a column, is that of the entry a."""
    index = k if row else i
    one = entry(x, k) if row else entry(i, x)
    term = one * weight
    for place, first, last in ((1, 1, x - 1), (2, x + 1, n)):
        zero = place if row else 3 - place

        def vanishes(here: Known, zero: int = zero) -> None:
            here.take(zero, {i: x, k: k} if row else {i: i, k: x})
            here.equals({-1: weight})

        part = of_all(index, first=first, last=last)
        known.add(known.every([index], part, (term, "=", 0), vanishes))
    known.take(0, {i: x})
    known.split(sp.Sum(term, (index, 1, n)), x)
    there = weight.subs(index, x)
    known.fact((sp.Sum(term, (index, 1, n)), "=", edge * there),
               lambda here: here.equals({-1: 1, -2: there, -3: 1, -4: 1}))  # fmt: skip


def simplex_shown(**changes: Any) -> Outcome:  # noqa: ANN401
    """Each coordinate has one entry a, and n - 1 zeros."""
    total = sp.Sum(entry(i, k), (i, 1, n))
    centred = sp.Sum((entry(i, k) - total / n) ** 2, (i, 1, n)) / n

    def column(known: Known) -> None:
        _picked(known, k, False, sp.Integer(1))
        whole = len(known)
        _picked(known, k, False, entry(i, k))
        known.equals({-1: 1 / n, -3: edge / n, whole - 1: -(total + edge) / n**2})

    def steps(known: Known) -> None:
        value = edge**2 / n - edge**2 / n**2
        known.add(known.every([k], of_all(k), (centred, "=", value), column))
        known.equals({-1: 1, 0: (1 - 1 / n) / 2})

    return moments_shown(simplex(**changes), steps)


def corners_shown(**changes: Any) -> Outcome:  # noqa: ANN401
    """Two rows have one entry a each, in two places."""

    def steps(known: Known) -> None:
        for x, y in ((p, p), (q, q), (p, q)):
            _picked(known, x, True, entry(y, k))
        known.take(1, {i: q, k: p})
        squares = dict.fromkeys((-12, -7), 1) | dict.fromkeys((-14, -9), edge)
        known.equals({0: 1, **squares, -2: -2, -1: -2 * edge})

    return moments_shown(corners(**changes), steps)


AXIS = [
    ((k,), of_all(k, last=d, first=2), (at(1, k), "=", 0)),
    ((k,), of_all(k, last=d, first=2), (at(2, k), "=", 0)),
]
ENDS = [(at(1, 1), "=", edge), (at(2, 1), "=", -edge)]


def opposite(
    share: Any = 1, where: Sequence[Any] = ENDS, every: Sequence[Any] = AXIS  # noqa: ANN401
) -> tuple[MomentStatement, MomentStatement]:  # fmt: skip
    """The records a e_1 and -a e_1: the sum of their variances, and that they are 2 a apart."""
    claims = ((trace().subs(n, 2), "=", share * edge**2), (apart(1, 2), "<=", 2 * edge))
    one, two = (MomentStatement(claim, where=where, every=every) for claim in claims)
    return one, two


def opposite_shown(**changes: Any) -> Iterator[Outcome]:  # noqa: ANN401
    """All coordinates but the first are 0."""
    spread, distance = opposite(**changes)
    middle = (x + y) / 2
    yield _first_alone(spread, ((x - middle) ** 2 + (y - middle) ** 2) / 2, "=", z**2)
    yield _first_alone(distance, sp.Abs(x - y), "<=", 2 * z)


def _first_alone(statement: MomentStatement, of_two: Any, op: str, value: Any) -> Outcome:  # noqa: ANN401
    """A sum over coordinates of something that is 0 at x = y = 0, and in the first one a value."""
    sign: Any = op

    def term(place: Any) -> Any:  # noqa: ANN401
        return of_two.subs({x: at(1, place), y: at(2, place)})

    def nothing(inside: Known) -> None:
        inside.take(0, {k: k})
        inside.take(1, {k: k})
        at_zero = relation(of_two, "=", 0, where=[(x, "=", 0), (y, "=", 0)])
        inside.using((at_zero, {"x": at(1, k), "y": at(2, k)}))

    def steps(known: Known) -> None:
        total = sp.Sum(term(k), (k, 1, d))
        known.add(known.every([k], of_all(k, last=d, first=2), (term(k), "=", 0), nothing))
        known.split(total, 1)
        known.fact((total, "=", term(1)), lambda one: one.equals({-1: 1, -2: 1}))
        known.weaken("<=")
        ends = relation(of_two, sign, value, where=[(x, "=", z), (y, "=", -z)])
        names = {"x": at(1, 1), "y": at(2, 1), "z": edge}
        known.fact((term(1), op, value.subs(z, edge)), lambda one: one.using((ends, names)))
        if op == "=":
            known.equals({-1: 1, -3: 1})
        else:
            known.adds({-1: 1, -2: 1})

    return moments_shown(statement, steps)
