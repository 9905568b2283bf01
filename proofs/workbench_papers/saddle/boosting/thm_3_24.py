"""Utility of the exponential mechanism (Theorem 3.24).

With weights e^(eta s), eta = eps/(2D), the items whose scores are below max s - (ln|R| + u)/eta
have total probability at most |R| e^(-ln|R| - u) = e^(-u).  In the mean: by Gibbs' identity
eta E s + H(p) = ln sum e^(eta s) >= eta max s, and the entropy H is at most ln|R|.
"""

import sympy as sp

from workbench.claims import Claim, Outcome, Outcomes, broken
from workbench.rigor import follows, identity, inequality
from workbench.symbolic import declare, relation

CLAIM = Claim(
    "saddle.thm3.24",
    title="Utility of the exponential mechanism, in probability and in the mean",
    reconstructed=("theorem", "Theorem 3.24"),
    statement=r"""\Pr\Big[ s(r) \le \max s - \frac{2\Delta}{\epsilon} (\ln |\mathcal{R}| + u) \Big]
        \le e^{-u}, \quad
        \mathbb{E} s(r) \ge \max s - \frac{2\Delta}{\epsilon} \ln |\mathcal{R}|""",
    hypotheses=r"\Pr[r] \propto e^{\epsilon s(r)/(2\Delta)}, \; 1 \le |\mathcal{R}| < \infty",
    parts=("probability", "mean"),
    uses=("saddle.thm3.4",),
)

n, bad, j = declare("integer n bad > 0, integer j")
top, v = declare("top v > 0")  # e^(eta max s) and e^(-u)
low, rest = (sp.IndexedBase(name, nonnegative=True) for name in ("below", "rest"))


@CLAIM.exact(part="probability")
@broken("half_of_it_is_exceeded", "e^(-u)/2 is too small.", scale=sp.S.Half)
def low_scores_have_little_weight(*, scale: sp.Expr = sp.Integer(1)) -> Outcome:
    """The weights are those of
    n items of weight at most e^(eta max s) e^(-u)/n each, against e^(eta max s).
    Weights of `bad` <= n items are at most top v/n each; all weights together at least top.
    """
    threshold = top * v / n
    mass = sp.Sum(threshold - low[j], (j, 1, bad))
    whole = declare("whole > 0")
    premises = [(v / whole, top, whole), (top * v / (n * whole), bad, n)]
    rest = sp.Sum(low[j], (j, 1, bad)) / whole + v * (scale - 1)
    return follows(mass / whole, v * scale, premises, rest=rest)


@CLAIM.exact(part="mean")
@broken("something_is_lost", "E s >= max s is false.", entropy=0)
def entropy_is_all_that_is_lost(*, entropy: int = 1) -> Outcomes:
    """E s >= max s - ln|R|/eta, for any number of items.
    Gibbs: sum p (eta s - ln p) = ln Z; ln Z >= eta max; sum p ln(1/(n p)) <= 1 - sum p = 0.
    """
    p, q = sp.IndexedBase("p", real=True), sp.IndexedBase("q", positive=True)
    score = sp.IndexedBase("score", real=True)
    Z, eta, best, H, logs, average, w = declare("logZ eta best H log_n average > 0, w >= 0")
    gibbs = sp.Sum(p[j] * (score[j] - (score[j] - Z)), (j, 1, n))
    tangent = sp.Sum(q[j] * (1 / (n * q[j]) - 1), (j, 1, n))
    at = {"eta": 1, "logZ": 1, "best": 1, "H": 1, "log_n": 1, "average": "1/10"}
    yield identity(gibbs, Z * sp.Sum(p[j], (j, 1, n)))
    yield inequality(relation(w, "<=", sp.exp(w) - 1))  # ln x <= x - 1
    yield inequality(relation(-w, "<=", sp.exp(-w) - 1))
    yield identity(tangent, 1 - sp.Sum(q[j], (j, 1, n)))
    premises = [(1 / eta, Z, eta * average + H), (1 / eta, eta * best, Z), (1 / eta, H, logs)]
    yield follows(best - entropy * logs / eta, average, premises, at=at)
