"""The exact law of a mean over a hidden batch, when records repeat.

The mean depends on the batch only through how many records of each kind are in it.  So the law of a
release is a mixture over count vectors (c_0, c_1, ..., c_G): c_0 in {0, 1} says whether the changed
record is in the batch, c_g counts the records of kind g, and the weight is hypergeometric,

    prod_g C(N_g, c_g) / C(n, m).

All other records equal: two components.  All distinct: the C(n, m) batches.  Where every record
joins on its own with chance q, the c_g are independent and binomial, whatever their sum.
"""

import math
from dataclasses import dataclass

import numpy as np

from workbench.errors import OutOfReachError
from workbench.privacy.arrays import Array, Ints

LIMIT = 4096
"""Largest number of components that is enumerated."""


@dataclass(frozen=True, slots=True, eq=False)
class Mixture:
    """Count vectors, one per row, and the logarithm of their weights."""

    counts: Ints
    log_weights: Array


def count_vectors(sizes: Ints, m: int) -> float:
    """Number of vectors 0 <= c <= sizes with sum m (as a float: it may be astronomical).

    The numbers for m and for (sum of sizes) - m are equal, and below the middle they increase: so
    the differences below never cancel, and every number below 2^53 / m is exact.
    """
    m = min(m, int(sizes.sum()) - m)
    ways = np.zeros(m + 1)
    ways[0] = 1.0
    with np.errstate(over="ignore", invalid="ignore"):
        for size in sizes:
            total = np.cumsum(ways)
            total[size + 1 :] -= np.cumsum(ways)[: max(0, m - size)]
            ways = np.where(np.isnan(total), np.inf, total)
    return float(ways[m])


def poisson_mixture(sizes: Ints, chance: float, *, limit: int = LIMIT) -> Mixture:
    """All count vectors of a Poisson batch, with their weights; an error above `limit` of them.

    >>> poisson_mixture(np.array([1, 1]), 0.5).counts.tolist()
    [[0, 0], [0, 1], [1, 0], [1, 1]]
    """
    number = math.prod(int(size) + 1 for size in sizes)
    if number > limit:
        raise OutOfReachError(
            f"n = {int(sizes.sum())} records of {sizes.size - 1} kinds beside the changed one make "
            f"{number:.3g} different Poisson batches: above the limit of {limit}.\n"
            "  Audit a pair whose other records coincide (problem.extremal_pair), or a smaller n."
        )
    ranges = [np.arange(int(size) + 1) for size in sizes]
    counts = np.stack(np.meshgrid(*ranges, indexing="ij"), axis=-1).reshape(-1, sizes.size)
    ways = [[math.comb(int(s), k) for k in range(int(s) + 1)] for s in sizes]
    chosen = sum(np.log(np.array(w, dtype=float))[counts[:, g]] for g, w in enumerate(ways))
    joined = counts.sum(axis=1)
    absent = int(sizes.sum()) - joined
    weights = chosen + joined * math.log(chance) + absent * math.log1p(-chance)
    return Mixture(counts, np.asarray(weights))


def hypergeometric_mixture(sizes: Ints, m: int, *, limit: int = LIMIT) -> Mixture:
    """All count vectors of a batch of m, with their weights; an error above `limit` of them.

    >>> hypergeometric_mixture(np.array([1, 3]), 2).counts.tolist()
    [[0, 2], [1, 1]]
    """
    number = count_vectors(sizes, m)
    if not number <= limit:
        raise OutOfReachError(
            f"batch = {m} of n = {int(sizes.sum())} records of {sizes.size - 1} kinds beside the "
            f"changed one makes {number:.3g} different batches: above the limit of {limit}.\n"
            "  Audit a pair whose other records coincide (problem.extremal_pair), a smaller n, or "
            "batch = n."
        )
    counts = np.zeros((1, 0), dtype=np.int64)
    left = int(sizes.sum())
    for size in (int(s) for s in sizes):
        left -= size
        missing = m - counts.sum(axis=1)
        low = np.maximum(0, missing - left)
        choices = np.minimum(size, missing) - low + 1
        rows = np.repeat(np.arange(len(counts)), choices)
        offset = np.arange(len(rows)) - np.repeat(np.cumsum(choices) - choices, choices)
        counts = np.column_stack([counts[rows], low[rows] + offset])
    total = math.comb(int(sizes.sum()), m)
    weights = [
        math.prod(math.comb(int(s), int(c)) for s, c in zip(sizes, row, strict=True)) / total
        for row in counts
    ]
    with np.errstate(divide="ignore"):  # a weight below 1e-308 is a component nobody sees
        return Mixture(counts, np.log(np.array(weights)))
