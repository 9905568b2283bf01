"""Exponentially weighted prefix sums online: one new node per step, one vector for the sum.

Step t, with t = 2^j (2m + 1), makes the node [t - 2^j + 1, t] out of the gradient and of the nodes
of levels 0..j-1, which end at t - 2^i.  Exact and noisy values are kept apart; the noisy sum S is
multiplied by q, loses those nodes and gains the new one.

    value    = g_t + sum_(i<j) q^(2^i) exact_i
    S_t      = q S_(t-1) + noisy_j - sum_(i<j) q^(2^i) noisy_i,     mhat_t = alpha S_t

The lower nodes fit: their ends are 2^i steps back, and 2^j - 1 = 1 + 2 + ... + 2^(j-1).  In t steps
t - pop(t) nodes are merged, fewer than one per step, with memory for floor(log2 t) + 1 levels.
"""

from collections.abc import Iterator
from fractions import Fraction

import sympy as sp

from proofs.momentum import _tree as tree
from workbench.claims import Claim, Outcome, all_of
from workbench.rigor import identity, induction
from workbench.symbolic import relation

CLAIM = Claim(
    "momentum.online-tree",
    kind="algorithm",
    title="Weighted prefix sums online, with fewer than one merge per step",
    source="Not in the paper; an implementation of Algorithm 1",
    provenance="ours",
    statement=r"""S_t = q S_{t-1} + \mathrm{nz}_j - \sum_{i<j} q^{2^i} \mathrm{nz}_i
        = \sum_{k : b_k(t) = 1} q^{t \bmod 2^k} \mathrm{nz}_k, \quad j = \text{exponent of } 2
        \text{ in } t; \quad \text{merges in } t \text{ steps} = t - \mathrm{pop}(t)""",
    hypotheses=(r"0 \le q < 1, \; S_0 = 0",),
    parts=("lengths", "merges", "sums"),
    uses=("momentum.prefix-fenwick", "momentum.momentum-identity"),
)

n, s, b = sp.symbols("n s b", nonnegative=True, integer=True)
i = sp.Symbol("i", integer=True)


def lengths(rest: int) -> Outcome:
    """rest + sum_(i<n) 2^i = 2^n: the gradient and the lower nodes fill the new one."""
    total = rest + sp.Sum(sp.Integer(2) ** i, (i, 0, n - 1))
    return induction(relation(total, "=", sp.Integer(2) ** n), "n")


@CLAIM.exact(part="lengths")
def lower_nodes_and_the_gradient_fill_the_new_node() -> Outcome:
    """1 + 1 + 2 + ... + 2^(j-1) = 2^j."""
    return lengths(1)


@lower_nodes_and_the_gradient_fill_the_new_node.mutant
def without_the_gradient_one_leaf_is_missing() -> Outcome:
    """The lower nodes alone are one short."""
    return lengths(0)


def merges(extra: int) -> Outcome:
    """M(2s + b) = s + M(s) for M(t) = t - pop(t): an even step merges once more than its half."""
    ones = sp.Symbol("p", nonnegative=True, integer=True)
    return all_of(
        identity((2 * s + b) - (ones + b), s + (s - ones) + extra), identity(0 * extra, 0)
    )


@CLAIM.exact(part="merges")
def merges_are_counted_by_the_bits() -> Outcome:
    """By induction on the binary digits of t."""
    return merges(0)


@merges_are_counted_by_the_bits.mutant
def one_merge_more_is_noticed() -> Outcome:
    """The recursion has no room."""
    return merges(1)


def simulated(last: int, *, kept: bool) -> Outcome:
    """The online sum against the definition, with arbitrary noisy values, q = 2/3, exactly."""
    q = Fraction(2, 3)

    def cases() -> Iterator[tuple[str, bool]]:
        noisy: dict[int, tuple[int, Fraction]] = {}
        total, count = Fraction(0), 0
        for t in range(1, last + 1):
            j = tree.lowest_bit(t).bit_length() - 1
            total *= q
            for level in range(j):
                if not kept:
                    total -= q ** (2**level) * noisy[level][1]
                count += 1
            noisy[j] = (t, Fraction(t * t % 17 - 8, 3))
            total += noisy[j][1]
            for level in range(j):
                del noisy[level]
            direct = sum((q ** (t - end) * value for end, value in noisy.values()), Fraction(0))
            ends = {t - t % 2**k for k in range(t.bit_length()) if t >> k & 1}
            good = total == direct and {end for end, _ in noisy.values()} == ends
            yield f"t = {t}", good and count == t - t.bit_count()

    return tree.decide(cases(), "online sum, ends of the nodes, merges")


@CLAIM.exact(part="sums", corner="q = 2/3, t up to 256")
def the_online_sum_is_the_sum_over_the_bits() -> Outcome:
    """Exact fractions."""
    return simulated(256, kept=False)


@the_online_sum_is_the_sum_over_the_bits.mutant
def merged_nodes_have_to_leave_the_sum() -> Outcome:
    """Without the subtraction they are counted twice."""
    return simulated(256, kept=True)
