"""Clopper and Pearson's bound covers, for every rate, as the workbench computes it.

X is binomial (n, p), and L(k) solves P_L(X >= k) = alpha.  The tail P_p(X >= k) rises in p: with
c_j = n! / (j! (n - j)!) its terms have derivatives that telescope,

    d/dp [c_j p^j (1-p)^(n-j)] = t_j - t_(j+1),     t_j = j c_j p^(j-1) (1-p)^(n-j),

so that the tail has derivative t_k >= 0 for 1 <= k <= n.  Hence {L(X) > p} lies in {X >= k} for
the least k with L(k) > p, and has probability at most P_(L(k))(X >= k) <= alpha.

Computed numbers need not solve the equation: it is enough that P_L(X >= k) <= alpha.  The computed
numbers are a table, and every entry for n up to 60 is checked; with the first part it covers all p
in [0, 1].
"""

from fractions import Fraction

import sympy as sp

from workbench.audit.coins import ROUNDING
from workbench.claims import Claim, Outcome, all_of, because, broken
from workbench.privacy.confidence import clopper_pearson_lower
from workbench.rigor import First, Rule, enumeration, identity
from workbench.symbolic import declare, relation

CLAIM = Claim(
    "audit.clopper-pearson",
    title="Clopper-Pearson lower bounds cover every rate, as computed",
    ours=("proposition", "workbench/privacy/confidence.py, workbench/audit/coins.py"),
    statement=r"""\Pr_p[L(X) > p] \le \alpha \text{ for all } p \in [0, 1], \qquad
        \frac{d}{dp} \Pr_p[X \ge k] = k \binom{n}{k} p^{k-1} (1-p)^{n-k}""",
    hypotheses=r"""X \sim \operatorname{Bin}(n, p); \; \text{for the derivative } 1 \le k \le n
        \text{coverage: the numbers } L(k) \text{ of the workbench for } n \le 60, \alpha \in \
            \{1/20, 1/100, 10^{-6}\}""",
    parts=("tail", "coverage"),
    note="Beyond n = 60 the same property of the computed numbers is tested at random, in ball"
    " arithmetic.",
)

n, j, p, weight = declare("n j p c > 0")
LEVELS = (Fraction(1, 20), Fraction(1, 100), Fraction(1, 10**6))
trials, k, place, t = declare("integer trials k place t > 0")
ROWS, TABLE = sp.IndexedBase("c", real=True), sp.IndexedBase("L", real=True)


@CLAIM.exact(part="tail")
@broken("a_wrong_coefficient_does_not_telescope", following=weight * (n - j) / j)
@because("With c_(j+1) = c_j (n-j)/j nothing cancels.")
def derivatives_of_the_terms_telescope(
    *, following: sp.Expr = weight * (n - j) / (j + 1)
) -> Outcome:
    """With c_(j+1) = c_j (n-j)/(j+1), all but the first t_k cancel in the sum over j >= k.
    The derivative of term j is t_j - t_(j+1), where c_(j+1) = `following`.
    """
    term = weight * p**j * (1 - p) ** (n - j)
    here = j * weight * p ** (j - 1) * (1 - p) ** (n - j)
    there = (j + 1) * following * p**j * (1 - p) ** (n - j - 1)
    return identity(sp.diff(term, p), here - there, where=[(p, "<", 1)])


def computed(successes: int, trials: int, alpha: float) -> Fraction:
    """The bound as the audits use it, as the rational number that it is."""
    bound = clopper_pearson_lower(successes, trials, alpha=alpha * (1 - ROUNDING))
    return Fraction(bound * (1 - ROUNDING))


@CLAIM.exact(part="coverage")
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
