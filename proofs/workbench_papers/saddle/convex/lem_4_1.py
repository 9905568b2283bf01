"""Anytime online-to-batch: gradients at the running average (Lemma 4.1).

x^t = (1/A_t) sum_{i <= t} a_i w^i.  As a_t (x^t - w^t) = A_{t-1} (x^{t-1} - x^t),

    a_t (F(x^t) - F(u)) <= a_t <grad F(x^t), w^t - u> + A_{t-1} <grad F(x^t), x^{t-1} - x^t>
                        <= a_t <grad F(x^t), w^t - u> + A_{t-1} (F(x^{t-1}) - F(x^t)),

and the last terms telescope.  With a_t = t the average moves slowly: |x^{t+1} - x^t|_1 <= 4/(t+2).
"""

from typing import Any

from workbench.claims import Claim, Outcome, because, broken
from workbench.rigor.provers.running_averages import C, D, K, conversion, slowly
from workbench.rigor.provers.theorems import proved
from workbench.symbolic import theorem as th
from workbench.symbolic.theorem import Many

CLAIM = Claim(
    "saddle.lem4.1",
    title="Anytime online-to-batch conversion",
    reconstructed=("lemma", "Lemma 4.1"),
    statement=r"""F(x^T) - F(u) \le \frac{1}{A_T} \sum_{t \le T} \alpha_t
        \langle \nabla F(x^t), w^t - u \rangle, \quad
        \alpha_t = t: \; \lVert x^{t+1} - x^t \rVert_1 \le \frac{4}{t+2}""",
    hypotheses=r"""F \text{ convex and differentiable on the convex set } C \ni w^t, u
        \alpha_t > 0, \; A_t = \sum_{i \le t} \alpha_i, \; x^t = \frac{1}{A_t} \sum_{i \le t} \
            \alpha_i w^i
        \text{in the last bound } C \text{ is the probability simplex}""",
    encoded=(conversion().theorem, slowly().theorem),
    note="The gradient is taken at the average, which already contains w^t. The last bound"
    " stands in the text after the lemma. As encoded w and alpha are numbered from"
    " 0; the last bound is squared.",
)


@CLAIM.proof
@broken("with_the_play_of_the_next_round", change={"ahead": 1})
@because("The gradient at x^t tells nothing of w^{t+1}.")
@broken("without_convexity", change={"of": th.function("F", on=C)})
@because("Convexity is used at u and at the previous average.")
@broken("against_a_point_outside", "There F is any number.", change={"against": th.vector("u")})
@broken("with_plays_that_are_points_of_another_set", change={"plays": th.points("w", K)})
@because("Averages need not be in C, outside of which F is any number.")
@broken("with_weights_that_may_be_negative", change={"weights": th.numbers("alpha")})
@because("Then x^t may be outside of C, where F is any number.")
def weighted_gaps_add_up(*, change: dict[str, Any] = {}) -> Outcome:
    """An induction: convexity at u and at the previous average, whose weights telescope."""
    return proved(conversion(**change), slowly())


@CLAIM.proof
@broken("not_twice_as_slowly", "2/(t+2) is exceeded by opposite vertices.", limit=2)
@broken("in_any_convex_set", "Two points may be far apart.", of=th.convex("Delta"))
def the_average_moves_slowly(*, limit: int = 4, of: Many = D) -> Outcome:
    """x^{t+1} - x^t = (2/(t+2)) (w^{t+1} - x^t)."""
    return proved(conversion(), slowly(limit=limit, of=of))
