"""The stages of MASG, their weights and Figure 2 against loops and a simulation."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.proofs.accel.multistage.parabola import errors_and_bounds
from workbench.convergence.quadratics import expected_suboptimality
from workbench_papers.accel.multistage import fig_2
from workbench_papers.accel.multistage import schedule as masg_schedule
from workbench_papers.accel.multistage import small_step as masg_small_step

L, KAPPA = 5.1, 255.0


def masg(steps: int, speed: float, first: int, unit: int) -> tuple[np.ndarray, np.ndarray]:
    """Stage and step size times L of every step, written out."""
    stage = np.array([k for k in range(1, 12) for _ in range(first if k == 1 else 2**k * unit)])
    stage = stage[:steps]
    return stage, speed * np.where(stage == 1, 1.0, 0.25**stage)


def log_weights(stage: np.ndarray, size: np.ndarray, kappa: float) -> np.ndarray:
    """Logarithms of a_{T,t}, in units of 1/L for T = len(stage), by one loop backwards."""
    q = np.sqrt(size / kappa)
    found, fade = np.empty(len(stage)), 0.0
    for t in range(len(stage) - 1, -1, -1):
        found[t] = fade + math.log(size[t] * (1 + size[t]))
        fade += math.log1p(-q[t])
        if t and stage[t] != stage[t - 1]:
            fade += math.log(2)
    return found


@pytest.mark.parametrize("picture", fig_2.TABLE, ids=lambda p: f"K={p.stages}")
def test_figure_2_against_a_loop(picture: fig_2.Picture) -> None:
    lengths = [13 if k == 1 else 2**k * 10 for k in range(1, picture.stages + 1)]
    stage, size = masg(sum(lengths), 1.0, 13, 10)
    roots = np.exp(log_weights(stage, size, 20.0) / 3)
    scales = roots.sum() / roots
    for value, shown in zip(
        (scales[0], scales[-1], scales.min(), scales.max()), picture.shown, strict=True
    ):
        digits = len(shown.partition(".")[2])
        assert round(float(value), digits) == float(shown)


def test_drops_of_the_weights_against_a_loop() -> None:
    stage, size = masg(613, 1.0, 13, 10)
    ratios = np.exp(np.diff(log_weights(stage, size, 20.0)))
    drops = [f"{ratios[t - 1]:.6f}" for t in (13, 53, 133, 293)]
    assert tuple(drops) == fig_2.DROPS


@pytest.mark.parametrize("coefficient", [1, 2])
def test_masg_with_small_steps_is_best_after_its_first_stage(coefficient: int) -> None:
    stage, size = masg(1000, 0.1, masg_small_step.FIRST, masg_small_step.UNIT)
    q = np.sqrt(size / KAPPA)
    scores = []
    for steps in range(1, 1001):
        roots = np.exp(log_weights(stage[:steps], size[:steps], KAPPA) / 3)
        fade = 2.0 ** (stage[steps - 1] - 2 + coefficient) * np.prod(1 - q[:steps])
        scores.append(fade * 10 + 20 * (40 / 1e5) ** 2 / L * roots.sum() ** 3)
    assert 1 + int(np.argmin(scores)) == masg_small_step.FIRST == 89


def test_stages_of_the_experiments() -> None:
    assert masg_schedule.first_stage(20.0) == 14  # Figure 2 rounds down instead: 13
    assert masg_schedule.stage_unit(20.0) == 10
    assert masg_schedule.stage_lengths(89, 34, steps=1000) == [89, 136, 272, 503]
    assert masg_schedule.stage_lengths(5, 3, steps=4) == [4]


@pytest.mark.parametrize("steps", [1, 7])
def test_one_stage_is_plain_nesterov(steps: int) -> None:
    scales = [Fraction(k + 1, 10) for k in range(steps)]
    found = errors_and_bounds(
        place=Fraction(1, 3), root_kappa=4, first=steps, speed=Fraction(1, 2), scales=scales
    )
    curvature, q = Fraction(1, 16) + Fraction(1, 3) * Fraction(15, 16), Fraction(1, 8)
    exact = expected_suboptimality(
        [curvature],
        [Fraction(1)],
        alpha=Fraction(1, 4),
        beta=(1 - q) / (1 + q),
        variances=[2 * b**2 for b in scales],
        method="nesterov",
    )
    assert found[-1][0] == exact / (curvature / 2)
    assert len(found) == steps


def test_stages_restart_and_noise_against_a_simulation() -> None:
    scales = [Fraction(1, 5)] * 9
    exact = errors_and_bounds(
        place=Fraction(1, 2), root_kappa=3, first=2, speed=Fraction(1), scales=scales
    )
    rng, trials = np.random.default_rng(7), 200_000
    mu = 1 / 9
    curvature = mu + (1 - mu) / 2
    x = before = np.ones(trials)
    for t in range(9):
        size = 1.0 if t < 2 else 1 / 16
        q = math.sqrt(mu * size)
        beta = (1 - q) / (1 + q)
        if t == 2:
            before = x
        z = (1 + beta) * x - beta * before
        before, x = x, z - size * (curvature * z + rng.laplace(scale=0.2, size=trials))
        # fixed seed; six standard errors of the mean of squares, false alarm below 1e-8
        slack = 6 * np.std(x**2) / math.sqrt(trials)
        assert abs(np.mean(x**2) - float(exact[t][0])) < slack


@settings(max_examples=80, derandomize=True)
@given(
    place=st.integers(0, 8).map(lambda j: Fraction(j, 8)),
    root_kappa=st.integers(1, 30),
    first=st.integers(1, 12),
    speed=st.integers(1, 4).map(lambda j: Fraction(j, 4)),
    scales=st.lists(st.integers(0, 5).map(lambda j: Fraction(j, 50)), min_size=1, max_size=30),
)
def test_no_quadratic_exceeds_the_bound_of_theorem_4_3(
    place: Fraction, root_kappa: int, first: int, speed: Fraction, scales: list[Fraction]
) -> None:
    """The exact expected error after every step, with restarts."""
    for error, bound in errors_and_bounds(
        place=place, root_kappa=root_kappa, first=first, speed=speed, scales=scales
    ):
        assert error <= bound
