"""The algorithms: what can be said of them without running them.

    Algorithm 1   mirror descent on gradients at sampled vertices
    Algorithm 2   a gradient with the bias of 2^(M+1) vertices, from 2^(N+1) of them
    Algorithm 3   mirror descent on these, with a random number of rounds
    Algorithm 4   private selection among several runs of Algorithm 3
    Algorithm 5   anytime mirror descent with lazily refreshed samples

The boxes are missing in the source; the reading is ours.  Checked are closed forms of the iterates,
how many vertices are released and how many records are used.  Algorithm 3 is in `algorithm_3`.
"""

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, because, broken
from workbench.rigor import First, Rule, follows, identity, induction, visible
from workbench.symbolic import declare, relation

FIRST = Claim(
    "saddle.alg1",
    title="Algorithm 1: closed form of the iterates, released vertices",
    reconstructed=("algorithm", "Algorithm 1"),
    statement=r"""\begin{gathered}
        x^{t+1} \propto x^t e^{-\tau g_x^t}, \; y^{t+1} \propto y^t e^{+\tau g_y^t}
        \text{ at } (\widehat x^t, \widehat y^t) \text{ on a fresh batch}; \\
        x^t \propto e^{-\tau \sum_{i < t} g_x^i}, \text{ unchanged by } g + c \mathbf{1}; \\
        2TK \text{ vertices, } 2(T-1)K \text{ of them depend on data}
        \end{gathered}""",
    hypotheses=r"x^1, y^1 \text{ uniform}; \; \widetilde x = \frac1T \sum_t \widehat x^t",
    parts=("closed form", "shift", "count"),
)

SECOND = Claim(
    "saddle.alg2",
    title="Algorithm 2: size of its gradient",
    reconstructed=("algorithm", "Algorithm 2"),
    statement=r"""G = \frac{1}{p_N} \big( \nabla F_B(z^+) - \tfrac12 [\nabla F_B(z^O)
        + \nabla F_B(z^E)] \big) + \nabla F_B(X_1, Y_1), \quad
        \lVert G \rVert_\infty \le L_0 \Big( \frac{2}{p_N} + 1 \Big)""",
    hypotheses=r"N \sim \mathrm{TGeom}(\tfrac12, M), \; |B| = \alpha 2^N \text{ fresh records}",
    uses=("saddle.def-tgeom",),
    note="Bias and second moment are `saddle.lem3.15`.",
)

FOURTH = Claim(
    "saddle.alg4",
    title="Algorithm 4: its parts are disjoint and use at most n records",
    reconstructed=("algorithm", "Algorithm 4"),
    statement=r"""R \Big\lfloor \frac{n}{3R} \Big\rfloor + 2Rm \Big\lfloor \frac{n}{6Rm} \Big\rfloor
        + \Big\lfloor \frac n3 \Big\rfloor \le n""",
    hypotheses=r"R, m \ge 1",
    note="Each step is (eps, delta)-DP on records of its own; guarantees are `saddle.thm3.20`.",
)

FIFTH = Claim(
    "saddle.alg5",
    title="Algorithm 5: the running average is the weighted average",
    reconstructed=("algorithm", "Algorithm 5"),
    statement=r"""x^{t+1} = \frac{A_t x^t + (t+1) w^{t+1}}{A_{t+1}}, \; A_t = \frac{t(t+1)}{2}
        \;\Longrightarrow\; x^T = \frac{1}{A_T} \sum_{t \le T} t\, w^t""",
    hypotheses="x^1 = w^1",
    uses=("saddle.lem4.1",),
)

t, i, tau = declare("integer t i, tau > 0")
g = sp.IndexedBase("g", real=True)


@FIRST.exact(part="closed form")
@broken("the_sign_matters", "The x player descends.", sign=1)
def log_weights_are_sums_of_gradients(*, sign: int = -1) -> Outcome:
    """One coordinate, before normalisation.
    Log-weights s_{t+1} = s_t - tau g_t from 0: s_t = sign tau sum_{i < t} g_i.
    """
    s = sp.IndexedBase("s", real=True)
    n = declare("integer n >= 0")
    claimed = relation(s[n], "=", sign * tau * sp.Sum(g[i], (i, 0, n - 1)))
    rules = [Rule("s", "t", s[t] - tau * g[t])]
    return induction(claimed, "n", rules=rules, base=[First("s", 0, 0)])


@FIRST.exact(part="shift")
@broken("a_shift_of_two_entries_matters", all_entries=2)
@because("It has to be the same in all coordinates.")
def constants_in_the_gradient_do_not_matter(*, all_entries: int = 3) -> Outcome:
    """They cancel in the normalisation.
    e^(s_j - tau c)/sum e^(s_i - tau c) = e^(s_j)/sum e^(s_i), three coordinates.
    """
    s = sp.symbols("s1:4", real=True)
    c = declare("real c")
    moved = [v - tau * c * (1 if k < all_entries else 0) for k, v in enumerate(s)]
    left = sp.exp(moved[0]) / sum(sp.exp(v) for v in moved)
    return identity(left, sp.exp(s[0]) / sum(sp.exp(v) for v in s))


@FIRST.exact(part="count")
@broken("only_the_first_round_is_free", "Two free rounds are one too many.", free_rounds=2)
def the_first_round_is_free(*, free_rounds: int = 1) -> Outcomes:
    """2TK vertices, 2K of them independent of the data.
    Two blocks, K vertices in each of T rounds; round 1 draws from the uniform law.
    """
    T, K = declare("integer T K > 0")
    yield identity(sp.Sum(2 * K, (t, 1, T)), 2 * T * K)
    yield identity(2 * T * K - 2 * K * free_rounds, 2 * (T - 1) * K)


@SECOND.exact
@broken("the_difference_is_not_one_gradient", weight=1)
@because("L_0 (1/p_N + 1) is exceeded by opposite signs.")
def the_weight_multiplies_two_gradients(*, weight: int = 2) -> Outcome:
    """|G| <= (1/p)(L + (L + L)/2) + L, that is L_0 (2/p_N + 1)."""
    p, L, plus, odd, even, first, whole = declare("p L_0 > 0, plus odd even first whole >= 0")
    at = dict.fromkeys(("p", "L_0", "plus", "odd", "even", "first"), 1)
    premises = [
        (1, whole, (plus + (odd + even) / 2) / p + first),
        (1 / p, plus, L),
        (1 / (2 * p), odd, L),
        (1 / (2 * p), even, L),
        (1, first, L),
    ]
    return follows(whole, L * (weight / p + 1), premises, at={**at, "whole": 3})


@FOURTH.exact
@broken("they_are_more_than_two_thirds", "2n/3 records are exceeded.", share=2)
def three_thirds_are_the_whole(*, share: int = 3) -> Outcome:
    """Three parts of at most n/3 records: R n/(3R) + 2Rm n/(6Rm) + n/3 = n, less by rounding."""
    n, R, m, first, second, third = declare("n R m > 0, first second third >= 0")
    at = {"n": 3, "R": 1, "m": 1, "first": 1, "second": "1/2", "third": 1}
    premises = [(R, first, n / (3 * R)), (2 * R * m, second, n / (6 * R * m)), (1, third, n / 3)]
    return follows(R * first + 2 * R * m * second + third, n * share / 3, premises, at=at)


@FIFTH.exact
@broken("weights_start_at_one", "Weights t + 1 belong to another average.", start=1)
def the_running_average_is_the_weighted_average(*, start: int = 0) -> Outcomes:
    """Weights t; A_{t+1} = A_t + t + 1.
    A_T x^T = sum t w^t by induction, A_{t+1} x^{t+1} = A_t x^t + (t+1) w^{t+1}.
    """
    X, w = sp.IndexedBase("X", real=True), sp.IndexedBase("w", real=True)  # X_t = A_t x^t
    n, T = declare("integer n >= 0, integer T > 0")
    claimed = relation(X[n], "=", sp.Sum((t + start) * w[t], (t, 1, n)))
    rules = [Rule("X", "t", X[t] + (t + 1) * w[t + 1])]
    yield induction(claimed, "n", rules=rules, base=[First("X", 0, 0)])
    yield identity(T * (T + 1) / 2 + T + 1, (T + 1) * (T + 2) / 2)
    yield visible((T + 1) / ((T + 1) * (T + 2) / 2), "<=", 2 / (T + 2))
