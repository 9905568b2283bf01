"""Training loops in NumPy with canaries, and what each of them is entitled to claim.

`fault` plants an error.
"""

import math

import numpy as np

from workbench.algorithms import DPFTRL, DPSGD
from workbench.privacy import Dataset, Mutant, TrustedCurator
from workbench.problems.nonconvex_instances import linear_problem


def under_a_curator(run, fault=None):
    """A method of the workbench as a training function: canary i is the unit vector e_i, or blank.

    All canaries are planted in one linear model, each moves a coordinate of its own, and the score
    is how far that coordinate went.  A fault of the sampler is planted behind the curator's back.
    """

    def train(included, rng):
        problem = linear_problem(d=included.size)
        curator = TrustedCurator(Dataset(np.diag(included.astype(float))), rng)
        broken = curator if fault is None else Mutant(curator, fault, declared=False)
        return -run(problem, broken)[0]

    return train


def noisy_sgd(*, steps, z, b, sampling="poisson", fault=None):
    """DP-SGD with batches of b records."""
    method = DPSGD(eta=0.1, z=z, C=1.0, b=b, sampling=sampling)
    return under_a_curator(lambda *at: method.run(*at, steps=steps).x, fault)


def noisy_ftrl(*, b, z, fault=None):
    """DP-FTRL with batches of b records: what a record adds to the last sum is seen."""
    method = DPFTRL(eta=0.1, z=z, C=1.0, b=b)
    return under_a_curator(method.run, fault)


def noisy_descent(*, steps, sigma, shrink, fault=""):
    """Full-batch noisy descent on a strongly convex objective; only the last iterate is shown.

    x <- shrink x - gradient + noise: each canary moves its own coordinate by at most 1 in every
    step, and what was added early has shrunk.  Both the move and the noise of the last iterate are
    known: it is mu-GDP with mu of `hidden_state`, however many steps there were.
    """

    def train(included, rng):
        model = np.zeros(included.size)
        kept = 1.0 if fault == "nothing shrinks" else shrink
        for _ in range(steps):
            noise = rng.normal(size=included.size)
            if fault == "the noise is scaled by the shrinking too":
                noise *= shrink
            model = kept * model - included + sigma * noise
        return -model

    return train


def hidden_state(*, steps, sigma, shrink):
    """The exact mu of the last iterate of `noisy_descent`; the limit in steps is finite."""
    moved = (1 - shrink**steps) / (1 - shrink)
    spread = sigma * math.sqrt((1 - shrink ** (2 * steps)) / (1 - shrink**2))
    return moved / spread
