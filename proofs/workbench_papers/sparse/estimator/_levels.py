"""A mechanism on means of rational records, and a law of levels, to average over exactly."""

from collections.abc import Callable, Sequence
from fractions import Fraction

Mechanism = Callable[[int, Fraction], Fraction]


def curved(size: int, mean: Fraction) -> Fraction:
    """A biased mechanism, different for each batch size."""
    return mean / (1 + mean**2) + mean**2 / size


def law(levels: Sequence[int]) -> dict[int, Fraction]:
    """Probabilities proportional to 2^(-k) on the given levels."""
    weights = {k: Fraction(1, 2**k) for k in levels}
    return {k: w / sum(weights.values()) for k, w in weights.items()}
