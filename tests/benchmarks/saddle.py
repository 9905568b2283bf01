"""Private mirror descent on simplices: processor seconds, peak memory, cost against a floor.

    python tests/benchmarks/saddle.py

d = 1,000 for both players, n = 100,000 records of two atoms, 1,000 trials at once.  The floor is
what any vertex-sampling method does per round and trial: two softmaxes of d scores and as many
multinomial draws.  The last lines are for the T that Theorem 3.1 chooses at eps = 1: processor
seconds of a round on one core, and the wall time of the whole run, the trials divided over two
processes.  Prints, asserts nothing.
"""

import math
import resource
import time

import numpy as np
from joblib import Parallel, delayed, parallel_config

from workbench.algorithms.mirror.mirror_descent import PrivateMirrorDescent
from workbench.privacy import Dataset, TrustedCurator
from workbench.problems.saddle_instances import Problem, random_game

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


def chosen(problem: Problem) -> PrivateMirrorDescent:
    """Step size and number of rounds of Theorem 3.1 at eps = 1, K = 1, the paper's accounting."""
    P = N / math.sqrt(math.log(1e6))
    best = 17.652 * problem.L0 * problem.log_sizes**0.75 / math.sqrt(P)
    tau = best / (20 * problem.L0**2)
    T = int(8 * problem.log_sizes / (3 * tau * best))
    return PrivateMirrorDescent.calibrated(
        problem, n=N, T=T, K=1, epsilon=1.0, delta=1e-6, largest=tau
    )


def share(seed: int, trials: int) -> None:
    """All rounds of some of the trials."""
    rng = np.random.default_rng(0)
    problem = random_game(rng, dx=D, dy=D, atoms=2)
    curator = TrustedCurator(problem.sample(rng, N), np.random.default_rng(seed))
    chosen(problem).run(problem, curator, trials=trials)


def at_the_theorem(rng: np.random.Generator, problem: Problem, data: Dataset) -> None:
    """Seconds of a round, from the first ones, and of all on two processes."""
    method = chosen(problem)
    curator = TrustedCurator(data, rng)
    state = method.init(problem, curator, TRIALS)
    begin, first = time.process_time(), 40
    for _ in range(first):
        state = method.step(state, problem, curator)
    seconds = (time.process_time() - begin) / first
    print(f"T = {method.T}, K = 1: {seconds:.4f} s a round, {seconds * method.T:.0f} s for all")
    begin = time.perf_counter()
    with parallel_config(backend="loky", inner_max_num_threads=1):
        Parallel(n_jobs=2)(delayed(share)(seed, TRIALS // 2) for seed in (1, 2))
    print(f"{time.perf_counter() - begin:.0f} s of wall time on two processes", flush=True)


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
    at_the_theorem(rng, problem, data)


if __name__ == "__main__":
    main()
