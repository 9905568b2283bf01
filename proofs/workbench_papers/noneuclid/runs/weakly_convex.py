"""The proximal method with its noisy solver, run on phase retrieval: weakly convex, with kinks.

The outer inequality holds on every path, whatever solves the stages:

    mean |x_t - y_t|^2 <= 2 (F(x_0) - min F)/(beta T) + mean |x_(t+1) - y_t|^2,   y_t = prox(x_t),

and is looked at with proximal points that are found by a nested search.  The error of one stage is
held against the explicit bound of `noneuclid.nc-weak.solver` where this is below the trivial
L0^2/(2 lam), which takes thousands of steps.  End to end the bound is vacuous at such sizes.
"""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from workbench.algorithms.gradient.proximal_descent import NoisyProximalDescent
from workbench.algorithms.mirror.proximal_mirror_descent import NoisyProximalMirrorDescent
from workbench.claims import Claim, Figure, Outcome, Run, because, broken
from workbench.harness import Case, examine, never_above, once
from workbench.privacy import TrustedCurator
from workbench.privacy.arrays import Array
from workbench.problems.ball_instances import linear_means, phase_retrieval
from workbench.problems.ball_problems import BallProblem

CLAIM = Claim(
    "noneuclid.nc-weak.runs",
    title="Proximal descent with a noisy solver, run: accounted, attacked, descent, one stage",
    reconstructed=("algorithm", '"DP Stochastic Weakly Convex Optimization"'),
    statement=r"""\begin{gathered}
        \sigma^2 = \frac{2 K L_0^2}{m^2 \rho} \text{ is } \rho\text{-zCDP}; \quad
        \frac1T \sum_{t < T} \lVert x_t - y_t \rVert^2 \le \frac{2 (F(x_0) - F^\ast)}{\beta T}
        + \frac1T \sum_{t < T} \lVert x_{t+1} - y_t \rVert^2; \\
        \mathbb{E} \Phi_t(x_{t+1}) - \Phi_t(y_t) \le \frac1\lambda \left[
        \frac{2 (G^2 + d \sigma^2)}{K + 1} + \frac{2 L_0^2}{m}
        + \frac{4 \sqrt2 L_0 G}{\sqrt{K + 1}} \right], \quad
        \Phi_t = F + \frac\beta2 \lVert \cdot - x_t \rVert^2, \; y_t = \arg\min \Phi_t
        \end{gathered}""",
    hypotheses=r"""f(\cdot, z) \; \rho_w\text{-weakly convex and } L_0\text{-Lipschitz in } \
            \ell_2; \; \lVert x \rVert_2 \le D; \; \lambda = \beta - \rho_w > 0, \; G = L_0 + 2 \
            \beta D
        T \text{ stages of } K \text{ steps, each on } m = \lfloor n/T \rfloor \text{ records of \
            its own; one record replaced}""",
    parts=("privacy", "audit", "sensitivity", "descent", "stage"),
    uses=("noneuclid.nc-weak", "noneuclid.nc-weak.solver"),
    note="Instances only. The end-to-end bound is above the trivial one at these sizes.",
)

SEARCH = 1e-6
"""Nested searches find a proximal point to about the root of 2^-52, less than a tenth of this."""


def golden(value: Callable[[Array], Array], low: Array, high: Array) -> Array:
    """Minimisers of convex functions of one variable, one per row, by golden section."""
    share = (5**0.5 - 1) / 2
    a, b = high - share * (high - low), low + share * (high - low)
    at_a, at_b = value(a), value(b)
    for _ in range(37):
        left = at_a < at_b
        low, high = np.where(left, low, a), np.where(left, b, high)
        new = np.where(left, high - share * (high - low), low + share * (high - low))
        at_new = value(new)
        a, b = np.where(left, new, b), np.where(left, a, new)
        at_a, at_b = np.where(left, at_new, at_b), np.where(left, at_a, at_new)
    return (low + high) / 2


def proximal(problem: BallProblem, centres: Array, beta: float) -> Array:
    """The proximal point,
    argmin F(y) + beta/2 |y - c|_p^2 over the ball in two variables, for rows c, (P, 2).
    """
    D, p = problem.ball.radius, problem.ball.p

    def second(first: Array) -> Array:
        width = np.maximum(D**p - np.abs(first) ** p, 0.0) ** (1 / p)
        return golden(lambda other: value(np.column_stack([first, other])), -width, width)

    def value(y: Array) -> Array:
        return problem.loss.risk(y) + beta / 2 * problem.ball.norm(y - centres) ** 2

    ends = np.full(len(centres), D)
    first = golden(lambda x: value(np.column_stack([x, second(x)])), -ends, ends)
    return np.column_stack([first, second(first)])


def descent(
    problem: BallProblem, method: NoisyProximalDescent | NoisyProximalMirrorDescent, run: Run, *,
    trials: int, weight: float, more: tuple[Figure, ...] = (),
) -> Outcome:  # fmt: skip
    """The outer inequality on every path of runs on 400 records in the plane.
    `weight` multiplies the errors of the stages; proximal points are found by nested search.
    """
    data = problem.sample(run.rng("data"), 400)

    def path(rng: np.random.Generator, trials: int) -> tuple[Array, Array, Array]:
        points: list[Array] = []

        def observe(x: Array) -> Array:
            points.append(x)
            return x[:, 0]

        curator = TrustedCurator(data, rng)
        points.append(method.run(problem, curator, trials=trials, observe=observe).last)
        here, after = np.stack(points[:-1]), np.stack(points[1:])  # (T, trials, 2)
        best = proximal(problem, here.reshape(-1, 2), method.beta).reshape(here.shape)
        return here, after, best

    here, after, best = once(path)(run.rng("noise"), trials)
    moved = (problem.ball.norm(here - best) ** 2).mean(axis=0)
    missed = (problem.ball.norm(after - best) ** 2).mean(axis=0)
    bound = 2 * problem.excess(here[0]) / (method.beta * method.T) + weight * missed
    of = "mean square of the steps to the proximal points"
    return never_above(moved, bound, run, of=of, allowed=SEARCH, more=more)


@examine(CLAIM, accounted="accountant_reads_one_stage")
@broken("noise_for_one_release_overspends", "The noise lacks the factor sqrt(K).", noise=50**-0.5)
def budget(*, noise: float = 1.0) -> Case:
    """Phase retrieval, d = 2, n = 400, T = 4, K = 50.

    200 releases; a record is in the 50 of its stage; `noise` times the noise.
    """
    problem = phase_retrieval(2)
    made = NoisyProximalDescent.calibrated(problem, n=400, T=4, K=50, rho=0.5)
    return Case(replace(made, sigma=noise * made.sigma), problem, n=400, rho=0.5)


@examine(CLAIM, audit=True, attained="sensitivity_is_two_lipschitz_over_the_stage")
def turned() -> Case:
    """Linear losses, d = 2, n = 8, T = 2, K = 4, rho = 1/2.

    A record of the second stage turned round moves its releases by 2 L0/m.
    """
    problem = linear_means(2, 2.0)
    method = NoisyProximalDescent.calibrated(problem, n=8, T=2, K=4, rho=0.5)
    pair = problem.extremal_pair(8)
    return Case(method, problem, n=8, pair=pair, rho=0.5, gaussian=True)


@CLAIM.statistical(part="descent", corner="phase retrieval, d = 2, T = 40, K = 15", uses=())
@broken("without_the_errors_of_the_stages_it_does_not", weight=0.0)
@because("As if every stage were solved exactly.")
def every_path_descends(run: Run, *, weight: float = 1.0) -> Outcome:
    """On every path the proximal points, found by nested search, descend as is claimed.
    `weight` multiplies the errors of the stages; four runs on one sample, rho = 0.002.
    """
    problem = phase_retrieval(2, atoms=16)
    method = NoisyProximalDescent.calibrated(problem, n=400, T=40, K=15, rho=0.002)
    return descent(problem, method, run, trials=4, weight=weight)


@examine(CLAIM, errors="error_of_a_stage_is_not_above_the_bound", part="stage")
@broken("a_bound_without_the_steps_is_disputed", K=1, terms={"steps": 0.0})
@because("One step answers the start, whatever noise and sampling are.")
def stage(*, K: int = 6000) -> Case:
    """Phase retrieval, d = 1, n = 100 equal records, K = 6000.

    One stage on equal records, so that runs are independent at once; the bound is below the trivial
    one.
    """
    problem, n = phase_retrieval(1, atoms=1), 100
    made = NoisyProximalDescent.calibrated(problem, n=n, T=1, K=K, rho=0.5)
    lam = made.convexity(problem)
    rest = (2 * problem.lipschitz**2 / n + 2 * made.sigma**2 / (K + 1)) / lam

    def value(y: Array) -> Array:
        return problem.loss.risk(y[:, None]) + made.beta / 2 * (y - problem.start[0]) ** 2

    end = np.full(1, problem.ball.radius)
    least = value(golden(value, -end, end))
    return Case(
        made, problem, n=n, data=problem.sample(np.random.default_rng(0), n),
        error=lambda visited: value(visited.last[:, 0]) - least,
        terms={"sampling and noise": rest, "steps": made.stage_error(problem, n=n) - rest},
        trivial=problem.lipschitz**2 / (2 * lam), trials=40,
    )  # fmt: skip
