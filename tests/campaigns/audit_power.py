"""What black-box audits certify with 100,000 draws, on seeds that nothing was tuned to.

    python tests/campaigns/audit_power.py [--seeds 20] [--first 5000] [--only NAME] [--out FILE]

Every line is computed: median and least certified epsilon at confidence .99 over the seeds, the
true epsilon of the pair where it is known, how often the claim was refuted, and processor seconds
an audit.  The mechanisms are those on which other auditors have published figures; `peers` is the
best certified epsilon of DP-Sniper (best of four configurations) and of the Clopper-Pearson auditor
of jax_privacy on the same pair at equal draws (mean of three seeds), where it was measured.
"""

import argparse
import json
import math
import statistics
import sys
import time
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.workbench.audit import strangers as s
from workbench import audit

COUNTS = np.array([3.0, 1, 4, 1, 5])
CROSS = (s.LOW_HIGH, s.HIGH_LOW)


def clipped_laplace(x, size, rng):
    return np.clip(x + rng.laplace(size=size), 0.0, 1.0)


def twenty(x, size, rng):
    """Twenty answers of epsilon 1/20 each."""
    return x + rng.laplace(scale=20.0, size=(size, 20))


def raw_leak(x, size, rng):
    """Once in a hundred draws the bare answer."""
    return np.where(rng.random(size) < 0.01, x, x + rng.laplace(size=size))


CASES = {  # sampler, pair, true epsilon, delta, peers
    "Laplace": (s.laplace, (0.0, 1.0), 1.0, 0.0, 0.966),
    "randomised response": (s.randomised_response, (0, 1), 1.0, 0.0, 0.975),
    "clipped Laplace": (clipped_laplace, (0.0, 1.0), 1.0, 0.0, 0.958),
    "histogram, 5 cells": (s.histogram, (COUNTS, COUNTS + np.eye(5)[0]), 1.0, 0.0, 0.974),
    "20 x .05": (twenty, (np.zeros(20), np.ones(20)), 1.0, 0.0, None),
    "SVT4": (s.SVT4, CROSS, s.SVT4.epsilon(*CROSS), 0.0, None),
    "SVT6": (s.SVT6, CROSS, s.SVT6.epsilon(*CROSS), 0.0, None),
    "SVT5": (s.SVT5, CROSS, math.inf, 0.0, None),
    "1 % raw leak": (raw_leak, (0.0, 1.0), math.inf, 0.0, None),
    "noisy max, argmax": (s.noisy_argmax, (s.ONE_BEHIND, s.ALL_EQUAL), 0.98040, 0.0, None),
    "prefix sums": (s.prefix_sums, (np.zeros(10), np.ones(10)), 1.0, 0.0, None),
    "Gaussian, delta .05": (
        lambda x, size, rng: s.gaussian(x, size, rng, sigma=1.0), (0.0, 1.0), None, 0.05, None,
    ),
    "Gaussian, delta 1e-5": (s.gaussian, (0.0, 1.0), 1.0, 1e-5, None),
}  # fmt: skip


def figures(name, *, seeds, samples):
    """The line of one mechanism."""
    sample, pair, truth, delta, peers = CASES[name]
    begin = time.process_time()
    found = [
        audit.black_box(sample, *pair, epsilon=1.0, delta=delta, samples=samples, seed=seed)
        for seed in seeds
    ]
    bounds = [one.epsilon_lower for one in found]
    return {
        "mechanism": name,
        "true": None if truth in (None, math.inf) else truth,
        "delta": delta,
        "median": statistics.median(bounds),
        "mean": statistics.mean(bounds),
        "least": min(bounds),
        "above the truth": 0 if truth is None else sum(bound > truth for bound in bounds),
        "refuted": sum(one.verdict == "violation" for one in found),
        "peers": peers,
        "seconds": (time.process_time() - begin) / len(found),
    }


def main():
    """Print one line per mechanism, and write them as JSON where asked."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--first", type=int, default=5000)
    parser.add_argument("--samples", type=int, default=100_000)
    parser.add_argument("--only", choices=CASES, action="append")
    parser.add_argument("--out", type=Path)
    asked = parser.parse_args()
    seeds = range(asked.first, asked.first + asked.seeds)
    print(f"{asked.samples} draws, seeds {seeds.start} to {seeds.stop - 1}")
    lines = []
    for name in asked.only or CASES:
        line = figures(name, seeds=seeds, samples=asked.samples)
        lines.append(line)
        print(
            f"{name:22s} median {line['median']:7.4f}  mean {line['mean']:7.4f}  least "
            f"{line['least']:7.4f}  true {line['true'] or math.inf:7.4f}  peers "
            f"{line['peers'] or math.nan:6.3f}  {line['seconds']:.2f} s",
            flush=True,
        )
    if asked.out:
        document = {"samples": asked.samples, "seeds": list(seeds), "lines": lines}
        asked.out.write_text(json.dumps(document, indent=1) + "\n")


if __name__ == "__main__":
    main()
