"""The multilevel estimator on a few records, averaged exactly over everything that it draws.

Records are rational numbers, A_m of a batch is a given function of m and of the batch mean: enough
to test unbiasedness, which is linear in the law of each batch alone.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations

Batch = tuple[int, ...]
Mechanism = Callable[[int, Fraction], Fraction]


def curved(size: int, mean: Fraction) -> Fraction:
    """A biased mechanism, different for each batch size."""
    return mean / (1 + mean**2) + mean**2 / size


def law(levels: Sequence[int]) -> dict[int, Fraction]:
    """Probabilities proportional to 2^(-k) on the given levels."""
    weights = {k: Fraction(1, 2**k) for k in levels}
    return {k: w / sum(weights.values()) for k, w in weights.items()}


def average(records: Sequence[Fraction], size: int, mechanism: Mechanism) -> Fraction:
    """E A_size of a uniform subset of that size."""
    batches = list(combinations(records, size))
    return sum((mechanism(size, sum(b) / Fraction(size)) for b in batches), Fraction(0)) / len(
        batches
    )


def difference(records: Sequence[Fraction], level: int, mechanism: Mechanism) -> Fraction:
    """E [A(B) - (A(O) + A(E))/2] over batches of 2^(level + 1) records and their halves."""
    half, total, count = 2**level, Fraction(0), 0
    for batch in combinations(range(len(records)), 2 * half):
        whole = mechanism(2 * half, sum(records[i] for i in batch) / Fraction(2 * half))
        for odd in combinations(batch, half):
            even = [i for i in batch if i not in odd]
            parts = [mechanism(half, sum(records[i] for i in p) / Fraction(half))
                     for p in (odd, even)]  # fmt: skip
            total += whole - (parts[0] + parts[1]) / 2
            count += 1
    return total / count


def expected(
    records: Sequence[Fraction], levels: Sequence[int], mechanism: Mechanism, *, weight: int = 1
) -> Fraction:
    """E [weight (A(B) - (A(O) + A(E))/2)/p_N + A_1(one record)]."""
    base = average(records, 1, mechanism)
    chances = law(levels)
    terms = (chances[k] * weight / chances[k] * difference(records, k, mechanism) for k in levels)
    return base + sum(terms, Fraction(0))
