"""Algorithm 3: budgets that hold surely, and a stopping rule that has to look before it draws.

Round t uses a batch in proportion to 2^(N_t).  The loop goes on while the sum of these so far is at
most U - 2^M, a test made BEFORE N_t is drawn: then the sum never exceeds U, and {T >= t} is known
before round t, so Wald's identity gives E T <= U/mu.

A rule that draws first and stops if the batch does not fit is no stopping time: it leaves out large
batches.  With M = 1 and U = 2 the expected sum is 16/9, and mu E T = 52/27.
"""

from workbench.claims import Claim, Example, Outcome, Outcomes, because, broken
from workbench.rigor import follows
from workbench.rigor.provers import finite_trees as trees
from workbench.symbolic import declare

CLAIM = Claim(
    "saddle.alg3",
    title="Algorithm 3: its budgets hold surely, its stopping rule is predictable",
    reconstructed=("algorithm", "Algorithm 3, Proposition 3.17"),
    statement=r"""\begin{gathered}
        \text{while } \sum_{i<t} 2^{N_i} \le U - 2^M: \text{ draw } N_t; \\
        \sum_{t \le T} 2^{N_t} \le U, \text{ records } \le \alpha U \le n,
        \text{ vertices } \le 6U, \quad \mathbb{E} T \le U/\mu
        \end{gathered}""",
    hypotheses=r"2^M \le U/2, \; \alpha = \lfloor n/U \rfloor \ge 1",
    parts=("budget", "rounds"),
    uses=("saddle.def-tgeom", "ext.wald"),
    repairs=("saddle.alg3.draw-first",),
)

DRAW_FIRST = Claim(
    "saddle.alg3.draw-first",
    title="Wald's identity when N_t is drawn before the budget is tested",
    ours=("erratum", "Tempting reading of the loop of Algorithm 3"),
    statement=r"\mathbb{E} \sum_{t \le T} 2^{N_t} = \mu\, \mathbb{E} T",
    hypotheses=r"\text{stop before the first round with } \sum_{i \le t} 2^{N_i} > U",
    note="The proof asks that {T >= t} be known before round t; this reading violates it.",
)

U, spent, batch, deepest = declare("U spent batch deepest > 0")


@CLAIM.exact(part="budget")
@broken("four_vertices_per_unit_are_too_few", "If all N_t are 0 there are 6U vertices.", vertices=4)
def the_budget_is_never_exceeded(*, vertices: int = 6) -> Outcomes:
    """The three budgets: sum 2^(N_t) <= U, records <= n, vertices <= 6U.
    spent <= U - 2^M before a round with 2^N <= 2^M gives spent + 2^N <= U; vertices, records.
    """
    a, n, rounds, total = declare("alpha n rounds total > 0")
    at = {"total": 1, "rounds": 1, "U": 1}
    yield follows(spent + batch, U, [(1, spent, U - deepest), (1, batch, deepest)])
    yield follows(a * total, n, [(a, total, U), (1, a * U, n)])
    # 4 * 2^N + 2 vertices a round; as 2^N >= 1 there are at most `total` rounds
    yield follows(4 * total + 2 * rounds, vertices * U, [(2, rounds, total), (6, total, U)], at=at)


@CLAIM.exact(part="rounds")
@broken("half_as_many_are_too_few", scale=2)
@because("U/(2 mu) does not follow; whether it is true is not claimed.")
def wald_bounds_the_number_of_rounds(*, scale: int = 1) -> Outcome:
    """The mean number of rounds obeys mu E T = E sum <= U, so that E T <= U/mu."""
    mu, mean = declare("mu mean > 0")
    return follows(mean, U / mu / scale, [(1 / mu, mu * mean, U)], at={"mu": 1, "mean": 1, "U": 1})


@DRAW_FIRST.refutation(of="case")
@broken("testing_first_obeys_wald", draw_first=False)
@because("The predictable rule gives 4/3 on both sides.")
def drawing_first_favours_small_batches(*, draw_first: bool = True) -> Example:
    """M = 1, U = 2, Pr[N = 1] = q = 1/3 (p = 1/2), mu = 4/3: E sum = 16/9, mu E T = 52/27.
    Two rounds are enough for all 2^N = 1; the third one is there to be refused.
    """
    used, rounds, over, unit, late = trees.terms("used rounds over unit late")
    kept, most = (used + unit, 2) if draw_first else (used, 0)
    last = trees.when(kept, ">", most, 1, over)
    step = trees.LawStep(
        {"unit": [("2/3", 1), ("1/3", 2)], "late": trees.certain(last)},
        {"used": trees.when(late, "=", 1, used, used + unit), "over": late,
         "rounds": trees.when(late, "=", 1, rounds, rounds + 1)}, times=3,
    )  # fmt: skip
    start = {"used": 0, "rounds": 0, "over": 0}
    both: trees.Claims = (trees.mean(used), "=", trees.mean(rounds) * "4/3")
    return trees.FiniteTree(both, start=start, steps=[step])
