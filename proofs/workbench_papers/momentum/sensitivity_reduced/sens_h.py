"""Sensitivity of the difference queries (Appendix E.1), and what a fresh order does to it.

Normalised steps move by eta, so |w_t - w_(t-N)| <= eta N.  With a repeated order g_t and g_(t-N)
belong to the same record, and

    |g_t - kappa g_(t-N)| <= gamma |g_t| + (1 - gamma) |g_t - g_(t-N)|
                          <= gamma G + (1 - gamma) min{L eta N, 2G}.

Replacing the record changes one term by at most twice that.  If epochs are reshuffled, g_t and
g_(t-N) belong to different records, nothing cancels, and the sensitivity is 2G even for L = 0.
"""

from typing import Any

import sympy as sp

from workbench.claims import Case, Claim, Outcome, because, broken
from workbench.rigor import follows, identity, witness
from workbench.symbolic import declare, relation
from workbench_papers.momentum import _tree as tree

MOTIVATION = Claim(
    "momentum.fullbatch-motivation",
    title="Differences of full gradients have low sensitivity",
    reconstructed=("remark", "Section 4"),
    statement=r"""\nabla F(w_{t+1}) - \nabla F(w_t) \text{ has sensitivity} \le \frac{2 L \eta}{N},
        \quad \nabla F(w_{t+1}) - (1-\gamma) \nabla F(w_t) \text{ has} \le
        \frac 2N \big( \gamma G + (1-\gamma) L \eta \big)""",
    hypotheses=r"""\lVert w_{t+1} - w_t \rVert \le \eta
        \text{one of } N \text{ records is replaced}""",
    parts=("difference", "leak"),
    uses=("momentum.setting", "momentum.def-sensitivity"),
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
        \lVert w_t - w_{t-1} \rVert \le \eta""",
    parts=("distance", "smooth", "bounded", "attained"),
    uses=("momentum.setting", "momentum.sens-g", "momentum.def-sensitivity"),
    repairs=("momentum.sens-h.fresh",),
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

gamma, G, L, eta, N = declare("gamma G L eta N > 0")


@MOTIVATION.exact(part="difference")
@broken("both_records_move", "L eta/N counts only one of the two records.", factor=1)
def one_summand_changes_by_two_lipschitz_steps(*, factor: int = 2) -> Outcome:
    """(1/N)(|grad f(w', x) - grad f(w, x)| + the same for x').
    Only one of N summands changes, from u to v: both are differences of at most L eta.
    """
    u, v = declare("u v >= 0")
    at = {"u": 1, "v": 1, "L": 1, "eta": 1, "N": 1}
    steps = [(1 / N, u, L * eta), (1 / N, v, L * eta)]
    return follows((u + v) / N, factor * L * eta / N, steps, at=at)


@MOTIVATION.exact(part="leak")
@broken("the_gradient_part_has_weight_gamma", weight=gamma / 2)
@because("At gamma = 1 half of G is not enough.")
def a_leak_mixes_both_bounds(*, weight: sp.Expr = gamma) -> Outcome:
    """The bound is
    gamma G + (1 - gamma) L eta for one record; twice that over N for a replaced one.
    |grad f(w') - (1-gamma) grad f(w)| <= gamma |grad f(w')| + (1-gamma) |difference|.
    """
    u, new, change = declare("u v d >= 0")
    at = {"u": 1, "v": 1, "d": 0, "gamma": 1, "G": 1, "L": 1, "eta": "1/2"}
    return follows(
        u, weight * G + (1 - gamma) * L * eta,
        [(1, u, gamma * new + (1 - gamma) * change), (gamma, new, G), (1 - gamma, change, L * eta)],
        where=[(gamma, "<=", 1)], at=at,
    )  # fmt: skip


n, i = declare("integer n > 0, integer i")


@CLAIM.exact(part="distance")
@broken("it_is_not_one_step_less", "There are N steps between two uses.", length=n - 1)
def an_epoch_moves_at_most_eta_n(*, length: sp.Expr = n) -> Outcome:
    """N steps of length eta: |w_t - w_(t-N)| <= eta N by the triangle inequality."""
    return identity(sp.Sum(eta, (i, 1, n)), length * eta)


def term(change: sp.Expr, weight: sp.Expr, **more: Any) -> Outcome:  # noqa: ANN401 - numbers
    """|g - kappa f| <= gamma |g| + (1 - gamma) |g - f| with |g| <= G and |g - f| <= change."""
    u, new, difference = declare("u v d >= 0")
    at = {"u": 1, "v": 1, "d": 1, "gamma": "1/2", "G": 1, "L": 1, "eta": 1, "N": 1} | more
    mixed = gamma * new + (1 - gamma) * difference
    premises = [(1, u, mixed), (gamma, new, G), (1 - gamma, difference, change)]
    return follows(u, gamma * G + weight * change, premises, where=[(gamma, "<=", 1)], at=at)


@CLAIM.exact(part="smooth")
@broken("the_difference_has_weight_one_minus_gamma", weight=(1 - gamma) / 2)
@because("With weight (1 - gamma)/2 the bound is exceeded.")
def smoothness_bounds_the_difference(*, weight: sp.Expr = 1 - gamma) -> Outcome:
    """The bound is gamma G + (1 - gamma) L eta N."""
    return term(L * eta * N, weight)


@CLAIM.exact(part="bounded")
@broken("one_gradient_is_not_enough", weight=(1 - gamma) / 2)
@because("At gamma = 1/2 with opposite gradients 3G/2 is needed, and G/2 + G/2 is less.")
def the_gradients_themselves_bound_it_too(*, weight: sp.Expr = 1 - gamma) -> Outcome:
    """The bound is gamma G + (1 - gamma) 2G, where steps are long."""
    return term(2 * G, weight, u="3/2", d=2)


@CLAIM.exact(part="attained")
@broken("replacement_counts_twice", factor=1)
@because("Half of it is the sensitivity to removing the record.")
def a_triangle_wave_attains_it(*, factor: int = 2) -> Outcome:
    """The bound 2 (gamma G + (1 - gamma) L eta N) is attained.
    f(w, x) = x psi(w), psi' rises from G - L eta N to G within an epoch, x from 1 to -1.
    """
    now, before = G, G - L * eta * N
    single = now - (1 - gamma) * before
    return identity(single - (-single), factor * (gamma * G + (1 - gamma) * L * eta * N))


def linear_loss(orders: list[tuple[int, ...]]) -> Case:
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
def two_records_that_change_places(*, first: tuple[int, ...] = (0, 1)) -> Case:
    """Orders (0, 1), (1, 0): g_3 - kappa g_1 holds record 1 once, so 2G against 2 gamma G = G/5."""
    return linear_loss([first, (1, 0)])
