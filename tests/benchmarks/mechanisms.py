"""Speed of curves, calibrations, samplers and accountants; prints, asserts nothing.

python tests/benchmarks/mechanisms.py
"""

import time
from collections.abc import Callable

import numpy as np

from workbench.privacy import (
    ExponentialMechanism,
    Gaussian,
    GeneralizedGaussian,
    Laplace,
    NoisyMax,
    PLDAccountant,
    PrivacyFilter,
    RandomizedResponse,
    RenyiAccountant,
    SoftmaxVertices,
    TreeSums,
    ZCDPAccountant,
    calibrated_scale,
    composed,
    optimal_epsilon,
)

DRAWS, RELATION = 10**6, "replace-one"


def seconds(task: Callable[[], object], *, repeats: int = 3) -> float:
    """Least processor time of several repetitions."""
    best = np.inf
    for _ in range(repeats):
        begin = time.process_time()
        task()
        best = min(best, time.process_time() - begin)
    return best


def samplers() -> dict[str, Callable[[], object]]:
    """A million scalar draws each."""
    rng = np.random.default_rng(0)
    scores = rng.normal(size=10)
    plane = GeneralizedGaussian(sigma=1.0, order=4.0, dimension=10)
    tree = TreeSums(15, Gaussian(1.0))
    return {
        "sample laplace": lambda: Laplace(1.0).sample(rng, (DRAWS,)),
        "sample gaussian": lambda: Gaussian(1.0).sample(rng, (DRAWS,)),
        "sample l4, d = 10": lambda: plane.sample(rng, (DRAWS // 10,)),
        "sample softmax of 10": lambda: ExponentialMechanism(1.0).sample(
            rng, scores, trials=DRAWS // 10
        ),
        "sample 100 vertices": lambda: SoftmaxVertices(1.0, 100).sample(
            rng, scores, trials=DRAWS // 10
        ),
        "sample noisy max of 10": lambda: NoisyMax(1.0).sample(rng, scores, trials=DRAWS // 10),
        "sample randomized response": lambda: RandomizedResponse(1.0).sample(
            rng, [0], trials=DRAWS
        ),
        "sample tree of 15": lambda: tree.sample(rng, trials=DRAWS // 26),
    }


def exact() -> dict[str, Callable[[], object]]:
    """Curves, laws and calibrations."""
    rng = np.random.default_rng(0)
    scores = rng.normal(size=100)
    payer = PrivacyFilter(epsilon=1e3, delta=1e-6, neighbouring=RELATION, trials=10**4)
    return {
        "gaussian curve": lambda: Gaussian(1.4).delta_bounds(1.0, sensitivity=1.0),
        "gaussian calibration": lambda: Gaussian.calibrate(1.0, 1e-5, sensitivity=1.0),
        "l4 calibration": lambda: GeneralizedGaussian.calibrate(
            1.0, 1e-5, sensitivity=1.0, order=4.0, dimension=10
        ),
        "law of noisy max, 100": lambda: NoisyMax(1.0).log_probability(scores),
        "bracketed law, 10": lambda: NoisyMax(1.0).probability_bounds(scores[:10]),
        "optimal epsilon, k = 1000": lambda: optimal_epsilon(1e-5, step=0.03, steps=1000),
        "filter, 10^4 trials": lambda: payer.charge(0.01),
    }


def accountants() -> dict[str, Callable[[], object]]:
    """A hundred Gaussian steps: epsilon, and the noise for (1, 1e-5)."""

    def plan(make: Callable[..., object], sigma: float) -> object:
        release = Gaussian(sigma).release(sensitivity=1.0, neighbouring=RELATION)
        return composed(make(neighbouring=RELATION), [(release, 100)])

    tasks: dict[str, Callable[[], object]] = {}
    for make in (ZCDPAccountant, RenyiAccountant, PLDAccountant):
        name = make.__name__
        tasks[f"epsilon by {name}"] = lambda make=make: plan(make, 40.0).epsilon(1e-5)
        tasks[f"noise by {name}"] = lambda make=make: calibrated_scale(
            lambda sigma, make=make: plan(make, sigma),
            epsilon=1.0,
            delta=1e-5,
            start=40.0,
            relative=1e-4,
        )
    return tasks


def main() -> None:
    """Print one line per task."""
    for name, task in (samplers() | exact() | accountants()).items():
        print(f"{name:32s} {1e3 * seconds(task):10.3f} ms")


if __name__ == "__main__":
    main()
