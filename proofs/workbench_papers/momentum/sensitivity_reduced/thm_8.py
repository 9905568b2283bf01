"""Privacy of Algorithm 2 (Theorem 8).

Two stores of nodes, none longer than N, so each sees each record at most once:

    A   windows of the first two epochs,  Delta_A = 2G,  V_A = 2 (K + 1) nodes per record
    B   differences from epoch 2 on,      Delta_B = 2 (gamma G + (1 - gamma) min{L eta N, 2G}),
                                          V_B = (ceil(T/N) - 1)(K + 1)

rho = (V_A Delta_A^2/sigma_A^2 + V_B Delta_B^2/sigma_B^2)/2; with sigma_X = tau Delta_X sqrt(V_X) it
is tau^-2.  The paper charges three families instead: rho = 3/(2 sigma^2).  All of this is for one
order repeated in every epoch.  If epochs are reshuffled, the same mechanism has a larger
divergence than the theorem allows.
"""

import itertools
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import sympy as sp

from workbench.claims import Claim, Example, Outcome, Outcomes, broken, dropped
from workbench.harness import every_case
from workbench.rigor import witness
from workbench.rigor.provers import private_stores as trees
from workbench.rigor.provers.tree_privacy import families, families_are_private
from workbench.symbolic import declare, relation
from workbench_papers.momentum import _tree as tree

HALF = Fraction(1, 2)
SCALES = {form: trees.stored(form) for form in ("exact", "sum", "simple")}
CLAIM = Claim(
    "momentum.thm-8",
    title="Privacy of Algorithm 2, one order repeated in every epoch",
    reconstructed=("theorem", "Theorem 8, Appendix E.1"),
    statement=r"""\text{the releases are } \rho\text{-zCDP if one record is replaced, } \rho =
        \frac12 \Big( \frac{V_A \Delta_A^2}{\sigma_A^2}
        + \frac{V_B \Delta_B^2}{\sigma_B^2} \Big) = \frac{1}{\tau^2} \text{ for }
        \sigma_X = \tau \Delta_X \sqrt{V_X}; \;\text{ so } (\epsilon, \delta)\text{-DP if }
        \tau \ge \frac{1}{\sqrt{\Lambda + \epsilon} - \sqrt\Lambda}, \text{ for which }
        \tau \ge \frac{2\sqrt{\Lambda + \epsilon}}{\epsilon} \text{ is enough, and for }
        \epsilon \le \Lambda \text{ also } \tau \ge \frac{2\sqrt{2\Lambda}}{\epsilon}; \quad
        \text{three families of releases, one after the other, each } \frac{1}{2\sigma^2}
        \text{-zCDP whatever was released before, are together } (\epsilon, \delta)\text{-DP if }
        \sigma \ge \frac{\sqrt{6 (\Lambda + \epsilon)}}{\epsilon}""",
    hypotheses=r"""V_A = 2(K+1), \; V_B = (E-1)(K+1), \; E = \lceil T/N \rceil \ge 2
        2^K \le N; \; \Delta_A = 2G, \; \Delta_B = 2(\gamma G + (1-\gamma) \min\{L\eta N, 2G\})
        \text{nodes } [a 2^k + 1, (a+1) 2^k], \; 0 \le k \le K, \; a \ge 0, \; z = (a+1) 2^k: \
            \textstyle\sum_i (1-\alpha)^{z-i} v_i; \; A \text{ up to step } 2N, 2 \lVert v_i \
            \rVert \le \Delta_A; \; B \text{ after step } N, 2 \lVert v_i \rVert \le \Delta_B
        v_i \text{ is made of the record of step } i \text{ and of what was released before}
        \text{the same data-independent order in every epoch}; \; \Lambda = \ln(1/\delta)""",
    parts=("budget", "conversion", "three families"),
    encoded={
        "budget": (trees.budget(), trees.shared()),
        "conversion": tuple(map(trees.converted, SCALES.values())),
        "three families": (families(),),
    },
    note="As encoded u_t is 1 where step t uses the replaced record for store A, v_t where it does"
    " for store B, and 0 elsewhere: at most once in any N steps, as one order for all epochs says."
    " c_j is (1 - alpha)^j, and a product of k twos is 2^k. Nodes that end after the last step of"
    " their store, or begin before its first one, are released too, without what they lack. D is"
    " half of Delta_B; that the values of store B are no longer is momentum.sens-h, and what D is"
    " made of is not needed here. For three families tau is sigma, n the number of records, and a"
    " round one release of each. In Algorithm 2 the releases of its families take turns; that they"
    " may be charged as here is not encoded. The part `budget` does without that, as it charges the"
    " nodes one by one.",
    uses=("momentum.thm-10", "momentum.sens-g", "momentum.sens-h", "momentum.rdp-to-dp"),
    repairs=("momentum.thm-8.fresh",),
)

FRESH = Claim(
    "momentum.thm-8.fresh",
    title="Privacy of Algorithm 2 when epochs are reshuffled",
    reading=("erratum", "Theorem 8 with the orders that Lemma 11 needs"),
    statement=r"""\text{given the orders, the B nodes have } D_\lambda \le \frac{\lambda}{2}\,
        \frac{V_B \Delta_B^2}{\sigma_B^2}, \quad \Delta_B = 2(\gamma G + (1-\gamma)
        \min\{ L \eta N, 2G \})""",
    hypotheses=r"\text{a new order in each epoch, released or fixed in advance}",
    note="For linear losses the divergence given the orders is computed exactly. Amplification by"
    " keeping the orders secret is not part of the paper's argument.",
)


_USES = {
    0: "N = 4, K = 0, u = (1, -1, 1, 0) in each of two epochs: each uses the record twice.",
    1: "N = 4, K = 0, v = (1, -1, 1, 0) in the epochs 2, ..., E: each uses the record twice.",
    2: "E = 3: store A has three epochs.", 3: "K >= 1: store B has an epoch more at the end.",
    4: "Store B has the first epoch too.", 5: "N >= 2: all steps of store A may use the record.",
    6: "N >= 2: all steps of store B may use the record.", 7: "c_0 = 5: a leaf has the weight 5.",
    8: "K >= 1, c_1 = 5: a use just before the last step of a node has the weight 5.",
    9: "N = 1, K = 1: a node of two steps has two uses, with a weight near 2 together.",
}  # fmt: skip


@CLAIM.proof(part="budget")
@dropped("where", trees.STORES, _USES)
@broken("both_stores_count", "1/(2 tau^2) forgets one store.", factor=2)
def equal_shares_make_one_over_tau_squared(**changes: Any) -> Outcomes:  # noqa: ANN401
    """A record is in one node of a level and epoch, by a weight of 1 at most.
    Store A has two epochs and B has E - 1; each of the two costs half of 1/tau^2.
    """
    yield trees.budget_shown(**changes)
    yield trees.shared_shown(**changes)


_LESS = "At eps = 1, delta = 1e-5 and attained counts it has delta"
_FEW, _LAST = SCALES["exact"], SCALES["simple"]


@CLAIM.proof(part="conversion")
@broken("less_noise", f"{_LESS} 3.2e-5.", scales={"exact": trees.stored("exact", 1)})
@broken("less_noise_by_a_sum", f"{_LESS} 2.3e-5.", scales={"sum": trees.stored("sum", 1)})
@broken("half_the_noise", f"{_LESS} 4.3e-5.", scales={"simple": trees.stored("simple", HALF)})
@broken("without_eps_at_most_lambda", "eps = 8 Lambda: about 1/2.", scales={"simple": _LAST[:-1]})
@broken("without_the_noise", "tau may be near 0.", scales={"exact": _FEW[:-1]})
def the_three_scales_spend_the_three_budgets(*, scales: dict[str, Any] = {}) -> Outcomes:
    """tau^-2 = rho for each of the three budgets rho of the conversion."""
    yield from (trees.converted_shown(*one) for one in (scales | SCALES | scales).items())


@CLAIM.proof(part="three families")
@broken("six_families_cost_more", "eps = 1, delta = 1e-5: six Gaussian ones, 2.3e-5.", number=6)
def three_families_cost_three_halves(*, number: int = 3) -> Outcome:
    """The families are released in turn, and their budgets add up to 3/(2 sigma^2)."""
    return families_are_private(number)


def charge(orders: list[tuple[int, ...]], gamma: Fraction) -> Fraction:
    """Sum over B nodes of the squared coefficient of record 0, alpha = 1/N, linear loss."""
    size, epochs = len(orders[0]), len(orders)
    decay, horizon = 1 - Fraction(1, size), size * epochs
    uses = set(tree.schedules(size, horizon, orders)[0])
    total = Fraction(0)
    for y, z in tree.nodes(horizon - size):  # aligned with the end of the first epoch
        if z - y + 1 > size:
            continue
        value = sum(
            (decay ** (z - t) * ((t + size in uses) - (1 - gamma) * (t in uses))
             for t in range(y, z + 1)), Fraction(0)
        )  # fmt: skip
        total += value**2
    return total


def realised(orders: list[tuple[int, ...]]) -> Example:
    """N = 2 = K + 1, E = 4, L = 0: sum of squares <= V_B gamma^2, in units of 4 G^2/sigma_B^2."""
    found = charge(orders, Fraction(1, 10))
    value = sp.Rational(found.numerator, found.denominator)
    gamma, size, epochs = declare("gamma N E > 0")
    claimed = relation(value, "<=", (epochs - 1) * size * gamma**2, where=[
        (size, "=", 2), (epochs, "=", len(orders)), (gamma, "=", sp.Rational(1, 10)),
    ])  # fmt: skip
    return tree.trusting_integers(witness(claimed, gamma="1/10", N=2, E=4))


@FRESH.refutation(of="case")
@broken("a_repeated_order_spends_at_most_that", "Orders (0, 1) throughout.", second=(0, 1))
def alternating_orders_spend_more_than_the_theorem_allows(
    *, second: tuple[int, ...] = (1, 0)
) -> Example:
    """Linear losses, L = 0, N = 2 = K + 1, E = T/N = 4 epochs in turn ordered (0, 1) and (1, 0).
    Left, in units of 4 G^2, the squared sensitivities of the B nodes, kappa = 1 - gamma = 9/10, q =
    1 - alpha = 1/2: 3 (1 + kappa^2) of the leaves, 2 (1 - kappa q)^2 + (kappa - q)^2 of the pairs.
    Right: what the theorem charges, V_B gamma^2 = (E - 1)(K + 1) gamma^2 = (E - 1) N gamma^2.
    """
    return realised([(0, 1), second] * 2)


@CLAIM.exact(part="budget", corner="linear losses, N = 2 and 4, up to 5 epochs")
@broken("half_the_charge_is_exceeded", "The count is not wasteful here.", share=Fraction(1, 2))
def linear_losses_attain_the_charge(*, share: Fraction = Fraction(1)) -> Outcome:
    """The squared sensitivities of the nodes of store B add up to (K + 1)(E - 1) gamma^2 (2 G)^2.
    It is so for the last record of the order, and no other has more; charged is V_B Delta_B^2.
    """

    def cases() -> Iterator[tuple[str, bool]]:
        gamma = Fraction(1, 10)
        for height, epochs in itertools.product((1, 2), range(2, 6)):
            size = 2**height
            best = max(
                charge([order] * epochs, gamma) for order in itertools.permutations(range(size))
            )
            yield (f"N = {size}, E = {epochs}",
                   best == share * ((epochs - 1) * (height + 1) * gamma**2))  # fmt: skip

    return every_case(cases(), "largest charge for a linear loss")
