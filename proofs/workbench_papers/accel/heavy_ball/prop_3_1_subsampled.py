"""When a hidden batch spends its whole budget (Proposition 3.1 for m < n).

With a hidden batch the output law is a mixture over all batches, and the loss eps/T of a step is
attained only against a special rest of the data.  Let the changed record go from gradient S to 0.

All others like the new record (gradient 0).  A batch without the changed record has mean 0 under
both data sets, a batch with it has mean S/m against 0.  Beyond S/m the ratio of the densities is

    (1 - m/n) + (m/n) e^(S/(m b)) = e^(eps/T):          the budget is spent, for all n and m.

Elsewhere it is no larger, as |o - S/m| >= |o| - S/m.

Records of both kinds.  Let k of the other n - 1 records have gradient S, the rest 0, and write z =
e^(S/(m b)) = 1 + (n/m)(e^(eps/T) - 1).  For n = 6, m = 2, let c_j and d_j of the 15 batches hold j
ones, before and after the change.  At outputs beyond S the ratio of the densities is

    C = (c_0 + c_1 z + c_2 z^2)/(d_0 + d_1 z + d_2 z^2),

and at no output is it larger: means that are neighbours differ by S/2, so their densities differ by
a factor of z at most.  For every k >= 1 this C stays below e^(eps/T), at every budget: at eps/T =
1/10 the losses are

    k = 0: 0.1000,  1: 0.0964,  2: 0.0929,  3: 0.0895,  4: 0.0863,  5: 0.0833.

For k = 5 all others equal the old record: it is k = 0 with the two data sets exchanged.  So a data
set that spends the budget at m = n need not spend it at m < n.
"""

from collections.abc import Sequence

import sympy as sp

from workbench.claims import Claim, Figure, Outcome, all_of, because, broken, dropped
from workbench.rigor import certify, enclosure
from workbench.rigor.provers import batch_mixtures as mixtures
from workbench.symbolic import to_sympy

OTHERS = range(1, mixtures.RECORDS)
CLAIM = Claim(
    "accel.prop-3-1.tight-subsampled",
    title="Hidden batch: what a record spends that goes from S to 0, if the others are 0 or not",
    ours=("remark", "Section 3, after Proposition 3.1: not in the paper"),
    statement=r"""\sup_o \ln\frac{p(o)}{p'(o)} = \frac{\epsilon}{T}
        \text{ if the changed record goes from } S \text{ to } 0 \text{ and all others are } 0;
        \quad n = 6,\ m = 2,\ 1 \le k \le 5 \text{ others with gradient } S,
        \text{ when } S \text{ becomes } 0:\; \sup_o \ln\frac{p(o)}{p'(o)} < \frac{\epsilon}{T}""",
    hypotheses=r"""\text{one step, } d = 1,\ S, \epsilon > 0,\ b = \frac{S}{m \epsilon_0},\ \
            \epsilon_0 = \ln(1 + \tfrac nm (e^{\epsilon/T} - 1)) \text{ as in Proposition 3.1}
        \text{per-record gradients } 0 \text{ or } S; \; p, p' \text{ the densities of the noisy \
            batch mean before and after the change}
        \text{the batch is hidden, and uniform among the } \tbinom nm \text{ batches of } m \
            \text{ of the } n \text{ records}""",
    parts=("attained", "not attained"),
    encoded={
        "attained": (mixtures.drawn(), mixtures.lone(), mixtures.lone(">=", mixtures.LARGE)),
        "not attained": tuple(
            one for k in OTHERS
            for one in (mixtures.at_all_outputs(k), mixtures.below_the_budget(k))
        ),
    },
    uses=("accel.prop-3-1", "accel.subsampling"),
    note="As encoded v is eps/T, o any output and 1/(2 b) e^(-|o - mean|/b) the density of a batch."
    " In the first part p(o) <= e^v p'(o) at all o, with >= where o >= S/m, so the supremum is"
    " attained; the share of the batches that hold the changed record is m/n (m <= n is not needed"
    " for that). In the second part densities are means over all 15 batches, p(o) <= C p'(o) at all"
    " o, and C < e^v, for every budget. Nothing is claimed of the other order, sup ln(p'/p): as o"
    " -> S - o shows, its value for k is the one above for 5 - k, so at k = 5 it is eps/T.",
)  # fmt: skip


@CLAIM.exact(part="attained")
@broken("the_scale_of_the_full_batch_spends_more", scale=("b = S/(n*log(1 + n/m*(exp(v) - 1)))",))
@because("Its loss is ln(1 + (m/n)(e^(n eps_0/m) - 1)), which is above eps/T for m < n.")
@broken("the_record_is_in_each_batch", batch="1")
@because("Then the batch is not hidden, and the loss is eps_0 > eps/T if m < n.")
@dropped("scale", mixtures.ANY, "A smaller scale costs more, such as b = S/(2 m eps_0).")
@dropped("far", mixtures.LARGE, "At o = 0 the loss is less than eps/T.", 1)
def a_lone_extremal_record_spends_the_budget(
    *, scale: Sequence[str] = mixtures.ANY, far: Sequence[str] = mixtures.LARGE, batch: str = "m/n"
) -> Outcome:
    """(1 - m/n) + (m/n) e^(S/(m b)) = e^(eps/T), and |o - S/m| >= |o| - S/m at all outputs."""
    return all_of(
        mixtures.drawn_shown(batch=batch), mixtures.lone_shown(where=scale, batch=batch),
        mixtures.lone_shown(">=", far, batch=batch),
    )  # fmt: skip


def losses() -> list[Figure]:
    """Largest log-ratio for each k at the step budget 1/10, by enclosure."""
    values = {"v": sp.Rational(1, 10)}
    return [
        Figure(f"loss, k = {k}",
               enclosure(sp.log(to_sympy(mixtures.below_the_budget(k).left, values))).value,
               note="n = 6, m = 2, eps/T = 1/10")
        for k in range(mixtures.RECORDS)
    ]  # fmt: skip


@CLAIM.exact(part="not attained")
@broken("the_lone_record_does_reach_the_budget", kinds=range(mixtures.RECORDS))
@because("With k = 0 among the cases the strict inequality fails: there the ratio is the budget.")
@broken("the_bound_of_two_others_is_too_small_for_one", kinds=(1,), of=2)
@because("With C_2 in place of C_1 at k = 1: at o >= S the ratio is C_1 > C_2.")
@dropped("scale", mixtures.FEW, "A smaller scale costs more, such as b = S/(4 eps_0).")
def some_others_equal_the_old_record_so_this_order_loses_less(
    *, kinds: Sequence[int] = OTHERS, scale: Sequence[str] = mixtures.FEW, of: int | None = None
) -> Outcome:
    """For n = 6, m = 2, k = 1..5: each ratio p/p' is at most C < e^(eps/T), at any budget."""
    return all_of(
        one for k in kinds
        for one in (mixtures.all_outputs_shown(k, scale, of=of),
                    certify(mixtures.below_the_budget(k)))
    ).with_figures(*losses())  # fmt: skip
