"""Clopper and Pearson's bound covers, for every rate, as the workbench computes it.

X is binomial (n, p), and L(k) solves P_L(X >= k) = alpha.  The tail P_p(X >= k) rises in p: draws
at two rates, made from one uniform number each, are successes at the larger rate wherever they are
at the smaller one.  Hence {L(X) > p} lies in {X >= k} for the least k with L(k) > p, and has
probability at most P_(L(k))(X >= k) <= alpha.

Computed numbers need not solve the equation: it is enough that P_L(X >= k) <= alpha.  The computed
numbers are a table, and every entry for n up to 60 is checked; with the first claim it covers all p
in [0, 1].
"""

from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

import sympy as sp

from workbench.audit.coins import ROUNDING
from workbench.claims import Claim, Outcome, all_of, because, broken, dropped
from workbench.privacy.confidence import clopper_pearson_lower
from workbench.rigor import First, Rule, enumeration
from workbench.rigor.provers import coupled_counts as counts
from workbench.symbolic import Defined, Variable, declare, relation

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

LEVELS = (Fraction(1, 20), Fraction(1, 100), Fraction(1, 10**6))
n, k, j, t = declare("integer n k j t > 0")
FACTORIAL, INVERSE, TABLE = (sp.IndexedBase(name, real=True) for name in "fgL")
MOST = 60


def computed(successes: int, trials: int, alpha: float) -> Fraction:
    """The bound as the audits use it, as the rational number that it is."""
    bound = clopper_pearson_lower(successes, trials, alpha=alpha * (1 - ROUNDING))
    return Fraction(bound * (1 - ROUNDING))


@cache
def tails(*, largest: int = MOST, factor: float = 1.0) -> tuple[Defined, ...]:
    """For each level the tail of Bin(n, L(k)) from k on, for 1 <= k <= n <= 60.

    factor: at how much of the level the bounds are computed
    """
    bound = TABLE[MOST * n + k]
    rules = Rule(FACTORIAL, t, (t + 1) * FACTORIAL[t]), Rule(INVERSE, t, INVERSE[t] / (t + 1))
    first = First(FACTORIAL, 0, 1), First(INVERSE, 0, 1)
    ways = INVERSE[j] * INVERSE[n - j]
    tail = FACTORIAL[n] * sp.Sum(ways * bound**j * (1 - bound) ** (n - j), (j, k, n))
    cases = [(m, i) for m in range(1, largest + 1) for i in range(1, m + 1)]
    most, found = str(largest), list[Defined]()
    for alpha in LEVELS:
        table = [First(TABLE, MOST * m + i, computed(i, m, float(alpha) * factor))
                 for m, i in cases]  # fmt: skip
        said = relation(tail, "<=", alpha, where=[(k, "<=", n)])
        whole = [v if v.sort == "seq" else Variable(v.name, "int", "1", high=most)
                 for v in said.variables]  # fmt: skip
        said = replace(said, variables=tuple(whole))
        found.append(Defined(said, rules, [*first, *table], last=largest))
    return tuple(found)


COMPUTED = Claim(
    "audit.clopper-pearson.computed",
    title="The computed lower Clopper-Pearson bounds have tails of at most alpha, for n <= 60",
    ours=("proposition", "workbench/privacy/confidence.py, workbench/audit/coins.py"),
    statement=r"""\Pr[X \ge k] \le \alpha, \quad 1 \le k \le n, \quad X \sim
        \operatorname{Bin}(n, L_{n, \alpha}(k))""",
    hypotheses=r"""L_{n, \alpha}(k) \text{ the computed doubles, as stored in the statement}
        n \le 60, \; \alpha \in \{1/20, 1/100, 10^{-6}\}""",
    encoded=tails(),
    uses=("audit.clopper-pearson",),
    note="With L(0) = 0 they cover every rate by `audit.clopper-pearson`; upper bounds are not"
    " looked at. The statement holds the doubles that clopper_pearson_lower returns, on the"
    " machine that verifies, at alpha (1 - 2^-40), times 1 - 2^-40: this slack is for rounding."
    " Beyond n = 60 the same property is tested at random, in ball arithmetic. As encoded, by"
    " level, L(k) for n draws is the entry 60 n + k of the table, f_j is j!, and g_j is 1/j!:"
    " the tail is the sum of binom(n, j) L(k)^j (1 - L(k))^(n - j).",
)


@CLAIM.proof
@broken("half_of_it", "L(k) may solve the equation, and p be just below.", most=counts.alpha / 2)
@dropped("sure", counts.DRAWS, "More draws may succeed at the rate p than at l.")
@dropped("above", counts.ABOVE, "All of L may be above p.")
@dropped("told", counts.TAIL, "l = 1, p near 1.")
def more_draws_succeed_at_a_larger_rate(**changes: Any) -> Outcome:  # noqa: ANN401
    """S <= T, so {L(S) > p} lies in {T >= k}."""
    return counts.seldom_above(**changes)


@COMPUTED.exact(uses=())
@broken("a_level_one_percent_too_large_does_not_cover", largest=3, factor=1.01)
@because("Bounds computed at 1.01 alpha have tails above alpha.")
def computed_bounds_cover_up_to_sixty_draws(**changes: Any) -> Outcome:  # noqa: ANN401
    """For each n <= 60, each k and three levels."""
    return all_of(*(enumeration(one) for one in tails(**changes)))
