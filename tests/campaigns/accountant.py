"""The exact accountant on random inputs: whether it is right, and how long it takes.

    python -m tests.campaigns.accountant [--seeds 20] [--first 100] [--minutes M] [--out FILE]

Both ends of delta are held against quadrature in 60 digits, for a Laplace and a Gaussian release
together, and for a Poisson-sampled release and a Gaussian one in both directions.  Compositions of
up to 300 random equal releases, and mixtures of two or three laws of Laplace releases, most of them
sampled, are held against dp-accounting, whose two estimates have to overlap with ours; its
processor seconds are for a grid of 1e-4, where its ends are wider apart than ours.
"""

import argparse
import json
import random
import time
from pathlib import Path

from tests.benchmarks.accountant import ADD, theirs
from tests.workbench.privacy.test_exact_accounting import (
    gaussian,
    laplace,
    laplace_and_gaussian,
    sampled_and_gaussian,
)
from workbench.privacy import PLDAccountant

DELTA = 1e-6
ROUNDING = 1e-6
"""What the doubles of the peer may err, relatively."""


def beside_quadrature(make, seed):
    """Whether the truth is between the ends, and their distance."""
    found, epsilon, truth = make(random.Random(seed))
    bounds = found.delta_bounds(epsilon)
    return {
        "holds": bool(bounds.lower <= truth <= bounds.upper),
        "width": float(bounds.width / bounds.upper),
    }


def drawn(draw, *, kinds, most, sampled):
    """A random law with a count: as our release, as dp-accounting's arguments, and in words."""
    count, scale = draw.randint(2, most), draw.uniform(0.8, 20)
    q = draw.uniform(0.005, 0.3) if draw.random() < sampled else 1.0
    name, make, key = draw.choice(kinds)
    release, more = make(scale), {key: scale, "sensitivity": 1.0}
    if q < 1:
        release, more = release.poisson(q), {**more, "sampling_prob": q}
    what = f"{count} x {name} {scale:.4g}" + (f", sampled with {q:.4g}" if q < 1 else "")
    return (release, count), (name, more, count), what


LAPLACE = ("laplace", laplace, "parameter")
GAUSSIAN = ("gaussian", gaussian, "standard_deviation")


def one_law(seed):
    """Some equal releases."""
    return [drawn(random.Random(seed), kinds=[GAUSSIAN, LAPLACE], most=300, sampled=0.5)]


def mixture(seed):
    """Two or three laws of Laplace releases, of which at least one is sampled."""
    draw = random.Random(seed)
    found = [drawn(draw, kinds=[LAPLACE], most=100, sampled=1.0)]
    more = draw.randint(1, 2)
    return found + [drawn(draw, kinds=[LAPLACE], most=30, sampled=0.8) for _ in range(more)]


def beside_the_peer(releases):
    """The same for a composition and the epsilons of dp-accounting, with seconds of both."""
    accountant = PLDAccountant(neighbouring=ADD)
    for (release, count), *_ in releases:
        accountant.add(release, count=count)
    begin = time.process_time()
    bounds = accountant.epsilon_bounds(DELTA)
    between = time.process_time()
    low, high = theirs([part for _, part, _ in releases], DELTA)
    end = time.process_time()
    return {
        "what": "; ".join(what for *_, what in releases),
        "holds": low <= bounds.upper * (1 + ROUNDING) and bounds.lower <= high * (1 + ROUNDING),
        "width": float(bounds.width / bounds.upper),
        "peer width": (high - low) / high,
        "seconds": between - begin,
        "peer seconds": end - between,
    }


KINDS = {
    "Laplace and Gaussian, quadrature": lambda seed: beside_quadrature(laplace_and_gaussian, seed),
    "sampled and Gaussian, quadrature": lambda seed: beside_quadrature(sampled_and_gaussian, seed),
    "compositions, dp-accounting": lambda seed: beside_the_peer(one_law(seed)),
    "mixtures of Laplace, dp-accounting": lambda seed: beside_the_peer(mixture(seed)),
}


def line(kind, rows):
    """The figures of one kind."""
    found = {
        "kind": kind,
        "inputs": len(rows),
        "hold": sum(row["holds"] for row in rows),
        "widest": max(row["width"] for row in rows),
    }
    if "seconds" in rows[0]:
        ratios = [row["seconds"] / row["peer seconds"] for row in rows]
        found |= {"largest ratio of seconds": max(ratios), "rows": rows}
    return found


def main():
    """Print one line for each kind, and write all of them where asked."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--first", type=int, default=100)
    parser.add_argument("--minutes", type=float, default=60.0, help="after which nothing is begun")
    parser.add_argument("--out", type=Path)
    asked = parser.parse_args()
    theirs([("gaussian", {"standard_deviation": 1.0}, 1)], DELTA)  # the import is not counted
    end = time.monotonic() + 60 * asked.minutes
    rows = {kind: [] for kind in KINDS}
    for seed in range(asked.first, asked.first + asked.seeds):
        for kind, judged in KINDS.items():
            if time.monotonic() < end:
                rows[kind].append(judged(seed))
    lines = [line(kind, found) for kind, found in rows.items() if found]
    for one in lines:
        print({key: value for key, value in one.items() if key != "rows"})
    if asked.out:
        asked.out.write_text(json.dumps({"first": asked.first, "lines": lines}, indent=1) + "\n")
    if any(one["hold"] < one["inputs"] for one in lines):
        raise SystemExit("an end of the accountant is on the wrong side")


if __name__ == "__main__":
    main()
