"""Algorithm 3: budgets that hold surely, and a stopping rule that has to look before it draws.

Round t uses a batch in proportion to 2^(N_t).  The loop goes on while the sum of these so far is at
most U - 2^M, a test made BEFORE N_t is drawn: then the sum never exceeds U, and {T >= t} is known
before round t, so Wald's identity gives E T <= U/mu.

A rule that draws first and stops if the batch does not fit is no stopping time: it leaves out large
batches.  With M = 1 and U = 2 the expected sum is 16/9, and mu E T = 52/27.
"""

from typing import Any

from workbench.claims import Claim, Example, Outcome, Outcomes, because, broken
from workbench.rigor.provers import finite_trees as trees
from workbench.rigor.provers import stopped_budget as budgets

CLAIM = Claim(
    "saddle.alg3",
    title="Algorithm 3: its budgets hold surely, its stopping rule is predictable",
    reconstructed=("algorithm", "Algorithm 3, Proposition 3.17"),
    statement=r"""\begin{gathered}
        \text{while } \sum_{i<t} 2^{N_i} \le U - 2^M: \text{ draw } N_t; \\
        \sum_{t \le T} 2^{N_t} \le U, \text{ records } \le \alpha U \le n,
        \text{ vertices } \le 6U, \quad \mathbb{E} T \le U/\mu
        \end{gathered}""",
    hypotheses=r"""2^M \le U/2, \; \alpha = \lfloor n/U \rfloor \ge 1
        N_t \sim \mathrm{TGeom}(1/2, M) \text{ given the past, } \mu = \mathbb{E}\, 2^{N_t}
        \text{a round uses } \alpha 2^{N_t} \text{ records and draws } 2^{N_t + 1} + 1 \text{ \
            vertices of each simplex}""",
    parts=("budget", "rounds"),
    encoded={
        "budget": tuple(budgets.budget(kind) for kind in budgets.KINDS),
        "rounds": (budgets.rounds(),),
    },
    uses=("saddle.def-tgeom",),
    repairs=("saddle.alg3.draw-first",),
    note="As encoded a batch is 2^(N_t), of which only this is used: it is between 1 and D = 2^M,"
    " and its mean given the past is mu. A round takes place where g = 1. S, R, Q, V are the sum of"
    " the batches, the rounds, records and vertices so far: after any number N of steps, and E R in"
    " the limit. That 2^M is at most U/2 is not needed.",
)

DRAW_FIRST = Claim(
    "saddle.alg3.draw-first",
    title="Wald's identity when N_t is drawn before the budget is tested",
    ours=("erratum", "Tempting reading of the loop of Algorithm 3"),
    statement=r"\mathbb{E} \sum_{t \le T} 2^{N_t} = \mu\, \mathbb{E} T",
    hypotheses=r"\text{stop before the first round with } \sum_{i \le t} 2^{N_i} > U",
    note="The proof asks that {T >= t} be known before round t; this reading violates it.",
)


@CLAIM.proof(part="budget")
@broken("a_test_that_comes_late", "A batch of 2^M after U are spent is too much.", left=budgets.U)
@broken("batches_of_any_size", "A batch of 2U + 1.", sure=budgets.SIZE[:1])
@broken("small_batches_have_more_vertices", kinds=("vertices",), sure=budgets.SIZE[1:])
@because("Batches of 1/10 with two vertices a round: nearly 24 U.")
@broken("five_vertices_per_unit", kinds=("vertices",), each=5)
@because("If all N_t are 0 there are 6 in each of nearly U rounds.")
@broken("too_few_records", "Then alpha U may be n + 1.", kinds=("records",), enough=False)
def the_budget_is_never_exceeded(
    *, kinds: tuple[str, ...] = budgets.KINDS, **changes: Any  # noqa: ANN401
) -> Outcomes:  # fmt: skip
    """S <= U - 2^M before a round gives S + 2^N <= U; records alpha S, at most 6 S vertices."""
    for kind in kinds:
        yield budgets.never_exceeded(kind, **changes)


@CLAIM.proof(part="rounds")
@broken("half_as_many", "Batches of 1 make U rounds, and mu is 1.", scale=2)
@broken("batches_of_any_mean", "Then mu is any number.", given=())
@broken("batches_of_any_size", "A batch of 10 U: U/mu = 1/10.", sure=budgets.SIZE[:1])
@broken("a_test_that_comes_late", "Batches of 1 = 2^M make U + 1 rounds.", left=budgets.U)
def the_mean_number_of_rounds(**changes: Any) -> Outcome:  # noqa: ANN401
    """Mu R + U - S keeps its mean U, since whether a round takes place is known before it."""
    return budgets.few_rounds(**changes)


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
