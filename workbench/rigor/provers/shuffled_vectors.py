"""Vectors v_1, ..., v_N in R^d with the sum 0 in a uniformly random order: X_i = v_(pi_i).

    pairs   sum_(i != j) a_i b_j E <X_i, X_j> = -V/(N-1) sum_(i != j) a_i b_j
    epoch   E |sum c_i X_i|^2 = V N/(N-1) (sum c_i^2 - (sum c_i)^2/N)
    bound   it is at most V sum c_i^2 for c_i >= 0

V is the mean of |v_j|^2.  An entry v[(j - 1) d + k] is coordinate k of v_j, and in each coordinate
the mean of X_i X_j is ((sum v)^2 - sum v^2)/(N (N-1)) for i != j.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Outcome
from workbench.rigor.provers.moments import Known, Steps, moments_shown
from workbench.symbolic import declare
from workbench.symbolic.moments import MomentStatement, order

N, d, i, j, k = declare("integer N d > 0, integer i j k")
M = declare("real M")
a, b, c, v, pi = (sp.IndexedBase(x, real=True) for x in ("a", "b", "c", "v", "pi"))
POSITIVE = sp.IndexedBase("c", nonnegative=True)


def total(x: Any, index: Any = i) -> Any:  # noqa: ANN401 - sympy
    """Over all places, or all vectors."""
    return sp.Sum(x, (index, 1, N))


def coordinates(x: Any) -> Any:  # noqa: ANN401
    """The sum over them."""
    return sp.Sum(x, (k, 1, d))


def at(record: Any) -> Any:  # noqa: ANN401
    """A coordinate of a vector."""
    return v[(record - 1) * d + k]


V = total(coordinates(at(j) ** 2), j) / N
SIZE = ((N, ">=", 2),)
CENTRED = ((k,), [(1, "<=", k), (k, "<=", d)], (total(at(j), j), "=", 0))


def _said(
    op: str, right: Any, mean: Any, where: Sequence[Any], every: Sequence[Any]  # noqa: ANN401
) -> MomentStatement:  # fmt: skip
    return MomentStatement(
        (M, op, right), families=[order(pi, N)], means={M: mean}, where=where, every=every
    )


def _apart(x: Any, y: Any) -> Any:  # noqa: ANN401
    """sum_(i != j) x_i y_j."""
    return total(x[i]) * total(y[i]) - total(x[i] * y[i])


def pairs(
    divisor: Any = N - 1, where: Sequence[Any] = SIZE, every: Sequence[Any] = (CENTRED,)  # noqa: ANN401
) -> MomentStatement:  # fmt: skip
    """The inner products of two draws, with any weights."""
    both = total(a[i] * at(pi[i])) * total(b[j] * at(pi[j]), j)
    same = total(a[i] * b[i] * at(pi[i]) ** 2)
    return _said("=", -V / divisor * _apart(a, b), coordinates(both - same), where, every)


def epoch(
    less: int = 1, where: Sequence[Any] = SIZE, every: Sequence[Any] = (CENTRED,)
) -> MomentStatement:
    """The mean square of a weighted sum of all draws."""
    value = V * N / (N - less) * (total(c[i] ** 2) - total(c[i]) ** 2 / N)
    return _said("=", value, coordinates(total(c[i] * at(pi[i])) ** 2), where, every)


def bound(
    share: Any = 1, weights: Any = POSITIVE, every: Sequence[Any] = (CENTRED,)  # noqa: ANN401
) -> MomentStatement:  # fmt: skip
    """No more than that of independent draws."""
    square = coordinates(total(weights[i] * at(pi[i])) ** 2)
    return _said("<=", share * V * total(weights[i] ** 2), square, SIZE, every)


# proofs -------------------------------------------------------------------------------------------


def _centred(known: Known) -> None:
    """The mean; that the squares of the sums are 0; squares in the other order."""
    known.mean(M)
    column = total(at(j), j)

    def square(inside: Known) -> None:
        inside.take(0, {k: k})
        inside.equals({-1: column})

    known.add(known.every(*CENTRED[:2], (column**2, "=", 0), square))
    known.swap(coordinates(total(at(j) ** 2, j)))


def _value(known: Known, x: Any, y: Any, same: Any) -> None:  # noqa: ANN401
    """The mean as a multiple of V."""
    share = _apart(x, y) / (N * (N - 1))
    known.equals({1: 1, 2: share, 3: same / N - share})


def _sum_of_squares(weights: Any) -> Steps:  # noqa: ANN401
    def steps(known: Known) -> None:
        _centred(known)
        whole = total(weights[j], j)

        def smaller(inside: Known) -> None:
            inside.split(whole, i)
            inside.weaken(">=")
            parts = ((j, 1, i - 1), (j, i + 1, N))
            inside.adds({-1: weights[i]}, weights[i] * sum(sp.Sum(weights[j], p) for p in parts))

        one = (weights[i] ** 2, "<=", weights[i] * whole)
        known.add(known.every([i], [(1, "<=", i), (i, "<=", N)], one, smaller))
        squares = total(weights[i] ** 2)
        value = V * N / (N - 1) * (squares - total(weights[i]) ** 2 / N)
        known.fact((M, "=", value), lambda inside: _value(inside, weights, weights, squares))
        known.weaken("<=")
        known.adds({-1: 1, 4: V / (N - 1)})

    return steps


def pairs_shown(**changes: Any) -> Outcome:  # noqa: ANN401
    """The covariance."""

    def steps(known: Known) -> None:
        _centred(known)
        _value(known, a, b, 0)

    return moments_shown(pairs(**changes), steps)


def epoch_shown(**changes: Any) -> Outcome:  # noqa: ANN401
    """The mean square."""

    def steps(known: Known) -> None:
        _centred(known)
        _value(known, c, c, total(c[i] ** 2))

    return moments_shown(epoch(**changes), steps)


def bound_shown(*, weights: Any = POSITIVE, **changes: Any) -> Outcome:  # noqa: ANN401
    """The bound."""
    said = bound(weights=weights, **changes)
    return moments_shown(said, _sum_of_squares(weights), methods=("sign",))
