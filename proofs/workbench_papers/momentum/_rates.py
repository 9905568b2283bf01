"""Orders of bounds over their parameters, held against what the paper claims.

A bound is a sum of power products in the free parameters (eta, T, alpha, ...) and the data N, d,
eps; constraints mean `<= 1`.  R = L = G = 1, and logarithms are left out.
"""

from collections.abc import Sequence

from workbench.rates import Order

REGION = ("d/(N*eps)**2",)  # sqrt(d) <= eps N


def best_order(
    terms: Sequence[str], constraints: Sequence[str] = (), *, free: Sequence[str], claimed: str,
    region: Sequence[str] = REGION,
) -> Order:  # fmt: skip
    """The best order of the sum of `terms` over `free` is `claimed`, where `region` holds."""
    return Order(claimed, terms, constraints, free=free, region=region)
