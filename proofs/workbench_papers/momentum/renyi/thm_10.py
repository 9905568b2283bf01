"""Adaptive privacy of tree aggregation (Algorithm 5, Theorem 10).

    y_i = f_i(D on S_i; y_1, ..., y_(i-1)) + N(0, sigma_i^2 I),      i = 1..k

The sets S_i of record indices do not depend on the data, and f_i may depend on all earlier noisy
outputs.  Replacing record s changes only the outputs with s in S_i, and each of those, given the
outputs before it, is a Gaussian mechanism: (lambda, lambda Delta_i^2/(2 sigma_i^2))-RDP.  They add
up.  A random order that does not depend on the data is covered by conditioning on it.
"""

from typing import Any

import sympy as sp

from workbench.claims import Claim, Outcome, because, broken, dropped
from workbench.rigor import visible
from workbench.rigor.provers.privacy import shown_private
from workbench.rigor.provers.tree_privacy import V, i, k, n, order, released
from workbench.symbolic import declare
from workbench.symbolic import private as pv
from workbench.symbolic import theorem as th

sigma, Delta = th.number("sigma", above=0), th.number("Delta", at_least=0)
most = th.number("M", at_least=0)
REACH, SCALE = th.numbers("Delta", at_least=0), th.numbers("sigma", above=0)
INSIDE = th.numbers("u", at_least=0)
SUM = ((th.total(i, 1, k, REACH[i] ** 2 / (2 * SCALE[i] ** 2)), "<=", most),)
COUNT = ((th.total(i, 1, k, INSIDE[i]), "<=", V),)


def any_sizes(where: Any = SUM, times: th.Num = order, **more: Any) -> pv.PrivateStatement:  # noqa: ANN401
    """(lambda, times M)-RDP where the sum is at most M for the record that is replaced."""
    return released(REACH[i], SCALE[i], symbols=(order, REACH, SCALE, most, n, k), where=where,
                    guarantee=pv.renyi(order, times * most), **more)  # fmt: skip


def alike(where: tuple[Any, ...] = COUNT, factor: int = 2) -> pv.PrivateStatement:
    """u_i is 1 where the record is in S_i and 0 elsewhere, and so is its root."""
    cost = order * V * Delta**2 / (factor * sigma**2)
    return released(th.root(INSIDE[i]) * Delta, sigma, where=where,
                    symbols=(order, INSIDE, Delta, sigma, n, k, V),
                    guarantee=pv.renyi(order, cost))  # fmt: skip


CLAIM = Claim(
    "momentum.thm-10",
    title="Renyi privacy of Algorithm 5",
    reconstructed=("theorem", "Algorithm 5, Theorem 10, Appendix C.1"),
    statement=r"""y_i = f_i(D|_{S_i};\, y_1, \dots, y_{i-1}) + \mathcal{N}(0, \sigma_i^2 I), \;
        i = 1, \dots, k, \text{ are } \Big( \lambda, \lambda \max_s
        \sum_{i \in \mathrm{IN}(s)} \frac{\Delta_i(s)^2}{2 \sigma_i^2} \Big)\text{-RDP}
        \;\text{for all } \lambda > 1; \quad
        \sigma_i = \sigma, \Delta_i = \Delta, V = \max_s |\mathrm{IN}(s)|: \;
        \Big( \lambda, \frac{\lambda V \Delta^2}{2 \sigma^2} \Big)""",
    hypotheses=r"""\text{Algorithm 5: } D \text{ has } N \text{ records}, \; S_i \subseteq \
            \{1, \dots, N\}; \text{ for } i = 1, \dots, k \text{ in turn } y_i \text{ is released, \
            and what is reported are functions of } y_1, \dots, y_k
        \mathrm{IN}(s) = \{ i : s \in S_i \}, \; S_i \text{ does not depend on } D
        f_i \text{ depends on the records of } S_i \text{ alone, and on earlier outputs}
        \Delta_i(s) \ge \lVert f_i(D; y) - f_i(D'; y) \rVert_2 \text{ for all } y = (y_1, \
            \dots, y_{i-1}) \text{ and } D, D' \text{ that differ in record } s \text{ only, \
            which is replaced}
        \Delta_i(s), \; \sigma_i > 0 \text{ are fixed in advance}""",
    parts=("sum", "uniform"),
    encoded={"sum": (any_sizes(),), "uniform": (alike(),)},
    uses=("momentum.gaussian-renyi", "ext.rdp-composition"),
    note="Sums of the y_i over sets of COMPOSE, which the paper reports, are functions of them,"
    " and cost nothing more, by data processing (van Erven and Harremoes, 2014). The"
    " paper has equal terms; the sum is ours. As encoded n is the number N of records, a certain"
    " record s is replaced, Delta_i is Delta_i(s), 0 outside of IN(s), where f_i does not see it;"
    " M is at least the sum for every s, so that all pairs of neighbours are covered; u_i says"
    " whether i is in IN(s). A random order of the records, one of finitely many, that does not"
    " depend on the data costs no more than the worst one. In Algorithm 1 (`momentum.alg1`) y_i"
    " are the nodes of its tree, and S_i holds the records that are scheduled inside of node i.",
)


@CLAIM.proof(part="sum")
@dropped("where", SUM, "M may be 0.")
@broken("without_the_order", "(lambda, M) in place of (lambda, lambda M).", times=th.num(1))
@broken("one_output_more", "M does not count the output k + 1.", rounds=k + 1)
def budgets_of_in_s_add_up(**changes: Any) -> Outcome:  # noqa: ANN401
    """sum_i lambda Delta_i^2/(2 sigma_i^2), each output a Gaussian mechanism given those before."""
    return shown_private(any_sizes(**changes))


@CLAIM.proof(part="uniform")
@dropped("where", COUNT, "V = 1, k = 2 and u = (1, 1).")
@broken("half_of_it_is_too_little", "lambda V Delta^2/(4 sigma^2).", factor=4)
def equal_terms_give_v_times_one(**changes: Any) -> Outcome:  # noqa: ANN401
    """V equal terms add up to lambda V Delta^2/(2 sigma^2)."""
    return shown_private(alike(**changes))


@CLAIM.exact(part="sum", corner="a random order, of finitely many")
@broken("nor_less", factor=sp.S.Half)
@because("Half of the worst moment is too small when all orders are alike.")
def a_random_order_costs_no_more_than_the_worst(*, factor: sp.Expr = sp.Integer(1)) -> Outcome:
    """With the order released, the moment is the mean of the moments given the order.
    sum_j p_j M_j <= B (sum p) for moments M_j = B - d_j of many orders, B the worst of them.
    """
    p, s = sp.IndexedBase("p", nonnegative=True), sp.IndexedBase("d", nonnegative=True)
    B, many, j = declare("B > 0, integer many > 0, integer j")
    mean = sp.Sum(p[j] * (B - s[j]), (j, 1, many))
    mass = sp.Sum(p[j], (j, 1, many))
    gap = sp.Sum(p[j] * s[j], (j, 1, many)) + (factor - 1) * B * mass
    return visible(mean, "<=", factor * B * mass, gap=gap)
