"""Orders of bounds over their parameters, as outcomes: derived, certified, compared with a claim.

A bound is a sum of power products in the free parameters (eta, T, alpha, ...) and the data N, d, eps;
constraints mean `<= 1`.  `workbench.rates` finds the best order with a certificate that its own
checker accepts.  R = L = G = 1, and logarithms are left out.
"""

from collections.abc import Sequence

from workbench.claims import (
    Counterexample,
    Encoded,
    Figure,
    Grade,
    Outcome,
    fails,
    holds,
    inconclusive,
)
from workbench.rates import Rate, best_rate, compare
from workbench.rates.check import accepts

REGION = ("1/N", "1/d", "d/(N*eps)**2")  # N, d >= 1 and a rate below 1
_TRUST = ("workbench.rates.check",)


def best_order(
    terms: Sequence[str],
    constraints: Sequence[str],
    *,
    free: Sequence[str],
    claimed: str,
    region: Sequence[str] = REGION,
) -> Outcome:
    """The best order of the sum of `terms` over `free` is `claimed`."""
    rate = best_rate(terms, constraints, free=free, region=region)
    if not isinstance(rate, Rate):
        return inconclusive("rate duality", f"no rate was derived: {rate}")
    comparison = compare(claimed, rate, region)
    if not (accepts(rate.certificate()) and accepts(comparison.certificate())):
        return inconclusive("rate duality", "the checker of rates rejects the certificate")
    encoded = (Encoded("derived rate", rate.latex()),)
    if comparison.verdict == "equal":
        return holds(
            "rate duality",
            f"best order {rate}, attained; {len(rate.vertices)} dual vertices",
            grade=Grade.CERTIFIED,
            encoded=encoded,
            figures=(Figure("dual vertices", len(rate.vertices)),),
            trust=_TRUST,
        )
    why = "; ".join(str(d) for d in (*comparison.claimed_smaller, *comparison.claimed_larger))
    return fails(
        "rate duality",
        f"the claimed order {claimed} is {comparison.verdict} than the derived one, {rate}",
        grade=Grade.CERTIFIED,
        counterexample=Counterexample((("direction", why),), f"the orders differ: {why}"),
        encoded=encoded,
        trust=_TRUST,
    )
