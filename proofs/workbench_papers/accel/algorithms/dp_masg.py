"""DP-MASG: Nesterov's method in stages of shrinking step sizes, with equal noise at every step.

    z = (1 + beta_k) x[t-1] - beta_k x[t-2]  (z = x[t-1] where a stage begins),
    x[t] = z - alpha_k (g(z) + eta[t])

One noisy gradient per step is released, so the privacy account is that of DP-NAG; the stages are
public.  The error bound of Theorem 4.3, corrected, becomes a recursion over stages when all scales
are equal.  With B_0 = E_0 and n_k steps in stage k,

    B_k = 2 (1 - q_k)^(n_k) B_{k-1} + (1 - (1 - q_k)^(n_k)) / q_k c_k,
    c_k = alpha_k (1 + alpha_k L)(d b^2 + sigma_s^2/2),

and E_T <= B_K after K stages: each restart doubles what is there, then the stage contracts it, and
the noise of its steps adds a geometric series.
"""

import sympy as sp

from workbench.algorithms import MultistageNesterov, Stage, doubling_stages
from workbench.claims import Claim, Outcome, because, broken
from workbench.harness import Case, examine
from workbench.privacy import uniform_scale
from workbench.problems import LogisticRegression
from workbench.rigor import First, Rule, induction
from workbench.symbolic import declare, relation
from workbench_papers.accel.algorithms import _planned as planned
from workbench_papers.accel.algorithms import _trials as trials

CLAIM = Claim(
    "accel.alg-dp-masg",
    title="DP-MASG: privacy and the corrected error bound, stage by stage",
    ours=("algorithm", "Eq. (33), Section 4.2, Theorem 4.3 as corrected"),
    statement=r"""\text{DP-MASG with }
        b = \frac{S_1}{m \ln\left(1 + \frac{n}{m}(e^{\epsilon/T} - 1)\right)}
        \text{ is } \epsilon\text{-DP, and after } K \text{ stages } E_T \le B_K, \quad B_0 = E_0,
        \quad B_k = 2 (1-q_k)^{n_k} B_{k-1} + \frac{1 - (1-q_k)^{n_k}}{q_k}\,
        \alpha_k (1 + \alpha_k L) \Bigl( d b^2 + \frac{\sigma_s^2}{2} \Bigr),
        \quad q_k = \sqrt{\alpha_k\mu}""",
    hypotheses=(
        r"F \in \mathcal S_{\mu,L}",
        r"0 < \alpha_k \le 1/L,\ \alpha_k\mu < 1,\ \beta_k = \frac{1-q_k}{1+q_k},"
        r"\ n_k \ge 1 \text{ steps in stage } k",
        r"x_{-1} = x_0,\; \text{momentum restarted at the first step of every stage}",
        r"\mathbb{E}[v_t \mid \text{past}] = 0,\ \mathbb{E} \lVert v_t \rVert^2 \le \sigma_s^2"
        r" \text{ for the batch error } v_t",
        *trials.PRIVACY,
        r"\text{stages}, m, T, x_0 \text{ do not depend on the data}",
    ),
    parts=("privacy", "convergence"),
    uses=(
        "accel.masg-schedule", "accel.thm-4-3.repaired", "accel.erratum-26.repaired",
    ),
    note="The last stage may be cut short: n_k is then the number of its steps that are run. With"
    " sigma_s it is as in `accel.alg-dp-nag`.",
)  # fmt: skip


@CLAIM.exact(part="convergence", uses=("accel.thm-4-3.repaired",))
@broken("a_free_restart", restart=1)
@because("With B_{k-1} in place of 2 B_{k-1} the recursion does not end there.")
def a_stage_doubles_contracts_and_adds_a_geometric_series(*, restart: int = 2) -> Outcome:
    """The recursion of Theorem 4.3 inside one stage, by induction on its number of steps.
    V_{t+1} = (1 - q) V_t + c from V_0 = 2 B, against restart (1 - q)^T B + c (1 - (1-q)^T)/q.
    By Theorem 4.3 the first step of a stage has the factor 2 (1 - q), the others 1 - q.
    """
    q, alpha, L, b, sigma2, d, B = declare("q alpha L b > 0, sigma_s2 >= 0, integer d > 0, B >= 0")
    c = alpha * (1 + alpha * L) * (d * b**2 + sigma2 / 2)
    T = declare("integer T >= 0")
    V = sp.IndexedBase("V", nonnegative=True)
    right = restart * (1 - q) ** T * B + c * (1 - (1 - q) ** T) / q
    claimed = relation(V[T], "=", right, where=[(q, "<", 1)])
    return induction(
        claimed, "T", start=0, factor=1 - q,
        rules=[Rule("V", "T", (1 - q) * V[T] + c)],
        base=[First("V", 0, 2 * B)],
    )  # fmt: skip


STAGES = doubling_stages(mu=0.5, L=1.0, steps=37)
"""Three whole stages on instance R1: 1, 12 and 24 steps."""


def _method(b: float, m: int, alpha: float) -> MultistageNesterov:
    """The stages of R1, scaled to the largest step size alpha."""
    scaled = tuple(Stage(alpha * stage.alpha, stage.beta, stage.steps) for stage in STAGES)
    return MultistageNesterov(stages=scaled, b=b, m=m)


planned.register_privacy(CLAIM, trials.uniformly(_method))  # equal weights are equal shares


@examine(CLAIM, errors="mean_error_stays_below_the_bound", part="convergence")
@broken("a_bound_without_noise_is_exceeded", terms={"noise": 0.0})
@because("The transient alone is exceeded.")
def quadratic() -> Case:
    """Instance R1, T = 37.

    Mean of F(x_T) - F* over trials, with a finite-sample lower confidence bound.
    """
    b = uniform_scale(trials.EPSILON, 2.0, n=trials.RECORDS, m=trials.RECORDS, steps=37)
    return planned.staged_case(_method(b, trials.RECORDS, 1.0), "DP-MASG", steps=37)


def _on_logistic(problem: LogisticRegression, n: int) -> MultistageNesterov:
    stages = doubling_stages(mu=problem.strong_convexity, L=problem.smoothness, steps=50, first=20)
    b = uniform_scale(trials.EPSILON, problem.l1_sensitivity, n=n, m=n, steps=50)
    return MultistageNesterov(stages=stages, b=(b,) * 50, m=n)


planned.examine_on_logistic(CLAIM, _on_logistic, steps="T = 50")
