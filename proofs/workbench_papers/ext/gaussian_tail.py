"""Integrals of tails: the layer-cake formula and Mills' ratio.

    E W^2 = int_0^oo 2u Pr[W > u] du,
    int_c^oo v e^(-v^2/(2 s^2)) dv  =  s^2 e^(-c^2/(2 s^2)),
    int_c^oo e^(-v^2/(2 s^2)) dv   <=  (s^2/c) e^(-c^2/(2 s^2)).

-s^2 e^(-v^2/(2 s^2)) is a primitive, and the third line follows from the second as v/c >= 1.
"""

import sympy as sp

from workbench.claims import Claim, Outcome, all_of, argued, broken
from workbench.rigor import identity, visible
from workbench.symbolic import declare

CLAIM = Claim(
    "ext.gaussian-tail",
    title="Layer-cake formula and Mills' ratio",
    reconstructed=(
        "lemma",
        "Billingsley (1995), Probability and Measure, (21.9) with t = u^2; Gordon (1941)",
    ),
    statement=r"""\mathbb{E} W^2 = \int_0^\infty 2u \Pr[W > u]\, du, \quad
        \int_c^\infty v e^{-v^2/(2\sigma^2)} dv = \sigma^2 e^{-c^2/(2\sigma^2)}, \quad
        \int_c^\infty e^{-v^2/(2\sigma^2)} dv \le \frac{\sigma^2}{c} e^{-c^2/(2\sigma^2)}""",
    hypotheses=r"W \ge 0, \; c, \sigma > 0",
)

v, c, s = declare("v c sigma > 0")


@CLAIM.exact
@broken("a_wrong_power", "-s e^(-v^2/2s^2) is not a primitive.", power=1)
def primitive_of_the_first_moment(*, power: int = 2) -> Outcome:
    """(-s^2 e^(-v^2/2s^2))' = v e^(-v^2/2s^2).
    The derivative of -s^2 e^(-v^2/2s^2), and 1 <= v/c beyond c.
    """
    density = sp.exp(-(v**2) / (2 * s**2))
    derivative = -(s**power) * (-v / s**2) * density  # the chain rule
    return argued(
        all_of(identity(derivative, v * density), visible(1, "<=", v / c, where=[(c, "<=", v)])),
        "The primitive -s^2 e^(-v^2/2s^2) vanishes at infinity, so the integral from c on is minus"
        " its value at c; the third line is the second one over c, as v/c >= 1 there.",
        "W^2 is the integral of 2u over u from 0 to W: exchanging it with the expectation (Tonelli)"
        " gives the first line.",
    )
