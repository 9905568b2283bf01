"""The algorithms: what can be said of them without running them.

    Algorithm 1   mirror descent on gradients at sampled vertices
    Algorithm 2   a gradient with the bias of 2^(M+1) vertices, from 2^(N+1) of them
    Algorithm 3   mirror descent on these, with a random number of rounds
    Algorithm 4   private selection among several runs of Algorithm 3
    Algorithm 5   anytime mirror descent with lazily refreshed samples

The boxes are missing in the source; the reading is ours.  Checked are closed forms of the iterates,
how many vertices are released and how many records are used.  Algorithm 3 is in `algorithm_3`.
"""

from typing import Any

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, because, broken
from workbench.rigor import First, Rule, certify, induction
from workbench.rigor.provers.exponential_mechanism import by_the_common_factor, invariant
from workbench.symbolic import Defined, Relation, declare, relation

t, i, tau = declare("integer t i, tau > 0")
n, T, R, m = declare("integer n >= 0, integer T R m > 0")
p, L0, plus, odd, even, first = declare("p L_0 > 0, real plus odd even first")
down = declare("integer down_1 down_2 down_3 >= 0")
K, d = declare("integer K d > 0")
g, w, x, s, q, z = (sp.IndexedBase(name, real=True) for name in "gwxsqz")


def size(weight: int = 2, bounded: int = 4) -> tuple[Relation, Relation]:
    """One coordinate of G, of which the `bounded` first gradients are within L_0."""
    G = (plus - (odd + even) / 2) / p + first
    some = (plus, odd, even, first)[:bounded]
    within = [c for v in some for c in ((v, "<=", L0), (-L0, "<=", v))]
    most = L0 * (weight / p + 1)
    return relation(G, "<=", most, where=within), relation(-most, "<=", G, where=within)


def records(rounded: bool = True) -> Relation:
    """Three floors, as the integers that they are; n is T here."""
    exact = (T / (3 * R), T / (6 * R * m), T / sp.Integer(3))
    low = [(d, "<=", v) for d, v in zip(down, exact, strict=True) if rounded]
    high = [(v, "<", d + 1) for d, v in zip(down, exact, strict=True)]
    return relation(R * down[0] + 2 * R * m * down[1] + down[2], "<=", T, where=[*low, *high])


def running(start: int = 0) -> Defined:
    """x^T for T = n + 1, one coordinate, from x^1 = w^1 by the recurrence of the claim."""
    A = {k: (n + k) * (n + k + 1) / 2 for k in (1, 2)}
    mean = sp.Sum((t + start) * w[t], (t, 1, n + 1)) / A[1]
    rule = Rule("x", "t", ((A[1] * x[n + 1] + (n + 2) * w[n + 2]) / A[2]).subs(n, t), shift=2)
    return Defined(relation(x[n + 1], "=", mean), [rule], [First("x", 1, w[1])])


def weights(sign: int = -1, said: int | None = None, more: int = 0) -> Defined:
    """The logarithm s of one coordinate, from that of 1/d; q is the same for all of them."""
    claimed = (said or sign) * tau * sp.Sum(g[i], (i, 0, n - 1))
    rules = [Rule("s", "t", s[t] + sign * tau * g[t] - z[t]), Rule("q", "t", q[t] - z[t])]
    base = [First("s", 0, more - sp.log(d)), First("q", 0, -sp.log(d))]
    return Defined(relation(s[n], "=", q[n] + claimed), rules, base)


def vertices(free: int = 1) -> tuple[Relation, Relation]:
    """K in each of two blocks and T rounds, of which `free` rounds see no data."""
    return (relation(sp.Sum(2 * K, (t, 1, T)), "=", 2 * T * K),
            relation(sp.Sum(2 * K, (t, 1 + free, T)), "=", 2 * (T - 1) * K))  # fmt: skip


ENCODED: dict[str, tuple[Any, ...]] = {
    "closed form": (weights(), weights(1)), "shift": (invariant(),), "count": vertices(),
}  # fmt: skip
FIRST = Claim(
    "saddle.alg1",
    title="Algorithm 1: closed form of the iterates, released vertices",
    reconstructed=("algorithm", "Algorithm 1"),
    statement=r"""\begin{gathered}
        x^t \propto e^{-\tau \sum_{i < t} g_x^i}, \; y^t \propto e^{\tau \sum_{i < t} g_y^i},
        \text{ unchanged by } g + c \mathbf{1}; \\
        2TK \text{ vertices, } 2(T-1)K \text{ of them after the first round}
        \end{gathered}""",
    hypotheses=r"""x^1, y^1 \text{ uniform}; \; x^{t+1} \propto x^t e^{-\tau g_x^t}, \; y^{t+1} \
            \propto y^t e^{+\tau g_y^t} \text{ at } (\widehat x^t, \widehat y^t) \text{ on a fresh \
            batch}
        \widehat x^t, \widehat y^t \text{ averages of } K \text{ vertices}, \; \widetilde x = \
            \frac1T \sum_t \widehat x^t""",
    parts=("closed form", "shift", "count"),
    encoded=ENCODED,
    note="As encoded s is the logarithm of a coordinate, steps are numbered from 0, and q is the"
    " logarithm of the factor, the same for all coordinates; z is that of the normaliser. In the"
    " shift the rate is -tau or tau. Vertices are counted over blocks and rounds; those of the"
    " first round are drawn from uniform laws, and the others from laws that data moved.",
)

SECOND = Claim(
    "saddle.alg2",
    title="Algorithm 2: size of its gradient",
    reconstructed=("algorithm", "Algorithm 2"),
    statement=r"""G = \frac{1}{p_N} \big( \nabla F_B(z^+) - \tfrac12 [\nabla F_B(z^O)
        + \nabla F_B(z^E)] \big) + \nabla F_B(X_1, Y_1), \quad
        \lVert G \rVert_\infty \le L_0 \Big( \frac{2}{p_N} + 1 \Big)""",
    hypotheses=r"""N \sim \mathrm{TGeom}(\tfrac12, M), \; |B| = \alpha 2^N \text{ fresh records}
        |\partial_i F_B| \le L_0""",
    encoded=size(),
    uses=("saddle.def-tgeom",),
    note="Bias and second moment are `saddle.lem3.15`. As encoded, the bound is that of one"
    " coordinate, for any p_N > 0.",
)

FOURTH = Claim(
    "saddle.alg4",
    title="Algorithm 4: its parts use at most n records",
    reconstructed=("algorithm", "Algorithm 4"),
    statement=r"""R \Big\lfloor \frac{n}{3R} \Big\rfloor + 2Rm \Big\lfloor \frac{n}{6Rm} \Big\rfloor
        + \Big\lfloor \frac n3 \Big\rfloor \le n""",
    hypotheses=r"R, m \ge 1",
    encoded=(records(),),
    note="That the parts are disjoint is how they are cut off; only the count is checked. R runs"
    " of Algorithm 3 come first, then for each of the R pairs, and each of its two sides, m runs"
    " of Frank-Wolfe, and then the scores. Each step is (eps, delta)-DP on records of its own;"
    " guarantees are `saddle.thm3.20`. As encoded n is written T, and the floors are the integers"
    " down_1, down_2, down_3.",
)

FIFTH = Claim(
    "saddle.alg5",
    title="Algorithm 5: the running average is the weighted average",
    reconstructed=("algorithm", "Algorithm 5"),
    statement=r"""x^{t+1} = \frac{A_t x^t + (t+1) w^{t+1}}{A_{t+1}}, \; A_t = \frac{t(t+1)}{2}
        \;\Longrightarrow\; x^T = \frac{1}{A_T} \sum_{t \le T} t\, w^t""",
    hypotheses="x^1 = w^1",
    encoded=(running(),),
    uses=("saddle.lem4.1",),
    note="As encoded, T is n + 1, and the equations are those of one coordinate.",
)


@FIRST.exact(part="closed form")
@broken("the_sign_matters", "The x player descends: its sign is minus.", said=1)
@broken("from_another_start", "A weight of that coordinate would remain.", more=1)
def log_weights_are_sums_of_gradients(*, said: int | None = None, more: int = 0) -> Outcomes:
    """Both sides start at -ln d, and every step adds the same to both."""
    for sign in (-1, 1):
        yield induction(weights(sign, said, more), "n")


@FIRST.proof(part="shift")
@broken("a_shift_of_some_entries_matters", everywhere=False)
@because("It has to be the same in all coordinates.")
def constants_in_the_gradient_do_not_matter(*, everywhere: bool = True) -> Outcome:
    """They are a factor of each weight and of the normaliser."""
    return by_the_common_factor(everywhere)


@FIRST.exact(part="count")
@broken("only_the_first_round_is_free", "Two free rounds are one too many.", free=2)
def the_first_round_is_free(*, free: int = 1) -> Outcome:
    """Sums over the rounds 1 to T, and 2 to T."""
    return certify(vertices(free))


@SECOND.exact
@broken("the_difference_is_not_one_gradient", weight=1)
@because("L_0 (1/p_N + 1) is exceeded by opposite signs.")
@broken("the_last_gradient_has_a_bound", "The gradient at (X_1, Y_1) may be any.", bounded=3)
def the_weight_multiplies_two_gradients(*, weight: int = 2, bounded: int = 4) -> Outcome:
    """|G| <= (1/p)(L + (L + L)/2) + L, that is L_0 (2/p_N + 1)."""
    return certify(size(weight, bounded), methods=("sign", "factors", "products"))


@FOURTH.exact
@broken("they_are_rounded_down", "Numbers far above T/3 are too many.", rounded=False)
def three_thirds_are_the_whole(*, rounded: bool = True) -> Outcome:
    """Three parts of at most n/3 records: R n/(3R) + 2Rm n/(6Rm) + n/3 = n, less by rounding."""
    return certify(records(rounded))


@FIFTH.exact
@broken("weights_start_at_two", "Weights t + 1 belong to another average.", start=1)
def the_running_average_is_the_weighted_average(*, start: int = 0) -> Outcome:
    """The difference of both sides starts at 0 and is multiplied by A_t/A_{t+1} in each step."""
    return induction(running(start), "n", factor=(n + 1) / (n + 3))
