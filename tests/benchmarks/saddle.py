"""Private mirror descent on simplices: processor seconds, peak memory, cost against a floor.

    python tests/benchmarks/saddle.py

d = 1,000 for both players, n = 100,000 records of two atoms, 1,000 trials at once.  The floor is
what any vertex-sampling method does per round and trial: two softmaxes of d scores and as many
multinomial draws.  Prints, asserts nothing.
"""

import resource
import time

import numpy as np

from workbench.algorithms.mirror_descent import PrivateMirrorDescent
from workbench.privacy import TrustedCurator
from workbench.problems.saddle_instances import random_game

D, N, TRIALS = 1_000, 100_000, 1_000


def floor(rng: np.random.Generator, rounds: int, count: int) -> float:
    """Processor seconds of softmax and draws alone."""
    scores = rng.standard_normal((TRIALS, D))
    begin = time.process_time()
    for _ in range(2 * rounds):
        chances = np.exp(scores - scores.max(axis=1, keepdims=True))
        chances /= chances.sum(axis=1, keepdims=True)
        rng.multinomial(count, chances)
    return time.process_time() - begin


def main() -> None:
    """One line per setting."""
    rng = np.random.default_rng(0)
    problem = random_game(rng, dx=D, dy=D, atoms=2)
    data = problem.sample(rng, N)
    for rounds, count in ((50, 1), (50, 8), (50, 100), (200, 8)):
        method = PrivateMirrorDescent.calibrated(
            problem, n=N, T=rounds, K=count, epsilon=1.0, delta=1e-6, accounting="zcdp"
        )
        begin = time.process_time()
        method.run(problem, TrustedCurator(data, rng), trials=TRIALS)
        seconds = time.process_time() - begin
        ratio = seconds / floor(rng, rounds, count)
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
        print(
            f"T = {rounds:4d}, K = {count:4d}: {seconds:6.1f} s, {ratio:4.1f} x the floor,"
            f" peak {memory:.2f} GiB",
            flush=True,
        )


if __name__ == "__main__":
    main()
