"""Small methods, one per kind of release, each with a tight pair of neighbours and its cost.

Records are vectors in [-1, 1]^3; the loss at a point is linear or a tanh of it, so every claimed
sensitivity below is exact for the pair.  `run(curator, trials)` is what an audit wants.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from tests.workbench.privacy.toy import identity_query, product_query
from workbench.privacy import Dataset, GeneralizedGaussian, Halved, TreeStream, disjoint_batches

N, D, STEPS = 8, 3, 4
FAR = np.array([1.0, -1.0, -1.0])
VECTOR = GeneralizedGaussian(sigma=4.0, order=4.0, dimension=D)


def zeros(trials):
    return np.zeros((trials, D))


def mirror_descent(curator, trials):
    """Vertices from a softmax of a secret dual vector; batches disjoint, at released points."""
    dual = zeros(trials) + np.array([0.0, 0.8, 0.4])
    for rows in disjoint_batches(curator.n, curator.n // STEPS):
        x = curator.softmax_vertices(dual, count=5, sensitivity=0.3 * 2 / len(rows))
        dual = dual - 0.3 * curator.secret(product_query(x + 1), rows=rows)
    return curator.softmax_vertices(dual, count=5, sensitivity=0.3 * 2 / len(rows))


def selection(curator, trials):
    """Exponential mechanism on all the records, with a public lead."""
    for _ in range(STEPS):
        scores = curator.secret(identity_query(zeros(trials))) + np.array([0.5, -0.5, 0.0])
        curator.exponential(scores, factor=0.5, sensitivity=2 / curator.n)


def winner(curator, trials):
    """Noisy maximum of the records along three public directions."""
    directions = np.array([[1.0, 0.0, 0.2], [0.0, 1.0, 0.0], [0.0, 0.0, 0.0]])
    for noise in ("gumbel", "exponential", "laplace", "laplace"):
        scores = curator.secret(identity_query(zeros(trials))) @ directions
        curator.noisy_max(scores, scale=1.0, sensitivity=2 / curator.n, noise=noise)


def gaussian_descent(curator, trials):
    """Full-batch gradient descent with normal noise."""
    x = zeros(trials) + 3.0
    for _ in range(STEPS):
        size = 2 * 3**0.5 / curator.n
        x = x - 0.1 * curator.gaussian(product_query(x), sigma=1.0, sensitivity=size)


def tree(curator, trials):
    """Decayed sums of two records per step, by a tree of normal noise; at released points."""
    stream = TreeStream(curator, sigma=2.0, sensitivity=3**0.5, decay=0.9)
    x = zeros(trials) + 3.0
    for rows in disjoint_batches(curator.n, 2):
        stream.push(curator.secret(product_query(x), rows=rows))
        x = x - 0.01 * stream.prefix()


def vectors(curator, trials):
    """Generalized Gaussian noise on a mean."""
    for _ in range(STEPS):
        source = curator.secret(identity_query(zeros(trials)))
        curator.generalized_gaussian(source, law=VECTOR, sensitivity=2 * 3**0.25 / curator.n)


def hidden_gaussian(curator, trials):
    """Normal noise on a hidden batch."""
    x = zeros(trials)
    for _ in range(2):
        x = curator.gaussian(product_query(x + 1), sigma=1.0, sensitivity=2 * 3**0.5 / 3, batch=3)


def hidden_halves(curator, trials):
    """Normal noise on a hidden batch of four and on its halves."""
    x = zeros(trials)
    for _ in range(2):
        query = Halved.of(product_query(x + 1))
        x = curator.gaussian(query, sigma=1.5, sensitivity=6**0.5 * (1 + 1e-15), batch=4)[:, :D]


@dataclass(frozen=True)
class Method:
    """What to run, whether its loss is bounded, and a pair of neighbours."""

    run: Callable
    pure: bool
    pair: tuple


def pair(index=0):
    """All records equal the second's, but for one: tight for hidden batches too."""
    second = Dataset(np.tile(-FAR, (N, 1)))
    return second.replace(index, FAR), second


METHODS = {
    "mirror-descent": Method(mirror_descent, True, pair()),
    "selection": Method(selection, True, pair()),
    "winner": Method(winner, True, pair()),
    "gaussian": Method(gaussian_descent, False, pair()),
    "tree": Method(tree, False, pair()),
    "vectors": Method(vectors, False, pair()),
    "hidden-gaussian": Method(hidden_gaussian, False, pair()),
    "hidden-halves": Method(hidden_halves, False, pair()),
}
