"""From densities to events: a bounded density ratio is pure differential privacy.

Every privacy proof of these papers bounds the ratio of two densities at one output, p <= e^eps p'.
The definition of privacy speaks of events instead.  The bridge: integrate the pointwise bound over
the event; conversely the set where it fails is an event, and where this obeys the definition the
mean of the excess over it is 0.
"""

from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Claim, Outcomes, broken
from workbench.rigor.provers import densities

CLAIM = Claim(
    "ext.pointwise-density-ratio",
    title="Bounded density ratio is the same as bounded probability ratio",
    reconstructed=("theorem", "Billingsley (1995), Probability and Measure, Theorem 15.2"),
    statement=r"""P(O) \le e^{\epsilon} P'(O) \;\text{ for all measurable } O
        \quad\text{if and only if}\quad p \le e^{\epsilon} p' \;\text{ almost everywhere}""",
    hypotheses=r"""P, P' \text{ have densities } p, p' \text{ for one } \sigma\text{-finite measure}
        \epsilon \ge 0""",
    encoded=(densities.ratio_at_most(), densities.nothing_above()),
    note="As encoded the densities are with respect to half the sum of both laws, outside of which"
    " both vanish, q is p', and s is the indicator of O. In the second statement O = {p > e^eps q};"
    " that the bound holds almost everywhere is said as E (p - e^eps q)_+ <= 0, the mean of r."
    " Neither the masses nor eps >= 0 are needed.",
)


@CLAIM.proof
@broken(
    "twice_the_exponent", "From p <= e^(2 eps) q another bound follows.",
    below=((densities.p - sp.exp(2 * densities.eps) * densities.q, "<=", 0),),
)  # fmt: skip
@broken("without_a_bound_on_the_ratio", "Two laws may lie apart.", below=())
@broken(
    "another_event", "One that no output belongs to tells nothing.", above={"sure": densities.ANY}
)
@broken("without_a_bound_on_the_event", "Two laws may lie apart.", above={"where": ()})
def the_bound_is_integrated(
    *, below: Sequence[Any] = ((densities.EXCESS, "<=", 0),), above: dict[str, Any] = {}
) -> Outcomes:  # fmt: skip
    """(p - e^eps q) s <= 0 for every event, and (p - e^eps q)_+ = (p - e^eps q) s for this one."""
    yield densities.of_every_event(below)
    yield densities.of_large_ratios(**above)
