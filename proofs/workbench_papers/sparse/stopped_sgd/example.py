"""How often the stopped SGD stops early, for one set of numbers.

The cost of a call takes M + 1 values with known probabilities, so that the law of the sum of T_0
costs is a power of a polynomial.  Squared costs are rounded to cells, up for an upper and down for
a lower bound on the chance to exceed V*; the deltas are multiples of 2^N, and their law is exact.
A single call at one of the two highest levels exceeds V*: Markov's inequality would never tell.

The coefficients of Q = P^T, P = sum_k w_k z^(c_k) with c_0 = 0, follow from P Q' = T P' Q (Euler):

    m w_0 q_m = sum_(k > 0) w_k ((T + 1) c_k - m) q_(m - c_k),     q_0 = w_0^T.
"""

import math
from collections.abc import Sequence
from typing import Any

import sympy as sp

from workbench.claims import Claim, Figure, Outcome, Outcomes, all_of, because, broken
from workbench.rigor import First, Rule, enclosure, enumeration, inequality
from workbench.symbolic import Relation, declare, relation

RECORDS, DEPTH = 2**14, 13
CELLS = 2000
BITS = 1024  # the recursion for the powers loses many
WEIGHTS = [2 ** (DEPTH - k) for k in range(DEPTH + 1)]  # times the probabilities of the levels
WHOLE = sum(WEIGHTS)
LOGS = 2 * sp.log(10**6)
BUDGET = (sp.sqrt(LOGS + 2) - sp.sqrt(LOGS)) ** 2  # V* for eps = 1 and delta_1 = 10^-6
OWN = sp.Rational(269, 1000)  # eps'
m, POWER = declare("integer m"), sp.IndexedBase("q", real=True)


def square(level: sp.Expr | int) -> sp.Expr:
    """eps_N^2 at a level."""
    record = sp.log(1 + (sp.exp(OWN) - 1) / RECORDS)
    grown = sp.exp(2 * OWN) - 1
    return (sp.log(1 + sp.Integer(2) ** (level + 1) * grown / RECORDS) + record) ** 2


SQUARES = [square(level) for level in range(DEPTH + 1)]


def horizon(*, steps: int = 203) -> tuple[Relation, Relation]:
    """T_0 <= V*/(4 E eps^2) < T_0 + 1."""
    mean = sum(sp.Rational(w, WHOLE) * c for w, c in zip(WEIGHTS, SQUARES, strict=True))
    return (relation(4 * mean * steps, "<=", BUDGET),
            relation(BUDGET, "<", 4 * mean * (steps + 1)))  # fmt: skip


def above_the_budget(*, level: int = 12) -> tuple[Relation, ...]:
    """eps_N^2 > V* at this level and at all higher ones."""
    return tuple(relation(BUDGET, "<", c) for c in SQUARES[level:])


_NUMBERS = r"""n = 16384, \; M = 13, \; \epsilon = 1, \; \delta_1 = 10^{-6}, \; \epsilon' = 0.269"""
CLAIM = Claim(
    "sparse.stopped-sgd.example",
    title="The horizon and the costly levels, for one set of numbers",
    ours=("remark", "not on the poster"),
    statement=r"""T_0 = \Big\lfloor \frac{V^*}{4\, \mathbb{E}\, \epsilon_N^2} \Big\rfloor = 203;
        \quad \epsilon_N^2 > V^* \text{ for } 12 \le N \le M""",
    hypotheses=_NUMBERS,
    parts=("horizon", "one call"),
    encoded={"horizon": horizon(), "one call": above_the_budget()},
    uses=("sparse.stopped-sgd", "sparse.filter"),
    note="As encoded level N = 0, ..., M has the chance 2^(M - N)/(2^(M + 1) - 1), and eps_N is"
    " ln(1 + 2^(N + 1) (e^(2 eps') - 1)/n) + ln(1 + (e^eps' - 1)/n); V* is that of `sparse.filter`,"
    " with 2 Lambda = 2 ln(1/delta_1). How often the run stops early is"
    " sparse.stopped-sgd.example.chances.",
)  # fmt: skip

CHANCES = Claim(
    "sparse.stopped-sgd.example.chances",
    title="The chance to stop early, computed for one set of numbers",
    ours=("remark", "not on the poster"),
    statement=r"""T_0 = 203, \quad \Pr\Big[ \sum_{t < T_0} \epsilon_{N_t}^2 > V^* \Big]
        \in [0.0388, 0.0421], \quad \Pr\Big[ \sum_{t < T_0} \delta_{N_t} > \delta_2 \Big]
        \le 0.017""",
    hypotheses=_NUMBERS,
    parts=("squares", "deltas"),
    uses=("sparse.stopped-sgd", "sparse.filter"),
    note="T_0 is that of sparse.stopped-sgd.example. That sums of rounded costs have the laws whose"
    " chances Euler's recurrence gives is said in words.",
)


def above(cells: Sequence[int], limit: int, steps: int) -> tuple[sp.Expr, dict[str, Any]]:
    """Pr[sum of `steps` independent cells > limit]: an expression, and what defines its sequence.
    Powers of z below the first cell are divided out, and cells beyond the limit left out: a sum
    with one of them exceeds it.
    """
    weights: dict[int, int] = {}
    for weight, cell in zip(WEIGHTS, cells, strict=True):
        weights[cell - cells[0]] = weights.get(cell - cells[0], 0) + weight
    rest = limit - steps * cells[0]
    first = sp.Rational(weights.pop(0), WHOLE)
    known = {cell: sp.Rational(weight, WHOLE) for cell, weight in weights.items() if cell <= rest}
    moved = sum(w * ((steps + 1) * c - m - 1) * POWER[m + 1 - c] for c, w in known.items())
    law: dict[str, Any] = {
        "rules": [Rule(POWER, m, moved / ((m + 1) * first))],
        "base": [First(POWER, -max(known), 0, to=-1), First(POWER, 0, first**steps)], "last": rest,
        "bits": BITS,
    }  # fmt: skip
    return 1 - sp.Sum(POWER[m], (m, 0, rest)), law


@CLAIM.exact(part="horizon", uses=())
@broken("one_call_more_does_not_fit", "204 calls would cost more than V*/4 in the mean.", steps=204)
def the_horizon_is_rounded_down(*, steps: int = 203) -> Outcome:
    """The horizon obeys steps <= V*/(4 E eps^2) < steps + 1: 203.58 is rounded to 203."""
    mean = sum(sp.Rational(w, WHOLE) * c for w, c in zip(WEIGHTS, SQUARES, strict=True))
    found = all_of(*map(inequality, horizon(steps=steps)))
    return found.with_figures(Figure("horizon", enclosure(BUDGET / (4 * mean)).value))


@CLAIM.exact(part="one call", uses=())
@broken("level_eleven_still_fits", "It takes 77 per cent of the budget.", level=11)
def a_visit_to_the_top_stops_the_run(*, level: int = 12) -> Outcome:
    """A visit costs 2.7 and 8.3 times V* at the levels 12 and 13.
    The cost of one call at that level, and at all higher ones, is above the whole budget.
    """
    costs = [inequality(one, methods=("boxes",)) for one in above_the_budget(level=level)]
    share = Figure(f"part of V* at level {level}", enclosure(SQUARES[level] / BUDGET).value)
    return all_of(*costs, summary=f"levels from {level} on").with_figures(share)


@CHANCES.exact(part="squares", uses=())
@broken("twice_as_many_calls_stop_more_often", steps=406)
@because("The chance grows with the number of calls.")
def markov_is_generous(*, steps: int = 203) -> Outcomes:
    """About 4 in 100, where Markov's inequality says 25.
    Squared costs in cells of V*/2000, rounded up and down.
    """
    down = [math.floor(float(enclosure(CELLS * c / BUDGET).value)) for c in SQUARES]  # proposals
    rounded = []
    for a, c in zip(down, SQUARES, strict=True):
        rounded += [
            inequality(relation(a * BUDGET, "<=", CELLS * c), methods=("boxes",)),
            inequality(relation(CELLS * c, "<=", (a + 1) * BUDGET), methods=("boxes",)),
        ]
    fewest, low = above(down, CELLS, steps)
    most, high = above([a + 1 for a in down], CELLS, steps)
    yield from rounded
    yield enumeration(relation(sp.Rational("0.0388"), "<=", fewest), {}, **low)
    yield enumeration(relation(most, "<=", sp.Rational("0.0421")), {}, **high)
    yield f"chance to exceed V* within {steps} calls"


@CHANCES.exact(part="deltas", uses=())
@broken("a_budget_for_half_as_many_calls_is_exceeded_more_often", calls=101)
@because("The chance is above 0.07 then.")
def the_deltas_are_exceeded_as_rarely(*, calls: int = 203) -> Outcome:
    """The chance that the deltas exceed their budget, from an exact law of integers.
    sum (4 * 2^N + 1) > 4 T_0 (2 n E q + 1), with n E q = 2 (M + 1)/(2 - 2^(-M)), T_0 = calls.
    """
    wide = 2 ** (DEPTH + 1) * (DEPTH + 1)  # n E q = wide/(2^(M+1) - 1)
    most = (4 * calls * (2 * wide + 2 ** (DEPTH + 1) - 1)) // (2 ** (DEPTH + 1) - 1)
    chance, law = above([2**k for k in range(DEPTH + 1)], (most - 203) // 4, 203)
    told = "chance to exceed delta_2 within 203 calls"
    return enumeration(relation(chance, "<=", sp.Rational("0.017")), {}, **law).because(told)
