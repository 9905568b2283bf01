"""When a hidden batch spends its whole budget (Proposition 3.1 for m < n).

With a hidden batch the output law is a mixture over all batches, and the loss eps/T of a step is
attained only against a special rest of the data.  Let the changed record go from gradient S to 0.

All others like the new record (gradient 0).  A batch without the changed record has mean 0 under
both data sets, a batch with it has mean S/m against 0.  Beyond S/m the ratio of the densities is

    (1 - m/n) + (m/n) e^(S/(m b)) = e^(eps/T):          the budget is spent, for all n and m.

Records of both kinds.  Let k of the other n - 1 records have gradient S, the rest 0, and write z =
e^(S/(m b)) = 1 + (n/m)(e^(eps/T) - 1).  With c_j batches that hold j ones, the density at the
output i S/m is proportional to sum_j c_j z^(-|i-j|).  Between two neighbouring outputs of this kind
a density is a sum of a rising and a falling exponential, so a combination of its values A and B at
the two ends, with non-negative weights that are the same for both densities.  The ratio has the
form (A + s B) / (A' + s B') with s >= 0: it lies between its values at the ends, and is constant
outside.  So the largest ratio is the largest among i = 0..m, and counting all batches gives it
exactly.  For n = 6, m = 2 every k >= 1 stays strictly below e^(eps/T), at every budget: at eps/T =
1/10 the losses are

    k = 0: 0.1000,  1: 0.0964,  2: 0.0929,  3: 0.0895,  4: 0.0863,  5: 0.0833.

For k = 5 all others equal the old record: it is k = 0 with the two data sets exchanged.  So a data
set that spends the budget at m = n need not spend it at m < n.
"""

from collections import Counter
from itertools import combinations

import sympy as sp

from workbench.claims import Claim, Figure, Outcome, all_of, because, broken
from workbench.rigor import enclosure, identity, visible
from workbench.symbolic import declare

CLAIM = Claim(
    "accel.prop-3-1.tight-subsampled",
    title="Hidden batch: the budget is spent if all other records equal the new one",
    ours=("remark", "Section 3, after Proposition 3.1: not in the paper"),
    statement=r"""\sup_o \ln\frac{p(o)}{p'(o)} = \frac{\epsilon}{T}
        \text{ if the changed record goes from } S \text{ to } 0 \text{ and all others are } 0;
        \quad n = 6,\ m = 2,\ k \ge 1 \text{ others with gradient } S:\;
        \sup_o \ln\frac{p(o)}{p'(o)} < \frac{\epsilon}{T}""",
    hypotheses=r"""\text{one step, } d = 1,\ b = \frac{S}{m \epsilon_0} \text{ as in Proposition \
            3.1}
        \text{per-record gradients } 0 \text{ or } S""",
    parts=("attained", "not attained"),
    uses=("accel.prop-3-1", "accel.subsampling"),
    note="The largest ratio of the two Laplace mixtures is found among finitely many outputs, and"
    " all 15 batches are counted; the budget stays symbolic.",
)

n, m = declare("integer n m > 0")
S, share = declare("S share > 0")  # share = eps/T
z = declare("z > 0")


@CLAIM.exact(part="attained")
@broken("the_scale_of_the_full_batch_spends_more", batch=n)
@because("With b = S/(n eps_0) the ratio is not e^(eps/T) unless m = n.")
def a_lone_extremal_record_spends_the_budget(*, batch: sp.Expr = m) -> Outcome:
    """(1 - m/n) + (m/n) e^(S/(m b)) = e^(eps/T).
    The ratio of the mixtures at any output beyond S/m, in the notation of the docstring.
    """
    eps0 = sp.log(1 + (sp.exp(share) - 1) * n / m)
    scale = S / (batch * eps0)
    ratio = 1 - m / n + m / n * sp.exp(S / (m * scale))
    return identity(ratio, sp.exp(share), where=[(m, "<=", n)])


RECORDS, BATCH = 6, 2


def counts(gradients: tuple[int, ...]) -> Counter[int]:
    """How many batches hold j records of gradient S (written as 1)."""
    return Counter(sum(batch) for batch in combinations(gradients, BATCH))


def density(gradients: tuple[int, ...], place: int) -> sp.Expr:
    """The mixture density at the output place * S/m, up to a common factor."""
    return sp.Add(*(c * z ** (-abs(place - j)) for j, c in counts(gradients).items()))


def ratio(others: int, place: int) -> sp.Expr:
    """p/p' at one output when the changed record goes from 1 to 0 and `others` more are 1."""
    rest = (1,) * others + (0,) * (RECORDS - 1 - others)
    return density((1, *rest), place) / density((0, *rest), place)


def between_neighbours() -> Outcome:
    """A <= C A' and B <= C B' give A + s B <= C (A' + s B'): nothing is missed between outputs."""
    A, B, lowA, lowB, s, C = declare("A B A_low B_low s >= 0, C > 0")
    ends = [(A, "<=", C * lowA), (B, "<=", C * lowB)]
    return visible(A + s * B, "<=", C * (lowA + s * lowB), where=ends)


def stays_below(kinds: range) -> Outcome:
    """All ratios of these data sets are below e^(eps/T) = 1 + (m/n)(z - 1), for every z > 1."""
    budget = 1 + sp.Rational(BATCH, RECORDS) * (z - 1)
    each = [
        visible(ratio(k, i), "<", budget, where=[(1, "<", z)])
        for k in kinds
        for i in range(BATCH + 1)
    ]
    return all_of(between_neighbours(), *each)


def losses() -> list[Figure]:
    """Largest log-ratio for each k at the step budget 1/10, by enclosure."""
    point = 1 + 3 * (sp.exp(sp.Rational(1, 10)) - 1)
    found = []
    for k in range(RECORDS):
        value = max(enclosure(sp.log(ratio(k, i).subs(z, point))).value for i in range(BATCH + 1))
        found.append(Figure(f"loss, k = {k}", value, note="n = 6, m = 2, eps/T = 1/10"))
    return found


@CLAIM.exact(part="not attained")
@broken("the_lone_record_does_reach_the_budget", kinds=range(RECORDS))
@because("With k = 0 among the cases the strict inequality fails: there the ratio is the budget.")
def records_of_both_kinds_keep_the_loss_below_the_budget(
    *, kinds: range = range(1, RECORDS)
) -> Outcome:
    """For n = 6, m = 2, k = 1..5: every density ratio is below e^(eps/T), whatever the budget."""
    return stays_below(kinds).with_figures(*losses())
