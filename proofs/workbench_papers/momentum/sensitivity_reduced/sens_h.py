"""Sensitivity of the difference queries (Appendix E.1), and what a fresh order does to it.

Normalised steps move by eta, so |w_t - w_(t-N)| <= eta N.  With a repeated order g_t and g_(t-N)
belong to the same record, and

    |g_t - kappa g_(t-N)| <= gamma |g_t| + (1 - gamma) |g_t - g_(t-N)|
                          <= gamma G + (1 - gamma) min{L eta N, 2G}.

Replacing the record changes one term by at most twice that.  If epochs are reshuffled, g_t and
g_(t-N) belong to different records, nothing cancels, and the sensitivity is 2G even for L = 0.
"""

from fractions import Fraction
from typing import Any

import sympy as sp

from workbench.claims import Claim, Example, Outcome, because, broken
from workbench.rigor import witness
from workbench.rigor.provers import replaced_records as records
from workbench.rigor.provers.theorems import proved
from workbench.symbolic import declare, relation
from workbench_papers.momentum import _tree as tree

HALF = Fraction(1, 2)

MOTIVATION = Claim(
    "momentum.fullbatch-motivation",
    title="Differences of full gradients have low sensitivity",
    reconstructed=("remark", "Section 4"),
    statement=r"""\nabla F(w_{t+1}) - \nabla F(w_t) \text{ has sensitivity} \le \frac{2 L \eta}{N},
        \quad \nabla F(w_{t+1}) - (1-\gamma) \nabla F(w_t) \text{ has} \le
        \frac 2N \big( \gamma G + (1-\gamma) L \eta \big)""",
    hypotheses=r"""\lVert w_{t+1} - w_t \rVert \le \eta, \; 0 < \gamma \le 1
        \text{losses } L\text{-smooth and, for the second, } G\text{-Lipschitz; one of } N \
            \text{ records is replaced}""",
    parts=("difference", "leak"),
    encoded={
        "difference": (records.full_gradients().theorem,),
        "leak": (records.full_gradients(leak=True).theorem,),
    },
    uses=("momentum.setting", "momentum.def-sensitivity"),
    note="As encoded f and g are the losses of the two records, o is the sum of the gradients of"
    " all others, at any point, and w, v are w_(t+1), w_t.",
)

CLAIM = Claim(
    "momentum.sens-h",
    title="Sensitivity of the difference queries, repeated order",
    reconstructed=("lemma", "Appendix E.1"),
    statement=r"""\lVert g_t - \kappa g_{t-N} \rVert
        \le \gamma G + (1-\gamma) \min\{ L \eta N, 2G \}, \quad
        \text{so a node } H_{[y,z]} \text{ has sensitivity} \le
        2 \big( \gamma G + (1-\gamma) \min\{ L \eta N, 2G \} \big)\, w_{[y,z]}(s), \;
        w \le 1 \text{ for } z - y < N""",
    hypotheses=r"""\text{the same data-independent order in every epoch}; \; \kappa = 1 - \gamma
        \lVert w_t - w_{t-1} \rVert \le \eta; \; t, y > N; \; 0 < \alpha, \gamma \le 1""",
    parts=("difference", "node", "weight"),
    encoded={
        "difference": tuple(records.difference(long=long).theorem for long in (False, True)),
        "node": tuple(records.differences(long=long).theorem for long in (False, True)),
        "weight": (records.once().theorem,),
    },
    uses=("momentum.setting", "momentum.sens-g", "momentum.def-sensitivity"),
    repairs=("momentum.sens-h.fresh",),
    note="As encoded steps are counted back from z, so v_k is w_(z-k); chi_k is 1 where step z - k"
    " uses the replaced record, whose losses are f and g, and 0 elsewhere: once in any N steps,"
    " which is what one order for all epochs says. o_k is what the others add there, and c_k is"
    " (1 - alpha)^k, for the node any weight. A minimum is below both of its numbers.",
)

FRESH = Claim(
    "momentum.sens-h.fresh",
    title="Sensitivity of the differences when epochs are reshuffled",
    reading=("erratum", "Appendix E.1 with the orders that Lemma 11 needs"),
    statement=r"""\text{a node } H_{[t,t]} \text{ has sensitivity} \le
        2 \big( \gamma G + (1-\gamma) \min\{ L \eta N, 2G \} \big)""",
    hypotheses=r"\text{a new order in each epoch}",
    note="The random reshuffling of Lemma 11 and this bound exclude each other.",
)

gamma, G, N = declare("gamma G N > 0")


@MOTIVATION.proof(part="difference")
@broken("both_records_move", "L eta/N counts only one of the two records.", change={"factor": 1})
@broken("without_short_steps", "A long step changes gradients more.", change={"told": ()})
def one_summand_changes_by_two_lipschitz_steps(*, change: dict[str, Any] = {}) -> Outcome:
    """(1/N)(|grad f(w', x) - grad f(w, x)| + the same for x')."""
    return proved(records.full_gradients(**change))


@MOTIVATION.proof(part="leak")
@broken("half_of_the_leak", "At gamma = 1 half of G is not enough.", change={"weight": HALF})
@broken("without_short_steps_too", "eta = 0: G at w and -G at v.", change={"told": (1, 2, 3)})
@broken("without_a_bound", "The gradients may be longer.", change={"told": (0, 1, 2)})
@broken("a_negative_share", "gamma > 1 adds and does not subtract.", change={"told": (0, 2, 3)})
def a_leak_mixes_both_bounds(*, change: dict[str, Any] = {}) -> Outcome:
    """|grad f(w') - (1-gamma) grad f(w)| <= gamma |grad f(w')| + (1-gamma) |difference|."""
    return proved(records.full_gradients(leak=True, **change))


@CLAIM.proof(part="difference")
@broken("half_of_the_difference", "Opposite gradients need all of it.", change={"weight": HALF})
@broken("longer_leaks", "gamma > 1 adds and does not subtract.", change={"told": (1, 2)})
@broken("without_bounded_gradients", "gamma G counts the last one.", change={"told": (0, 1)})
@broken("any_steps", "Long ones change more.", long=(False,), change={"told": (0, 2)})
@broken("half_as_smooth", "2 L in place of L.", long=(False,), change={"smooth": 2 * records.L})
def an_epoch_moves_at_most_eta_n(
    *, long: tuple[bool, ...] = (True, False), change: dict[str, Any] = {}
) -> Outcome:
    """|g - kappa f| <= gamma |g| + (1 - gamma) |g - f|, and |g - f| <= L eta N and <= 2G."""
    return proved(*(records.difference(long=one, **change) for one in long))


@CLAIM.proof(part="node")
@broken("replacement_counts_twice", "G is for a record that is removed.", change={"factor": 1})
@broken("without_an_order", "Nothing cancels (sens-h.fresh).", change={"told": (0, 1, 2, 3)})
@broken("one_record_is_bounded", "The other one may be long.", change={"told": (0, 1, 2, 4)})
def each_use_adds_the_two_differences(*, change: dict[str, Any] = {}) -> Outcome:
    """By induction over the steps of the node; chi_(k+N) = chi_k, as any N steps have one use."""
    return proved(*(records.differences(long=long, **change) for long in (False, True)))


@CLAIM.proof(part="weight")
@broken("two_epochs", "A second use adds its weight.", change={"told": (0, 1, 2, 3)})
@broken("more_than_one_use", "Two uses weigh more than 1.", change={"told": (0, 1, 2, 4)})
@broken("other_weights", "From c_0 = 2 they are twice as large.", change={"told": (0, 2, 3, 4)})
def one_use_has_weight_one_at_most(*, change: dict[str, Any] = {}) -> Outcome:
    """(1 - alpha)^k <= 1."""
    return proved(records.once(**change))


def linear_loss(orders: list[tuple[int, ...]]) -> Example:
    """N = 2, L = 0: record 1 goes from G to -G; the leaf query g_3 - kappa g_1, gamma = 1/10."""
    uses = tree.schedules(2, 4, orders)[1]
    leak = 1 - gamma
    coefficient = (1 if 3 in uses else 0) - (leak if 1 in uses else 0)
    distance = sp.Abs(coefficient * (G - (-G)))
    named = [(N, "=", 2), (declare("real t"), "=", 3)]
    claimed = relation(distance, "<=", 2 * gamma * G, where=[(gamma, "<=", 1), *named])
    return tree.trusting_integers(witness(claimed, gamma="1/10", G=1, N=2, t=3))


@FRESH.refutation(of="case")
@broken("the_repeated_order_keeps_the_bound", first=(1, 0))
@because("Orders (1, 0), (1, 0): the record cancels up to gamma.")
def two_records_that_change_places(*, first: tuple[int, ...] = (0, 1)) -> Example:
    """Orders (0, 1), (1, 0): g_3 - kappa g_1 holds record 1 once, so 2G against 2 gamma G = G/5."""
    return linear_loss([first, (1, 0)])
