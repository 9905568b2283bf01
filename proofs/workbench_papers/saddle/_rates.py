"""Orders of bounds over their parameters, held against what the paper claims.

A bound is a sum of power products in the free parameters (tau, T, K, ...) and the data n, P, ell;
constraints mean `<= 1`.  `rate_is` derives the best order, with a certificate.  Constants are left
out: those of the bound, L_0, L_1, L_2, of rounding T and K.
"""

from collections.abc import Sequence

from workbench.rates import Order

REGION = ("1/n", "1/ell", "1/P")  # n, ell, P >= 1
SMALL = (*REGION, "ell**(3/2)/P")  # where the rates are below 1


def best_order(
    terms: Sequence[str], constraints: Sequence[str], *, free: Sequence[str], claimed: str,
    integer: Sequence[str] = (), at_most: bool = False, region: Sequence[str] = REGION,
) -> Order:  # fmt: skip
    """The best order of the sum of `terms` is `claimed` (or, with `at_most`, no larger)."""
    return Order(claimed, terms, constraints, free=free, region=region, integer=integer,
                 or_worse=at_most)  # fmt: skip
