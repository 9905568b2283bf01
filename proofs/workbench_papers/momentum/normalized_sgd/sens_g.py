"""Sensitivity of a node of the tree for a repeated order (proof of Theorem 4).

A record that is used at several steps of the node [y, z] enters it with the total weight

    w(s) = sum over its uses i of (1 - alpha)^(z - i),       sensitivity 2 G w(s).

One order repeated in every epoch: uses are N steps apart, so there are at most ceil(l/N) of them in
l steps, and the i-th last is shrunk by at least (1 - alpha)^(iN).

The paper reshuffles, and its proof takes the first bound: see `momentum.erratum-3`.
"""

from collections.abc import Iterator
from fractions import Fraction

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, because, broken
from workbench.harness import every_case
from workbench.rigor import induction, visible
from workbench.symbolic import declare, relation
from workbench_papers.momentum import _tree as tree

CLAIM = Claim(
    "momentum.sens-g",
    title="Sensitivity of a node, one order repeated in every epoch",
    reconstructed=("lemma", "Proof of Theorem 4, Appendix D.1"),
    statement=r"""w_{[y,z]}(s) = \sum_{i \in [y,z],\, x_{(i)} = x_s} (1-\alpha)^{z-i}
        \le \sum_{i=0}^{\lceil \ell/N \rceil - 1} (1-\alpha)^{iN} \le \frac{1}{1-\rho}, \quad
        \ell = z - y + 1; \quad \text{sensitivity } 2 G\, w_{[y,z]}(s)""",
    hypotheses=r"""\rho = (1-\alpha)^N, \; 0 < \alpha \le 1
        \text{the same data-independent order in every epoch}""",
    parts=("uses", "weight"),
    uses=("momentum.def-sensitivity", "momentum.prop-13"),
)


q, rho = declare("q rho >= 0")
n, e = (sp.Symbol(s, nonnegative=True, integer=True) for s in ("n", "e"))
i = declare("integer i")


@CLAIM.exact(part="uses")
@broken("n_may_exceed_the_ratio", "n < l/N is false for l = 1.", count=sp.Integer(0))
def uses_are_an_epoch_apart(*, count: sp.Expr = sp.Integer(1)) -> Outcome:
    """Uses are an epoch apart:
    n uses N apart within l steps have (n-1) N <= l - 1: n < l/N + 1, and n <= ceil(l/N).
    """
    uses, length, size = declare("u l N > 0")
    known = [((uses - 1) * size, "<=", length - 1)]
    gap = (length - 1 - (uses - 1) * size) / size + 1 / size + count - 1
    return visible(uses, "<", length / size + count, where=known, gap=gap)


@CLAIM.exact(part="weight")
@broken("half_of_the_limit_is_exceeded", "1/(2 (1 - rho)) is too small.", shift=sp.S.Half)
def weights_are_a_geometric_series(*, shift: sp.Expr = sp.Integer(1)) -> Outcomes:
    """(1-alpha)^e sum rho^i <= sum rho^i <= 1/(1 - rho).
    1 - q^e = (1 - q) sum_(j<e) q^j >= 0; q^e sum_(i<n) rho^i <= sum <= shift/(1 - rho).
    """
    claimed = relation(1 - q**e, "=", (1 - q) * sp.Sum(q**i, (i, 0, e - 1)), where=[(q, "<", 1)])
    power = induction(claimed, "e")
    drop = declare("s >= 0")  # 1 - q^e
    total = sp.Sum(rho**i, (i, 0, n - 1))
    closed = induction(relation(total, "=", (1 - rho**n) / (1 - rho), where=[(rho, "<", 1)]), "n")
    gap = (rho**n + shift - 1) / (1 - rho)
    yield power
    yield visible((1 - drop) * total, "<=", total, where=[(drop, "<=", 1)], gap=drop * total)
    yield closed
    yield visible((1 - rho**n) / (1 - rho), "<=", shift / (1 - rho), where=[(rho, "<", 1)], gap=gap)


@CLAIM.exact(part="weight", corner="N < 13, T = 4N, alpha = 1/N")
@broken("a_record_at_the_boundary_of_epochs_exceeds_it", boundary=True)
@because("Reshuffled epochs that meet in one record break the bound.")
def enumeration_of_nodes_agrees(*, last: int = 13, boundary: bool = False) -> Outcome:
    """All nodes and all records, in exact fractions.
    Every node, N < `last`, T = 4N, alpha = 1/N; all records, or one at the boundary.
    """

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

    return every_case(cases(), "weight of a record in a node")
