"""The telescoping identity of the estimator, and why its levels begin with 0.

Let g_k be the mean output of the mechanism on a uniform subset of 2^k records.  O and E are uniform
subsets themselves, so level k contributes p_k (g_{k+1} - g_k)/p_k, and the single record g_0:

    E G = sum_{k = 0}^{M} (g_{k+1} - g_k) + g_0 = g_{M+1}.

The printed range [log n - 1] without 0 leaves g_0 - g_1 behind, a bias that no budget of samples
removes.  Only marginal laws enter: noises may be shared between the two roles as far as the mean is
concerned (privacy needs them independent), but the mechanism of a batch size must be the same in
both roles.
"""

from fractions import Fraction

import sympy as sp

from workbench.claims import Claim, Example, Outcome, Outcomes, because, broken
from workbench.rigor import certify, identity, induction
from workbench.rigor.provers import finite_trees as trees
from workbench.rigor.provers.finite_trees import total
from workbench.symbolic import declare, relation
from workbench.symbolic.text import parse
from workbench_papers.sparse.estimator import _levels as on

CLAIM = Claim(
    "sparse.mlmc-unbiased",
    title="The estimator has the mean of the mechanism on the largest batch",
    reconstructed=("lemma", "block: Subsampled Bias-Reduced Gradient Estimator, with the level 0"),
    statement=r"""\mathbb{E}\, \mathcal{G}(x) = g_{M+1}(x), \quad
        g_k = \mathbb{E} A_{2^k}(\text{uniform subset of } 2^k \text{ records}); \quad
        \text{levels } 1, \dots, M \text{ alone: } g_{M+1} - g_1 + g_0""",
    hypotheses=r"\text{levels } 0, \dots, M, \text{ with any } p_k > 0 \text{ that add up to } 1",
    parts=("halves", "telescoping", "leftover"),
    repairs=("sparse.mlmc-unbiased.from-one",),
    uses=("sparse.mlmc",),
)

PRINTED = Claim(
    "sparse.mlmc-unbiased.from-one",
    title="The estimator with the levels 1, ..., log2(n) - 1",
    reading=("erratum", "block: Subsampled Bias-Reduced Gradient Estimator, range of N"),
    statement=r"""N \in [\log(n) - 1] = \{1, \dots, \log_2(n) - 1\}: \quad
        \mathbb{E}\, \mathcal{G}(x) = g_{M+1}(x), \quad
        \Pr[N = k] \propto 2^{-k}""",
    hypotheses=r"n \ge 4; \; \mathcal{G}, g_k \text{ as in sparse.mlmc-unbiased}",
    uses=("sparse.mlmc",),
    note="Printed is the range [log(n) - 1], read with [m] = {1, ..., m} and the base 2; that the"
    " levels are meant to telescope is our reading. For n = 2 there is no level at all.",
)

M, k = declare("integer M >= 0, integer k")
g = sp.IndexedBase("g", real=True)
p = sp.IndexedBase("p", positive=True)

RECORDS = tuple(Fraction(v) for v in ("-3", "-1", "-1/2", "0", "1/3", "1", "2", "5"))


def choose(n: str, m: str) -> str:
    """The number of m-subsets of n records."""
    return f"(factorial({n})/(factorial({m})*factorial({n} - {m})))"


@CLAIM.exact(part="halves")
@broken("one_half_of_each_batch_is_not", halves="1")
@because("C(n, 2m) batches with the first half of each: not every m-subset is one, as {7, 8} of 8.")
def a_half_of_a_uniform_batch_is_a_uniform_batch(*, halves: str = choose("2*m", "m")) -> Outcome:
    """Every m-subset is the half O of C(n - m, m) batches B.
    Pairs (B, O) in two ways: C(n, 2m) C(2m, m) = C(n, m) C(n - m, m).
    """
    pairs = f"{choose('n', '2*m')}*{halves}"
    given = f"{choose('n', 'm')}*{choose('(n - m)', 'm')}"
    claimed = parse(f"{pairs} = {given}", where="integer n >= 0, integer m >= 0, 2*m <= n")
    return certify(claimed, summary="the same number for every half")


def exact(levels: range, *, weight: int = 1, deepest: int = 8) -> Outcome:
    """Eight records and a mechanism that is nonlinear and different for each batch size."""
    found = on.expected(RECORDS, levels, on.curved, weight=weight)
    return identity(sp.Rational(found), sp.Rational(on.average(RECORDS, deepest, on.curved)))


def telescoping(last: int) -> Outcome:
    """sum_{k <= M} p_k (g_{k+1} - g_k)/p_k + g_0 = g_{M + last}, by induction."""
    weighted = sp.Mul(p[k], g[k + 1] - g[k], 1 / p[k], evaluate=False)
    return induction(relation(sp.Sum(weighted, (k, 0, M)) + g[0], "=", g[M + last]), "M")


@CLAIM.exact(part="telescoping")
@broken("one_level_less_is_not_it", "g_M belongs to half as many records.", last=0)
@broken("a_lost_factor_two_is_noticed", "With 2/p_N the mean is another one.", weight=2)
def levels_telescope_to_the_largest_batch(*, last: int = 1, weight: int = 1) -> Outcomes:
    """For symbolic M; and over all batches, halves and levels for n = 8."""
    yield telescoping(last)
    yield exact(range(3), weight=weight)


@CLAIM.exact(part="leftover")
@broken("a_pair_in_place_of_one_record_would_repair_it", base=1)
@because("With A_2 of a pair in place of A_1 the sum is g_{M+1}, not that.")
def without_level_zero_the_first_difference_is_missing(*, base: int = 0) -> Outcomes:
    """sum_{1 <= k <= M} (g_{k+1} - g_k) + g_base = g_{M+1} - g_1 + g_0."""
    total = sp.Sum(g[k + 1] - g[k], (k, 1, M)) + g[base]
    right = sp.Rational(
        on.average(RECORDS, 8, on.curved)
        - on.average(RECORDS, 2, on.curved)
        + on.average(RECORDS, 1, on.curved)
    )
    kept = identity(sp.Rational(on.expected(RECORDS, range(1, 3), on.curved)), right)
    yield induction(relation(total, "=", g[M + 1] - g[1] + g[0]), "M")
    yield kept


def biased(levels: range) -> Example:
    """Four records, and G built as it is drawn: a level N, one record, a batch of 2^(N+1) others.

    The batch is drawn one by one without replacement, the half O first; A_m of a batch with the
    mean x is x/(1 + x^2) + x^2/m.  G is compared with A_4 of all records.
    """
    used = [f"used_{i}" for i in range(1, 5)]
    level, half, count, odd, even, base, record = trees.terms("N half count odd even base record")
    whole, first, second, drawn, z = trees.terms("whole first_half second_half drawn value")

    def mechanism(size: trees.LawTerm | int, batch: trees.LawTerm) -> trees.LawTerm:
        """A_size of a batch with this sum."""
        middle = batch / size
        return middle / (1 + middle**2) + middle**2 / size

    weights = {k: Fraction(1, 2**k) for k in levels}
    law = {k: w / sum(weights.values()) for k, w in weights.items()}
    chance = total(trees.when(level, "=", k, p, 0) for k, p in law.items())
    free = [((1 - trees.terms(name)) / (4 - count), i) for i, name in enumerate(used, 1)]
    choice = trees.LawStep(
        draws={"k": [(p, k) for k, p in law.items()], "one": trees.uniform((1, 2, 3, 4))},
        then={
            "N": trees.terms("k"),
            "half": total(trees.when(trees.terms("k"), "=", k, 2**k, 0) for k in law),
            "base": trees.entry("z", trees.terms("one")),
        },
    )
    batch = trees.LawStep(
        times=4,
        draws={
            "record": free, "drawn": trees.certain(trees.when(count, "<", 2 * half, 1, 0)),
            "value": trees.certain(trees.entry("z", record)),
        },
        then={
            "odd": odd + trees.when(count, "<", half, z, 0),
            "even": even + trees.when(count, ">=", half, drawn * z, 0), "count": count + drawn,
            **{
                n: trees.terms(n) + trees.when(record, "=", i, drawn, 0)
                for i, n in enumerate(used, 1)
            },
        },
    )  # fmt: skip
    estimate = trees.LawStep(
        draws={
            "whole": trees.certain(mechanism(2 * half, odd + even)),
            "first_half": trees.certain(mechanism(half, odd)),
            "second_half": trees.certain(mechanism(half, even)),
        },
        then={
            "G": (whole - (first + second) / 2) / chance + mechanism(1, base),
            "target": mechanism(4, total(trees.entry("z", i) for i in range(1, 5))),
        },
    )
    state = ("N", "half", "count", "odd", "even", "base", "G", "target", *used)
    run = trees.FiniteTree(
        data={"z": RECORDS[:4]}, start=dict.fromkeys(state, 0), steps=[choice, batch, estimate],
        claims=(trees.mean(trees.terms("G")), "=", trees.mean(trees.terms("target"))),
    )  # fmt: skip
    return run


@PRINTED.refutation(of="case")
@broken("with_level_zero_there_is_none", "The same law with the levels 0 and 1.", levels=range(2))
def four_records_are_enough_to_see_the_bias(*, levels: range = range(1, 2)) -> Example:
    """The case is n = 4: the only level is 1, and the batch is all of the records."""
    return biased(levels)
