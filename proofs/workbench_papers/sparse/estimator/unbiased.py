"""The telescoping identity of the estimator, and why its levels begin with 0.

Let g_k be the mean output of the mechanism on a uniform subset of 2^k records.  O and E are uniform
subsets themselves, so level k contributes p_k (g_{k+1} - g_k)/p_k, and the single record g_0:

    E G = sum_{k = 0}^{M} (g_{k+1} - g_k) + g_0 = g_{M+1}.

The printed range [log n - 1] without 0 leaves g_0 - g_1 behind, a bias that no budget of samples
removes.
"""

from fractions import Fraction
from typing import Any

from workbench.claims import Claim, Example, Outcome, because, broken
from workbench.rigor import certify
from workbench.rigor.provers import finite_trees as trees
from workbench.rigor.provers import level_estimates as levels
from workbench.rigor.provers.finite_trees import total
from workbench.rigor.provers.theorems import proved
from workbench.symbolic import Relation
from workbench.symbolic.text import parse


def choose(n: str, m: str) -> str:
    """The number of m-subsets of n records."""
    return f"(factorial({n})/(factorial({m})*factorial({n} - {m})))"


def half(splits: str = choose("2*m", "m")) -> Relation:
    """The chance that the half O of a uniform batch of 2m records is a given m-subset."""
    chance = f"{choose('(n - m)', 'm')}/({choose('n', '2*m')}*{splits})"
    claimed = f"{chance} = 1/{choose('n', 'm')}"
    return parse(claimed, where="integer n >= 0, integer m >= 0, 2*m <= n")


CLAIM = Claim(
    "sparse.mlmc-unbiased",
    title="The estimator has the mean of the mechanism on the largest batch",
    reconstructed=("lemma", "block: Subsampled Bias-Reduced Gradient Estimator, with the level 0"),
    statement=r"""\begin{gathered}
        \Pr[O = S] = \frac{\binom{n-m}{m}}{\binom{n}{2m} \binom{2m}{m}} = \frac{1}{\binom{n}{m}}
        \text{ for every } m\text{-subset } S, \; m = 2^N; \quad
        \mathbb{E}\, \mathcal{G}(x) = g_{M+1}(x), \\
        g_k = \mathbb{E} A_{2^k}(\text{uniform subset of } 2^k \text{ records}); \quad
        \text{levels } 1, \dots, M \text{ alone: } \mathbb{E}\, \mathcal{G}(x) = g_{M+1} - g_1 + g_0
        \end{gathered}""",
    hypotheses=r"""\mathcal{G} = \tfrac{1}{p_N} \big( A_{2^{N+1}}(B) - \tfrac12 A_{2^N}(O) - \
            \tfrac12 A_{2^N}(E) \big) + A_1(\{i\}), \text{ with square-integrable outputs}
        \Pr[N = k] = p_k > 0 \text{ for the levels } k = 0, \dots, M, \text{ which add up to } 1, \
            \; 2^{M+1} \le n
        \text{given } N: \; B \text{ uniform among the } 2^{N+1}\text{-subsets of } n \text{ \
            records}, \; (O, E) \text{ a uniform split into halves}, \; i \text{ uniform}
        A_m \text{ is one mechanism for each } m""",
    parts=("halves", "telescoping", "leftover"),
    encoded={
        "halves": (half(),), "telescoping": (levels.telescoped().theorem,),
        "leftover": (levels.telescoped(1).theorem,),
    },
    repairs=("sparse.mlmc-unbiased.from-one",),
    uses=("sparse.mlmc",),
    note="S is the half O of the batches that add m of the n - m other records to it, and of each"
    " with one of its splits; E has the law of O. So at every level A_(2^k)(O) and A_(2^k)(E) have"
    " the mean g_k, and A_(2^(k+1))(B) has g_(k+1), that of O one level deeper. As encoded A_B,"
    " A_O, A_E are these outputs at a level. A_O at level M + 1 is A_(2^(M+1)) on a uniform subset,"
    " which need not be half of a batch. A_I is A_1({i}), and h any vector; of their laws no more"
    " is used than that these means along h are the same.",
)  # fmt: skip

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


RECORDS = tuple(Fraction(v) for v in ("-3", "-1", "-1/2", "0"))


@CLAIM.proof(part="halves", uses=())
@broken("one_half_of_each_batch_is_not", splits="1")
@because("C(n, 2m) batches with the first half of each: not every m-subset is one, as {7, 8} of 8.")
def a_half_of_a_uniform_batch_is_a_uniform_batch(**changes: Any) -> Outcome:  # noqa: ANN401
    """Pairs (B, O) in two ways: C(n, 2m) C(2m, m) = C(n, m) C(n - m, m)."""
    return certify(half(**changes), summary="the same chance for every half")


@CLAIM.proof(part="telescoping", uses=())
@broken("one_level_less_is_not_it", "g_M belongs to half as many records.", last=0)
@broken("a_lost_factor_two_is_noticed", "With 2/p_N it is 2 g_{M+1} - g_0.", weight=2)
@broken("batches_of_any_law", "Then the mechanism on the largest batch is any.", kept="ei")
@broken("second_halves_of_any_law", "At M = 0 it has -1/2 of any mean of E.", kept="bi")
@broken("records_of_any_law", "It is g_{M+1} - g_0 and any mean.", kept="be")
@broken("chances_of_any_sum", "They count g_0 as often as their sum.", chances=False)
def levels_telescope_to_the_largest_batch(**changes: Any) -> Outcome:  # noqa: ANN401
    """E G = E_0 + sum over k <= M of p_k (g_{k+1} - g_k)/p_k, by induction in the levels."""
    return proved(levels.telescoped(**changes))


@CLAIM.proof(part="leftover", uses=())
@broken("nothing_is_missing", "Then it would be g_{M+1}, but g_0 is not g_1.", left_out=False)
@broken("one_level_less_is_not_it", "g_M belongs to half as many records.", last=0)
@broken("chances_of_any_sum", "They count g_0 as often as their sum.", chances=False)
def without_level_zero_the_first_difference_is_missing(**changes: Any) -> Outcome:  # noqa: ANN401
    """The same from level 1 on: g_1 in place of g_0 is what telescopes."""
    return proved(levels.telescoped(1, **changes))


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
        data={"z": RECORDS}, start=dict.fromkeys(state, 0), steps=[choice, batch, estimate],
        claims=(trees.mean(trees.terms("G")), "=", trees.mean(trees.terms("target"))),
    )  # fmt: skip
    return run


@PRINTED.refutation(of="case")
@broken("with_level_zero_there_is_none", "The same law with the levels 0 and 1.", levels=range(2))
def four_records_are_enough_to_see_the_bias(*, levels: range = range(1, 2)) -> Example:
    """The case is n = 4: the only level is 1, and the batch is all of the records."""
    return biased(levels)
