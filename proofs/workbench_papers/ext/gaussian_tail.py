"""Integrals of tails: the layer-cake formula and Mills' ratio.

    E W^2 = int_0^oo 2u Pr[W > u] du,
    int_c^oo v e^(-v^2/(2 s^2)) dv  =  s^2 e^(-c^2/(2 s^2)),
    int_c^oo e^(-v^2/(2 s^2)) dv   <=  (s^2/c) e^(-c^2/(2 s^2)).

Cited.  Checked: -s^2 e^(-v^2/(2 s^2)) is a primitive, and the third line follows from the second
as v/c >= 1 on the range.
"""

import sympy as sp

from workbench.claims import Claim, Outcomes, broken
from workbench.rigor import identity, visible
from workbench.symbolic import declare

CLAIM = Claim(
    "ext.gaussian-tail",
    title="Layer-cake formula and Mills' ratio",
    reconstructed=("cited", "Billingsley (1995), Probability and Measure, (21.9); Mills (1926)"),
    statement=r"""\mathbb{E} W^2 = \int_0^\infty 2u \Pr[W > u]\, du, \quad
        \int_c^\infty v e^{-v^2/(2\sigma^2)} dv = \sigma^2 e^{-c^2/(2\sigma^2)}, \quad
        \int_c^\infty e^{-v^2/(2\sigma^2)} dv \le \frac{\sigma^2}{c} e^{-c^2/(2\sigma^2)}""",
    hypotheses=r"W \ge 0, \; c, \sigma > 0",
    citation="Billingsley (1995), Probability and Measure, 3rd edition, (21.9); Boucheron, Lugosi"
    " and Massart (2013), Section 2 for tails of the normal law",
)

v, c, s = declare("v c sigma > 0")


@CLAIM.exact(corner="the primitive and the comparison of the integrands")
@broken("a_wrong_power", "-s e^(-v^2/2s^2) is not a primitive.", power=1)
def primitive_of_the_first_moment(*, power: int = 2) -> Outcomes:
    """(-s^2 e^(-v^2/2s^2))' = v e^(-v^2/2s^2).
    The derivative of -s^power e^(-v^2/2s^2), and 1 <= v/c beyond c.
    """
    density = sp.exp(-(v**2) / (2 * s**2))
    yield identity(sp.diff(-(s**power) * density, v), v * density)
    yield visible(1, "<=", v / c, where=[(c, "<=", v)])
