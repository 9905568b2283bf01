"""Of independent draws every order is equally likely: how many orders there are, and which say no.

An exact permutation test compares the order that was seen with all of them (workbench.audit.draws).
"""

import math
from collections import Counter
from typing import Any


def log_arrangements(values: Counter[Any]) -> float:
    """Logarithm of the number of distinct orders of these values."""
    return math.lgamma(values.total() + 1) - sum(math.lgamma(n + 1) for n in values.values())


def log_shared(heads: list[list[int]]) -> float:
    """Logarithm of the probability that all equal rows lie within a call each, if they do; else 0.

    Of independent rows every order is equally likely.  Place the rows that have an equal one, value
    by value: each after the first of its value must land in the call of that one, where fewer than
    its size of all places that are left are free.
    """
    left, total = sum(map(len, heads)), 0.0
    seen: set[int] = set()
    for head in heads:
        values = Counter(head)
        if not seen.isdisjoint(values):
            return 0.0
        seen.update(values)
    most = max(map(len, heads), default=0)
    for count in sorted(n for head in heads for n in Counter(head).values() if n > 1):
        left -= 1
        for k in range(1, count):
            total += min(0.0, math.log(max(most - k, 1) / left))
            left -= 1
    return total
