"""Sensitivity of a node of the tree for a repeated order (proof of Theorem 4).

A record that is used at several steps of the node [y, z] enters it with the total weight

    w(s) = sum over its uses i of (1 - alpha)^(z - i),       sensitivity 2 G w(s).

One order repeated in every epoch: uses are N steps apart, so there are at most ceil(l/N) of them in
l steps, and the i-th last is shrunk by at least (1 - alpha)^(iN).

The paper reshuffles, and its proof takes the first bound: see `momentum.erratum-3`.
"""

from collections.abc import Sequence
from typing import Any

from workbench.claims import Claim, Outcome, broken
from workbench.rigor import certify
from workbench.rigor.provers import replaced_records as records
from workbench.rigor.provers.theorems import proved
from workbench.symbolic import Relation, relation
from workbench.symbolic.text import parse
from workbench_papers.momentum.technical.prop_13 import (
    MOST,
    ONE,
    PART,
    TAIL,
    alpha,
    epochs,
    n,
    partial,
    v,
)


def below_the_limit(share: int = 1, most: Sequence[Any] = (MOST,)) -> Relation:
    """N terms of the geometric series are below its limit (times a share)."""
    return relation(PART, "<=", 1 / (share * (1 - ONE)), where=most)


CLAIM = Claim(
    "momentum.sens-g",
    title="Sensitivity of a node, one order repeated in every epoch",
    reconstructed=("lemma", "Proof of Theorem 4, Appendix D.1"),
    statement=r"""w_{[y,z]}(s) = \sum_{i \in [y,z],\, s_i = s} (1-\alpha)^{z-i}
        \le \sum_{i=0}^{\lceil \ell/N \rceil - 1} (1-\alpha)^{iN} \le \frac{1}{1-\rho}, \quad
        \ell = z - y + 1; \quad \text{sensitivity} \le 2 G\, w_{[y,z]}(s) \text{ to record } s,
        \text{ attained by opposite linear losses}""",
    hypotheses=r"""\rho = (1-\alpha)^N, \; 0 < \alpha \le 1, \; s_i \text{ the record of step } i
        \text{the same data-independent order in every epoch}""",
    parts=("weight", "limit", "bound", "attained"),
    encoded={
        "weight": (records.repeated().theorem,), "limit": (below_the_limit(),),
        "bound": (records.bounded(powers=True).theorem,),
        "attained": (records.attained(powers=True).theorem,),
    },
    uses=("momentum.def-sensitivity", "momentum.prop-13"),
    note="As encoded steps are counted back from z, c_k is (1 - alpha)^k, and chi_k is 1 where step"
    " z - k uses the replaced record and 0 elsewhere: once in any N steps, which is what one order"
    " for all epochs says. m is ceil(l/N), or any other number with l <= m N.",
)  # fmt: skip


@CLAIM.proof(part="weight")
@broken("the_newest_use_counts", "Without its term the sum is too small.", change={"first": 1})
@broken("uses_at_any_time", "Two uses side by side weigh more.", change={"told": (0, 1, 2, 4)})
@broken("longer_nodes", "More than m N steps hold another use.", change={"told": (0, 1, 2, 3)})
@broken("weights_that_grow", "Later uses may weigh more then.", change={"told": (0, 1, 3, 4)})
def each_epoch_adds_one_use(*, change: dict[str, Any] = {}) -> Outcome:
    """The i-th N steps from the end hold one use, of weight (1 - alpha)^(iN) at most."""
    return proved(records.repeated(**change))


@CLAIM.exact(part="limit", uses=())
@broken("half_of_the_limit_is_exceeded", "1/(2 (1 - rho)) is too small.", share=2)
@broken("longer_steps", "At alpha = 3, N = 2 the limit is -1/3.", most=())
def the_series_is_below_its_limit(*, share: int = 1, most: Sequence[Any] = (MOST,)) -> Outcome:
    """sum_(i<n) rho^i = (1 - rho^n)/(1 - rho) <= 1/(1 - rho)."""
    same = {"alpha": alpha, "N": epochs}
    return certify(below_the_limit(share, most), facts=[
        (relation(ONE, "<", 1, where=[MOST]), same),
        (relation((1 - alpha) ** v, ">=", 0, where=[MOST]), {"alpha": alpha, "v": n * epochs}),
        (partial("<="), {**same, "n": n}),
        (parse("(1 - t)/(1 - w) <= 1/(1 - w)", where="t >= 0, w < 1"), {"t": TAIL, "w": ONE}),
        (parse("s <= f", where="s <= a, a <= f"),
         {"s": PART, "a": (1 - TAIL) / (1 - ONE), "f": 1 / (1 - ONE)}),
    ])  # fmt: skip


@CLAIM.proof(part="bound")
@broken("the_zero_out_constant", "G w is for a record that is removed.", change={"factor": 1})
@broken("one_gradient_is_bounded", "The other one may be long.", change={"told": (0,)})
def a_replaced_record_moves_the_node_by_its_weight(*, change: dict[str, Any] = {}) -> Outcome:
    """Each of its terms moves by 2G times its weight at most, by induction over the steps."""
    return proved(records.bounded(powers=True, **change))


@CLAIM.proof(part="attained")
@broken("three_times_the_bound", "2G w is the most.", change={"factor": 3})
@broken("equal_gradients", "They do not move at all.", change={"opposite": 1})
def opposite_gradients_of_linear_losses_attain_it(*, change: dict[str, Any] = {}) -> Outcome:
    """G = e and -e at every step, |e| = G."""
    return proved(records.attained(powers=True, **change))
