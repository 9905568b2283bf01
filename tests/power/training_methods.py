"""Private training as it is run in practice, small, on pairs where its losses are attained.

The claim is what the accountant proves: the pairs attain it.  Under Poisson batches one record is
there or not, and all others are blank; a fixed batch is seen best where the others are alike.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from workbench.algorithms import DPFTRL, DPSGD
from workbench.privacy import AccountingCurator, Curator, Dataset, PLDAccountant
from workbench.problems.nonconvex_instances import linear_problem

DELTA = 0.02
N, STEPS = 8, 3
PROBLEM = linear_problem(d=2, G=5.0)
LONG = [3.0, 4.0]  # clipped to length C


@dataclass(frozen=True)
class Trained:
    """How to run a method, on which pair, and what it costs."""

    run: Callable[[Curator, int], object]
    pair: tuple[Dataset, Dataset]
    reading: AccountingCurator

    def claim(self) -> tuple[float, float]:
        """The accountant's epsilon at DELTA."""
        return self.reading.epsilon_at(DELTA, using=PLDAccountant), DELTA


def present_or_not():
    """Neighbours that differ in a record that is there or not."""
    blank = Dataset(np.zeros((N, 2)))
    return blank.replace(0, LONG), blank


def opposite():
    """Neighbours whose first record points apart from all others."""
    others = Dataset(np.tile(LONG, (N, 1)))
    return others.replace(0, [-3.0, -4.0]), others


def sgd(sampling, pair, *, z):
    method = DPSGD(eta=0.1, z=z, C=1.0, b=4, sampling=sampling)
    return Trained(
        lambda curator, trials: method.run(PROBLEM, curator, steps=STEPS, trials=trials),
        pair,
        method.cost(PROBLEM, n=N, steps=STEPS),
    )


def ftrl():
    method = DPFTRL(eta=0.1, z=3.0, C=1.0, b=2, epochs=2)
    return Trained(
        lambda curator, trials: method.run(PROBLEM, curator, trials=trials),
        opposite(),
        method.cost(PROBLEM, n=N),
    )


CASES = {
    "DP-SGD, Poisson": sgd("poisson", present_or_not(), z=0.8),
    "DP-SGD, fixed batches": sgd("fixed", opposite(), z=2.0),
    "DP-FTRL": ftrl(),
}

HARMLESS: dict[tuple[str, str], str] = {}
