"""Faults that are really made in private code, planted in noisy gradient descent and beside it.

The descent has T steps on n = 2 records in the plane: gradients x - y of a quadratic, clipped to
length 1, averaged, released with Gaussian noise calibrated for all steps together.  It declares its
density; each fault changes what is drawn, and sometimes also what is declared.
"""

import math
from dataclasses import dataclass

import numpy as np
from scipy.special import ndtr

from workbench.audit import Additive
from workbench.privacy import Gaussian, Laplace

EPSILON, DELTA, STEPS = 2.0, 1e-2, 4
SIGMA = Gaussian.calibrate(EPSILON, DELTA, sensitivity=math.sqrt(STEPS)).sigma
ONE_STEP = Gaussian.calibrate(EPSILON, DELTA, sensitivity=1.0).sigma
FAR = np.array([[9.0, 9.0], [0.5, 0.0]])
PAIR = (FAR, FAR * [[-1.0], [1.0]])
"""The gradient of the first record is clipped to opposite corners: the sensitivity is attained."""


@dataclass(frozen=True)
class Descent:
    """Noisy gradient descent; `fault` names what is wrong with its sampler."""

    fault: str = ""
    sigma: float = SIGMA
    rate: float = 0.1

    @property
    def name(self):
        return f"descent with {self.fault or 'no fault'}"

    def gradient(self, x, data, clip=1.0):
        g = x[:, None, :] - data[None]
        length = np.linalg.norm(g, axis=2, keepdims=True)
        return (g * np.minimum(1.0, clip / np.maximum(length, 1e-300))).sum(axis=1) / 2

    def sample(self, data, size, rng):
        if self.fault == "fixed seed":
            rng = np.random.default_rng(0)
        x, released, stopped = np.zeros((size, 2)), [], np.zeros(size, dtype=bool)
        kept = rng.normal(size=(size, 2))
        for t in range(STEPS):
            z = kept if self.fault == "same noise" else rng.normal(size=(size, 2))
            if self.fault == "half noise":
                z = z / 2
            if self.fault == "last step bare" and t == STEPS - 1:
                z = z * 0
            if self.fault == "one coordinate":
                z = z * [1.0, 0.0]
            g = self.gradient(x, data, 2.0 if self.fault == "double clip" else 1.0)
            o = g + self.sigma * z
            if self.fault == "stop by secret":
                o = np.where(stopped[:, None], np.nan, o)
                stopped |= g[:, 0] > 0.3
            released.append(o)
            x = x - self.rate * np.nan_to_num(o)
        if self.fault == "loss released":
            released.append(((x[:, None] - data[None]) ** 2).sum(axis=2).mean(axis=1)[:, None])
        return np.concatenate(released, axis=1)

    def innovations(self, outputs, data):
        """What the noise must have been, in units of sigma, shape (size, T, 2)."""
        o = np.asarray(outputs)[:, : 2 * STEPS].reshape(-1, STEPS, 2)
        x, found = np.zeros((len(o), 2)), []
        for t in range(STEPS):
            found.append((o[:, t] - self.gradient(x, data)) / self.sigma)
            x = x - self.rate * np.nan_to_num(o[:, t])
        return np.stack(found, axis=1)


class Declared(Descent):
    """The same, with its density."""

    def residuals(self, outputs, data):
        return ndtr(self.innovations(outputs, data)).reshape(len(outputs), -1)

    def log_ratio(self, outputs, data, other):
        z, far = (self.innovations(outputs, d) for d in (data, other))
        return ((far**2).sum(axis=(1, 2)) - (z**2).sum(axis=(1, 2))) / 2


def divided_by_what_is_there(rows, size, rng):
    """Add/remove neighbours, and the divisor depends on the data; one clipped sum."""
    n = max(len(rows), 1)
    return sum(rows) / n + rng.normal(scale=ONE_STEP / 4, size=size)


class Reused(Additive):
    """One pass over two records, declared as such; the first record is used in both steps."""

    def sample(self, dataset, size, rng):
        return dataset[0] + self.noise.sample(rng, (size, 2))


def tree_nodes(stream):
    """All the partial sums of a binary tree over 8 numbers: each number is in 4 of them."""
    nodes, level = [], np.asarray(stream, dtype=np.float64)
    while level.size:
        nodes.append(level)
        level = level.reshape(-1, 2).sum(axis=1) if level.size > 1 else level[:0]
    return np.concatenate(nodes)


def identity(x):
    return x


ORIGIN, DIAGONAL = np.zeros(2), np.ones(2)
STREAM = np.zeros(8), np.eye(8)[0]
BEFORE = math.log1p(math.expm1(EPSILON) / 0.2)
"""The epsilon that Poisson sampling at rate 1/5 would bring down to EPSILON, at 5 DELTA."""
UNSAMPLED = Additive(Gaussian.calibrate(BEFORE, 5 * DELTA, sensitivity=1.0), len)
ONE_PASS = Reused(Gaussian(ONE_STEP), identity)
TEXTBOOK = math.sqrt(2 * math.log(1.25 / 1e-5)) / 10

CASES = {  # mechanism, pair, (epsilon, delta), the levels that must find it
    "half noise": (Declared("half noise"), PAIR, (EPSILON, DELTA), "BD"),
    "double clip": (Declared("double clip"), PAIR, (EPSILON, DELTA), "BD"),
    "calibrated for one step": (Declared("", ONE_STEP), PAIR, (EPSILON, DELTA), "CD"),
    "last step bare": (Declared("last step bare"), PAIR, (EPSILON, DELTA), "BD"),
    "one coordinate": (Declared("one coordinate"), PAIR, (EPSILON, DELTA), "BD"),
    "same noise": (Declared("same noise"), PAIR, (EPSILON, DELTA), "B"),
    "fixed seed": (Declared("fixed seed"), PAIR, (EPSILON, DELTA), "B"),
    "loss released": (Declared("loss released"), PAIR, (EPSILON, DELTA), "D"),
    "stop by secret": (Descent("stop by secret").sample, PAIR, (EPSILON, DELTA), "D"),
    "divisor": (divided_by_what_is_there, ([1.0], []), (EPSILON, DELTA), "D"),
    "l2 for l1": (Additive(Laplace(2**0.5), identity), (ORIGIN, DIAGONAL), (1.0, 0.0), "CD"),
    "tree levels": (Additive(Gaussian(ONE_STEP), tree_nodes), STREAM, (EPSILON, DELTA), "ACD"),
    "batch fixed, sampling claimed": (UNSAMPLED, ([1], []), (EPSILON, DELTA), "ACD"),
    "record used twice": (ONE_PASS, ([0.5, 0.2], [-0.5, 0.2]), (EPSILON, DELTA), "BD"),
    "textbook": (Additive(Gaussian(TEXTBOOK), identity), (0.0, 1.0), (10.0, 1e-5), "AC"),
}
