"""Orders of bounds over their parameters, held against what the paper claims.

A bound is a sum of power products in the free parameters (eta, T, alpha, ...) and the data N, d,
eps; constraints mean `<= 1`.  R = L = G = 1, and logarithms are left out.
"""

from collections.abc import Sequence

from workbench.claims import Outcome
from workbench.rates import rate_is

REGION = ("1/N", "1/d", "d/(N*eps)**2")  # N, d >= 1 and a rate below 1


def best_order(
    terms: Sequence[str],
    constraints: Sequence[str],
    *,
    free: Sequence[str],
    claimed: str,
    region: Sequence[str] = REGION,
) -> Outcome:
    """The best order of the sum of `terms` over `free` is `claimed`."""
    return rate_is(claimed, terms, constraints, free=free, region=region)
