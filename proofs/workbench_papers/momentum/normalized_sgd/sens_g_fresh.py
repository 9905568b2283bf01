"""Sensitivity of a node when each epoch has a fresh order (proof of Theorem 4, corrected).

Two consecutive epochs may use a record in adjacent steps; only the use j epochs back is certain to
be at least (j-1)N + 1 steps old.  So w(s) <= 1 + (1 - alpha)/(1 - rho), and the count "at most
ceil(l/N) terms, the i-th scaled by (1 - alpha)^(iN)" is false, unless N is a power of two.

What the count is used for survives, `momentum.thm-4.fresh`: the charge 4V of the whole tree.
"""

from typing import Any

import sympy as sp

from workbench.claims import Claim, Example, Outcome, all_of, because, broken, dropped
from workbench.rigor import certify, witness
from workbench.rigor.provers import fresh_orders as fresh
from workbench.rigor.provers.theorems import proved
from workbench.symbolic import Relation, declare, relation
from workbench.symbolic.text import parse
from workbench_papers.momentum import _tree as tree
from workbench_papers.momentum.technical.prop_13 import MOST, ONE, alpha, epochs, v

LEAST = (alpha * epochs, ">=", 1)


def constants(
    limit: sp.Rational = sp.Rational(158198, 100000), where: tuple[Any, ...] = (LEAST,)
) -> tuple[Relation, ...]:
    """1/(1 - rho) <= limit and 1 + (1 - alpha)/(1 - rho) <= 1 + limit, and 1 - rho > 0."""
    rest, given = 1 - ONE, [MOST, *where]
    return (relation(ONE, "<", 1, where=[MOST]), relation(1, "<=", limit * rest, where=given),
            relation(rest + 1 - alpha, "<=", (1 + limit) * rest, where=given))  # fmt: skip


FRESH = Claim(
    "momentum.sens-g.fresh",
    title="Weight of a record in a node, a fresh order in each epoch",
    ours=("lemma", "Proof of Theorem 4, Appendix D.1, corrected"),
    statement=r"""w_{[y,z]}(s) \le 1 + \frac{1-\alpha}{1-\rho}; \quad
        \alpha \ge \tfrac1N \;\Rightarrow\; \tfrac{1}{1-\rho} \le 1.58198, \; w \le 2.58198""",
    hypotheses=r"""w_{[y,z]}(s) = \textstyle\sum_{i \in [y,z],\, s_i = s} (1-\alpha)^{z-i}, \; s_i \
            \text{ the record of step } i; \; \rho = (1-\alpha)^N, \; 0 < \alpha \le 1
        \text{a new order in each epoch}""",
    parts=("weight", "constant"),
    encoded={
        "weight": (fresh.heaviest().theorem, fresh.from_the_start().theorem),
        "constant": constants(),
    },
    repairs=("momentum.erratum-3",),
    note="As encoded x_i is 1 where step i uses s and 0 elsewhere, at most once in each epoch of N"
    " steps, and c_j is (1 - alpha)^j. The first statement is that of all steps 1, ..., z, which"
    " come first with z = qN + r, 0 < r <= N; the second says that no [y, z] weighs more: there q"
    " is z - n, for y = n + 1, and no number of epochs. The bounds are multiplied by 1 - rho, which"
    " is above 0; the last is that of 1 + (1 - alpha)/(1 - rho), so of w. That the sensitivity of a"
    " node is 2 G w is `momentum.sens-g`, for any order.",
)


ERRATUM = Claim(
    "momentum.erratum-3",
    title="At most ceil(l/N) uses, the i-th scaled by (1 - alpha)^(iN), for reshuffled epochs",
    reconstructed=("erratum", "Proof of Theorem 4, Appendix D.1"),
    statement=r"""w_{[y,z]}(s) \le \sum_{i=0}^{\lceil \ell/N \rceil - 1} (1-\alpha)^{iN}
        \;\text{ for every node, if each epoch has a new order}""",
    hypotheses=r"0 < \alpha \le 1, \; \ell = z - y + 1",
    note="True if N is a power of two. w_{[y,z]}(s) is the sum of (1 - alpha)^(z - i) over the uses"
    " i of s in [y, z]. What the theorem needs in its place is `momentum.thm-4.fresh`.",
)


Q = declare("q > 0")  # 1 - alpha


@ERRATUM.refutation(of="case")
@broken("the_corrected_bound_covers_them", second=1 + Q / (1 - Q**3))
@because("1 + (1 - alpha)/(1 - rho) is above 5/3.")
def adjacent_uses_across_an_epoch_boundary(*, second: sp.Expr = sp.Integer(1)) -> Example:
    """Node [3, 4] for N = 3: record 3 is last of epoch 1 and, reshuffled, first of epoch 2.
    With q = 1 - alpha = 2/3 its weight is 1 + q against 1: sensitivity 10 G/3, not 2 G.
    """
    uses = tree.schedules(3, 9, [(0, 1, 2), (2, 0, 1), (0, 1, 2)])[2]
    total = sum((Q ** (4 - t) for t in uses if 3 <= t <= 4), sp.Integer(0))
    N, y, z = declare("real N y z")
    named = [(N, "=", 3), (y, "=", 3), (z, "=", 4)]
    claimed = relation(total, "<=", second, where=[(Q, "<", 1), *named])
    return tree.trusting_integers(witness(claimed, q="2/3", N=3, y=3, z=4))


_HEAVY = {
    0: "c_0 = 5, alpha = N = r = 1, q = 0, x_1 = 1: 4 <= 0.",
    1: "c = (1, 5, 0), N = r = 2, q = 0, x = (1, 0): 4 <= 1 - alpha.",
    2: "x = (9, -8), alpha = r = 1, N = 2, q = 0: 8 <= 0.",
    3: "alpha = 1/10, N = r = 10, q = 0, all x = 1: 3.59 <= 0.9.",
    4: "Only the proof is refused: it is then another way to write z.",
}
_START = {
    0: "Only the proof is refused: no weight is below 0.",
    1: "Only the proof is refused: no weight is below 0.",
    2: "n = q = 1, alpha = 1/2, x = (-1, 0): 0 <= -1/2.",
}


@FRESH.proof(part="weight")
@broken("the_newest_use_has_full_weight", "alpha = N = r = x_1 = 1, q = 0: 1 <= 0.", more=0)
@dropped("given", fresh.FRESH, _HEAVY)
@dropped("before", fresh.FRESH[:3], _START)
def one_full_weight_and_a_shifted_series(
    *, given: Any = fresh.FRESH, more: int = 1, before: Any = fresh.FRESH[:3],  # noqa: ANN401
) -> Outcome:  # fmt: skip
    """An epoch later all weighs rho times as much and 1 at most: 1/(1 - rho) at the end of each.
    In the next epoch this is at least a step old, and there is one more use.
    """
    return proved(fresh.heaviest(given=given, more=more), fresh.from_the_start(given=before))


@FRESH.exact(part="constant")
@broken("three_halves_is_below_it", "alpha = 1/N, N large.", limit=sp.Rational(3, 2))
@broken("slower_momentum", "alpha = 1/10, N = 1: 1/(1 - rho) = 10.", where=())
def at_least_one_over_n_gives_one_over_one_minus_one_over_e(**changes: Any) -> Outcome:  # noqa: ANN401
    """Rho <= e^(-alpha N) <= 1/e, as 1 - alpha <= e^(-alpha), and 1/(1 - 1/e) <= 1.58198."""
    positive, first, second = constants(**changes)
    power = relation((1 - alpha) ** v, "<=", sp.exp(-alpha * v), where=[MOST])
    small = parse("exp(-x) <= 29099/79099", where="x >= 1")
    last = parse("w <= 29099/79099", where="w <= z, z <= 29099/79099")
    facts: list[Any] = [
        (power, {"alpha": alpha, "v": epochs}), (small, {"x": alpha * epochs}),
        (last, {"w": ONE, "z": sp.exp(-alpha * epochs)}),
    ]  # fmt: skip
    point = {"alpha": "1/10", "N": 10 if changes.get("where") is None else 1}
    sums = [*facts, (parse("q <= y", where="q <= 1, 1 <= y"), {"q": 1 - alpha, "y": first.right})]
    return all_of(
        certify(positive), certify(first, facts=facts, at=point),
        certify(second, facts=sums, at=point),
    )  # fmt: skip
