"""The proximal method in l_p with its noisy mirror descent, run on phase retrieval.

The outer inequality holds on every path, whatever solves the stages:

    mean |x_t - y_t|_p^2 <= 2 (F(x_0) - min F)/(beta T) + mean |x_(t+1) - y_t|_p^2,

and is looked at with proximal points that are found by a nested search.  The distance of one stage
is held against the explicit bound of `noneuclid.nc-weak.lp-distance`, with beta so large and so
many steps that it is below the trivial (L0/beta)^2.  With beta = 2 kappa rho_w and tens of steps
this bound, and with it that of a whole run, is vacuous.
"""

from dataclasses import replace
from typing import Any

import numpy as np

from workbench.algorithms.mirror.proximal_mirror_descent import NoisyProximalMirrorDescent
from workbench.algorithms.parts.norm_noise import Kind
from workbench.claims import Claim, Figure, Grade, Outcome, Run, all_of, fails, holds
from workbench.harness import (
    TRUST,
    Runs,
    accounted_zcdp,
    audited_zcdp,
    mean_is_below,
    sensitivity_is_attained,
)
from workbench.privacy import Fault, TrustedCurator
from workbench.privacy.arrays import Array
from workbench.problems.ball_instances import linear_means
from workbench.problems.ball_phase import WEAK, phase_in_norm
from workbench.problems.ball_problems import BallProblem
from workbench_papers.noneuclid.alg_nc_weak_runs import SEARCH, ternary

CLAIM = Claim(
    "noneuclid.nc-weak.lp-runs",
    kind="algorithm",
    title="Proximal descent in l_p, run: accounted, attacked, descent, one stage",
    source='"DP Stochastic Weakly Convex Optimization", 1 < p <= 2',
    provenance="ours",
    statement=r"""\begin{gathered}
        \sigma^2 = \frac{2 \kappa K L_0^2}{m^2 \rho} \text{ is } \rho\text{-zCDP}; \quad
        \frac1T \sum_{t < T} \lVert x_t - y_t \rVert_p^2 \le \frac{2 (F(x_0) - F^\ast)}{\beta T}
        + \frac1T \sum_{t < T} \lVert x_{t+1} - y_t \rVert_p^2; \\
        \mathbb{E} \lVert x_{t+1} - y_t \rVert_p^2 \le \frac{4}{\Lambda^2} \Big(
        \frac{M}{\sqrt{K + 1}} + \frac{L_0}{\sqrt m} \Big)^2, \quad
        y_t = \arg\min_X F + \tfrac\beta2 \lVert \cdot - x_t \rVert_p^2
        \end{gathered}""",
    hypotheses=(
        r"1 < p \le 2, \; \kappa = \tfrac1{p-1}; \; f(\cdot, z) \; \rho_w\text{-weakly convex and }"
        r" L_0\text{-Lipschitz in } \ell_p; \; \Lambda = \beta (p - 1) - \rho_w > 0",
        r"T \text{ stages of } K \text{ steps, each on } m = \lfloor n/T \rfloor \text{ records of"
        r" its own; one record replaced; generalised Gaussian noise}",
    ),
    parts=("privacy", "audit", "sensitivity", "descent", "stage"),
    uses=("noneuclid.nc-weak.lp-descent", "noneuclid.nc-weak.lp-distance"),
    note="Instances only. For Gaussian noise kappa is d^(1-2/q) in the first formula. The bound of"
    " a whole run is above the trivial one at these sizes.",
)


def proximal(problem: BallProblem, centres: Array, beta: float) -> Array:
    """argmin F(y) + beta/2 |y - c|_p^2 over the ball in two variables, for rows c, (P, 2)."""
    D, p = problem.ball.radius, problem.ball.p

    def second(first: Array) -> Array:
        width = np.maximum(D**p - np.abs(first) ** p, 0.0) ** (1 / p)
        return ternary(lambda other: value(np.column_stack([first, other])), -width, width)

    def value(y: Array) -> Array:
        return problem.loss.risk(y) + beta / 2 * problem.ball.norm(y - centres) ** 2

    ends = np.full(len(centres), D)
    first = ternary(lambda x: value(np.column_stack([x, second(x)])), -ends, ends)
    return np.column_stack([first, second(first)])


def reading(factor: float, *, kind: Kind = "generalized") -> Outcome:
    """Phase retrieval, d = 4, n = 400, T = 4, K = 50; the noise divided by `factor`."""
    problem = phase_in_norm(4, 1.5)
    made = NoisyProximalMirrorDescent.calibrated(
        problem, n=400, T=4, K=50, rho=0.5, weak=WEAK, kind=kind
    )
    other = NoisyProximalMirrorDescent(
        T=4, K=50, beta=made.beta, weak=WEAK, sigma=made.sigma / factor, kind=kind
    )
    return accounted_zcdp(other.cost(problem, n=400), rho=0.5)


@CLAIM.exact(part="privacy", corner="phase retrieval, d = 4, p = 1.5, T = 4, K = 50", uses=())
def accountant_reads_one_stage() -> Outcome:
    """200 releases; a record is in the 50 of its stage; both kinds of noise."""
    return all_of(reading(1.0), reading(1.0, kind="gaussian"))


@accountant_reads_one_stage.mutant
def noise_for_one_release_overspends() -> Outcome:
    """Without sqrt(K)."""
    return reading(50**0.5)


@accountant_reads_one_stage.mutant
def noise_for_the_euclidean_norm_overspends() -> Outcome:
    """Without sqrt(kappa), which is 2 in the square."""
    return reading(2**0.5)


LINEAR = linear_means(3, 1.5)


def runs(kind: Kind) -> Runs:
    """Two stages of four steps on linear losses."""
    made = NoisyProximalMirrorDescent.calibrated(LINEAR, n=8, T=2, K=4, rho=0.5, kind=kind)
    return lambda curator, trials: made.run(LINEAR, curator, trials=trials)


def attack(
    run: Run, *, kind: Kind = "gaussian", share: float = 1.0, fault: Fault | None = None
) -> Outcome:
    """A record of the second stage turned round; the exact curve for Gaussian noise."""
    exact = kind == "gaussian"
    pair = LINEAR.extremal_pair(8)
    return audited_zcdp(runs(kind), pair, run, rho=0.5, gaussian=exact, share=share, fault=fault)


@CLAIM.statistical(
    part="audit", corner="linear losses, d = 3, p = 1.5, n = 8, T = 2, K = 4, rho = 1/2", uses=()
)
def audit_finds_no_violation(run: Run) -> Outcome:
    """Whole transcripts at delta = 1e-3: the curve of mu^2 = 2 rho, and the conversion of zCDP."""
    half = replace(run, alpha=run.alpha / 2)
    return all_of(attack(half), attack(half, kind="generalized"))


@audit_finds_no_violation.mutant
def audit_catches_half_the_noise(run: Run) -> Outcome:
    """Half the scale."""
    return attack(run, kind="generalized", fault="half-scale")


@audit_finds_no_violation.mutant
def audit_refutes_half_the_loss(run: Run) -> Outcome:
    """Half the epsilon of the exact curve."""
    return attack(run, share=0.5)


@CLAIM.statistical(part="sensitivity", corner="linear losses, d = 3, p = 1.5, n = 8", uses=())
def sensitivity_is_two_lipschitz_over_the_stage(run: Run) -> Outcome:
    """2 L0/m in l_q norm, attained."""
    return sensitivity_is_attained(runs("generalized"), LINEAR.extremal_pair(8), run)


@sensitivity_is_two_lipschitz_over_the_stage.mutant
def that_of_all_the_records_is_refused(run: Run) -> Outcome:
    """2 L0/n."""
    return sensitivity_is_attained(runs("generalized"), LINEAR.extremal_pair(8), run, factor=0.5)


def descent(trial: Run, *, weight: float) -> Outcome:
    """`weight` multiplies the errors of the stages; three runs on one sample, rho = 0.002."""
    problem, n, trials = phase_in_norm(2, 1.5, atoms=8), 400, 3
    made = NoisyProximalMirrorDescent.calibrated(problem, n=n, T=40, K=15, rho=0.002, weak=WEAK)
    points: list[Array] = []

    def observe(x: Array) -> Array:
        points.append(x)
        return x[:, 0]

    curator = TrustedCurator(problem.sample(trial.rng("data"), n), trial.rng("noise"))
    points.append(made.run(problem, curator, trials=trials, observe=observe).last)
    here, after = np.stack(points[:-1]), np.stack(points[1:])  # (T, trials, 2)
    best = proximal(problem, here.reshape(-1, 2), made.beta).reshape(here.shape)
    moved = (problem.ball.norm(here - best) ** 2).mean(axis=0)
    missed = (problem.ball.norm(after - best) ** 2).mean(axis=0)
    bound = 2 * problem.excess(here[0]) / (made.beta * made.T) + weight * missed
    margin = float((bound - moved).min())
    common: dict[str, Any] = {
        "grade": Grade.SUPPORTED,
        "figures": (
            Figure("smallest margin of a path", margin),
            Figure("mean square of the steps to the proximal points", float(moved.mean())),
            Figure("bound, over paths", float(bound.mean())),
            Figure("trivial bound", made.reach(problem) ** 2),
        ),
        "alpha": trial.alpha,
        "looks": 1,
        "power": "a path above the bound is found",
        "trust": TRUST,
    }
    decide = holds if margin >= -SEARCH else fails
    return decide("paths", f"smallest margin {margin:.4g} over {trials} paths", **common)


@CLAIM.statistical(
    part="descent", corner="phase retrieval, d = 2, p = 1.5, T = 40, K = 15", uses=()
)
def every_path_descends(run: Run, *, weight: float = 1.0) -> Outcome:
    """Proximal points by nested search."""
    return descent(run, weight=weight)


every_path_descends.broken(
    "without_the_errors_of_the_stages_it_does_not",
    "As if every stage were solved exactly.",
    weight=0.0,
)


@CLAIM.statistical(
    part="stage", corner="phase retrieval, d = 2, p = 1.75, equal records, K = 800", uses=()
)
def distance_after_a_stage_is_not_above_the_bound(
    run: Run, *, K: int = 800, steps: float = 1.0
) -> Outcome:
    """Below the trivial bound.

    One stage on equal records, so that runs are independent at once; beta = 16 rho_w.

    `steps` multiplies what the bound says of the number of steps, the term with M.
    """
    problem, n = phase_in_norm(2, 1.75, atoms=1, seed=4), 200  # a direction near the first axis
    made = NoisyProximalMirrorDescent.calibrated(
        problem, n=n, T=1, K=K, rho=0.5, weak=WEAK, beta=16 * WEAK
    )
    data = problem.sample(run.rng("data"), n)
    rest = 2 * problem.lipschitz / made.convexity(problem) / n**0.5
    bound = (rest + steps * (made.stage_error(problem, n=n) ** 0.5 - rest)) ** 2
    best = proximal(problem, problem.start[None], made.beta)
    idle = float(problem.ball.norm(problem.start - best)[0] ** 2)

    def errors(rng: np.random.Generator, size: int) -> Array:
        last = made.run(problem, TrustedCurator(data, rng), trials=size).last
        return problem.ball.norm(last - best) ** 2

    trivial = made.reach(problem) ** 2
    more = (Figure("square of the distance of the start", idle),)
    return mean_is_below(errors, run, bound=bound, trivial=trivial, trials=20, more=more)


distance_after_a_stage_is_not_above_the_bound.broken(
    "a_bound_without_the_steps_is_disputed",
    "One step answers the start, whatever noise and sampling are.",
    K=1,
    steps=0.0,
)
