"""Anytime online-to-batch: gradients at the running average (Lemma 4.1).

x^t = (1/A_t) sum_{i <= t} a_i w^i.  As a_t (x^t - w^t) = A_{t-1} (x^{t-1} - x^t),

    a_t (F(x^t) - F(u)) <= a_t <grad F(x^t), w^t - u> + A_{t-1} <grad F(x^t), x^{t-1} - x^t>
                        <= a_t <grad F(x^t), w^t - u> + A_{t-1} (F(x^{t-1}) - F(x^t)),

and the last terms telescope.  With a_t = t the average moves slowly: |x^{t+1} - x^t|_1 <= 4/(t+2).
"""

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, broken
from workbench.rigor import First, Rule, follows, identity, induction, visible
from workbench.symbolic import declare, relation

CLAIM = Claim(
    "saddle.lem4.1",
    title="Anytime online-to-batch conversion",
    reconstructed=("lemma", "Lemma 4.1"),
    statement=r"""F(x^T) - F(u) \le \frac{1}{A_T} \sum_{t \le T} \alpha_t
        \langle \nabla F(x^t), w^t - u \rangle, \quad
        \alpha_t = t: \; \lVert x^{t+1} - x^t \rVert_1 \le \frac{4}{t+2}""",
    hypotheses=r"""F \text{ convex and differentiable on the convex set } C \ni w^t, u
        \alpha_t > 0, \; A_t = \sum_{i \le t} \alpha_i, \; x^t = \frac{1}{A_t} \sum_{i \le t} \
            \alpha_i w^i""",
    parts=("identity", "step", "telescoping", "stability"),
    note="The gradient is taken at the average, which already contains w^t. The last bound is for"
    " the simplex.",
)

a, A, before, w, x_before = declare("a A A_before > 0, real w x_before")


@CLAIM.exact(part="identity")
@broken("another_weight", "2 a (x - w) is not it.", weight=2 * a)
def the_average_moves_against_the_learner(*, weight: sp.Expr = a) -> Outcome:
    """One coordinate.
    a (x - w) = A_{t-1} (x^{t-1} - x) for x = (A_{t-1} x^{t-1} + a w)/(A_{t-1} + a).
    """
    x = (before * x_before + a * w) / (before + a)
    return identity(weight * (x - w), before * (x_before - x))


@CLAIM.exact(part="step")
@broken("the_last_term_counts", "Without the telescoping term the step fails.", drop=0)
def convexity_is_used_twice(*, drop: int = 1) -> Outcome:
    """At u and at the previous average.
    a (F - F(u)) <= a <g, w - u> + A_{t-1} (F_before - F), by convexity twice.
    """
    here, past, target, play, back = declare("real F F_before F_u play back")
    # play = <g, w - u>, back = <g, x^{t-1} - x^t>; a <g, x - u> = a play + A_{t-1} back
    at = {"a": 1, "A_before": 1, "F": 1, "F_before": 1, "F_u": 0, "play": 1, "back": 0}
    left, right = a * (here - target), a * play + before * (past - here) * drop
    premises = [(1, a * (here - target), a * play + before * back), (before, back, past - here)]
    return follows(left, right, premises, at={**at, "F_before": 2, "back": 1, "F": 1, "play": 0})


T, t = declare("integer T > 0, integer t")


@CLAIM.exact(part="telescoping")
@broken("one_more_round_is_another_sum", "The sum stops at T.", last=1)
def weighted_gaps_add_up(*, last: int = 0) -> Outcomes:
    """F(x^T) - F(u) <= (1/A_T) sum a_t <grad F(x^t), w^t - u>.
    A_T (F_T - F_u) = sum of a_t p_t - s_t, when each step has slack s_t >= 0; A_T = T(T+1)/2.
    A_{t+1} (F_{t+1} - F_u) = A_t (F_t - F_u) + a p - s is the step, rearranged; then the slacks
    are dropped.
    """
    G, p, s = (sp.IndexedBase(name, real=True) for name in ("G", "p", "s"))  # G_t = A_t (F_t - F_u)
    count, gap, regret, drop = declare("integer rounds >= 0, real gap regret drop")
    body = G[t] + p[t + 1] - s[t + 1]
    claimed = relation(G[count], "=", sp.Sum(p[t] - s[t], (t, 1, count + last)))
    yield induction(claimed, "rounds", rules=[Rule("G", "t", body)], base=[First("G", 0, 0)])
    yield follows(gap, regret / A, [(1 / A, 0, drop)], where=[(gap, "=", (regret - drop) / A)])
    yield induction(relation(sp.Sum(t, (t, 1, T)), "=", T * (T + 1) / 2), "T", start=1)


@CLAIM.exact(part="stability")
@broken("not_twice_as_slowly", "2/(t+2) is exceeded by opposite vertices.", limit=2)
def the_average_moves_slowly(*, limit: int = 4) -> Outcomes:
    """x^{t+1} - x^t = (2/(t+2)) (w^{t+1} - x^t).
    (t+1)/A_{t+1} |w - x| = 2/(t+2) |w - x| <= limit/(t+2) for |w - x| <= 2.
    """
    n, distance = declare("integer n > 0, distance >= 0")
    weight = (n + 1) / ((n + 1) * (n + 2) / 2)
    yield identity(weight, 2 / (n + 2))
    yield visible(weight * distance, "<=", limit / (n + 2), where=[(distance, "<=", 2)])
