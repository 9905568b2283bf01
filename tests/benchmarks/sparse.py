"""Sparse data: seconds, peak memory, and cost against a floor; prints, asserts nothing.

    python tests/benchmarks/sparse.py

The floor of a projection is sorting its entries.  The floor of a private mean is drawing d numbers:
n = 10,000 records with s = 50 entries each in R^1,000,000.  The decoders are held against one
product with the matrix, and the minimiser against one gradient.
"""

import resource
import time
from collections.abc import Callable

import numpy as np

from workbench.algorithms.parts.projections import Ball, project_l1, project_l1_l2, project_linf
from workbench.algorithms.sparse.basis_pursuit import decode_ball, decode_equality
from workbench.algorithms.sparse.l1_recovery import measurements
from workbench.algorithms.sparse.output_perturbation import OutputPerturbation
from workbench.algorithms.sparse.projection_mechanism import ProjectionMechanism
from workbench.privacy import TrustedCurator
from workbench.problems import SparseVectors, embedding_logistic

D, S, N = 10**6, 50, 10**4


def seconds(task: Callable[[], object], repeats: int = 3) -> float:
    """Least processor time of several repetitions."""
    best = np.inf
    for _ in range(repeats):
        begin = time.process_time()
        task()
        best = min(best, time.process_time() - begin)
    return best


def show(name: str, took: float, floor: float, what: str) -> None:
    """One line."""
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    print(f"{name:40s} {took:8.3f} s, {took / floor:6.1f} x {what}, peak {memory:.2f} GiB")


def main() -> None:
    """Projections, means, minimisers, decoders."""
    rng = np.random.default_rng(0)
    for d, trials in ((10**3, 1000), (10**6, 1)):
        z = rng.standard_normal((trials, d))
        floor = seconds(lambda z=z: np.sort(z, axis=1))
        for name, project in {
            "l1": lambda z=z: project_l1(z, radius=7.0),
            "l1 and l2": lambda z=z: project_l1_l2(z, l1=7.0, l2=1.0),
            "l_inf onto l2": lambda z=z: project_linf(z, onto=Ball(1.0)),
        }.items():
            show(f"projection {name}, {trials} x {d:,}", seconds(project), floor, "sorting")

    vectors = SparseVectors(d=D, s=S)
    data = vectors.checked(vectors.draw(rng, N))
    for name, delta, floor in (
        ("Laplace", 0.0, seconds(lambda: rng.laplace(size=D))),
        ("normal", 1e-6, seconds(lambda: rng.normal(size=D))),
    ):
        method = ProjectionMechanism.calibrated(vectors, n=N, epsilon=1.0, delta=delta)
        took = seconds(lambda m=method: m.run(vectors, TrustedCurator(data, rng)))
        show(f"mean, d = {D:,}, s = {S}, {name}", took, floor, "drawing the noise")

    problem = embedding_logistic(d=D, s=S)
    x = np.zeros((1, D))
    floor = seconds(lambda: problem.full_gradient(x, data))
    method = OutputPerturbation.calibrated(problem, n=N, lam=0.01, epsilon=1.0)
    took = seconds(lambda: method.run(problem, TrustedCurator(data, rng)), 1)
    show(f"output perturbation, d = {D:,}", took, floor, "a gradient")

    few = SparseVectors(d=10**5, s=1)
    matrix = measurements(few, rng, m=259)
    mean = few.mean(few.checked(few.draw(rng, 400)))
    b = (matrix @ mean + 0.05 * rng.standard_normal(259))[None]
    floor = seconds(lambda: matrix @ mean)
    for name, decode in {
        "equality": lambda: decode_equality(matrix, b),
        "ball": lambda: decode_ball(matrix, b, radius=1.0),
    }.items():
        show(f"decoder {name}, 259 x 100,000", seconds(decode, 1), floor, "a product")


if __name__ == "__main__":
    main()
