"""Tails of e^(-v^2/(2 s^2)), s for sigma: first moment beyond a point, and mass (Mills' ratio).

    int_c^oo v e^(-v^2/(2 s^2)) dv  =  s^2 e^(-c^2/(2 s^2)),
    int_c^oo e^(-v^2/(2 s^2)) dv   <=  (s^2/c) e^(-c^2/(2 s^2)).

-s^2 e^(-v^2/(2 s^2)) is a primitive, and the second line follows from the first as v/c >= 1.
"""

import sympy as sp

from workbench.claims import Claim, Outcome, broken
from workbench.rigor.provers.integration import IntegralProof, Segment
from workbench.symbolic import declare
from workbench.symbolic.integrals import IntegralStatement, over_range

c, zero_or_more, ANY, sigma, v, M = declare("c > 0, c >= 0, real c, sigma > 0, real v M")
BELL = sp.exp(-(v**2) / (2 * sigma**2))


def moment_beyond(c: sp.Expr = zero_or_more, *, power: int = 2) -> IntegralStatement:
    """The integral of v e^(-v^2/(2 sigma^2)) from c on."""
    value = sigma**power * BELL.subs(v, c)
    return IntegralStatement((M, "=", value), means={M: over_range(v * BELL, v, c)})


def tail(c: sp.Expr = c, *, share: sp.Expr = sp.S.One) -> IntegralStatement:
    """The integral of e^(-v^2/(2 sigma^2)) from c on is at most a share of Mills' bound."""
    bound = share * sigma**2 / c * BELL.subs(v, c)
    return IntegralStatement((M, "<=", bound), means={M: over_range(BELL, v, c)})


CLAIM = Claim(
    "ext.gaussian-tail",
    title="First moment and mass of e^(-v^2/(2 sigma^2)) beyond a point: Mills' ratio",
    reconstructed=("lemma", "Gordon (1941), Annals of Mathematical Statistics 12"),
    statement=r"""\int_c^\infty v e^{-v^2/(2\sigma^2)} \text{ d}v = \sigma^2 e^{-c^2/(2\sigma^2)}
        \;(c \ge 0), \quad
        \int_c^\infty e^{-v^2/(2\sigma^2)} \text{ d}v \le \frac{\sigma^2}{c} e^{-c^2/(2\sigma^2)}
        \;(c > 0)""",
    hypotheses=r"\sigma > 0",
    parts=("moment", "mills"),
    encoded={"moment": (moment_beyond(),), "mills": (tail(),)},
    note="The first line holds for negative c as well, which nobody here needs.",
)


@CLAIM.proof(part="moment")
@broken("a_wrong_power", "sigma = 2, c = 0: it is sigma^2 = 4, not sigma = 2.", power=1)
def primitive_of_the_first_moment(*, power: int = 2) -> Outcome:
    """-sigma^2 e^(-v^2/(2 sigma^2)) has the derivative v e^(-v^2/(2 sigma^2))."""
    proof = IntegralProof(moment_beyond(power=power))
    proof.evaluate(M, [Segment(-(sigma**2) * BELL)])
    return proof.outcome()


@CLAIM.proof(part="mills")
@broken("any_point", "At c = -sigma it is positive, and the bound is not.", c=ANY)
@broken("half_of_it", "At c = sigma it is 0.39 sigma, above 0.31 sigma.", share=sp.S.Half)
def a_factor_above_one_beyond_the_point(*, c: sp.Expr = c, share: sp.Expr = sp.S.One) -> Outcome:
    """1 <= v/c beyond c, so that e^(-v^2/(2 sigma^2)) is at most v/c times that."""
    proof = IntegralProof(tail(c, share=share))
    proof.evaluate(M, [Segment(-(sigma**2) / c * BELL, facts=[(1, "<=", v / c)])], op="<=")
    return proof.outcome()
