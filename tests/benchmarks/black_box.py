"""How close black-box audits come to the true epsilon, and their cost; prints, asserts nothing.

    python tests/benchmarks/black_box.py [samples]

Certified lower bounds at 99 % as a share of the truth, median and least of nine seeds, and the
processor time as a multiple of the time that drawing the same outputs takes.  Beside them:

- `known`: what as many draws would certify, in the median, to an auditor who knew the laws, hence
  the best rule, beforehand; no audit of this many draws by events can be expected to do better;
- what DP-Sniper (logistic regression) certified on the same pair with 45 to 50 million draws: where
  that exceeds `known`, compare at its number of draws, `black_box.py 4.5e7`;
- how many draws a sequential audit needs to refute half of the truth.

At the end, the peak memory of a scalar audit of ten million draws.
"""

import math
import resource
import statistics
import sys
import time
from pathlib import Path

import numpy as np
from scipy.special import betaincinv

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.workbench.audit import strangers as s
from workbench import audit

CROSS = (s.LOW_HIGH, s.HIGH_LOW)
MAX_PAIR = (s.ONE_BEHIND, s.ALL_EQUAL)
COUNTS = np.array([3.0, 1, 4, 1, 5])
SEEDS = 9

CASES = {  # sampler, pair, true epsilon (infinite where the loss is unbounded), delta
    "Laplace": (s.laplace, (0.0, 1.0), 1.0, 0.0),
    "randomised response": (s.randomised_response, (0, 1), 1.0, 0.0),
    "histogram": (s.histogram, (COUNTS, COUNTS + np.eye(5)[0]), 1.0, 0.0),
    "noisy max, argmax": (s.noisy_argmax, MAX_PAIR, s.noisy_argmax_epsilon(*MAX_PAIR), 0.0),
    "noisy max, value": (s.noisy_max_value, (np.zeros(5), np.ones(5)), 2.5, 0.0),
    "SVT1": (s.SVT1, CROSS, s.SVT1.epsilon(*CROSS), 0.0),
    "SVT2": (s.SVT2, CROSS, s.SVT2.epsilon(*CROSS), 0.0),
    "SVT3 (broken)": (s.SVT3, CROSS, 2.54989, 0.0),
    "SVT4 (broken)": (s.SVT4, CROSS, s.SVT4.epsilon(*CROSS), 0.0),
    "SVT5 (broken)": (s.SVT5, CROSS, math.inf, 0.0),
    "SVT6 (broken)": (s.SVT6, CROSS, s.SVT6.epsilon(*CROSS), 0.0),
    "prefix sums": (s.prefix_sums, (np.zeros(10), np.ones(10)), 1.0, 0.0),
    "Gaussian, delta 1e-5": (s.gaussian, (0.0, 1.0), 1.0, 1e-5),
}

HALF = math.exp(-1) / 2
CLIPPED = (np.array([0.5, 0.5 - HALF, HALF]), np.array([HALF, 0.5 - HALF, 0.5]))
FLIPPED = np.array([math.e, 1.0]) / (1 + math.e)
LAWS = {  # of outputs grouped by their log-ratio
    "Laplace": CLIPPED,
    "randomised response": (FLIPPED, FLIPPED[::-1]),
    "histogram": CLIPPED,
    "noisy max, argmax": tuple(s.noisy_argmax_law(q) for q in MAX_PAIR),
    "SVT1": tuple(s.SVT1.law(q) for q in CROSS),
    "SVT2": tuple(s.SVT2.law(q) for q in CROSS),
    "SVT4 (broken)": tuple(s.SVT4.law(q) for q in CROSS),
    "SVT6 (broken)": tuple(s.SVT6.law(q) for q in CROSS),
}

SNIPER = {  # certified epsilon of DP-Sniper at 99 %, from the same pairs
    "Laplace": 0.9905,
    "randomised response": 0.9908,
    "histogram": 0.9911,
    "noisy max, argmax": 0.9710,
    "noisy max, value": 2.194,
    "SVT1": 0.8637,
    "SVT2": 0.8302,
    "SVT3 (broken)": 1.171,
    "SVT4 (broken)": 1.5945,
    "SVT5 (broken)": 3.022,
    "SVT6 (broken)": 2.231,
    "prefix sums": 0.485,
}


def drawing(sample: object, pair: tuple[object, object], samples: int) -> float:
    """Processor time of the draws alone, in blocks as the audit takes them."""
    rng = np.random.default_rng(0)
    begin = time.process_time()
    for _ in range(0, samples, 500_000):
        for data in pair:
            sample(data, min(samples, 500_000) // 2, rng)  # type: ignore[operator]
    return time.process_time() - begin


def known(p: np.ndarray, q: np.ndarray, draws: int, alpha: float = 0.01) -> float:
    """Median bound of the best rule when all draws judge it; laws of shape (outcomes,)."""
    order = np.argsort(p / q)
    least = [np.concatenate([[0], np.cumsum(law)]) for law in (p[order], q[order])]
    most = [np.concatenate([[0], np.cumsum(law)]) for law in (p[order[::-1]], q[order[::-1]])]
    chances = [(0.5, (most[0][:, None] + least[1]) / 2, (most[1][:, None] + least[0]) / 2)]
    for coin in np.arange(1, 16) / 16:
        chances += [(coin, coin * most[0], (1 - coin) * most[1])]
        chances += [(coin, coin * least[1], (1 - coin) * least[0])]
    best = 0.0
    for coin, right, wrong in chances:
        right, wrong = np.floor(draws * right), np.floor(draws * wrong)
        seen = right > 0
        theta = betaincinv(right[seen], wrong[seen] + 1, alpha)  # Clopper and Pearson
        odds = math.log(coin / (1 - coin))
        best = max(best, float((np.log(theta) - np.log1p(-theta)).max()) - odds)
    return best


def _known(name: str, samples: int, unit: float) -> str:
    """Its share of the truth."""
    return f"{known(*LAWS[name], samples) / unit:7.4f}" if name in LAWS else "      -"


def _sniper(name: str, unit: float) -> str:
    """Its share of the truth."""
    return f"{SNIPER[name] / unit:7.4f}" if name in SNIPER else "      -"


def _sequential(
    sample: object, pair: tuple[object, object], unit: float, delta: float, samples: int
) -> str:
    """Median number of draws until half of the truth is refuted; a dash where it never was."""
    found = [
        audit.black_box(
            sample,  # type: ignore[arg-type]
            *pair,
            epsilon=unit / 2,
            delta=delta,
            samples=samples,
            seed=seed,
            sequential=True,
        )
        for seed in range(SEEDS)
    ]
    refuted = all(one.verdict == "violation" for one in found)
    return f"{statistics.median(one.used for one in found):9.0f}" if refuted else "        -"


def main() -> None:
    """Print one line per mechanism."""
    samples = int(float(sys.argv[1])) if len(sys.argv) > 1 else 1_000_000
    print(
        f"{samples} draws            claim 1: median  least  of the truth   cost   seconds"
        "    known  DP-Sniper  sequential"
    )
    for name, (sample, pair, truth, delta) in CASES.items():
        begin = time.process_time()
        found = [
            audit.black_box(sample, *pair, epsilon=1.0, delta=delta, samples=samples, seed=seed)
            for seed in range(SEEDS)
        ]
        cost = (time.process_time() - begin) / SEEDS
        unit = truth if truth < math.inf else 1.0
        shares = [audit_.epsilon_lower / unit for audit_ in found]
        refuted = sum(audit_.verdict == "violation" for audit_ in found)
        print(
            f"{name:22s} refuted {refuted}/{SEEDS}  {statistics.median(shares):7.4f} "
            f"{min(shares):7.4f}  of {truth:.5f}  {cost / drawing(sample, pair, samples):6.1f} x "
            f"{cost:8.2f}  {_known(name, samples, unit)}  {_sniper(name, unit)}  "
            f"{_sequential(sample, pair, unit, delta, samples)}"
        )
    audit.black_box(s.laplace, 0.0, 1.0, epsilon=1.0, samples=10_000_000)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**10
    print(f"peak memory of this process, ten million scalar draws included: {peak:.0f} MiB")


if __name__ == "__main__":
    main()
