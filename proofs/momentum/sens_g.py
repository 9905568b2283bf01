"""Sensitivity of a node of the tree (proofs of Theorem 4), for repeated and for fresh orders.

A record that is used at several steps of the node [y, z] enters it with the total weight

    w(s) = sum over its uses i of (1 - alpha)^(z - i),       sensitivity 2 G w(s).

One order repeated in every epoch: uses are N steps apart, so there are at most ceil(l/N) of them in
l steps, and the i-th last is shrunk by at least (1 - alpha)^(iN).  With a fresh order in each epoch
two consecutive epochs may use the record in adjacent steps, and only the spacing from the epoch
before that is certain: w(s) <= 1 + (1 - alpha)/(1 - rho), rho = (1 - alpha)^N.

The paper reshuffles, and its proof takes the first bound.  That step is false; what it is used for,
the charge 4V of the whole tree for alpha >= 1/N, survives.
"""

import itertools
from collections.abc import Iterator
from fractions import Fraction

import sympy as sp

from proofs.momentum import _tree as tree
from workbench.claims import Claim, Outcome, all_of
from workbench.rigor import certify, counterexample, induction, inequality
from workbench.symbolic import relation

CLAIM = Claim(
    "momentum.sens-g",
    kind="lemma",
    title="Sensitivity of a node, one order repeated in every epoch",
    source="Proof of Theorem 4, Appendix D.1",
    provenance="reconstructed",
    statement=r"""w_{[y,z]}(s) = \sum_{i \in [y,z],\, x_{(i)} = x_s} (1-\alpha)^{z-i}
        \le \sum_{i=0}^{\lceil \ell/N \rceil - 1} (1-\alpha)^{iN} \le \frac{1}{1-\rho}, \quad
        \ell = z - y + 1; \quad \text{sensitivity } 2 G\, w_{[y,z]}(s)""",
    hypotheses=(
        r"\rho = (1-\alpha)^N, \; 0 < \alpha \le 1",
        r"\text{the same data-independent order in every epoch}",
    ),
    parts=("uses", "weight"),
    uses=("momentum.def-sensitivity", "momentum.prop-13"),
)

FRESH = Claim(
    "momentum.sens-g.fresh",
    kind="lemma",
    title="Sensitivity of a node, a fresh order in each epoch",
    source="Proof of Theorem 4, Appendix D.1, corrected",
    provenance="ours",
    statement=r"""w_{[y,z]}(s) \le 1 + \frac{1-\alpha}{1-\rho}; \quad
        \alpha \ge \tfrac1N \;\Rightarrow\; \tfrac{1}{1-\rho} \le 1.58198, \; w \le 2.58198;
        \qquad \text{and } \max_s \sum_{\mathcal{I}} w_{[y,z]}(s)^2 \le 4 V
        \;\text{ for } \alpha \ge \tfrac1N, \; N \ge 4, \; N \mid T""",
    hypotheses=(
        r"\rho = (1-\alpha)^N; \; V \text{ as in the node count}",
        r"\text{a new order in each epoch}",
    ),
    parts=("weight", "constant", "charge"),
    repairs=("momentum.erratum-3",),
    uses=("momentum.node-count", "momentum.prop-13"),
)

ERRATUM = Claim(
    "momentum.erratum-3",
    kind="erratum",
    title="At most ceil(l/N) uses, the i-th scaled by (1 - alpha)^(iN), for reshuffled epochs",
    source="Proof of Theorem 4, Appendix D.1",
    provenance="reconstructed",
    statement=r"""w_{[y,z]}(s) \le \sum_{i=0}^{\lceil \ell/N \rceil - 1} (1-\alpha)^{iN}
        \;\text{ for every node, if each epoch has a new order}""",
    hypotheses=(r"0 < \alpha \le 1, \; \ell = z - y + 1",),
    note="True if N is a power of two. The privacy theorem survives.",
)

q, rho = sp.Symbol("q", nonnegative=True), sp.Symbol("rho", nonnegative=True)
N, n, e = (sp.Symbol(s, nonnegative=True, integer=True) for s in ("N", "n", "e"))
i = sp.Symbol("i", integer=True)


def spaced(count: sp.Expr) -> Outcome:
    """n uses N apart within l steps: (n - 1) N <= l - 1, so n < l/N + 1 and n <= ceil(l/N)."""
    uses, length, size = sp.symbols("u l N", positive=True)
    known = [((uses - 1) * size, "<=", length - 1)]
    return inequality(relation(uses, "<", length / size + count, where=known),
                      gap=(length - 1 - (uses - 1) * size) / size + 1 / size + count - 1,
                      methods=("sign",))  # fmt: skip


@CLAIM.exact(part="uses")
def uses_are_an_epoch_apart() -> Outcome:
    """n < l/N + 1."""
    return spaced(sp.Integer(1))


@uses_are_an_epoch_apart.mutant
def n_may_exceed_the_ratio() -> Outcome:
    """n < l/N is false for l = 1."""
    return spaced(sp.Integer(0))


def series(shift: sp.Expr) -> Outcome:
    """1 - q^e = (1 - q) sum_(j<e) q^j >= 0; q^e sum_(i<n) rho^i <= sum <= shift/(1 - rho)."""
    known = [(q, "<", 1)]
    power = induction(
        relation(1 - q**e, "=", (1 - q) * sp.Sum(q**i, (i, 0, e - 1)), where=known), "e"
    )
    drop = sp.Symbol("s", nonnegative=True)  # 1 - q^e
    total = sp.Sum(rho**i, (i, 0, n - 1))
    less = relation((1 - drop) * total, "<=", total, where=[(drop, "<=", 1)])
    closed = induction(relation(total, "=", (1 - rho**n) / (1 - rho), where=[(rho, "<", 1)]), "n")
    limit = relation((1 - rho**n) / (1 - rho), "<=", shift / (1 - rho), where=[(rho, "<", 1)])
    gap = (rho**n + shift - 1) / (1 - rho)
    return all_of(
        power,
        inequality(less, gap=drop * total, methods=("sign",)),
        closed,
        inequality(limit, gap=gap, methods=("sign",)),
    )


@CLAIM.exact(part="weight")
def weights_are_a_geometric_series() -> Outcome:
    """(1-alpha)^e sum rho^i <= sum rho^i <= 1/(1 - rho)."""
    return series(sp.Integer(1))


@weights_are_a_geometric_series.mutant
def half_of_the_limit_is_exceeded() -> Outcome:
    """1/(2 (1 - rho)) is too small."""
    return series(sp.Rational(1, 2))


def all_nodes(last: int, *, boundary: bool) -> Outcome:
    """Every node, N < `last`, T = 4N, alpha = 1/N, repeated order; or one record at the boundary."""

    def cases() -> Iterator[tuple[str, bool]]:
        for size in range(2, last):
            decay, horizon = 1 - Fraction(1, size), 4 * size
            records = tree.repeated(size, horizon)
            if boundary:  # last of one epoch, first of the next
                records = [[size, size + 1, 3 * size, 3 * size + 1]]
            for node in tree.nodes(horizon):
                length = node[1] - node[0] + 1
                limit = sum(decay ** (j * size) for j in range(-(-length // size)))
                worst = max(tree.weight(node, uses, decay) for uses in records)
                yield f"N = {size}, node {node}", worst <= limit

    return tree.decide(cases(), "weight of a record in a node")


@CLAIM.exact(part="weight", corner="N < 13, T = 4N, alpha = 1/N")
def enumeration_of_nodes_agrees() -> Outcome:
    """All nodes and all records, in exact fractions."""
    return all_nodes(13, boundary=False)


@enumeration_of_nodes_agrees.mutant
def a_record_at_the_boundary_of_epochs_exceeds_it() -> Outcome:
    """Reshuffled epochs that meet in one record break the bound."""
    return all_nodes(13, boundary=True)


def two_uses(second: sp.Expr) -> Outcome:
    """Node [3, 4] for N = 3: record 3 is last of epoch 1 and, reshuffled, first of epoch 2."""
    uses = tree.schedules(3, 9, [(0, 1, 2), (2, 0, 1), (0, 1, 2)])[2]
    inside = [t for t in uses if 3 <= t <= 4]
    decay = sp.Symbol("q", positive=True)  # 1 - alpha
    total = sum((decay ** (4 - t) for t in inside), sp.Integer(0))
    claimed = relation(total, "<=", second, where=[(decay, "<", 1)])
    return counterexample(claimed, q=Fraction(2, 3))


@ERRATUM.refutation
def adjacent_uses_across_an_epoch_boundary() -> Outcome:
    """alpha = 1/3: w = 1 + 2/3 against 1, so the sensitivity is 10 G/3 and not 2 G."""
    return two_uses(sp.Integer(1))


@adjacent_uses_across_an_epoch_boundary.mutant
def the_corrected_bound_covers_them() -> Outcome:
    """1 + (1 - alpha)/(1 - rho) is above 5/3."""
    decay = sp.Symbol("q", positive=True)
    return two_uses(1 + decay / (1 - decay**3))


def fresh_series(first: int) -> Outcome:
    """The use j epochs back is at least (j-1)N + 1 steps old: first + q sum_(j<n) rho^j."""
    total = sp.Sum(rho**i, (i, 0, n - 1))
    closed = induction(relation(total, "=", (1 - rho**n) / (1 - rho), where=[(rho, "<", 1)]), "n")
    claimed = relation(1 + q * (1 - rho**n) / (1 - rho), "<=", first + q / (1 - rho),
                       where=[(rho, "<", 1)])  # fmt: skip
    gap = first - 1 + q * rho**n / (1 - rho)
    return all_of(closed, inequality(claimed, gap=gap, methods=("sign",)))


@FRESH.exact(part="weight")
def one_full_weight_and_a_shifted_series() -> Outcome:
    """1 + (1 - alpha) sum rho^j <= 1 + (1 - alpha)/(1 - rho)."""
    return fresh_series(1)


@one_full_weight_and_a_shifted_series.mutant
def the_newest_use_has_full_weight() -> Outcome:
    """Without the 1 the bound is exceeded."""
    return fresh_series(0)


def constant(limit: sp.Rational) -> Outcome:
    """1 - alpha <= e^(-alpha), so rho <= e^(-alpha N) <= 1/e, and 1/(1 - 1/e) <= limit."""
    a = sp.Symbol("alpha", positive=True)
    exponential = inequality(relation(1 - a, "<=", sp.exp(-a)))
    return all_of(exponential, certify(relation(1, "<=", limit * (1 - sp.exp(-1)))))


@FRESH.exact(part="constant")
def at_least_one_over_n_gives_one_over_one_minus_one_over_e() -> Outcome:
    """1/(1 - 1/e) <= 1.58198."""
    return constant(sp.Rational(158198, 100000))


@at_least_one_over_n_gives_one_over_one_minus_one_over_e.mutant
def three_halves_is_below_it() -> Outcome:
    """1.5 is too small."""
    return constant(sp.Rational(3, 2))


def charge(levels: int) -> Outcome:
    """2 (K+1) E + 2.58198^2 U <= 4 ((K+1) E + U) for U <= 2E, K + 1 >= levels, E = T/N."""
    epochs, long, height = sp.symbols("E U k", positive=True)
    used = 2 * height * epochs + sp.Rational(258198, 100000) ** 2 * long
    where = [(long, "<=", 2 * epochs), (levels, "<=", height)]
    shared = relation((q + n) ** 2, "<=", 2 * (q**2 + n**2))
    return all_of(
        inequality(shared, gap=(q - n) ** 2, methods=("sign",)),
        inequality(relation(used, "<=", 4 * (height * epochs + long), where=where)),
    )


@FRESH.exact(part="charge")
def the_slack_of_short_nodes_covers_the_long_ones() -> Outcome:
    """Short nodes hold at most two uses, (w_1 + w_2)^2 <= 2 (w_1^2 + w_2^2); U long nodes."""
    return charge(3)


@the_slack_of_short_nodes_covers_the_long_ones.mutant
def one_level_is_not_enough() -> Outcome:
    """For K = 0 the argument fails."""
    return charge(1)


def worst_orders(limit: int) -> Outcome:
    """N = 3, T = 9, alpha = 1/3: all 6^3 sequences of orders against limit * V, V = 9."""
    every, decay = tree.nodes(9), Fraction(2, 3)

    def cases() -> Iterator[tuple[str, bool]]:
        orders = list(itertools.permutations(range(3)))
        for chosen in itertools.product(orders, repeat=3):
            uses = tree.schedules(3, 9, chosen)[0]
            total = sum((tree.weight(node, uses, decay) ** 2 for node in every), Fraction(0))
            yield f"orders {chosen}", total <= limit * 9

    return tree.decide(cases(), "sum of squared weights")


@FRESH.exact(part="charge", corner="N = 3, T = 9, alpha = 1/3")
def all_sequences_of_orders_stay_below_the_charge() -> Outcome:
    """V = 3 * 2 + 2 + 1 = 9."""
    return worst_orders(4)


@all_sequences_of_orders_stay_below_the_charge.mutant
def the_count_itself_is_exceeded() -> Outcome:
    """Some sequence exceeds V."""
    return worst_orders(1)
