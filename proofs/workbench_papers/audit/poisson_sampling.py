"""A record that takes part by chance only: epsilon and delta are amplified, in both directions.

Under Poisson sampling a record that is there is used with chance c, whatever the others do.  Given
the batch of the others let an event have the chance a where the record is used and w where it is
not: its chance is the mean of c a + (1 - c) w with the record, and that of w without it.
"""

from typing import Any

import sympy as sp

from workbench.claims import Claim, Outcome, because, broken, dropped
from workbench.rigor.provers import subsampled

CLAIM = Claim(
    "audit.poisson-sampling",
    title="Poisson sampling with chance c: (epsilon, delta) becomes (ln(1 + c (e^epsilon - 1)),"
    " c delta), add-or-remove",
    ours=("theorem",
          "workbench/privacy/composition/conversions.py: amplified; Balle, Barthe and Gaboardi"
          " (2018), Privacy amplification by subsampling, Theorem 8"),
    statement=r"""M \text{ is } (\epsilon, \delta)\text{-DP} \;\Longrightarrow\;
        M \circ \text{Poisson}_c \text{ is } \Big( \ln\big(1 + c (e^{\epsilon} - 1)\big),
        c \, \delta \Big)\text{-DP}""",
    hypotheses=r"""\text{neighbours differ by one record, which is added or removed}
        \text{each record is in the batch with chance } c, \text{ independently of all others; the \
            batch is not released}
        0 \le c \le 1, \; \epsilon, \delta \ge 0""",
    parts=("remove", "add"),
    encoded={"remove": (subsampled.poisson(),), "add": (subsampled.poisson(added=True),)},
    note="As encoded, for any event, a and w are its chances where the batch holds the record in"
    " question and where it does not, given the batch of the other records, which has the same law"
    " on both neighbours; each of the two laws is bounded by the other one. For one record replaced"
    " see ext.subsampling-approx: this is another theorem.",
)  # fmt: skip


@CLAIM.proof(part="remove")
@broken("delta_is_not_free", "a may be w + delta.", share=0)
@broken("the_square_of_the_chance_is_too_little", "Where a = e^eps w it is c.", scale=subsampled.c)
@dropped("sure", subsampled.at_one_batch(), "w may be 0.")
def what_a_record_adds_is_bounded(**changes: Any) -> Outcome:  # noqa: ANN401
    """The mean of c a + (1 - c) w is at most that of c (e^eps w + delta) + (1 - c) w."""
    return subsampled.by_the_one_batch(**changes)


@CLAIM.proof(part="add")
@broken("delta_is_not_free", "At eps = 0, a = 0, w = delta only (1 - c) w is left.", share=0)
@broken("half_the_chance_is_too_little", scale=sp.S.Half)
@because("At a = w/e^eps and small eps half of what is lost is left out.")
@dropped("where", subsampled.CHANCE, "c = 2, a = w/2: the chance 2 a - w with the record is 0.")
@dropped("sure", subsampled.at_one_batch(added=True), "a may be 0.")
def what_its_absence_takes_is_bounded(**changes: Any) -> Outcome:  # noqa: ANN401
    """(1 + c x)(1 - c + c/(1 + x)) - 1 = c (1 - c) x^2/(1 + x) >= 0 for x = e^eps - 1."""
    return subsampled.by_the_one_batch(added=True, **changes)
