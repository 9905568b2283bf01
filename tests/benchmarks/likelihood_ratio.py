"""Likelihood-ratio audits: certified share of the true epsilon, transcripts and processor time.

    python tests/benchmarks/likelihood_ratio.py

The floor is 0.99 of the true epsilon of the pair at 99 % confidence, from 5,000 transcripts, in
0.1 s of one core (the conformance battery, which draws its own, included).  Figures of peers that
see outputs only are in the docstring of black_box.py.  Prints; asserts nothing.

Heavy ball of 100 steps at a small delta is the longest: 3,000 transcripts reach the floor, and half
of their time is a fixed cost of its 700 curator steps (500 of the audit, 200 of the battery), so
that 5,000 take little longer.  Processor time is that of this machine at its load: compare it with
the time of the draws, which is printed first.
"""

import math
import time
from collections.abc import Callable

import numpy as np

from workbench.algorithms import HeavyBall
from workbench.audit import likelihood_ratio
from workbench.privacy import (
    Dataset,
    Gaussian,
    NoisyMax,
    Query,
    TreeStream,
    TreeSums,
    classical_sigma,
    uniform_scale,
)
from workbench.privacy.arrays import Array
from workbench.problems import reference_quadratic

SAMPLES, DELTA, SEEDS = 5_000, 1e-5, 9


def value(trials: int, d: int) -> Query:
    """The query whose answer is the record."""
    return Query(
        points=np.zeros((trials, d)),
        values=lambda x, r: np.broadcast_to(r, (len(x), *r.shape[1:])),
        mean=lambda x, r: np.broadcast_to(r.mean(axis=1), x.shape),
        difference=lambda x, old, new: (new - old)[None],
        difference_error=lambda x, old, new: np.zeros(1),
    )


def pair(first: list[float], second: list[float], n: int = 1) -> tuple[Dataset, Dataset]:
    """One record that changes, and n - 1 copies of the second."""
    rows = np.array([first] + [second] * (n - 1), dtype=float)
    data = Dataset(rows)
    return data, data.replace(0, second)


UNIT = pair([1.0], [0.0])


def laplace(curator, trials):
    curator.laplace(value(trials, 1), scale=1.0, sensitivity=1.0)


SIGMA = Gaussian.calibrate(1.0, DELTA, sensitivity=1.0).sigma


def gaussian(curator, trials, sigma=SIGMA):
    curator.gaussian(value(trials, 1), sigma=sigma, sensitivity=1.0)


TREE = TreeSums.calibrate(1.0, DELTA, sensitivity=1.0, steps=8).noise.sigma


def tree(curator, trials):
    """All 15 nodes over 8 leaves; the record is in one of them."""
    stream = TreeStream(curator, sigma=TREE, sensitivity=1.0, windows=True)
    for t in range(8):
        stream.push(curator.secret(value(trials, 1), rows=[t]))


def subsampled(curator, trials):
    curator.laplace(value(trials, 1), scale=0.5, sensitivity=0.5, batch=2)


def exponential(curator, trials):
    scores = curator.secret(value(trials, 3))
    curator.exponential(scores, factor=1.0, sensitivity=0.5)


def vertices(curator, trials):
    scores = curator.secret(value(trials, 3))
    curator.softmax_vertices(scores, count=4, factor=1.0, sensitivity=0.5)


def noisy_max(curator, trials):
    curator.noisy_max(curator.secret(value(trials, 3)), scale=1.0, sensitivity=0.5)


def heavy_ball(steps: int, epsilon: float):
    problem, _ = reference_quadratic()
    b = uniform_scale(epsilon, problem.l1_sensitivity, n=50, m=50, steps=steps)
    method = HeavyBall(alpha=1.0, beta=0.3, b=b, m=50)
    sides = problem.extremal_pair(50)
    gap = (
        np.abs(
            problem.mean_gradient(np.zeros((1, 2))).evaluate_difference(
                sides[0].records[0], sides[1].records[0]
            )
        )
        / 50
        / b
    )
    return (lambda c, trials: method.run(problem, c, steps=steps, trials=trials)), sides, gap[0]


def laplace_truth(gaps: Array, steps: int, delta: float) -> float:
    """Epsilon at delta of `steps` Laplace releases of these gaps in scales, on a lattice.

    One coordinate has loss c with chance 1/2, -c with chance e^-c / 2, and between them density
    e^((l - c) / 2) / 4.
    """
    from scipy.signal import fftconvolve

    width, law, centre = 1e-5, np.ones(1), 0
    for c in gaps[gaps > 0]:
        k = round(c / width)
        loss = np.arange(-k, k + 1) * width
        mass = np.exp((loss - c) / 2) / 4 * width
        mass[[0, -1]] = mass[[0, -1]] / 2 + np.array([math.exp(-c), 1.0]) / 2
        law, centre = np.convolve(law, mass / mass.sum()), centre + k
    total, at = np.ones(1), 0
    for bit in f"{steps:b}":
        total, at = fftconvolve(total, total), 2 * at
        if bit == "1":
            total, at = fftconvolve(total, law), at + centre
    loss = (np.arange(total.size) - at) * width

    def curve(e: float) -> float:
        keep = loss > e
        return float((np.maximum(total[keep], 0) * -np.expm1(e - loss[keep])).sum())

    low, high = 0.0, float(loss[-1])
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (middle, high) if curve(middle) > delta else (low, middle)
    return low


def main() -> None:
    """Print one line per mechanism."""
    scores = pair([0.5, -0.5, -0.5], [-0.5, 0.5, 0.5])
    shift = np.array([1.0, -1.0, -1.0])
    p = np.exp([0.5, -0.5, -0.5])
    p /= p.sum()
    q = p * np.exp(-shift)
    soft = float(np.abs(np.log(p) - np.log(q / q.sum())).max())
    law = NoisyMax(1.0)
    there = law.log_probability(np.array([-0.5, 0.5, 0.5]))
    winner = float(np.abs(law.log_probability(np.array([0.5, -0.5, -0.5])) - there).max())
    hidden = math.log1p(0.5 * math.expm1(1.0))
    ball, sides, gap = heavy_ball(100, 1.0)
    small = laplace_truth(gap, 100, DELTA)
    table: list[tuple[str, int, Callable, tuple, float, float]] = [
        ("Laplace", SAMPLES, laplace, UNIT, 1.0, 0.0),
        ("Laplace, hidden batch 2 of 4", SAMPLES, subsampled, pair([1.0], [0.0], 4), hidden, 0.0),
        ("exponential mechanism", SAMPLES, exponential, scores, soft, 0.0),
        ("softmax, 4 vertices", SAMPLES, vertices, scores, 4 * soft, 0.0),
        ("noisy max, Laplace", SAMPLES, noisy_max, scores, winner, 0.0),
        ("heavy ball, 100 steps, pure", SAMPLES, ball, sides, 1.0, 0.0),
        ("Gaussian", SAMPLES, gaussian, UNIT, 1.0, DELTA),
        ("Gaussian tree, 15 nodes", SAMPLES, tree, pair([1.0], [0.0], 8), 1.0, DELTA),
        ("heavy ball, 100 steps", SAMPLES, ball, sides, small, DELTA),
        ("heavy ball, 100 steps", 3_000, ball, sides, small, DELTA),
    ]
    rng = np.random.default_rng(0)
    begin = time.process_time()
    rng.laplace(size=10**6)
    unit = time.process_time() - begin
    print(f"confidence 0.99; median and worst of {SEEDS} seeds")
    print(f"(10^6 Laplace numbers, the draws of the longest audit, take {unit:.3f} s here)")
    for name, samples, make_run, sides, truth, delta in table:
        shares, seconds = [], []
        for seed in range(SEEDS):
            begin = time.process_time()
            found = likelihood_ratio(
                make_run, sides, epsilon=truth, delta=delta, samples=samples, seed=seed
            )
            seconds.append(time.process_time() - begin)
            shares.append(found.epsilon_lower / truth)
        print(
            f"{name:29s}{samples:5d} transcripts, eps* = {truth:7.5f} at {delta:g}:  "
            f"share {np.median(shares):.4f} ({min(shares):.4f})   {np.median(seconds):.3f} s"
        )
    sigma = classical_sigma(10.0, DELTA, sensitivity=1.0)
    found = [
        likelihood_ratio(
            lambda c, trials: gaussian(c, trials, sigma),
            UNIT,
            epsilon=10.0,
            delta=DELTA,
            samples=1_000,
            seed=seed,
        )
        for seed in range(SEEDS)
    ]
    refuted = sum(one.verdict == "violation" for one in found)
    print(f"textbook Gaussian at (10, 1e-5): refuted in {refuted} of {SEEDS} runs of 1000")


if __name__ == "__main__":
    main()
