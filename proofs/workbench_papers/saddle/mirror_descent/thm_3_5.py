"""Fully adaptive composition: the privacy filter that Algorithm 3 runs on (Theorem 3.5).

The loss L of the steps taken obeys Pr[L - V/2 >= b] <= e^(-s b + s^2 V/2) for every s, with V the
sum of eps_i^2: it exceeds sqrt(2 V ln(1/delta')) + V/2 with probability at most delta'.  The sums
run to m + 1: one stops before the step that would overspend.
"""

from typing import Any

from workbench.claims import Claim, Outcome, broken, dropped
from workbench.rigor.provers import privacy_filter as filters

CLAIM = Claim(
    "saddle.thm3.5",
    title="Privacy filter: adaptively chosen budgets",
    reconstructed=("theorem", "Theorem 3.5"),
    statement=r"""N = \inf\Big\{ m : \epsilon < \sqrt{2 \ln(1/\delta')
        \sum_{i \le m+1} \epsilon_i^2} + \tfrac12 \sum_{i \le m+1} \epsilon_i^2
        \;\text{ or }\; \delta'' < \sum_{i \le m+1} \delta_i \Big\}
        \;\Longrightarrow\; A_{1:N} \text{ is } (\epsilon, \delta' + \delta'')\text{-DP}""",
    hypotheses=r"""A_m \text{ is } (\epsilon_m, \delta_m)\text{-DP given } A_{1:m-1}, \text{ on \
            which } \epsilon_m, \delta_m \text{ may depend}
        \epsilon > 0, \; 0 < \delta' < 1, \; \delta'' \ge 0
        \text{at most } T \text{ mechanisms, for any fixed } T; \text{ outputs in standard Borel \
            spaces}""",
    encoded=(filters.adaptive(),),
    note="Cited there, proved here as `ext.fully-adaptive-composition`, where the symbols of the"
    " encoded statement are explained and each hypothesis is dropped.",
)


@CLAIM.proof(seconds=240)
@broken("the_leaks_count", "A step may reveal all with chance delta_t.", leak=0)
@dropped("budgets", filters.filtered(), {0: "Many steps reveal all.", 1: "Each may leak delta_t."})
@dropped("sure", filters.PRIVATE, {2: "More may leak.", 3: "r, u are any numbers."})
def the_filter_keeps_both_budgets(**changes: Any) -> Outcome:  # noqa: ANN401
    """P = G + what has leaked, and G e^(s K - (s + s^2) V/2) does not grow in the mean."""
    return filters.budgets_fit(**changes)
