"""Orders of bounds over their parameters, held against what the paper claims.

A bound is a sum of power products in the free parameters (tau, T, K, ...) and the data n, P, ell;
constraints mean `<= 1`.  `rate_is` derives the best order, with a certificate.  Claimed and derived
orders are compared with ell as a logarithm: powers of n and P come first, powers of ell decide
between equal ones.  Constants are left out: those of the bound, L_0, L_1, L_2, of rounding T and K.
"""

from collections.abc import Sequence

from workbench.claims import Outcome
from workbench.rates import rate_is

REGION = ("1/n", "1/ell", "1/P")  # n, ell, P >= 1


def best_order(
    terms: Sequence[str], constraints: Sequence[str], *, free: Sequence[str], claimed: str,
    integer: Sequence[str] = (), at_most: bool = False,
) -> Outcome:  # fmt: skip
    """The best order of the sum of `terms` is `claimed` (or, with `at_most`, no larger)."""
    return rate_is(
        claimed, terms, constraints, free=free, region=REGION, integer=integer, logs=["ell"],
        or_worse=at_most,
    )  # fmt: skip
