"""What one run with canaries certifies, and how often it certifies too much.

    python -m tests.campaigns.one_run [--seeds 400] [--out FILE]

Each canary is one Gaussian release of mu = 1 (epsilon 4.377 at delta = 1e-5): every claim below
that is false, and one at it is true.  Counted are the runs that refute the true claim of 1-GDP and
of (4.377, 1e-5)-DP, at an error level of .05; the figures are written to one_run.json.  The f-DP
audit in one run of jax_privacy certifies 2.55 from 10,000 such canaries, and declares that the
trade-off curve is a Gaussian one: "epsilon if Gaussian" is the comparable figure.
"""

import argparse
import json
import statistics
from pathlib import Path

import numpy as np

from workbench.audit import one_run
from workbench.privacy import Gaussian
from workbench.privacy.confidence import clopper_pearson_upper

DELTA, ALPHA = 1e-5, 0.05
FIRST_SEED = 90_000


def train(included: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Canaries that do not disturb each other."""
    return included + rng.normal(size=included.size)


def main() -> None:
    """Simulate, print and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=400)
    parser.add_argument("--out", type=Path, default=Path(__file__).with_name("one_run.json"))
    asked = parser.parse_args()
    truth = Gaussian(1.0).epsilon_at(DELTA, sensitivity=1.0)
    figures: dict[str, object] = {"true epsilon": round(truth, 4), "delta": DELTA, "alpha": ALPHA}
    for canaries in (1_000, 10_000):
        few = max(5, asked.seeds // 20)
        runs = [
            one_run(train, canaries=canaries, alpha=ALPHA, seed=FIRST_SEED + s)
            for s in range(asked.seeds)
        ]
        false_mu = sum(run.refutes(mu=1.0) for run in runs)
        false_epsilon = sum(run.refutes(epsilon=truth, delta=DELTA) for run in runs)
        figures[f"{canaries} canaries"] = {
            "runs": asked.seeds,
            "refuted true 1-GDP": false_mu,
            "rate at most, at .99": round(
                clopper_pearson_upper(false_mu, asked.seeds, alpha=0.01), 4
            ),
            "refuted true (epsilon, delta)": false_epsilon,
            "epsilon if Gaussian, median": round(
                statistics.median(run.epsilon_if_gaussian(DELTA) for run in runs[:few]), 3
            ),
            "epsilon without a model, median": round(
                statistics.median(run.epsilon(DELTA) for run in runs[:few]), 3
            ),
            "medians over": few,
        }
    print(json.dumps(figures, indent=2))
    asked.out.write_text(json.dumps(figures, indent=2) + "\n")


if __name__ == "__main__":
    main()
