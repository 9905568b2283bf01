"""Noisy sums over index sets, each query a function of the earlier answers.

    y[i] = sum over the rows in S[i] of f_i(row; y[1], ..., y[i-1]) + N(0, sigma[i]^2)

The sets are public.  Replacing record s moves only the answers with s in S[i], so the budget is
rho = max over s of the sum over those i of (sensitivity[i] / sigma[i])^2 / 2: the accountant reads
it.  Trees of momentum are the case where the sets are the records scheduled in dyadic intervals.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from workbench.privacy import Curator, Query
from workbench.privacy.arrays import Array

Answers = tuple[Array, ...]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class SumQuery:
    """A sum over `rows` (distinct record numbers, shape (m,)) of a query made of earlier answers.

    `sensitivity` bounds in l2 norm how much the sum moves when one record is replaced, whatever the
    earlier answers were; `sigma` is the deviation of the noise per coordinate.
    """

    rows: ArrayLike
    query: Callable[[Answers], Query]
    sensitivity: float
    sigma: float


def aggregate(curator: Curator, queries: Iterable[SumQuery]) -> Answers:
    """The noisy sums y[1], y[2], ..., each of the shape (trials, d) of its query."""
    answers: list[Array] = []
    for one in queries:
        query = one.query(tuple(answers))
        mean = curator.secret(query, rows=one.rows)
        total = float(np.shape(one.rows)[-1]) * mean
        answers.append(curator.gaussian(total, sigma=one.sigma, sensitivity=one.sensitivity))
    return tuple(answers)
