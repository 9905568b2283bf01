"""The matrix mechanism: prefix sums through a strategy, its sensitivity exact and rounded once.

A stream of T steps is released as C x + noise for a strategy C of shape (rows, T): a banded
factor of the matrix of prefix sums, or the nodes of a binary tree.  A record contributes a vector
of length at most 1 in at most k steps, any two of them at least b apart.  Where the columns of such
steps are orthogonal (a band of width at most b; one participation) the squared sensitivity is

    max over the allowed sets of steps of the sum of the squared norms of their columns,

attained, and found by dynamic programming in exact fractions (Choquette-Choo and others 2023).  By
removing a record the release moves by so much in l2: a Gaussian mechanism, and composed as one.
"""

from fractions import Fraction
from typing import Any

import numpy as np
from flint import arb, fmpq

from workbench.errors import OutOfReachError, require
from workbench.privacy.composition.balls import enclose
from workbench.privacy.composition.checks import check_count, check_positive
from workbench.privacy.composition.release import DominatingPair, Release


def matrix_sensitivity(strategy: Any, *, separation: int = 1, participations: int = 1) -> float:  # noqa: ANN401
    """The l2 sensitivity of C x, rounded up; attained.

    Args:
        strategy: C, an array of shape (rows, T); its floats are taken exactly.
        separation: how many steps at least lie between the starts of two participations.
        participations: how often one record takes part at most.

    Raises:
        OutOfReachError: columns of two allowed steps that are not orthogonal.

    >>> matrix_sensitivity([[3.0, 0.0], [4.0, 1.0]])
    5.0
    """
    c = np.asarray(strategy, dtype=float)
    shaped = c.ndim == 2 and c.size > 0 and bool(np.isfinite(c).all())
    require(shaped, "strategy", c.shape, "is no finite matrix", "Pass an array (rows, steps).")
    check_count("separation", separation)
    check_count("participations", participations)
    columns = [{i: Fraction(x) for i, x in enumerate(col) if x} for col in c.T.tolist()]
    if participations > 1:
        _check_orthogonal(columns, separation)
    squares = [sum((x * x for x in col.values()), Fraction(0)) for col in columns]
    best = [Fraction(0)] * (len(squares) + separation)  # best[t]: steps t, t + 1, ...
    for _ in range(min(participations, len(squares))):
        after = best
        best = [Fraction(0)] * len(after)
        for t in range(len(squares) - 1, -1, -1):
            best[t] = max(best[t + 1] if t + 1 < len(best) else Fraction(0),
                          squares[t] + after[t + separation])  # fmt: skip
    square = best[0]
    return enclose(lambda: arb(fmpq(square.numerator, square.denominator)).sqrt(), low=0.0).upper


def _check_orthogonal(columns: list[dict[int, Fraction]], separation: int) -> None:
    for s, first in enumerate(columns):
        for t in range(s + separation, len(columns)):
            if sum((x * columns[t][i] for i, x in first.items() if i in columns[t]), Fraction(0)):
                raise OutOfReachError(
                    f"columns {s} and {t} of the strategy are not orthogonal, and one record may "
                    f"take part in both (separation = {separation}).\n"
                    "  Use a band of at most the separation, or one participation."
                )


def matrix_release(
    strategy: Any,  # noqa: ANN401
    sigma: float,
    *,
    separation: int = 1,
    participations: int = 1,
    neighbouring: str = "add-or-remove-one",
) -> Release:
    """One Gaussian release of all of C x, noise of standard deviation sigma in every row.

    Args:
        strategy: C, an array of shape (rows, T).
        sigma: standard deviation of the noise, in units of one contribution.
        separation: how many steps at least lie between the starts of two participations.
        participations: how often one record takes part at most.
        neighbouring: the relation under which a contribution has length at most 1.
    """
    check_positive("sigma", sigma)
    size = matrix_sensitivity(strategy, separation=separation, participations=participations)
    return Release.dominated(DominatingPair("gaussian", size, sigma), neighbouring=neighbouring)
