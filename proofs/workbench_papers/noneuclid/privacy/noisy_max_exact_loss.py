"""The exact law of report noisy max when one score lies t below d - 1 equal ones.

The index wins with probability P_d(t) = int f(z) F(z - t)^(d-1) dz, f and F the density and the law
of the unit Laplace noise: three elementary pieces, cut at z = 0 and z = t.

    P_d(t) = (1 - 2^-d) e^-t/d + 2^-d (e^-t - e^-(d-1)t)/(d - 2) + 2^-d e^-(d-1)t/d,   d >= 3
    P_2(t) = e^-t (1 + t/2)/2

From a tie the loss is -ln(d P_d(2 eps)) when the noise is D/eps: 2 eps - ln(1 + eps) for d = 2.
Far below the others the loss of a move by t tends to t: the worst case is 2 eps for every d.
"""

from typing import Any

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, because, broken, dropped
from workbench.rigor.provers import trailing_scores as scores
from workbench.rigor.provers.trailing_scores import MORE, TWO
from workbench.symbolic import declare

CLAIM = Claim(
    "noneuclid.rnm-exact-loss",
    title="The exact probability that a trailing index wins",
    ours=("lemma", "slide: Report Noisy Max Mechanism, made exact"),
    statement=r"""P_d(t) = \frac{(1 - 2^{-d}) e^{-t}}{d} + \frac{e^{-t} - e^{-(d-1)t}}{2^d (d-2)}
        + \frac{e^{-(d-1)t}}{2^d d} \;(d \ge 3), \quad
        P_2(t) = \tfrac12 e^{-t} \big( 1 + \tfrac t2 \big); \quad
        \sup_{g \ge 0} \ln \frac{P_d(g)}{P_d(g + t)} = t""",
    hypotheses=r"""\text{unit scale}, \; t \ge 0
        \text{one score } t \text{ below } d - 1 \text{ equal ones}""",
    parts=("two scores", "more scores", "supremum"),
    encoded={
        "two scores": (scores.law_of(TWO),),
        "more scores": (scores.law_of(where=MORE),),
        "supremum": (
            scores.costs_at_most(TWO), scores.costs_at_most(where=MORE),
            scores.costs_more(TWO), scores.costs_more(where=MORE),
        ),
    },
    note="As encoded the noises are Z_0, Z_1, ..., and the index wins where its own noise Z_0 is at"
    " least t above those of the others. The supremum is t: for d = 2 and d >= 3 the quotient is at"
    " most e^t, and for every s > 0 it is above e^(t - s) at all gaps g >= (1 + t)/s.",
)  # fmt: skip

ANY = declare("real t")  # a gap of any sign


@CLAIM.proof(part="two scores")
@broken("without_the_middle_piece_it_is_too_small", value=sp.exp(-scores.t) / 2)
@because("e^-t/2 forgets the noise between 0 and t.")
@broken("a_score_that_leads", "At t = -1 it is 1 - 3/(4 e) = 0.72, not e/4 = 0.68.", gap=ANY)
def three_pieces_for_two_scores(**changes: Any) -> Outcome:  # noqa: ANN401
    """P_2(t) = e^-t (1 + t/2)/2: (-oo, 0), (0, t), (t, oo) give e^-t/8, t e^-t/4 and 3 e^-t/8."""
    return scores.law_shown(TWO, **changes)


@CLAIM.proof(part="more scores")
@broken("noise_below_the_others_is_forgotten", "At t = 0 it is less than 1/d.",
        value=(1 - TWO**-scores.d) * sp.exp(-scores.t) / scores.d)  # fmt: skip
@dropped("where", MORE, {0: "At d = 2 the formula divides by 0."})
def three_pieces_for_any_number_of_scores(
    *, where: tuple[Any, ...] = MORE, value: Any = None  # noqa: ANN401
) -> Outcome:  # fmt: skip
    """F is e^(z - t)/2 below t, and the first two pieces have a factor of 2^-d."""
    return scores.law_shown(where=where, value=value)


@CLAIM.proof(part="supremum")
@broken("half_of_the_move", "At a large gap the quotient is near e^t.", rate=sp.S.Half)
@broken("twice_the_move", "The quotient is at most e^t.", share=scores.TWO)
def far_below_the_loss_tends_to_the_move(
    *, rate: sp.Expr = sp.S.One, share: sp.Expr = sp.S.One
) -> Outcomes:
    """P_d(g) e^g grows to a limit, its distance from it being a multiple of e^(-(d-2) g), d >= 3.
    For d = 2 the quotient is e^t (1 + g/2)/(1 + (g + t)/2), which tends to e^t from below.
    """
    for d, where in ((TWO, ()), (scores.d, MORE)):
        yield scores.move_shown(scores.costs_at_most(d, rate=rate, where=where), d)
        yield scores.costs_more_shown(d, share=share, where=where)
