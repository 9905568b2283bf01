"""What the telescoping identity needs, and what it does not.

The mean of the estimator is a sum of means, one for each batch and role, so only the law of each
batch by itself enters.  Batches of independent draws telescope as well: to the mean of the
mechanism on 2^(M+1) independent draws, which is not the whole sample.  Noise that both roles share
changes no mean.  What is needed is one mechanism for each batch size: if the halves use another
one than the whole batch of the level below, the levels do not cancel.  (Privacy is another matter:
amplification and composition were stated for subsets and for independent noises.)
"""

from collections.abc import Sequence
from fractions import Fraction
from itertools import product

import sympy as sp

from workbench.claims import Claim, Outcome, because, broken
from workbench.rigor import identity
from workbench_papers.sparse.estimator import _levels as on

CLAIM = Claim(
    "sparse.mlmc-unbiased.replacement",
    title="Batches drawn with replacement telescope to another mean",
    ours=("remark", "not on the poster"),
    statement=r"""B \text{ of } 2^{N+1} \text{ independent draws}: \quad \mathbb{E}\,\mathcal{G}
        = \mathbb{E} A_{2^{M+1}}(\text{independent draws})""",
    hypotheses=r"\text{the same mechanism for a batch size in both roles; levels } 0, \dots, M",
    uses=("sparse.mlmc-unbiased",),
    note="Checked for three records and M = 1; for every M it is the same telescoping sum.",
)

RECORDS = tuple(Fraction(v) for v in ("-1", "1/2", "3"))


def drawn(size: int, mechanism: on.Mechanism) -> Fraction:
    """The mean over all sequences of independent draws."""
    every = list(product(RECORDS, repeat=size))
    values = (mechanism(size, sum(draws, Fraction(0)) / size) for draws in every)
    return sum(values, Fraction(0)) / len(every)


def estimator(halves: on.Mechanism, levels: Sequence[int] = (0, 1)) -> Fraction:
    """The mean of the estimator, all draws and splits enumerated; `halves` is used on O and E."""
    chances = on.law(levels)
    total = drawn(1, on.curved)
    for level, chance in chances.items():
        half = 2**level
        every = list(product(RECORDS, repeat=2 * half))
        level_mean = Fraction(0)
        for draws in every:  # the split is by position: the draws are exchangeable
            odd, even = draws[:half], draws[half:]
            whole = on.curved(2 * half, sum(draws, Fraction(0)) / (2 * half))
            parts = [halves(half, sum(p, Fraction(0)) / half) for p in (odd, even)]
            level_mean += whole - (parts[0] + parts[1]) / 2
        total += chance * (level_mean / len(every)) / chance
    return total


@CLAIM.exact(corner="three records, M = 1, one nonlinear mechanism")
@broken("other_mechanisms_do_not", halves=lambda size, mean: on.curved(2 * size, mean))
@because("With another mechanism on the halves the levels do not cancel.")
def independent_draws_telescope_as_well(*, halves: on.Mechanism = on.curved) -> Outcome:
    """All 3^4 sequences of draws, in exact fractions, against the mean on four such draws."""
    return identity(sp.Rational(estimator(halves)), sp.Rational(drawn(4, on.curved)))
