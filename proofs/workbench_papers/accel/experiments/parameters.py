r"""The setting of the experiments, as far as text and public code fix it, and what follows from it.

Text: n = 10^5 records, d = 20 features, lambda = 1/100, features in the l1 ball of radius 20, so
S_1 = 40; epsilon = 1; m in {10^3, 10^5}, T in {100, 200, 500, 1000}, alpha = c/L, c in {1/10, 1};
six algorithms, 20 runs each; E_0 = 10 as a guess where the number of steps is adjusted.  Code:
features uniform on [0,1]^20, labels sign(u^T w) for a Gaussian w, x_0 = (10, ..., 10).

Three things follow.  The l1 norm of such features is at most 20, so that clipping to the ball never
acts.  Margins at x_0 reach 200: e^200 is harmless in double precision, but the loss needs
`logaddexp` once margins pass 709.  And the grid has 16 settings, 96 curves, 1920 runs.
"""

import numpy as np
import sympy as sp

from workbench.claims import Claim, Figure, Outcome, Outcomes, all_of, because, broken
from workbench.problems import LogisticRegression
from workbench.rigor import certify, visible
from workbench.symbolic import declare
from workbench.symbolic.text import parse
from workbench_papers.accel._section_5 import BATCH, DIMENSION, MU, RECORDS, SENSITIVITY, L

CLAIM = Claim(
    "accel.exp-grid",
    title="Setting of the experiments",
    printed=("definition", "Section 5; features, labels and start from the authors' code"),
    statement=r"""n = 10^5,\; d = 20,\; \lambda = \tfrac{1}{100},\;
        \mathcal{U} = \{\lVert u \rVert_1 \le 20\},\; S_1 = 40,\; \mu = 2\lambda,\; \epsilon = 1,\;
        m \in \{10^3, 10^5\},\; T \in \{100, 200, 500, 1000\},\; c \in \{\tfrac{1}{10}, 1\};
        \quad u \sim \mathcal{U}[0,1]^{20}, \; x_0 = 10 \cdot \mathbf{1}: \;
        \lVert u \rVert_1 \le 20, \; |u^\top x_0| \le 200""",
    hypotheses=r"\alpha = c/L;\; \text{six algorithms, 20 runs each}",
    parts=("constants", "features", "runs"),
    uses=("accel.logistic-model.repaired", "accel.logistic-sensitivity.repaired"),
    note="Whether S_1 and the step size may be used as they are is another matter:"
    " accel.logistic-sensitivity, accel.erratum-31.",
)

RADIUS, START = 20, 10
STEPS, SPEEDS = (100, 200, 500, 1000), (sp.Rational(1, 10), sp.Integer(1))
ALGORITHMS = ("DP-GD", "DP-HB", "DP-NAG", "DP-MASG", "DP-NAG-opt", "DP-MASG-opt")
i = declare("integer i")


@CLAIM.exact(part="constants")
@broken("another_radius_has_another_sensitivity", radius=10)
@because("With radius 10 in place of 20 the sensitivity is S_1 = 20.")
def constants_fit_together(*, radius: int = RADIUS) -> Outcomes:
    """2 * 20 = 40, 2/100 = 0.02, 5.1/0.02 = 255; the same from `LogisticRegression`.
    S_1 = 2 C, mu = 2 lambda, kappa = 255, n/m = 100; the numeric problem agrees.
    """
    problem = LogisticRegression(
        radius=float(radius), penalty=0.01, start=np.full(DIMENSION, float(START))
    )
    exact = sp.Rational(str(problem.l1_sensitivity))
    yield certify(parse("2*C = S_1", where=f"C = {radius}, S_1 = {SENSITIVITY}"))
    yield certify(parse("2*C = S_1", where=f"C = {radius}, S_1 = {exact}"))
    yield certify(parse("2*lam = mu", where=f"lam = 1/100, mu = {MU}"))
    yield certify(parse("L/mu = 255", where=f"mu = {MU}, L = {L}"))
    yield certify(parse("n/m = 100", where=f"n = {RECORDS}, m = {BATCH}"))


@CLAIM.exact(part="features")
@broken("features_up_to_two_would_be_clipped", highest=2)
@because("With features in [0, 2] in place of [0, 1] the l1 norm reaches 40.")
def clipping_never_acts(*, highest: int = 1) -> Outcomes:
    """Features in [0, 1]^20 lie in the l1 ball of radius 20.
    sum u_i <= 20 and sum 10 u_i <= 200 for u_i = highest - s_i in [0, highest].
    """
    s = sp.IndexedBase("s", nonnegative=True)
    norm = sp.Sum(highest - s[i], (i, 1, DIMENSION))
    yield visible(norm, "<=", RADIUS)
    yield visible(START * norm, "<=", 200)


@CLAIM.exact(part="runs")
@broken("a_thousand_runs_are_another_experiment", repeats=1000)
@because("With 1000 repeats in place of 20 the experiment is fifty times as large.")
def size_of_the_grid(*, repeats: int = 20) -> Outcome:
    """The grid has 2 * 4 * 2 settings, a curve for each of six algorithms, 20 runs for each."""
    batches, horizons, speeds = len((BATCH, RECORDS)), len(STEPS), len(SPEEDS)

    def counted(each: str, number: int) -> Outcome:
        cells = f"sum(i = 1..{batches}, sum(j = 1..{horizons}, sum(k = 1..{speeds}, {each})))"
        return certify(parse(f"{cells} = {number}"))

    curves = f"sum(a = 1..{len(ALGORITHMS)}, 1)"
    runs = f"sum(a = 1..{len(ALGORITHMS)}, sum(r = 1..{repeats}, 1))"
    return all_of(counted("1", 16), counted(curves, 96), counted(runs, 1920)).with_figures(
        Figure("runs", batches * horizons * speeds * len(ALGORITHMS) * repeats)
    )
