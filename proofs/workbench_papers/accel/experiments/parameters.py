r"""The setting of the experiments, as far as text and public code fix it, and what follows from it.

Text: n = 10^5 records, d = 20 features, lambda = 1/100, features in the l1 ball of radius 20, so
S_1 = 40; epsilon = 1; m in {10^3, 10^5}, T in {100, 200, 500, 1000}, alpha = c/L, c in {1/10, 1};
six algorithms, 20 runs each; E_0 = 10 as a guess where the number of steps is adjusted.  Code:
features uniform on [0,1]^20, labels sign(u^T w) for a Gaussian w, x_0 = (10, ..., 10).

Three things follow.  The l1 norm of such features is at most 20, so that clipping to the ball never
acts.  Margins at x_0 reach 200: e^200 is harmless in double precision, but the loss needs
`logaddexp` once margins pass 709.  And the grid has 16 settings, 96 curves, 1920 runs.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import sympy as sp

from workbench.claims import Claim, Figure, Outcome, Outcomes, all_of, because, broken, dropped
from workbench.problems import LogisticRegression
from workbench.rigor import certify
from workbench.rigor.provers.batches import of_all
from workbench.rigor.provers.moments import Known, moments_shown
from workbench.symbolic import Relation, declare
from workbench.symbolic.moments import MomentStatement
from workbench.symbolic.text import parse
from workbench_papers.accel._section_5 import BATCH, DIMENSION, MU, RECORDS, SENSITIVITY, L

RADIUS, START = 20, 10
STEPS, SPEEDS = (100, 200, 500, 1000), (sp.Rational(1, 10), sp.Integer(1))
ALGORITHMS = ("DP-GD", "DP-HB", "DP-NAG", "DP-MASG", "DP-NAG-opt", "DP-MASG-opt")
i = declare("integer i")
u = sp.IndexedBase("u", real=True)
EACH = of_all(i, last=DIMENSION)
NOT_NEGATIVE = ((i,), EACH, (0, "<=", u[i]))
NORM = sp.Sum(sp.Abs(u[i]), (i, 1, DIMENSION))
MARGIN = sp.Sum(u[i], (i, 1, DIMENSION))


def at_most(highest: int = 1) -> Any:  # noqa: ANN401
    """No feature is larger."""
    return ((i,), EACH, (u[i], "<=", highest))


def constants(radius: object = RADIUS) -> tuple[Relation, ...]:
    """S_1 = 2 C, mu = 2 lambda, kappa = 255, n/m = 100."""
    return (
        parse("2*C = S_1", where=f"C = {radius}, S_1 = {SENSITIVITY}"),
        parse("2*lam = mu", where=f"lam = 1/100, mu = {MU}"),
        parse("L/mu = 255", where=f"mu = {MU}, L = {L}"),
        parse("n/m = 100", where=f"n = {RECORDS}, m = {BATCH}"),
    )


def features(
    highest: int = 1, every: Sequence[Any] | None = None
) -> tuple[MomentStatement, ...]:  # fmt: skip
    """|u|_1 and |<u, x_0>| for features between 0 and `highest`."""
    every = (NOT_NEGATIVE, at_most(highest)) if every is None else every
    return (
        MomentStatement((NORM, "<=", RADIUS), every=every),
        MomentStatement((START * MARGIN, "<=", START * RADIUS), every=every),
        MomentStatement((-START * RADIUS, "<=", START * MARGIN), every=every),
    )


def counted(each: str, number: int, repeats: int = 20) -> Relation:
    """That so many of something there are, where `each` setting has so many."""
    ends = {"i": len((BATCH, RECORDS)), "j": len(STEPS), "k": len(SPEEDS)}
    cells = each.format(a=f"a = 1..{len(ALGORITHMS)}", r=f"r = 1..{repeats}")
    for index, end in ends.items():
        cells = f"sum({index} = 1..{end}, {cells})"
    return parse(f"{cells} = {number}")


def runs(repeats: int = 20) -> tuple[Relation, ...]:
    """Settings, curves and runs."""
    cells = (("1", 16), ("sum({a}, 1)", 96), ("sum({a}, sum({r}, 1))", 1920))
    return tuple(counted(each, number, repeats) for each, number in cells)


CLAIM = Claim(
    "accel.exp-grid",
    title="Setting of the experiments",
    printed=("definition", "Section 5; data, start from the authors' code; what follows is ours"),
    statement=r"""n = 10^5,\; d = 20,\; \lambda = \tfrac{1}{100},\;
        \mathcal{U} = \{\lVert u \rVert_1 \le 20\},\; S_1 = 40,\; \mu = 2\lambda,\; \epsilon = 1,\;
        m \in \{10^3, 10^5\},\; T \in \{100, 200, 500, 1000\},\; c \in \{\tfrac{1}{10}, 1\}, \;
        E_0 = 10; \quad u \text{ uniform on } [0,1]^{20}, \; z = \operatorname{sign}(u^\top w)
        \text{ for one } w \sim \mathcal{N}(0, I), \; x_0 = 10 \cdot \mathbf{1}; \quad
        \text{hence } \lVert u \rVert_1 \le 20, \; |u^\top x_0| \le 200; \; S_1 = 2C
        \text{ for } C = 20; \; L/\mu = 255 \text{ for } L = 5.1; \;
        n/m = 100 \text{ for } m = 10^3; \;
        16 \text{ settings, } 96 \text{ curves, } 1920 \text{ runs}""",
    hypotheses=r"""\alpha = c/L;\; \text{six algorithms, 20 runs each}
        E_0 \text{ is a guess, } x^\ast \text{ is from 1000 steps of NAG without noise}""",
    parts=("constants", "features", "runs"),
    encoded={"constants": constants(), "features": features(), "runs": runs()},
    uses=("accel.logistic-model.repaired", "accel.logistic-sensitivity.repaired"),
    note="Whether S_1 and the step size may be used as they are is another matter:"
    " accel.logistic-sensitivity, accel.erratum-31. Shown is what the row says after 'hence', which"
    " is ours, and mu = 2 lambda: that the numbers fit together, that features in [0, 1]^20 are in"
    " the ball, and how many runs there are.",
)  # fmt: skip


@CLAIM.proof(part="constants")
@broken("another_radius_has_another_sensitivity", radius=10)
@because("With radius 10 in place of 20 the sensitivity is S_1 = 20.")
def constants_fit_together(*, radius: int = RADIUS) -> Outcomes:
    """2 * 20 = 40, 2/100 = 0.02, 5.1/0.02 = 255; the same from `LogisticRegression`."""
    problem = LogisticRegression(
        radius=float(radius), penalty=0.01, start=np.full(DIMENSION, float(START))
    )
    exact = sp.Rational(str(problem.l1_sensitivity))
    yield certify(constants(radius))
    yield certify(parse("2*C = S_1", where=f"C = {radius}, S_1 = {exact}"))


@CLAIM.proof(part="features")
@broken("features_up_to_two_would_be_clipped", highest=2)
@because("With features in [0, 2] in place of [0, 1] the l1 norm reaches 40.")
@dropped("every", [NOT_NEGATIVE, at_most()], {
    0: "With features of -2 the norm is 40.", 1: "With features of 2 the norm is 40."})  # fmt: skip
def clipping_never_acts(**changes: Any) -> Outcome:  # noqa: ANN401
    """Features in [0, 1]^20 lie in the l1 ball of radius 20, and <u, x_0> is 10 times their sum."""

    def size(known: Known) -> None:
        def one(inside: Known) -> None:
            for end in (0, 1):
                inside.take(end, {i: i})

        known.add(known.every([i], EACH, (sp.Abs(u[i]), "<=", 1), one))
        known.adds({-1: 1})

    def above(known: Known) -> None:
        known.add(1)
        known.adds({-1: START})

    def below(known: Known) -> None:
        known.add(0)
        known.adds({-1: START}, START * RADIUS)

    steps = zip(features(**changes), (size, above, below), strict=True)
    return all_of(*(moments_shown(*one) for one in steps))


@CLAIM.proof(part="runs")
@broken("a_thousand_runs_are_another_experiment", repeats=1000)
@because("With 1000 repeats in place of 20 the experiment is fifty times as large.")
def size_of_the_grid(*, repeats: int = 20) -> Outcome:
    """The grid has 2 * 4 * 2 settings, a curve for each of six algorithms, 20 runs for each."""
    return certify(runs(repeats)).with_figures(Figure("runs", 16 * len(ALGORITHMS) * repeats))
