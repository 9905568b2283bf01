"""What black-box audits certify with 100,000 draws, on seeds that nothing was tuned to.

    python -m tests.campaigns.audit_power [--workers N] [--only NAME] [--out FILE]
                                          [--seeds 20] [--first 7000]

Every line is computed: median and least certified epsilon at confidence .99 over the seeds, the
true epsilon of the pair where it is known, how often the claim was refuted, and processor seconds
an audit.  No bound depends on the workers.  The same command goes on where its file stops, if the
audits and the seeds are still the same.  The mechanisms are those on which other auditors have
published figures; `peers` is the best certified epsilon of DP-Sniper (best of four configurations)
and of the Clopper-Pearson auditor of jax_privacy on the same pair at equal draws (mean of three
seeds), where it was measured.
"""

import argparse
import json
import math
import statistics
import time
from pathlib import Path

import numpy as np

from tests.campaigns.false_alarms import sources
from tests.workbench.audit import strangers as s
from workbench import audit
from workbench.engines import Lost, engine, stream

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


def bounded(name, seed, samples):
    """One audit: what it certifies, whether it refutes the claim, seconds of the processor."""
    sample, pair, _, delta, _ = CASES[name]
    begin = time.process_time()
    found = audit.black_box(sample, *pair, epsilon=1.0, delta=delta, samples=samples, seed=seed)
    refuted = found.verdict == "violation"
    return found.epsilon_lower, refuted, time.process_time() - begin


def figures(name, found):
    """The line of one mechanism, from the answers of its audits."""
    _, _, truth, delta, peers = CASES[name]
    bounds = [bound for bound, _, _ in found]
    return {
        "mechanism": name,
        "true": None if truth in (None, math.inf) else truth,
        "delta": delta,
        "median": statistics.median(bounds),
        "mean": statistics.mean(bounds),
        "least": min(bounds),
        "above the truth": 0 if truth is None else sum(bound > truth for bound in bounds),
        "refuted": sum(refuted for _, refuted, _ in found),
        "peers": peers,
        "seconds": sum(seconds for _, _, seconds in found) / len(found),
    }


def known(path, settings):
    """The lines of a file with the same settings."""
    if path is None or not path.exists():
        return []
    document = json.loads(path.read_text())
    same = all(document.get(key) == value for key, value in settings.items())
    return document["lines"] if same else []


def main():
    """Print one line per mechanism, and write them as JSON where asked."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--first", type=int, default=7000)
    parser.add_argument("--samples", type=int, default=100_000)
    parser.add_argument("--workers", type=int, default=0, help="processes; 0 is this one")
    parser.add_argument("--only", choices=CASES, action="append")
    parser.add_argument("--out", type=Path)
    asked = parser.parse_args()
    seeds = range(asked.first, asked.first + asked.seeds)
    print(f"{asked.samples} draws, seeds {seeds.start} to {seeds.stop - 1}")
    settings = {
        "sources": sources(Path(__file__)),
        "samples": asked.samples,
        "seeds": [seeds.start, seeds.stop - 1],
    }
    lines, answers = known(asked.out, settings), {}
    done = {line["mechanism"] for line in lines}
    names = [name for name in asked.only or CASES if name not in done]
    work = ((name, seed, asked.samples) for name in names for seed in seeds)
    with engine("local", jobs=asked.workers, instead="Pass --workers 0.") as pool:
        for (name, seed, _), answer in stream(pool, bounded, work, ordered=True):
            if isinstance(answer, Lost):
                raise SystemExit(f"{name}, seed {seed}: its process died twice")
            answers.setdefault(name, []).append(answer)
            if len(answers[name]) < len(seeds):
                continue
            line = figures(name, answers[name])
            lines.append(line)
            print(
                f"{name:22s} median {line['median']:7.4f}  mean {line['mean']:7.4f}  least "
                f"{line['least']:7.4f}  true {line['true'] or math.inf:7.4f}  peers "
                f"{line['peers'] or math.nan:6.3f}  {line['seconds']:.2f} s",
                flush=True,
            )
            if asked.out:  # after every line: a run may be ended
                document = {**settings, "lines": lines}
                asked.out.write_text(json.dumps(document, indent=1) + "\n")


if __name__ == "__main__":
    main()
