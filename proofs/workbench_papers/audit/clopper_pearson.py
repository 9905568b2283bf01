"""Clopper and Pearson's bound covers, for every rate, as the workbench computes it.

X is binomial (n, p), and L(k) solves P_L(X >= k) = alpha.  The tail P_p(X >= k) rises in p: draws
at two rates, made from one uniform number each, are successes at the larger rate wherever they are
at the smaller one.  Hence {L(X) > p} lies in {X >= k} for the least k with L(k) > p, and has
probability at most P_(L(k))(X >= k) <= alpha.

Computed numbers need not solve the equation: it is enough that P_L(X >= k) <= alpha.  The computed
numbers are a table, and every entry for n up to 60 is checked; with the first claim it covers all p
in [0, 1].
"""

from fractions import Fraction
from typing import Any

import sympy as sp

from workbench.audit.coins import ROUNDING
from workbench.claims import Claim, Outcome, all_of, because, broken, dropped
from workbench.privacy.confidence import clopper_pearson_lower
from workbench.rigor import First, Rule, enumeration
from workbench.rigor.provers import coupled_counts as counts
from workbench.symbolic import declare, relation

CLAIM = Claim(
    "audit.clopper-pearson",
    title="Clopper-Pearson lower bounds cover every rate",
    ours=("proposition", "workbench/privacy/confidence.py"),
    statement=r"\Pr_p[L(X) > p] \le \alpha \text{ for all } p \in [0, 1]",
    hypotheses=r"""X \sim \operatorname{Bin}(n, p), \; n \ge 1
        \Pr_{L(k)}[X \ge k] \le \alpha \text{ for } k = 1, \dots, n; \; L(0) = 0, \; L(k) \in \
            [0, 1]""",
    encoded=(counts.covers(),),
    note="As encoded k is the least one with L(k) > p, and l = L(k); if there is none, the event is"
    " empty, and 0 <= alpha by k = 1. x_t is 1 where a uniform number is at most p, and y_t where"
    " the same number is at most l: so the means make S, which is X, and T binomial. L_S is L(S),"
    " above p only where S >= k.",
)

COMPUTED = Claim(
    "audit.clopper-pearson.computed",
    title="The computed Clopper-Pearson bounds have tails of at most alpha, for up to sixty draws",
    ours=("proposition", "workbench/privacy/confidence.py, workbench/audit/coins.py"),
    statement=r"""\Pr_{L(k)}[X \ge k] \le \alpha, \quad 1 \le k \le n, \quad X \sim
        \operatorname{Bin}(n, L(k))""",
    hypotheses=r"""L(k) \text{ the numbers of the workbench, } n \le 60, \; \alpha \in \
            \{1/20, 1/100, 10^{-6}\}""",
    uses=("audit.clopper-pearson",),
    note="So they cover every rate by `audit.clopper-pearson`. Beyond n = 60 the same property of"
    " the computed numbers is tested at random, in ball arithmetic.",
)

LEVELS = (Fraction(1, 20), Fraction(1, 100), Fraction(1, 10**6))
trials, k, place, t = declare("integer trials k place t > 0")
ROWS, TABLE = sp.IndexedBase("c", real=True), sp.IndexedBase("L", real=True)


@CLAIM.proof
@broken("half_of_it", "L(k) may solve the equation, and p be just below.", most=counts.alpha / 2)
@dropped("sure", counts.DRAWS, "More draws may succeed at the rate p than at l.")
@dropped("above", counts.ABOVE, "All of L may be above p.")
@dropped("told", counts.TAIL, "l = 1, p near 1.")
def more_draws_succeed_at_a_larger_rate(**changes: Any) -> Outcome:  # noqa: ANN401
    """S <= T, so {L(S) > p} lies in {T >= k}."""
    return counts.seldom_above(**changes)


def computed(successes: int, trials: int, alpha: float) -> Fraction:
    """The bound as the audits use it, as the rational number that it is."""
    bound = clopper_pearson_lower(successes, trials, alpha=alpha * (1 - ROUNDING))
    return Fraction(bound * (1 - ROUNDING))


@COMPUTED.exact(uses=())
@broken("a_level_one_percent_too_large_does_not_cover", largest=3, factor=1.01)
@because("Bounds computed at 1.01 alpha have tails above alpha.")
def computed_bounds_cover_up_to_sixty_draws(*, largest: int = 60, factor: float = 1.0) -> Outcome:
    """For each n <= 60, each k and three levels; then for all p, as the tail rises.
    P_L(X >= k) <= alpha for bounds computed at factor alpha, with binomials by Pascal's rule.
    C(n, j) is the entry W n + j of one sequence of rows of width W > n; the bound for k successes
    among n is the entry W n + k of another.
    """
    width = largest + 2
    rule = Rule(ROWS, t, ROWS[t] + ROWS[t - 1], shift=width)
    first = [First(ROWS, -1, 0), First(ROWS, 0, 1), First(ROWS, 1, 0, to=width - 1)]
    bound = TABLE[width * trials + k]
    term = ROWS[width * trials + place] * bound**place * (1 - bound) ** (trials - place)
    tail = sp.Sum(term, (place, k, trials))
    outcomes = []
    for alpha in LEVELS:
        table = [
            First(TABLE, width * m + i, computed(i, m, float(alpha) * factor))
            for m in range(1, largest + 1)
            for i in range(1, m + 1)
        ]
        outcomes.append(
            enumeration(
                relation(tail, "<=", sp.Rational(alpha), where=[(k, "<=", trials)]),
                {trials: (1, largest), k: (1, largest)},
                rules=[rule], base=[*first, *table], last=width * (largest + 1) - 1, bits=128,
            )
        )  # fmt: skip
    return all_of(*outcomes, summary=f"every n up to {largest}, every k, {len(LEVELS)} levels")
