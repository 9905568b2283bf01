"""The gap at the average of the iterates: regret, ghost regret, and the error terms (Lemma 3.8).

Phi^t = g^t + Delta^t is the saddle operator at the iterate z^t, with g^t its estimate.  For every u

    T Gap <= max_u sum <Phi^t, z^t - u>,
    <Phi, z - u> = <g, z - u> + <Delta, z - v> + <Delta, v - u>,

where v^t are the "ghost" iterates of mirror descent on the errors Delta^t.  The first and the last
sum are regrets, bounded for every u along every path as in Lemma 3.9; what remains, <Delta, z - v>,
does not contain u, so its expectation may be taken.  Two blocks and two regrets make 2 l/tau.

The proof is data: for two points of which no more is known an induction adds the four regrets and
the linearised F, two more are Jensen's inequality at the averages; then the supremum is taken.
"""

from workbench.claims import Claim, Outcome, because, broken
from workbench.rigor.provers.saddle_paths import X, gap_bound, x_first
from workbench.rigor.provers.theorems import proved
from workbench.symbolic import theorem as th
from workbench.symbolic.theorem import Vec

CLAIM = Claim(
    "saddle.lem3.8",
    title="Gap at the average of the iterates, along every path",
    reconstructed=("lemma", "Lemma 3.8, proof 3.10"),
    statement=r"""\mathrm{Gap}(\bar x, \bar y) \le \frac{2 \ell}{\tau T} + \frac{\tau}{2T} \sum_t
        \big( \lVert g_x^t \rVert_\infty^2 + \lVert g_y^t \rVert_\infty^2
        + \lVert \Delta_x^t \rVert_\infty^2 + \lVert \Delta_y^t \rVert_\infty^2 \big)
        + \frac1T \sum_t \big( \langle \Delta_x^t, x^t - v^t \rangle
        + \langle \Delta_y^t, y^t - w^t \rangle \big)""",
    hypotheses=r"""F \text{ convex-concave}, \; \ell = \ln d_x + \ln d_y
        x^{t+1} \propto x^t e^{-\tau g_x^t}, \; y^{t+1} \propto y^t e^{\tau g_y^t} \text{ from the \
            uniform points}
        \Delta_x = \nabla_x F - g_x, \; \Delta_y = -(\nabla_y F - g_y) \text{ at } (x^t, y^t)
        v^t, w^t \text{ are the iterates with } \tau \Delta_x^t, \tau \Delta_y^t \text{ for } \
            \tau g_x^t, -\tau g_y^t""",
    encoded=(gap_bound().theorem,),
    note="It holds for a random T as well, after multiplication by T. As encoded g is any sequence"
    " of random vectors, the steps are numbered from 0, and multiplicative steps are prox steps of"
    " the entropy.",
)


@CLAIM.proof
@broken("one_entropy_is_not_enough", entropies=1)
@because("The ghost sequence costs as much as the sequence itself.")
@broken("from_another_start", start=th.point("x_first", X, inner=True))
@because("From a point near the border the divergence is larger than ln d.")
@broken("the_sign_of_the_second_block_matters", against=1)
@because("With descent in y the inequality fails.")
@broken("a_ghost_that_knows_the_next_error", late=1)
@because("v^{t+1} would hold the error of t + 1, and the error of the first round is never met.")
def four_regrets_and_two_averages(
    *, entropies: int = 2, start: Vec = x_first, against: int = -1, late: int = 0
) -> Outcome:
    """For every pair of points; the supremum is taken along every path."""
    return proved(gap_bound(entropies=entropies, start=start, against=against, late=late))
