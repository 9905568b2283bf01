"""Error of the momentum without privacy noise, fresh order in each epoch (Lemma 11, eq. (5)).

With q = 1 - alpha and e_t = m_t - grad F(w_t), e_0 = -grad F(w_1) (w_0 = w_1),

    e_t = q^t e_0 + sum_(i<=t) q^(t-i) [ q (grad F(w_(i-1)) - grad F(w_i))
                                         + alpha (g_i - grad F(w_i)) ].

The first bracket is at most eta L.  In the second, gradients are moved to the start s of the epoch,
at a cost of 2 eta L (N-1); what is left, X_i = grad f(w_s, x_(i)) - grad F(w_s), has mean 0 given
the past, because w_s does not depend on the order of its epoch; two different draws of one epoch
have covariance -V/(N-1) <= 0, draws of different epochs none.  So

    E |e_t| <= q^t G + eta L q/alpha + 2 eta L (N-1) + G sqrt(alpha/(2-alpha)).

The independence needs a fresh order in each epoch.  For an order that is repeated the bound is
false: sorted data keep the momentum away from the gradient.
"""

import sympy as sp

from workbench.claims import Claim, Example, Outcome, Outcomes, because, broken
from workbench.rigor import First, Rule, identity, induction, inequality, visible
from workbench.rigor.provers import instances as runs
from workbench.rigor.provers.finite_trees import terms, when
from workbench.rigor.provers.instances import RunStatement, grad
from workbench.symbolic import declare, relation

_BOUND = r"""\mathbb{E} \lVert m_t - \nabla F(w_t) \rVert \le (1-\alpha)^t G
        + \eta L \frac{1-\alpha}{\alpha} + 2 \eta L (N-1) + G \sqrt{\frac{\alpha}{2-\alpha}}"""
_STEPS = r"\lVert w_{t+1} - w_t \rVert \le \eta, \; m_0 = 0, \; 0 < \alpha \le 1"

CLAIM = Claim(
    "momentum.lem-11",
    title="Error of the momentum, a fresh order in each epoch",
    reconstructed=("lemma", "Lemma 11, eq. (5)"),
    statement=_BOUND
    + r"""; \quad \alpha = \tfrac1N: \; \le (1 - \tfrac1N)^t G + 3 \eta L (N-1)
        + \frac{G}{\sqrt{2N-1}}""",
    hypotheses=(
        _STEPS,
        r"\text{a new uniform order in each epoch; } w_t \text{ depends on it up to step } t-1",
    ),
    parts=("unrolled", "drift", "one epoch", "variance", "special case"),
    uses=("momentum.without-replacement", "ext.conditional-expectation", "ext.second-moment"),
    repairs=("momentum.lem-11.repeated",),
)

A, G, N = declare("alpha G > 0, integer N > 0")
MARTINGALE, ANY_ORDER = G * sp.sqrt(A / (2 - A)), G * A * N / 2


def in_one_order(rest: sp.Expr = MARTINGALE) -> RunStatement:
    """The bound with another last term, where the records are used in their order, step by step."""
    eta, L, steps, error, count = declare("eta L >= 0, integer t > 0, real e n")
    w, m, k = terms("w m k")
    here = w - eta  # w_t
    then = {"m": (1 - A) * m + A * grad("f", here, k), "w": here, "k": when(k, "=", N, 1, k + 1)}
    bound = (1 - A) ** steps * G + eta * L * (1 - A) / A + 2 * eta * L * (N - 1) + rest
    return RunStatement(
        (error, "<=", bound), where=[(A, "<=", 1), (count, "=", N)],
        start={"w": eta, "m": 0, "k": 1},
        functions=[runs.Functions("f", runs.lipschitz(G), runs.smooth(L))],
        steps=[runs.RunStep(then, times=steps)],
        means={error: abs(m - grad("f", w)), count: runs.size("f")},
    )  # fmt: skip


REPEATED = Claim(
    "momentum.lem-11.repeated",
    title="The bound of Lemma 11 for an order that is repeated in every epoch",
    reading=("erratum", "Lemma 11, with the order that Section 4 needs"),
    statement=_BOUND,
    hypotheses=(_STEPS, r"\text{the same order in every epoch}"),
    note="Section 4 needs the same record at t and t - N, so Theorem 9 takes Lemma 11 for repeated"
    " orders. A sorted order refutes it for a given order; an order drawn uniformly once is"
    " `momentum.lem-11.single`.",
)


q, t, n, i = declare("q >= 0, integer t n >= 0, integer i")
m, F, g = (sp.IndexedBase(s, real=True) for s in ("m", "gradF", "g"))


@CLAIM.exact(part="unrolled", uses=())
@broken("the_new_gradient_has_weight_alpha", "Weight 1 is another recursion.", weight=sp.Integer(1))
def the_error_is_a_sum_over_the_past(*, weight: sp.Expr = 1 - q) -> Outcome:
    """m_t - F_t by induction on t, with F_i = grad F(w_i) and F_0 = F_1 left free."""
    body = q * (F[i - 1] - F[i]) + weight * (g[i] - F[i])
    total = q**t * (0 - F[0]) + sp.Sum(q ** (t - i) * body, (i, 1, t))
    claimed = relation(m[t] - F[t], "=", total, where=[(q, "<", 1)])
    rules = [Rule("m", "t", q * m[t] + (1 - q) * g[t + 1])]
    return induction(claimed, "t", rules=rules, base=[First("m", 0, sp.Integer(0))], factor=q)


@CLAIM.exact(part="drift", uses=())
@broken("squares_decay_twice_as_fast", "q^t is not the tail of the squared weights.", squares=1)
def drifts_have_geometric_weights(*, drift: int = 1, squares: int = 2) -> Outcomes:
    """The weights are geometric:
    alpha sum q^i <= 1 bounds 2 eta L (N-1), and eta L q sum q^i <= eta L q/alpha.
    sum_(i<t) q^i (1-q) = 1 - q^t; alpha^2 sum_(i<t) q^(2i) = alpha (1 - q^(2t))/(2 - alpha).
    """
    where = [(q, "<", 1)]
    alpha = 1 - q
    first = sp.Sum(alpha * q**i, (i, 0, t - 1))
    second = sp.Sum(alpha**2 * q ** (2 * i), (i, 0, t - 1))
    closed = alpha * (1 - q ** (squares * t)) / (2 - alpha)
    yield induction(relation(first, "=", drift - q**t, where=where), "t")
    yield induction(relation(second, "=", closed, where=where), "t")


@CLAIM.exact(part="one epoch", uses=())
@broken("both_gradients_move", "eta L (N-1) forgets one of them.", cost=1)
def moving_to_the_start_of_the_epoch_costs_two_lipschitz_steps(*, cost: int = 2) -> Outcome:
    """2 eta L k for a step k <= N - 1 into the epoch.
    |w_i - w_s| <= eta (N - 1) inside the epoch, for f and for F: 2 eta L (N-1) in all.
    """
    eta, L, N, k = declare("eta L N k > 0")
    return visible(2 * eta * L * k, "<=", cost * eta * L * (N - 1), where=[(k, "<=", N - 1)])


@CLAIM.exact(part="variance")
@broken("a_third_of_alpha_is_too_small", "G^2 alpha/3 is exceeded.", divisor=sp.Integer(3))
def the_martingale_part_is_bounded(*, divisor: sp.Expr = 1 + q) -> Outcomes:
    """G^2 alpha/(2 - alpha); Jensen gives the root.
    V alpha (1 - q^(2t))/(1 + q) <= G^2 alpha/divisor for V <= G^2, and 2 - alpha = 1 + q.
    """
    G, V, p = declare("G V p >= 0")  # p = q^(2t)
    alpha = 1 - q
    claimed = relation(V * alpha * (1 - p) / (1 + q), "<=", G**2 * alpha / divisor,
                       where=[(V, "<=", G**2), (p, "<=", 1), (q, "<", 1)])  # fmt: skip
    yield inequality(claimed)
    yield identity(2 - alpha, 1 + q)


@CLAIM.exact(part="special case", uses=())
@broken("two_are_not_all", "2 eta L (N-1) forgets the momentum's own drift.", value=2)
def one_over_n_collects_three_drifts(*, value: int = 3) -> Outcomes:
    """At alpha = 1/N, q/alpha = N - 1 and alpha/(2 - alpha) = 1/(2N - 1): 3 eta L (N-1) in all."""
    N = 1 + declare("k >= 0")
    alpha = 1 / N
    yield identity((1 - alpha) / alpha + 2 * (N - 1), value * (N - 1))
    yield identity(alpha * (2 * N - 1), 2 - alpha)


@REPEATED.refutation(of="case")
@broken("the_bound_for_any_order_holds_there", rest=ANY_ORDER)
@because("q^t G + G alpha N/2 (q = 1 - alpha) of `momentum.lem-11-det` is larger.")
def sorted_data_are_far_from_the_gradient(*, rest: sp.Expr = MARTINGALE) -> Example:
    """N = 16, alpha = 1/16, t = 64: 0.249 against (15/16)^64 + 1/sqrt(31) = 0.196.
    Half of the losses are w, half are -w, so grad F = 0, G = 1 and L = 0; -1 comes first.
    The case d = 1 of the bound for steps w_{t+1} = w_t - eta, from w_1 = 0.
    """
    losses = [runs.linear(-1)] * 8 + [runs.linear(1)] * 8
    stated = in_one_order(rest)
    return stated.refuted({"f": losses}, N=16, alpha="1/16", t=64, G=1, L=0, eta=1)
