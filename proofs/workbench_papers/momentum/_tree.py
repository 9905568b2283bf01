"""Dyadic intervals of 1..T, and exact sums of weights over them: enumeration for finite checks.

An interval is a pair (y, z) of its ends, both included.  Weights are exact fractions; q = 1 - alpha
is the factor by which a gradient's weight shrinks per step.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction

from workbench.rigor.provers.outcomes import PointExample

Interval = tuple[int, int]


def nodes(horizon: int) -> list[Interval]:
    """All complete nodes [a 2^k + 1, (a + 1) 2^k] of the tree over 1..horizon."""
    found, size = [], 1
    while size <= horizon:
        found += [(z - size + 1, z) for z in range(size, horizon + 1, size)]
        size *= 2
    return found


def compose(a: int, b: int) -> list[Interval]:
    """COMPOSE(a, b): from the left, the largest aligned interval that fits; empty if a > b."""
    pieces = []
    while a <= b:
        size = 1
        while (a - 1) % (2 * size) == 0 and a - 1 + 2 * size <= b:
            size *= 2
        pieces.append((a, a - 1 + size))
        a += size
    return pieces


def lowest_bit(t: int) -> int:
    """The largest power of two that divides t >= 1."""
    return t & -t


def weight(node: Interval, times: Iterable[int], q: Fraction) -> Fraction:
    """The total weight in a node of a record used at `times`."""
    y, z = node
    return sum((q ** (z - t) for t in times if y <= t <= z), Fraction(0))


def schedules(n: int, horizon: int, orders: Iterable[Sequence[int]]) -> list[list[int]]:
    """For each record 0..n-1, the steps 1..horizon that use it; one order per epoch."""
    uses: list[list[int]] = [[] for _ in range(n)]
    for epoch, order in enumerate(orders):
        for place, record in enumerate(order):
            t = epoch * n + place + 1
            if t <= horizon:
                uses[record].append(t)
    return uses


def repeated(n: int, horizon: int) -> list[list[int]]:
    """The steps that use each record when one order is repeated in every epoch."""
    return [list(range(s + 1, horizon + 1, n)) for s in range(n)]


def trusting_integers(case: PointExample) -> PointExample:
    """The case of a relation with numbers that Python integers computed."""
    return replace(case, trust=("Python integers",))
